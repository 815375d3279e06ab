"""What to emphasise on a board: routes to claim, a hovered route, a path, ticket cities, heat for analysis."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from numbers import Integral

from ttr_widget.boardmaker.sizes import text_width
from ttr_widget.picture.palette import PLAYER_COLORS, Theme, mix
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import UNIT, Dots, Path, Pen, Primitive, Text, turned, upright
from ttr_widget.picture.slots import slot_corners

CITY_STYLES = {"ticket": "#e6007e", "offered": "#0a84c6", "selected": "#ff6a00", "target": "#7a3cc9", "done": "#16894f"}
"""The colours of the words in `Marks.cities`."""
VALID, INVALID = "#1d9a50", "#d22b2b"


@dataclass(frozen=True)
class Marks:
    """What to emphasise; leave out what is not wanted.

    >>> Marks(glow=(3, 4), hover=3, ghost_seat=0, cities={"Denver": "ticket"}).valid
    True
    """

    glow: Iterable[int] = ()
    """Routes that can be claimed now."""
    hover: int | None = None
    """The route under the pointer, with ghost trains of `ghost_seat`, tinted by `valid`."""
    ghost_seat: int | None = None
    valid: bool = True
    last: Iterable[int] = ()
    """Routes of the last move."""
    path: Iterable[int] = ()
    """Routes of a path, in order, drawn as one line in `path_color`."""
    path_color: str = "#e6007e"
    routes: Mapping[int, str] = field(default_factory=dict)
    """Route -> CSS colour."""
    cities: Mapping[str, str] = field(default_factory=dict)
    """City -> ticket, offered, selected, target or done."""
    heat: Mapping[int, float] = field(default_factory=dict)
    city_heat: Mapping[str, float] = field(default_factory=dict)
    """Route or city -> value; both are coloured on one scale, which the legend shows."""
    heat_title: str = ""

    def __post_init__(self) -> None:
        """Generators may be given; they are read once."""
        for name in ("glow", "last", "path"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @property
    def heat_values(self) -> list[float]:
        """Everything that is on the scale."""
        return [*self.heat.values(), *self.city_heat.values()]


def check_marks(plate: Plate, marks: Marks) -> None:
    """Say what is wrong if marks name a route or a city that is not on the board, or a heat that is no number."""
    count, board = len(plate.slots), plate.map.name
    hover = () if marks.hover is None else (marks.hover,)
    for route in (*marks.glow, *hover, *marks.last, *marks.path, *marks.routes, *marks.heat):
        if not (isinstance(route, Integral) and 0 <= int(route) < count):
            raise ValueError(f"there is no route {route!r} on {board}: its routes are numbered 0 to {count - 1}")
    for city in (*marks.cities, *marks.city_heat):
        if city not in plate.towns:
            near = get_close_matches(str(city), plate.towns, 1)
            raise ValueError(f"there is no city {city!r} on {board}" + (f"; is it {near[0]!r}?" if near else ""))
    for what, value in (*marks.heat.items(), *marks.city_heat.items()):
        if not math.isfinite(value):
            raise ValueError(f"the heat of {what!r} is {value}: leave out what has no value")


def under_shapes(plate: Plate, theme: Theme, marks: Marks) -> list[Primitive]:
    """The marks that lie below slots and trains and show around them."""
    shapes: list[Primitive] = []
    for route, value in marks.heat.items():
        shapes.append(_band(plate, [route], heat_color(theme, value, marks.heat_values), 78))
    colors: dict[str, list[int]] = {}
    for route, color in marks.routes.items():
        colors.setdefault(color, []).append(route)
    shapes += [_band(plate, routes, color, 66) for color, routes in colors.items()]
    path = list(marks.path)
    if path:
        shapes += [_lines(plate, path, theme.halo, 74), _lines(plate, path, marks.path_color, 62)]
    glow = list(marks.glow)
    if glow:
        shapes += [_band(plate, glow, theme.glow, 72, 0.35), _band(plate, glow, theme.glow, 54)]
    last = list(marks.last)
    if last:
        shapes.append(_band(plate, last, theme.last, 56))
    return shapes


def closed_shapes(plate: Plate, theme: Theme, routes: Sequence[int]) -> list[Primitive]:
    """Routes that are closed for everybody are faded: into the land, ferries into the sea."""
    ferries = [route for route in routes if plate.map.routes[route].kind == "ferry"]
    others = [route for route in routes if route not in ferries]
    return [
        _band(plate, faded, ground, plate.slot[1] + 6, 0.66, "butt")
        for faded, ground in ((others, theme.land), (ferries, theme.sea))
        if faded
    ]


def _lines(plate: Plate, routes: list[int], color: str, width: float) -> Path:
    """Lines from town to town."""
    pen = Pen()
    for route in routes:
        pen.polyline(plate.curves[route])
    return Path(pen.d, stroke=color, width=width, cap="round")


def _band(plate: Plate, routes: list[int], color: str, width: float, opacity: float = 1.0, cap: str = "round") -> Path:
    pen = Pen()
    for route in routes:
        pen.polyline(plate.way(route))
    return Path(pen.d, stroke=color, width=width, cap=cap, opacity=opacity, routes=tuple(routes))


def heat_color(theme: Theme, value: float, values: Sequence[float]) -> str:
    """The colour of a value on the scale from the least to the greatest of all values."""
    low, high = min(values), max(values)
    part = (value - low) / (high - low) if high > low else 1.0
    return scale_color(theme, part)


def scale_color(theme: Theme, part: float) -> str:
    """The colour at a place of the heat scale, from 0 to 1."""
    steps = len(theme.heat) - 1
    index = min(int(part * steps), steps - 1)
    return mix(theme.heat[index], theme.heat[index + 1], part * steps - index)


def over_shapes(plate: Plate, theme: Theme, marks: Marks) -> list[Primitive]:
    """The marks that lie above everything: rings around cities, the hovered route, the legend of the heat."""
    shapes: list[Primitive] = []
    for name, value in marks.city_heat.items():
        color = heat_color(theme, value, marks.heat_values)
        shapes.append(Dots(tuple(plate.towns[name]), 0.8 * plate.town_radius, fill=color, stroke=theme.ink, width=4))
    styles: dict[str, list[tuple[float, float]]] = {}
    for name, style in marks.cities.items():
        styles.setdefault(style, []).extend(plate.towns[name])
    for style, points in styles.items():
        color = CITY_STYLES.get(style, style)
        shapes.append(Dots(tuple(points), plate.town_radius * 1.25, stroke=theme.halo, width=16))
        shapes.append(Dots(tuple(points), plate.town_radius * 1.25, stroke=color, width=10))
    if marks.hover is not None:
        shapes += _hover(plate, marks, marks.hover)
    if marks.heat or marks.city_heat:
        shapes += _heat_legend(plate, theme, marks)
    return shapes


def _hover(plate: Plate, marks: Marks, route: int) -> list[Primitive]:
    """The route under the pointer: ghosts of cars in the player's colour, or crossed out in red."""
    frames, windows, crosses = Pen(), Pen(), Pen()
    a, b = plate.slot[0] / 2, plate.slot[1] / 2
    for place in plate.slots[route]:
        frames.polygon(slot_corners(plate, place, 3))
        windows.polyline(turned(((-0.7 * a, -2), (0.7 * a, -2)), upright(place)))
        crosses.polyline(turned(((-0.3 * a, -b), (0.3 * a, b)), place))
        crosses.polyline(turned(((-0.3 * a, b), (0.3 * a, -b)), place))
    if not marks.valid:
        return [
            Path(frames.d, fill=INVALID, opacity=0.35),
            Path(crosses.d, stroke=INVALID, width=6),
            Path(frames.d, stroke=INVALID, width=8),
        ]
    shapes: list[Primitive] = []
    if marks.ghost_seat is not None:
        color = PLAYER_COLORS[marks.ghost_seat % len(PLAYER_COLORS)]
        shapes.append(Path(frames.d, fill=color, opacity=0.8))
        shapes.append(Path(windows.d, stroke="#ffffff", width=9, dash=(10, 9)))
    return [*shapes, Path(frames.d, stroke="#ffffff", width=12), Path(frames.d, stroke=VALID, width=7)]


def _heat_legend(plate: Plate, theme: Theme, marks: Marks) -> list[Primitive]:
    """A scale with the least and the greatest value, in place of the legend."""
    rect = plate.board["legend"]
    x, y, w, h = (rect[key] * UNIT for key in "xywh")
    values = marks.heat_values
    title = marks.heat_title or "heat"
    size = min(42.0, (w - 40) / text_width(title))
    shapes: list[Primitive] = [Path(Pen().box(x, y, w, h, 12).d, fill=theme.panel, stroke=theme.panel_edge, width=3)]
    left, wide, steps = x + 40, w - 80, 24
    for step in range(steps):
        color = scale_color(theme, step / (steps - 1))
        box = Pen().box(left + wide * step / steps, y + 0.42 * h, wide / steps + 1, 0.22 * h)
        shapes.append(Path(box.d, fill=color))
    shapes += [
        Text(title, x + w / 2, y + 0.30 * h, size, theme.ink, anchor="middle", weight="bold"),
        Text(f"{min(values):.4g}", left, y + 0.86 * h, 38, theme.ink),
        Text(f"{max(values):.4g}", left + wide, y + 0.86 * h, 38, theme.ink, anchor="end"),
    ]
    return shapes
