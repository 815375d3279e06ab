"""Slow, plain answers to compare the quick ones with; nothing here uses ttr_widget."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence

Edge = tuple[int, int, int]


class GaveUp(Exception):
    """The plain search met more states than it was allowed."""


def plain_longest_trail(edges: Sequence[Edge], states: int | None = None) -> int:
    """Depth-first search over all trails, remembering the best way on from (node, set of used edges)."""
    around: dict[int, list[tuple[int, int, int]]] = {}
    for index, (a, b, length) in enumerate(edges):
        around.setdefault(a, []).append((1 << index, b, length))
        if a != b:
            around.setdefault(b, []).append((1 << index, a, length))
    memory: dict[tuple[int, int], int] = {}

    def best_from(node: int, used: int) -> int:
        best = memory.get((node, used), -1)
        if best < 0:
            best = 0
            if states is not None and len(memory) >= states:
                raise GaveUp
            for bit, other, length in around[node]:
                if not used & bit:
                    best = max(best, length + best_from(other, used | bit))
            memory[node, used] = best
        return best

    return max((best_from(node, 0) for node in around), default=0)


def random_multigraph(rng: random.Random) -> list[Edge]:
    """Small, of any shape: sparse or dense, one part or many, with parallel edges and often loops."""
    nodes = rng.randint(1, rng.choice([5, 9, 14]))
    longest = rng.choice([1, 2, 9])
    loops = rng.random() < 0.4
    edges = []
    for _ in range(rng.randint(0, 15 if nodes > 8 else 11)):
        a, b = rng.randrange(nodes), rng.randrange(nodes)
        if loops or a != b:
            edges.append((a, b, rng.randint(1, longest)))
    return edges


def random_board(rng: random.Random, nodes: int, edges: int) -> tuple[list[tuple[int, int]], list[float]]:
    """Ends and weights of a small multigraph, with closed edges (infinity) and own ones (0) among them."""
    ends = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(edges)]
    weights = [rng.choice([0, 1, 1, 2, 2, 3, 4, math.inf]) for _ in ends]
    return ends, weights


def cheapest_subset(
    nodes: int, ends: Sequence[tuple[int, int]], prices: Sequence[float], good: Callable[[list[list[int]]], bool]
) -> float:
    """The least price of a set of edges whose connected parts are good, by trying all sets."""
    cheapest = math.inf
    for chosen in range(1 << len(ends)):
        edges = [edge for edge in range(len(ends)) if chosen >> edge & 1]
        price = sum(prices[edge] for edge in edges)
        if price < cheapest and good(parts_of(nodes, [ends[edge] for edge in edges])):
            cheapest = price
    return cheapest


def parts_of(nodes: int, ends: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Connected parts, by giving all nodes of a part the same label."""
    label = list(range(nodes))
    for a, b in ends:
        if label[a] != label[b]:
            label = [label[a] if other == label[b] else other for other in label]
    return [[node for node in range(nodes) if label[node] == part] for part in sorted(set(label))]
