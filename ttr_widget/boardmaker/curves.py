"""Smooth lines through the beads, and the car slots on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from ttr_widget.boardmaker.sizes import GAP, LANE, SLOT_LENGTH, TOWN_RADIUS

Array = NDArray[np.float64]

TIGHTEST = SLOT_LENGTH + GAP  # from the middle of a slot to the next


@dataclass(slots=True)
class Lane:
    """One route: its middle line from town to town, and (x, y, degrees) of each slot."""

    curve: Array
    slots: Array


def lanes_along(stops: Array, lanes: int) -> list[Lane]:
    """Lanes of a bundle through town, beads, town: slots evenly spaced between the first and the last bead."""
    knots = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stops, axis=0).T) + 1e-9)])
    spline = (
        CubicSpline(knots, stops, bc_type="natural") if len(stops) > 2 else CubicSpline(knots, stops, bc_type="clamped")
    )
    fine = np.unique(np.concatenate([np.linspace(0, knots[-1], 40 * len(stops)), knots]))
    points = spline(fine)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    first, last = np.interp([knots[1], knots[-2]], fine, way)
    count = len(stops) - 2
    spare = max(0.0, TIGHTEST * (count - 1) - (last - first)) / 2  # slots that stand too near may move to their towns
    nearest = SLOT_LENGTH / 2 + TOWN_RADIUS + 0.04
    first = max(first - spare, min(first, nearest))
    last = min(last + spare, max(last, way[-1] - nearest))
    middles = np.linspace(first, last, count)

    def at(distance: Array) -> Array:
        return np.column_stack([np.interp(distance, way, points[:, axis]) for axis in (0, 1)])

    chord = at(middles + SLOT_LENGTH / 2) - at(middles - SLOT_LENGTH / 2)
    angle = np.arctan2(chord[:, 1], chord[:, 0])
    normal = np.column_stack([-np.sin(angle), np.cos(angle)])
    # The middle of the chord lies a little inside the bend: split the difference.
    centre = (at(middles) * 2 + at(middles + SLOT_LENGTH / 2) + at(middles - SLOT_LENGTH / 2)) / 4
    samples = np.linspace(0, way[-1], 2 * len(stops) - 1)
    line, ahead, behind = at(samples), at(samples + 0.05), at(samples - 0.05)
    side = ahead - behind
    side = np.column_stack([-side[:, 1], side[:, 0]]) / (np.hypot(side[:, 0], side[:, 1]) + 1e-9)[:, None]
    taper = np.clip(np.minimum(samples, way[-1] - samples) / max(min(first, way[-1] - last) * 0.6, 1e-6), 0, 1)
    result = []
    for lane in range(lanes):
        aside = (lane - (lanes - 1) / 2) * LANE
        slots = np.column_stack([centre + aside * normal, np.degrees(angle)])
        result.append(Lane(line + (aside * taper)[:, None] * side, slots))
    return result
