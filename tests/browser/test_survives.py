"""What must not break a game: reload, several views, double clicks, clicks out of turn, interrupts, busy cells."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.lab import BOARD, LabPage
from tests.browser.robot import QUICK, Robot, check_no_trouble, start

STILL = "w.table.runner.paused = True"


def test_reload_in_the_middle_of_a_game(lab: LabPage) -> None:
    robot = start(lab, "ttr.play('usa', ['human', 'random'], seed=2, autosave=False)")
    robot.play(5)
    before = lab.kernel_eval("w.game.record()")
    lab.reload()
    lab.wait_painted()
    lab.wait_kernel("w.is_fresh()")
    assert lab.kernel_eval("w.game.record()") == before
    hand = lab.kernel_eval("sum(w.view.hand)")
    expect(lab.locator(".ttr .ttr-hand-title")).to_contain_text(f"{hand}")
    # The board was painted again: a claimed route shows its owner's trains, not the bare land.
    robot.play(4)
    robot.check()


def test_several_boards_on_one_game_stay_in_step(lab: LabPage) -> None:
    """The same widget in a second cell, a spectator's board, a second window, and moves from code."""
    board = "ttr.load_map('usa').changed(trains=12)"
    cells = [
        f"import ttr_widget as ttr; w = ttr.play({board}, ['human', 'random'], seed=2, autosave=False); {QUICK}; w",
        "watcher = ttr.watch(w.game); watcher",
        "w",
    ]
    lab.open_notebook(cells)
    lab.run_all()
    expect(lab.locator(".ttr")).to_have_count(3)
    robot = Robot(lab)
    robot.play(6)
    robot.check()
    check_no_trouble(lab, "watcher")
    lab.wait_kernel("w.is_fresh()")
    lab.kernel_run("before = len(w.game); w.game.play(w.game.legal_actions()[0])")
    seen = lab.kernel_eval("[w.view.number, watcher.view.number, watcher.view.hand, watcher.seat]")
    assert seen[0] == seen[1]
    assert seen[2:] == [[], None], "a spectator sees no hand"
    said = lab.locator(".ttr .ttr-players")
    expect(said.nth(2)).to_have_text(said.nth(0).text_content() or "")
    lab.command("docmanager:save")
    other = lab.new_view()
    other.wait_painted()
    expect(other.locator(".ttr .ttr-players").first).to_have_text(said.nth(0).text_content() or "")
    lab.kernel_run("w.game.undo()")
    expect(other.locator(".ttr .ttr-players").first).to_have_text(said.nth(0).text_content() or "")
    other.page.close()


def test_double_clicks_and_clicks_out_of_turn_do_nothing(lab: LabPage) -> None:
    hand = "ttr.Scenario('usa', players=['You', 'Random'], seed=2).hand(0, blue=4).tickets(0, 'Boston–Miami').game()"
    start(lab, f"ttr.play({hand}, ['human', 'random'], autosave=False)", more=f"{STILL}; w")
    page = lab.page
    page.locator(".ttr .ttr-deck").dblclick()
    lab.wait_kernel("len(w.game) and w.is_fresh()")
    assert lab.kernel_eval("[len(w.game), w.game.phase]") == [1, "second_card"]
    page.locator(".ttr .ttr-deck").click()
    lab.wait_kernel("len(w.game) == 2 and w.is_fresh()")
    # Now it is the bot's turn, and it is paused: clicks say why they do nothing.
    x, y = lab.kernel_eval("w.board.point_of(3)")
    page.locator(BOARD).click(position={"x": x, "y": y})
    expect(page.locator(".ttr .ttr-toast.ttr-bad")).to_be_visible()
    page.locator(BOARD).dblclick(position={"x": x, "y": y})
    expect(page.locator(".ttr .ttr-deck")).to_be_disabled()
    assert lab.kernel_eval("len(w.game)") == 2
    while lab.kernel_eval("w.game.player") == 1:
        number = lab.kernel_eval("len(w.game)")
        page.locator(".ttr .ttr-step:visible").click()
        lab.wait_kernel(f"len(w.game) == {number + 1} and w.is_fresh()")
    # A double click on a route that can be paid in one way only claims it once.
    number = lab.kernel_eval("len(w.game)")
    one_way = "[r for r in w.view.legal.claimable_routes() if len(w.view.legal.claims_of(r)) == 1]"
    x, y = lab.kernel_eval(f"w.board.point_of({one_way}[0])")
    page.locator(BOARD).dblclick(position={"x": x, "y": y})
    lab.wait_kernel(f"len(w.game) > {number} and w.is_fresh()")
    assert lab.kernel_eval("[len(w.game), w.game.actions[-1].kind, w.game.player]") == [number + 1, "claim", 1]
    check_no_trouble(lab)


SLOW_BOT = """
import threading
import ttr_widget as ttr
may_go_on = threading.Event()
class Slow:
    def choose(self, view, legal):
        may_go_on.wait()
        return legal[0]
class Broken:
    def choose(self, view, legal):
        raise RuntimeError("out of order")
"""


def test_bots_do_not_block_and_broken_ones_are_replaced(lab: LabPage) -> None:
    cells = [SLOW_BOT, f"w = ttr.play('usa', ['human', Slow(), Broken()], seed=4, autosave=False); {QUICK}; w", "1 + 1"]
    lab.open_notebook(cells)
    lab.run_all()
    lab.wait_painted()
    robot = Robot(lab)
    robot.play(1)
    # While the slow bot thinks, cells run and the board answers.
    lab.wait_kernel("w.table.runner.thinking == 1")
    number = lab.kernel_eval("len(w.game)")
    lab.page.locator(".ttr .ttr-menu-button").click()
    expect(lab.locator(".ttr .ttr-menu")).to_be_visible()
    assert lab.kernel_eval("[len(w.game), w.table.runner.thinking]") == [number, 1]
    lab.page.locator(".ttr .ttr-menu-close").click()
    lab.kernel_run("may_go_on.set()")
    # The broken one is named in the log, and the game goes on.
    lab.wait_kernel("w.table.problems != []")
    expect(lab.locator(".ttr .ttr-log-lines")).to_contain_text("RuntimeError: out of order")
    robot.play(2)
    assert lab.kernel_eval("w.last_traceback") == ""
    lab.kernel_run("w.game.check()")


def test_interrupting_the_kernel_loses_nothing(lab: LabPage) -> None:
    robot = start(lab, "ttr.play('usa', ['human', 'random'], seed=6, autosave=False)")
    robot.play(3)
    record = lab.kernel_eval("w.game.record()")
    lab.command("notebook:interrupt-kernel")
    lab.wait_kernel("True")
    # Also while a cell is running.
    lab.page.evaluate(
        """async () => {
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            const busy = kernel.requestExecute({code: 'import time; started = True; time.sleep(60)'});
            await new Promise(done => busy.onIOPub = message => {
                if (message.header.msg_type === 'execute_input') done();
            });
            await kernel.interrupt();
            await busy.done;
        }"""
    )
    assert lab.kernel_eval("started")
    assert lab.kernel_eval("w.game.record()") == record
    lab.wait_kernel("w.is_fresh()")
    robot.play(4)
    robot.check()


def test_a_kernel_that_restarts_goes_on_with_the_saved_game(lab: LabPage) -> None:
    robot = start(lab, "ttr.play('usa', ['human', 'random'], seed=8, autosave=True)")
    robot.play(4)
    lab.kernel_run("w.table.runner.paused = True")
    record = lab.kernel_eval("w.game.record()")
    lab.page.evaluate(
        "async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }"
    )
    lab.kernel_run(f"import ttr_widget as ttr; w = ttr.resume(); w.table.runner.paused = True; {QUICK}")
    assert lab.kernel_eval("w.game.record()") == record
    assert lab.kernel_eval("[seat.kind for seat in w.table.seats]") == ["human", "random"]


def test_interrupting_the_kernel_while_a_bot_thinks(lab: LabPage) -> None:
    lab.open_notebook([SLOW_BOT, f"w = ttr.play('usa', ['human', Slow()], seed=4, autosave=False); {QUICK}; w"])
    lab.run_all()
    lab.wait_painted()
    robot = Robot(lab)
    robot.play(1)
    lab.wait_kernel("w.table.runner.thinking == 1")
    number = lab.kernel_eval("len(w.game)")
    lab.command("notebook:interrupt-kernel")
    assert lab.kernel_eval("[len(w.game), w.table.runner.thinking]") == [number, 1]
    lab.kernel_run("may_go_on.set()")
    lab.wait_kernel("w.game.player == 0 and w.is_fresh()")
    robot.play(2)
    robot.check()


def test_a_new_view_for_output_is_played_on(lab: LabPage) -> None:
    start(lab, f"ttr.play('first_journey_europe', ['human', 'random'], seed=2, autosave=False); {STILL}")
    lab.command("notebook:create-output-view")
    expect(lab.locator(".ttr")).to_have_count(2)
    lab.locator(".ttr .ttr-deck").last.click()
    for place in (0, 1):
        expect(lab.locator(".ttr .ttr-status").nth(place)).to_contain_text("Draw your second card")
    lab.page.locator(".lm-TabBar-tab", has_text=lab.name).first.click()  # the kernel is asked by the tab in front
    lab.wait_kernel("len(w.game) == 1")
    check_no_trouble(lab)


def test_a_cell_that_plays_a_whole_game_leaves_the_board_at_its_end(lab: LabPage) -> None:
    """Two hundred moves in a second are more messages than the server lets through."""
    start(lab, "ttr.play('usa', ['human', 'human'], seed=2, autosave=False)")
    lab.kernel_run(
        "import random; rng = random.Random(1)\n"
        "while not w.game.over:\n"
        "    legal = w.game.legal_actions()\n"
        "    w.game.play(rng.choice(legal.by_kind('claim') or legal))"
    )
    expect(lab.locator(".ttr .ttr-end-next")).to_be_visible()
    trains = lab.kernel_eval("w.game.trains")
    expect(lab.locator(".ttr .ttr-players .ttr-trains")).to_have_text([str(number) for number in trains])
    check_no_trouble(lab)
