"""Zooming and moving the board: what the buttons, the keys and the helper in the browser ask for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ttr_widget.picture.camera import MOST, Camera
from ttr_widget.picture.corner import free_corner
from ttr_widget.widget.parts import one_of, put

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

FACTORS = {"in": 1.5, "out": 1 / 1.5, "whole": 0.0}
"""What a button or key zooms by; the camera keeps to its limits."""

STEP = 0.2
"""What an arrow key moves by, as a part of the view."""

JITTER = 4.0
"""Pixels that the mouse may move between press and release of a click."""

MOVES = {"left": (-STEP, 0.0), "right": (STEP, 0.0), "up": (0.0, -STEP), "down": (0.0, STEP)}

BUTTONS = (34.0, 96.0)
"""About the pixels that the column of buttons takes in a corner."""


class Zoom:
    """Which part of the board is seen. The board's camera is the truth; the page follows it."""

    def __init__(self, app: PlayWidget) -> None:
        self.app = app
        self._pressed: tuple[float, float] | None = None

    def new_board(self) -> None:
        """Another board is there: it is seen whole."""
        self._pressed = None
        self._tell()

    def look(self, camera: Camera) -> None:
        """Show another part of the board. A page that asked is always answered, for it waits."""
        before = self.app.board.camera
        self.app.board.look(camera)
        if self.app.board.camera != before:
            self.app.overlay.looked_elsewhere()
        self._tell()

    def step(self, step: str) -> None:
        """`in`, `out`, `whole`, or to a side."""
        camera = self.app.board.camera
        if step in MOVES:
            self.look(camera.moved(*MOVES[step]))
            return
        self.look(camera.zoomed(FACTORS[step]))
        self.app.speak(self.app.t("control.zoom.said", percent=round(100 * self.app.board.camera.zoom)))

    def bring_into_view(self, route: int) -> None:
        """Move the board, if need be, so that the route is seen."""
        board = self.app.board
        (x, y), (width, height) = board.point_of(route), board.size
        if not (0 <= x <= width and 0 <= y <= height):
            across, down = board.plate.point_of(route)
            self.look(board.camera.centred(across / board.plate.size[0], down / board.plate.size[1]))

    def show(self) -> None:
        """The buttons: their names, and which of them can do something."""
        app, zoom = self.app, self.app.board.camera.zoom
        idle = {"in": zoom >= MOST, "out": zoom <= 1, "whole": zoom <= 1}
        for step, button in app.parts.zoom.items():
            put(button, tooltip=app.t(f"control.zoom.{step}"), classes={"ttr-idle": idle[step]})
        corner = free_corner(app.board.plate, BUTTONS[0] / app.board.size[0], BUTTONS[1] / app.board.size[1])
        one_of(app.parts.zoom_box, "ttr-corner-", corner)
        put(app, classes={"ttr-zoomed": zoom > 1})

    def _tell(self) -> None:
        board, aid = self.app.board, self.app.aid
        camera = board.camera
        if aid is not None:
            put(aid, camera=[board.look_number, camera.zoom, camera.x, camera.y])
        self.show()

    # -- without the helper in the browser ------------------------------------------------------------------------

    def pressed(self, x: float, y: float) -> bool:
        """The mouse is down here; True if only its release will tell whether that is a click."""
        self._pressed = (x, y) if self.app.board.camera.zoom > 1 else None
        return self._pressed is not None

    def released(self, x: float, y: float) -> bool:
        """The mouse is up again; True if that was a click. A drag moves the board."""
        start, self._pressed = self._pressed, None
        if start is None:
            return False
        if math.dist(start, (x, y)) < JITTER:
            return True
        width, height = self.app.board.size
        self.look(self.app.board.camera.moved((start[0] - x) / width, (start[1] - y) / height))
        return False
