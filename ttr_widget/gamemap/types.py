"""What a board consists of: cities, routes, tickets and the settings of its rules.

All of it is plain and read-only; `board.GameMap` holds it together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

COLORS = ("purple", "red", "orange", "yellow", "green", "blue", "white", "black")
LOCOMOTIVE = "locomotive"
CARDS = (*COLORS, LOCOMOTIVE)
GRAY = "gray"
ROUTE_COLORS = (*COLORS, GRAY)
ROUTE_KINDS = ("normal", "express", "ferry")
CITY_KINDS = ("city", "country")
TICKET_RETURNS = ("bottom", "shuffled", "discard")
LONGEST_ROUTE = 9
PLAYER_LIMITS = (2, 5)

# B13
BASE_ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
# B1
BASE_CARDS = {**dict.fromkeys(COLORS, 12), LOCOMOTIVE: 14}

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V], Generic[K, V]):
    """A dict that cannot be changed, so that maps may be shared and cached."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a map cannot be changed in place; make a variant with GameMap.changed(...)")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        return (type(self), (dict(self),))


@dataclass(frozen=True, slots=True)
class City:
    """A place on the board. Nothing runs through a `country` (G5): each route into it ends there."""

    name: str
    lon: float | None = None
    lat: float | None = None
    kind: str = "city"
    region: str = ""
    passengers: int = 0
    name_en: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two places; `waves` are the spaces of a ferry that need a locomotive or a ferry card."""

    a: str
    b: str
    length: int
    color: str = GRAY
    kind: str = "normal"
    waves: int = 0
    toll: int = 0


@dataclass(frozen=True, slots=True)
class Ticket:
    """A pair of places to join; `neutral` is the pair printed for the neutral player (N10)."""

    a: str
    b: str
    points: int
    deck: str = "main"
    neutral: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a map offers: the value used unless told otherwise, and all possible ones.

    Any other value than the usual one requires these values of other options.
    """

    about: str
    default: object
    values: tuple[object, ...]
    requires: Mapping[str, object] = field(default_factory=lambda: FrozenDict({}))


@dataclass(frozen=True)
class Settings:
    """The numbers of a map's rules. Left alone they are those of the base game."""

    players: tuple[int, int] = PLAYER_LIMITS
    trains: int = 45
    cards: Mapping[str, int] = field(default_factory=lambda: FrozenDict(BASE_CARDS))
    hand: int = 4
    market: int = 5
    market_reset: int = 3
    route_points: Mapping[int, int] = field(default_factory=lambda: FrozenDict(BASE_ROUTE_POINTS))
    ticket_deal: int = 4
    ticket_keep: int = 2
    ticket_draw: int = 3
    ticket_draw_keep: int = 1
    ticket_decks: tuple[str, ...] = ("main",)
    ticket_return: str = "bottom"
    close_doubles_below: int = 4
    end_trains: int = 2
    start_score: tuple[int, ...] = (0,)
    mechanics: Mapping[str, Mapping[str, Any]] = field(default_factory=FrozenDict)
