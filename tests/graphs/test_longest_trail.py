"""The longest trail against plain search, on thousands of small networks and on known large ones."""

from __future__ import annotations

import random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graphs.oracle import Edge, plain_longest_trail, random_multigraph
from ttr_widget.gamemap import available_maps, load_map
from ttr_widget.graphs.longest_trail import longest_trail, longest_trail_length, walking_order


def assert_is_trail(edges: list[Edge], walk: list[int]) -> None:
    assert len(set(walk)) == len(walk), "an edge is used twice"
    possible = set(edges[walk[0]][:2]) if walk else set()
    for index in walk:
        a, b, _ = edges[index]
        possible = {end for start, end in ((a, b), (b, a)) if start in possible}
    assert possible or not walk, f"{walk} cannot be walked in {edges}"


def assert_agrees(edges: list[Edge]) -> None:
    length, walk = longest_trail(edges)
    assert length == plain_longest_trail(edges), edges
    assert longest_trail_length(edges) == length
    assert sum(edges[index][2] for index in walk) == length
    assert_is_trail(edges, walk)


@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_plain_search(seed: int) -> None:  # B18
    rng = random.Random(seed)
    for _ in range(400):
        assert_agrees(random_multigraph(rng))


node = st.integers(-2, 7)


@given(st.lists(st.tuples(node, node, st.integers(1, 9)), max_size=14))
def test_agrees_with_plain_search_on_searched_networks(edges: list[Edge]) -> None:  # B18
    assert_agrees(edges)


def test_several_rings_with_tails() -> None:
    """Separate rings with paths hanging from them: a trail may have both its ends at one node of a ring."""
    rng = random.Random(2)
    for _ in range(500):
        edges: list[Edge] = []
        for part in range(3):
            ring = [10 * part + number for number in range(rng.randint(2, 4))]
            edges += [(a, b, rng.randint(1, 3)) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
            edges += [(rng.choice(ring), 10 * part + 5 + tail, rng.randint(1, 4)) for tail in range(rng.randint(0, 3))]
        assert_agrees(edges)


def test_nothing() -> None:  # B18: nobody has any route
    assert longest_trail([]) == (0, [])
    assert longest_trail_length([]) == 0


def test_passes_a_city_twice() -> None:  # B18
    figure_of_eight = [(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1), (3, 4, 1), (4, 2, 1)]
    assert longest_trail_length(figure_of_eight) == 6


def test_counts_trains_not_routes() -> None:  # B18
    assert longest_trail([(0, 1, 1), (1, 2, 1), (2, 3, 1), (4, 5, 6)]) == (6, [3])


def test_twin_routes_and_loops_are_used_once_each() -> None:  # B18
    assert longest_trail_length([(0, 1, 4), (0, 1, 4), (1, 1, 3)]) == 11


def test_a_branch_is_left_out_on_a_tree() -> None:  # B18
    length, walk = longest_trail([(0, 1, 5), (0, 2, 3), (0, 3, 4)])
    assert (length, set(walk)) == (9, {0, 2})


@pytest.mark.parametrize("nodes", [5, 7, 9])
def test_all_of_an_eulerian_network(nodes: int) -> None:
    edges = [(a, b, a + b) for a in range(nodes) for b in range(a)]
    length, walk = longest_trail(edges)
    assert length == sum(edge[2] for edge in edges)
    assert_is_trail(edges, walk)


def complete(nodes: int) -> list[Edge]:
    return [(a, b, 1) for a in range(nodes) for b in range(a)]


def grid(width: int, height: int) -> list[Edge]:
    return [(a[0] * height + a[1], b[0] * height + b[1], 1) for a, b in nx.grid_2d_graph(width, height).edges]


def bipartite(left: int, right: int) -> list[Edge]:
    return [(a, left + b, 1) for a in range(left) for b in range(right)]


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        # All ten nodes are odd; four disjoint edges left out leave two.
        (complete(10), 45 - 4),
        (complete(8), 28 - 3),
        # Only nodes on the border are odd; they are best paired along it.
        (grid(5, 5), 40 - 6),
        (grid(3, 3), 12 - 2),
        # Fifteen nodes of degree 3, of which two may stay odd: one edge lost at each of the others.
        (bipartite(3, 15), 45 - 13),
        # The three-connected cubic graph of Petersen has a path through all its nodes and no more.
        ([(a, b, 1) for a, b in nx.petersen_graph().edges], 9 + 2),
    ],
)
def test_dense_networks_of_45_trains(edges: list[Edge], length: int) -> None:  # B18
    found, walk = longest_trail(edges)
    assert found == length == len(walk)
    assert_is_trail(edges, walk)


@pytest.mark.parametrize("seed", range(6))
def test_cubic_networks_meet_the_bound_of_odd_nodes(seed: int) -> None:
    """A cubic network of 30 nodes with a Hamiltonian path has a trail over 29 + 2 edges, and none longer."""
    edges = [(a, b, 1) for a, b in nx.random_regular_graph(3, 30, seed=seed).edges]
    length, walk = longest_trail(edges)
    assert_is_trail(edges, walk)
    assert len(walk) == length <= 31


@pytest.mark.parametrize("name", available_maps())
def test_networks_on_every_map(name: str) -> None:  # B18
    """Connected networks grown along the routes of a map, twins included, with as many cycles as they will have."""
    edges = [
        (board.city_index[r.a], board.city_index[r.b], r.length) for board in [load_map(name)] for r in board.routes
    ]
    rng = random.Random(name)
    for _ in range(40):
        network = [rng.choice(edges)]
        while len(network) < 15:
            nodes = {node for a, b, _ in network for node in (a, b)}
            around = [edge for edge in edges if (edge[0] in nodes) + (edge[1] in nodes) >= rng.choice([1, 2])]
            network += [rng.choice(around)] if around else []
        assert_agrees(network)


def test_order_of_edges_and_names_of_nodes_do_not_matter() -> None:
    rng = random.Random(4)
    for _ in range(100):
        edges = random_multigraph(rng)
        rename = rng.sample(range(-1000, 1000), 20)
        other = [(rename[b], rename[a], length) for a, b, length in edges]
        rng.shuffle(other)
        assert longest_trail_length(other) == longest_trail_length(edges)


def test_more_edges_never_shorten_it() -> None:
    rng = random.Random(9)
    edges: list[Edge] = []
    before = 0
    for _ in range(45):
        edges.append((rng.randrange(16), rng.randrange(16), rng.randint(1, 2)))
        length, walk = longest_trail(edges)
        assert before <= length <= sum(edge[2] for edge in edges)
        assert_is_trail(edges, walk)
        before = length


def test_walking_order_of_a_closed_trail() -> None:
    edges = [(0, 1, 1), (2, 3, 1), (1, 2, 1), (3, 0, 1), (2, 2, 1)]
    walk = walking_order(edges, range(5))
    assert sorted(walk) == list(range(5))
    assert_is_trail(edges, walk)
