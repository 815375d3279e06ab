"""Plays the games of a plan here or by any executor, in chunks; what a dying worker lost is played again, once."""

from __future__ import annotations

import concurrent.futures as cf
import importlib
import math
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from types import TracebackType

from ttr_widget.gamemap import GameMap
from ttr_widget.lab.entrants import Entrant
from ttr_widget.lab.interrupts import undisturbed
from ttr_widget.lab.plan import Plan
from ttr_widget.lab.referee import StopWatch, play_setting
from ttr_widget.lab.rows import Row, rows

CHUNK_SECONDS = 0.5
"""How long a worker should be busy with one chunk: long against the cost of sending it, short to wait for."""
MOST_PER_CORE = 8
"""Processes of our own on each core of the machine: more have no use."""
MOST_TRIES = 3
MOST_LOST = 5


@dataclass
class Chunk:
    """Games played by one task: their rows, and how long they took; or games that nobody could play."""

    first: int
    number: int
    rows: list[Row] = field(default_factory=list)
    seconds: float = 0.0
    lost: bool = False


class RunStopped(Exception):
    """The run cannot go on; what is finished is kept."""


def play_here(plan: Plan, games: int) -> Iterator[Chunk]:
    """The games one after the other in this process."""
    watch = StopWatch(plan.time_limit) if plan.time_limit else None
    try:
        for number in range(games):
            yield _play(plan, number, 1, watch)
    finally:
        if watch is not None:
            watch.close()


def play_chunk(plan: Plan, first: int, number: int, attempt: int) -> Chunk:
    """The task of a worker. `attempt` makes a second try another call, for executors that remember results."""
    plan = unpack(plan)
    watch = StopWatch(plan.time_limit) if plan.time_limit else None
    try:
        return _play(plan, first, number, watch)
    finally:
        if watch is not None:
            watch.close()


def _play(plan: Plan, first: int, number: int, watch: StopWatch | None) -> Chunk:
    started = time.perf_counter()
    found: list[Row] = []
    for game in range(first, first + number):
        setting = plan.setting(game)
        found += rows(plan, setting, play_setting(plan, setting, watch))
    return Chunk(first, number, found, time.perf_counter() - started)


# -- bots on their way to a worker ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parcel:
    """A bot packed with its code, because the worker cannot import it from where it was defined."""

    content: bytes


_BOARDS: dict[tuple[str, str], GameMap] = {}


def same_board(board: GameMap) -> GameMap:
    """Always the same object for equal maps in a process: what is worked out for a map is found again at once."""
    return _BOARDS.setdefault((board.name, board.fingerprint), board)


def pack(plan: Plan) -> Plan:
    """The plan fit for travel: bots of a notebook take their code along, if cloudpickle is there (dask has it)."""
    plan = replace(plan, board=same_board(plan.board))
    if all(entrant.known_by_name for entrant in plan.entrants):
        return plan
    try:
        dumps = importlib.import_module("cloudpickle").dumps
    except ImportError:
        return plan
    packed = (
        entrant if entrant.known_by_name else Entrant(entrant.label, Parcel(dumps((entrant.what, entrant.settings))))
        for entrant in plan.entrants
    )
    return replace(plan, entrants=tuple(packed))


def unpack(plan: Plan) -> Plan:
    """The plan as it was before `pack`."""
    plan = replace(plan, board=same_board(plan.board))
    if not any(isinstance(entrant.what, Parcel) for entrant in plan.entrants):
        return plan
    loads = importlib.import_module("cloudpickle").loads
    entrants = (
        Entrant(entrant.label, *loads(entrant.what.content)) if isinstance(entrant.what, Parcel) else entrant
        for entrant in plan.entrants
    )
    return replace(plan, entrants=tuple(entrants))


# -- workers --------------------------------------------------------------------------------------------------------


@dataclass
class Task:
    """A chunk on its way: which games, and how often it has been tried."""

    first: int
    number: int
    tries: int = 0


class Crew:
    """Shares the games of a plan out to an executor and hands back finished chunks in any order.

    Never more than a few chunks are under way, so neither the results nor what is lost with a worker grow large.
    A chunk that fails is tried again, at last game by game; a game that fails three times is given up.
    """

    def __init__(self, plan: Plan, games: int, executor: cf.Executor | None, workers: int) -> None:
        self.plan = pack(plan)
        self.games = games
        self.workers = useful_workers(workers, games) if executor is None else _width(executor)
        self.executor = executor if executor is not None else new_pool(self.workers)
        self.own = executor is None
        self.next_game = 0
        self.seconds_per_game: float | None = None
        self.under_way: dict[cf.Future[Chunk], Task] = {}
        self.again: list[Task] = []
        self.given_up: list[Task] = []
        self.lost = 0

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with undisturbed():
            for future in self.under_way:
                future.cancel()
            if self.own:
                stop_pool(self.executor, at_once=bool(self.under_way))

    def chunks(self, oldest: Callable[[], int]) -> Iterator[Chunk]:
        """Finished chunks as they come. `oldest()` is the first game still waited for; nobody runs far ahead of it."""
        while self._send(oldest) or self.under_way:
            done, _ = cf.wait(self.under_way, return_when=cf.FIRST_COMPLETED)
            for future in done:
                task = self.under_way.pop(future, None)
                if task is None:
                    continue
                if _succeeded(future):
                    chunk = future.result()
                    self._learn(chunk)
                    yield chunk
                else:
                    self._failed(task, _error_of(future))
            while self.given_up:
                task = self.given_up.pop()
                yield Chunk(task.first, task.number, lost=True)

    def _send(self, oldest: Callable[[], int]) -> bool:
        """Keep every worker busy with one chunk and another one waiting."""
        sent = False
        while len(self.under_way) < 2 * self.workers:
            task = self._next_task(oldest())
            if task is None:
                break
            try:
                future = self.executor.submit(play_chunk, self.plan, task.first, task.number, task.tries)
            except cf.BrokenExecutor as error:
                self._failed(task, error)
                continue
            except RuntimeError as error:
                raise RunStopped(f"the executor takes no more work: {error}") from error
            self.under_way[future] = task
            sent = True
        return sent

    def _next_task(self, oldest: int) -> Task | None:
        suspects = [task for task in self.again if task.tries >= MOST_TRIES - 1]
        fresh = [task for task in self.again if task.tries < MOST_TRIES - 1]
        if fresh:
            self.again.remove(fresh[0])
            return fresh[0]
        ahead = math.ceil(20 * CHUNK_SECONDS * self.workers / (self.seconds_per_game or CHUNK_SECONDS))
        if self.next_game < self.games and self.next_game - oldest < max(ahead, 50 * self.workers):
            task = Task(self.next_game, self._size())
            self.next_game += task.number
            return task
        if suspects and not self.under_way:  # alone, so that it takes no innocent chunk with it
            self.again.remove(suspects[0])
            return suspects[0]
        return None

    def _size(self) -> int:
        left = self.games - self.next_game
        if self.seconds_per_game is None:
            return 1
        wanted = round(CHUNK_SECONDS / max(self.seconds_per_game, 1e-6))
        fair = math.ceil(left / (3 * self.workers))
        return max(1, min(wanted, fair, left))

    def _learn(self, chunk: Chunk) -> None:
        now = chunk.seconds / chunk.number
        self.seconds_per_game = now if self.seconds_per_game is None else 0.7 * self.seconds_per_game + 0.3 * now

    def _failed(self, task: Task, error: BaseException) -> None:
        self._try_again(task)
        if isinstance(error, cf.BrokenExecutor):
            self._replace_pool(error)
        if self.lost >= MOST_LOST:
            raise RunStopped(f"the workers fail again and again, at last with {_named(error)}") from error

    def _try_again(self, task: Task) -> None:
        task.tries += 1
        if task.tries >= MOST_TRIES:
            self.given_up.append(task)
            self.lost += task.number
        elif task.tries == MOST_TRIES - 1:  # one by one, so that only the guilty game is lost
            games = range(task.first, task.first + task.number)
            self.again += [Task(game, 1, task.tries) for game in games]
        else:
            self.again.append(task)

    def _replace_pool(self, error: BaseException) -> None:
        """A process pool in which a worker died is of no more use: whatever it had under way goes to a new one."""
        if not isinstance(self.executor, ProcessPoolExecutor):
            raise RunStopped(f"the executor has broken down ({error}) and cannot be replaced") from error
        for future, task in list(self.under_way.items()):
            if not _succeeded(future):
                del self.under_way[future]
                self._try_again(task)
        if self.own:
            stop_pool(self.executor, at_once=True)
        self.executor, self.own = new_pool(self.workers), True


def _succeeded(future: cf.Future[Chunk]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _error_of(future: cf.Future[Chunk]) -> BaseException:
    return (None if future.cancelled() else future.exception()) or cf.CancelledError()


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _width(executor: cf.Executor) -> int:
    """How many tasks an executor works on at a time, as far as it says so."""
    threads = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)
    if isinstance(threads, int):
        return max(1, threads)
    if client is not None:
        return max(1, int(sum(client.nthreads().values())))
    return 4


def useful_workers(wanted: int, games: int) -> int:
    """So many processes as were asked for, but no crowd that brings the machine down: the games are the same anyway."""
    return min(wanted, games, MOST_PER_CORE * (os.cpu_count() or 1))


def new_pool(workers: int) -> ProcessPoolExecutor:
    """A process pool whose workers leave Ctrl-C to the main process."""
    return ProcessPoolExecutor(workers, initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def stop_pool(pool: cf.Executor, at_once: bool) -> None:
    """End a pool of our own; at once means that chunks under way are given up."""
    processes = list((getattr(pool, "_processes", None) or {}).values()) if at_once else []
    pool.shutdown(wait=not at_once, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(5)
