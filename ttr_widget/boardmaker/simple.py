"""Places for a graph without coordinates, in plain Python."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

from ttr_widget.boardmaker.shapes import segments_cross

Point = tuple[float, float]
Edge = tuple[int, int, int]
"""Two nodes and the length in slots."""


ROUNDS, FIRST_ROUNDS = 400, 150
TRIES, WORK = 7, 1200
"""Other starts that are tried, and how many nodes squared all of them may cost, in thousands: fewer on large maps."""


def graph_places(count: int, edges: Sequence[Edge]) -> list[Point]:
    """Places by stress majorisation on path lengths (Gansner, Koren and North, 2004).

    It starts from a circle, and if lines cross then also from places by chance: the one with fewest counts.
    """
    far = _distances(count, edges)
    best = _settled(_circle(far), far, FIRST_ROUNDS)
    crossed = crossings(best, edges)
    for seed in range(min(TRIES, WORK * 1000 // (count * count + 1) // FIRST_ROUNDS)):
        if not crossed:
            break
        chance = random.Random(seed)
        reach = max(map(max, far)) / 2
        start = [(chance.uniform(-reach, reach), chance.uniform(-reach, reach)) for _ in range(count)]
        places = _settled(start, far, FIRST_ROUNDS)
        number = crossings(places, edges)
        if number < crossed:
            best, crossed = places, number
    return _settled(best, far, ROUNDS - FIRST_ROUNDS)


def crossings(places: Sequence[Point], edges: Sequence[Edge]) -> int:
    """How many pairs of edges cross as straight lines."""
    lines = [(places[a], places[b], a, b) for a, b, _ in edges]
    pairs = itertools.combinations(lines, 2)
    return sum(not {a, b} & {c, d} and segments_cross(p, q, r, s) for (p, q, a, b), (r, s, c, d) in pairs)


def _circle(far: list[list[float]]) -> list[Point]:
    count = len(far)
    order = sorted(range(count), key=lambda node: (far[0][node], node))
    radius = max((max(row) for row in far), default=1.0) / 2 + 0.1
    places: list[Point] = [(0.0, 0.0)] * count
    for rank, node in enumerate(order):
        turn = 2 * math.pi * rank / count
        places[node] = radius * math.cos(turn), radius * math.sin(turn)
    return places


def _settled(places: list[Point], far: list[list[float]], rounds: int) -> list[Point]:
    for _ in range(rounds):
        places = [_stress_step(node, places, far[node]) for node in range(len(places))]
    return places


def _stress_step(node: int, places: list[Point], wanted: list[float]) -> Point:
    x, y = places[node]
    total = sx = sy = 0.0
    for other, (u, v) in enumerate(places):
        if other == node:
            continue
        weight = 1 / wanted[other] ** 2
        size = math.hypot(x - u, y - v) or 1e-6
        sx += weight * (u + wanted[other] * (x - u) / size)
        sy += weight * (v + wanted[other] * (y - v) / size)
        total += weight
    return (sx / total, sy / total) if total else (x, y)


def _distances(count: int, edges: Sequence[Edge]) -> list[list[float]]:
    """All path lengths in slots, towns included (Floyd, Warshall); parts that are not joined stand far apart."""
    far = [[0.0 if i == j else math.inf for j in range(count)] for i in range(count)]
    for a, b, length in edges:
        far[a][b] = far[b][a] = min(far[a][b], length * 1.12 + 0.84)
    for k in range(count):
        for i in range(count):
            if far[i][k] < math.inf:
                for j in range(count):
                    far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    longest = max((value for row in far for value in row if value < math.inf), default=1.0)
    return [[value if value < math.inf else longest * 1.2 for value in row] for row in far]
