"""Small helpers for tests of the engine: card numbers, positions, random play."""

from __future__ import annotations

import random
from typing import Any

from ttr_widget.engine import Action, Game, View
from ttr_widget.engine.position import Scenario, find_route, find_ticket
from ttr_widget.gamemap import CARDS

PURPLE, RED, ORANGE, YELLOW, GREEN, BLUE, WHITE, BLACK, WILD = range(9)

# Every map with the options that change its rules; all of them take part in the tests of whole games.
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("usa", {}),
    ("usa", {"edition": "classic"}),
    ("germany", {}),
    ("first_journey_europe", {}),
    ("nederland", {}),
    ("nederland", {"tolls": False}),
    ("nederland", {"neutral": True}),
    ("nederland", {"ranking": "competition"}),
    ("japan", {}),
    ("italy", {}),
]
TABLES = [
    (name, options, players)
    for name, options in VARIANTS
    for players in range(2, 6)
    if not (options.get("neutral") and players > 2) and not (name == "first_journey_europe" and players > 4)
]


def named(table: tuple[Any, ...]) -> str:
    """The id of a parametrized test."""
    name, options, *players = table
    return "-".join([name, *(f"{key}={value}" for key, value in options.items()), *map(str, players)])


def usa(players: int = 2, **options: Any) -> Scenario:
    """An empty USA board: no hands, no tickets, seat 0 to move."""
    return Scenario("usa", players, **options)


def route(game: Game, text: str, track: int = 1) -> int:
    return find_route(game.board, text, track)


def ticket(game: Game, text: str) -> int:
    return find_ticket(game.board, text)


def texts(game: Game, kind: str | None = None) -> set[str]:
    """The legal actions in notation."""
    return {action.text for action in game.legal_actions() if kind in (None, action.kind)}


def play(game: Game, *actions: str) -> Game:
    for action in actions:
        game.play(action)
    return game


def choose(game: Game, rng: random.Random) -> Action:
    """Any legal action, all equally likely."""
    legal = game.legal_actions()
    return legal[int(rng.random() * len(legal))]


def play_randomly(game: Game, rng: random.Random, actions: int | None = None) -> Game:
    """Play on at random: to the end, or so many actions."""
    while not game.over and actions != 0:
        game.play(choose(game, rng))
        actions = None if actions is None else actions - 1
    return game


def random_game(name: str, players: int, seed: int, actions: int | None = None, **options: Any) -> Game:
    return play_randomly(Game(name, players, seed, **options), random.Random(seed), actions)


def seen(view: View) -> dict[str, Any]:
    """All fields of a view as plain data, for comparing."""
    return {name: getattr(view, name) for name in View.__dataclass_fields__}


def hand_of(**cards: int) -> list[int]:
    return [cards.get(name, 0) for name in CARDS]


def whole_deck(game: Game) -> list[int]:
    """All train cards, wherever they are, counted by card."""
    s = game.state
    return [
        s.deck.count(card) + s.discard[card] + s.market.count(card) + sum(hand[card] for hand in s.hands)
        for card in range(len(CARDS))
    ]
