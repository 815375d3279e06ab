"""The measure itself: every kind of damage is noticed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ttr_widget.boardmaker import board_for
from ttr_widget.boardmaker.quality import ZERO, good, quality, table
from ttr_widget.boardmaker.shapes import (
    convex_overlap,
    distance_to_box,
    distance_to_polygon,
    inside_any,
    near_pairs,
    polylines_cross,
    slot_corners,
)
from ttr_widget.gamemap import load_map


@pytest.fixture
def board() -> dict[str, Any]:
    return copy.deepcopy(board_for(load_map("usa")))


def faults(board: dict[str, Any]) -> dict[str, int]:
    found = quality(board, load_map("usa"))
    return {key: found[key] for key in ZERO if found[key]}


def test_the_board_as_it_is_has_no_fault(board: dict[str, Any]) -> None:
    assert faults(board) == {}
    assert good(quality(board, load_map("usa")))


def test_a_slot_on_another_route_is_counted(board: dict[str, Any]) -> None:
    board["routes"][0]["slots"][0] = list(board["routes"][50]["slots"][0])
    assert faults(board)["slot_overlaps"] == 1


def test_a_slot_on_its_neighbour_is_counted(board: dict[str, Any]) -> None:
    lane = next(lane for lane in board["routes"] if len(lane["slots"]) == 6)
    lane["slots"][2] = list(lane["slots"][3])
    assert faults(board) == {"same_route_overlaps": 1}


def test_a_slot_on_a_town_is_counted(board: dict[str, Any]) -> None:
    town = board["cities"]["Miami"]
    board["routes"][0]["slots"][0] = [town["x"], town["y"], 0]
    assert faults(board)["slots_on_places"] == 1


def test_a_name_on_a_name_is_counted(board: dict[str, Any]) -> None:
    board["cities"]["Miami"]["label"] = dict(board["cities"]["Vancouver"]["label"])
    assert faults(board)["label_overlaps"] >= 1


def test_a_name_on_a_slot_is_counted(board: dict[str, Any]) -> None:
    lane = next(lane for lane in board["routes"] if len(lane["slots"]) == 6)
    x, y, _ = lane["slots"][3]
    board["cities"]["Miami"]["label"].update(x=x, y=y, anchor="middle")
    assert faults(board)["label_overlaps"] >= 1


def test_a_name_beside_another_town_is_counted(board: dict[str, Any]) -> None:
    here, there = board["cities"]["Miami"], board["cities"]["Charleston"]
    there["label"], here["label"] = dict(here["label"]), dict(there["label"])
    assert faults(board)["strange_names"] == 2


def test_a_mark_on_a_town_is_counted(board: dict[str, Any]) -> None:
    board["routes"][0]["mark"] = [board["cities"]["Miami"]["x"], board["cities"]["Miami"]["y"]]
    assert faults(board)["mark_overlaps"] >= 1


def test_a_town_outside_and_in_the_sea_is_counted(board: dict[str, Any]) -> None:
    board["cities"]["Miami"].update(x=-1.0, y=2.0)
    assert faults(board).keys() >= {"outside", "towns_in_water"}


def test_a_crossing_is_counted(board: dict[str, Any]) -> None:
    across = [[1.0, board["height"] / 2], [board["width"] - 1, board["height"] / 2]]
    board["routes"][0]["curve"] = [across[0], *across, across[1]]
    assert faults(board)["extra_crossings"] > 3


def test_a_bend_is_measured(board: dict[str, Any]) -> None:
    lane = next(lane for lane in board["routes"] if len(lane["slots"]) == 6)
    lane["slots"][2][2] += 70
    assert quality(board, load_map("usa"))["sharpest_bend"] > 40


def test_moved_towns_are_measured(board: dict[str, Any]) -> None:
    before = quality(board, load_map("usa"))
    board["cities"]["Miami"]["x"] -= 20
    after = quality(board, load_map("usa"))
    assert after["most_moved"] > 15
    assert after["mean_moved"] > before["mean_moved"]


def test_the_table_names_what_is_wrong(board: dict[str, Any]) -> None:
    assert table("usa", quality(board, load_map("usa"))).startswith("usa: good")
    board["routes"][0]["slots"][0] = list(board["routes"][50]["slots"][0])
    text = table("usa", quality(board, load_map("usa")))
    assert "NOT good enough" in text
    assert "slot overlaps          1  <-- must be 0" in text


def test_overlap_of_turned_boxes() -> None:
    flat = slot_corners((0, 0, 0))
    assert convex_overlap(flat, slot_corners((0.9, 0, 0)))
    assert not convex_overlap(flat, slot_corners((1.001, 0, 0)))
    assert convex_overlap(flat, slot_corners((0, 0.6, 90)))
    assert not convex_overlap(flat, slot_corners((0, 0.68, 90)))
    assert not convex_overlap(flat, slot_corners((0.95, 0.55, 45)))


def test_distances() -> None:
    flat = slot_corners((0, 0, 0))
    assert distance_to_polygon((0.2, 0.1), flat) == 0
    assert distance_to_polygon((0, 1.17), flat) == pytest.approx(1)
    assert distance_to_box((4, 5), (0, 0, 1, 1)) == pytest.approx(5)


def test_rings_inside_rings_are_holes() -> None:
    outer, inner = [[0, 0], [9, 0], [9, 9], [0, 9]], [[3, 3], [6, 3], [6, 6], [3, 6]]
    assert inside_any((1, 1), [outer, inner])
    assert not inside_any((4, 4), [outer, inner])
    assert not inside_any((10, 4), [outer, inner])


def test_lines_cross_only_when_they_do() -> None:
    assert polylines_cross([[0, 0], [2, 2]], [[0, 2], [2, 0]])
    assert not polylines_cross([[0, 0], [2, 2]], [[0, 1], [1, 2]])
    assert not polylines_cross([[0, 0], [1, 1]], [[1, 1], [2, 0]])


def test_near_pairs_finds_every_pair() -> None:
    points = [(0.1 * i, (i * 37 % 11) * 0.3) for i in range(60)]
    found = {frozenset(pair) for pair in near_pairs(points, 0.5)}
    for i, p in enumerate(points):
        for j, q in enumerate(points[:i]):
            if abs(p[0] - q[0]) <= 0.5 and abs(p[1] - q[1]) <= 0.5:
                assert frozenset((i, j)) in found
