"""The environments: proved by PettingZoo's and Gymnasium's own tests, and against the games they stand for."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

import ttr_widget.env as doors
from ttr_widget.bots import make_bot, play_game
from ttr_widget.engine import Game
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.mechanics import MECHANICS
from ttr_widget.engine.mechanics.base import Mechanic
from ttr_widget.env import Encoder, SoloEnv, env, parallel_env, raw_env
from ttr_widget.gamemap import available_maps, load_map

MAPS = available_maps()
BOARDS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in MAPS),
    ("nederland", {"neutral": True}),
    ("usa", {"players": 3}),
    ("germany", {"players": 5}),
]


def maker(board: str, how: dict[str, Any], make: Callable[..., Any] = env) -> Callable[..., Any]:
    return partial(make, board, **how)


@pytest.fixture(autouse=True)
def _observations_are_tables() -> Any:
    """PettingZoo warns of every observation that is not a plain array; one with an action mask never is."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", module="pettingzoo")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@pytest.mark.parametrize(("board", "how"), BOARDS)
def test_pettingzoo_api(board: str, how: dict[str, Any]) -> None:
    api_test(env(board, **how), num_cycles=1000)
    api_test(env(board, **how, reward="points"), num_cycles=1000)


@pytest.mark.parametrize(("board", "how"), BOARDS)
def test_pettingzoo_seed(board: str, how: dict[str, Any]) -> None:
    seed_test(maker(board, how), num_cycles=300)


@pytest.mark.parametrize(("board", "how"), BOARDS)
def test_pettingzoo_max_cycles(board: str, how: dict[str, Any]) -> None:
    max_cycles_test(SimpleNamespace(env=maker(board, how), parallel_env=maker(board, how, parallel_env)))


def test_pettingzoo_max_cycles_of_the_module_itself() -> None:
    max_cycles_test(doors)


@pytest.mark.parametrize(("board", "how"), BOARDS[:7])
def test_pettingzoo_parallel(board: str, how: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(board, **how), num_cycles=150)


@pytest.mark.parametrize("board", MAPS)
def test_pettingzoo_render(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        partial(env, board),
        custom_tests={
            "svg": lambda text: text.startswith("<svg"),
            "ansi": lambda text: load_map(board).title in text,
            "rgb_array": lambda pixels: len(np.unique(pixels)) > 50,
        },
    )
    assert "player_0: " in capsys.readouterr().out  # the mode "human" prints


@pytest.mark.parametrize("board", MAPS)
def test_gymnasium_check(board: str) -> None:
    made = gymnasium.make("ttr_widget.env:TrainRoutes-v0", board=board, bots=["random", "random"], render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


def test_gymnasium_makes_it_by_name() -> None:
    made = gymnasium.make("ttr_widget.env:TrainRoutes-v0", board="japan", bots=["random"], render_mode="rgb_array")
    made.reset(seed=3)
    pixels = made.render()
    assert isinstance(pixels, np.ndarray)
    assert pixels.shape[2] == 3


@pytest.mark.parametrize(("board", "how"), BOARDS)
def test_a_whole_game_step_by_step(board: str, how: dict[str, Any]) -> None:
    """The mask is the engine's set of legal actions, and the rewards of the end are those of the game."""
    chance = random.Random(5)
    game = raw_env(board, **how)
    game.reset(seed=5)
    rewards = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        rewards[agent] += reward
        if terminated or truncated:
            game.step(None)
            continue
        legal = {action.index for action in game.game.legal_actions()}
        assert set(np.flatnonzero(observation["action_mask"])) == legal
        assert not any(
            game.observe(other)["action_mask"].any() for other in game.agents if other != agent
        )  # nobody else may decide
        assert game.observation_space(agent).contains(observation)
        game.step(chance.choice(sorted(legal)))
    assert game.game.over
    winners = game.game.winners
    wanted = [(1.0 if len(winners) == 1 else 0.0) if seat in winners else -1.0 for seat in range(game.max_num_agents)]
    assert list(rewards.values()) == wanted


@pytest.mark.parametrize("kind", ["margin", "points"])
def test_rewards_add_up_to_the_score(kind: str) -> None:
    chance = random.Random(6)
    game = env("nederland", players=3, reward=kind)
    game.reset(seed=2)
    rewards = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        rewards[agent] += reward
        done = terminated or truncated
        game.step(None if done else chance.choice(np.flatnonzero(observation["action_mask"])))
    scores = game.unwrapped.game.scores()
    if kind == "points":
        assert list(rewards.values()) == scores
    else:
        assert list(rewards.values()) == [scores[s] - max(scores[:s] + scores[s + 1 :]) for s in range(3)]


@pytest.mark.parametrize(("board", "how"), BOARDS)
def test_nothing_hidden_is_in_an_observation(board: str, how: dict[str, Any]) -> None:
    """Another world that looks the same to a seat gives it the same observation, number by number."""
    players = how.get("players", 2)
    options = {name: value for name, value in how.items() if name != "players"}
    encoder = Encoder(load_map(board, **options), players)
    game = Game(encoder.board, players, seed=9)
    bot = make_bot("random", 3)
    differed = 0
    while not game.over:
        if len(game) % 7 == 0:
            for seat in range(players):
                view = game.view(seat)
                other = imagine(view, random.Random(len(game)))
                assert np.array_equal(encoder.encode(other.view(seat)), encoder.encode(view))
                differed += other.hands != game.hands or other.tickets != game.tickets
        game.play(bot.choose(game.view(game.player), game.legal_actions()))
    assert differed > 5  # the worlds were really different


def hidden_cards(game: Game, seat: int) -> list[int]:
    """The colours of cards in a hand that nobody saw its player take."""
    return [c for c, n in enumerate(game.state.hands[seat]) if n > game.state.known[seat][c]]


def swap_hidden_things(game: Game, seat: int) -> None:
    """A card and a ticket of the seat change places with others in the decks, where nobody has seen either."""
    state = game.state
    card = hidden_cards(game, seat)[0]
    place = next(i for i, other in enumerate(state.deck) if other != card)
    state.hands[seat][card] -= 1
    state.hands[seat][state.deck[place]] += 1
    state.deck[place] = card
    kind = [ticket.deck for ticket in game.board.tickets]
    mine, deck = next((t, d) for t in state.tickets[seat] for d in state.ticket_decks if d and kind[d[0]] == kind[t])
    state.tickets[seat][state.tickets[seat].index(mine)], deck[0] = deck[0], mine


@pytest.mark.parametrize(("board", "how"), BOARDS)
def test_a_hidden_card_and_ticket_that_change_places_change_no_observation(board: str, how: dict[str, Any]) -> None:
    chance = random.Random(3)
    game = raw_env(board, **how)
    game.reset(seed=4)
    while game.game.turn < 6 or not hidden_cards(game.game, 1):
        game.step(chance.choice(sorted(np.flatnonzero(game.observe(game.agent_selection)["action_mask"]))))
    before = {agent: game.observe(agent) for agent in game.agents}
    swap_hidden_things(game.game, 1)
    for agent in game.agents:
        same = np.array_equal(game.observe(agent)["observation"], before[agent]["observation"])
        assert same == (agent != "player_1")  # only the one who holds them sees it
        if agent != "player_1":
            assert np.array_equal(game.observe(agent)["action_mask"], before[agent]["action_mask"])


def test_the_vector_says_what_the_view_says() -> None:
    encoder = Encoder(load_map("usa"), 3)
    game = play_game(Game("usa", 3, seed=4), [make_bot("random", seat) for seat in range(3)]).at(120)
    for seat in range(3):
        view = game.view(seat)
        vector = encoder.encode(view)

        def part(name: str, vector: Any = vector) -> list[int]:
            return [int(n) for n in vector[encoder.slices[name]]]

        turned = [(seat + i) % 3 for i in range(3)]
        assert part("hand") == view.hand
        assert part("trains") == [view.trains[p] for p in turned]
        assert part("hand_sizes") == [view.hand_sizes[p] for p in turned]
        routes = np.array(part("routes")).reshape(len(view.board.routes), 3)
        for route, owner in enumerate(view.owner):
            assert routes[route].tolist() == [owner == p for p in turned]
        assert [t for t, held in enumerate(part("tickets")) if held] == sorted(view.tickets)
        assert [t for t, met in enumerate(part("tickets_met")) if met] == sorted(view.completed())
        assert part("decides").index(1) == turned.index(view.player)


def test_every_part_is_documented_and_within_its_bounds() -> None:
    for board, how in BOARDS:
        options = {name: value for name, value in how.items() if name != "players"}
        encoder = Encoder(load_map(board, **options), how.get("players", 2))
        assert len({feature.name for feature in encoder.features}) == len(encoder.features)
        assert all(feature.about and feature.size for feature in encoder.features)
        assert len(encoder.describe().splitlines()) == len(encoder.features)
        assert encoder.slices[encoder.features[-1].name].stop == encoder.size


def test_every_mechanic_that_shows_something_has_features() -> None:
    shows = {name for name, kind in MECHANICS.items() if kind.public is not Mechanic.public}
    seen = set()
    for board, how in BOARDS:
        options = {name: value for name, value in how.items() if name != "players"}
        encoder = Encoder(load_map(board, **options), 2)
        seen |= {name for name in encoder.board.settings.mechanics if encoder._mechanic(name)}
    assert shows == seen


def test_what_an_illegal_action_leads_to() -> None:
    def first_step(illegal: str) -> Any:
        game = raw_env("usa", illegal=illegal)
        game.reset(seed=1)
        mask = game.observe(game.agent_selection)["action_mask"]
        game.step(int(np.flatnonzero(mask == 0)[0]))
        return game

    replaced = first_step("replace")
    assert len(replaced.game) == 1
    assert sum(info["illegal"] for info in replaced.infos.values()) == 1
    ended = first_step("terminate")
    assert all(ended.terminations.values())
    assert sorted(ended.rewards.values()) == [-1.0, 0.0]
    with pytest.raises(ValueError, match="illegal here; use the action mask"):
        first_step("raise")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 9}, "is for 2 to 5 players"),
        ({"reward": "fame"}, "reward is one of win, margin, points"),
        ({"illegal": "ignore"}, "illegal is one of"),
        ({"render_mode": "4d"}, "render_mode is one of"),
        ({"max_cycles": 0}, "max_cycles must be at least 1"),
        ({"board": "atlantis"}, "atlantis"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        env(**arguments)


def test_solo_against_bots_is_the_game_they_would_play() -> None:
    """A bot in the agent's chair makes the same game as the plain loop."""
    solo = SoloEnv("usa", ["greedy", "random"], seat=1, reward="margin")
    observation, info = solo.reset(seed=11)
    player = make_bot("greedy", 5)
    terminated = False
    while not terminated:
        action = player.choose(solo.game.view(1), solo.game.legal_actions())
        assert info["action_mask"][action.index]
        observation, reward, terminated, truncated, info = solo.step(action.index)
        assert not truncated
    seed = solo.game.seed
    bots = [make_bot("greedy", f"{seed}:0"), make_bot("greedy", 5), make_bot("random", f"{seed}:2")]
    same = play_game(Game("usa", ["player_0", "player_1", "player_2"], seed), bots)
    assert same.actions == solo.game.actions
    scores = same.scores()
    assert reward == scores[1] - max(scores[0], scores[2])
    assert observation["action_mask"].sum() == 0
    assert info["illegal"] == 0


def test_solo_seats_and_mistakes() -> None:
    solo = SoloEnv("usa", "random")
    seats = set()
    for seed in range(12):
        solo.reset(seed=seed)
        seats.add(solo.seat)
    assert seats == {0, 1}
    _, info = solo.reset(seed=0)
    _, _, _, _, info = solo.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert info["illegal"] == 1
    with pytest.raises(ValueError, match="no bot 'clever'"):
        SoloEnv("usa", ["clever"])
    with pytest.raises(ValueError, match="seat is None or from 0 to 1"):
        SoloEnv("usa", ["random"], seat=2)


@pytest.mark.parametrize("action", [-1, 10**6])
def test_numbers_that_are_no_action_are_illegal_ones(action: int) -> None:
    game = raw_env("usa", illegal="raise")
    game.reset(seed=1)
    with pytest.raises(ValueError, match=f"chose {action}, which is illegal here"):
        game.step(action)
    solo = SoloEnv("usa")
    solo.reset(seed=1)
    assert solo.step(action)[4]["illegal"] == 1


def test_solo_without_a_game_under_way() -> None:
    solo = SoloEnv("first_journey_europe", ["greedy"])
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
        solo.step(0)
    solo.reset(seed=1)
    while not solo.game.over:
        solo.step(int(np.flatnonzero(solo.action_masks())[-1]))
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
        solo.step(0)


def test_solo_against_a_bot_with_settings() -> None:
    solo = SoloEnv("usa", [("mcts", {"iterations": 3})], seat=0)
    solo.reset(seed=2)
    assert vars(solo.opponents[1])["iterations"] == 3
    with pytest.raises(TypeError, match="depth"):
        SoloEnv("usa", [("random", {"depth": 3})])


def play_on(game: Any, seed: int) -> tuple[list[int], list[float]]:
    """Chance plays the game to its end: the actions, and the rewards on the way."""
    chance = random.Random(seed)
    rewards = []
    for _ in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        rewards.append(reward)
        done = terminated or truncated
        game.step(None if done else chance.choice(np.flatnonzero(observation["action_mask"])))
    return [action.index for action in game.unwrapped.game.actions], rewards


def carried(thing: Any) -> list[Any]:
    return [copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))]


@pytest.mark.parametrize(("board", "how"), BOARDS)
def test_an_environment_is_copied_and_sent_in_the_middle_of_a_game(board: str, how: dict[str, Any]) -> None:
    """Searching agents copy it, vectorised learners send it to other processes."""
    game = env(board, **how, reward="points")
    carried(game)  # also before the first game
    game.reset(seed=8)
    chance = random.Random(2)
    for _ in range(60):
        game.step(chance.choice(np.flatnonzero(game.last()[0]["action_mask"])))
    others = carried(game)
    wanted = play_on(game, 5)
    assert [play_on(other, 5) for other in others] == [wanted] * 2
    for other in others:  # and the games after it
        other.reset()
    game.reset()
    assert [other.unwrapped.game.seed for other in others] == [game.unwrapped.game.seed] * 2


@pytest.mark.parametrize("bot", ["random", "planner"])
def test_solo_is_copied_and_sent_with_what_its_bots_know(bot: str) -> None:
    solo = SoloEnv("usa", [bot], reward="points")
    _, info = solo.reset(seed=4)
    for _ in range(15):
        *_, info = solo.step(int(np.flatnonzero(info["action_mask"])[-1]))

    def to_the_end(one: SoloEnv) -> tuple[list[int], list[float]]:
        rewards, done = [], False
        while not done:
            _, reward, done, _, _ = one.step(int(np.flatnonzero(one.action_masks())[-1]))
            rewards.append(reward)
        return [action.index for action in one.game.actions], rewards

    others = carried(solo)
    wanted = to_the_end(solo)
    assert [to_the_end(other) for other in others] == [wanted] * 2
