"""The six boards in maps/: what was promised about them, measured anew, and that they belong to their maps."""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from ttr_widget.boardmaker.quality import ZERO, quality
from ttr_widget.boardmaker.shapes import inside_any
from ttr_widget.gamemap import GameMap, available_maps, load_map, maps_folder

MAPS = available_maps()


@cache
def board_of(name: str) -> dict[str, Any]:
    board: dict[str, Any] = json.loads((maps_folder() / name / "board.json").read_text(encoding="utf-8"))
    return board


@cache
def measured(name: str) -> dict[str, Any]:
    return quality(board_of(name), load_map(name))


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("fault", ZERO)
def test_no_board_has_this_fault(name: str, fault: str) -> None:
    assert measured(name)[fault] == 0


@pytest.mark.parametrize("name", MAPS)
def test_slots_are_large_enough(name: str) -> None:
    length, width = measured(name)["slot_px"]
    assert length >= 30
    assert width >= 10


@pytest.mark.parametrize("name", MAPS)
def test_names_are_readable(name: str) -> None:
    assert measured(name)["smallest_name_px"] >= 10


@pytest.mark.parametrize("name", MAPS)
def test_towns_stay_near_their_true_place(name: str) -> None:
    assert measured(name)["mean_moved"] < 1


@pytest.mark.parametrize("name", MAPS)
def test_curves_are_smooth(name: str) -> None:
    """From one slot to the next a route turns by no more than a third of a right angle or so."""
    assert measured(name)["sharpest_bend"] <= 33


@pytest.mark.parametrize("name", MAPS)
def test_boards_fit_a_window(name: str) -> None:
    assert 0.9 <= measured(name)["aspect"] <= 1.7


@pytest.mark.parametrize("name", MAPS)
def test_the_stored_quality_is_the_measured_one(name: str) -> None:
    assert board_of(name)["quality"] == measured(name)


@pytest.mark.parametrize("name", MAPS)
def test_the_board_is_that_of_the_map(name: str) -> None:
    board, game_map = board_of(name), load_map(name)
    assert board["map"] == name
    assert list(board["cities"]) == [city.name for city in game_map.cities]
    assert [board["cities"][city.name]["kind"] for city in game_map.cities] == [city.kind for city in game_map.cities]
    assert [(lane["a"], lane["b"], len(lane["slots"])) for lane in board["routes"]] == [
        (route.a, route.b, route.length) for route in game_map.routes
    ]


def ends_of(board: dict[str, Any], lane: dict[str, Any], game_map: GameMap) -> list[tuple[float, float]]:
    """Where a route should start and end: at its town, at its entry into a country, or at the twin in an inset."""
    kinds = {city.name: city.kind for city in game_map.cities}
    regions = {city.name: city.region for city in game_map.cities}
    insets = {inset["name"] for inset in board["insets"]}
    result = []
    for here, there in ((lane["a"], lane["b"]), (lane["b"], lane["a"])):
        place = board["cities"][here]
        if kinds[here] == "country":
            place = next(e for e in board["endpoints"] if (e["country"], e["city"]) == (here, there))
        elif regions[there] in insets and regions[here] not in insets:
            place = next(twin for twin in board["twins"] if twin["city"] == here)
        result.append((place["x"], place["y"]))
    return result


@pytest.mark.parametrize("name", MAPS)
def test_curves_run_from_place_to_place(name: str) -> None:
    board = board_of(name)
    for lane in board["routes"]:
        first, last = ends_of(board, lane, load_map(name))
        assert tuple(lane["curve"][0]) == pytest.approx(first, abs=0.002)
        assert tuple(lane["curve"][-1]) == pytest.approx(last, abs=0.002)


@pytest.mark.parametrize("name", MAPS)
def test_parallel_routes_run_side_by_side(name: str) -> None:
    board, game_map = board_of(name), load_map(name)
    for group in game_map.route_groups:
        for one, other in pairwise(group):
            first, second = board["routes"][one], board["routes"][other]
            turned = second["slots"] if first["a"] == second["a"] else second["slots"][::-1]
            for p, q in zip(first["slots"], turned, strict=True):
                assert ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5 == pytest.approx(0.4, abs=0.01)


@pytest.mark.parametrize("name", ["germany", "italy"])
def test_countries_have_an_end_for_every_entry(name: str) -> None:
    with (maps_folder() / name / "country_endpoints.csv").open(encoding="utf-8", newline="") as file:
        wanted = {(row["country"], row["city"]): (row["lon"], row["lat"]) for row in csv.DictReader(file)}
    places: dict[tuple[str, str], tuple[float, float]] = {}
    for end in board_of(name)["endpoints"]:
        places[end["country"], end["city"]] = (end["x"], end["y"])
    assert places.keys() == wanted.keys()
    # Entries at one true place share their end, others do not.
    assert len(set(places.values())) == len({(key[0], place) for key, place in wanted.items()})


def test_italy_has_all_its_regions() -> None:
    game_map, board = load_map("italy"), board_of("italy")
    regions = {region["name"]: region["rings"] for region in board["regions"]}
    assert regions.keys() == {city.region for city in game_map.cities if city.region}
    assert len(regions) == 17
    assert all(regions.values())
    for city in game_map.cities:
        if city.kind == "city":
            here = board["cities"][city.name]
            holding = [name for name, rings in regions.items() if inside_any((here["x"], here["y"]), rings)]
            assert holding == [city.region], f"{city.name} stands in {holding}"


def test_italian_ferries_keep_to_the_water() -> None:
    game_map, board = load_map("italy"), board_of("italy")
    middles = [
        (slot[0], slot[1])
        for route, lane in zip(game_map.routes, board["routes"], strict=True)
        if route.kind == "ferry"
        for slot in lane["slots"]
    ]
    wet = [not inside_any(middle, board["land"]) for middle in middles]
    assert sum(wet) / len(wet) > 0.85


def test_japan_has_two_insets_with_a_twin_and_a_leader() -> None:
    game_map, board = load_map("japan"), board_of("japan")
    assert {inset["name"] for inset in board["insets"]} == {"kyushu", "tokyo"}
    assert {(twin["city"], twin["inset"]) for twin in board["twins"]} == {("Kokura", "kyushu"), ("Tokyo", "tokyo")}
    for inset in board["insets"]:
        x, y, w, h = inset["frame"]
        (twin,) = [twin for twin in board["twins"] if twin["inset"] == inset["name"]]
        inner = [city.name for city in game_map.cities if city.region == inset["name"]]
        for place in (twin, *(board["cities"][name] for name in inner)):
            assert x < place["x"] < x + w
            assert y < place["y"] < y + h
        outer = board["cities"][twin["city"]]
        assert inset["leader"][0] == [outer["x"], outer["y"]]
        assert inset["land"]


def test_nothing_of_the_main_map_lies_under_an_inset() -> None:
    game_map, board = load_map("japan"), board_of("japan")
    inner = {city.name for city in game_map.cities if city.region in ("kyushu", "tokyo")}
    for inset in board["insets"]:
        x, y, w, h = inset["frame"]
        for lane in board["routes"]:
            if not {lane["a"], lane["b"]} & inner:
                assert not [slot for slot in lane["slots"] if x < slot[0] < x + w and y < slot[1] < y + h]


def test_every_toll_has_a_mark() -> None:
    game_map, board = load_map("nederland"), board_of("nederland")
    for route, lane in zip(game_map.routes, board["routes"], strict=True):
        assert ("mark" in lane) == bool(route.toll)
    marks = Counter(tuple(lane["mark"]) for lane in board["routes"])
    assert sum(marks.values()) == len(game_map.routes)
    assert len(marks) == len(game_map.route_groups)


def test_nederland_has_water_and_rivers() -> None:
    board = board_of("nederland")
    assert len(board["water"]) >= 2
    assert len(board["rivers"]) >= 4
    assert "IJsselmeer" in {label["text"] for label in board["labels"]}


@pytest.mark.parametrize("name", MAPS)
def test_land_is_there_and_signs_lie_inside(name: str) -> None:
    board = board_of(name)
    assert board["land"]
    for sign in (board["title"], board["legend"]):
        assert sign["x"] >= 0.55
        assert sign["y"] >= 0.55
        assert sign["x"] + sign["w"] <= board["width"] - 0.55
        assert sign["y"] + sign["h"] <= board["height"] - 0.55
