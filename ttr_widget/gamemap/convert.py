"""A map as other things and back: networkx graphs, plain data, pandas tables, variants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from .problems import MapError, Place, Problem, ProblemList
from .rows import Row, rows_in_memory, shown
from .types import City, Route, Settings, Ticket

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

    from .board import GameMap

VERSION = 1


def to_dict(board: GameMap) -> dict[str, Any]:
    return {
        "version": VERSION,
        "name": board.name,
        "title": board.title,
        "about": board.about,
        "uncertain": list(board.uncertain),
        "options": dict(board.options),
        "cities": [_cells(city) for city in board.cities],
        "routes": [_cells(route) for route in board.routes],
        "tickets": [
            {**_cells(ticket), "neutral": list(ticket.neutral) if ticket.neutral else None} for ticket in board.tickets
        ],
        "settings": {item.name: _plain(getattr(board.settings, item.name)) for item in fields(Settings)},
    }


def _cells(item: City | Route | Ticket) -> dict[str, Any]:
    return {name: getattr(item, name) for name in item.__slots__}


def _plain(value: Any) -> Any:
    """Only what JSON has: its keys are texts, and it has no tuples."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def from_dict(data: Any) -> GameMap:
    problems = ProblemList()
    if not isinstance(data, Mapping):
        raise MapError("data", [Problem("data", None, None, f"must be a table, not {shown(data)}")])
    if data.get("version") != VERSION:
        problems.add(Place("data", field="version"), f"{shown(data.get('version'))} is unknown, not {VERSION}")
    name = str(data.get("name") or "data")
    uncertain = data.get("uncertain", [])
    options = data.get("options", {})
    tables: dict[str, list[dict[str, Any]]] = {}
    for kind in ("cities", "routes", "tickets"):
        items = data.get(kind)
        if isinstance(items, list | tuple) and all(isinstance(item, Mapping) for item in items):
            tables[kind] = [dict(item) for item in items]
        else:
            problems.add(Place(kind), f"must be a list of tables, not {shown(items)}")
    settings = data.get("settings", {})
    for key, table in (("settings", settings), ("options", options)):
        if not isinstance(table, Mapping):
            problems.add(Place(key), f"must be a table, not {shown(table)}")
    if isinstance(options, Mapping) and not all(isinstance(value, bool | str) for value in options.values()):
        problems.add(Place("options"), f"must be true, false or words, not {shown(options)}")
    if not isinstance(uncertain, list | tuple):
        problems.add(Place("uncertain"), f"must be a list, not {shown(uncertain)}")
    if problems.found:
        raise MapError(name, problems.found)
    return _build(
        name,
        str(data.get("title") or name),
        str(data.get("about") or ""),
        rows_in_memory("cities", tables["cities"]),
        rows_in_memory("routes", map(_route_cells, tables["routes"])),
        rows_in_memory("tickets", map(_ticket_cells, tables["tickets"])),
        settings,
        uncertain=tuple(map(str, uncertain)),
        options=options,
    )


def _route_cells(item: Mapping[str, Any]) -> dict[str, Any]:
    return {**item, "locomotives": item.get("waves", item.get("locomotives"))}


def _ticket_cells(item: Mapping[str, Any]) -> dict[str, Any]:
    neutral = item.get("neutral") or (None, None)
    pair = neutral if isinstance(neutral, list | tuple) and len(neutral) == 2 else (neutral, None)
    return {**item, "neutral_a": pair[0], "neutral_b": pair[1]}


def _settings_place(name: str, *rest: str) -> Place:
    return Place("settings", None, None, ".".join((name, *rest)))


def _build(
    name: str,
    title: str,
    about: str,
    cities: list[Row],
    routes: list[Row],
    tickets: list[Row],
    settings: Mapping[str, Any],
    **more: Any,
) -> GameMap:
    from .build import Draft, build

    return build(
        Draft(
            name=name,
            title=title,
            about=about,
            cities=cities,
            routes=routes,
            tickets=tickets,
            settings=settings,
            place=_settings_place,
            **more,
        )
    )


def changed(
    board: GameMap,
    name: str | None,
    cities: Iterable[City] | None,
    routes: Iterable[Route] | None,
    tickets: Iterable[Ticket] | None,
    mechanics: Mapping[str, Any] | None,
    settings: Mapping[str, Any],
) -> GameMap:
    all_settings = {item.name: getattr(board.settings, item.name) for item in fields(Settings)} | dict(settings)
    if mechanics is not None:
        all_settings["mechanics"] = _changed_mechanics(board.settings.mechanics, mechanics)
    same_picture = cities is None and routes is None
    return _build(
        name or board.name,
        board.title if name is None else name,
        board.about,
        rows_in_memory("cities", map(_cells, board.cities if cities is None else cities)),
        rows_in_memory("routes", map(_route_cells, map(_cells, board.routes if routes is None else routes))),
        rows_in_memory("tickets", map(_ticket_cells, map(_cells, board.tickets if tickets is None else tickets))),
        all_settings,
        uncertain=board.uncertain,
        folder=board.folder if same_picture else None,
        options=board.options,
        choices=board.choices,
    )


def _changed_mechanics(now: Mapping[str, Mapping[str, Any]], wanted: Mapping[str, Any]) -> dict[str, Any]:
    mechanics: dict[str, Any] = dict(now)
    for name, parameters in wanted.items():
        if parameters is False or parameters is None:
            mechanics.pop(name, None)
        elif isinstance(parameters, Mapping):
            mechanics[name] = {**now.get(name, {}), **parameters}
        else:
            mechanics[name] = {} if parameters is True else parameters
    return mechanics


def to_graph(board: GameMap) -> nx.MultiGraph:
    import networkx as nx

    graph = nx.MultiGraph(name=board.name, title=board.title)
    for city in board.cities:
        cells = _cells(city)
        graph.add_node(cells.pop("name"), **cells)
    for number, route in enumerate(board.routes):
        graph.add_edge(route.a, route.b, key=number, index=number, group=board.group_of[number], **_cells(route))
    return graph


def from_graph(
    graph: nx.Graph,
    tickets: Iterable[Ticket | tuple[Any, ...]],
    name: str,
    title: str,
    settings: Mapping[str, Any],
) -> GameMap:
    if graph.is_directed():
        raise ValueError("a map's routes have no direction: use graph.to_undirected()")
    cities = [{**cells, "name": str(node)} for node, cells in graph.nodes(data=True)]
    routes = [_edge_cells(str(a), str(b), cells) for a, b, cells in graph.edges(data=True)]
    if all(isinstance(cells.get("index"), int) for cells in routes):
        routes.sort(key=lambda cells: cells["index"])
    items = [_cells(_ticket(ticket)) for ticket in tickets]
    defaults: dict[str, Any] = {"mechanics": {"longest_path": {}}}
    if not items:
        defaults |= dict.fromkeys(("ticket_deal", "ticket_keep", "ticket_draw", "ticket_draw_keep"), 0)
    return _build(
        name,
        title or name,
        "",
        rows_in_memory("cities", cities),
        rows_in_memory("routes", map(_route_cells, routes)),
        rows_in_memory("tickets", map(_ticket_cells, items)),
        {**defaults, **settings},
    )


def _edge_cells(a: str, b: str, cells: Mapping[str, Any]) -> dict[str, Any]:
    """An edge knows no order of its ends; ours keep that of the route in the attributes `a` and `b`."""
    ends = (cells["a"], cells["b"]) if {cells.get("a"), cells.get("b")} == {a, b} else (a, b)
    return {"color": "gray", **cells, "a": ends[0], "b": ends[1]}


def _ticket(ticket: Ticket | tuple[Any, ...]) -> Ticket:
    if isinstance(ticket, Ticket):
        return ticket
    a, b, points, *deck = ticket
    return Ticket(str(a), str(b), points, *deck)


def frame(items: Sequence[City] | Sequence[Route] | Sequence[Ticket], **more: Sequence[Any]) -> pd.DataFrame:
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("tables need pandas: pip install 'ttr_widget[lab]'") from error
    return pd.DataFrame([_cells(item) for item in items]).assign(**more)
