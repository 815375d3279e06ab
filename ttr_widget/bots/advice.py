"""Advice for a person from what their seat may know: how tickets stand, the cheapest way left, what to do now.

It decides nothing and plays nothing; the widget turns it into words and marks on the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ttr_widget.bots.atlas import express_left, is_met, own_network, read, route_weights, seat_of
from ttr_widget.engine import View
from ttr_widget.engine.actions import WILD, Action
from ttr_widget.engine.state import FREE
from ttr_widget.graphs.paths import shortest_path

ANY = -1
"""In counts of missing cards: of one colour, whichever."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The cards that are missing for the payment that comes nearest; `color` is ANY where any one colour will do."""

    color: int = ANY
    cards: int = 0
    locomotives: int = 0
    ferries: int = 0

    @property
    def total(self) -> int:
        return self.cards + self.locomotives + self.ferries


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way to join two places: the routes still to claim, in walking order, and what they need."""

    routes: tuple[int, ...]
    trains: int
    cards: int
    missing: dict[int, int] = field(default_factory=dict)
    """Cards the hand does not cover yet, by card number; ANY: of one colour."""
    path: tuple[int, ...] = ()
    """All routes of the way, those already there included."""


@dataclass(frozen=True, slots=True)
class TicketProgress:
    """How a ticket stands: `done`, `open` or `cut_off` (`reason`: `blocked` by others, or too few `trains`)."""

    ticket: int
    status: str
    way: Way | None = None
    reason: str = ""

    @property
    def routes(self) -> tuple[int, ...]:
        return self.way.routes if self.way else ()

    @property
    def trains(self) -> int:
        return self.way.trains if self.way else 0

    @property
    def cards(self) -> dict[int, int]:
        return self.way.missing if self.way else {}


def payment_gap(view: View, route: int) -> Gap:
    """What is missing for the nearest payment of a route; nothing if the hand can pay."""
    seat = seat_of(view)
    hand = view.hand
    ferries = view.extra["ferries"]["held"][seat] if "ferries" in view.extra else 0
    gray = view.board.routes[route].color == "gray"
    best, best_key = Gap(), (math.inf, math.inf)
    for action in view.catalog.set_of(view.catalog.route_masks[route]):
        gap = Gap(
            action.color if action.color < WILD else ANY,
            max(0, action.cards - hand[action.color]) if action.cards else 0,
            max(0, action.locomotives - hand[WILD]),
            max(0, action.ferries - ferries),
        )
        key = (gap.total, gap.locomotives)
        if key < best_key:
            best, best_key = gap, key
            if not gap.total:
                break
    if gray and best.cards and not any(hand[:WILD]):
        best = Gap(ANY, best.cards, best.locomotives, best.ferries)
    return best


def ticket_progress(view: View) -> list[TicketProgress]:
    """How each of the seat's own tickets stands, in the order they are held."""
    return progress_of(view, view.tickets)


def progress_of(view: View, tickets: Iterable[int]) -> list[TicketProgress]:
    """How these tickets would stand for the seat of the view, e.g. those just offered."""
    search = _Search(view)
    return [search.progress(ticket) for ticket in tickets]


def best_way(view: View, ticket: int) -> Way | None:
    """The cheapest way to complete a ticket as things stand; None if there is none (any more)."""
    progress = _Search(view).progress(ticket)
    return progress.way if progress.status == "open" else None


class _Search:
    """The board as the seat finds it now, for looking at any number of tickets."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.atlas = read(view)
        self.trains = view.trains[seat_of(view)]
        # A route longer than the trains left is looked at too: "too few trains" is another trouble than "blocked".
        self.weights = route_weights(replace(view, trains=[max(self.atlas.lengths)] * view.players), self.atlas)
        self.network = own_network(self.atlas, self.weights)
        shared = express_left(view) > 0
        self.shared = [
            shared and express and w > 0 for express, w in zip(self.atlas.express, self.weights, strict=True)
        ]
        self.liked = self._with_likes()

    def _with_likes(self) -> list[float]:
        """Among equally long ways, rather those the hand can pay for, and those without toll."""
        view, atlas = self.view, self.atlas
        tolls = "tolls" in view.extra
        best_color = max(view.hand[:WILD], default=0)
        wild = view.hand[WILD]
        liked = self.weights.copy()
        for route, weight in enumerate(self.weights):
            if 0 < weight < math.inf:
                color = atlas.colors[route]
                held = wild + (view.hand[color] if color >= 0 else best_color)
                liked[route] += max(0, weight - held) / 1000 + (atlas.tolls[route] / 10_000 if tolls else 0)
        return liked

    def progress(self, ticket: int) -> TicketProgress:
        """The way with the fewest cards; if that takes too many trains, the one with the fewest trains."""
        if is_met(self.atlas, self.network, ticket):
            return TicketProgress(ticket, "done")
        way = self.way(ticket, self.liked)
        if way is not None and way.trains > self.trains and any(self.shared):
            by_trains = [w / 100 if shared else w for w, shared in zip(self.liked, self.shared, strict=True)]
            way = self.way(ticket, by_trains)
        if way is None:
            return TicketProgress(ticket, "cut_off", reason="blocked")
        if way.trains > self.trains:
            return TicketProgress(ticket, "cut_off", way, "trains")
        return TicketProgress(ticket, "open", way)

    def way(self, ticket: int, weights: list[float]) -> Way | None:
        path = shortest_path(self.atlas.graph, weights, *self.atlas.ticket_ends[ticket])
        if path is None or path.cost == math.inf:
            return None
        lengths = self.atlas.lengths
        routes = tuple(route for route in path.edges if self.view.owner[route] == FREE)
        trains = sum(lengths[route] for route in routes if not self.shared[route])
        cards = sum(lengths[route] for route in routes)
        return Way(routes, trains, cards, missing_for(self.view, routes), tuple(path.edges))


def missing_for(view: View, routes: Iterable[int]) -> dict[int, int]:
    """The cards missing to claim all these routes with the hand (and ferry cards) there is.

    Coloured routes take their colour first, gray ones the colour most is left of, locomotives fill what remains.
    """
    atlas = read(view)
    hand = view.hand.copy()
    missing: dict[int, int] = {}
    gray: list[int] = []
    waves = 0
    for route in routes:
        waves += atlas.waves[route]
        plain = atlas.lengths[route] - atlas.waves[route]
        color = atlas.colors[route]
        if color < 0:
            gray.append(plain)
            continue
        lack = plain - min(hand[color], plain)
        hand[color] -= plain - lack
        if lack:
            missing[color] = missing.get(color, 0) + lack
    for plain in sorted(gray, reverse=True):
        color = max(range(WILD), key=lambda card: hand[card])
        lack = plain - min(hand[color], plain)
        hand[color] -= plain - lack
        if lack:
            missing[ANY] = missing.get(ANY, 0) + lack
    waves = _after_ferries(view, waves)
    if waves:
        missing[WILD] = waves
    return _filled(missing, hand[WILD])


def _after_ferries(view: View, waves: int) -> int:
    if not waves or "ferries" not in view.extra:
        return waves
    held: int = view.extra["ferries"]["held"][seat_of(view)]
    spaces: int = view.board.settings.mechanics["ferries"]["spaces"]
    return max(0, waves - held * spaces)


def _filled(missing: dict[int, int], wild: int) -> dict[int, int]:
    """Locomotives take the place of missing cards: waves first, then the smallest gaps."""
    left = dict(sorted(missing.items(), key=lambda item: (item[0] != WILD, item[1])))
    for card, lack in tuple(left.items()):
        used = min(wild, lack)
        wild -= used
        left[card] = lack - used
        if not left[card]:
            del left[card]
    return left


def cheapest_payment(view: View, route: int) -> Action | None:
    """The legal payment of a route that hurts least: few locomotives, and of the colour most is held of."""
    ways = view.legal.claims_of(route)
    if not ways:
        return None
    return min(ways, key=lambda a: (a.locomotives, a.ferries, a.cards - view.hand[a.color] if a.cards else 0))


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat could do now: `kind` names the sentence, the other fields what it speaks of.

    `action` is legal now (None when there is nothing to decide); `routes` are those to show on the board, in order.
    """

    kind: str
    action: Action | None = None
    ticket: int | None = None
    tickets: tuple[int, ...] = ()
    route: int | None = None
    routes: tuple[int, ...] = ()
    way: Way | None = None
    gap: Gap = Gap()


def hint(view: View) -> Hint:
    """One proposal for the decision the seat has to make; plain and quick, not the strongest move."""
    if view.over:
        return Hint("over")
    if view.player != view.seat:
        return Hint("wait")
    if view.phase == "keep":
        return _which_tickets(view)
    if view.phase == "passenger":
        return _which_passenger(view)
    if view.phase == "neutral":
        return _which_neutral(view)
    if view.phase == "deal":
        return Hint("mix", _mix(view, long_first=True))
    if view.legal.by_kind("pass"):
        return Hint("pass", view.legal[0])
    if view.phase in ("turn", "second_card"):
        return _what_in_turn(view)
    return Hint("draw.plain", view.legal[0])


def _what_in_turn(view: View) -> Hint:
    tickets = [progress for progress in ticket_progress(view) if progress.status == "open"]
    plans = sorted((_plan(view, progress) for progress in tickets), key=lambda plan: plan[0])
    if plans:
        return plans[0][1]
    held = len(view.tickets)
    swap = view.legal.by_kind("swap")
    if swap and held:
        return Hint("swap", swap[0])
    return _without_tickets(view)


def _plan(view: View, progress: TicketProgress) -> tuple[tuple[int, int, int], Hint]:
    """The best move for one ticket, and how near it brings the ticket: claims first, then few missing cards."""
    way = progress.way
    assert way is not None
    legal = view.legal
    lengths = read(view).lengths
    points = view.board.tickets[progress.ticket].points
    claimable = [route for route in way.routes if legal.claims_of(route)]
    if claimable:
        route = max(claimable, key=lambda r: (lengths[r], -r))
        found = Hint("claim", cheapest_payment(view, route), progress.ticket, (), route, way.routes, way)
        return (0, sum(way.missing.values()), -points), found
    gaps = {route: payment_gap(view, route) for route in way.routes}
    route = min(gaps, key=lambda r: (not gaps[r].total, gaps[r].total, -lengths[r]))
    gap = gaps[route]
    action = _card_for(view, gap)
    if not gap.total:
        kind = "draw.plain"  # the second card of a turn: everything is in the hand already
    elif gap.ferries and not gap.cards and legal.by_kind("ferry"):
        kind, action = "ferry", legal.by_kind("ferry")[0]
    else:
        kind = "take" if action is not None and action.kind == "take" else "draw"
    found = Hint(kind, action or legal[0], progress.ticket, (), route, way.routes, way, gap)
    return (1, sum(way.missing.values()), -points), found


def _card_for(view: View, gap: Gap) -> Action | None:
    """The market card that fills the gap, else a locomotive, else a blind card."""
    takes = {action.color: action for action in view.legal.by_kind("take")}
    if gap.cards and gap.color in takes:
        return takes[gap.color]
    if gap.cards and gap.color == ANY and takes.keys() - {WILD}:
        return takes[max(takes.keys() - {WILD}, key=lambda card: (view.hand[card], view.market.count(card), -card))]
    if WILD in takes and gap.locomotives:
        return takes[WILD]
    draws = view.legal.by_kind("draw")
    return draws[0] if draws else next(iter(takes.values()), None)


def _without_tickets(view: View) -> Hint:
    """Nothing is left to join: new tickets while there is time, else points."""
    legal = view.legal
    start = view.board.settings.trains
    trains = view.trains[seat_of(view)]
    time_left = view.final_turns is None and min(view.trains) > start / 5 and trains > start / 3
    if time_left and legal.by_kind("tickets"):
        return Hint("tickets", _mix(view, long_first=False))
    points = read(view).points
    routes = legal.claimable_routes()
    if routes:
        route = max(routes, key=lambda r: (points[r], -r))
        return Hint("points", cheapest_payment(view, route), route=route, routes=(route,))
    draws = legal.by_kind("draw") or legal.by_kind("take") or legal
    return Hint("draw.plain", draws[0])


def _mix(view: View, long_first: bool) -> Action:
    """Half of each deck; of an odd number more from the last (long) deck, or from the first."""
    mixes = view.legal.by_kind("tickets")

    def uneven(action: Action) -> tuple[int, int]:
        return max(action.mix) - min(action.mix), -action.mix[-1 if long_first else 0]

    return min(mixes, key=uneven)


def _which_tickets(view: View) -> Hint:
    """The choice with the most points that the trains can well reach, by joining tickets one after the other."""
    search = _Search(view)
    least = min(len(action.kept) for action in view.legal)
    base = set(_join_all(search, view.tickets, set())[1])
    best: tuple[float, tuple[int, ...], set[int]] = (-math.inf, (), set())
    for mask in range(1, 1 << len(view.offered)):
        kept = tuple(i for i in range(len(view.offered)) if mask >> i & 1)
        if len(kept) < least:
            continue
        points, edges = _join_all(search, [view.offered[i] for i in kept], base)
        needed = sum(search.weights[route] for route in edges)
        value = points - 0.5 * needed - 3 * max(0.0, needed - 0.75 * search.trains)
        if value > best[0]:
            best = (value, kept, edges)
    _, kept, edges = best
    action = next(a for a in view.legal if a.kept == kept and not a.returned)
    routes = tuple(sorted(route for route in edges if view.owner[route] == FREE))
    trains = sum(search.atlas.lengths[route] for route in routes if not search.shared[route])
    cards = sum(search.atlas.lengths[route] for route in routes)
    return Hint("keep", action, None, tuple(view.offered[i] for i in kept), None, routes, Way(routes, trains, cards))


def _join_all(search: _Search, tickets: Iterable[int], base: set[int]) -> tuple[int, set[int]]:
    """Points of the tickets, those out of reach against it, and the edges that meet them, dearest ticket first."""
    worth = search.view.board.tickets
    edges = set(base)
    points = 0
    for ticket in sorted(tickets, key=lambda t: -worth[t].points):
        cheaper = [0 if route in edges else weight for route, weight in enumerate(search.weights)]
        more = _joined(search, cheaper, ticket)
        if more is None:
            points -= worth[ticket].points
        else:
            points += worth[ticket].points
            edges |= more
    return points, edges


def _joined(search: _Search, weights: list[float], ticket: int) -> set[int] | None:
    path = shortest_path(search.atlas.graph, weights, *search.atlas.ticket_ends[ticket])
    return set(path.edges) if path is not None and path.cost < math.inf else None


def _which_passenger(view: View) -> Hint:
    """The colour in which one more passenger decides most: to draw level or ahead, else the nearest to that."""
    taken = view.extra["passengers"]["taken"]
    seat = seat_of(view)

    def lead(action: Action) -> tuple[int, int]:
        mine = taken[seat][action.color] + 1
        best = max((row[action.color] for other, row in enumerate(taken) if other != seat), default=0)
        return -abs(mine - best), mine

    return Hint("passenger", max(view.legal, key=lead))


def _which_neutral(view: View) -> Hint:
    """The track that is not on one's own ways."""
    wanted = {route for progress in ticket_progress(view) for route in progress.routes}
    action = min(view.legal, key=lambda a: (a.route in wanted, a.index))
    return Hint("neutral", action, route=action.route, routes=(action.route,))
