"""Ctrl-C must not tear a table: around what has to be done whole, it waits."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def undisturbed(forget: bool = False) -> Iterator[None]:
    """Holds Ctrl-C back until the block is done, or for ever. Other threads than the main one never get it."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed and callable(before) and not forget:
        before(*pressed[0])
