"""Who plays with the keyboard stays where they are; who looks sees everything that is asked, also in a low window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import BOARD, LabPage
from tests.browser.robot import check_no_trouble, start

BOX = "s => { const r = document.querySelector(s).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }"
HAS_FOCUS = "s => document.activeElement.matches(s)"


def test_the_focus_stays_at_the_control_that_was_used(lab: LabPage) -> None:
    """Or the next keys would be JupyterLab's: Enter opens a cell, "dd" deletes it."""
    scenario = "ttr.Scenario('usa', players=['You', 'Random'], seed=2).hand(0, blue=4, red=4, locomotive=2)"
    start(lab, f"ttr.play({scenario}.tickets(0, 'Boston–Miami').game(), ['human', 'random'], autosave=False)")
    page = lab.page

    def focused(selector: str) -> None:
        page.wait_for_function(HAS_FOCUS, arg=selector)

    def my_turn() -> None:
        lab.wait_kernel("w.game.player == 0 and w.game.phase == 'turn' and w.is_fresh()")

    # While the bot plays, the deck cannot be used: the focus waits in the bar and comes back.
    lab.kernel_run("w.table.runner.paused = True; w.table.tell()")
    page.locator(".ttr .ttr-deck").focus()
    for number in (1, 2):
        page.keyboard.press("Enter")
        lab.wait_kernel(f"len(w.game) == {number} and w.is_fresh()")
    focused(".ttr-status")
    lab.kernel_run("w.table.runner.paused = False; w.table.tell()")
    my_turn()
    focused(".ttr-deck")
    # A question takes the focus and gives it back, answered or not; so does the menu.
    lab.kernel_run(
        "w.parts.claim_list.value = next(r for r in w.view.legal.claimable_routes() "
        "if len(w.view.legal.claims_of(r)) > 1)"
    )
    page.locator(".ttr .ttr-claim").focus()
    page.keyboard.press("Enter")
    focused(".ttr-choice-0")
    page.keyboard.press("Escape")
    focused(".ttr-claim")
    page.keyboard.press("Enter")
    focused(".ttr-choice-0")
    page.keyboard.press("Enter")
    lab.wait_kernel("len(w.game) > 3")
    my_turn()
    focused(".ttr-claim")
    page.locator(".ttr .ttr-menu-button").focus()
    page.keyboard.press("Enter")
    focused(".ttr-tab-new")
    page.keyboard.press("Escape")
    focused(".ttr-menu-button")
    # Who has gone to a cell meanwhile is not called back.
    page.locator(".ttr .ttr-deck").focus()
    page.locator(".jp-Cell .cm-content").first.click()
    lab.kernel_run("w.game.play('draw')")
    lab.wait_kernel("len(w.game) > 4 and w.is_fresh()")
    page.wait_for_timeout(200)  # longer than the helper takes to bring a lost focus back
    assert page.evaluate(HAS_FOCUS, ".cm-content")
    check_no_trouble(lab)


def test_claim_without_a_route_says_what_to_do(lab: LabPage) -> None:
    scenario = "ttr.Scenario('usa', players=['You', 'Random'], seed=2).hand(0, blue=4)"
    start(lab, f"ttr.play({scenario}.game(), ['human', 'random'], autosave=False)")
    lab.page.emulate_media(reduced_motion="reduce")
    lab.locator(".ttr .ttr-claim").click()
    toast = lab.locator(".ttr .ttr-toast")
    expect(toast).to_contain_text("Choose a route in the list first")
    lab.page.wait_for_timeout(300)  # where motion is reduced, other animations are over by now
    expect(toast).to_be_visible()
    lab.page.emulate_media(reduced_motion="no-preference")


def test_the_question_of_newcomers_lies_beside_the_board(lab: LabPage) -> None:
    start(lab, "ttr.play('japan', ['human', 'random', 'random', 'random', 'random'], seed=3, autosave=False)")
    lab.kernel_run("w.prefs = w.prefs.changed(toured=False); w.around.newcomer = True; w.refresh()")
    expect(lab.locator(".ttr .ttr-first-tour")).to_be_visible()
    left, top, _, bottom = lab.page.evaluate(BOX, ".ttr .ttr-notice")
    assert left >= lab.page.evaluate(BOX, BOARD)[2]
    assert top >= lab.page.evaluate(BOX, ".ttr .ttr-confirm")[3]
    assert bottom <= lab.page.evaluate("() => innerHeight")


@pytest.mark.parametrize("name", ["germany", "nederland", "usa"])
def test_tickets_are_confirmed_in_a_low_window(lab: LabPage, name: str) -> None:
    robot = start(lab, f"ttr.play({name!r}, ['human', 'random', 'random', 'random', 'random'], seed=3, autosave=False)")
    while lab.kernel_eval("w.game.phase") != "turn":
        robot.move()
        lab.wait_kernel("w.game.player == 0 and w.is_fresh()")
    lab.locator(".ttr .ttr-piles .ttr-tickets").click()
    if name == "germany":
        lab.locator(".ttr .ttr-choice-1").click()
    expect(lab.locator(".ttr .ttr-confirm")).to_be_visible()
    lab.page.set_viewport_size({"width": 1280, "height": 720})
    lab.page.wait_for_function(f"most => ({BOX})('.ttr .ttr-confirm')[3] <= most", arg=720 - 30, timeout=10_000)
    lab.page.set_viewport_size({"width": 1280, "height": 800})
