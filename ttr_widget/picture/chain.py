"""One long line through all routes of a board, of which dashes show those that are wanted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import Pen, Point

Run = tuple[float, float]
"""From where to where on a line."""
OUTSIDE = (-200, -200)
"""Where a chain begins: dashes begin with one of length 0, and its round ends must not be seen."""


@dataclass(frozen=True)
class Chain:
    """A path through route after route, and the runs on it that belong to each route.

    A painter that keeps the path needs only two short numbers a route to stroke any routes.
    """

    d: str
    runs: tuple[tuple[tuple[int, int], ...], ...]

    def dashes(self, routes: Iterable[int]) -> tuple[int, ...]:
        """How to dash the path so that it shows these routes only."""
        numbers, at = [0], 0
        for start, end in sorted(run for route in routes for run in self.runs[route]):
            numbers += [start - at, end - start]
            at = end
        rest = max((runs[-1][1] for runs in self.runs), default=0) + 100 - at
        return *numbers, rest


def make_chain(ways: Sequence[tuple[Sequence[Point], Sequence[Run]]]) -> Chain:
    """A chain through the ways of all routes; each way has points in whole units, and runs on it."""
    left = dict(enumerate(ways))
    points: list[Point] = [OUTSIDE]
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    length = 0.0
    while left:
        # The nearest next: a short chain has short numbers.
        route = min(left, key=lambda number: math.dist(points[-1], left[number][0][0]))
        way, runs = left.pop(route)
        length += math.dist(points[-1], way[0])
        found[route] = tuple((round(length + start), round(length + end)) for start, end in runs)
        length += sum(map(math.dist, way, way[1:]))
        points += way
    return Chain(Pen().polyline(points).d, tuple(found[route] for route in range(len(ways))))


def bands(plate: Plate) -> Chain:
    """The lines through the slots of each route, as marks use them; made once."""
    return plate.remember("bands", lambda: make_chain([_band(plate, route) for route in range(len(plate.slots))]))


def _band(plate: Plate, route: int) -> tuple[list[Point], list[Run]]:
    way: list[Point] = [(round(x), round(y)) for x, y in plate.way(route)]
    return way, [(0.0, sum(map(math.dist, way, way[1:])))]
