"""What the browser tells: how large the window is, light or dark, where the mouse is, and what it has shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ttr_widget.gamemap import CARDS
from ttr_widget.picture.camera import Camera
from ttr_widget.widget.layout import Room, fit
from ttr_widget.widget.parts import one_of, put

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

WINDOW = {"small": (720.0, 520.0), "medium": (848.0, 634.0), "large": (1180.0, 800.0)}
"""Pixels each size may use; `auto` takes what the browser reports, or medium where nothing is reported."""

ABOVE, FARTHEST, BELOW = 142, 260, 34
"""Pixels above the board (usually, and at most if it is to be seen whole without scrolling) and below it."""

LEAST = 420.0
"""The least height to use; in lower windows one has to scroll."""


class Screen:
    """The place the board has on the screen. Without the helper in the browser nothing is reported; that will do."""

    def __init__(self, app: PlayWidget, width: int | None) -> None:
        self.app = app
        self.wished_width = width
        self.window: tuple[float, float, bool] | None = None

    @property
    def theme(self) -> str:
        """The board's theme: as chosen, or as the notebook's if the browser told it."""
        chosen = self.app.prefs.theme
        if chosen != "auto":
            return chosen
        return "dark" if self.window is not None and self.window[2] else "light"

    def room(self) -> Room:
        """How the board is arranged now."""
        width, height = self.app.board.size
        size = self.app.prefs.size
        if size == "auto" and self.window is not None:
            wide, high = self.window[0], max(LEAST, self.window[1])
        else:
            wide, high = WINDOW["medium" if size == "auto" else size]
        if self.wished_width:
            wide, high = float(self.wished_width), 10_000.0
        return fit(width / height, wide, high)

    def resize(self) -> None:
        """Give board and panels their places."""
        app, room = self.app, self.room()
        if room.width != app.board.size[0]:
            app.board.resize(room.width)
        app.parts.arrange(room)
        put(app, classes={"ttr-tall": room.tall, "ttr-wide": room.kind == "below"})
        one_of(app, "ttr-lies-", room.kind)
        one_of(app, "ttr-theme-", app.prefs.theme)
        put(app.layout, width=f"{room.total}px")

    def says(self, message: dict[str, Any]) -> None:
        """A message of the helper in the browser."""
        app, kind = self.app, message.get("kind")
        if kind == "shown":
            app.shown_stamp = int(message["stamp"])
        elif kind == "size":
            self._window_is(message)
        elif kind == "hover":
            app.overlay.hover(*self._place(message))
        elif kind == "click":
            app.click_at(*self._place(message))
        elif kind == "look":
            app.zoom.look(Camera(float(message["zoom"]), float(message["x"]), float(message["y"])))
        elif kind == "zoom":
            app.zoom.step(str(message["step"]))
        elif kind == "leave":
            app.overlay.leave()
        elif kind == "point":
            app.own.point_at(str(message["what"]), int(message["number"]))
        elif kind == "carry":
            app.own.carry(CARDS.index(message["card"]))
        elif kind == "drop":
            app.own.drop(self._place(message) if "x" in message else None)

    def _place(self, message: dict[str, Any]) -> tuple[float, float]:
        return self.app.board.pixel_of_fraction(float(message["x"]), float(message["y"]))

    def _window_is(self, message: dict[str, Any]) -> None:
        top = float(message.get("top", ABOVE))
        around = (top if 0 < top <= FARTHEST else ABOVE) + BELOW
        window = (float(message["width"]), float(message["height"]) - around, bool(message["dark"]))
        if window != self.window:
            self.window = window
            self.app.board.set_theme(self.theme)
            self.resize()
            self.app.refresh()
