"""What a bot has to be: one method. What happens when it is something else, fails, cheats or dawdles."""

from __future__ import annotations

import random
import signal
import threading
import time

import pytest

from ttr_widget.bots import Bot, BotError, ask, bot_names, make_bot, play_game
from ttr_widget.bots.template import TemplateBot
from ttr_widget.engine import Action, ActionSet, Game, View
from ttr_widget.gamemap import available_maps


class Student:
    """Ten lines are enough."""

    def choose(self, view, legal):  # type: ignore[no-untyped-def]
        claims = legal.by_kind("claim")
        if claims:
            return max(claims, key=lambda claim: view.board.routes[claim.route].length)
        return legal[0]


def first(view: View, legal: ActionSet) -> Action:
    return legal[0]


@pytest.mark.parametrize("what", [Student, Student(), first, TemplateBot, "random"])
def test_anything_that_chooses_is_a_bot(what: object) -> None:
    bot = make_bot(what, seed=3)
    assert isinstance(bot, Bot)
    game = play_game(Game("usa", 2, seed=4), [bot, make_bot("random", seed=5)])
    assert game.over
    assert game.winners


@pytest.mark.parametrize("name", sorted(available_maps()))
def test_the_template_plays_every_map(name: str) -> None:
    game = play_game(Game(name, 2, seed=1), [make_bot(TemplateBot, seed=1), make_bot(TemplateBot, seed=2)])
    game.check()
    assert game.over


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"there is no bot 'klever'; the bots are random, .*planner"):
        make_bot("klever")


@pytest.mark.parametrize("what", [5, None, object()])
def test_what_cannot_choose_is_no_bot(what: object) -> None:
    with pytest.raises(ValueError, match="is no bot"):
        make_bot(what)


def test_settings_come_too_late_for_a_bot_that_is_made() -> None:
    with pytest.raises(ValueError, match="too late"):
        make_bot(Student(), speed=3)


def test_every_listed_bot_can_be_made_and_has_its_seed() -> None:
    for name in bot_names():
        assert isinstance(make_bot(name, seed=7), Bot)
    assert make_bot("random", seed=7).rng.random() == make_bot("random", seed=7).rng.random()  # type: ignore[attr-defined]


class Spy:
    """Wants to shuffle the game's deck once more."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View, legal: ActionSet) -> Action:
        return legal[0]


def test_a_strangers_bot_is_not_told_the_games_seed() -> None:
    first, again, other = (make_bot(Spy, seed=seed) for seed in ("123:0", "123:0", "124:0"))
    assert isinstance(first, Spy)
    assert "123" not in first.seed
    assert first.seed == again.seed  # type: ignore[attr-defined]
    assert first.seed != other.seed  # type: ignore[attr-defined]


def test_a_bots_chance_is_its_own() -> None:
    """Nobody else's use of `random` changes a game."""
    records = []
    for noise in (1, 2):
        random.seed(noise)
        records.append(play_game(Game("usa", 2, seed=1), [make_bot("random", seed=i) for i in range(2)]).record())
    assert records[0] == records[1]


def test_a_failing_bot_is_named_and_the_game_is_untouched() -> None:
    def broken(view: View, legal: ActionSet) -> Action:
        raise ZeroDivisionError("oh")

    game = Game("usa", ["Ann", "Bob"], seed=1, first_player=1)
    with pytest.raises(BotError, match=r"the bot of Bob \(seat 1\) failed: ZeroDivisionError: oh"):
        ask(make_bot(broken), game)
    assert len(game) == 0


def test_an_illegal_answer_is_refused() -> None:
    game = Game("usa", 2, seed=1)
    with pytest.raises(BotError, match="not one of the legal actions"):
        ask(make_bot(lambda view, legal: view.catalog.skip), game)


def test_a_broken_bot_can_be_replaced() -> None:
    failures: list[int] = []
    game = play_game(
        Game("usa", 2, seed=1, first_player=0),
        [make_bot(lambda view, legal: 1 / 0), make_bot("greedy")],
        on_error="replace",
        failed=lambda seat, error: failures.append(seat),
    )
    assert game.over
    assert failures == [0]


def test_bots_must_be_as_many_as_players() -> None:
    with pytest.raises(ValueError, match="3 players need as many bots, not 2"):
        play_game(Game("usa", 3, seed=1), [make_bot("random"), make_bot("random")])
    with pytest.raises(ValueError, match="on_error"):
        play_game(Game("usa", 2, seed=1), [make_bot("random"), make_bot("random")], on_error="ignore")


class Dawdler:
    """Thinks for ever, and swallows what it can."""

    def choose(self, view: View, legal: ActionSet) -> Action:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue


def test_a_dawdling_bot_is_interrupted() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(BotError, match=r"took longer than 0\.05 s"):
        ask(Dawdler(), Game("usa", 2, seed=1), time_limit=0.05)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_time_limit_works_in_other_threads_too_and_leaves_none_behind() -> None:
    def slow(view: View, legal: ActionSet) -> Action:
        time.sleep(0.02)
        return legal[0]

    errors: list[BaseException] = []

    def run() -> None:
        try:
            ask(make_bot(slow), Game("usa", 2, seed=1), time_limit=0.001)
        except BotError as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    before = threading.active_count()
    thread.start()
    thread.join()
    assert len(errors) == 1
    assert "took longer" in str(errors[0])
    assert threading.active_count() == before


def test_a_slow_bot_is_replaced_in_a_game() -> None:
    failures: list[int] = []
    game = play_game(
        Game("first_journey_europe", 2, seed=1),
        [Dawdler(), make_bot("greedy")],
        on_error="replace",
        failed=lambda seat, error: failures.append(seat),
        time_limit=0.5,
    )
    assert game.over
    assert 0 in failures


def test_time_enough_changes_nothing() -> None:
    records = [
        play_game(Game("usa", 2, seed=2), [make_bot("greedy"), make_bot("greedy")], time_limit=limit).record()
        for limit in (None, 60.0)
    ]
    assert records[0] == records[1]
    with pytest.raises(ValueError, match="time limit"):
        ask(make_bot("random"), Game("usa", 2, seed=1), time_limit=0)
