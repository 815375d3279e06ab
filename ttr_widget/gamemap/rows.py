"""Rows of a map's tables, from a CSV file or from memory, each knowing where it stands.

The reading functions turn one cell into a value, or note a problem and give a harmless one back.
"""

from __future__ import annotations

import math
import operator
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .problems import Place, ProblemList
from .wording import unknown

# In memory a route's wave spaces are called `waves`, as in `Route`.
NAMES_IN_MEMORY = {"locomotives": "waves", "neutral_a": "neutral", "neutral_b": "neutral"}


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `columns` gives the number of each column, and is empty for a row made in memory."""

    file: str
    line: int | None
    cells: Mapping[str, object]
    columns: Mapping[str, int] = field(default_factory=dict)

    def place(self, column: str = "") -> Place:
        name = NAMES_IN_MEMORY.get(column, column) if self.line is None else column
        return Place(self.file, self.line, self.columns.get(column), name)

    def label(self) -> str:
        """How other rows speak of this one."""
        return self.file if self.line is None else f"line {self.line}"


def read_text(row: Row, column: str, problems: ProblemList, default: str | None = None) -> str:
    value = row.cells.get(column)
    text = "" if value is None else clean(str(value))
    if text:
        return text
    if default is None:
        problems.add(row.place(column), "is empty")
        return ""
    return default


def clean(text: str) -> str:
    """Without blanks around it; letters with accents in one piece, however the editor wrote them."""
    return unicodedata.normalize("NFC", text).strip()


def read_choice(row: Row, column: str, problems: ProblemList, choices: Sequence[str], default: str | None) -> str:
    """Where it is wrong, the default, or else the last of the choices stands for it in the further checks."""
    text = read_text(row, column, problems, default)
    if text in choices:
        return text
    if text:
        problems.add(row.place(column), unknown(column, text, [choice for choice in choices if choice]))
    return choices[-1] if default is None else default


def read_whole(
    row: Row, column: str, problems: ProblemList, low: int, high: int | None = None, default: int | None = None
) -> int:
    value = row.cells.get(column)
    if value is None or (isinstance(value, str) and not value.strip()):
        if default is None:
            problems.add(row.place(column), "is empty: a whole number is needed")
        return low if default is None else default
    number = whole(value)
    if number is None:
        problems.add(row.place(column), f"{shown(value)} is not a whole number")
        return low
    if number < low or (high is not None and number > high):
        problems.add(row.place(column), f"{number} is out of range: {range_text(low, high)}")
        return low
    return number


def read_coordinate(row: Row, column: str, problems: ProblemList, low: float, high: float) -> float | None:
    value = row.cells.get(column)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        problems.add(row.place(column), f"{shown(value)} is not a number")
        return None
    if not math.isfinite(number) or not low <= number <= high:
        problems.add(row.place(column), f"{shown(value)} is out of range: it must be from {low:g} to {high:g}")
        return None
    return number


def whole(value: object) -> int | None:
    """The whole number that a cell or a setting says, or None: 3, "3", 3.0 and numpy's 3, but not True."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", value) else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def range_text(low: int, high: int | None) -> str:
    return f"it must be at least {low}" if high is None else f"it must be from {low} to {high}"


def shown(value: object) -> str:
    """A value as an error message shows it: never pages of it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def rows_in_memory(kind: str, items: Iterable[Mapping[str, object]]) -> list[Row]:
    return [Row(f"{kind}[{number}]", None, item) for number, item in enumerate(items)]
