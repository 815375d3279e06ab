"""The one-step thinker: one ticket at a time, one track at a time."""

from __future__ import annotations

import math

from ttr_widget.bots.atlas import Atlas, read, route_weights, seat_of
from ttr_widget.bots.habits import (
    Player,
    cards_for,
    colors_of,
    draw_wanted,
    ferry_for,
    hopeless_swap,
    kept_choices,
    open_tickets,
    pay,
    ticket_draw,
)
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD
from ttr_widget.graphs.paths import Path, shortest_path


class OneStepBot(Player):
    """Goes for the next missing track of its most valuable ticket that can still be joined.

    The "one step thinker" of F. de Mesentier Silva, S. Lee, J. Togelius & A. Nealen, "AI-based playtesting of
    contemporary board games" (FDG 2017) and "Evolving maps and decks for Ticket to Ride" (PCG 2018). It keeps all
    its first tickets; claims the track, else draws its colour, else a locomotive, else blind. With no ticket left it
    draws new ones while everybody has 8 of 45 trains, and keeps those it has trains for; after that it goes for the
    longest tracks, the one closest to being paid first.
    """

    TRAINS_FOR_TICKETS = 8 / 45

    def turn(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        target = self.target(view, atlas)
        if target is None:
            if self.draws_tickets(view, atlas):
                tickets = ticket_draw(legal)
                if tickets is not None:
                    return tickets
            target = self.longest_track(view, atlas)
        for track in self.tracks(view, atlas, target):
            claims = legal.claims_of(track)
            if claims:
                return pay(claims, view.hand)
        swap = hopeless_swap(view, legal, atlas, route_weights(view, atlas))
        if swap is not None:
            return swap
        if target is not None:
            ferry = ferry_for(view, legal, target)
            if ferry is not None:
                return ferry
        return self.card(view, legal, atlas, target)

    def second_card(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        target = self.target(view, atlas)
        return self.card(view, legal, atlas, self.longest_track(view, atlas) if target is None else target)

    def keep(self, view: View, legal: ActionSet) -> Action:
        if view.setting_up:
            return max(kept_choices(legal), key=lambda action: len(action.kept))
        return self.best_tickets(view, legal)

    # -- the goal -------------------------------------------------------------------------------------------------

    def weights(self, view: View, atlas: Atlas) -> list[float]:
        """Hops over the tracks it plans with."""
        return route_weights(view, atlas, by_hops=True)

    def target(self, view: View, atlas: Atlas) -> int | None:
        """The next missing track for the most valuable ticket; None if there is no ticket to be met."""
        weights = self.weights(view, atlas)
        waiting = open_tickets(view, atlas, weights)
        for ticket in sorted(waiting, key=lambda t: -atlas.ticket_points[t]):
            way = shortest_path(atlas.graph, weights, *atlas.ticket_ends[ticket])
            if way is not None and trains_for(atlas, weights, way) <= view.trains[seat_of(view)]:
                return next(route for route in way.edges if weights[route])
        return None

    def longest_track(self, view: View, atlas: Atlas) -> int | None:
        """The longest track that can still be built; among equals the one the hand is closest to paying."""
        weights = route_weights(view, atlas)
        tracks = [route for route, weight in enumerate(weights) if 0 < weight < math.inf]

        def rank(route: int) -> tuple[int, int]:
            return atlas.lengths[route], cards_for(atlas, view.hand, route)

        return max(tracks, key=rank, default=None)

    def draws_tickets(self, view: View, atlas: Atlas) -> bool:
        """While every player has enough trains."""
        return min(view.trains) >= atlas.share(self.TRAINS_FOR_TICKETS)

    def tracks(self, view: View, atlas: Atlas, target: int | None) -> list[int]:
        """The target and the tracks beside it, the one in the colour held most of first."""
        if target is None:
            return []
        return sorted((target, *atlas.twins[target]), key=lambda route: -cards_for(atlas, view.hand, route))

    def best_tickets(self, view: View, legal: ActionSet) -> Action:
        """The most points among the choices whose paths fit the trains; if none fits, the fewest points."""
        atlas = read(view)
        weights = self.weights(view, atlas)
        trains = view.trains[seat_of(view)]
        ways = [shortest_path(atlas.graph, weights, *atlas.ticket_ends[ticket]) for ticket in view.offered]

        def rank(action: Action) -> tuple[bool, int]:
            chosen = [ways[i] for i in action.kept]
            points = sum(atlas.ticket_points[view.offered[i]] for i in action.kept)
            joined = [way for way in chosen if way is not None]
            fits = len(joined) == len(chosen) and sum(trains_for(atlas, weights, way) for way in joined) <= trains
            return fits, points if fits else -points

        return max(kept_choices(legal), key=rank)

    # -- cards ----------------------------------------------------------------------------------------------------

    def card(self, view: View, legal: ActionSet, atlas: Atlas, target: int | None) -> Action:
        """The colour of the target, else a locomotive, else blind."""
        wanted = [0.0] * WILD
        for track in self.tracks(view, atlas, target):
            if legal.catalog.route_masks[track]:
                for color in colors_of(atlas, view.hand, track):
                    wanted[color] = 1.0 + view.hand[color]
        return draw_wanted(view, legal, wanted)


def trains_for(atlas: Atlas, weights: list[float], way: Path) -> int:
    """Trains for what is missing on the way; express tracks count too, as their cards have to be paid."""
    return sum(atlas.lengths[route] for route in way.edges if weights[route])
