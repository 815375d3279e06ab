"""A first tour of about a minute: what each part of the widget is for, and what is special about the map in play."""

from __future__ import annotations

from dataclasses import dataclass

from ttr_widget.gamemap import GameMap
from ttr_widget.widget.messages import text

SPECIAL = ("short_journey", "passengers", "tolls", "neutral", "express", "ferries", "regions", "longest_path")
"""The mechanics the tour speaks of, most important first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One stop: the CSS class of the control it points at, a heading and a sentence or two."""

    target: str
    title: str
    text: str


def steps(game_map: GameMap, language: str) -> list[Step]:
    """The stops of the tour on this map."""
    settings = game_map.settings
    mechanics = settings.mechanics
    short = mechanics.get("short_journey")

    def stop(target: str, title: str, key: str, **values: object) -> Step:
        return Step(target, text(language, title), text(language, f"tour.{key}", **values))

    goal = (
        stop("ttr-board", "tour.title", "goal.short", goal=short["goal"])
        if short
        else stop("ttr-board", "tour.title", "goal")
    )
    trains = text(language, "count.trains", n=settings.end_trains)
    return [
        goal,
        stop("ttr-status", "tour.head.status", "status"),
        stop("ttr-ticket-panel", "panel.tickets", "tickets"),
        stop("ttr-market-panel", "panel.market", "market" if settings.market else "market.blind"),
        stop("ttr-hand-panel", "tour.head.hand", "hand"),
        stop("ttr-board", "tour.head.board", "board"),
        *_special(game_map, language),
        stop("ttr-players-panel", "panel.players", "players.last")
        if short
        else stop("ttr-players-panel", "panel.players", "players", trains=trains),
        stop("ttr-hint", "do.hint", "hint"),
    ]


def _special(game_map: GameMap, language: str) -> list[Step]:
    """At most two stops about what this map has beyond the base game."""
    mechanics = game_map.settings.mechanics
    found = [name for name in SPECIAL if name in mechanics][:2]
    return [
        Step(
            "ttr-board",
            text(language, "rules.head.special"),
            text(
                language,
                f"tour.special.{name}",
                bonus=mechanics[name].get("bonus"),
                round=mechanics[name].get("from_round"),
            ),
        )
        for name in found
    ]
