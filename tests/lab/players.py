"""Bots for the tests of the laboratory, good and bad. They stand here so that workers can import them."""

from __future__ import annotations

import os
import resource
import signal
import time
from pathlib import Path

from ttr_widget.bots import SeededBot
from ttr_widget.bots.registry import veiled
from ttr_widget.engine import Action, ActionSet, View


def belongs_to(seed: int | str, game: str) -> bool:
    """Whether a bot's seed is of the game with this seed: only these tests, which made the game's seed, can tell."""
    return seed in {veiled(f"{game}:{entrant}") for entrant in range(5)}


class Longest(SeededBot):
    """Claims the longest route it can pay for; otherwise draws."""

    def choose(self, view: View, legal: ActionSet) -> Action:
        claims = legal.by_kind("claim")
        if claims:
            return max(claims, key=lambda action: view.board.routes[action.route].length)
        return (legal.by_kind("draw") or legal)[0]


def first_legal(view: View, legal: ActionSet) -> Action:
    return legal[0]


def swaps(view: View, legal: ActionSet) -> Action:
    """Swaps tickets for ever, where that is allowed."""
    return (legal.by_kind("swap") or legal)[0]


class Remembers:
    """Keeps something between decisions: it must not get into the next game."""

    def __init__(self) -> None:
        self.seen = 0

    def choose(self, view: View, legal: ActionSet) -> Action:
        self.seen += 1
        return legal[self.seen % len(legal)]


class Crashes(SeededBot):
    """Fails at its fifth decision."""

    calls = 0

    def choose(self, view: View, legal: ActionSet) -> Action:
        self.calls += 1
        if self.calls == 5:
            raise ZeroDivisionError("five is too much")
        return legal[0]


def cheats(view: View, legal: ActionSet) -> str:
    return "claim everything"


def gives_up(view: View, legal: ActionSet) -> Action:
    raise SystemExit("no more")


class NeverReady:
    """Can be made to try it out, but for no game."""

    def __init__(self, seed: int | str = 0) -> None:
        if seed != veiled("trial"):
            raise RuntimeError("not today")

    def choose(self, view: View, legal: ActionSet) -> Action:
        return legal[0]


class FillsTheDisk(SeededBot):
    """During the given game, files can no longer grow: as if the disk were full."""

    def __init__(self, game: str, size: int, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.now = belongs_to(seed, game)
        self.size = size

    def choose(self, view: View, legal: ActionSet) -> Action:
        if self.now:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, self.size))
        return self.rng.choice(legal)


def thinks_for_ever(view: View, legal: ActionSet) -> Action:
    while view.number > 3:
        time.sleep(0.001)
    return legal[0]


class KillsWorker(SeededBot):
    """Kills the process it runs in once: the first time it plays the given game and finds no mark there."""

    def __init__(self, mark: str, game: str, seed: int | str = 0, *, always: bool = False) -> None:
        super().__init__(seed)
        self.mark = Path(mark)
        self.deadly = belongs_to(seed, game)
        self.always = always

    def choose(self, view: View, legal: ActionSet) -> Action:
        if self.deadly and view.number > 10 and (self.always or not self.mark.exists()):
            self.mark.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return self.rng.choice(legal)


class Interrupts(SeededBot):
    """Stands for somebody who presses Ctrl-C during the given game."""

    def __init__(self, game: str, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.now = belongs_to(seed, game)

    def choose(self, view: View, legal: ActionSet) -> Action:
        if self.now and view.number > 20:
            raise KeyboardInterrupt
        return self.rng.choice(legal)
