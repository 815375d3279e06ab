"""The tools of the browser tests prove themselves on a small widget that knows nothing of our game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import KernelError, LabPage, VoilaPage

WIDGET = """
import ipywidgets, ipycanvas
clicks = []
board = ipycanvas.Canvas(width=200, height=100); board.add_class("ttr-board")
label = ipywidgets.Label("none"); label.add_class("ttr-status")
button = ipywidgets.Button(description="press"); button.add_class("ttr-press")

def show(what):
    clicks.append(what)
    label.value = f"{len(clicks)}: {what}"
    board.fill_style = "#00ff00"
    board.fill_rect(0, 0, 200, 100)

def paint(*_):
    board._canvas_manager._current_canvas = None
    board.fill_style = "#0000ff"
    board.fill_rect(0, 0, 200, 100)

board.on_client_ready(paint)
board.on_mouse_down(lambda x, y: show([round(x), round(y)]))
button.on_click(lambda _: show("button"))
ipywidgets.VBox([board, button, label], layout={"align_items": "flex-start"})
"""


@pytest.mark.parametrize("front_end", ["lab", "notebook7"])
def test_a_click_reaches_the_kernel_and_comes_back(front_end: str, request: pytest.FixtureRequest) -> None:
    page: LabPage = request.getfixturevalue(front_end)
    page.open_notebook([WIDGET])
    page.run_all()
    page.wait_painted().click(position={"x": 120, "y": 40})
    expect(page.locator(".ttr-status")).to_contain_text("1: [120, 40]")
    page.wait_pixel(50, 50, (0, 255, 0))
    page.locator(".ttr-press").click()
    assert page.wait_kernel("len(clicks) == 2")
    assert page.kernel_eval("clicks") == [[120, 40], "button"]


def test_the_widget_comes_back_after_a_reload(lab: LabPage) -> None:
    lab.open_notebook([WIDGET])
    lab.run_all()
    lab.wait_painted()
    lab.reload()
    lab.wait_pixel(50, 50, (0, 0, 255))
    lab.kernel_run("show('cell')")
    expect(lab.locator(".ttr-status")).to_contain_text("1: cell")


def test_dark_theme(lab: LabPage) -> None:
    lab.open_notebook(["1 + 1"])
    lab.use_theme("JupyterLab Dark")
    assert lab.locator("body").get_attribute("data-jp-theme-light") == "false"


def test_voila_shows_the_widget(voila: VoilaPage) -> None:
    voila.open_notebook([WIDGET])
    voila.wait_painted().click(position={"x": 30, "y": 60})
    expect(voila.locator(".ttr-status")).to_contain_text("1: [30, 60]")


def test_errors_are_noticed(lab: LabPage) -> None:
    lab.open_notebook(["1 / 0"])
    with pytest.raises(KernelError, match="ZeroDivisionError"):
        lab.run_all()
    with pytest.raises(KernelError, match="NameError"):
        lab.kernel_eval("no_such_name")
    with pytest.raises(KernelError, match="TypeError"):
        lab.kernel_run("len(3)")
    lab.page.evaluate("() => { setTimeout(() => { throw new Error('from the page'); }); }")
    lab.page.evaluate("() => console.error('from the console')")
    lab.page.wait_for_function("() => true")
    with pytest.raises(AssertionError, match="from the page"):
        lab.check_errors()
    assert any("from the console" in error for error in lab.errors)
    lab.errors.clear()
