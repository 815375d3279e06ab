"""Towns, countries and their names."""

from __future__ import annotations

from typing import Any

from ttr_widget.boardmaker.sizes import text_width
from ttr_widget.picture.palette import Theme
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import UNIT, Dots, Path, Pen, Primitive, Text


def place_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """The marks and names of all places."""
    return [*_threads(plate, theme), *_town_marks(plate, theme), *_banners(plate, theme), *_names(plate, theme)]


def _threads(plate: Plate, theme: Theme) -> list[Primitive]:
    """Dotted lines from the end points of a country to its banner."""
    pen = Pen()
    cities = plate.board["cities"]
    for end in plate.board["endpoints"]:
        if not end["label"]:
            banner = cities[end["country"]]
            pen.polyline(((end["x"] * UNIT, end["y"] * UNIT), (banner["x"] * UNIT, banner["y"] * UNIT)))
    return [Path(pen.d, stroke=theme.town[2], width=5.0, dash=(0.1, 11.0), cap="round")] if pen.d else []


def _town_marks(plate: Plate, theme: Theme) -> list[Primitive]:
    towns = tuple(p for name, points in plate.towns.items() if not is_country(plate, name) for p in points)
    ends = tuple(p for name, points in plate.towns.items() if is_country(plate, name) for p in points)
    radius = plate.town_radius
    shapes: list[Primitive] = []
    if towns:
        shapes += [
            Dots(towns, radius * 0.86, fill=theme.town[1], stroke=theme.town[0], width=5.0),
            Dots(towns, radius * 0.45, fill=theme.town[2]),
        ]
    if ends:
        shapes.append(Dots(ends, radius * 0.5, fill=theme.town[2], stroke=theme.town[0], width=4.0))
    return shapes


def is_country(plate: Plate, name: str) -> bool:
    """Whether the place is a country, which has a banner instead of a town mark."""
    return bool(plate.board["cities"][name]["kind"] == "country")


def _banners(plate: Plate, theme: Theme) -> list[Primitive]:
    pen = Pen()
    for name, city in plate.board["cities"].items():
        if city["kind"] == "country":
            size = city["label"]["size"] * UNIT
            half = text_width(name, size) / 2 + 0.2 * size
            pen.box(city["x"] * UNIT - half, city["y"] * UNIT - 0.62 * size, 2 * half, 1.24 * size, 0.2 * size)
    return [Path(pen.d, fill=theme.panel, stroke=theme.panel_edge, width=3.0)] if pen.d else []


def _names(plate: Plate, theme: Theme) -> list[Text]:
    """Sorted by font and side: a painter then changes its settings less often."""
    cities = plate.board["cities"].items()
    shapes = [_name(name, city["label"], theme, city["kind"] == "country") for name, city in cities]
    shapes += [_name(twin["city"], twin["label"], theme, False) for twin in plate.board["twins"]]
    shapes += [_name(end["country"], end["label"], theme, True) for end in plate.board["endpoints"] if end["label"]]
    return sorted(shapes, key=lambda text: (text.style, text.size, text.anchor))


def _name(text: str, label: dict[str, Any], theme: Theme, country: bool) -> Text:
    return Text(
        text, round(label["x"] * UNIT), round(label["y"] * UNIT), round(label["size"] * UNIT), theme.ink,
        anchor=label["anchor"], weight="bold", style="italic" if country else "normal", halo=theme.halo,
    )  # fmt: skip
