"""Hand-made positions with mechanics: wrong numbers are refused with a reason, and a position goes into the record."""

from __future__ import annotations

from typing import Any

import pytest

from ttr_widget.engine import Game
from ttr_widget.engine.position import PositionError, Scenario

WRONG: list[tuple[str, str, Any, str]] = [
    ("nederland", "tolls", -1, "from 0"),
    ("nederland", "tolls", "many", "from 0"),
    ("nederland", "loans", True, "from 0"),
    ("nederland", "ferries", 1, "no such thing"),
    ("japan", "express", -3, "from 0"),
    ("japan", "express_supply", 17, "0 to 16"),
    ("italy", "ferries", 3, "0 to 2"),
    ("italy", "ferries", 1.5, "from 0"),
    ("germany", "passengers", {"red": 11}, "not 11 red"),
    ("germany", "passengers", {"pink": 1}, "no pink passengers"),
    ("germany", "passengers", {"red": -1}, "from 0"),
    ("germany", "waiting", {"Berlin": {"red": 4}}, "5 passengers stand at Berlin"),
    ("germany", "waiting", {"Berlin": {"pink": 5}}, "no pink passengers"),
    ("germany", "waiting", {"Paris": {"red": 5}}, "Paris"),
    ("usa", "express", 1, "no such thing"),
]


@pytest.mark.parametrize(("name", "what", "value", "reason"), WRONG)
def test_what_cannot_be_is_refused(name: str, what: str, value: Any, reason: str) -> None:
    with pytest.raises(PositionError, match=f"edit 1, {what}: .*{reason}"):
        Scenario(name, 2).set(what, 0, value).game()


@pytest.mark.parametrize(
    ("value", "reason"),
    [("Rotterdam–Paris", "Paris"), (["Rotterdam–Breda", 3], "2 track"), ("Waddeneilanden–Paris", "Paris")],
)
def test_neutral_routes_must_exist(value: Any, reason: str) -> None:  # N10
    with pytest.raises(PositionError, match=reason):
        Scenario("nederland", 2, neutral=True).set("neutral", 0, value).game()


def test_neutral_routes_must_be_free_and_trains_suffice() -> None:  # N10
    scenario = Scenario("nederland", 2, neutral=True).claim(0, "Rotterdam–Breda")
    with pytest.raises(PositionError, match="taken"):
        scenario.set("neutral", 0, "Rotterdam–Breda").game()
    scenario = Scenario("nederland", 2, neutral=True)
    names = ["Groningen–Zwolle", "Enschede–Duisburg", "Emden–Lingen", "'s-Gravenhage–Middelburg"]
    for name in [*names, "Waddeneilanden–Groningen", "Rotterdam–Antwerpen", "Middelburg–Antwerpen"]:
        scenario.set("neutral", 0, name)
    scenario.game()
    with pytest.raises(PositionError, match="neutral trains"):
        scenario.set("neutral", 0, "Rotterdam–Breda").game()


@pytest.mark.parametrize(
    "scenario",
    [
        Scenario("nederland", 2, neutral=True).set("neutral", 0, ["Rotterdam–Breda", 2]).set("neutral_marker", 0, True),
        Scenario("nederland", 3).set("tolls", 1, 3).set("loans", 2, 1),
        Scenario("germany", 2).set("waiting", 0, {"Berlin": {"red": 5}}).set("passengers", 1, {"blue": 3}),
        Scenario("japan", 2).set("express_supply", 0, 3).set("express", 1, 5).claim(0, "Odawara–Tokyo"),
        Scenario("italy", 2).set("ferries", 1, 2),
        Scenario("first_journey_europe", 2).set("east_west", 0, True).shown(0, "Berlin–Athen"),
    ],
    ids=lambda scenario: scenario.board.name,
)
def test_a_position_is_in_the_record(scenario: Scenario) -> None:
    game = scenario.game()
    game.play(game.legal_actions()[0])
    again = Game.from_record(game.record())
    assert again.state.facts() == game.state.facts()
