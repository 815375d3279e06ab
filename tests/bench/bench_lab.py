"""How quick is the laboratory? Run from the top folder: python tests/bench/bench_lab.py [words] [seconds]

Words: scaling, overhead, pairs; with pairs also names of maps and bots and numbers of players (as 3p) to do with fewer.
Without any: scaling, overhead, and pairs of a few bots. `pairs` alone takes half an hour, most of it for mcts.

scaling: two processes beside one, in turn, in one run. Other programs on the machine spoil the wall clock; the
processor time that both need does not lie: with two free cores the speed-up is at most 2 × (time of one / of two).
overhead: what simulate costs beyond the games themselves.
pairs: games per second of processor time for every pair of bots, map and number of players.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from itertools import combinations_with_replacement

from ttr_widget.bots import bot_names, make_bot, play_game
from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps, load_map
from ttr_widget.lab import simulate
from ttr_widget.lab.simulation import make_plan

BOTS = ["hungry", "greedy"]
FEW = ["random", "greedy", "hungry", "planner"]
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
    return "mcts:iterations=1" if name == "mcts" else name


def speed(board: str, bots: tuple[str, str], players: int, seconds: float) -> float:
    """Games per second of processor time; the two bots take the seats in turn."""
    games, cpu = 0, processor()
    while processor() - cpu < seconds:
        simulate(board, [spec(bot) for bot in bots], 1, games, players=players, progress=False)
        games += 1
    return games / (processor() - cpu)


def pairs(seconds: float, maps: list[str], bots: list[str], words: list[str]) -> None:
    for board in maps:
        speed(board, ("random", "random"), 2, 0.01)  # what is worked out once for a map
        least, most = load_map(board).settings.players
        chosen = [players for players in range(least, most + 1) if f"{players}p" in words]
        tables = chosen or range(least, most + 1)
        title = f"{board}: games per second"
        print(title.ljust(34) + "".join(f"{players} players".rjust(12) for players in tables))
        for pair in combinations_with_replacement(bots, 2):
            speeds = (speed(board, pair, players, seconds) for players in tables)
            print(" – ".join(map(spec, pair)).ljust(34) + "".join(f"{value:12.2f}" for value in speeds), flush=True)


def overhead(seconds: float) -> None:
    """What `simulate` costs beyond the games: beside a bare loop that also adds the scores up."""
    board, names = load_map("usa"), ["random", "random"]
    plan = make_plan(board, names, 0, None, "rotate", None, True, False, {})

    def bare(games: int) -> None:
        for number in range(games):
            setting = plan.setting(number)
            game = Game(board, 2, setting.seed)
            play_game(game, [make_bot(names[bot], plan.bot_seed(setting, bot)) for bot in setting.seats]).score_sheet()

    def through_simulate(games: int) -> None:
        simulate(board, names, games, 0, progress=False)

    spent: dict[Callable[[int], None], list[float]] = {bare: [], through_simulate: []}
    bare(20)
    cpu = processor()
    while processor() - cpu < seconds:
        for play, times in spent.items():
            start = processor()
            play(50)
            times.append(processor() - start)
    loop, whole = (min(times) / 50 for times in spent.values())
    print(f"a random game: bare loop {1000 * loop:.2f} ms, simulate {1000 * whole:.2f} ms ({whole / loop - 1:+.1%})")


def main(words: list[str]) -> None:
    numbers = [float(word) for word in words if word.replace(".", "").isdigit()]
    wanted = [word for word in words if word in ("scaling", "overhead", "pairs")] or ["scaling", "overhead", "pairs"]
    maps = [name for name in available_maps() if name in words] or available_maps()
    bots = [name for name in bot_names() if name in words] or (bot_names() if "pairs" in words else FEW)
    if "scaling" in wanted:
        scaling(numbers[0] if numbers else 6.0)
    if "overhead" in wanted:
        overhead(numbers[0] if numbers else 6.0)
    if "pairs" in wanted:
        pairs(numbers[0] if numbers else 0.2, maps, bots, words)


if __name__ == "__main__":
    main(sys.argv[1:])
