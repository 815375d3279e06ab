"""Painting primitives on a layer of an ipycanvas with few bytes, and the frame that sends them as one message."""

from __future__ import annotations

import base64
import itertools
import json
import secrets
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ipycanvas import Canvas, MultiCanvas, Path2D
from ipycanvas.canvas import _CANVAS_MANAGER, COMMANDS
from ipywidgets import Image, Widget

from ttr_widget.picture.palette import FAMILIES
from ttr_widget.picture.primitives import Dots, Path, Point, Primitive, Text, lines_of
from ttr_widget.picture.svg import HALO, circles, texts_svg

LOCK = threading.RLock()
"""ipycanvas has one manager for all canvases and threads: only one frame at a time."""

Counts = dict[str, int]


@contextmanager
def frame(counts: Counts) -> Iterator[None]:
    """Collect draw commands and send them as one message; after an error nothing of them is sent.

    ipycanvas's own `hold_canvas` stays switched on after an error. Bytes and messages are added to `counts`.
    """
    manager: Any = _CANVAS_MANAGER
    with LOCK:
        held, manager._caching = manager._caching, True
        before = len(manager._commands_cache), len(manager._buffers_cache)
        try:
            yield
        except BaseException:
            del manager._commands_cache[before[0] :], manager._buffers_cache[before[1] :]
            manager._current_canvas = None
            raise
        else:
            if manager._commands_cache:
                text = json.dumps(manager._commands_cache, separators=(",", ":")).encode()
                buffers = [text, *manager._buffers_cache]
                manager._commands_cache, manager._buffers_cache = [], []
                manager.send({"dtype": "uint8"}, buffers=buffers)
                counts["bytes"] += sum(memoryview(part).nbytes for part in buffers)
                counts["messages"] += 1
        finally:
            manager._caching = held


class StoredPath(Path2D):  # type: ignore[misc]
    """A Path2D with a short name: every repaint names every path."""

    def __init__(self, value: str) -> None:
        self.set_trait("value", value)
        super(Path2D, self).__init__(model_id=_short_name())


_OURS, _NUMBERS = secrets.token_urlsafe(3), itertools.count()


def _short_name() -> str:
    return f"{_OURS}{next(_NUMBERS):x}"


class Layers(MultiCanvas):  # type: ignore[misc]
    """A MultiCanvas whose layers have short names: every change of the layer names it."""

    def __init__(self, number: int, *, width: int, height: int) -> None:
        layers = [Canvas(width=width, height=height, model_id=_short_name()) for _ in range(number)]
        super(MultiCanvas, self).__init__(_canvases=layers, width=width, height=height)
        self.on_msg(layers[-1]._handle_frontend_event)  # as in MultiCanvas: the uppermost layer hears the mouse


class Store:
    """What the browser keeps, by its text, so that a repaint only names it: paths, and images of texts."""

    def __init__(self, counts: Counts) -> None:
        self._kept: dict[str, Widget] = {}
        self._counts = counts

    def path(self, d: str) -> str:
        """The name of a stored path; it is stored if it is new."""
        return self._name(d) or self._keep(d, StoredPath(d))

    def image(self, svg: str, canvas: Canvas) -> str:
        """The name of a stored SVG image; it is stored if it is new."""
        if name := self._name(svg):
            return name
        # As a data URL: ipycanvas would make, and never let go, a new object URL at each painting of other formats.
        url = b"data:image/svg+xml;base64," + base64.b64encode(svg.encode())
        return self._keep(svg, Image(value=url, format="url", layout=canvas.layout, model_id=_short_name()))

    def _name(self, text: str) -> str:
        return f"IPY_MODEL_{self._kept[text].model_id}" if text in self._kept else ""

    def _keep(self, text: str, widget: Widget) -> str:
        self._kept[text] = widget
        self._counts["bytes"] += size_of(widget)
        self._counts["stored"] += 1
        return self._name(text)

    def close(self) -> None:
        """Let the browser forget everything."""
        for widget in self._kept.values():
            widget.close()
        self._kept.clear()


def size_of(widget: Widget) -> int:
    """How many bytes of state the browser is sent for a new widget; pictures go as they are, beside the JSON."""
    state = widget.get_state()
    parts = [value for value in state.values() if isinstance(value, (bytes, memoryview))]
    return len(json.dumps(state, default=lambda _: "")) + sum(memoryview(part).nbytes for part in parts)


ATTRIBUTES: dict[str, int] = Canvas.ATTRS


class Brush:
    """Sends commands to one layer; a property is sent only when it changes."""

    def __init__(
        self,
        canvas: Canvas,
        factor: float,
        store: Store,
        size: tuple[float, float],
        *,
        shift: tuple[float, float] = (0, 0),
        clear: bool = False,
    ) -> None:
        self.canvas = canvas
        self.store = store
        self.size = size
        self._set: dict[str, Any] = {}
        self._saved: list[dict[str, Any]] = []
        self._normal = "source-over"
        if clear:
            self._send("resetTransform")  # else only a scaled part of the layer would be wiped
            self._send("clear")
        self._transform: list[float] | None = [factor, 0, 0, factor, *(round(part) for part in shift)]

    def send(self, name: str, arguments: list[Any] | None = None, buffers: Sequence[array[int]] = ()) -> None:
        """One command in board units."""
        if self._transform:
            self._send("setTransform", self._transform)
            self._transform = None
        self._send(name, arguments, buffers)

    def _send(self, name: str, arguments: list[Any] | None = None, buffers: Sequence[array[int]] = ()) -> None:
        """As few bytes as ipycanvas understands."""
        command: list[Any] = [COMMANDS[name]]
        if arguments is not None:
            command.append(arguments)
        if buffers:
            command.append(len(buffers))
        _CANVAS_MANAGER.send_command(self.canvas, command, [memoryview(part) for part in buffers])

    def corner_pixel(self, color: str) -> None:
        """Give the pixel in the upper left corner of a wiped layer this colour, whatever the transform is."""
        for name, value in (("global_alpha", 1), ("global_composite_operation", "source-over"), ("fill_style", color)):
            self._send("set", [ATTRIBUTES[name], value])
        self._send("fillRect", [0, 0, 1, 1])

    def set(self, **properties: Any) -> None:
        """Set properties of the layer, e.g. fill_style."""
        for name, value in properties.items():
            if self._set.get(name) != value:
                self._set[name] = value
                if name == "line_dash":
                    self.send("setLineDash", [list(value)])
                else:
                    self.send("set", [ATTRIBUTES[name], short(value)])

    def save(self) -> None:
        """Remember the state of the layer (clip, properties)."""
        self.send("save")
        self._saved.append(dict(self._set))

    def restore(self) -> None:
        """Back to the remembered state."""
        self.send("restore")
        self._set = self._saved.pop()

    def clip(self, polygons: Iterable[Sequence[Point]]) -> None:
        """Only what lies in the polygons is painted until `restore`."""
        self.send("beginPath")
        for polygon in polygons:
            for number, (x, y) in enumerate(polygon):
                self.send("lineTo" if number else "moveTo", [round(x), round(y)])
            self.send("closePath")
        self.send("clip")

    def paint(self, shapes: Iterable[Primitive], *, lasting: bool) -> None:
        """Primitives of any kind but cars; those that last are kept in the browser as Path2D, texts as images."""
        for stored_texts, group in itertools.groupby(shapes, lambda shape: lasting and isinstance(shape, Text)):
            if stored_texts:
                self._stored_texts([shape for shape in group if isinstance(shape, Text)])
            else:
                self._paint(group, lasting)

    def _paint(self, shapes: Iterable[Primitive], lasting: bool) -> None:
        for shape in shapes:
            if isinstance(shape, Path):
                self._path(shape, lasting)
            elif isinstance(shape, Dots):
                if lasting:
                    self._path(circles(shape), lasting)
                else:
                    self._dots(shape)
            elif isinstance(shape, Text):
                self._text(shape)
            else:
                raise TypeError("cars are painted by the board itself")

    def paint_below(self, shapes: Sequence[Primitive]) -> None:
        """Lasting shapes put under everything that the layer shows already."""
        self._normal = "destination-over"
        self.paint(reversed(shapes), lasting=True)
        self._normal = "source-over"

    def _path(self, path: Path, lasting: bool) -> None:
        self.set(global_composite_operation="source-atop" if path.atop else self._normal)
        self.set(global_alpha=path.opacity)
        if path.fill:
            self.set(fill_style=path.fill)
            if lasting:
                self.send("fillPath", [self.store.path(path.d)])
            else:
                self._polygons("fillPolygons", [points for _, points in lines_of(path.d)])
        if path.stroke and path.width:
            self.pen(path.stroke, path.width, path.dash, path.cap, path.join)
            if lasting:
                self.send("strokePath", [self.store.path(path.d)])
            else:
                lines = lines_of(path.d)
                self._polygons("strokePolygons", [points for closed, points in lines if closed])
                self._polygons("strokeLineSegments", [points for closed, points in lines if not closed])

    def pen(
        self, color: str, width: float, dash: tuple[float, ...] = (), cap: str = "butt", join: str = "round"
    ) -> None:
        """How lines are drawn from now on."""
        self.set(stroke_style=color, line_width=width, line_dash=dash, line_cap=cap, line_join=join)

    def fill_stored(self, d: str, color: str) -> None:
        """Fill a path that is kept in the browser."""
        self.set(fill_style=color)
        self.send("fillPath", [self.store.path(d)])

    def stroke_stored(self, d: str) -> None:
        """Stroke a path that is kept in the browser."""
        self.send("strokePath", [self.store.path(d)])

    def _polygons(self, command: str, polygons: list[Sequence[Point]]) -> None:
        """Many polygons or lines in one command: whole units, two bytes each."""
        if not polygons:
            return
        flat = array("h", [round(value) for polygon in polygons for point in polygon for value in point])
        counts = {len(polygon) for polygon in polygons}
        if len(counts) == 1:
            arguments: list[Any] = [len(polygons), _about(flat, 0), counts.pop()]
            self.send(command, arguments, [flat])
        else:
            numbers = array("H", [len(polygon) for polygon in polygons])
            self.send(command, [len(polygons), _about(flat, 0), _about(numbers, 1)], [flat, numbers])

    def lines(self, lines: list[Sequence[Point]]) -> None:
        """Open lines with the present pen."""
        self._polygons("strokeLineSegments", lines)

    def _stored_texts(self, texts: list[Text]) -> None:
        """Texts as one image that the browser keeps: much shorter than to name each of them twice, halo and letters."""
        self.set(global_alpha=1, global_composite_operation=self._normal)
        name = self.store.image(texts_svg(texts, self.size), self.canvas)
        self.send("drawImage", [name, 0, 0, *map(short, self.size)])

    def _dots(self, dots: Dots) -> None:
        xs, ys = (array("h", [round(point[axis]) for point in dots.points]) for axis in (0, 1))
        self.set(global_alpha=dots.opacity, global_composite_operation=self._normal)
        arguments = [_about(xs, 0), _about(ys, 1), dots.radius]
        if dots.fill:
            self.set(fill_style=dots.fill)
            self.send("fillCircles", arguments, [xs, ys])
        if dots.stroke:
            self.pen(dots.stroke, dots.width)
            self.send("strokeCircles", arguments, [xs, ys])

    def _text(self, text: Text) -> None:
        words = [word for word in (text.style, text.weight) if word != "normal"]
        font = " ".join([*words, f"{text.size:g}px", FAMILIES[text.family]])
        self.set(font=font, text_align=text.anchor.replace("middle", "center"), global_alpha=1)
        self.set(global_composite_operation=self._normal)
        x, y = text.x, text.y
        if text.angle:
            self.save()
            self.send("translate", [round(x), round(y)])
            self.send("rotate", [round(text.angle * 3.14159265 / 180, 4)])
            x, y = 0, 0
        where = [text.text, round(x, 1), round(y, 1)]
        if text.halo:
            self.pen(text.halo, round(2 * HALO * text.size, 2))
            self.send("strokeText", where)
        self.set(fill_style=text.fill)
        self.send("fillText", where)
        if text.angle:
            self.restore()


def short(value: Any) -> Any:
    """A number with two decimals at most."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else round(value, 2)


def _about(numbers: array[int], index: int) -> dict[str, Any]:
    kind = {"h": "int16", "H": "uint16"}[numbers.typecode]
    return {"dtype": kind, "idx": index}
