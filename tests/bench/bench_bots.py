"""How quick are the bots? Run from the top folder: python tests/bench/bench_bots.py [games a pair]

Whole games per second (processor time, one core): the planner against itself on USA with 2 players, in turn with the
yardstick in ../shared (if it is there), so that a slow moment of the machine hits both; every pair of bots on USA; the
planner on every map and number of players, and the time of its decisions. `bench_lab.py pairs` has every pair on every
map.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from types import ModuleType

from ttr_widget.bots import bot_names, make_bot, play_game
from ttr_widget.engine import Action, ActionSet, Game, View
from ttr_widget.gamemap import available_maps, load_map

YARDSTICK = Path(__file__).resolve().parents[3] / "shared" / "yardstick.py"
ROUNDS = 7
BOTS = [name for name in bot_names() if name != "mcts"]


def games_per_second(board: str, names: list[str], games: int) -> float:
    start = time.process_time()
    for seed in range(games):
        play_game(Game(board, len(names), seed=seed), [make_bot(name, seed=seed) for name in names]).scores()
    return games / (time.process_time() - start)


@cache
def bare_loop() -> ModuleType | None:
    """The yardstick: a bare loop of random moves."""
    spec = importlib.util.spec_from_file_location("yardstick", YARDSTICK) if YARDSTICK.exists() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def yardstick(games: int = 60) -> float | None:
    """Games per second of the yardstick: what this machine does now."""
    module = bare_loop()
    if module is None:
        return None
    start = time.process_time()
    for seed in range(games):
        module.game(random.Random(seed))
    return games / (time.process_time() - start)


def beside_the_yardstick(games: int) -> None:
    """Rounds of both in turn; the best round is the one that other programs disturbed least."""
    games_per_second("usa", ["planner"] * 2, 1)
    rounds = [(games_per_second("usa", ["planner"] * 2, games), yardstick()) for _ in range(ROUNDS)]
    speeds = [speed for speed, _ in rounds]
    print(f"planner, usa, 2 players: median {statistics.median(speeds):.1f}, best {max(speeds):.1f} games/s; target 20")
    ratios = [speed / base for speed, base in rounds if base]
    if ratios:
        best = max(base for _, base in rounds if base)
        print(f"yardstick {best:.0f} games/s (best); the planner's part of it {statistics.median(ratios):.4f} (median)")


class Timed:
    """A bot that notes how long each decision takes."""

    def __init__(self, name: str) -> None:
        self.bot = make_bot(name)
        self.times: list[float] = []

    def choose(self, view: View, legal: ActionSet) -> Action:
        start = time.process_time()
        action = self.bot.choose(view, legal)
        self.times.append(time.process_time() - start)
        return action


def decisions(board: str, games: int) -> str:
    times: list[float] = []
    for seed in range(games):
        timed = Timed("planner")
        play_game(Game(board, 2, seed=seed), [timed, make_bot("greedy", seed=seed)])
        times += timed.times
    slow = statistics.quantiles(times, n=100)
    return f"median {statistics.median(times) * 1e3:.2f} ms, 99 % below {slow[98] * 1e3:.1f} ms"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    beside_the_yardstick(games)

    def show(label: str, speed: float) -> None:
        print(f"{label:48} {speed:8.1f} games/s", flush=True)

    print("\npairs on usa, 2 players")
    for first, other in combinations_with_replacement(BOTS, 2):
        show(f"{first} – {other}", games_per_second("usa", [first, other], games))
    print("\nplanner against itself")
    for board in sorted(available_maps()):
        least, most = load_map(board).settings.players
        for players in range(least, most + 1):
            show(f"{board}, {players} players", games_per_second(board, ["planner"] * players, max(2, games // 3)))
        print(f"{board}: a decision of the planner takes {decisions(board, max(2, games // 3))}")


if __name__ == "__main__":
    main()
