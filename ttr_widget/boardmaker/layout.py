"""Lay out one panel: towns near their true places, room for every slot, smooth lines, names that hit nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ttr_widget.boardmaker import sizes
from ttr_widget.boardmaker.curves import Lane, lanes_along
from ttr_widget.boardmaker.names import Name, choose_spots, make_names, name_boxes, offer_smaller, polish
from ttr_widget.boardmaker.plan import Bundle, Hints, Panel
from ttr_widget.boardmaker.projection import Projection
from ttr_widget.boardmaker.relax import ALONG, END, REST, Chains, chain_slots, make_chains, relax
from ttr_widget.boardmaker.room import Room
from ttr_widget.boardmaker.shapes import convex_overlap, distance_to_polygon, near_pairs, slot_corners
from ttr_widget.boardmaker.simple import graph_places

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap

Array = NDArray[np.float64]

LABEL_SHARE = 1 / 74  # of a board's width is the letter size of a town's name
REPAIRS = 24
PATIENCE = 10  # so many repairs are tried before names may become smaller


@dataclass(slots=True)
class Layout:
    """A panel laid out in its own coordinates."""

    panel: Panel
    projection: Projection | None
    true: Array
    P: Array
    lanes: dict[int, Lane]
    names: list[Name]

    def shift(self, dx: float, dy: float) -> None:
        """Move everything."""
        step = np.array([dx, dy])
        self.true, self.P = self.true + step, self.P + step
        self.projection = self.projection.moved(dx, dy) if self.projection else None
        for lane in self.lanes.values():
            lane.curve = lane.curve + step
            lane.slots = lane.slots + np.array([dx, dy, 0])

    @property
    def label_size(self) -> float | None:
        """The letters of town names."""
        return self.names[0].size if self.names else None

    def slots(self) -> Array:
        """Every slot: x, y, degrees."""
        return np.vstack([lane.slots for lane in self.lanes.values()]) if self.lanes else np.zeros((0, 3))

    def boxes(self) -> Array:
        """The boxes of the names: left, top, right, bottom."""
        boxes = [np.array(name.spot.box) + np.tile(self.P[name.spot.node], 2) for name in self.names]
        return np.array(boxes).reshape(-1, 4)

    def room(self) -> Room:
        """What is taken by this panel."""
        slots = self.slots()
        turn = np.radians(slots[:, 2])
        way = np.column_stack([np.cos(turn), np.sin(turn)])
        return Room(np.vstack([slots[:, :2] + u * way for u in ALONG]), self.P, self.boxes())


def lay_out(game_map: GameMap, panel: Panel, hints: Hints, label_size: float | None = None) -> Layout:
    """Find the places of a panel's towns, slots and names; an inset gets the label size of the main map."""
    settings = hints.panel(panel.name)
    projection = panel.projection(float(settings.get("tilt", 0.0)), float(settings.get("stretch", 1.0)))
    places = _start_places(panel, projection)
    scale = _scale(places, panel.bundles, float(settings.get("room", 60.0)))
    true = places * scale
    pull = np.array([0.3 if node.kind == "end" else 1.0 for node in panel.nodes])
    vias = [
        np.array([projection(*p) for p in b.via]) * scale if projection and b.via else np.zeros((0, 2))
        for b in panel.bundles
    ]
    chains = make_chains(true, pull, panel.bundles, vias)
    relax(chains, 500, pull=(0.12, 0.06), push=(0.05, 0.3))
    relax(chains, 900, pull=(0.06, 0.03), push=(0.3, 0.9), smooth=(0.0, 0.2))
    names = make_names(panel.nodes, chains.P, label_size or _label_size(chains.P))
    for turn in range(4):
        choose_spots(names, chains.P, chain_slots(chains), loyalty=0.3 if turn else 0.0)
        relax(chains, 350, pull=(0.04, 0.02), push=(0.6, 1.0), boxes=name_boxes(names), smooth=(0.2, 0.5))
    lanes = _repair(chains, names, game_map)
    layout = Layout(panel, projection.rescaled(scale) if projection else None, true, chains.P, lanes, names)
    polish(names, layout.P, layout.slots())
    if layout.projection:
        _refit(layout)
    return layout


def _label_size(P: Array) -> float:
    """Letters of the same size on the finished picture, whether the board has few slots or many."""
    width, height = P.max(0) - P.min(0)
    size = (max(width, 1.15 * height) + 4) * LABEL_SHARE
    return float(max(sizes.SMALLEST_LABEL, min(sizes.LABEL_SIZE, size)))


def _repair(chains: Chains, names: list[Name], game_map: GameMap) -> dict[int, Lane]:
    """Relax a little more, until nothing covers anything; the best try counts."""
    bundle_of = {route: k for k, bundle in enumerate(chains.bundles) for route in bundle.routes}
    best: tuple[float, Array, list[int], dict[int, Lane]] | None = None
    for turn in range(REPAIRS):
        if turn == PATIENCE:
            offer_smaller(names, chains.P)
        lanes = _lanes(chains, game_map)
        slots = np.vstack([lane.slots for lane in lanes.values()]) if lanes else np.zeros((0, 3))
        touching = _collisions(lanes, chains.P)
        bad = choose_spots(names, chains.P, slots, loyalty=0.3) + 20 * len(touching)
        if best is None or bad < best[0]:
            best = (bad, chains.P.copy(), [name.chosen for name in names], lanes)
        if bad == 0:
            break
        for one, other in touching:
            if one == other:
                chains.stretch(bundle_of[one])
            for bundle in {bundle_of[one], bundle_of[other]}:
                chains.urge(bundle)
        relax(
            chains,
            140,
            pull=(0.02, 0.01),
            push=(1.0, 1.0),
            boxes=name_boxes(names),
            smooth=(0.6, 1.0),
            shape=0.012,
        )
    assert best is not None
    chains.P = best[1]
    for name, chosen in zip(names, best[2], strict=True):
        name.chosen = chosen
    return best[3]


def _collisions(lanes: dict[int, Lane], P: Array) -> list[tuple[int, int]]:
    """Pairs of routes whose slots touch, with a little air; (route, route) twice for a slot on a town."""
    slots = [(route, float(x), float(y), float(turn)) for route, lane in lanes.items() for x, y, turn in lane.slots]
    corners = [slot_corners(slot[1:], sizes.SLOT_LENGTH + 0.02, sizes.SLOT_WIDTH + 0.03) for slot in slots]
    middles = [slot[1:3] for slot in slots]
    found = [(slots[i][0], slots[j][0]) for i, j in near_pairs(middles, 1.1) if convex_overlap(corners[i], corners[j])]
    for x, y in P:
        for (route, u, v, _), box in zip(slots, corners, strict=True):
            near = abs(u - x) < 1 and abs(v - y) < 1
            if near and distance_to_polygon((float(x), float(y)), box) < sizes.TOWN_RADIUS + 0.03:
                found.append((route, route))
    return found


def _start_places(panel: Panel, projection: Projection | None) -> Array:
    if projection is None:
        edges = [(b.a, b.b, b.length) for b in panel.bundles]
        return np.array(graph_places(len(panel.nodes), edges)).reshape(-1, 2)
    return np.array([projection(*node.place) for node in panel.nodes if node.place is not None])


def _scale(places: Array, bundles: list[Bundle], percent: float) -> float:
    """So many slots to one unit that this percentage of the connections has room along the straight line."""
    if not bundles:
        return 1.0
    wanted = [(b.length * REST + 2 * (END - 0.5)) / max(math.dist(places[b.a], places[b.b]), 1e-9) for b in bundles]
    return float(np.percentile(wanted, percent))


def _lanes(chains: Chains, game_map: GameMap) -> dict[int, Lane]:
    lanes: dict[int, Lane] = {}
    for number, bundle in enumerate(chains.bundles):
        stops = np.vstack([chains.P[bundle.a], chains.Q[chains.slice(number)], chains.P[bundle.b]])
        start = game_map.routes[bundle.routes[0]].a
        for route, lane in zip(bundle.routes, lanes_along(stops, len(bundle.routes)), strict=True):
            if game_map.routes[route].a != start:  # slots run from the route's own first town
                lane.curve, lane.slots = lane.curve[::-1], lane.slots[::-1] + np.array([0, 0, 180])
            lanes[route] = lane
    return lanes


def _refit(layout: Layout) -> None:
    """Scale and shift of the projection that fit the moved towns best."""
    towns = [i for i, node in enumerate(layout.panel.nodes) if node.kind != "end"]
    true, moved = layout.true[towns], layout.P[towns]
    a, b = true - true.mean(0), moved - moved.mean(0)
    factor = float((a * b).sum() / max((a * a).sum(), 1e-9))
    shift = moved.mean(0) - factor * true.mean(0)
    assert layout.projection is not None
    layout.projection = layout.projection.rescaled(factor).moved(float(shift[0]), float(shift[1]))
    layout.true = layout.true * factor + shift
