"""How the parts of a map fit together: everything that no single cell or setting can tell."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from .problems import Place, ProblemList
from .rows import Row, read_choice
from .settings_check import PlaceOf
from .types import GRAY, City, Route, Settings, Ticket
from .wording import did_you_mean, fold, listing, unknown


@dataclass(frozen=True)
class Board:
    """A map that is to be checked. What could not be read at all is None, and nothing is said about it."""

    settings: Settings | None
    cities: list[City]
    routes: list[Route]
    tickets: list[Ticket]
    city_rows: list[Row] | None
    route_rows: list[Row] | None
    ticket_rows: list[Row] | None
    place: PlaceOf


def check(board: Board, problems: ProblemList) -> None:
    """Note everything that does not fit together."""
    settings = board.settings
    if settings is not None:
        _settings(settings, board.place, problems)
    if board.city_rows is not None:
        _cities(board, board.city_rows, problems)
        if settings is not None:
            _mechanics(board, settings, board.city_rows, problems)
    if board.route_rows is not None:
        _routes(board, board.route_rows, problems)
        _parallel_routes(board, board.route_rows, problems)
        if settings is not None:
            _routes_and_settings(board, settings, board.route_rows, problems)
            _express(board, settings, problems)
    if board.city_rows is not None and board.route_rows is not None:
        _reachable(board, board.city_rows, problems)
    if board.ticket_rows is not None:
        _tickets(board, board.ticket_rows, problems)
        if settings is not None:
            _tickets_and_settings(board, settings, board.ticket_rows, problems)


def _already_noted(row: Row, column: str, problems: ProblemList) -> bool:
    return _noted_at(row.place(column), problems)


def _noted_at(place: Place, problems: ProblemList) -> bool:
    spot = (place.file, place.line, place.column, place.field)
    return any((found.file, found.line, found.column, found.field) == spot for found in problems.found)


def _settings(settings: Settings, place: PlaceOf, problems: ProblemList) -> None:
    most_players = settings.players[1]
    for keep, offered in (("ticket_keep", "ticket_deal"), ("ticket_draw_keep", "ticket_draw")):
        kept, all_of_them = getattr(settings, keep), getattr(settings, offered)
        if kept > all_of_them:
            problems.add(place(keep), f"{kept} tickets cannot be kept out of {all_of_them}")
        elif all_of_them and not kept:
            problems.add(place(keep), f"at least 1 ticket out of {all_of_them} must be kept")
    cards = sum(settings.cards.values())
    needed = settings.hand * most_players + settings.market
    if cards < needed:
        problems.add(
            place("cards"),
            f"too few cards: {cards}, but {most_players} hands of {settings.hand} and {settings.market} open cards "
            f"need {needed}",
        )
    if settings.market and settings.market_reset > settings.market:
        problems.add(place("market_reset"), f"{settings.market_reset} locomotives cannot lie among {settings.market}")
    if settings.end_trains >= settings.trains:
        problems.add(
            place("end_trains"), f"the end comes at {settings.end_trains} trains, but there are only {settings.trains}"
        )


def _cities(board: Board, rows: list[Row], problems: ProblemList) -> None:
    first: dict[str, int] = {}
    for number, (city, row) in enumerate(zip(board.cities, rows, strict=True)):
        if not city.name:
            continue
        earlier = first.setdefault(fold(city.name), number)
        if earlier != number:
            other = board.cities[earlier].name
            same = "" if other == city.name else f" (but for case, accents and marks the same as {other!r})"
            problems.add(row.place("name"), f"duplicate city {city.name!r}{same}: also in {rows[earlier].label()}")
        if (city.lon is None) != (city.lat is None):
            missing = "lon" if city.lon is None else "lat"
            if not _already_noted(row, missing, problems):
                problems.add(row.place(missing), f"{city.name}: lon and lat belong together, {missing} is empty")


def _mechanics(board: Board, settings: Settings, city_rows: list[Row], problems: ProblemList) -> None:
    mechanics = settings.mechanics
    file = city_rows[0].file if city_rows and city_rows[0].line is not None else "cities"
    if (passengers := mechanics.get("passengers")) is not None:
        found = sum(city.passengers for city in board.cities)
        wanted = passengers["each"] * len(passengers["colors"])
        if found and found != wanted:
            problems.add(
                board.place("mechanics", "passengers"),
                f"passengers do not sum up: {found} stand in {file}, "
                f"but {len(passengers['colors'])} colours of {passengers['each']} are {wanted}",
            )
        elif not found and not passengers["default_per_city"]:
            problems.add(
                board.place("mechanics", "passengers"),
                f"no passengers stand in {file}; give the cities some, or set default_per_city",
            )
        elif not found and (total := passengers["default_per_city"] * len(board.cities)) > wanted:
            problems.add(
                board.place("mechanics", "passengers", "default_per_city"),
                f"{total} passengers are needed for {len(board.cities)} cities, but there are only {wanted}",
            )
    if (regions := mechanics.get("regions")) is not None:
        known = sorted({city.region for city in board.cities if city.region})
        if not known:
            problems.add(board.place("mechanics", "regions"), f"no city in {file} has a region")
        for name in regions["double"]:
            if known and name not in known:
                problems.add(
                    board.place("mechanics", "regions", "double"),
                    unknown("region", name, known),
                )
    if (journey := mechanics.get("short_journey")) is not None:
        names = [city.name for city in board.cities]
        for side in ("east", "west"):
            for name in journey[side]:
                if name not in names:
                    problems.add(
                        board.place("mechanics", "short_journey", side),
                        f"unknown city {name!r}{did_you_mean(name, names)}",
                    )
    for name in ("tolls", "express"):
        if name in mechanics:
            table = mechanics[name]["bonus"]
            low, high = settings.players
            if missing := [players for players in range(low, high + 1) if players not in table]:
                problems.add(
                    board.place("mechanics", name, "bonus"), f"has no values for {listing(missing, 'and')} players"
                )


def _routes(board: Board, rows: list[Row], problems: ProblemList) -> None:
    for route, row in zip(board.routes, rows, strict=True):
        if route.a and route.a == route.b:
            problems.add(row.place("b"), f"the route leads from {route.a} to itself")
        if route.waves and route.kind != "ferry" and not _already_noted(row, "kind", problems):
            problems.add(row.place("locomotives"), f"only a ferry has wave spaces, this route is {route.kind!r}")
        if route.waves > route.length and not _already_noted(row, "length", problems):
            problems.add(row.place("locomotives"), f"{route.waves} wave spaces on a route of length {route.length}")
        if route.kind == "ferry" and not route.waves and not _already_noted(row, "locomotives", problems):
            problems.add(row.place("locomotives"), "a ferry needs at least 1 wave space")
        if route.kind != "normal" and route.color != GRAY:
            problems.add(row.place("color"), f"{route.kind} routes are paid in any one colour: they must be {GRAY}")


def _routes_and_settings(board: Board, settings: Settings, rows: list[Row], problems: ProblemList) -> None:
    needed = {"ferry": "ferries", "express": "express"}
    for route, row in zip(board.routes, rows, strict=True):
        mechanic = needed.get(route.kind)
        if mechanic and mechanic not in settings.mechanics:
            problems.add(row.place("kind"), f"{route.kind} routes need the mechanic {mechanic!r} in the map's settings")
        if route.length not in settings.route_points:
            problems.add(row.place("length"), f"route_points has no entry for a route of length {route.length}")
        if route.color != GRAY and not settings.cards[route.color]:
            problems.add(row.place("color"), f"the deck has no {route.color} cards")


def _parallel_routes(board: Board, rows: list[Row], problems: ProblemList) -> None:
    """B12: a double has one length. Other parallel routes are single ones, unless `double` says otherwise."""
    beside: dict[frozenset[str], list[int]] = defaultdict(list)
    for number, route in enumerate(board.routes):
        beside[frozenset((route.a, route.b))].append(number)
    for number, (route, row) in enumerate(zip(board.routes, rows, strict=True)):
        claim = read_choice(row, "double", problems, ("", "yes", "no"), "")
        others = [other for other in beside[frozenset((route.a, route.b))] if other != number]
        twins = [other for other in others if board.routes[other].length == route.length]
        if claim == "yes" and not twins:
            lengths = ", ".join(f"{board.routes[other].length} in {rows[other].label()}" for other in others)
            why = f"the routes beside it are of different length ({lengths})" if others else "no route runs beside it"
            problems.add(
                row.place("double"),
                f"{route.a}–{route.b} of length {route.length} is no double route: {why}. "
                "A double has one length; write 'no' for separate single routes.",
            )
        elif claim == "no" and twins:
            problems.add(
                row.place("double"),
                f"{route.a}–{route.b} is a double route: {rows[twins[0]].label()} has the same length",
            )


def _express(board: Board, settings: Settings, problems: ProblemList) -> None:
    express = settings.mechanics.get("express")
    if express is None:
        return
    routes = sum(route.kind == "express" for route in board.routes)
    if routes < (needed := express["trains"] - express["end_trains"]):
        problems.add(
            board.place("mechanics", "express"),
            f"the game could never end: {needed} express trains must be placed, but there are {routes} express routes",
        )


def _reachable(board: Board, rows: list[Row], problems: ProblemList) -> None:
    """Every city must be joined to the others, and every country to a city: nothing runs through a country (G5)."""
    countries = {city.name for city in board.cities if city.kind == "country"}
    neighbours: dict[str, set[str]] = {city.name: set() for city in board.cities}
    for route in board.routes:
        if route.a in neighbours and route.b in neighbours:
            neighbours[route.a].add(route.b)
            neighbours[route.b].add(route.a)
    unseen = dict.fromkeys(name for name in neighbours if name not in countries)
    parts: list[set[str]] = []
    while unseen:
        part, waiting = set(), [next(iter(unseen))]
        while waiting:
            name = waiting.pop()
            if name in unseen:
                del unseen[name]
                part.add(name)
                waiting.extend(neighbours[name])
        parts.append(part)
    main = max(parts, key=len, default=set())
    for city, row in zip(board.cities, rows, strict=True):
        if not city.name or city.name in main:
            continue
        if not neighbours[city.name]:
            problems.add(row.place("name"), f"unreachable: no route leads to {city.name}")
        elif city.kind == "city":
            problems.add(
                row.place("name"),
                f"unreachable: no routes join {city.name} to {min(main)}",
            )
        elif not neighbours[city.name] & main:
            problems.add(row.place("name"), f"unreachable: no route joins {city.name} to a city of the main network")


def _tickets(board: Board, rows: list[Row], problems: ProblemList) -> None:
    first: dict[frozenset[str], int] = {}
    joined = {frozenset((route.a, route.b)) for route in board.routes}
    for number, (ticket, row) in enumerate(zip(board.tickets, rows, strict=True)):
        pair = frozenset((ticket.a, ticket.b))
        if ticket.a and ticket.a == ticket.b:
            problems.add(row.place("b"), f"the ticket leads from {ticket.a} to itself")
        elif ticket.a and ticket.b and (earlier := first.setdefault(pair, number)) != number:
            problems.add(row.place("a"), f"duplicate ticket {ticket.a}–{ticket.b}: also in {rows[earlier].label()}")
        if ticket.neutral is None or board.route_rows is None or frozenset(ticket.neutral) in joined:
            continue
        if not any(_already_noted(row, column, problems) for column in ("neutral_a", "neutral_b")):
            problems.add(row.place("neutral_a"), f"no route joins the neutral pair {'–'.join(ticket.neutral)}")


def _tickets_and_settings(board: Board, settings: Settings, rows: list[Row], problems: ProblemList) -> None:
    for ticket, row in zip(board.tickets, rows, strict=True):
        if ticket.deck not in settings.ticket_decks:
            problems.add(row.place("deck"), unknown("deck", ticket.deck, settings.ticket_decks))
    most = settings.players[1]
    too_few = len(board.tickets) < settings.ticket_deal * most
    if too_few and not _noted_at(board.place("ticket_deal"), problems):
        problems.add(
            board.place("ticket_deal"),
            f"too few tickets: {len(board.tickets)}, but {most} players are dealt {settings.ticket_deal} each",
        )
    used = {ticket.deck for ticket in board.tickets}
    for deck in settings.ticket_decks:
        if board.tickets and deck not in used:
            problems.add(board.place("ticket_decks"), f"there is no ticket of the deck {deck!r}")
