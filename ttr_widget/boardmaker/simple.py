"""Places for a graph without coordinates, in plain Python."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


def graph_places(count: int, edges: Sequence[tuple[int, int, int]], rounds: int = 400) -> list[Point]:
    """Places from a circle by stress majorisation on path lengths (Gansner, Koren and North, 2004)."""
    far = _distances(count, edges)
    order = sorted(range(count), key=lambda node: (far[0][node], node)) if count else []
    radius = max((max(row) for row in far), default=1.0) / 2 + 0.1
    places: list[Point] = [(0.0, 0.0)] * count
    for rank, node in enumerate(order):
        turn = 2 * math.pi * rank / max(count, 1)
        places[node] = radius * math.cos(turn), radius * math.sin(turn)
    for _ in range(rounds):
        places = [_stress_step(node, places, far[node]) for node in range(count)]
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


def _distances(count: int, edges: Sequence[tuple[int, int, int]]) -> list[list[float]]:
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
