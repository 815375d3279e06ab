"""Who beats whom? Run from the top folder: python tests/bench/table_of_bots.py [games a cell] [map ...] [--players 2 4]

Every seed is played in both seatings: the two bots take the seats in turn, then change places. The share is the part
of the wins that goes to the first bot (a shared win counts by heads); the 95 % interval is a bootstrap over the seeds.
Prints Markdown, cell by cell, so that a run can be stopped at any time.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ttr_widget.bots import make_bot, play_game
from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps, load_map

OPPONENTS = ["random", "greedy", "path", "hungry", "one_step", "long_route", "steiner", "planner"]


@dataclass(frozen=True)
class Cell:
    """The result of one bot against another on a map."""

    games: int
    share: float
    low: float
    high: float
    mean: float
    other_mean: float


def play_block(board: str, players: int, first: str, other: str, seed: int) -> tuple[float, list[int], list[int]]:
    """Both seatings of a seed: the first bot's share of the wins, and the scores of both bots."""
    share = 0.0
    scores: tuple[list[int], list[int]] = ([], [])
    for swap in (0, 1):
        who = [(seat + swap) % 2 for seat in range(players)]
        bots = [make_bot((first, other)[index], seed=f"{seed}:{seat}") for seat, index in enumerate(who)]
        game = play_game(Game(board, players, seed=seed), bots)
        share += sum(who[seat] == 0 for seat in game.winners) / len(game.winners) / 2
        for index, score in zip(who, game.scores(), strict=True):
            scores[index].append(score)
    return share, *scores


def interval(blocks: Sequence[float], rounds: int = 1000) -> tuple[float, float]:
    """95 %, by drawing seeds with replacement."""
    rng = random.Random(1)
    means = sorted(sum(rng.choices(blocks, k=len(blocks))) / len(blocks) for _ in range(rounds))
    return means[round(0.025 * rounds)], means[round(0.975 * rounds) - 1]


def measure(board: str, players: int, first: str, other: str, games: int, start: int = 0) -> Cell:
    """The first bot against the other in so many games; an odd number of seats evens out by swapping."""
    blocks, mine, theirs = [], [], []
    for seed in range(start, start + (games + 1) // 2):
        share, own, others = play_block(board, players, first, other, seed)
        blocks.append(share)
        mine += own
        theirs += others
    low, high = interval(blocks)
    return Cell(2 * len(blocks), sum(blocks) / len(blocks), low, high, sum(mine) / len(mine), sum(theirs) / len(theirs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=40)
    parser.add_argument("maps", nargs="*", default=sorted(available_maps()))
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--start", type=int, default=1000, help="the first seed; tuning used some below 1000")
    parser.add_argument("--bot", default="planner")
    parser.add_argument("--against", nargs="*", default=OPPONENTS)
    chosen = parser.parse_args()
    print("| map | players | bot | against | games | share of wins | 95 % | mean | mean of the other |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for board in chosen.maps or sorted(available_maps()):
        least, most = load_map(board).settings.players
        for players in chosen.players:
            if not least <= players <= most:
                continue
            for other in chosen.against:
                cell = measure(board, players, chosen.bot, other, chosen.games, chosen.start)
                print(
                    f"| {board} | {players} | {chosen.bot} | {other} | {cell.games} | {cell.share:.1%} | "
                    f"{cell.low:.1%} – {cell.high:.1%} | {cell.mean:.1f} | {cell.other_mean:.1f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
