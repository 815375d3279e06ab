"""A map as the bots read it: numbers and lists made once per map, and what a view says about them now."""

from __future__ import annotations

import math
from functools import lru_cache

from ttr_widget.engine import View
from ttr_widget.engine.rules import rules_for
from ttr_widget.engine.state import EXPRESS, FREE
from ttr_widget.gamemap import COLORS, GameMap
from ttr_widget.graphs.connectivity import find, join
from ttr_widget.graphs.paths import adjacency

GRAY = -1
TICKET = 12.0
"""What a ticket is worth where only their number counts (F6)."""


class Atlas:
    """The facts of a map for a number of players that no game changes."""

    def __init__(self, board: GameMap, players: int) -> None:
        rules = rules_for(board, players)
        self.board = board
        self.players = players
        self.settings = board.settings
        self.trains = board.settings.trains
        self.nodes = rules.nodes
        self.node_a, self.node_b = rules.node_a, rules.node_b
        self.ends = list(zip(rules.node_a, rules.node_b, strict=True))
        self.graph = adjacency(rules.nodes, self.ends)
        self.city_nodes = rules.city_nodes
        self.lengths = rules.lengths
        self.points = rules.route_points
        self.colors = [GRAY if route.color == "gray" else COLORS.index(route.color) for route in board.routes]
        self.waves = [route.waves for route in board.routes]
        self.tolls = [route.toll for route in board.routes]
        self.express = [route.kind == "express" for route in board.routes]
        self.city_ends = [(board.city_index[route.a], board.city_index[route.b]) for route in board.routes]
        self.twins = [
            tuple(twin for twin in board.route_groups[board.group_of[route]] if twin != route)
            for route in range(len(board.routes))
        ]
        self.closes_twins = rules.closes_twins
        self.ticket_ends = rules.ticket_ends
        self.ticket_points = [ticket.points for ticket in board.tickets]
        self.mechanics = board.settings.mechanics
        only_numbers = "short_journey" in self.mechanics
        self.ticket_worth = [TICKET if only_numbers else float(points) for points in self.ticket_points]

    def share(self, part: float) -> float:
        """A part of the trains a player starts with: thresholds are given so, to fit every map."""
        return part * self.trains


@lru_cache(maxsize=32)
def atlas_of(board: GameMap, players: int) -> Atlas:
    return Atlas(board, players)


def read(view: View) -> Atlas:
    """The atlas of the map a view shows."""
    return atlas_of(view.board, len(view.names))


def seat_of(view: View) -> int:
    """The seat a bot plays; a spectator's view has none."""
    if view.seat is None:
        raise ValueError("a spectator's view cannot be played from")
    return view.seat


def express_left(view: View) -> int:
    """Express trains in the supply (J2); 0 where there are none."""
    supply: int = view.extra["express"]["supply"] if "express" in view.extra else 0
    return supply


def route_weights(view: View, atlas: Atlas, by_hops: bool = False) -> list[float]:
    """Cards each route would still cost the seat: 0 if it may use it already, infinity if it can never be had.

    With `by_hops` every open route costs 1.
    """
    seat = seat_of(view)
    trains = view.trains[seat]
    shared = express_left(view)
    weights: list[float] = []
    for route, owner in enumerate(view.owner):
        if owner == FREE:
            length = atlas.lengths[route]
            open_now = length <= trains or (shared and atlas.express[route])
            weights.append((1 if by_hops else length) if open_now else math.inf)
        else:
            weights.append(0 if owner in (seat, EXPRESS) else math.inf)
    for route, owner in enumerate(view.owner):
        if owner != FREE and (owner == seat or atlas.closes_twins):
            for twin in atlas.twins[route]:
                if view.owner[twin] == FREE:
                    weights[twin] = math.inf  # B12
    return weights


def own_network(atlas: Atlas, weights: list[float]) -> list[int]:
    """Union-find over the routes that cost nothing: what the seat's network joins."""
    parent = list(range(atlas.nodes))
    for (a, b), weight in zip(atlas.ends, weights, strict=True):
        if not weight:
            join(parent, a, b)
    return parent


def is_met(atlas: Atlas, parent: list[int], ticket: int) -> bool:
    """Whether the network joins the two places of a ticket (B17, G5)."""
    ends_a, ends_b = atlas.ticket_ends[ticket]
    roots = {find(parent, node) for node in ends_a}
    return any(find(parent, node) in roots for node in ends_b)
