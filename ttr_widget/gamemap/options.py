"""The options of a map: what map.toml offers, and the settings that a choice leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .problems import Place, ProblemList
from .toml_file import Keys, TomlFile
from .types import FrozenDict, Option
from .wording import listing, unknown

OPTION_KEYS = ("about", "default", "requires", "when")


@dataclass(frozen=True)
class ChosenTree:
    """map.toml with the chosen options merged in; `origins` says where merged-in keys come from."""

    tree: dict[str, Any]
    origins: dict[Keys, Keys]
    file: TomlFile

    def place(self, *keys: str) -> Place:
        for end in range(len(keys), 0, -1):
            if origin := self.origins.get(keys[:end]):
                return self.file.place(origin + keys[end:])
        return self.file.place(keys)


def read_options(file: TomlFile, problems: ProblemList) -> dict[str, Option]:
    """The options that map.toml offers."""
    offered = file.tree.get("options", {})
    if not isinstance(offered, dict):
        problems.add(file.place(("options",)), "must be a table: [options.<name>]")
        return {}
    options: dict[str, Option] = {}
    for name, table in offered.items():
        at = ("options", name)
        if not isinstance(table, dict) or not isinstance(table.get("default"), bool | str):
            problems.add(file.place(at), f"the option {name!r} needs a default (true, false or a word)")
            continue
        for key in table:
            if key not in OPTION_KEYS:
                problems.add(file.place((*at, key)), unknown("key", key, OPTION_KEYS))
        when = table.get("when", {})
        if not isinstance(when, dict) or not all(isinstance(change, dict) for change in when.values()):
            problems.add(file.place((*at, "when")), f"must hold tables: [options.{name}.when.<value>]")
            continue
        default = table["default"]
        values: tuple[object, ...]
        if isinstance(default, bool):
            values = (False, True)
            for word in when:
                if word not in ("true", "false"):
                    problems.add(file.place((*at, "when", word)), f"the option {name!r} can only be true or false")
        else:
            values = (default, *(word for word in when if word != default))
        requires = table.get("requires", {})
        needed = FrozenDict(requires if isinstance(requires, dict) else {})
        options[name] = Option(str(table.get("about", "")), default, values, needed)
    for name in options:
        requires = offered[name].get("requires", {})
        place = file.place(("options", name, "requires"))
        if not isinstance(requires, dict):
            problems.add(place, "must be a table, such as {tolls = true}")
            continue
        for other, value in requires.items():
            if other not in options:
                problems.add(place, unknown("option", other, options))
            elif value not in options[other].values:
                problems.add(place, f"the option {other!r} is never {value!r}")
    return options


def choose(options: Mapping[str, Option], wanted: Mapping[str, object], map_name: str) -> dict[str, object]:
    """The value of every option. A ValueError names the known ones if a wanted one does not exist."""
    for name, value in wanted.items():
        if name not in options:
            known = unknown("option", name, options) if options else f"unknown option {name!r}. It has none."
            raise ValueError(f"the map {map_name!r}: {known}")
        values = options[name].values
        if not any(value == known_value and type(value) is type(known_value) for known_value in values):
            raise ValueError(f"the option {name!r} cannot be {value!r}: it is {listing(map(repr, values))}")
    return {name: wanted.get(name, option.default) for name, option in options.items()}


def check_requirements(file: TomlFile, chosen: Mapping[str, object]) -> None:
    """A ValueError if a chosen option needs another one."""
    for name, value in chosen.items():
        table = file.tree["options"][name]
        if value == table["default"]:
            continue
        for other, needed in table.get("requires", {}).items():
            if chosen.get(other) != needed:
                raise ValueError(f"the option {name}={value!r} needs {other}={needed!r}")


def merge_chosen(file: TomlFile, chosen: Mapping[str, object]) -> ChosenTree:
    """map.toml's settings with the tables of the chosen values laid over them."""
    tree = _copy({key: value for key, value in file.tree.items() if key != "options"})
    origins: dict[Keys, Keys] = {}
    for name, value in chosen.items():
        word = str(value).lower() if isinstance(value, bool) else str(value)
        change = file.tree["options"][name].get("when", {}).get(word)
        if change:
            _merge(tree, change, (), ("options", name, "when", word), origins)
    mechanics = tree.get("mechanics")
    if isinstance(mechanics, dict):
        for name, parameters in list(mechanics.items()):
            on = parameters.pop("on", True) if isinstance(parameters, dict) else True
            if on is False:
                del mechanics[name]
    return ChosenTree(tree, origins, file)


def _merge(into: dict[str, Any], change: dict[str, Any], at: Keys, origin: Keys, origins: dict[Keys, Keys]) -> None:
    for key, value in change.items():
        here, there = (*at, key), (*origin, key)
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value, here, there, origins)
        else:
            into[key] = _copy(value)
            origins[here] = there


def _copy(value: Any) -> Any:
    return {key: _copy(item) for key, item in value.items()} if isinstance(value, dict) else value
