"""The path agent: claims whatever lies on the shortest paths of its tickets."""

from __future__ import annotations

from ttr_widget.bots.atlas import Atlas, read, route_weights
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
)
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD
from ttr_widget.engine.state import FREE
from ttr_widget.graphs.paths import shortest_path


class PathBot(Player):
    """Every missing track on the shortest paths (in hops) of its tickets counts route points + 2 × ticket points.

    The path agent of F. de Mesentier Silva, S. Lee, J. Togelius & A. Nealen, "AI-based playtesting of contemporary
    board games" (FDG 2017) and "AI as evaluator: search driven playtesting of modern board games" (AAAI workshop
    2017). It keeps all tickets it is offered, claims the best track it can pay for with the colour it holds most of,
    never draws tickets, and looks at all free tracks when it needs none. It plays as the papers mean it: it takes
    face-up cards in the colours it needs, and it can use its last trains.
    """

    def turn(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        priority = self.priorities(view, atlas)
        routes = legal.claimable_routes()
        wanted = [route for route in routes if route in priority]
        if wanted:
            best = max(wanted, key=lambda route: (priority[route], route))
            return pay(legal.claims_of(best), view.hand)
        swap = hopeless_swap(view, legal, atlas, route_weights(view, atlas))
        if swap is not None:
            return swap
        if priority:
            ferry = ferry_for(view, legal, max(priority, key=lambda route: (priority[route], route)))
            if ferry is not None:
                return ferry
        return self.card(view, legal, atlas, priority)

    def second_card(self, view: View, legal: ActionSet) -> Action:
        atlas = read(view)
        return self.card(view, legal, atlas, self.priorities(view, atlas))

    def keep(self, view: View, legal: ActionSet) -> Action:
        """All of them."""
        return max(kept_choices(legal), key=lambda action: len(action.kept))

    def priorities(self, view: View, atlas: Atlas) -> dict[int, float]:
        """What each track that is needed counts; all free tracks by their points if none is needed."""
        weights = route_weights(view, atlas, by_hops=True)
        priority: dict[int, float] = {}
        for ticket in open_tickets(view, atlas, weights):
            way = shortest_path(atlas.graph, weights, *atlas.ticket_ends[ticket])
            for route in way.edges if way is not None else ():
                if weights[route]:
                    for track in (route, *(t for t in atlas.twins[route] if weights[t] == 1)):
                        more = 2 * atlas.ticket_points[ticket]
                        priority[track] = priority.get(track, atlas.points[track]) + more
        if priority:
            return priority
        return {
            route: float(atlas.points[route])
            for route, owner in enumerate(view.owner)
            if owner == FREE and weights[route] == 1
        }

    def card(self, view: View, legal: ActionSet, atlas: Atlas, priority: dict[int, float]) -> Action:
        """A card for the most important track, else for the next ones; a locomotive; the deck."""
        wanted = [0.0] * WILD
        for route, value in priority.items():
            if cards_for(atlas, view.hand, route) + view.hand[WILD] < atlas.lengths[route]:
                for color in colors_of(atlas, view.hand, route):
                    wanted[color] = max(wanted[color], value)
        return draw_wanted(view, legal, wanted)
