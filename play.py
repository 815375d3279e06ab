"""Opens the game in JupyterLab on any machine with Python 3.11: makes .venv, installs the project into it, starts.

    python3 play.py                       the play notebook
    python3 play.py notebooks/x.ipynb     another notebook
    python3 play.py --install dev,lab     only install, with these extras (the Makefile does that for its tests)

Uses the standard library alone. A second start skips the installation unless pyproject.toml or constraints.txt changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

HOME = Path(__file__).resolve().parent
VENV = Path(os.environ.get("TTR_VENV", HOME / ".venv")).absolute()
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "ttr-installed.json"
OLDEST = (3, 11)
PLAY_EXTRAS = frozenset({"play", "lab"})


def fingerprint() -> str:
    """Changes when a dependency, its pinned version, or the place of the project changes."""
    parts = [(HOME / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    return hashlib.sha256(b"\0".join([*parts, str(HOME).encode()])).hexdigest()


def installed_extras() -> frozenset[str]:
    """The extras that an earlier start installed, if nothing has changed since."""
    try:
        stamp = json.loads(STAMP.read_text())
        return frozenset(stamp["extras"]) if stamp["fingerprint"] == fingerprint() else frozenset()
    except (OSError, ValueError, KeyError):
        return frozenset()


def works() -> bool:
    """Whether .venv holds a Python that runs, is new enough and has pip (it may be half made, or its Python gone)."""
    question = f"import pip, sys; sys.exit(sys.version_info < {OLDEST})"
    try:
        return subprocess.run([PYTHON, "-c", question], capture_output=True).returncode == 0
    except OSError:
        return False


def is_ours(folder: Path) -> bool:
    """Whether the folder may be emptied to make a virtual environment of it."""
    empty = not folder.exists() or not any(folder.iterdir())
    return empty or folder == HOME / ".venv" or (folder / "pyvenv.cfg").is_file()


def make_venv() -> None:
    if works():
        return
    if not is_ours(VENV):
        sys.exit(f"TTR_VENV={VENV} holds other things than a virtual environment. Name a folder that is empty or new.")
    print(f"Making {VENV} …", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True)
    if made.returncode != 0:
        version = ".".join(map(str, sys.version_info[:2]))
        sys.exit(
            f"Python could not make a virtual environment:\n{made.stdout}{made.stderr}\n"
            f"On Debian and Ubuntu: sudo apt install python3-venv   (or python{version}-venv), then try again."
        )


def install(extras: frozenset[str]) -> None:
    """Puts the project (editable) with these extras into .venv, at the versions it was tested with."""
    if works() and extras <= installed_extras():
        return
    make_venv()
    wanted = extras | installed_extras()
    print(f"Installing ttr_widget [{', '.join(sorted(wanted))}]: once, a minute or a few …", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    what = ["-c", str(HOME / "constraints.txt"), "-e", f"{HOME}[{','.join(sorted(wanted))}]"]
    done = subprocess.run(pip + what)
    if done.returncode != 0:
        sys.exit("pip could not install the packages (its message is above). Is there a network? Try again.")
    STAMP.write_text(json.dumps({"fingerprint": fingerprint(), "extras": sorted(wanted)}))


def has_screen() -> bool:
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def no_news_question() -> None:
    """JupyterLab's question about news would lie over the board's lower right corner at the first start."""
    settings = VENV / "etc" / "jupyter" / "labconfig" / "page_config.json"
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(json.dumps({"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}))


def open_lab(notebook: str) -> int:
    no_news_question()
    command = [str(PYTHON), "-m", "jupyterlab", "--log-level=WARN", f"--ServerApp.root_dir={HOME}"]
    command += [f"--LabApp.default_url=/lab/tree/{quote(notebook)}", "--ServerApp.answer_yes=True"]
    if not has_screen():
        command.append("--no-browser")
        print("No screen here: open the address that JupyterLab prints in a browser (Ctrl-C stops it).", flush=True)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    return wait_for(subprocess.Popen(command))


def wait_for(lab: subprocess.Popen[bytes]) -> int:
    """Ctrl-C reaches JupyterLab as well: it is given the time to end its kernels."""
    stopped = False
    while True:
        try:
            code = lab.wait()
            return 0 if stopped else code
        except KeyboardInterrupt:
            stopped = True


def main() -> int:
    if sys.version_info < OLDEST:
        version = sys.version.split()[0]
        sys.exit(f"ttr_widget needs Python 3.11 or newer; this is {version}. Try: make PYTHON=python3.12 play")
    parser = argparse.ArgumentParser(description="Open the game in JupyterLab; install it first if need be.")
    parser.add_argument("notebook", nargs="?", default=HOME / "notebooks" / "01_play.ipynb")
    parser.add_argument("--install", metavar="EXTRAS", help="only install, with these extras (separated by commas)")
    options = parser.parse_args()
    if options.install:
        install(frozenset(options.install.split(",")))
        return 0
    notebook = Path(options.notebook).resolve()
    if not notebook.is_relative_to(HOME) or not notebook.is_file():
        parser.error(f"there is no notebook {options.notebook} in {HOME}")
    install(PLAY_EXTRAS)
    return open_lab(notebook.relative_to(HOME).as_posix())


if __name__ == "__main__":
    sys.exit(main())
