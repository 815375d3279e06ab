"""Beads on strings: towns and car slots pushed and pulled until every slot has room.

A connection of length L is a chain town - bead x L - town; a bead is a place for a car. Springs keep the beads apart,
bending keeps chains smooth, slots push slots, towns and names away, and every town is drawn back to its true place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import Delaunay, QhullError, cKDTree

from ttr_widget.boardmaker.plan import Bundle
from ttr_widget.boardmaker.sizes import GAP, LANE, SLOT_LENGTH, TOWN_RADIUS

Array = NDArray[np.float64]
Index = NDArray[np.int64]

REST = SLOT_LENGTH + GAP
END = SLOT_LENGTH / 2 + TOWN_RADIUS + GAP
ALONG = (-0.4, -0.2, 0.0, 0.2, 0.4)  # five discs stand for a slot
APART = 0.50  # wanted distance of the discs of two connections (0.4 would touch)
CLEAR = 0.62  # wanted distance of a disc from a foreign town
OWN_CLEAR = 0.53
TOWNS_APART = 1.75
LEADING = 0.25
NAMES = 1.6  # how hard names push slots
MOST_URGENT = 5.0
STRAIGHTEN = 0.05  # how much a smooth chain of one slot is drawn to the straight line in a step; longer ones less


@dataclass(slots=True)
class Boxes:
    """Name boxes that travel with a town: offsets of the left, top, right and bottom edge from its middle."""

    node: Index
    edges: Array

    @classmethod
    def none(cls) -> Boxes:
        return cls(np.zeros(0, dtype=np.int64), np.zeros((0, 4)))


@dataclass(slots=True)
class Smooth:
    """All chains of one length: how their beads look when drawn along a Bezier curve of low degree."""

    beads: Index  # chain by bead
    ends: Index  # chain by first and last town
    along: Array  # what the beads contribute
    from_ends: Array  # what the towns contribute

    def wanted(self, P: Array, Q: Array) -> Array:
        """The nearest places on a smooth curve."""
        places: Array = np.einsum("kj,njx->nkx", self.along, Q[self.beads]) + np.einsum(
            "ke,nex->nkx", self.from_ends, P[self.ends]
        )
        return places


@dataclass(slots=True)
class Chains:
    """The panel as arrays, and the present places of its towns (P) and beads (Q)."""

    true: Array
    pull: Array  # how strongly a town wants to be at its true place
    bundles: list[Bundle]
    P: Array
    Q: Array
    start: list[int]
    owner: Index
    previous: Index
    following: Index
    rest_before: Array
    rest_after: Array
    disc_bead: Index
    disc_along: Array
    disc_aside: Array
    neighbours: Index
    fan: Index
    fan_need: Array
    smooth: list[Smooth] = field(default_factory=list)
    led: Index = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # beads that should pass a certain place
    lead: Array = field(default_factory=lambda: np.zeros((0, 2)))
    urgency: Array = field(default_factory=lambda: np.zeros(0))  # of each bundle: how hard it pushes and is pushed

    def urge(self, bundle: int) -> None:
        """Let a bundle that still hits something push harder."""
        self.urgency[bundle] = min(MOST_URGENT, 1.3 * self.urgency[bundle])

    def stretch(self, bundle: int) -> None:
        """Give a bundle whose own slots touch a little more room between them."""
        here = self.slice(bundle)
        self.rest_before[here] *= 1.03
        self.rest_after[here] *= 1.03

    def slice(self, bundle: int) -> slice:
        return slice(self.start[bundle], self.start[bundle] + self.bundles[bundle].length)


def make_chains(true: Array, pull: Array, bundles: list[Bundle], vias: list[Array]) -> Chains:
    """Chains in their start position: straight (or by the via points) from town to town."""
    beads: list[Array] = []
    start: list[int] = []
    owner: list[int] = []
    bows = _bows(bundles)
    for number, bundle in enumerate(bundles):
        start.append(len(owner))
        stops = np.vstack([true[bundle.a], *([vias[number]] if len(vias[number]) else []), true[bundle.b]])
        beads.append(_along(stops, bundle.length, bows[number]))
        owner += [number] * bundle.length
    Q = np.vstack(beads) if beads else np.zeros((0, 2))
    count = len(Q)
    previous, following = np.arange(count) - 1, np.arange(count) + 1
    before, after = np.full(count, REST), np.full(count, REST)
    for number, bundle in enumerate(bundles):
        first, last = start[number], start[number] + bundle.length - 1
        previous[first], following[last] = count + bundle.a, count + bundle.b
        before[first] = after[last] = END
    lanes = [
        (bead, u, (lane - (len(bundles[k].routes) - 1) / 2) * LANE)
        for bead, k in enumerate(owner)
        for lane in range(len(bundles[k].routes))
        for u in ALONG
    ]
    fan, fan_need = _fan(bundles, start, len(true))
    led, lead = _led(Q, bundles, start, vias)
    return Chains(
        true=true, pull=pull, bundles=bundles, P=true.copy(), Q=Q, start=start, owner=np.array(owner, dtype=np.int64),
        previous=previous, following=following, rest_before=before, rest_after=after,
        disc_bead=np.array([lane[0] for lane in lanes], dtype=np.int64),
        disc_along=np.array([lane[1] for lane in lanes]), disc_aside=np.array([lane[2] for lane in lanes]),
        neighbours=_delaunay(true), fan=fan, fan_need=fan_need, smooth=_smooth(bundles, start),
        led=led, lead=lead, urgency=np.ones(len(bundles)),
    )  # fmt: skip


def _led(Q: Array, bundles: list[Bundle], start: list[int], vias: list[Array]) -> tuple[Index, Array]:
    """For every place a connection should pass: the bead that starts nearest to it."""
    led = [
        start[k] + int(np.argmin(np.hypot(*(Q[start[k] : start[k] + bundle.length] - place).T)))
        for k, bundle in enumerate(bundles)
        for place in vias[k]
    ]
    return np.array(led, dtype=np.int64), np.vstack([np.zeros((0, 2)), *vias])


def _smooth(bundles: list[Bundle], start: list[int]) -> list[Smooth]:
    result = []
    for length in sorted({bundle.length for bundle in bundles}):
        numbers = [k for k, bundle in enumerate(bundles) if bundle.length == length]
        way = END + REST * np.arange(length)
        t = way / (way[-1] + END)
        degree = 2 if length < 3 else 3 if length < 6 else 4
        basis = np.column_stack([comb(degree, i) * t**i * (1 - t) ** (degree - i) for i in range(degree + 1)])
        inner, outer = basis[:, 1:-1], basis[:, [0, -1]]
        along = inner @ np.linalg.pinv(inner)
        from_ends = outer - along @ outer
        straight = STRAIGHTEN / length
        along, from_ends = (
            (1 - straight) * along,
            (1 - straight) * from_ends + straight * np.column_stack([1 - t, t]),
        )
        result.append(
            Smooth(
                np.array([np.arange(start[k], start[k] + length) for k in numbers]),
                np.array([(bundles[k].a, bundles[k].b) for k in numbers]),
                along,
                from_ends,
            )
        )
    return result


def _bows(bundles: list[Bundle]) -> list[float]:
    """Connections between the same two towns start on either side of the straight line."""
    groups: dict[tuple[int, int], list[int]] = {}
    for number, bundle in enumerate(bundles):
        groups.setdefault((min(bundle.a, bundle.b), max(bundle.a, bundle.b)), []).append(number)
    bows = [0.0] * len(bundles)
    for numbers in groups.values():
        for place, number in enumerate(numbers):
            side = 1 if bundles[number].a < bundles[number].b else -1
            bows[number] = side * (place - (len(numbers) - 1) / 2) * 0.6
    return bows


def _along(stops: Array, count: int, bow: float) -> Array:
    steps = np.hypot(*np.diff(stops, axis=0).T)
    total = np.concatenate([[0.0], np.cumsum(steps)])
    at = (np.arange(count) + 1) / (count + 1)
    points = np.column_stack([np.interp(at * total[-1], total, stops[:, axis]) for axis in (0, 1)])
    way = stops[-1] - stops[0]
    aside = np.array([-way[1], way[0]]) / (np.hypot(*way) + 1e-9)
    bowed: Array = points + (bow * np.sin(np.pi * at))[:, None] * aside
    return bowed


def _fan(bundles: list[Bundle], start: list[int], towns: int) -> tuple[Index, Array]:
    """Pairs of first beads at one town that should leave at well-spread angles."""
    ends: list[list[tuple[int, int]]] = [[] for _ in range(towns)]
    for number, bundle in enumerate(bundles):
        ends[bundle.a].append((start[number], len(bundle.routes)))
        ends[bundle.b].append((start[number] + bundle.length - 1, len(bundle.routes)))
    pairs: list[tuple[int, int]] = []
    needs: list[float] = []
    for incident in ends:
        angle = min(0.6 * 2 * np.pi / max(len(incident), 1), 0.9)
        for i, (bead, lanes) in enumerate(incident):
            for other, more in incident[i + 1 :]:
                pairs.append((bead, other))
                needs.append(max(2 * END * np.sin(angle / 2), (lanes + more) / 2 * LANE + 0.12))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2), np.array(needs)


def _delaunay(points: Array) -> Index:
    try:
        triangles = Delaunay(points).simplices
    except (QhullError, ValueError):
        return np.zeros((0, 2), dtype=np.int64)
    edges = {tuple(sorted((int(t[i]), int(t[j])))) for t in triangles for i, j in ((0, 1), (1, 2), (0, 2))}
    return np.array(sorted(edges), dtype=np.int64)


def relax(
    chains: Chains,
    steps: int,
    *,
    pull: tuple[float, float],
    push: tuple[float, float],
    boxes: Boxes | None = None,
    smooth: tuple[float, float] = (0.0, 0.0),
    shape: float = 0.02,
) -> None:
    """Move towns and beads; `pull`, `push` and `smooth` go from their first to their second value.

    `smooth` is how far each step draws the beads onto a smooth curve: 0 not at all, 1 wholly.
    """
    boxes = boxes or Boxes.none()
    speed = np.zeros((len(chains.Q) + len(chains.P), 2))
    pairs: Index | None = None
    for step in range(steps):
        t = step / max(steps - 1, 1)
        discs, tangent = _discs(chains)
        if step % 6 == 0:
            pairs = _near(chains, discs)
        assert pairs is not None
        force = _forces(
            chains,
            discs,
            tangent,
            pairs,
            boxes,
            pull[0] + t * (pull[1] - pull[0]),
            push[0] + t * (push[1] - push[0]),
            shape,
        )
        speed = 0.72 * speed + (0.22 - 0.12 * t) * force
        size = np.hypot(speed[:, 0], speed[:, 1])
        speed *= (np.minimum(size, 0.09) / (size + 1e-12))[:, None]
        chains.Q += speed[: len(chains.Q)]
        chains.P += speed[len(chains.Q) :]
        share = smooth[0] + t * (smooth[1] - smooth[0])
        if share:
            for group in chains.smooth:
                here = chains.Q[group.beads]
                chains.Q[group.beads] = here + share * (group.wanted(chains.P, chains.Q) - here)


def _discs(c: Chains) -> tuple[Array, Array]:
    everything = np.vstack([c.Q, c.P])
    way = everything[c.following] - everything[c.previous]
    tangent = way / (np.hypot(way[:, 0], way[:, 1]) + 1e-9)[:, None]
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]])
    discs = (
        c.Q[c.disc_bead] + c.disc_along[:, None] * tangent[c.disc_bead] + c.disc_aside[:, None] * normal[c.disc_bead]
    )
    return discs, tangent


def _near(c: Chains, discs: Array) -> Index:
    pairs: Index = cKDTree(discs).query_pairs(APART + 0.35, output_type="ndarray")
    owner = c.owner[c.disc_bead]
    foreign: Index = pairs[owner[pairs[:, 0]] != owner[pairs[:, 1]]]
    return foreign


def _add(target: Array, where: Any, what: Array) -> None:
    for axis in (0, 1):
        target[:, axis] += np.bincount(where, what[:, axis], minlength=len(target))


def _forces(
    c: Chains, discs: Array, tangent: Array, pairs: Index, boxes: Boxes, pull: float, push: float, shape: float
) -> Array:
    beads = len(c.Q)
    everything = np.vstack([c.Q, c.P])
    force = np.zeros_like(everything)
    _springs(c, everything, force)
    on_disc = np.zeros_like(discs)
    gap = discs[pairs[:, 0]] - discs[pairs[:, 1]]
    far = np.hypot(gap[:, 0], gap[:, 1]) + 1e-9
    urgency = c.urgency[c.owner[c.disc_bead[pairs]]].max(1)
    strength = (push * urgency * np.maximum(0, APART - far) / far)[:, None] * gap
    _add(on_disc, pairs[:, 0], strength)
    _add(on_disc, pairs[:, 1], -strength)
    on_town = _town_push(c, discs, push, on_disc)
    _box_push(c, discs, boxes, push, on_disc, on_town)
    on_town += pull * c.pull[:, None] * (c.true - c.P)
    if len(c.neighbours):
        i, j = c.neighbours.T
        want = c.true[i] - c.true[j]
        bend = (shape / np.maximum(1, np.hypot(want[:, 0], want[:, 1]) / 4))[:, None] * (want - (c.P[i] - c.P[j]))
        _add(on_town, i, bend)
        _add(on_town, j, -bend)
    force[beads:] += on_town
    # A push on a disc moves its bead, and off the middle it also turns the slot by moving the bead's neighbours.
    _add(force[:beads], c.disc_bead, on_disc)
    turn = (
        c.disc_along[:, None] * on_disc + c.disc_aside[:, None] * np.column_stack([on_disc[:, 1], -on_disc[:, 0]])
    ) / (2 * REST)
    _add(force, c.following[c.disc_bead], turn)
    _add(force, c.previous[c.disc_bead], -turn)
    _add(force, c.led, LEADING * (c.lead - c.Q[c.led]))
    if len(c.fan):
        gap = c.Q[c.fan[:, 0]] - c.Q[c.fan[:, 1]]
        far = np.hypot(gap[:, 0], gap[:, 1]) + 1e-9
        strength = (0.5 * push * np.maximum(0, c.fan_need - far) / far)[:, None] * gap
        _add(force, c.fan[:, 0], strength)
        _add(force, c.fan[:, 1], -strength)
    return force


def _springs(c: Chains, everything: Array, force: Array) -> None:
    beads = len(c.Q)
    index = np.arange(beads)
    for other, rest in ((c.previous, c.rest_before), (c.following, c.rest_after)):
        way = everything[other] - c.Q
        far = np.hypot(way[:, 0], way[:, 1]) + 1e-9
        soft = np.where(other >= beads, 0.07, 0.13)
        pulling = (np.where(far < rest, 0.75, soft) * (far - rest) / far)[:, None] * way
        _add(force, index, pulling)
        _add(force, other, -pulling)
    weight = (c.rest_after / (c.rest_before + c.rest_after))[:, None]
    bend = 0.30 * (weight * everything[c.previous] + (1 - weight) * everything[c.following] - c.Q)
    _add(force, index, bend)
    _add(force, c.previous, -0.5 * bend)
    _add(force, c.following, -0.5 * bend)


def _town_push(c: Chains, discs: Array, push: float, on_disc: Array) -> Array:
    towns = np.zeros_like(c.P)
    tree = cKDTree(discs)
    near = tree.query_ball_point(c.P, CLEAR)
    town = np.repeat(np.arange(len(c.P)), [len(found) for found in near])
    disc = np.array([d for found in near for d in found], dtype=np.int64)
    if len(disc):
        k = c.owner[c.disc_bead[disc]]
        ends = np.array([(b.a, b.b) for b in c.bundles])
        own = (ends[k, 0] == town) | (ends[k, 1] == town)
        gap = discs[disc] - c.P[town]
        far = np.hypot(gap[:, 0], gap[:, 1]) + 1e-9
        strength = (1.4 * push * c.urgency[k] * np.maximum(0, np.where(own, OWN_CLEAR, CLEAR) - far) / far)[
            :, None
        ] * gap
        _add(on_disc, disc, strength)
        _add(towns, town, -strength)
    gap = c.P[:, None, :] - c.P[None, :, :]
    far = np.hypot(gap[..., 0], gap[..., 1]) + np.eye(len(c.P)) * 9 + 1e-9
    towns += (0.6 * push * (np.maximum(0, TOWNS_APART - far) / far)[..., None] * gap).sum(1)
    return towns


def _box_push(c: Chains, discs: Array, boxes: Boxes, push: float, on_disc: Array, on_town: Array) -> None:
    """Names push slots, towns and other names away from their box."""
    if not len(boxes.node):
        return
    at = c.P[boxes.node]
    low, high = at + boxes.edges[:, :2], at + boxes.edges[:, 2:]
    disc, box, out = _out_of_boxes(discs, low, high, 0.27)
    _add(on_disc, disc, NAMES * push * out)
    _add(on_town, boxes.node[box], -NAMES * push * out)
    town, box, out = _out_of_boxes(c.P, low, high, TOWN_RADIUS + 0.1)
    foreign = town != boxes.node[box]
    _add(on_town, town[foreign], push * out[foreign])
    _add(on_town, boxes.node[box[foreign]], -push * out[foreign])
    middle, half = (low + high) / 2, (high - low) / 2
    gap = middle[:, None, :] - middle[None, :, :]
    deep = half[:, None, :] + half[None, :, :] + 0.08 - np.abs(gap)
    hit = (deep > 0).all(2) & ~np.eye(len(low), dtype=bool)
    axis = np.argmin(deep, axis=2)
    shove = np.zeros_like(gap)
    for k in (0, 1):
        shove[..., k] = np.where(hit & (axis == k), push * deep[..., k] * np.where(gap[..., k] < 0, -1, 1), 0)
    _add(on_town, boxes.node, shove.sum(1))


def _out_of_boxes(points: Array, low: Array, high: Array, margin: float) -> tuple[Index, Index, Array]:
    """The points inside a box widened by the margin: point, box, and the shortest way out."""
    x, y = points[:, :1], points[:, 1:]
    inside = (x > low[:, 0] - margin) & (x < high[:, 0] + margin)
    inside &= (y > low[:, 1] - margin) & (y < high[:, 1] + margin)
    point, box = np.nonzero(inside)
    to_low, to_high = points[point] - low[box] + margin, high[box] + margin - points[point]
    deep = np.minimum(to_low, to_high)
    out = np.where(to_low < to_high, -deep, deep)
    out[np.arange(len(point)), 1 - np.argmin(deep, axis=1)] = 0
    return point, box, out


def chain_slots(c: Chains) -> Array:
    """The slots of all lanes as the beads stand now: x, y, degrees."""
    discs, tangent = _discs(c)
    middle = c.disc_along == 0
    way = tangent[c.disc_bead[middle]]
    return np.column_stack([discs[middle], np.degrees(np.arctan2(way[:, 1], way[:, 0]))])
