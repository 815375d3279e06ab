"""How a notebook begins: play a new game, look at one, or go on with a saved one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ttr_widget.engine import Game
from ttr_widget.gamemap import GameMap, load_map
from ttr_widget.widget import messages, prefs, storage
from ttr_widget.widget.app import PlayWidget
from ttr_widget.widget.seats import HUMAN, Seat, make_seats
from ttr_widget.widget.table import Table, table_of

USUAL = ("human", "planner")


def play(
    board: str | Path | GameMap | Game,
    players: Sequence[object] | None = None,
    *,
    seed: int | str | None = None,
    language: str | None = None,
    theme: str | None = None,
    autosave: bool | None = None,
    width: int | None = None,
    **options: Any,
) -> PlayWidget:
    """A board to play on, with mouse or keyboard.

    `players` are "human" (or "human:Anna"), names of bots ("planner", "bot:hungry") and bots of your own. A `Game`
    instead of a map is played on. Options are those of the map; language ("en", "de"), theme ("light", "dark",
    "auto") and autosave override what was chosen in the menu the last time.
    """
    wishes = {"language": language, "theme": theme, "autosave": autosave}
    liked = prefs.load().changed(**{name: value for name, value in wishes.items() if value is not None})
    if isinstance(board, Game):
        if seed is not None or options:
            raise ValueError("this game has begun: seed and options belong to a new one")
        table = _table_for(board, players, liked)
    else:
        table = _new_table(board, players, seed, options, liked)
    table.runner.speed = liked.speed
    return PlayWidget(table, preferences=liked, width=width)


def _new_table(
    board: str | Path | GameMap,
    players: Sequence[object] | None,
    seed: int | str | None,
    options: dict[str, Any],
    liked: prefs.Preferences,
) -> Table:
    game_map = board.with_options(**options) if isinstance(board, GameMap) else load_map(board, **options)
    if seed is None:
        seed = random.randrange(10**9)
    seats = _seats(players or USUAL, seed, liked.language)
    game = Game(game_map, [seat.name for seat in seats], seed)
    return Table(game, seats, autosave=storage.autosave_path(game_map.name) if liked.autosave else None)


def _table_for(game: Game, players: Sequence[object] | None, liked: prefs.Preferences) -> Table:
    """The table where the game is played already, or a new one with these players."""
    table = table_of(game)
    if table is not None and players is None:
        return table
    if players is None:
        players = [HUMAN] * game.players
    seats = make_seats(players, game.seed)
    if len(seats) != game.players:
        raise ValueError(f"the game has {game.players} players, not {len(seats)}")
    named = [Seat(name, seat.kind, seat.bot) for name, seat in zip(game.names, seats, strict=True)]
    if table is not None:
        table.seats = named
        return table
    return Table(game, named, autosave=storage.autosave_path(game.board.name) if liked.autosave else None)


def _seats(players: Sequence[object] | int, seed: int | str, language: str) -> list[Seat]:
    if isinstance(players, int):
        players = [HUMAN] * players
    you, person = (messages.text(language, f"player.{key}") for key in ("you", "human"))
    return make_seats(players, seed, you, person, partial(messages.word, language, "bot"))


def watch(game: Game | PlayWidget, seat: int | None = None, *, language: str | None = None, **how: Any) -> PlayWidget:
    """Another board on a game, always in step with it: a spectator's, or (with `seat`) the own board of one player."""
    if isinstance(game, PlayWidget):
        game = game.game
    if seat is not None and seat not in range(game.players):
        raise ValueError(f"there is no seat {seat!r}; the seats are 0 to {game.players - 1}")
    liked = prefs.load()
    if language is not None:
        liked = liked.changed(language=language)
    table = table_of(game) or Table(game, [Seat(name, HUMAN) for name in game.names])
    return PlayWidget(table, preferences=liked, seat=seat, watching=seat is None, **how)


def resume(path: str | Path | None = None, players: Sequence[object] | None = None, **how: Any) -> PlayWidget:
    """Go on with a saved game: the file named, or the one saved by itself last in this folder.

    Bots that were objects of the old notebook are given again in `players`; else a simple bot takes their seat.
    """
    place = Path(path) if path is not None else storage.newest_autosave()
    game, seats, settings = storage.read(place)
    liked = prefs.load()
    if players is not None:
        made = make_seats(players, game.seed)
        if len(made) != game.players:
            raise ValueError(f"the game has {game.players} players, not {len(made)}")
        seats = [Seat(name, seat.kind, seat.bot) for name, seat in zip(game.names, made, strict=True)]
    table = Table(game, seats, autosave=storage.autosave_path(game.board.name) if liked.autosave else None)
    table.free_undo = settings.get("free_undo")
    table.goes_on = table.autosave is not None and place.resolve() == table.autosave.resolve()
    table.runner.speed = liked.speed
    board = PlayWidget(table, preferences=liked, **how)
    board.say(board.t("said.resumed"))
    return board
