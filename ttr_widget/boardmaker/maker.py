"""From a map to a finished board: lay out every panel, put them together, measure, save."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ttr_widget.boardmaker.extras import need
from ttr_widget.boardmaker.plan import Hints, make_panels
from ttr_widget.boardmaker.quality import quality
from ttr_widget.boardmaker.stored import FILE, give_board
from ttr_widget.gamemap import GameMap, load_map

MapLike = GameMap | str | os.PathLike[str]


def make_board(game_map: MapLike) -> dict[str, Any]:
    """Work out the board of a map: where towns, car slots, names and coast go, and how good it is (key `quality`).

    Takes a map, its name, or the path of a map folder; half a minute for a large one. Towns start at their true places
    (a map without coordinates is laid out as a graph). Needs the extra `ttr_widget[boards]`. The same map always gives
    the same board. `save_board` makes and stores it, so that every picture of the map uses it.
    """
    for module in ("numpy", "scipy", "shapely"):
        need(module)
    from ttr_widget.boardmaker.compose import compose
    from ttr_widget.boardmaker.layout import Layout, lay_out

    board_map = game_map if isinstance(game_map, GameMap) else load_map(game_map)
    hints = Hints.of(board_map.folder)
    layouts: list[Layout] = []
    for panel in make_panels(board_map, hints):
        layouts.append(lay_out(board_map, panel, hints, layouts[0].label_size if layouts else None))
    board = compose(board_map, layouts, hints)
    board["quality"] = quality(board, board_map)
    return board


def use_board(game_map: MapLike, board: dict[str, Any] | None = None) -> dict[str, Any]:
    """Use a board (made now, if none is given) for every picture of the map in this session; for maps without a folder.

    `use_board(GameMap.from_graph(graph))` is all that a map from networkx needs for a board as good as the others'.
    """
    board_map = game_map if isinstance(game_map, GameMap) else load_map(game_map)
    made = make_board(board_map) if board is None else board
    give_board(board_map, made)
    return made


def save_board(
    game_map: MapLike, board: dict[str, Any] | None = None, path: str | os.PathLike[str] | None = None
) -> Path:
    """Store a board (made now, if none is given) as `board.json` in the map's folder, or at another path; say where."""
    board_map = game_map if isinstance(game_map, GameMap) else load_map(game_map)
    if path is None and board_map.folder is None:
        raise ValueError(
            f"the map {board_map.name!r} has no folder: say where to store its board, save_board(..., path=...), "
            "or use it in this session only, use_board(...)"
        )
    target = Path(path) if path is not None else Path(board_map.folder or ".") / FILE
    made = make_board(board_map) if board is None else board
    target.write_text(json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    return target
