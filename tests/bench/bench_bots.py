"""How quick are the bots? Run from the top folder: python tests/bench/bench_bots.py [games a pair]

Whole games per second (processor time, one core) for every pair of bots on USA, for the planner on every map and number
of players, and the time of the planner's decisions; beside the yardstick in ../shared, if it is there.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from itertools import combinations_with_replacement
from pathlib import Path

from ttr_widget.bots import bot_names, make_bot, play_game
from ttr_widget.engine import Action, ActionSet, Game, View
from ttr_widget.gamemap import available_maps, load_map

YARDSTICK = Path(__file__).resolve().parents[3] / "shared" / "yardstick.py"
BOTS = [name for name in bot_names() if name != "mcts"]


def games_per_second(board: str, names: list[str], games: int) -> float:
    start = time.process_time()
    for seed in range(games):
        play_game(Game(board, len(names), seed=seed), [make_bot(name, seed=seed) for name in names]).scores()
    return games / (time.process_time() - start)


def yardstick(games: int = 60) -> float | None:
    """Games per second of the bare loop of random moves: what this machine does now."""
    if not YARDSTICK.exists():
        return None
    spec = importlib.util.spec_from_file_location("yardstick", YARDSTICK)
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    start = time.process_time()
    for seed in range(games):
        module.game(random.Random(seed))
    return games / (time.process_time() - start)


class Timed:
    """A bot that notes how long each decision takes."""

    def __init__(self, name: str) -> None:
        self.bot = make_bot(name)
        self.times: list[float] = []

    def choose(self, view: View, legal: ActionSet) -> Action:
        start = time.perf_counter()
        action = self.bot.choose(view, legal)
        self.times.append(time.perf_counter() - start)
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
    base = yardstick()
    if base is not None:
        print(f"yardstick {base:.0f} games/s; the figures below as a part of it in brackets")

    def show(label: str, speed: float) -> None:
        ratio = f" ({speed / base:.3f})" if base else ""
        print(f"{label:48} {speed:8.1f} games/s{ratio}", flush=True)

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
