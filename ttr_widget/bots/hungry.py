"""The hungry agent: as many tickets as one network can serve."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from ttr_widget.bots.atlas import GRAY, Atlas, read, route_weights, seat_of
from ttr_widget.bots.habits import (
    Player,
    cards_for,
    draw_blind,
    ferry_for,
    hopeless_swap,
    kept_choices,
    open_tickets,
    pay,
    ticket_draw,
)
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD
from ttr_widget.engine.state import FREE
from ttr_widget.graphs.paths import Reach, distances


class TicketPlan(NamedTuple):
    """Tracks to build, the cards they cost, and what tickets and tracks together score for each card."""

    routes: list[int]
    cars: float
    value: float
    met: bool


class HungryBot(Player):
    """Plans one network for all its tickets and takes more tickets while the plan leaves trains over.

    The hungry agent of F. de Mesentier Silva, S. Lee, J. Togelius & A. Nealen, "AI-based playtesting of contemporary
    board games" (FDG 2017) and "Evolving maps and decks for Ticket to Ride" (PCG 2018). The two cities farthest apart
    are two seeds; every other city is attached to the nearer tree, then the trees are joined; of double tracks the
    colour least demanded so far. It keeps the tickets with the best points per card that leave 5 of 45 trains spare,
    and draws tickets while the plan needs 8 of 45 trains fewer than there are. Planned coloured tracks are claimed at
    once, gray ones with a colour not needed elsewhere; with the plan finished, the longest track.
    """

    SPARE = 5 / 45
    TRAINS_FOR_TICKETS = 8 / 45

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._made_for: object = None
        self._plan = TicketPlan([], 0, 0, True)

    # -- the plan -------------------------------------------------------------------------------------------------

    def plan(self, view: View, atlas: Atlas) -> TicketPlan:
        """The plan for its tickets, made anew when the board or the tickets changed."""
        made_for = (view.seat, view.owner, view.tickets)
        if made_for != self._made_for:
            self._made_for = made_for
            self._plan = network_plan(view, atlas, view.tickets)
        return self._plan

    def keep(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        trains = view.trains[seat_of(view)]
        spare = atlas.share(self.SPARE)
        plans = {}
        for action in kept_choices(legal):
            tickets = [*view.tickets, *(view.offered[i] for i in action.kept)]
            plans[action] = network_plan(view, atlas, tickets)
        fitting = [action for action, plan in plans.items() if plan.met and plan.cars <= trains - spare]
        if fitting:
            return max(fitting, key=lambda action: plans[action].value)
        possible = [action for action, plan in plans.items() if plan.met]
        if possible:
            return min(possible, key=lambda action: plans[action].cars)
        return min(plans, key=lambda action: sum(atlas.ticket_points[view.offered[i]] for i in action.kept))

    # -- a turn ---------------------------------------------------------------------------------------------------

    def turn(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        plan = self.plan(view, atlas)
        if plan.cars < view.trains[seat_of(view)] - atlas.share(self.TRAINS_FOR_TICKETS):
            tickets = ticket_draw(legal)
            if tickets is not None:
                return tickets
        claim = self.claim(view, legal, atlas, plan)
        if claim is not None:
            return claim
        swap = hopeless_swap(view, legal, atlas, route_weights(view, atlas))
        if swap is not None:
            return swap
        for route in plan.routes:
            ferry = ferry_for(view, legal, route)
            if ferry is not None:
                return ferry
        return self.card(view, legal, atlas, plan)

    def second_card(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        return self.card(view, legal, atlas, self.plan(view, atlas))

    def claim(self, view: View, legal: ActionSet, atlas: Atlas, plan: TicketPlan) -> Action | None:
        """A planned track; the longest one if the plan is finished."""
        if not plan.routes:
            routes = legal.claimable_routes()
            if not routes:
                return None
            best = max(routes, key=lambda route: (atlas.lengths[route], atlas.points[route]))
            return pay(legal.claims_of(best), view.hand)
        needed = demand(atlas, plan.routes)
        for route in plan.routes:
            claims: Iterable[Action] = legal.claims_of(route)
            if atlas.colors[route] == GRAY:
                claims = [c for c in claims if not c.cards or not needed[c.color]]
            best_claim = pay(claims, view.hand) if claims else None
            if best_claim is not None:
                return best_claim
        return None

    def card(self, view: View, legal: ActionSet, atlas: Atlas, plan: TicketPlan) -> Action:
        """The face-up colour that is needed most; else the commonest face-up colour that serves a gray track; blind."""
        missing = [n - held for n, held in zip(demand(atlas, plan.routes), view.hand, strict=False)]
        takes = [take for take in legal.by_kind("take") if take.color != WILD]
        needed = max(takes, key=lambda take: missing[take.color], default=None)
        if needed is not None and missing[needed.color] > 0:
            return needed
        gray = [route for route in plan.routes or range(len(view.owner)) if atlas.colors[route] == GRAY]
        if any(cards_for(atlas, view.hand, route) < atlas.lengths[route] for route in gray):
            commonest = max(takes, key=lambda take: (view.hand[take.color], take.color), default=None)
            if commonest is not None and view.hand[commonest.color]:
                return commonest
        return draw_blind(legal)


def demand(atlas: Atlas, routes: Iterable[int]) -> list[int]:
    """Cards of each colour that the coloured tracks need."""
    needed = [0] * WILD
    for route in routes:
        if atlas.colors[route] != GRAY:
            needed[atlas.colors[route]] += atlas.lengths[route]
    return needed


def network_plan(view: View, atlas: Atlas, tickets: Iterable[int]) -> TicketPlan:
    """Two trees from the two places farthest apart; the others join the nearer one; then the trees are joined."""
    weights = route_weights(view, atlas)
    tickets = list(tickets)
    waiting = [t for t in open_tickets(view, atlas, weights) if t in tickets]
    waiting += [t for t in tickets if t not in view.tickets]
    places = list({tuple(side): side for ticket in waiting for side in atlas.ticket_ends[ticket]}.values())
    if not places:
        return TicketPlan([], 0, math.inf, True)
    reaches = [distances(atlas.graph, weights, place) for place in places]
    first, second = farthest(places, reaches)
    trees = [set(places[first]), set(places[second])]
    routes: set[int] = set()
    met = True
    rest = [place for index, place in enumerate(places) if index not in (first, second)]
    for place in [*rest, None]:
        reach = distances(atlas.graph, weights, trees[0])
        goal = trees[1] if place is None else place
        nearest = min(goal, key=lambda node: reach.distance[node])
        tree = trees[0]
        if place is not None:
            other = distances(atlas.graph, weights, trees[1])
            other_nearest = min(goal, key=lambda node: other.distance[node])
            if other.distance[other_nearest] < reach.distance[nearest]:
                reach, nearest, tree = other, other_nearest, trees[1]
        if reach.distance[nearest] == math.inf:
            met = False
            continue
        way = reach.way_to(nearest)
        tree.update(way.nodes)
        routes.update(route for route in way.edges if weights[route])
        for route in way.edges:
            weights[route] = 0
    chosen = by_demand(view, atlas, routes)
    cars = sum(atlas.lengths[route] for route in chosen)
    points = sum(atlas.ticket_points[t] for t in tickets) + sum(atlas.points[route] for route in chosen)
    return TicketPlan(chosen, cars, points / cars if cars else math.inf, met)


def farthest(places: list[list[int]], reaches: list[Reach]) -> tuple[int, int]:
    """The numbers of the two places that are farthest apart, places that cannot be joined left out."""
    best, pair = -1.0, (0, min(1, len(places) - 1))
    for i, reach in enumerate(reaches):
        for j in range(i):
            far = min(reach.distance[node] for node in places[j])
            if best < far < math.inf:
                best, pair = far, (j, i)
    return pair


def by_demand(view: View, atlas: Atlas, routes: Iterable[int]) -> list[int]:
    """Of parallel tracks the one in the colour least demanded so far."""
    needed = [0] * WILD
    chosen = []
    for route in sorted(routes):
        open_tracks = [r for r in (route, *atlas.twins[route]) if view.owner[r] == FREE]
        best = min(open_tracks, key=lambda r: needed[atlas.colors[r]] if atlas.colors[r] != GRAY else 0)
        if atlas.colors[best] != GRAY:
            needed[atlas.colors[best]] += atlas.lengths[best]
        chosen.append(best)
    return chosen
