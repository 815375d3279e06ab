"""Train cards as small SVG texts for HTML."""

from __future__ import annotations

from ttr_widget.gamemap import CARDS, LOCOMOTIVE
from ttr_widget.picture.palette import CARD_COLORS, SANS, lightness, mix
from ttr_widget.picture.primitives import Path, Pen
from ttr_widget.picture.svg import path_tag
from ttr_widget.picture.symbols import COLOR_SHAPES
from ttr_widget.picture.symbols import LOCOMOTIVE as ENGINE
from ttr_widget.picture.symbols import LOCOMOTIVE_WHEELS as WHEELS

WIDE, HIGH = 100, 140


def card_svg(
    card: int, *, width: float = 44, count: int | None = None, theme: str = "light", selected: bool = False
) -> str:
    """A train card as SVG text: its colour, its symbol, its letter, and how many of them there are.

    >>> "<svg" in card_svg(0, count=3)
    True
    """
    color = CARD_COLORS[card]
    ink = "#1f1c18" if lightness(color) > 0.55 else "#ffffff"
    name = CARDS[card]
    edge = "#ff6a00" if selected else mix(color, "#000000", 0.45) if theme == "light" else "#0f0e0c"
    body = Pen().box(4, 4, WIDE - 8, HIGH - 8, 12).d
    inner = Pen().box(12, 12, WIDE - 24, HIGH - 24, 8).d
    parts = [path_tag(Path(body, fill=color))]
    if name == LOCOMOTIVE:
        parts += _rainbow()
        ink = "#1f1c18"
    parts += [
        path_tag(Path(inner, stroke=mix(color, ink, 0.35), width=2)),
        path_tag(Path(body, stroke=edge, width=8 if selected else 5)),
        _emblem(name, ink),
        _letters(name[0].upper(), 18, 34, 22, ink, "start"),
    ]
    if count is not None:
        parts.append(path_tag(Path(Pen().box(58, 102, 34, 30, 10).d, fill="#fffaf0", stroke="#1f1c18", width=2)))
        parts.append(_letters(str(count), 75, 126, 25, "#1f1c18", "middle"))
    number = f", {count}" if count is not None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{width:g}" '
        f'height="{width * HIGH / WIDE:g}" role="img" aria-label="{name}{number}">{"".join(parts)}</svg>'
    )


def _rainbow() -> list[str]:
    """Eight slanting stripes in the colours of the cards."""
    stripes = []
    order = ("red", "orange", "yellow", "green", "blue", "purple")
    step = (WIDE - 16) / len(order)
    for number, name in enumerate(order):
        x = 8 + number * step
        shape = Pen().polygon(((x, 8), (x + step, 8), (x + step, HIGH - 8), (x, HIGH - 8)))
        stripes.append(path_tag(Path(shape.d, fill=CARD_COLORS[CARDS.index(name)])))
    plate = Pen().box(14, 40, WIDE - 28, 56, 10).d
    return [*stripes, path_tag(Path(plate, fill="#fffaf0"))]


def _emblem(name: str, ink: str) -> str:
    if name != LOCOMOTIVE:
        outline = [(50 + x * 44, 70 + y * 44) for x, y in COLOR_SHAPES[name]]
        return path_tag(Path(Pen().polygon(outline).d, fill=ink))
    pen = Pen().polygon([(48 + x * 46, 66 + y * 46) for x, y in ENGINE])
    for x, y, r in WHEELS:
        pen.circle(48 + x * 46, 66 + y * 46, r * 46)
    return path_tag(Path(pen.d, fill=ink))


def _letters(text: str, x: float, y: float, size: float, ink: str, anchor: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{SANS}" font-size="{size:g}" font-weight="bold" '
        f'fill="{ink}" text-anchor="{anchor}">{text}</text>'
    )
