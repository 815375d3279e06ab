"""Small pieces the controls are made of: buttons that share their style, and changes that cost one message."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import ipywidgets as w

OFF = "ttr-off"
"""The class of what is not shown now. Layouts are shared between widgets, so hiding is done by class."""


EMPTY = "\u00a0"
"""What an unused button says: ipywidgets leaves the old text in the page when the new one is empty."""


class Kit:
    """Makes controls that share one layout and one style: fewer models, fewer messages."""

    def __init__(self) -> None:
        self.layout = w.Layout(width="auto", height="auto", margin="0")
        self.style = w.ButtonStyle()

    def button(self, *classes: str, press: Callable[[], None] | None = None, text: str = "") -> w.Button:
        """A button; `press` is called without arguments."""
        button = w.Button(description=text, layout=self.layout, style=self.style)
        for name in ("ttr-button", *classes):
            button.add_class(name)
        if press is not None:
            button.on_click(lambda _: press())
        return button

    def html(self, *classes: str, value: str = "") -> w.HTML:
        """A piece of HTML."""
        piece = w.HTML(value=value, layout=self.layout)
        for name in ("ttr-html", *classes):
            piece.add_class(name)
        return piece

    def box(self, children: Iterable[Any], *classes: str) -> w.Box:
        """A box; how its children lie is said in the style sheet."""
        box = w.Box(children=tuple(children), layout=self.layout)
        for name in ("ttr-box", *classes):
            box.add_class(name)
        return box


def put(widget: Any, *, classes: dict[str, bool] | None = None, **values: Any) -> None:
    """Change several traits, and which classes are on, in one message; nothing is sent if nothing changes."""
    if classes:
        names = [name for name in widget._dom_classes if classes.get(name, True)]
        names += [name for name, on in classes.items() if on and name not in names]
        values["_dom_classes"] = tuple(names)
    changed = {name: value for name, value in values.items() if getattr(widget, name) != value}
    if not changed:
        return
    with widget.hold_sync():
        for name, value in changed.items():
            setattr(widget, name, value)


def show(widget: Any, shown: bool) -> None:
    """Show or hide a widget."""
    put(widget, classes={OFF: not shown})


def one_of(widget: Any, prefix: str, name: str) -> None:
    """Give the widget the class `prefix + name` and no other class with that prefix."""
    names = [old for old in widget._dom_classes if not old.startswith(prefix)]
    if name:
        names.append(prefix + name)
    put(widget, _dom_classes=tuple(names))
