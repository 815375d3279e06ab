"""How quick is the engine? Run from the top folder: python tests/bench/bench_engine.py [games a round]

Random games through the public engine, final scores and longest path included, in turn with the yardstick that lies
in ../shared beside the repository (if it is there). Seconds differ from machine to machine, ratios do not.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps

YARDSTICK = Path(__file__).resolve().parents[3] / "shared" / "yardstick.py"
ROUNDS = 7


def random_game(name: str, players: int, seed: int) -> Game:
    """Everybody chooses uniformly among all legal actions."""
    game = Game(name, players, seed)
    number = random.Random(seed).random
    while not game.over:
        legal = game.legal_actions()
        game.play(legal[int(number() * len(legal))])
    game.scores()
    return game


def seconds(work: Callable[[], object]) -> float:
    """Processor time: other programs on the machine disturb it less."""
    start = time.process_time()
    work()
    return time.process_time() - start


def yardstick() -> ModuleType | None:
    if not YARDSTICK.exists():
        return None
    spec = importlib.util.spec_from_file_location("yardstick", YARDSTICK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def beside_the_yardstick(games: int) -> None:
    """Rounds of both in turn; the ratio of each round, so that a slow moment of the machine hits both."""
    bare = yardstick()
    ratios: list[float] = []
    speeds: list[float] = []
    for number in range(ROUNDS):
        seeds = range(number * games, (number + 1) * games)
        ours = seconds(lambda seeds=seeds: [random_game("usa", 2, seed) for seed in seeds])
        speeds.append(games / ours)
        if bare is not None:
            rng = random.Random(number)
            theirs = seconds(lambda rng=rng, bare=bare: [bare.game(rng) for _ in range(games)])
            ratios.append(theirs / ours)
    print(f"usa, 2 players: {statistics.median(speeds):7.0f} games/s (median), best {max(speeds):.0f}")
    if bare is None:
        print(f"no yardstick to compare with: {YARDSTICK.name} is not in ../shared")
    else:
        spread = f"{min(ratios):.2f}–{max(ratios):.2f}"
        print(f"yardstick ratio: {statistics.median(ratios):.2f} (median of {ROUNDS}, {spread}); target 0.80")


def games_per_second(name: str, players: int, games: int) -> tuple[float, float]:
    """Games a second, and actions in a game."""
    actions = 0

    def work() -> None:
        nonlocal actions
        actions = sum(len(random_game(name, players, seed)) for seed in range(games))

    return games / seconds(work), actions / games


def micro(work: Callable[[Game], object], positions: list[Game], repeats: int) -> float:
    """Microseconds a call, the best of some rounds over positions from all parts of a game."""

    def once() -> None:
        for game in positions:
            for _ in range(repeats):
                work(game)

    return min(seconds(once) for _ in range(5)) / len(positions) / repeats * 1e6


def legal_afresh(game: Game) -> object:
    game._mask = 0
    return game.legal_actions()


def one_by_one(players: int) -> None:
    """The time of single calls, averaged over the positions of a few games."""
    positions: list[Game] = []
    for seed in range(4):
        whole = random_game("usa", players, seed)
        positions += [whole.at(number) for number in range(5, len(whole), 15)]
    calls: dict[str, Callable[[Game], object]] = {
        "legal_actions": legal_afresh,
        "copy": Game.copy,
        "view": lambda game: game.view(game.player),
        "scores": Game.scores,
    }
    times = {name: micro(call, positions, 20) for name, call in calls.items()}
    times["play"] = time_of_play(players)
    shown = ", ".join(f"{name} {value:.1f}" for name, value in times.items())
    print(f"µs a call, usa, {players} players: {shown}")


def time_of_play(players: int) -> float:
    """Whole games played again from their lists of actions: play alone, with its own check of legality."""
    records = [random_game("usa", players, seed).actions for seed in range(20)]
    total = sum(map(len, records))

    def once() -> None:
        for seed, actions in enumerate(records):
            game = Game("usa", players, seed)
            for action in actions:
                game.play(action)

    return min(seconds(once) for _ in range(5)) / total * 1e6


def main(games: int = 200) -> None:
    random_game("usa", 2, 0)
    beside_the_yardstick(games)
    for players in (2, 4):
        one_by_one(players)
    for name in available_maps():
        found = {players: games_per_second(name, players, max(10, games // 4)) for players in (2, 4)}
        parts = [f"{players} players {speed:6.0f} games/s ({n:.0f} actions)" for players, (speed, n) in found.items()]
        print(f"{name:22}", ", ".join(parts))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
