"""How many random games a second each map plays, beside the base game in the same run.

    python tests/bench/bench_maps.py [seconds for each map and number of players]

Processor time; the maps take turns, a few games each, so that a busy machine slows all of them alike: only the
ratios mean anything.
"""

from __future__ import annotations

import random
import sys
import time

from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps, load_map

BASE = "usa"
PLAYERS = (2, 4)


class Meter:
    """Random games of one map with one number of players."""

    def __init__(self, name: str, players: int) -> None:
        self.name, self.players = name, players
        self.board = load_map(name)
        self.rng = random.Random(1)
        self.games = self.actions = 0
        self.seconds = 0.0

    def run(self, slice_seconds: float) -> None:
        """Play whole games for at least so long."""
        draw = self.rng.random
        start = now = time.process_time()
        while now - start < slice_seconds:
            game = Game(self.board, self.players, self.games)
            while not game.over:
                legal = game.legal_actions()
                game.play(legal[int(draw() * len(legal))])
            game.scores()
            self.games += 1
            self.actions += len(game)
            now = time.process_time()
        self.seconds += now - start

    @property
    def speed(self) -> float:
        return self.games / self.seconds


def main(seconds: float = 3.0) -> None:
    """Print one line a map."""
    names = [BASE, *(name for name in available_maps() if name != BASE)]
    meters = {(name, players): Meter(name, players) for name in names for players in PLAYERS}
    rounds = 20
    for _ in range(rounds):
        for meter in meters.values():
            meter.run(seconds / rounds)
    print(f"{'map':<22}" + "".join(f"{p} players: games/s  to base  actions/game    " for p in PLAYERS))
    for name in names:
        cells = ""
        for players in PLAYERS:
            meter, base = meters[name, players], meters[BASE, players]
            cells += f"{meter.speed:19.1f} {meter.speed / base.speed:8.2f} {meter.actions / meter.games:13.0f}    "
        print(f"{name:<22}{cells}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
