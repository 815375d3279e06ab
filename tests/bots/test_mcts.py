"""The tree search: legal everywhere, reproducible, blind to what is hidden, and right where the right move is plain."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from ttr_widget.bots import make_bot, play_game
from ttr_widget.bots.mcts import MctsBot
from ttr_widget.bots.mcts_options import Adviser, liking
from ttr_widget.engine import Game
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.position import Scenario, find_route
from ttr_widget.gamemap import available_maps, load_map


def late_game(trains: float, name: str = "usa", players: int = 2) -> Game:
    """A game between planners in which somebody has this share of the trains left, or less."""
    game = Game(name, players, seed=9)
    bots = [make_bot("planner", seed=seat) for seat in range(players)]
    while min(game.trains) > trains * game.board.settings.trains:
        game.play(bots[game.player].choose(game.view(game.player), game.legal_actions()))
    return game


@pytest.mark.parametrize("name", available_maps())
@pytest.mark.parametrize("players", [2, 3])
def test_plays_every_map_to_the_end(name: str, players: int) -> None:
    game = late_game(0.6, name, players)
    bots = [make_bot("mcts", seed=1, iterations=12), *(make_bot("greedy", seed=i) for i in range(1, players))]
    assert play_game(game, bots).over
    game.check()


def test_an_opponent_is_thought_to_hold_tickets_for_its_track() -> None:
    scenario = (
        Scenario("usa", players=2)
        .claim(1, "Seattle–Helena", "Helena–Omaha", "Omaha–Chicago", "Chicago–Pittsburgh", "Pittsburgh–New York")
        .tickets(1, "Seattle–New York", "Dallas–New York")
        .tickets(0, "Denver–El Paso")
    )
    view = scenario.game().view(0)
    numbers = {f"{ticket.a}–{ticket.b}": number for number, ticket in enumerate(view.board.tickets)}
    met, far = numbers["Seattle–New York"], numbers["Los Angeles–Miami"]
    likely = [liking(view, seat) for seat in (0, 1)]
    held = [imagine(view, random.Random(seed), likely).tickets[1] for seed in range(200)]
    assert all(len(set(tickets)) == 2 and numbers["Denver–El Paso"] not in tickets for tickets in held)
    assert sum(met in tickets for tickets in held) > 5 * sum(far in tickets for tickets in held) > 0


@pytest.mark.parametrize("name", available_maps())
def test_imagined_tickets_add_up(name: str) -> None:
    for players in load_map(name).settings.players:
        game = Game(name, players, seed=3)
        bots = [make_bot("greedy", seed=i) for i in range(players)]
        for turn in range(60):
            if game.over:
                break
            if turn % 6 == 0:
                view = game.view(game.player)
                other = imagine(view, random.Random(turn), [liking(view, seat) for seat in range(players)])
                other.check()
                assert other.tickets[game.player] == game.tickets[game.player]
                assert [len(tickets) for tickets in other.tickets] == [len(tickets) for tickets in game.tickets]
            game.play(bots[game.player].choose(game.view(game.player), game.legal_actions()))


def test_the_same_seed_plays_the_same() -> None:
    late = late_game(0.3)
    games = [
        play_game(late.copy(), [make_bot("mcts", seed=3, iterations=40), make_bot("planner", seed=1)]) for _ in range(2)
    ]
    assert games[0].actions == games[1].actions


def test_the_search_changes_its_mind_about_the_favourite() -> None:
    game = late_game(0.6)
    changed = 0
    while min(game.trains) > 10:
        view, legal = game.view(game.player), game.legal_actions()
        favourite = make_bot("planner", seed=1).choose(view, legal)
        changed += MctsBot(1, iterations=40).choose(view, legal) is not favourite
        game.play(favourite)
    assert changed


def test_hidden_things_do_not_change_the_choice() -> None:  # X1
    game = late_game(0.6)
    other = game.copy()
    mine, theirs = game.player, 1 - game.player
    hand, known, deck = other.state.hands[theirs], other.state.known[theirs], other.state.deck
    card = next(c for c, n in enumerate(hand) if n > known[c] and c != deck[-1])
    hand[card], hand[deck[-1]], deck[-1] = hand[card] - 1, hand[deck[-1]] + 1, card
    tickets, pile = other.state.tickets[theirs], other.state.ticket_decks[0]
    tickets[0], pile[0] = pile[0], tickets[0]
    other.check()
    assert game.hands != other.hands
    assert game.tickets != other.tickets
    roots = []
    for each in (game, other):
        view = each.view(mine)
        bot = MctsBot(1, iterations=40)
        roots.append(bot.search(view, bot.planner.choose(view, view.legal)))
    walks = [[(child.action, child.rewards) for child in root.children.values()] for root in roots]
    assert walks[0] == walks[1]
    assert sum(len(rewards) for _, rewards in walks[0]) == 40


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


@pytest.mark.parametrize("name", available_maps())
def test_options_are_legal_and_have_one_payment_a_link(name: str) -> None:
    game = Game(name, 2, seed=2)
    adviser = Adviser(1)
    bots = [adviser, make_bot("random", seed=2)]
    while not game.over:
        view, legal = game.view(game.player), game.legal_actions()
        action = bots[game.player].choose(view, legal)
        if game.player == 0 and len(legal) > 1:
            options = adviser.options(view)
            assert all(option in legal for option in options)
            links = [game.board.group_of[option.route] for option in options if option.kind == "claim"]
            assert len(links) == len(set(links))
        game.play(action)


def test_more_time_means_more_walks() -> None:
    game = Game("usa", 2, seed=1)
    favourite = game.legal_actions()[0]
    walks = []
    for milliseconds in (1, 300):
        looks = itertools.count()  # a clock that is a hundredth of a second on whenever it is looked at
        bot = MctsBot(1, milliseconds=milliseconds, clock=lambda looks=looks: next(looks) / 100)
        root = bot.search(game.view(game.player), favourite)
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
