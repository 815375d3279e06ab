"""What has to be laid out: places (nodes), bundles of parallel routes, and panels (main map and insets)."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ttr_widget.boardmaker.projection import Point, Projection

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap


@dataclass(slots=True)
class Node:
    """A place of the layout: a town, the twin of a town in an inset, or one entry into a country."""

    name: str
    kind: str  # "city", "twin" or "end"
    place: Point | None  # longitude, latitude
    entries: list[str] = field(default_factory=list)  # for an end: the towns whose routes enter here
    region: str = ""


@dataclass(slots=True)
class Bundle:
    """Parallel routes of one length between two nodes; they run side by side."""

    a: int
    b: int
    length: int
    routes: list[int]
    via: list[Point] = field(default_factory=list)


@dataclass(slots=True)
class Panel:
    """One picture: the main map (name "") or an inset."""

    name: str
    nodes: list[Node]
    bundles: list[Bundle]
    title: str = ""
    corner: str = ""

    def projection(self, tilt: float = 0.0, stretch: float = 1.0) -> Projection | None:
        """The projection that fits the towns; None if a town has no coordinates."""
        places = [node.place for node in self.nodes if node.place is not None and node.kind != "end"]
        if len(places) < len([node for node in self.nodes if node.kind != "end"]) or len(set(places)) < 2:
            return None
        return Projection.fitting(places, tilt, stretch)


class BoardError(ValueError):
    """A board cannot be made or read: what is wrong, and in which file."""


T = TypeVar("T")


def _read(path: Path, parse: Callable[[str], dict[Any, T]]) -> dict[Any, T]:
    """The content of a file, empty if there is none."""
    if not path.is_file():
        return {}
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (KeyError, TypeError, ValueError) as error:
        what = f"the column {error} is missing" if isinstance(error, KeyError) else str(error)
        raise BoardError(f"{path} is broken: {what}") from error


def _entries(text: str) -> dict[Any, Point]:
    rows = csv.DictReader(text.splitlines())
    return {(row["country"], row["city"]): (float(row["lon"]), float(row["lat"])) for row in rows}


@dataclass(slots=True)
class Hints:
    """`board.toml` and `outline.json` of a map folder; both may be missing."""

    settings: dict[str, Any]
    outline: dict[str, Any]
    entries: dict[tuple[str, str], Point]

    @classmethod
    def of(cls, folder: Path | None) -> Hints:
        if folder is None:
            return cls({}, {}, {})
        toml, outline, ends = folder / "board.toml", folder / "outline.json", folder / "country_endpoints.csv"
        settings = _read(toml, tomllib.loads)
        shapes = _read(outline, json.loads)
        entries = _read(ends, _entries)
        _check_tables(toml, settings)
        if shapes and "water" in settings:
            shapes["water"] = _better_lakes(shapes.get("water", []), [lake["ring"] for lake in settings["water"]])
        if shapes and "range" in settings:
            shapes["ranges"] = [mountains["line"] for mountains in settings["range"]]
        return cls(settings, shapes, entries)

    def panel(self, name: str) -> dict[str, Any]:
        """What is said about the main map (table `layout`) or about an inset."""
        if not name:
            return dict(self.settings.get("layout", {}))
        return next(dict(inset) for inset in self.settings["inset"] if inset["name"] == name)


NEEDED = {
    "inset": ("name", "title", "twin"),
    "label": ("text", "at", "kind"),
    "range": ("line",),
    "via": ("route", "points"),
    "water": ("ring",),
}
"""What the entries of each list in `board.toml` must say."""


def _check_tables(path: Path, settings: dict[str, Any]) -> None:
    for table, keys in NEEDED.items():
        for entry in settings.get(table, []):
            missing = [key for key in keys if key not in entry]
            if missing:
                article = "an" if table[0] in "aeiou" else "a"
                raise BoardError(f"{path}: {article} {table} says nothing about its {' and '.join(missing)}")


Ring = list[list[float]]


def _better_lakes(lakes: list[Ring], drawn: list[Ring]) -> list[Ring]:
    """The lakes drawn by hand, and those of the outline that lie elsewhere."""

    def bounds(ring: Ring) -> tuple[float, float, float, float]:
        lons, lats = [point[0] for point in ring], [point[1] for point in ring]
        return min(lons), min(lats), max(lons), max(lats)

    def apart(one: Ring, other: Ring) -> bool:
        a, b = bounds(one), bounds(other)
        return a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]

    return drawn + [lake for lake in lakes if all(apart(lake, ring) for ring in drawn)]


def make_panels(board: GameMap, hints: Hints) -> list[Panel]:
    """The main panel first, then one panel for each inset of the hints."""
    _check(board, hints)
    region = {city.name: city.region for city in board.cities}
    insets: list[dict[str, str]] = hints.settings.get("inset", [])
    known = {inset["name"] for inset in insets}
    parts: dict[str, list[int]] = {"": [], **{inset["name"]: [] for inset in insets}}
    for index, route in enumerate(board.routes):
        ends = [region[route.a], region[route.b]]
        parts[next((end for end in ends if end in known), "")].append(index)
    panels = [_panel(board, hints, "", [c.name for c in board.cities if c.region not in known], parts[""], "")]
    for inset in insets:
        names = [city.name for city in board.cities if city.region == inset["name"]] + [inset["twin"]]
        panel = _panel(board, hints, inset["name"], names, parts[inset["name"]], inset["twin"])
        panel.title, panel.corner = inset["title"], inset.get("corner", "")
        panels.append(panel)
    return panels


def _check(board: GameMap, hints: Hints) -> None:
    """Hints about towns or routes that are not on the map are mistakes."""
    names = {city.name for city in board.cities}
    routes = {pair for route in board.routes for pair in ((route.a, route.b), (route.b, route.a))}
    for inset in hints.settings.get("inset", []):
        if inset["twin"] not in names:
            raise BoardError(f"{board.name}/board.toml: the twin {inset['twin']!r} is not a city of the map")
    for via in hints.settings.get("via", []):
        if tuple(via["route"]) not in routes:
            raise BoardError(f"{board.name}/board.toml: there is no route {'–'.join(via['route'])} to lead")


def _panel(board: GameMap, hints: Hints, name: str, names: list[str], routes: list[int], twin: str) -> Panel:
    cities = {city.name: city for city in board.cities}
    nodes: list[Node] = []
    index: dict[object, int] = {}

    def node(city: str, other: str) -> int:
        place = cities[city].lon, cities[city].lat
        known = None if place[0] is None or place[1] is None else (place[0], place[1])
        key: object = city
        kind = "twin" if city == twin else "city"
        if cities[city].kind == "country":
            entry = hints.entries.get((city, other))
            key, kind, known = (city, entry or other), "end", entry or known
        if key not in index:
            index[key] = len(nodes)
            nodes.append(Node(city, kind, known, region=cities[city].region))
        if kind == "end" and other not in nodes[index[key]].entries:
            nodes[index[key]].entries.append(other)
        return index[key]

    for city in names:
        if cities[city].kind != "country":
            node(city, "")
    vias: dict[tuple[str, str], list[Point]] = {
        (via["route"][0], via["route"][1]): [(point[0], point[1]) for point in via["points"]]
        for via in hints.settings.get("via", [])
    }
    bundles: dict[tuple[int, int, int], Bundle] = {}
    for number in routes:
        route = board.routes[number]
        a, b = node(route.a, route.b), node(route.b, route.a)
        key = (min(a, b), max(a, b), route.length)
        if key not in bundles:
            via = vias.get((route.a, route.b)) or vias.get((route.b, route.a), [])[::-1]
            bundles[key] = Bundle(a, b, route.length, [], via)
        bundles[key].routes.append(number)
    return Panel(name, nodes, list(bundles.values()))
