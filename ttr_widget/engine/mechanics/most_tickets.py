"""Most completed tickets (G6): a bonus that all tied players get; nobody with none."""

from __future__ import annotations

from ttr_widget.engine.mechanics.base import Mechanic
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import State


class MostTickets(Mechanic):
    name = "most_tickets"

    def score(self, s: State) -> list[ScoreLine]:
        done = [len(self.rules.completed_tickets(s, seat)) for seat in range(self.players)]
        best = max(done)
        points = tuple(self.parameters["bonus"] if number == best and best else 0 for number in done)
        return [ScoreLine(self.name, points, tuple(f"{number} completed" for number in done))]
