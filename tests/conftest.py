"""Settings for all tests: how hard hypothesis tries, how the tests are shared out between two workers, Ctrl-C."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("quick"), max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("TTR_HYPOTHESIS", "quick"))

BROWSER_TESTS = Path(__file__).parent / "browser"


def pytest_configure() -> None:
    """A shell ignores Ctrl-C for what it starts with `&`, and so would every child: tests of Ctrl-C would never end."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the browser tests. Workers get whole files (`--dist loadfile`): the cells of a notebook share a kernel."""
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):  # type: ignore[no-untyped-def]
    """Where a browser is required, a skipped browser test is a failure."""
    report = yield
    required = os.environ.get("TTR_BROWSER_REQUIRED") == "1"
    if required and report.skipped and item.get_closest_marker("browser"):
        report.outcome, report.longrepr = "failed", f"skipped although TTR_BROWSER_REQUIRED=1: {report.longrepr}"
    return report
