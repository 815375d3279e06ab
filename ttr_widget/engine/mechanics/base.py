"""What a mechanic is: one class with hooks. It overrides what it needs; a hook it leaves alone costs nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from ttr_widget.engine.actions import Action, Payment
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import State
from ttr_widget.gamemap import GameMap

if TYPE_CHECKING:
    from ttr_widget.engine.rules import Rules


class Inconsistent(AssertionError):
    """The position breaks an invariant (X4): a fault of the program or of a hand-made position."""


def ensure(condition: bool, message: str) -> None:
    if not condition:
        raise Inconsistent(message)


def count(value: object) -> int:
    """A number for a hand-made position; a ValueError if it is none or below 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is not a number from 0")
    return value


class OwnState:
    """What a mechanic keeps in `state.extra`: plain slots, comparable; each kind says how it is copied."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"


class Mechanic:
    """A rule beyond the base game. Its own state lies in `state.extra[name]`; the object never changes in play."""

    name: ClassVar[str]
    scores_tickets: ClassVar[bool] = False
    """True if the mechanic scores the tickets itself, instead of B17."""

    phase_help: ClassVar[dict[str, str]] = {}
    """What has to be decided in each of its own phases; `{example!r}` stands for a legal action."""

    rules: Rules

    def __init__(self, board: GameMap, players: int, parameters: dict[str, Any]) -> None:
        self.board = board
        self.players = players
        self.parameters = parameters

    def bind(self, rules: Rules) -> None:
        """Called once when catalog and rules are ready."""
        self.rules = rules

    # what it adds to the catalog
    def actions(self) -> list[Action]:
        """Actions of its own kinds."""
        return []

    def payments(self, route: int, payments: list[Payment]) -> list[Payment]:
        """The ways to pay for a route, given those so far."""
        return payments

    def phases(self) -> dict[str, Callable[[State], int]]:
        """Its own phases: what is legal in each, as a bit mask."""
        return {}

    def handlers(self) -> dict[str, Callable[[State, Action], None]]:
        """What its own kinds of actions do."""
        return {}

    # hooks of the game
    def set_up(self, s: State, rng: random.Random) -> None:
        """Before the first decision; must fill `s.extra[name]` if the mechanic keeps anything."""

    def allows(self, s: State, seat: int, claims: int) -> int:
        """Which of these claims the seat may make."""
        return claims

    def options(self, s: State, seat: int) -> int:
        """Further actions of a turn, as a bit mask."""
        return 0

    def place(self, s: State, seat: int, route: int) -> bool:
        """Do what claiming puts on the board, instead of the seat's own trains; False: not this route."""
        return False

    def paid(self, s: State, action: Action) -> None:
        """The cards of a claim were paid; here is the moment for other means of payment."""

    def claimed(self, s: State, seat: int, route: int) -> None:
        """The route is claimed; may add decisions to `s.pending`."""

    def placed(self, s: State, seat: int, route: int) -> None:
        """The route was put on the board of a hand-made position: note what follows from that; nothing is paid."""

    def turn_ended(self, s: State) -> None:
        """A turn is over and the game goes on; may add decisions to `s.pending`."""

    def tickets_ran_out(self, s: State) -> None:
        """The ticket deck was used up, just before discarded tickets make a new one."""

    def may_trigger_end(self, s: State, seat: int) -> bool:
        """A further condition for the last round (B16)."""
        return True

    # the end
    def score(self, s: State) -> list[ScoreLine]:
        return []

    def score_points(self, s: State) -> list[tuple[int, ...]]:
        """The points of `score` alone; override it where the details are costly."""
        return [line.points for line in self.score(s)]

    def tie_break(self, s: State, seat: int) -> int:
        """Compared after points and completed tickets; more is better."""
        return 0

    def ranking(self, s: State, seat: int) -> tuple[int, ...]:
        """Replaces points, tickets and tie-breaks in finding the winner."""
        return ()

    # around the game
    def public(self, s: State, seat: int | None) -> dict[str, Any]:
        """What this seat (None: a spectator) may know of the mechanic's state."""
        return {}

    def restore(self, s: State, seen: dict[str, Any], rng: random.Random) -> None:
        """Fill the mechanic's state from what `public` showed; hidden things are invented consistently."""

    def edit(self, s: State, what: str, seat: int, value: Any) -> bool:
        """Change something in a hand-made position; False if `what` is not the mechanic's."""
        return False

    def why_not(self, s: State, action: Action) -> str | None:
        """Why its own action, or a claim it forbids, is illegal now."""
        return None

    def check(self, s: State) -> None:
        """Raise `Inconsistent` if an invariant is broken (X4)."""
