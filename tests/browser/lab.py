"""A real Jupyter server and real browser pages for the tests in this folder.

`JupyterServer` runs JupyterLab, Notebook 7 and Voilà from one process; `LabPage` opens notebooks in it,
runs cells, asks the kernel questions and collects every error the page reports.
"""

from __future__ import annotations

import ast
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

REPOSITORY = Path(__file__).resolve().parents[2]
BOARD = "canvas.ttr-board"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

# Noise of the Jupyter stack itself that says nothing about our page.
HARMLESS = re.compile(
    r"net::ERR_(NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|TUNNEL_CONNECTION_FAILED)"  # no network
    r"|status of 404 .*(/lab/api/|/api/contents/|favicon)"
    r"|status of 403 .*/voila/api/shutdown/"  # Voilà's goodbye on leaving a page carries no token
    r"|WebSocket is closed before the connection is established"
    r"|RUNTIME-012.*\n.*@jupyterlab/docregistry"  # Voilà loads an extension of Notebook 7 that it cannot host
    r"|^Cannot read properties of undefined \(reading 'schema'\)$"  # Notebook 7.6 at every start
    r"|^Command 'filebrowser:open-path' not registered\.$"  # Notebook 7.6 at every start
)

SERVER_CONFIG = """
c.LabApp.expose_app_in_browser = True
c.JupyterNotebookApp.expose_app_in_browser = True
c.LabApp.extension_manager = "readonly"
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.news_url = None
c.ServerApp.log_level = "WARN"
"""

READY = """async () => {
    const app = window.jupyterapp;
    await app.restored;
    const panel = app.shell.currentWidget;
    await panel.context.ready;
    await panel.sessionContext.ready;
    await panel.sessionContext.session.kernel.info;
}"""

# `done` alone would hang for ever on a kernel that died.
EXECUTE = """async ({code, expressions}) => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const died = new Promise((_, fail) => kernel.statusChanged.connect((_, status) => {
        if (status === 'dead' || status === 'autorestarting') fail(new Error('the kernel died'));
    }));
    const request = {code, user_expressions: expressions, store_history: false, stop_on_error: false};
    const reply = await Promise.race([kernel.requestExecute(request).done, died]);
    return reply.content;
}"""

CELLS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code')
    .map(cell => ({count: cell.model.executionCount, outputs: cell.model.outputs.toJSON()}))"""

PIXEL = """([selector, x, y]) => {
    const canvas = document.querySelector(selector);
    const context = canvas && canvas.getContext('2d');
    return context ? Array.from(context.getImageData(x, y, 1, 1).data) : null;
}"""


class KernelError(AssertionError):
    """Code that a test ran in the notebook's kernel raised."""


def find_chromium() -> str | None:
    """The browser to drive: $TTR_CHROMIUM, one on the PATH, or None for Playwright's own."""
    chosen = os.environ.get("TTR_CHROMIUM")
    if chosen:
        return chosen
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class JupyterServer:
    """One Jupyter server with its own settings, in its own process group, so that its kernels end with it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "notebooks"
        self.log = folder / "server.log"
        self.token = secrets.token_hex(16)
        self.base = f"http://127.0.0.1:{free_port()}"
        self._home = folder / "jupyter"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.root.mkdir(parents=True)
        page_settings = self._home / "config" / "labconfig" / "page_config.json"
        page_settings.parent.mkdir(parents=True)
        announcements = "@jupyterlab/apputils-extension:announcements"
        page_settings.write_text(json.dumps({"disabledExtensions": {announcements: True}}))
        config = self._home / "config" / "jupyter_server_config.py"
        config.write_text(SERVER_CONFIG)
        port = self.base.rpartition(":")[2]
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--config={config}"]
        command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
        command += [f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.root}"]
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command, cwd=self.root, env=self._environment(), stdout=log, stderr=log, start_new_session=True
            )
        self._wait_until_it_answers()

    def _environment(self) -> dict[str, str]:
        folders = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "IPYTHONDIR": "ipython",
            "MPLCONFIGDIR": "matplotlib",
        }
        own = {name: str(self._home / folder) for name, folder in folders.items()}
        path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH")]))
        return {**os.environ, **own, "PYTHONPATH": path, "JUPYTER_PREFER_ENV_PATH": "1"}

    def _wait_until_it_answers(self, seconds: float = 120) -> None:
        assert self._process is not None
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._process.poll() is not None:
                break
            try:
                self.get("/api/status")
                return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise RuntimeError(f"JupyterLab did not start:\n{self.log_tail()}")

    def stop(self) -> None:
        if self._process is None:
            return
        # Gently first: the server then ends its kernels, which sit in process groups of their own.
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = None

    def get(self, path: str, method: str = "GET") -> Any:
        """One call of the server's own interface; the answer as plain data."""
        request = urllib.request.Request(self.base + path, method=method)
        request.add_header("Authorization", f"token {self.token}")
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def end_kernels(self) -> None:
        """Ends every kernel, so that one test's games do not slow down the next."""
        for session in self.get("/api/sessions"):
            self.get(f"/api/sessions/{session['id']}", method="DELETE")
        for kernel in self.get("/api/kernels"):
            self.get(f"/api/kernels/{kernel['id']}", method="DELETE")

    def log_tail(self, lines: int = 60) -> str:
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def add_notebook(self, cells: Sequence[str] | Path, name: str = "") -> str:
        """Puts a notebook with these code cells (or a copy of that file) into the server's folder; returns its name."""
        name = name or f"test_{secrets.token_hex(4)}.ipynb"
        if isinstance(cells, Path):
            shutil.copy(cells, self.root / name)
            return name
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, self.root / name)
        return name


class NotebookPage:
    """What every front end shares: a page, the errors it reported, pictures and pixels of it."""

    def __init__(self, page: Page, server: JupyterServer) -> None:
        self.page = page
        self.server = server
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self._note("pageerror", error.message))
        page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note("console", f"{message.text} ({message.location.get('url', '')})")

    def _note(self, source: str, text: str) -> None:
        if not HARMLESS.search(text):
            self.errors.append(f"{source}: {text}")

    def locator(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def pixel(self, x: int, y: int, selector: str = BOARD) -> tuple[int, int, int, int] | None:
        """The colour of one canvas pixel (canvas coordinates) as red, green, blue, alpha; None without a canvas."""
        found = self.page.evaluate(PIXEL, [selector, x, y])
        return tuple(found) if found else None

    def wait_painted(self, selector: str = BOARD, x: int = 5, y: int = 5, timeout: float = 30_000) -> Locator:
        """Waits until that pixel of the canvas is no longer transparent; returns the canvas."""
        canvas = self.page.locator(selector).first
        expect(canvas).to_be_visible(timeout=timeout)
        self.page.wait_for_function(f"place => (({PIXEL})(place) || [0, 0, 0, 0])[3] > 0", arg=[selector, x, y])
        return canvas

    def wait_pixel(self, x: int, y: int, color: tuple[int, int, int], selector: str = BOARD, near: int = 24) -> None:
        """Waits until the pixel has about this colour (each of red, green, blue within `near`)."""
        self.page.wait_for_function(
            f"""([place, color, near]) => {{
                const pixel = ({PIXEL})(place);
                return pixel && color.every((part, i) => Math.abs(part - pixel[i]) <= near);
            }}""",
            arg=[[selector, x, y], list(color), near],
        )

    def screenshot(self, name: str) -> Path:
        """Saves a picture of the whole window into artifacts/ (or $TTR_ARTIFACTS)."""
        folder = Path(os.environ.get("TTR_ARTIFACTS", REPOSITORY / "artifacts"))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', name)}.png"
        self.page.screenshot(path=path)
        return path

    def check_errors(self) -> None:
        assert not self.errors, "the page reported errors:\n" + "\n".join(self.errors)


class LabPage(NotebookPage):
    """A notebook open in JupyterLab, or with `front_end="notebook"` in Notebook 7."""

    def __init__(self, page: Page, server: JupyterServer, front_end: str = "lab") -> None:
        super().__init__(page, server)
        self._path = {"lab": "/lab/tree/", "notebook": "/notebooks/"}[front_end]
        self.name = ""

    def open_notebook(self, cells: Sequence[str] | Path, name: str = "") -> None:
        """Opens a new notebook with these code cells (or a copy of that notebook file) and waits for its kernel."""
        self.name = self.server.add_notebook(cells, name)
        self.page.goto(f"{self.server.base}{self._path}{self.name}?token={self.server.token}&reset")
        self._wait_ready()

    def _wait_ready(self) -> None:
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=90_000)
        self.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext")
        self.page.evaluate(READY)

    def reload(self, save: bool = True) -> None:
        """The user presses F5. Widgets come back only in a saved notebook, so it is saved first unless told not to."""
        if save:
            self.command("docmanager:save")
        self.page.goto(f"{self.server.base}{self._path}{self.name}?token={self.server.token}")
        self._wait_ready()

    def command(self, name: str, **arguments: object) -> Any:
        """Runs one of the front end's own commands, e.g. "notebook:run-all-cells"."""
        script = "async ([name, args]) => { await window.jupyterapp.commands.execute(name, args); }"
        return self.page.evaluate(script, [name, arguments])

    def run_all(self) -> None:
        """Runs all cells and waits for the last; raises KernelError if one of them failed."""
        self.command("notebook:run-all-cells")
        self.page.wait_for_function(f"() => ({CELLS})().every(cell => cell.count !== null)", timeout=60_000)
        for cell in self.page.evaluate(CELLS):
            for output in cell["outputs"]:
                if output["output_type"] == "error":
                    raise KernelError(f"{output['ename']}: {output['evalue']}")

    def kernel_run(self, code: str) -> None:
        """Runs statements in the notebook's kernel, as one more cell would."""
        self._execute(code, {})

    def kernel_eval(self, expression: str) -> Any:
        """The value of an expression in the notebook's kernel, brought over as JSON."""
        question = f"__import__('json').dumps({expression.strip()})"
        answer = self._execute("", {"value": question})["user_expressions"]["value"]
        self._raise_if_failed(answer)
        return json.loads(ast.literal_eval(answer["data"]["text/plain"]))

    def wait_kernel(self, expression: str, seconds: float = 30) -> Any:
        """Asks the kernel again and again until the expression is true; returns its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.kernel_eval(expression)
            if value:
                return value
            assert time.monotonic() < end, f"still {value!r} after {seconds} s: {expression}"
            self.page.wait_for_timeout(50)

    def _execute(self, code: str, expressions: dict[str, str]) -> Any:
        reply = self.page.evaluate(EXECUTE, {"code": code, "expressions": expressions})
        self._raise_if_failed(reply)
        return reply

    @staticmethod
    def _raise_if_failed(reply: dict[str, Any]) -> None:
        if reply["status"] != "ok":
            raise KernelError(f"{reply.get('ename')}: {reply.get('evalue')}\n" + "\n".join(reply.get("traceback", [])))

    def use_theme(self, name: str) -> None:
        """Switches the front end's theme: "JupyterLab Light" or "JupyterLab Dark"."""
        self.command("apputils:change-theme", theme=name)
        light = "false" if "Dark" in name else "true"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")

    def new_view(self) -> LabPage:
        """The same notebook, same kernel, in a second browser window."""
        other = LabPage(self.page.context.new_page(), self.server)
        other.name, other.errors = self.name, self.errors
        other.page.goto(f"{self.server.base}{self._path}{self.name}?token={self.server.token}&reset")
        other._wait_ready()
        return other


class VoilaPage(NotebookPage):
    """A notebook shown by Voilà: no code, only what its cells display."""

    def open_notebook(self, cells: Sequence[str] | Path, name: str = "") -> None:
        name = self.server.add_notebook(cells, name)
        self.page.goto(f"{self.server.base}/voila/render/{name}?token={self.server.token}", timeout=90_000)
