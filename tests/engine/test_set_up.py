"""Set-up: B1, B2, B4, B5."""

from __future__ import annotations

import pytest

from tests.engine.helpers import WILD, play, usa, whole_deck
from ttr_widget.engine import Game, IllegalAction


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_alike(players: int) -> None:  # B1
    game = Game("usa", players, seed=3)
    assert game.trains == [45] * players
    assert game.points == [0] * players
    assert [sum(hand) for hand in game.hands] == [4] * players
    assert whole_deck(game) == [12] * 8 + [14]
    assert len(game.state.deck) == 110 - 4 * players - 5


def test_the_deck_is_shuffled() -> None:  # B1
    decks = {tuple(Game("usa", 2, seed=seed).state.deck) for seed in range(20)}
    assert len(decks) == 20
    assert all(list(deck) != sorted(deck) for deck in decks)


def test_the_market_of_the_set_up_never_shows_three_locomotives() -> None:  # B2
    """A market of five random cards has three locomotives in 1.5 % of the games; here in none."""
    swept = 0
    for seed in range(400):
        game = Game("usa", 2, seed=seed)
        assert len(game.market) == 5
        assert game.market.count(WILD) < 3
        swept += any(game.state.discard)
    assert swept >= 2, "no market was ever swept: the test shows nothing"


def test_four_tickets_of_which_two_are_kept() -> None:  # B4
    game = Game("usa", 3, seed=1)
    assert game.phase == "keep"
    assert [len(offer) for offer in game.state.offers] == [4, 4, 4]
    for kept in ("keep 1", "keep 4"):
        with pytest.raises(IllegalAction, match=r"at least 2 of the tickets must be kept \(B4\)"):
            game.play(kept)
    assert len(game.legal_actions()) == 6 + 4 + 1
    play(game, "keep 1 4", "keep 1 2 3", "keep 1 2 3 4")
    assert sorted(map(len, game.tickets)) == [2, 3, 4]
    assert game.phase == "turn"


def test_tickets_are_chosen_in_turn_order_and_unseen() -> None:  # B4
    game = Game("usa", 3, seed=1, first_player=2)
    order = []
    for _ in range(3):
        order.append(game.player)
        others = [seat for seat in range(3) if seat != game.player]
        assert all(not game.view(seat).legal for seat in others)
        game.play("keep 2 3")
    assert order == [2, 0, 1]
    assert game.player == 2


def test_unwanted_tickets_are_shuffled_together_under_the_deck() -> None:  # B4
    orders = set()
    for seed in range(30):
        game = Game("usa", 4, seed=seed)
        untouched = game.state.ticket_decks[0].copy()
        back = []
        for _ in range(4):
            back += game.state.offers[game.player][2:]
            game.play("keep 1 2")
        deck = game.state.ticket_decks[0]
        assert deck[8:] == untouched, "the top of the deck is the end of the list and stays as it was"
        assert sorted(deck[:8]) == sorted(back)
        assert game.state.ticket_discard == []
        orders.add(tuple(back.index(ticket) for ticket in deck[:8]))
    assert len(orders) > 25, "not shuffled"


def test_the_first_player_is_random() -> None:  # B5
    firsts = [Game("usa", 5, seed=seed).player for seed in range(200)]
    assert all(20 <= firsts.count(seat) <= 65 for seat in range(5))


def test_the_first_player_may_be_given() -> None:  # B5
    for seat in range(4):
        game = Game("usa", 4, seed=9, first_player=seat)
        assert game.player == seat
        play(game, *["keep 1 2"] * 4)
        assert game.player == seat


def test_play_goes_clockwise() -> None:  # B5
    game = Game("usa", 3, seed=5, first_player=1)
    play(game, *["keep 1 2"] * 3)
    order = []
    for _ in range(6):
        order.append(game.player)
        play(game, "draw", "draw")
    assert order == [1, 2, 0, 1, 2, 0]
    assert (game.turn, game.round) == (7, 3)


def test_a_hand_made_position_has_a_market_too() -> None:  # B2
    for seed in range(100):
        game = usa(seed=seed).game()
        assert len(game.market) == 5
        assert game.market.count(WILD) < 3
