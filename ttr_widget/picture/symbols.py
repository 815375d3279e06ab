"""Small drawings: one symbol for each card colour, waves, a locomotive.

All are closed outlines around (0, 0), about 1 high, y pointing down.
"""

from __future__ import annotations

import math

from ttr_widget.gamemap import COLORS
from ttr_widget.picture.primitives import Point

Outline = tuple[Point, ...]


def _regular(corners: int, radius: float = 0.5, turn: float = -90.0, inner: float | None = None) -> Outline:
    """A regular polygon, or a star if an inner radius is given."""
    count = corners * 2 if inner is not None else corners
    radii = [radius if inner is None or i % 2 == 0 else inner for i in range(count)]
    angles = [math.radians(turn + 360 * i / count) for i in range(count)]
    return tuple((r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, angles, strict=True))


def _cross(arm: float, turn: float) -> Outline:
    """A plus sign with arms of this half width, turned by so many degrees."""
    a, b = arm, 0.5
    points = [
        (-a, -b),
        (a, -b),
        (a, -a),
        (b, -a),
        (b, a),
        (a, a),
        (a, b),
        (-a, b),
        (-a, a),
        (-b, a),
        (-b, -a),
        (-a, -a),
    ]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in points)


def _heart() -> Outline:
    points = []
    for i in range(20):
        t = 2 * math.pi * i / 20
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((x / 32, -(y + 2.5) / 30))
    return tuple(points)


CIRCLE = _regular(16)
SQUARE: Outline = ((-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42))
TRIANGLE: Outline = ((0.0, -0.52), (0.54, 0.42), (-0.54, 0.42))
DIAMOND: Outline = ((0.0, -0.56), (0.42, 0.0), (0.0, 0.56), (-0.42, 0.0))
STAR = _regular(5, radius=0.58, inner=0.25)
PLUS = _cross(0.17, 0)
CROSS = _cross(0.15, 45)
HEART = _heart()

COLOR_SHAPES: dict[str, Outline] = dict(
    zip(COLORS, (DIAMOND, HEART, TRIANGLE, STAR, SQUARE, CIRCLE, PLUS, CROSS), strict=True)
)
"""The symbol of each colour, as in CARD_SYMBOLS."""

LOCOMOTIVE: Outline = (
    (-0.62, 0.30), (-0.62, -0.42), (-0.70, -0.42), (-0.70, -0.52), (-0.16, -0.52), (-0.16, -0.42), (-0.24, -0.42),
    (-0.24, -0.14), (0.28, -0.14), (0.28, -0.44), (0.22, -0.50), (0.54, -0.50), (0.48, -0.44), (0.48, -0.14),
    (0.62, -0.10), (0.66, 0.08), (0.62, 0.22), (0.76, 0.30),
)  # fmt: skip
"""The body of a locomotive; LOCOMOTIVE_WHEELS go below it."""
LOCOMOTIVE_WHEELS: tuple[tuple[float, float, float], ...] = (
    (-0.42, 0.34, 0.17),
    (-0.02, 0.34, 0.17),
    (0.38, 0.34, 0.17),
)

WAVE: Outline = ((-0.5, 0.0), (-0.25, -0.22), (0.0, 0.0), (0.25, 0.22), (0.5, 0.0))
"""A wave line, left to right."""
