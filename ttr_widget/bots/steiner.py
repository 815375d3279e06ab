"""The yardstick: a Steiner tree over its tickets, and every action scored in points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ttr_widget.bots.atlas import GRAY, Atlas, express_left, is_met, own_network, read, route_weights, seat_of
from ttr_widget.bots.habits import Player, draw_blind, even_mix, ferry_for, kept_choices
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD
from ttr_widget.graphs.connectivity import find
from ttr_widget.graphs.paths import distances, shortest_path
from ttr_widget.graphs.steiner import Network, steiner_tree

# The numbers of the ladder's third step, as published; card values are in points.
TRAIN = 1.4  # cost of a train put down
DRAW_CARDS = 1.85  # cards a turn of drawing is worth
WILD_CARDS = 1.6  # cards a face-up locomotive is worth
NEEDED = 0.45  # more, for a face-up colour that is needed
CONTEST = 0.8  # per train that the plan would cost more without the track
LAST_HALF = 1.5  # for a double track of which only one half can be built
ODDS_AT = 0.75  # share of the trains left at which a plan's odds are even
ODDS_WIDTH = 0.1
DISTANCE_POWER = 1.35
GRAY_PENALTY = 0.5  # for each needed card paid for a gray track
ENDGAME = 0.18  # share of the trains below which tickets count double
CHAIN = 0.05  # tie-break: a track at the end of the longest chain


class SteinerBot(Player):
    """The best public bot we know, "H3" of a public ladder, as its authors describe it in words.

    The plan is a Steiner tree over the cities of all unfinished tickets, own track free, others' closed: exact
    (Dreyfus & Wagner 1971) up to `exact_up_to` places, laid ticket by ticket above. A claim is worth its points,
    plus progress on the tickets, minus 1.4 points a train; track whose loss would make the plan dearer gets a
    contest bonus. Progress counts more the closer a ticket is to being met (power 1.35), and as much as the odds of
    finishing, which fall around 75 % use of the trains. Below 18 % of the trains tickets count double.
    """

    def __init__(self, seed: int | str = 0, exact_up_to: int = 6) -> None:
        super().__init__(seed)
        self.exact_up_to = exact_up_to
        self._made_for: object = None
        self._weights: list[float] = []
        self._open: list[int] = []
        self._plan = Network(0, frozenset())
        self._raised: dict[int, float] = {}
        self._gains: dict[int, float] = {}
        self._degree: list[int] = []
        self._short = [0.0] * WILD
        self._stands: float | None = None

    # -- the plan -------------------------------------------------------------------------------------------------

    def _look(self, view: View, atlas: Atlas) -> None:
        """Make the plan anew if the board or the tickets changed."""
        made_for = (view.seat, view.owner, view.tickets, view.number if view.number < 2 else 0)
        if made_for == self._made_for:
            return
        old, self._made_for = self._plan, made_for
        same_tickets = self._open
        self._weights = route_weights(view, atlas)
        network = own_network(atlas, self._weights)
        self._open = [ticket for ticket in view.tickets if not is_met(atlas, network, ticket)]
        self._raised = {}
        self._gains = {}
        self._degree = own_degrees(view, atlas)
        self._stands = None
        left = frozenset(route for route in old.edges if self._weights[route] and self._weights[route] < math.inf)
        built = {route for route in old.edges if not self._weights[route]}
        if self._open == same_tickets and not express_left(view) and left | built == old.edges:
            # Others only built beside the plan: it is still the cheapest.
            self._plan = Network(sum(self._weights[route] for route in left), left)
            return
        self._plan = self.tree(atlas, self._weights, self._open)

    def tree(self, atlas: Atlas, weights: Sequence[float], tickets: Iterable[int]) -> Network:
        """The cheapest track that joins the cities of all these tickets, as far as they can be joined."""
        network = own_network(atlas, list(weights))
        ways = {ticket: shortest_path(atlas.graph, weights, *atlas.ticket_ends[ticket]) for ticket in tickets}
        joinable = [ticket for ticket, way in ways.items() if way is not None and way.cost]
        places = [place for ticket in joinable for place in atlas.ticket_ends[ticket]]
        # Places in one part of the own network are one place.
        distinct = {frozenset(find(network, node) for node in place): place for place in places}
        edges: frozenset[int] = frozenset()
        if len(distinct) <= self.exact_up_to:
            edges = steiner_tree(atlas.graph, weights, list(distinct.values()), exact_up_to=self.exact_up_to).edges
        if joinable and not edges:
            edges = one_by_one(atlas, weights, joinable)
        edges = frozenset(edge for edge in edges if weights[edge])
        return Network(sum(weights[edge] for edge in edges), edges)

    def _loss(self, atlas: Atlas, route: int) -> float:
        """How much dearer the plan gets without the route."""
        raised = self._raised.get(route)
        if raised is None:
            weights = [0.0 if edge in self._plan.edges else weight for edge, weight in enumerate(self._weights)]
            weights[route] = math.inf
            if atlas.closes_twins:
                for twin in atlas.twins[route]:
                    weights[twin] = math.inf
            way = shortest_path(atlas.graph, weights, [atlas.node_a[route]], [atlas.node_b[route]])
            detour = math.inf if way is None else way.cost
            raised = self._raised[route] = min(max(0.0, detour - self._weights[route]), 10.0)
        return raised

    @staticmethod
    def odds(cost: float, trains: int) -> float:
        """The chance to finish a plan of this cost."""
        use = cost / trains if trains else math.inf
        return 1 / (1 + math.exp(min(50.0, (use - ODDS_AT) / ODDS_WIDTH)))

    # -- a turn ---------------------------------------------------------------------------------------------------

    def turn(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        self._look(view, atlas)
        self._short = self._needed(view, atlas)
        scored = [self._claim_score(view, atlas, legal, route) for route in legal.claimable_routes()]
        draw_value, card = self._card_score(view, legal, atlas)
        scored.append((draw_value, card))
        tickets = legal.by_kind("tickets")
        if tickets:
            scored.append((self._ticket_score(view, atlas), even_mix(tickets)))
        swap = legal.by_kind("swap")
        if swap:
            scored.append((self._swap_score(view, atlas), swap[0]))
        for route in self._plan.edges:
            ferry = ferry_for(view, legal, route)
            if ferry is not None:
                scored.append((DRAW_CARDS + NEEDED, ferry))
                break
        return max(scored, key=lambda item: item[0])[1]

    def _claim_score(self, view: View, atlas: Atlas, legal: ActionSet, route: int) -> tuple[float, Action]:
        needed = self._short
        in_plan = self._planned(atlas, route)
        shared = atlas.express[route] and express_left(view)
        score = 0.0 if shared else float(atlas.points[route])
        if view.final_turns is None and not shared:
            score -= TRAIN * atlas.lengths[route]
        elif view.final_turns is not None:
            score += DRAW_CARDS + 2 * NEEDED  # cards are worth nothing any more
        if in_plan is not None:
            score += self._progress(view, atlas, route)
            score += CONTEST * self._loss(atlas, in_plan)
            if atlas.closes_twins and atlas.twins[route]:
                score += LAST_HALF
        score += self._chain_bonus(atlas, route)

        def price(claim: Action) -> tuple[float, int]:
            cost = 0.6 * claim.locomotives + 0.6 * claim.ferries
            if claim.cards and (atlas.colors[route] == GRAY or in_plan is None):
                cost += GRAY_PENALTY * min(claim.cards, needed[claim.color])
            return cost, -view.hand[claim.color] if claim.cards else 0

        claim = min(legal.claims_of(route), key=price)
        return score - price(claim)[0], claim

    def _planned(self, atlas: Atlas, route: int) -> int | None:
        """The route of the plan that this one stands for: itself or a twin."""
        return next((track for track in (route, *atlas.twins[route]) if track in self._plan.edges), None)

    def _progress(self, view: View, atlas: Atlas, route: int) -> float:
        """What the tickets gain by the route: a ticket at a distance counts for a power of the share that is done."""
        trains = view.trains[seat_of(view)]
        gain = self._gains.get(route)
        if gain is None:
            if self._stands is None:
                self._stands = self._standing(atlas, self._weights)
            weights = self._weights.copy()
            for track in (route, *atlas.twins[route]):
                weights[track] = 0.0
            gain = self._gains[route] = self._standing(atlas, weights) - self._stands
        urgent = 2.0 if trains < atlas.share(ENDGAME) else 1.0
        return urgent * gain * self.odds(self._plan.cost, trains)

    def _standing(self, atlas: Atlas, weights: Sequence[float]) -> float:
        total = 0.0
        for ticket in self._open:
            whole = empty_distance(atlas, ticket)
            way = shortest_path(atlas.graph, weights, *atlas.ticket_ends[ticket])
            if way is not None and whole:
                total += 2 * atlas.ticket_worth[ticket] * max(0.0, 1 - way.cost / whole) ** DISTANCE_POWER
        return total

    def _chain_bonus(self, atlas: Atlas, route: int) -> float:
        """A small preference for track that goes on where own track ends, where the longest path counts."""
        if "longest_path" not in atlas.mechanics:
            return 0.0
        ends = (self._degree[atlas.node_a[route]], self._degree[atlas.node_b[route]])
        return CHAIN * atlas.lengths[route] if 1 in ends else 0.0

    # -- cards ----------------------------------------------------------------------------------------------------

    def second_card(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        self._look(view, atlas)
        return self._card_score(view, legal, atlas)[1]

    def _needed(self, view: View, atlas: Atlas) -> list[float]:
        """Cards of each colour the plan still lacks; gray track asks for the commonest colour."""
        demand = [0.0] * WILD
        for route in self._plan.edges:
            color = atlas.colors[route]
            if color != GRAY:
                demand[color] += atlas.lengths[route]
        short = [max(0.0, want - held) for want, held in zip(demand, view.hand, strict=False)]
        gray = [atlas.lengths[route] for route in self._plan.edges if atlas.colors[route] == GRAY]
        if gray:
            spare = [held - want for want, held in zip(demand, view.hand, strict=False)]
            color = max(range(WILD), key=lambda c: spare[c])
            short[color] += max(0.0, max(gray) - max(0.0, spare[color]))
        return short

    def _card_score(self, view: View, legal: ActionSet, atlas: Atlas) -> tuple[float, Action]:
        needed = self._needed(view, atlas)
        takes = legal.by_kind("take")
        colored = [take for take in takes if take.color != WILD]
        best = max(colored, key=lambda t: (needed[t.color] > 0, needed[t.color], view.hand[t.color]), default=None)
        found = sum(needed[take.color] > 0 for take in colored)
        value = DRAW_CARDS + NEEDED * min(2, found)
        loco = next((take for take in takes if take.color == WILD), None)
        if loco is not None and value <= WILD_CARDS + NEEDED and not found:
            return max(value, WILD_CARDS), loco
        if best is not None and (needed[best.color] > 0 or not legal.by_kind("draw")):
            return value, best
        if not legal.by_kind("draw") and not takes:
            return -math.inf, draw_blind(legal)
        return DRAW_CARDS, draw_blind(legal)

    # -- tickets --------------------------------------------------------------------------------------------------

    def _ticket_score(self, view: View, atlas: Atlas) -> float:
        """What a new ticket promises, by the odds of joining it to the plan."""
        seat = seat_of(view)
        trains = view.trains[seat]
        weights = [0.0 if edge in self._plan.edges else weight for edge, weight in enumerate(self._weights)]
        built = [node for route, w in enumerate(weights) if not w for node in atlas.ends[route]]
        if not built or trains < atlas.share(ENDGAME):
            return -math.inf
        far = distances(atlas.graph, weights, built).distance
        worths = []
        for ticket, (a, b) in enumerate(atlas.ticket_ends):
            if ticket not in view.tickets:
                cost = min(far[node] for node in a) + min(far[node] for node in b)
                odds = self.odds(self._plan.cost + cost, trains)
                worths.append((2 * odds - 1) * atlas.ticket_worth[ticket] - min(cost, trains))
        worths.sort(reverse=True)
        better_half = worths[: max(1, len(worths) // 2)]
        return sum(better_half) / len(better_half) * self.odds(self._plan.cost, trains) - DRAW_CARDS

    def _swap_score(self, view: View, atlas: Atlas) -> float:
        """F2: new tickets if the plan does not fit the trains."""
        return DRAW_CARDS + 1 if self.odds(self._plan.cost, view.trains[seat_of(view)]) < 0.05 else -math.inf

    def keep(self, view: View, legal: ActionSet) -> Action:
        """The choice with the best expected value: points by the odds of the whole plan, minus its trains."""
        atlas = read(view)
        weights = route_weights(view, atlas)
        trains = view.trains[seat_of(view)]
        self._made_for = None

        def value(action: Action) -> float:
            tickets = [*view.tickets, *(view.offered[i] for i in action.kept)]
            plan = self.tree(atlas, weights, tickets)
            odds = self.odds(plan.cost, trains)
            points = sum(atlas.ticket_worth[ticket] for ticket in tickets)
            earned = sum(atlas.points[route] for route in plan.edges)
            return (2 * odds - 1) * points + odds * (earned - TRAIN * plan.cost)

        return max(kept_choices(legal), key=value)


def own_degrees(view: View, atlas: Atlas) -> list[int]:
    """How many own tracks end at each node."""
    degree = [0] * atlas.nodes
    for own in view.routes_of(seat_of(view)):
        degree[atlas.node_a[own]] += 1
        degree[atlas.node_b[own]] += 1
    return degree


def one_by_one(atlas: Atlas, weights: Sequence[float], tickets: Iterable[int]) -> frozenset[int]:
    """Each ticket's cheapest way over the ways laid before, the longest first."""
    cheaper = list(weights)
    edges: set[int] = set()
    for ticket in sorted(tickets, key=lambda t: -empty_distance(atlas, t)):
        way = shortest_path(atlas.graph, cheaper, *atlas.ticket_ends[ticket])
        for edge in way.edges if way is not None else ():
            cheaper[edge] = 0.0
            edges.add(edge)
    return frozenset(edges)


def empty_distance(atlas: Atlas, ticket: int) -> float:
    """The distance of a ticket's cities on the empty board."""
    known: dict[int, float] = atlas.__dict__.setdefault("empty_distances", {})
    if ticket not in known:
        way = shortest_path(atlas.graph, atlas.lengths, *atlas.ticket_ends[ticket])
        known[ticket] = 0.0 if way is None else way.cost
    return known[ticket]
