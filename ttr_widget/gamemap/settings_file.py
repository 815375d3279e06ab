"""From the sections of map.toml to the flat names of `Settings`; unknown keys are noted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .options import ChosenTree
from .problems import Place, ProblemList
from .wording import unknown

# Settings name -> key in map.toml
KEYS: dict[str, tuple[str, ...]] = {
    "players": ("players",),
    "trains": ("trains",),
    "cards": ("cards",),
    "hand": ("hand",),
    "market": ("market", "size"),
    "market_reset": ("market", "reset"),
    "route_points": ("route_points",),
    "ticket_deal": ("tickets", "deal"),
    "ticket_keep": ("tickets", "keep"),
    "ticket_draw": ("tickets", "draw"),
    "ticket_draw_keep": ("tickets", "draw_keep"),
    "ticket_decks": ("tickets", "decks"),
    "ticket_return": ("tickets", "return"),
    "close_doubles_below": ("routes", "close_doubles_below"),
    "end_trains": ("end", "trains"),
    "start_score": ("start_score",),
    "mechanics": ("mechanics",),
}
SECTIONS: dict[str, tuple[str, ...]] = {
    "players": ("min", "max"),
    "market": ("size", "reset"),
    "tickets": ("deal", "keep", "draw", "draw_keep", "decks", "return", "only", "points_column"),
    "routes": ("close_doubles_below",),
    "end": ("trains",),
}
FREE_SECTIONS = ("cards", "route_points", "mechanics", "sources")
SINGLE_KEYS = ("title", "about", "trains", "hand", "start_score")


@dataclass
class FlatSettings:
    """What map.toml says, under the names of `Settings`, and which of the tickets' rows are meant."""

    values: dict[str, Any]
    title: str = ""
    about: str = ""
    only: dict[str, str] = field(default_factory=dict)
    points_column: str = "points"
    uncertain: tuple[str, ...] = ()


def flatten(chosen: ChosenTree, problems: ProblemList) -> FlatSettings:
    tree = {key: value for key, value in chosen.tree.items() if _known(chosen, key, value, problems)}
    flat = FlatSettings({}, title=str(tree.get("title", "")), about=str(tree.get("about", "")))
    for name, keys in KEYS.items():
        value: Any = tree
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if value is not None:
            flat.values[name] = value
    tickets = tree.get("tickets", {})
    only = tickets.get("only", {})
    if isinstance(only, dict):
        flat.only = {str(column): str(value) for column, value in only.items()}
    else:
        problems.add(chosen.place("tickets", "only"), 'must be a table, such as {edition = "classic"}')
    uncertain = tree.get("sources", {}).get("uncertain", [])
    if isinstance(uncertain, list) and all(isinstance(text, str) for text in uncertain):
        flat.uncertain = tuple(uncertain)
    else:
        problems.add(chosen.place("sources", "uncertain"), "must be a list of texts")
    flat.points_column = str(tickets.get("points_column", "points"))
    return flat


def _known(chosen: ChosenTree, key: str, value: object, problems: ProblemList) -> bool:
    if key in FREE_SECTIONS or key in SECTIONS:
        if not isinstance(value, dict):
            problems.add(chosen.place(key), f"must be a section: [{key}]")
            return False
        for inner in value:
            if key in SECTIONS and inner not in SECTIONS[key]:
                problems.add(chosen.place(key, inner), unknown("key", inner, SECTIONS[key]))
        return True
    if key in SINGLE_KEYS:
        if key in ("title", "about") and not isinstance(value, str):
            problems.add(chosen.place(key), "must be a text in quotes")
        return True
    known_keys = (*SINGLE_KEYS, *SECTIONS, *FREE_SECTIONS, "options")
    problems.add(chosen.place(key), unknown("key", key, known_keys))
    return False


def settings_place(chosen: ChosenTree, name: str, *rest: str) -> Place:
    """Where map.toml says a setting; the section, if the setting itself is not there."""
    return chosen.place(*KEYS.get(name, (name,)), *rest)
