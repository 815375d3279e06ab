"""What can be wrong with a map, and where: the errors of this room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in a map's files: line and column count from 1; `field` is the column's or the key's name."""

    file: str
    line: int | None = None
    column: int | None = None
    field: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a map."""

    file: str
    line: int | None
    column: int | None
    message: str
    field: str = ""

    def __str__(self) -> str:
        parts = [self.file]
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}" + (f" ({self.field})" if self.field else ""))
        elif self.field:
            parts.append(self.field)
        return f"{', '.join(parts)}: {self.message}"


class MapError(ValueError):
    """A map that cannot be used; `problems` lists everything found wrong with it."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        super().__init__(name, list(problems))
        self.name = name
        self.problems = list(problems)

    def __str__(self) -> str:
        count = len(self.problems)
        head = f"the map {self.name!r} has {count} problem{'' if count == 1 else 's'}:"
        return "\n".join([head, *(f"  {problem}" for problem in self.problems)])


class UnknownMap(ValueError):
    """No map of that name."""


class UnknownCity(ValueError):
    """No city of that name on the map, or several that it could mean."""


_FILE_ORDER = ("map.toml", "settings", "cities", "routes", "tickets")


@dataclass(slots=True)
class ProblemList:
    """Collects problems, so that all of them can be reported at once."""

    found: list[Problem] = field(default_factory=list)

    def add(self, place: Place, message: str) -> None:
        problem = Problem(place.file, place.line, place.column, message, place.field)
        if problem not in self.found:
            self.found.append(problem)

    def in_order(self) -> list[Problem]:
        """File by file, from top to bottom."""

        def key(problem: Problem) -> tuple[int, int, int]:
            ranks = [rank for rank, file in enumerate(_FILE_ORDER) if problem.file.startswith(file)]
            return (ranks[0] if ranks else -1, problem.line or 0, problem.column or 0)

        return sorted(self.found, key=key)
