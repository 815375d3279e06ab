"""Clicks that must do no harm: double, out of turn, too late, on nothing; and errors that must not vanish."""

from __future__ import annotations

import random
import sys

import pytest

from tests.widget.driver import click_canvas, click_route, perform, press, run_bots, sit, wanted
from ttr_widget.engine import Game
from ttr_widget.widget import PlayWidget, panels


def my_turn(name: str = "usa", seed: int = 1) -> PlayWidget:
    """A board where the only person is to take a turn."""
    board = sit(name, ["human", "random"], seed=seed)
    while not (board.game.phase == "turn" and board.game.player == 0):
        run_bots(board)
        if board.game.phase != "turn":
            perform(board, wanted(board, random.Random(1)))
    return board


def test_a_double_click_draws_one_card() -> None:
    board = my_turn()
    board.quickest = 0.25
    now = board.clock() + 10
    board.clock = lambda: now
    before = len(board.game)
    board.parts.deck.click()
    board.parts.deck.click()
    assert len(board.game) == before + 1
    now += 0.3
    board.parts.deck.click()
    assert len(board.game) == before + 2


def test_a_click_counts_only_for_the_position_that_the_browser_has_shown() -> None:
    board = my_turn()
    board.clock = lambda: 5.0
    before = len(board.game)
    say(board, kind="shown", stamp=board.table.stamp)
    board.parts.deck.click()
    assert len(board.game) == before + 1
    board.parts.deck.click()  # the browser still shows the position before
    assert len(board.game) == before + 1
    say(board, kind="shown", stamp=board.table.stamp)
    board.parts.deck.click()
    assert len(board.game) == before + 2


def test_a_browser_that_stops_answering_does_not_lock_the_board() -> None:
    board = my_turn()
    now = 5.0
    board.clock = lambda: now
    say(board, kind="shown", stamp=board.table.stamp)
    before = len(board.game)
    board.parts.deck.click()
    now = 7.0
    board.parts.deck.click()
    assert len(board.game) == before + 2


def say(board: PlayWidget, **message: object) -> None:
    """A message of the helper in the browser."""
    board.aid._handle_custom_msg(message, [])
    assert board.last_error is None


def test_clicks_out_of_turn_change_nothing_and_say_so() -> None:
    board = my_turn()
    press(board.parts.deck)
    press(board.parts.deck)
    assert board.table.bot_to_decide() is not None
    record = board.game.record()
    for button in (*board.parts.market, board.parts.deck, board.parts.tickets_deck, board.parts.claim):
        button.click()
    for route in range(0, len(board.game.board.routes), 7):
        click_route(board, route)
    assert board.game.record() == record
    assert board.last_error is None
    assert "Random" in board.parts.over.value


def test_a_click_on_no_route_does_nothing() -> None:
    board = my_turn()
    record = board.game.record()
    click_canvas(board, 1, 1)
    click_canvas(board, -50, 10_000)
    assert board.game.record() == record
    assert board.last_error is None


def test_a_route_that_cannot_be_paid_says_why() -> None:
    board = my_turn()
    routes = board.view.legal.claimable_routes()
    no = next(route for route in range(len(board.game.board.routes)) if route not in routes)
    before = len(board.game)
    click_route(board, no)
    assert len(board.game) == before
    assert "ttr-bad" in board.parts.over.value


def test_a_payment_can_be_cancelled_and_is_forgotten_when_the_position_changes() -> None:
    board = my_turn()
    board.set_preference(confirm=True)
    while not board.view.legal.claimable_routes():
        press(board.parts.deck)
        run_bots(board)
    route = board.view.legal.claimable_routes()[0]
    before = len(board.game)
    click_route(board, route)
    assert board.parts.chooser.question is not None
    press(board.parts.chooser.cancel)
    assert board.parts.chooser.question is None
    click_route(board, route)
    board.game.play("draw")  # a code cell moves meanwhile
    assert board.parts.chooser.question is None
    assert len(board.game) == before + 1


def test_payments_are_offered_cheapest_first() -> None:
    """Few locomotives first; among equal ones the colour one has most of."""
    board = my_turn()
    while len(board.view.hand) and sum(board.view.hand) < 22:
        press(board.parts.deck)
        run_bots(board)
    while board.game.phase != "turn":
        press(board.parts.deck)
        run_bots(board)
    seen = 0
    for route in board.view.legal.claimable_routes():
        ways = panels.payments(board.view, route)
        assert set(ways) == set(board.view.legal.claims_of(route))
        assert [way.locomotives for way in ways] == sorted(way.locomotives for way in ways)
        plain = [board.view.hand[way.color] for way in ways if way.locomotives == 0]
        assert plain == sorted(plain, reverse=True)
        seen += len(plain) > 1
    assert seen


def test_an_error_in_a_handler_is_kept_and_said() -> None:
    board = my_turn()

    def broken() -> None:
        raise RuntimeError("a fault of ours")

    board.guard(broken)()
    assert isinstance(board.last_error, RuntimeError)
    assert "a fault of ours" in board.parts.over.value
    assert "broken" in board.last_traceback


def test_touch_counts_as_a_click() -> None:
    board = my_turn()
    while not board.view.legal.claimable_routes():
        press(board.parts.deck)
        run_bots(board)
    route = board.view.legal.claimable_routes()[0]
    before = len(board.game)
    x, y = board.board.point_of(route)
    k = board.board.scale
    board.board.widget._handle_custom_msg({"event": "touch_start", "touches": [{"x": x * k, "y": y * k}]}, [])
    assert len(board.game) > before or board.parts.chooser.question is not None


def test_the_helper_in_the_browser_hovers_and_clicks() -> None:
    board = my_turn()
    route = 3
    x, y = board.board.point_of(route)
    width, height = board.board.size
    say(board, kind="hover", x=x / width, y=y / height)
    assert board.overlay.hovered == route
    assert board.game.board.route_label(route) in board.parts.tip.value
    say(board, kind="leave")
    assert board.overlay.hovered is None
    assert board.parts.tip.value == ""


def test_the_claim_list_does_what_a_click_does() -> None:
    board = my_turn()
    while not board.view.legal.claimable_routes():
        press(board.parts.deck)
        run_bots(board)
    routes = [value for _, value in board.parts.claim_list.options if value >= 0]
    assert sorted(routes) == sorted(board.view.legal.claimable_routes())
    board.parts.claim_list.value = routes[0]
    assert board.overlay.hovered == routes[0]
    press(board.parts.claim)
    asked = board.parts.chooser.question is not None
    if asked:
        press(board.parts.chooser.buttons[0])
    assert board.game.owner[routes[0]] == 0


def test_only_routes_of_the_chosen_colour_glow() -> None:
    board = my_turn()
    for _ in range(12):
        press(board.parts.deck)
        run_bots(board)
    while board.game.phase != "turn":
        press(board.parts.deck)
        run_bots(board)
    card = max(range(8), key=lambda color: board.view.hand[color])
    everything = set(board.decisions.clickable_routes())
    press(board.parts.hand[card])
    some = set(board.decisions.clickable_routes())
    assert some < everything
    assert all(any(a.color == card for a in board.view.legal.claims_of(route)) for route in some)
    press(board.parts.hand[card])
    assert set(board.decisions.clickable_routes()) == everything


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_hint_is_said_and_drawn(language: str) -> None:
    board = my_turn()
    board.set_preference(language=language)
    press(board.parts.hint)
    assert board.last_error is None
    assert "ttr-toast" in board.parts.over.value
    assert board.own.hint_routes == tuple(board.board._marks.path)


def test_the_board_works_without_the_helper_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)  # as if it were not installed
    board = my_turn()
    assert board.aid is None
    x, y = board.board.point_of(3)
    k = board.board.scale
    board.board.widget._handle_custom_msg({"event": "mouse_move", "x": x * k, "y": y * k}, [])
    assert board.game.board.route_label(3) in board.parts.tip.value
    board.board.widget._handle_custom_msg({"event": "mouse_out", "x": 0, "y": 0}, [])
    assert board.parts.tip.value == ""
    for _ in range(20):
        run_bots(board)
        perform(board, wanted(board, random.Random(1)))
    assert board.last_error is None


def test_games_of_a_kernel_cell_may_go_on_without_widgets() -> None:
    board = my_turn()
    copy = Game.from_record(board.game.record())
    copy.play("draw")
    assert len(board.game) == len(copy) - 1
