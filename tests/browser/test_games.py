"""Whole games by mouse on all six maps, in a real JupyterLab: every decision of every rule set is clicked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lab import LabPage
from tests.browser.robot import start

# Fewer trains make the other games shorter; every kind of decision still comes up.
GAMES = [
    ("usa", "'usa'", {"keep", "draw", "take", "claim", "tickets"}),
    (
        "germany",
        "ttr.load_map('germany').changed(trains=14)",
        {"keep", "draw", "take", "claim", "tickets", "passenger"},
    ),
    ("first_journey_europe", "ttr.load_map('first_journey_europe').changed(trains=12)", {"draw", "claim", "swap"}),
    ("nederland", "ttr.load_map('nederland').changed(trains=14)", {"keep", "draw", "take", "claim", "tickets"}),
    (
        "japan",
        "ttr.load_map('japan').changed(trains=8, mechanics={'express': {'trains': 5}})",
        {"keep", "draw", "take", "claim", "tickets"},
    ),
    ("italy", "ttr.load_map('italy').changed(trains=14)", {"keep", "draw", "take", "claim", "tickets", "ferry"}),
    (
        "neutral",
        "ttr.load_map('nederland', neutral=True).changed(trains=16, mechanics={'neutral': {'from_round': 1}})",
        {"keep", "draw", "take", "claim", "tickets", "neutral"},
    ),
]


@pytest.mark.parametrize(("name", "board", "kinds"), GAMES, ids=[game[0] for game in GAMES])
def test_a_whole_game_by_mouse(lab: LabPage, name: str, board: str, kinds: set[str]) -> None:
    robot = start(lab, f"ttr.play({board}, ['human', 'random'], seed=3, autosave=False)")
    made = robot.play()
    assert lab.kernel_eval("w.game.over")
    assert made >= 10
    assert set(robot.tried) >= kinds
    robot.check()
    if name == "usa":
        assert any("return" in text for text in robot.clicked), "another order of the tickets put back (B14)"
    # The end is on the screen: the winner, and the score of everybody.
    lab.page.locator(".ttr .ttr-end-all:visible").click()
    totals = lab.page.locator(".ttr .ttr-end-text b")
    for total in lab.kernel_eval("w.game.scores()"):
        written = str(total).replace("-", "−")
        expect(totals.filter(has_text=re.compile(rf"^{written}$")).first).to_be_visible()
