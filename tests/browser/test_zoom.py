"""Zoom and drag in a real page: what is seen, what a click means there, and that a drag is no click."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import BOARD, LabPage
from tests.browser.robot import QUICK, check_no_trouble, start

HAND = "ttr.Scenario('usa', players=['You', 'Random'], seed=2).hand(0, blue=6, red=6).tickets(0, 'Boston–Miami').game()"
GAME = f"ttr.play({HAND}, ['human', 'random'], autosave=False)"
STILL = "w.table.runner.paused = True; w"
ONE_WAY = "[r for r in w.view.legal.claimable_routes() if len(w.view.legal.claims_of(r)) == 1]"

# No CSS is left over, and the canvas shows the look whose number Python has painted into its corner.
SETTLED = """number => {
    const canvas = document.querySelector('canvas.ttr-board');
    const [r, g, b] = canvas.getContext('2d').getImageData(0, 0, 1, 1).data;
    return canvas.style.transform === '' && r * 65536 + g * 256 + b === number;
}"""


def wait_settled(lab: LabPage, condition: str) -> None:
    """Until the kernel's camera is as wanted and the page shows it."""
    lab.wait_kernel(condition)
    lab.page.wait_for_function(SETTLED, arg=lab.kernel_eval("w.board.look_number"))


def corner(lab: LabPage) -> tuple[float, float]:
    """Where the frame of the board begins on the page."""
    box = lab.locator(".ttr .ttr-canvas-box").first.bounding_box()
    assert box
    return box["x"], box["y"]


def on_page(lab: LabPage, route: int) -> tuple[float, float]:
    """Where on the page the route is seen."""
    (left, top), (x, y) = corner(lab), lab.kernel_eval(f"w.board.point_of({route})")
    return left + x, top + y


def wheel(lab: LabPage, x: float, y: float, *, notches: int, ctrl: bool = True) -> None:
    lab.page.mouse.move(x, y)
    if ctrl:
        lab.page.keyboard.down("Control")
    for _ in range(abs(notches)):
        lab.page.mouse.wheel(0, -100 if notches > 0 else 100)
    if ctrl:
        lab.page.keyboard.up("Control")


def drag(lab: LabPage, x: float, y: float, dx: float, dy: float) -> None:
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    lab.page.mouse.move(x + dx / 2, y + dy / 2, steps=3)
    lab.page.mouse.move(x + dx, y + dy, steps=3)
    lab.page.mouse.up()


def inner_route(lab: LabPage) -> int:
    """A claimable route, payable in one way, near enough to the middle that no edge hinders zooming about it."""
    lab.kernel_run("width, height = w.board.size")
    middle = "abs(w.board.point_of(r)[0] - width / 2) + abs(w.board.point_of(r)[1] - height / 2)"
    return int(lab.kernel_eval(f"min({ONE_WAY}, key=lambda r: {middle})"))


def test_the_wheel_zooms_about_the_pointer(lab: LabPage) -> None:
    start(lab, GAME, more=STILL)
    route = inner_route(lab)
    x, y = on_page(lab, route)
    wheel(lab, x, y, notches=4)
    wait_settled(lab, "w.board.camera.zoom > 2")
    assert on_page(lab, route) == pytest.approx((x, y), abs=1.5), "what was under the pointer still is"
    # The mouse has not moved: the route under it is named again, by what is seen now.
    label = lab.kernel_eval(f"w.game.board.route_label({route})")
    expect(lab.locator(".ttr .ttr-tip")).to_contain_text(label)
    # Never beyond the limits; back at the whole board nothing is left of it.
    wheel(lab, x, y, notches=12)
    wait_settled(lab, "w.board.camera.zoom == 4")
    wheel(lab, x, y, notches=-14, ctrl=False)
    wait_settled(lab, "w.board.camera.zoom == 1")
    assert lab.kernel_eval("[w.board.camera.x, w.board.camera.y, len(w.game)]") == [0, 0, 0]
    check_no_trouble(lab)


SCROLLED = "() => [...document.querySelectorAll('.jp-WindowedPanel-outer, .jp-Notebook')].some(e => e.scrollTop > 0)"


def test_the_plain_wheel_scrolls_the_page_until_the_board_is_zoomed(lab: LabPage) -> None:
    long = "print('\\n' * 80)"
    lab.open_notebook([f"import ttr_widget as ttr; w = {GAME}; {QUICK}; {STILL}", long])
    lab.run_all()
    lab.wait_painted()
    lab.page.locator(".ttr .ttr-status").scroll_into_view_if_needed()
    lab.page.evaluate("() => document.querySelectorAll('.jp-WindowedPanel-outer').forEach(e => { e.scrollTop = 0; })")
    x, y = on_page(lab, 20)
    wheel(lab, x, y, notches=-1, ctrl=False)
    lab.page.wait_for_function(SCROLLED)
    assert lab.kernel_eval("w.board.camera.zoom") == 1
    assert lab.kernel_eval("w.board.look_number") == 0


def test_a_drag_moves_the_board_and_claims_nothing(lab: LabPage) -> None:
    start(lab, GAME, more=STILL)
    route = inner_route(lab)
    # On the whole board there is nothing to move, and a drag is no click either.
    x, y = on_page(lab, route)
    drag(lab, x, y, 30, 20)
    wheel(lab, x, y, notches=5)
    wait_settled(lab, "w.board.camera.zoom > 3")
    x, y = on_page(lab, route)
    drag(lab, x, y, 80, -50)
    wait_settled(lab, f"abs(w.board.point_of({route})[0] - {x - corner(lab)[0] + 80}) < 1.5")
    assert on_page(lab, route) == pytest.approx((x + 80, y - 50), abs=1.5)
    # Farther than the board reaches: its edge stays at the edge of the view.
    left, top = corner(lab)
    for _ in range(6):
        drag(lab, left + 60, top + 60, 250, 250)
    wait_settled(lab, "w.board.camera.x == w.board.camera.y == 0")
    assert lab.kernel_eval("[len(w.game), bool(w.decisions.asking)]") == [0, False]
    check_no_trouble(lab)


def test_a_click_at_any_zoom_claims_the_route_that_is_seen(lab: LabPage) -> None:
    start(lab, GAME, more=STILL)
    route = inner_route(lab)
    x, y = on_page(lab, route)
    wheel(lab, x, y, notches=3)
    wait_settled(lab, "w.board.camera.zoom > 1.5")
    drag(lab, *on_page(lab, route), 70, 40)
    wait_settled(lab, f"w.board.point_of({route})[0] > {x - corner(lab)[0] + 60}")
    x, y = on_page(lab, route)
    lab.page.mouse.move(x, y)
    label = lab.kernel_eval(f"w.game.board.route_label({route})")
    expect(lab.locator(".ttr .ttr-tip")).to_contain_text(label)
    lab.wait_kernel(f"w.marks().hover == {route} and w.is_fresh()")
    # A hand that shakes a little still clicks.
    lab.page.mouse.down()
    lab.page.mouse.move(x + 2, y + 1)
    lab.page.mouse.up()
    lab.wait_kernel("len(w.game) > 0")
    assert lab.kernel_eval("[[a.kind, a.route] for a in w.game.actions]") == [["claim", route]]
    # The trains are painted where the route is seen.
    color = lab.kernel_eval("__import__('ttr_widget.picture', fromlist=['x']).PLAYER_COLORS[0]")
    slot = lab.kernel_eval(f"w.board.pixel_of(*w.board.plate.slots[{route}][0][:2])")
    lab.page.wait_for_function(
        """([x, y, color]) => {
            const canvas = document.querySelector('canvas.ttr-board');
            const data = canvas.getContext('2d').getImageData(2 * x - 16, 2 * y - 16, 32, 32).data;
            const wanted = [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16));
            let found = 0;
            const alike = at => wanted.every((part, k) => Math.abs(part - data[at + k]) < 24);
            for (let at = 0; at < data.length; at += 4) found += alike(at);
            return found > 100;
        }""",
        arg=[*slot, color],
    )
    check_no_trouble(lab)


def test_buttons_keys_and_reload(lab: LabPage) -> None:
    start(lab, GAME, more=STILL)
    page = lab.page
    page.locator(".ttr .ttr-zoom-in").click()
    wait_settled(lab, "w.board.camera.zoom == 1.5")
    page.locator(".ttr .ttr-zoom-in").focus()
    page.keyboard.press("Enter")
    wait_settled(lab, "w.board.camera.zoom == 2.25")
    page.locator(".ttr .ttr-zoom-out").click()
    wait_settled(lab, "w.board.camera.zoom == 1.5")
    for name in ("in", "out", "whole"):
        assert page.locator(f".ttr .ttr-zoom-{name}").get_attribute("aria-label")
    page.locator(BOARD).focus()
    page.keyboard.press("+")
    wait_settled(lab, "w.board.camera.zoom == 2.25")
    before: Any = lab.kernel_eval("[w.board.camera.x, w.board.camera.y]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    wait_settled(lab, f"w.board.camera.x > {before[0]} and w.board.camera.y > {before[1]}")
    page.keyboard.press("-")
    wait_settled(lab, "w.board.camera.zoom == 1.5")
    # After a reload the picture and what a click means still agree.
    lab.reload()
    lab.wait_painted()
    wait_settled(lab, "w.is_fresh() and w.board.camera.zoom == 1.5")
    route = inner_route(lab)
    page.mouse.click(*on_page(lab, route))
    lab.wait_kernel("len(w.game) > 0")
    assert lab.kernel_eval("[[a.kind, a.route] for a in w.game.actions]") == [["claim", route]]
    page.locator(BOARD).focus()
    page.keyboard.press("0")
    wait_settled(lab, "w.board.camera.zoom == 1")
    check_no_trouble(lab)


def test_two_views_show_the_same_part(lab: LabPage) -> None:
    lab.open_notebook([f"import ttr_widget as ttr; w = {GAME}; {QUICK}; {STILL}", "w"])
    lab.run_all()
    lab.wait_painted()
    expect(lab.locator(BOARD)).to_have_count(2)
    lab.wait_kernel("w.is_fresh()")
    route = inner_route(lab)
    lab.locator(".ttr .ttr-board-box").first.scroll_into_view_if_needed()
    wheel(lab, *on_page(lab, route), notches=3)
    wait_settled(lab, "w.board.camera.zoom > 1.5")
    lab.page.wait_for_function(
        """() => {
            const [a, b] = [...document.querySelectorAll('canvas.ttr-board')];
            const url = canvas => canvas.toDataURL();
            return a.style.transform === '' && b.style.transform === '' && url(a) === url(b);
        }"""
    )
    second = lab.locator(BOARD).nth(1)
    second.scroll_into_view_if_needed()
    x, y = lab.kernel_eval(f"w.board.point_of({route})")
    second.click(position={"x": x, "y": y})
    lab.wait_kernel("len(w.game) > 0")
    assert lab.kernel_eval("[[a.kind, a.route] for a in w.game.actions]") == [["claim", route]]
    check_no_trouble(lab)


def test_without_the_helper(lab: LabPage) -> None:
    """Buttons zoom, a drag moves at its end, and clicks mean what is seen, also where anywidget is not installed."""
    missing = "import sys; sys.modules['anywidget'] = None"
    lab.open_notebook([f"{missing}; import ttr_widget as ttr; w = {GAME}; {QUICK}; {STILL}"])
    lab.run_all()
    lab.wait_painted()
    assert lab.kernel_eval("w.aid is None")
    lab.page.locator(".ttr .ttr-zoom-in").click()
    lab.page.locator(".ttr .ttr-zoom-in").click()
    wait_settled(lab, "w.board.camera.zoom == 2.25")
    route = inner_route(lab)
    x, y = on_page(lab, route)
    drag(lab, x, y, 60, 30)
    wait_settled(lab, f"w.board.point_of({route})[0] > {x - corner(lab)[0] + 50}")
    assert on_page(lab, route) == pytest.approx((x + 60, y + 30), abs=2)
    assert lab.kernel_eval("len(w.game)") == 0
    lab.wait_kernel("w.is_fresh()")
    lab.page.mouse.click(*on_page(lab, route))
    lab.wait_kernel("len(w.game) > 0")
    assert lab.kernel_eval("[[a.kind, a.route] for a in w.game.actions]") == [["claim", route]]
    lab.page.locator(".ttr .ttr-zoom-whole").click()
    wait_settled(lab, "w.board.camera.zoom == 1")
    check_no_trouble(lab)


def test_notebook_7_zooms_too(notebook7: LabPage) -> None:
    start(notebook7, GAME, more=STILL)
    route = inner_route(notebook7)
    x, y = on_page(notebook7, route)
    wheel(notebook7, x, y, notches=3)
    wait_settled(notebook7, "w.board.camera.zoom > 1.5")
    assert on_page(notebook7, route) == pytest.approx((x, y), abs=1.5)
    check_no_trouble(notebook7)
