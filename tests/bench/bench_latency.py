"""How long a click takes until the board is repainted, in a real JupyterLab in a real Chromium.

    python tests/bench/bench_latency.py [clicks]

Three things are timed, from the browser's own mouse event to the first frame that shows the change: a claim by a click
on the board, a card drawn by a click on the deck, and the mouse moving onto a route. Needs a browser; prints, asserts
nothing.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.browser.lab import CHROMIUM_FLAGS, JupyterServer, LabPage, find_chromium

CELL = "import ttr_widget as ttr; w = ttr.play('usa', ['human', 'random'], seed=11, autosave=False); w"
PREPARE = """
import random
w.table.runner.paused = True
rng = random.Random(1)
g = w.game
while not (g.phase == 'turn' and g.player == 0 and g.hands[0][8] >= 2 and max(g.hands[0][:8]) >= 4):
    legal = g.legal_actions()
    g.play(legal.by_kind('draw')[0] if legal.by_kind('draw') else legal[0])
"""
ROUTES = "[r for r in w.view.legal.claimable_routes() if len(w.view.legal.claims_of(r)) == 1]"

# Starts the clock at the next mouse event and stops it at the first frame in which `look` gives something else.
PROBE = """([event, look]) => {
    const see = new Function('return ' + look);
    const before = see();
    window.ttrTook = null;
    document.addEventListener(event, () => {
        const start = performance.now();
        const watch = () => {
            if (see() !== before) window.ttrTook = performance.now() - start;
            else requestAnimationFrame(watch);
        };
        watch();
    }, {capture: true, once: true});
}"""
PIXELS = (
    "Array.from(document.querySelector('canvas.ttr-board').getContext('2d').getImageData({x}, {y}, 9, 9).data).join()"
)
HAND = "document.querySelector('.ttr-hand').innerText"


def took(page: Page) -> float:
    page.wait_for_function("() => window.ttrTook !== null")
    return float(page.evaluate("window.ttrTook"))


def near(lab: LabPage, route: int) -> tuple[float, float, str]:
    """Where to click for a route, and what to look at."""
    x, y = lab.kernel_eval(f"w.board.point_of({route})")
    scale = lab.kernel_eval("w.board.scale")
    return x, y, PIXELS.format(x=round(x * scale) - 4, y=round(y * scale) - 4)


def away(lab: LabPage) -> None:
    """The mouse leaves the board, and everything settles."""
    lab.page.mouse.move(5, 5)
    lab.page.wait_for_timeout(120)


def claims(lab: LabPage, number: int) -> list[float]:
    times = []
    routes = lab.kernel_eval(ROUTES)
    board = lab.locator("canvas.ttr-board")
    for turn in range(number):
        x, y, look = near(lab, routes[turn % len(routes)])
        board.hover(position={"x": x, "y": y})
        lab.page.wait_for_timeout(200)  # the ghost under the mouse is painted before
        lab.page.evaluate(PROBE, ["mousedown", look])
        board.click(position={"x": x, "y": y})
        times.append(took(lab.page))
        lab.wait_kernel("w.game.actions[-1].kind == 'claim'")
        lab.kernel_run("w.table.undo()")
        away(lab)
    return times


def draws(lab: LabPage, number: int) -> list[float]:
    times = []
    for _ in range(number):
        lab.page.evaluate(PROBE, ["click", HAND])
        lab.locator(".ttr-deck").click()
        times.append(took(lab.page))
        lab.kernel_run("w.table.undo()")
        lab.page.wait_for_timeout(120)
    return times


def hovers(lab: LabPage, number: int) -> list[float]:
    times = []
    routes = lab.kernel_eval(ROUTES)
    board = lab.locator("canvas.ttr-board")
    for turn in range(number):
        x, y, look = near(lab, routes[turn % len(routes)])
        lab.page.evaluate(PROBE, ["mousemove", look])
        board.hover(position={"x": x, "y": y})
        times.append(took(lab.page))
        away(lab)
    return times


def report(name: str, times: list[float]) -> None:
    times = sorted(times)
    worst = times[min(len(times) - 1, round(0.95 * len(times)))]
    print(f"{name:28} median {statistics.median(times):5.0f} ms   95 % {worst:5.0f} ms   {len(times)} times")


def main(number: int) -> None:
    server = JupyterServer(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
            lab = LabPage(browser.new_page(viewport={"width": 1280, "height": 800}), server)
            lab.open_notebook([CELL])
            lab.run_all()
            lab.wait_painted()
            lab.kernel_run(PREPARE)
            lab.page.wait_for_timeout(500)
            report("click on a route to trains", claims(lab, number))
            report("click on the deck to hand", draws(lab, number))
            report("mouse on a route to ghost", hovers(lab, number))
            lab.check_errors()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
