"""Small plane geometry in plain Python: rectangles, overlaps, crossings; enough to measure a board."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from ttr_widget.boardmaker.projection import Point
from ttr_widget.boardmaker.sizes import ASCENT, DESCENT, SLOT_LENGTH, SLOT_WIDTH, text_width

Box = tuple[float, float, float, float]  # left, top, right, bottom
Corners = tuple[Point, Point, Point, Point]


def turned_box(x: float, y: float, width: float, height: float, degrees: float) -> Corners:
    """The corners of a rectangle around (x, y), turned."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    u, v = width / 2, height / 2
    points = [(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in ((-u, -v), (u, -v), (u, v), (-u, v))]
    return points[0], points[1], points[2], points[3]


def slot_corners(slot: Sequence[float], length: float = SLOT_LENGTH, width: float = SLOT_WIDTH) -> Corners:
    return turned_box(slot[0], slot[1], length, width, slot[2])


def box_corners(box: Box) -> Corners:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def label_box(text: str, x: float, y: float, anchor: str, size: float) -> Box:
    """The box of a text whose base line starts, ends or has its middle at (x, y)."""
    width = text_width(text, size)
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return left, y - ASCENT * size, left + width, y + DESCENT * size


def convex_overlap(a: Sequence[Point], b: Sequence[Point], slack: float = 1e-6) -> bool:
    """Do two convex polygons share more than an edge? (separating axis)"""
    for polygon in (a, b):
        for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            nx, ny = y1 - y0, x0 - x1
            size = math.hypot(nx, ny) or 1.0
            first = [(nx * x + ny * y) / size for x, y in a]
            second = [(nx * x + ny * y) / size for x, y in b]
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return False
    return True


def distance_to_polygon(point: Point, polygon: Sequence[Point]) -> float:
    """0 inside, else the distance to the nearest edge."""
    if inside(point, polygon):
        return 0.0
    return min(_to_segment(point, p, q) for p, q in zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def distance_to_box(point: Point, box: Box) -> float:
    return math.hypot(max(box[0] - point[0], 0, point[0] - box[2]), max(box[1] - point[1], 0, point[1] - box[3]))


def _to_segment(point: Point, p: Point, q: Point) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / size)) if size else 0.0
    return math.hypot(point[0] - p[0] - t * dx, point[1] - p[1] - t * dy)


def inside(point: Point, ring: Sequence[Sequence[float]]) -> bool:
    x, y = point
    odd = False
    before = ring[-1]
    for here in ring:
        if (here[1] > y) != (before[1] > y) and x < (before[0] - here[0]) * (y - here[1]) / (
            before[1] - here[1]
        ) + here[0]:
            odd = not odd
        before = here
    return odd


def inside_any(point: Point, rings: Iterable[Sequence[Sequence[float]]]) -> bool:
    """Inside by the even-odd rule, so that rings within rings are holes."""
    return sum(inside(point, ring) for ring in rings) % 2 == 1


def _side(p: Sequence[float], q: Sequence[float], r: Sequence[float]) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def segments_cross(p: Sequence[float], q: Sequence[float], r: Sequence[float], s: Sequence[float]) -> bool:
    return _side(p, q, r) * _side(p, q, s) < 0 and _side(r, s, p) * _side(r, s, q) < 0


def polylines_cross(a: Sequence[Sequence[float]], b: Sequence[Sequence[float]]) -> bool:
    if not _boxes_meet(a, b):
        return False
    return any(segments_cross(a[i], a[i + 1], b[j], b[j + 1]) for i in range(len(a) - 1) for j in range(len(b) - 1))


def _boxes_meet(a: Sequence[Sequence[float]], b: Sequence[Sequence[float]]) -> bool:
    return all(
        max(p[k] for p in a) >= min(p[k] for p in b) and max(p[k] for p in b) >= min(p[k] for p in a) for k in (0, 1)
    )


def near_pairs(centres: Sequence[Point], reach: float) -> Iterator[tuple[int, int]]:
    """Index pairs of points that are no farther apart than `reach` in x and in y."""
    cells: dict[tuple[int, int], list[int]] = {}
    for index, (x, y) in enumerate(centres):
        cell = math.floor(x / reach), math.floor(y / reach)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                for other in cells.get((cell[0] + dx, cell[1] + dy), ()):
                    yield other, index
        cells.setdefault(cell, []).append(index)
