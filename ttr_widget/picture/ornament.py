"""A cartographer's hand: waves on the sea, mountains and trees, a compass rose, all where nothing else is.

The places are found by a fixed rule from the board itself; the same board always looks the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from ttr_widget.picture.palette import Theme, mix
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import UNIT, Path, Pen, Point, Primitive, Text, turned

STEP = 1.15 * UNIT
Box = tuple[float, float, float, float]


class Free:
    """Knows which points of a board are free of slots, places, names and panels, and which are land."""

    def __init__(self, plate: Plate) -> None:
        board = plate.board
        self.plate = plate
        self.land = [[(x * UNIT, y * UNIT) for x, y in ring] for ring in board["land"]]
        self.water = [[(x * UNIT, y * UNIT) for x, y in ring] for ring in board["water"]]
        self.coast = [point for ring in [*self.land, *self.water] for point in _dense(ring)]
        towns = [point for points in plate.towns.values() for point in points]
        slots = [point for slots in plate.slots for x, y, angle in slots for point in _thirds(x, y, angle)]
        self.busy = [*slots, *towns]
        self.boxes = list(_boxes(plate))
        self._cells: dict[tuple[int, int], list[Point]] = {}
        self._shore: dict[tuple[int, int], list[Point]] = {}
        for points, cells in ((self.busy, self._cells), (self.coast, self._shore)):
            for point in points:
                cells.setdefault(_cell(point), []).append(point)

    def is_land(self, point: Point) -> bool:
        """Whether the point is on land and in no lake."""
        return _inside(point, self.land) and not _inside(point, self.water)

    def room(self, point: Point, far: float = 3 * UNIT) -> float:
        """The distance to the nearest thing of the game, at most `far`."""
        x, y = point
        width, height = self.plate.size
        edge = min(x, y, width - x, height - y) - 0.6 * UNIT
        distance = min([far, edge, *(_to_box(point, box) for box in self.boxes)])
        return min(distance, _nearest(point, self._cells, distance))

    def shore(self, point: Point, far: float = 3 * UNIT) -> float:
        """The distance to the nearest coast, at most `far`."""
        return _nearest(point, self._shore, far)


def _dense(ring: Sequence[Point], closed: bool = True) -> list[Point]:
    points = []
    for a, b in zip(ring, [*ring[1:], ring[0]] if closed else ring[1:], strict=False):
        pieces = max(1, round(math.dist(a, b) / (0.4 * UNIT)))
        points += [(a[0] + (b[0] - a[0]) * i / pieces, a[1] + (b[1] - a[1]) * i / pieces) for i in range(pieces)]
    return points


def _thirds(x: float, y: float, angle: float) -> list[Point]:
    return turned(((-35, 0), (0, 0), (35, 0)), (x, y, angle))


def _boxes(plate: Plate) -> list[Box]:
    """Names and panels as boxes: left, top, right, bottom."""
    board = plate.board
    boxes = [_rect(board["title"]), _rect(board["legend"])]
    boxes += [
        (x * UNIT, y * UNIT, (x + w) * UNIT, (y + h) * UNIT) for x, y, w, h in (i["frame"] for i in board["insets"])
    ]
    named = [(name, city["label"]) for name, city in board["cities"].items()]
    named += [(twin["city"], twin["label"]) for twin in board["twins"]]
    named += [(end["country"], end["label"]) for end in board["endpoints"] if end["label"]]
    for name, label in named:
        size = label["size"] * UNIT
        width = 0.62 * size * len(name)
        left = label["x"] * UNIT - {"start": 0.0, "middle": width / 2, "end": width}[label["anchor"]]
        boxes.append((left, label["y"] * UNIT - 0.8 * size, left + width, label["y"] * UNIT + 0.3 * size))
    for label in board["labels"]:
        half = 0.32 * label["size"] * UNIT * len(label["text"])
        high = 0.5 * label["size"] * UNIT
        for part in (-1, -0.5, 0, 0.5, 1):
            x, y = turned([(part * half, 0)], (label["x"] * UNIT, label["y"] * UNIT, label["angle"]))[0]
            reach = max(high, half / 4)
            boxes.append((x - reach, y - reach, x + reach, y + reach))
    return boxes


def _rect(rect: dict[str, float]) -> Box:
    return rect["x"] * UNIT, rect["y"] * UNIT, (rect["x"] + rect["w"]) * UNIT, (rect["y"] + rect["h"]) * UNIT


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] // UNIT), int(point[1] // UNIT)


def _nearest(point: Point, cells: dict[tuple[int, int], list[Point]], far: float) -> float:
    best = far
    column, row = _cell(point)
    reach = max(0, math.ceil(far / UNIT))
    for c in range(column - reach, column + reach + 1):
        for r in range(row - reach, row + reach + 1):
            for other in cells.get((c, r), ()):
                best = min(best, math.dist(point, other))
    return best


def _to_box(point: Point, box: Box) -> float:
    dx = max(box[0] - point[0], 0, point[0] - box[2])
    dy = max(box[1] - point[1], 0, point[1] - box[3])
    return math.hypot(dx, dy)


def _inside(point: Point, rings: Sequence[Sequence[Point]]) -> bool:
    """Even-odd over all rings, so that holes count."""
    x, y = point
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                odd = not odd
    return odd


def ornament_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """Waves, mountains, trees and the compass rose; nothing on a board without a coast."""
    if not plate.board["land"]:
        return []
    waves, trees, peaks, rose = plate.remember("ornaments", lambda: _find_places(plate))
    shapes: list[Primitive] = []
    if waves:
        shapes.append(Path(_waves(waves), stroke=theme.sea_lines[0], width=3, cap="round"))
    if trees:
        shapes.append(Path(_trees(trees), stroke=theme.land_ink, width=3, cap="round"))
    if peaks:
        shade, lines = _mountains(peaks)
        shapes += [
            Path(shade, fill=mix(theme.land, theme.land_ink, 0.75)),
            Path(lines, stroke=theme.hill, width=3, cap="round"),
        ]
    if rose:
        shapes += _rose(rose[0], rose[1], theme, plate.board["projection"])
    return shapes


Places = tuple[list[Point], list[Point], list[Point], tuple[Point, float] | None]


def _find_places(plate: Plate) -> Places:
    free = Free(plate)
    peaks = _find_peaks(plate, free)
    rng = random.Random(plate.map.name)
    waves: list[Point] = []
    trees: list[Point] = []
    best: tuple[float, Point] | None = None
    width, height = plate.size
    for row in range(int(height / STEP) + 1):
        for column in range(int(width / STEP) + 1):
            x = (column + 0.5 + rng.uniform(-0.35, 0.35)) * STEP
            y = (row + 0.5 + rng.uniform(-0.35, 0.35)) * STEP
            luck = rng.random()
            room = free.room((x, y))
            if room < 0.45 * UNIT:
                continue
            shore = free.shore((x, y))
            if free.is_land((x, y)):
                wooded = math.sin(x / 520 + 1.3) + math.cos(y / 470 - 0.6) > 0.2
                clear = shore > 0.35 * UNIT and room > 0.5 * UNIT
                if wooded and luck < 0.75 and clear and not _near(peaks, (x, y), 0.95 * UNIT):
                    trees.append((x, y))
            elif shore > 0.75 * UNIT:
                if luck < 0.5:
                    waves.append((x, y))
                space = min(room, shore)
                if space > 1.25 * UNIT and (best is None or space > best[0]):
                    best = (space, (x, y))
    if best is None:
        return waves, trees, peaks, None
    space, middle = best
    radius = min(space, 2.1 * UNIT) * 0.8
    waves = [point for point in waves if math.dist(point, middle) > radius + 0.5 * UNIT]
    return waves, trees, peaks, (middle, radius)


def _find_peaks(plate: Plate, free: Free) -> list[Point]:
    """Mountains along the ranges of the board, some to the left and right of the line, from north to south."""
    rng = random.Random(plate.map.name)
    found: list[Point] = []
    for line in plate.board.get("ranges", ()):
        for x, y in _dense([(x * UNIT, y * UNIT) for x, y in line], closed=False):
            for side in (0, 0.75, -0.75):
                spot = (x + (side + rng.uniform(-0.2, 0.2)) * UNIT, y + rng.uniform(-0.25, 0.25) * UNIT)
                clear = not _near(found, spot, 0.62 * UNIT) and free.room(spot, UNIT) > 0.44 * UNIT
                if clear and free.is_land(spot) and free.shore(spot, UNIT) > 0.4 * UNIT:
                    found.append(spot)
    return sorted(found, key=lambda point: point[1])


def _near(points: Sequence[Point], spot: Point, reach: float) -> bool:
    return any(math.dist(point, spot) < reach for point in points)


def _waves(places: list[Point]) -> str:
    pen = Pen()
    for x, y in places:
        pen.move(x - 24, y)
        pen.curve((x - 16, y - 11), (x - 8, y - 11), (x, y))
        pen.curve((x + 8, y - 11), (x + 16, y - 11), (x + 24, y))
    return pen.d


def _trees(places: list[Point]) -> str:
    pen = Pen()
    for x, y in places:
        for dx, dy in ((0, 0), (24, 7)):
            pen.polyline(((x + dx - 9, y + dy + 6), (x + dx, y + dy - 17), (x + dx + 9, y + dy + 6)))
            pen.line(x + dx - 9, y + dy + 6)
            pen.polyline(((x + dx, y + dy + 6), (x + dx, y + dy + 13)))
    return pen.d


def _mountains(places: list[Point]) -> tuple[str, str]:
    """Their shaded sides, and their lines: a peak with a lower one behind it."""
    shade, lines = Pen(), Pen()
    for x, y in places:
        lines.polyline(((x - 30, y + 15), (x - 6, y - 21), (x + 20, y + 15)))
        lines.polyline(((x + 6, y - 5), (x + 15, y - 13), (x + 33, y + 12)))
        shade.polygon(((x - 6, y - 21), (x + 20, y + 15), (x + 3, y + 15), (x - 1, y + 1), (x - 6, y - 4)))
        shade.polygon(((x + 15, y - 13), (x + 33, y + 12), (x + 21, y + 12)))
    return shade.d, lines.d


def _rose(middle: Point, radius: float, theme: Theme, projection: dict[str, float] | None) -> list[Primitive]:
    """A compass rose; it turns with the map."""
    tilt = (projection or {}).get("tilt", 0.0)
    place = (*middle, tilt)
    light, dark = Pen(), Pen()
    for quarter in range(8):
        reach = radius * (0.86 if quarter % 2 == 0 else 0.52)
        angle = quarter * 45.0
        tip = turned([(0, -reach)], (0, 0, angle))[0]
        left, right = (turned([(0, -radius * 0.17)], (0, 0, angle + side))[0] for side in (-32, 32))
        dark.polygon(turned([(0, 0), left, tip], place))
        light.polygon(turned([(0, 0), right, tip], place))
    ring = Pen().circle(*middle, radius * 0.62).circle(*middle, radius * 0.66)
    top = turned([(0, -radius * 0.92)], place)[0]
    return [
        Path(ring.d, stroke=theme.sea_ink, width=2.5),
        Path(light.d, fill=theme.halo, stroke=theme.sea_ink, width=2),
        Path(dark.d, fill=theme.sea_ink, stroke=theme.sea_ink, width=2),
        Text("N", round(top[0]), round(top[1]), round(radius * 0.26), theme.sea_ink, anchor="middle", weight="bold",
             family="serif"),
    ]  # fmt: skip
