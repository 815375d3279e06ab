"""Views hide what X1 and N2 say, for every mechanic: other hidden things, the same view."""

from __future__ import annotations

import random

import pytest

from tests.engine.mechanics.odd_maps import ODD_MAPS
from tests.engine.mechanics.tools import MAPS, greedy_action
from ttr_widget.engine import Game
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.state import State, shuffled
from ttr_widget.gamemap import GameMap, load_map

TABLES = [*MAPS, "nederland with neutral", *ODD_MAPS]


def board_of(name: str) -> GameMap:
    if name == "nederland with neutral":
        return load_map("nederland", neutral=True)
    return ODD_MAPS[name]() if name in ODD_MAPS else load_map(name)


def positions(name: str) -> list[Game]:
    """Games of the map in all stages, also during set-up and between the decisions of a turn."""
    board = board_of(name)
    low, high = board.settings.players
    games = []
    for seed in range(4):
        rng = random.Random(seed)
        game = Game(board, low + seed % (high - low + 1), seed=seed)
        games.append(game.copy())
        while not game.over:
            game.play(greedy_action(game.legal_actions(), rng))
            if rng.random() < 0.04 and not game.over:
                games.append(game.copy())
    return games


def mix_hidden(game: Game, seat: int | None, rng: random.Random) -> Game:
    """The same game with everything exchanged that this seat cannot know."""
    other = game.copy()
    s = other.state
    others = [p for p in range(game.players) if p != seat]
    s.seed = "another future"
    _mix_cards(s, others, rng)
    _mix_tickets(other, others, rng)
    if "tolls" in s.extra:
        own = s.extra["tolls"]
        for p in others:
            change = int(rng.random() * 20)
            own.tokens[p] += change
            own.bank -= change
    other.check()
    return other


def _mix_cards(s: State, others: list[int], rng: random.Random) -> None:
    """Hands keep their sizes and what everybody saw them take."""
    pool = s.deck
    sizes = [sum(hand) for hand in s.hands]
    for p in others:
        for card, number in enumerate(s.hands[p]):
            pool += [card] * (number - s.known[p][card])
        s.hands[p] = s.known[p].copy()
    pool[:] = shuffled(pool, rng)
    for p in others:
        while sum(s.hands[p]) < sizes[p]:
            s.hands[p][pool.pop()] += 1


def _mix_tickets(game: Game, others: list[int], rng: random.Random) -> None:
    """Piles keep their sizes, and decks their kinds of tickets."""
    s, kinds = game.state, game.rules.ticket_deck
    piles = [*s.ticket_decks, *(s.tickets[p] for p in others), *(s.offers[p] for p in others)]
    if s.setting_up:
        piles.append(s.ticket_discard)
    for kind in range(len(s.ticket_decks)):
        places = [(pile, i) for pile in piles for i, ticket in enumerate(pile) if kinds[ticket] == kind]
        mixed = shuffled([pile[i] for pile, i in places], rng)
        for (pile, i), ticket in zip(places, mixed, strict=True):
            pile[i] = ticket


@pytest.mark.parametrize("name", TABLES)
def test_other_hidden_things_give_the_same_view(name: str) -> None:  # X1, N2
    rng = random.Random(name)
    changed = 0
    for game in positions(name):
        for seat in (None, *range(game.players)):
            other = mix_hidden(game, seat, rng)
            changed += other.state.facts() != game.state.facts()
            assert other.view(seat) == game.view(seat)
    assert changed > 20  # something was hidden


def test_own_tokens_are_seen() -> None:  # N2
    game = Game("nederland", 3, seed=1)
    before = game.view(1)
    game.state.extra["tolls"].tokens[1] -= 3
    assert game.view(1) != before


# Imagined games (for search): what is hidden is invented, the view is the same.


@pytest.mark.parametrize("name", TABLES)
def test_an_imagined_game_looks_the_same_and_can_be_played(name: str) -> None:  # X1, X4
    rng = random.Random(name)
    for number, game in enumerate(positions(name)):
        for seat in range(game.players):
            view = game.view(seat)
            again = imagine(view, rng)
            again.check()
            view.number = 0  # the imagined game begins here
            assert again.view(seat) == view
        if number % 5 == 0:
            for _ in range(60):
                if not again.over:
                    again.play(greedy_action(again.legal_actions(), rng))
                    again.check()


def test_nobody_is_imagined_with_a_ticket_that_is_met_already() -> None:  # F4
    for game in positions("first_journey_europe"):
        if game.over:
            continue
        for seat in range(game.players):
            again = imagine(game.view(seat), random.Random(1))
            for p in range(game.players):
                assert not any(again.rules.completed(again.state, p, t) for t in again.tickets[p])


def test_tolls_are_guessed_from_what_was_seen() -> None:  # N5
    guessed = 0
    for name in ("nederland", "nederland with neutral"):
        for game in positions(name):
            own = game.state.extra["tolls"]
            if any(own.loans):
                continue
            again = imagine(game.view(0), random.Random(1))
            assert again.state.extra["tolls"] == own  # everything was paid openly
            guessed += 1
    assert guessed > 10
