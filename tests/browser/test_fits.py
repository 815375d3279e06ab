"""One window of 1280×800 shows everything without scrolling, also when there is as much to show as there can be."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, TimeoutError

from tests.browser.lab import BOARD, LabPage
from tests.browser.robot import check_no_trouble
from ttr_widget.gamemap import available_maps

# As many players as the map allows, long names and tickets, all colours in hand, and German words.
FULL = """
import ttr_widget as ttr
from ttr_widget.widget.seats import make_seats

def full(name):
    board = ttr.load_map(name)
    number = board.settings.players[1]
    few = "short_journey" in board.settings.mechanics
    scenario = ttr.Scenario(board, players=["Maximiliane", "Planerin Berta", "Christoph", "Dora", "Emil"][:number])
    longest = sorted({f"{t.a}–{t.b}" for t in board.tickets}, key=lambda label: (-len(label), label))
    scenario.tickets(0, *longest[: 4 if few else 20 : 2])
    scenario.hand(0, **{card: 3 for card, number in board.settings.cards.items() if number})
    return scenario.game()

def sit_down(name):
    game = full(name)
    seats = make_seats([(n, "human" if i == 0 else "random") for i, n in enumerate(game.names)], 1)
    w.table.change_game(game, seats)
"""

# What lies outside the part of the notebook that is seen, and what is cut off inside the widget.
CUT = r"""() => {
    const root = document.querySelector('.jp-OutputArea .ttr'), found = [];
    const seen = root.closest('.jp-WindowedPanel-outer').getBoundingClientRect(), own = root.getBoundingClientRect();
    if (own.bottom > seen.bottom || own.right > seen.right) found.push(`the widget: ${own.right},${own.bottom}`);
    for (const part of root.querySelectorAll('button, .ttr-say, .ttr-choices, .ttr-title, .ttr-tip, .ttr-panel')) {
        if (!part.offsetParent) continue;
        const box = part.getBoundingClientRect(), words = `${part.className} "${part.textContent.trim().slice(0, 40)}"`;
        if (box.bottom > own.bottom + 1 || box.right > own.right + 1) found.push(`outside: ${words}`);
        if (part.classList.contains('ttr-ticket')) continue;  // while something is asked, many tickets may scroll
        if (part.scrollWidth > part.clientWidth + 2) found.push(`cut at the side: ${words}`);
        if (part.scrollHeight > part.clientHeight + 4) found.push(`cut below: ${words}`);
    }
    const board = root.querySelector('.ttr-board-box').getBoundingClientRect(), tip = root.querySelector('.ttr-tip');
    const at = tip && tip.getBoundingClientRect();
    if (at && (at.left < board.left || at.right > board.right || at.top < board.top || at.bottom > board.bottom))
        found.push('the facts of a route');
    return found;
}"""

TICKETS_SCROLL = """() => [...document.querySelectorAll('.ttr-ticket-row')]
    .some(row => row.scrollHeight > row.clientHeight + 2)"""


def check(page: Page, what: str) -> None:
    """Nothing is cut off, as soon as all messages of one change have come."""
    try:
        page.wait_for_function(f"() => ({CUT})().length === 0", timeout=5_000)
    except TimeoutError:
        assert page.evaluate(CUT) == [], what


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=["1280", "1920"])
def test_everything_is_in_sight(lab: LabPage, size: tuple[int, int]) -> None:
    page = lab.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    like = "w.set_preference(language='de', size='auto', theme='auto', animations=False, confirm=False, toured=True)"
    lab.open_notebook(
        [f"import ttr_widget as ttr; w = ttr.play('usa', ['human', 'random'], autosave=False); {like}; w"]
    )
    lab.run_all()
    lab.wait_painted()
    lab.kernel_run(FULL)
    for name in available_maps():
        lab.kernel_run(f"sit_down({name!r})")
        lab.wait_kernel(f"w.game.board.name == {name!r} and w.is_fresh()")
        lab.wait_painted()
        check(page, f"{name}: a turn")
        assert not page.evaluate(TICKETS_SCROLL), f"{name}: the tickets"
        most = "max(w.view.legal.claimable_routes(), key=lambda r: len(w.view.legal.claims_of(r)))"
        x, y = lab.kernel_eval(f"w.board.point_of({most})")
        page.locator(BOARD).hover(position={"x": x, "y": y})
        page.locator(".ttr .ttr-tip").wait_for()
        check(page, f"{name}: the facts of a route")
        page.locator(BOARD).click(position={"x": x, "y": y})
        page.locator(".ttr .ttr-chooser").wait_for()
        check(page, f"{name}: a payment")
        page.locator(".ttr .ttr-cancel").click()
        page.locator(".ttr .ttr-chooser").wait_for(state="hidden")
        if lab.kernel_eval("w.view.board.settings.ticket_draw"):
            page.locator(".ttr .ttr-tickets").click()
            page.locator(".ttr .ttr-choice-0").wait_for()
            if lab.kernel_eval("w.game.phase") == "turn":
                check(page, f"{name}: a mix of tickets")
                page.locator(".ttr .ttr-choice-2").click()
            lab.wait_kernel("w.game.phase == 'keep' and w.is_fresh()")
            page.locator(".ttr .ttr-choice-0").click()
            page.locator(".ttr .ttr-choice-0.ttr-on").wait_for()
            check(page, f"{name}: drawn tickets")
    check_no_trouble(lab)
