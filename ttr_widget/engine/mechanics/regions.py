"""Regions (I6, I7): each network scores the regions it touches; some regions count twice when they are complete."""

from __future__ import annotations

from ttr_widget.engine.mechanics.base import Mechanic
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import EXPRESS, State
from ttr_widget.graphs.connectivity import find


class Regions(Mechanic):
    name = "regions"

    def score(self, s: State) -> list[ScoreLine]:
        counts = [self.networks(s, seat) for seat in range(self.players)]
        points = tuple(sum(self.points(number) for number in numbers) for numbers in counts)
        words = tuple(" + ".join(str(n) for n in sorted(numbers, reverse=True)) + " regions" for numbers in counts)
        return [ScoreLine(self.name, points, words)]

    def points(self, regions: int) -> int:
        """The last row of the table that is reached; fewer regions than its first row are worth nothing."""
        table: dict[int, int] = self.parameters["points"]
        return table[max(row for row in table if row <= regions)] if regions >= min(table) else 0

    def networks(self, s: State, seat: int) -> list[int]:
        """How many regions each separate network of a player touches."""
        rules, board = self.rules, self.board
        parent = s.parents[seat]
        own = [r for r, owner in enumerate(s.owner) if owner == seat]
        shared = [r for r, owner in enumerate(s.owner) if owner == EXPRESS]
        networks: dict[int, set[int]] = {find(parent, rules.node_a[route]): set() for route in own}
        for route in own + shared:
            network = networks.get(find(parent, rules.node_a[route]))
            if network is not None:
                network.update(n for n in (rules.node_a[route], rules.node_b[route]) if n < len(board.cities))
        return [self._regions({board.cities[city].name for city in cities}) for cities in networks.values()]

    def _regions(self, cities: set[str]) -> int:
        touched = {city.region for city in self.board.cities if city.name in cities and city.region}
        twice = [
            region
            for region in self.parameters["double"]
            if region in touched and all(city.name in cities for city in self.board.cities if city.region == region)
        ]
        return len(touched) + len(twice)
