"""Put the panels together: insets, title and legend where there is room, the bent coast, marks and names of seas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from shapely import contains_xy

from ttr_widget.boardmaker import sizes
from ttr_widget.boardmaker.coast import Chart, bend, with_town
from ttr_widget.boardmaker.layout import Layout
from ttr_widget.boardmaker.marks import place_marks
from ttr_widget.boardmaker.names import label_of
from ttr_widget.boardmaker.plan import Hints
from ttr_widget.boardmaker.room import Room

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap

Frame = tuple[float, float, float, float]  # x, y, width, height


def compose(game_map: GameMap, layouts: list[Layout], hints: Hints) -> dict[str, Any]:
    """The finished board as a dict, without its measured quality."""
    main, insets = layouts[0], layouts[1:]
    room = main.room()
    frames = [_place_inset(inset, main, room) for inset in insets]
    title, legend = _place_signs(game_map.title, hints, room)
    left, top, right, bottom = room.framed()
    for layout in layouts:
        layout.shift(-left, -top)
    room.shift(-left, -top)
    width, height = right - left, bottom - top
    board: dict[str, Any] = {
        "version": 1, "map": game_map.name, "width": round(width, 3), "height": round(height, 3),
        "slot": {"length": sizes.SLOT_LENGTH, "width": sizes.SLOT_WIDTH}, "town": {"radius": sizes.TOWN_RADIUS},
        "projection": main.projection.to_dict() if main.projection else None,
        "cities": {}, "endpoints": [], "twins": [], "routes": [],
        "title": _rect(title[0] - left, title[1] - top, title[2], title[3]),
        "legend": _rect(legend[0] - left, legend[1] - top, legend[2], legend[3]),
    }  # fmt: skip
    for layout in layouts:
        _write_places(board, layout)
    board["cities"] = {city.name: board["cities"][city.name] for city in game_map.cities}
    lanes = {route: lane for layout in layouts for route, lane in layout.lanes.items()}
    board["routes"] = [
        {
            "a": route.a,
            "b": route.b,
            "slots": [_rounded(slot) for slot in lanes[i].slots],
            "curve": [_rounded(point) for point in lanes[i].curve],
        }
        for i, route in enumerate(game_map.routes)
    ]
    land = _draw_outlines(board, main, hints.outline, (0.0, 0.0, width, height))
    board["ranges"] = _ranges(board, main, hints, land)
    place_marks(board, game_map)
    board["insets"] = [
        _inset(layout, hints, (frame[0] - left, frame[1] - top, frame[2], frame[3]), main)
        for layout, frame in zip(insets, frames, strict=True)
    ]
    board["labels"] = _sea_names(board, main, hints, room, land) if main.projection else []
    return board


def _place_inset(inset: Layout, main: Layout, room: Room) -> Frame:
    """A frame as near as possible to the town that is on both pictures."""
    twin = next(node.name for node in inset.panel.nodes if node.kind == "twin")
    at = next(main.P[i] for i, node in enumerate(main.panel.nodes) if node.name == twin)
    left, top, right, bottom = inset.room().bounds()
    width, height = right - left + 1.0, bottom - top + 1.6
    x, y = room.place(width, height, inset.panel.corner, 0.4, near=(float(at[0]), float(at[1])))
    inset.shift(x + 0.5 - left, y + 1.1 - top)
    room.block(x, y, width, height)
    return x, y, width, height


def _place_signs(title: str, hints: Hints, room: Room) -> tuple[Frame, Frame]:
    """Title and legend in free room; smaller on boards with few slots, so that they look the same on every picture."""
    left, _, right, _ = room.framed()
    size = max(0.55, min(1.0, (right - left) / 34))
    signs: list[Frame] = []
    for key, width, height in (
        ("legend", 7.4 * size, 2.2 * size),
        ("title", sizes.text_width(title, 0.9 * size) + 1.2 * size, 1.5 * size),
    ):
        x, y = room.place(width, height, str(hints.settings.get(key, {}).get("corner", "")), margin=0.3)
        room.block(x, y, width, height)
        signs.append((x, y, width, height))
    return signs[1], signs[0]


def _rect(x: float, y: float, w: float, h: float) -> dict[str, float]:
    return {"x": round(x, 3), "y": round(y, 3), "w": round(w, 3), "h": round(h, 3)}


def _rounded(values: Any) -> list[float]:
    numbers = [round(float(value), 3) for value in values]
    return [*numbers[:2], round((numbers[2] + 180) % 360 - 180, 1)] if len(numbers) == 3 else numbers


def _write_places(board: dict[str, Any], layout: Layout) -> None:
    labels: dict[int, dict[str, Any]] = {}
    for name in layout.names:
        label = label_of(name, layout.P)
        label = {key: round(value, 3) if isinstance(value, float) else value for key, value in label.items()}
        if name.banner:
            middle = np.array(name.spot.box).reshape(2, 2).mean(0) + layout.P[name.spot.node]
            board["cities"][name.text] = {
                "x": round(float(middle[0]), 3),
                "y": round(float(middle[1]), 3),
                "label": label,
                "kind": "country",
            }
        else:
            labels[name.spot.node] = label
    for i, node in enumerate(layout.panel.nodes):
        x, y = (round(float(value), 3) for value in layout.P[i])
        if node.kind == "end":
            for k, city in enumerate(node.entries):
                board["endpoints"].append(
                    {"country": node.name, "city": city, "x": x, "y": y, "label": labels.get(i) if k == 0 else None}
                )
        elif node.kind == "twin":
            board["twins"].append({"city": node.name, "inset": layout.panel.name, "x": x, "y": y, "label": labels[i]})
        else:
            board["cities"][node.name] = {"x": x, "y": y, "label": labels[i], "kind": "city"}


def _towns(layout: Layout) -> list[tuple[float, float]]:
    return [(float(layout.P[i][0]), float(layout.P[i][1])) for i, n in enumerate(layout.panel.nodes) if n.kind != "end"]


def _draw_outlines(
    target: dict[str, Any], layout: Layout, outline: dict[str, Any], frame: tuple[float, float, float, float]
) -> Any:
    """Coast, lakes, borders, rivers and regions; the land is returned as a shape (None without outlines)."""
    target.update({"land": [], "water": [], "borders": [], "rivers": [], "regions": []})
    if not outline or layout.projection is None:
        return None
    towns = _towns(layout)
    chart = Chart(layout.projection, bend(layout.true, layout.P), frame)
    land = chart.land(outline["land"], towns)
    target["land"] = chart.rings(land)
    target["water"] = chart.rings(chart.water(outline.get("water", []), towns))
    target["borders"] = chart.lines(outline.get("borders", []), land)
    target["rivers"] = chart.lines(outline.get("rivers", []), land)
    areas = {region["name"]: chart.area(region["rings"]).intersection(land) for region in outline.get("regions", [])}
    for town, node in zip(layout.P, layout.panel.nodes, strict=True):
        if node.region in areas and node.kind != "end":
            areas[node.region] = with_town(areas[node.region], (float(town[0]), float(town[1])), land, areas)
    target["regions"] = [{"name": name, "rings": chart.rings(area)} for name, area in areas.items()]
    return land


def _inset(layout: Layout, hints: Hints, frame: Frame, main: Layout) -> dict[str, Any]:
    x, y, w, h = frame
    hint = hints.panel(layout.panel.name)
    result: dict[str, Any] = {
        "name": layout.panel.name, "title": layout.panel.title, "frame": [round(value, 3) for value in frame],
        "projection": layout.projection.to_dict() if layout.projection else None,
    }  # fmt: skip
    inner = (x, y, x + w, y + h)
    outline = hints.outline
    if "land" in hint:
        outline = {key: hint.get(key, []) for key in ("land", "water", "rivers")}
    _draw_outlines(result, layout, outline, inner)
    twin = next(node.name for node in layout.panel.nodes if node.kind == "twin")
    index = next(i for i, node in enumerate(main.panel.nodes) if node.name == twin)
    result["leader"] = [
        _rounded(main.P[index]),
        [round(min(max(main.P[index][0], x), x + w), 3), round(min(max(main.P[index][1], y), y + h), 3)],
    ]
    return result


def _chart(board: dict[str, Any], main: Layout) -> Chart:
    assert main.projection is not None
    return Chart(main.projection, bend(main.true, main.P), (0.0, 0.0, board["width"], board["height"]))


def _ranges(board: dict[str, Any], main: Layout, hints: Hints, land: Any) -> list[list[list[float]]]:
    """The lines along which mountains stand, bent like the coast."""
    if land is None or "ranges" not in hints.outline:
        return []
    return _chart(board, main).lines(hints.outline["ranges"], land)


def _sea_names(board: dict[str, Any], main: Layout, hints: Hints, room: Room, land: Any) -> list[dict[str, Any]]:
    """Names of seas (on water) and neighbours (on land) near the place the hints give; none where there is no room."""
    chart = _chart(board, main)
    lakes = chart.area(hints.outline.get("water", []))
    result = []
    for hint in hints.settings.get("label", []):
        size, angle = float(hint.get("size", 0.7)), float(hint.get("angle", 0.0))
        dry = hint["kind"] != "sea"

        def fits(points: Any, dry: bool = dry) -> bool:
            if land is None:
                return True
            on_land = contains_xy(land, points) & ~contains_xy(lakes, points)
            return bool(np.mean(on_land == dry) > 0.97)

        for shrunk in (1.0, 0.85, 0.7, 0.55):
            width = sizes.text_width(hint["text"], size * shrunk) * 1.12
            at = chart.place(hint["at"][0], hint["at"][1])
            spot = room.near(
                at, width, size * shrunk, angle, (board["width"], board["height"]), fits, float(hint.get("reach", 3.0))
            )
            if spot:
                room.block_turned(*spot, width, size * shrunk, angle)
                result.append({"text": hint["text"], "x": round(spot[0], 2), "y": round(spot[1], 2), "angle": angle,
                               "size": round(size * shrunk, 3), "kind": hint["kind"]})  # fmt: skip
                break
    return result
