"""Train-route board games that live inside a notebook."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ttr_widget.gamemap import display

if TYPE_CHECKING:
    from ttr_widget.bots import bot_names, make_bot, play_game
    from ttr_widget.engine import Game, IllegalAction, View
    from ttr_widget.engine.position import Scenario
    from ttr_widget.gamemap import GameMap, available_maps, load_map
    from ttr_widget.lab import simulate, tournament
    from ttr_widget.widget import play, resume, watch

__version__ = "0.1.0"

# Where each public name lives. A room is imported when one of its names is first used: the engine alone stays light.
_PLACES = {
    "Game": "engine",
    "GameMap": "gamemap",
    "IllegalAction": "engine",
    "Scenario": "engine.position",
    "View": "engine",
    "available_maps": "gamemap",
    "bot_names": "bots",
    "load_map": "gamemap",
    "make_bot": "bots",
    "play": "widget",
    "play_game": "bots",
    "resume": "widget",
    "simulate": "lab",
    "tournament": "lab",
    "watch": "widget",
}

__all__ = [
    "Game",
    "GameMap",
    "IllegalAction",
    "Scenario",
    "View",
    "available_maps",
    "bot_names",
    "load_map",
    "make_bot",
    "play",
    "play_game",
    "resume",
    "simulate",
    "tournament",
    "watch",
]


display.find_picture_room = lambda: import_module("ttr_widget.picture")


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'ttr_widget' has no attribute {name!r}")
    value = getattr(import_module(f"ttr_widget.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
