"""From longitude and latitude to places on the board: a conformal cone that fits the middle of the map."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Projection:
    """Lambert's conformal cone touching at (lon, lat), turned by `tilt` degrees, widened, scaled and shifted.

    y grows downwards.
    """

    lon: float
    lat: float
    scale: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    tilt: float = 0.0
    stretch: float = 1.0  # width to height, as a multiple of the true one

    @classmethod
    def fitting(cls, places: Iterable[Point], tilt: float = 0.0, stretch: float = 1.0) -> Projection:
        """The cone for the middle of these (lon, lat) places."""
        points = list(places)
        lons, lats = [p[0] for p in points], [p[1] for p in points]
        return cls(lon=(min(lons) + max(lons)) / 2, lat=(min(lats) + max(lats)) / 2, tilt=tilt, stretch=stretch)

    def __call__(self, lon: float, lat: float) -> Point:
        x, y = self._cone(lon, lat)
        turn = math.radians(self.tilt)
        cos, sin = math.cos(turn), math.sin(turn)
        wider = math.sqrt(self.stretch)
        return (
            self.scale * wider * (x * cos - y * sin) + self.dx,
            self.scale / wider * (x * sin + y * cos) + self.dy,
        )

    def moved(self, dx: float, dy: float) -> Projection:
        return replace(self, dx=self.dx + dx, dy=self.dy + dy)

    def rescaled(self, factor: float) -> Projection:
        return replace(self, scale=self.scale * factor, dx=self.dx * factor, dy=self.dy * factor)

    def to_dict(self) -> dict[str, float]:
        return {key: round(value, 6) for key, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Projection:
        return cls(**{key: float(value) for key, value in data.items()})

    def _cone(self, lon: float, lat: float) -> Point:
        phi, phi0 = math.radians(_inside(lat)), math.radians(_inside(self.lat))
        turn = math.radians(lon - self.lon)
        n = math.sin(phi0)
        if abs(n) < 0.02:  # at the equator the cone becomes Mercator's cylinder
            return turn, math.log(math.tan(math.pi / 4 - phi / 2)) - math.log(math.tan(math.pi / 4 - phi0 / 2))
        ratio = math.tan(math.pi / 4 - phi / 2) / math.tan(math.pi / 4 - phi0 / 2)
        rho0 = 1 / math.tan(phi0)
        rho = rho0 * ratio**n
        return rho * math.sin(n * turn), rho * math.cos(n * turn) - rho0


def _inside(lat: float) -> float:
    return max(-85.0, min(85.0, lat))
