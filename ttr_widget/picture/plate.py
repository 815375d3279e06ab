"""The board of a map in board units: where slots, towns and names are, and what lies under a point."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from ttr_widget.boardmaker import board_for
from ttr_widget.gamemap import GameMap
from ttr_widget.picture.primitives import UNIT, Place, Point

T = TypeVar("T")

SLOT_LENGTH = 0.94 * UNIT
REACH = 0.30 * UNIT
"""How far from a slot a click still means its route."""
TOWN_REACH = 0.45 * UNIT


class Plate:
    """The geometry of one map's board; made once and shared."""

    def __init__(self, game_map: GameMap, board: dict[str, Any]) -> None:
        self.map = game_map
        self.board = board
        self.size: tuple[float, float] = (board["width"] * UNIT, board["height"] * UNIT)
        self.slot = (SLOT_LENGTH * board["slot"]["length"], board["slot"]["width"] * UNIT)
        self.town_radius = board["town"]["radius"] * UNIT
        self.slots: list[tuple[Place, ...]] = [
            tuple((x * UNIT, y * UNIT, angle) for x, y, angle in route["slots"]) for route in board["routes"]
        ]
        self.curves: list[tuple[Point, ...]] = [
            tuple((x * UNIT, y * UNIT) for x, y in route["curve"]) for route in board["routes"]
        ]
        self.towns = self._towns()
        self._known: dict[str, Any] = {}

    def _towns(self) -> dict[str, list[Point]]:
        """Where each city is marked: once, or again in an inset; a country at each of its end points."""
        places: dict[str, list[Point]] = {name: [] for name in self.board["cities"]}
        for name, city in self.board["cities"].items():
            if city["kind"] != "country":
                places[name].append((city["x"] * UNIT, city["y"] * UNIT))
        for twin in self.board["twins"]:
            places[twin["city"]].append((twin["x"] * UNIT, twin["y"] * UNIT))
        for end in self.board["endpoints"]:
            point = (end["x"] * UNIT, end["y"] * UNIT)
            if point not in places[end["country"]]:
                places[end["country"]].append(point)
        return places

    def remember(self, what: str, make: Callable[[], T]) -> T:
        """Something worked out from this plate: made the first time, kept for the next."""
        if what not in self._known:
            self._known[what] = make()
        found: T = self._known[what]
        return found

    def middle_slot(self, route: int) -> int:
        """The slot in the middle of a route (the first of the two, if its length is even)."""
        return (len(self.slots[route]) - 1) // 2

    def way(self, route: int) -> list[Point]:
        """The line through a route's slots, from the beginning of the first to the end of the last."""
        half = self.slot[0] / 2
        slots = self.slots[route]
        first, last = slots[0], slots[-1]
        return [
            _along(first, -half),
            *[(x, y) for x, y, _ in slots],
            _along(last, half),
        ]

    def point_of(self, route: int) -> Point:
        """A point well inside one of the route's slots."""
        x, y, _ = self.slots[route][self.middle_slot(route)]
        return x, y

    def route_at(self, x: float, y: float, reach: float = REACH) -> int | None:
        """The route whose slot is nearest to the point, if it is within reach."""
        best: tuple[float, float, int] | None = None
        for route, slots in enumerate(self.slots):
            for place in slots:
                if abs(place[0] - x) > UNIT or abs(place[1] - y) > UNIT:
                    continue
                found = (*self._distance(place, x, y), route)
                if found[0] <= reach and (best is None or found < best):
                    best = found
        return best[2] if best else None

    def _distance(self, place: Place, x: float, y: float) -> tuple[float, float]:
        """How far a point is from a slot (0 inside), and from its middle line."""
        dx, dy, angle = x - place[0], y - place[1], math.radians(place[2])
        along = abs(dx * math.cos(angle) + dy * math.sin(angle))
        across = abs(dy * math.cos(angle) - dx * math.sin(angle))
        outside = math.hypot(max(along - self.slot[0] / 2, 0), max(across - self.slot[1] / 2, 0))
        return outside, across

    def city_at(self, x: float, y: float) -> str | None:
        """The city whose mark, or the country whose banner, is at this point."""
        found = [(math.dist(point, (x, y)), name) for name, points in self.towns.items() for point in points]
        nearest = min(found, default=None)
        if nearest and nearest[0] <= TOWN_REACH:
            return nearest[1]
        for name, city in self.board["cities"].items():
            if city["kind"] == "country":
                half = 0.32 * city["label"]["size"] * UNIT * len(name)
                if abs(x - city["x"] * UNIT) <= half and abs(y - city["y"] * UNIT) <= TOWN_REACH:
                    return str(name)
        return None


def _along(place: Place, distance: float) -> Point:
    angle = math.radians(place[2])
    return place[0] + distance * math.cos(angle), place[1] + distance * math.sin(angle)


_plates: dict[int, Plate] = {}
MOST_PLATES = 64


def plate_for(game_map: GameMap) -> Plate:
    """The plate of a map; the same one as long as the map's board stays the same."""
    board = board_for(game_map)
    plate = _plates.get(id(board))
    if plate is None or plate.map != game_map:
        if len(_plates) >= MOST_PLATES:
            _plates.clear()
        plate = _plates[id(board)] = Plate(game_map, board)
    return plate
