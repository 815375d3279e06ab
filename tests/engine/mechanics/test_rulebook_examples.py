"""The examples printed in the rulebooks, each set up as a position and scored by the engine."""

from __future__ import annotations

import pytest

from tests.engine.mechanics.tools import line, route, texts
from ttr_widget.engine import Game
from ttr_widget.engine.position import Scenario


def test_usa_montreal_atlanta_and_new_york_atlanta() -> None:  # B17
    way = ["Montréal–New York", "New York–Washington", "Washington–Raleigh", "Raleigh–Atlanta"]
    scenario = Scenario("usa", 2).claim(0, *way).tickets(0, "Montréal–Atlanta", "New York–Atlanta")
    assert line(scenario.game(), "tickets") == (15, 0)  # 9 + 6


def test_usa_a_failed_ticket_counts_against_its_holder() -> None:  # B17
    way = ["Sault Ste. Marie–Duluth", "Duluth–Chicago", "Chicago–St. Louis", "St. Louis–Nashville"]
    scenario = Scenario("usa", 2).claim(0, *way).tickets(0, "Sault Ste. Marie–Nashville", "Atlanta–Washington")
    assert line(scenario.game(), "tickets") == (4, 0)  # 8 − 4
    (tickets,) = (each for each in scenario.game().score_sheet().lines if each.source == "tickets")
    assert tickets.detail == ("Sault Ste. Marie–Nashville +8, Atlanta–Washington −4", "")


def test_germany_a_blue_route_of_length_three() -> None:  # G4, B11
    game = Scenario("germany", 2).hand(0, blue=3, locomotive=3).game()
    ways = texts(game.legal_actions().claims_of(route(game, "Bremen–Emden")))
    assert ways == [f"claim Bremen–Emden {way}" for way in ("blue", "blue+1L", "blue+2L", "3L")]
    game = Scenario("germany", 2).hand(0, blue=2, red=3).game()
    assert not game.legal_actions().claims_of(route(game, "Bremen–Emden"))


def test_germany_a_gray_route_of_length_two() -> None:  # G4, B11
    game = Scenario("germany", 2).hand(0, red=2, yellow=1, green=1, locomotive=1).game()
    gray = next(i for i, r in enumerate(game.board.routes) if (r.length, r.color) == (2, "gray"))
    ways = [text.rpartition(" ")[2] for text in texts(game.legal_actions().claims_of(gray))]
    assert sorted(ways) == ["green+1L", "red", "red+1L", "yellow+1L"]  # one colour, never yellow and green


def test_germany_passengers_of_berlin_magdeburg() -> None:  # G4
    standing = {"Berlin": {"black": 1, "green": 2, "red": 1, "yellow": 1}, "Magdeburg": {"white": 1}}
    game = Scenario("germany", 2).set("waiting", 0, standing).hand(0, red=3).game()
    game.play("claim Berlin–Magdeburg red")
    assert texts(game.legal_actions()) == [f"passenger {c}" for c in ("black", "green", "red", "yellow")]
    game.play("passenger green")
    seen = game.view(1).extra["passengers"]
    assert dict(zip(seen["colors"], seen["taken"][0], strict=True)) == {
        "black": 0,
        "blue": 0,
        "green": 1,
        "red": 0,
        "white": 1,
        "yellow": 0,
    }
    assert sum(seen["places"][game.board.city_index["Berlin"]]) == 4
    assert game.points == [4, 0]


def test_germany_freiburg_saarbrücken_not_through_france() -> None:  # G5
    scenario = Scenario("germany", 2).claim(0, "Freiburg–Frankreich", "Saarbrücken–Frankreich")
    scenario.claim(0, "Mannheim–Saarbrücken", "Frankfurt–Mannheim", "Frankfurt–Kassel").tickets(0, "Kassel–Freiburg")
    game = scenario.game()
    assert not game.view(0).connected(0, "Freiburg", "Saarbrücken")
    assert line(game, "tickets") == (-10, 0)
    joined = scenario.claim(0, "Freiburg–Karlsruhe", "Karlsruhe–Saarbrücken").game()
    assert line(joined, "tickets") == (10, 0)


def test_nederland_breda_rotterdam() -> None:  # N5, N6
    scenario = Scenario("nederland", ["Kirsten", "Jasper", "Julia"]).hand(0, purple=2).hand(1, yellow=2)
    game = scenario.game()
    game.play("claim Breda–Rotterdam purple")
    own = game.state.extra["tolls"]
    assert (own.tokens, own.bank) == ([26, 30, 30], 4)  # to the bank
    game.play("claim Breda–Rotterdam yellow")
    assert (own.tokens, own.bank) == ([30, 26, 30], 4)  # to the holder of the first route


def test_nederland_a_loan_with_two_tokens_left() -> None:  # N6
    scenario = Scenario("nederland", ["Kirsten", "Julia"]).claim(0, "Breda–Rotterdam").hand(1, yellow=2)
    game = scenario.set("tolls", 1, 2).turn(1).game()
    game.play("claim Breda–Rotterdam yellow")
    own = game.state.extra["tolls"]
    assert own.tokens == [34, 2]  # nothing paid, the holder gets 4 from the bank
    assert own.loans == [0, 1]
    game.check()


@pytest.mark.parametrize("ranking", ["dense", "competition"])
def test_nederland_final_scoring(ranking: str) -> None:  # N7
    scenario = Scenario("nederland", ["Kirsten", "Jasper", "Julia", "Niels"], ranking=ranking)
    for seat, left in enumerate([9, 9, 3, 1]):
        scenario.set("tolls", seat, left)
    game = scenario.set("loans", 2, 1).game()
    assert line(game, "tolls") == (55, 55, 0, 20)
    assert line(game, "loans") == (0, 0, -5, 0)


def test_japan_express_bonus() -> None:  # J8
    scenario = Scenario("japan", 5)
    for seat, steps in enumerate([14, 9, 9, 4, 0]):
        scenario.set("express", seat, steps)
    assert line(scenario.game(), "express") == (25, 15, 15, -5, -20)


def test_japan_osaka_shibuya_over_tokyo() -> None:  # J3, J6
    shared = ["Kyoto–Osaka", "Kyoto–Nagoya", "Hamamatsu–Nagoya", "Hamamatsu–Odawara", "Odawara–Tokyo"]
    scenario = Scenario("japan", 2).claim(1, *shared).tickets(0, "Osaka–Shibuya").tickets(1, "Osaka–Tokyo")
    assert line(scenario.game(), "tickets") == (-13, 5)
    assert line(scenario.claim(0, "Shibuya–Tokyo").game(), "tickets") == (13, 5)


def test_italy_two_networks_joined_by_firenze_pisa() -> None:  # I8
    south = ["Firenze–Perugia", "Ancona–Perugia", "Ancona–Pescara", "Pescara–Roma"]
    north = ["Genova–Pisa", "Genova–Torino", "Milano–Torino", "Milano–Parma"]
    scenario = Scenario("italy", 2).claim(0, *south, *north)
    assert line(scenario.game(), "regions") == (1 + 1, 0)
    game: Game = scenario.hand(0, red=1).game()
    game.play("claim Firenze–Pisa red")
    assert line(game, "regions") == (11, 0)  # 9 regions: both cities are in Toscana
