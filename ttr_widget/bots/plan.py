"""The planner's route plan: which routes to build for which tickets, kept up to date as the board changes.

A plan is a Steiner forest over the open tickets in which a route costs what it takes in turns minus what it earns.
Parallel routes are one link here. A plan stays right while others build beside it and oneself builds along it, so
it is made anew only when that does not hold.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from ttr_widget.bots.atlas import GRAY, Atlas, atlas_of
from ttr_widget.engine.state import EXPRESS, FREE
from ttr_widget.gamemap import CARDS, GameMap

INF = math.inf
Ends = tuple[Collection[int], Collection[int]]


class Chart:
    """The board with parallel routes merged into links; made once per map and number of players."""

    def __init__(self, atlas: Atlas) -> None:
        board = atlas.board
        self.atlas = atlas
        self.routes = board.route_groups
        self.link_of = board.group_of
        firsts = [group[0] for group in self.routes]
        self.length = [atlas.lengths[route] for route in firsts]
        self.points = [atlas.points[route] for route in firsts]
        self.express = [atlas.express[route] for route in firsts]
        self.waves = [atlas.waves[route] for route in firsts]
        self.ends = [atlas.ends[route] for route in firsts]
        self.end_sums = [a + b for a, b in self.ends]  # minus one end it is the other
        self.node_links: list[list[tuple[int, int]]] = [[] for _ in range(atlas.nodes)]
        # Routes into a country have an end of their own each, so only one of a group's ends is drawn.
        for link, (a, b) in enumerate(self.ends):
            if a != b:
                self.node_links[a].append((b, link))
                self.node_links[b].append((a, link))
        self.canonical = self._canonical_nodes()
        self.ticket_ends: list[Ends] = [(self._drawn_nodes(a), self._drawn_nodes(b)) for a, b in atlas.ticket_ends]
        self.card_counts = [board.settings.cards.get(card, 0) for card in CARDS]
        total = max(1, sum(self.card_counts))
        choice = 1.7 if board.settings.market else 1.0
        self.color_flow = 2 * choice * max(self.card_counts[:-1]) / total
        self.wild_flow = 2 * min(choice, 1.2) * self.card_counts[-1] / total
        self.gray = [any(atlas.colors[route] == GRAY for route in group) for group in self.routes]
        self.link_colors = [tuple(atlas.colors[route] for route in group) for group in self.routes]
        self.ferry_spaces = int(board.settings.mechanics.get("ferries", {}).get("spaces", 0))
        self.single = [[atlas.colors[group[0]]] for group in self.routes]

    def _canonical_nodes(self) -> list[int]:
        """For an end node of a country that belongs to a parallel route: the node drawn for its group."""
        canonical = list(range(self.atlas.nodes))
        for group in self.routes:
            for other in group[1:]:
                for mine, drawn in zip(self.atlas.ends[other], self._drawn(group[0], other), strict=True):
                    canonical[mine] = drawn
        return canonical

    def _drawn_nodes(self, nodes: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({self.canonical[node] for node in nodes}))

    def _drawn(self, first: int, other: int) -> tuple[int, int]:
        a, b = self.atlas.ends[first]
        same_way = self.atlas.city_ends[first] == self.atlas.city_ends[other]
        return (a, b) if same_way else (b, a)


@lru_cache(maxsize=32)
def chart_of(board: GameMap, players: int) -> Chart:
    """The chart of a map for a number of players."""
    return Chart(atlas_of(board, players))


def cheapest_way(
    chart: Chart,
    weights: Sequence[float],
    sources: Iterable[int],
    targets: Collection[int],
    listed: Sequence[float] | None = None,
    limit: float = INF,
) -> tuple[float, list[int]]:
    """Cost and links of the cheapest way (Dijkstra 1959); infinity if there is none that costs at most `limit`.

    Links that cost nothing, by `listed` or else by the weights, are not named.
    """
    node_links = chart.node_links
    distance = [INF] * len(node_links)
    came = [-1] * len(node_links)
    heap = []
    for node in sources:
        distance[node] = 0.0
        heap.append((0.0, node))
    while heap:
        far, node = heappop(heap)
        if node in targets:
            return far, _links_to(chart, came, node, weights if listed is None else listed)
        if far > distance[node]:
            continue
        for other, link in node_links[node]:
            there = far + weights[link]
            if there < distance[other] and there <= limit:
                distance[other] = there
                came[other] = link
                heappush(heap, (there, other))
                if other in targets:
                    limit = there  # nothing dearer need be kept
    return INF, []


def _links_to(chart: Chart, came: Sequence[int], node: int, listed: Sequence[float]) -> list[int]:
    way = []
    link = came[node]
    while link >= 0:
        if listed[link]:
            way.append(link)
        node = chart.end_sums[link] - node
        link = came[node]
    return way


def reach(node_links: list[list[tuple[int, int]]], weights: Sequence[float], sources: Iterable[int]) -> list[float]:
    """The cost from the sources to every node."""
    distance = [INF] * len(node_links)
    heap = []
    for node in sources:
        distance[node] = 0.0
        heap.append((0.0, node))
    while heap:
        far, node = heappop(heap)
        if far > distance[node]:
            continue
        for other, link in node_links[node]:
            there = far + weights[link]
            if there < distance[other]:
                distance[other] = there
                heappush(heap, (there, other))
    return distance


Way = tuple[float, list[int]]


def cheapest_forest(
    chart: Chart, weights: Sequence[float], pairs: Sequence[Ends], alone: Sequence[Way] | None = None, rounds: int = 2
) -> tuple[float, list[list[int]]]:
    """A way for each pair so that all links together cost little, and that cost; infinity if a pair cannot be joined.

    The pairs are joined one after the other over what is there, the farthest first and the nearest first; then each way
    in turn is taken out and laid anew over the others, until nothing changes. `alone` are the ways of each pair by
    itself, if they are known.
    """
    far = alone if alone is not None else [cheapest_way(chart, weights, *pair) for pair in pairs]
    if any(cost == INF for cost, _ in far):
        return INF, [[] for _ in pairs]
    if len(pairs) == 1:
        return far[0][0], [far[0][1]]
    order = sorted(range(len(pairs)), key=lambda index: -far[index][0])
    best = _laid(chart, weights, pairs, order, [far[index][1] for index in order], rounds)
    if len(pairs) > 5:
        return best
    order.reverse()
    other = _laid(chart, weights, pairs, order, [far[index][1] for index in order], rounds)
    return best if best[0] <= other[0] else other


def _laid(
    chart: Chart,
    weights: Sequence[float],
    pairs: Sequence[Ends],
    order: Sequence[int],
    alone: Sequence[list[int]],
    rounds: int,
) -> tuple[float, list[list[int]]]:
    ways: list[list[int]] = [[] for _ in pairs]
    cheaper = list(weights)
    users = [0] * len(weights)  # how many ways run over each link
    for index, way in zip(order, alone, strict=True):
        if index != order[0]:
            limit = sum([cheaper[link] for link in way]) + 1e-9
            way = cheapest_way(chart, cheaper, *pairs[index], weights, limit)[1]
        ways[index] = way
        for link in way:
            cheaper[link] = 0.0
            users[link] += 1
    settled = 1  # so many ways in a row are the cheapest over all others: the last one was just laid so
    for index in [*order] * rounds:
        if settled == len(order):
            break
        settled += 1
        old = ways[index]
        own = [link for link in old if users[link] == 1]
        if not own:
            continue
        for link in own:
            cheaper[link] = weights[link]
        better = sum([weights[link] for link in own]) - 1e-9
        cost, way = cheapest_way(chart, cheaper, *pairs[index], weights, better)
        if cost < INF:
            settled = 1
            for link in old:
                users[link] -= 1
            for link in way:
                users[link] += 1
            ways[index] = way
        for link in ways[index]:
            cheaper[link] = 0.0
    return sum([weights[link] for link, number in enumerate(users) if number]), ways


def open_weights(
    chart: Chart, owner: Sequence[int], seat: int, trains: int, supply: int, price: Sequence[float]
) -> list[float]:
    """The price of every link for the seat: 0 if it may use it already, infinity if it cannot have it any more."""
    closes = chart.atlas.closes_twins
    weights = []
    for link, group in enumerate(chart.routes):
        weight = INF
        taken = False
        for route in group:
            holder = owner[route]
            if holder == FREE:
                weight = price[link]
            elif holder in (seat, EXPRESS):
                weight = 0.0
                break
            else:
                taken = True
        if weight and ((taken and closes) or (chart.length[link] > trains and not (supply and chart.express[link]))):
            weight = INF
        weights.append(weight)
    return weights
