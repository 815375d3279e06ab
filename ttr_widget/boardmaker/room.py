"""Free room on a board: what is taken by slots, towns and names, and where a frame or a sea's name still fits."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ttr_widget.boardmaker.shapes import distance_to_box
from ttr_widget.boardmaker.sizes import MARGIN, SLOT_WIDTH, TOWN_RADIUS

Array = NDArray[np.float64]

ASPECT = (0.95, 1.62)  # of a board, width to height


class Room:
    """Points that must stay free (with a radius), and boxes."""

    def __init__(self, discs: Array, towns: Array, boxes: Array) -> None:
        self.points = np.vstack([discs, towns])
        self.radius = np.concatenate([np.full(len(discs), SLOT_WIDTH / 2 + 0.05), np.full(len(towns), TOWN_RADIUS)])
        self.boxes = boxes

    def bounds(self) -> tuple[float, float, float, float]:
        reach = self.radius[:, None]
        low = np.vstack([self.points - reach, self.boxes[:, :2]]).min(0)
        high = np.vstack([self.points + reach, self.boxes[:, 2:]]).max(0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def framed(self) -> tuple[float, float, float, float]:
        """The board: all of it, a margin, and an aspect that suits a window."""
        return _with_aspect(_grown(self.bounds(), MARGIN))

    def block(self, x: float, y: float, width: float, height: float) -> None:
        self.boxes = np.vstack([self.boxes, [[x, y, x + width, y + height]]])

    def shift(self, dx: float, dy: float) -> None:
        self.points = self.points + np.array([dx, dy])
        self.boxes = self.boxes + np.array([dx, dy, dx, dy])

    def place(
        self, width: float, height: float, corner: str, margin: float, near: tuple[float, float] | None = None
    ) -> tuple[float, float]:
        """Top left corner for a rectangle: in free room if there is any, growing the board as little as possible.

        It should stand near the named corner of the board, or near a point.
        """
        left, top, right, bottom = self.bounds()
        outer = self.framed()
        best: tuple[float, float, float] | None = None
        for x in _steps(left - width - margin, right + margin):
            for y in _steps(top - height - margin, bottom + margin):
                if not self._free(x - margin, y - margin, x + width + margin, y + height + margin):
                    continue
                grown = _with_aspect(
                    _grown((min(left, x), min(top, y), max(right, x + width), max(bottom, y + height)), MARGIN)
                )
                growth = _area(grown) - _area(outer)
                here = (x, y, x + width, y + height)
                cost = growth + 0.35 * (distance_to_box(near, here) if near else _corner_distance(corner, here, outer))
                if best is None or cost < best[0] - 1e-9:
                    best = (cost, x, y)
        assert best is not None
        return best[1], best[2]

    def _free(self, left: float, top: float, right: float, bottom: float) -> bool:
        if (
            len(self.boxes)
            and (
                (self.boxes[:, 0] < right)
                & (self.boxes[:, 2] > left)
                & (self.boxes[:, 1] < bottom)
                & (self.boxes[:, 3] > top)
            ).any()
        ):
            return False
        x, y, r = self.points[:, 0], self.points[:, 1], self.radius
        return not ((x + r > left) & (x - r < right) & (y + r > top) & (y - r < bottom)).any()

    def near(
        self,
        at: tuple[float, float],
        width: float,
        height: float,
        angle: float,
        board: tuple[float, float],
        fits: Callable[[Array], bool],
        reach: float = 6.0,
    ) -> tuple[float, float] | None:
        """The middle of the nearest free place for a turned text, or None."""
        offsets = [
            (r * math.cos(t), r * math.sin(t))
            for r in np.arange(0, reach + 0.1, 0.4)
            for t in np.linspace(0, 2 * np.pi, max(1, int(r * 8)), endpoint=False)
        ]
        for dx, dy in offsets:
            x, y = at[0] + dx, at[1] + dy
            points = _sample(x, y, width, height, angle)
            if (points < MARGIN).any() or (points > np.array(board) - MARGIN).any():
                continue
            gap = np.hypot(points[:, None, 0] - self.points[None, :, 0], points[:, None, 1] - self.points[None, :, 1])
            if (gap < self.radius[None, :] + 0.22).any():
                continue
            b = self.boxes
            px, py = points[:, None, 0], points[:, None, 1]
            if ((px > b[:, 0] - 0.2) & (px < b[:, 2] + 0.2) & (py > b[:, 1] - 0.2) & (py < b[:, 3] + 0.2)).any():
                continue
            if fits(points):
                return x, y
        return None

    def block_turned(self, x: float, y: float, width: float, height: float, angle: float) -> None:
        points = _sample(x, y, width, height, angle)
        self.points = np.vstack([self.points, points])
        self.radius = np.concatenate([self.radius, np.full(len(points), 0.15)])


def _sample(x: float, y: float, width: float, height: float, angle: float) -> Array:
    turn = math.radians(angle)
    u, v = np.meshgrid(
        np.linspace(-width / 2, width / 2, max(3, int(width / 0.25))), np.linspace(-height / 2, height / 2, 4)
    )
    cos, sin = math.cos(turn), math.sin(turn)
    return np.column_stack([(x + u * cos - v * sin).ravel(), (y + u * sin + v * cos).ravel()])


def _steps(low: float, high: float) -> list[float]:
    return [round(float(value), 2) for value in np.arange(low, high + 0.01, 0.35)]


def _grown(b: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    return b[0] - by, b[1] - by, b[2] + by, b[3] + by


def _area(b: tuple[float, float, float, float]) -> float:
    return (b[2] - b[0]) * (b[3] - b[1])


def _with_aspect(b: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    width, height = b[2] - b[0], b[3] - b[1]
    more_width, more_height = max(0.0, ASPECT[0] * height - width), max(0.0, width / ASPECT[1] - height)
    return b[0] - more_width / 2, b[1] - more_height / 2, b[2] + more_width / 2, b[3] + more_height / 2


def _corner_distance(
    corner: str, box: tuple[float, float, float, float], outer: tuple[float, float, float, float]
) -> float:
    """How far a rectangle stands from the wanted corner, or from the nearest one."""
    wanted = [
        (h, v)
        for h in ("left", "right")
        for v in ("top", "bottom")
        if all(w in (h, v, "center", "middle") for w in corner.split())
    ]
    distances = []
    for h, v in wanted or [("left", "top")]:
        dx = box[0] - outer[0] if h == "left" else outer[2] - box[2]
        dy = box[1] - outer[1] if v == "top" else outer[3] - box[3]
        distances.append(math.hypot(dx - MARGIN, dy - MARGIN))
    return min(distances)
