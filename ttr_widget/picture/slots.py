"""The car slots of all routes, with a symbol for each colour, waves, express marks and toll numbers."""

from __future__ import annotations

from collections import defaultdict

from ttr_widget.gamemap import CARDS, COLORS, GRAY
from ttr_widget.picture.digits import THICK, write_number
from ttr_widget.picture.palette import CARD_COLORS, GRAY_SLOT, Theme, lightness, mix
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import UNIT, Dots, Path, Pen, Place, Primitive, turned, upright
from ttr_widget.picture.symbols import COLOR_SHAPES, WAVE, Outline

SYMBOL = 0.24 * UNIT
COIN = 18.0
ROUND = 9.0
"""How round the corners of slots are; more than a quarter of their width, so that one stroke fills a whole slot."""
EDGE = 2.5
PRINT = "#efe6d2"
"""Printed slots are a little paler than trains and cards, so that trains stand out."""
FERRY_SLOT = "#9dbccd"
FERRY_INK = "#1d5c86"
EXPRESS_EDGE = "#c8102e"


def slot_color(color: str, kind: str = "normal") -> str:
    """The CSS colour of a slot."""
    if color == GRAY:
        return FERRY_SLOT if kind == "ferry" else GRAY_SLOT
    return mix(CARD_COLORS[CARDS.index(color)], PRINT, 0.2)


def slot_ink(color: str) -> tuple[str, float]:
    """The ink of the symbol in a slot of this colour, and how opaque it is."""
    return ("#000000", 0.65) if lightness(color) > 0.4 else ("#ffffff", 0.85)


def slot_corners(plate: Plate, place: Place, grow: float = 0.0) -> list[tuple[float, float]]:
    """The four corners of a slot, moved outwards by `grow`."""
    a, b = plate.slot[0] / 2 + grow, plate.slot[1] / 2 + grow
    return turned(((-a, -b), (a, -b), (a, b), (-a, b)), place)


def _core(plate: Plate, place: Place, factor: float = 1.0) -> list[tuple[float, float]]:
    """The line whose stroke, ROUND to each side, is the slot: shorter to send than round corners."""
    a, b = plate.slot[0] / 2 * factor - ROUND, plate.slot[1] / 2 * factor - ROUND
    return turned(((-a, -b), (a, -b), (a, b), (-a, b)), place)


class _Sheet:
    """Collects the slots by what they are painted with."""

    def __init__(self) -> None:
        self.bodies: dict[str, Pen] = defaultdict(Pen)
        self.edges = Pen()
        self.express_edges = Pen()
        self.inks: dict[tuple[str, float], Pen] = defaultdict(Pen)
        self.waves = Pen()
        self.rails = Pen()


def slot_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """All slots of the board and those of its legend, grouped by colour."""
    sheet = _Sheet()
    for number in range(len(plate.map.routes)):
        _collect(sheet, plate, number)
    for color, place in legend_slots(plate):
        _collect_slot(sheet, plate, color, place)
    shapes: list[Primitive] = []
    if sheet.express_edges.d:
        shapes.append(Path(sheet.express_edges.d, stroke=EXPRESS_EDGE, width=2 * ROUND + 13))
    if sheet.edges.d:
        shapes.append(Path(sheet.edges.d, stroke=theme.slot_edge, width=2 * (ROUND + EDGE)))
    black = sheet.bodies.get(slot_color("black"))
    if black and theme.black_edge != theme.slot_edge:  # else black slots sink into dark land
        shapes.append(Path(black.d, stroke=theme.black_edge, width=2 * (ROUND + EDGE)))
    shapes += [Path(pen.d, stroke=color, width=2 * ROUND) for color, pen in sheet.bodies.items()]
    shapes += [Path(pen.d, fill=ink, opacity=opacity) for (ink, opacity), pen in sheet.inks.items()]
    if sheet.waves.d:
        shapes.append(Path(sheet.waves.d, stroke=FERRY_INK, width=4.5, cap="round"))
    if sheet.rails.d:
        shapes.append(Path(sheet.rails.d, stroke="#1d1d1f", width=5.0))
    return shapes + toll_shapes(plate, theme)


def used_colors(plate: Plate) -> list[str]:
    """The colours that routes of this map have."""
    return [color for color in COLORS if any(route.color == color for route in plate.map.routes)]


def legend_slots(plate: Plate) -> list[tuple[str, Place]]:
    """A slot of each colour, up to four in a row: above the points, or in all of the legend if routes give none."""
    rect = plate.board["legend"]
    colors = used_colors(plate) or [GRAY]
    if rect["w"] <= 0:
        return []
    lines = 1 if len(colors) <= 4 else 2
    across = -(-len(colors) // lines)
    step = (rect["w"] * UNIT - 40) / across
    rows = ((0.31,) if lines == 1 else (0.19, 0.43)) if has_score(plate) else ((0.5,) if lines == 1 else (0.31, 0.69))
    left, top, down = rect["x"] * UNIT + 20, rect["y"] * UNIT, rect["h"] * UNIT
    return [
        (color, (left + (number % across + 0.5) * step, top + rows[number // across] * down, 0.0))
        for number, color in enumerate(colors)
    ]


def has_score(plate: Plate) -> bool:
    """Whether routes of this map give points at all."""
    return any(plate.map.settings.route_points.values())


LEGEND_HIGH = 2.2
"""The height of a legend whose slots are as large as those of the board."""


def _collect_slot(sheet: _Sheet, plate: Plate, color: str, place: Place) -> None:
    css = slot_color(color)
    factor = plate.board["legend"]["h"] / LEGEND_HIGH * (1.0 if has_score(plate) else 1.35)
    corners = _core(plate, place, factor)
    sheet.bodies[css].polygon(corners)
    sheet.edges.polygon(corners)
    if color in COLOR_SHAPES:
        _symbol(sheet.inks[slot_ink(css)], COLOR_SHAPES[color], place)


def _collect(sheet: _Sheet, plate: Plate, number: int) -> None:
    route = plate.map.routes[number]
    color = slot_color(route.color, route.kind)
    for place_number, place in enumerate(plate.slots[number]):
        corners = _core(plate, place)
        sheet.bodies[color].polygon(corners)
        sheet.edges.polygon(corners)
        if route.kind == "express":
            sheet.express_edges.polygon(corners)
            _chevrons(sheet.rails, place)
        elif place_number < route.waves:
            _wave(sheet.waves, place)
        elif route.color in COLOR_SHAPES:
            _symbol(sheet.inks[slot_ink(color)], COLOR_SHAPES[route.color], place)


def _symbol(pen: Pen, outline: Outline, place: Place) -> None:
    """Never turned: on a slant, + and × or ◆ and ■ would pass for one another."""
    pen.polygon([(place[0] + x * SYMBOL, place[1] + y * SYMBOL) for x, y in outline])


def _wave(pen: Pen, place: Place) -> None:
    for shift in (-6, 5):
        points = turned([(x * 58, y * 30 + shift) for x, y in WAVE], upright(place))
        pen.move(*points[0])
        pen.curve(points[1], points[1], points[2])
        pen.curve(points[3], points[3], points[4])


def _chevrons(pen: Pen, place: Place) -> None:
    for shift in (-14, 2):
        pen.polyline(turned(((shift - 2, -9), (shift + 10, 0), (shift - 2, 9)), place))


def toll_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """A coin with the toll beside each route (or on its middle slot), once for the tracks of a double."""
    coins: dict[tuple[float, float], int] = {}
    for number, route in enumerate(plate.map.routes):
        if route.toll:
            mark = plate.board["routes"][number].get("mark")
            point = (mark[0] * UNIT, mark[1] * UNIT) if mark else plate.point_of(number)
            coins[point] = route.toll
    if not coins:
        return []
    numbers = Pen()
    for point, toll in coins.items():
        write_number(numbers, toll, point, COIN)
    return [
        Dots(tuple(coins), COIN, fill="#f2d675", stroke="#6b5212", width=3.0),
        Path(numbers.d, stroke="#2b2206", width=THICK * COIN, cap="round"),
    ]
