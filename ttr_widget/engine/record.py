"""A game as versioned JSON text: map, options, players, seed or start position, and the actions in notation.

Loading plays the whole record through; whatever is wrong is named with the number of the action, and no half-loaded
game ever comes out.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_widget.engine.explain import IllegalAction
from ttr_widget.gamemap import GameMap, MapError, UnknownMap, available_maps, load_map

if TYPE_CHECKING:
    from ttr_widget.engine.game import Game

FORMAT = "ttr_widget game"
VERSION = 1

_ON_PURPOSE = "the checksum does not fit; remove the line 'checksum' if you changed the record on purpose"


class RecordError(ValueError):
    """A record that cannot be loaded; the message says where and why."""


def to_data(game: Game) -> dict[str, Any]:
    game.must_have_record()
    board = game.board
    named = board.name in available_maps() and load_map(board.name, **board.options).fingerprint == board.fingerprint
    where: dict[str, Any] = {"name": board.name, "options": dict(board.options), "fingerprint": board.fingerprint}
    if not named:
        where["data"] = board.to_dict()
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "map": where,
        "players": list(game.names),
        "seed": game.seed,
        "first_player": game.first_player,
        "actions": [action.text for action in game.actions],
    }
    if game.start is not None:
        data["start"] = [list(edit) for edit in game.start]
    data["checksum"] = _checksum(data)
    return data


def _checksum(data: dict[str, Any]) -> str:
    """`set-up-actions-end`: eight digits, two for each action, eight; each follows from everything before it."""
    facts = {key: value for key, value in data.items() if key not in ("actions", "checksum")}
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()).digest()
    parts = [digest.hex()[:8], "-"]
    for action in data["actions"]:
        digest = hashlib.sha256(digest + json.dumps(action).encode()).digest()
        parts.append(digest.hex()[:2])
    return "".join([*parts, "-", digest.hex()[:8]])


def _first_edited(data: dict[str, Any]) -> int | None:
    """The number of the first action the checksum does not fit, 0 if it is the set-up, None if all is well."""
    written, right = data["checksum"], _checksum(data)
    if written == right:
        return None
    if written.partition("-")[0] != right.partition("-")[0]:
        return 0
    pairs, others = (text.split("-")[1] for text in (right, written + "--"))
    same = next((i for i in range(0, len(pairs), 2) if pairs[i : i + 2] != others[i : i + 2]), len(pairs))
    return same // 2 + 1


def to_text(game: Game) -> str:
    return json.dumps(to_data(game), ensure_ascii=False, indent=1) + "\n"


def save(game: Game, path: str | Path) -> None:
    """Atomic: a temporary file beside the target, then renamed over it. A link is followed, the mode of a file kept."""
    target = Path(os.path.realpath(path))
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(to_text(game))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, target.stat().st_mode & 0o777 if target.exists() else 0o644)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load(path: str | Path) -> Game:
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: not a saved game: byte {error.start} is not UTF-8 text") from None
    try:
        return from_text(text)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def from_text(text: str) -> Game:
    data = _read(text)
    board = _map(data["map"])
    from ttr_widget.engine.game import Game

    start = data.get("start")
    try:
        game = Game(
            board,
            data["players"],
            data["seed"],
            first_player=data["first_player"],
            start=[tuple(edit) for edit in start] if start is not None else None,
        )
    except (ValueError, TypeError) as error:
        raise RecordError(f"the set-up is wrong: {error}") from None
    total = len(data["actions"])
    edited = _first_edited(data)
    if edited == 0:
        raise RecordError(f"the set-up (map, players, seed or start) was edited or damaged: {_ON_PURPOSE}")
    for number, written in enumerate(data["actions"], 1):
        action = game.rules.catalog.by_text.get(written) if isinstance(written, str) else None
        if action is None:
            raise RecordError(f"action {number} of {total}, {written!r}, is no action of {board.title}")
        try:
            game.play(action)
        except IllegalAction as error:
            raise RecordError(f"action {number} of {total} is illegal there: {error}") from None
        if number == edited:
            raise RecordError(f"action {number} of {total}, {written!r}, was edited or is damaged: {_ON_PURPOSE}")
    if edited is not None:
        raise RecordError(f"after action {total}, the last one, something is missing or damaged: {_ON_PURPOSE}")
    return game


def _read(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise RecordError(f"a record is a text, as game.record() gives it, not {type(text).__name__}")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        _, found, actions = text[: error.pos].partition('"actions"')
        whole = len(re.findall(r'"(?:[^"\\]|\\.)*"', actions.partition("]")[0]))
        where = f"line {error.lineno}, column {error.colno}" + (f", after action {whole}" if found else "")
        raise RecordError(f"the text breaks off or is damaged in {where}: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # numbers too long to be read, brackets too deep
        raise RecordError(f"this is not a saved game: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f'this is not a saved game: "format" is not {FORMAT!r}')
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise RecordError(f"unknown version {version!r}")
    if version > VERSION:
        raise RecordError(f"the record has version {version}, this program knows up to {VERSION}: update ttr_widget")
    wanted: dict[str, type | tuple[type, ...]] = {
        "map": dict,
        "players": list,
        "seed": (int, str),
        "first_player": (int, type(None)),
        "actions": list,
    }
    for key, kind in wanted.items():
        if key not in data:
            raise RecordError(f"the entry {key!r} is missing")
        if not isinstance(data[key], kind) or isinstance(data[key], bool):
            raise RecordError(f"the entry {key!r} is {type(data[key]).__name__}, which it cannot be")
    if not isinstance(data.get("checksum", ""), str):
        raise RecordError("the entry 'checksum' must be a text")
    if not isinstance(data.get("start", []), list):
        raise RecordError("the entry 'start' must be a list of edits")
    data.setdefault("checksum", _checksum(data))
    return data


def _map(where: dict[str, Any]) -> GameMap:
    name, options = where.get("name"), where.get("options", {})
    if not isinstance(name, str) or not isinstance(options, dict):
        raise RecordError("the map's name or options are missing")
    try:
        board = GameMap.from_dict(where["data"]) if "data" in where else load_map(name, **options)
    except (UnknownMap, MapError, ValueError, TypeError, KeyError) as error:
        raise RecordError(f"the map {name!r} cannot be loaded: {error}") from None
    if board.fingerprint != where.get("fingerprint"):
        raise RecordError(
            f"the map {name!r} is not the one this game was played on (fingerprint {board.fingerprint} instead of "
            f"{where.get('fingerprint')})"
        )
    return board
