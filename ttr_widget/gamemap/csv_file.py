"""Reading one CSV table of a map folder into rows, noting everything that is wrong with its form."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from .problems import Place, ProblemList
from .rows import Row, clean
from .wording import did_you_mean, listing

REQUIRED = {
    "cities.csv": ("name",),
    "routes.csv": ("a", "b", "length", "color"),
    "tickets.csv": ("a", "b", "points"),
}
OPTIONAL = {
    "cities.csv": ("lon", "lat", "kind", "region", "passengers", "name_en"),
    "routes.csv": ("kind", "locomotives", "toll", "double"),
    "tickets.csv": ("deck", "neutral_a", "neutral_b", "origin"),
}


def read_bytes(path: Path, problems: ProblemList) -> str | None:
    """The text of a file, or None with a problem noted. A byte order mark is accepted."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        problems.add(Place(path.name), "the file is missing")
        return None
    except OSError as error:
        problems.add(Place(path.name), f"the file cannot be read: {error.strerror or error}")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        problems.add(
            Place(path.name, line, column),
            f"the byte 0x{data[error.start]:02x} is not UTF-8 text; save the file in the encoding UTF-8",
        )
        return None
    if not text.strip():
        problems.add(Place(path.name), "the file is empty")
        return None
    return text


def read_table(path: Path, problems: ProblemList, more_columns: Sequence[str] = ()) -> list[Row] | None:
    """The rows of a table, or None if its form is too broken to say anything about them."""
    text = read_bytes(path, problems)
    if text is None:
        return None
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    columns: dict[str, int] | None = None
    before = 0
    try:
        for cells in lines:
            line, before = before + 1, lines.line_num
            values = [clean(cell) for cell in cells]
            if not any(values):
                continue
            if columns is None:
                columns = _header(path.name, line, values, problems, more_columns)
                if columns is None:
                    return None
                width = len(values)
                continue
            if len(values) > width:
                problems.add(
                    Place(path.name, line, width + 1),
                    f"too many cells: {len(values)} here, the header has {width} (put names with commas in quotes)",
                )
            elif len(values) < width:
                problems.add(
                    Place(path.name, line, len(values) + 1),
                    f"too few cells: {len(values)} here, the header has {width}",
                )
            found = {name: values[number - 1] for name, number in columns.items() if number <= len(values)}
            rows.append(Row(path.name, line, found, columns))
    except csv.Error as error:
        problems.add(Place(path.name, lines.line_num), f"cannot be read as CSV: {error} (is a quote not closed?)")
        return None
    if not rows and path.name != "tickets.csv":
        problems.add(Place(path.name), "there are no rows below the header")
        return None
    return rows


def _header(
    file: str, line: int, names: Sequence[str], problems: ProblemList, more_columns: Sequence[str]
) -> dict[str, int] | None:
    required = REQUIRED[file]
    known = (*required, *OPTIONAL[file], *more_columns)
    if len(names) == 1 and any(mark in names[0] for mark in ";\t"):
        problems.add(Place(file, line, 1), "wrong header: the cells must be separated by commas")
        return None
    columns: dict[str, int] = {}
    for number, name in enumerate(names, 1):
        if name in columns:
            problems.add(Place(file, line, number, name), f"wrong header: the column {name!r} is there twice")
        elif name:
            columns[name] = number
    missing = [name for name in known if name not in columns]
    broken = False
    for number, name in enumerate(names, 1):
        if name and name not in known and (hint := did_you_mean(name, missing)):
            problems.add(Place(file, line, number, name), f"wrong header: unknown column {name!r}{hint}")
    for name in required:
        if name not in columns:
            broken = True
            problems.add(
                Place(file, line, None, name),
                f"wrong header: the column {name!r} is missing; the table needs {listing(required, 'and')}",
            )
    return None if broken else columns
