"""The rules of a map on one card, made from its settings and mechanics, so that options and own maps get theirs too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from ttr_widget.gamemap import COLORS, GameMap
from ttr_widget.widget.messages import both, either, map_title, option_name, option_value, safe, signed, text, word

Lines = list[str]
HEAD = "margin:8px 0 2px"
LIST = "margin:0;padding-left:18px"


def card(game_map: GameMap, language: str, players: int | None = None, twins: Sequence[str] = ()) -> str:
    """The rules card as HTML; with a number of players, tables show the row for that many.

    `twins` are the places drawn twice on the board.
    """
    writer = _Writer(game_map, language, players, twins)
    sections = [
        ("goal", writer.goal()),
        ("setup", writer.set_up()),
        ("turn", writer.turn()),
        ("routes", writer.routes()),
        ("special", writer.special()),
        ("end", writer.end()),
        ("options", writer.options()),
    ]
    body = "".join(
        f'<h4 style="{HEAD}">{text(language, f"rules.head.{name}")}</h4>'
        f'<ul style="{LIST}">{"".join(f"<li>{line}</li>" for line in lines)}</ul>'
        for name, lines in sections
        if lines
    )
    title = text(language, "rules.title", map=safe(map_title(language, game_map)))
    return f'<div class="ttr-rules"><h3 style="margin:0">{title}</h3>{body}</div>'


class _Writer:
    """Picks the sentences that hold for one map."""

    def __init__(self, board: GameMap, language: str, players: int | None, twins: Sequence[str]) -> None:
        self.board = board
        self.settings = board.settings
        self.mechanics: Mapping[str, Mapping[str, Any]] = board.settings.mechanics
        self.language = language
        self.players = players
        self.twins = twins
        self.short = "short_journey" in self.mechanics

    def say(self, key: str, **values: object) -> str:
        return text(self.language, f"rules.{key}", **values)

    def count(self, what: str, number: int) -> str:
        return text(self.language, f"count.{what}", n=number)

    # -- before the game ------------------------------------------------------------------------------------------

    def goal(self) -> Lines:
        if self.short:
            return [self.say("goal.short", goal=self.mechanics["short_journey"]["goal"])]
        return [self.say("goal")]

    def set_up(self) -> Lines:
        settings = self.settings
        least, most = settings.players
        lines = [
            self.say(
                "setup.player" if least < most else "setup.player.exact",
                trains=self.count("trains", settings.trains),
                cards=self.count("cards", settings.hand),
                least=least,
                most=most,
            ),
            self.say(
                "setup.deck",
                total=sum(settings.cards.values()),
                colors=sum(settings.cards.get(color, 0) > 0 for color in COLORS),
                locomotives=self.count("locomotives", settings.cards.get("locomotive", 0)),
            ),
            self._market(),
            self._first_tickets(),
        ]
        if any(settings.start_score):
            scores = settings.start_score[: self.players or most]
            lines.append(self.say("setup.start", scores=", ".join(map(str, scores))))
        return lines

    def _market(self) -> str:
        settings = self.settings
        if not settings.market:
            return self.say("setup.market.none")
        if not settings.market_reset or settings.market_reset > settings.market:
            return self.say("setup.market.plain", market=settings.market)
        return self.say("setup.market", market=settings.market, reset=settings.market_reset)

    def _first_tickets(self) -> str:
        settings = self.settings
        if len(settings.ticket_decks) > 1:
            decks = both(self.language, [safe(word(self.language, "deck", deck)) for deck in settings.ticket_decks])
            return self.say("setup.tickets.mix", deal=settings.ticket_deal, keep=settings.ticket_keep, decks=decks)
        if settings.ticket_keep >= settings.ticket_deal:
            return self.say("setup.tickets.all", deal=settings.ticket_deal)
        return self.say("setup.tickets", deal=settings.ticket_deal, keep=settings.ticket_keep)

    # -- the turn -------------------------------------------------------------------------------------------------

    def turn(self) -> Lines:
        settings = self.settings
        lines = [self.say("turn.cards" if settings.market else "turn.blind"), self.say("turn.claim")]
        if settings.ticket_draw:
            several = len(settings.ticket_decks) > 1
            key = "turn.tickets.mix" if several else "turn.tickets"
            back = self.say("back.decks" if several else f"back.{settings.ticket_return}")
            lines.append(self.say(key, draw=settings.ticket_draw, keep=settings.ticket_draw_keep, back=back))
        if "ferries" in self.mechanics:
            ferries = self.mechanics["ferries"]
            lines.append(self.say("turn.ferry", cards=ferries["cards"], limit=ferries["limit"]))
        if self.short:
            lines.append(self.say("turn.swap"))
        return [*lines, self.say("turn.pass"), self.say("deck.empty")]

    def routes(self) -> Lines:
        board, settings = self.board, self.settings
        lengths = sorted({route.length for route in board.routes})
        points = {length: settings.route_points[length] for length in lengths}
        lines = [
            self.say("routes.points", table=self._table(points))
            if any(points.values())
            else self.say("routes.no_points")
        ]
        if any(len(group) > 1 for group in board.route_groups):
            lines.append(self.say("routes.double"))
            below = settings.close_doubles_below
            if below > settings.players[0]:
                lines.append(self.say("routes.closed", players=below))
            else:
                lines.append(self.say("routes.open"))
        if self.twins:
            lines.append(self.say("routes.twins", cities=both(self.language, map(safe, self.twins))))
        if any(city.kind == "country" for city in board.cities):
            lines.append(self.say("routes.countries"))
        return lines

    # -- the mechanics --------------------------------------------------------------------------------------------

    def special(self) -> Lines:
        tellers: dict[str, Callable[[Mapping[str, Any]], Lines]] = {
            "passengers": lambda p: [self.say("passengers")],
            "tolls": lambda p: [self.say("tolls", tokens=p["tokens"]), self.say("loans", loan=signed(p["loan"]))],
            "neutral": lambda p: [self.say("neutral", round=p["from_round"], trains=self.count("trains", p["trains"]))],
            "express": lambda p: [self.say("express", trains=p["trains"]), self.say("express.gone")],
            "ferries": lambda p: [self.say("ferries", spaces=p["spaces"])],
            "short_journey": self._journey,
        }
        return [
            line for name, parameters in self.mechanics.items() if name in tellers for line in tellers[name](parameters)
        ]

    def _journey(self, parameters: Mapping[str, Any]) -> Lines:
        lines = [self.say("journey")]
        if parameters["east"] and parameters["west"]:
            east, west = (either(self.language, [safe(c) for c in parameters[side]]) for side in ("east", "west"))
            lines.append(self.say("east_west", east=east, west=west))
        return lines

    # -- the end --------------------------------------------------------------------------------------------------

    def end(self) -> Lines:
        if self.short:
            return [self.say("end.short", goal=self.mechanics["short_journey"]["goal"])]
        lines = [self.say("end.trigger", trains=self.settings.end_trains)]
        if "express" in self.mechanics:
            lines.append(self.say("end.express", trains=self.mechanics["express"]["end_trains"]))
        lines.append(self.say("end.tickets"))
        tellers: dict[str, Callable[[Mapping[str, Any]], Lines]] = {
            "longest_path": lambda p: [self.say("end.longest_path", bonus=self.count("points", p["bonus"]))],
            "most_tickets": lambda p: [self.say("end.most_tickets", bonus=self.count("points", p["bonus"]))],
            "passengers": lambda p: [self.say("end.passengers", first=p["first"], second=p["second"])],
            "tolls": lambda p: [
                self.say("end.tolls", table=self._by_players(p["bonus"])) + " " + self.say(f"end.tolls.{p['ranking']}")
            ],
            "express": lambda p: [
                self.say("end.express_bonus", table=self._by_players(p["bonus"]), none=signed(p["none"]))
                + " "
                + self.say("end.express.tie")
            ],
            "regions": self._regions,
        }
        for name, parameters in self.mechanics.items():
            if name in tellers:
                lines += tellers[name](parameters)
        ties = ["tickets", *(name for name in ("longest_path", "passengers") if name in self.mechanics)]
        first, *others = [self.say(f"tie.{name}") for name in ties]
        order = reduce(lambda before, after: self.say("tie.then", first=before, second=after), others, first)
        return [*lines, self.say("end.tie", order=order)]

    def _regions(self, parameters: Mapping[str, Any]) -> Lines:
        rows = dict(parameters["points"])
        most = max(rows)
        more = self.say("table.more", left=most, right=rows.pop(most))
        lines = [self.say("end.regions", table=", ".join(filter(None, [self._table(rows), more])))]
        if parameters["double"]:
            names = both(self.language, [safe(region) for region in parameters["double"]])
            lines.append(self.say("end.regions.double", regions=names))
        return lines

    def _table(self, rows: Mapping[int, int]) -> str:
        return ", ".join(self.say("table.row", left=left, right=right) for left, right in sorted(rows.items()))

    def _by_players(self, table: Mapping[int, Any]) -> str:
        """The row for the number of players, or all rows that this map can need."""
        least, most = self.settings.players
        rows = {n: values for n, values in table.items() if least <= n <= most and self.players in (None, n)}
        shown = {n: " / ".join(signed(value) for value in values) for n, values in rows.items()}
        if len(shown) == 1:
            return next(iter(shown.values()))
        return "; ".join(self.say("table.players", n=n, values=values) for n, values in sorted(shown.items()))

    def options(self) -> Lines:
        board = self.board
        return [
            safe(f"{option_name(self.language, board, name)}: {option_value(self.language, name, value)}")
            for name, value in board.options.items()
            if name in board.choices and value != board.choices[name].default
        ]
