"""The cars of all slots of a board as a few long paths, for painters that keep paths."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from ttr_widget.picture.chain import Chain, Run, make_chain
from ttr_widget.picture.pieces import cars_on
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import Pen, Place, Point, turned
from ttr_widget.picture.rolling_stock import STOCK, STROKE, STROKE_WIDTH, Line

SPARE = 3
"""How far the chain goes on beyond the ends of a route, so that a dash may be cut at whole units."""


@dataclass(frozen=True)
class CarPaths:
    """The outlines of all cars, the lines to paint upon them (roofs, windows, wheels), a chain through all slots."""

    outlines: str
    lines: tuple[tuple[Line, str], ...]
    chain: Chain

    def all(self) -> list[str]:
        """Every path."""
        return [self.outlines, *(d for _, d in self.lines), self.chain.d]


def car_paths(plate: Plate) -> CarPaths:
    """The paths of a plate; made once."""
    return plate.remember("cars", lambda: _make(plate))


def _make(plate: Plate) -> CarPaths:
    outlines = Pen()
    pens: dict[Line, Pen] = defaultdict(Pen)
    for route in range(len(plate.slots)):
        cars = cars_on(plate, route, 0)
        car = STOCK[cars.kind]
        for place in cars.places:
            outlines.polygon(turned(car.outline, place))
            for line in car.lines:
                pens[replace(line, points=())].polyline(turned(line.points, place))
    chain = make_chain([(way, _runs(way)) for way in map(_way, plate.slots)])
    return CarPaths(outlines.d, tuple((line, pen.d) for line, pen in pens.items()), chain)


def _way(slots: Sequence[Place]) -> list[Point]:
    """A line along the axes of a route's cars, in whole units, a little longer than they are."""
    way: list[Point] = []
    for number, place in enumerate(slots):
        ends = turned(STROKE, place)
        before = way[-1] if way else None
        after = slots[number + 1][:2] if number + 1 < len(slots) else None
        if (before and math.dist(before, ends[0]) > math.dist(before, ends[1])) or (
            not before and after and math.dist(after, ends[0]) < math.dist(after, ends[1])
        ):
            ends.reverse()
        way += ends
    way[0], way[-1] = _beyond(way[1], way[0]), _beyond(way[-2], way[-1])
    return [(round(x), round(y)) for x, y in way]


def _runs(way: Sequence[Point]) -> list[Run]:
    """From where to where the strokes along a way run; they leave out gaps where cars of a crossing route may stand."""
    at = list(accumulate(map(math.dist, way, way[1:]), initial=0.0))
    cuts = [at[0] + SPARE - 1]
    for number in range(1, len(way) - 1, 2):
        if at[number + 1] - at[number] > STROKE_WIDTH:
            cuts += [at[number] + 1, at[number + 1] - 1]
    cuts.append(at[-1] - SPARE + 1)
    return list(zip(cuts[::2], cuts[1::2], strict=True))


def _beyond(a: Point, b: Point) -> Point:
    """The point a little behind b, seen from a."""
    longer = SPARE / math.dist(a, b)
    return b[0] + (b[0] - a[0]) * longer, b[1] + (b[1] - a[1]) * longer
