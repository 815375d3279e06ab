"""Steiner trees and forests against trying every set of edges."""

from __future__ import annotations

import math
import random
from collections.abc import Collection

import pytest

from tests.graphs.oracle import cheapest_subset, parts_of, random_board
from ttr_widget.graphs import Network, adjacency, steiner_forest, steiner_tree

Place = Collection[int]


def one_part_touches(parts: list[list[int]], places: list[Place]) -> bool:
    return any(all(not set(place).isdisjoint(part) for place in places) for part in parts)


def assert_consistent(network: Network, weights: list[float]) -> None:
    if network.cost < math.inf:
        assert network.cost == sum(weights[edge] for edge in network.edges)
    else:
        assert not network.edges


def some_places(rng: random.Random, nodes: int, number: int) -> list[Place]:
    return [rng.sample(range(nodes), rng.choice([1, 1, 1, 2])) for _ in range(number)]


@pytest.mark.parametrize("seed", range(60))
def test_trees(seed: int) -> None:
    rng = random.Random(seed)
    ends, weights = random_board(rng, 7, 10)
    places = some_places(rng, 7, rng.randint(1, 4))
    graph = adjacency(7, ends)
    cheapest = cheapest_subset(7, ends, weights, lambda parts: one_part_touches(parts, places))
    exact = steiner_tree(graph, weights, places)
    assert exact.cost == cheapest
    heuristic = steiner_tree(graph, weights, places, exact_up_to=0)
    assert cheapest <= heuristic.cost <= 2 * cheapest or (cheapest == 0 and heuristic.cost < math.inf)
    for network in (exact, heuristic):
        assert_consistent(network, weights)
        if network.cost < math.inf:
            assert one_part_touches(parts_of(7, [ends[edge] for edge in network.edges]), places)


@pytest.mark.parametrize("seed", range(60))
def test_forests(seed: int) -> None:
    rng = random.Random(seed)
    ends, weights = random_board(rng, 8, 10)
    pairs = [(a, b) for a, b in zip(some_places(rng, 8, 3), some_places(rng, 8, 3), strict=True)]
    graph = adjacency(8, ends)

    def meets_all(parts: list[list[int]]) -> bool:
        return all(one_part_touches(parts, list(pair)) for pair in pairs)

    cheapest = cheapest_subset(8, ends, weights, meets_all)
    exact = steiner_forest(graph, weights, pairs)
    assert exact.cost == cheapest
    heuristic = steiner_forest(graph, weights, pairs, exact_up_to=0)
    assert heuristic.cost >= cheapest
    assert (heuristic.cost == math.inf) == (cheapest == math.inf)
    for network in (exact, heuristic):
        assert_consistent(network, weights)
        if network.cost < math.inf:
            assert meets_all(parts_of(8, [ends[edge] for edge in network.edges]))


def grid_board(rng: random.Random) -> tuple[list[tuple[int, int]], list[float]]:
    ends = [(6 * x + y, 6 * x + y + 1) for x in range(6) for y in range(5)]
    ends += [(6 * x + y, 6 * x + y + 6) for x in range(5) for y in range(6)]
    return ends, [rng.randint(1, 6) for _ in ends]


@pytest.mark.parametrize("seed", range(4))
def test_the_heuristics_are_near_the_best_on_a_board(seed: int) -> None:
    rng = random.Random(seed)
    ends, weights = grid_board(rng)
    graph = adjacency(36, ends)
    places: list[Place] = [[node] for node in rng.sample(range(36), 6)]
    best = steiner_tree(graph, weights, places)
    assert best.cost <= steiner_tree(graph, weights, places, exact_up_to=0).cost <= 1.15 * best.cost
    pairs = [(places[number], places[number + 3]) for number in range(3)]
    best = steiner_forest(graph, weights, pairs)
    assert best.cost <= steiner_forest(graph, weights, pairs, exact_up_to=0).cost <= 1.15 * best.cost


def test_many_places_and_pairs_are_joined() -> None:
    rng = random.Random(7)
    ends, weights = grid_board(rng)
    graph = adjacency(36, ends)
    places: list[Place] = [[node] for node in rng.sample(range(36), 12)]
    tree = steiner_tree(graph, weights, places)
    assert one_part_touches(parts_of(36, [ends[edge] for edge in tree.edges]), places)
    pairs = list(zip(places[:6], places[6:], strict=True))
    forest = steiner_forest(graph, weights, pairs)
    assert forest.cost <= tree.cost
    parts = parts_of(36, [ends[edge] for edge in forest.edges])
    assert all(one_part_touches(parts, list(pair)) for pair in pairs)


def test_nothing_to_join() -> None:
    graph = adjacency(2, [(0, 1)])
    assert steiner_tree(graph, [1], []) == steiner_tree(graph, [1], [[1]]) == (0, frozenset())
    assert steiner_forest(graph, [1], []) == steiner_forest(graph, [1], [([0, 1], [1])]) == (0, frozenset())


def test_what_is_nowhere_cannot_be_joined() -> None:
    graph = adjacency(2, [(0, 1)])
    for limit in (0, 8):
        assert steiner_tree(graph, [1], [[], [0]], exact_up_to=limit).cost == math.inf
        assert steiner_tree(graph, [1], [[0], []], exact_up_to=limit).cost == math.inf
        assert steiner_forest(graph, [1], [([0], [1]), ([1], [])], exact_up_to=limit).cost == math.inf


def test_a_tree_may_not_fall_apart_at_a_place_of_two_nodes() -> None:  # G5: routes into a country are not joined by it
    graph = adjacency(4, [(0, 1), (2, 3)])
    assert steiner_tree(graph, [1, 1], [[1, 2], [0], [3]]).cost == math.inf
    assert steiner_forest(graph, [1, 1], [([1, 2], [0]), ([1, 2], [3])]).cost == 2
