"""Hand-made positions: what is asked for is there, the rest is consistent, and nonsense is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import BLUE, GREEN, RED, WILD, hand_of, play, route, ticket, usa, whole_deck
from ttr_widget.engine import Game
from ttr_widget.engine.position import PositionError, Scenario, find_route, find_ticket
from ttr_widget.gamemap import load_map


def test_a_position() -> None:
    scenario = usa(["Ann", "Bob", "Cy"]).claim(1, "seattle-vancouver", "Calgary–Helena").hand(2, red=3, locomotive=1)
    scenario = scenario.tickets(0, "Boston–Miami", "Phoenix–Calgary").market("red", "blue", "green", "red", "white")
    game = scenario.deck("red", "blue").ticket_deck("Denver–El Paso").discard(black=4).turn(2, 7).game()
    assert game.names == ("Ann", "Bob", "Cy")
    assert [game.owner[route(game, text)] for text in ("Seattle–Vancouver", "Calgary–Helena")] == [1, 1]
    assert (game.trains, game.points) == ([45, 40, 45], [0, 8, 0])
    assert game.hands == [hand_of(), hand_of(), hand_of(red=3, locomotive=1)]
    assert game.tickets[0] == [ticket(game, "Boston–Miami"), ticket(game, "Calgary–Phoenix")]
    assert game.market == [RED, BLUE, GREEN, RED, 6]
    assert game.state.discard == hand_of(black=4)
    assert (game.player, game.turn, game.phase) == (2, 8, "turn")
    assert whole_deck(game) == [12] * 8 + [14]
    game.check()
    play(game, "draw", "draw")
    assert game.hands[2] == hand_of(red=4, blue=1, locomotive=1)
    play(game, "tickets")
    assert game.state.offers[0][0] == ticket(game, "Denver–El Paso")


def test_stacked_cards_are_drawn_whatever_else_is_set() -> None:
    """Hands, market and discards come from the rest of the deck, in whatever order they are written."""
    for seed in range(30):
        game = usa(seed=seed).deck("red", "locomotive", "red").hand(0, red=8).discard(red=1).hand(0, red=7).game()
        assert game.state.deck[:-4:-1] == [RED, WILD, RED]


def test_places_of_the_market_are_filled() -> None:  # B2
    for seed in range(60):
        game = usa(seed=seed).market("locomotive", "locomotive", "red").game()
        assert game.market[:3] == [WILD, WILD, RED]
        assert len(game.market) == 5
        assert game.market.count(WILD) == 2, "nothing that was asked for is swept away"


def test_the_same_seed_gives_the_same_position() -> None:  # X3
    first, second = (usa(seed=s).hand(0, red=1).game().state.facts() for s in (4, 4))
    assert first == second
    assert first != usa(seed=5).hand(0, red=1).game().state.facts()


def test_a_scenario_can_be_used_again() -> None:
    scenario = usa().hand(0, red=1)
    one, other = scenario.game(), scenario.game()
    play(one, "claim Dallas–Houston red")
    assert other.owner.count(0) == 0
    assert scenario.game().state.facts() == other.state.facts()
    assert repr(scenario) == "<Scenario usa, 1 edits>"


def test_options_and_ready_maps() -> None:
    assert len(Scenario("usa", edition="classic").game().board.tickets) == 30
    assert len(Scenario(load_map("usa"), edition="classic").game().board.tickets) == 30
    assert Scenario("nederland", 2, first_player=1).game().points == [1, 0]  # N3


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (usa().claim(0, "Seattle–Miami"), "edit 1, claim: there is no route Seattle–Miami"),
        (usa().claim(0, "Seattle–Vancouver red"), "what does 'red' mean after the two cities?"),
        (usa().claim(0, "Seatle–Vancouver"), "did you mean Seattle?"),
        (usa().claim(0, "Seattle–Vancouver", track=3), "has 2 track(s), not 3"),
        (usa().claim(2, "Seattle–Vancouver"), "there is no seat 2; the seats are 0 to 1"),
        (usa().claim(0, "Calgary–Helena").claim(1, "Calgary–Helena"), "edit 2, claim: Calgary–Helena #1 is taken"),
        (usa().claim(0, "Seattle–Vancouver").claim(1, "Seattle–Vancouver", track=2), "is closed: a parallel route"),
        (usa(4).claim(0, "Seattle–Vancouver").claim(0, "Seattle–Vancouver", track=2), "is closed: a parallel route"),
        (usa().hand(0, red=13), "cannot give 13 red: 12 are left in the deck"),
        (usa().hand(0, red=-1), "cannot give -1 red"),
        (usa().hand(0, pink=1), "unknown card 'pink'; the cards are purple, red"),
        (usa().hand(9, red=1), "there is no seat 9"),
        (usa().hand(0, red=8).hand(1, red=8), "edit 2, hand: cannot give 8 red: 4 are left"),
        (usa().tickets(0, "Boston–Seattle"), "there is no ticket Boston–Seattle"),
        (usa().tickets(0, "Boston–Miami").tickets(1, "Boston–Miami"), "the ticket Boston–Miami is given already"),
        (usa().ticket_deck("Boston–Miami", "Miami–Boston"), "the ticket Miami–Boston is given already"),
        (usa().market(*["red"] * 6), "the market has 5 places"),
        (usa().market("gray"), "unknown card 'gray'"),
        (usa().market("locomotive", "locomotive", "locomotive"), "is cleared at once (B2)"),
        (usa().deck("red", "pink"), "unknown card 'pink'"),
        (usa().discard(red=20), "cannot give 20 red"),
        (usa().turn(5), "there is no seat 5"),
        (usa().turn(0.0), "there is no seat 0.0"),
        (usa().turn(True), "there is no seat True"),
        (usa().turn(0, "x"), "edit 1, turn: 'x' is not a number from 0"),
        (usa().turn(0, -1), "edit 1, turn: -1 is not a number from 0"),
        (usa().set("tolls", 0, 5), "edit 1, tolls: this map has no such thing"),
    ],
)
def test_positions_that_cannot_be(scenario: Scenario, words: str) -> None:
    with pytest.raises(PositionError) as caught:
        scenario.game()
    assert words in str(caught.value)


def test_too_many_trains() -> None:  # B11
    long = ["Calgary–Winnipeg", "Duluth–Helena", "Duluth–Toronto", "El Paso–Houston", "El Paso–Los Angeles"]
    more = ["Helena–Seattle", "Miami–New Orleans", "Portland–Salt Lake City"]
    with pytest.raises(PositionError, match="Portland–Salt Lake City needs 6 trains, seat 0 has 3 left"):
        usa().claim(0, *long, *more).game()


@pytest.mark.parametrize(
    "edit", [(), ("hand",), ("hand", 0), ("hand", 0, 5), ("claim", 0), ("fly", 0, 1), (5,), ("turn",)]
)
def test_edits_of_no_form(edit: tuple[Any, ...]) -> None:
    with pytest.raises(PositionError, match="edit 1"):
        Game("usa", 2, start=[edit])


def test_finding_routes_and_tickets() -> None:
    board = load_map("usa")
    assert board.route_label(find_route(board, "KANSAS CITY - omaha", 2)) == "Kansas City–Omaha"
    assert find_route(board, "Omaha–Kansas City", 1) + 1 == find_route(board, "Omaha–Kansas City", 2)
    assert find_ticket(board, "miami-boston") == find_ticket(board, "Boston–Miami")
