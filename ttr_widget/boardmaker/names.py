"""Where the names go: beside their town, off every slot, town and other name; a country has a banner for its ends."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ttr_widget.boardmaker.plan import Node
from ttr_widget.boardmaker.relax import Boxes
from ttr_widget.boardmaker.sizes import ASCENT, DESCENT, SLOT_LENGTH, SLOT_WIDTH, TOWN_RADIUS, text_width

Array = NDArray[np.float64]

ANGLES = 24
AWAY = (0.0, 0.14, 0.3, 0.5, 0.75)
FINE_AWAY = tuple(0.05 * k for k in range(18))
SHRUNK = (0.92, 0.84, 0.76)  # a name that fits nowhere may be a little smaller
ENDS_APART = 3.4  # ends of one country nearer than this share a banner
PADDING = 0.14  # of a banner around its name
CLEAR = 0.07  # wanted between a name and anything else
BESIDE = 0.2  # wanted between two names in a line
FAR = 2.0  # what a slot's length between a name and its town costs
WIDER = (1.2, 0.4)  # what a name costs that makes the board wider or higher, by slot
STRANGE = 20.0  # what it costs if a name is nearly as near to another town


@dataclass(slots=True)
class Spot:
    """One possible place of a name: the town it hangs on, its box relative to that town, its anchor and letter size."""

    node: int
    box: tuple[float, float, float, float]
    anchor: str
    size: float
    cost: float


@dataclass(slots=True)
class Name:
    """A text beside one town, or beside one of several ends of a country."""

    text: str
    size: float
    nodes: list[int]
    banner: bool = False
    spots: list[Spot] = field(default_factory=list)
    chosen: int = 0

    @property
    def spot(self) -> Spot:
        return self.spots[self.chosen]


def make_names(nodes: list[Node], P: Array, size: float) -> list[Name]:
    """A name for every town and twin, and one for each group of near ends of a country (the largest has the banner)."""
    names = [Name(node.name, size, [i]) for i, node in enumerate(nodes) if node.kind != "end"]
    countries = dict.fromkeys(node.name for node in nodes if node.kind == "end")
    for country in countries:
        groups: list[list[int]] = []
        for i in (i for i, node in enumerate(nodes) if node.kind == "end" and node.name == country):
            near = [group for group in groups if any(math.dist(P[i], P[j]) < ENDS_APART for j in group)]
            groups = [group for group in groups if group not in near] + [
                sorted([i, *(j for group in near for j in group)])
            ]
        groups.sort(key=lambda group: (-len(group), group))
        names += [
            Name(country, size * (1.1 if k == 0 else 0.95), group, banner=k == 0) for k, group in enumerate(groups)
        ]
    for name in names:
        name.spots = [spot for node in name.nodes for spot in _spots(name, node, P, name.size)]
    return names


def offer_smaller(names: list[Name], P: Array) -> None:
    """Offer every name the same spots in smaller letters too."""
    for name in names:
        for factor in SHRUNK:
            for node in name.nodes:
                name.spots += _spots(name, node, P, name.size * factor)


def polish(names: list[Name], P: Array, slots: Array) -> None:
    """When all else stands still: look for a better spot, and larger letters, among many more."""
    for name in names:
        old = name.spot
        name.spots = [old]
        for factor in (1.0, 0.96, *SHRUNK):
            for node in name.nodes:
                name.spots += _spots(name, node, P, name.size * factor, finer=3)
        name.chosen = 0
    choose_spots(names, P, slots, loyalty=0.02)


def _spots(name: Name, node: int, P: Array, size: float, finer: int = 1) -> list[Spot]:
    pad = PADDING if name.banner else 0.0
    width, height = text_width(name.text, size) + 2 * pad, (ASCENT + DESCENT) * size + 2 * pad
    middle = P[name.nodes].mean(0) - P[node]
    spots = []
    smaller = 7.0 * (1 - size / name.size)
    for k in range(ANGLES * finer):
        angle = 2 * math.pi * k / (ANGLES * finer)
        cos, sin = math.cos(angle), math.sin(angle)
        for away in AWAY if finer == 1 else FINE_AWAY:
            reach = TOWN_RADIUS + 0.09 + away
            x = reach * cos + width / 2 * max(-1.0, min(1.0, 1.5 * cos))
            y = reach * sin + height / 2 * max(-1.0, min(1.0, 1.5 * sin))
            anchor = "middle" if name.banner or abs(cos) < 0.4 else "start" if cos > 0 else "end"
            cost = smaller + FAR * away + 0.12 * abs(math.sin(2 * angle)) + (0.05 if cos < -0.1 else 0)
            if len(name.nodes) > 1:
                cost += 0.25 * math.dist(middle, (x, y))
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            spots.append(Spot(node, box, anchor, size, cost))
    return spots


def choose_spots(names: list[Name], P: Array, slots: Array, loyalty: float = 0.0) -> float:
    """Pick a spot for every name: cheapest alone first, then in turns against the others until nothing changes.

    The sum of what is still hit is returned; 0 is a board without collisions.
    """
    boxes = [
        np.array([spot.box for spot in name.spots]) + np.tile(P[[spot.node for spot in name.spots]], 2)
        for name in names
    ]
    both = [_hits(name, box, P, slots) for name, box in zip(names, boxes, strict=True)]
    hits = [hit for hit, _ in both]
    alone = [
        hit + crowd + np.array([spot.cost for spot in name.spots])
        for name, (hit, crowd) in zip(names, both, strict=True)
    ]
    for name, cost in zip(names, alone, strict=True):
        if loyalty:
            cost[name.chosen] -= loyalty
        else:
            name.chosen = int(np.argmin(cost))
    total = 0.0
    for _ in range(12):
        changed, total = False, 0.0
        for i, name in enumerate(names):
            others = np.array([boxes[j][other.chosen] for j, other in enumerate(names) if j != i]).reshape(-1, 4)
            deep = np.minimum(boxes[i][:, None, 2:], others[None, :, 2:]) - np.maximum(
                boxes[i][:, None, :2], others[None, :, :2]
            )
            deep = (deep + np.array([BESIDE, CLEAR])).min(2)
            hit = np.where(deep > 0, 6 + 20 * deep, 0).sum(1)
            best = int(np.argmin(alone[i] + hit))
            changed = changed or best != name.chosen
            name.chosen = best
            total += float(hit[best] + hits[i][best])
        if not changed:
            break
    return total


def _hits(name: Name, box: Array, P: Array, slots: Array) -> tuple[Array, Array]:
    """What each spot of a name costs for slots and towns it would cover, and for those it is merely close to."""
    node = np.array([spot.node for spot in name.spots])
    near = slots[np.hypot(*(slots[:, :2] - P[name.nodes].mean(0)).T) < 9]
    deep = slot_depth(box, near) + CLEAR
    cost = np.where(deep > 0, 4 + 15 * deep, 0).sum(1)
    crowd = 0.5 * np.maximum(0, deep + 0.15).sum(1)
    far = _distance(P, box)
    own = far[np.arange(len(node)), node].copy()
    far[:, name.nodes] = 9
    deep = TOWN_RADIUS + CLEAR - far
    cost += np.where(deep > 0, 4 + 30 * deep, 0).sum(1)
    crowd += 1.2 * np.maximum(0, deep + 0.5).sum(1)  # nobody should wonder whose name it is
    crowd += STRANGE * np.maximum(0, 1.6 * own - far.min(1))
    beyond = np.maximum(0, P.min(0) - 0.6 - box[:, :2]) + np.maximum(0, box[:, 2:] - P.max(0) - 0.6)
    crowd += beyond @ np.array(WIDER)  # names that widen the board make everything smaller
    return cost, crowd


def slot_depth(boxes: Array, slots: Array) -> Array:
    """How deep each box (rows) reaches into each slot (columns); negative: how far they stay apart."""
    if not len(slots):
        return np.zeros((len(boxes), 0))
    turn = np.radians(slots[:, 2])
    cos, sin = np.cos(turn)[None], np.sin(turn)[None]
    middle, half = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
    dx, dy = slots[None, :, 0] - middle[:, None, 0], slots[None, :, 1] - middle[:, None, 1]
    u, v = SLOT_LENGTH / 2, SLOT_WIDTH / 2
    w, h = half[:, None, 0], half[:, None, 1]
    depth = np.minimum(
        np.minimum(
            w + u * np.abs(cos) + v * np.abs(sin) - np.abs(dx), h + u * np.abs(sin) + v * np.abs(cos) - np.abs(dy)
        ),
        np.minimum(
            u + w * np.abs(cos) + h * np.abs(sin) - np.abs(dx * cos + dy * sin),
            v + w * np.abs(sin) + h * np.abs(cos) - np.abs(dy * cos - dx * sin),
        ),
    )
    return np.asarray(depth, dtype=np.float64)


def _distance(points: Array, boxes: Array) -> Array:
    """From every box (rows) to every point (columns)."""
    x = np.maximum(0, np.maximum(boxes[:, None, 0] - points[None, :, 0], points[None, :, 0] - boxes[:, None, 2]))
    y = np.maximum(0, np.maximum(boxes[:, None, 1] - points[None, :, 1], points[None, :, 1] - boxes[:, None, 3]))
    return np.asarray(np.hypot(x, y), dtype=np.float64)


def name_boxes(names: list[Name]) -> Boxes:
    """The chosen spots as boxes that push slots away during the next relaxation."""
    if not names:
        return Boxes.none()
    return Boxes(
        np.array([name.spot.node for name in names], dtype=np.int64), np.array([name.spot.box for name in names])
    )


def label_of(name: Name, P: Array) -> dict[str, object]:
    """The chosen place in the form of board.json: base line, anchor, size."""
    left, _, right, bottom = name.spot.box
    pad = PADDING if name.banner else 0.0
    x = {"start": left + pad, "middle": (left + right) / 2, "end": right - pad}[name.spot.anchor]
    y = bottom - pad - DESCENT * name.spot.size
    at = P[name.spot.node]
    return {"x": float(at[0] + x), "y": float(at[1] + y), "anchor": name.spot.anchor, "size": round(name.spot.size, 3)}
