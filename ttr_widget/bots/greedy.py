"""The greedy bot: the highest-scoring route it can pay for, now."""

from __future__ import annotations

from ttr_widget.bots.atlas import read, route_weights, seat_of
from ttr_widget.bots.habits import Player, draw_wanted, hopeless_swap, kept_choices, pay, ticket_draw
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD


class GreedyBot(Player):
    """Claims the best route it can pay for; else draws tickets while it has few; else the colour it has most of.

    This is "H1" of the public ladder that PEERS describes: tickets while it holds fewer than 4 and at least 55 % of
    its trains, else a face-up locomotive, else a face-up card of its commonest colours, else the deck.
    """

    TICKETS = 4
    TRAINS_FOR_TICKETS = 0.55

    def turn(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        routes = legal.claimable_routes()
        if routes:
            best = max(routes, key=lambda route: (atlas.points[route], atlas.lengths[route]))
            return pay(legal.claims_of(best), view.hand)
        seat = seat_of(view)
        if len(view.tickets) < self.TICKETS and view.trains[seat] >= atlas.share(self.TRAINS_FOR_TICKETS):
            tickets = ticket_draw(legal)
            if tickets is not None:
                return tickets
        swap = hopeless_swap(view, legal, atlas, route_weights(view, atlas))
        if swap is not None:
            return swap
        ferry = legal.by_kind("ferry")
        if ferry and not view.extra["ferries"]["held"][seat]:
            return ferry[0]
        return self.card(view, legal)

    def second_card(self, view: View, legal: ActionSet) -> Action:
        return self.card(view, legal)

    def card(self, view: View, legal: ActionSet) -> Action:
        """A locomotive, else the commonest colour that lies face up and is held already, else the deck."""
        takes = legal.by_kind("take")
        loco = next((take for take in takes if take.color == WILD), None)
        if loco is not None:
            return loco
        return draw_wanted(view, legal, view.hand[:WILD], wild=0)

    def keep(self, view: View, legal: ActionSet) -> Action:
        """As few tickets as allowed, and the cheapest: it does nothing for them."""
        points = read(view).ticket_points

        def burden(action: Action) -> tuple[int, int]:
            return len(action.kept), sum(points[view.offered[i]] for i in action.kept)

        return min(kept_choices(legal), key=burden)
