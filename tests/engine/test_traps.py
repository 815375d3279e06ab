"""Mistakes other engines made, one test each, so that this one never makes them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.engine.helpers import WILD, play, play_randomly, random_game, route, texts, usa, whole_deck
from ttr_widget.engine import Game, IllegalAction
from ttr_widget.gamemap import COLORS, load_map

FULL_DECK = [12] * 8 + [14]


def test_the_usa_board_is_complete() -> None:
    """A table read wrongly loses second tracks: 100 tracks, 309 spaces, 7 routes of each colour, 44 gray ones."""
    routes = load_map("usa").routes
    assert len(routes) == 100
    assert sum(r.length for r in routes) == 309
    assert Counter(r.color for r in routes) == {**dict.fromkeys(COLORS, 7), "gray": 44}


@pytest.mark.parametrize("players", [2, 5])
def test_cards_are_conserved_over_market_resets(players: int) -> None:  # X4, B2
    """A reset must discard the five real cards, not one of each kind."""
    resets: list[list[int]] = []
    for seed in range(12):
        game = Game("usa", players, seed)
        game.observe(lambda event: resets.append(event.public["cards"]) if event.kind == "market_reset" else None)
        rng = random.Random(seed)
        while not game.over:
            discarded = game.state.discard.copy()
            number = len(resets)
            legal = game.legal_actions()
            cards = legal.by_kind("take") or legal.by_kind("draw") or legal
            game.play(cards[int(rng.random() * len(cards))] if rng.random() < 0.8 else rng.choice(legal))
            assert whole_deck(game) == FULL_DECK
            if len(resets) == number + 1 and sum(discarded) < sum(game.state.discard):
                swept = resets[-1]
                gained = [new - old for new, old in zip(game.state.discard, discarded, strict=True)]
                assert gained == [swept.count(card) for card in range(9)]
    assert len(resets) > 10, "no market was ever reset: the test shows nothing"
    assert all(len(cards) == 5 and cards.count(WILD) >= 3 for cards in resets)


@pytest.mark.parametrize("players", [2, 3])
def test_a_closed_twin_never_comes_back(players: int) -> None:  # B12
    for seed in range(10):
        game = random_game("usa", players, seed)
        for group in game.board.route_groups:
            assert sum(game.owner[r] != Game.FREE for r in group) <= 1


@pytest.mark.parametrize("players", [4, 5])
def test_with_many_players_twins_are_shared_but_never_by_one(players: int) -> None:  # B12
    both = 0
    for seed in range(10):
        game = random_game("usa", players, seed)
        for group in game.board.route_groups:
            holders = [game.owner[r] for r in group if game.owner[r] != Game.FREE]
            assert len(holders) == len(set(holders))
            both += len(holders) > 1
    assert both, "no double was ever used by two players: the test shows nothing"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_final_round_only(players: int) -> None:  # B16
    """A second player short of trains must not make the last round longer, and no sub-move ends it early."""
    several = 0
    for seed in range(15):
        game = Game("usa", players, seed)
        rng = random.Random(seed)
        turns_after = None
        while not game.over:
            turn, triggered = game.turn, game.final_turns is not None
            play_randomly(game, rng, 1)
            if game.final_turns is not None and not triggered:
                turns_after = 0
            elif turns_after is not None and (game.turn != turn or game.over):
                turns_after += 1
        if turns_after is not None:
            assert turns_after == players
        several += sum(trains <= 2 for trains in game.trains) > 1
    assert several, "never two players short of trains: the test shows nothing"


def test_an_empty_market_is_refilled() -> None:  # B8, B9
    """All cards are in hands and no market lies there; the next claim brings cards back and fills it."""
    game = usa().hand(1, **dict.fromkeys(COLORS, 12), locomotive=14).game()
    assert (game.market, game.state.deck) == ([], [])
    play(game, "tickets", "keep 1", "claim Calgary–Winnipeg white")
    assert len(game.market) == 5
    assert "draw" in texts(game)
    game.check()


def test_the_reset_of_late_games_ends() -> None:  # B3
    """Hoarders: everybody only draws. The deck runs out with hardly a coloured card left, again and again."""
    for seed in range(25):
        game = Game("usa", 5, seed)
        while game.phase == "keep":
            game.play("keep 1 2")
        for _ in range(400):
            legal = game.legal_actions()
            # Coloured cards first, so that locomotives are what remains.
            for text in [f"take {color}" for color in COLORS] + ["draw", "tickets"]:
                action = game.rules.catalog.by_text[text]
                if action in legal:
                    break
            else:
                action = legal[0]
            game.play(action)
            if game.over:
                break
            assert whole_deck(game) == FULL_DECK
            colored = sum(FULL_DECK[:WILD]) - sum(sum(hand[:WILD]) for hand in game.state.hands)
            outside = 110 - sum(map(sum, game.state.hands))
            if game.market.count(WILD) >= 3:
                assert min(5, outside) - min(colored, 5) >= 3, "three locomotives lie there without need"


def test_everybody_passes_and_the_game_ends() -> None:  # B15
    """Hoarders again: all cards in hands, all tickets taken, nobody claims unless it is the only action."""
    game = Game("usa", 2, seed=1)
    order = {"tickets": 0, "keep": 1, "draw": 2, "take": 3, "pass": 4, "claim": 5}
    while not game.over and len(game) < 5000:
        game.play(min(game.legal_actions(), key=lambda action: order[action.kind]))
    assert game.over


def test_returned_tickets_stay_in_the_game() -> None:  # B14, X4
    """All 33 tickets are somewhere, and those returned are the lowest of the deck."""
    game = usa().game()
    deck = game.state.ticket_decks[0].copy()
    top = deck[:-4:-1]
    play(game, "tickets", "keep 3")
    assert game.state.ticket_decks[0] == [top[1], top[0], *deck[:-3]]
    game.check()


def test_a_refused_locomotive_vanishes_nowhere() -> None:  # B7, X2
    game = usa().market("locomotive", "red", "red", "blue", "blue").game()
    play(game, "draw")
    with pytest.raises(IllegalAction):
        game.play("take locomotive")
    assert game.market.count(WILD) == 1
    assert whole_deck(game) == FULL_DECK


def test_exactly_enough_trains_are_enough() -> None:  # B11
    """Not one more than the length is needed."""
    game = usa().hand(0, red=1).game()
    game.state.trains[0] = 1
    assert "claim Dallas–Houston red" in texts(game)


def test_drawing_is_possible_with_few_cards_left() -> None:  # B9
    """No guard against hoarding: one card in the deck may be drawn."""
    cards = dict.fromkeys(COLORS, 12) | {"locomotive": 14, "red": 6}
    game = usa().hand(1, **cards).market(*["red"] * 5).game()
    assert game.state.deck == [1]
    assert "draw" in texts(game)


def test_discards_come_back_and_nothing_else() -> None:  # B8
    """Not a new full deck: exactly the cards that were discarded."""
    reshuffled = 0
    for seed in range(10):
        game = Game("usa", 5, seed)
        sizes: list[int] = []
        game.observe(
            lambda event, sizes=sizes: sizes.append(event.public.get("cards")) if event.kind == "reshuffle" else None
        )
        rng = random.Random(seed)
        while not game.over:
            before = sum(game.state.discard)
            play_randomly(game, rng, 1)
            assert whole_deck(game) == FULL_DECK
            if sizes:
                assert sizes[0] >= before
                reshuffled += 1
                sizes.clear()
    assert reshuffled > 5, "the deck hardly ever ran out: the test shows nothing"


def test_the_path_is_a_trail_with_cycles_and_ties() -> None:  # B18
    """Not a simple path, not hops, not the weight of the component, not only from dead ends."""
    ring = ("Denver–Omaha", "Kansas City–Omaha", "Denver–Kansas City")
    game = usa(3).claim(0, *ring).claim(1, "Duluth–Helena", "Calgary–Vancouver").claim(2, "Chicago–Toronto").game()
    lengths = next(line for line in game.score_sheet().lines if line.source == "longest_path").detail
    assert lengths == ("9 trains", "6 trains", "4 trains")
    game = usa(2).claim(0, *ring).claim(1, "Calgary–Winnipeg", "Calgary–Vancouver").game()
    assert next(line for line in game.score_sheet().lines if line.source == "longest_path").points == (10, 10)


def test_a_route_is_paid_once() -> None:  # B11
    game = usa().hand(0, red=12).game()
    play(game, "claim Chicago–Duluth red")
    assert game.hands[0][1] == 9
    assert game.points[0] == 4
    assert game.owner.count(0) == 1
    assert game.owner[route(game, "Chicago–Duluth")] == 0
