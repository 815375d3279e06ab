"""The board of a map: the stored board.json where it fits the map's cities and routes, else a plain layout."""

from __future__ import annotations

import json
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

from ttr_widget.boardmaker.plain import plain_board
from ttr_widget.boardmaker.plan import BoardError
from ttr_widget.gamemap import GameMap, maps_folder

FILE = "board.json"
KEYS = {"version", "width", "height", "slot", "town", "cities", "endpoints", "twins", "routes", "title", "legend",
        "land", "water", "borders", "rivers", "regions", "insets", "labels", "projection"}  # fmt: skip


def board_for(game_map: GameMap) -> dict[str, Any]:
    """The board of a map: places, car slots, names and outlines, as in `board.json`.

    A board given by `use_board` comes first. The stored board is used if every city and route of the map is on it (a
    variant with fewer routes keeps its board); any other map gets a plain layout at once, with the same keys. The
    result is shared: do not change it.

    >>> from ttr_widget.gamemap import load_map
    >>> board = board_for(load_map("usa"))
    >>> len(board["cities"]), len(board["routes"])
    (36, 100)
    """
    if game_map in _given:
        return _given[game_map]
    folder = game_map.folder or maps_folder() / game_map.name
    path = folder / FILE
    stat = path.stat() if path.is_file() else None
    return _board(game_map, path, (stat.st_mtime_ns, stat.st_size) if stat else None)


_given: dict[GameMap, dict[str, Any]] = {}


def give_board(game_map: GameMap, board: dict[str, Any]) -> None:
    """From now on `board_for` answers with this board."""
    fitted = fit(board, game_map)
    if fitted is None:
        raise BoardError(f"the board does not fit the cities and routes of {game_map.name}: make_board makes one")
    _given[game_map] = fitted


@lru_cache(maxsize=64)
def _board(game_map: GameMap, path: Path, stamp: tuple[int, int] | None) -> dict[str, Any]:
    """`stamp` is part of the key: a board that was made anew is read again."""
    try:
        fitted = fit(read_board(path), game_map) if stamp else None
    except BoardError as error:
        warnings.warn(f"{error}; a plain layout is drawn instead", stacklevel=3)
        fitted = None
    return fitted or plain_board(game_map)


def read_board(path: Path) -> dict[str, Any]:
    """The board in a file; a BoardError if it is none."""
    try:
        board = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoardError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BoardError(f"{path} is broken: {error}") from error
    missing = KEYS - board.keys() if isinstance(board, dict) else KEYS
    if missing or board["version"] != 1:
        raise BoardError(f"{path} is not a board of version 1 (missing: {', '.join(sorted(missing)) or 'nothing'})")
    return dict(board)


def fit(stored: dict[str, Any], game_map: GameMap) -> dict[str, Any] | None:
    """The stored board with the map's own cities and routes in the map's order; None if one of them is not on it."""
    cities = stored["cities"]
    if any(city.name not in cities or cities[city.name]["kind"] != city.kind for city in game_map.cities):
        return None
    lanes: dict[tuple[frozenset[str], int], list[dict[str, Any]]] = {}
    for lane in stored["routes"]:
        lanes.setdefault((frozenset((lane["a"], lane["b"])), len(lane["slots"])), []).append(lane)
    routes = []
    for route in game_map.routes:
        left = lanes.get((frozenset((route.a, route.b)), route.length))
        if not left:
            return None
        lane = left.pop(0)
        routes.append(lane if lane["a"] == route.a else _reversed(lane))
    joined = {pair for route in game_map.routes for pair in ((route.a, route.b), (route.b, route.a))}
    names = {city.name for city in game_map.cities}
    return {
        **stored,
        "map": game_map.name,
        "cities": {city.name: cities[city.name] for city in game_map.cities},
        "endpoints": [end for end in stored["endpoints"] if (end["country"], end["city"]) in joined],
        "twins": [twin for twin in stored["twins"] if twin["city"] in names],
        "routes": routes,
    }


def _reversed(lane: dict[str, Any]) -> dict[str, Any]:
    slots = [[x, y, (angle + 360) % 360 - 180] for x, y, angle in reversed(lane["slots"])]
    return {**lane, "a": lane["b"], "b": lane["a"], "slots": slots, "curve": lane["curve"][::-1]}
