"""Doors for reinforcement learning (extra `rl`): PettingZoo's `env`, `raw_env`, `parallel_env`, Gymnasium's `SoloEnv`.

Actions are the numbers of the map's catalog of actions; observations hold only what the seat's `View` shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
except ImportError as error:
    raise ImportError("the environments need PettingZoo and Gymnasium: pip install 'ttr_widget[rl]'") from error

from ttr_widget.bots import Bot, ask
from ttr_widget.engine import Game
from ttr_widget.env.common import (
    ILLEGAL,
    RENDER_MODES,
    REWARDS,
    PointRewards,
    Portable,
    check,
    final_reward,
    is_legal,
    opponent,
    read_board,
    render_view,
)
from ttr_widget.env.encoder import Array, Encoder, Feature, Observation
from ttr_widget.gamemap import GameMap

__all__ = ["Encoder", "Feature", "SoloEnv", "env", "parallel_env", "raw_env"]


# -- PettingZoo -----------------------------------------------------------------------------------------------------


def env(board: str | Path | GameMap = "usa", **how: Any) -> Any:
    """The AEC environment of a map, with PettingZoo's usual guards around it; arguments as for `raw_env`.

    >>> game = env("usa", players=3)
    >>> game.reset(seed=7)
    >>> for agent in game.agent_iter(6):
    ...     observation, reward, terminated, truncated, info = game.last()
    ...     game.step(game.action_space(agent).sample(observation["action_mask"]))
    >>> game.agents
    ['player_0', 'player_1', 'player_2']
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(board, **how)))


class raw_env(Portable, AECEnv):
    """A game as an AEC environment: agents `player_0` … decide one after the other, as the rules say.

    Spaces, the same for all agents: action = number in the map's catalog (`action_text` prints it), observation =
    `{"observation": vector, "action_mask": mask}`; `encoder.describe()` explains the vector.

    `reward`: "win" at the end 1, −1, shared 0; "margin": at the end points ahead of the best other; "points": at every
    step what the score grew by. `illegal`: what an action against the mask leads to: "replace" by a random legal one
    (counted in `infos[agent]["illegal"]`), "terminate" the game with reward −1 for the agent, or "raise".
    `max_cycles`: an agent is truncated after so many decisions of its own; then chance decides for it until the others
    are through. Further keywords are options of the map. `copy.deepcopy` and pickling keep the game under way.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "train_routes_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        board: str | Path | GameMap = "usa",
        *,
        players: int = 2,
        reward: str = "win",
        illegal: str = "replace",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check("reward", reward, REWARDS)
        check("illegal", illegal, ILLEGAL)
        check("render_mode", render_mode, (None, *RENDER_MODES))
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles must be at least 1, not {max_cycles!r}")
        self.board = read_board(board, options)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        Game(self.board, self.possible_agents)  # a wrong number of players is told at once
        self.encoder = Encoder(self.board, players)
        self.reward, self.illegal, self.max_cycles, self.render_mode = reward, illegal, max_cycles, render_mode
        self._observation_space, self._rng = self.encoder.space(), seeding.np_random()[0]
        self._action_spaces = {agent: spaces.Discrete(self.encoder.actions) for agent in self.possible_agents}
        self._observation_spaces = {agent: self.encoder.space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """`{"observation": Box(int16), "action_mask": Box(int8)}`."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """One number for each action of the map's catalog."""
        return self._action_spaces[agent]

    def action_text(self, action: int) -> str:
        """The action in notation, for example `claim Seattle–Portland red`."""
        return self.encoder.rules.catalog.actions[int(action)].text

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the seed decides everything in this and, if none is given later, in the games after it."""
        if seed is not None:
            self._rng = seeding.np_random(seed)[0]
        game_seed = int(self._rng.integers(2**31))
        self.game = Game(self.board, self.possible_agents, game_seed)
        self._chance = random.Random(f"env:{game_seed}")
        self._points = PointRewards(self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"illegal": 0} for agent in self.agents}
        self._decisions = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.game.player]

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees; its mask is empty when somebody else decides."""
        return self.encoder.observation(self.game.view(self.possible_agents.index(agent)))

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is to decide."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        stopped = self._play(agent, action)
        if not stopped:
            self._count(agent)
            self._play_for_the_truncated()
            self._reward()
        if self.game.over or stopped:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self._live(self.game.player) and not self.game.over:
            self.agent_selection = self.possible_agents[self.game.player]
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _play(self, agent: str, action: int | None) -> bool:
        """Play it, or deal with an illegal one; True if the game is to end because of it."""
        legal = self.game.legal_actions()
        if action is not None and is_legal(action, legal):
            self.game.play(int(action))
            return False
        self.infos[agent] = {"illegal": self.infos[agent]["illegal"] + 1}
        if self.illegal == "terminate":
            self.rewards[agent] = -1.0
            return True
        if self.illegal == "raise":
            raise ValueError(f"{agent} chose {action!r}, which is illegal here; use the action mask")
        self.game.play(self._chance.choice(legal))
        return False

    def _count(self, agent: str) -> None:
        self._decisions[agent] += 1
        if self.max_cycles is not None and self._decisions[agent] >= self.max_cycles and not self.game.over:
            self.truncations[agent] = True

    def _live(self, seat: int) -> bool:
        agent = self.possible_agents[seat]
        return agent in self.agents and not self.truncations[agent]

    def _play_for_the_truncated(self) -> None:
        while (
            not self.game.over and not self._live(self.game.player) and any(map(self._live, range(self.game.players)))
        ):
            self.game.play(self._chance.choice(self.game.legal_actions()))

    def _reward(self) -> None:
        if self.reward == "points":
            for seat, gained in enumerate(self._points.step()):
                if self.possible_agents[seat] in self.rewards:
                    self.rewards[self.possible_agents[seat]] = gained
        elif self.game.over:
            for agent in self.agents:
                self.rewards[agent] = final_reward(self.game, self.possible_agents.index(agent), self.reward)

    def render(self) -> str | Array | None:
        """The board as a spectator sees it: printed ("human"), text ("ansi"), SVG text or an array of pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, for example env(..., render_mode='ansi')")
            return None
        last = self.game.actions[-1].text if len(self.game) else ""
        return render_view(self.game.view(None), self.render_mode, _open_part(last))

    def close(self) -> None:
        """Nothing is held open."""


def _open_part(action: str) -> str:
    """What everybody sees of an action: of tickets kept, only that there were some."""
    return "keeps tickets" if action.startswith("keep") else action


class _Parallel(turn_based_aec_to_parallel_wrapper):
    """Every agent hands in an action; only that of the agent named in `infos[agent]["active_agent"]` counts."""

    def __init__(self, game: Any, max_cycles: int | None) -> None:
        super().__init__(game)
        self.max_cycles = max_cycles
        self._steps = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        observations, infos = super().reset(seed=seed, options=options)
        self._steps = 0
        for info in infos.values():
            info["active_agent"] = self.aec_env.agent_selection
        return observations, infos

    def step(self, actions: dict[str, int]) -> Any:
        observations, rewards, terminations, truncations, infos = super().step(actions)
        self._steps += 1
        if self.max_cycles is not None and self._steps >= self.max_cycles:
            truncations = dict.fromkeys(truncations, True)
            self.agents: list[str] = []
        return observations, rewards, terminations, truncations, infos


def parallel_env(board: str | Path | GameMap = "usa", *, max_cycles: int | None = None, **how: Any) -> Any:
    """The same game for libraries that step all agents at once: one step is one decision of the active agent."""
    return _Parallel(env(board, **how), max_cycles)


# -- Gymnasium ------------------------------------------------------------------------------------------------------


class SoloEnv(Portable, gymnasium.Env[Observation, int]):
    """One agent against bots: a step is one decision of the agent, then the bots play on until it is asked again.

    `bots`: names, classes or functions, or `(bot, settings)`, one for each other seat; `seat` None: another one by
    chance in every game.
    Spaces and rewards are those of `raw_env`. An illegal action is replaced by a random legal one and counted in
    `info["illegal"]`; `action_masks()` is what maskable agents ask for.

    >>> solo = SoloEnv("usa", bots=["random"])
    >>> observation, info = solo.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = solo.step(solo.action_space.sample(info["action_mask"]))
    >>> terminated
    False
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        board: str | Path | GameMap = "usa",
        bots: Sequence[Any] = ("random",),
        *,
        seat: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check("reward", reward, REWARDS)
        check("render_mode", render_mode, (None, *RENDER_MODES))
        self.board = read_board(board, options)
        self.bots = [bots] if isinstance(bots, str) else list(bots)
        for bot in self.bots:
            opponent(bot)
        players = len(self.bots) + 1
        self.names = [f"player_{number}" for number in range(players)]
        Game(self.board, self.names)
        if seat is not None and seat not in range(players):
            raise ValueError(f"seat is None or from 0 to {players - 1}, not {seat!r}")
        self.fixed_seat, self.reward, self.render_mode = seat, reward, render_mode
        self.encoder = Encoder(self.board, players)
        self.observation_space: spaces.Dict = self.encoder.space()  # type: ignore[assignment]
        self.action_space: spaces.Discrete = spaces.Discrete(self.encoder.actions)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and let the bots play until the agent is asked."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(2**31))
        players = len(self.names)
        self.seat = int(self.np_random.integers(players)) if self.fixed_seat is None else self.fixed_seat
        self.game = Game(self.board, self.names, game_seed)
        self._chance = random.Random(f"env:{game_seed}")
        self.opponents = self._new_bots()
        self._points = PointRewards(self.game)
        self._illegal = 0
        self._let_bots_play()
        return self._see(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the agent's action, then the bots' until it is asked again or the game is over."""
        if not hasattr(self, "game") or self.game.over:
            raise gymnasium.error.ResetNeeded("no game is under way: call reset() first")
        legal = self.game.legal_actions()
        if not is_legal(action, legal):
            self._illegal += 1
            self.game.play(self._chance.choice(legal))
        else:
            self.game.play(int(action))
        self._let_bots_play()
        reward = self._points.step()[self.seat] if self.reward == "points" else 0.0
        if self.game.over and self.reward != "points":
            reward = final_reward(self.game, self.seat, self.reward)
        if self.render_mode == "human":
            self.render()
        return self._see(), reward, self.game.over, False, self._info()

    def _let_bots_play(self) -> None:
        while not self.game.over and self.game.player != self.seat:
            self.game.play(ask(self.opponents[self.game.player], self.game))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__getstate__().items() if name != "opponents"}

    def _again(self, actions: Iterable[int]) -> None:
        """The bots are asked again, so that they know what they knew."""
        self.opponents = self._new_bots()
        for action in actions:
            if self.game.player != self.seat:
                ask(self.opponents[self.game.player], self.game)
            self.game.play(action)

    def _new_bots(self) -> dict[int, Bot]:
        others = (seat for seat in range(len(self.names)) if seat != self.seat)
        return {seat: opponent(bot, f"{self.game.seed}:{seat}") for seat, bot in zip(others, self.bots, strict=True)}

    def _see(self) -> Observation:
        return self.encoder.observation(self.game.view(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "illegal": self._illegal, "seat": self.seat}

    def action_masks(self) -> Array:
        """1 for every legal action."""
        return self.encoder.mask(self.game.view(self.seat))

    def render(self) -> Any:
        """The board as the agent's seat sees it."""
        return render_view(self.game.view(self.seat), self.render_mode) if self.render_mode else None


gymnasium.register(id="TrainRoutes-v0", entry_point="ttr_widget.env:SoloEnv")
