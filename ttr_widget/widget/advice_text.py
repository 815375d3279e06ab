"""Hints in words: what `bots.advice` proposes, as one sentence and with the routes to show on the board."""

from __future__ import annotations

from dataclasses import dataclass

from ttr_widget.bots import advice
from ttr_widget.bots.advice import ANY, Hint, TicketProgress
from ttr_widget.bots.atlas import read
from ttr_widget.engine import View
from ttr_widget.engine.actions import WILD, Action
from ttr_widget.widget.messages import both, card_name, text, word
from ttr_widget.widget.messages_why import missing_cards, payment_parts
from ttr_widget.widget.narrate import mix_words


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint to show: the sentence, the routes and places it speaks of, and the action it proposes."""

    text: str
    routes: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()
    action: Action | None = None


def hint(view: View, language: str) -> Advice:
    """What the seat could do now, in words."""
    found = advice.hint(view)
    sentences = []
    cities: tuple[str, ...] = ()
    if found.ticket is not None:
        ticket = view.board.tickets[found.ticket]
        cities = (ticket.a, ticket.b)
        sentences.append(way_sentence(view, found, language))
    sentences.append(_proposal(view, found, language))
    return Advice(" ".join(sentences), found.routes, cities, found.action)


def way_sentence(view: View, found: Hint, language: str) -> str:
    """`Your cheapest way to finish Los Angeles–Miami needs 4 routes, 13 trains.`"""
    assert found.ticket is not None
    assert found.way is not None
    ticket = view.board.tickets[found.ticket]
    return text(
        language,
        "hint.way",
        ticket=f"{ticket.a}–{ticket.b}",
        routes=text(language, "count.routes", n=len(found.way.routes)),
        trains=text(language, "count.trains", n=found.way.trains),
    )


def _proposal(view: View, found: Hint, language: str) -> str:
    values: dict[str, object] = {}
    action = found.action
    if found.route is not None:
        values["route"] = view.board.route_label(found.route)
        values["points"] = text(language, "count.points", n=read(view).points[found.route])
    if action is not None and action.kind == "claim":
        values["cards"] = payment_words(action, language)
    elif found.gap.total:
        values["cards"] = missing_cards(found.gap, language)
    if action is not None and action.kind == "take":
        values["card"] = card_name(language, action.color)
    if action is not None and action.kind == "passenger":
        values["color"] = word(language, "card", view.extra["passengers"]["colors"][action.color])
    if found.kind == "mix" and action is not None:
        values["mix"] = mix_words(view.board, action.mix, language)
    if found.kind == "tickets" and view.seat is not None:
        values["trains"] = text(language, "count.trains", n=view.trains[view.seat])
    if found.kind == "keep" and found.way is not None:
        cards = [view.board.tickets[ticket] for ticket in found.tickets]
        values["tickets"] = both(language, [f"{card.a}–{card.b}" for card in cards])
        values["trains"] = text(language, "count.trains", n=found.way.trains)
    return text(language, _key(view, found), **values)


def _key(view: View, found: Hint) -> str:
    """The text for a hint: tickets to keep are counted together with those held already."""
    if found.kind == "keep" and view.tickets:
        return "hint.keep.more"
    if found.kind == "keep" and len(found.tickets) == 1:
        return "hint.keep.one"
    return f"hint.{found.kind}"


def payment_words(action: Action, language: str) -> str:
    """The cards of a claim in words: `3 red and 1 locomotive`."""
    return both(language, payment_parts(action, language))


def ticket_lines(view: View, progress: TicketProgress, language: str) -> list[str]:
    """What the selected ticket says: worth, the cheapest way left, the cards missing for it."""
    if progress.status == "done":
        return [text(language, "ticket.done")]
    if progress.status == "cut_off":
        return [text(language, "ticket.too_long" if progress.reason == "trains" else "ticket.cut_off")]
    routes = text(language, "count.routes", n=len(progress.routes))
    trains = text(language, "count.trains", n=progress.trains)
    lines = [text(language, "ticket.way", routes=routes, trains=trains)]
    if not progress.cards:
        return [*lines, text(language, "ticket.needs.none")]
    parts = [_missing(card, number, language) for card, number in sorted(progress.cards.items())]
    return [*lines, text(language, "ticket.needs", cards=both(language, parts))]


def _missing(card: int, number: int, language: str) -> str:
    if card == ANY:
        return text(language, "why.cards.any", n=number)
    if card == WILD:
        return text(language, "count.locomotives", n=number)
    return text(language, "why.cards.color", n=number, color=card_name(language, card))
