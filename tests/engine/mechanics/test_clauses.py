"""Every clause of the five rule sets beyond the base game is named by a test, and the rules name no mechanic."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ttr_widget import engine
from ttr_widget.engine.mechanics import MECHANICS
from ttr_widget.gamemap import available_maps

HERE = Path(__file__).parent
CLAUSES = {"G": 9, "F": 7, "N": 10, "J": 9, "I": 9}


def clauses_named() -> set[str]:
    """The clause ids in the comments behind `def test_…` and parametrised cases."""
    named: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for comment in re.findall(r"#(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            named |= set(re.findall(r"\b[GFNJI]\d+\b", comment))
    return named


@pytest.mark.parametrize("letter", CLAUSES)
def test_every_clause_is_named(letter: str) -> None:
    wanted = {f"{letter}{number}" for number in range(1, CLAUSES[letter] + 1)}
    assert wanted <= clauses_named()


@pytest.mark.parametrize("module", ["rules.py", "prepared.py", "game.py", "state.py", "scoring.py", "view.py"])
def test_the_rules_name_no_map_and_no_mechanic(module: str) -> None:
    text = (Path(engine.__file__).parent / module).read_text(encoding="utf-8")
    code = re.sub(r'""".*?"""|#.*$', "", text, flags=re.DOTALL | re.MULTILINE)
    for name in (*MECHANICS, *available_maps()):
        assert f'"{name}"' not in code
        if module == "rules.py":
            assert not re.search(rf"\b{name}\b", code, re.IGNORECASE), "not even by the name of a variable"


def test_a_mechanic_is_one_file() -> None:
    folder = Path(engine.__file__).parent / "mechanics"
    assert {path.stem for path in folder.glob("*.py")} == {*MECHANICS, "__init__", "base"}
