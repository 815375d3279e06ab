"""The command line, run as people run it: in a process of its own."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import pytest

from ttr_widget.bots import bot_names
from ttr_widget.cli import main, make_parser
from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps
from ttr_widget.lab import play_one, simulate

TTR = [sys.executable, "-m", "ttr_widget.cli"]


def ttr(*words: object, code: int = 0, **more: Any) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*TTR, *map(str, words)], capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == code, done.stderr
    return done


def here(*words: object) -> int:
    """The same without a new process, where that makes no difference."""
    return main([str(word) for word in words])


def until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    while not condition():
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def test_the_installed_command_is_this_one() -> None:
    command = Path(sys.executable).with_name("ttr")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"ttr_widget \d+\.\d+\.\d+\n", done.stdout)


def test_help_shows_every_command_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        here("--help")
    whole = capsys.readouterr().out
    for command in ("play", "simulate", "tournament", "maps", "bots", "board", "replay"):
        assert command in whole
        with pytest.raises(SystemExit):
            make_parser().parse_args([command, "--help"])
        text = capsys.readouterr().out
        assert f"usage: ttr {command}" in text
        assert command == "bots" or f"\n  ttr {command} " in text


def test_simulate_writes_the_table(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    done = ttr("simulate", "usa", "random", "greedy", "-n", 20, "--workers", 2, "--out", out, "--seed", 7)
    assert "20 games" in done.stdout
    assert f"written: {out}" in done.stdout
    assert "100%" in done.stderr  # the progress bar
    assert pd.read_parquet(out).equals(simulate("usa", ["random", "greedy"], 20, 7, progress=False))


def test_simulate_prints_win_rates(capsys: pytest.CaptureFixture[str]) -> None:
    assert here("simulate", "usa", "random", "greedy", "-n", 20, "-q", "--option", "edition=classic") == 0
    found = capsys.readouterr()
    lines = found.out.splitlines()
    assert lines[0] == "20 games"
    assert lines[2].split()[0] == "greedy"
    games = simulate("usa", ["random", "greedy"], 20, 0, progress=False, edition="classic")
    rate = games.loc[games["bot"] == "greedy", "win"].mean()
    assert lines[2].split()[1] == f"{rate:.1%}"
    assert found.err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["usa", "clever", "random"], "there is no bot 'clever'; the bots are random, greedy"),
        (["usa", "random", "random", "-n", "0"], "games must be a whole number of at least 1, not 0"),
        (["usa", "random", "random", "--workers", "-2"], "workers must be a whole number of at least 1, not -2"),
        (["atlantis", "random", "random"], "atlantis"),
        (["usa", "random", "random", "--option", "edition"], "NAME=VALUE"),
        (["usa", "random", "random", "--option", "weather=fine"], "weather"),
        (["usa", "random", "random", "--option", "games=3"], "unknown option 'games'. It can be edition"),
        (["usa", "random", "random", "--option", "details=false"], "unknown option 'details'"),
        (["usa", "random", "random", "--option", "time_limit=3"], "unknown option 'time_limit'"),
        (["usa", "random", "random", "--option", "executor=fast"], "unknown option 'executor'"),
        (["usa", "random", "random", "--time-limit", "inf"], "time_limit must be a positive number of seconds"),
        (["usa", "random", "random", "--players", "9"], "2 to 5 players"),
        (["usa", "random", "random", "--out", "games.doc"], ".parquet or .csv"),
        (["usa", "random", "random:speed=1"], "speed"),
    ],
)
def test_wrong_arguments_end_with_code_2(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert here("simulate", *words, "-q") == 2
    error = capsys.readouterr().err
    assert error.startswith("ttr: ")
    assert message in error
    assert "Traceback" not in error


def test_any_text_is_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert here("simulate", "usa", "random", "random", "-n", 1, "-q", "--seed", "²") == 0
    assert capsys.readouterr().out.startswith("1 games")


def test_options_of_a_tournament_are_those_of_the_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert here("tournament", "usa", "random", "greedy", "-q", "-n", 2, "--option", "system=swiss") == 2
    assert "unknown option 'system'" in capsys.readouterr().err


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert here("simulate", "usa", "random", "random", "-q", "--out", tmp_path / "no" / "games.csv") == 1
    assert "there is no folder" in capsys.readouterr().err


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))


def test_a_full_disk_says_how_many_games_are_where(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (100_000, 100_000))
    done = ttr("simulate", "usa", "random", "random", "-n", 4000, "-q", "-o", out, code=1, preexec_fn=limit)
    number = re.search(r"stopped after (\d+) of 4000 games: .*; (\d+) of them are in (.*)\n", done.stderr)
    assert number is not None
    assert pd.read_csv(number[3])["game"].nunique() == int(number[2]) <= int(number[1])
    assert done.stdout == ""


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """No file may grow beyond 5000 bytes, which is as good as a full disk."""
    out = tmp_path / "games.csv"
    done = ttr("simulate", "usa", "random", "random", "-n", 300, "-q", "-o", out, code=1, preexec_fn=small_files)
    assert re.search(rf"cannot write the games to {re.escape(str(out))}: File too large", done.stderr)
    assert "Traceback" not in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_finished_games(tmp_path: Path, workers: int) -> None:
    out, unfinished = tmp_path / "games.csv", tmp_path / "games.unfinished.csv"
    words = ["simulate", "usa", "random", "random", "-n", 10_000_000, "-w", workers, "-o", out, "-q"]
    process = subprocess.Popen(
        [*TTR, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until(lambda: unfinished.exists() and unfinished.stat().st_size > 5000, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    output, error = process.communicate(timeout=60)
    assert process.returncode == 130
    finished = int(re.search(r"interrupted after (\d+) of 10000000 games", error).group(1))  # type: ignore[union-attr]
    assert "Traceback" not in error
    assert f"{finished} games" in output
    table = pd.read_csv(out)
    assert table["game"].nunique() == finished
    assert len(table) == 2 * finished
    assert not unfinished.exists()


def test_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "plot.png"
    assert here("tournament", "usa", "random", "greedy", "path", "-n", 4, "-q", "--plot", plot) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "North America, round robin, 2 at a table, 12 games"
    assert {line.split()[1] for line in lines[2:5]} == {"random", "greedy", "path"}
    assert plot.stat().st_size > 1000
    assert here("tournament", "usa", "random", "greedy", "path", "-n", 2, "-q", "--swiss", 1) == 0
    assert "Swiss" in capsys.readouterr().out


def test_a_plot_that_cannot_be_written_is_told_before_the_first_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tournament", "usa", "random", "greedy", "-n", 100_000_000, "-q", "--plot"]
    assert here(*words, tmp_path / "ratings.doc") == 2
    assert "drawn as .png, .svg or .pdf" in capsys.readouterr().err
    assert here(*words, tmp_path / "no" / "ratings.png") == 1
    assert "there is no folder" in capsys.readouterr().err


def test_a_swiss_tournament_is_written_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.csv"
    assert here("tournament", "usa", "random", "greedy", "path", "-n", 2, "-q", "--swiss", 2, "-o", out) == 0
    assert set(pd.read_csv(out)["round"]) == {1, 2}
    assert f"written: {out}" in capsys.readouterr().out


def test_output_that_cannot_be_printed_is_told() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*TTR, "maps"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "ttr: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_maps_and_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert here("maps") == 0
    listed = capsys.readouterr().out
    assert all(re.search(rf"^{name} ", listed, re.MULTILINE) for name in available_maps())
    assert here("maps", "nederland") == 0
    assert "option     neutral=false, true" in capsys.readouterr().out
    assert here("maps", "atlantis") == 2
    assert here("bots") == 0
    found = capsys.readouterr().out
    assert [line.split()[0] for line in found.splitlines()] == bot_names()


def test_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.svg", "a.png"):
        assert here("board", "usa", tmp_path / name) == 0
        assert (tmp_path / name).stat().st_size > 10_000
    assert here("board", "usa", tmp_path / "a.txt") == 2
    assert here("board", "usa", tmp_path / "no" / "a.svg") == 1
    assert "cannot write" in capsys.readouterr().err


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Game]:
    game = play_one("germany", ["random", "greedy"], 0, 5)
    game.save(tmp_path / "game.json")
    return tmp_path / "game.json", game


def test_replay_tells_every_action(saved: tuple[Path, Game], capsys: pytest.CaptureFixture[str]) -> None:
    path, game = saved
    assert here("replay", path) == 0
    found = capsys.readouterr().out
    lines = found.splitlines()
    for number, action in enumerate(game.actions, 1):
        assert lines[number].split()[0] == str(number)
        assert action.text in lines[number]
    assert str(game.score_sheet()) in found
    assert found.rstrip().endswith("winner: " + ", ".join(game.names[seat] for seat in game.winners))


def test_replay_of_a_part_with_a_picture(saved: tuple[Path, Game], capsys: pytest.CaptureFixture[str]) -> None:
    path, game = saved
    picture = path.with_name("then.svg")
    assert here("replay", path, "-q", "--upto", 60, "--picture", picture) == 0
    found = capsys.readouterr().out
    assert "score after 60 actions" in found
    assert str(game.at(60).score_sheet()) in found
    assert picture.read_text().startswith("<svg")


def test_replay_of_what_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "other"}')
    assert here("replay", broken) == 2
    assert "this is not a saved game" in capsys.readouterr().err
    assert here("replay", tmp_path / "missing.json") == 1
    assert "cannot read" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_error(saved: tuple[Path, Game]) -> None:
    process = subprocess.Popen(
        [*TTR, "replay", str(saved[0])], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 0


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def test_play_opens_jupyterlab_on_a_notebook(tmp_path: Path) -> None:
    """A real server, in a folder that knows nothing of the repository."""
    port = free_port()
    words = ["play", "japan", "greedy", "--folder", tmp_path, "--no-browser", "--port", port]
    environment = {**os.environ, "JUPYTER_TOKEN": "secret"}
    process = subprocess.Popen(
        [*TTR, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        env=environment,
    )
    address = f"http://127.0.0.1:{port}/api/contents/ttr-play.ipynb?token=secret"
    answer: list[bytes] = []

    def answered() -> bool:
        try:
            with urllib.request.urlopen(address, timeout=5) as reply:
                answer.append(reply.read())
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
        return True

    try:
        until(answered, process)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=30)
    served = json.loads(answer[0])["content"]
    assert "ttr.play('japan', ['human', 'greedy'])" in served["cells"][1]["source"]
    nbformat.validate(nbformat.read(tmp_path / "ttr-play.ipynb", as_version=4))


def test_play_tells_wrong_arguments_before_anything_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert here("play", "usa", "clever", "--folder", tmp_path) == 2
    assert here("play", "atlantis", "--folder", tmp_path) == 2
    assert here("play", "usa", *["random"] * 7, "--folder", tmp_path) == 2
    assert here("play", "usa", "random", "--folder", tmp_path / "no") == 1
    assert list(tmp_path.iterdir()) == []
    assert "name another --folder" in capsys.readouterr().err
