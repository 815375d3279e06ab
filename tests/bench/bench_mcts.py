"""How strong is the tree search? Run from the top folder: python tests/bench/bench_mcts.py [games] [--against planner]

Every seed is played in both seatings; a shared win counts half; the 95 % interval is a bootstrap over the seeds. The
budget is counted in processor time, so that other work on the machine does not weaken the search. Prints a line for
every seed, so that a run can be stopped at any time; `--read` takes over what earlier runs have printed to files. A
match that tells something needs 100 games and more: a quarter of a minute each.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path

from ttr_widget.bots import make_bot, play_game
from ttr_widget.engine import Game

Block = tuple[float, float]
"""The share of the wins and the lead in points, over both seatings of a seed."""


def play_block(board: str, other: str, seed: int, milliseconds: float) -> Block:
    """Both seatings of a seed."""
    share, lead = 0.0, 0.0
    for seat in (0, 1):
        search = make_bot("mcts", seed=f"{seed}:{seat}", milliseconds=milliseconds, clock=time.process_time)
        bots = [search, make_bot(other, seed=f"{seed}:{1 - seat}")]
        game = play_game(Game(board, 2, seed=seed), bots if seat == 0 else bots[::-1])
        scores = game.scores()
        share += (seat in game.winners) / len(game.winners) / 2
        lead += (scores[seat] - scores[1 - seat]) / 2
    return share, lead


def interval(shares: Sequence[float], rounds: int = 1000) -> tuple[float, float]:
    """95 %, by drawing seeds with replacement."""
    rng = random.Random(1)
    means = sorted(sum(rng.choices(shares, k=len(shares))) / len(shares) for _ in range(rounds))
    return means[round(0.025 * rounds)], means[round(0.975 * rounds) - 1]


def summary(blocks: Sequence[Block]) -> str:
    """What the blocks say together."""
    shares = [share for share, _ in blocks]
    low, high = interval(shares)
    lead = sum(lead for _, lead in blocks) / len(blocks)
    games = 2 * len(blocks)
    return f"{games} games, {sum(shares) / len(shares):.1%} ({low:.1%} – {high:.1%}), lead {lead:+.1f}"


def read(path: Path) -> dict[int, Block]:
    """The blocks of a printed run, by seed."""
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("seed "))
    return {int(row[1]): (float(row[3]), float(row[5])) for row in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=4)
    parser.add_argument("--map", default="usa")
    parser.add_argument("--against", default="planner")
    parser.add_argument("--milliseconds", type=float, default=1000)
    parser.add_argument("--start", type=int, default=5000, help="the first seed; tuning used some below 5000")
    parser.add_argument("--read", nargs="*", type=Path, default=[], help="files that earlier runs have printed")
    chosen = parser.parse_args()
    blocks: dict[int, Block] = {}
    for path in chosen.read:
        blocks.update(read(path))
    for seed in range(chosen.start, chosen.start + (chosen.games + 1) // 2):
        if seed in blocks:
            continue
        share, lead = blocks[seed] = play_block(chosen.map, chosen.against, seed, chosen.milliseconds)
        print(f"seed {seed} share {share:.2f} lead {lead:+.1f}  so far {summary(list(blocks.values()))}", flush=True)
    print(f"mcts, {chosen.milliseconds:g} ms, against {chosen.against}: {summary(list(blocks.values()))}")


if __name__ == "__main__":
    main()
