"""GameMap: a whole board with its rules, read-only, the one thing every other room works with."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import convert
from .display import Drawable
from .names import find_name
from .types import COLORS, GRAY, LOCOMOTIVE, City, FrozenDict, Option, Route, Settings, Ticket

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class GameMap(Drawable):
    """A board and the settings of its rules. Made by `load_map`, `from_graph`, `from_dict` or `changed`.

    >>> from ttr_widget.gamemap import load_map
    >>> usa = load_map("usa")
    >>> usa
    <GameMap usa: 36 cities, 100 routes, 33 tickets>
    >>> usa.find_city("montreal"), usa.route_label(0)
    ('Montréal', 'Atlanta–Charleston')
    """

    name: str
    title: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    settings: Settings
    options: Mapping[str, object]
    choices: Mapping[str, Option]
    about: str = ""
    uncertain: tuple[str, ...] = ()
    folder: Path | None = None
    stored: bool = False  # untouched from a folder: name (or folder) and options are enough to get it again

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", FrozenDict(self.options))
        object.__setattr__(self, "choices", FrozenDict(self.choices))

    def __repr__(self) -> str:
        counts = f"{len(self.cities)} cities, {len(self.routes)} routes, {len(self.tickets)} tickets"
        unusual = [name for name, option in self.choices.items() if self.options[name] != option.default]
        chosen = [f"{name}={self.options[name]!r}" for name in unusual]
        return f"<GameMap {' '.join([self.name, *chosen])}: {counts}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, GameMap) or self.fingerprint != other.fingerprint:
            return False
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @cached_property
    def city_index(self) -> Mapping[str, int]:
        """The number of each city."""
        return FrozenDict({city.name: number for number, city in enumerate(self.cities)})

    @cached_property
    def route_groups(self) -> tuple[tuple[int, ...], ...]:
        """The double (triple) routes: same two places, same length (B12). A single route is a group of one."""
        groups: dict[tuple[frozenset[str], int], list[int]] = defaultdict(list)
        for number, route in enumerate(self.routes):
            groups[frozenset((route.a, route.b)), route.length].append(number)
        return tuple(tuple(group) for group in groups.values())

    @cached_property
    def group_of(self) -> tuple[int, ...]:
        """The group of each route."""
        groups = {route: number for number, group in enumerate(self.route_groups) for route in group}
        return tuple(groups[route] for route in range(len(self.routes)))

    @cached_property
    def fingerprint(self) -> str:
        """The same for two maps if and only if they play the same; names and positions for drawing do not count."""
        data = self.to_dict()
        facts = {key: data[key] for key in ("routes", "tickets", "settings")}
        facts["cities"] = [[city.name, city.kind, city.region, city.passengers] for city in self.cities]
        text = json.dumps(facts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is allowed but worth a second look: parallel routes that are no double (B12), unclaimable routes."""
        beside: dict[frozenset[str], list[Route]] = defaultdict(list)
        for route in self.routes:
            beside[frozenset((route.a, route.b))].append(route)
        notes = [
            f"{routes[0].a}–{routes[0].b}: routes of different length "
            f"({', '.join(str(route.length) for route in routes)}) are no double route"
            for routes in beside.values()
            if len({route.length for route in routes}) > 1
        ]
        cards, trains = self.settings.cards, self.settings.trains
        for route in self.routes:
            colors = COLORS if route.color == GRAY else (route.color,)
            most = max(cards[color] for color in colors) + cards[LOCOMOTIVE]
            if most < route.length:
                notes.append(f"{route.a}–{route.b}: {most} cards cannot pay for a length of {route.length}")
            if route.length > trains and route.kind != "express":
                notes.append(f"{route.a}–{route.b}: {trains} trains are too few for a length of {route.length}")
        return tuple(notes)

    def find_city(self, text: str) -> str:
        """The city meant by a text in any case, without accents, or by its beginning if that is unique."""
        return find_name(text, (city.name for city in self.cities))

    def route_label(self, route: int) -> str:
        """The route's name: 'Seattle–Portland'."""
        return f"{self.routes[route].a}–{self.routes[route].b}"

    def with_options(self, **options: object) -> GameMap:
        """The same map with other options; those not named stay as they are."""
        from .folder import load_map

        if options and not (self.stored and self.folder is not None):
            raise ValueError(
                f"{self.name!r} is a variant without options; choose them first: load_map(name, ...).changed(...)"
            )
        return load_map(self.folder, **{**self.options, **options}) if self.folder and options else self

    def changed(
        self,
        *,
        name: str | None = None,
        cities: Iterable[City] | None = None,
        routes: Iterable[Route] | None = None,
        tickets: Iterable[Ticket] | None = None,
        mechanics: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> GameMap:
        """A variant of this map, checked like any other.

        `mechanics` adds or changes mechanics by their parameters; False takes one away. Other settings go by the
        names of `Settings`.

        >>> from ttr_widget.gamemap import load_map
        >>> small = load_map("usa").changed(trains=20, mechanics={"passengers": {}, "longest_path": False})
        >>> small.settings.trains, sorted(small.settings.mechanics)
        (20, ['passengers'])
        """
        return convert.changed(self, name, cities, routes, tickets, mechanics, settings)

    def graph(self) -> nx.MultiGraph:
        """The board as a networkx.MultiGraph; an edge's key is the number of its route."""
        return convert.to_graph(self)

    @staticmethod
    def from_graph(
        graph: nx.Graph,
        *,
        tickets: Iterable[Ticket | tuple[Any, ...]] = (),
        name: str = "graph",
        title: str = "",
        **settings: Any,
    ) -> GameMap:
        """A map out of a graph: nodes are cities, edges are routes with at least a `length`."""
        return convert.from_graph(graph, tickets, name, title, settings)

    def to_dict(self) -> dict[str, Any]:
        """The whole map as plain data, fit for JSON."""
        return convert.to_dict(self)

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> GameMap:
        """The map that `to_dict` wrote, checked like any other."""
        return convert.from_dict(data)

    def cities_frame(self) -> pd.DataFrame:
        """The cities as a pandas table."""
        return convert.frame(self.cities)

    def routes_frame(self) -> pd.DataFrame:
        """The routes as a pandas table, with the group of parallel routes each belongs to."""
        return convert.frame(self.routes, group=self.group_of)

    def tickets_frame(self) -> pd.DataFrame:
        """The tickets as a pandas table."""
        return convert.frame(self.tickets)
