"""The same map, options, players, seed and actions give the same game, on any machine and Python version (X3)."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine.helpers import VARIANTS, named, random_game
from ttr_widget.engine import Game

HOME = Path(__file__).resolve().parents[2]

# Hash of the whole record of a random game with seed 2026, and its scores. A change of a rule, of the shuffling, of
# the notation or of a map changes them: then look twice whether old records still load.
GOLDEN: dict[str, tuple[str, list[int]]] = {
    "usa": ("38c20020a1336671", [-106, -49, -6]),
    "usa-edition=classic": ("d03e5639102bc872", [-107, -48, -22]),
    "germany": ("19a28c29d1bda7bd", [-48, -253, -213]),
    "first_journey_europe": ("13deb80644194b1f", [1, 1, 2]),
    "nederland": ("50acbedf2f75c136", [-68, -143, -73]),
    "nederland-tolls=False": ("2fdf95f23e70e3bb", [-211, -284, -8]),
    "nederland-neutral=True": ("babf451bbce3e24f", [-64, -313]),
    "nederland-ranking=competition": ("de76bbb04909d80e", [-68, -143, -73]),
    "japan": ("3c71ae4b3ba43e75", [-47, -49, -12]),
    "italy": ("ead35cae94ec4be7", [-12, -211, -156]),
}


def digest(game: Game) -> str:
    return hashlib.sha256(game.record().encode()).hexdigest()[:16]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_golden_games(name: str, options: dict[str, Any]) -> None:  # X3
    players = 2 if options.get("neutral") else 3
    game = random_game(name, players, 2026, **options)
    assert (digest(game), game.scores()) == GOLDEN[named((name, options))]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_the_same_seed_gives_the_same_game(name: str, options: dict[str, Any]) -> None:  # X3
    one, other = (random_game(name, 2, 77, **options) for _ in range(2))
    assert one.state.facts() == other.state.facts()
    assert one.record() == other.record()
    assert Game(name, 2, 77, **options).state.facts() != Game(name, 2, 78, **options).state.facts()


def test_the_hash_seed_of_python_does_not_matter() -> None:  # X3
    """Sets and dictionaries of texts are in another order in every process: no game may notice."""
    code = (
        "from tests.engine.helpers import random_game;"
        "print([random_game(name, 3, 5).record() for name in ('usa', 'germany', 'nederland', 'italy')])"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(HOME)},
            cwd=HOME,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(texts) == 1
    assert len(texts.pop()) > 1000


def test_chance_comes_from_the_games_own_generator() -> None:  # X3
    import random

    random.seed(1)
    first = random_game("usa", 2, 9).record()
    random.seed(2)
    assert random_game("usa", 2, 9).record() == first


def test_seeds_of_both_kinds() -> None:  # X3
    assert Game("usa", 2, seed=5).state.facts() == Game("usa", 2, seed="5").state.facts()
    assert Game("usa", 2, seed="a").state.facts() != Game("usa", 2, seed="b").state.facts()
