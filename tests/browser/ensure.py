"""Makes sure that there is a browser for the tests in this folder: `python -m tests.browser.ensure`.

Takes what is there; otherwise installs Debian's Chromium (as root) or Playwright's own; otherwise says what to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.lab import find_chromium


def browser_runs() -> bool:
    """Whether the browser that the tests would take can be started."""
    with sync_playwright() as playwright:
        program = find_chromium() or playwright.chromium.executable_path
    return Path(program).exists() and _run([program, "--version"], quiet=True)


def _run(command: Sequence[str], quiet: bool = False) -> bool:
    if not quiet:
        print("$", *command, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, env=environment, capture_output=quiet).returncode == 0
    except OSError:
        return False


def install_from_debian() -> None:
    fonts = ["fonts-dejavu-core", "fonts-liberation"]
    # A new machine may still be installing things of its own, and its network may hiccup.
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"]
    _run([*apt, "update"])
    _run([*apt, "install", "-y", "--no-install-recommends", "chromium", *fonts])


def install_from_playwright() -> None:
    _run([sys.executable, "-m", "playwright", "install", "chromium"])


def ways_to_install() -> list[Callable[[], None]]:
    if os.environ.get("TTR_CHROMIUM"):
        return []
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    debian = [install_from_debian] if is_root and shutil.which("apt-get") else []
    return [*debian, install_from_playwright]


def main() -> int:
    for install in ways_to_install():
        if browser_runs():
            return 0
        install()
    if browser_runs():
        return 0
    print(
        "No browser for the browser tests. Install Chromium ('sudo apt install chromium', or any other way) "
        "or name one in TTR_CHROMIUM; until then these tests are skipped.",
        file=sys.stderr,
    )
    return 1 if os.environ.get("TTR_BROWSER_REQUIRED") == "1" else 0


if __name__ == "__main__":
    sys.exit(main())
