"""The end of a game with as many players as can be: every step of the score can be read whole, on every map."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.lab import LabPage
from tests.browser.robot import QUICK, check_no_trouble
from ttr_widget.gamemap import available_maps

OVER = """
from ttr_widget.bots import make_bot, play_game
from ttr_widget.widget.seats import make_seats

def sit_down(name):
    number = ttr.load_map(name).settings.players[1]
    names = ["Maximiliane", "Planerin Berta", "Christoph", "Dora", "Emil"][:number]
    game = play_game(ttr.Game(name, names, seed=4), [make_bot("path", seat) for seat in range(number)])
    w.change_game(game, make_seats([(n, "human" if i == 0 else "random") for i, n in enumerate(names)], 1))
"""

# What is cut off, has to be scrolled, or is covered: tables at the side, names in the chart under the bars.
CUT = r"""() => {
    const root = document.querySelector('.ttr'), own = root.getBoundingClientRect(), found = [];
    for (const part of root.querySelectorAll('.ttr-end, .ttr-end *, .ttr-replay, .ttr-replay-line')) {
        if (!part.offsetParent) continue;
        const box = part.getBoundingClientRect(), words = `${part.className} "${part.textContent.trim().slice(0, 40)}"`;
        if (box.bottom > own.bottom + 1 || box.right > own.right + 1) found.push(`outside: ${words}`);
        if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth) found.push(`cut at the side: ${words}`);
        const hides = getComputedStyle(part).overflowY !== 'visible';
        if (hides && part.scrollHeight > part.clientHeight + 2) found.push(`cut below: ${words}`);
    }
    const bars = [...root.querySelectorAll('.ttr-chart rect:not([rx])')].map(bar => bar.getBoundingClientRect());
    for (const name of root.querySelectorAll('.ttr-chart .ttr-bar-name')) {
        const at = name.getBoundingClientRect(), middle = (at.top + at.bottom) / 2;
        if (bars.some(bar => bar.top < middle && middle < bar.bottom && bar.left < at.right - 1))
            found.push(`under a bar: ${name.textContent}`);
    }
    return found;
}"""


def check(page: Page, what: str) -> None:
    """Nothing is cut off, as soon as all messages of one change have come."""
    try:
        page.wait_for_function(f"() => ({CUT})().length === 0", timeout=5_000)
    except TimeoutError:
        assert page.evaluate(CUT) == [], what


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_step_of_the_score_is_in_sight(lab: LabPage, language: str) -> None:
    page = lab.page
    lab.open_notebook([f"import ttr_widget as ttr; w = ttr.play('usa', autosave=False); {QUICK}; w"])
    lab.run_all()
    lab.wait_painted()
    lab.kernel_run(f"{OVER}\nw.set_preference(language={language!r})")
    for name in available_maps():
        lab.kernel_run(f"sit_down({name!r})")
        steps = lab.wait_kernel("w.game.over and w.is_fresh() and len(w.ending._steps)")
        for number in range(1, steps + 1):
            of = {"en": "of", "de": "von"}[language]
            expect(page.locator(".ttr .ttr-end-text .ttr-title")).to_contain_text(f"{number} {of} {steps}")
            check(page, f"{name}: step {number}")
            if number < steps:
                page.locator(".ttr .ttr-end-next").click()
        expect(page.locator(".ttr .ttr-end-rematch")).to_be_visible()
        page.locator(".ttr .ttr-replay-before").click()
        expect(page.locator(".ttr .ttr-replay-close")).to_be_visible()
        check(page, f"{name}: the replay")
    check_no_trouble(lab)
