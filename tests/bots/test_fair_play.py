"""The same seed gives the same game; nothing hidden reaches a bot; the stronger ones win more."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import ModuleType

import pytest

from tests.bots.tables import QUICK, played
from ttr_widget.bots import ask, make_bot, play_game
from ttr_widget.engine import Game
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.state import State
from ttr_widget.gamemap import available_maps

MAPS = sorted(available_maps())


@pytest.mark.parametrize("bot", QUICK)
@pytest.mark.parametrize("board", ["usa", "italy", "first_journey_europe"])
def test_the_same_seed_gives_the_same_game(bot: str, board: str) -> None:
    records = [
        play_game(Game(board, 2, seed=6), [make_bot(bot, seed=1), make_bot(bot, seed=2)]).record() for _ in range(2)
    ]
    assert records[0] == records[1]


@pytest.mark.parametrize("bot", [name for name in QUICK if name != "random"])
@pytest.mark.parametrize("board", MAPS)
def test_hidden_things_do_not_matter(bot: str, board: str) -> None:
    """A twin that is shown other decks, hands and tickets that fit what is known decides the same (X1)."""
    game = Game(board, 2, seed=8)
    bots = [make_bot(bot, seed=1), make_bot("random", seed=2)]
    twin = make_bot(bot, seed=1)
    dice = random.Random(5)
    decisions = 0
    while not game.over and decisions < 60:
        if game.player == 0:
            view = game.view(0)
            other = imagine(view, dice).view(0)
            other.number = view.number
            action = ask(bots[0], game)
            assert twin.choose(other, game.legal_actions()) is action
            decisions += 1
        else:
            action = ask(bots[1], game)
        game.play(action)


def reachable(start: object) -> list[object]:
    """All objects one gets to over attributes, slots, containers, bound methods and closures."""
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | ModuleType | str | int | float | None):
            continue
        found[id(thing)] = thing
        if isinstance(thing, Mapping):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += thing
        names = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}
        names |= {"__self__", "__func__", "__wrapped__", *getattr(thing, "__dict__", {})}
        waiting += [getattr(thing, name, None) for name in names]
        waiting += [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
    return list(found.values())


@pytest.mark.parametrize("board", MAPS)
def test_no_way_leads_from_a_view_to_the_game(board: str) -> None:
    """X1: a student who follows every attribute finds no game, no state, no dice, and none of the hidden lists."""
    game = Game(board, 3, seed=8)
    dice = random.Random(2)
    for _ in range(40):
        game.play(dice.choice(game.legal_actions()))
    assert any(thing is game.state for thing in reachable(game)), "the search must be able to find something"
    found = reachable((game.view(game.player), game.legal_actions()))
    assert not [thing for thing in found if isinstance(thing, Game | State | random.Random)]
    hidden = [game.state.deck, *game.state.hands, *game.state.tickets, *game.state.ticket_decks]
    assert not {id(thing) for thing in hidden} & {id(thing) for thing in found}


@pytest.mark.parametrize(
    ("bot", "board", "scores"),
    [
        ("steiner", "usa", [[112, 127], [56, 29]]),
        ("steiner", "italy", [[172, 206], [172, 251]]),
        ("steiner", "japan", [[66, 47], [70, 31]]),
        ("planner", "usa", [[105, 133], [120, 138]]),
        ("planner", "italy", [[149, 123], [53, 77]]),
        ("planner", "japan", [[70, 66], [97, 56]]),
    ],
)
def test_fixed_games_end_as_they_did(bot: str, board: str, scores: list[list[int]]) -> None:
    """Work that only makes a bot quicker leaves these games as they are."""
    assert [played(board, [bot, bot], seed)[0].scores() for seed in range(len(scores))] == scores


def wins(board: str, strong: str, weak: str, games: int) -> float:
    """Games won by the first bot, in both seats of every seed; a shared win is half a one."""
    won = 0.0
    for seed in range(games // 2):
        for swap in (0, 1):
            game, _ = played(board, [weak, strong] if swap else [strong, weak], seed)
            won += (swap in game.winners) / len(game.winners)
    return won


@pytest.mark.parametrize(
    ("strong", "weak", "least"),
    [
        ("greedy", "random", 10),
        ("path", "greedy", 11),
        ("planner", "path", 10),
        ("planner", "one_step", 8),
        ("planner", "long_route", 8),
    ],
)
def test_the_stronger_wins_on_usa(strong: str, weak: str, least: float) -> None:
    assert wins("usa", strong, weak, 12) >= least


@pytest.mark.parametrize("board", [name for name in MAPS if name != "usa"])
def test_the_planner_beats_random_everywhere(board: str) -> None:
    assert wins(board, "planner", "random", 6) >= 5.5


def test_the_yardstick_goes_for_tickets_where_only_their_number_counts() -> None:
    assert wins("first_journey_europe", "steiner", "random", 40) >= 30  # F6
