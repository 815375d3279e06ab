"""The public tool: `python -m ttr_widget.boardmaker maps/usa` works out a map's board and says how good it is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ttr_widget.boardmaker.maker import make_board, save_board
from ttr_widget.boardmaker.plan import BoardError
from ttr_widget.boardmaker.quality import good, quality, table
from ttr_widget.boardmaker.stored import FILE, fit, read_board
from ttr_widget.gamemap import GameMap, MapError, UnknownMap, load_map


def main(argv: Sequence[str] | None = None) -> int:
    """Make (or, with --check, only measure) a board. 0: done and good, 1: not good enough, 2: it cannot be made."""
    parser = argparse.ArgumentParser(
        prog="python -m ttr_widget.boardmaker",
        description="Work out the board of a map: towns, car slots, names and coast, saved as board.json.",
    )
    parser.add_argument("map", help="a map folder, or the name of a map that comes with the package")
    parser.add_argument("--out", type=Path, help=f"where to write the board (default: {FILE} in the map folder)")
    parser.add_argument("--check", action="store_true", help="measure the stored board, make and write nothing")
    options = parser.parse_args(argv)
    try:
        game_map = load_map(options.map)
        board = _stored(game_map, options.out) if options.check else make_board(game_map)
        if not options.check:
            target = save_board(game_map, board, options.out)
            print(f"{target}: {target.stat().st_size / 1000:.0f} kB")
        measured = quality(board, game_map)
    except (BoardError, ImportError, MapError, OSError, UnknownMap) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(table(game_map.name, measured))
    return 0 if good(measured) else 1


def _stored(game_map: GameMap, path: Path | None) -> dict[str, object]:
    path = path or (game_map.folder or Path()) / FILE
    board = fit(read_board(path), game_map)
    if board is None:
        raise BoardError(f"{path} does not fit the cities and routes of {game_map.name}: make it anew")
    return board


if __name__ == "__main__":
    raise SystemExit(main())
