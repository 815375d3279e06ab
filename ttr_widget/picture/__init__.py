"""Pictures of boards and positions: plain shapes, painted as SVG, as PNG or on an ipycanvas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttr_widget.picture.cards import card_svg
from ttr_widget.picture.drawing import draw
from ttr_widget.picture.marks import Marks
from ttr_widget.picture.palette import CARD_COLORS, CARD_SYMBOLS, PLAYER_COLORS, PLAYER_SHAPES
from ttr_widget.picture.png import to_png
from ttr_widget.picture.primitives import Picture
from ttr_widget.picture.svg import to_svg

if TYPE_CHECKING:
    from ttr_widget.picture.canvas import CanvasBoard

__all__ = [
    "CARD_COLORS",
    "CARD_SYMBOLS",
    "PLAYER_COLORS",
    "PLAYER_SHAPES",
    "CanvasBoard",
    "Marks",
    "Picture",
    "card_svg",
    "draw",
    "to_png",
    "to_svg",
]


def __getattr__(name: str) -> Any:
    if name == "CanvasBoard":  # ipycanvas is imported only by those who want a live board
        from ttr_widget.picture.canvas import CanvasBoard

        return CanvasBoard
    raise AttributeError(f"module 'ttr_widget.picture' has no attribute {name!r}")
