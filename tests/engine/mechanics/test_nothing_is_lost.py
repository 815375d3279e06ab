"""The checks of the mechanics themselves can fail: whatever is lost or doubled is noticed (X4)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.mechanics.tools import greedy_action, play_out
from ttr_widget.engine import Game, Inconsistent

Damage = Callable[[Any, Any], None]  # of the mechanic's own state, and the whole state


def lose_a_waiting_passenger(own: Any, s: Any) -> None:
    place = next(place for place in own.places if any(place))
    place[next(color for color, number in enumerate(place) if number)] -= 1


def collect_from_nowhere(own: Any, s: Any) -> None:
    own.taken[0][0] += 1


def pay_and_nobody_gets_it(own: Any, s: Any) -> None:
    own.tokens[0] -= 1


def print_money(own: Any, s: Any) -> None:
    own.bank += 1


def lose_a_train(own: Any, s: Any) -> None:
    own.trains -= 1


def lose_an_express_train(own: Any, s: Any) -> None:
    own.supply -= 1


def express_train_from_nowhere(own: Any, s: Any) -> None:
    own.supply += 1


def lose_a_ferry_card(own: Any, s: Any) -> None:
    own.supply -= 1


def hold_three_ferry_cards(own: Any, s: Any) -> None:
    own.supply -= 3 - own.held[0]
    own.held[0] = 3


def play_on_after_six(own: Any, s: Any) -> None:
    s.shown[0] += s.ticket_decks[0][:6]
    del s.ticket_decks[0][:6]


@pytest.mark.parametrize(
    ("name", "mechanic", "damage", "words"),
    [
        ("germany", "passengers", lose_a_waiting_passenger, "passengers instead of 10"),
        ("germany", "passengers", collect_from_nowhere, "11 black passengers instead of 10"),
        ("nederland", "tolls", pay_and_nobody_gets_it, "toll tokens worth 59 instead of 60"),
        ("nederland", "tolls", print_money, "toll tokens worth 61 instead of 60"),
        ("nederland-neutral", "neutral", lose_a_train, "a neutral train is missing"),
        ("japan", "express", lose_an_express_train, "an express train is missing"),
        ("japan", "express", express_train_from_nowhere, "an express train is missing or doubled"),
        ("italy", "ferries", lose_a_ferry_card, "a ferry card is missing"),
        ("italy", "ferries", hold_three_ferry_cards, "too many ferry cards in one hand"),
        ("first_journey_europe", "short_journey", play_on_after_six, "played on after 6 completed tickets"),
    ],
)
def test_what_is_lost_is_noticed(name: str, mechanic: str, damage: Damage, words: str) -> None:  # X4
    name, _, neutral = name.partition("-")
    game = Game(name, 2, 3, **({"neutral": True} if neutral else {}))
    rng = random.Random(3)
    while len(game) < 40 or game.phase != "turn":
        game.play(greedy_action(game.legal_actions(), rng))
    game.check()
    damage(game.state.extra[mechanic], game.state)
    with pytest.raises(Inconsistent, match=words):
        game.check()


def test_express_trains_and_the_spaces_they_stand_on() -> None:  # J2, X4
    """Every step on the track was paid for an express route that lies there."""

    def steps_and_trains(game: Game) -> None:
        game.check()
        own = game.state.extra["express"]
        lines = [route for route, owner in enumerate(game.owner) if owner == Game.EXPRESS]
        assert own.supply + len(lines) == 16
        assert sum(own.track) == sum(game.board.routes[route].length for route in lines)

    for seed in range(4):
        play_out(Game("japan", 2 + seed, seed), random.Random(seed), steps_and_trains, greedy_action)
