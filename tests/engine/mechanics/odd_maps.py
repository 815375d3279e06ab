"""Maps that switch on mechanics never printed together: what a user's own map may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import networkx as nx

from ttr_widget.gamemap import GameMap, load_map


def with_ferries(board: GameMap, every: int = 2) -> GameMap:
    """Every so-many-th plain gray route becomes a ferry."""
    gray = [i for i, r in enumerate(board.routes) if r.color == "gray" and r.kind == "normal"][::every]
    return _routes(board, gray, {"ferries": {}}, lambda r: {"kind": "ferry", "waves": (r.length + 1) // 2})


def with_express(board: GameMap, number: int = 16) -> GameMap:
    """Some ordinary routes, spread over the board, become express routes."""
    plain = [i for i, r in enumerate(board.routes) if r.kind == "normal"]
    chosen = plain[:: max(1, len(plain) // number)][:number]
    return _routes(board, chosen, {"express": {"trains": number - 2}}, lambda r: {"kind": "express", "color": "gray"})


def with_tolls(board: GameMap, **parameters: Any) -> GameMap:
    everywhere = range(len(board.routes))
    return _routes(board, everywhere, {"tolls": parameters}, lambda r: {"toll": (r.length * 7) % 5})


def _routes(board: GameMap, chosen: Any, mechanics: dict[str, Any], change: Callable[[Any], dict[str, Any]]) -> GameMap:
    wanted = set(chosen)
    routes = [replace(r, **change(r)) if i in wanted else r for i, r in enumerate(board.routes)]
    return board.changed(routes=routes, mechanics=mechanics)


def with_regions(board: GameMap, number: int = 9) -> GameMap:
    names = [f"Land {i}" for i in range(number)]
    cities = [replace(c, region=names[i % number]) if c.kind == "city" else c for i, c in enumerate(board.cities)]
    return board.changed(cities=cities, mechanics={"regions": {"double": names[:2], "points": {3: 2, 6: 9}}})


def with_neutral(board: GameMap) -> GameMap:
    """Two of three tickets print the ends of some route for the neutral player."""
    step = len(board.routes) // len(board.tickets)
    pairs = [(r.a, r.b) for r in board.routes[::step]]
    tickets = [replace(t, neutral=pairs[i] if i % 3 else None) for i, t in enumerate(board.tickets)]
    return board.changed(tickets=tickets, mechanics={"neutral": {"from_round": 2, "trains": 30}})


def with_journey(board: GameMap, goal: int = 5) -> GameMap:
    names = [city.name for city in board.cities]
    return board.changed(mechanics={"short_journey": {"goal": goal, "east": names[:3], "west": names[-3:]}})


def own_map() -> GameMap:
    """A small board out of a graph, with passengers, express lines and tolls."""
    graph = nx.relabel_nodes(nx.grid_2d_graph(4, 5), lambda node: f"Stop {node[0]}{node[1]}")
    for number, (_, _, cells) in enumerate(graph.edges(data=True)):
        cells.update(length=1 + number % 4, kind="express" if number % 4 == 0 else "normal", toll=number % 3)
    names = sorted(graph)
    tickets = [(names[i], names[-1 - i], 5 + i) for i in range(8)] + [(names[i], names[i + 8], 4) for i in range(10)]
    mechanics = {"passengers": {}, "express": {"trains": 6}, "tolls": {"tokens": 9}, "longest_path": {}}
    return GameMap.from_graph(graph, tickets=tickets, trains=15, ticket_deal=3, mechanics=mechanics)


def everything(name: str) -> GameMap:
    """All nine mechanics at once."""
    board = with_journey(with_regions(with_tolls(with_express(with_ferries(load_map(name))))), goal=12)
    more = {"passengers": {}, "longest_path": {}, "most_tickets": {}}
    return with_neutral(board.changed(mechanics=more, name=f"{name}_everything"))


ODD_MAPS: dict[str, Callable[[], GameMap]] = {
    "usa: passengers, ferries, longest path": lambda: with_ferries(load_map("usa")).changed(
        mechanics={"passengers": {}}
    ),
    "usa: neutral, tolls": lambda: with_neutral(with_tolls(load_map("usa"))),
    "usa: neutral, tolls, discarded tickets, few players close doubles": lambda: with_neutral(
        with_tolls(load_map("usa").changed(ticket_return="discard"), tokens=9)
    ),
    "germany: express, tolls": lambda: with_tolls(with_express(load_map("germany")), tokens=15),
    "germany: short journey with two decks": lambda: with_journey(load_map("germany")),
    "germany: two decks with discard piles, neutral": lambda: with_neutral(
        with_tolls(load_map("germany").changed(ticket_return="discard"))
    ),
    "first journey: passengers": lambda: load_map("first_journey_europe").changed(
        mechanics={"passengers": {"default_per_city": 2}}
    ),
    "first journey: express, tolls, a market": lambda: with_tolls(
        with_express(load_map("first_journey_europe"), 10).changed(market=5, market_reset=3)
    ),
    "nederland: passengers, most tickets, longest path": lambda: load_map("nederland").changed(
        mechanics={"passengers": {}, "most_tickets": {}, "longest_path": {}}
    ),
    "nederland: neutral, express": lambda: with_express(load_map("nederland", neutral=True)),
    "japan: tolls, regions, longest path": lambda: with_tolls(with_regions(load_map("japan"))).changed(
        mechanics={"longest_path": {}}
    ),
    "japan: short journey, passengers": lambda: with_journey(load_map("japan")).changed(
        mechanics={"passengers": {"each": 12}}
    ),
    "italy: regions, express, ferries": lambda: with_express(load_map("italy")),
    "italy: short journey, neutral, tolls": lambda: with_neutral(with_tolls(with_journey(load_map("italy")))),
    "own map: passengers, express, tolls": own_map,
    "usa: everything": lambda: everything("usa"),
    "germany: everything": lambda: everything("germany"),
    "nederland: everything": lambda: everything("nederland"),
}
