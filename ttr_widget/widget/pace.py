"""Not more changes on the screen than the Jupyter server lets through: it drops what looks like an endless loop.

A cell that plays two hundred moves in a second would otherwise leave a board in the middle of the game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttr_widget.widget.table import Table

MOST = 30
"""Changes a second that are shown at once; each is up to twenty messages, and the server's limit is a thousand."""
LATER = 0.1
"""Seconds after which the others are made up for, when the kernel has time."""


class Pace:
    """Says which changes wait; `catch_up` is called on the kernel's event loop for those that did."""

    def __init__(self, table: Table, catch_up: Callable[[], None]) -> None:
        self.table = table
        self._catch_up = catch_up
        self._shown: deque[float] = deque(maxlen=MOST)
        self._behind = False

    def puts_off(self, now: float) -> bool:
        """Whether the change of now is shown later. Without an event loop there is no later."""
        loop = self.table.home_loop
        busy = len(self._shown) == MOST and now - self._shown[0] < 1
        if not busy or loop is None or not loop.is_running():
            self._shown.append(now)
            return False
        if not self._behind:
            self._behind = True
            loop.call_soon_threadsafe(loop.call_later, LATER, self._now)
        return True

    def _now(self) -> None:
        self._behind = False
        self._catch_up()
