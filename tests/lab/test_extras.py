"""Without the extras everything else works, and what needs one says which."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]

BARE = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1].split()))  # None: as if it were not installed
import ttr_widget as ttr
from ttr_widget.cli import main

game = ttr.play_game(ttr.Game("usa", 2, seed=1), [ttr.make_bot("greedy", 1), ttr.make_bot("planner", 2)])
assert game.over and "<svg" in game._repr_mimebundle_()["image/svg+xml"]
game.save(sys.argv[2])
assert main(["maps"]) == main(["bots"]) == main(["replay", sys.argv[2], "-q"]) == 0
for call in (lambda: ttr.simulate("usa", ["random", "random"], 2), lambda: ttr.tournament(["random", "greedy"])):
    try:
        call()
    except ImportError as error:
        print("told:", error)
try:
    import ttr_widget.env
except ImportError as error:
    print("told:", error)
print("codes:", main(["simulate", "usa", "random", "random", "-n", "2"]), main(["play"]))
"""


def hidden_modules() -> set[str]:
    """The modules that only extras bring, found by the names of the packages in pyproject.toml."""
    extras = tomllib.loads((HOME / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    wanted = {_plain(line) for name in ("play", "lab", "rl", "cluster", "boards") for line in extras[name]}
    wanted -= {"numpy"}  # ipycanvas needs it, so it is always there
    return {module for module, packages in packages_distributions().items() if wanted & set(map(_plain, packages))}


def _plain(requirement: str) -> str:
    for sign in "[<>=":
        requirement = requirement.partition(sign)[0]
    return requirement.strip().lower().replace("_", "-")


def test_the_core_works_without_extras_and_the_rest_says_what_to_install(tmp_path: Path) -> None:
    hidden = hidden_modules()
    assert {"pandas", "pyarrow", "matplotlib", "tqdm", "pettingzoo", "gymnasium", "dask", "jupyterlab"} <= hidden
    command = [sys.executable, "-c", BARE, " ".join(hidden), str(tmp_path / "game.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=HOME)
    told = [line for line in done.stdout.splitlines() if line.startswith("told:")]
    assert told == [
        "told: tables of games need pandas: pip install 'ttr_widget[lab]'",
        "told: tables of games need pandas: pip install 'ttr_widget[lab]'",
        "told: the environments need PettingZoo and Gymnasium: pip install 'ttr_widget[rl]'",
    ]
    assert "codes: 1 1" in done.stdout
    assert "ttr: tables of games need pandas" in done.stderr
    assert "ttr: playing needs JupyterLab: pip install 'ttr_widget[play]'" in done.stderr
