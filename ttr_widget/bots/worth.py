"""What the mechanics make a route worth to the planner, beyond its points; and what a turn is worth on a map."""

from __future__ import annotations

from collections.abc import Callable

from ttr_widget.bots.atlas import express_left
from ttr_widget.bots.needs import CARDS_A_TURN
from ttr_widget.bots.plan import INF, Chart, cheapest_way, open_weights
from ttr_widget.engine import View
from ttr_widget.engine.state import FREE


def pace_of(chart: Chart, extra: float = 0.0) -> float:
    """Points a turn that somebody makes who only builds the most profitable routes until the trains are used up."""

    def profit(link: int) -> float:
        return (chart.points[link] + extra) / _turns(chart.length[link])

    order = sorted(range(len(chart.length)), key=profit, reverse=True)
    trains, turns, points = float(chart.atlas.trains), 0.0, 0.0
    for link in order:
        if trains <= 0:
            break
        trains -= chart.length[link]
        turns += _turns(chart.length[link])
        points += chart.points[link] + extra
    return points / turns if turns else 0.0


def _turns(length: int) -> float:
    return 1 + length / CARDS_A_TURN


Adder = Callable[[View, Chart, int, list[float]], None]


def link_worth(view: View, chart: Chart, seat: int) -> list[float]:
    """Points that each link brings through the mechanics that are on, as far as one can say now."""
    worth = [0.0] * len(chart.length)
    for name in view.board.settings.mechanics:
        add = ADDERS.get(name)
        if add is not None:
            add(view, chart, seat, worth)
    _blocking(view, chart, seat, worth)
    return worth


PASSENGER = 3.5


def _passengers(view: View, chart: Chart, seat: int, worth: list[float]) -> None:
    """G4, G7: a passenger waits at this many of the two ends."""
    places = view.extra["passengers"]["places"]
    waiting = [any(place) for place in places]
    for link, group in enumerate(chart.routes):
        a, b = chart.atlas.city_ends[group[0]]
        worth[link] += PASSENGER * (waiting[a] + waiting[b])


TOKEN = 1.0


def _tolls(view: View, chart: Chart, seat: int, worth: list[float]) -> None:
    """N5–N7: a toll lowers the rank, more so if it goes to an opponent; a loan costs points and, once, the bonus."""
    own = view.extra["tolls"]
    tokens = own["tokens"][seat]
    parameters = view.board.settings.mechanics["tolls"]
    table = parameters["bonus"].get(view.players, [0])
    in_debt = own["loans"][seat] > 0
    lost_bonus = 0.0 if in_debt else sum(table) / len(table)
    for link, group in enumerate(chart.routes):
        toll = chart.atlas.tolls[group[0]]
        if not toll:
            continue
        if toll > tokens:
            worth[link] += parameters["loan"] - lost_bonus
        elif not in_debt:
            to_other = own["first_holder"][link] not in (FREE, seat)
            worth[link] -= toll * TOKEN * (1.5 if to_other else 1.0)


STEP, FIRST_STEP = 1.3, 8.0


def _express(view: View, chart: Chart, seat: int, worth: list[float]) -> None:
    """J2, J8: steps on the track, and above all the first ones."""
    own = view.extra["express"]
    if not own["supply"]:
        return
    first = FIRST_STEP if not own["track"][seat] else 0.0
    for link, is_express in enumerate(chart.express):
        if is_express:
            worth[link] += STEP * chart.length[link] + first - chart.points[link]


LONGEST = 0.5


class OwnTrack:
    """The networks of one seat: which node is in which, how heavy each is, how many routes end at each node."""

    def __init__(self, view: View, chart: Chart, seat: int) -> None:
        self.parent: dict[int, int] = {}
        self.degree: dict[int, int] = {}
        self.weight: dict[int, int] = {}
        for route, holder in enumerate(view.owner):
            if holder == seat:
                link = chart.link_of[route]
                self._add(*chart.ends[link], chart.length[link])

    def _add(self, a: int, b: int, length: int) -> None:
        for node in (a, b):
            self.degree[node] = self.degree.get(node, 0) + 1
            if node not in self.parent:
                self.parent[node] = node
                self.weight[node] = 0
        top, other = self.root(a), self.root(b)
        self.weight[top] += length
        if top != other:
            self.parent[other] = top
            self.weight[top] += self.weight[other]

    def root(self, node: int) -> int:
        """The node that stands for the network."""
        parent = self.parent
        while parent[node] != node:
            node = parent[node]
        return node

    def touched(self, ends: tuple[int, int]) -> list[int]:
        """The networks at the two ends of a link."""
        return [self.root(node) for node in ends if node in self.parent]


def _longest_path(view: View, chart: Chart, seat: int, worth: list[float]) -> None:
    """B18: a link goes on where own track ends, or joins two own networks."""
    own = OwnTrack(view, chart, seat)
    if not own.parent:
        return
    heaviest = max(own.weight[own.root(node)] for node in own.parent)
    for link, ends in enumerate(chart.ends):
        joined = own.touched(ends)
        if len(joined) == 2 and joined[0] != joined[1]:
            smaller = min(own.weight[joined[0]], own.weight[joined[1]])
            worth[link] += LONGEST * (chart.length[link] + 0.5 * smaller)
        elif len(joined) == 1 and own.weight[joined[0]] == heaviest:
            end = ends[0] if ends[0] in own.parent else ends[1]
            if own.degree[end] == 1:
                worth[link] += LONGEST * chart.length[link]


BLOCK_JOIN, BLOCK_END = 3.0, 0.7


def _blocking(view: View, chart: Chart, seat: int, worth: list[float]) -> None:
    """A link that would join two networks of an opponent, or go on where its track ends, is missed there."""
    if not BLOCK_JOIN:
        return
    for other in range(view.players):
        if other == seat:
            continue
        track = OwnTrack(view, chart, other)
        if not track.parent:
            continue
        share = 1 / (view.players - 1)
        for link, ends in enumerate(chart.ends):
            joined = track.touched(ends)
            if len(joined) == 2 and joined[0] != joined[1]:
                worth[link] += BLOCK_JOIN * share
            elif len(joined) == 1:
                end = ends[0] if ends[0] in track.parent else ends[1]
                if track.degree[end] == 1:
                    worth[link] += BLOCK_END * share


HARM, MOST_HARM = 0.6, 20.0
"""How sure one is that an opponent wants two of its networks joined, and the most that failing it can cost."""


def harms(view: View, chart: Chart, seat: int, turn: float) -> dict[int, float]:
    """What the detour costs opponents, in points, whose two networks a link would join; a turn is worth `turn`."""
    found: dict[int, float] = {}
    prices = [turn * _turns(length) for length in chart.length]
    for other in range(view.players):
        track = OwnTrack(view, chart, other) if other != seat else None
        if track is None or len(track.parent) < 4:
            continue
        weights: list[float] | None = None
        for link, ends in enumerate(chart.ends):
            joined = track.touched(ends)
            if len(joined) < 2 or joined[0] == joined[1]:
                continue
            if weights is None:
                weights = open_weights(chart, view.owner, other, view.trains[other], express_left(view), prices)
            price = weights[link]
            if not 0 < price < INF:
                continue
            weights[link] = INF
            detour = cheapest_way(chart, weights, (ends[0],), (ends[1],))[0]
            weights[link] = price
            found[link] = found.get(link, 0.0) + HARM * min(detour - price, MOST_HARM) / (view.players - 1)
    return found


REGION, REGION_STEP = 1.0, 0.8


def _regions(view: View, chart: Chart, seat: int, worth: list[float]) -> None:
    """I6: regions a link adds to the network it touches, or that two networks make together."""
    cities = view.board.cities
    table: dict[int, int] = view.board.settings.mechanics["regions"]["points"]
    most = max(table)

    def points(regions: set[str]) -> int:
        return table.get(min(len(regions), most), 0)

    own = OwnTrack(view, chart, seat)
    networks: dict[int, set[str]] = {}
    for node in own.parent:
        if node < len(cities) and cities[node].region:
            networks.setdefault(own.root(node), set()).add(cities[node].region)
    for link, ends in enumerate(chart.ends):
        here = {cities[node].region for node in ends if node < len(cities)} - {""}
        touched = [networks.get(root, set()) for root in set(own.touched(ends))]
        before = sum(points(regions) for regions in touched)
        after = here.union(*touched)
        gain = points(after) - before
        new = len(after) - max((len(regions) for regions in touched), default=0)
        worth[link] += REGION_STEP * gain + (REGION * new if touched or not own.parent else 0.0)


ADDERS: dict[str, Adder] = {
    "passengers": _passengers,
    "tolls": _tolls,
    "express": _express,
    "longest_path": _longest_path,
    "regions": _regions,
}
