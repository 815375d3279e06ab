"""A table: one game, who sits there, the bots' task, taking back, and the file it is saved in. It knows no widgets."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttr_widget.bots import Bot
from ttr_widget.engine import Action, Event, Game, IllegalAction
from ttr_widget.widget import storage
from ttr_widget.widget.runner import BotRunner
from ttr_widget.widget.seats import HUMAN, Seat

Listener = Callable[[], None]
EventListener = Callable[[Event], None]

_tables: weakref.WeakSet[Table] = weakref.WeakSet()


@dataclass(frozen=True)
class Deed:
    """Whose action it was, and whether it brought something to light that was hidden before."""

    seat: int
    revealed: bool


@dataclass(frozen=True)
class Problem:
    """A bot that failed: after how many actions, whose it is, and what went wrong."""

    number: int
    seat: int
    reason: str


class Table:
    """A game with its seats. Every widget that looks at the game listens here and so stays in step.

    `stamp` changes whenever the position does: an answer given for an older stamp is out of date.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], *, autosave: Path | None = None) -> None:
        self.lock = threading.RLock()
        self.stamp = 0
        self.autosave = autosave
        self.autosave_failed: OSError | None = None
        self.free_undo: bool | None = None
        self.last_error: BaseException | None = None
        self.home_loop = _running_loop()
        self.runner = BotRunner(self)
        self._listeners: list[Listener] = []
        self._event_listeners: list[EventListener] = []
        self._holding = 0
        self._news = False
        self._stop_observing: Callable[[], None] = lambda: None
        self._sit_down(game, seats)
        _tables.add(self)

    def _sit_down(self, game: Game, seats: Sequence[Seat], goes_on: bool = False) -> None:
        if len(seats) != game.players:
            raise ValueError(f"{game.players} players need as many seats, not {len(seats)}")
        self._stop_observing()
        self.game = game
        self.seats = list(seats)
        self.problems: list[Problem] = []
        self.events: list[Event] = _past_events(game)
        self.deeds: list[Deed] = _past_deeds(game)
        self.touched = False
        self.goes_on = goes_on
        self._player, self._piles = game.player, _piles(game)
        self.stamp += 1
        self._stop_observing = game.observe(self._happened)

    # -- who ------------------------------------------------------------------------------------------------------

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.human]

    @property
    def hot_seat(self) -> bool:
        """Whether several people share the screen, so that hands have to be hidden in between."""
        return len(self.humans) > 1

    def bot_to_decide(self) -> Bot | None:
        """The bot whose decision it is; None if it is a person's or the game is over."""
        return None if self.game.over else self.seats[self.game.player].bot

    # -- playing --------------------------------------------------------------------------------------------------

    def play(self, action: Action | str, stamp: int | None = None) -> bool:
        """Play an action; False, and nothing happens, if it was meant for an older position (`stamp`)."""
        with self.lock, self.one_change():
            if stamp is not None and stamp != self.stamp:
                return False
            before = len(self.game)
            try:
                self.game.play(action)
            except KeyboardInterrupt:
                # The kernel was interrupted in the middle of a rule: the record is the truth, go back to it.
                if len(self.game) > before:
                    self.game.undo()
                raise
            return True

    def _happened(self, event: Event) -> None:
        """The engine says what happened, whoever played it."""
        with self.lock, self.one_change():
            if event.kind == "undo":
                self.events = [old for old in self.events if old.number <= event.number]
                self.problems = [old for old in self.problems if old.number <= event.number]
                del self.deeds[event.number :]
            else:
                self.events.append(event)
                while len(self.deeds) < event.number:
                    self.deeds.append(Deed(self._player, _came_to_light(self._piles, _piles(self.game))))
            self._player, self._piles = self.game.player, _piles(self.game)
            self.stamp += 1
            for listener in tuple(self._event_listeners):
                self._guarded(lambda listener=listener: listener(event))  # type: ignore[misc]
            self._news = True

    def report(self, seat: int, reason: str) -> None:
        """A bot failed; the game goes on without its answer."""
        with self.lock, self.one_change():
            self.problems.append(Problem(len(self.game), seat, reason))
            self._news = True

    def let_bots_play(self) -> None:
        """Start the bots if it is their turn."""
        self.runner.wake()

    # -- taking back ----------------------------------------------------------------------------------------------

    @property
    def undo_is_free(self) -> bool:
        """Whether anything may be taken back: a person alone with bots, or if the players want it so."""
        return len(self.humans) <= 1 if self.free_undo is None else self.free_undo

    def undo_target(self) -> int | None:
        """How many actions stay if the last decision of a person is taken back; None if that is not possible."""
        last = next((i for i in reversed(range(len(self.deeds))) if self.seats[self.deeds[i].seat].human), None)
        if last is None and not self.humans and self.deeds:
            last = len(self.deeds) - 1
        if last is None:
            return None
        if not self.undo_is_free and any(deed.revealed for deed in self.deeds[last:]):
            return None
        return last

    def undo(self) -> bool:
        """Take back the last decision of a person and what the bots did since; False if that is not possible."""
        with self.lock, self.one_change():
            target = self.undo_target()
            if target is None:
                return False
            self.game.undo(len(self.game) - target)
            return True

    # -- another game ---------------------------------------------------------------------------------------------

    def change_game(self, game: Game, seats: Sequence[Seat], goes_on: bool = False) -> None:
        """Another game at this table; every widget that looks at it follows. `goes_on`: the one that saved itself."""
        with self.lock, self.one_change():
            self.runner.stop()
            self._sit_down(game, seats, goes_on)
            self._news = True

    def close(self) -> None:
        """End the bots and stop listening to the game."""
        self.runner.stop()
        self._stop_observing()
        _tables.discard(self)

    # -- listening ------------------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call back after every change of anything at the table; the function returned ends it."""
        return _join_list(self._listeners, listener)

    def listen_to_events(self, listener: EventListener) -> Callable[[], None]:
        """Call back with every event of the game; the function returned ends it."""
        return _join_list(self._event_listeners, listener)

    @contextmanager
    def one_change(self) -> Any:
        """Everything inside counts as one change: listeners are told once, at the end."""
        self._holding += 1
        try:
            yield
        finally:
            self._holding -= 1
            if not self._holding and self._news:
                self._news = False
                self._tell()

    def tell(self) -> None:
        """Something other than the game changed (speed, pause, settings)."""
        with self.lock:
            self._tell()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            self._guarded(listener)
        self.save_automatically()
        self.let_bots_play()

    def _guarded(self, call: Callable[[], None]) -> None:
        """A broken listener must not stop the game; what happened is kept in `last_error`."""
        try:
            call()
        except Exception as error:
            self.last_error = error

    # -- files ----------------------------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Write game, seats and settings to a file."""
        with self.lock:
            storage.write(path, self.game, self.seats, {"speed": self.runner.speed, "free_undo": self.free_undo})

    def save_automatically(self) -> None:
        """From a person's first deed on, so that a new game does not replace an unfinished one too early."""
        self.touched = self.touched or any(self.seats[deed.seat].kind == HUMAN for deed in self.deeds)
        if self.autosave is None or not self.touched:
            return
        try:
            if not self.goes_on:  # the file may hold another game, say that of a cell which was run once more
                storage.keep_unfinished(self.autosave)
                self.goes_on = True
            self.save(self.autosave)
        except OSError as error:
            self.autosave, self.autosave_failed = None, error
            for listener in tuple(self._listeners):
                self._guarded(listener)


def table_of(game: Game) -> Table | None:
    """The table where this very game is played, if there is one."""
    return next((table for table in tuple(_tables) if table.game is game), None)


def _join_list(listeners: list[Any], listener: Any) -> Callable[[], None]:
    listeners.append(listener)

    def stop() -> None:
        if listener in listeners:
            listeners.remove(listener)

    return stop


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


Piles = tuple[int, tuple[int, ...], int]


def _piles(game: Game) -> Piles:
    """How much is hidden in the piles: cards, tickets, and how often something was shuffled."""
    state = game.state
    return len(state.deck), tuple(len(deck) for deck in state.ticket_decks), state.shuffles


def _came_to_light(before: Piles, after: Piles) -> bool:
    """Whether something was drawn from a pile or a pile was shuffled in between."""
    fewer_tickets = any(new < old for old, new in zip(before[1], after[1], strict=True))
    return after[0] < before[0] or fewer_tickets or after[2] != before[2]


def _past_events(game: Game) -> list[Event]:
    try:
        return game.events() if len(game) else []
    except (IllegalAction, ValueError):  # a game that began in a state without a record
        return []


def _past_deeds(game: Game) -> list[Deed]:
    """The deeds of a game that is under way, worked out by playing it again."""
    if not len(game):
        return []
    try:
        again = game.at(0)
        deeds = []
        for action in game.actions:
            seat, before = again.player, _piles(again)
            again.play(action)
            deeds.append(Deed(seat, _came_to_light(before, _piles(again))))
        return deeds
    except (IllegalAction, ValueError):
        return [Deed(game.player, True)] * len(game)
