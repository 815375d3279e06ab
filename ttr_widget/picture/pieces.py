"""What players put on the board: train cars with the owner's shape; passengers at the towns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ttr_widget.engine.state import FREE
from ttr_widget.gamemap import CARDS
from ttr_widget.picture.palette import CARD_COLORS, PLAYER_SHAPES
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.position import Position, owner_color
from ttr_widget.picture.primitives import Cars, Dots, Path, Pen, Place, Point, Primitive, upright
from ttr_widget.picture.rolling_stock import DARK
from ttr_widget.picture.signs import signs

TAG = 25


def car_shapes(plate: Plate, position: Position) -> list[Primitive]:
    """The cars on every claimed route."""
    return [cars_on(plate, route, owner) for route, owner in enumerate(position.owner) if owner != FREE]


def cars_on(plate: Plate, route: int, owner: int) -> Cars:
    """The cars of one claimed route."""
    express = plate.map.routes[route].kind == "express"
    places = plate.slots[route] if express else tuple(upright(place) for place in plate.slots[route])
    return Cars(route, "bullet" if express else "wagon", places, owner_color(owner))


def tag_shapes(plate: Plate, routes: dict[int, int]) -> list[Primitive]:
    """The shape of the owner on the middle car of each route; `routes` gives route -> seat.

    Never turned with the car: on a slant, a square would pass for a diamond.
    """
    places: dict[str, list[Place]] = {}
    for route, seat in routes.items():
        if seat >= 0:
            x, y, _ = plate.slots[route][plate.middle_slot(route)]
            places.setdefault(PLAYER_SHAPES[seat % len(PLAYER_SHAPES)], []).append((x, y, 0.0))
    pairs = [signs(name, there, TAG, "#ffffff", DARK, 4.0) for name, there in places.items()]
    # Rims first, then what they surround: a painter then changes its colour less often.
    return [rim for rim, _ in pairs] + [sign for _, sign in pairs]


def waiting(plate: Plate, position: Position) -> dict[str, tuple[str, ...]]:
    """The colours of the passengers at each city that has any."""
    about = position.extra("passengers")
    if not about:
        return {}
    found = {}
    for city, counts in zip(position.map.cities, about["places"], strict=True):
        there = tuple(color for color, count in zip(about["colors"], counts, strict=True) for _ in range(count))
        if there and plate.towns[city.name]:
            found[city.name] = there
    return found


def pawn_shapes(plate: Plate, cities: Mapping[str, Sequence[str]]) -> list[Primitive]:
    """Passengers as small pawns on their towns."""
    places: dict[str, list[Point]] = {}
    for city, colors in cities.items():
        for color, place in zip(colors, _stand(plate.towns[city][0], len(colors)), strict=True):
            places.setdefault(color, []).append(place)
    everybody = [place for there in places.values() for place in there]
    if not everybody:
        return []
    shapes: list[Primitive] = [
        Path(_bodies(everybody), stroke=BRONZE, width=2 * RIM),
        Dots(_heads(everybody), HEAD + RIM, fill=BRONZE),
    ]
    for color, there in places.items():
        css = CARD_COLORS[CARDS.index(color)]
        shapes += [Path(_bodies(there), fill=css), Dots(_heads(there), HEAD, fill=css)]
    return shapes


HEAD, RIM = 9, 4
"""The size of a pawn's head, and of the rim around it."""
BRONZE = "#9c7a3c"
"""The colour of the rim: neither black nor white pawns, nor a light or dark board, swallow it."""


def _bodies(places: Sequence[Point]) -> str:
    pen = Pen()
    for x, y in places:
        pen.polygon(((x, y - 14), (x + 12, y + 17), (x - 12, y + 17)))
    return pen.d


def _heads(places: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((x, y - 11) for x, y in places)


def _stand(town: Point, count: int) -> list[Point]:
    """Where so many passengers stand: up to three in a row."""
    rows = -(-count // 3)
    places: list[Point] = []
    for row in range(rows):
        there = min(3, count - 3 * row)
        y = round(town[1] + ((rows - 1) / 2 - row) * 37)
        places += [(round(town[0] + (k - (there - 1) / 2) * 26), y) for k in range(there)]
    return places


def town_box(plate: Plate, city: str) -> list[int]:
    """x, y, width and height of the room that a town's passengers may take."""
    x, y = plate.towns[city][0]
    return [round(x) - 46, round(y) - 52, 92, 104]
