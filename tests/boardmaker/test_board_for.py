"""board_for: the stored board where it fits, else a plain one, always drawable and without numpy."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from tests.boardmaker import small_maps
from ttr_widget.boardmaker import BoardError, board_for, use_board
from ttr_widget.boardmaker.plain import plain_board
from ttr_widget.boardmaker.quality import quality
from ttr_widget.boardmaker.simple import crossings, graph_places
from ttr_widget.boardmaker.sizes import text_width
from ttr_widget.boardmaker.stored import KEYS
from ttr_widget.gamemap import GameMap, Route, available_maps, load_map
from ttr_widget.picture.plate import plate_for


def complete(board: dict[str, Any], game_map: GameMap) -> None:
    """Everything a picture needs is there, inside the board, and in the map's order."""
    assert board.keys() >= KEYS
    assert list(board["cities"]) == [city.name for city in game_map.cities]
    assert [len(lane["slots"]) for lane in board["routes"]] == [route.length for route in game_map.routes]
    assert [(lane["a"], lane["b"]) for lane in board["routes"]] == [(route.a, route.b) for route in game_map.routes]
    for x, y, angle in (slot for lane in board["routes"] for slot in lane["slots"]):
        assert 0 < x < board["width"]
        assert 0 < y < board["height"]
        assert math.isfinite(angle)
    assert quality(board, game_map)["outside"] == 0


@pytest.mark.parametrize("name", available_maps())
def test_every_map_has_its_stored_board(name: str) -> None:
    board = board_for(load_map(name))
    complete(board, load_map(name))
    assert "quality" in board


def test_the_board_is_made_once() -> None:
    game_map = small_maps.without_places()
    assert board_for(game_map) is board_for(game_map)
    assert board_for(game_map) is board_for(small_maps.without_places())


def test_a_variant_with_fewer_routes_keeps_the_board() -> None:
    usa = load_map("usa")
    fewer = usa.changed(routes=usa.routes[:-3] if _joined(usa, 3) else usa.routes[1:])
    board = board_for(fewer)
    complete(board, fewer)
    assert board["land"] == board_for(usa)["land"]
    assert board["routes"][5] in board_for(usa)["routes"]


def _joined(game_map: GameMap, fewer: int) -> bool:
    left = {name for route in game_map.routes[:-fewer] for name in (route.a, route.b)}
    return left == {city.name for city in game_map.cities}


def test_a_variant_with_turned_routes_has_its_slots_turned() -> None:
    usa = load_map("usa")
    first = usa.routes[0]
    turned = usa.changed(routes=[Route(first.b, first.a, first.length, first.color), *usa.routes[1:]])
    lane, before = board_for(turned)["routes"][0], board_for(usa)["routes"][0]
    assert (lane["a"], lane["b"]) == (first.b, first.a)
    assert [slot[:2] for slot in lane["slots"]] == [slot[:2] for slot in reversed(before["slots"])]
    assert lane["curve"] == before["curve"][::-1]
    assert {round((p[2] - q[2]) % 360) for p, q in zip(lane["slots"], reversed(before["slots"]), strict=True)} == {180}


def test_a_variant_with_one_more_route_gets_a_plain_board() -> None:
    usa = load_map("usa")
    more = usa.changed(routes=[*usa.routes, Route("Miami", "Vancouver", 9)])
    board = board_for(more)
    complete(board, more)
    assert "quality" not in board


def test_a_map_from_a_dict_finds_its_board_by_name() -> None:
    usa = load_map("usa")
    assert board_for(GameMap.from_dict(usa.to_dict()))["land"] == board_for(usa)["land"]


@pytest.mark.parametrize(
    "game_map",
    [small_maps.without_places(), small_maps.one_route(1), small_maps.one_route(9), small_maps.dense(1)],
    ids=lambda game_map: game_map.name,
)
def test_any_map_gets_a_plain_board(game_map: GameMap) -> None:
    complete(board_for(game_map), game_map)


@pytest.mark.parametrize("name", available_maps())
def test_plain_boards_of_the_large_maps_are_usable(name: str) -> None:
    """Without insets Japan is crowded; even so most slots stand free."""
    game_map = load_map(name)
    board = plain_board(game_map)
    complete(board, game_map)
    found = quality(board, game_map)
    slots = sum(route.length for route in game_map.routes)
    assert found["slot_overlaps"] + found["same_route_overlaps"] + found["slots_on_places"] < 0.1 * slots


def test_plain_boards_have_one_end_for_each_way_into_a_country(tmp_path: Path) -> None:
    game_map = load_map(small_maps.folder(tmp_path / "france", country=True))
    board = board_for(game_map)
    complete(board, game_map)
    ends = {end["city"]: (end["x"], end["y"]) for end in board["endpoints"]}
    assert ends.keys() == {"Arles", "Dijon"}
    assert math.dist(*ends.values()) > 1


def test_plain_boards_are_the_same_every_time() -> None:
    assert plain_board(small_maps.dense(2)) == plain_board(small_maps.dense(2))


def test_a_board_made_anew_is_read_again(tmp_path: Path) -> None:
    folder = small_maps.folder(tmp_path / "france")
    game_map = load_map(folder)
    board = {**plain_board(game_map), "width": 99.0}
    assert board_for(game_map)["width"] != 99
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")
    assert board_for(game_map)["width"] == 99


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 1}', '{"version": 7}'])
def test_a_broken_board_is_told_and_replaced(tmp_path: Path, text: str) -> None:
    folder = small_maps.folder(tmp_path / "france")
    (folder / "board.json").write_text(text, encoding="utf-8")
    game_map = load_map(folder)
    with pytest.warns(UserWarning, match=r"board\.json"):
        complete(board_for(game_map), game_map)


def test_boards_need_no_heavy_package() -> None:
    code = (
        "import sys, networkx as nx\n"
        "from ttr_widget.boardmaker import board_for\n"
        "from ttr_widget.gamemap import GameMap, load_map\n"
        "before = 'numpy' in sys.modules\n"
        "graph = nx.MultiGraph()\n"
        "graph.add_edge('A', 'B', length=3)\n"
        "board_for(GameMap.from_graph(graph, name='own'))\n"
        "board_for(load_map('usa'))\n"
        "print(before, [name for name in ('numpy', 'scipy', 'shapely') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False []"


def test_a_map_without_a_folder_can_be_given_a_board() -> None:
    game_map = small_maps.one_route(4)
    plain = board_for(game_map)
    assert use_board(game_map)["quality"]["label_overlaps"] == 0
    given = board_for(game_map)
    assert given != plain
    assert board_for(small_maps.one_route(4)) is given, "maps that are equal share their board"
    assert plate_for(game_map).board is given
    with pytest.raises(BoardError, match="does not fit the cities and routes of one_route_4: make_board makes one"):
        use_board(game_map, board_for(load_map("usa")))
    assert board_for(game_map) is given


def test_a_planar_graph_is_laid_out_without_crossings() -> None:
    graph = nx.convert_node_labels_to_integers(nx.triangular_lattice_graph(4, 8))
    edges = [(a, b, 1 + (a * 7 + b * 3) % 3) for a, b in graph.edges]
    assert crossings(graph_places(len(graph), edges), edges) == 0


def test_letters_of_the_far_east_are_wide_and_accents_are_not() -> None:
    assert text_width("東京") > 1.6 * text_width("ab")
    assert text_width("e\u0301") == text_width("e")
