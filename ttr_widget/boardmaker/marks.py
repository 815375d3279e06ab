"""Places for the toll numbers: a small disc beside each connection, off every slot, town and name."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ttr_widget.boardmaker.shapes import (
    Box,
    Corners,
    distance_to_box,
    distance_to_polygon,
    label_box,
    slot_corners,
)
from ttr_widget.boardmaker.sizes import MARK_RADIUS, SLOT_WIDTH, TOWN_RADIUS

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap

Point = tuple[float, float]
AIR = 0.05


def place_marks(board: dict[str, Any], game_map: GameMap) -> None:
    """Give every route with a toll a `mark`, one for all routes of a double."""
    slots = [slot_corners(slot) for route in board["routes"] for slot in route["slots"]]
    towns = [(city["x"], city["y"]) for city in board["cities"].values()]
    boxes = [label_box(name, *_label(city["label"])) for name, city in board["cities"].items()]
    taken: list[Point] = []
    for group in game_map.route_groups:
        if game_map.routes[group[0]].toll:
            spots = _spots([board["routes"][route] for route in group])
            best = min(spots, key=lambda spot: spot[1] + _cost(spot[0], slots, towns, boxes, taken))[0]
            taken.append(best)
            for route in group:
                board["routes"][route]["mark"] = [round(best[0], 3), round(best[1], 3)]


def _label(label: dict[str, Any]) -> tuple[float, float, str, float]:
    return label["x"], label["y"], label["anchor"], label["size"]


def _spots(lanes: list[dict[str, Any]]) -> list[tuple[Point, float]]:
    """Places on both sides of the outer lanes, the middle of the route first, with what each costs."""
    spots = []
    away = SLOT_WIDTH / 2 + MARK_RADIUS + AIR
    for lane in (lanes[0], lanes[-1]):
        count = len(lane["slots"])
        for k in range(4 * count + 1):
            part = k / 4 - 0.5
            slot = lane["slots"][max(0, min(count - 1, round(part)))]
            turn = math.radians(slot[2])
            off = (part - max(0, min(count - 1, round(part)))) * 1.1
            for side in (-1, 1):
                x = slot[0] + off * math.cos(turn) - side * away * math.sin(turn)
                y = slot[1] + off * math.sin(turn) + side * away * math.cos(turn)
                spots.append(((x, y), 0.2 * abs(part - (count - 1) / 2)))
    return spots


def _cost(at: Point, slots: list[Corners], towns: list[Point], boxes: list[Box], taken: list[Point]) -> float:
    cost = sum(20.0 for town in towns if math.dist(at, town) < TOWN_RADIUS + MARK_RADIUS + AIR)
    cost += sum(20.0 for box in boxes if distance_to_box(at, box) < MARK_RADIUS + AIR / 2)
    cost += sum(20.0 for other in taken if math.dist(at, other) < 2 * MARK_RADIUS + AIR)
    for slot in slots:
        if abs(at[0] - slot[0][0]) < 2 and abs(at[1] - slot[0][1]) < 2:
            gap = distance_to_polygon(at, slot) - MARK_RADIUS
            cost += 20.0 if gap < AIR / 2 else 0.3 * max(0.0, 0.3 - gap)
    return cost
