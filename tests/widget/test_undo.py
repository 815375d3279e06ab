"""Taking back: freely when a person is alone with bots, otherwise only until something hidden has come to light."""

from __future__ import annotations

import random

from tests.widget.driver import perform, press, run_bots, shown, sit, sit_down, wanted
from ttr_widget.engine import Game
from ttr_widget.widget import PlayWidget, Table
from ttr_widget.widget.seats import make_seats


def to_a_turn(board: PlayWidget) -> None:
    """Choose first tickets until somebody's turn begins."""
    while board.game.phase != "turn" or board.table.bot_to_decide() is not None:
        run_bots(board)
        sit_down(board)
        if board.game.phase != "turn":
            perform(board, wanted(board, random.Random(1)))
    sit_down(board)


def collect(board: PlayWidget) -> None:
    """Draw until the person to move can claim something."""
    to_a_turn(board)
    while not board.game.legal_actions().claimable_routes():
        perform(board, board.game.parse("draw"))
        sit_down(board)
    sit_down(board)


def test_alone_with_bots_everything_can_be_taken_back() -> None:
    board = sit("usa", ["human", "random"], seed=2)
    to_a_turn(board)
    before = board.game.record()
    press(board.parts.deck)
    press(board.parts.deck)
    run_bots(board)
    assert board.game.player == 0
    press(board.parts.undo)  # the second card and all that the bot has done since
    assert board.game.phase == "second_card"
    press(board.parts.undo)
    assert board.game.record() == before
    assert board.last_error is None


def test_several_people_cannot_take_back_a_drawn_card() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=2)
    to_a_turn(board)
    perform(board, board.game.parse("draw"))
    assert not shown(board.parts.undo)
    record = board.game.record()
    board.press_undo()
    assert board.game.record() == record
    assert "ttr-bad" in board.parts.over.value


def test_several_people_can_take_back_a_claim() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=2)
    collect(board)
    before, player = board.game.record(), board.game.player
    perform(board, board.game.legal_actions().by_kind("claim")[0])
    assert board.curtain
    press(board.parts.undo)
    assert board.game.record() == before
    assert board.game.player == player
    assert board.view.seat == player, "the one who took back still sits there"


def test_taking_a_card_from_the_market_shows_a_new_one_so_it_stays() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=2)
    to_a_turn(board)
    perform(board, board.game.legal_actions().by_kind("take")[0])
    assert board.table.undo_target() is None


def test_analysis_makes_undo_free_for_several_people() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=2)
    to_a_turn(board)
    before = board.game.record()
    perform(board, board.game.parse("draw"))
    board.table.free_undo = True
    board.table.tell()
    press(board.parts.undo)
    assert board.game.record() == before


def test_a_new_ticket_of_the_short_game_stays() -> None:
    """F4: a completed ticket is replaced by one from the deck, which nobody had seen."""
    seats = make_seats(["human:Ann", "human:Bob"], 1)
    rng = random.Random(3)
    table = Table(Game("first_journey_europe", [seat.name for seat in seats], 1), seats)
    seen = 0
    while not table.game.over:
        number = len(table.events)
        claims = table.game.legal_actions().by_kind("claim")
        table.play(rng.choice(claims or table.game.legal_actions()))
        if any(event.kind == "completed" for event in table.events[number:]):
            seen += 1
            assert table.deeds[-1].revealed
    assert seen


def test_what_was_revealed_is_the_same_after_loading() -> None:
    board = sit("germany", ["human:Ann", "human:Bob"], seed=6)
    rng = random.Random(1)
    for _ in range(80):
        sit_down(board)
        perform(board, wanted(board, rng))
    again = Table(Game.from_record(board.game.record()), board.table.seats)
    assert again.deeds == board.table.deeds
    assert [event.kind for event in again.events] == [event.kind for event in board.table.events]


def test_nothing_to_take_back_at_the_beginning() -> None:
    board = sit("usa", ["human", "random"], seed=2)
    assert board.table.undo_target() is None
    run_bots(board)
    assert board.table.undo_target() is None
