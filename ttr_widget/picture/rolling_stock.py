"""The train cars: a wagon seen from the side for players, a bullet train for shared express lines.

A car is one outline, rims inside it, and a few lines, some dashed (windows, wheels): so all cars of a board fit into
few short paths.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ttr_widget.picture.primitives import Point


@dataclass(frozen=True, slots=True)
class Line:
    """A part of a car that is stroked."""

    points: tuple[Point, ...]
    color: str
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Car:
    """The outline is filled with the owner's colour; rims, the innermost first, run along its inside."""

    outline: tuple[Point, ...]
    rims: tuple[tuple[str, float], ...]
    lines: tuple[Line, ...]

    def rim_outline(self, depth: float) -> list[Point]:
        """The outline moved inwards by half of a rim's depth: stroked as wide as the rim is deep, it is the rim."""
        return inset(self.outline, depth / 2)


DARK = "#24201c"
GLASS = "#fff7dc"
RIMS = (("#24201c", 4.2), ("#fffdf6", 1.6))

STOCK: dict[str, Car] = {
    "wagon": Car(
        outline=((-49, 20), (-49, -12), (-42, -20), (42, -20), (49, -12), (49, 20)),
        rims=RIMS,
        lines=(
            Line(((-41, -12), (41, -12)), "#ffffff", 4, opacity=0.3),
            Line(((-34, -2), (35, -2)), GLASS, 7, dash=(9, 11), opacity=0.9),
            Line(((-45, 14), (45, 14)), DARK, 4),
            Line(((-29, 13), (30, 13)), DARK, 9, dash=(0.1, 19.4), cap="round"),
        ),
    ),
    "bullet": Car(
        outline=((-49, 18), (-49, -18), (14, -18), (36, -10), (49, 10), (47, 18)),
        rims=RIMS,
        lines=(
            Line(((-44, 5), (44, 5)), "#1f5fae", 6),
            Line(((-38, -6), (24, -6)), "#33414f", 7, dash=(8, 5.5)),
        ),
    ),
}
"""What each kind of car looks like, around (0, 0)."""

STROKE = ((-49.0, 0.0), (49.0, 0.0))
STROKE_WIDTH = 41.0
"""A stroke that covers any car."""


def inset(points: Sequence[Point], distance: float) -> list[Point]:
    """A convex polygon, clockwise on the screen or not, with every side moved inwards."""
    count = len(points)
    middle = (sum(p[0] for p in points) / count, sum(p[1] for p in points) / count)
    sides = []
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        length = math.dist(a, b)
        normal = ((a[1] - b[1]) / length, (b[0] - a[0]) / length)
        if (middle[0] - a[0]) * normal[0] + (middle[1] - a[1]) * normal[1] < 0:
            normal = (-normal[0], -normal[1])
        sides.append((normal, normal[0] * a[0] + normal[1] * a[1] + distance))
    return [_meet(sides[i - 1], sides[i]) for i in range(count)]


def _meet(one: tuple[Point, float], two: tuple[Point, float]) -> Point:
    """Where two lines, each given by its normal and its distance from (0, 0), cross."""
    ((a, b), c), ((d, e), f) = one, two
    whole = a * e - b * d
    return (c * e - b * f) / whole, (a * f - c * d) / whole
