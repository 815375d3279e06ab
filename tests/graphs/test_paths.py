"""Shortest paths against networkx, and alternatives against all simple paths."""

from __future__ import annotations

import math
import random

import networkx as nx
import pytest

from tests.graphs.oracle import random_board
from ttr_widget.graphs import (
    Path,
    adjacency,
    distance_table,
    distances,
    k_shortest_paths,
    open_weights,
    player_weights,
    shortest_path,
)

Ends = list[tuple[int, int]]


def open_graph(nodes: int, ends: Ends, weights: list[float]) -> nx.MultiGraph:
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(
        (a, b, edge, {"weight": weights[edge]}) for edge, (a, b) in enumerate(ends) if weights[edge] < math.inf
    )
    return graph


def assert_is_path(path: Path, ends: Ends, weights: list[float]) -> None:
    assert len(path.nodes) == len(path.edges) + 1
    for edge, a, b in zip(path.edges, path.nodes, path.nodes[1:], strict=False):
        assert {a, b} == set(ends[edge])
    assert path.cost == sum(weights[edge] for edge in path.edges) < math.inf


@pytest.mark.parametrize("seed", range(40))
def test_distances_agree_with_networkx(seed: int) -> None:
    rng = random.Random(seed)
    ends, weights = random_board(rng, 9, rng.randint(4, 20))
    graph = adjacency(9, ends)
    expected = dict(nx.all_pairs_dijkstra_path_length(open_graph(9, ends, weights)))
    table = distance_table(graph, weights)
    for a in range(9):
        reach = distances(graph, weights, [a])
        assert reach.distance == table[a]
        for b in range(9):
            assert table[a][b] == expected[a].get(b, math.inf)
            path = shortest_path(graph, weights, [a], [b])
            assert (path is None) == (b not in expected[a])
            if path is not None:
                assert_is_path(path, ends, weights)
                assert path.cost == expected[a][b] == reach.way_to(b).cost
                assert_is_path(reach.way_to(b), ends, weights)


@pytest.mark.parametrize("seed", range(40))
def test_between_sets_of_nodes(seed: int) -> None:  # G5: a country is any of its end nodes
    rng = random.Random(seed)
    ends, weights = random_board(rng, 10, 14)
    graph = adjacency(10, ends)
    sources, targets = rng.sample(range(10), 2), rng.sample(range(10), 3)
    table = distance_table(graph, weights)
    path = shortest_path(graph, weights, sources, targets)
    nearest = min(table[a][b] for a in sources for b in targets)
    assert (math.inf if path is None else path.cost) == nearest
    if path is not None:
        assert path.nodes[0] in sources
        assert path.nodes[-1] in targets


@pytest.mark.parametrize("seed", range(40))
def test_alternatives_are_all_simple_paths_in_order(seed: int) -> None:
    rng = random.Random(seed)
    ends, weights = random_board(rng, 7, rng.randint(3, 14))
    graph = adjacency(7, ends)
    plain = open_graph(7, ends, weights)
    every = sorted(sum(weights[key] for _, _, key in way) for way in nx.all_simple_edge_paths(plain, 0, 6))
    found = k_shortest_paths(graph, weights, [0], [6], 1000)
    assert [path.cost for path in found] == every
    assert len({tuple(path.edges) for path in found}) == len(every)
    for path in found:
        assert_is_path(path, ends, weights)
    assert k_shortest_paths(graph, weights, [0], [6], 3) == found[:3]


def test_alternatives_from_several_sources_never_pass_another() -> None:
    graph = adjacency(4, [(0, 1), (1, 2), (0, 2), (2, 3)])
    found = k_shortest_paths(graph, [1, 1, 3, 1], [0, 1], [3], 9)
    assert [path.nodes for path in found] == [[1, 2, 3], [0, 2, 3]]


def test_weights_of_a_player() -> None:
    assert player_weights([1, 2, 3, 4], [-1, 1, 0, -2], 1) == [1, 0, math.inf, math.inf]
    assert player_weights([1, 2], [-1, 1], 1, closed=[0, 1]) == [math.inf, 0], "own routes cannot be closed"
    assert open_weights([None, 0, 2.5]) == [math.inf, 0, 2.5]


def test_a_source_that_is_a_target() -> None:
    graph = adjacency(2, [(0, 1)])
    assert shortest_path(graph, [1], [0, 1], [1]) == Path(0, [], [1])
