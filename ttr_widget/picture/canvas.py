"""The live board: an ipycanvas that paints the static layers once and afterwards only what changed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ttr_widget.engine.state import FREE
from ttr_widget.gamemap import GameMap
from ttr_widget.picture.brush import LOCK, Brush, Layers, Store, frame
from ttr_widget.picture.camera import Camera
from ttr_widget.picture.car_paths import CarPaths, car_paths
from ttr_widget.picture.chain import bands
from ttr_widget.picture.drawing import static_layers
from ttr_widget.picture.marks import Marks, check_marks, closed_shapes, over_shapes, under_shapes
from ttr_widget.picture.palette import theme_named
from ttr_widget.picture.pieces import pawn_shapes, tag_shapes, town_box, waiting
from ttr_widget.picture.plate import plate_for
from ttr_widget.picture.position import Position, owner_color, position_of
from ttr_widget.picture.primitives import Path, Primitive, turned
from ttr_widget.picture.rolling_stock import RIMS, STROKE_WIDTH
from ttr_widget.picture.signs import seat_sign
from ttr_widget.picture.track import MARKER, marker_places, marker_shapes

if TYPE_CHECKING:
    from ttr_widget.engine import View

GROUND, UNDER, SLOTS, TRAINS, PAWNS, OVER = range(6)
"""The layers of the MultiCanvas, the lowest first."""


class CanvasBoard:
    """A board on an ipycanvas. `widget` goes into the page; `show` paints a view of a game.

    Positions in pixels are CSS pixels of what the player sees; `camera` says which part of the board that is.
    """

    def __init__(
        self, game_map: GameMap, *, width: float = 760, theme: str = "light", scale: float = 2, title: str = ""
    ) -> None:
        self.plate = plate_for(game_map)
        self.title = title
        self.theme = theme_named(theme)
        self.scale = scale
        self.camera = Camera()
        self.look_number = 0
        self._width = float(width)
        self._position: Position = position_of(game_map)
        self._marks = Marks()
        self._painted: Position | None = None
        self._counts = {"bytes": 0, "messages": 0, "stored": 0}
        self._store = Store(self._counts)
        self.widget = Layers(6, width=self._pixels[0], height=self._pixels[1])
        self.widget.add_class("ttr-board")
        self.widget.layout.flex = "0 0 auto"
        self.widget.layout.max_width = "100%"
        self._set_css_size()
        self.widget.on_client_ready(self._client_ready)

    # -- sizes ----------------------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in CSS pixels."""
        return self._width, round(self._width * self.plate.size[1] / self.plate.size[0], 2)

    @property
    def _pixels(self) -> tuple[int, int]:
        width, height = self.size
        return round(width * self.scale), round(height * self.scale)

    @property
    def _factor(self) -> float:
        return round(self._pixels[0] / self.plate.size[0], 5)

    def _set_css_size(self) -> None:
        self.widget.layout.width = f"{self.size[0]:g}px"
        self.widget.layout.height = "auto"

    @property
    def bytes_sent(self) -> int:
        """How many bytes went to the browser so far, stored paths included."""
        return self._counts["bytes"]

    @property
    def messages_sent(self) -> int:
        """How many draw messages went to the browser so far."""
        return self._counts["messages"]

    # -- showing --------------------------------------------------------------------------------------------------

    def show(self, view: View | None = None, marks: Marks | None = None) -> None:
        """Show a view of a game and the marks; only what changed since the last time is painted, in one message."""
        with LOCK:
            before, old_marks = self._painted, self._marks
            marks = marks or Marks()
            check_marks(self.plate, marks)
            if view is not None:
                position = position_of(view)
                if position.map != self.plate.map:
                    raise ValueError(f"this is a board of {self.plate.map.name}, not of {position.map.name}")
                self._position = position
            self._marks = marks
            if before is None:
                self.repaint()
                return
            with frame(self._counts):
                self._paint_changes(before, old_marks)
            self._painted = self._position

    def repaint(self) -> None:
        """Paint everything anew, in one message."""
        with LOCK:
            self._store_paths()
            with frame(self._counts):
                self._paint_board()
                self._paint_all_trains()
                self._paint_pawns()
            self._painted = self._position

    def _paint_board(self) -> None:
        """All that depends on the theme: trains and pawns do not."""
        layers = static_layers(self.plate, self.theme, self.title)
        ground = self._brush(GROUND, clear=True)
        ground.paint(layers["land"], lasting=True)
        ground.paint_below(layers["sea"])
        ground.paint(layers["ground"], lasting=True)
        self._paint_slots()
        self._paint_under()
        self._paint_over()

    def _paint_slots(self) -> None:
        layers = static_layers(self.plate, self.theme, self.title)
        brush = self._brush(SLOTS, clear=True)
        brush.paint(layers["slots"], lasting=True)
        brush.paint(layers["places"], lasting=True)
        self._paint_bands(brush, closed_shapes(self.plate, self.theme, self._position.closed))

    def resize(self, width: float) -> None:
        """Another width in CSS pixels."""
        with LOCK:
            self._width = float(width)
            self.widget.width, self.widget.height = self._pixels
            self._set_css_size()
            self.repaint()

    def look(self, camera: Camera) -> None:
        """Show another part of the board. `look_number` counts these changes and is painted into the picture."""
        with LOCK:
            self.camera = camera.kept_on_board()
            self.look_number += 1
            if self._painted is not None:
                self.repaint()

    def set_theme(self, theme: str, title: str | None = None) -> None:
        """Light or dark; and another text for the title plate ("": the map's own title)."""
        with LOCK:
            self.theme = theme_named(theme)
            self.title = self.title if title is None else title
            if self._painted is None:
                return
            with frame(self._counts):
                self._paint_board()

    def new_game(self) -> None:
        """Be ready for another game on this map: seen whole, and painted anew when it is shown."""
        with LOCK:
            self._position, self._marks, self._painted = position_of(self.plate.map), Marks(), None
            if self.camera != Camera():
                self.camera = Camera()
                self.look_number += 1

    def close(self) -> None:
        """Let the browser forget the board."""
        self._store.close()
        self.widget.close()

    def _client_ready(self) -> None:
        with LOCK:
            # A new page knows no current canvas; ipycanvas would not name it again and the board would stay blank.
            manager: Any = self.widget._canvas_manager
            manager._current_canvas = None
            self.repaint()

    # -- painting -------------------------------------------------------------------------------------------------

    def _brush(self, layer: int, *, clear: bool = False) -> Brush:
        scale = round(self._factor * self.camera.zoom, 5)
        width, height = self.plate.size
        shift = -self.camera.x * width * scale, -self.camera.y * height * scale
        return Brush(self.widget[layer], scale, self._store, self.plate.size, shift=shift, clear=clear)

    def _paint_changes(self, before: Position, old_marks: Marks) -> None:
        changed = {route: owner for route, owner in enumerate(self._position.owner) if owner != before.owner[route]}
        if any(before.owner[route] != FREE for route in changed):
            self._paint_all_trains()
        elif changed:
            self._paint_new_trains(changed)
        self._paint_newly_closed(before)
        self._paint_changed_pawns(before)
        self._paint_changed_markers(before)
        old, new = (under_shapes(self.plate, self.theme, marks) for marks in (old_marks, self._marks))
        if old != new:
            self._paint_under()
        old, new = (over_shapes(self.plate, self.theme, marks) for marks in (old_marks, self._marks))
        if old != new:
            self._paint_over()

    def _store_paths(self) -> None:
        """Bring the paths of cars and marks to the browser before they are needed."""
        for d in (*car_paths(self.plate).all(), bands(self.plate).d):
            self._store.path(d)

    def _paint_under(self) -> None:
        self._paint_bands(self._brush(UNDER, clear=True), under_shapes(self.plate, self.theme, self._marks))

    def _paint_newly_closed(self, before: Position) -> None:
        old, new = set(before.closed), set(self._position.closed)
        if old - new:
            self._paint_slots()
        elif new - old:
            self._paint_bands(self._brush(SLOTS), closed_shapes(self.plate, self.theme, sorted(new - old)))

    def _paint_bands(self, brush: Brush, shapes: Sequence[Primitive]) -> None:
        """Shapes of which those along routes are strokes of a path that the page has already."""
        chain = bands(self.plate)
        for shape in shapes:
            if isinstance(shape, Path) and shape.routes and shape.stroke:
                brush.set(global_alpha=shape.opacity, global_composite_operation="source-over")
                brush.pen(shape.stroke, shape.width, chain.dashes(shape.routes), shape.cap, shape.join)
                brush.stroke_stored(chain.d)
            else:
                brush.paint([shape], lasting=False)

    def _paint_over(self) -> None:
        brush = self._brush(OVER, clear=True)
        if self.look_number:
            # By this colour the page knows which look it sees. The round corner of the board hides the pixel.
            brush.corner_pixel(f"#{self.look_number % 0x1000000:06x}")
        brush.paint(over_shapes(self.plate, self.theme, self._marks), lasting=False)

    def _paint_pawns(self) -> None:
        brush = self._brush(PAWNS, clear=True)
        brush.paint(pawn_shapes(self.plate, waiting(self.plate, self._position)), lasting=False)
        brush.paint(marker_shapes(self.plate, self._position), lasting=False)

    def _paint_changed_pawns(self, before: Position) -> None:
        old, new = (waiting(self.plate, position) for position in (before, self._position))
        changed = [city for city in {**old, **new} if old.get(city) != new.get(city)]
        if not changed:
            return
        brush = self._brush(PAWNS)
        for city in changed:
            brush.send("clearRect", town_box(self.plate, city))
        brush.paint(pawn_shapes(self.plate, {city: new[city] for city in changed if city in new}), lasting=False)

    def _paint_changed_markers(self, before: Position) -> None:
        """Wipe the places that markers left or came to; paint every marker that stands near them."""
        old, new = (marker_places(self.plate, position) for position in (before, self._position))
        if old == new:
            return
        touched = set(old) ^ set(new)
        brush = self._brush(PAWNS)
        for x, y in touched:
            brush.send("clearRect", [round(x) - MARKER, round(y) - MARKER, 2 * MARKER, 2 * MARKER])
        for seat, place in enumerate(new):
            if any(math.dist(place, spot) < 3 * MARKER for spot in touched):
                brush.paint(seat_sign(seat, place, MARKER), lasting=False)

    def _paint_all_trains(self) -> None:
        brush = self._brush(TRAINS, clear=True)
        routes = {route: owner for route, owner in enumerate(self._position.owner) if owner != FREE}
        if routes:
            self._paint_cars(brush, routes)

    def _paint_new_trains(self, routes: dict[int, int]) -> None:
        """Only these routes; a clip keeps the work away from the cars that are there already."""
        brush = self._brush(TRAINS)
        brush.save()
        around = ((-50, -21), (50, -21), (50, 21), (-50, 21))
        brush.clip(turned(around, place) for route in routes for place in self.plate.slots[route])
        self._paint_cars(brush, routes)
        brush.restore()

    def _paint_cars(self, brush: Brush, routes: dict[int, int]) -> None:
        """Strokes in the owners' colours, cut to the silhouettes of the cars; then details upon what is there.

        The paths hold the cars of all slots of the board, so a claim costs only the dashes of its strokes.
        """
        paths = car_paths(self.plate)
        colors: dict[str, list[int]] = {}
        for route, owner in routes.items():
            colors.setdefault(owner_color(owner), []).append(route)
        brush.set(global_alpha=1, global_composite_operation="source-over")
        for color, own in colors.items():
            brush.pen(color, STROKE_WIDTH, paths.chain.dashes(own))
            brush.stroke_stored(paths.chain.d)
        brush.set(global_composite_operation="destination-in")
        brush.fill_stored(paths.outlines, "#000")
        brush.set(global_composite_operation="source-atop")
        self._paint_details(brush, paths)
        brush.set(global_composite_operation="source-over")
        brush.paint(tag_shapes(self.plate, routes), lasting=False)

    @staticmethod
    def _paint_details(brush: Brush, paths: CarPaths) -> None:
        for color, depth in RIMS:  # the outer half of such a stroke falls on nothing
            brush.pen(color, 2 * depth)
            brush.stroke_stored(paths.outlines)
        for line, d in paths.lines:
            brush.set(global_alpha=line.opacity)
            brush.pen(line.color, line.width, line.dash, line.cap)
            brush.stroke_stored(d)
        brush.set(global_alpha=1)

    # -- pointing -------------------------------------------------------------------------------------------------

    def route_at(self, x: float, y: float) -> int | None:
        """The route under a point, or near it; the right track of a double."""
        return self.plate.route_at(*self._units(x, y))

    def city_at(self, x: float, y: float) -> str | None:
        """The city under a point."""
        return self.plate.city_at(*self._units(x, y))

    def point_of(self, route: int) -> tuple[float, float]:
        """A point to click on for this route; out of view if the route is."""
        x, y = self.pixel_of(*self.plate.point_of(route))
        return round(x, 2), round(y, 2)

    def pixel_of(self, x: float, y: float) -> tuple[float, float]:
        """Where a point in board units is seen."""
        wide, high = self.plate.size
        return self.pixel_of_fraction(x / wide, y / high)

    def pixel_of_fraction(self, x: float, y: float) -> tuple[float, float]:
        """Where a point in fractions of the board is seen."""
        width, height = self.size
        across, down = self.camera.to_view(x, y)
        return across * width, down * height

    def _units(self, x: float, y: float) -> tuple[float, float]:
        """The point in board units that is seen at this pixel."""
        (width, height), (wide, high) = self.size, self.plate.size
        across, down = self.camera.to_board(x / width, y / height)
        return across * wide, down * high
