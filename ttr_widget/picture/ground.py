"""Sea, land, borders, rivers, insets and the names of seas: the board below the routes."""

from __future__ import annotations

from typing import Any

from ttr_widget.picture.palette import Theme
from ttr_widget.picture.plate import Plate
from ttr_widget.picture.primitives import UNIT, Path, Pen, Primitive, Text, turned


def rings(lines: list[list[list[float]]], close: bool = True) -> str:
    """Outlines of the board file as one path."""
    pen = Pen()
    for line in lines:
        points = [(x * UNIT, y * UNIT) for x, y in line]
        if close:
            pen.flow(points[:-1] if points[0] == points[-1] else points, closed=True)
        else:
            pen.flow(points)
    return pen.d


def sea_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """The sea with water lines along the coast; they lie below the land. A map without a coast is all land."""
    width, height = plate.size
    land = rings(plate.board["land"])
    ground = theme.sea if land else theme.land
    shapes: list[Primitive] = [Path(Pen().box(0, 0, width, height).d, fill=ground)]
    if land:
        shapes.append(Path(_grid(width, height), stroke=theme.sea_lines[2], width=2))
        for distance, color in zip((50, 31, 15), reversed(theme.sea_lines), strict=True):
            shapes.append(Path(land, stroke=color, width=2 * distance + 3))
            shapes.append(Path(land, stroke=theme.sea, width=2 * distance - 3))
    return shapes


def _grid(width: float, height: float) -> str:
    """Faint lines across the sea, like the meridians of a chart."""
    pen = Pen()
    step = 5 * UNIT
    for x in range(step, int(width), step):
        pen.polyline(((x, 0), (x, height)))
    for y in range(step, int(height), step):
        pen.polyline(((0, y), (width, y)))
    return pen.d


def land_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """The land with its regions, lakes, rivers and borders."""
    board = plate.board
    land = rings(board["land"])
    if not land:
        return []
    shapes: list[Primitive] = [Path(land, fill=theme.land)]
    tints: dict[str, list[list[list[float]]]] = {}
    for region, tint in zip(board["regions"], _tint_numbers(board["regions"]), strict=True):
        tints.setdefault(theme.tints[tint % len(theme.tints)], []).extend(region["rings"])
    for color, lines in tints.items():
        shapes.append(Path(rings(lines), fill=color, stroke=theme.border, width=2, atop=True))
    for depth, opacity in ((90, 0.22), (55, 0.22), (24, 0.3)):
        shapes.append(Path(land, stroke=theme.land_edge, width=depth, opacity=opacity, atop=True))
    if board["borders"]:
        shapes.append(Path(rings(board["borders"], close=False), stroke=theme.border, width=3.0, dash=(14, 6, 3, 6)))
    if board["rivers"]:
        shapes.append(Path(rings(board["rivers"], close=False), stroke=theme.river, width=5.0, cap="round"))
    if board["water"]:
        shapes.append(Path(rings(board["water"]), fill=theme.lake, stroke=theme.coast, width=2.0))
    shapes.append(Path(land, stroke=theme.coast, width=3.0))
    return shapes


def _tint_numbers(regions: list[dict[str, Any]]) -> list[int]:
    """A tint for each region, different from those of its neighbours, with whom it shares points of its outline."""
    outlines = [{(round(x, 1), round(y, 1)) for ring in region["rings"] for x, y in ring} for region in regions]
    tints: list[int] = []
    for number, outline in enumerate(outlines):
        taken = {tints[other] for other in range(number) if len(outline & outlines[other]) > 1}
        least = [tints.count(tint) if tint not in taken else len(regions) for tint in range(6)]
        tints.append(least.index(min(least)))
    return tints


def inset_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """Enlarged parts of the map: a frame, its own sea and land, a line from the place they belong to."""
    shapes: list[Primitive] = []
    for inset in plate.board["insets"]:
        shapes += _inset(inset, theme)
    return shapes


def _inset(inset: dict[str, Any], theme: Theme) -> list[Primitive]:
    x, y, w, h = (value * UNIT for value in inset["frame"])
    leader = Pen().polyline([(px * UNIT, py * UNIT) for px, py in inset["leader"]])
    frame = Pen().box(x, y, w, h).d
    shapes: list[Primitive] = [
        Path(leader.d, stroke=theme.panel_edge, width=3.5, dash=(12, 10), opacity=0.8),
        Path(Pen().box(x + 14, y + 16, w, h).d, fill="#000000", opacity=0.18),
        Path(frame, fill=theme.sea),
    ]
    land = rings(inset["land"])
    if land:
        shapes += [Path(land, fill=theme.land), Path(land, stroke=theme.coast, width=3.0)]
    if inset["water"]:
        shapes.append(Path(rings(inset["water"]), fill=theme.lake, stroke=theme.coast, width=2.0))
    if inset["rivers"]:
        shapes.append(Path(rings(inset["rivers"], close=False), stroke=theme.river, width=5.0))
    shapes.append(Path(frame, stroke=theme.frame[0], width=12.0))
    shapes.append(Path(frame, stroke=theme.frame[1], width=5.0))
    shapes.append(
        Text(
            inset["title"], round(x + 26), round(y + 66), 56, theme.ink, weight="bold", family="serif", halo=theme.halo
        )
    )
    return shapes


def label_shapes(plate: Plate, theme: Theme) -> list[Primitive]:
    """The names of seas, neighbours and regions."""
    return [_label(label, theme) for label in plate.board["labels"]]


def _label(label: dict[str, Any], theme: Theme) -> Text:
    sea = label["kind"] == "sea"
    size, angle = label["size"] * UNIT, label["angle"]
    x, y = turned([(0, 0.34 * size)], (label["x"] * UNIT, label["y"] * UNIT, angle))[0]
    return Text(
        label["text"], round(x), round(y), round(size), theme.sea_ink if sea else theme.soft_ink, anchor="middle",
        style="italic" if sea else "normal", family="serif", angle=angle,
    )  # fmt: skip
