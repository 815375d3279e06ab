"""Hot seat: while the curtain is down, or for a spectator, nothing of a hidden hand is in the browser."""

from __future__ import annotations

import random
import re

from tests.widget.driver import page_text, perform, press, run_bots, shown, sit, sit_down, wanted
from ttr_widget.gamemap import CARDS
from ttr_widget.widget import PlayWidget, watch


def ticket_names(board: PlayWidget, seat: int) -> list[str]:
    game = board.game
    numbers = game.state.tickets[seat] + game.state.offers[seat]
    return [f"{game.board.tickets[n].a}–{game.board.tickets[n].b}" for n in numbers]


def hand_shown(board: PlayWidget) -> list[int]:
    """The counts that the hand's buttons show, read from their state."""
    return [int(button.get_state()["description"].strip() or 0) for button in board.parts.hand]


def secrets_in(board: PlayWidget, seat: int) -> list[str]:
    """Which secrets of a seat the page holds: its tickets, the hand, and lines of the log only it may read."""
    page = page_text(board)
    found = [name for name in ticket_names(board, seat) if name in page]
    hand = board.game.hands[seat]
    if sum(hand) and hand_shown(board) == hand:
        found.append("hand")
    return found


def test_nothing_of_a_hand_is_in_the_page_while_the_curtain_is_down() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=3)
    rng = random.Random(4)
    curtains = 0
    for _ in range(60):
        if shown(board.parts.handover_panel):
            press(board.parts.handover)
        if board.curtain:
            curtains += 1
            page = page_text(board)
            assert hand_shown(board) == [0] * len(CARDS)
            assert not re.search(r"ttr-mini[^<]*</span>.*(Ann|Bob) drew <", page)
            for seat in range(2):
                assert not secrets_in(board, seat)
            assert board.board._marks.cities == {}
            press(board.parts.ready)
            assert hand_shown(board) == board.game.hands[board.game.player]
            assert not secrets_in(board, 1 - board.game.player) or set(ticket_names(board, 0)) & set(
                ticket_names(board, 1)
            )
        perform(board, wanted(board, rng))
    assert curtains > 15


def test_the_test_finds_secrets_that_are_shown() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=3)
    seat = board.game.player
    assert not secrets_in(board, seat)
    press(board.parts.ready)
    assert set(secrets_in(board, seat)) == {"hand", *ticket_names(board, seat)}


def test_the_log_tells_a_drawn_card_only_to_the_one_who_drew_it() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=3)
    while board.game.phase != "second_card":
        sit_down(board)
        perform(board, wanted(board, random.Random(1)) if board.game.phase == "keep" else board.game.parse("draw"))
    player = board.game.player
    card = board.table.events[-1].private[player]["card"]
    own = board.parts.log.value.partition("<div>")[2].partition("</div>")[0]
    assert CARDS[card] in own
    perform(board, board.game.parse("draw"))
    assert shown(board.parts.handover_panel), "the card drawn last must be seen before the curtain falls"
    assert board.view.seat == player
    press(board.parts.handover)
    assert board.curtain
    assert f'aria-label="{CARDS[card]}"' not in board.parts.log.value


def test_a_double_click_on_ready_lifts_the_curtain_once() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=3)
    board.parts.ready.click()
    board.parts.ready.click()
    assert not board.curtain
    assert board.view.seat == board.game.player


def test_one_person_with_bots_needs_no_curtain() -> None:
    board = sit("usa", ["human", "random", "random"])
    run_bots(board)
    assert not board.curtain
    assert board.view.seat == 0
    assert hand_shown(board) == board.game.hands[0]


def test_a_spectator_sees_no_hand() -> None:
    board = sit("usa", ["human", "random"])
    run_bots(board)
    spectator = watch(board.game)
    assert spectator.table is board.table
    assert spectator.view.seat is None
    for seat in range(2):
        assert not secrets_in(spectator, seat)


def test_the_curtain_stays_for_the_same_person_when_bots_move_between() -> None:
    board = sit("usa", ["human:Ann", "random", "human:Bob"], seed=8)
    rng = random.Random(2)
    for _ in range(30):
        run_bots(board)
        sit_down(board)
        assert board.view.seat == board.game.player
        perform(board, wanted(board, rng))
