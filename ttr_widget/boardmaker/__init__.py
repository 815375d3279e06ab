"""The board maker: works out, once, where a map's towns, car slots, names and coast go, and saves it as board.json."""

from __future__ import annotations

from ttr_widget.boardmaker.maker import make_board, save_board, use_board
from ttr_widget.boardmaker.plan import BoardError
from ttr_widget.boardmaker.stored import board_for

__all__ = ["BoardError", "board_for", "make_board", "save_board", "use_board"]
