"""One plain, copyable position: hands as counts, owners as small integers, claimed routes as bit masks.

The state knows no rule; `rules.py` and the mechanics change it.
"""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any, Protocol

from ttr_widget.graphs.connectivity import find

FREE = -1
NEUTRAL = -2
EXPRESS = -3
"""Values of `owner` beside the seats: nobody, the neutral player, a shared express line."""


def users_of(owner: int, players: int) -> range:
    """The seats whose networks a route belongs to: its holder's, everybody's (a shared line), nobody's."""
    if owner == EXPRESS:
        return range(players)
    return range(owner, owner + 1) if owner >= 0 else range(0)


class MechanicState(Protocol):
    """What a mechanic keeps in the state: anything that can copy itself."""

    def copy(self) -> Any: ...


Happening = tuple[str, int, dict[str, Any], dict[int, dict[str, Any]]]
"""Kind, seat, what everybody sees, and what only some seats see in addition."""


class State:
    """Everything that changes during a game."""

    __slots__ = (
        "allowed",
        "deck",
        "discard",
        "extra",
        "final_turns",
        "first",
        "fits",
        "hands",
        "known",
        "log",
        "market",
        "mover",
        "offers",
        "owner",
        "parents",
        "passes",
        "pending",
        "phase",
        "player",
        "points",
        "routes",
        "seed",
        "setting_up",
        "shown",
        "shuffles",
        "ticket_decks",
        "ticket_discard",
        "tickets",
        "trains",
        "turn",
        "turn_done",
    )

    seed: str
    shuffles: int  # how many times anything was shuffled after set-up
    setting_up: bool  # tickets are being chosen before the first turn
    phase: str
    player: int  # the seat that decides now
    mover: int  # the seat whose turn it is
    first: int
    turn: int  # finished turns
    turn_done: bool  # the turn is over but for decisions that follow it
    final_turns: int  # turns left once the end is triggered, else -1
    passes: int  # passes in succession
    pending: list[tuple[str, int]]  # decisions to come before the turn goes on: phase and seat
    hands: list[list[int]]
    known: list[list[int]]  # cards everybody has seen a player take and not yet spend
    deck: list[int]  # the top is the last
    discard: list[int]  # counts by card
    market: list[int]
    ticket_decks: list[list[int]]  # the top is the last
    ticket_discard: list[int]
    tickets: list[list[int]]
    shown: list[list[int]]  # tickets met and laid open during the game
    offers: list[list[int]]  # tickets drawn, not yet chosen from
    trains: list[int]
    points: list[int]
    owner: list[int]
    routes: list[int]  # bit mask of each seat's routes
    allowed: list[int]  # bit mask of the claims on routes still open to each seat
    fits: list[int]  # by number of trains left: the claims these trains suffice for
    parents: list[list[int]]  # each seat's network as a union-find forest over the board's nodes
    extra: dict[str, Any]  # each mechanic's own state by its name
    log: list[Happening] | None  # where what happens is written down, if anybody wants to know

    def copy(self) -> State:
        new = State.__new__(State)
        new.seed = self.seed
        new.shuffles = self.shuffles
        new.setting_up = self.setting_up
        new.phase = self.phase
        new.player = self.player
        new.mover = self.mover
        new.first = self.first
        new.turn = self.turn
        new.turn_done = self.turn_done
        new.final_turns = self.final_turns
        new.passes = self.passes
        new.pending = self.pending.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.known = [hand.copy() for hand in self.known]
        new.deck = self.deck.copy()
        new.discard = self.discard.copy()
        new.market = self.market.copy()
        new.ticket_decks = [deck.copy() for deck in self.ticket_decks]
        new.ticket_discard = self.ticket_discard.copy()
        new.tickets = [tickets.copy() for tickets in self.tickets]
        new.shown = [tickets.copy() for tickets in self.shown]
        new.offers = [tickets.copy() for tickets in self.offers]
        new.trains = self.trains.copy()
        new.points = self.points.copy()
        new.owner = self.owner.copy()
        new.routes = self.routes.copy()
        new.allowed = self.allowed.copy()
        new.fits = self.fits
        new.parents = [parent.copy() for parent in self.parents]
        new.extra = {name: part.copy() for name, part in self.extra.items()} if self.extra else {}
        new.log = None
        return new

    def facts(self) -> dict[str, Any]:
        """All of it as plain data that shares nothing with the state, for comparing two states."""
        plain = [name for name in self.__slots__ if name not in ("log", "extra", "parents")]
        facts = {name: deepcopy(getattr(self, name)) for name in plain}
        facts["networks"] = [_first_members(parent) for parent in self.parents]
        facts["extra"] = {name: _plain(part) for name, part in self.extra.items()}
        return facts

    def next_rng(self) -> random.Random:
        """The generator for the next shuffle: it depends on the seed and the number of shuffles only (X3)."""
        self.shuffles += 1
        return random.Random(f"{self.seed}:{self.shuffles}")


def _first_members(parent: list[int]) -> list[int]:
    """The first node of each node's part: the same for all forests that join the same nodes."""
    own = parent.copy()
    roots = [find(own, node) for node in range(len(own))]
    return [roots.index(root) for root in roots]


def _plain(part: Any) -> dict[str, Any]:
    """What a mechanic keeps, by name."""
    names = getattr(type(part), "__slots__", None) or vars(part)
    return {name: deepcopy(getattr(part, name)) for name in names}


def shuffled(items: list[int], rng: random.Random) -> list[int]:
    """A shuffled copy that uses nothing but `rng.random()`, which never changes between Python versions (X3)."""
    draw = rng.random
    keys = [draw() for _ in items]
    return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]
