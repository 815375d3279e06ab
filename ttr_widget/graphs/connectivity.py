"""Union-find on a plain list, and the connected parts of an edge list.

`parent[node]` leads to another node of the same part; a node that is its own parent stands for the part.
"""

from __future__ import annotations

from collections.abc import Iterable


def find(parent: list[int], node: int) -> int:
    """The node that stands for the part of `node` (path halving, Tarjan & van Leeuwen 1984).

    >>> find([0, 0, 1, 3], 2)
    0
    """
    while parent[node] != node:
        parent[node] = node = parent[parent[node]]
    return node


def join(parent: list[int], a: int, b: int) -> bool:
    """Join the parts of a and b; False if they were one part already.

    >>> parent = list(range(4))
    >>> join(parent, 0, 1), join(parent, 1, 2), join(parent, 0, 2)
    (True, True, False)
    >>> find(parent, 2) == find(parent, 0), find(parent, 3)
    (True, 3)
    """
    while parent[a] != a:
        parent[a] = a = parent[parent[a]]
    while parent[b] != b:
        parent[b] = b = parent[parent[b]]
    parent[b] = a
    return a != b


def connected(parent: list[int], a: int, b: int) -> bool:
    """Whether a and b are in one part.

    >>> connected([0, 0, 2], 1, 0), connected([0, 0, 2], 1, 2)
    (True, False)
    """
    return find(parent, a) == find(parent, b)


def components(nodes: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The connected parts of nodes 0 … nodes-1, each sorted, in order of their first node.

    >>> components(5, [(0, 3), (4, 1), (3, 0)])
    [[0, 3], [1, 4], [2]]
    """
    parent = list(range(nodes))
    for a, b in edges:
        join(parent, a, b)
    parts: dict[int, list[int]] = {}
    for node in range(nodes):
        parts.setdefault(find(parent, node), []).append(node)
    return list(parts.values())
