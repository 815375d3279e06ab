"""Tables in files: a game's record with its seats and settings, written beside the notebook."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ttr_widget.engine import Game, RecordError
from ttr_widget.engine import record as records
from ttr_widget.widget.seats import HUMAN, Seat, make_seats, seats_from_data, seats_to_data

FORMAT = "ttr_widget table"
VERSION = 1
AUTOSAVE = ".ttr-autosave.json"
SAVED = ".ttr.json"
STAND_IN = "random"


def autosave_path(map_name: str, folder: Path | None = None) -> Path:
    """The file a game on this map saves itself in: beside the notebook, which is the kernel's folder."""
    return (folder or Path.cwd()) / f"{map_name}{AUTOSAVE}"


def previous_path(path: Path) -> Path:
    """The file for a game that was left unfinished when another one began."""
    return path.with_name(path.name.removesuffix(AUTOSAVE) + ".previous" + AUTOSAVE)


def keep_unfinished(path: Path) -> None:
    """Put an unfinished game in this file aside, before another one takes its place."""
    if is_unfinished(path):
        os.replace(path, previous_path(path))


def newest_autosave(folder: Path | None = None) -> Path:
    """The autosave written last in the folder."""
    folder = folder or Path.cwd()
    files = sorted(folder.glob(f"*{AUTOSAVE}"), key=lambda path: path.stat().st_mtime)
    if not files:
        raise FileNotFoundError(f"there is no saved game (*{AUTOSAVE}) in {folder}")
    return files[-1]


def is_unfinished(path: Path) -> bool:
    """Whether the file holds a game that can be gone on with."""
    try:
        return path.exists() and not read(path)[0].over
    except (OSError, ValueError):
        return False


def saved_files(folder: Path | None = None) -> list[Path]:
    """All saved games in the folder, newest first."""
    folder = folder or Path.cwd()
    files = [*folder.glob(f"*{AUTOSAVE}"), *folder.glob(f"*{SAVED}")]
    return sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)


def write_text(path: Path, text: str) -> None:
    """Replace the file at one stroke, so that a crash leaves the old or the new one."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write(path: Path, game: Game, seats: Sequence[Seat], settings: Mapping[str, Any]) -> None:
    """Write a table to a file."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "seats": seats_to_data(seats),
        "settings": dict(settings),
        "game": records.to_data(game),
    }
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def read(path: Path) -> tuple[Game, list[Seat], dict[str, Any]]:
    """Game, seats and settings of a saved table; a plain record of a game will do as well."""
    try:
        text = path.read_bytes().decode("utf-8")
        data = json.loads(text)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise RecordError(f"{path.name}: not a saved game, or damaged: {error}") from None
    if not isinstance(data, dict) or data.get("format") not in (FORMAT, records.FORMAT):
        raise RecordError(f"{path.name}: this is not a saved game")
    if data["format"] == records.FORMAT:
        game = records.from_text(text)
        kinds = [HUMAN, *[STAND_IN] * (game.players - 1)]
        return game, make_seats(list(zip(game.names, kinds, strict=True)), game.seed), {}
    if not isinstance(data.get("version"), int) or data["version"] > VERSION:
        raise RecordError(f"{path.name}: written by a newer version of ttr_widget (version {data.get('version')!r})")
    settings = data.get("settings")
    if not isinstance(settings, dict):
        raise RecordError(f"{path.name}: the entry 'settings' is missing or damaged")
    try:
        game = records.from_text(json.dumps(data["game"], ensure_ascii=False))
        seats = seats_from_data(data["seats"], game.seed, STAND_IN)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{path.name}: {error}") from None
    if len(seats) != game.players:
        raise RecordError(f"{path.name}: {len(seats)} seats for {game.players} players")
    return game, seats, settings
