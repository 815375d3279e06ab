"""What the planner keeps in mind between decisions: its view of the board, prices, the plan, and how long it takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ttr_widget.bots.atlas import TICKET, express_left, seat_of
from ttr_widget.bots.habits import Player
from ttr_widget.bots.needs import CARDS_A_TURN, Needs
from ttr_widget.bots.plan import INF, Chart, Way, chart_of, cheapest_forest, cheapest_way, open_weights
from ttr_widget.bots.worth import PASSENGER, link_worth, pace_of
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD
from ttr_widget.engine.state import EXPRESS, FREE

THRIFTS = (0.0, 0.6, 2.0)
"""What a train is made to cost in addition, until a plan fits the trains and turns that are left."""


@dataclass(frozen=True)
class Taste:
    """The planner's numbers; all in points, turns or shares."""

    pace: float = 0.75  # worth of a turn, as a share of the map's best pace
    floor: float = 0.2  # the least a link costs in a plan
    floor_train: float = 0.25  # and for each of its trains
    train: float = 1.0  # worth of a train
    short_train: float = 0.5  # and in the short game, where routes bring no points
    wild_share: float = 0.4  # how far a locomotive counts for every single link
    east_west: float = 1.1  # share of a ticket's worth that the way from East to West may cost
    short_turns: float = 7.5  # how far a plan looks ahead in the short game
    swap: float = 14.0  # turns for a plan above which tickets are swapped
    again: int = 3  # turns after which the plan is made anew, for other cards are in the hand
    risk: float = 0.05  # chance that an opponent takes a link before the next turn
    risk_beside: float = 0.08  # more, for each end the opponent's network touches
    lost_ticket: float = 1.0  # worth of a detour that does not exist, in ticket points
    ticket_doubt: float = 0.93  # chance to finish a ticket that fits
    ticket_slack: float = 8.0  # turns that must be left beyond the plan for drawing tickets
    ticket_share: float = 0.25  # at most this share of the trains, as turns: games with few trains are short
    ticket_missing: float = 30.0  # cards the plan may lack when tickets are drawn
    ticket_turn: float = 1.0  # how much a turn counts when drawing tickets is considered
    wild_price: float = 0.3  # turns that a locomotive is worth more than another card
    patience: float = 1.5  # least urgency, in points, of a claim while cards are missing
    block: float = 6.0  # least gain, in points, of a claim that only keeps an opponent's networks apart
    wild: float = 1.0  # worth of a locomotive in cards
    usable: float = 0.9  # share of an opponent's hand that pays for routes
    end_cards: float = 2.3  # useful cards an opponent draws a turn
    end_length: float = 4.0  # trains an opponent puts down per claim, for guessing how long the game lasts


class Planning(Player):
    """The planner's memory: a Steiner plan over its tickets with prices in turns, made anew only when it must be."""

    def __init__(self, seed: int | str = 0, taste: Taste | None = None) -> None:
        super().__init__(seed)
        self.taste = taste or Taste()
        self.owner: list[int] = []
        self.planned_for: tuple[int, ...] = ()
        self.links: set[int] = set()
        self.weights: list[float] = []
        self.dropped: list[int] = []
        self.losses: dict[int, float] = {}
        self.frugal: list[list[float]] = []
        self.seen: list[int] = []
        self.built = False
        self.targets: list[tuple[float, int, int, float]] | None = None
        self.worth: list[float] | None = None
        self.harms: dict[int, float] | None = None
        self.dangers: dict[int, float] = {}
        self.neighbours: list[int] | None = None
        self.lone: dict[tuple[int, int], Way] = {}
        self.forests: dict[tuple[tuple[int, ...], int], list[list[int]]] = {}
        self.board: object = None
        self.seat = -1

    # -- looking at the board -------------------------------------------------------------------------------------

    def choose(self, view: View, legal: ActionSet) -> Action:
        if len(legal) == 1:
            return legal[0]
        self._look(view)
        return super().choose(view, legal)

    def _look(self, view: View) -> None:
        seat = seat_of(view)
        if view.board is not self.board or seat != self.seat or len(self.owner) != len(view.owner):
            self._begin(view, seat)
        self.view = view
        if view.owner != self.seen or view.phase == "keep":
            self.seen = view.owner
            self.worth = None
            self.harms = None
            self.dangers = {}
            self.neighbours = None
        self.hand = view.hand
        self.trains = view.trains[seat]
        self.targets = None
        if view.phase in ("turn", "second_card"):
            if self.links:
                self.needs = self._needs_for(self.links)
            due = self.links and view.phase == "turn" and view.turn >= self.due
            if tuple(view.tickets) != self.planned_for or self._board_changed(view) or due:
                self._plan()
                self.needs = self._needs_for(self.links)
            elif self.built or not self.links:
                self.needs = self._needs_for(self.links)

    def _needs_for(self, links: Collection[int]) -> Needs:
        return Needs(self.chart, self.view.owner, self.hand, links, self._ferries())

    def _worth(self) -> list[float]:
        """What the mechanics make the links worth; it changes only with what is built."""
        if self.worth is None:
            self.worth = link_worth(self.view, self.chart, self.seat)
        return self.worth

    def _begin(self, view: View, seat: int) -> None:
        self.board = view.board
        self.seat = seat
        self.chart: Chart = chart_of(view.board, view.players)
        self.short_game = "short_journey" in view.board.settings.mechanics
        self.train_worth = self.taste.short_train if self.short_game else self.taste.train
        extra = PASSENGER if "passengers" in view.board.settings.mechanics else 0.0
        best = pace_of(self.chart, extra)
        self.turn_worth = max(best * self.taste.pace, 1.5)
        self.owner = [FREE] * len(view.owner)
        self.seen = []
        self.planned_for = ()
        self.links = set()
        self.weights = []
        self.due = 0
        self.horizon = 0.3 * view.trains[seat]

    def _ferries(self) -> int:
        if "ferries" not in self.view.extra:
            return 0
        held: int = self.view.extra["ferries"]["held"][self.seat]
        return held * self.chart.ferry_spaces

    def _board_changed(self, view: View) -> bool:
        """Take over what was built since; True if the plan has to be made anew."""
        self.built = False
        if not self.weights:
            return True
        if self.owner == view.owner:
            return False
        again = False
        self.built = True
        chart = self.chart
        for route, (old, new) in enumerate(zip(self.owner, view.owner, strict=True)):
            if old == new:
                continue
            link = chart.link_of[route]
            if new in (self.seat, EXPRESS):
                if link in self.links:
                    self.links.discard(link)
                elif self.links:
                    again = True
                self.weights[link] = 0.0
            elif self.weights[link] and (
                chart.atlas.closes_twins or all(view.owner[r] != FREE for r in chart.routes[link])
            ):
                self.weights[link] = INF
                self.losses.clear()
                again = again or link in self.links
        self.owner = view.owner
        return again or self._trains_for(self.links) > self.trains

    def _trains_for(self, links: Iterable[int]) -> int:
        chart = self.chart
        if express_left(self.view):
            return sum(chart.length[link] for link in links if not chart.express[link])
        return sum(chart.length[link] for link in links)

    # -- the plan -------------------------------------------------------------------------------------------------

    def _prices(self) -> list[float]:
        chart, taste, hand = self.chart, self.taste, self.hand
        worth = self._worth()
        most = max(hand[:WILD])
        wild = taste.wild_share * hand[WILD]
        turn = self.turn_worth
        ferries = self._ferries()
        prices = []
        for link, group in enumerate(chart.routes):
            length = chart.length[link]
            waves = chart.waves[link]
            if waves and chart.ferry_spaces:
                turns = max(0, length - waves - most) / CARDS_A_TURN
                turns += max(0.0, waves - ferries - wild) / chart.ferry_spaces
            elif chart.gray[link]:
                turns = max(0.0, length + waves - most - wild) / CARDS_A_TURN
            else:
                held = max([hand[chart.atlas.colors[route]] for route in group])
                turns = self._draws(length - held - wild)
            price = turn * (1 + turns) + self.train_worth * length - chart.points[link] - worth[link]
            least = taste.floor + taste.floor_train * length
            prices.append(price if price > least else least)
        return prices

    def _draws(self, missing: float) -> float:
        """Turns of drawing for cards of one colour; more than come in beside the rest of the plan cost more."""
        if missing <= 0:
            return 0.0
        chart = self.chart
        turns = missing / CARDS_A_TURN
        late = missing - chart.color_flow * self.horizon
        if late > 0:
            turns += late * (1 / (chart.color_flow + chart.wild_flow) - 1 / CARDS_A_TURN)
        return turns

    def _value(self, ticket: int) -> float:
        return self.chart.atlas.ticket_worth[ticket]

    def _plan(self) -> None:
        view = self.view
        self.owner = view.owner
        self.planned_for = tuple(view.tickets)
        self.losses = {}
        self.due = view.turn + view.players * self.taste.again
        self.horizon = self.needs.draws if self.links else max(2.0, 0.3 * self.trains)
        self._set_weights()
        planned = self._links_for(view.tickets, self._turns_left())
        self.links, self.dropped = planned if planned is not None else (set(), [])
        if self.short_game and not view.extra["short_journey"]["bonus"][self.seat]:
            self._add_east_west()

    def _add_east_west(self) -> None:
        """F5: the way from East to West counts as a ticket; it is built if the plan leaves little of it to build."""
        chart = self.chart
        parameters = self.view.board.settings.mechanics["short_journey"]
        cities = self.view.board.city_index
        east, west = (
            [node for name in parameters[side] for node in chart.atlas.city_nodes[cities[name]]]
            for side in ("east", "west")
        )
        cheaper = self.weights.copy()
        for link in self.links:
            cheaper[link] = 0.0
        cost, way = cheapest_way(chart, cheaper, east, west)
        if cost < self.taste.east_west * TICKET and self._trains_for(self.links.union(way)) <= self.trains:
            self.links.update(way)

    def _links_for(self, tickets: Iterable[int], turns: float, give_up: int = 99) -> tuple[set[int], list[int]] | None:
        """The links to build for the tickets, and the tickets that have to be given up for lack of trains or turns.

        None if more than `give_up` of those that can be joined would have to go.
        """
        open_now, dropped = [], []
        for ticket in tickets:
            cost, way = self._alone(ticket, 0)
            if cost == INF:
                dropped.append(ticket)
            elif way:
                open_now.append(ticket)
        while open_now:
            for thrift in range(len(THRIFTS)):
                links = {link for way in self._forest(tuple(open_now), thrift) for link in way}
                if self._fits(links, turns):
                    return links, dropped
            if not give_up:
                return None
            give_up -= 1
            for ticket in sorted(open_now, key=lambda t: (self._value(t), -self._alone(t, 0)[0])):
                rest = [t for t in open_now if t != ticket]
                links = {link for way in self._forest(tuple(rest), len(THRIFTS) - 1) for link in way}
                if self._fits(links, turns):
                    return links, [*dropped, ticket]
            worst = max(open_now, key=lambda t: self._trains_for(self._alone(t, 0)[1]) / self._value(t))
            open_now.remove(worst)
            dropped.append(worst)
        return set(), dropped

    def _alone(self, ticket: int, thrift: int) -> Way:
        """The cheapest way for one ticket by itself."""
        found = self.lone.get((ticket, thrift))
        if found is None:
            ends = self.chart.ticket_ends[ticket]
            found = self.lone[ticket, thrift] = cheapest_way(self.chart, self.frugal[thrift], *ends)
        return found

    def _forest(self, tickets: tuple[int, ...], thrift: int) -> list[list[int]]:
        """Ways for all tickets together; remembered until the prices change."""
        found = self.forests.get((tickets, thrift))
        if found is None:
            alone = [self._alone(ticket, thrift) for ticket in tickets]
            pairs = [self.chart.ticket_ends[ticket] for ticket in tickets]
            found = cheapest_forest(self.chart, self.frugal[thrift], pairs, alone)[1] if tickets else []
            self.forests[tickets, thrift] = found
        return found

    def _set_weights(self) -> None:
        """Prices as they are now; what was worked out with others is forgotten."""
        view, chart = self.view, self.chart
        self.weights = open_weights(chart, view.owner, self.seat, self.trains, express_left(view), self._prices())
        self.frugal = [
            [w + more * n if w else 0.0 for w, n in zip(self.weights, chart.length, strict=True)] for more in THRIFTS
        ]
        self.lone = {}
        self.forests = {}

    def _fits(self, links: set[int], turns: float) -> bool:
        if self._trains_for(links) > self.trains:
            return False
        return self._turns_for(links) <= turns

    def _turns_for(self, links: set[int]) -> float:
        return len(links) + self._needs_for(links).draws

    def _turns_left(self) -> float:
        """How many turns the seat still has, as far as the opponents' trains and hands tell."""
        view = self.view
        if view.final_turns is not None:
            return 1.0
        end = view.board.settings.end_trains
        least = INF
        for seat, trains in enumerate(view.trains):
            if seat != self.seat:
                rest = max(0, trains - end)
                lay = rest / self.taste.end_length
                draw = max(0.0, rest - self.taste.usable * view.hand_sizes[seat]) / self.taste.end_cards
                least = min(least, max(1.0, lay + draw))
        if self.short_game:
            return min(least, self.taste.short_turns) + 1
        return least + self._express_turns() + 1

    def _express_turns(self) -> float:
        """J7: the game goes on until the express trains are used up too; everybody takes a share in that."""
        supply, chart = express_left(self.view), self.chart
        free = [chart.length[link] for link, weight in enumerate(self.weights) if weight and chart.express[link]]
        if not supply or not free:
            return 0.0
        last: int = self.view.board.settings.mechanics["express"]["end_trains"]
        return max(0, supply - last) / self.view.players * (1 + sum(free) / len(free) / self.taste.end_cards)
