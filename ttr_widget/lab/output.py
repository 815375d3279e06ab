"""Tables written while the games go on: CSV or Parquet, so that a long run need not fit into memory.

Nothing under the wanted name is half written: the file gets its name when it is complete. What was finished before a
full disk or a power cut stays readable: a CSV file beside it, or a folder of Parquet files, which no later run touches.
"""

from __future__ import annotations

import csv
import importlib
import os
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from ttr_widget.lab.rows import Row


class OutputError(OSError):
    """The table cannot be written; the message says where and why."""


def open_output(path: str | os.PathLike[str], columns: list[str]) -> Buffered:
    """The writer for a file, by the ending of its name. Whether the place can be written to is found out now."""
    target = Path(path)
    kinds: dict[str, type[Buffered]] = {".csv": CsvOutput, ".parquet": ParquetOutput}
    if target.suffix not in kinds:
        raise ValueError(f"games are written to .parquet or .csv files; {target.name!r} is neither")
    if target.is_dir():
        raise OutputError(f"cannot write the games to {target}: it is a folder")
    if not target.parent.is_dir():
        raise OutputError(f"cannot write the games to {target}: there is no folder {target.parent}")
    try:
        return kinds[target.suffix](target, columns)
    except OSError as error:
        raise _cannot_write(target, error) from error


def _cannot_write(target: Path, error: OSError) -> OutputError:
    reason = os.strerror(error.errno) if error.errno else str(error)
    return OutputError(f"cannot write the games to {target}: {reason}")


def _make_new(target: Path, ending: str, make: Callable[[Path], None]) -> Path:
    """Make a file or folder `NAME.unfinished` beside the target under a name that nothing has yet."""
    for number in count(1):
        path = target.with_name(f"{target.stem}.unfinished{f'-{number}' if number > 1 else ''}{ending}")
        try:
            make(path)
        except FileExistsError:
            continue
        return path
    raise AssertionError("numbers do not end")


class Buffered(ABC):
    """Collects rows and writes them now and then: often enough to lose little, seldom enough to be quick.

    After a `failure` nothing more is written; what comes then stays in `waiting`, with what did not get through.
    """

    rows_at_once: int
    seconds = 2.0

    def __init__(self, target: Path, columns: list[str]) -> None:
        self.target = target
        self.columns = columns
        self.kept = target
        self.waiting: list[Row] = []
        self.games = 0
        self.failure: OutputError | None = None
        self.complete = False
        self.last = time.monotonic()

    def add(self, rows: list[Row]) -> None:
        self.waiting += rows
        late = len(self.waiting) >= self.rows_at_once or time.monotonic() - self.last > self.seconds
        if late and self.failure is None:
            self._try(self._flush)

    def close(self) -> str:
        """Write the rest and give the table its name; without games, an older table of that name stays.

        If it cannot be done, the words say why, and where those games are that got through.
        """
        with suppress(OutputError):
            if self.failure is None:
                self._try(self._flush)
                if self.games:
                    self._try(self.finish)
                    self.complete = True
        if not self.games:
            self.discard()
        if self.failure is None:
            return ""
        return (
            f"{self.failure}; {f'{self.games} of them are in {self.kept}' if self.games else 'none of them is written'}"
        )

    def _try(self, work: Callable[[], None]) -> None:
        try:
            work()
        except OSError as error:
            self.failure = _cannot_write(self.target, error)
            raise self.failure from error

    def _flush(self) -> None:
        if self.waiting:
            self.write(self.waiting)
            self.games += len(self.waiting) // self.waiting[0][self.columns.index("players")]
            self.waiting = []
        self.last = time.monotonic()

    @abstractmethod
    def write(self, rows: list[Row]) -> None:
        """Append these rows."""

    @abstractmethod
    def finish(self) -> None:
        """All rows are written: give the table its name."""

    @abstractmethod
    def discard(self) -> None:
        """Remove what was begun: nothing is in it."""


class CsvOutput(Buffered):
    """Lines appended to a file beside the wanted one; lines that did not get through are taken back."""

    rows_at_once = 500

    def __init__(self, target: Path, columns: list[str]) -> None:
        super().__init__(target, columns)
        self.kept = _make_new(target, ".csv", lambda path: path.touch(exist_ok=False))
        try:
            self.write([tuple(columns)])
        except OSError:
            self.discard()
            raise

    def write(self, rows: list[Row]) -> None:
        size = self.kept.stat().st_size
        try:
            with open(self.kept, "a", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(rows)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            os.truncate(self.kept, size)
            raise

    def finish(self) -> None:
        os.replace(self.kept, self.target)

    def discard(self) -> None:
        self.kept.unlink(missing_ok=True)


class ParquetOutput(Buffered):
    """Whole Parquet files in a folder beside the wanted one, put together at the end.

    A Parquet file is readable only once it is complete, so a single file that grows would be lost by a full disk.
    """

    rows_at_once = 10_000
    seconds = 10.0

    def __init__(self, target: Path, columns: list[str]) -> None:
        super().__init__(target, columns)
        try:
            self.arrow: Any = importlib.import_module("pyarrow")
            self.parquet: Any = importlib.import_module("pyarrow.parquet")
        except ImportError as error:
            raise ImportError("Parquet files need pyarrow: pip install 'ttr_widget[lab]'; or write .csv") from error
        self.parts: list[Path] = []
        self.kept = _make_new(target, "", Path.mkdir)

    def write(self, rows: list[Row]) -> None:
        part = self.kept / f"{len(self.parts):06}.parquet"
        cells = dict(zip(self.columns, map(list, zip(*rows, strict=True)), strict=True))
        try:
            self.parquet.write_table(self.arrow.table(cells, schema=self._schema(cells)), part)
        except OSError:
            part.unlink(missing_ok=True)
            raise
        self.parts.append(part)

    def _schema(self, cells: dict[str, list[Any]]) -> Any:
        """The types by the kind of value, the same in every part."""
        arrow = self.arrow
        types = {bool: arrow.bool_(), int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        return arrow.schema([(name, types[type(values[0])]) for name, values in cells.items()])

    def finish(self) -> None:
        whole = self.kept / "whole"
        try:
            self._join(whole)
            os.replace(whole, self.target)
        except OSError:
            whole.unlink(missing_ok=True)
            raise
        self.discard()

    def discard(self) -> None:
        shutil.rmtree(self.kept, ignore_errors=True)

    def _join(self, whole: Path) -> None:
        with self.parquet.ParquetWriter(whole, self.parquet.read_schema(self.parts[0])) as writer:
            for part in self.parts:
                writer.write_table(self.parquet.read_table(part))
