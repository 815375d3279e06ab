"""Steiner trees and forests: the cheapest set of routes that joins several places, or meets several tickets.

A place is a set of nodes, of which the tree must touch one. Small cases are exact, larger ones very good.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from operator import add
from typing import NamedTuple

from ttr_widget.graphs.connectivity import find, join
from ttr_widget.graphs.paths import NO_EDGE, Adjacency, Reach, Weights, distances, shortest_path, spread

Place = Collection[int]
Pair = tuple[Place, Place]
Wanted = Sequence[Sequence[Place]]  # lists of places; each list must be joined within itself


class Network(NamedTuple):
    """A set of edges and what they cost together; infinite cost and no edges if it is impossible."""

    cost: float
    edges: frozenset[int]


IMPOSSIBLE = Network(math.inf, frozenset())


def steiner_tree(graph: Adjacency, weights: Weights, places: Sequence[Place], *, exact_up_to: int = 8) -> Network:
    """The cheapest edges that join all places.

    Up to `exact_up_to` places by the dynamic program of Dreyfus & Wagner (1971) in the form of
    Erickson, Monma & Veinott (1987); above, the path heuristic of Takahashi & Matsuyama (1980)
    from every place in turn, improved by exchanging key paths.

    >>> from ttr_widget.graphs.paths import adjacency
    >>> star = adjacency(4, [(0, 3), (1, 3), (2, 3), (0, 1), (1, 2)])
    >>> cost, edges = steiner_tree(star, [2, 2, 2, 4, 4], [[0], [1], [2]])
    >>> cost, sorted(edges)
    (6, [0, 1, 2])
    """
    places = _distinct(places)
    if not all(places):
        return IMPOSSIBLE
    if len(places) < 2:
        return Network(0, frozenset())
    if len(places) <= exact_up_to:
        table = _SubsetTrees(graph, weights, places[1:])
        return _tidy(graph, weights, table.tree(len(table.reach) - 1, places[0]), [places])
    trees = [_path_heuristic(graph, weights, places[first:] + places[:first]) for first in range(len(places))]
    return _exchange_paths(graph, weights, min(trees, key=lambda tree: tree.cost), places)


def steiner_forest(graph: Adjacency, weights: Weights, pairs: Sequence[Pair], *, exact_up_to: int = 8) -> Network:
    """The cheapest edges that join the two places of every pair; pairs need not be joined to each other.

    With up to `exact_up_to` different places exact: Steiner trees of all subsets (Erickson, Monma &
    Veinott 1987), then the best partition of the pairs into trees. Above, from a tree over all places
    and from joining the pairs one by one in several orders, each pair is taken out and joined again
    over what is there, until that no longer helps.

    >>> from ttr_widget.graphs.paths import adjacency
    >>> path = adjacency(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    >>> cost, edges = steiner_forest(path, [1, 1, 9, 1], [([0], [1]), ([1], [2]), ([3], [4])])
    >>> cost, sorted(edges)
    (3, [0, 1, 3])
    """
    pairs = [pair for pair in pairs if set(pair[0]).isdisjoint(pair[1])]
    places = _distinct([place for pair in pairs for place in pair])
    if not all(places):
        return IMPOSSIBLE
    if not pairs:
        return Network(0, frozenset())
    if len(places) > exact_up_to:
        return _join_pair_by_pair(graph, weights, pairs)
    number = {frozenset(place): index for index, place in enumerate(places)}
    bits = [1 << number[frozenset(a)] | 1 << number[frozenset(b)] for a, b in pairs]
    table = _SubsetTrees(graph, weights, places)
    edges: set[int] = set()
    for tree in _best_partition(table, bits):
        edges |= table.tree(tree, range(len(graph)))
    return _tidy(graph, weights, edges, pairs)


def _distinct(places: Iterable[Place]) -> list[Place]:
    return list({frozenset(place): place for place in places}.values())


class _SubsetTrees:
    """The cheapest trees over every subset of the places (bits of a number) that touch a given node."""

    def __init__(self, graph: Adjacency, weights: Weights, places: Sequence[Place]) -> None:
        self.reach: list[Reach] = [Reach([], [], [])] * (1 << len(places))
        for subset in range(1, len(self.reach)):
            lowest = subset & -subset
            if subset == lowest:
                self.reach[subset] = distances(graph, weights, places[lowest.bit_length() - 1])
                continue
            merged = [math.inf] * len(graph)
            for part in _parts(subset):
                here = map(add, self.reach[part].distance, self.reach[subset ^ part].distance)
                merged = list(map(min, merged, here))
            self.reach[subset] = spread(graph, weights, merged)

    def cost(self, subset: int) -> float:
        return min(self.reach[subset].distance)

    def tree(self, subset: int, roots: Iterable[int]) -> set[int]:
        """The edges of a cheapest tree over the subset that touches a root; empty if there is none."""
        cost, root = min((self.reach[subset].distance[root], root) for root in roots)
        edges: set[int] = set()
        waiting = [(subset, root)] if cost < math.inf else []
        while waiting:
            subset, node = waiting.pop()
            distance, edge_to, before = self.reach[subset]
            while edge_to[node] != NO_EDGE:
                edges.add(edge_to[node])
                node = before[node]
            for part in _parts(subset):
                rest = subset ^ part
                if self.reach[part].distance[node] + self.reach[rest].distance[node] == distance[node]:
                    waiting += [(part, node), (rest, node)]
                    break
        return edges


def _parts(subset: int) -> Iterable[int]:
    """One half of each way to split a subset in two: the one with the lowest bit."""
    lowest = subset & -subset
    others = subset ^ lowest
    part = others
    while part:
        part = (part - 1) & others
        yield lowest | part


def _best_partition(table: _SubsetTrees, bits: list[int]) -> list[int]:
    """Sets of places, one a tree, that cost least and hold each pair (two bits) within one of them."""
    covered = [0] * (1 << len(bits))  # set of pairs -> all their places
    cost: list[float] = [0.0] * len(covered)
    first_tree = [0] * len(covered)
    for pairs in range(1, len(covered)):
        lowest = pairs & -pairs
        covered[pairs] = covered[pairs ^ lowest] | bits[lowest.bit_length() - 1]
        first_tree[pairs] = pairs
        cost[pairs] = table.cost(covered[pairs])
        for part in _parts(pairs):
            split = table.cost(covered[part]) + cost[pairs ^ part]
            if split < cost[pairs]:
                cost[pairs], first_tree[pairs] = split, part
    trees = []
    left = len(covered) - 1
    while left:
        trees.append(covered[first_tree[left]])
        left ^= first_tree[left]
    return trees


def _tidy(graph: Adjacency, weights: Weights, edges: Collection[int], wanted: Wanted) -> Network:
    """Leave out edges that close a circle or lead nowhere; impossible if something wanted is not joined."""
    ends = _ends(graph, edges)
    parent = list(range(len(graph)))
    kept = {edge for edge in sorted(edges, key=lambda edge: (weights[edge], edge)) if join(parent, *ends[edge])}
    if not _joined(parent, wanted):
        return IMPOSSIBLE
    for edge in sorted(kept, key=lambda edge: (-weights[edge], edge)):
        parent = list(range(len(graph)))
        for other in kept:
            if other != edge:
                join(parent, *ends[other])
        if _joined(parent, wanted):
            kept.remove(edge)
    return Network(sum(weights[edge] for edge in kept), frozenset(kept))


def _ends(graph: Adjacency, edges: Collection[int]) -> dict[int, tuple[int, int]]:
    return {edge: (node, other) for node, around in enumerate(graph) for other, edge in around if edge in edges}


def _joined(parent: list[int], wanted: Wanted) -> bool:
    """Whether, for each list of places wanted, one connected part touches them all."""
    for places in wanted:
        parts = {find(parent, node) for node in places[0]}
        for place in places[1:]:
            parts &= {find(parent, node) for node in place}
        if not parts:
            return False
    return True


def _path_heuristic(graph: Adjacency, weights: Weights, places: Sequence[Place]) -> Network:
    """From the first place, always on to the nearest place not yet joined."""
    nodes = set(places[0])
    edges: set[int] = set()
    missing = list(places[1:])
    while missing:
        reach = distances(graph, weights, nodes)
        far, nearest, index = min(
            (reach.distance[node], node, index) for index, place in enumerate(missing) for node in place
        )
        if far == math.inf:
            return IMPOSSIBLE
        way = reach.way_to(nearest)
        # Of the first place, only the node that the tree really starts from stays.
        nodes = (nodes if edges else set()) | set(way.nodes)
        edges.update(way.edges)
        del missing[index]
    return _tidy(graph, weights, edges, [places])


def _exchange_paths(graph: Adjacency, weights: Weights, tree: Network, places: Sequence[Place]) -> Network:
    """Take out one edge, and with it the path it was on, and join the two halves by the cheapest way."""
    improved = True
    while improved:
        improved = False
        ends = _ends(graph, tree.edges)
        for edge in sorted(tree.edges, key=lambda edge: (-weights[edge], edge)):
            parent = list(range(len(graph)))
            for other in tree.edges - {edge}:
                join(parent, *ends[other])
            halves = [
                [node for node in range(len(graph)) if find(parent, node) == find(parent, end)] for end in ends[edge]
            ]
            way = shortest_path(graph, weights, halves[0], halves[1])
            if way is None:
                continue
            other_tree = _tidy(graph, weights, (tree.edges - {edge}).union(way.edges), [places])
            if other_tree.cost < tree.cost:
                tree, improved = other_tree, True
                break
    return tree


def _join_pair_by_pair(graph: Adjacency, weights: Weights, pairs: Sequence[Pair]) -> Network:
    def far(pair: Pair) -> float:
        way = shortest_path(graph, weights, pair[0], pair[1])
        return math.inf if way is None else way.cost

    by_distance = sorted(pairs, key=far)
    tree = steiner_tree(graph, weights, [place for pair in pairs for place in pair], exact_up_to=6)
    starts = [_tidy(graph, weights, tree.edges, pairs)]
    for order in (pairs, by_distance, by_distance[::-1]):
        network = Network(0, frozenset())
        for number, pair in enumerate(order):
            network = _with_pair(graph, weights, network, pair, order[:number])
        starts.append(network)
    return min((_improved(graph, weights, start, pairs) for start in starts), key=lambda network: network.cost)


def _improved(graph: Adjacency, weights: Weights, network: Network, pairs: Sequence[Pair]) -> Network:
    """Take each pair out and join it anew, until a whole round changes nothing."""
    cost = math.inf
    while network.cost < cost:
        cost = network.cost
        for pair in pairs:
            others = [other for other in pairs if other is not pair]
            again = _with_pair(graph, weights, _tidy(graph, weights, network.edges, others), pair, others)
            if again.cost < network.cost:
                network = again
    return network


def _with_pair(graph: Adjacency, weights: Weights, network: Network, pair: Pair, others: Sequence[Pair]) -> Network:
    """The network, and the cheapest way to join the pair over what is already there."""
    cheaper = [0 if edge in network.edges else weight for edge, weight in enumerate(weights)]
    way = shortest_path(graph, cheaper, pair[0], pair[1])
    if way is None:
        return IMPOSSIBLE
    return _tidy(graph, weights, network.edges.union(way.edges), [*others, pair])
