"""What a bot is: one method that gets a view and the legal actions and returns one of them; and who asks it."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, runtime_checkable

from ttr_widget.engine import Action, ActionSet, Game, View


@runtime_checkable
class Bot(Protocol):
    """A player. Any object with this method is one; it need not inherit from anything.

    >>> class Hoarder:
    ...     '''Takes the longest route it can pay for, otherwise cards.'''
    ...
    ...     def choose(self, view, legal):
    ...         claims = legal.by_kind("claim")
    ...         if claims:
    ...             return max(claims, key=lambda claim: view.board.routes[claim.route].length)
    ...         return (legal.by_kind("draw") or legal)[0]
    >>> from ttr_widget.bots import make_bot
    >>> game = play_game(Game("usa", seed=1), [Hoarder(), make_bot("random", seed=2)])
    >>> game.over
    True
    """

    def choose(self, view: View, legal: ActionSet) -> Action:
        """One of the legal actions; the view is all that the seat may know."""
        ...


class SeededBot:
    """A bot with chance of its own: `self.rng` follows from the seed and from nothing else."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self.rng = random.Random(f"{type(self).__name__}:{seed}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(seed={self.seed!r})"


class BotError(RuntimeError):
    """A bot failed; `seat` says whose, the cause is attached."""

    def __init__(self, seat: int, name: str, reason: str) -> None:
        super().__init__(f"the bot of {name} (seat {seat}) {reason}")
        self.seat = seat


Failed = Callable[[int, Exception], None]


class OutOfTime(BaseException):
    """Raised inside a bot that thinks too long; no `except Exception` of the bot's own stops it."""


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Interrupt the block after some seconds, where that is possible: in the main thread of a Unix system.

    Elsewhere the block runs to its end and `OutOfTime` follows then: nothing is left running behind.
    """
    if seconds is None:
        yield
        return
    start = time.perf_counter()
    can_interrupt = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if can_interrupt:

        def ring(number: int, frame: object) -> None:
            raise OutOfTime

        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if can_interrupt:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    if time.perf_counter() - start > seconds:
        raise OutOfTime


def ask(bot: Bot, game: Game, time_limit: float | None = None) -> Action:
    """The bot's choice for the player to decide now; `BotError` if it fails, takes too long or chooses what is illegal.

    `time_limit` is in seconds for one decision.
    """
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"a time limit is a number of seconds above 0, not {time_limit!r}")
    seat = game.player
    legal = game.legal_actions()
    try:
        with alarm(time_limit):
            action = bot.choose(game.view(seat), legal)
    except OutOfTime as error:
        raise BotError(seat, game.names[seat], f"took longer than {time_limit:g} s") from error
    except Exception as error:
        reason = f"failed: {type(error).__name__}: {error}"
        raise BotError(seat, game.names[seat], reason) from error
    if action not in legal:
        raise BotError(seat, game.names[seat], f"answered {action!r}, which is not one of the legal actions")
    return action


def play_game(
    game: Game,
    bots: Sequence[Bot],
    *,
    on_error: str = "raise",
    failed: Failed | None = None,
    time_limit: float | None = None,
) -> Game:
    """Play the game to its end with one bot per seat, and return it.

    A bot sees only its own seat's view. If one fails, `on_error="raise"` ends the game with a `BotError`;
    `"replace"` lets a random player go on in its place and tells `failed(seat, error)`. Taking longer than
    `time_limit` seconds for a decision is a failure too.
    """
    if on_error not in ("raise", "replace"):
        raise ValueError(f'on_error is "raise" or "replace", not {on_error!r}')
    if len(bots) != game.players:
        raise ValueError(f"{game.players} players need as many bots, not {len(bots)}")
    seats = list(bots)
    while not game.over:
        try:
            action = ask(seats[game.player], game, time_limit)
        except BotError as error:
            if on_error == "raise":
                raise
            seats[error.seat] = RandomBot(f"{game.seed}:{error.seat}")
            if failed is not None:
                failed(error.seat, error)
            continue
        game.play(action)
    return game


class RandomBot(SeededBot):
    """Any legal action, all equally likely."""

    def choose(self, view: View, legal: ActionSet) -> Action:
        """Any of them."""
        return self.rng.choice(legal)
