"""Where the facts about the hovered route go: beside the mouse, where they hide least of the route they tell of."""

from __future__ import annotations

import re
from collections.abc import Sequence

BESIDE = 14
WIDEST, NARROWEST = 350, 190
"""Pixels: how far the tip keeps from the mouse, and how wide it gets."""
ROW, LETTER = 17, 7
"""Pixels: a line of the tip and a letter in it, about: nobody can measure text in the kernel."""

Point = tuple[float, float]


def place(mouse: Point, size: Point, slots: Sequence[Point], facts: str) -> str:
    """The place as a style: one of the four corners at the mouse, `size` and `slots` being the board's and the route's.

    >>> place((300, 50), (400, 300), [(300, 50)], "Boston")
    'right:114px;top:64px;max-width:272px'
    >>> place((300, 50), (400, 300), [(x, 50 + (300 - x) / 2) for x in range(200, 301, 25)], "Boston")
    'right:114px;bottom:-36px;max-width:272px'
    """
    (x, y), (width, height) = mouse, size
    roomy = (x > width / 2, y > height / 2)
    best = min(
        ((left, above) for left in (roomy[0], not roomy[0]) for above in (roomy[1], not roomy[1])),
        key=lambda corner: _badness(corner, roomy, mouse, size, slots, facts),
    )
    left, above = best
    across = f"right:{width - x + BESIDE:.0f}px" if left else f"left:{x + BESIDE:.0f}px"
    down = f"bottom:{-y + BESIDE:.0f}px" if above else f"top:{y + BESIDE:.0f}px"
    return f"{across};{down};max-width:{_widest(left, x, width):.0f}px"


def _widest(left: bool, x: float, width: float) -> float:
    return min(WIDEST, (x if left else width - x) - 2 * BESIDE)


def _badness(
    corner: tuple[bool, bool], roomy: tuple[bool, bool], mouse: Point, size: Point, slots: Sequence[Point], facts: str
) -> tuple[bool, int, bool, bool]:
    """First it must fit, then hide little, and else lie where there is more room."""
    (left, above), (x, y), (width, height) = corner, mouse, size
    wide, high = _extent(facts, max(NARROWEST, _widest(left, x, width)))
    fits = wide <= (x if left else width - x) - BESIDE and high <= (y if above else height - y) - BESIDE
    x0 = x - BESIDE - wide if left else x + BESIDE
    y0 = y - BESIDE - high if above else y + BESIDE
    hidden = sum(x0 <= a <= x0 + wide and y0 <= b <= y0 + high for a, b in slots)
    return not fits, hidden, left != roomy[0], above != roomy[1]


def _extent(facts: str, widest: float) -> Point:
    """How wide and high the text gets, about."""
    lengths = [LETTER * len(re.sub(r"<[^>]*>|&\w+;", "", line)) for line in facts.split("<br>")]
    rows = sum(1 + int(length // (widest - 18)) for length in lengths)
    return min(widest, max(lengths) + 18), ROW * rows + 10
