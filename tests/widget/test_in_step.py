"""One truth: moves of code cells and of other widgets show at once, and everybody who listens is told."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.widget.driver import board_on, perform, press, run_bots, shown, sit, wanted
from ttr_widget import play, watch
from ttr_widget.engine import Event, Game
from ttr_widget.widget import PlayWidget
from ttr_widget.widget.pace import MOST


def owners_painted(board: PlayWidget) -> list[int]:
    return list(board.board._position.owner)


def test_a_move_in_a_code_cell_shows_at_once() -> None:
    board = sit("usa", ["human", "human"], seed=3)
    game = board.game
    rng = random.Random(5)
    for _ in range(80):
        legal = game.legal_actions()
        game.play(rng.choice(legal.by_kind("claim") or legal))
        assert owners_painted(board) == game.owner
        assert board.view.number == len(game)
    assert any(owner >= 0 for owner in game.owner)
    assert board.last_error is None


def test_a_cell_that_plays_a_whole_game_does_not_flood_the_page() -> None:
    """The server drops the messages of what looks like an endless loop: most changes wait until the cell is done."""

    async def notebook() -> None:
        board = sit("usa", ["human", "human"], seed=3)
        board.clock = lambda: 0.0  # all in one moment
        game, rng = board.game, random.Random(5)
        seen = []
        while not game.over:  # a cell: the loop has no time meanwhile
            legal = game.legal_actions()
            game.play(rng.choice(legal.by_kind("claim") or legal))
            seen.append(board.view.number)
        assert seen == [min(number, MOST) for number in range(1, len(game) + 1)]
        while board.view.number < len(game):
            await asyncio.sleep(0.01)
        assert owners_painted(board) == game.owner
        assert shown(board.ending.panel)
        assert board.last_error is None

    asyncio.run(asyncio.wait_for(notebook(), 60))


def test_undo_in_a_code_cell_shows_at_once() -> None:
    board = sit("usa", ["human", "random"], seed=3)
    game = board.game
    rng = random.Random(5)
    while not any(owner >= 0 for owner in game.owner):
        legal = game.legal_actions()
        game.play(rng.choice(legal.by_kind("claim") or legal))
    game.undo()
    assert owners_painted(board) == game.owner
    assert len(board.table.deeds) == len(game)
    assert all(event.number <= len(game) for event in board.table.events)


def test_widgets_on_one_game_stay_in_step() -> None:
    board = sit("usa", ["human", "random"], seed=3)
    spectator, bot_side, twin = watch(board.game), watch(board.game, seat=1), play(board.game)
    assert twin.table is board.table is spectator.table is bot_side.table
    rng = random.Random(1)
    for _ in range(40):
        if board.game.over:
            break
        run_bots(board)
        if not board.game.over:
            perform(board, wanted(board, rng))
        for other in (spectator, bot_side, twin):
            assert owners_painted(other) == board.game.owner
            assert other.last_error is None
    assert spectator.view.seat is None
    assert bot_side.view.seat == 1
    assert bot_side.view.hand == board.game.hands[1]


def test_each_person_on_a_board_of_their_own() -> None:
    board = sit("usa", ["human:Ann", "human:Bob"], seed=3)
    ann, bob = (board_on(board.table, seat=seat) for seat in range(2))
    rng = random.Random(1)
    for _ in range(30):
        mine, other = (ann, bob) if board.game.player == 0 else (bob, ann)
        assert not mine.curtain
        record = board.game.record()
        for button in (*other.parts.market, other.parts.deck, other.parts.tickets_deck):
            button.click()
        assert board.game.record() == record, "nobody plays for somebody else"
        perform(mine, wanted(mine, rng))


def test_a_game_begun_in_code_is_played_on() -> None:
    game = Game("italy", players=["Ann", "Bob"], seed=4)
    rng = random.Random(2)
    for _ in range(30):
        game.play(rng.choice(game.legal_actions()))
    board = play(game, ["human", "random"])
    assert board.game is game
    assert [seat.name for seat in board.table.seats] == ["Ann", "Bob"]
    assert len(board.table.deeds) == 30
    assert "Ann" in board.parts.log.value


def test_on_event_hears_everything_until_it_is_ended() -> None:
    board = sit("usa", ["human", "random"], seed=3)
    heard: list[Event] = []
    stop = board.on_event(heard.append)
    run_bots(board)
    perform(board, wanted(board, random.Random(1)))
    assert [event.number for event in heard][-1] == len(board.game)
    number = len(heard)
    stop()
    run_bots(board)
    assert len(heard) == number


def test_a_broken_listener_does_not_stop_the_game() -> None:
    board = sit("usa", ["human", "random"], seed=3)

    def broken(event: Event) -> None:
        raise RuntimeError("my own mistake")

    board.on_event(broken)
    before = len(board.game)
    board.game.play(board.game.legal_actions()[0])
    assert len(board.game) == before + 1
    assert "my own mistake" in str(board.last_error)


def test_a_closed_widget_listens_no_more() -> None:
    board = sit("usa", ["human", "random"], seed=3)
    spectator = watch(board.game)
    number = spectator.view.number
    spectator.close()
    board.game.play(board.game.legal_actions()[0])
    assert spectator.view.number == number
    assert board.view.number == number + 1


def test_the_spectator_has_nothing_to_press() -> None:
    board = sit("usa", ["human", "random"], seed=3)
    run_bots(board)
    spectator = watch(board.game)
    record = board.game.record()
    for button in (*spectator.parts.market, spectator.parts.deck, spectator.parts.tickets_deck):
        assert button.disabled
        button.click()
    assert board.game.record() == record
    assert "ttr-off" in spectator.parts.menu._dom_classes


def test_an_interrupted_move_leaves_the_position_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is interrupted in the middle of a rule: cards have left the deck, the turn has not gone on."""
    board = sit("usa", ["human:Ann", "human:Bob"], seed=3)
    while board.game.phase != "turn":
        board.game.play(board.game.legal_actions()[0])
    game = board.game
    before, hands, deck = game.record(), game.hands, len(game.state.deck)

    def interrupted(state: Any, action: Any) -> None:
        state.hands[state.player][state.deck.pop()] += 1
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setitem(game.rules.apply, "draw", interrupted)
        with pytest.raises(KeyboardInterrupt):
            board.table.play("draw")
    assert (game.record(), game.hands, len(game.state.deck)) == (before, hands, deck)
    game.check()
    board.table.play("draw")
    assert board.last_error is None


def test_it_shows_itself_again_and_as_a_picture() -> None:
    board = sit("usa", ["human", "random"], seed=3)
    first, second = board._repr_mimebundle_(), board._repr_mimebundle_()
    key = "application/vnd.jupyter.widget-view+json"
    assert first[key] == second[key]
    assert first["image/svg+xml"].startswith("<svg")
    assert "usa" in first["text/plain"]
    board.board.widget[5]._handle_custom_msg({"event": "client_ready"}, [])  # the page was loaded again
    press(board.parts.menu)
    assert board.last_error is None
