"""Longest continuous path (B18): a bonus for the longest trail; all tied players get it."""

from __future__ import annotations

from ttr_widget.engine.mechanics.base import Mechanic
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import State
from ttr_widget.graphs.longest_trail import longest_trail, longest_trail_length


class LongestPath(Mechanic):
    name = "longest_path"

    def score(self, s: State) -> list[ScoreLine]:
        paths = [self.path(s, seat) for seat in range(self.players)]
        points = self._bonus([length for length, _ in paths])
        return [
            ScoreLine(
                self.name,
                points,
                tuple(f"{length} trains" for length, _ in paths),
                tuple(tuple(routes) for _, routes in paths),
            )
        ]

    def score_points(self, s: State) -> list[tuple[int, ...]]:
        return [self._bonus([self.length(s, seat) for seat in range(self.players)])]

    def tie_break(self, s: State, seat: int) -> int:
        """B19: who holds the bonus is ahead."""
        return self.score_points(s)[0][seat]

    def _bonus(self, lengths: list[int]) -> tuple[int, ...]:
        best = max(lengths)
        return tuple(self.parameters["bonus"] if length == best and best else 0 for length in lengths)

    def length(self, s: State, seat: int) -> int:
        return longest_trail_length(self._edges(s, seat)[1])

    def path(self, s: State, seat: int) -> tuple[int, list[int]]:
        """The length in trains and the routes of a longest path, in walking order."""
        routes, edges = self._edges(s, seat)
        length, order = longest_trail(edges)
        return length, [routes[i] for i in order]

    def _edges(self, s: State, seat: int) -> tuple[list[int], list[tuple[int, int, int]]]:
        rules = self.rules
        mask = s.routes[seat]
        routes, edges = [], []
        while mask:
            low = mask & -mask
            mask ^= low
            route = low.bit_length() - 1
            routes.append(route)
            edges.append((rules.node_a[route], rules.node_b[route], rules.lengths[route]))
        return routes, edges
