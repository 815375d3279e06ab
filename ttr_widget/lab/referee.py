"""One game under supervision: a bot that crashes, cheats or is too slow is replaced by chance, and the game goes on."""

from __future__ import annotations

import ctypes
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ttr_widget.bots import Bot, BotError, RandomBot, ask
from ttr_widget.engine import Action, Game
from ttr_widget.lab.plan import Plan, Setting

MOST_DECISIONS = 2000
"""Nobody needs a tenth of it; but two bots that swap tickets for ever would never end a game."""


@dataclass
class Conduct:
    """How one bot behaved: decisions, seconds, and why and how often chance decided in its place."""

    decisions: int = 0
    seconds: float = 0.0
    fault: str = ""
    own: int = 0
    """Decisions before the fault."""

    @property
    def replaced(self) -> int:
        return self.decisions - self.own if self.fault else 0


@dataclass
class Played:
    """A finished game and how its bots behaved."""

    game: Game
    conduct: list[Conduct] = field(default_factory=list)


class TooSlow(Exception):
    """The bot did not answer in time."""


class Stalls(Exception):
    """The bot goes on and on without bringing the game to an end."""


class Stopped(BaseException):
    """Thrown into a bot that thinks too long; no `except Exception` of its own stops it."""


def play_setting(plan: Plan, setting: Setting, stop_watch: StopWatch | None = None) -> Played:
    """Play one game of a plan to its end."""
    game = plan.new_game(setting)
    conducts = [Conduct() for _ in setting.seats]
    bots = [_new_bot(plan, setting, seat, conducts[seat]) for seat in range(game.players)]
    answer = ask if stop_watch is None else stop_watch.ask
    clock = time.perf_counter if plan.timing else None
    while not game.over:
        seat = game.player
        conduct = conducts[seat]
        conduct.decisions += 1
        started = clock() if clock else 0.0
        try:
            if conduct.decisions == MOST_DECISIONS:
                raise Stalls
            action = answer(bots[seat], game)
        except (BotError, TooSlow, Stalls, SystemExit) as error:
            if not conduct.fault:
                conduct.fault, conduct.own = _reason(error), conduct.decisions - 1
            bots[seat] = _stand_in(setting, seat)
            action = ask(bots[seat], game)
        if clock:
            conduct.seconds += clock() - started
        game.play(action)
    return Played(game, conducts)


def _new_bot(plan: Plan, setting: Setting, seat: int, conduct: Conduct) -> Bot:
    entrant = setting.seats[seat]
    try:
        return plan.entrants[entrant].make(plan.bot_seed(setting, entrant))
    except (Exception, SystemExit) as error:
        conduct.fault = _reason(error)
        return _stand_in(setting, seat)


def _stand_in(setting: Setting, seat: int) -> Bot:
    return RandomBot(f"{setting.seed}:{seat}")


def _reason(error: BaseException) -> str:
    if isinstance(error, BotError):
        cause = error.__cause__
        return f"{type(cause).__name__}: {cause}" if cause else "an illegal answer"
    plain: dict[type[BaseException], str] = {TooSlow: "too slow", Stalls: f"no end after {MOST_DECISIONS} decisions"}
    return plain.get(type(error)) or f"{type(error).__name__}: {error}"


class StopWatch:
    """Runs calls in a thread of its own and gives up on those that take longer than the limit.

    A bot that is given up on gets an exception thrown into it, so that it does not go on burning time. While it is
    inside a long call written in C it cannot be reached, and ends only when that returns.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._start()

    def _start(self) -> None:
        self._calls: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=_serve, args=(self._calls, self._results), daemon=True)
        self._thread.start()

    def ask(self, bot: Bot, game: Game) -> Action:
        """The bot's answer; `TooSlow` if it does not come in time."""
        action: Action = self.run(lambda: ask(bot, game))
        return action

    def run(self, call: Callable[[], Any]) -> Any:
        """The result of the call; `TooSlow` if it takes too long; what it raises."""
        self._calls.put(call)
        try:
            result, error = self._results.get(timeout=self.limit)
        except queue.Empty:
            self._abandon()
            raise TooSlow from None
        if error is not None:
            raise error
        return result

    def _abandon(self) -> None:
        self._calls.put(None)
        thread = self._thread.ident
        if thread is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Stopped))
        self._start()

    def close(self) -> None:
        """Let the thread end."""
        self._calls.put(None)


def _serve(calls: queue.SimpleQueue[Any], results: queue.SimpleQueue[Any]) -> None:
    try:
        while (call := calls.get()) is not None:
            try:
                result = call()
            except Stopped:
                raise
            except BaseException as error:
                results.put((None, error))
            else:
                results.put((result, None))
    except Stopped:
        return
