"""The log: one line for every event, as HTML with small card icons and bold places, or plain for screen readers.

A line tells a seat nothing that the event does not show to that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ttr_widget.engine import View
from ttr_widget.engine.actions import WILD, Action
from ttr_widget.engine.events import Event
from ttr_widget.gamemap import CARDS, GameMap
from ttr_widget.picture.palette import CARD_COLORS, CARD_SYMBOLS, NEUTRAL_COLOR, PLAYER_COLORS, lightness
from ttr_widget.widget.messages import both, card_name, is_you, safe, signed, text, word

MINI = (
    "display:inline-block;min-width:15px;height:15px;padding:0 1px;box-sizing:border-box;border:1px solid #0006;"
    "border-radius:3px;font:bold 11px/13px sans-serif;text-align:center;vertical-align:-2px"
)
RAINBOW = "linear-gradient(135deg,#d93a32,#f4d13d 35%,#3f9e4d 60%,#3a7fd0)"


def line(event: Event, game_map: GameMap, names: Sequence[str], language: str, seat: int | None) -> str | None:
    """The event as a line of HTML for this seat (None: a spectator); None if it is not worth a line."""
    return _Teller(game_map, names, language, seat, html=True).tell(event)


def plain(event: Event, game_map: GameMap, names: Sequence[str], language: str, seat: int | None) -> str | None:
    """The same without HTML, for the line that screen readers read out."""
    return _Teller(game_map, names, language, seat, html=False).tell(event)


def ticket_done(
    ticket: int, game_map: GameMap, names: Sequence[str], language: str, seat: int, *, html: bool = True
) -> str:
    """The announcement that the seat has just fulfilled one of its own tickets."""
    teller = _Teller(game_map, names, language, seat, html=html)
    return text(language, "log.ticket_done", who=teller.who(seat), ticket=teller.ticket(ticket))


def newly_done(view: View, before: Iterable[int]) -> list[int]:
    """Own tickets that are met now and were not before: those to announce."""
    return [ticket for ticket in view.completed() if ticket not in set(before)]


def card_icon(card: int, language: str, number: int | None = None) -> str:
    """A small card for a line of text; colour, symbol and, for screen readers and the mouse, its name."""
    dark = card == WILD or lightness(CARD_COLORS[card]) < 0.6
    background = RAINBOW if card == WILD else CARD_COLORS[card]
    times = "" if number is None else f"{number}×"
    name = card_name(language, card)
    style = f"{MINI};background:{background};color:{'#fff' if dark else '#222'}"
    symbol = CARD_SYMBOLS[card]
    icon = f'<span class="ttr-mini" role="img" aria-label="{name}" title="{name}" style="{style}">{symbol}</span>'
    return f'<span style="white-space:nowrap">{times}{icon}</span>' if times else icon


def dot(seat: int) -> str:
    """The small mark in a seat's colour."""
    color = PLAYER_COLORS[seat % len(PLAYER_COLORS)] if seat >= 0 else NEUTRAL_COLOR
    return f'<span class="ttr-dot" style="background:{color}"></span>'


def guest_dot(color: str, language: str) -> str:
    """The small mark for passengers of a colour."""
    fill = CARD_COLORS[CARDS.index(color)] if color in CARDS else color
    name = safe(word(language, "color", color))
    style = f"background:{safe(fill)};outline:1px solid #888;border-radius:50%"
    return f'<span class="ttr-dot" role="img" aria-label="{name}" title="{name}" style="{style}"></span>'


class _Teller:
    """Puts one event into words for one reader."""

    def __init__(self, game_map: GameMap, names: Sequence[str], language: str, seat: int | None, *, html: bool) -> None:
        self.board = game_map
        self.names = names
        self.language = language
        self.seat = seat
        self.html = html

    def tell(self, event: Event) -> str | None:
        facts = event.seen_by(self.seat)
        teller: Callable[[Event, dict[str, Any]], str | None] | None = getattr(self, f"_{event.kind}", None)
        if teller is None:
            kind = event.kind.replace("_", " ")
            return self.say("log.unknown", who=self.who(event.seat), kind=self._safe(kind))
        return teller(event, facts)

    # -- the words ------------------------------------------------------------------------------------------------

    def say(self, key: str, **values: object) -> str:
        return text(self.language, key, **values)

    def _safe(self, value: object) -> str:
        return safe(value) if self.html else str(value)

    def bold(self, value: object) -> str:
        return f"<b>{safe(value)}</b>" if self.html else str(value)

    def who(self, seat: int) -> str:
        name = self.names[seat] if seat >= 0 else self.say("player.neutral")
        return f"{dot(seat)}{safe(name)}" if self.html else name

    def whom(self, seat: int, case: str) -> str:
        """The player as the one something is done to: "you" is "dich" or "dir"."""
        if not is_you(self.names[seat]):
            return self.who(seat)
        you = self.say(f"player.you.{case}")
        return f"{dot(seat)}{you}" if self.html else you

    def card(self, card: int, number: int | None = None) -> str:
        if self.html:
            return card_icon(card, self.language, number)
        name = card_name(self.language, card)
        return name if number is None else f"{number} {name}"

    def route(self, route: int) -> str:
        facts = self.board.routes[route]
        return f"{self.bold(facts.a)}–{self.bold(facts.b)}"

    def ticket(self, ticket: int) -> str:
        facts = self.board.tickets[ticket]
        return f"{self.bold(facts.a)}–{self.bold(facts.b)} ({facts.points})"

    def tickets(self, tickets: Iterable[int]) -> str:
        return both(self.language, [self.ticket(ticket) for ticket in tickets])

    def count(self, what: str, number: int) -> str:
        return self.say(f"count.{what}", n=number)

    def payment(self, action: Action) -> str:
        parts = []
        if action.cards:
            parts.append(self.card(action.color, action.cards))
        if action.locomotives:
            parts.append(self.card(WILD, action.locomotives))
        if action.ferries:
            parts.append(self.count("ferries", action.ferries))
        return " + ".join(parts) if self.html else both(self.language, parts)

    def points(self, points: int) -> str:
        return self.bold(signed(points)) if self.html else self.count("points", points)

    # -- one method for every kind of event -----------------------------------------------------------------------

    def _draw(self, event: Event, facts: dict[str, Any]) -> str:
        if "card" in facts:
            return self.say("log.draw.own", who=self.who(event.seat), card=self.card(facts["card"]))
        return self.say("log.draw", who=self.who(event.seat))

    def _take(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say(
            "log.take" if self.html else "log.take.aloud", who=self.who(event.seat), card=self.card(facts["card"])
        )

    def _reshuffle(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.reshuffle", cards=self.count("cards", facts["cards"]))

    def _market_reset(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.market_reset")

    def _claim(self, event: Event, facts: dict[str, Any]) -> str | None:
        route, points = facts["route"], facts["points"]
        worth = self.board.settings.route_points[self.board.routes[route].length]
        if self.board.routes[route].kind == "express" and worth and not points:
            return None  # the express line has told it already
        key = "log.claim" if points or worth else "log.claim.plain"
        cards = self.payment(event.action) if event.action is not None else ""
        return self.say(key, who=self.who(event.seat), route=self.route(route), cards=cards, points=self.points(points))

    def _tickets(self, event: Event, facts: dict[str, Any]) -> str:
        number = self.count("tickets", facts["number"])
        if "tickets" in facts:
            drawn = self.tickets(facts["tickets"])
            return self.say("log.tickets.own", who=self.who(event.seat), tickets=number, names=drawn)
        decks = self.board.settings.ticket_decks
        if len(decks) == 1:
            return self.say("log.tickets", who=self.who(event.seat), tickets=number)
        mix = mix_words(self.board, facts["mix"], self.language)
        return self.say("log.tickets.mix", who=self.who(event.seat), tickets=number, mix=self._safe(mix))

    def _keep(self, event: Event, facts: dict[str, Any]) -> str:
        if "tickets" in facts:
            return self.say("log.keep.own", who=self.who(event.seat), names=self.tickets(facts["tickets"]))
        kept = self.count("tickets", facts["number"])
        if facts.get("discarded"):
            back = self.tickets(facts["discarded"])
            return self.say("log.keep.returned", who=self.who(event.seat), tickets=kept, back=back)
        if facts.get("returned"):
            return self.say("log.keep.returned", who=self.who(event.seat), tickets=kept, back=facts["returned"])
        return self.say("log.keep", who=self.who(event.seat), tickets=kept)

    def _ticket_reshuffle(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.tickets_shuffled")

    def _pass(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.pass", who=self.who(event.seat))

    def _final_round(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.final_round", who=self.who(event.seat))

    def _over(self, event: Event, facts: dict[str, Any]) -> str:
        return self.bold(self.say("log.over"))

    def _undo(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.undo", n=facts["number"])

    def _swap(self, event: Event, facts: dict[str, Any]) -> str:
        if "tickets" in facts:
            return self.say("log.swap.own", who=self.who(event.seat), names=self.tickets(facts["tickets"]))
        return self.say("log.swap", who=self.who(event.seat))

    def _completed(self, event: Event, facts: dict[str, Any]) -> str:
        ticket = self.ticket(facts["ticket"])
        if facts.get("new"):
            new = self.tickets(facts["new"])
            return self.say("log.completed.new", who=self.who(event.seat), ticket=ticket, new=new)
        return self.say("log.completed", who=self.who(event.seat), ticket=ticket)

    def _east_west(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.east_west", who=self.who(event.seat))

    def _express(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say(
            "log.express",
            who=self.who(event.seat),
            route=self.route(facts["route"]),
            cards=self.payment(event.action) if event.action is not None else "",
            track=facts["track"],
            supply=facts["supply"],
        )

    def _ferry(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.ferry", who=self.who(event.seat), held=facts["held"])

    def _toll(self, event: Event, facts: dict[str, Any]) -> str:
        return self._paid("log.toll", event, facts)

    def _loan(self, event: Event, facts: dict[str, Any]) -> str:
        return self._paid("log.loan", event, facts)

    def _paid(self, key: str, event: Event, facts: dict[str, Any]) -> str:
        if facts["to"] >= 0:
            name = self.whom(facts["to"], "dative" if key == "log.loan" else "accusative")
            return self.say(f"{key}.to", who=self.who(event.seat), toll=facts["toll"], name=name)
        return self.say(key, who=self.who(event.seat), toll=facts["toll"])

    def _passenger(self, event: Event, facts: dict[str, Any]) -> str:
        color = facts["color"]
        shown = word(self.language, "color", color)
        if self.html and color in CARDS:
            shown = f'<span class="ttr-guest" style="color:{CARD_COLORS[CARDS.index(color)]}">●</span> {safe(shown)}'
        city = self.bold(self.board.cities[facts["city"]].name)
        return self.say("log.passenger", who=self.who(event.seat), color=shown, city=city)

    def _neutral_ticket(self, event: Event, facts: dict[str, Any]) -> str:
        ticket = self.ticket(facts["ticket"])
        pair = facts.get("pair")
        if pair:
            places = f"{self.bold(pair[0])}–{self.bold(pair[1])}"
            return self.say("log.neutral_ticket.pair", ticket=ticket, pair=places)
        return self.say("log.neutral_ticket.none", ticket=ticket)

    def _neutral(self, event: Event, facts: dict[str, Any]) -> str:
        said = self.say("log.neutral", route=self.route(facts["route"]), trains=facts["trains"])
        to = facts.get("to", -1)
        if to >= 0 and facts.get("toll"):
            said += "; " + self.say("log.bank_pays", who=self.whom(to, "dative"), toll=facts["toll"])
        return said

    def _neutral_left(self, event: Event, facts: dict[str, Any]) -> str:
        return self.say("log.neutral_left")


def mix_words(board: GameMap, mix: Sequence[int], language: str) -> str:
    """A mix of ticket decks in words: `3 short, 1 long`."""
    parts = [
        text(language, "do.mix.part", number=number, deck=word(language, "deck", deck))
        for number, deck in zip(mix, board.settings.ticket_decks, strict=True)
        if number
    ]
    return ", ".join(parts)
