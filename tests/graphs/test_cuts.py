"""Bridges, needed edges and smallest cuts against networkx and against trying every set of edges."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator
from itertools import chain, combinations

import pytest

from tests.graphs.oracle import parts_of, random_board
from ttr_widget.graphs import adjacency, bridges, min_cut, needed_edges

Ends = list[tuple[int, int]]


def number_of_parts(nodes: int, ends: Ends, weights: list[float], without: int | None = None) -> int:
    kept = [pair for edge, pair in enumerate(ends) if weights[edge] < math.inf and edge != without]
    return len(parts_of(nodes, kept))


@pytest.mark.parametrize("seed", range(40))
def test_bridges(seed: int) -> None:
    rng = random.Random(seed)
    ends, weights = random_board(rng, 9, rng.randint(5, 16))
    whole = number_of_parts(9, ends, weights)
    expected = [
        edge
        for edge, weight in enumerate(weights)
        if weight < math.inf and number_of_parts(9, ends, weights, edge) > whole
    ]
    assert bridges(adjacency(9, ends), weights) == expected


def joined(nodes: int, ends: Ends, weights: list[float], sources: list[int], targets: list[int]) -> bool:
    parts = parts_of(nodes, [pair for edge, pair in enumerate(ends) if weights[edge] < math.inf])
    return any(not set(sources).isdisjoint(part) and not set(targets).isdisjoint(part) for part in parts)


def closed(weights: list[float], taken: Collection[int]) -> list[float]:
    return [math.inf if edge in taken else weight for edge, weight in enumerate(weights)]


def subsets(edges: list[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(edges, size) for size in range(len(edges) + 1))


@pytest.mark.parametrize("seed", range(80))
def test_needed_edges(seed: int) -> None:
    rng = random.Random(seed)
    ends, weights = random_board(rng, 8, rng.randint(6, 14))
    sources, targets = rng.sample(range(8), rng.randint(1, 2)), rng.sample(range(8), rng.randint(1, 2))
    expected = set()
    if joined(8, ends, weights, sources, targets):
        for edge, weight in enumerate(weights):
            if 0 < weight < math.inf and not joined(8, ends, closed(weights, [edge]), sources, targets):
                expected.add(edge)
    found = needed_edges(adjacency(8, ends), weights, sources, targets)
    assert len(found) == len(expected)
    assert set(found) == expected


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("priced", [False, True])
def test_smallest_cuts(seed: int, priced: bool) -> None:
    rng = random.Random(seed)
    ends, weights = random_board(rng, 6, 9)
    sources, targets = rng.sample(range(6), rng.randint(1, 2)), rng.sample(range(6), rng.randint(1, 2))
    price = [rng.randint(1, 5) for _ in ends] if priced else None
    block = [math.inf if weight == 0 else price[edge] if price else 1 for edge, weight in enumerate(weights)]
    cheapest = math.inf
    for taken in subsets([edge for edge, weight in enumerate(weights) if 0 < weight < math.inf]):
        if not joined(6, ends, closed(weights, taken), sources, targets):
            cheapest = min(cheapest, sum(block[edge] for edge in taken))
    value, cut = min_cut(adjacency(6, ends), weights, sources, targets, price)
    assert value == cheapest
    if value == math.inf:
        assert cut == []
        return
    assert value == sum(block[edge] for edge in cut)
    assert not joined(6, ends, closed(weights, cut), sources, targets)


def test_nothing_blocks_what_is_built() -> None:
    graph = adjacency(3, [(0, 1), (1, 2), (0, 2)])
    assert min_cut(graph, [0, 0, 3], [0], [2]) == (math.inf, [])
    assert needed_edges(graph, [0, 0, 3], [0], [2]) == []


def test_a_place_is_never_cut_from_itself() -> None:
    assert min_cut(adjacency(2, [(0, 1)]), [1], [0, 1], [1]) == (math.inf, [])
