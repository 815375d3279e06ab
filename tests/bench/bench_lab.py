"""How quick is the laboratory? Run from the top folder: python tests/bench/bench_lab.py [scaling | pairs] [seconds]

scaling: two processes beside one, in turn, in one run. Other programs on the machine spoil the wall clock; the
processor time that both need does not lie: with two free cores the speed-up is at most 2 × (time of one / of two).
pairs: games per second of processor time for every pair of bots on every map, and for every bot and number of players.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import time
from itertools import combinations_with_replacement

from ttr_widget.bots import bot_names
from ttr_widget.gamemap import available_maps, load_map
from ttr_widget.lab import simulate

BOTS = ["hungry", "greedy"]
ROUNDS = 3


def processor() -> float:
    """Processor time of this process and of all its children that have ended."""
    mine, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime + children.ru_utime + children.ru_stime


def timed(games: int, workers: int, seed: int) -> tuple[float, float]:
    """Wall clock and processor time of a run."""
    wall, cpu = time.perf_counter(), processor()
    simulate("usa", BOTS, games, seed, workers=workers, progress=False)
    return time.perf_counter() - wall, processor() - cpu


def scaling(seconds: float) -> None:
    timed(2, 2, 0)  # loads what is loaded once
    games = max(20, round(20 * seconds / timed(20, 1, 0)[1]))
    print(f"{games} games {' – '.join(BOTS)}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    ratios, costs = [], []
    for number in range(1, ROUNDS + 1):
        one, two = timed(games, 1, number), timed(games, 2, number)
        ratios.append(one[0] / two[0])
        costs.append(two[1] / one[1])
        print(f"  one {one[0]:6.2f} s, two {two[0]:6.2f} s: {ratios[-1]:.2f} times; processor {costs[-1]:.3f} times")
    print(f"two processes: {statistics.median(ratios):.2f} times one (best round {max(ratios):.2f}),")
    cost = statistics.median(costs)
    print(f"they need {cost:.3f} times the processor time, so with two free cores {2 / cost:.2f} is the most")


def spec(name: str) -> str:
    return "mcts:iterations=5" if name == "mcts" else name


def speed(board: str, bots: list[str], players: int, seconds: float) -> float:
    """Games per second of processor time."""
    games, cpu = 0, processor()
    while processor() - cpu < seconds:
        simulate(board, [spec(bot) for bot in bots], 2, games, players=players, progress=False)
        games += 2
    return games / (processor() - cpu)


def pairs(seconds: float) -> None:
    maps = available_maps()
    for board in maps:
        speed(board, ["random"], 2, 0.01)  # what is worked out once for a map
    print("games per second, 2 players".ljust(28) + "".join(name[:12].rjust(14) for name in maps))
    for first, second in combinations_with_replacement(bot_names(), 2):
        speeds = [speed(board, [first, second], 2, seconds) for board in maps]
        print(f"{first} – {second}".ljust(28) + "".join(f"{value:14.1f}" for value in speeds), flush=True)
    print("games per second by players".ljust(28) + "".join(name[:12].rjust(14) for name in maps))
    for bot in bot_names():
        for players in (2, 3, 4, 5):
            fits = [players <= load_map(board).settings.players[1] for board in maps]
            speeds = [
                speed(board, [bot], players, seconds) if fit else 0 for board, fit in zip(maps, fits, strict=True)
            ]
            cells = "".join(f"{value:14.1f}" if value else "–".rjust(14) for value in speeds)
            print(f"{bot}, {players} players".ljust(28) + cells, flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    wanted = [word for word in words if word in ("scaling", "pairs")] or ["scaling", "pairs"]
    numbers = [float(word) for word in words if word not in wanted]
    if "scaling" in wanted:
        scaling(numbers[0] if numbers else 6.0)
    if "pairs" in wanted:
        pairs(numbers[0] if numbers else 0.2)
