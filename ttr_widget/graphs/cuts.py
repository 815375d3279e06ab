"""How easily a connection is cut: the edges it cannot do without, and the fewest edges that block it.

Weights as in `paths`: infinity is closed already, and 0 is one's own, so nobody can take it away.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Sequence

from ttr_widget.graphs.paths import NO_EDGE, Adjacency, Weights, shortest_path


def bridges(graph: Adjacency, weights: Weights) -> list[int]:
    """The open edges whose loss would cut some part of the graph in two (Tarjan 1974).

    >>> from ttr_widget.graphs.paths import adjacency
    >>> bridges(adjacency(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (3, 4)]), [1] * 6)
    [3]
    """
    order = [0] * len(graph)  # when the node was first seen, from 1
    lowest = [0] * len(graph)  # the earliest node seen that can be reached without the edge it came by
    found: list[int] = []
    clock = 0
    for root in range(len(graph)):
        if order[root]:
            continue
        clock += 1
        order[root] = lowest[root] = clock
        stack = [(root, NO_EDGE, iter(graph[root]))]
        while stack:
            node, came_by, around = stack[-1]
            for other, edge in around:
                if edge == came_by or weights[edge] == math.inf:
                    continue
                if order[other]:
                    lowest[node] = min(lowest[node], order[other])
                    continue
                clock += 1
                order[other] = lowest[other] = clock
                stack.append((other, edge, iter(graph[other])))
                break
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                    if lowest[node] > order[above]:
                        found.append(came_by)
    return sorted(found)


def needed_edges(graph: Adjacency, weights: Weights, sources: Iterable[int], targets: Collection[int]) -> list[int]:
    """The edges without which sources and targets cannot be joined any more, own ones left out.

    They lie on every way, so on the shortest; an edge of it is needed if no detour leads past it.
    In the order in which the way meets them; empty also if there is no way at all.

    >>> from ttr_widget.graphs.paths import adjacency
    >>> needed_edges(adjacency(4, [(0, 1), (1, 2), (1, 2), (2, 3)]), [2, 1, 1, 2], [0], [3])
    [0, 3]
    """
    starts = set(sources)
    way = shortest_path(graph, weights, starts, targets)
    if way is None:
        return []
    position = {node: index for index, node in enumerate(way.nodes)}
    on_way = set(way.edges)
    seen = starts | {way.nodes[0]}
    waiting = list(seen)
    furthest = 0
    needed = []
    for index, edge in enumerate(way.edges):
        while waiting:
            node = waiting.pop()
            furthest = max(furthest, len(way.edges) if node in targets else position.get(node, 0))
            for other, by in graph[node]:
                if other not in seen and by not in on_way and weights[by] < math.inf:
                    seen.add(other)
                    waiting.append(other)
        if furthest <= index:
            if weights[edge] > 0:
                needed.append(edge)
            furthest = index + 1
        # What lies on the way up to the detour's end is reached, whichever way it was left.
        for node in way.nodes[index + 1 : furthest + 1]:
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return needed


def min_cut(
    graph: Adjacency,
    weights: Weights,
    sources: Iterable[int],
    targets: Collection[int],
    price: Sequence[float] | None = None,
) -> tuple[float, list[int]]:
    """The fewest edges that block every way, as (number, edges); (inf, []) if own edges join them already.

    With `price` (of blocking each edge, such as its length) the cheapest ones instead. By the maximum
    flow of Edmonds & Karp (1972) and the theorem of Ford & Fulkerson (1956).

    >>> from ttr_widget.graphs.paths import adjacency
    >>> two_ways = adjacency(4, [(0, 1), (1, 3), (0, 2), (2, 3)])
    >>> min_cut(two_ways, [1, 1, 1, 1], [0], [3])
    (2, [0, 2])
    >>> min_cut(two_ways, [0, 1, 1, math.inf], [0], [3])
    (1, [1])
    """
    starts = set(sources)
    room = [0 if weight == math.inf else math.inf if weight == 0 else 1 for weight in weights]
    if price is not None:
        room = [price[edge] if there == 1 else there for edge, there in enumerate(room)]
    # Room left in each direction; the second half is from the higher to the lower node.
    room += room
    flow: float = 0
    while True:
        came_by = _widen(graph, room, starts, targets)
        end = next((node for node in targets if node in came_by), None)
        if end is None:
            break
        steps = []
        while end not in starts:
            end, direction = came_by[end]
            steps.append(direction)
        more = min((room[direction] for direction in steps), default=math.inf)
        if more == math.inf:
            return math.inf, []
        flow += more
        for direction in steps:
            room[direction] -= more
            room[(direction + len(weights)) % len(room)] += more
    cut = {edge for node in came_by for other, edge in graph[node] if other not in came_by and weights[edge] < math.inf}
    return flow, sorted(cut)


def _widen(
    graph: Adjacency, room: Sequence[float], starts: Iterable[int], targets: Collection[int]
) -> dict[int, tuple[int, int]]:
    """Nodes reached where room is left, breadth first until a target: node -> (node before, direction)."""
    edges = len(room) // 2
    came_by = {node: (node, NO_EDGE) for node in starts}
    waiting = deque(came_by)
    while waiting:
        node = waiting.popleft()
        if node in targets:
            break
        for other, edge in graph[node]:
            direction = edge if node < other else edge + edges
            if other not in came_by and room[direction] > 0:
                came_by[other] = (node, direction)
                waiting.append(other)
    return came_by
