"""The end screen adds up to the engine's score, points out what scored, and the replay shows the very game."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

import ttr_widget as ttr
from ttr_widget.bots import make_bot, play_game
from ttr_widget.engine import Game
from ttr_widget.picture import PLAYER_COLORS
from ttr_widget.widget import end_screen
from ttr_widget.widget.messages import LANGUAGES, TEXTS, text


@pytest.fixture(scope="module", params=ttr.available_maps())
def finished(request: pytest.FixtureRequest) -> Game:
    """A whole game of three greedy players on each map."""
    game = ttr.Game(request.param, ["Ann", "Bob", "Cleo"], seed=3)
    return play_game(game, [make_bot("path", seed) for seed in range(3)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_step_has_the_whole_score_and_the_winner(finished: Game, language: str) -> None:
    last = end_screen.steps(finished, language)[-1]
    for total in finished.scores():
        assert f"<b>{total}</b>" in last.html
    for seat in finished.winners:
        assert finished.names[seat] in last.title
    for line in finished.score_sheet().lines:
        if any(line.points):
            assert text(language, f"source.{line.source}") in last.html


def totals(html: str) -> list[int]:
    """The numbers at the ends of the bars."""
    return [int(number) for number in re.findall(r'ttr-bar-total">(-?\d+)<', html)]


def test_the_bars_grow_source_by_source_up_to_the_score(finished: Game) -> None:
    steps = end_screen.steps(finished, "en")
    assert totals(steps[-1].html) == finished.scores()
    assert totals(steps[-2].html) == finished.scores()
    changed = [before != after for before, after in pairwise(totals(step.html) for step in steps)]
    assert sum(changed) >= 1
    sources = {line.source for line in finished.score_sheet().lines if any(line.points)}
    titles = " ".join(step.title for step in steps)
    assert all(TEXTS[f"source.{source}"][0] in titles for source in sources)


def test_the_html_is_well_formed(finished: Game) -> None:
    for step in end_screen.steps(finished, "de"):
        ET.fromstring(f"<div>{step.html}</div>")


def test_tickets_are_revealed_player_by_player(finished: Game) -> None:
    steps = end_screen.steps(finished, "en")
    for seat, name in enumerate(finished.names):
        (step,) = [step for step in steps if step.title.lower().endswith(f"tickets: {name.lower()}")]
        done = set(finished.completed_tickets(seat))
        short = "short_journey" in finished.board.settings.mechanics  # there only what is done counts (F6)
        for number in done if short else {*finished.tickets[seat], *done}:
            ticket = finished.board.tickets[number]
            assert f"{ticket.a}–{ticket.b}".replace("'", "&#x27;") in step.html
            if number in done:
                assert step.marks.cities[ticket.a] == "done"
            else:
                assert step.marks.cities[ticket.a] in ("done", "target")
        own = {route for route, owner in enumerate(finished.owner) if owner == seat}
        assert set(step.marks.routes) == own


def named(steps: list[end_screen.Step], title: str) -> end_screen.Step:
    return next(step for step in steps if step.title == title)


def played(name: str, bot: str = "path") -> Game:
    return play_game(ttr.Game(name, players=2, seed=5), [make_bot(bot, seed) for seed in range(2)])


def test_the_longest_path_is_drawn() -> None:  # B18
    game = played("usa")
    line = next(line for line in game.score_sheet().lines if line.source == "longest_path")
    marks = named(end_screen.steps(game, "en"), "Longest path").marks
    best = line.points.index(max(line.points))
    assert list(marks.path) == list(line.routes[best])
    assert marks.path_color == PLAYER_COLORS[best]
    assert set(marks.routes) == set(line.routes[1 - best])


def test_express_lines_networks_and_passengers_are_pointed_out() -> None:  # J3, I6, G4
    game = played("japan")
    marks = named(end_screen.steps(game, "en"), "Express").marks
    assert set(marks.routes) == {route for route, owner in enumerate(game.owner) if owner == Game.EXPRESS}
    game = ttr.Scenario("italy", players=2).claim(0, "Firenze–Pisa").game()
    game.state.phase = "over"
    assert named(end_screen.steps(game, "en"), "Regions").marks.routes == {}, "one region scores nothing"
    game = played("germany")
    cities = named(end_screen.steps(game, "en"), "Passengers").marks.cities
    assert cities
    assert set(cities) <= {city.name for city in game.board.cities}


def test_regions_of_a_scoring_network_are_pointed_out() -> None:  # I8
    italy = ttr.load_map("italy")
    game = played("italy", "path")
    line = next(line for line in game.score_sheet().lines if line.source == "regions")
    marks = named(end_screen.steps(game, "en"), "Regions").marks
    for seat, points in enumerate(line.points):
        assert bool(points) == (PLAYER_COLORS[seat] in marks.routes.values())
    assert len(italy.routes) > len(marks.routes)


def test_before_the_end_nothing_is_revealed() -> None:  # X1
    with pytest.raises(ValueError, match="when the game is over"):
        end_screen.steps(ttr.Game("usa"), "en")


def test_the_replay_shows_every_position(finished: Game) -> None:
    replay = end_screen.Replay(finished)
    assert len(replay) == len(finished)
    numbers = [len(finished), 0, 13, 12, 11, 1, len(finished) // 2, len(finished) - 1]
    for number in numbers:
        position = replay.at(number)
        assert position.state.facts() == finished.at(number).state.facts()
        assert len(position) == number
    with pytest.raises(ValueError, match="no position after"):
        replay.at(len(finished) + 1)


def test_dragging_the_slider_replays_only_a_few_moves() -> None:
    game = played("usa")
    replay = end_screen.Replay(game)
    replay.at(len(game))
    counted = 0
    original = Game.play

    def counting(self: Game, action: object) -> None:
        nonlocal counted
        counted += 1
        original(self, action)  # type: ignore[arg-type]

    Game.play = counting  # type: ignore[method-assign, assignment]
    try:
        for number in range(len(game), -1, -1):
            counted = 0
            replay.at(number)
            assert counted < end_screen.Replay.EVERY
    finally:
        Game.play = original  # type: ignore[method-assign]


def test_a_position_of_the_replay_can_be_played_on_without_touching_the_game(finished: Game) -> None:
    before = len(finished)
    replay = end_screen.Replay(finished)
    branch = replay.at(5)
    branch.play(branch.legal_actions()[0])
    assert len(finished) == before
    assert len(replay.at(5)) == 5
