"""Who sits at the table: people and bots, as a notebook types them ("human", "human:Anna", "planner", own bots)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ttr_widget.bots import Bot, bot_names, make_bot

HUMAN, OWN = "human", "own"


@dataclass
class Seat:
    """One player: a person (`bot` is None) or a bot. `kind` is "human", the bot's name, or "own"."""

    name: str
    kind: str
    bot: Bot | None = None

    @property
    def human(self) -> bool:
        return self.bot is None


def make_seats(
    players: Sequence[object],
    seed: int | str,
    you: str = "You",
    player: str = "Player",
    bot_title: Callable[[str], str] | None = None,
) -> list[Seat]:
    """Seats from a list of players; `you` names the only person, `player` (with a number) one of several.

    `bot_title` gives the name of a bot by its kind.

    >>> [(seat.name, seat.kind) for seat in make_seats(["human", "bot:random", "random"], seed=1)]
    [('You', 'human'), ('Random', 'random'), ('Random 2', 'random')]
    >>> [seat.name for seat in make_seats(["human:Anna", "human"], seed=1)]
    ['Anna', 'Player 2']
    """
    wishes = [_wish(what) for what in players]
    people = sum(kind == HUMAN for _, kind, _ in wishes)
    seats: list[Seat] = []
    taken: set[str] = set()
    for number, (name, kind, what) in enumerate(wishes):
        if not name:
            person = you if people == 1 else f"{player} {number + 1}"
            named = bot_title if bot_title is not None and kind != OWN else None
            name = person if kind == HUMAN else named(kind) if named else _title(kind, what)
        name = _unique(name, taken)
        taken.add(name)
        bot = None if kind == HUMAN else make_bot(what, seed=f"{seed}:{number}")
        seats.append(Seat(name, kind, bot))
    return seats


def anew(seats: Sequence[Seat], seed: int | str) -> list[Seat]:
    """The same seats for another game: fresh bots, but a bot of the notebook's own stays the object it is."""
    known = bot_names()
    return [
        Seat(seat.name, seat.kind, make_bot(seat.kind, seed=f"{seed}:{number}") if seat.kind in known else seat.bot)
        for number, seat in enumerate(seats)
    ]


def _wish(what: object) -> tuple[str, str, Any]:
    """Name (may be empty), kind and what the bot is made from."""
    name = ""
    if isinstance(what, tuple) and len(what) == 2 and isinstance(what[0], str):
        name, what = what
    if not isinstance(what, str):
        return name, OWN, what
    kind, _, rest = what.partition(":")
    if kind == HUMAN:
        return name or rest.strip(), HUMAN, None
    if kind == "bot":
        kind, _, rest = rest.partition(":")
    if kind not in bot_names():
        raise ValueError(f"there is no player {what!r}; a player is human, {', '.join(bot_names())}, or a bot object")
    return name or rest.strip(), kind, kind


def _title(kind: str, what: object) -> str:
    if kind != OWN:
        return kind.replace("_", " ").capitalize()
    named = what if isinstance(what, type) or hasattr(what, "__name__") else type(what)
    return str(getattr(named, "__name__", "Bot"))


def _unique(name: str, taken: set[str]) -> str:
    number = 2
    wanted = name
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    return name


def seats_to_data(seats: Sequence[Seat]) -> list[dict[str, str]]:
    """What a saved table says about its seats."""
    return [{"name": seat.name, "kind": seat.kind} for seat in seats]


def seats_from_data(data: Sequence[dict[str, str]], seed: int | str, stand_in: str) -> list[Seat]:
    """The seats of a saved table; a bot that only its notebook knew is replaced by `stand_in`."""
    kinds = [(entry["name"], entry["kind"]) for entry in data]
    known = {HUMAN, *bot_names()}
    return make_seats([(name, kind if kind in known else stand_in) for name, kind in kinds], seed)
