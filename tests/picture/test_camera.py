"""Zoom and pan of the live board: what is seen, what a pixel means, and what it costs."""

from __future__ import annotations

import pytest

from tests.picture.positions import MAPS, game_on
from tests.picture.test_canvas import Recorder, recorder
from ttr_widget.gamemap import load_map
from ttr_widget.picture import Marks
from ttr_widget.picture.camera import MOST, Camera
from ttr_widget.picture.canvas import OVER, CanvasBoard
from ttr_widget.picture.corner import _common, _played, free_corner

__all__ = ["recorder"]

CAMERAS = [Camera(), Camera(2, 0.5, 0.0), Camera(3.3, 0.21, 0.6), Camera(4, 0.75, 0.75)]


@pytest.mark.parametrize("place", [(0.0, 0.0), (0.3, 0.8), (1.0, 0.5)])
def test_zooming_keeps_the_point_under_the_pointer(place: tuple[float, float]) -> None:
    camera = Camera(2, 0.2, 0.3)
    for factor in (1.1, 1.5, 0.95):
        assert camera.zoomed(factor, *place).to_board(*place) == pytest.approx(camera.to_board(*place))


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_board_always_fills_the_view(camera: Camera) -> None:
    for step in ((9, 9), (-9, -9), (0.3, -0.1)):
        moved = camera.moved(*step)
        assert moved.zoom == camera.zoom
        for corner in ((0, 0), (1, 1)):
            assert all(-1e-9 <= part <= 1 + 1e-9 for part in moved.to_board(*corner))
    assert camera.zoomed(100).zoom == MOST
    assert camera.zoomed(0) == Camera()


def test_what_is_centred_is_in_the_middle_if_the_edges_allow() -> None:
    assert Camera(4).centred(0.5, 0.4).to_view(0.5, 0.4) == pytest.approx((0.5, 0.5))
    assert Camera(4, 0.5, 0.5).centred(0, 1) == Camera(4, 0, 0.75)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("name", MAPS)
def test_every_pixel_means_what_is_seen_there(name: str, camera: Camera) -> None:
    board = CanvasBoard(load_map(name), width=600)
    whole = [board.point_of(route) for route in range(len(board.plate.slots))]
    board.look(camera)
    assert board.camera == camera
    width, height = board.size
    for route, (x, y) in enumerate(whole):
        seen = board.point_of(route)
        expected = ((x / width - camera.x) * camera.zoom * width, (y / height - camera.y) * camera.zoom * height)
        assert seen == pytest.approx(expected, abs=0.05)
        assert board.route_at(*seen) == route
    city, points = next(iter(board.plate.towns.items()))
    assert board.city_at(*board.pixel_of(*points[0])) == city


@pytest.mark.parametrize("name", MAPS)
def test_a_look_is_one_short_message_with_the_right_transform(name: str, recorder: Recorder) -> None:
    board = CanvasBoard(load_map(name), width=600)
    board.show(game_on(name).view(None), Marks(hover=3, ghost_seat=0))
    stored = board._counts["stored"]
    board.look(Camera(3, 0.2, 0.4))
    assert len(recorder.messages) == 2
    assert recorder.sizes[-1] < 10_000
    assert board._counts["stored"] == stored, "a zoom only names what the browser has already"
    transforms = [arguments for _, command, arguments, _ in recorder.layers(board) if command == "setTransform"]
    a, b, c, d, e, f = transforms[0]
    assert all(other == transforms[0] for other in transforms), "all layers show the same part"
    assert (b, c) == (0, 0)
    for x, y in (board.plate.size, (0, 0), board.plate.point_of(0)):
        seen = board.pixel_of(x, y)
        assert (a * x + e, d * y + f) == pytest.approx([2 * part for part in seen], abs=1.5)


def test_the_page_can_read_which_look_it_sees(recorder: Recorder) -> None:
    board = CanvasBoard(load_map("usa"))
    view = game_on("usa").view(None)
    board.show(view)
    assert "fillRect" not in [command for _, command, *_ in recorder.layers(board)], (
        "costs nothing before the first look"
    )
    for number in (1, 2):
        board.look(Camera(2))
        assert board.look_number == number
    board.show(view, Marks(hover=3))  # wipes the layer: the sign must be there again
    commands = [(command, arguments) for layer, command, arguments, _ in recorder.layers(board) if layer == OVER]
    at = commands.index(("fillRect", [0, 0, 1, 1]))
    assert commands[at - 1] == ("set", [0, "#000002"])
    assert "setTransform" not in [command for command, _ in commands[:at]]


def test_resize_and_theme_keep_the_camera() -> None:
    board = CanvasBoard(load_map("usa"), width=500)
    board.show(game_on("usa").view(None))
    board.look(Camera(2, 0.3, 0.1))
    x, y = board.point_of(5)
    board.resize(1000)
    board.set_theme("dark")
    assert board.camera == Camera(2, 0.3, 0.1)
    assert board.point_of(5) == pytest.approx((2 * x, 2 * y), abs=0.1)


@pytest.mark.parametrize("name", MAPS)
def test_the_buttons_lie_where_no_slot_or_name_is(name: str) -> None:
    plate = CanvasBoard(load_map(name)).plate
    wide, high = 0.055 * plate.size[0], 0.15 * plate.size[1]
    corner = free_corner(plate, 0.055, 0.15)
    left = 0 if "w" in corner else plate.size[0] - wide
    top = 0 if "n" in corner else plate.size[1] - high
    covered = sum(_common((left, top, wide, high), box) for box in _played(plate))
    assert covered < 0.1 * wide * high
