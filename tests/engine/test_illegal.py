"""Refusals: an illegal action names its rule and changes nothing (X2); bad set-ups say what is wrong."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engine.helpers import TABLES, VARIANTS, choose, named, play, random_game, texts, usa
from ttr_widget.engine import Action, Game, IllegalAction, NotationError
from ttr_widget.gamemap import UnknownMap, load_map


def refused(game: Game, action: Action | str | int) -> str:
    """Play it; it must be refused, with everything as before. Returns the message."""
    before = (game.state.facts(), game.actions, game.legal_actions(), game.record() if game._recorded else None)
    with pytest.raises(IllegalAction) as caught:
        game.play(action)
    after = (game.state.facts(), game.actions, game.legal_actions(), game.record() if game._recorded else None)
    assert before == after
    return str(caught.value)


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_every_illegal_action_is_refused_with_a_reason(name: str, options: dict[str, Any]) -> None:  # X2
    """At several moments of a game, every action of the catalog that is not legal."""
    rng = random.Random(6)
    clauses = ("(B", "(G", "(F", "(N", "(J", "(I")
    for actions in (0, 2, 9, 60):
        game = random_game(name, 2, 4, actions, **options)
        legal = game.legal_actions()
        illegal = [action for action in game.rules.catalog.actions if action not in legal]
        before = game.state.facts()
        for action in rng.sample(illegal, min(len(illegal), 400)):
            with pytest.raises(IllegalAction) as caught:
                game.play(action)
            message = str(caught.value)
            assert message.startswith(f"{action.text}: ")
            assert any(clause in message for clause in clauses), message
        assert game.state.facts() == before


@pytest.mark.parametrize("table", TABLES[::3], ids=map(named, TABLES[::3]))
def test_refusals_leave_no_trace(table: tuple[str, dict[str, Any], int]) -> None:  # X2
    name, options, players = table
    game = Game(name, players, 11, **options)
    rng = random.Random(11)
    for _ in range(25):
        legal = game.legal_actions()
        others = [action for action in game.rules.catalog.actions if action not in legal]
        refused(game, others[int(rng.random() * len(others))])
        game.play(choose(game, rng))


@pytest.mark.parametrize(
    ("phase", "text", "words"),
    [
        ("keep", "draw", "first choose which of the drawn tickets to keep"),
        ("turn", "keep 1 2", "there are no tickets to choose from"),
        ("turn", "pass", "passing is allowed only when nothing else is possible"),
        ("turn", "claim Seattle–Portland 1L", "that takes 1 locomotive (you hold 0)"),
        ("second_card", "tickets", "the second card comes next"),
        ("second_card", "claim Seattle–Portland red", "the second card comes next"),
    ],
)
def test_the_reason_in_words(phase: str, text: str, words: str) -> None:  # X2
    game = usa().market("red", "red", "red", "red", "red").game() if phase != "keep" else Game("usa", 2, 1)
    if phase == "second_card":
        play(game, "draw")
    assert game.phase == phase
    assert words in refused(game, text)


def test_nothing_is_played_after_the_end() -> None:  # X2
    game = random_game("usa", 2, 3)
    assert texts(game) == set()
    assert "the game is over" in refused(game, "draw")
    assert "the game is over" in refused(game, "claim Seattle–Portland red")


def test_actions_of_other_games() -> None:  # X2
    game = play(Game("usa", 2, 1), "keep 1 2", "keep 1 2")
    foreign = Game("germany", 2, 1).rules.catalog.by_text["draw"]
    assert "another map or another number of players" in refused(game, foreign)
    assert "another map or another number of players" in refused(game, Action("draw", "draw"))
    game.play(game.rules.catalog.by_text["draw"])


@pytest.mark.parametrize("number", [-1, 10**6])
def test_numbers_of_no_action(number: int) -> None:  # X2
    assert f"there is no action number {number}" in refused(Game("usa", 2, 1), number)


def test_actions_by_number() -> None:
    game = Game("usa", 2, 1)
    game.play(game.legal_actions()[0].index)
    assert len(game) == 1


@pytest.mark.parametrize("thing", [None, True, 1.5, ["draw"], b"draw"])
def test_things_that_are_no_action(thing: Any) -> None:  # X2
    game = Game("usa", 2, 1)
    before = game.state.facts()
    with pytest.raises(NotationError, match="an action is written as text"):
        game.play(thing)
    assert game.state.facts() == before


def test_an_unknown_map_lists_the_maps() -> None:
    with pytest.raises(UnknownMap, match=r"did you mean usa\?.*first_journey_europe, germany, italy, japan, nederland"):
        Game("usaa")
    assert issubclass(UnknownMap, ValueError)


@pytest.mark.parametrize(
    ("name", "players", "options", "words"),
    [
        ("usa", 1, {}, "North America is for 2 to 5 players, not 1"),
        ("usa", 6, {}, "2 to 5 players, not 6"),
        ("usa", 0, {}, "not 0"),
        ("usa", -1, {}, "not -1"),
        ("usa", 10**12, {}, "2 to 5 players, not 1000000000000"),  # counted before anybody is named
        (5, 2, {}, "a map is given by its name or its folder's path, not by 5. The maps are: first_journey_europe"),
        (None, 2, {}, "not by None"),
        ("first_journey_europe", 5, {}, "2 to 4 players, not 5"),
        ("nederland", 3, {"neutral": True}, "is for exactly 2 players, not 3"),
        ("usa", ["Ann", "Ann"], {}, "two players have the name 'Ann'"),
        ("usa", ["Ann", " "], {}, "a name that is not empty"),
        ("usa", ["Ann", 5], {}, "a name that is not empty"),
        ("usa", ["Ann", "\ud800"], {}, "half a character"),
        ("usa", "Ann", {}, "players must be a number or a list of names"),
        ("usa", True, {}, "players must be a number or a list of names"),
        ("usa", 2.0, {}, "players must be a number or a list of names"),
        ("usa", 2, {"edtion": "new"}, "did you mean edition?"),
        ("usa", 2, {"edition": "newest"}, "the option 'edition' cannot be 'newest': it is 'new' or 'classic'"),
        ("germany", 2, {"tolls": False}, "unknown option 'tolls'"),
        ("nederland", 2, {"neutral": True, "tolls": False}, "the option neutral=True needs tolls=True"),
    ],
)
def test_bad_set_ups(name: Any, players: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as caught:
        Game(name, players, **options)
    assert words in str(caught.value)


@pytest.mark.parametrize("seed", [None, 1.5, True, b"x"])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(ValueError, match="the seed must be a whole number or a text"):
        Game("usa", 2, seed)


def test_a_seed_no_file_can_store() -> None:
    with pytest.raises(ValueError, match="the seed holds half a character"):
        Game("usa", 2, "\ud800")


@pytest.mark.parametrize("seat", [-1, 2, "Ann", 0.0, True])
def test_bad_first_players(seat: Any) -> None:
    with pytest.raises(ValueError, match="first_player must be a seat from 0 to 1"):
        Game("usa", 2, first_player=seat)


@pytest.mark.parametrize("seat", [-1, 2, "Ann", 0.0, True])
def test_views_of_nobody(seat: Any) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        Game("usa", 2).view(seat)


@pytest.mark.parametrize("seat", [-1, 2, "Ann", 0.0, True, None])
def test_networks_and_tickets_of_nobody(seat: Any) -> None:
    game = Game("usa", 2)
    for ask in (game.network, game.completed_tickets):
        with pytest.raises(ValueError, match=r"there is no seat .*the seats are 0 to 1"):
            ask(seat)


def test_numbers_out_of_a_numpy_table() -> None:
    """People loop over columns of tables: their numbers are as good, and the record is the same."""
    numpy = pytest.importorskip("numpy")
    two, one = numpy.int64(2), numpy.int64(1)
    game = Game("usa", two, two, first_player=one)
    game.play(numpy.int64(game.legal_actions()[0].index))
    plain = Game("usa", 2, 2, first_player=1)
    plain.play(plain.legal_actions()[0])
    assert game.record() == plain.record()
    assert game.view(one).hand == plain.view(1).hand


def test_options_of_a_ready_map() -> None:
    board = load_map("usa")
    assert len(Game(board, 2, edition="classic").board.tickets) == 30
    assert Game(board, 2).board is board
