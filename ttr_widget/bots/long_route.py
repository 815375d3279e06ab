"""The long route junkie: tickets over long tracks only, then the longest tracks there are."""

from __future__ import annotations

import math

from ttr_widget.bots.atlas import Atlas, route_weights, seat_of
from ttr_widget.bots.one_step import OneStepBot
from ttr_widget.engine import Action, ActionSet, View


class LongRouteBot(OneStepBot):
    """As the one-step thinker, but over tracks of 3 trains or more, without new tickets, then the longest tracks.

    The "long route junkie" of F. de Mesentier Silva, S. Lee, J. Togelius & A. Nealen, "AI-based playtesting of
    contemporary board games" (FDG 2017) and "Evolving maps and decks for Ticket to Ride" (PCG 2018). On maps with
    fewer trains the least length is smaller in proportion; with fewer trains left than that, any track will do. It
    keeps the tickets with most points that its long tracks can join.
    """

    LEAST_LENGTH = 3 / 45

    def weights(self, view: View, atlas: Atlas) -> list[float]:
        """Hops over long tracks."""
        least = min(max(1, round(atlas.share(self.LEAST_LENGTH))), view.trains[seat_of(view)])
        weights = route_weights(view, atlas, by_hops=True)
        return [
            weight if not weight or length >= least else math.inf
            for weight, length in zip(weights, atlas.lengths, strict=True)
        ]

    def keep(self, view: View, legal: ActionSet) -> Action:
        return self.best_tickets(view, legal)

    def draws_tickets(self, view: View, atlas: Atlas) -> bool:
        """Never."""
        return False
