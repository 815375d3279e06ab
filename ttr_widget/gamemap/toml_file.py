"""Reading map.toml, with the place of every key (the standard parser does not tell)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .csv_file import read_bytes
from .problems import Place, ProblemList

Keys = tuple[str, ...]

_PART = r"(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')"
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")


@dataclass(frozen=True)
class TomlFile:
    """The parsed tree and where each of its keys was written."""

    name: str
    tree: dict[str, Any]
    written: dict[Keys, tuple[int, int]]

    def place(self, keys: Keys) -> Place:
        """Where a key is written; for a key inside an inline table, where that table begins."""
        for end in range(len(keys), 0, -1):
            if spot := self.written.get(keys[:end]):
                return Place(self.name, *spot, ".".join(keys))
        return Place(self.name, None, None, ".".join(keys))


def read_toml(path: Path, problems: ProblemList) -> TomlFile | None:
    text = read_bytes(path, problems)
    if text is None:
        return None
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problems.add(_error_place(path.name, text, str(error)), f"cannot be read as TOML: {_reason(str(error))}")
        return None
    return TomlFile(path.name, tree, _written(text))


def _written(text: str) -> dict[Keys, tuple[int, int]]:
    written: dict[Keys, tuple[int, int]] = {}
    table: Keys = ()
    for number, line in enumerate(text.split("\n"), 1):
        if found := _TABLE.match(line):
            table = _split(found[1])
            keys = table
        elif found := _KEY.match(line):
            keys = table + _split(found[1])
        else:
            continue
        for end in range(len(table) + 1, len(keys)):
            written.setdefault(keys[:end], (number, found.start(1) + 1))
        written.setdefault(keys, (number, found.start(1) + 1))
    return written


def _split(dotted: str) -> Keys:
    return tuple(part.strip().strip("\"'") for part in re.findall(_PART, dotted))


def _error_place(file: str, text: str, message: str) -> Place:
    if found := re.search(r"at line (\d+), column (\d+)", message):
        return Place(file, int(found[1]), int(found[2]))
    return Place(file, text.count("\n") + 1, None)


def _reason(message: str) -> str:
    return re.sub(r"\s*\(at [^)]*\)", "", message)
