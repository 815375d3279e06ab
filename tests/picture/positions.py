"""Positions to draw: games played by chance, with a taste for claiming routes."""

from __future__ import annotations

import random
from functools import lru_cache

from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps, load_map

MAPS = tuple(sorted(available_maps()))
THEMES = ("light", "dark")


def play_on(game: Game, actions: int, seed: int = 1) -> Game:
    """The game after so many further actions, or at its end."""
    rng = random.Random(seed)
    end = len(game) + actions
    while not game.over and len(game) < end:
        legal = list(game.legal_actions())
        claims = [action for action in legal if action.kind == "claim"]
        game.play(rng.choice(claims if claims and rng.random() < 0.7 else legal))
    return game


@lru_cache
def game_on(name: str, actions: int = 100, players: int = 3) -> Game:
    """A game on this map; shared, so look at it and leave it as it is."""
    return play_on(Game(load_map(name), players=players, seed=5), actions)


@lru_cache
def finished(name: str) -> Game:
    """A finished game with as many players as the map allows."""
    return game_on(name, 10**6, load_map(name).settings.players[1])
