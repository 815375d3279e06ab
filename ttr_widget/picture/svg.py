"""The painter that writes SVG text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from ttr_widget.picture.palette import FAMILIES
from ttr_widget.picture.primitives import Cars, Dots, Path, Picture, Primitive, Text
from ttr_widget.picture.rolling_stock import STOCK

HALO = 0.16
"""The width of a text's rim on each side, as a part of its size."""


def to_svg(picture: Picture) -> str:
    """The picture as SVG text, complete and on its own.

    >>> from ttr_widget.gamemap import load_map
    >>> from ttr_widget.picture import draw
    >>> to_svg(draw(load_map("usa")))[:4]
    '<svg'
    """
    w, h = picture.size
    kinds = sorted({shape.kind for shapes in picture.layers.values() for shape in shapes if isinstance(shape, Cars)})
    land = next(iter(picture.layers.get("land", ())), None)
    # Several pictures may share one page: boards with different land need different names for it.
    clip = f"ttr-land-{crc32(land.d.encode()):x}" if isinstance(land, Path) else ""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {n(w)} {n(h)}" '
        f'width="{n(picture.width)}" height="{n(picture.height)}" style="max-width:100%;height:auto" '
        f'role="img" aria-label={quoteattr(picture.about)}>',
        f"<title>{escape(picture.title)}</title><desc>{escape(picture.about)}</desc>",
        "<defs>",
        f'<clipPath id="{clip}"><path d="{land.d}"/></clipPath>' if isinstance(land, Path) else "",
        *[_car_symbol(kind) for kind in kinds],
        "</defs>",
    ]
    for name, shapes in picture.layers.items():
        if shapes:
            parts += [f'<g class="{name}">', *[_shape(shape, clip) for shape in shapes], "</g>"]
    parts.append("</svg>")
    return "".join(part for part in parts if part)


def n(value: float) -> str:
    """A number in few letters."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def _shape(shape: Primitive, clip: str) -> str:
    if isinstance(shape, Path):
        return path_tag(shape, clip)
    if isinstance(shape, Dots):
        return path_tag(circles(shape))
    if isinstance(shape, Text):
        return _text(shape)
    return _cars(shape)


def circles(dots: Dots) -> Path:
    """The same dots as a path."""
    d = "".join(_circle(x, y, dots.radius) for x, y in dots.points)
    return Path(d, dots.fill, dots.stroke, dots.width, opacity=dots.opacity)


def _circle(x: float, y: float, r: float) -> str:
    half = f"a{n(r)} {n(r)} 0 1 0 "
    return f"M{n(x - r)} {n(y)}{half}{n(2 * r)} 0{half}{n(-2 * r)} 0z"


def path_tag(path: Path, clip: str = "") -> str:
    """One <path>; `clip` names what keeps paths that lie atop of the land inside it."""
    text = f'<path d="{path.d}" fill="{path.fill or "none"}"'
    if path.stroke:
        text += f' stroke="{path.stroke}" stroke-width="{n(path.width)}" stroke-linejoin="{path.join}"'
        text += f' stroke-linecap="{path.cap}"' if path.cap != "butt" else ""
        text += f' stroke-dasharray="{" ".join(map(n, path.dash))}"' if path.dash else ""
    text += f' opacity="{n(path.opacity)}"' if path.opacity != 1 else ""
    text += f' clip-path="url(#{clip})"' if path.atop and clip else ""
    return text + "/>"


def texts_svg(texts: Sequence[Text], size: tuple[float, float]) -> str:
    """Nothing but texts, on a transparent ground of this size in board units; what they have in common is said once."""
    w, h = n(size[0]), n(size[1])
    groups = groupby(texts, key=_text_style)
    parts = [f"<g {style}>{''.join(_text_tag(text) for text in same)}</g>" for style, same in groups]
    space = "http://www.w3.org/2000/svg"
    return f'<svg xmlns="{space}" viewBox="0 0 {w} {h}" width="{w}" height="{h}">{"".join(parts)}</svg>'


def _text(text: Text) -> str:
    return _text_tag(text, f" {_text_style(text)}")


def _text_style(text: Text) -> str:
    style = f'font-family="{escape(FAMILIES[text.family])}" font-size="{n(text.size)}" fill="{text.fill}"'
    if text.weight != "normal":
        style += f' font-weight="{text.weight}"'
    if text.style != "normal":
        style += f' font-style="{text.style}"'
    if text.anchor != "start":
        style += f' text-anchor="{text.anchor}"'
    if text.halo:
        width = n(2 * HALO * text.size)
        style += f' stroke="{text.halo}" stroke-width="{width}" stroke-linejoin="round" paint-order="stroke"'
    return style


def _text_tag(text: Text, style: str = "") -> str:
    turn = f' transform="rotate({n(text.angle)} {n(text.x)} {n(text.y)})"' if text.angle else ""
    return f'<text x="{n(text.x)}" y="{n(text.y)}"{style}{turn}>{escape(text.text)}</text>'


def _car_symbol(kind: str) -> str:
    return f'<g id="ttr-{kind}">{"".join(map(path_tag, car_shapes(kind, "currentColor")))}</g>'


def car_shapes(kind: str, color: str) -> list[Path]:
    """One car around (0, 0) as plain paths."""
    car = STOCK[kind]
    shapes = [Path(_exact(car.outline, closed=True), fill=color)]
    for rim, depth in car.rims:
        shapes.append(Path(_exact(car.rim_outline(depth), closed=True), stroke=rim, width=depth, join="miter"))
    shapes += [
        Path(_exact(line.points), None, line.color, line.width, line.dash, line.cap, opacity=line.opacity)
        for line in car.lines
    ]
    return shapes


def _exact(points: Iterable[tuple[float, float]], closed: bool = False) -> str:
    """A path with fractions: a car is drawn once and used often."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + ("z" if closed else "")


def _cars(cars: Cars) -> str:
    uses: Iterable[str] = (
        f'<use xlink:href="#ttr-{cars.kind}" transform="translate({n(x)} {n(y)}) rotate({n(angle)})"/>'
        for x, y, angle in cars.places
    )
    return f'<g class="cars" data-route="{cars.route}" color="{cars.color}">{"".join(uses)}</g>'
