"""play.py, the script behind `make play` and `make test`: what it installs when, and what it says when it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

HOME = Path(__file__).resolve().parents[1]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The script, with a project and an environment of its own."""
    import play

    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text("first version")
    monkeypatch.setattr(play, "HOME", tmp_path)
    monkeypatch.setattr(play, "STAMP", tmp_path / "stamp.json")
    return play


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HOME / "play.py"), *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


def test_what_is_installed_is_remembered_until_a_dependency_changes(
    play: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[list[str]] = []

    def pretend(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        installed.append([str(part) for part in command if "[" in str(part)])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(play.subprocess, "run", pretend)

    def asked_for() -> list[str]:
        wishes = [part.partition("[")[2].rstrip("]") for command in installed for part in command]
        installed.clear()
        return wishes

    play.install(frozenset({"play"}))
    assert asked_for() == ["play"]
    play.install(frozenset({"play"}))
    assert asked_for() == []
    play.install(frozenset({"lab"}))
    assert asked_for() == ["lab,play"]  # what is there stays there
    play.install(frozenset({"play", "lab"}))
    assert asked_for() == []
    (tmp_path / "constraints.txt").write_text("second version")
    play.install(frozenset({"play"}))
    assert asked_for() == ["play"]


def test_a_damaged_stamp_means_install_again(play: ModuleType) -> None:
    play.STAMP.write_text('{"extras": ["play"')
    assert play.installed_extras() == frozenset()


def test_missing_venv_module_is_explained(tmp_path: Path) -> None:
    # Debian's python3 without python3-venv: the module is there, and ends with an error.
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "__init__.py").write_text("")
    (tmp_path / "venv" / "__main__.py").write_text("raise SystemExit('ensurepip is not available')")
    place = {"TTR_VENV": str(tmp_path / "environment"), "PYTHONPATH": str(tmp_path)}
    done = run(place, "--install", "play")
    assert done.returncode != 0
    assert "ensurepip is not available" in done.stderr
    assert "apt install python3-venv" in done.stderr


def test_an_unknown_notebook_is_an_error(tmp_path: Path) -> None:
    done = run({"TTR_VENV": str(tmp_path)}, "notebooks/no_such.ipynb")
    assert done.returncode == 2
    assert "there is no notebook notebooks/no_such.ipynb" in done.stderr


def test_a_folder_with_other_things_is_never_emptied(tmp_path: Path) -> None:
    # `python -m venv --clear` empties the folder it is given: TTR_VENV=$HOME must not cost anybody their files.
    letter = tmp_path / "letter.txt"
    letter.write_text("dear")
    done = run({"TTR_VENV": str(tmp_path)}, "--install", "play")
    assert done.returncode == 1
    assert "holds other things" in done.stderr
    assert letter.read_text() == "dear"


def test_an_environment_of_a_python_too_old_is_not_taken(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "PYTHON", sys.executable)
    assert play.works()
    monkeypatch.setattr(play, "OLDEST", (sys.version_info.major, sys.version_info.minor + 1))
    assert not play.works()


def test_ctrl_c_lets_jupyterlab_end_its_kernels(play: ModuleType) -> None:
    class Lab:
        """Takes a while to stop, so that an impatient user presses the keys twice."""

        waits = 0

        def wait(self) -> int:
            self.waits += 1
            if self.waits < 3:
                raise KeyboardInterrupt
            return 1

    assert play.wait_for(Lab()) == 0


def test_the_address_of_a_notebook_can_be_clicked(play: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(play, "VENV", play.HOME)
    monkeypatch.setattr(play.subprocess, "Popen", commands.append)
    monkeypatch.setattr(play, "wait_for", lambda lab: 0)
    assert play.open_lab("notebooks/mein Spiel ü.ipynb") == 0
    assert "--LabApp.default_url=/lab/tree/notebooks/mein%20Spiel%20%C3%BC.ipynb" in commands[0]


STARTED_IN_THE_BACKGROUND = """
import signal, pytest
signal.signal(signal.SIGINT, signal.SIG_IGN)
pytest.main(["-p", "no:xdist", "-p", "no:cacheprovider", "--collect-only", "-q", "tests/test_play.py"])
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


def test_make_test_may_run_in_the_background() -> None:
    subprocess.run([sys.executable, "-c", STARTED_IN_THE_BACKGROUND], cwd=HOME, check=True, capture_output=True)
