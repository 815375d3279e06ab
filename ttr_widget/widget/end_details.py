"""What the end screen says about each source of points, and what it points out on the board."""

from __future__ import annotations

from collections.abc import Callable

from ttr_widget.engine import Game
from ttr_widget.engine.events import Event
from ttr_widget.engine.mechanics.passengers import Passengers
from ttr_widget.engine.mechanics.regions import Regions
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import EXPRESS
from ttr_widget.graphs.connectivity import find
from ttr_widget.picture import PLAYER_COLORS, Marks
from ttr_widget.widget.messages import safe, signed, text
from ttr_widget.widget.narrate import dot, guest_dot

NO_PRIZE = "\N{NO-BREAK SPACE}"
SPLIT = ("tickets", "completed_tickets")
"""Sources that are revealed player by player."""


def details(game: Game, line: ScoreLine, seat: int | None, language: str) -> str:
    """How the points of one source came about, as HTML: everybody's, or those of the seat revealed now."""
    if line.source == "passengers":
        return _passengers(game, line, language)
    seats = range(game.players) if seat is None else [seat]
    rows = "".join(
        f'<tr><td>{dot(who)}{safe(game.names[who])}</td><td class="ttr-note">{_words(game, line, who, language)}</td>'
        f"<td><b>{signed(line.points[who])}</b></td></tr>"
        for who in seats
    )
    tickets = _tickets(game, line, seat, language) if seat is not None and line.source in SPLIT else ""
    return f'<table class="ttr-table ttr-details">{rows}{tickets}</table>'


def _words(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    """A few words on a seat's points from one source; the engine's own where there are no others."""
    teller = _WORDS.get(line.source)
    if teller is not None:
        return safe(teller(game, line, seat, language))
    return safe(line.detail[seat]) if line.detail else ""


def _count(key: str, number: int, language: str) -> str:
    return text(language, key, n=number)


def _fulfilled(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    done = len(game.completed_tickets(seat))
    if line.source == "completed_tickets":
        return _count("end.detail.most_tickets", done, language)
    return text(language, "end.detail.tickets", done=done, total=len(game.tickets[seat]))


def _tickets(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    """A row for every ticket, fulfilled ones and dear ones first."""
    done = set(game.completed_tickets(seat))
    shown = line.source == "completed_tickets"
    held = game.completed_tickets(seat) if shown else game.tickets[seat]
    rows = ""
    for number in sorted(held, key=lambda ticket: (ticket not in done, -game.board.tickets[ticket].points)):
        ticket = game.board.tickets[number]
        style, sign = ("ttr-yes", "✔") if number in done else ("ttr-no", "✘")
        points = "+1" if shown else signed(ticket.points if number in done else -ticket.points)
        name = f"{safe(ticket.a)}–{safe(ticket.b)}"
        rows += f'<tr class="{style}"><td colspan="2">{sign} {name}</td><td>{points}</td></tr>'
    return rows


def _longest(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    length = sum(game.board.routes[route].length for route in line.routes[seat])
    return _count("count.trains", length, language)


def _most_tickets(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    return _count("end.detail.most_tickets", len(game.completed_tickets(seat)), language)


def _tokens(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    return _count("end.detail.tolls", game.view(seat).extra["tolls"]["tokens"][seat], language)


def _loans(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    return _count("count.loans", game.view(seat).extra["tolls"]["loans"][seat], language)


def _express(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    return _count("end.detail.express", game.view(seat).extra["express"]["track"][seat], language)


def _passengers(game: Game, line: ScoreLine, language: str) -> str:
    """A table: how many of each colour everybody has, and the prize for them."""
    mechanic = game.rules.mechanic("passengers")
    assert isinstance(mechanic, Passengers)
    taken = game.view(None).extra["passengers"]["taken"]
    prizes = [mechanic.prizes([own[color] for own in taken]) for color in range(len(mechanic.colors))]
    heads = "".join(f"<th>{guest_dot(name, language)}</th>" for name in mechanic.colors)
    rows = ""
    for seat, name in enumerate(game.names):
        won = [signed(prize[seat]) if prize[seat] else NO_PRIZE for prize in prizes]
        cells = "".join(
            f"<td>{number or '·'}<br/><small>{prize}</small></td>"
            for number, prize in zip(taken[seat], won, strict=True)
        )
        rows += f"<tr><td>{dot(seat)}{safe(name)}</td>{cells}<td><b>{signed(line.points[seat])}</b></td></tr>"
    return f'<table class="ttr-table ttr-guests"><tr><th></th>{heads}<th></th></tr>{rows}</table>'


def _regions(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    mechanic = game.rules.mechanic("regions")
    if not isinstance(mechanic, Regions):
        return line.detail[seat]
    numbers = sorted(mechanic.networks(game.state, seat), reverse=True)
    points = [mechanic.points(number) for number in numbers]
    parts = [f"{n} ({signed(worth)})" if worth else str(n) for n, worth in zip(numbers, points, strict=True)]
    return text(language, "end.detail.regions", regions=", ".join(parts) or 0)


def _routes(game: Game, line: ScoreLine, seat: int, language: str) -> str:
    own = [route for route, owner in enumerate(game.owner) if owner == seat]
    trains = sum(game.board.routes[route].length for route in own)
    return f"{_count('count.routes', len(own), language)}, {_count('count.trains', trains, language)}"


_WORDS: dict[str, Callable[[Game, ScoreLine, int, str], str]] = {
    "routes": _routes,
    "tickets": _fulfilled,
    "completed_tickets": _fulfilled,
    "longest_path": _longest,
    "most_tickets": _most_tickets,
    "tolls": _tokens,
    "loans": _loans,
    "express": _express,
    "regions": _regions,
}


def marks_for(game: Game, line: ScoreLine, seat: int | None) -> Marks:
    """What to emphasise on the board while this source is shown."""
    if line.source in SPLIT and seat is not None:
        return _ticket_marks(game, seat)
    if any(line.routes):
        return _path_marks(line)
    if line.source == "regions":
        return _network_marks(game)
    if line.source == "express":
        return Marks(routes=_express_routes(game))
    if line.source == "passengers":
        return _passenger_marks(game, line)
    if line.source == "tolls":
        routes = game.board.routes
        return Marks(routes={r: PLAYER_COLORS[s] for r, s in enumerate(game.owner) if s >= 0 and routes[r].toll})
    if line.source == "most_tickets":
        return _most_tickets_marks(game, line)
    if line.source == "east_west":
        return _east_west_marks(game, line)
    if line.source == "routes":
        return Marks(routes={route: PLAYER_COLORS[owner] for route, owner in enumerate(game.owner) if owner >= 0})
    return Marks()


def _ticket_marks(game: Game, seat: int) -> Marks:
    done = set(game.completed_tickets(seat))
    short = "short_journey" in game.board.settings.mechanics
    cities = {}
    for number in sorted(done if short else {*game.tickets[seat], *done}, key=lambda ticket: ticket in done):
        for city in (game.board.tickets[number].a, game.board.tickets[number].b):
            cities[city] = "done" if number in done else "target"
    own = {route: PLAYER_COLORS[seat] for route, owner in enumerate(game.owner) if owner == seat}
    return Marks(routes=own, cities=cities)


def _path_marks(line: ScoreLine) -> Marks:
    """The path of the one who has the bonus as a line, those of the others in their colours."""
    best = max(range(len(line.points)), key=lambda seat: (line.points[seat], len(line.routes[seat])))
    others = {route: PLAYER_COLORS[seat] for seat, routes in enumerate(line.routes) if seat != best for route in routes}
    return Marks(path=line.routes[best], path_color=PLAYER_COLORS[best], routes=others)


def _network_marks(game: Game) -> Marks:
    """The networks that touch enough regions to score."""
    mechanic = game.rules.mechanic("regions")
    if not isinstance(mechanic, Regions):
        return Marks()
    routes: dict[int, str] = {}
    for seat in range(game.players):
        parent = game.state.parents[seat]
        own = [route for route, owner in enumerate(game.owner) if owner == seat]
        roots = list(dict.fromkeys(find(parent, game.rules.node_a[route]) for route in own))
        worth = dict(zip(roots, map(mechanic.points, mechanic.networks(game.state, seat)), strict=True))
        routes |= {r: PLAYER_COLORS[seat] for r in own if worth[find(parent, game.rules.node_a[r])]}
    return Marks(routes=routes)


def _past(game: Game, kind: str) -> list[Event]:
    """The events of one kind; none are known of a game that began in the middle."""
    try:
        return [event for event in game.events() if event.kind == kind]
    except ValueError:
        return []


def _express_routes(game: Game) -> dict[int, str]:
    return {event.public["route"]: PLAYER_COLORS[event.seat] for event in _past(game, "express")}


def _most_tickets_marks(game: Game, line: ScoreLine) -> Marks:
    """The tickets of those with the bonus, and their routes."""
    best = [seat for seat, points in enumerate(line.points) if points]
    tickets = [game.board.tickets[number] for seat in best for number in game.completed_tickets(seat)]
    cities = {city: "done" for ticket in tickets for city in (ticket.a, ticket.b)}
    return Marks(cities=cities, routes={r: PLAYER_COLORS[s] for r, s in enumerate(game.owner) if s in best})


def _passenger_marks(game: Game, line: ScoreLine) -> Marks:
    """The places where those with the most points from passengers picked them up."""
    best = max(line.points)
    taken = [event for event in _past(game, "passenger") if line.points[event.seat] == best]
    return Marks(cities={game.board.cities[event.public["city"]].name: "done" for event in taken})


def _east_west_marks(game: Game, line: ScoreLine) -> Marks:
    """The ends that those with the bonus have joined."""
    parameters = game.board.settings.mechanics["short_journey"]
    cities: dict[str, str] = {}
    routes: dict[int, str] = {}
    for seat, points in enumerate(line.points):
        if not points:
            continue
        routes |= {r: PLAYER_COLORS[seat] for r, owner in enumerate(game.owner) if owner in (seat, EXPRESS)}
        view = game.view(seat)
        for east in parameters["east"]:
            for west in parameters["west"]:
                if view.connected(seat, east, west):
                    cities |= {east: "done", west: "done"}
    return Marks(routes=routes, cities=cities)
