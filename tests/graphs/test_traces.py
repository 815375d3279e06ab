"""The traces end with what networkx computes, and every step is consistent with the one before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import networkx as nx
import pytest

from ttr_widget.graphs import traces
from ttr_widget.graphs.traces import Step


def random_graph(seed: int) -> nx.MultiGraph:
    rng = random.Random(seed)
    graph = nx.MultiGraph()
    graph.add_nodes_from("ABCDEFGH")
    for _ in range(rng.randint(5, 14)):
        graph.add_edge(rng.choice("ABCDEFGH"), rng.choice("ABCDEFGH"), length=rng.randint(1, 6))
    return graph


def length_of(graph: nx.MultiGraph, step: Step) -> float:
    return sum(float(graph.edges[edge]["length"]) for edge in step.chosen)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("algorithm", [traces.dijkstra, traces.bellman_ford])
def test_shortest_paths(seed: int, algorithm: Callable[..., Iterator[Step]]) -> None:
    graph = random_graph(seed)
    expected = nx.single_source_dijkstra_path_length(graph, "A", weight="length")
    *_, last = algorithm(graph, "A")
    assert last.distances == expected
    for target in graph:
        *_, last = algorithm(graph, "A", target)
        if target in expected:
            assert last.kind == "goal"
            assert length_of(graph, last) == expected[target]
            assert [edge[0] for edge in last.chosen[1:]] == [edge[1] for edge in last.chosen[:-1]]
            assert {"A", target} <= {"A", *(node for edge in last.chosen for node in edge[:2])}
        else:
            assert last.kind == "unreachable"


@pytest.mark.parametrize("seed", range(20))
def test_spanning_trees(seed: int) -> None:
    graph = random_graph(seed)
    *_, last = traces.kruskal(graph)
    expected = nx.minimum_spanning_tree(graph, weight="length")
    assert length_of(graph, last) == expected.size("length") == last.facts["distance"]
    part = graph.subgraph(nx.node_connected_component(graph, "A"))
    *_, last = traces.prim(graph, "A")
    assert length_of(graph, last) == nx.minimum_spanning_tree(part, weight="length").size("length")
    assert set(last.visited) == set(part)


@pytest.mark.parametrize("seed", range(20))
def test_searches(seed: int) -> None:
    graph = random_graph(seed)
    expected = nx.single_source_shortest_path_length(graph, "A")
    *_, last = traces.bfs(graph, "A")
    assert last.distances == expected
    assert [expected[node] for node in last.visited] == sorted(expected.values())
    steps = list(traces.dfs(graph, "A"))
    assert set(steps[-1].visited) == set(expected)
    assert nx.is_tree(nx.MultiGraph([*steps[-1].chosen, ("A", "root")]))
    for step in steps:
        assert all(graph.has_edge(a, b) for a, b in zip(step.frontier, step.frontier[1:], strict=False))


@pytest.mark.parametrize("seed", range(20))
def test_steiner(seed: int) -> None:
    graph = random_graph(seed)
    places = ["A", "C", "F"]
    *_, last = traces.steiner(graph, places)
    if all(nx.has_path(graph, "A", place) for place in places):
        tree = nx.MultiGraph(last.chosen)
        assert nx.is_tree(tree)
        assert set(places) <= set(tree)
        assert length_of(graph, last) == last.facts["distance"]
    else:
        assert last.kind == "unreachable"


@pytest.mark.parametrize("seed", range(5))
def test_every_step_has_a_text_and_shows_real_edges(seed: int) -> None:
    graph = random_graph(seed)
    runs = [
        traces.dijkstra(graph, "A"),
        traces.bellman_ford(graph, "A", "H"),
        traces.bfs(graph, "A"),
        traces.dfs(graph, "A"),
        traces.prim(graph, "A"),
        traces.kruskal(graph),
        traces.steiner(graph, ["A", "B", "H"]),
    ]
    for run in runs:
        visited = 0
        for step in run:
            assert step.text
            assert "{" not in step.text
            assert all(graph.has_edge(*edge) for edge in step.chosen)
            assert step.considered is None or graph.has_edge(*step.considered)
            assert len(step.visited) >= visited, "nothing visited is forgotten"
            visited = len(step.visited)


def test_simple_graphs_and_missing_lengths() -> None:
    *_, last = traces.dijkstra(nx.path_graph(4), 0, 3)
    assert last.chosen == ((0, 1), (1, 2), (2, 3))
    assert last.facts["distance"] == 3
