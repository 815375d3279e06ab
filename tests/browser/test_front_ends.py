"""Beyond JupyterLab in its light theme: Notebook 7, Voilà, the dark theme, and room on a small screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import REPOSITORY, LabPage, VoilaPage
from tests.browser.robot import check_no_trouble, start

NOTEBOOKS = REPOSITORY / "notebooks"


def test_notebook_7(notebook7: LabPage) -> None:
    robot = start(notebook7, "ttr.play('germany', ['human', 'random'], seed=3, autosave=False)")
    robot.play(6)
    robot.check()
    notebook7.reload()
    notebook7.wait_painted()
    robot.play(2)
    robot.check()


def number_in(page: Page, selector: str) -> int:
    text = page.locator(selector).inner_text()
    return int("".join(filter(str.isdigit, text)) or 0)


def test_voila_is_a_page_to_play_on(voila: VoilaPage) -> None:
    """No kernel to ask here: only what a person sees."""
    (voila.server.root / ".ttr-preferences.json").write_text('{"speed": "instant", "language": "en"}')
    voila.open_notebook(NOTEBOOKS / "02_voila_app.ipynb")
    voila.wait_painted()
    page = voila.page
    assert page.locator(".jp-InputArea-editor, .CodeMirror").count() == 0, "no code is shown"
    for ticket in (0, 1, 2):
        page.locator(f".ttr .ttr-choice-{ticket}:visible").click()
        expect(page.locator(f".ttr .ttr-choice-{ticket}")).to_contain_text("☑")
    page.locator(".ttr .ttr-confirm").click()
    expect(page.locator(".ttr .ttr-ticket-2")).to_be_visible()
    expect(page.locator(".ttr .ttr-say")).to_contain_text("Your turn", timeout=30_000)
    held = number_in(page, ".ttr .ttr-hand-title")
    page.locator(".ttr .ttr-deck:enabled").click()
    expect(page.locator(".ttr .ttr-hand-title")).to_contain_text(str(held + 1))
    page.locator(".ttr .ttr-deck:enabled").click()
    expect(page.locator(".ttr .ttr-hand-title")).to_contain_text(str(held + 2))
    # The bot answers by itself.
    expect(page.locator(".ttr .ttr-say")).to_contain_text("Your turn", timeout=30_000)
    # Voilà starts everything anew after a reload; the game was saved by itself and goes on where it was.
    held = number_in(page, ".ttr .ttr-hand-title")
    page.reload()
    voila.wait_painted()
    page.locator(".ttr .ttr-resume:visible").click()
    expect(page.locator(".ttr .ttr-hand-title")).to_contain_text(str(held), timeout=30_000)
    expect(page.locator(".ttr .ttr-ticket-2")).to_be_visible()
    expect(page.locator(".ttr .ttr-say")).to_contain_text("Your turn", timeout=30_000)


POSITIONS = """
from ttr_widget.bots import make_bot, ask
from ttr_widget.widget.seats import Seat
def middle(name, actions, players=5, **options):
    game = ttr.Game(name, ["You", *[f"Opponent {i}" for i in range(2, players + 1)]], seed=4, **options)
    bots = [make_bot("path", i) for i in range(players)]
    while not game.over and (len(game) < actions or game.player != 0):
        game.play(ask(bots[game.player], game))
    return game, [Seat("You", "human"), *[Seat(n, "random", make_bot("random")) for n in game.names[1:]]]
"""

# What sticks out of the widget sideways, or text that is cut off in a button.
OVERFLOWING = """() => {
    const root = document.querySelector('.ttr');
    const box = root.getBoundingClientRect();
    return [...root.querySelectorAll('button, .ttr-panel, .ttr-html, select, svg, table')]
        .filter(e => e.offsetParent && !e.closest('.ttr-log') && !e.closest('.ttr-over'))
        .filter(e => e.getBoundingClientRect().right > box.right + 2)
        .map(e => e.className || e.tagName);
}"""


# Controls that a person cannot see: cut off by a box that does not scroll, or in a box too low to scroll in.
CUT_OFF = """() => {
    const root = document.querySelector('.ttr');
    const cut = control => {
        const box = control.getBoundingClientRect();
        const middle = (box.top + box.bottom) / 2;
        for (let up = control.parentElement; up && root.contains(up); up = up.parentElement) {
            const around = up.getBoundingClientRect();
            const scrolls = ['auto', 'scroll'].includes(getComputedStyle(up).overflowY);
            if (scrolls) return around.height < 40 && up.scrollHeight > up.clientHeight + 2;
            const clips = getComputedStyle(up).overflowY !== 'visible';
            if (clips && (middle > around.bottom || middle < around.top)) return true;
        }
        return false;
    };
    return [...root.querySelectorAll('button, select')].filter(e => e.offsetParent && cut(e)).map(e => e.className);
}"""


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_everything_fits_the_window(lab: LabPage, theme: str) -> None:
    """1280×800, all six maps, at the start, late and at the end, five players, both languages: nothing to scroll."""
    start(lab, "ttr.play('usa', ['human', 'random'], seed=3, autosave=False)", more="w.table.runner.paused = True; w")
    lab.kernel_run(POSITIONS)
    lab.use_theme(theme)
    dark = theme.endswith("Dark")
    lab.wait_kernel(f"w.theme == {'dark' if dark else 'light'!r}")
    height = lab.page.viewport_size["height"] if lab.page.viewport_size else 0
    for number, name in enumerate(lab.kernel_eval("list(ttr.available_maps())")):
        language = "de" if number % 2 == dark else "en"
        for actions in (150, 10_000) if dark else (0, 150):
            players = 4 if name == "first_journey_europe" else 5
            lab.kernel_run(f"w.change_game(*middle({name!r}, {actions}, {players}))")
            lab.kernel_run(f"w.set_preference(language={language!r})")
            lab.wait_kernel("w.is_fresh()")
            box = lab.page.locator(".ttr").bounding_box()
            assert box
            lab.screenshot(f"{name}_{actions}_{language}_{'dark' if dark else 'light'}")
            assert box["y"] + box["height"] <= height - 24, f"{name} after {actions}: {box}"
            assert lab.page.evaluate(OVERFLOWING) == [], f"{name} after {actions}"
            assert lab.page.evaluate(CUT_OFF) == [], f"{name} after {actions}"
    corner = lab.pixel(40, 40)
    assert corner is not None
    assert (sum(corner[:3]) < 380) == dark, "the board follows the theme"
    check_no_trouble(lab)
    lab.kernel_run("w.set_preference(language='en')")


def test_the_play_notebook_is_ready_to_run(lab: LabPage) -> None:
    """What `make play` opens: one cell, run it, and it is your move."""
    play: Path = NOTEBOOKS / "01_play.ipynb"
    lab.open_notebook(play)
    assert lab.locator(".jp-Notebook .jp-CodeCell").count() == 1
    lab.run_all()
    lab.wait_painted()
    expect(lab.locator(".ttr .ttr-choice-0:visible")).to_be_enabled(timeout=30_000)


@pytest.mark.parametrize(("theme", "around"), [("dark", "JupyterLab Light"), ("light", "JupyterLab Dark")])
def test_a_theme_of_its_own_is_readable_in_a_notebook_of_the_other(lab: LabPage, theme: str, around: str) -> None:
    start(lab, "ttr.play('usa', ['human', 'random'], seed=3, autosave=False)")
    lab.use_theme(around)
    lab.kernel_run(f"w.set_preference(theme={theme!r})")
    expect(lab.locator(f".ttr.ttr-theme-{theme}")).to_be_visible()
    light = "e => getComputedStyle(e).color.match(/[0-9]+/g).slice(0, 3).reduce((sum, x) => sum + Number(x), 0)"
    for part in (".ttr-say", ".ttr-players td", ".ttr-log .widget-html-content"):
        assert (lab.locator(f".ttr {part}").first.evaluate(light) > 380) == (theme == "dark"), part
    lab.kernel_run("w.set_preference(theme='auto')")
    check_no_trouble(lab)
