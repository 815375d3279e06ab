"""Which games a run consists of: every game follows from the plan and its number, whoever plays it and wherever."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from numbers import Integral
from typing import Any

from ttr_widget.engine import Game
from ttr_widget.gamemap import GameMap
from ttr_widget.lab.entrants import Entrant

SEATINGS = ("rotate", "all", "fixed")


@dataclass(frozen=True)
class Setting:
    """One game of a plan: its block (games with the same shuffles), its seed, and which entrant sits where."""

    number: int
    match: int
    block: int
    seed: str
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A run of games on a map.

    `matches` are the groups of entrants that meet; the games go round them in turn. Within a match, every seed is
    played in all seatings before the next: cards, tickets and first player are the same, only the places change.
    """

    board: GameMap
    entrants: tuple[Entrant, ...]
    matches: tuple[tuple[int, ...], ...]
    seed: int | str = 0
    seating: str = "rotate"
    time_limit: float | None = None
    details: bool = True
    timing: bool = False

    @property
    def players(self) -> int:
        return len(self.matches[0])

    @cached_property
    def seatings(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For every match the ways to seat it."""
        return tuple(tuple(seatings(match, self.seating)) for match in self.matches)

    def setting(self, number: int) -> Setting:
        """Everything about one game that is decided before it begins."""
        index, match = divmod(number, len(self.matches))
        ways = self.seatings[match]
        block, way = divmod(index, len(ways))
        return Setting(number, match, block, f"{self.seed}-{block}", ways[way])

    def names(self, setting: Setting) -> list[str]:
        """Names for the seats: labels, numbered where two would be the same."""
        labels = [self.entrants[entrant].label for entrant in setting.seats]
        return [label if labels.count(label) == 1 else f"{label} #{seat + 1}" for seat, label in enumerate(labels)]

    def new_game(self, setting: Setting) -> Game:
        return Game(self.board, self.names(setting), setting.seed)

    def bot_seed(self, setting: Setting, entrant: int) -> str:
        """A bot's own chance depends on the block and on the bot, not on where it sits."""
        return f"{setting.seed}:{entrant}"


def seatings(match: tuple[int, ...], how: str) -> list[tuple[int, ...]]:
    """The ways to seat a match: each entrant once in each place ("rotate"), all orders ("all"), or as given ("fixed").

    >>> seatings((0, 1, 2), "rotate")
    [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    >>> seatings((0, 1, 1), "all")
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    if how == "fixed":
        ways = [match]
    elif how == "rotate":
        ways = [match[len(match) - turn :] + match[: len(match) - turn] for turn in range(len(match))]
    else:
        ways = list(permutations(match))
    return list(dict.fromkeys(ways))


def check_number(value: Any, name: str, least: int = 1) -> int:
    """A whole number that is large enough, or an error that says which."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return int(value)


def fill_seats(entrants: tuple[Entrant, ...], players: int | None) -> tuple[int, ...]:
    """Which entrants play: all of them, or as many as there are players, beginning again when they run out."""
    if players is None:
        players = max(2, len(entrants))
    players = check_number(players, "players", 2)
    if players < len(entrants):
        raise ValueError(f"{len(entrants)} bots do not fit at a table for {players}; use tournament(...) for more")
    return tuple(seat % len(entrants) for seat in range(players))
