"""Numbers as lines: all figures of a board fit into one path, where texts would be sent one by one."""

from __future__ import annotations

from ttr_widget.picture.primitives import Pen, Point

_LINES = {
    "0": "2,0 3.4,.7 4,2.2 4,3.8 3.4,5.3 2,6 .6,5.3 0,3.8 0,2.2 .6,.7 2,0",
    "1": ".7,1.3 2.3,0 2.3,6",
    "2": ".1,1.5 .7,.4 2,0 3.4,.5 3.9,1.7 3.3,3 0,6 4,6",
    "3": ".1,.9 1.1,.1 2.4,0 3.6,.6 3.7,1.9 2.8,2.7 1.5,2.8 2.8,2.7 3.8,3.5 4,4.6 3.3,5.6 2,6 .8,5.8 0,4.9",
    "4": "3.1,6 3.1,0 0,4.2 4.2,4.2",
    "5": "3.7,0 .7,0 .4,2.8 1.4,2.3 2.6,2.3 3.7,3.1 4,4.2 3.4,5.5 2.1,6 .8,5.7 0,4.9",
    "6": "3.6,.6 2.4,0 1,.7 .2,2.3 .1,4.1 .8,5.5 2,6 3.4,5.5 4,4.1 3.4,2.8 2.1,2.4 .8,3 .1,4.1",
    "7": "0,0 4,0 2.3,3 1.5,6",
    "8": "2,2.8 .7,2.2 .4,1.2 1,.3 2,0 3,.3 3.6,1.2 3.3,2.2 2,2.8 .6,3.5 0,4.5 .6,5.6 2,6 3.4,5.6 4,4.5 3.4,3.5 2,2.8",
    "+": ".3,3.2 3.7,3.2 2,3.2 2,1.5 2,4.9",
    "9": ".4,5.4 1.6,6 3,5.3 3.8,3.7 3.9,1.9 3.2,.5 2,0 .6,.5 0,1.9 .6,3.2 1.9,3.6 3.2,3 3.9,1.9",
}
STROKES: dict[str, list[Point]] = {
    figure: [(float(x), float(y)) for x, y in (point.split(",") for point in line.split())]
    for figure, line in _LINES.items()
}
"""The line of each figure in a box 4 wide and 6 high."""
WIDE, HIGH, GAP = 4.0, 6.0, 1.9
THICK = 0.2
"""How thick the lines are, as a part of the height."""


def write_number(pen: Pen, number: int | str, middle: Point, height: float) -> None:
    """Write a number of 0 or more, or a text of figures and plus signs, around a point."""
    text = str(number)
    unit = height / HIGH
    left = middle[0] - unit * (len(text) * (WIDE + GAP) - GAP) / 2
    for place, figure in enumerate(text):
        x, y = left + place * (WIDE + GAP) * unit, middle[1] - height / 2
        pen.polyline([(x + px * unit, y + py * unit) for px, py in STROKES[figure]])
