"""Map folders on disk: where they are, which there are, and loading one with its options."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Any

from .board import GameMap
from .build import Draft, build
from .csv_file import read_table
from .options import ChosenTree, check_requirements, choose, merge_chosen, read_options
from .problems import MapError, Place, Problem, ProblemList, UnknownMap
from .rows import Row
from .settings_file import FlatSettings, flatten, settings_place
from .toml_file import TomlFile, read_toml
from .types import Option
from .wording import did_you_mean

TABLES = ("cities.csv", "routes.csv", "tickets.csv")
FILES = ("map.toml", *TABLES)

_Stamps = tuple[tuple[int, int], ...]
_loaded: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[_Stamps, GameMap]] = {}


@cache
def maps_folder() -> Path:
    """The folder of the maps that come with the package: inside it when installed, beside it in the repository."""
    packaged = Path(str(resources.files("ttr_widget"))) / "maps"
    return packaged if packaged.is_dir() else packaged.parent.parent / "maps"


def available_maps() -> list[str]:
    """The names of the maps that come with the package."""
    return sorted(path.parent.name for path in maps_folder().glob("*/map.toml"))


def load_map(name_or_path: str | os.PathLike[str], **options: object) -> GameMap:
    """A map by its name, or your own by the path of its folder; options as its map.toml offers them.

    >>> load_map("usa", edition="classic")
    <GameMap usa edition='classic': 36 cities, 100 routes, 30 tickets>
    """
    folder = _find(name_or_path)
    # The type of a value counts: 1 is not True.
    chosen = tuple(sorted((name, f"{type(value).__name__} {value!r}") for name, value in options.items()))
    key = (os.path.abspath(folder), chosen)
    stamps = _stamps(folder)
    if key in _loaded and _loaded[key][0] == stamps:
        return _loaded[key][1]
    board = _load(folder, options)
    _loaded[key] = (stamps, board)
    return board


def _find(name_or_path: str | os.PathLike[str]) -> Path:
    if not isinstance(name_or_path, str | os.PathLike):
        raise UnknownMap(f"a map is given by its name or its folder's path, not by {name_or_path!r}. {_known()}")
    text = os.fspath(name_or_path)
    path = Path(text)
    is_name = isinstance(name_or_path, str) and path.name == text
    if is_name and (maps_folder() / text / "map.toml").is_file():
        return maps_folder() / text
    if text and path.is_dir():
        return path
    if is_name or not text:
        hint = did_you_mean(text, available_maps()) or "."
        raise UnknownMap(f"there is no map {text!r}{hint} {_known()}; or give a map folder's path.")
    what = "is not a folder" if path.exists() else "the folder is missing"
    raise MapError(path.name, [Problem(str(path), None, None, what)])


def _known() -> str:
    return f"The maps are: {', '.join(available_maps())}"


def _stamps(folder: Path) -> _Stamps:
    """When the files were last changed, so that an edited map is read again."""
    return tuple(_stamp(os.path.join(folder, file)) for file in FILES)


def _stamp(path: str) -> tuple[int, int]:
    try:
        stat = os.stat(path)
    except OSError:  # a missing file is reported when the map is read
        return (0, -1)
    return (stat.st_mtime_ns, stat.st_size)


def _load(folder: Path, wanted: Mapping[str, object]) -> GameMap:
    name = folder.resolve().name
    problems = ProblemList()
    file = read_toml(folder / "map.toml", problems)
    if file is None:
        tables = {table: read_table(folder / table, problems) for table in TABLES}
        return build(Draft(name=name, settings=None, place=_nowhere, **_rows(tables)), problems)
    offered = read_options(file, problems)
    chosen = choose(offered, {} if problems.found else wanted, name)
    check_requirements(file, chosen)
    # The other values of the options are checked too: a broken one should not wait until somebody chooses it.
    readings = [merge_chosen(file, choice) for choice in (chosen, *_other_choices(file, offered))]
    settings = [flatten(reading, problems) for reading in readings]
    own_columns = sorted({column for flat in settings for column in (*flat.only, flat.points_column)})
    tables = {
        table: read_table(folder / table, problems, own_columns if table == "tickets.csv" else ()) for table in TABLES
    }
    boards: list[GameMap] = []
    for reading, flat in zip(readings, settings, strict=True):
        _check_columns(reading, flat, tables["tickets.csv"], problems)
        draft = Draft(
            name=name,
            title=flat.title,
            about=flat.about,
            uncertain=flat.uncertain,
            **_rows(tables),
            settings=flat.values,
            place=partial(settings_place, reading),
            only=flat.only,
            points_column=flat.points_column,
            options=chosen,
            choices=offered,
            folder=folder,
            stored=True,
        )
        with suppress(MapError):
            boards.append(build(draft, problems))
    if problems.found:
        raise MapError(name, problems.in_order())
    return boards[0]


def _nowhere(name: str, *rest: str) -> Place:
    return Place("map.toml", field=".".join((name, *rest)))


def _rows(tables: Mapping[str, list[Row] | None]) -> dict[str, Any]:
    return {table.removesuffix(".csv"): rows for table, rows in tables.items()}


def _other_choices(file: TomlFile, offered: Mapping[str, Option]) -> list[dict[str, object]]:
    """Every value that is not the default, once, with what it requires."""
    choices: list[dict[str, object]] = []
    for name, option in offered.items():
        requires = file.tree["options"][name].get("requires", {})
        given = {name: info.default for name, info in offered.items()}
        if isinstance(requires, dict):
            given |= {other: value for other, value in requires.items() if other in offered}
        choices += [given | {name: value} for value in option.values if value != option.default]
    return choices


def _check_columns(reading: ChosenTree, flat: FlatSettings, rows: list[Row] | None, problems: ProblemList) -> None:
    for row in (rows or [])[:1]:
        for column in flat.only:
            if column not in row.columns:
                problems.add(reading.place("tickets", "only", column), f"tickets.csv has no column {column!r}")
        if flat.points_column not in row.columns:
            place = reading.place("tickets", "points_column")
            problems.add(place, f"tickets.csv has no column {flat.points_column!r}")
