"""Where something may lie over the board and hide least of it."""

from __future__ import annotations

from collections.abc import Iterator

from ttr_widget.boardmaker.sizes import text_width
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import UNIT

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

PLAYED, SHOWN = 10.0, 1.0
"""How bad it is to hide what is played on (slots, towns, names), and title or legend."""


def free_corner(plate: Plate, width: float, height: float) -> str:
    """The corner where a box, its sides in fractions of the board's, hides least: "nw", "ne", "sw" or "se".

    >>> from ttr_widget.gamemap import load_map
    >>> from ttr_widget.picture.plate import plate_for
    >>> free_corner(plate_for(load_map("usa")), 0.05, 0.2)
    'se'
    """
    return plate.remember(f"corner {width:.3f} {height:.3f}", lambda: _free_corner(plate, width, height))


def _free_corner(plate: Plate, width: float, height: float) -> str:
    wide, high = width * plate.size[0], height * plate.size[1]
    right, bottom = plate.size[0] - wide, plate.size[1] - high
    corners = {"se": (right, bottom), "ne": (right, 0.0), "sw": (0.0, bottom), "nw": (0.0, 0.0)}
    things = [*((box, PLAYED) for box in _played(plate)), *((box, SHOWN) for box in _panels(plate))]
    hidden = {
        corner: sum(badness * _common((*place, wide, high), box) for box, badness in things)
        for corner, place in corners.items()
    }
    return min(corners, key=lambda corner: hidden[corner])


def _common(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(across, 0.0) * max(down, 0.0)


def _played(plate: Plate) -> Iterator[Box]:
    half = plate.slot[0] / 2
    for slots in plate.slots:
        for x, y, _ in slots:
            yield x - half, y - half, 2 * half, 2 * half
    for points in plate.towns.values():
        for x, y in points:
            yield x - half, y - half, 2 * half, 2 * half
    labels = [(name, city["label"]) for name, city in plate.board["cities"].items()]
    labels += [(twin["city"], twin["label"]) for twin in plate.board["twins"]]
    labels += [(end["country"], end["label"]) for end in plate.board["endpoints"] if end["label"]]
    for name, label in labels:
        size = label["size"] * UNIT
        long = text_width(name, size)
        before = {"start": 0.0, "middle": long / 2, "end": long}[label["anchor"]]
        yield label["x"] * UNIT - before, label["y"] * UNIT - size, long, 1.3 * size


def _panels(plate: Plate) -> Iterator[Box]:
    for name in ("title", "legend"):
        panel = plate.board[name]
        yield panel["x"] * UNIT, panel["y"] * UNIT, panel["w"] * UNIT, panel["h"] * UNIT
