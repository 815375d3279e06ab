"""Coast, borders and rivers, bent by the same displacement as the towns: every town stays on its side of the water."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import linemerge, nearest_points, unary_union

from ttr_widget.boardmaker.projection import Projection

Array = NDArray[np.float64]
Rings = list[list[list[float]]]

FINE = 0.025  # outlines are simplified by this much (in slots)
SMALLEST = 0.035  # islands and lakes below this area are left out
STEP = 0.6  # long straight lines get points this near, so that they can bend


def bend(true: Array, moved: Array) -> Callable[[Array], Array]:
    """The thin-plate spline that carries the true towns to the moved ones; far away nothing moves."""
    if len(true) < 3:
        return lambda points: points
    low, high = true.min(0), true.max(0)
    middle, half = (low + high) / 2, (high - low) / 2 + 6
    turns = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    ring = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * half * 1.5
    source, target = np.vstack([true, ring]), np.vstack([moved, ring])
    source, keep = np.unique(source.round(6), axis=0, return_index=True)
    spline = RBFInterpolator(source, target[keep] - source, kernel="thin_plate_spline", smoothing=0.02)
    return lambda points: points + spline(points)


class Chart:
    """Draws lon/lat outlines of one panel onto the board, inside a frame (left, top, right, bottom)."""

    def __init__(
        self, projection: Projection, bending: Callable[[Array], Array], frame: tuple[float, float, float, float]
    ) -> None:
        self.projection = projection
        self.bending = bending
        self.frame = box(*frame)
        self.reach = box(*frame).buffer(4)

    def land(self, rings: Iterable[Sequence[Sequence[float]]], towns: Sequence[tuple[float, float]]) -> Any:
        """Land as one shape; a town that would stand in the sea gets a spit of land."""
        land = unary_union([self._area(ring) for ring in rings])
        land = land.buffer(0.05).buffer(-0.05)
        for town in towns:
            spot = Point(town)
            if not land.is_empty and not land.contains(spot.buffer(0.12)):
                near = nearest_points(land, spot)[0]
                land = unary_union([land, unary_union([spot.buffer(0.3), near.buffer(0.34)]).convex_hull])
        return land

    def water(self, rings: Iterable[Sequence[Sequence[float]]], towns: Sequence[tuple[float, float]]) -> Any:
        """Lakes, kept off the towns."""
        lakes = unary_union([self._area(ring) for ring in rings])
        dry = unary_union([Point(town).buffer(0.36) for town in towns])
        return lakes.difference(dry) if not lakes.is_empty else lakes

    def lines(self, lines: Iterable[Sequence[Sequence[float]]], only: Any = None) -> Rings:
        """Borders and rivers inside the frame (and inside `only`)."""
        result = unary_union([LineString(self._bent(line)) for line in lines if len(line) > 1]).intersection(self.frame)
        if only is not None and not only.is_empty:
            result = result.intersection(only)
        if result.geom_type == "MultiLineString":
            result = linemerge(result)
        parts = [
            part for part in getattr(result, "geoms", [result]) if part.geom_type == "LineString" and part.length > 0.5
        ]
        return [_points(part.simplify(FINE).coords) for part in parts]

    def rings(self, shape: Any, smallest: float = SMALLEST) -> Rings:
        """The outline of a shape inside the frame, holes as rings of their own (even-odd rule)."""
        cut = shape.intersection(self.frame).simplify(FINE)
        parts = [part for part in getattr(cut, "geoms", [cut]) if part.geom_type == "Polygon" and part.area > smallest]
        parts.sort(key=lambda part: -part.area)
        return [
            _points(ring.coords)
            for part in parts
            for ring in (part.exterior, *(h for h in part.interiors if Polygon(h).area > smallest))
        ]

    def area(self, rings: Iterable[Sequence[Sequence[float]]]) -> Any:
        return unary_union([self._area(ring) for ring in rings])

    def place(self, lon: float, lat: float) -> tuple[float, float]:
        x, y = self.bending(np.array([self.projection(lon, lat)]))[0]
        return float(x), float(y)

    def _area(self, ring: Sequence[Sequence[float]]) -> Any:
        return Polygon(self._bent(ring)).buffer(0)

    def _bent(self, points: Sequence[Sequence[float]]) -> Array:
        line = LineString([self.projection(point[0], point[1]) for point in points]).segmentize(STEP)
        return self.bending(np.array(line.coords))


def with_town(area: Any, town: tuple[float, float], land: Any, others: Mapping[str, Any]) -> Any:
    """A region that reaches a town of its own, also where the town got land that was not there before."""
    spot = Point(town)
    if area.is_empty or area.contains(spot):
        return area
    bridge = unary_union([spot.buffer(0.4), nearest_points(area, spot)[0].buffer(0.4)]).convex_hull
    free = bridge.intersection(land).difference(unary_union([other for other in others.values() if other is not area]))
    return unary_union([area, free])


def _points(coords: Any) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in coords]
