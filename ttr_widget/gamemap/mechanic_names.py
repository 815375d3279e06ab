"""The mechanics a map may name, their parameters and default values (the engine knows what they do)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PASSENGER_COLORS = ("black", "blue", "green", "red", "white", "yellow")
# I6
REGION_POINTS = {5: 1, 6: 2, 7: 4, 8: 7, 9: 11, 10: 16, 11: 22, 12: 29, 13: 37, 14: 46, 15: 56}
# N7
TOLL_BONUS = {2: (35, 0), 3: (55, 35, 0), 4: (55, 35, 20, 0), 5: (55, 35, 20, 10, 0)}
# J8
EXPRESS_BONUS = {2: (10, -10), 3: (15, 5, -10), 4: (20, 10, 0, -10), 5: (25, 15, 5, -5, -10)}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a mechanic.

    `kind` is one of: count (a number from 0), points (any whole number), choice, colors, cities, regions (lists),
    number_table (number = points) and player_table (number of players = one value for each rank).
    """

    kind: str
    default: Any
    choices: tuple[str, ...] = ()


MECHANICS: dict[str, dict[str, Parameter]] = {
    "longest_path": {"bonus": Parameter("count", 10)},
    "most_tickets": {"bonus": Parameter("count", 15)},
    "passengers": {
        "first": Parameter("count", 20),
        "second": Parameter("count", 10),
        "colors": Parameter("colors", PASSENGER_COLORS),
        "each": Parameter("count", 10),
        "default_per_city": Parameter("count", 1),
    },
    "tolls": {
        "tokens": Parameter("count", 30),
        "loan": Parameter("points", -5),
        "bonus": Parameter("player_table", TOLL_BONUS),
        "ranking": Parameter("choice", "dense", ("dense", "competition")),
    },
    "neutral": {"trains": Parameter("count", 40), "from_round": Parameter("count", 6)},
    "express": {
        "trains": Parameter("count", 16),
        "end_trains": Parameter("count", 2),
        "bonus": Parameter("player_table", EXPRESS_BONUS),
        "none": Parameter("points", -20),
    },
    "ferries": {"cards": Parameter("count", 10), "limit": Parameter("count", 2), "spaces": Parameter("count", 2)},
    "regions": {"points": Parameter("number_table", REGION_POINTS), "double": Parameter("regions", ())},
    "short_journey": {
        "goal": Parameter("count", 6),
        "east": Parameter("cities", ()),
        "west": Parameter("cities", ()),
    },
}

# N10: the neutral player lives on tolls.
NEEDS: dict[str, str] = {"neutral": "tolls"}
