"""The title cartouche and the legend."""

from __future__ import annotations

from ttr_widget.boardmaker.sizes import text_width
from ttr_widget.picture.digits import THICK, write_number
from ttr_widget.picture.palette import Theme
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import UNIT, Path, Pen, Primitive, Text, towards

Box = tuple[float, float, float, float]


def furniture_shapes(plate: Plate, theme: Theme, words: str) -> list[Primitive]:
    """Title and legend; the coloured slots of the legend are painted with those of the routes."""
    title, legend = _rect(plate, "title"), _rect(plate, "legend")
    if not words:
        title = (0, 0, 0, 0)
    panels = [rect for rect in (title, legend) if rect[2] > 0]
    if not panels:
        return []
    shade, plaques, lines = Pen(), Pen(), Pen()
    for x, y, w, h in panels:
        shade.box(x + 8, y + 10, w, h)
        _plaque(plaques, x, y, w, h, 22)
        _plaque(lines, x + 11, y + 11, w - 22, h - 22, 18)
    return [
        Path(shade.d, fill="#000000", opacity=0.14),
        Path(plaques.d, fill=theme.panel, stroke=theme.panel_edge, width=5),
        Path(lines.d, stroke=theme.panel_edge, width=2),
        *_title(words, theme, title),
        *_worth(plate, theme, legend),
    ]


def _rect(plate: Plate, key: str) -> Box:
    rect = plate.board[key]
    return rect["x"] * UNIT, rect["y"] * UNIT, rect["w"] * UNIT, rect["h"] * UNIT


def _plaque(pen: Pen, x: float, y: float, w: float, h: float, notch: float) -> None:
    """A plate with hollow corners."""
    corners = (
        ((x, y + notch), (x + notch, y)),
        ((x + w - notch, y), (x + w, y + notch)),
        ((x + w, y + h - notch), (x + w - notch, y + h)),
        ((x + notch, y + h), (x, y + h - notch)),
    )
    for number, (before, after) in enumerate(corners):
        (pen.line if number else pen.move)(*before)
        inside = (before[0], after[1]) if number % 2 else (after[0], before[1])
        pen.curve(towards(before, inside, 0.4 * notch), towards(after, inside, 0.4 * notch), after)
    pen.close()


def _title(words: str, theme: Theme, rect: Box) -> list[Primitive]:
    x, y, w, h = rect
    if w <= 0:
        return []
    size = min(0.6 * h, 90 * (w - 50) / (text_width(words, 90) * 0.9))
    return [
        Text(words, round(x + w / 2), round(y + h / 2 + 0.33 * size), round(size), theme.ink,
             anchor="middle", family="serif", weight="bold"),
    ]  # fmt: skip


def _worth(plate: Plate, theme: Theme, rect: Box) -> list[Primitive]:
    """What routes of each length are worth: so many little cars, and below them the points they bring."""
    x, y, w, h = rect
    points = {length: plate.map.settings.route_points[length] for length in lengths(plate)}
    top, room = y + 0.57 * h, 0.36 * h
    if w <= 0 or not any(points.values()):
        return []
    step = (w - 40) / len(points)
    size = min(0.42 * room, step * 0.27)
    boxes, numbers = Pen(), Pen()
    for number, (length, value) in enumerate(points.items()):
        middle = x + 20 + (number + 0.5) * step
        piece = min(step * 0.74, 84) / length
        for car in range(length):
            boxes.box(middle + (car - length / 2) * piece + 1, top + 0.1 * room, piece - 3, 0.2 * room)
        write_number(numbers, f"+{value}", (middle, top + 0.72 * room), size)
    return [
        Path(boxes.d, fill=theme.soft_ink),
        Path(numbers.d, stroke=theme.ink, width=THICK * size, cap="round"),
    ]


def lengths(plate: Plate) -> list[int]:
    """The lengths that routes of this map have."""
    return sorted({route.length for route in plate.map.routes})
