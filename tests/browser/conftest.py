"""Fixtures of the browser tests: one server and one browser for all of them, a fresh window for each test."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from typing import TypeVar

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.browser.lab import CHROMIUM_FLAGS, JupyterServer, LabPage, NotebookPage, VoilaPage, find_chromium

FAILED = pytest.StashKey[bool]()


# Package, not session: Playwright keeps an event loop running, which asyncio tests in other folders cannot bear.
# That needs the __init__.py: without it pytest takes the session for the package.
@pytest.fixture(scope="package")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterServer]:
    """A real JupyterLab (with Notebook 7 and Voilà on board) on a free port."""
    server = JupyterServer(tmp_path_factory.mktemp("jupyter"))
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A real Chromium; without one the tests are skipped, or fail where TTR_BROWSER_REQUIRED=1."""
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        except Error as problem:
            advice = "no browser: install chromium, name one in TTR_CHROMIUM, or run 'playwright install chromium'"
            if os.environ.get("TTR_BROWSER_REQUIRED") == "1":
                pytest.fail(f"{advice}\n{problem}")
            pytest.skip(advice)
        yield chromium
        chromium.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def window(browser: Browser, lab_server: JupyterServer) -> Iterator[Page]:
    """An empty browser window of 1280×800; ends every kernel afterwards."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()
    lab_server.end_kernels()


Front = TypeVar("Front", bound=NotebookPage)


def _watched(front: Front, request: pytest.FixtureRequest) -> Iterator[Front]:
    """Hands out the page; afterwards a failed test leaves a picture, and a page with errors fails a good one."""
    yield front
    if request.node.stash.get(FAILED, False):
        picture = front.screenshot(f"failed_{request.node.name}")
        print(f"picture of the page: {picture}\nerrors of the page: {front.errors}\n{front.server.log_tail(20)}")
    else:
        front.check_errors()


@pytest.fixture
def lab(window: Page, lab_server: JupyterServer, request: pytest.FixtureRequest) -> Iterator[LabPage]:
    """A window for JupyterLab: `lab.open_notebook([...])`, `lab.run_all()`, `lab.kernel_eval("...")`."""
    yield from _watched(LabPage(window, lab_server), request)


@pytest.fixture
def notebook7(window: Page, lab_server: JupyterServer, request: pytest.FixtureRequest) -> Iterator[LabPage]:
    """The same for Notebook 7."""
    yield from _watched(LabPage(window, lab_server, front_end="notebook"), request)


@pytest.fixture
def voila(window: Page, lab_server: JupyterServer, request: pytest.FixtureRequest) -> Iterator[VoilaPage]:
    """The same for Voilà, which shows no code and runs all cells by itself."""
    yield from _watched(VoilaPage(window, lab_server), request)


@pytest.fixture
def page(lab: LabPage) -> Page:
    """Playwright's own page below `lab`."""
    return lab.page
