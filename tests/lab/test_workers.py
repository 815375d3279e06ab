"""Workers that die: their games are played again, and none is counted twice. Real processes, a real dask cluster."""

from __future__ import annotations

import copy
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from dask.distributed import Client, LocalCluster

from tests.lab import players
from ttr_widget.lab import SimulationWarning, runner, simulate
from ttr_widget.lab.runner import pack, unpack
from ttr_widget.lab.simulation import make_plan


def deadly(mark: Path, game: str, **more: Any) -> list[Any]:
    return [(players.KillsWorker, {"mark": str(mark), "game": game, **more}), "random"]


def test_a_process_that_dies_costs_no_game(tmp_path: Path) -> None:
    table = simulate("usa", deadly(tmp_path / "mark", "5-7"), 60, 5, workers=2, progress=False)
    assert (tmp_path / "mark").exists()
    assert list(table["game"]) == [game for game in range(60) for _ in range(2)]
    assert table.equals(simulate("usa", deadly(tmp_path / "mark", "5-7"), 60, 5, progress=False))


def test_a_pool_of_ones_own_is_replaced_too(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        table = simulate("usa", deadly(tmp_path / "mark", "5-7"), 40, 5, executor=pool, progress=False)
    assert (tmp_path / "mark").exists()
    assert list(table["game"]) == [game for game in range(40) for _ in range(2)]


def test_a_game_that_always_kills_is_left_out_and_named(tmp_path: Path) -> None:
    bots = deadly(tmp_path / "mark", "5-3", always=True)
    with pytest.warns(SimulationWarning, match="2 of 300 games killed their worker again and again and are missing"):
        table = simulate("usa", bots, 300, 5, workers=2, progress=False)
    assert sorted(set(table["game"])) == [game for game in range(300) if game not in (6, 7)]
    assert len(table) == 596


def test_workers_that_always_die_end_the_run() -> None:
    bots = [AlwaysKills, "random"]
    with pytest.raises(RuntimeError, match="no game could be played: the workers fail again and again"):
        simulate("usa", bots, 30, 5, workers=2, progress=False)


SCRIPT = """
import multiprocessing
multiprocessing.set_start_method("spawn")
from ttr_widget.lab import simulate
simulate("usa", ["random", "random"], 4, workers=2, progress=False)
"""


def test_a_script_that_its_workers_cannot_import_is_told_why(tmp_path: Path) -> None:
    """As on systems that cannot fork: every worker imports the script, which would start workers of its own."""
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, tmp_path / "script.py"], capture_output=True, text=True)
    assert done.returncode == 1
    assert 'put the call under `if __name__ == "__main__":`.' in done.stderr


class AlwaysKills:
    def choose(self, view: Any, legal: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Forgetful(Executor):
    """Loses every fourth task, as a bad network would."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        if self.calls % 4 == 0:
            future.set_exception(ConnectionError("lost"))
        else:
            future.set_result(function(*args, **more))
        return future


def test_any_executor_will_do_even_a_bad_one() -> None:
    table = simulate("usa", ["random", "random"], 25, 3, executor=Forgetful(), progress=False)
    assert table.equals(simulate("usa", ["random", "random"], 25, 3, progress=False))


def test_an_executor_that_was_shut_down() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="no game could be played: the executor takes no more work"):
        simulate("usa", ["random", "random"], 5, executor=pool, progress=False)


def test_too_many_workers_do_not_bring_the_machine_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where processes are forked, a pool starts all of them at once."""
    pools: list[int] = []
    new_pool = runner.new_pool
    monkeypatch.setattr(runner, "new_pool", lambda workers: pools.append(workers) or new_pool(workers))
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    table = simulate("usa", ["random", "random"], 3, 5, workers=100_000, progress=False)
    assert table.equals(simulate("usa", ["random", "random"], 3, 5, progress=False))
    assert pools == [3]
    assert runner.useful_workers(100_000, 1_000_000) == runner.MOST_PER_CORE


def test_a_worker_knows_a_map_again() -> None:
    """Otherwise it would compare or compile the whole map for every chunk."""
    plan = pack(make_plan("usa", ["random", "random"], 0, None, "rotate", None, True, False, {}))
    sent = copy.deepcopy(plan)
    assert sent.board is not plan.board
    assert unpack(sent).board is plan.board


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_dask_gives_the_same_games(client: Client) -> None:
    executor = client.get_executor(pure=False)
    table = simulate("usa", ["random", players.Longest], 40, 5, executor=executor, progress=False)
    assert table.equals(simulate("usa", ["random", players.Longest], 40, 5, progress=False))


def test_a_dask_worker_killed_in_the_middle_costs_no_game(client: Client, tmp_path: Path) -> None:
    executor = client.get_executor(pure=False)
    before = set(client.run(os.getpid).values())
    table = simulate("usa", deadly(tmp_path / "mark", "5-9"), 60, 5, executor=executor, progress=False)
    killed = int((tmp_path / "mark").read_text())
    assert killed in before  # it was a worker, and it is gone
    assert killed not in set(client.run(os.getpid).values())
    assert list(table["game"]) == [game for game in range(60) for _ in range(2)]
    assert table.equals(simulate("usa", deadly(tmp_path / "mark", "5-9"), 60, 5, progress=False))


def test_ctrl_c_with_workers_keeps_finished_games(tmp_path: Path) -> None:
    """Interrupts this process when the first lines are written."""
    out = tmp_path / "games.csv"
    unfinished = tmp_path / "games.unfinished.csv"

    def interrupt() -> None:
        while not unfinished.exists() or unfinished.stat().st_size < 2000:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.warns(SimulationWarning, match=r"interrupted after \d+ of 1000000 games"):
        table = simulate("usa", ["random", "random"], 1_000_000, 5, workers=2, out=out, progress=False)
    finished = table.attrs["finished"]
    assert 0 < finished < 1_000_000
    assert len(table) == 2 * finished
    assert table["game"].is_monotonic_increasing
    assert len(out.read_text().splitlines()) == 1 + len(table)
    assert not unfinished.exists()
    again = simulate("usa", ["random", "random"], int(table["game"].max()) + 1, 5, progress=False)
    assert again[again["game"].isin(table["game"])].reset_index(drop=True).equals(table)
