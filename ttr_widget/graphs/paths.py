"""Shortest paths on a board: how a player gets from one place to another with the fewest trains.

Graphs are plain lists (see `ttr_widget.graphs`), places are sets of nodes, a weight of
infinity closes an edge.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

Adjacency = list[list[tuple[int, int]]]  # node -> (neighbour, edge), one entry an edge
Weights = Sequence[float]  # of the edges; math.inf: may not be used
NO_EDGE = -1


class Path(NamedTuple):
    """A way through the graph; nodes has one entry more than edges."""

    cost: float
    edges: list[int]
    nodes: list[int]


class Reach(NamedTuple):
    """What a search found for every node: its distance, and the last edge and node on the way to it."""

    distance: list[float]
    edge: list[int]  # NO_EDGE where the search started or never came
    before: list[int]

    def way_to(self, node: int) -> Path:
        """The way the search came to the node."""
        cost, edges, nodes = self.distance[node], [], [node]
        while self.edge[node] != NO_EDGE:
            edges.append(self.edge[node])
            node = self.before[node]
            nodes.append(node)
        return Path(cost, edges[::-1], nodes[::-1])


def adjacency(nodes: int, ends: Iterable[tuple[int, int]]) -> Adjacency:
    """The graph of nodes 0 … nodes-1 in which edge i joins the i-th pair of ends; loops are left out.

    >>> adjacency(3, [(0, 1), (1, 2), (0, 1)])
    [[(1, 0), (1, 2)], [(0, 0), (2, 1), (0, 2)], [(1, 1)]]
    """
    graph: Adjacency = [[] for _ in range(nodes)]
    for edge, (a, b) in enumerate(ends):
        if a != b:
            graph[a].append((b, edge))
            graph[b].append((a, edge))
    return graph


def open_weights(weights: Iterable[float | None]) -> list[float]:
    """Weights in which None closes an edge, in the standard form.

    >>> open_weights([2, None, 0])
    [2, inf, 0]
    """
    return [math.inf if weight is None else weight for weight in weights]


def player_weights(
    lengths: Sequence[int], owner: Sequence[int], player: int, *, closed: Iterable[int] = (), free: int = -1
) -> list[float]:
    """Trains the player still needs for each route: 0 for own ones, infinity for others' and closed ones.

    >>> player_weights([3, 2, 4, 1], [-1, 0, 1, -1], 0, closed=[3])
    [3, 0, inf, inf]
    """
    weights: list[float] = [
        length if holder == free else 0 if holder == player else math.inf
        for length, holder in zip(lengths, owner, strict=True)
    ]
    for route in closed:
        if owner[route] != player:
            weights[route] = math.inf
    return weights


def spread(graph: Adjacency, weights: Weights, distance: list[float]) -> Reach:
    """Lower the given first distances to those over the graph (Dijkstra 1959, with a binary heap).

    >>> spread(adjacency(3, [(0, 1), (1, 2)]), [4, 1], [0, math.inf, 2]).distance
    [0, 3, 2]
    """
    edge_to = [NO_EDGE] * len(graph)
    before = [NO_EDGE] * len(graph)
    heap = [(far, node) for node, far in enumerate(distance) if far < math.inf]
    heapify(heap)
    while heap:
        far, node = heappop(heap)
        if far > distance[node]:
            continue
        for other, edge in graph[node]:
            there = far + weights[edge]
            if there < distance[other]:
                distance[other] = there
                edge_to[other] = edge
                before[other] = node
                heappush(heap, (there, other))
    return Reach(distance, edge_to, before)


def distances(graph: Adjacency, weights: Weights, sources: Iterable[int]) -> Reach:
    """Distances of all nodes from the nearest source (Dijkstra 1959).

    >>> square = adjacency(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> distances(square, [1, 1, 5, 4], [0]).distance
    [0, 1, 2, 4]
    """
    distance = [math.inf] * len(graph)
    for node in sources:
        distance[node] = 0
    return spread(graph, weights, distance)


def shortest_path(graph: Adjacency, weights: Weights, sources: Iterable[int], targets: Collection[int]) -> Path | None:
    """The cheapest way from any source to any target, None if there is none (Dijkstra 1959).

    >>> square = adjacency(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> shortest_path(square, [1, 1, 5, 4], [0], [2])
    Path(cost=2, edges=[0, 1], nodes=[0, 1, 2])
    >>> shortest_path(square, [1, math.inf, math.inf, 4], [0], {2}) is None
    True
    """
    return _shortest(graph, weights, sources, targets, (), ())


def _shortest(
    graph: Adjacency,
    weights: Weights,
    sources: Iterable[int],
    targets: Collection[int],
    banned_nodes: Collection[int],
    banned_first: Collection[int],
) -> Path | None:
    """As shortest_path, but without some nodes, and without some edges at the very start."""
    distance = [math.inf] * len(graph)
    for node in banned_nodes:
        distance[node] = -1  # nothing is nearer, so the search never enters it
    heap: list[tuple[float, int]] = []
    starts = set(sources)
    for node in starts:
        distance[node] = 0
        heap.append((0, node))
    reach = Reach(distance, [NO_EDGE] * len(graph), [NO_EDGE] * len(graph))
    heapify(heap)
    while heap:
        far, node = heappop(heap)
        if far > distance[node]:
            continue
        if node in targets:
            return reach.way_to(node)
        first = node in starts
        for other, edge in graph[node]:
            there = far + weights[edge]
            if there < distance[other] and not (first and edge in banned_first):
                distance[other] = there
                reach.edge[other] = edge
                reach.before[other] = node
                heappush(heap, (there, other))
    return None


def k_shortest_paths(
    graph: Adjacency, weights: Weights, sources: Iterable[int], targets: Collection[int], k: int
) -> list[Path]:
    """Up to k ways without repeated nodes, cheapest first (Yen 1971, in the form of Lawler 1972).

    Ways over different parallel edges count as different.

    >>> square = adjacency(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> [path.nodes for path in k_shortest_paths(square, [1, 1, 5, 4], [0], [2], 3)]
    [[0, 1, 2], [0, 3, 2]]
    """
    starts = set(sources)
    found: list[Path] = []
    # A candidate is the best of all ways that begin like it up to a node, and go on from there by
    # an edge not banned. After it is taken, the other ways of that set are split by where they leave it.
    heap: list[tuple[float, int, Path, int, frozenset[int]]] = []
    ticket = 0  # breaks ties without comparing paths

    def propose(root: Path, banned: frozenset[int]) -> None:
        nonlocal ticket
        spur = root.nodes[-1]
        way = _shortest(graph, weights, [spur], targets, {*starts, *root.nodes} - {spur}, banned)
        if way is not None:
            ticket += 1
            whole = Path(root.cost + way.cost, root.edges + way.edges, root.nodes[:-1] + way.nodes)
            heappush(heap, (whole.cost, ticket, whole, len(root.edges), banned))

    for start in sorted(starts):
        propose(Path(0, [], [start]), frozenset())
    while heap and len(found) < k:
        _, _, path, fixed, banned = heappop(heap)
        found.append(path)
        for length in range(fixed, len(path.edges)):
            root = Path(
                sum(weights[edge] for edge in path.edges[:length]), path.edges[:length], path.nodes[: length + 1]
            )
            banned_here = banned if length == fixed else frozenset()
            propose(root, banned_here | {path.edges[length]})
    return found


def distance_table(graph: Adjacency, weights: Weights) -> list[list[float]]:
    """All distances, table[a][b] (Dijkstra from every node: quicker than Floyd–Warshall on sparse boards).

    >>> distance_table(adjacency(3, [(0, 1), (1, 2)]), [4, 1])
    [[0, 4, 5], [4, 0, 1], [5, 1, 0]]
    """
    return [distances(graph, weights, [node]).distance for node in range(len(graph))]
