"""The menu, languages, themes, sizes, the rules page, the tour and the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ttr_widget as ttr
from tests.widget.driver import models_of, play_through, press, run_bots, shown, sit
from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps
from ttr_widget.picture.camera import Camera
from ttr_widget.widget import PlayWidget
from ttr_widget.widget.layout import fit
from ttr_widget.widget.prefs import Preferences
from ttr_widget.widget.seats import make_seats


def say(board: PlayWidget, **message: Any) -> None:
    board.aid._handle_custom_msg(message, [])
    assert board.last_error is None, board.last_traceback


def words_of(board: PlayWidget) -> str:
    """Everything that is written on the widget."""
    texts = []
    for model in models_of(board):
        for name in ("value", "description", "tooltip", "placeholder"):
            found = getattr(model, name, None)
            if isinstance(found, str) and "<style" not in found:
                texts.append(found)
    return "\n".join(texts)


def test_every_text_changes_with_the_language() -> None:
    board = sit("germany", ["human", "random"], seed=3)
    run_bots(board)
    press(board.parts.menu)
    english = words_of(board)
    board.menu.choices["language"].value = "de"
    german = words_of(board)
    assert board.last_error is None
    assert board.language == "de"
    for word in ("Menu", "Hand ·", "Your tickets", "Save &", "Undo", "Players", "Speed of bots"):
        assert word not in german.replace("Hand · ", "") or word in ("Hand ·",)
    for word in ("Menü", "Deine Zielkarten", "Rückgängig", "Tempo der Bots", "Auslage"):
        assert word in german
        assert word not in english
    assert board.board.title == "Deutschland"
    board.menu.choices["language"].value = "en"
    assert words_of(board) == english


def test_the_theme_is_chosen_or_follows_the_notebook() -> None:
    board = sit("usa", ["human", "random"])
    assert board.board.theme.name == "light"
    say(board, kind="size", width=848, height=800, ratio=1, dark=True)
    assert board.board.theme.name == "dark"
    press(board.parts.menu)
    board.menu.choices["theme"].value = "light"
    assert board.board.theme.name == "light"
    assert "ttr-theme-light" in board._dom_classes
    board.menu.choices["theme"].value = "dark"
    assert board.board.theme.name == "dark"
    assert [name for name in board._dom_classes if name.startswith("ttr-theme-")] == ["ttr-theme-dark"]


@pytest.mark.parametrize("name", available_maps())
def test_the_board_fits_every_window(name: str) -> None:
    board = sit(name, ["human", "random"])
    for width, height in ((848, 800), (1008, 900), (1488, 1080), (1108, 800)):
        say(board, kind="size", width=width, height=height, top=176, ratio=1, dark=False)
        room = board.screen.room()
        assert room.total <= width
        assert board.board.size[0] == room.width
        assert 176 + 46 + board.board.size[1] < height - 26
    sizes = []
    for size in ("small", "medium", "large"):
        board.set_preference(size=size)
        sizes.append(board.board.size[0])
    assert sizes[0] < sizes[1] < sizes[2]


def test_fit_prefers_the_larger_board() -> None:
    assert not fit(1.6, 848, 634).tall
    assert fit(0.78, 848, 634).tall
    assert fit(1.6, 1488, 900).width > fit(1.6, 848, 634).width


def test_a_new_game_by_the_menu() -> None:
    board = sit("usa", ["human", "random"])
    press(board.parts.menu)
    menu = board.menu
    menu.map.value = "nederland"
    menu.options["neutral"].value = True
    menu.seat_kinds[0].value, menu.seat_names[0].value = "human", "Zoë"
    menu.seat_kinds[1].value = "greedy"
    menu.seed.value = "42"
    press(menu.start)
    assert board.last_error is None, board.last_traceback
    assert board.game.board.name == "nederland"
    assert board.game.board.options["neutral"] is True
    assert board.game.names == ("Zoë", "Greedy")
    assert board.game.seed == 42
    assert board.board.plate.map == board.game.board
    assert not shown(menu.box)


def test_the_menu_knows_how_many_may_play() -> None:
    board = sit("usa", ["human", "random"])
    press(board.parts.menu)
    menu = board.menu
    menu.map.value = "nederland"
    menu.options["neutral"].value = True
    menu.seat_kinds[2].value = "random"
    record = board.game.record()
    press(menu.start)
    assert board.game.record() == record
    assert "2" in menu.trouble.value
    menu.map.value = "first_journey_europe"
    assert menu.seat_kinds[4].disabled
    press(menu.start)
    assert board.game.board.name == "first_journey_europe"
    assert board.game.players == 3


@pytest.mark.parametrize("name", available_maps())
def test_every_map_can_be_chosen_in_the_menu_and_has_rules_and_a_tour(name: str) -> None:
    board = sit("japan", ["human", "random"])
    press(board.parts.menu)
    board.menu.map.value = name
    press(board.menu.start)
    assert board.game.board.name == name
    press(board.parts.menu)
    press(board.menu.tabs["help"])
    press(board.menu.help["rules"])
    assert shown(board.parts.page)
    assert len(board.parts.page_body.value) > 500
    press(board.parts.page_close)
    assert not shown(board.parts.page)
    press(board.parts.menu)
    press(board.menu.help["tour"])
    steps = 0
    while shown(board.overlay.tour_box):
        target = board.overlay._steps[board.overlay._step].target
        classes = {name for model in models_of(board) for name in getattr(model, "_dom_classes", ())}
        assert target in classes, f"the tour points at .{target}, which is nowhere"
        press(board.overlay.tour_next)
        steps += 1
    assert steps >= 4
    assert board.last_error is None, board.last_traceback


def test_the_end_is_told_step_by_step_and_the_game_can_be_replayed() -> None:
    board = sit("usa", ["human", "random"], seed=5)
    play_through(board, random.Random(2))
    ending = board.ending
    assert shown(ending.panel)
    assert not shown(board.parts.hand_panel)
    first = ending.text.value
    press(ending.next)
    assert ending.text.value != first
    press(ending.all)
    assert ending.next.disabled
    assert str(max(board.game.scores())) in ending.text.value
    assert list(board.board._position.owner) == board.game.owner
    ending.slider.value = 0
    assert set(board.board._position.owner) == {-1}
    for number in range(0, len(board.game), 37):
        ending.slider.value = number
        assert list(board.board._position.owner) == board.game.at(number).owner
    press(ending.close_button)
    assert list(board.board._position.owner) == board.game.owner
    assert board.last_error is None, board.last_traceback


def test_a_replay_in_the_middle_of_a_game_makes_no_move() -> None:
    board = sit("usa", ["human", "random"], seed=5)
    run_bots(board)
    for _ in range(30):
        board.game.play(board.game.legal_actions()[0])
    press(board.parts.menu)
    press(board.menu.tabs["help"])
    press(board.menu.help["replay"])
    board.ending.slider.value = 3
    record = board.game.record()
    board.parts.deck.click()
    for route in (0, 20, 40):
        board.decisions.click_route(route)
    assert board.game.record() == record
    press(board.ending.close_button)
    assert board.last_error is None


def test_animations_can_be_switched_off() -> None:
    for animated in (True, False):
        board = sit("usa", ["human", "human"], seed=3)
        board.set_preference(animations=animated)
        rng = random.Random(1)
        while not any(owner >= 0 for owner in board.game.owner):
            legal = board.game.legal_actions()
            board.game.play(rng.choice(legal.by_kind("claim") or legal))
        assert ("ttr-ring" in board.parts.flash.value) == animated


def test_the_menu_starts_from_the_game_in_play_whatever_was_in_it_before() -> None:
    board = sit("usa", ["human", "planner"])
    menu = board.menu
    press(board.parts.menu)
    assert [drop.value for drop in menu.seat_kinds] == ["human", "planner", "", "", ""]
    assert menu.save_name.value.startswith("usa-")
    menu.close()
    seats = make_seats(["human:Ann", "greedy", "human", ("Berta", "hungry")], 1)
    map_ = ttr.load_map("nederland", ranking="competition")
    board.change_game(Game(map_, [seat.name for seat in seats], 1), seats)
    press(board.parts.menu)
    assert [drop.value for drop in menu.seat_kinds] == ["human", "greedy", "human", "hungry", ""]
    assert [name.value for name in menu.seat_names] == ["Ann", "", "", "Berta", ""], "usual names are not fixed"
    assert menu.options["ranking"].value == "competition"
    assert menu.save_name.value.startswith("nederland-")
    menu.save_name.value = "evening"
    menu.close()
    press(board.parts.menu)
    assert menu.save_name.value == "evening", "a name of one's own stays"
    assert board.last_error is None, board.last_traceback


def test_the_menu_says_what_the_chosen_bots_are_like() -> None:
    board = sit("usa", ["human", "planner"], preferences=Preferences(language="de"))
    menu = board.menu
    press(board.parts.menu)
    assert "Planer: plant sein Netz und achtet auf deines" in menu.bots.value
    menu.seat_kinds[1].value = "random"
    assert "Planer" not in menu.bots.value
    assert "Zufall: irgendein erlaubter Zug" in menu.bots.value


def test_a_board_serves_again_so_that_the_page_does_not_fill_up() -> None:
    board = sit("usa", ["human", "random"])
    first = board.board
    board.board.look(Camera(2.0, 0.3, 0.3))
    board.game.play("keep 1 2")
    run_bots(board)
    seats = make_seats(["human", "random"], 2)
    boards = []
    for name in ("usa", "italy", "usa", "italy"):
        board.change_game(Game(name, [seat.name for seat in seats], 2), seats)
        boards.append(board.board)
        assert board.board.camera == Camera()
        assert board.parts.canvas_box.children == (board.board.widget,)
    assert boards == [first, boards[1], first, boards[1]]
    assert board.last_error is None
