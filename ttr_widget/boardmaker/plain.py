"""A plain board with the standard library only, for maps without a board.json: straight or evenly bent rows."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

from ttr_widget.boardmaker import sizes
from ttr_widget.boardmaker.plan import Bundle, Hints, Node, Panel, make_panels
from ttr_widget.boardmaker.shapes import (
    Box,
    box_corners,
    convex_overlap,
    distance_to_box,
    distance_to_polygon,
    label_box,
    slot_corners,
)
from ttr_widget.boardmaker.simple import graph_places

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap

Point = tuple[float, float]
Slot = tuple[float, float, float]
Row = tuple[list[Slot], list[Point]]  # slots and middle line of one route

ROUNDS = 250
BOWS = (0.25, -0.25, 0.5, -0.5, 0.8, -0.8, 1.2, -1.2, 1.7, -1.7)
TOWNS_APART = 2.0
EDGE = sizes.TOWN_RADIUS + 0.14  # a row of slots starts this far from the middle of its town
TITLE_HEIGHT = 1.5
LEGEND = (7.4, 2.2)


def plain_board(game_map: GameMap) -> dict[str, Any]:
    """A drawable board for any map, with the keys of board.json; the same map always gives the same board."""
    (panel,) = make_panels(game_map, Hints({}, {}, {}))
    towns = _places(panel)
    lanes: dict[int, Row] = {}
    for bundle, bow in zip(panel.bundles, _bend_apart(panel.bundles, towns), strict=True):
        start = game_map.routes[bundle.routes[0]].a
        for route, (slots, curve) in zip(bundle.routes, _rows(bundle, towns, bow), strict=True):
            if game_map.routes[route].a != start:
                slots, curve = [(x, y, angle + 180) for x, y, angle in reversed(slots)], curve[::-1]
            lanes[route] = slots, curve
    labels = _labels(panel.nodes, towns, [slot for slots, _ in lanes.values() for slot in slots])
    return _write(game_map, panel, towns, lanes, labels)


def _places(panel: Panel) -> list[Point]:
    """Towns at their true places (or as the graph wants), pushed apart until the rows of slots fit between them."""
    edges = [(b.a, b.b, b.length) for b in panel.bundles]
    projection = panel.projection(0.0)
    if projection is None:
        true = graph_places(len(panel.nodes), edges)
    else:
        known = [projection(*node.place) if node.place else (0.0, 0.0) for node in panel.nodes]
        ratios = sorted(_need(length) / max(math.dist(known[a], known[b]), 1e-9) for a, b, length in edges)
        scale = ratios[int(0.7 * (len(ratios) - 1))] if ratios else 10.0
        true = [(x * scale, y * scale) for x, y in known]
        for bundle in panel.bundles:
            for end, town in ((bundle.a, bundle.b), (bundle.b, bundle.a)):
                if panel.nodes[end].kind == "end":
                    true[end] = _towards(true[town], true[end], _need(bundle.length))
    # Places that coincide (ends of one country) get a small, fixed difference, so that they can be pushed apart.
    places = [[x + 0.01 * math.cos(2.4 * i), y + 0.01 * math.sin(2.4 * i)] for i, (x, y) in enumerate(true)]
    for turn in range(ROUNDS):
        _spread(panel, places, true, pull=0.04 * (1 - turn / ROUNDS))
    return [(x, y) for x, y in places]


def _towards(start: Point, goal: Point, far: float) -> Point:
    """The point so far from the start in the direction of the goal."""
    size = math.dist(start, goal) or 1e-9
    return start[0] + far * (goal[0] - start[0]) / size, start[1] + far * (goal[1] - start[1]) / size


def _need(length: int) -> float:
    return length * (sizes.SLOT_LENGTH + 0.06) + 2 * EDGE


def _spread(panel: Panel, places: list[list[float]], true: list[Point], pull: float) -> None:
    for bundle in panel.bundles:
        _keep_apart(places[bundle.a], places[bundle.b], _need(bundle.length), 0.3)
    for one, other in itertools.combinations(places, 2):
        _keep_apart(one, other, TOWNS_APART, 0.5)
    for bundle in panel.bundles:
        a, b = places[bundle.a], places[bundle.b]
        clear = sizes.TOWN_RADIUS + len(bundle.routes) * sizes.LANE / 2 + 0.3
        for number, town in enumerate(places):
            if number not in (bundle.a, bundle.b):
                _off_line(town, a, b, clear)
    for (x, y), place in zip(true, places, strict=True):
        place[0] += pull * (x - place[0])
        place[1] += pull * (y - place[1])


def _keep_apart(one: list[float], other: list[float], wanted: float, share: float) -> None:
    dx, dy = other[0] - one[0], other[1] - one[1]
    far = math.hypot(dx, dy) or 1e-6
    if far >= wanted:
        return
    step = share * (wanted - far) / far / 2
    one[0] -= step * dx
    one[1] -= step * dy
    other[0] += step * dx
    other[1] += step * dy


def _off_line(town: list[float], a: list[float], b: list[float], clear: float) -> None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy or 1e-9
    t = ((town[0] - a[0]) * dx + (town[1] - a[1]) * dy) / size
    if not 0 < t < 1:
        return
    gx, gy = town[0] - a[0] - t * dx, town[1] - a[1] - t * dy
    far = math.hypot(gx, gy) or 1e-6
    if far < clear:
        step = 0.3 * (clear - far) / far
        town[0] += step * gx
        town[1] += step * gy
        for end in (a, b):
            end[0] -= step * gx / 2
            end[1] -= step * gy / 2


def _bows(bundles: list[Bundle]) -> list[float]:
    """Connections of different length between the same two towns bend to either side."""
    groups: dict[frozenset[int], list[int]] = {}
    for number, bundle in enumerate(bundles):
        groups.setdefault(frozenset((bundle.a, bundle.b)), []).append(number)
    bows = [0.0] * len(bundles)
    for numbers in groups.values():
        for place, number in enumerate(numbers):
            side = 1 if bundles[number].a < bundles[number].b else -1
            bows[number] = side * (place - (len(numbers) - 1) / 2) * 1.2
    return bows


def _rows(bundle: Bundle, towns: list[Point], bow: float) -> list[Row]:
    """The parallel routes of a bundle."""
    count = len(bundle.routes)
    asides = [(lane - (count - 1) / 2) * sizes.LANE for lane in range(count)]
    return [_row(towns[bundle.a], towns[bundle.b], bundle.length, bow, aside) for aside in asides]


def _bend_apart(bundles: list[Bundle], towns: list[Point]) -> list[float]:
    """A bow for every connection: straight where nothing is in the way, else the one that hits least."""
    bows = _bows(bundles)
    placed = [[slot for row, _ in _rows(b, towns, bow) for slot in row] for b, bow in zip(bundles, bows, strict=True)]
    for _ in range(3):
        for number, bundle in enumerate(bundles):
            near = _near_slots(number, bundle, placed, towns)
            best = (_hits(placed[number], near, towns), 0.0, bows[number], placed[number])
            if best[0]:
                for step in BOWS:
                    bow = bows[number] + step
                    slots = [slot for row, _ in _rows(bundle, towns, bow) for slot in row]
                    best = min(best, (_hits(slots, near, towns), abs(step), bow, slots))
            bows[number], placed[number] = best[2], best[3]
    return bows


def _near_slots(number: int, bundle: Bundle, placed: list[list[Slot]], towns: list[Point]) -> list[Slot]:
    (ax, ay), (bx, by) = towns[bundle.a], towns[bundle.b]
    reach = 2.5
    return [
        slot
        for other, slots in enumerate(placed)
        if other != number
        for slot in slots
        if min(ax, bx) - reach < slot[0] < max(ax, bx) + reach and min(ay, by) - reach < slot[1] < max(ay, by) + reach
    ]


def _hits(slots: list[Slot], others: list[Slot], towns: list[Point]) -> int:
    """How many slots (with a little air) and towns are hit."""
    count = 0
    for slot in slots:
        box = slot_corners(slot, sizes.SLOT_LENGTH, sizes.SLOT_WIDTH + 0.04)
        for other in others:
            if math.hypot(slot[0] - other[0], slot[1] - other[1]) < 1.08:
                count += convex_overlap(box, slot_corners(other))
        for town in towns:
            if math.hypot(slot[0] - town[0], slot[1] - town[1]) < 0.95:
                count += distance_to_polygon(town, box) < sizes.TOWN_RADIUS
    return count


def _row(a: Point, b: Point, length: int, bow: float, aside: float) -> Row:
    """Slots and middle line of one route: an arc with this bow, bent more until the slots fit."""
    line = _arc(a, b, bow)
    while _size(line) < length + 2 * EDGE + 0.02 * (length - 1) and abs(bow) < 12:
        bow += 0.1 if bow >= 0 else -0.1
        line = _arc(a, b, bow)
    total = _size(line)
    gap = min((total - 2 * EDGE - length) / max(length - 1, 1), 0.35) if length > 1 else 0.0
    step = sizes.SLOT_LENGTH + max(gap, 0.0)
    first = (total - step * (length - 1)) / 2
    slots = []
    for k in range(length):
        middle = first + k * step
        (x, y), (x0, y0), (x1, y1) = (_at(line, middle + d) for d in (0, -0.5, 0.5))
        turn = math.atan2(y1 - y0, x1 - x0)
        slots.append((x - aside * math.sin(turn), y + aside * math.cos(turn), math.degrees(turn)))
    curve = [a, *((x, y) for x, y, _ in slots), b]
    return slots, curve


def _arc(a: Point, b: Point, bow: float) -> list[Point]:
    count = 24
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = math.hypot(dx, dy) or 1e-6
    points = []
    for k in range(count + 1):
        t = k / count
        off = bow * math.sin(math.pi * t) / size
        points.append((a[0] + t * dx - off * dy, a[1] + t * dy + off * dx))
    return points


def _size(line: list[Point]) -> float:
    return sum(math.dist(p, q) for p, q in itertools.pairwise(line))


def _at(line: list[Point], distance: float) -> Point:
    """The point this far along the line; beyond its ends it goes straight on."""
    for p, q in itertools.pairwise(line):
        size = math.dist(p, q) or 1e-9
        if distance <= size or q is line[-1]:
            t = distance / size
            return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
        distance -= size
    return line[-1]


def _labels(nodes: list[Node], towns: list[Point], slots: list[Slot]) -> list[dict[str, Any]]:
    """A place for each name near its town: the first of several with the fewest collisions."""
    corners = [slot_corners(slot) for slot in slots]
    taken: list[Box] = []
    labels = []
    for node, (x, y) in zip(nodes, towns, strict=True):
        best: tuple[float, dict[str, Any], Box] | None = None
        for cost, (dx, dy, anchor) in enumerate(_around()):
            label = {"x": x + dx, "y": y + dy, "anchor": anchor, "size": sizes.LABEL_SIZE}
            box = label_box(node.name, x + dx, y + dy, anchor, sizes.LABEL_SIZE)
            if best is not None and best[0] < 0.01 * cost:
                break
            own = box_corners(box)
            near = [c for c in corners if box[0] - 1.2 < c[0][0] < box[2] + 1.2 and abs(c[0][1] - box[1]) < 2]
            total = 0.01 * cost + sum(convex_overlap(own, slot) for slot in near)
            total += 2 * sum(distance_to_box(town, box) < sizes.TOWN_RADIUS for town in towns)
            total += 3 * sum(b[0] < box[2] and box[0] < b[2] and b[1] < box[3] and box[1] < b[3] for b in taken)
            if best is None or total < best[0]:
                best = (total, label, box)
        assert best is not None
        labels.append(best[1])
        taken.append(best[2])
    return labels


def _around() -> list[tuple[float, float, str]]:
    spots = []
    for away in (0.38, 0.6, 0.9, 1.2, 1.5):
        for k in (0, 8, 4, 12, 2, 14, 6, 10, 1, 15, 7, 9, 3, 5, 11, 13):
            cos, sin = math.cos(k * math.pi / 8), math.sin(k * math.pi / 8)
            anchor = "middle" if abs(cos) < 0.1 else "start" if cos > 0 else "end"
            base = 0.12 + (0.22 if sin > 0.1 else -0.12 if sin < -0.1 else 0.0)
            spots.append((away * cos, away * sin + base, anchor))
    return spots


def _write(
    game_map: GameMap,
    panel: Panel,
    towns: list[Point],
    lanes: dict[int, Row],
    labels: list[dict[str, Any]],
) -> dict[str, Any]:
    boxes = [
        label_box(node.name, label["x"], label["y"], label["anchor"], label["size"])
        for node, label in zip(panel.nodes, labels, strict=True)
    ]
    points = [
        *(corner for slots, _ in lanes.values() for slot in slots for corner in slot_corners(slot)),
        *((x + d, y + d) for x, y in towns for d in (-sizes.TOWN_RADIUS, sizes.TOWN_RADIUS)),
        *(corner for box in boxes for corner in ((box[0], box[1]), (box[2], box[3]))),
    ]
    left, right = min(x for x, _ in points) - sizes.MARGIN, max(x for x, _ in points) + sizes.MARGIN
    top, bottom = min(y for _, y in points) - sizes.MARGIN, max(y for _, y in points) + sizes.MARGIN
    title = sizes.text_width(game_map.title, 0.9) + 1.2
    width = max(right - left, title + LEGEND[0] + 2.4)
    left -= (width - (right - left)) / 2
    top -= LEGEND[1] + 0.3  # a strip above the map for the title and the legend
    board: dict[str, Any] = {
        "version": 1, "map": game_map.name, "width": round(width, 3), "height": round(bottom - top, 3),
        "slot": {"length": sizes.SLOT_LENGTH, "width": sizes.SLOT_WIDTH}, "town": {"radius": sizes.TOWN_RADIUS},
        "projection": None, "cities": {}, "endpoints": [], "twins": [], "routes": [],
        "title": {"x": 0.6, "y": 0.6, "w": round(title, 3), "h": TITLE_HEIGHT},
        "legend": {"x": round(width - LEGEND[0] - 0.6, 3), "y": 0.6, "w": LEGEND[0], "h": LEGEND[1]},
        "land": [], "water": [], "borders": [], "rivers": [], "regions": [], "insets": [], "labels": [],
    }  # fmt: skip
    cities: dict[str, Any] = {}
    for node, (x, y), label in zip(panel.nodes, towns, labels, strict=True):
        here = {"x": round(x - left, 3), "y": round(y - top, 3)}
        label = {**label, "x": round(label["x"] - left, 3), "y": round(label["y"] - top, 3)}
        if node.kind == "end":
            first = node.name not in cities
            if first:
                cities[node.name] = {**here, "label": label, "kind": "country"}
            for k, city in enumerate(node.entries):
                own = None if first or k else label
                board["endpoints"].append({"country": node.name, "city": city, **here, "label": own})
        else:
            cities[node.name] = {**here, "label": label, "kind": "city"}
    missing = {"label": {"x": 0.9, "y": 0.9, "anchor": "start", "size": sizes.LABEL_SIZE}, "kind": "country"}
    board["cities"] = {city.name: cities.get(city.name, {"x": 0.9, "y": 0.9, **missing}) for city in game_map.cities}
    for number, route in enumerate(game_map.routes):
        slots, curve = lanes[number]
        board["routes"].append({
            "a": route.a, "b": route.b,
            "slots": [[round(x - left, 3), round(y - top, 3), round(angle, 1)] for x, y, angle in slots],
            "curve": [[round(x - left, 3), round(y - top, 3)] for x, y in curve],
        })  # fmt: skip
    return board
