"""Whatever stands in a map's files or data: a map, or an error that says what is wrong, and nothing else."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttr_widget.gamemap import GameMap, MapError, load_map

from .conftest import FILES, MapFolder

NASTY = ["", "–", '"', ",", "=", "[", "]", "{}", "nan", "1e9", "-1", "true", "'", "\n", "\x00", "é", "[options.x]"]


@pytest.fixture(scope="module")
def one_folder(tmp_path_factory: pytest.TempPathFactory) -> MapFolder:
    return MapFolder(tmp_path_factory.mktemp("maps") / "small")


def made_or_explained(make: Callable[[], GameMap]) -> GameMap | None:
    try:
        return make()
    except MapError as error:
        explained = bool(error.problems) and all(problem.message and problem.file for problem in error.problems)
    assert explained
    return None


@given(
    file=st.sampled_from(list(FILES)),
    start=st.floats(0, 1),
    length=st.integers(0, 30),
    new=st.one_of(st.sampled_from(NASTY), st.text(max_size=8), st.binary(max_size=4)),
)
def test_damaged_files(one_folder: MapFolder, file: str, start: float, length: int, new: str | bytes) -> None:
    data = FILES[file].encode()
    spot = int(start * len(data))
    inserted = new.encode("utf-8", "surrogatepass") if isinstance(new, str) else new
    one_folder.write(file, data[:spot] + inserted + data[spot + length :])
    made_or_explained(lambda: load_map(one_folder.path))
    one_folder.write(file, data)


@given(
    line=st.integers(0, 60), value=st.sampled_from(["1979-05-27", "1.5", "[[]]", "{a = [{}]}", '"x"', "inf", "true"])
)
def test_values_of_the_wrong_kind_in_map_toml(one_folder: MapFolder, line: int, value: str) -> None:
    lines = FILES["map.toml"].splitlines()
    at = line % len(lines)
    if "=" in lines[at]:
        lines[at] = f"{lines[at].split('=')[0]}= {value}"
    one_folder.write("map.toml", "\n".join(lines))
    made_or_explained(lambda: load_map(one_folder.path))


def spots(data: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value inside plain data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [here, *(way for key, value in items for way in spots(value, (*here, key)))]


PLAIN = load_map("nederland", neutral=True).to_dict()
SPOTS = spots(PLAIN)[1:]
JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)


@given(spot=st.sampled_from(SPOTS), value=JSON_VALUES)
def test_damaged_data(spot: tuple[Any, ...], value: object) -> None:
    data = copy.deepcopy(PLAIN)
    inside = data
    for key in spot[:-1]:
        inside = inside[key]
    inside[spot[-1]] = value
    board = made_or_explained(lambda: GameMap.from_dict(data))
    if board is not None:
        assert GameMap.from_dict(json.loads(json.dumps(board.to_dict()))) == board
