"""The optional helper in the browser (anywidget): hover without a flood, exact clicks, wheel, Tab, sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import traitlets

SCRIPTS = [Path(__file__).with_name(name) for name in ("zoom.js", "hand.js", "focus.js", "aid.js")]

Heard = Callable[[dict[str, Any]], None]


def make_aid(heard: Heard) -> Any | None:
    """The helper, which calls back with every message from the browser; None where anywidget is not installed."""
    try:
        import anywidget
    except ImportError:
        return None

    class Aid(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
        _esm = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
        stamp = traitlets.Int(0).tag(sync=True)
        camera = traitlets.List([0, 1.0, 0.0, 0.0]).tag(sync=True)
        board_label = traitlets.Unicode("").tag(sync=True)
        claims_label = traitlets.Unicode("").tag(sync=True)

    aid = Aid()
    aid.add_class("ttr-aid")
    aid.on_msg(lambda _, content, __: heard(content))
    return aid
