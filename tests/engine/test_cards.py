"""Taking cards, the market, the deck: B2, B3, B6–B10."""

from __future__ import annotations

import pytest

from tests.engine.helpers import BLUE, GREEN, RED, WHITE, WILD, hand_of, play, texts, usa, whole_deck
from ttr_widget.engine import IllegalAction
from ttr_widget.gamemap import COLORS

FIVE = ("red", "red", "blue", "green", "white")
ALL_COLORED = dict.fromkeys(COLORS, 12)


def hands_left_out(**outside: int) -> dict[str, int]:
    """A hand of the whole deck but for these cards."""
    return {name: (14 if name == "locomotive" else 12) - outside.get(name, 0) for name in (*COLORS, "locomotive")}


def test_two_cards_from_market_or_deck() -> None:  # B6
    game = usa().market(*FIVE).deck("black", "yellow").game()
    assert texts(game, "take") == {"take red", "take blue", "take green", "take white"}
    play(game, "take blue")
    assert (game.phase, game.player) == ("second_card", 0)
    assert game.market[2] == 7, "the card is replaced at once, in its place"
    play(game, "draw")
    assert game.hands[0] == hand_of(blue=1, yellow=1)
    assert (game.phase, game.player) == ("turn", 1)


def test_the_replacement_may_be_the_second_card() -> None:  # B6
    game = usa().market(*FIVE).deck("black").game()
    play(game, "take red", "take black")
    assert game.hands[0] == hand_of(red=1, black=1)


def test_blind_first_then_from_the_market() -> None:  # B6
    game = usa().market(*FIVE).deck("orange").game()
    play(game, "draw", "take white")
    assert game.hands[0] == hand_of(orange=1, white=1)


def test_a_market_locomotive_is_the_only_card() -> None:  # B7
    game = usa().market("locomotive", *FIVE[:4]).game()
    play(game, "take locomotive")
    assert game.hands[0] == hand_of(locomotive=1)
    assert (game.phase, game.player) == ("turn", 1)


def test_no_market_locomotive_as_second_card() -> None:  # B7
    game = usa().market("locomotive", *FIVE[:4]).game()
    play(game, "take red")
    before = game.state.facts()
    with pytest.raises(IllegalAction, match=r"only be taken as the first card.*B7"):
        game.play("take locomotive")
    assert game.state.facts() == before, "a refused locomotive stays where it is"
    assert "take locomotive" not in texts(game)


def test_a_blind_locomotive_is_an_ordinary_card() -> None:  # B7
    game = usa().market(*FIVE).deck("locomotive", "locomotive").game()
    play(game, "draw")
    assert game.phase == "second_card"
    play(game, "draw")
    assert game.hands[0] == hand_of(locomotive=2)


def test_three_locomotives_sweep_the_market() -> None:  # B2
    game = (
        usa()
        .market("locomotive", "locomotive", "red", "blue", "green")
        .deck("locomotive", "white", "white", "black", "black", "yellow", "orange")
        .game()
    )
    play(game, "take red")
    assert game.market == [WHITE, WHITE, 7, 7, 3]
    assert game.state.discard == hand_of(locomotive=3, blue=1, green=1)
    assert whole_deck(game) == [12] * 8 + [14]


def test_sweeping_is_repeated() -> None:  # B2
    bad = ["locomotive", "locomotive", "locomotive", "red", "red"]
    game = (
        usa()
        .market("locomotive", "locomotive", *FIVE[:3])
        .deck("locomotive", *bad, *bad, "blue", "blue", "green", "green", "locomotive")
        .game()
    )
    play(game, "take red")
    assert game.market == [BLUE, BLUE, GREEN, GREEN, WILD]
    assert game.state.discard[WILD] == 9


def test_sweeping_comes_before_the_second_card() -> None:  # B2, B6
    game = usa().market("locomotive", "locomotive", *FIVE[:3]).deck("locomotive", *["black"] * 5).game()
    play(game, "take red")
    assert texts(game) == {"draw", "take black"}


def test_two_locomotives_stay() -> None:  # B2
    game = usa().market("locomotive", *FIVE[:4]).deck("locomotive").game()
    play(game, "take blue")
    assert game.market.count(WILD) == 2
    assert not any(game.state.discard)


def test_a_hopeless_market_stays() -> None:  # B3
    """Outside the hands: 2 coloured cards and 6 locomotives. No market of five has fewer than three locomotives."""
    game = (
        usa()
        .hand(1, **hands_left_out(red=3, locomotive=6))
        .market("locomotive", "locomotive", "red", "red", "red")
        .game()
    )
    assert sorted(game.state.deck) == [WILD] * 4
    play(game, "take red")
    assert sorted(game.market) == [RED, RED, WILD, WILD, WILD]
    assert not any(game.state.discard)
    game.check()


def test_a_market_that_can_get_better_is_swept() -> None:  # B3
    """3 coloured cards and 6 locomotives outside the hands: one market in 42 is good, and it is found."""
    game = (
        usa()
        .hand(1, **hands_left_out(red=4, locomotive=6))
        .market("locomotive", "locomotive", "red", "red", "red")
        .deck("locomotive")
        .game()
    )
    play(game, "take red")
    assert game.market.count(WILD) == 2
    game.check()


@pytest.mark.parametrize("seed", range(5))
def test_two_bad_markets_do_not_take_turns_for_ever(seed: int) -> None:  # B3
    """Ten cards are left, five in the market and five in the deck, and both halves hold three locomotives."""
    game = (
        usa(seed=seed)
        .hand(1, **hands_left_out(red=5, locomotive=6))
        .market("locomotive", "locomotive", "red", "red", "red")
        .deck("locomotive")
        .game()
    )
    assert len(game.state.deck) == 6
    play(game, "take red")
    assert game.market.count(WILD) < 3
    game.check()


def test_a_hopeless_market_is_swept_when_a_claim_makes_it_possible() -> None:  # B2, B3
    game = (
        usa()
        .hand(1, **hands_left_out(red=3, locomotive=6))
        .market("locomotive", "locomotive", "red", "red", "red")
        .game()
    )
    play(game, "take red", "draw")
    assert game.market.count(WILD) == 3
    play(game, "claim Calgary–Winnipeg white")
    assert game.market.count(WILD) < 3, "six white cards came back: now a better market is possible"
    game.check()


def test_the_discard_pile_becomes_the_deck() -> None:  # B8
    game = usa().hand(1, **hands_left_out(red=7, blue=3, green=2)).discard(blue=3, green=2).market(*["red"] * 5).game()
    assert game.state.deck == [RED, RED]
    play(game, "draw")
    assert sum(game.state.discard) == 5, "a card is left in the deck"
    play(game, "draw")
    assert not any(game.state.discard), "the last card is gone: the discards are shuffled at once"
    assert sorted(game.state.deck) == [GREEN, GREEN, BLUE, BLUE, BLUE]
    game.check()


def test_the_market_is_filled_from_the_new_deck() -> None:  # B8
    game = usa().hand(1, **hands_left_out(red=6, blue=4)).discard(blue=4).market(*["red"] * 5).game()
    assert game.state.deck == [RED]
    play(game, "draw", "take red")
    assert sorted(game.market) == [RED, RED, RED, RED, BLUE]
    assert sorted(game.state.deck) == [BLUE] * 3


def test_the_new_deck_is_shuffled() -> None:  # B8
    orders = set()
    for seed in range(20):
        game = usa(seed=seed).hand(1, **hands_left_out(red=6, blue=4, green=4)).discard(blue=4, green=4)
        orders.add(tuple(play(game.market(*["red"] * 5).game(), "draw").state.deck))
    assert len(orders) > 10


def test_no_cards_without_deck_and_discards() -> None:  # B9
    game = usa().hand(1, **hands_left_out(red=5)).market(*["red"] * 5).game()
    assert not game.state.deck
    assert texts(game) == {"tickets"}
    for text in ("draw", "take red"):
        with pytest.raises(IllegalAction, match=r"deck and discard pile are empty.*B9"):
            game.play(text)


def test_cards_run_out_after_the_first() -> None:  # B9
    game = usa().hand(1, **hands_left_out(red=5, blue=1)).market(*["red"] * 5).game()
    play(game, "draw")
    assert (game.phase, game.player) == ("second_card", 0)
    assert texts(game) == {"take red"}
    with pytest.raises(IllegalAction, match="the deck is empty"):
        game.play("draw")
    play(game, "take red")
    assert game.market == [RED] * 4, "nothing is left to replace it with"
    assert game.player == 1


def test_the_turn_ends_if_no_second_card_is_legal() -> None:  # B7, B9
    game = usa().hand(1, **hands_left_out(locomotive=6)).market("locomotive", "locomotive").game()
    assert (game.market, game.state.deck) == ([WILD] * 5, [WILD])
    play(game, "draw")
    assert (game.phase, game.player) == ("turn", 1), "only locomotives lie there: the turn ends after one card"
    game.check()


def test_a_market_with_gaps_is_refilled_after_a_claim() -> None:  # B8, B9
    game = usa().hand(1, **hands_left_out(red=5, blue=1)).market(*["red"] * 5).game()
    play(game, "draw", "take red")
    assert len(game.market) == 4
    play(game, "claim Calgary–Winnipeg white")
    assert len(game.market) == 5
    assert len(game.state.deck) == 5
    game.check()


def test_no_hand_limit() -> None:  # B10
    game = usa(2).hand(0, **ALL_COLORED).game()
    assert sum(game.hands[0]) == 96
    assert "draw" in texts(game)
    play(game, "draw", "draw")
    assert sum(game.hands[0]) == 98


def test_equal_market_cards_are_one_action() -> None:  # B6
    game = usa().market(*["red"] * 5).game()
    assert texts(game, "take") == {"take red"}
    assert len(game.legal_actions().by_kind("take")) == 1
