"""Every value of every option of every map: a game can be saved, read and is the same."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from tests.engine.mechanics.tools import MAPS, any_action, play_out
from ttr_widget.engine import Game
from ttr_widget.gamemap import load_map


def variants() -> list[tuple[str, dict[str, object]]]:
    """All combinations of options that a map allows."""
    found = []
    for name in MAPS:
        choices = load_map(name).choices
        for values in product(*(option.values for option in choices.values())):
            options = dict(zip(choices, values, strict=True))
            try:
                load_map(name, **options)
            except ValueError:
                assert options["neutral"]
                assert not options["tolls"]
                continue
            found.append((name, options))
    return found


def test_all_options_are_tried() -> None:
    assert len(variants()) == 2 + 1 + 1 + 6 + 1 + 1  # edition; tolls × neutral × ranking but for two


@pytest.mark.parametrize(("name", "options"), variants())
def test_saved_and_loaded_in_the_middle_and_at_the_end(
    name: str, options: dict[str, object], tmp_path: Path
) -> None:  # X3
    low, high = load_map(name, **options).settings.players
    for players in {low, high}:
        rng = random.Random(f"{name} {options} {players}")
        game = Game(name, players, seed="a word", **options)
        while not game.over:
            game.play(any_action(game.legal_actions(), rng))
            if rng.random() < 0.02:
                same_after_saving(game, tmp_path)
        same_after_saving(game, tmp_path)


def same_after_saving(game: Game, folder: Path) -> None:
    path = folder / "game.json"
    game.save(path)
    again = Game.load(path)
    assert again.state.facts() == game.state.facts()
    assert again.board == game.board
    assert [again.view(seat).extra for seat in range(game.players)] == [
        game.view(seat).extra for seat in range(game.players)
    ]
    assert again.score_sheet() == game.score_sheet()


@pytest.mark.parametrize("name", MAPS)
def test_taking_back_and_branches(name: str) -> None:
    game = Game(name, 2, seed=9)
    rng = random.Random(9)
    states = [game.state.facts()]
    for _ in range(60):
        game.play(any_action(game.legal_actions(), rng))
        states.append(game.state.facts())
    assert game.at(25).state.facts() == states[25]
    for number in (1, 7, 20):
        game.undo(number)
        assert game.state.facts() == states[len(game)]
    play_out(game, rng)


SOURCES = {
    "usa": ["routes", "tickets", "longest_path"],
    "germany": ["routes", "tickets", "passengers", "most_tickets"],
    "first_journey_europe": ["routes", "completed_tickets", "east_west"],
    "nederland": ["start", "routes", "tickets", "tolls", "loans"],
    "japan": ["routes", "tickets", "express"],
    "italy": ["routes", "tickets", "regions"],
}


@pytest.mark.parametrize("name", MAPS)
def test_the_score_sheet_has_a_line_for_every_source(name: str) -> None:
    game = play_out(Game(name, 3, seed=2), random.Random(2))
    sheet = game.score_sheet()
    assert [line.source for line in sheet.lines] == SOURCES[name]
    assert sheet.totals == game.scores()
    for line in sheet.lines:
        assert len(line.points) == 3
        assert len(line.detail) in (0, 3)
    for text in (str(sheet), sheet._repr_html_()):
        assert all(source.replace("_", " ") in text for source in SOURCES[name])
