"""Random whole games on every map for 2–5 players: what must hold after every action."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.helpers import TABLES, choose, named, play_randomly, random_game, seen
from tests.engine.test_views import swap_hidden
from ttr_widget.engine import Game, Inconsistent
from ttr_widget.engine.imagine import imagine

Table = tuple[str, dict[str, Any], int]
tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
lengths = st.integers(0, 250)


def started(table: Table, seed: int, actions: int = 0) -> Game:
    name, options, players = table
    return random_game(name, players, seed, actions, **options)


@pytest.mark.parametrize("table", TABLES, ids=map(named, TABLES))
@settings(max_examples=max(3, settings.default.max_examples // 10))
@given(seed=seeds)
def test_whole_games(table: Table, seed: int) -> None:  # X4
    """Nothing is lost after any action, somebody can always act, every legal action is written and read, it ends."""
    game = started(table, seed)
    rng = random.Random(seed)
    game.check()
    while not game.over:
        legal = game.legal_actions()
        assert legal
        action = choose(game, rng)
        assert game.parse(action.text) is action
        game.play(action)
        game.check()
        assert len(game) < 4000
    assert game.scores() == game.score_sheet().totals
    assert game.winners == game.score_sheet().winners != ()


@given(table=tables, seed=seeds, actions=lengths)
def test_the_set_of_legal_actions(table: Table, seed: int, actions: int) -> None:
    """As a sequence and as a set it says the same, and playing each of them works."""
    game = started(table, seed, actions)
    legal = game.legal_actions()
    listed = list(legal)
    assert len(listed) == len(set(listed)) == len(legal)
    assert [legal[i] for i in range(len(listed))] == listed == legal[:]
    assert [legal[-i] for i in range(1, len(listed) + 1)] == listed[::-1]
    for wrong in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            legal[wrong]
    assert all(action in legal for action in listed)
    assert sum(len(legal.by_kind(kind)) for kind in {a.kind for a in listed}) == len(listed)
    routes = legal.claimable_routes()
    assert routes == sorted({a.route for a in legal.by_kind("claim")})
    assert sum(len(legal.claims_of(route)) for route in routes) == len(legal.by_kind("claim"))
    for action in random.Random(seed).sample(listed, min(len(listed), 12)):
        other = game.copy()
        other.play(action)
        other.check()


@given(table=tables, seed=seeds, actions=lengths)
def test_hidden_cards_change_no_view(table: Table, seed: int, actions: int) -> None:  # X1
    game = started(table, seed, actions)
    rng = random.Random(seed)
    if game.over:
        return
    for seat in (None, *range(game.players)):
        other = game.copy()
        before = seen(other.view(seat))
        for _ in range(5):
            swap_hidden(other, seat, rng)
        other.check()
        assert seen(other.view(seat)) == before


@given(table=tables, seed=seeds, actions=lengths)
def test_saved_loaded_and_played_on(table: Table, seed: int, actions: int) -> None:
    game = started(table, seed, actions)
    again = Game.from_record(game.record())
    for one in (game, again):
        play_randomly(one, random.Random(seed + 1), 60)
    assert again.state.facts() == game.state.facts()
    assert again.record() == game.record()


@given(table=tables, seed=seeds, actions=lengths, back=st.integers(1, 40))
def test_copied_and_taken_back(table: Table, seed: int, actions: int, back: int) -> None:
    game = started(table, seed, actions)
    before = game.state.facts()
    other = play_randomly(game.copy(), random.Random(seed + 1), back)
    assert game.state.facts() == before
    if len(other) > len(game):
        other.undo(len(other) - len(game))
    assert other.state.facts() == before


@given(table=tables, seed=seeds, actions=lengths)
def test_imagined_games_fit_the_view(table: Table, seed: int, actions: int) -> None:  # X1
    """Whatever is imagined, the seat would see the same, nothing is lost, and the game can be played to its end."""
    game = started(table, seed, actions)
    for seat in (None, *range(game.players)):
        view = game.view(seat)
        dream = imagine(view, random.Random(seed))
        dream.check()
        again = seen(dream.view(seat))
        assert again.pop("number") == 0
        expected = seen(view)
        del expected["number"]
        assert again == expected
    play_randomly(dream, random.Random(seed))
    dream.check()


@given(table=tables, seed=seeds)
def test_networks_are_kept_up_to_date(table: Table, seed: int) -> None:  # B17
    """The incremental networks and open claims are those worked out from the owners alone."""
    game = started(table, seed)
    rng = random.Random(seed)
    while not game.over:
        play_randomly(game, rng, 25)
        again = game.copy()
        game.rules.rebuild(again.state)
        assert again.state.facts() == game.state.facts()


def damage(game: Game, what: str) -> None:
    s = game.state
    if what == "card":
        s.deck[0] = (s.deck[0] + 1) % 9
    elif what == "ticket":
        s.tickets[0].append(s.tickets[1][0])
    elif what == "train":
        s.trains[0] += 1
    elif what == "owner":
        s.owner[s.owner.index(Game.FREE)] = 0
    elif what == "known":
        s.known[0][0] = s.hands[0][0] + 1
    elif what == "routes":
        s.routes[0] ^= 1


@pytest.mark.parametrize("what", ["card", "ticket", "train", "owner", "known", "routes"])
def test_a_damaged_position_is_noticed(what: str) -> None:  # X4
    """The check itself can fail."""
    game = random_game("usa", 2, 1, 60)
    game.check()
    damage(game, what)
    with pytest.raises(Inconsistent):
        game.check()


def test_both_tracks_in_one_hand_are_noticed() -> None:  # B12, X4
    game = random_game("usa", 4, 1, 30)
    pair = next(g for g in game.board.route_groups if len(g) == 2 and all(game.owner[r] == Game.FREE for r in g))
    for route in pair:
        game.state.owner[route] = 0
        game.state.routes[0] |= 1 << route
        game.state.trains[0] -= game.board.routes[route].length
    with pytest.raises(Inconsistent, match="holds 2 routes between the same cities"):
        game.check()
