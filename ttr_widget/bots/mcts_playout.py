"""Fast playouts for the tree search: every seat follows the cheapest ways to its tickets, then the longest routes.

A playout works on an imagined state in which nothing is secret, but each seat acts on its own hand and tickets only.
"""

from __future__ import annotations

import random
from functools import lru_cache
from heapq import heappop, heappush

from ttr_widget.engine.actions import WILD, Action
from ttr_widget.engine.rules import Rules, rules_for
from ttr_widget.engine.state import EXPRESS, FREE, State
from ttr_widget.gamemap import COLORS, GameMap

FAR = 1000.0
CARDS_A_TURN = 1.85
"""Useful cards that a turn of drawing brings."""
PACE = 0.7
"""What a turn is worth, as a share of the points that the best route brings in a turn."""
TRAIN = 0.5
"""What a train is worth, in points."""
CHEAPEST = 0.3
"""The least a route costs in a plan."""
MORE_TICKETS = 0.6
"""Share of the trains with which a seat whose tickets are met still draws new ones."""
KEEN = 1.0
"""How much of a new ticket's value counts against the price of its way."""
ROOM = 0.7
"""Share of the trains not yet planned for that a new ticket may take."""
RUSH = 0.12
"""Share of the trains below which the end is near."""


class Course:
    """The facts of a map that playouts need, made once."""

    def __init__(self, board: GameMap, players: int) -> None:
        self.rules = rules = rules_for(board, players)
        catalog = rules.catalog
        self.lengths = rules.lengths
        self.points = rules.route_points
        self.masks = catalog.route_masks
        self.actions = catalog.actions
        self.claims = catalog.claims
        self.colors = [-1 if route.color == "gray" else COLORS.index(route.color) for route in board.routes]
        self.waves = [route.waves for route in board.routes]
        self.express = [route.kind == "express" for route in board.routes]
        self.ends = list(zip(rules.node_a, rules.node_b, strict=True))
        self.group_of = board.group_of
        self.either_track = [0] * len(board.routes)
        for group in board.route_groups:
            either = 0
            for route in group:
                either |= self.masks[route]
            for route in group:
                self.either_track[route] = either
        self.groups = [tuple(group) for group in board.route_groups]
        self.around: list[list[tuple[int, int]]] = [[] for _ in range(rules.nodes)]
        for number, group in enumerate(self.groups):
            a, b = self.ends[group[0]]
            self.around[a].append((b, number))
            self.around[b].append((a, number))
            for twin in group[1:]:
                if self.ends[twin] not in ((a, b), (b, a)):  # twins into a country end in nodes of their own (G5)
                    c, d = self.ends[twin]
                    self.around[c].append((d, number))
                    self.around[d].append((c, number))
        self.tickets = catalog.kind_masks.get("tickets", 0)
        self.ferry = catalog.kind_masks.get("ferry", 0)
        self.swap = catalog.kind_masks.get("swap", 0)
        self.rush = RUSH * board.settings.trains
        self.more_tickets = MORE_TICKETS * board.settings.trains
        pace = max(
            points / (1 + length / CARDS_A_TURN) for points, length in zip(self.points, self.lengths, strict=True)
        )
        self.turn = max(1.5, PACE * pace)
        self.prices = [
            self.turn * (1 + length / CARDS_A_TURN) + TRAIN * length - points
            for points, length in zip(self.points, self.lengths, strict=True)
        ]
        self.card = self.turn / CARDS_A_TURN
        self.ticket_points = [ticket.points for ticket in board.tickets]
        self.own_ranking = bool(rules.overriding("ranking"))
        self.longest_first = sorted(range(len(board.routes)), key=lambda route: -self.lengths[route])


@lru_cache(maxsize=32)
def course_of(board: GameMap, players: int) -> Course:
    """The course of a map; playouts share it."""
    return Course(board, players)


class SeatPlan:
    """What one seat is after: a way for each open ticket, and the routes of all ways together."""

    __slots__ = ("known_tickets", "need", "wanted", "ways")

    def __init__(self) -> None:
        self.known_tickets: list[int] = []
        self.ways: dict[int, list[int]] = {}
        self.wanted: list[int] = []
        self.need = [0] * (WILD + 1)


class Playout:
    """Plays an imagined state to its end."""

    def __init__(self, course: Course, rng: random.Random) -> None:
        self.course = course
        self.rules: Rules = course.rules
        self.draw = rng.random
        self.plans = [SeatPlan() for _ in range(self.rules.players)]

    def run(self, s: State) -> None:
        """Every seat plays on to the end of the game."""
        apply = self.rules.apply
        while s.phase != "over":
            action = self.choose(s)
            apply[action.kind](s, action)

    def choose(self, s: State) -> Action:
        """What the seat to decide does."""
        legal = self.rules.legal_in[s.phase](s)
        if legal & (legal - 1) == 0:
            return self.course.actions[legal.bit_length() - 1]
        if s.phase == "turn":
            return self._turn(s, legal)
        if s.phase == "second_card":
            return self._card(s, legal, self._plan(s))
        if s.phase == "keep":
            return self._keep(s, legal)
        return self.any_of(legal)

    def any_of(self, mask: int) -> Action:
        """One of these actions, all equally likely."""
        skip = int(self.draw() * mask.bit_count())
        while skip:
            mask &= mask - 1
            skip -= 1
        return self.course.actions[(mask & -mask).bit_length() - 1]

    # -- a turn ---------------------------------------------------------------------------------------------------

    def _turn(self, s: State, legal: int) -> Action:
        course, seat = self.course, s.player
        plan = self._plan(s)
        best, best_length = 0, 0
        for route in plan.wanted:
            ways = legal & course.either_track[route]
            if ways and course.lengths[route] > best_length:
                best, best_length = ways, course.lengths[route]
        if best:
            return self.payment(s, best, plan)
        rush = s.final_turns > 0 or min(s.trains) <= course.rush
        if not plan.wanted or rush:
            if not rush and s.trains[seat] > course.more_tickets and legal & course.tickets:
                return self.any_of(legal & course.tickets)
            if not plan.wanted and legal & course.swap and s.tickets[seat]:
                return self.any_of(legal & course.swap)
            action = self._longest_claim(s, legal, plan, rush)
            if action is not None:
                return action
        elif legal & course.ferry and any(course.waves[route] for route in plan.wanted):
            return self.any_of(legal & course.ferry)
        if legal & 0x7FE:  # draw and the nine takes
            return self._card(s, legal, plan)
        return self.any_of(legal)

    def _longest_claim(self, s: State, legal: int, plan: SeatPlan, rush: bool) -> Action | None:
        """Without open tickets, and at the end, points come from the longest routes one can pay for."""
        course = self.course
        claims = legal & course.claims
        if not claims:
            return None
        for route in course.longest_first:
            ways = claims & course.masks[route]
            if ways:
                if rush or course.lengths[route] >= 4 or sum(s.hands[s.player]) >= 12:
                    return self.payment(s, ways, plan)
                return None
        return None

    def payment(self, s: State, ways: int, plan: SeatPlan) -> Action:
        """The way to pay that takes fewest locomotives and cards wanted elsewhere."""
        hand, need = s.hands[s.player], plan.need
        actions = self.course.actions
        best, least = None, 1e9
        while ways:
            low = ways & -ways
            ways ^= low
            action = actions[low.bit_length() - 1]
            color = action.color
            cost = 2.0 * action.locomotives + 0.5 * action.ferries
            if action.cards and self.course.colors[action.route] < 0:
                left = hand[color] - action.cards
                if left < need[color]:
                    cost += need[color] - left
                cost += 0.1 * left
            if cost < least:
                best, least = action, cost
        assert best is not None
        return best

    # -- cards ----------------------------------------------------------------------------------------------------

    def _card(self, s: State, legal: int, plan: SeatPlan) -> Action:
        actions = self.course.actions
        hand = s.hands[s.player]
        need = plan.need
        best, most = -1, 0.0
        for card in s.market:
            if card == WILD or not legal >> (card + 2) & 1:
                continue
            missing = need[card] - hand[card]
            value = float(missing) if missing > 0 else 0.0
            if not plan.wanted:
                value = 0.5 * hand[card] + 0.5
            if value > most:
                best, most = card, value
        if legal >> (WILD + 2) & 1 and most < 1 and self.draw() < 0.2:
            return actions[WILD + 2]
        if best >= 0:
            return actions[best + 2]
        if legal & 2:
            return actions[1]
        return self.any_of(legal & 0x7FE)

    # -- plans ----------------------------------------------------------------------------------------------------

    def _plan(self, s: State) -> SeatPlan:
        """The seat's plan, mended where others have broken it."""
        seat = s.player
        plan = self.plans[seat]
        if plan.known_tickets != s.tickets[seat]:
            plan.known_tickets = s.tickets[seat].copy()
            self._mend(s, seat, plan)
            return plan
        owner, allowed, masks = s.owner, s.allowed[seat], self.course.masks
        done = False
        for route in plan.wanted:
            if owner[route] != FREE:
                if owner[route] != seat and owner[route] != EXPRESS:
                    self._mend(s, seat, plan)
                    return plan
                done = True
            elif not allowed & masks[route]:
                self._mend(s, seat, plan)
                return plan
        if done:
            plan.wanted = [route for route in plan.wanted if owner[route] == FREE]
            self._set_need(s, seat, plan)
        return plan

    def _mend(self, s: State, seat: int, plan: SeatPlan) -> None:
        """Find new ways for the tickets whose way is broken; drop what the trains do not suffice for."""
        course = self.course
        completed = self.rules.completed
        owner, allowed, masks, lengths = s.owner, s.allowed[seat], course.masks, course.lengths
        open_tickets = [t for t in plan.known_tickets if not completed(s, seat, t)]
        open_tickets.sort(key=lambda t: -course.ticket_points[t])
        costs: list[float] = []
        track: list[int] = []
        trains = s.trains[seat]
        wanted: dict[int, None] = {}
        ways: dict[int, list[int]] = {}
        for ticket in open_tickets:
            way = plan.ways.get(ticket)
            if way is not None:
                for route in way:
                    if owner[route] == FREE:
                        if not allowed & masks[route]:
                            way = None
                            break
                    elif owner[route] != seat and owner[route] != EXPRESS:
                        way = None
                        break
            if way is None:
                if not costs:
                    costs, track = self._costs(s, seat)
                    for route in wanted:
                        costs[course.group_of[route]] = 0.0
                way = self._way(costs, track, *self.rules.ticket_ends[ticket])
                if way is None:
                    continue
            way = [route for route in way if owner[route] == FREE]
            more = sum([lengths[route] for route in way if route not in wanted and not course.express[route]])
            if more > trains:
                continue
            trains -= more
            ways[ticket] = way
            for route in way:
                wanted[route] = None
                if costs:
                    costs[course.group_of[route]] = 0.0
        plan.ways = ways
        plan.wanted = list(wanted)
        self._set_need(s, seat, plan)

    def _set_need(self, s: State, seat: int, plan: SeatPlan) -> None:
        """Cards wanted by colour; a gray route is meant for the colour of which most are held beyond that."""
        course = self.course
        need = [0] * (WILD + 1)
        gray = []
        for route in plan.wanted:
            if course.colors[route] >= 0:
                need[course.colors[route]] += course.lengths[route]
            else:
                gray.append(course.lengths[route])
        hand = s.hands[seat]
        for length in sorted(gray, reverse=True):
            color = max(range(WILD), key=lambda c: hand[c] - need[c])
            need[color] += length
        plan.need = need

    def _costs(self, s: State, seat: int) -> tuple[list[float], list[int]]:
        """For each group of parallel routes: what it costs the seat, in points, and the track to take."""
        course = self.course
        owner, allowed, masks, lengths = s.owner, s.allowed[seat], course.masks, course.lengths
        hand, colors, prices, card = s.hands[seat], course.colors, course.prices, course.card
        most = max(hand[:WILD])
        costs, track = [], []
        for group in course.groups:
            cost, best = FAR, group[0]
            for route in group:
                holder = owner[route]
                if holder in (seat, EXPRESS):
                    cost, best = 0.0, route
                    break
                if holder == FREE and allowed & masks[route]:
                    held = hand[colors[route]] if colors[route] >= 0 else most
                    length = lengths[route]
                    price = prices[route] - card * (held if held < length else length)
                    if price < CHEAPEST:
                        price = CHEAPEST
                    if price < cost:
                        cost, best = price, route
            costs.append(cost)
            track.append(best)
        return costs, track

    def _way(self, costs: list[float], track: list[int], sources: list[int], targets: list[int]) -> list[int] | None:
        """The routes of a cheapest way between two places (Dijkstra 1959)."""
        around = self.course.around
        distance = dict.fromkeys(sources, 0.0)
        came: dict[int, tuple[int, int]] = {}
        queue = [(0.0, source) for source in sources]
        goal = set(targets)
        while queue:
            far, node = heappop(queue)
            if far >= FAR:
                return None
            if node in goal:
                way = []
                while node in came:
                    node, group = came[node]
                    way.append(track[group])
                return way
            if far > distance[node]:
                continue
            for other, group in around[node]:
                new = far + costs[group]
                if new < distance.get(other, FAR):
                    distance[other] = new
                    came[other] = (node, group)
                    heappush(queue, (new, other))
        return None

    # -- tickets --------------------------------------------------------------------------------------------------

    def _keep(self, s: State, legal: int) -> Action:
        """Keep what the trains suffice for, the best value for its cost first."""
        seat = s.player
        course = self.course
        offer = s.offers[seat]
        costs, track = self._costs(s, seat)
        plan = self._plan(s)
        for route in plan.wanted:
            costs[course.group_of[route]] = 0.0
        trains = s.trains[seat] - sum(course.lengths[route] for route in plan.wanted)
        rated = []
        for place, ticket in enumerate(offer):
            way = self._way(costs, track, *self.rules.ticket_ends[ticket])
            if way is None:
                rated.append((FAR, 0, place))
                continue
            missing = [route for route in way if costs[course.group_of[route]]]
            price = sum(costs[course.group_of[route]] for route in missing)
            length = sum(course.lengths[route] for route in missing)
            rated.append((price - KEEN * course.ticket_points[ticket], length, place))
        rated.sort()
        keeps = [self.course.actions[i] for i in bits(legal)]
        least = min(len(action.kept) for action in keeps)
        kept: list[int] = []
        for price, length, place in rated:
            if len(kept) < least or (length <= ROOM * trains and price <= 0):
                kept.append(place)
                trains -= length
        wanted = tuple(sorted(kept))
        return next((a for a in keeps if a.kept == wanted and not a.returned), keeps[0])


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
