"""From rows and settings to a GameMap: every map is made here, whatever it was read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import checks
from .board import GameMap
from .problems import MapError, ProblemList
from .rows import Row, read_choice, read_coordinate, read_text, read_whole
from .settings_check import PlaceOf, read_settings
from .types import CITY_KINDS, LONGEST_ROUTE, ROUTE_COLORS, ROUTE_KINDS, City, Option, Route, Ticket
from .wording import did_you_mean, fold

# These would not survive the notation of actions: "claim A–B red #2".
FORBIDDEN_IN_NAMES = "–#\n\r\t"


@dataclass
class Draft:
    """What was read of a map and is still to be checked. What is None could not be read at all."""

    name: str
    cities: list[Row] | None
    routes: list[Row] | None
    tickets: list[Row] | None
    settings: Mapping[str, Any] | None
    place: PlaceOf
    title: str = ""
    about: str = ""
    uncertain: Sequence[str] = ()
    only: Mapping[str, str] = field(default_factory=dict)
    points_column: str = "points"
    options: Mapping[str, object] = field(default_factory=dict)
    choices: Mapping[str, Option] = field(default_factory=dict)
    folder: Path | None = None
    stored: bool = False


def build(draft: Draft, problems: ProblemList | None = None) -> GameMap:
    """The finished map, or a MapError with everything that is wrong with it."""
    problems = ProblemList() if problems is None else problems
    settings = None if draft.settings is None else read_settings(draft.settings, draft.place, problems)
    cities = [_city(row, problems) for row in draft.cities or ()]
    known = None if draft.cities is None else {city.name for city in cities}
    routes = [_route(row, known, problems) for row in draft.routes or ()]
    tickets: list[Ticket] = []
    ticket_rows: list[Row] = []
    for row in draft.tickets or ():
        chosen = all(row.cells.get(column, "") == value for column, value in draft.only.items())
        ticket = _ticket(row, known, draft.points_column if chosen else "", problems)
        if chosen:
            tickets.append(ticket)
            ticket_rows.append(row)
    board = checks.Board(
        settings=settings,
        cities=cities,
        routes=routes,
        tickets=tickets,
        city_rows=draft.cities,
        route_rows=draft.routes,
        ticket_rows=None if draft.tickets is None else ticket_rows,
        place=draft.place,
    )
    checks.check(board, problems)
    if problems.found or settings is None:
        raise MapError(draft.name, problems.in_order())
    return GameMap(
        name=draft.name,
        title=draft.title or draft.name,
        about=draft.about,
        uncertain=tuple(draft.uncertain),
        cities=tuple(cities),
        routes=tuple(routes),
        tickets=tuple(tickets),
        settings=settings,
        options=draft.options,
        choices=draft.choices,
        folder=draft.folder,
        stored=draft.stored,
    )


def _city(row: Row, problems: ProblemList) -> City:
    name = read_text(row, "name", problems)
    if bad := [mark for mark in FORBIDDEN_IN_NAMES if mark in name]:
        problems.add(row.place("name"), f"{name!r}: a name cannot hold {bad[0]!r}, which the notation needs")
    elif name and not fold(name):
        problems.add(row.place("name"), f"{name!r}: a name needs a letter or a digit")
    lon = read_coordinate(row, "lon", problems, -180, 360)
    lat = read_coordinate(row, "lat", problems, -90, 90)
    return City(
        name=name,
        lon=lon,
        lat=lat,
        kind=read_choice(row, "kind", problems, CITY_KINDS, "city"),
        region=read_text(row, "region", problems, ""),
        passengers=read_whole(row, "passengers", problems, 0, 99, default=0),
        name_en=read_text(row, "name_en", problems, ""),
    )


def _route(row: Row, cities: set[str] | None, problems: ProblemList) -> Route:
    a, b = (_known_city(row, column, cities, problems) for column in ("a", "b"))
    return Route(
        a=a,
        b=b,
        length=read_whole(row, "length", problems, 1, LONGEST_ROUTE),
        color=read_choice(row, "color", problems, ROUTE_COLORS, None),
        kind=read_choice(row, "kind", problems, ROUTE_KINDS, "normal"),
        waves=read_whole(row, "locomotives", problems, 0, LONGEST_ROUTE, default=0),
        toll=read_whole(row, "toll", problems, 0, 99, default=0),
    )


def _ticket(row: Row, cities: set[str] | None, points_column: str, problems: ProblemList) -> Ticket:
    a, b = (_known_city(row, column, cities, problems) for column in ("a", "b"))
    deck = read_text(row, "deck", problems, "main")
    neutral: tuple[str, str] | None = None
    ends = [column for column in ("neutral_a", "neutral_b") if row.cells.get(column)]
    if len(ends) == 1:
        problems.add(row.place(ends[0]), "a neutral pair needs both its cities, neutral_a and neutral_b")
    elif ends:
        first, second = (_known_city(row, column, cities, problems) for column in ends)
        neutral = (first, second)
    points = read_whole(row, points_column, problems, 0, 999) if points_column else 0
    return Ticket(a=a, b=b, points=points, deck=deck, neutral=neutral)


def _known_city(row: Row, column: str, cities: set[str] | None, problems: ProblemList) -> str:
    name = read_text(row, column, problems)
    if name and cities is not None and name not in cities:
        problems.add(row.place(column), f"unknown city {name!r}{did_you_mean(name, cities)}")
    return name
