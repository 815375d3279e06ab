"""What lies under a point: for every route and every city of every map."""

from __future__ import annotations

import math

import pytest

from tests.picture.positions import MAPS
from ttr_widget.gamemap import load_map
from ttr_widget.picture.canvas import CanvasBoard
from ttr_widget.picture.plate import plate_for
from ttr_widget.picture.primitives import turned


@pytest.mark.parametrize("name", MAPS)
def test_every_route_is_found_at_its_point_and_in_all_its_slots(name: str) -> None:
    plate = plate_for(load_map(name))
    for route, slots in enumerate(plate.slots):
        assert plate.route_at(*plate.point_of(route)) == route
        for place in slots:
            for x, y in turned(((-40, 0), (0, -10), (0, 10), (40, 0)), place):
                assert plate.route_at(x, y) == route


@pytest.mark.parametrize("name", MAPS)
def test_every_city_is_found_at_its_marks(name: str) -> None:
    plate = plate_for(load_map(name))
    for city, points in plate.towns.items():
        assert points, city
        for point in points:
            assert plate.city_at(*point) == city
    for city, about in plate.board["cities"].items():
        assert plate.city_at(about["x"] * 100, about["y"] * 100) == city


def test_far_from_everything_there_is_nothing() -> None:
    plate = plate_for(load_map("usa"))
    assert plate.route_at(5, 5) is None
    assert plate.city_at(5, 5) is None


@pytest.mark.parametrize("width", [380, 760, 1500.5])
def test_pixels_follow_the_width_of_the_board(width: float) -> None:
    board = CanvasBoard(load_map("germany"), width=500, scale=1.5)
    board.resize(width)
    assert board.size[0] == width
    assert board.size[1] == pytest.approx(width * board.plate.size[1] / board.plate.size[0], abs=0.01)
    for route in range(len(board.plate.slots)):
        x, y = board.point_of(route)
        assert 0 < x < width
        assert 0 < y < board.size[1]
        assert board.route_at(x, y) == route
    x, y = (value * width / board.plate.size[0] for value in board.plate.towns["Berlin"][0])
    assert board.city_at(x, y) == "Berlin"
    assert board.widget.width == round(width * 1.5)


def test_a_click_beside_a_slot_still_means_it() -> None:
    plate = plate_for(load_map("usa"))
    route = 0
    place = plate.slots[route][0]
    near = turned([(0, 30)], place)[0]
    assert math.dist(near, place[:2]) == pytest.approx(30)
    assert plate.route_at(*near) == route
    assert plate.route_at(*near, reach=5) is None
