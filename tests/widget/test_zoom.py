"""Zooming in the widget: buttons, the helper's messages, and clicks, tips and rings at every zoom."""

from __future__ import annotations

import re
import sys

import pytest

from tests.widget.driver import press, run_bots, sit
from tests.widget.test_clicks import my_turn, say
from ttr_widget.gamemap import load_map
from ttr_widget.picture.camera import Camera
from ttr_widget.widget import PlayWidget
from ttr_widget.widget.prefs import Preferences


def mouse(board: PlayWidget, event: str, x: float, y: float) -> None:
    k = board.board.scale
    board.board.widget._handle_custom_msg({"event": event, "x": x * k, "y": y * k}, [])
    assert board.last_error is None, board.last_traceback


def claimable(seed: int = 1) -> tuple[PlayWidget, int]:
    """A board and a route that can be claimed now."""
    board = my_turn(seed=seed)
    while not board.view.legal.claimable_routes():
        press(board.parts.deck)
        run_bots(board)
    return board, board.view.legal.claimable_routes()[0]


def look_at(board: PlayWidget, route: int, zoom: float = 3) -> None:
    x, y = board.board.plate.point_of(route)
    width, height = board.board.plate.size
    board.zoom.look(Camera(zoom).centred(x / width, y / height))


def asked_or_claimed(board: PlayWidget, route: int) -> bool:
    return board.game.owner[route] >= 0 or board.parts.chooser.question is not None


def test_buttons_zoom_about_the_middle_and_back() -> None:
    board = sit("usa", ["human", "random"])
    press(board.parts.zoom["in"])
    assert board.board.camera.zoom == pytest.approx(1.5)
    assert board.board.camera.to_board(0.5, 0.5) == pytest.approx((0.5, 0.5))
    for _ in range(6):
        press(board.parts.zoom["in"])
    assert board.board.camera.zoom == 4
    assert "ttr-idle" in board.parts.zoom["in"]._dom_classes
    press(board.parts.zoom["out"])
    assert board.board.camera.zoom == pytest.approx(4 / 1.5)
    assert "ttr-zoomed" in board._dom_classes
    press(board.parts.zoom["whole"])
    assert board.board.camera == Camera()
    assert "ttr-zoomed" not in board._dom_classes
    assert "100" in board.parts.live.value, "screen readers hear it"


@pytest.mark.parametrize(("language", "whole"), [("en", "Whole board (0)"), ("de", "Ganzer Plan (0)")])
def test_the_buttons_have_names(language: str, whole: str) -> None:
    board = sit("usa", ["human", "random"], preferences=Preferences(language=language))
    assert board.parts.zoom["whole"].tooltip == whole
    assert all(button.tooltip for button in board.parts.zoom.values())


def test_keys_move_only_what_is_zoomed() -> None:
    board = sit("usa", ["human", "random"])
    say(board, kind="zoom", step="right")
    assert board.board.camera == Camera()
    say(board, kind="zoom", step="in")
    x = board.board.camera.x
    say(board, kind="zoom", step="right")
    assert board.board.camera.x > x
    for _ in range(9):
        say(board, kind="zoom", step="left")
    assert board.board.camera.x == 0


def test_the_helper_is_always_answered_and_kept_on_the_board() -> None:
    board = sit("usa", ["human", "random"])
    assert board.aid.camera == [0, 1, 0, 0]
    say(board, kind="look", zoom=9, x=5, y=-1)
    assert board.aid.camera == [1, 4, 0.75, 0]
    say(board, kind="look", zoom=9, x=5, y=-1)
    assert board.aid.camera == [2, 4, 0.75, 0], "the page waits for an answer, also where nothing changes"


def test_the_helper_names_points_of_the_board_whatever_is_seen() -> None:
    board, route = claimable()
    (x, y), (width, height) = board.board.plate.point_of(route), board.board.plate.size
    say(board, kind="look", zoom=2, x=0.0, y=0.5)
    say(board, kind="hover", x=x / width, y=y / height)
    assert board.overlay.hovered == route
    say(board, kind="click", x=x / width, y=y / height)
    assert asked_or_claimed(board, route)


def test_another_look_takes_away_what_floats_over_the_old_one() -> None:
    board = my_turn()
    mouse(board, "mouse_move", *board.board.point_of(3))
    assert board.parts.tip.value
    board.parts.flash.value = "rings"
    press(board.parts.zoom["in"])
    assert board.parts.tip.value == board.parts.flash.value == ""
    assert board.overlay.hovered is None


def test_rings_and_tips_lie_on_the_route_that_is_seen() -> None:
    board, route = claimable()
    board.set_preference(animations=True)
    look_at(board, route)
    x, y = board.board.point_of(route)
    mouse(board, "mouse_move", x, y)
    sides = {side: float(at) for side, at in re.findall(r"(left|right|top|bottom):(-?\d+)px", board.parts.tip.value)}
    width = board.board.size[0]
    across = sides["left"] if "left" in sides else width - sides["right"]
    assert abs(across - x) < 20
    mouse(board, "mouse_down", x, y)
    mouse(board, "mouse_up", x, y)
    if board.parts.chooser.question is not None:
        press(board.parts.chooser.buttons[0])
    rings = [
        (float(a), float(b))
        for a, b in re.findall(r'ttr-ring" style="left:(-?\d+)px;top:(-?\d+)', board.parts.flash.value)
    ]
    slots = [board.board.pixel_of(a, b) for a, b, _ in board.board.plate.slots[route]]
    assert len(rings) == len(slots) > 0
    for ring, slot in zip(rings, slots, strict=True):
        assert ring == pytest.approx(slot, abs=1)


def test_without_the_helper_a_drag_moves_the_board_and_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)  # as if it were not installed
    board, route = claimable()
    assert board.aid is None
    look_at(board, route)
    x, y = board.board.point_of(route)
    before, camera = len(board.game), board.board.camera
    mouse(board, "mouse_down", x, y)
    mouse(board, "mouse_up", x + 60, y)
    assert board.board.point_of(route)[0] == pytest.approx(x + 60, abs=0.1)
    assert board.board.camera.y == camera.y
    assert len(board.game) == before
    assert not asked_or_claimed(board, route)
    mouse(board, "mouse_down", x + 60, y)
    mouse(board, "mouse_up", x + 62, y + 1)
    assert asked_or_claimed(board, route), "a little jitter is a click"


def test_on_the_whole_board_a_press_is_a_click_at_once() -> None:
    board, route = claimable()
    mouse(board, "mouse_down", *board.board.point_of(route))
    assert asked_or_claimed(board, route)
    number = len(board.game)
    mouse(board, "mouse_up", *board.board.point_of(route))
    assert len(board.game) == number


def test_a_route_of_the_list_comes_into_view() -> None:
    board, route = claimable()
    x, y = board.board.point_of(route)
    width, height = board.board.size
    far = Camera(4, 0.75 if x < width / 2 else 0, 0.75 if y < height / 2 else 0)
    board.zoom.look(far)
    assert not 0 <= board.board.point_of(route)[0] <= width
    board.parts.claim_list.value = route
    seen = board.board.point_of(route)
    assert 0 <= seen[0] <= width
    assert 0 <= seen[1] <= height
    assert board.board.camera.zoom == 4
    assert board.overlay.hovered == route


def test_a_new_game_shows_the_whole_board() -> None:
    board = sit("usa", ["human", "random"])
    press(board.parts.zoom["in"])
    other = sit("germany", ["human", "random"])
    board.change_game(other.game, other.table.seats)
    assert board.game.board.name == load_map("germany").name
    assert board.board.camera == Camera()
    assert board.aid.camera == [0, 1, 0, 0]
    assert "ttr-zoomed" not in board._dom_classes
