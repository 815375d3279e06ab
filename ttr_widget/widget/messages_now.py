"""What can I do now: one sentence for every phase and mechanic, for the seat that decides and for those who wait."""

from __future__ import annotations

from collections.abc import Collection

from ttr_widget.engine import View
from ttr_widget.widget.messages import either, text, victory

_TURN = ("take", "draw", "claim", "tickets", "ferry", "swap")


def what_now(view: View, language: str, *, bots: Collection[int] = (), scores: list[int] | None = None) -> str:
    """One sentence: what the seat of this view can do, or whom it waits for.

    `bots` are the seats that play by themselves; `scores` the final totals, for the sentence at the end.
    """
    if view.over:
        return text(language, "why.over") if scores is None else over(view, language, scores)
    if view.seat is None:
        return text(language, "now.watch", sentence=_waiting(view, language, bots))
    if view.player != view.seat:
        return _waiting(view, language, bots)
    return _deciding(view, language)


def _waiting(view: View, language: str, bots: Collection[int]) -> str:
    key = {
        "keep": "now.wait.tickets",
        "deal": "now.wait.tickets",
        "passenger": "now.wait.passenger",
        "neutral": "now.wait.neutral",
    }.get(view.phase, "now.wait.bot" if view.player in bots else "now.wait")
    return text(language, key, name=view.names[view.player])


def _deciding(view: View, language: str) -> str:
    if view.phase == "turn":
        return _turn(view, language)
    if view.phase == "second_card":
        kinds = {action.kind for action in view.legal}
        key = "now.second_card" if len(kinds) == 2 else f"now.second_card.{'blind' if 'draw' in kinds else 'market'}"
        return text(language, key)
    if view.phase == "deal":
        return text(language, "now.deal", number=view.board.settings.ticket_deal)
    if view.phase == "keep":
        return text(language, "now.keep", least=least_to_keep(view), number=len(view.offered))
    if view.phase == "passenger":
        city = view.extra["passengers"]["choices"][0]
        return text(language, "now.passenger", city=view.board.cities[city].name)
    if view.phase == "neutral":
        route = view.extra["neutral"]["choices"][0]
        return text(language, "now.neutral", route=view.board.route_label(route))
    return text(language, "now.unknown", choices=either(language, [action.text for action in view.legal[:6]]))


def _turn(view: View, language: str) -> str:
    legal = view.legal
    if legal.by_kind("pass"):
        return text(language, "now.pass")
    kinds = {action.kind for action in legal}
    if "take" in kinds:
        kinds.discard("draw")
    choices = [text(language, f"now.turn.{kind}") for kind in _TURN if kind in kinds]
    if kinds.difference(_TURN):
        choices.append(text(language, "now.turn.other"))
    return text(language, "now.turn", choices=either(language, choices))


def least_to_keep(view: View) -> int:
    """How many of the offered tickets must be kept (B4, B14)."""
    settings = view.board.settings
    return min(len(view.offered), settings.ticket_keep if view.setting_up else settings.ticket_draw_keep)


def over(view: View, language: str, scores: list[int], winners: Collection[int] | None = None) -> str:
    """Who has won, in a sentence. Without `winners` those with the most points."""
    best = max(scores)
    seats = sorted(winners) if winners is not None else [seat for seat, score in enumerate(scores) if score == best]
    unit = "count.tickets" if "short_journey" in view.board.settings.mechanics else "count.points"
    points = text(language, unit, n=scores[seats[0]])
    return victory(language, "now", [view.names[seat] for seat in seats], points=points)
