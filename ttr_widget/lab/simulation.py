"""`simulate`: many games between bots as a table, one row for each player of each game."""

from __future__ import annotations

import concurrent.futures as cf
import importlib
import multiprocessing
import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import nullcontext
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_widget.engine import Game
from ttr_widget.gamemap import GameMap, load_map
from ttr_widget.lab.entrants import read_entrants
from ttr_widget.lab.interrupts import undisturbed
from ttr_widget.lab.output import Buffered, OutputError, open_output
from ttr_widget.lab.plan import SEATINGS, Plan, check_number, fill_seats
from ttr_widget.lab.referee import StopWatch, play_setting
from ttr_widget.lab.rows import Row, columns
from ttr_widget.lab.runner import Chunk, Crew, RunStopped, play_here

if TYPE_CHECKING:
    import pandas as pd


class SimulationWarning(UserWarning):
    """A run ended early or not as asked for; what is finished is returned."""


def simulate(
    board: str | Path | GameMap,
    bots: Any,
    games: int = 100,
    seed: int | str = 0,
    *,
    players: int | None = None,
    seating: str = "rotate",
    workers: int = 1,
    executor: cf.Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    keep: bool = True,
    progress: bool = True,
    time_limit: float | None = None,
    details: bool = True,
    timing: bool = False,
    **options: Any,
) -> pd.DataFrame:
    """Play games between bots; the result has one row for each player of each game (columns: `lab.COLUMNS`).

    `bots`: names, classes, functions or objects, each alone or as `(bot, settings)`; or a mapping of labels to these.
    With more `players` than bots the bots take several seats. Further keywords are options of the map.

    `seating`: every seed is played with the bots in rotated places ("rotate"), in all orders ("all"), or once
    ("fixed"); `games` counts all of them. Game n is the same whatever the number of workers (`play_one` plays it
    alone), unless a `time_limit` (seconds for a decision) depends on the machine.

    `workers`: so many processes; or `executor`: any `concurrent.futures.Executor`, for example dask's
    `client.get_executor(pure=False)`. Games lost with a worker are played again. `out`: a .parquet or .csv file,
    written as the games go on; with `keep=False` the table is not kept in memory and the result is empty.

    A bot that crashes, answers nonsense or takes too long is replaced by chance for the rest of the game; the
    columns `fault` and `replaced` say so. With workers not even one that kills its process ends the run. Ctrl-C, a
    full disk and the like end it with a `SimulationWarning`; the finished games are returned.

    >>> table = simulate("usa", ["random", "random"], games=2, seed=1, progress=False)
    >>> table[["game", "seat", "bot", "total"]].shape
    (4, 4)
    """
    plan = make_plan(board, bots, seed, players, seating, time_limit, details, timing, options)
    return run(plan, games, workers=workers, executor=executor, out=out, keep=keep, progress=progress)


def play_one(
    board: str | Path | GameMap,
    bots: Any,
    game: int,
    seed: int | str = 0,
    *,
    players: int | None = None,
    seating: str = "rotate",
    time_limit: float | None = None,
    **options: Any,
) -> Game:
    """The very game that `simulate` with the same arguments has under this number, to look at or save.

    >>> play_one("usa", ["random", "random"], game=3, seed=1).over
    True
    """
    plan = make_plan(board, bots, seed, players, seating, time_limit, True, False, options)
    setting = plan.setting(check_number(game, "game", 0))
    watch = StopWatch(time_limit) if time_limit else None
    return play_setting(plan, setting, watch).game


def make_plan(
    board: str | Path | GameMap,
    bots: Any,
    seed: int | str,
    players: int | None,
    seating: str,
    time_limit: float | None,
    details: bool,
    timing: bool,
    options: dict[str, Any],
) -> Plan:
    """The arguments of `simulate`, checked."""
    game_map = read_board(board, options)
    entrants = read_entrants(bots)
    check_conditions(seed, seating, time_limit)
    match = fill_seats(entrants, players)
    plan = Plan(game_map, entrants, (match,), seed, seating, time_limit, details, timing)
    plan.new_game(plan.setting(0))  # wrong numbers of players and seeds are told at once
    return plan


def read_board(board: str | Path | GameMap, options: dict[str, Any]) -> GameMap:
    """The map meant by a name, a folder or a map, with options."""
    if isinstance(board, GameMap):
        return board.with_options(**options) if options else board
    return load_map(board, **options)


def check_conditions(seed: Any, seating: str, time_limit: float | None) -> None:
    """What is the same for all games."""
    if isinstance(seed, bool) or not isinstance(seed, Integral | str):
        raise ValueError(f"the seed must be a whole number or a text, not {seed!r}")
    if seating not in SEATINGS:
        raise ValueError(f"seating is one of {', '.join(SEATINGS)}, not {seating!r}")
    if time_limit is not None and not (isinstance(time_limit, Real) and 0 < time_limit <= threading.TIMEOUT_MAX):
        raise ValueError(f"time_limit must be a positive number of seconds, not {time_limit!r}")


def run(
    plan: Plan,
    games: int,
    *,
    workers: int = 1,
    executor: cf.Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    keep: bool = True,
    progress: bool = True,
    about: str | None = None,
) -> pd.DataFrame:
    """Play a plan and collect its table; see `simulate`. `about` stands before the progress bar."""
    need_pandas()
    games, workers = check_number(games, "games"), check_number(workers, "workers")
    if executor is not None and not isinstance(executor, cf.Executor):
        raise ValueError(
            f"executor must be a concurrent.futures.Executor, not {executor!r}; "
            "for processes say workers=2, for dask executor=client.get_executor(pure=False)"
        )
    if not keep and out is None:
        raise ValueError("with keep=False the table needs a file: out='games.parquet'")
    output = open_output(out, columns(plan)) if out is not None else None
    collector = Collector(games, output, keep)
    note = ""
    try:
        with progress_bar(games, progress, about) as bar:
            collector.collect(plan, workers, executor, bar)
    except KeyboardInterrupt:
        note = f"interrupted after {collector.finished} of {games} games"
    except OutputError:
        note = f"stopped after {collector.finished} of {games} games"
    except RunStopped as error:
        note = f"stopped after {collector.finished} of {games} games: {error}"
        if not collector.finished:
            close_output(output, note)
            raise _no_game(str(error), plan, executor) from error
    if collector.lost == games:
        close_output(output, note)
        raise _no_game("every one killed its worker again and again", plan, executor)
    if collector.lost and not note:
        note = f"{collector.lost} of {games} games killed their worker again and again and are missing"
    with undisturbed(forget=True):  # who presses Ctrl-C once more still gets the games
        return _finished(plan, games, collector, output, note)


def _finished(plan: Plan, games: int, collector: Collector, output: Buffered | None, note: str) -> pd.DataFrame:
    """The table of a run, with what there is to say about it."""
    note = close_output(output, note)
    names = columns(plan)
    rows = output.waiting if output is not None and not collector.keep else collector.table
    table: pd.DataFrame = need_pandas().DataFrame(rows, columns=names)
    table.attrs.update(board=plan.board.name, seed=plan.seed, games=games, finished=collector.finished, note=note)
    table.attrs["out"] = str(output.target) if output is not None and output.complete else None
    if note:
        warnings.warn(f"{note}; {_where(output, collector.keep)}", SimulationWarning, stacklevel=4)
    return table


def close_output(output: Buffered | None, note: str) -> str:
    """The note, and what the file has to add to it."""
    if output is None:
        return note
    with undisturbed():
        words = output.close()
    return ": ".join(filter(None, (note, words)))


def _where(output: Buffered | None, keep: bool) -> str:
    if output is None or output.failure is None:
        return "the finished games are kept"
    return "all that are finished are in the result" if keep else "the others are in the result"


def _no_game(reason: str, plan: Plan, executor: cf.Executor | None) -> RuntimeError:
    """The error, with what may have kept the workers from their work."""
    hints = ""
    if executor is None and multiprocessing.get_start_method() != "fork":
        hints += '\nWorkers import the script that starts them: put the call under `if __name__ == "__main__":`.'
    if not all(entrant.known_by_name for entrant in plan.entrants):
        hints += (
            "\nBots that are no known names must reach the workers: define them in a module that workers can import, "
            "or install cloudpickle, or use workers=1."
        )
    return RuntimeError(f"no game could be played: {reason}{hints}")


class Collector:
    """Receives chunks in any order, and passes them on in the order of their games."""

    def __init__(self, games: int, output: Buffered | None, keep: bool) -> None:
        self.games = games
        self.output = output
        self.keep = keep
        self.oldest = 0
        self.early: dict[int, Chunk] = {}
        self.table: list[Row] = []
        self.finished = 0
        self.lost = 0

    def collect(self, plan: Plan, workers: int, executor: cf.Executor | None, bar: Any) -> None:
        """Play all games; on an interrupt everything that was finished is here."""
        if executor is None and workers == 1:
            self._receive(play_here(plan, self.games), bar)
            return
        try:
            with Crew(plan, self.games, executor, workers) as crew:
                self._receive(crew.chunks(lambda: self.oldest), bar)
        finally:
            self._write_early()

    def _receive(self, chunks: Iterator[Chunk], bar: Any) -> None:
        for chunk in chunks:
            with undisturbed():
                self.early[chunk.first] = chunk
                while (next_chunk := self.early.pop(self.oldest, None)) is not None:
                    self.oldest += next_chunk.number
                    self._pass_on(next_chunk)
                if bar is not None:
                    bar.update(chunk.number)

    def _pass_on(self, chunk: Chunk) -> None:
        if chunk.lost:
            self.lost += chunk.number
            return
        self.finished += chunk.number
        if self.keep:
            self.table += chunk.rows
        if self.output is not None:
            self.output.add(chunk.rows)

    def _write_early(self) -> None:
        """Chunks that wait for an earlier one that will not come any more."""
        with undisturbed():
            for first in sorted(self.early):
                self._pass_on(self.early.pop(first))


def progress_bar(games: int, wanted: bool, about: str | None = None) -> Any:
    """A tqdm bar fit for the place (notebook or terminal), or nothing."""
    if not wanted:
        return nullcontext()
    try:
        tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return nullcontext()
    return tqdm(total=games, unit="game", smoothing=0.1, desc=about)


def need_pandas() -> Any:
    """pandas, or an error that says how to get it."""
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("tables of games need pandas: pip install 'ttr_widget[lab]'") from error
