"""The shape that stands for each seat, drawn with a rim: on its cars, on the score track, in the list of players."""

from __future__ import annotations

from collections.abc import Sequence

from ttr_widget.picture.palette import PLAYER_COLORS, PLAYER_SHAPES
from ttr_widget.picture.primitives import Dots, Path, Pen, Place, Point, Primitive, turned
from ttr_widget.picture.rolling_stock import DARK

Stroke = tuple[Point, Point]
SIDE = 0.84
STROKES: dict[str, tuple[Stroke, ...]] = {
    "square": (((-0.42, 0.0), (0.42, 0.0)),),
    "diamond": (((-0.297, -0.297), (0.297, 0.297)),),
    "cross": (((-0.52, 0.0), (0.52, 0.0)), ((0.0, -0.52), (0.0, 0.52))),
}
"""Shapes that are fat strokes: two points are shorter to send than the outline."""
WIDTHS = {"square": SIDE, "diamond": SIDE, "cross": 0.32}
TRIANGLE = ((0.0, -0.56), (0.58, 0.44), (-0.58, 0.44))


def signs(shape: str, places: Sequence[Place], size: float, fill: str, edge: str, rim: float) -> list[Primitive]:
    """The same sign at many places, with a rim of this width outside of it."""
    if shape == "circle":
        points = tuple((round(x), round(y)) for x, y, _ in places)
        return [Dots(points, 0.48 * size + rim, fill=edge), Dots(points, 0.48 * size, fill=fill)]
    if shape == "triangle":
        pen = Pen()
        for place in places:
            pen.polygon(turned([(x * size, y * size) for x, y in TRIANGLE], place))
        return [Path(pen.d, stroke=edge, width=2 * rim), Path(pen.d, fill=fill)]
    width = WIDTHS[shape] * size
    return [
        Path(_strokes(shape, places, size, rim), stroke=edge, width=width + 2 * rim),
        Path(_strokes(shape, places, size, 0.0), stroke=fill, width=width),
    ]


def _strokes(shape: str, places: Sequence[Place], size: float, longer: float) -> str:
    pen = Pen()
    for place in places:
        for start, end in STROKES[shape]:
            length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
            grow = size + 2 * longer / length
            pen.polyline(turned(((start[0] * grow, start[1] * grow), (end[0] * grow, end[1] * grow)), place))
    return pen.d


def seat_sign(seat: int, middle: Point, size: float) -> list[Primitive]:
    """The sign of a seat in its colour."""
    shape = PLAYER_SHAPES[seat % len(PLAYER_SHAPES)]
    return signs(shape, [(*middle, 0.0)], size, PLAYER_COLORS[seat % len(PLAYER_COLORS)], DARK, 0.13 * size)
