"""The longest trail of a network: the rule of the longest continuous path (B18).

A trail uses every edge at most once but may pass a node many times. Trees are
solved here, in one pass over their leaves; what has cycles goes to `trail_core`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ttr_widget.graphs.trail_core import Core, longest_in_core

Edge = tuple[int, int, int]


def longest_trail_length(edges: Sequence[Edge]) -> int:
    """Length of the longest trail; edges are (node, node, length), parallels and loops allowed.

    >>> longest_trail_length([(0, 1, 2), (1, 2, 3), (2, 0, 4), (2, 3, 5), (2, 4, 1)])
    15
    """
    return _longest(edges, [length for _, _, length in edges], 0)


def longest_trail(edges: Sequence[Edge]) -> tuple[int, list[int]]:
    """Length of the longest trail and the indices of its edges in walking order.

    Exact. Leaves are stripped (longest path in a tree, by dynamic programming), chains are
    contracted, and what is left is swept node by node with the connectivity states of
    frontier-based search (Sekine, Imai & Tani 1995), bounded by the exact optimum of the
    same problem without connectivity (a maximum T-join).

    >>> longest_trail([(0, 1, 2), (1, 2, 3), (2, 0, 4), (2, 3, 5), (2, 4, 1)])
    (15, [3, 1, 0, 2, 4])
    """
    # Every edge is worth its length in the high bits and its own bit in the low ones:
    # a sum over different edges then holds their length and their set in one number.
    count = len(edges)
    worth = [(length << count) | (1 << index) for index, (_, _, length) in enumerate(edges)]
    best = _longest(edges, worth, (1 << count) - 1)
    return best >> count, walking_order(edges, [index for index in range(count) if best >> index & 1])


def walking_order(edges: Sequence[Edge], chosen: Sequence[int]) -> list[int]:
    """The chosen edges in an order in which they can be walked, each once (Hierholzer 1873).

    They must be connected, with two odd nodes or none.

    >>> walking_order([(0, 1, 1), (2, 3, 1), (1, 2, 1)], [0, 1, 2])
    [0, 2, 1]
    """
    at_node: dict[int, list[int]] = {}
    for index in chosen:
        for node in edges[index][:2]:
            at_node.setdefault(node, []).append(index)
    if not at_node:
        return []
    # The order comes out backwards: from the last odd node to the first.
    start = next((node for node in reversed(at_node) if len(at_node[node]) % 2), next(iter(at_node)))
    used: set[int] = set()
    order: list[int] = []
    stack = [(start, -1)]
    while stack:
        node, came_by = stack[-1]
        waiting = at_node[node]
        while waiting and waiting[-1] in used:
            waiting.pop()
        if waiting:
            index = waiting.pop()
            used.add(index)
            a, b, _ = edges[index]
            stack.append((b if a == node else a, index))
        else:
            stack.pop()
            if came_by >= 0:
                order.append(came_by)
    return order


def _longest(edges: Sequence[Edge], worth: list[int], fine: int) -> int:
    """The greatest total worth of a trail; the bits in `fine` are too small to count as length."""
    degree: dict[int, int] = {}
    link: dict[int, int] = {}  # node -> xor of the indices of its edges; for a leaf, its only edge
    loops: dict[int, int] = {}
    for index, (a, b, _) in enumerate(edges):
        if a == b:
            loops[a] = loops.get(a, 0) + worth[index]
            continue
        degree[a] = degree.get(a, 0) + 1
        degree[b] = degree.get(b, 0) + 1
        link[a] = link.get(a, 0) ^ index
        link[b] = link.get(b, 0) ^ index

    best = max(loops.values()) if loops else 0
    tail = dict.fromkeys(degree, 0)  # the longest path already stripped from this node
    second = dict.fromkeys(degree, 0)  # the second longest, starting with another edge
    for node in degree:
        while degree[node] == 1:
            index = link[node]
            a, b, _ = edges[index]
            other = b if a == node else a
            hanging = tail[node] + worth[index]
            if loops:
                hanging += loops.get(node, 0)
            longest = tail[other]
            through = hanging + longest + loops.get(other, 0) if loops else hanging + longest
            if through > best:
                best = through
            if hanging > longest:
                tail[other] = hanging
                second[other] = longest
            elif hanging > second[other]:
                second[other] = hanging
            degree[node] = 0
            degree[other] -= 1
            link[other] ^= index
            node = other
    if not any(degree.values()):
        return best

    links: dict[int, dict[int, int]] = {node: {} for node, number in degree.items() if number}
    for index, (a, b, _) in enumerate(edges):
        if a != b and a in links and b in links:
            links[a][index] = b
            links[b][index] = a
    prize = {node: loops.get(node, 0) for node in links}
    return longest_in_core(Core(links, worth, prize, tail, second), best, fine)
