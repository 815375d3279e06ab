"""The measures of a board, in slots (a slot is the space of one train car), and how wide a name is."""

from __future__ import annotations

import unicodedata

SLOT_LENGTH = 1.0
SLOT_WIDTH = 0.34
GAP = 0.12
TOWN_RADIUS = 0.30
LANE = 0.40  # distance between the middle lines of two parallel routes
MARGIN = 0.62  # free border around everything on the board
LABEL_SIZE = 0.46
SMALLEST_LABEL = 0.30
MARK_RADIUS = 0.2  # a toll number beside its route

ASCENT = 0.76  # of a name, above and below its base line, as a part of its size
DESCENT = 0.22

_NARROW = {
    " ": 0.32,
    "-": 0.37,
    ".": 0.32,
    "'": 0.28,
    "f": 0.36,
    "i": 0.28,
    "j": 0.28,
    "l": 0.28,
    "r": 0.42,
    "t": 0.40,
    "I": 0.30,
}
_WIDE = {"m": 0.97, "w": 0.82, "M": 0.87, "W": 0.99, "Ö": 0.79, "O": 0.79, "G": 0.78, "N": 0.75, "H": 0.76, "D": 0.77}


def text_width(text: str, size: float = 1.0) -> float:
    """About the width of a text in a bold sans-serif font (a little wide: names must never collide)."""
    return size * sum(_NARROW.get(c) or _WIDE.get(c) or _usual(c) for c in text)


def _usual(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":  # Chinese, Japanese and Korean letters fill a square
        return 1.02
    return 0.68 if letter.isupper() else 0.61
