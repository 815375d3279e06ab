"""How good a board is, in numbers: overlaps, crossings, hidden names, slot size, moved towns. Plain Python."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ttr_widget.boardmaker.plan import Hints, Panel, make_panels
from ttr_widget.boardmaker.projection import Point, Projection
from ttr_widget.boardmaker.shapes import (
    Box,
    Corners,
    box_corners,
    convex_overlap,
    distance_to_box,
    distance_to_polygon,
    inside_any,
    label_box,
    near_pairs,
    polylines_cross,
    segments_cross,
    slot_corners,
)
from ttr_widget.boardmaker.sizes import MARK_RADIUS, SLOT_WIDTH, TOWN_RADIUS

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap

PICTURE_WIDTH = 1100  # pixels; the board width at which slots are measured
ZERO = (  # what must be 0 on a good board
    "slot_overlaps",
    "same_route_overlaps",
    "slots_on_places",
    "label_overlaps",
    "mark_overlaps",
    "strange_names",
    "extra_crossings",
    "outside",
    "towns_in_water",
)


def quality(board: dict[str, Any], game_map: GameMap) -> dict[str, Any]:
    """Measure a board against its map. Every count of `ZERO` is 0 on a good board."""
    slots = [(index, tuple(slot)) for index, route in enumerate(board["routes"]) for slot in route["slots"]]
    corners = [slot_corners(slot) for _, slot in slots]
    places = _places(board)
    labels = [label_box(*label) for label in _labels(board)]
    crossings, true_crossings = _crossings(board, game_map)
    width_px = PICTURE_WIDTH / board["width"]
    result: dict[str, Any] = {
        **_slot_overlaps(slots, corners),
        "slots_on_places": _on_places(corners, places),
        "label_overlaps": _label_overlaps(labels, corners, places, board),
        "mark_overlaps": _mark_overlaps(board, labels, corners, places),
        "strange_names": _strange_names(board, places),
        "crossings": crossings,
        "true_crossings": true_crossings,
        "extra_crossings": max(0, crossings - true_crossings),
        "outside": _outside(board, corners, places, labels),
        "towns_in_water": len(towns_in_water(board)),
        "sharpest_bend": _sharpest_bend(board),
        "slot_px": [round(width_px, 1), round(width_px * SLOT_WIDTH, 1)],
        "smallest_name_px": round(width_px * min((label[4] for label in _labels(board)), default=0.0), 1),
        "aspect": round(board["width"] / board["height"], 3),
        **_moved(board, game_map),
    }
    return result


def good(measured: dict[str, Any]) -> bool:
    """Does a board keep all the promises?"""
    return (
        all(measured[key] == 0 for key in ZERO)
        and measured["slot_px"][0] >= 30
        and measured["slot_px"][1] >= 10
        and (measured["mean_moved"] is None or measured["mean_moved"] < 1)
    )


def _sharpest_bend(board: dict[str, Any]) -> float:
    """The largest turn from one slot of a route to the next, in degrees."""
    turns = [
        abs((after[2] - before[2] + 180) % 360 - 180)
        for route in board["routes"]
        for before, after in itertools.pairwise(route["slots"])
    ]
    return round(max(turns, default=0.0), 1)


def _places(board: dict[str, Any]) -> list[Point]:
    towns = [(city["x"], city["y"]) for city in board["cities"].values() if city["kind"] != "country"]
    ends = [(end["x"], end["y"]) for end in board["endpoints"]]
    return list(dict.fromkeys(towns + ends + [(twin["x"], twin["y"]) for twin in board["twins"]]))


def _labels(board: dict[str, Any]) -> list[tuple[str, float, float, str, float]]:
    """Text, x, y, anchor, size of every name on the board."""
    named = [(name, city["label"]) for name, city in board["cities"].items()]
    named += [(end["country"], end["label"]) for end in board["endpoints"] if end["label"]]
    named += [(twin["city"], twin["label"]) for twin in board["twins"]]
    return [(text, label["x"], label["y"], label["anchor"], label["size"]) for text, label in named]


def _slot_overlaps(slots: Sequence[tuple[int, Sequence[float]]], corners: Sequence[Corners]) -> dict[str, int]:
    others = own = 0
    for i, j in near_pairs([(slot[0], slot[1]) for _, slot in slots], 1.1):
        if convex_overlap(corners[i], corners[j]):
            if slots[i][0] == slots[j][0]:
                own += 1
            else:
                others += 1
    return {"slot_overlaps": others, "same_route_overlaps": own}


def _on_places(corners: Sequence[Corners], places: Sequence[Point]) -> int:
    return sum(
        distance_to_polygon(place, slot) < TOWN_RADIUS
        for slot in corners
        for place in places
        if abs(place[0] - slot[0][0]) < 2 and abs(place[1] - slot[0][1]) < 2
    )


def _label_overlaps(
    labels: Sequence[Box], slots: Sequence[Corners], places: Sequence[Point], board: dict[str, Any]
) -> int:
    count = sum(_meet(a, b) for a, b in itertools.combinations(labels, 2))
    for box in labels:
        corners = box_corners(box)
        count += sum(distance_to_box(place, box) < TOWN_RADIUS for place in places)
        count += sum(_close(slot, box) and convex_overlap(corners, slot) for slot in slots)
    rectangles = [_rectangle(board[key]) for key in ("title", "legend") if board.get(key)]
    count += sum(_meet(a, b) for a in labels for b in rectangles)
    count += sum(convex_overlap(slot, box_corners(b)) for slot in slots for b in rectangles)
    return count


def _mark_overlaps(
    board: dict[str, Any], labels: Sequence[Box], slots: Sequence[Corners], places: Sequence[Point]
) -> int:
    marks = list(dict.fromkeys(tuple(route["mark"]) for route in board["routes"] if "mark" in route))
    count = sum(math.dist(a, b) < 2 * MARK_RADIUS for a, b in itertools.combinations(marks, 2))
    for mark in marks:
        count += sum(distance_to_box(mark, box) < MARK_RADIUS for box in labels)
        count += sum(math.dist(mark, place) < MARK_RADIUS + TOWN_RADIUS for place in places)
        count += sum(abs(mark[0] - slot[0][0]) < 2 and distance_to_polygon(mark, slot) < MARK_RADIUS for slot in slots)
    return count


def _strange_names(board: dict[str, Any], places: Sequence[Point]) -> int:
    """Names of towns that are nearer to another place than to their own."""
    named = [(name, city) for name, city in board["cities"].items() if city["kind"] != "country"]
    named += [(twin["city"], twin) for twin in board["twins"]]
    count = 0
    for name, town in named:
        label = town["label"]
        box = label_box(name, label["x"], label["y"], label["anchor"], label["size"])
        own = distance_to_box((town["x"], town["y"]), box)
        count += any(distance_to_box(place, box) < own for place in places if place != (town["x"], town["y"]))
    return count


def _rectangle(r: dict[str, float]) -> Box:
    return r["x"], r["y"], r["x"] + r["w"], r["y"] + r["h"]


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _close(slot: Corners, box: Box) -> bool:
    x, y = slot[0]
    return box[0] - 1.2 < x < box[2] + 1.2 and box[1] - 1.2 < y < box[3] + 1.2


def _outside(board: dict[str, Any], slots: Sequence[Corners], places: Sequence[Point], labels: Sequence[Box]) -> int:
    width, height = board["width"], board["height"]

    def out(x: float, y: float, room: float) -> bool:
        return not (room <= x <= width - room and room <= y <= height - room)

    count = sum(any(out(x, y, 0) for x, y in slot) for slot in slots)
    count += sum(out(x, y, TOWN_RADIUS) for x, y in places)
    return count + sum(any(out(x, y, 0) for x, y in box_corners(box)) for box in labels)


def towns_in_water(board: dict[str, Any]) -> list[str]:
    """Towns that are not on land (a board without land has none)."""
    wrong = []
    frames = [(inset["frame"], inset.get("land", []), inset.get("water", [])) for inset in board["insets"]]
    for name, city in board["cities"].items():
        if city["kind"] == "country":
            continue
        here = (city["x"], city["y"])
        land, water = next(
            ((land, water) for (x, y, w, h), land, water in frames if x <= here[0] <= x + w and y <= here[1] <= y + h),
            (board["land"], board["water"]),
        )
        if land and (not inside_any(here, land) or inside_any(here, water)):
            wrong.append(name)
    return wrong


def _crossings(board: dict[str, Any], game_map: GameMap) -> tuple[int, int]:
    """Crossings of connections drawn, and of straight lines between the true places."""
    drawn = true = 0
    known = True
    for panel in make_panels(game_map, Hints.of(game_map.folder)):
        projection = panel.projection(0)
        known = known and projection is not None
        for one, other in itertools.combinations(panel.bundles, 2):
            shared = {one.a, one.b} & {other.a, other.b}
            first, second = board["routes"][one.routes[0]]["curve"], board["routes"][other.routes[0]]["curve"]
            if polylines_cross(_trimmed(first) if shared else first, _trimmed(second) if shared else second):
                drawn += 1
            if (
                projection
                and not shared
                and segments_cross(*(_true(panel, projection, n) for n in (one.a, one.b, other.a, other.b)))
            ):
                true += 1
    return drawn, true if known else drawn


def _trimmed(curve: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    return curve[1:-1]


def _true(panel: Panel, projection: Projection, node: int) -> Point:
    place = panel.nodes[node].place
    assert place is not None
    return projection(*place)


def _moved(board: dict[str, Any], game_map: GameMap) -> dict[str, float | None]:
    """How far towns lie from their true place, in slots."""
    projections = {"": board.get("projection"), **{inset["name"]: inset.get("projection") for inset in board["insets"]}}
    far: list[float] = []
    for city in game_map.cities:
        data = projections.get(city.region) or projections[""]
        if city.kind == "country" or data is None or city.lon is None or city.lat is None:
            continue
        here = board["cities"][city.name]
        far.append(math.dist((here["x"], here["y"]), Projection.from_dict(data)(city.lon, city.lat)))
    if not far:
        return {"mean_moved": None, "most_moved": None}
    return {"mean_moved": round(sum(far) / len(far), 3), "most_moved": round(max(far), 3)}


def table(name: str, measured: dict[str, Any]) -> str:
    """The measured numbers as text, one a line."""
    lines = [f"{name}: {'good' if good(measured) else 'NOT good enough'}"]
    for key, value in measured.items():
        mark = "  <-- must be 0" if key in ZERO and value else ""
        lines.append(f"  {key.replace('_', ' '):22} {value}{mark}")
    return "\n".join(lines)
