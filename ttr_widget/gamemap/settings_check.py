"""Reading and checking the settings, each by itself; `checks` looks at how they fit the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

from .mechanic_names import MECHANICS, NEEDS, Parameter
from .problems import Place, ProblemList
from .rows import range_text, shown, whole
from .types import (
    BASE_CARDS,
    BASE_ROUTE_POINTS,
    CARDS,
    COLORS,
    LONGEST_ROUTE,
    PLAYER_LIMITS,
    TICKET_RETURNS,
    FrozenDict,
    Settings,
)
from .wording import unknown


class PlaceOf(Protocol):
    """Tells where a setting was written."""

    def __call__(self, name: str, *rest: str) -> Place: ...


# name -> lowest and highest value. More than 6 tickets at once would make thousands of ways to keep some.
COUNTS: dict[str, tuple[int, int | None]] = {
    "trains": (1, 999),
    "hand": (0, 99),
    "market": (0, 20),
    "market_reset": (1, 20),
    "ticket_deal": (0, 6),
    "ticket_keep": (0, 6),
    "ticket_draw": (0, 6),
    "ticket_draw_keep": (0, 6),
    "close_doubles_below": (0, 99),
    "end_trains": (0, 999),
}


def read_settings(values: Mapping[str, Any], place: PlaceOf, problems: ProblemList) -> Settings:
    """Settings out of plain values. What is wrong is noted and replaced by the base game's value."""
    known = [item.name for item in fields(Settings)]
    for name in values:
        if name not in known:
            problems.add(place(name), unknown("setting", name, known))
    reader = _Reader(values, place, problems)
    read: dict[str, Any] = {name: reader.count(name, *limits) for name, limits in COUNTS.items() if name in values}
    readers = {
        "players": reader.players,
        "cards": reader.cards,
        "route_points": reader.route_points,
        "ticket_decks": reader.ticket_decks,
        "ticket_return": reader.ticket_return,
        "start_score": reader.start_score,
        "mechanics": reader.mechanics,
    }
    read |= {name: read_one() for name, read_one in readers.items() if name in values}
    return Settings(**{name: value for name, value in read.items() if value is not None})


@dataclass(frozen=True)
class _Reader:
    values: Mapping[str, Any]
    place: PlaceOf
    problems: ProblemList

    def note(self, message: str, name: str, *rest: str) -> None:
        self.problems.add(self.place(name, *rest), message)

    def whole(self, value: object, low: int | None, high: int | None, name: str, *rest: str) -> int | None:
        number = whole(value) if not isinstance(value, str) else None
        if number is None:
            self.note(f"must be a whole number, not {shown(value)}", name, *rest)
        elif (low is not None and number < low) or (high is not None and number > high):
            self.note(f"{number} is out of range: {range_text(low or 0, high)}", name, *rest)
            return None
        return number

    def count(self, name: str, low: int, high: int | None) -> int | None:
        return self.whole(self.values[name], low, high, name)

    def players(self) -> tuple[int, int] | None:
        value = self.values["players"]
        if isinstance(value, Mapping):
            value = [value.get(key, limit) for key, limit in zip(("min", "max"), PLAYER_LIMITS, strict=True)]
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
            self.note(f"must be the smallest and the largest number, not {shown(value)}", "players")
            return None
        low, high = (
            self.whole(number, *PLAYER_LIMITS, "players", key)
            for number, key in zip(value, ("min", "max"), strict=True)
        )
        if low is None or high is None:
            return None
        if low > high:
            self.note(f"the smallest number of players, {low}, is above the largest, {high}", "players")
            return None
        return (low, high)

    def cards(self) -> Mapping[str, int] | None:
        table = self.table("cards")
        if table is None:
            return None
        cards = dict.fromkeys(CARDS, 0)
        for color, value in table.items():
            if color not in CARDS:
                self.note(unknown("card colour", str(color), CARDS), "cards", str(color))
            elif (number := self.whole(value, 0, 999, "cards", color)) is not None:
                cards[color] = number
            else:
                cards[color] = BASE_CARDS[color]
        return FrozenDict(cards)

    def route_points(self) -> Mapping[int, int] | None:
        table = self.table("route_points")
        if table is None:
            return None
        points: dict[int, int] = {}
        for key, value in table.items():
            length = whole(key)
            if length is None or not 1 <= length <= LONGEST_ROUTE:
                self.note(f"{shown(key)} is no route length: {range_text(1, LONGEST_ROUTE)}", "route_points", str(key))
                continue
            number = self.whole(value, 0, 999, "route_points", str(key))
            points[length] = BASE_ROUTE_POINTS[length] if number is None else number
        return FrozenDict(sorted(points.items()))

    def ticket_decks(self) -> tuple[str, ...] | None:
        decks = self.words(self.values["ticket_decks"], "ticket_decks")
        if decks is not None and (not decks or len(set(decks)) < len(decks) or "" in decks):
            self.note("must be names of decks, each once", "ticket_decks")
            return None
        return decks

    def ticket_return(self) -> str | None:
        value = self.values["ticket_return"]
        if value in TICKET_RETURNS:
            return str(value)
        self.note(unknown("way", str(value), TICKET_RETURNS), "ticket_return")
        return None

    def start_score(self) -> tuple[int, ...] | None:
        numbers = self.numbers(self.values["start_score"], "start_score")
        if numbers == ():
            self.note("needs at least one number", "start_score")
        return numbers or None

    def table(self, name: str) -> Mapping[Any, Any] | None:
        value = self.values[name]
        if isinstance(value, Mapping):
            return value
        self.note(f"must be a table, not {shown(value)}", name)
        return None

    def words(self, value: object, name: str, *rest: str) -> tuple[str, ...] | None:
        if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
            return tuple(value)
        self.note(f"must be a list of words, not {shown(value)}", name, *rest)
        return None

    def numbers(self, value: object, name: str, *rest: str) -> tuple[int, ...] | None:
        if isinstance(value, list | tuple) and all(not isinstance(n, str) and whole(n) is not None for n in value):
            return tuple(number for n in value if (number := whole(n)) is not None)
        self.note(f"must be a list of whole numbers, not {shown(value)}", name, *rest)
        return None

    def mechanics(self) -> Mapping[str, Mapping[str, Any]] | None:
        table = self.table("mechanics")
        if table is None:
            return None
        mechanics: dict[str, Mapping[str, Any]] = {}
        for name, given in table.items():
            if name not in MECHANICS:
                self.note(unknown("mechanic", str(name), MECHANICS), "mechanics", str(name))
            elif not isinstance(given, Mapping):
                self.note(f"must be a table of parameters, not {shown(given)}", "mechanics", name)
            else:
                mechanics[name] = self.parameters(name, given)
        for name, needed in NEEDS.items():
            if name in mechanics and needed not in mechanics:
                self.note(f"the mechanic {name!r} needs the mechanic {needed!r}", "mechanics", name)
        return FrozenDict(mechanics)

    def parameters(self, mechanic: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        known = MECHANICS[mechanic]
        for name in given:
            if name not in known:
                self.note(unknown(f"parameter of {mechanic}", str(name), known), "mechanics", mechanic, str(name))
        read = {name: _frozen(parameter.default) for name, parameter in known.items()}
        for name, parameter in known.items():
            if name in given:
                value = self.parameter(parameter, given[name], "mechanics", mechanic, name)
                read[name] = read[name] if value is None else value
        return FrozenDict(read)

    def parameter(self, parameter: Parameter, value: object, *at: str) -> Any:
        match parameter.kind:
            case "count":
                return self.whole(value, 0, 9999, *at)
            case "points":
                return self.whole(value, None, None, *at)
            case "choice":
                if value in parameter.choices:
                    return value
                self.note(unknown("choice", str(value), parameter.choices), *at)
                return None
            case "colors":
                return self.colors(value, *at)
            case "number_table" | "player_table":
                return self.numbered(value, parameter.kind == "player_table", *at)
            case _:
                return self.words(value, *at)

    def colors(self, value: object, *at: str) -> tuple[str, ...] | None:
        colors = self.words(value, *at)
        if colors is None:
            return None
        for color in colors:
            if color not in COLORS:
                self.note(unknown("colour", color, COLORS), *at)
        if len(set(colors)) < len(colors) or not colors:
            self.note("must be colours, each once", *at)
        return colors

    def numbered(self, value: object, ranks: bool, *at: str) -> Mapping[int, Any] | None:
        if not isinstance(value, Mapping) or not value:
            self.note(f"must be a table with numbers as keys, not {shown(value)}", *at)
            return None
        table: dict[int, Any] = {}
        for key, entry in value.items():
            number = whole(key)
            if number is None or number < 1:
                self.note(f"the key {shown(key)} must be a number from 1", *at, str(key))
                continue
            read = self.numbers(entry, *at, str(key)) if ranks else self.whole(entry, 0, 9999, *at, str(key))
            if read is None:
                continue
            if ranks and len(read) != number:  # type: ignore[arg-type]
                self.note(f"needs {number} values, one for each rank", *at, str(key))
            table[number] = read
        return FrozenDict(sorted(table.items()))


def _frozen(value: Any) -> Any:
    return FrozenDict(value) if isinstance(value, dict) else value
