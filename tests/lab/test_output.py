"""Tables on disk: complete or not there; what was finished before a full disk stays readable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from tests.lab import players
from ttr_widget.lab import OutputError, SimulationWarning, output, simulate

HOME = Path(__file__).resolve().parents[2]
BOTS = ["random", "random"]


def read(path: Path) -> pd.DataFrame:
    if path.suffix == ".csv":
        return pd.read_csv(path, keep_default_na=False, dtype={"routes_held": str, "tickets_met": str, "fault": str})
    return pd.read_parquet(path)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_file_holds_the_table(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    table = simulate("germany", BOTS, 10, 2, out=out, progress=False, workers=2)
    back = read(out)
    assert list(back.columns) == list(table.columns)
    for name in table.columns:
        assert list(back[name].astype(str)) == list(table[name].astype(str)), name
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_without_keeping_the_table_is_only_on_disk(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    table = simulate("usa", BOTS, 10, 2, out=out, keep=False, progress=False)
    assert table.empty
    assert table.attrs["finished"] == 10
    assert list(read(out)["total"]) == list(simulate("usa", BOTS, 10, 2, progress=False)["total"])


def test_parquet_is_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output.ParquetOutput, "rows_at_once", 8)
    out = tmp_path / "games.parquet"
    table = simulate("usa", BOTS, 20, 2, out=out, progress=False)
    assert pq.ParquetFile(out).num_row_groups == 5
    assert pd.read_parquet(out).equals(table)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_an_older_file_is_replaced_only_at_the_end(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    out.write_text("old")

    class Looks:
        def choose(self, view: Any, legal: Any) -> Any:
            assert out.read_text() == "old"
            return legal[0]

    table = simulate("usa", [Looks, "random"], 2, 2, out=out, progress=False)
    assert set(table["fault"]) == {""}
    assert len(read(out)) == 4


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_an_interrupt_leaves_a_whole_file(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    bots = [(players.Interrupts, {"game": "2-3"}), "random"]
    with pytest.warns(SimulationWarning, match="interrupted after 6 of 50"):
        simulate("usa", bots, 50, 2, out=out, keep=False, progress=False)
    assert sorted(set(read(out)["game"])) == list(range(6))


def test_who_presses_ctrl_c_twice_still_gets_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finish = output.CsvOutput.finish

    def pressed_again(self: output.CsvOutput) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        finish(self)

    monkeypatch.setattr(output.CsvOutput, "finish", pressed_again)
    bots = [(players.Interrupts, {"game": "2-3"}), "random"]
    with pytest.warns(SimulationWarning, match="interrupted after 6 of 50"):
        table = simulate("usa", bots, 50, 2, out=tmp_path / "games.csv", progress=False)
    assert table["game"].nunique() == 6
    assert read(tmp_path / "games.csv")["game"].nunique() == 6


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_an_interrupt_before_the_first_result_leaves_the_older_file(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    simulate("usa", BOTS, 2, 1, out=out, progress=False)
    older = out.read_bytes()
    with pytest.warns(SimulationWarning, match="interrupted after 0 of 50"):
        simulate("usa", [(players.Interrupts, {"game": "2-0"}), "random"], 50, 2, out=out, progress=False)
    with pytest.raises(RuntimeError, match="no game could be played"):
        simulate("usa", BOTS, 2, 2, out=out, progress=False, executor=ShutDown())
    assert out.read_bytes() == older
    assert list(tmp_path.iterdir()) == [out]


class ShutDown(Executor):
    def submit(self, function: Any, /, *args: Any, **more: Any) -> Any:
        raise RuntimeError("no more work")


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_an_earlier_run_left_unfinished_is_not_touched(tmp_path: Path, ending: str) -> None:
    """A full disk left it there, and somebody begins again under the same name."""
    left = [tmp_path / name for name in ("games.unfinished.csv", "games.unfinished", "games.unfinished-2")]
    left[0].write_text("csv")
    for folder in left[1:]:
        folder.mkdir()
        (folder / "000000.parquet").write_text("part")
    out = tmp_path / f"games.{ending}"
    simulate("usa", BOTS, 2, 2, out=out, progress=False)
    assert len(read(out)) == 4
    assert left[0].read_text() == "csv"
    assert all((folder / "000000.parquet").read_text() == "part" for folder in left[1:])
    assert sorted(tmp_path.iterdir()) == sorted([out, *left])


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_table_that_cannot_get_its_name_stays_beside_it(tmp_path: Path, ending: str) -> None:
    """Somebody makes a folder of that name while the games go on."""
    out = tmp_path / f"games.{ending}"

    def in_the_way(view: Any, legal: Any) -> Any:
        (out / "full").mkdir(parents=True, exist_ok=True)
        return legal[0]

    with pytest.warns(SimulationWarning, match=r"cannot write the games to .*; 3 of them are in .*unfinished"):
        table = simulate("usa", [in_the_way, "random"], 3, 2, out=out, progress=False)
    assert len(table) == 6
    (kept,) = set(tmp_path.iterdir()) - {out}
    assert len(pd.read_parquet(kept) if kept.is_dir() else read(kept)) == 6


def test_places_that_cannot_be_written_are_told_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="there is no folder"):
        simulate("usa", BOTS, 2, 2, out=tmp_path / "nowhere" / "games.csv", progress=False)
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(OutputError, match="it is a folder"):
        simulate("usa", BOTS, 2, 2, out=tmp_path / "folder.csv", progress=False)
    with pytest.raises(OutputError, match=r"cannot write the games to .*: "):
        simulate("usa", BOTS, 2, 2, out="/proc/games.csv", progress=False)
    with pytest.raises(OutputError, match=r"cannot write the games to .*: "):
        simulate("usa", BOTS, 2, 2, out="/proc/games.parquet", progress=False)


FULL = """
import sys, warnings
from tests.lab.players import FillsTheDisk
from ttr_widget.lab import output, simulate
output.CsvOutput.rows_at_once = output.ParquetOutput.rows_at_once = 40
output.CsvOutput.seconds = output.ParquetOutput.seconds = 1e9  # however slow the machine
warnings.simplefilter("always")
bots = ["random", (FillsTheDisk, {"game": "2-30", "size": int(sys.argv[3])})]
table = simulate("usa", bots, 500, 2, out=sys.argv[1], keep=sys.argv[2] == "keep", progress=False)
print(table.attrs["finished"], len(table))
print(table.attrs["note"])
"""


@pytest.mark.parametrize("keep", ["keep", "drop"])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_full_disk_keeps_the_finished_games(tmp_path: Path, ending: str, keep: str) -> None:
    out = tmp_path / f"games.{ending}"
    size = 27_000 if ending == "csv" else 1000  # the CSV file is in the middle of its fourth portion then
    command = [sys.executable, "-c", FULL, str(out), keep, str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=HOME)
    counts, note = done.stdout.splitlines()
    finished, rows = map(int, counts.split())
    assert 60 < finished < 120
    assert rows == 2 * (finished if keep == "keep" else finished - 60)  # those that did not get through
    assert f"stopped after {finished} of 500 games: cannot write the games to {out}: File too large; 60 of them" in note
    assert "SimulationWarning" in done.stderr
    assert not out.exists()
    (kept,) = tmp_path.iterdir()
    assert str(kept) in note
    table = read(kept) if kept.is_file() else pd.read_parquet(kept)
    assert list(table["game"]) == [game for game in range(60) for _ in range(2)]
    healthy = ["random", (players.FillsTheDisk, {"game": "never", "size": 0})]
    assert list(table["total"]) == list(simulate("usa", healthy, 60, 2, progress=False)["total"])
