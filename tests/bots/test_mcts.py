"""The tree search: legal everywhere, reproducible, blind to what is hidden, and right where the right move is plain."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ttr_widget.bots import make_bot, play_game
from ttr_widget.bots.mcts import MctsBot, candidates
from ttr_widget.bots.mcts_playout import Playout, course_of
from ttr_widget.engine import Game
from ttr_widget.engine.position import Scenario, find_route
from ttr_widget.gamemap import available_maps, load_map


@pytest.mark.parametrize("name", available_maps())
@pytest.mark.parametrize("players", [2, 3])
def test_plays_every_map_to_the_end(name: str, players: int) -> None:
    game = Game(name, players, seed=4)
    bots = [make_bot("mcts", seed=1, iterations=2), *(make_bot("random", seed=i) for i in range(1, players))]
    assert play_game(game, bots).over
    game.check()


@pytest.mark.parametrize("name", available_maps())
def test_playouts_end_and_keep_the_rules(name: str) -> None:
    for players in (2, load_map(name).settings.players[1]):
        for seed in range(4):
            game = Game(name, players, seed=seed)
            playout = Playout(course_of(game.board, players), random.Random(seed))
            while not game.over:
                game.play(playout.choose(game.state))  # an illegal choice would raise
            game.check()


def test_playouts_meet_tickets() -> None:
    done = 0
    for seed in range(10):
        game = Game("usa", 2, seed=seed)
        Playout(course_of(game.board, 2), random.Random(seed)).run(game.state)
        done += sum(len(game.completed_tickets(seat)) for seat in (0, 1))
    assert done >= 20  # random players meet next to none


def test_the_same_seed_plays_the_same() -> None:
    games = [
        play_game(Game("usa", 2, seed=9), [make_bot("mcts", seed=3, iterations=2), make_bot("random", seed=1)])
        for _ in range(2)
    ]
    assert games[0].record() == games[1].record()


def test_hidden_things_do_not_change_the_choice() -> None:  # X1
    game = Game("usa", 2, seed=5)
    game.play("keep 1 2")
    game.play("keep 1 2")
    other = game.copy()
    mine, theirs = game.player, 1 - game.player
    hand, deck = other.state.hands[theirs], other.state.deck
    card = next(c for c, n in enumerate(hand) if n and c != deck[-1])
    hand[card], hand[deck[-1]], deck[-1] = hand[card] - 1, hand[deck[-1]] + 1, card
    tickets, pile = other.state.tickets[theirs], other.state.ticket_decks[0]
    other.state.tickets[theirs], pile[:2] = pile[:2], tickets
    other.check()
    assert game.hands != other.hands
    choices = [MctsBot(1, iterations=40).choose(each.view(mine), each.legal_actions()) for each in (game, other)]
    assert choices[0].text == choices[1].text


def test_finishes_a_ticket_in_the_last_turn() -> None:
    scenario = (
        Scenario("usa", players=2)
        .claim(0, "Seattle–Helena", "Helena–Omaha", "Omaha–Chicago", "Chicago–Pittsburgh")
        .claim(0, "Los Angeles–El Paso", "El Paso–Houston", "Houston–New Orleans", "New Orleans–Miami")
        .hand(0, white=2, red=3)
        .tickets(0, "Seattle–New York")
        .tickets(1, "Denver–El Paso")
    )
    game = scenario.game()
    game.state.final_turns = 1
    wanted = find_route(game.board, "Pittsburgh–New York")
    action = MctsBot(2, iterations=150).choose(game.view(0), game.legal_actions())
    assert action.kind == "claim"
    assert game.board.group_of[action.route] == game.board.group_of[wanted]


def test_candidates_are_legal_and_have_one_payment_a_route() -> None:
    game = Game("usa", 2, seed=2)
    bots = [make_bot("random", seed=1), make_bot("random", seed=2)]
    chance = random.Random(0)
    while not game.over:
        actions = candidates(game.state, Playout(course_of(game.board, 2), chance))
        legal = game.legal_actions()
        assert all(action in legal for action in actions)
        routes = [action.route for action in actions if action.kind == "claim"]
        assert len(routes) == len(set(routes))
        game.play(bots[game.player].choose(game.view(game.player), legal))


def test_more_time_means_more_walks() -> None:
    game = Game("usa", 2, seed=1)
    favourite = game.legal_actions()[0]
    walks = []
    for milliseconds in (1, 300):
        root = MctsBot(1, milliseconds=milliseconds).search(game.view(game.player), favourite)
        walks.append(sum(child.visits for child in root.children.values()))
    assert 1 <= walks[0] < walks[1]


@pytest.mark.parametrize("wrong", [{"milliseconds": 0}, {"iterations": 0}])
def test_a_wrong_budget_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="budget"):
        MctsBot(1, **wrong)


def test_searching_beats_random_play() -> None:
    won = 0
    for seed in range(3):
        bots = [make_bot("mcts", seed=seed, iterations=2), make_bot("random", seed=seed)]
        won += 0 in play_game(Game("usa", 2, seed=seed), bots).winners
    assert won == 3
