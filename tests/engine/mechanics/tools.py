"""Small tools for the tests of the mechanics: scores by source, random play, routes by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from ttr_widget.engine import Event, Game
from ttr_widget.engine.actions import Action, ActionSet
from ttr_widget.engine.position import find_route, find_ticket

MAPS = ("usa", "germany", "first_journey_europe", "nederland", "japan", "italy")


def line(game: Game, source: str) -> tuple[int, ...]:
    """The points of one line of the score sheet."""
    (found,) = (line.points for line in game.score_sheet().lines if line.source == source)
    return found


def route(game: Game, text: str, track: int = 1) -> int:
    return find_route(game.board, text, track)


def ticket(game: Game, text: str) -> int:
    return find_ticket(game.board, text)


def texts(actions: Iterable[Action]) -> list[str]:
    return [action.text for action in actions]


def open_tracks(game: Game, text: str) -> list[int]:
    """Which tracks of a pair (from 1) the player to move may claim now."""
    pair = game.board.routes[route(game, text)]
    routes = [i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {pair.a, pair.b}]
    claimable = game.legal_actions().claimable_routes()
    return [track for track, index in enumerate(routes, 1) if index in claimable]


def any_action(legal: ActionSet, rng: random.Random) -> Action:
    return legal[int(rng.random() * len(legal))]


def greedy_action(legal: ActionSet, rng: random.Random) -> Action:
    """Claim whenever possible: games that reach the later rules."""
    claims = legal.by_kind("claim")
    return any_action(claims if claims and rng.random() < 0.9 else legal, rng)


def play_out(
    game: Game,
    rng: random.Random,
    each: Callable[[Game], None] = Game.check,
    choose: Callable[[ActionSet, random.Random], Action] = any_action,
) -> Game:
    """Play to the end, looking at the game after every action; a game that never ends is an error."""
    for _ in range(5000):
        if game.over:
            return game
        game.play(choose(game.legal_actions(), rng))
        each(game)
    raise AssertionError("5000 actions and no end")


def heard(game: Game, *actions: str) -> list[Event]:
    """Play these actions and return what was told about them."""
    events: list[Event] = []
    stop = game.observe(events.append)
    for action in actions:
        game.play(action)
    stop()
    return events


def facts_of(events: list[Event], kind: str) -> list[dict[str, Any]]:
    return [event.public for event in events if event.kind == kind]
