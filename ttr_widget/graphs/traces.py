"""Textbook algorithms on a networkx graph, one step at a time, for lessons on the board.

Each function yields a `Step` for everything worth looking at. A step says what happened as data
(`kind` and `facts`), so that it can be told in any language; `text` tells it in English.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from typing import Any

import networkx as nx

from ttr_widget.graphs.connectivity import join

Node = Hashable
Edge = tuple[Any, ...]  # (a, b), or (a, b, key) in a multigraph, as networkx names it

TEXTS = {
    "start": "Start at {node}.",
    "sort": "Sort the {number} edges by length.",
    "visit": "Visit {node}.",
    "visit_at": "Visit {node}: no shorter way than {distance} is left.",
    "found": "{other} is new, found from {node}.",
    "shorter": "{other} can be reached from {node} with {distance}.",
    "not_shorter": "Going to {other} by {node} would be {distance}: no better.",
    "known": "{other} is already known.",
    "back": "Nothing new at {node}: go back.",
    "take": "Take the edge {node} – {other}, length {length}.",
    "circle": "{node} – {other} would close a circle: leave it out.",
    "round": "Round {number}: look at every edge again.",
    "unchanged": "Nothing changed in this round.",
    "nearest": "{other} is the nearest place not yet joined: {distance} from {node}.",
    "goal": "{node} is reached with {distance}.",
    "unreachable": "{node} cannot be reached.",
    "done": "Done: {number} edges, length {distance}.",
    "done_visited": "Done: {number} nodes visited.",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an algorithm and how things stand after it."""

    kind: str
    facts: dict[str, object] = field(default_factory=dict)
    visited: tuple[Node, ...] = ()  # finished, in order
    frontier: tuple[Node, ...] = ()  # found, but not finished
    chosen: tuple[Edge, ...] = ()  # the tree, or at the end the path
    considered: Edge | None = None
    distances: dict[Node, float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return TEXTS[self.kind].format(**self.facts)


Steps = Iterator[Step]


def dijkstra(graph: nx.Graph, source: Node, target: Node | None = None, weight: str = "length") -> Steps:
    """Shortest paths from a source (Dijkstra 1959); with a target, `chosen` of the last step is the path.

    >>> graph = nx.Graph()
    >>> graph.add_weighted_edges_from([("A", "B", 1), ("B", "C", 1), ("A", "C", 3)], weight="length")
    >>> for step in dijkstra(graph, "A", "C"):
    ...     print(step.text)
    Start at A.
    Visit A: no shorter way than 0 is left.
    B can be reached from A with 1.
    C can be reached from A with 3.
    Visit B: no shorter way than 1 is left.
    C can be reached from B with 2.
    Visit C: no shorter way than 2 is left.
    C is reached with 2.
    >>> step.chosen
    (('A', 'B'), ('B', 'C'))
    """
    distances: dict[Node, float] = {source: 0}
    by: dict[Node, Edge] = {}
    visited: dict[Node, None] = {}
    tie = count()
    heap = [(0.0, next(tie), source)]

    def step(kind: str, considered: Edge | None = None, **facts: object) -> Step:
        frontier = tuple(node for node in distances if node not in visited)
        return Step(kind, facts, tuple(visited), frontier, tuple(by.values()), considered, dict(distances))

    yield step("start", node=source)
    while heap:
        _, _, node = heappop(heap)
        if node in visited:
            continue
        visited[node] = None
        yield step("visit_at", node=node, distance=distances[node])
        if node == target:
            break
        for other, edge, length in _around(graph, node, weight):
            if other in visited:
                continue
            distance = distances[node] + length
            better = other not in distances or distance < distances[other]
            if better:
                distances[other] = distance
                by[other] = edge
                heappush(heap, (distance, next(tie), other))
            yield step("shorter" if better else "not_shorter", edge, node=node, other=other, distance=distance)
    yield _last_step(step, by, distances, target)


def bellman_ford(graph: nx.Graph, source: Node, target: Node | None = None, weight: str = "length") -> Steps:
    """Shortest paths from a source by looking at all edges round after round (Bellman 1958, Ford 1956).

    >>> graph = nx.Graph()
    >>> graph.add_weighted_edges_from([("B", "C", 1), ("A", "B", 1)], weight="length")
    >>> [step.text for step in bellman_ford(graph, "A") if step.kind in ("round", "shorter")]
    ['Round 1: look at every edge again.', 'B can be reached from A with 1.',
     'Round 2: look at every edge again.', 'C can be reached from B with 2.',
     'Round 3: look at every edge again.']
    """
    distances: dict[Node, float] = {source: 0}
    by: dict[Node, Edge] = {}

    def step(kind: str, considered: Edge | None = None, **facts: object) -> Step:
        return Step(kind, facts, (), tuple(distances), tuple(by.values()), considered, dict(distances))

    yield step("start", node=source)
    for number in range(1, len(graph) + 1):
        yield step("round", number=number)
        changed = False
        for edge, length in _edges(graph, weight):
            for node, other in (edge[:2], edge[1::-1]):
                if node not in distances:
                    continue
                distance = distances[node] + length
                if other not in distances or distance < distances[other]:
                    changed = True
                    distances[other] = distance
                    by[other] = (node, other, *edge[2:])
                    yield step("shorter", by[other], node=node, other=other, distance=distance)
        if not changed:
            yield step("unchanged")
            break
    yield _last_step(step, by, distances, target)


def bfs(graph: nx.Graph, source: Node) -> Steps:
    """Breadth-first search: all nodes in order of their number of edges from the source (Moore 1959).

    >>> [step.text for step in bfs(nx.path_graph(3), 1)]
    ['Start at 1.', 'Visit 1.', '0 is new, found from 1.', '2 is new, found from 1.',
     'Visit 0.', '1 is already known.', 'Visit 2.', '1 is already known.', 'Done: 3 nodes visited.']
    """
    distances: dict[Node, float] = {source: 0}
    by: dict[Node, Edge] = {}
    visited: dict[Node, None] = {}
    queue = deque([source])

    def step(kind: str, considered: Edge | None = None, **facts: object) -> Step:
        return Step(kind, facts, tuple(visited), tuple(queue), tuple(by.values()), considered, dict(distances))

    yield step("start", node=source)
    while queue:
        node = queue.popleft()
        visited[node] = None
        yield step("visit", node=node)
        for other, edge, _ in _around(graph, node):
            new = other not in distances
            if new:
                distances[other] = distances[node] + 1
                by[other] = edge
                queue.append(other)
            yield step("found" if new else "known", edge, node=node, other=other)
    yield step("done_visited", number=len(visited))


def dfs(graph: nx.Graph, source: Node) -> Steps:
    """Depth-first search: always on from the newest node, back where nothing is new (Trémaux, in Lucas 1882).

    `frontier` is the way back to the source.

    >>> [step.text for step in dfs(nx.path_graph(3), 0) if step.kind in ("visit", "back")]
    ['Visit 0.', 'Visit 1.', 'Visit 2.', 'Nothing new at 2: go back.', 'Nothing new at 1: go back.']
    """
    by: dict[Node, Edge] = {}
    visited: dict[Node, None] = {source: None}
    stack = [(source, iter(_around(graph, source)))]

    def step(kind: str, considered: Edge | None = None, **facts: object) -> Step:
        return Step(kind, facts, tuple(visited), tuple(node for node, _ in stack), tuple(by.values()), considered)

    yield step("start", node=source)
    yield step("visit", node=source)
    while stack:
        node, waiting = stack[-1]
        for other, edge, _ in waiting:
            if node in by and by[node][2:] == edge[2:] and other == by[node][0]:
                continue  # the edge it came by
            if other in visited:
                yield step("known", edge, node=node, other=other)
                continue
            visited[other] = None
            by[other] = edge
            stack.append((other, iter(_around(graph, other))))
            yield step("found", edge, node=node, other=other)
            yield step("visit", node=other)
            break
        else:
            stack.pop()
            if stack:
                yield step("back", node=node)
    yield step("done_visited", number=len(visited))


def prim(graph: nx.Graph, source: Node, weight: str = "length") -> Steps:
    """Minimum spanning tree grown from one node (Jarník 1930, Prim 1957).

    >>> graph = nx.Graph()
    >>> graph.add_weighted_edges_from([("A", "B", 1), ("B", "C", 2), ("A", "C", 3)], weight="length")
    >>> [step.text for step in prim(graph, "A")]
    ['Start at A.', 'Take the edge A – B, length 1.', 'Take the edge B – C, length 2.',
     'A – C would close a circle: leave it out.', 'Done: 2 edges, length 3.']
    """
    visited: dict[Node, None] = {source: None}
    chosen: list[Edge] = []
    total: float = 0
    tie = count()
    heap = [(length, next(tie), edge) for _, edge, length in _around(graph, source, weight)]
    heap.sort()

    def step(kind: str, considered: Edge | None = None, **facts: object) -> Step:
        frontier = dict.fromkeys(edge[1] for _, _, edge in sorted(heap) if edge[1] not in visited)
        return Step(kind, facts, tuple(visited), tuple(frontier), tuple(chosen), considered)

    yield step("start", node=source)
    while heap:
        length, _, edge = heappop(heap)
        node, other = edge[:2]
        if other in visited:
            yield step("circle", edge, node=node, other=other)
            continue
        visited[other] = None
        chosen.append(edge)
        total += length
        for beyond, next_edge, next_length in _around(graph, other, weight):
            if beyond not in visited:
                heappush(heap, (next_length, next(tie), next_edge))
        yield step("take", edge, node=node, other=other, length=length)
    yield step("done", number=len(chosen), distance=total)


def kruskal(graph: nx.Graph, weight: str = "length") -> Steps:
    """Minimum spanning forest, shortest edges first (Kruskal 1956).

    >>> graph = nx.Graph()
    >>> graph.add_weighted_edges_from([("A", "C", 3), ("A", "B", 1), ("B", "C", 2)], weight="length")
    >>> [step.text for step in kruskal(graph)]
    ['Sort the 3 edges by length.', 'Take the edge A – B, length 1.', 'Take the edge C – B, length 2.',
     'A – C would close a circle: leave it out.', 'Done: 2 edges, length 3.']
    """
    number = {node: index for index, node in enumerate(graph)}
    parent = list(range(len(number)))
    chosen: list[Edge] = []
    total: float = 0
    edges = sorted(_edges(graph, weight), key=lambda item: item[1])

    def step(kind: str, considered: Edge | None = None, **facts: object) -> Step:
        visited = dict.fromkeys(node for edge in chosen for node in edge[:2])
        return Step(kind, facts, tuple(visited), (), tuple(chosen), considered)

    yield step("sort", number=len(edges))
    for edge, length in edges:
        node, other = edge[:2]
        if join(parent, number[node], number[other]):
            chosen.append(edge)
            total += length
            yield step("take", edge, node=node, other=other, length=length)
        else:
            yield step("circle", edge, node=node, other=other)
    yield step("done", number=len(chosen), distance=total)


def steiner(graph: nx.Graph, places: Sequence[Node], weight: str = "length") -> Steps:
    """A good tree joining some places: always on to the nearest one missing (Takahashi & Matsuyama 1980).

    >>> graph = nx.Graph()
    >>> graph.add_weighted_edges_from([("A", "B", 1), ("B", "C", 1), ("B", "D", 2)], weight="length")
    >>> [step.text for step in steiner(graph, ["A", "D", "C"])]
    ['Start at A.', 'C is the nearest place not yet joined: 2 from A.',
     'D is the nearest place not yet joined: 2 from B.', 'Done: 3 edges, length 4.']
    """
    tree: dict[Node, None] = {places[0]: None}
    chosen: list[Edge] = []
    missing = [place for place in dict.fromkeys(places) if place not in tree]

    def step(kind: str, **facts: object) -> Step:
        return Step(kind, facts, tuple(tree), tuple(missing), tuple(chosen))

    yield step("start", node=places[0])
    while missing:
        searches = [(start, list(dijkstra(graph, start, weight=weight))[-1]) for start in tree]
        ways = [
            (search.distances[place], start, place, search)
            for start, search in searches
            for place in missing
            if place in search.distances
        ]
        if not ways:
            yield step("unreachable", node=missing[0])
            return
        distance, start, place, search = min(ways, key=lambda way: way[0])
        way = _path({edge[1]: edge for edge in search.chosen}, place)
        chosen += way
        tree.update(dict.fromkeys(edge[1] for edge in way))
        missing = [other for other in missing if other not in tree]
        yield step("nearest", node=start, other=place, distance=distance)
    yield step("done", number=len(chosen), distance=_total(graph, chosen, weight))


def _around(graph: nx.Graph, node: Node, weight: str = "") -> Iterator[tuple[Node, Edge, float]]:
    """Neighbour, edge seen from the node, and its length, for all edges at the node except loops."""
    for edge in graph.edges(node, keys=True) if graph.is_multigraph() else graph.edges(node):
        if edge[0] != edge[1]:
            yield edge[1], edge, graph.edges[edge].get(weight, 1)


def _edges(graph: nx.Graph, weight: str) -> list[tuple[Edge, float]]:
    edges = graph.edges(keys=True) if graph.is_multigraph() else graph.edges
    return [(edge, graph.edges[edge].get(weight, 1)) for edge in edges]


def _path(by: dict[Node, Edge], node: Node) -> list[Edge]:
    way: list[Edge] = []
    while node in by:
        way.append(by[node])
        node = by[node][0]
    return way[::-1]


def _last_step(step: Callable[..., Step], by: dict[Node, Edge], distances: dict[Node, float], target: Node) -> Step:
    if target is None:
        return step("done_visited", number=len(distances))
    if target not in distances:
        return step("unreachable", node=target)
    return replace(step("goal", node=target, distance=distances[target]), chosen=tuple(_path(by, target)))


def _total(graph: nx.Graph, edges: list[Edge], weight: str) -> float:
    lengths: list[float] = [graph.edges[edge].get(weight, 1) for edge in edges]
    return sum(lengths)
