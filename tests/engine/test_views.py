"""What a seat or a spectator may know: X1."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

from tests.engine.helpers import TABLES, VARIANTS, hand_of, named, play, play_randomly, random_game, seen, usa
from ttr_widget.engine import Game, View
from ttr_widget.engine.state import State

SOME = [(name, options, players) for name, options, players in TABLES if players in (2, 3)]


def everything_reachable(thing: Any, found: dict[int, Any]) -> None:
    """All objects that can be reached from a view, but not into the map and its catalog, which everybody knows."""
    if id(thing) in found or isinstance(thing, str | int | float | None | bool):
        return
    found[id(thing)] = thing
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set):
        parts = list(thing)
    elif isinstance(thing, View):
        parts = [
            getattr(thing, field.name) for field in dataclasses.fields(thing) if field.name not in ("board", "catalog")
        ]
    else:
        parts = []
    for part in parts:
        everything_reachable(part, found)


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_nothing_hidden_can_be_reached(name: str, options: dict[str, Any]) -> None:  # X1
    """A view holds copies: no state, no game, no list that is the game's own."""
    for actions in (0, 3, 40):
        game = random_game(name, 2, 5, actions, **options)
        own = [getattr(game.state, slot) for slot in State.__slots__]
        own += [part for thing in own if isinstance(thing, list) for part in thing]
        mutable = {id(thing) for thing in own if isinstance(thing, list | dict)}
        for seat in (None, 0, 1):
            found: dict[int, Any] = {}
            everything_reachable(game.view(seat), found)
            assert not any(isinstance(thing, State | Game | random.Random) for thing in found.values())
            assert not mutable & found.keys()


def test_what_everybody_sees() -> None:  # X1
    game = random_game("usa", 3, 8, 60)
    s = game.state
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        assert view.market == s.market
        assert view.discard == s.discard
        assert view.owner == s.owner
        assert (view.trains, view.points) == (s.trains, s.points)
        assert view.hand_sizes == [sum(hand) for hand in s.hands]
        assert view.ticket_counts == [len(tickets) for tickets in s.tickets]
        assert view.deck_size == len(s.deck)
        assert view.ticket_deck_sizes == [len(deck) for deck in s.ticket_decks]
        assert (view.player, view.phase, view.number) == (game.player, game.phase, len(game))
        assert view.names == game.names
        assert (view.players, view.over) == (3, False)


def test_what_only_the_seat_sees() -> None:  # X1
    game = play(usa().hand(0, red=2).hand(1, blue=3).tickets(1, "Boston–Miami").game(), "tickets")
    own, other, nobody = game.view(0), game.view(1), game.view()
    assert own.hand == game.hands[0]
    assert own.offered == game.state.offers[0]
    assert own.legal == game.legal_actions()
    assert other.hand == game.hands[1]
    assert other.tickets == game.tickets[1]
    assert (other.offered, len(other.legal)) == ([], 0)
    assert (nobody.hand, nobody.tickets, nobody.offered, len(nobody.legal)) == ([], [], [], 0)
    assert nobody.offer_counts == [3, 0]


def test_who_took_which_market_card() -> None:  # X1
    game = usa().market("red", "blue", "blue", "green", "green").game()
    play(game, "take red", "take blue")
    for seat in (None, 0, 1):
        known = game.view(seat).known_cards
        assert known[0][1] == known[0][5] == 1
        assert sum(known[0]) == 2


def test_cards_seen_and_partly_spent() -> None:  # X1
    """Three reds were seen and one is spent: two of those seen must still be there."""
    game = usa().market("red", "red", "red", "green", "green").deck(*["white"] * 4).game()
    play(game, "take red", "take red", "draw", "draw", "take red", "take green", "draw", "draw")
    assert game.view(1).known_cards[0] == hand_of(red=3, green=1)
    play(game, "claim Dallas–Houston red")
    assert game.view(1).known_cards[0] == hand_of(red=2, green=1)


def test_a_view_can_be_scribbled_on() -> None:  # X1
    """Whatever a bot does to its view, the game and the next view are as before."""
    for name, options in VARIANTS:
        game = random_game(name, 2, 5, 40, **options)
        before, facts = seen(game.view(0)), game.state.facts()
        found: dict[int, Any] = {}
        everything_reachable(game.view(0), found)
        for thing in found.values():
            if isinstance(thing, list | dict):
                thing.clear()
        assert game.state.facts() == facts
        assert seen(game.view(0)) == before


def test_a_blind_card_stays_unknown() -> None:  # X1
    game = usa().deck("white", "black").game()
    play(game, "draw", "draw")
    assert game.view(1).known_cards == [[0] * 9, [0] * 9]


def swap_hidden(game: Game, seat: int | None, rng: random.Random) -> bool:
    """Exchange two cards the seat cannot see, and two hidden tickets; False if there is nothing to exchange."""
    s = game.state
    others = [other for other in range(game.players) if other != seat]
    changed = False
    if s.deck and others:
        place = rng.randrange(len(s.deck))
        other = rng.choice(others)
        mine = [card for card, n in enumerate(s.hands[other]) if n > s.known[other][card] and card != s.deck[place]]
        if mine:
            card = rng.choice(mine)
            s.hands[other][card] -= 1
            s.hands[other][s.deck[place]] += 1
            s.deck[place] = card
            changed = True
    if len(s.deck) > 1:
        a, b = rng.sample(range(len(s.deck)), 2)
        changed |= s.deck[a] != s.deck[b]
        s.deck[a], s.deck[b] = s.deck[b], s.deck[a]
    for number, deck in enumerate(s.ticket_decks):
        hidden = [pile for other in others for pile in (s.tickets[other], s.offers[other])]
        spots = [(pile, i) for pile in hidden for i, t in enumerate(pile) if game.rules.ticket_deck[t] == number]
        if deck and spots:
            pile, i = rng.choice(spots)
            j = rng.randrange(len(deck))
            pile[i], deck[j] = deck[j], pile[i]
            changed = True
    return changed


@pytest.mark.parametrize("table", SOME, ids=map(named, SOME))
def test_swapping_hidden_cards_changes_no_view(table: tuple[str, dict[str, Any], int]) -> None:  # X1
    name, options, players = table
    rng = random.Random(31)
    swapped = 0
    game = Game(name, players, 17, **options)
    while not game.over:
        play_randomly(game, rng, 7)
        if game.over:
            break
        for seat in (None, *range(players)):
            other = game.copy()
            before = seen(other.view(seat))
            for _ in range(4):
                swapped += swap_hidden(other, seat, rng)
            # What a hand can pay for is the player's own business, unless it is the player who looks.
            assert seen(other.view(seat)) == before
    assert swapped > 50


def test_others_tolls_are_hidden() -> None:  # X1, N2
    game = random_game("nederland", 3, 4, 80)
    for seat in (None, 0, 1, 2):
        before = seen(game.view(seat))
        other = game.copy()
        tokens = other.state.extra["tolls"].tokens
        a, b = [p for p in range(3) if p != seat][:2]
        tokens[a], tokens[b] = tokens[b] + 1, tokens[a] - 1
        assert seen(other.view(seat)) == before
    first = game.view(0)
    assert first.extra["tolls"]["tokens"] == [game.state.extra["tolls"].tokens[0], None, None]


def test_tickets_given_back_are_not_seen_while_others_choose() -> None:  # B4, N1
    game = Game("nederland", 3, 2)
    play(game, "keep 1 2 3")
    assert game.state.ticket_discard
    assert game.view(game.player).ticket_discard == []
    play(game, "keep 1 2 3", "keep 1 2 3")
    assert sorted(game.view(None).ticket_discard) == sorted(game.state.ticket_discard) != []


def test_networks_in_a_view() -> None:
    game = random_game("germany", 3, 3)
    view = game.view(1)
    assert view.routes_of(2) == [r for r, owner in enumerate(game.owner) if owner == 2]
    assert view.free_routes() == [r for r, owner in enumerate(game.owner) if owner == Game.FREE]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_a_view_knows_its_completed_tickets(name: str, options: dict[str, Any]) -> None:  # B17
    """Worked out from the view alone, also over countries and express lines (G5, J3)."""
    for seed in range(4):
        game = random_game(name, 2, seed, **options)
        for seat in range(2):
            done = [t for t in game.tickets[seat] if game.rules.completed(game.state, seat, t)]
            assert game.view(seat).completed() == done
    assert game.view(None).completed() == []


def test_a_view_says_in_a_line_whose_it_is() -> None:
    game = Game("usa", ["Ann", "Bob"], seed=7)
    assert repr(game.view(0)) == "<View of Ann: usa, 0 actions, Bob to decide (keep)>"
    assert repr(game.view(None)) == "<View of a spectator: usa, 0 actions, Bob to decide (keep)>"
