"""Drawing, keeping, returning and completing tickets: B14, B17."""

from __future__ import annotations

import pytest

from tests.engine.helpers import play, texts, ticket, usa
from ttr_widget.engine import Game, IllegalAction
from ttr_widget.gamemap import load_map

TOP = ("Boston–Miami", "Calgary–Phoenix", "Denver–El Paso")


def drawn() -> Game:
    return play(usa().ticket_deck(*TOP).game(), "tickets")


def test_three_are_drawn_and_one_is_kept() -> None:  # B14
    game = drawn()
    assert (game.phase, game.player) == ("keep", 0)
    assert game.state.offers[0] == [ticket(game, text) for text in TOP]
    play(game, "keep 2")
    assert game.tickets[0] == [ticket(game, "Calgary–Phoenix")]
    assert (game.phase, game.player) == ("turn", 1)


@pytest.mark.parametrize("text", ["keep 1", "keep 1 3", "keep 1 2 3"])
def test_any_number_may_be_kept(text: str) -> None:  # B14
    game = drawn()
    play(game, text)
    assert len(game.tickets[0]) == len(text.split()) - 1


def test_something_must_be_kept() -> None:  # B14
    game = drawn()
    assert all(action.kind == "keep" and action.kept for action in game.legal_actions())
    with pytest.raises(IllegalAction, match="first choose which of the drawn tickets to keep"):
        game.play("draw")


def test_returned_under_the_deck_in_the_order_of_choice() -> None:  # B14
    for text, order in (("keep 1", (1, 2)), ("keep 1 return 2 3", (1, 2)), ("keep 1 return 3 2", (2, 1))):
        game = drawn()
        before = game.state.ticket_decks[0].copy()
        play(game, text)
        below = [ticket(game, TOP[i]) for i in reversed(order)]
        assert game.state.ticket_decks[0] == below + before, "the first one returned lies higher"


def test_returned_tickets_come_up_again() -> None:  # B14
    """All others are drawn and kept; then those returned come, in the order they were put back."""
    game = drawn()
    play(game, "keep 1 return 3 2")
    while len(game.state.ticket_decks[0]) > 2:
        play(game, "tickets")
        number = min(3, len(game.state.offers[game.player]))
        if len(game.state.ticket_decks[0]) < 2:
            break
        play(game, "keep " + " ".join(str(i + 1) for i in range(number)))
    left = game.state.offers[game.player] + game.state.ticket_decks[0][::-1]
    assert left[-2:] == [ticket(game, TOP[2]), ticket(game, TOP[1])]
    game.check()


def few_tickets(number: int) -> Game:
    """A position with so many tickets left in the deck."""
    labels = [f"{t.a}–{t.b}" for t in load_map("usa").tickets]
    return usa().tickets(1, *labels[number:]).game()


@pytest.mark.parametrize("number", [1, 2])
def test_what_is_left_is_drawn(number: int) -> None:  # B14
    game = play(few_tickets(number), "tickets")
    assert len(game.state.offers[0]) == number
    assert texts(game) == ({"keep 1"} if number == 1 else {"keep 1", "keep 2", "keep 1 2"})
    with pytest.raises(IllegalAction, match=f"there is no ticket 3: {number} were drawn"):
        game.play("keep 3")


def test_no_tickets_from_an_empty_deck() -> None:  # B14
    game = few_tickets(0)
    assert "tickets" not in texts(game)
    with pytest.raises(IllegalAction, match=r"the ticket deck is empty \(B14\)"):
        game.play("tickets")


def test_only_tickets_just_drawn_are_returned() -> None:  # B14
    game = usa().tickets(0, "Seattle–New York").ticket_deck(*TOP).game()
    play(game, "tickets", "keep 1")
    assert game.tickets[0] == [ticket(game, "Seattle–New York"), ticket(game, "Boston–Miami")]
    assert ticket(game, "Seattle–New York") not in game.state.ticket_decks[0]


def test_no_ticket_limit() -> None:  # B14
    game = few_tickets(3)
    play(game, "draw", "draw")
    assert len(game.tickets[1]) == 30
    assert "tickets" in texts(game)
    play(game, "tickets", "keep 1 2 3")
    assert len(game.tickets[1]) == 33


def test_tickets_are_secret_until_the_end() -> None:  # B14, X1
    game = play(usa().ticket_deck(*TOP).game(), "tickets", "keep 1 2")
    view = game.view(1)
    assert view.ticket_counts == [2, 0]
    assert view.all_tickets is None
    assert view.tickets == []
    game.rules.end_game(game.state)
    assert game.view(1).all_tickets == game.tickets


def test_a_ticket_counts_for_or_against() -> None:  # B17
    scenario = usa().claim(0, "Denver–Santa Fe").tickets(0, "Denver–El Paso", "Boston–Miami")
    assert scenario.game().scores()[0] == 2 - 4 - 12 + 10
    assert scenario.claim(0, "El Paso–Santa Fe").game().scores()[0] == 4 + 4 - 12 + 10


def test_only_own_routes_complete_a_ticket() -> None:  # B17
    game = usa().claim(0, "Denver–Santa Fe").claim(1, "El Paso–Santa Fe").tickets(0, "Denver–El Paso").game()
    assert game.completed_tickets(0) == []
    line = next(line for line in game.score_sheet().lines if line.source == "tickets")
    assert line.points == (-4, 0)
    assert line.detail[0] == "Denver–El Paso −4"


def test_a_detour_completes_a_ticket_too() -> None:  # B17
    way = ("Denver–Kansas City", "Kansas City–Oklahoma City", "Dallas–Oklahoma City", "Dallas–El Paso")
    game = usa().claim(0, *way).tickets(0, "Denver–El Paso").game()
    assert game.completed_tickets(0) == [ticket(game, "Denver–El Paso")]


def test_completing_by_claiming_in_any_order() -> None:  # B17
    game = usa().hand(0, locomotive=6).tickets(0, "Kansas City–Houston").claim(0, "Dallas–Houston").game()
    play(game, "claim Kansas City–Oklahoma City 2L", "draw", "draw")
    assert game.completed_tickets(0) == []
    play(game, "claim Dallas–Oklahoma City 2L")
    assert game.completed_tickets(0) == [ticket(game, "Kansas City–Houston")]
    assert game.view(0).completed() == game.completed_tickets(0)
