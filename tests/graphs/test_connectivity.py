"""Union-find against labels."""

from __future__ import annotations

import random

from tests.graphs.oracle import parts_of
from ttr_widget.graphs import components, connected, find, join


def test_agrees_with_labels() -> None:
    rng = random.Random(1)
    for _ in range(200):
        nodes = rng.randint(1, 12)
        ends = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(0, 12))]
        expected = parts_of(nodes, ends)
        assert components(nodes, ends) == sorted(expected)
        parent = list(range(nodes))
        joins = sum(join(parent, a, b) for a, b in ends)
        assert joins == nodes - len(expected), "join says whether it joined something"
        for part in expected:
            assert {find(parent, node) for node in part} == {find(parent, part[0])}
        for a in range(nodes):
            for b in range(nodes):
                assert connected(parent, a, b) == any(a in part and b in part for part in expected)


def test_long_chains_become_short() -> None:
    parent = [0, *range(999)]
    assert find(parent, 999) == 0
    node = 999
    depth = 0
    while parent[node] != node:
        node, depth = parent[node], depth + 1
    assert depth <= 500
