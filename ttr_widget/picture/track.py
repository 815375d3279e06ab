"""The score track around the board: a hundred fields that are the frame of the map, and the players' markers."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from ttr_widget.picture.digits import THICK, write_number
from ttr_widget.picture.palette import Theme, mix
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.position import Position
from ttr_widget.picture.primitives import UNIT, Path, Pen, Point, Primitive
from ttr_widget.picture.signs import seat_sign
from ttr_widget.picture.slots import has_score

DEEP = 0.5 * UNIT
"""How far the frame reaches into the board."""
FIELDS = 100
NUMBER = 21
MARKER = 38
APART = 54.0
"""How far markers stand apart at least; where many meet they may stand on the next field a little."""


CORNER = 32.0
"""How far from the middle of a corner markers stand at least: a page may cut the corners of a picture round."""
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Track:
    """The fields of the track, clockwise from the upper left corner, which is 0."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.size = width, height = size
        half = FIELDS // 2
        self.across = max(2, min(half - 2, round(half * width / (width + height))))
        self.down = half - self.across
        self.wide = (width - DEEP) / self.across
        self.high = (height - DEEP) / self.down

    def box(self, field: int) -> tuple[float, float, float, float]:
        """x, y, width and height of a field. The corners are as wide as the frame is deep."""
        width, height = self.size
        field %= FIELDS
        if field < self.across:
            return self._row(field, 0.0)
        field -= self.across
        if field < self.down:
            return self._column(field, width - DEEP)
        field -= self.down
        if field < self.across:
            x, y, w, h = self._row(field, height - DEEP)
            return width - x - w, y, w, h
        x, y, w, h = self._column(field - self.across, 0.0)
        return x, height - y - h, w, h

    def _row(self, number: int, y: float) -> tuple[float, float, float, float]:
        if number == 0:
            return 0.0, y, DEEP, DEEP
        wide = (self.size[0] - 2 * DEEP) / (self.across - 1)
        return DEEP + (number - 1) * wide, y, wide, DEEP

    def _column(self, number: int, x: float) -> tuple[float, float, float, float]:
        if number == 0:
            return x, 0.0, DEEP, DEEP
        high = (self.size[1] - 2 * DEEP) / (self.down - 1)
        return x, DEEP + (number - 1) * high, DEEP, high

    def middle(self, field: int) -> Point:
        """The middle of a field."""
        x, y, w, h = self.box(field)
        return x + w / 2, y + h / 2

    def side_of(self, field: int) -> tuple[int, float]:
        """The side of the board a field is on (0 is the top, then clockwise), and how far from its first corner."""
        half = FIELDS // 2
        side = bisect((self.across, half, half + self.across), field % FIELDS)
        (left, top), (right, down) = self._corner(side), WAYS[side]
        x, y = self.middle(field)
        return side, (x - left) * right + (y - top) * down

    def at(self, side: int, far: float) -> Point:
        """The point so far from the first corner of a side; the inverse of `side_of`."""
        (left, top), (right, down) = self._corner(side), WAYS[side]
        return left + far * right, top + far * down

    def length(self, side: int) -> float:
        """How long a side is, from corner to corner along the middle of the frame."""
        return self.size[side % 2] - DEEP

    def _corner(self, side: int) -> Point:
        return DEEP / 2 + self.length(0) * (side in (1, 2)), DEEP / 2 + self.length(1) * (side in (2, 3))


def frame_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """The frame of the board with its fields; numbers only where points are counted."""
    width, height = plate.size
    track = Track(plate.size)
    dark, light = theme.frame
    ring = Pen().box(0, 0, width, height)
    inner = [(DEEP, DEEP), (DEEP, height - DEEP), (width - DEEP, height - DEEP), (width - DEEP, DEEP)]
    ring.polygon(inner)  # the other way round: a hole
    counted = has_score(plate)
    accents, lines = Pen(), Pen()
    for field in range(FIELDS):
        x, y, w, h = track.box(field)
        if field % 5 == 0 if counted else field % 2 == 0:
            accents.box(x, y, w, h)
        if counted:
            lines.box(x, y, w, h)
    shapes: list[Primitive] = [
        Path(ring.d, fill=light),
        Path(accents.d, fill=mix(light, dark, 0.28) if counted else mix(light, dark, 0.7)),
    ]
    if lines.d:
        shapes.append(Path(lines.d, stroke=mix(light, dark, 0.45), width=2))
    edges = Pen().polygon(inner).box(3, 3, width - 6, height - 6)
    shapes.append(Path(edges.d, stroke=dark, width=6))
    if counted:
        numbers = Pen()
        for field in range(0, FIELDS, 5):
            write_number(numbers, field, track.middle(field), NUMBER)
        shapes.append(Path(numbers.d, stroke=theme.ink, width=THICK * NUMBER, cap="round"))
    return shapes


def marker_places(plate: Plate, position: Position) -> list[Point]:
    """Where the marker of each seat is; those that would hide one another stand apart, and none is in a corner."""
    if not has_score(plate):
        return []
    track = Track(plate.size)
    sides: dict[int, list[tuple[float, int]]] = {}
    for seat, points in enumerate(position.points):
        side, far = track.side_of(points)
        sides.setdefault(side, []).append((far, seat))
    places: dict[int, Point] = {}
    for side, wanted in sides.items():
        wanted.sort()
        found = spread([far for far, _ in wanted], CORNER, track.length(side) - CORNER)
        places |= {seat: track.at(side, far) for far, (_, seat) in zip(found, wanted, strict=True)}
    return [places[seat] for seat in range(len(places))]


def spread(wanted: Sequence[float], low: float, high: float, apart: float = APART) -> list[float]:
    """Places in the same order from low to high, so far apart, and as near as possible to where they are wanted.

    >>> spread([0, 100, 100], 20, 500, 40)
    [20.0, 80.0, 120.0]
    """
    groups: list[list[float]] = []

    def places(group: list[float]) -> list[float]:
        """Side by side around the mean of what they want."""
        wide = apart * (len(group) - 1)
        first = max(low, min(high - wide, sum(group) / len(group) - wide / 2))
        return [first + apart * number for number in range(len(group))]

    for value in wanted:
        groups.append([value])
        while len(groups) > 1 and places(groups[-1])[0] - places(groups[-2])[-1] < apart:
            last = groups.pop()
            groups[-1] += last
    return [float(place) for group in groups for place in places(group)]


def marker_shapes(plate: Plate, position: Position) -> list[Primitive]:
    """The players' markers on the track."""
    places = enumerate(marker_places(plate, position))
    return [shape for seat, place in places for shape in seat_sign(seat, place, MARKER)]
