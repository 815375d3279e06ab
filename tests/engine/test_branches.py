"""Taking back, copies and branches."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tests.engine.helpers import VARIANTS, named, play, play_randomly, random_game, usa
from ttr_widget.engine import Game
from ttr_widget.engine.imagine import imagine


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_taking_back_is_exact(name: str, options: dict[str, Any]) -> None:
    game = Game(name, 2, 13, **options)
    facts = [game.state.facts()]
    rng = random.Random(13)
    for _ in range(70):
        if game.over:
            break
        play_randomly(game, rng, 1)
        facts.append(game.state.facts())
    while len(game):
        number = min(len(game), rng.randint(1, 9))
        game.undo(number)
        assert game.state.facts() == facts[len(game)]


def test_the_end_can_be_taken_back() -> None:
    game = random_game("usa", 2, 4)
    last = game.actions[-1]
    game.undo()
    assert not game.over
    assert last in game.legal_actions()
    game.play(last)
    assert game.over


def test_playing_on_after_taking_back() -> None:
    game = random_game("usa", 3, 4, 50)
    rest = game.actions[30:]
    facts = game.state.facts()
    game.undo(20)
    for action in rest:
        game.play(action)
    assert game.state.facts() == facts


@pytest.mark.parametrize("number", [0, -1, 3, 100])
def test_too_much_taken_back(number: int) -> None:
    game = play(usa().game(), "draw", "draw")
    before = game.state.facts()
    with pytest.raises(ValueError, match=f"there are 2 actions to take back, not {number}"):
        game.undo(number)
    assert game.state.facts() == before


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_a_copy_is_independent(name: str, options: dict[str, Any]) -> None:
    """Both go on differently; neither notices the other."""
    game = random_game(name, 2, 5, 45, **options)
    before = game.state.facts()
    other = game.copy()
    assert other.state.facts() == before
    assert (other.names, other.seed, other.actions, other.record()) == (
        game.names,
        game.seed,
        game.actions,
        game.record(),
    )
    play_randomly(other, random.Random(1))
    assert game.state.facts() == before
    assert len(game) <= 45
    again = play_randomly(game.copy(), random.Random(1))
    assert again.state.facts() == other.state.facts(), "a copy goes on like the game itself"
    play_randomly(game, random.Random(2))
    assert again.state.facts() == other.state.facts()


def test_a_copy_can_be_taken_back_and_saved() -> None:
    game = random_game("usa", 2, 5, 30)
    other = copy.deepcopy(game)
    other.undo(10)
    assert len(game) == 30
    assert other.record() == game.at(20).record()
    assert copy.copy(game).record() == game.record()


def test_branches() -> None:
    game = random_game("usa", 2, 5, 30)
    for number in (0, 12, 30):
        branch = game.at(number)
        assert branch.actions == game.actions[:number]
    assert len(game.at(-5)) == 25
    branch = game.at(12)
    play_randomly(branch, random.Random(3), 10)
    assert len(game) == 30
    for number in (31, -31):
        with pytest.raises(ValueError, match="the game has 30 actions; there is no position after"):
            game.at(number)


def test_hand_made_positions_too() -> None:
    game = usa().hand(0, red=3).game()
    first = game.state.facts()
    play(game, "claim Chicago–Duluth red", "draw")
    assert game.at(0).state.facts() == first
    game.undo(2)
    assert game.state.facts() == first


def test_imagined_games_have_no_past() -> None:
    game = random_game("usa", 2, 5, 30)
    dream = imagine(game.view(0), random.Random(1))
    play_randomly(dream, random.Random(1), 3)
    for attempt in (dream.undo, lambda: dream.at(1), dream.record, dream.events, dream.copy().undo):
        with pytest.raises(ValueError, match="begins in an imagined position"):
            attempt()


def test_a_game_says_what_it_is() -> None:
    game = usa(["Ann", "Bob"]).game()
    assert repr(game) == "<Game usa, Ann, Bob, 0 actions, Ann to decide (turn)>"
    play(game, "draw")
    assert "Ann to decide (second card)" in repr(game)


def test_a_set_of_actions_says_what_it_is() -> None:
    game = usa().market("red", "red", "red", "blue", "blue").hand(0, red=1).game()
    assert repr(game.legal_actions()).startswith("13 actions: draw, take red, take blue, tickets, claim ")
    assert repr(game.legal_actions().by_kind("take")) == "2 actions: take red, take blue"
    assert game.legal_actions() == game.copy().legal_actions()
    assert game.legal_actions() != game.legal_actions().by_kind("take")
    assert "draw" not in game.legal_actions()


def test_what_a_game_hands_out_is_not_its_own() -> None:
    """Changing a list that was handed out changes no game."""
    game = random_game("usa", 2, 5, 30)
    before = game.state.facts()
    for things in (game.points, game.trains, game.market, game.owner):
        things.clear()
    for lists in (game.hands, game.tickets):
        lists[0].clear()
        lists.clear()
    network = game.network(0)
    network.clear()
    view = game.view(0)
    view.hand.clear()
    view.owner[:] = [0] * 100
    assert game.state.facts() == before


def test_the_network_of_a_player() -> None:
    game = usa().claim(0, "Seattle–Vancouver", "Portland–Seattle").claim(1, "Dallas–Houston").game()
    network = game.network(0)
    assert set(network) == {"Seattle", "Vancouver", "Portland"}
    assert sum(length for *_, length in network.edges(data="length")) == 2
