"""What a board is: cities, routes, tickets and settings; loading and checking a map folder."""

from .board import GameMap
from .folder import available_maps, load_map, maps_folder
from .problems import MapError, Problem, UnknownCity, UnknownMap
from .types import (
    CARDS,
    COLORS,
    GRAY,
    LOCOMOTIVE,
    City,
    FrozenDict,
    Option,
    Route,
    Settings,
    Ticket,
)
from .wording import did_you_mean, fold

__all__ = [
    "CARDS",
    "COLORS",
    "GRAY",
    "LOCOMOTIVE",
    "City",
    "FrozenDict",
    "GameMap",
    "MapError",
    "Option",
    "Problem",
    "Route",
    "Settings",
    "Ticket",
    "UnknownCity",
    "UnknownMap",
    "available_maps",
    "did_you_mean",
    "fold",
    "load_map",
    "maps_folder",
]
