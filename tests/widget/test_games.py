"""Whole games on every map through the widget's own controls, by one person with bots and by several people."""

from __future__ import annotations

import random

import pytest

from tests.widget.driver import play_through, sit
from ttr_widget.engine import Game

MAPS = ["usa", "germany", "italy", "japan", "nederland", "first_journey_europe"]


@pytest.mark.parametrize("name", MAPS)
def test_a_whole_game_by_the_controls(name: str) -> None:
    board = sit(name, ["human", "random"], seed=5)
    meant = play_through(board, random.Random(1))
    assert board.last_error is None
    assert board.table.last_error is None
    played = [action.text for action, deed in zip(board.game.actions, board.table.deeds, strict=True) if deed.seat == 0]
    assert played == meant
    assert Game.from_record(board.game.record()).scores() == board.game.scores()
    assert "ttr-off" not in board.ending.panel._dom_classes


def test_the_neutral_player_is_asked_for() -> None:
    board = sit("nederland", ["human", "human"], seed=2, options={"neutral": True})
    meant = play_through(board, random.Random(3))
    assert [action.text for action in board.game.actions] == meant
    assert any(text.startswith("neutral ") for text in meant)


def test_three_people_on_one_screen() -> None:
    board = sit("germany", ["human:Ann", "human:Bob", "human:Cid"], seed=4)
    meant = play_through(board, random.Random(2))
    assert [action.text for action in board.game.actions] == meant
    assert board.last_error is None
