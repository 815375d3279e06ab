"""What the bots have in common: who is asked what, sensible payments, and answers to the mechanics' questions.

The agents of the literature were made for the base game. Where a map asks something they have no answer to (which
passenger, which mix of tickets, a ferry card), they follow these habits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from ttr_widget.bots.atlas import GRAY, Atlas, is_met, own_network, read, seat_of
from ttr_widget.bots.bot import SeededBot
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD
from ttr_widget.graphs.paths import shortest_path


class Player(SeededBot, ABC):
    """A bot that is asked separately for tickets, for a turn and for the second card; the rest are habits."""

    SWAPS = 5
    """After so many swaps of tickets in a row something else is done: if nobody did, the game would never end (F6)."""
    swaps = 0

    def choose(self, view: View, legal: ActionSet) -> Action:
        """Hand the question to the method for the phase."""
        if len(legal) == 1:
            return legal[0]
        action = self._answer(view, legal)
        self.swaps = self.swaps + 1 if action.kind == "swap" else 0
        return action if self.swaps <= self.SWAPS else draw_blind(legal)

    def _answer(self, view: View, legal: ActionSet) -> Action:
        phase = view.phase
        if phase == "turn":
            return self.turn(view, legal)
        if phase == "second_card":
            return self.second_card(view, legal)
        if phase == "keep":
            return self.keep(view, legal)
        if phase == "deal":
            return self.deal(view, legal)
        if phase == "passenger":
            return self.passenger(view, legal)
        return self.neutral(view, legal)

    @abstractmethod
    def turn(self, view: View, legal: ActionSet) -> Action:
        """What to do in a turn."""

    @abstractmethod
    def second_card(self, view: View, legal: ActionSet) -> Action:
        """The second card of a turn."""

    @abstractmethod
    def keep(self, view: View, legal: ActionSet) -> Action:
        """Which tickets to keep."""

    def deal(self, view: View, legal: ActionSet) -> Action:
        """From which ticket decks the first tickets come (G1)."""
        return even_mix(legal)

    def passenger(self, view: View, legal: ActionSet) -> Action:
        """Which passenger to take (G4)."""
        return best_passenger(view, legal)

    def neutral(self, view: View, legal: ActionSet) -> Action:
        """Which of two tracks the neutral player gets (N10): the one in the colour held less often."""
        atlas = read(view)
        return min(legal, key=lambda action: cards_for(atlas, view.hand, action.route))


def cards_for(atlas: Atlas, hand: Sequence[int], route: int) -> int:
    """How many cards of the right colour the hand holds, without locomotives; for gray the commonest colour."""
    color = atlas.colors[route]
    return max(hand[:WILD]) if color == GRAY else hand[color]


def colors_of(atlas: Atlas, hand: Sequence[int], route: int) -> list[int]:
    """The colours to collect for a route; for gray the commonest in the hand."""
    color = atlas.colors[route]
    if color != GRAY:
        return [color]
    most = max(hand[:WILD])
    return [c for c in range(WILD) if hand[c] == most]


def pay(claims: Iterable[Action], hand: Sequence[int], reserved: Sequence[int] = ()) -> Action:
    """The best of the ways to pay: no reserved cards, few locomotives and ferry cards, from the commonest colour."""

    def price(claim: Action) -> tuple[float, int]:
        cost = 2.0 * claim.locomotives + 1.5 * claim.ferries
        spare = 0
        if claim.cards:
            spare = hand[claim.color] - claim.cards
            if reserved:
                cost += min(claim.cards, max(0, reserved[claim.color] - spare))
        return cost, -spare

    return min(claims, key=price)


def keep_action(legal: ActionSet, kept: Iterable[int]) -> Action:
    """The action that keeps these positions of the offer."""
    wanted = tuple(sorted(kept))
    return next(action for action in legal if action.kept == wanted)


def kept_choices(legal: ActionSet) -> list[Action]:
    """The choices of tickets, without those that differ in the order of returning only."""
    choices: dict[tuple[int, ...], Action] = {}
    for action in legal:
        choices.setdefault(action.kept, action)
    return list(choices.values())


def even_mix(legal: ActionSet) -> Action:
    """Draw from all ticket decks as evenly as possible."""
    return min(legal.by_kind("tickets"), key=lambda action: max(action.mix) - min(action.mix))


def ticket_draw(legal: ActionSet, mix: Callable[[ActionSet], Action] = even_mix) -> Action | None:
    """The action that draws tickets, if there is one now."""
    tickets = legal.by_kind("tickets")
    return mix(tickets) if tickets else None


def prize(numbers: Sequence[int], mine: int, first: float, second: float) -> float:
    """G7: what the holder of `mine` passengers of a colour gets beside the others' numbers."""
    if not mine:
        return 0.0
    more = sum(number > mine for number in numbers)
    if not more:
        return first
    return second if more == 1 and sum(number == max(numbers) for number in numbers) == 1 else 0.0


def best_passenger(view: View, legal: ActionSet) -> Action:
    """The passenger that changes the prizes most in the seat's favour; before that, the colour closest to a change."""
    seat = seat_of(view)
    parameters = view.board.settings.mechanics["passengers"]
    first, second = parameters["first"], parameters["second"]
    taken = view.extra["passengers"]["taken"]

    def gain(action: Action) -> tuple[float, int]:
        mine = taken[seat][action.color]
        others = [hers[action.color] for index, hers in enumerate(taken) if index != seat]
        now = prize(others, mine, first, second)
        return prize(others, mine + 1, first, second) - now, -abs(mine - max(others))

    return max(legal, key=gain)


def open_tickets(view: View, atlas: Atlas, weights: list[float]) -> list[int]:
    """Own tickets that are not met yet."""
    network = own_network(atlas, weights)
    return [ticket for ticket in view.tickets if not is_met(atlas, network, ticket)]


def ferry_for(view: View, legal: ActionSet, route: int) -> Action | None:
    """Taking a ferry card, if the route's waves need one more than locomotives and ferry cards at hand (I2, I3)."""
    ferry = legal.by_kind("ferry")
    if not ferry or not view.board.routes[route].waves:
        return None
    held = view.extra["ferries"]["held"][seat_of(view)]
    covered = view.hand[WILD] + held * view.board.settings.mechanics["ferries"]["spaces"]
    return ferry[0] if covered < view.board.routes[route].waves else None


def draw_wanted(view: View, legal: ActionSet, wanted: Sequence[float], wild: float = 1.0) -> Action:
    """The face-up card that is wanted most; a locomotive if nothing else is wanted; else the deck.

    `wanted` is a number per colour; only positive ones are wanted. `wild` = 0 leaves locomotives lying.
    """
    takes = legal.by_kind("take")
    best = max((t for t in takes if t.color != WILD), key=lambda t: wanted[t.color], default=None)
    if best is not None and wanted[best.color] > 0:
        return best
    loco = next((t for t in takes if t.color == WILD), None)
    if loco is not None and wild > 0:
        return loco
    return draw_blind(legal)


def draw_blind(legal: ActionSet) -> Action:
    """The top of the deck; else a face-up card; else whatever can be done."""
    for kind in ("draw", "take", "claim", "ferry", "swap", "tickets"):
        found = legal.by_kind(kind)
        if found:
            return found[0]
    return legal[0]


def hopeless_swap(view: View, legal: ActionSet, atlas: Atlas, weights: list[float]) -> Action | None:
    """Swapping the tickets (F2), if none of them can be met any more."""
    swap = legal.by_kind("swap")
    if not swap:
        return None
    trains = view.trains[seat_of(view)]
    for ticket in view.tickets:
        way = shortest_path(atlas.graph, weights, *atlas.ticket_ends[ticket])
        if way is not None and way.cost <= trains:
            return None
    return swap[0]
