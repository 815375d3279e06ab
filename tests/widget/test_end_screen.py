"""The end screen adds up to the engine's score, points out what scored, and the replay shows the very game."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

import ttr_widget as ttr
from tests.widget.driver import board_on, press, run_bots, shown, sit
from ttr_widget.bots import ask, make_bot, play_game
from ttr_widget.engine import Action, Game
from ttr_widget.engine.imagine import imagine
from ttr_widget.picture import PLAYER_COLORS
from ttr_widget.widget import PlayWidget, Table, end_screen
from ttr_widget.widget.messages import LANGUAGES, TEXTS, figure, text, victory
from ttr_widget.widget.seats import make_seats


@pytest.fixture(scope="module", params=ttr.available_maps())
def finished(request: pytest.FixtureRequest) -> Game:
    """A whole game of three greedy players on each map."""
    game = ttr.Game(request.param, ["Ann", "Bob", "Cleo"], seed=3)
    return play_game(game, [make_bot("path", seed) for seed in range(3)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_step_has_the_whole_score_and_the_winner(finished: Game, language: str) -> None:
    last = end_screen.steps(finished, language)[-1]
    for total in finished.scores():
        assert f"<b>{figure(total)}</b>" in last.html
    for seat in finished.winners:
        assert finished.names[seat] in last.title
    for line in finished.score_sheet().lines:
        if any(line.points):
            assert text(language, f"source.{line.source}") in last.html


def totals(html: str) -> list[int]:
    """The numbers at the ends of the bars."""
    return [int(number.replace("−", "-")) for number in re.findall(r'ttr-bar-total">(−?\d+)<', html)]


def test_the_bars_grow_source_by_source_up_to_the_score(finished: Game) -> None:
    steps = end_screen.steps(finished, "en")
    assert totals(steps[-1].html) == finished.scores()
    assert totals(steps[-2].html) == finished.scores()
    changed = [before != after for before, after in pairwise(totals(step.html) for step in steps)]
    assert sum(changed) >= 1
    sources = {line.source for line in finished.score_sheet().lines if any(line.points)}
    titles = " ".join(step.title for step in steps)
    assert all(TEXTS[f"source.{source}"][0] in titles for source in sources)


def test_the_players_panel_tells_the_totals_once_all_is_revealed() -> None:
    board = sit("usa", ["human", "human"], seed=4)
    play_game(board.game, [make_bot("path", seed) for seed in range(2)])
    assert board.game.scores() != board.game.points
    track = [f"<td>{points}</td>" for points in board.game.points]
    board.refresh()
    assert all(cell in board.parts.players.value for cell in track)
    press(board.ending.all)
    table = board.parts.players.value
    assert all(f"<td><b>{figure(total)}</b></td>" in table for total in board.game.scores())
    press(board.ending.before)
    assert "<b>" not in board.parts.players.value, "back in the game, the points on the track count"


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


def test_verbs_agree_with_you_and_with_several_winners() -> None:
    assert victory("en", "end", ["You"]) == "You win!"
    assert victory("de", "end", ["You"]) == "Du gewinnst!", "the game may have begun in the other language"
    assert victory("en", "end", ["Ann", "Bob"]) == "Ann and Bob share the victory"
    assert victory("de", "end", ["Ann", "Bob"]) == "Ann und Bob teilen sich den Sieg"
    assert victory("de", "now", ["Du", "Bob"], points="3").endswith(": Du und Bob teilt euch den Sieg (3).")


def test_passengers_show_the_prize_of_every_colour() -> None:  # G7
    game = played("germany")
    step = named(end_screen.steps(game, "en"), "Passengers")
    rows = list(ET.fromstring(f"<div>{step.html}</div>").iter("tr"))[1:]
    line = next(line for line in game.score_sheet().lines if line.source == "passengers")
    for row, points in zip(rows, line.points, strict=True):
        prizes = [int(small.text or 0) for small in row.iter("small") if (small.text or "").strip()]
        assert sum(prizes) == points
    assert sum(line.points) > 0


def test_the_tickets_of_those_with_the_bonus_are_pointed_out() -> None:  # G6
    game = played("germany")
    line = next(line for line in game.score_sheet().lines if line.source == "most_tickets")
    marks = named(end_screen.steps(game, "en"), "Most tickets").marks
    best = {seat for seat, points in enumerate(line.points) if points}
    ends = {
        city
        for seat in best
        for number in game.completed_tickets(seat)
        for city in (game.board.tickets[number].a, game.board.tickets[number].b)
    }
    assert best
    assert set(marks.cities) == ends
    assert set(marks.routes) == {route for route, owner in enumerate(game.owner) if owner in best}


def end_of(name: str, seed: int = 5) -> PlayWidget:
    """The widget at the end of a game of a person and a bot."""
    board = sit(name, ["human", "random"], seed=seed)
    while not board.game.over:
        board.game.play(ask(make_bot("path", 1), board.game))
    return board


def test_the_winner_is_not_told_before_the_last_step() -> None:
    board = end_of("usa")
    told = {text("en", "now.winner.you", points="").split(" with")[0], "wins", "share the victory"}
    while shown(board.ending.next):
        for words in told:
            assert words not in board.parts.status.value
            assert words not in board.ending.text.value
            assert words not in board.parts.live.value
        press(board.ending.next)
    assert any(words in board.parts.status.value for words in told)
    assert shown(board.ending.new)
    press(board.ending.new)
    assert shown(board.menu.start)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_replay_tells_every_move_in_the_players_language_and_everybodys_numbers(language: str) -> None:
    board = end_of("usa")
    board.set_preference(language=language)
    game = board.game
    claim = next(number for number, action in enumerate(game.actions, 1) if action.kind == "claim")
    board.ending.slider.value = claim
    route = game.board.routes[game.actions[claim - 1].route]
    line = board.ending.replay_text.value
    assert f"<b>{route.a}</b>–<b>{route.b}</b>" in line
    assert {"en": "claimed", "de": "gebaut"}[language] in line
    assert game.actions[claim - 1].text not in line, "the engine's notation is English"
    trains = game.at(claim).trains
    assert any(f">{number}</span></td>" in board.parts.players.value for number in trains)
    assert f"<td>{game.trains[0]}</td>" not in board.parts.players.value or game.trains[0] in trains


def test_a_game_that_began_in_the_middle_has_an_end_but_no_replay() -> None:
    for name in ("usa", "japan", "germany", "first_journey_europe"):
        game = imagine(ttr.Game(name, players=2, seed=1).view(0), random.Random(1))
        play_game(game, [make_bot("path", seed) for seed in range(2)])
        board = board_on(Table(game, make_seats(["human", "random"], 1)))
        assert board.last_error is None, board.last_traceback
        assert shown(board.ending.panel)
        assert not shown(board.ending.replay_panel)
        board.ending.start_replay()
        assert "began in the middle" in board.parts.over.value


def test_play_again_is_one_click() -> None:
    board = sit("nederland", ["human:Ann", "greedy", Thoughtless()], seed=5, options={"ranking": "competition"})
    own = board.table.seats[2].bot
    while not board.game.over:
        board.game.play(ask(make_bot("path", 1), board.game))
    before = board.game
    press(board.ending.all)
    press(board.ending.rematch)
    game = board.game
    assert game is not before
    assert not game.over
    assert (game.board, game.names) == (before.board, before.names)
    assert game.seed != before.seed
    assert [seat.kind for seat in board.table.seats] == ["human", "greedy", "own"]
    assert board.table.seats[2].bot is own
    assert not shown(board.ending.panel)
    run_bots(board)
    assert game.player == 0, "the bots play, then the person is asked"
    assert board.last_error is None, board.last_traceback


class Thoughtless:
    """A bot of the notebook's own."""

    def choose(self, view: object, legal: list[Action]) -> Action:
        return legal[0]


def test_the_replay_goes_one_move_back_and_on() -> None:
    board = end_of("usa")
    ending, total = board.ending, len(board.game)
    assert ending.after.disabled
    press(ending.before)
    assert ending.replaying
    assert ending.slider.value == total - 1
    assert list(board.board._position.owner) == board.game.at(total - 1).owner
    press(ending.before)
    press(ending.after)
    assert ending.slider.value == ending.player.value == total - 1
    ending.slider.value = 0
    assert ending.before.disabled
    press(ending.after)
    assert ending.slider.value == 1
    assert f"Move 1 of {total}:" in ending.replay_text.value
    assert board.last_error is None, board.last_traceback
