"""Who beats whom? Run from the top folder: python tests/bench/table_of_bots.py [games a cell] [map ...] [--players 2 4]

Every seed is played in both seatings: the two bots take the seats in turn, then change places. The share is the part
of the wins that goes to the first bot (a shared win counts by heads); the 95 % interval is a bootstrap over the seeds.
Prints Markdown, a row as soon as its cell is done. With `--out docs/table_of_bots.md` the rows go into the table of the
file; cells that have as many games there already are left out, so that a run can be stopped and taken up again.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ttr_widget.bots import make_bot, play_game
from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps, load_map

OPPONENTS = ["random", "greedy", "path", "hungry", "one_step", "long_route", "steiner", "planner"]
HEAD = "| map | players | bot | against | games | share of wins | 95 % | mean | mean of the other |"
RULE = "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"


@dataclass(frozen=True)
class Pairing:
    """One bot against another on a map, with so many seats."""

    board: str
    players: int
    first: str
    other: str

    @property
    def label(self) -> str:
        """The beginning of its row."""
        return f"| {self.board} | {self.players} | {self.first} | {self.other} |"


@dataclass(frozen=True)
class Block:
    """Both seatings of a seed: the first bot's share of the wins, and the scores of both bots."""

    share: float
    scores: tuple[list[int], list[int]]


@dataclass(frozen=True)
class Cell:
    """The result of a pairing."""

    games: int
    share: float
    low: float
    high: float
    mean: float
    other_mean: float

    def __str__(self) -> str:
        """The end of its row."""
        return (
            f" {self.games} | {self.share:.1%} | {self.low:.1%} – {self.high:.1%} | "
            f"{self.mean:.1f} | {self.other_mean:.1f} |"
        )


def play_block(pairing: Pairing, seed: int) -> Block:
    share = 0.0
    scores: tuple[list[int], list[int]] = ([], [])
    for swap in (0, 1):
        who = [(seat + swap) % 2 for seat in range(pairing.players)]
        names = [(pairing.first, pairing.other)[index] for index in who]
        bots = [make_bot(name, seed=f"{seed}:{seat}") for seat, name in enumerate(names)]
        game = play_game(Game(pairing.board, pairing.players, seed=seed), bots)
        share += sum(who[seat] == 0 for seat in game.winners) / len(game.winners) / 2
        for index, score in zip(who, game.scores(), strict=True):
            scores[index].append(score)
    return Block(share, scores)


def interval(shares: Sequence[float], rounds: int = 1000) -> tuple[float, float]:
    """95 %, by drawing seeds with replacement."""
    rng = random.Random(1)
    means = sorted(sum(rng.choices(shares, k=len(shares))) / len(shares) for _ in range(rounds))
    return means[round(0.025 * rounds)], means[round(0.975 * rounds) - 1]


def measure(pairing: Pairing, games: int, start: int = 0, pool: Executor | None = None) -> Cell:
    """The first bot against the other in so many games; an odd number of seats evens out by swapping."""
    seeds = range(start, start + (games + 1) // 2)
    play = partial(play_block, pairing)
    blocks = list(map(play, seeds) if pool is None else pool.map(play, seeds, chunksize=4))
    shares = [block.share for block in blocks]
    mine, theirs = ([score for block in blocks for score in block.scores[index]] for index in (0, 1))
    means = (sum(scores) / len(scores) for scores in (mine, theirs))
    return Cell(2 * len(blocks), sum(shares) / len(shares), *interval(shares), *means)


def pairings(maps: Sequence[str], seats: Sequence[int], first: str, others: Sequence[str]) -> Iterator[Pairing]:
    """All that the maps allow."""
    for board in maps:
        least, most = load_map(board).settings.players
        for players in seats:
            if least <= players <= most:
                yield from (Pairing(board, players, first, other) for other in others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=40)
    parser.add_argument("maps", nargs="*", default=sorted(available_maps()))
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--start", type=int, default=1000, help="the first seed; tuning used some below 1000")
    parser.add_argument("--bot", default="planner")
    parser.add_argument("--against", nargs="*", default=OPPONENTS)
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="a file to add the rows to")
    chosen = parser.parse_args()
    if min(chosen.games, chosen.workers) < 1:
        parser.error("games and --workers are numbers from 1 on")
    table = Table(chosen.out)
    print(f"{HEAD}\n{RULE}", flush=True)
    with ProcessPoolExecutor(chosen.workers) if chosen.workers > 1 else nullcontext() as pool:
        for pairing in pairings(chosen.maps, chosen.players, chosen.bot, chosen.against):
            if table.games(pairing) < chosen.games:
                row = f"{pairing.label}{measure(pairing, chosen.games, chosen.start, pool)}"
                print(row, flush=True)
                table.add(row)


class Table:
    """The rows in a Markdown file, in order; text before the table stays. Without a file, just the rows."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        text = file.read_text() if file is not None and file.exists() else ""
        self.text, _, rows = text.partition(HEAD)
        self.rows = {label_of(row): row for row in rows.splitlines() if row.startswith("|") and row != RULE}

    def games(self, pairing: Pairing) -> int:
        """How many games of it are in the table."""
        row = self.rows.get(pairing.label)
        return int(row.split("|")[5]) if row else 0

    def add(self, row: str) -> None:
        self.rows[label_of(row)] = row
        if self.file is not None:
            rows = sorted(self.rows.values(), key=order)
            self.file.write_text(self.text + "\n".join([HEAD, RULE, *rows]) + "\n")


def label_of(row: str) -> str:
    return "|".join(row.split("|")[:5]) + "|"


def order(row: str) -> tuple[int, int, int, str]:
    """USA first; then by players, and by opponents from the weakest on."""
    board, players, _, other = (word.strip() for word in row.split("|")[1:5])
    maps = ["usa", *sorted(set(available_maps()) - {"usa"})]
    places = [names.index(name) if name in names else 99 for names, name in ((maps, board), (OPPONENTS, other))]
    return places[0], int(players), places[1], row


if __name__ == "__main__":
    main()
