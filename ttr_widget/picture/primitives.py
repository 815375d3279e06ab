"""The plain shapes a picture consists of, in board units (100 to a car slot), and the pen that writes their paths."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

UNIT = 100
"""Board units to one car slot."""

ROUND = 12.0
"""How far from a corner a flowing line begins to bend."""

Point = tuple[float, float]
Place = tuple[float, float, float]
"""x, y and angle in degrees."""


@dataclass(frozen=True, slots=True)
class Path:
    """Lines and areas. `d` is an SVG path as `Pen` writes it; `atop` keeps it inside what its layer shows so far.

    `routes` says that it is just the bands along these routes: a painter may know a shorter way to paint them.
    """

    d: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "round"
    opacity: float = 1.0
    atop: bool = False
    routes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Dots:
    """Circles of one size and colour."""

    points: tuple[Point, ...]
    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. `y` is the base line; `halo` is the colour of a rim that keeps it readable on anything."""

    text: str
    x: float
    y: float
    size: float
    fill: str
    anchor: str = "start"
    weight: str = "normal"
    style: str = "normal"
    family: str = "sans"
    halo: str | None = None
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Cars:
    """The train cars on one route: the same little drawing at every place (see `rolling_stock`)."""

    route: int
    kind: str
    places: tuple[Place, ...]
    color: str


Primitive = Path | Dots | Text | Cars


@dataclass(frozen=True)
class Picture:
    """A picture ready to be painted: layers of primitives, the lowest first, and the size in board units and pixels."""

    size: tuple[float, float]
    width: float
    layers: dict[str, tuple[Primitive, ...]]
    theme: str = "light"
    title: str = ""
    about: str = ""

    @property
    def height(self) -> float:
        """The height in pixels that goes with the width."""
        return self.width * self.size[1] / self.size[0]

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {len(shapes)}" for name, shapes in self.layers.items())
        return f"<Picture {self.title}, {self.width:.0f}×{self.height:.0f}: {counts}>"

    def _repr_svg_(self) -> str:
        from ttr_widget.picture.svg import to_svg  # svg.py needs this module first

        return to_svg(self)


class Pen:
    """Writes short SVG paths: whole units, relative steps, no spare spaces."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._at = (0, 0)
        self._start = (0, 0)
        self._letter = ""

    @property
    def d(self) -> str:
        """The path so far."""
        return "".join(self._parts)

    def _emit(self, letter: str, numbers: Iterable[int]) -> None:
        if letter != self._letter:
            self._parts.append(letter)
        elif self._parts:
            self._parts.append(" ")
        text = ""
        for number in numbers:
            text += str(number) if not text or number < 0 else f" {number}"
        if self._parts[-1] == " " and text.startswith("-"):
            self._parts.pop()
        self._parts.append(text)
        self._letter = letter

    def _step(self, x: float, y: float) -> tuple[int, int]:
        return round(x) - self._at[0], round(y) - self._at[1]

    def move(self, x: float, y: float) -> Pen:
        """Start a new line here."""
        step = self._step(x, y)
        self._letter = ""
        self._emit("m", step)
        self._at = self._start = (round(x), round(y))
        return self

    def line(self, x: float, y: float) -> Pen:
        """A straight line to here."""
        step = self._step(x, y)
        if step != (0, 0):
            self._emit("l", step)
            self._at = (round(x), round(y))
        return self

    def curve(self, a: Point, b: Point, to: Point) -> Pen:
        """A Bézier curve with two handles."""
        self._emit("c", [n for point in (a, b, to) for n in self._step(*point)])
        self._at = (round(to[0]), round(to[1]))
        return self

    def flow(self, points: Sequence[Point], *, closed: bool = False, reach: float = ROUND) -> Pen:
        """A line near the points whose corners are round; it leaves the straight line by less than `reach`.

        Every piece but the first goes on in the direction of the one before ("t"): as short as a polyline.
        """
        points = _corners(points, closed, reach)
        if len(points) < 3:
            return self.polyline(points)
        handles = points if closed else points[1:-1]
        self.move(*(_middle(points[-1], points[0]) if closed else points[0]))
        last = self._start if closed else points[-1]
        handle = round(handles[0][0]), round(handles[0][1])
        for number in range(len(handles)):
            if number:
                handle = 2 * self._at[0] - handle[0], 2 * self._at[1] - handle[1]
            # The handle, rounded, is what counts from here on: so roundings do not add up.
            step = self._step(*(_middle(handle, handles[number + 1]) if number + 1 < len(handles) else last))
            self._emit(*("t", step) if number else ("q", (*self._step(*handle), *step)))
            self._at = self._at[0] + step[0], self._at[1] + step[1]
        return self.close() if closed else self

    def close(self) -> Pen:
        """Back to the start of this line."""
        self._parts.append("z")
        self._letter, self._at = "", self._start
        return self

    def polygon(self, points: Sequence[Sequence[float]]) -> Pen:
        """A closed line through the points."""
        self.polyline(points)
        return self.close()

    def polyline(self, points: Sequence[Sequence[float]]) -> Pen:
        """An open line through the points."""
        self.move(points[0][0], points[0][1])
        for point in points[1:]:
            self.line(point[0], point[1])
        return self

    def circle(self, x: float, y: float, r: float) -> Pen:
        """A full circle."""
        x, y, r = round(x), round(y), round(r)
        self.move(x - r, y)
        self._parts.append(f"a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z")
        self._letter = ""
        return self

    def box(self, x: float, y: float, w: float, h: float, r: float = 0.0) -> Pen:
        """An upright box with rounded corners."""
        return self.rounded([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], r)

    def rounded(self, corners: Sequence[Point], r: float) -> Pen:
        """A polygon whose corners are cut round."""
        if r <= 0:
            return self.polygon(corners)
        count = len(corners)
        for i, corner in enumerate(corners):
            before, after = corners[i - 1], corners[(i + 1) % count]
            start, end = towards(corner, before, r), towards(corner, after, r)
            handle_a, handle_b = towards(start, corner, 0.55 * r), towards(end, corner, 0.55 * r)
            if i == 0:
                self.move(*start)
            else:
                self.line(*start)
            self.curve(handle_a, handle_b, end)
        return self.close()


def _middle(a: Sequence[float], b: Sequence[float]) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _corners(points: Sequence[Point], closed: bool, reach: float) -> list[Point]:
    """The points, and two more on every long piece between them: so the line bends near the corners only."""
    result: list[Point] = []
    for a, b in zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False):
        result.append(a)
        if math.dist(a, b) > 6 * reach:
            result += [towards(a, b, 2 * reach), towards(b, a, 2 * reach)]
    return result if closed else [*result, points[-1]]


def towards(a: Point, b: Point, distance: float) -> Point:
    """The point at this distance from a in the direction of b."""
    length = math.dist(a, b) or 1.0
    return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length


def turned(points: Iterable[Sequence[float]], place: Place) -> list[Point]:
    """Points of a small drawing around (0, 0), moved and turned to a place."""
    x, y, angle = place
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [(x + p[0] * cos - p[1] * sin, y + p[0] * sin + p[1] * cos) for p in points]


def upright(place: Place) -> Place:
    """The same place with an angle at which nothing stands on its head."""
    x, y, angle = place
    angle = (angle + 180) % 360 - 180
    if angle > 90:
        angle -= 180
    elif angle <= -90:
        angle += 180
    return x, y, angle


Line = tuple[bool, tuple[Point, ...]]
"""Whether it is closed, and its points."""

_TOKEN = re.compile(r"([mlcqtaz])|(-?[0-9.]+)")
CURVE_STEPS = 6
FLOW_STEPS = 3
ARC_STEPS = 24


@lru_cache(maxsize=4096)
def lines_of(d: str) -> tuple[Line, ...]:
    """A path of `Pen` as straight lines, curves and circles cut into short pieces."""
    result: list[Line] = []
    points: list[Point] = []
    tokens = _TOKEN.findall(d)
    i, letter, x, y = 0, "", 0.0, 0.0
    handle = (0.0, 0.0)

    def numbers(count: int) -> list[float]:
        nonlocal i
        values = [float(tokens[i + k][1]) for k in range(count)]
        i += count
        return values

    while i < len(tokens):
        if tokens[i][0]:
            letter = tokens[i][0]
            i += 1
        if letter == "z":
            result.append((True, tuple(points)))
            x, y = points[0]
            points = []
        elif letter == "m":
            if points:
                result.append((False, tuple(points)))
            dx, dy = numbers(2)
            x, y = x + dx, y + dy
            points = [(x, y)]
        elif letter == "l":
            dx, dy = numbers(2)
            x, y = x + dx, y + dy
            points.append((x, y))
        elif letter == "c":
            values = numbers(6)
            handles = [(x + values[k], y + values[k + 1]) for k in (0, 2, 4)]
            points += [_on_curve([(x, y), *handles], step / CURVE_STEPS) for step in range(1, CURVE_STEPS + 1)]
            x, y = handles[2]
        elif letter in "qt":
            handle = _ahead(numbers(2), (x, y)) if letter == "q" else (2 * x - handle[0], 2 * y - handle[1])
            end = _ahead(numbers(2), (x, y))
            points += [_between((x, y), handle, end, step / FLOW_STEPS) for step in range(1, FLOW_STEPS + 1)]
            x, y = end
        else:
            r, *_, dx, _ = numbers(7)
            first = math.pi if dx > 0 else 0.0
            middle = x + dx / 2
            angles = [first - math.pi * step / (ARC_STEPS // 2) for step in range(1, ARC_STEPS // 2 + 1)]
            points += [(middle + r * math.cos(angle), y - r * math.sin(angle)) for angle in angles]
            x += dx
    if points:
        result.append((False, tuple(points)))
    return tuple(result)


def _ahead(step: Sequence[float], at: Point) -> Point:
    return at[0] + step[0], at[1] + step[1]


def _between(a: Point, handle: Point, b: Point, t: float) -> Point:
    """The point at t, from 0 to 1, on a Bézier curve with one handle."""
    u = 1 - t
    parts = (u * u, 2 * u * t, t * t)
    return (
        parts[0] * a[0] + parts[1] * handle[0] + parts[2] * b[0],
        parts[0] * a[1] + parts[1] * handle[1] + parts[2] * b[1],
    )


def _on_curve(points: Sequence[Point], t: float) -> Point:
    """The point at t, from 0 to 1, on a Bézier curve with two handles."""
    u = 1 - t
    parts = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    pairs = list(zip(parts, points, strict=True))
    return sum(w * p[0] for w, p in pairs), sum(w * p[1] for w, p in pairs)
