"""The short game (F2, F4–F7): tickets are met at once and replaced, may be swapped, and six of them win."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ttr_widget.engine.actions import Action
from ttr_widget.engine.mechanics.base import Mechanic, OwnState, ensure
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import State
from ttr_widget.graphs.connectivity import find


class JourneyState(OwnState):
    """Who has the bonus for joining East and West."""

    __slots__ = ("bonus",)

    def __init__(self, bonus: list[bool]) -> None:
        self.bonus = bonus

    def copy(self) -> JourneyState:
        return JourneyState(self.bonus.copy())


class ShortJourney(Mechanic):
    name = "short_journey"
    scores_tickets = True

    def actions(self) -> list[Action]:
        self.swap = Action("swap", "swap")
        return [self.swap]

    def handlers(self) -> dict[str, Callable[[State, Action], None]]:
        return {"swap": self._swap}

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        self.goal = max(1, self.parameters["goal"])
        self.east, self.west = (
            [node for name in self.parameters[side] for node in rules.city_nodes[self.board.city_index[name]]]
            for side in ("east", "west")
        )

    def set_up(self, s: State, rng: random.Random) -> None:
        s.extra[self.name] = JourneyState([False] * self.players)

    def options(self, s: State, seat: int) -> int:
        # On maps where tickets can be drawn too, drawing and swapping without cards could go on for ever.
        if not s.deck and self.rules.settings.ticket_draw:
            return 0
        return 1 << self.swap.index if any(self._to_draw(s, seat)) else 0

    def _to_draw(self, s: State, seat: int) -> list[int]:
        """How many tickets a swap would draw from each deck: as many as are given back, at least those of the start."""
        number = [0] * len(s.ticket_decks)
        for ticket in s.tickets[seat]:
            number[self.rules.ticket_deck[ticket]] += 1
        number[0] += max(0, self.rules.settings.ticket_keep - sum(number))
        return [min(wanted, len(deck)) for wanted, deck in zip(number, s.ticket_decks, strict=True)]

    def _swap(self, s: State, action: Action) -> None:
        """F7: the new ones are drawn first, then the old ones go under the deck."""
        seat = s.player
        nothing_else = self.rules.legal(s) == 1 << self.swap.index
        completed = self.number_completed(s, seat)
        old = s.tickets[seat]
        new = [t for deck, n in enumerate(self._to_draw(s, seat)) for t in self.rules.draw_tickets(s, deck, n)]
        s.tickets[seat] = new
        self.rules.return_tickets(s, old)
        if s.log is not None:
            private = {seat: {"tickets": s.tickets[seat].copy(), "returned": old}}
            s.log.append(("swap", seat, {"number": len(s.tickets[seat])}, private))
        self._show_met(s, seat)
        self._end_if_reached(s, seat)
        if s.phase == "over":
            return
        # Where nobody can do anything but swap, the game would never end: such a turn counts as a pass (B15).
        if nothing_else and self.number_completed(s, seat) == completed:
            self.rules.idle_turn(s)
        else:
            self.rules.finish_turn(s)

    def claimed(self, s: State, seat: int, route: int) -> None:
        # A shared line may meet anybody's tickets; the player whose turn it is comes first.
        seats = 1 if s.owner[route] == seat else self.players
        for who in ((seat + i) % self.players for i in range(seats)):
            if s.phase != "over":
                self._show_met(s, who)
                self._look_for_bonus(s, who)
                self._end_if_reached(s, who)
        if s.trains[seat] == 0 and s.phase != "over":
            self.rules.end_game(s)

    def turn_ended(self, s: State) -> None:
        self._show_met(s, s.mover)  # new tickets may be met already
        self._end_if_reached(s, s.mover)

    def _show_met(self, s: State, seat: int) -> None:
        """F4: all tickets that are met are laid open and replaced, until none is or the goal is reached."""
        while self.number_completed(s, seat) < self.goal:
            met = [ticket for ticket in s.tickets[seat] if self.rules.completed(s, seat, ticket)]
            if not met:
                return
            for ticket in met:
                self._lay_open(s, seat, ticket)

    def _lay_open(self, s: State, seat: int, ticket: int) -> None:
        new = self.rules.draw_tickets(s, self.rules.ticket_deck[ticket], 1)
        s.tickets[seat].remove(ticket)
        s.tickets[seat] += new
        s.shown[seat].append(ticket)
        if s.log is not None:
            number = self.number_completed(s, seat)
            s.log.append(("completed", seat, {"ticket": ticket, "number": number}, {seat: {"new": new}}))

    def _look_for_bonus(self, s: State, seat: int) -> None:
        """F5: the bonus for joining East and West, once."""
        own: JourneyState = s.extra[self.name]
        if own.bonus[seat] or not self._joins_east_and_west(s, seat):
            return
        own.bonus[seat] = True
        if s.log is not None:
            s.log.append(("east_west", seat, {"number": self.number_completed(s, seat)}, {}))

    def _joins_east_and_west(self, s: State, seat: int) -> bool:
        parent = s.parents[seat]
        roots = {find(parent, node) for node in self.east}
        return any(find(parent, node) in roots for node in self.west)

    def number_completed(self, s: State, seat: int) -> int:
        own: JourneyState = s.extra[self.name]
        return len(s.shown[seat]) + own.bonus[seat]

    def _end_if_reached(self, s: State, seat: int) -> None:
        if self.number_completed(s, seat) >= self.goal and s.phase != "over":
            self.rules.end_game(s)  # F6

    def may_trigger_end(self, s: State, seat: int) -> bool:
        return False

    def score(self, s: State) -> list[ScoreLine]:
        own: JourneyState = s.extra[self.name]
        return [
            ScoreLine("completed_tickets", tuple(len(shown) for shown in s.shown)),
            ScoreLine("east_west", tuple(int(bonus) for bonus in own.bonus)),
        ]

    def ranking(self, s: State, seat: int) -> tuple[int, ...]:
        number = self.number_completed(s, seat)
        return (int(number >= self.goal), number)

    def why_not(self, s: State, action: Action) -> str | None:
        if action.kind == "swap":
            return "no ticket is left to draw, or the cards are used up (F2, F7)"
        return None

    def public(self, s: State, seat: int | None) -> dict[str, Any]:
        return {"bonus": s.extra[self.name].bonus.copy(), "goal": self.goal}

    def restore(self, s: State, seen: dict[str, Any], rng: random.Random) -> None:
        s.extra[self.name] = JourneyState(list(seen["bonus"]))
        if s.phase != "over":
            for seat in range(self.players):
                self._hide_met(s, seat, rng)

    def _hide_met(self, s: State, seat: int, rng: random.Random) -> None:
        """A ticket that is met never lies hidden (F4): imagine one that is not met instead, if there is any."""
        for place, ticket in enumerate(s.tickets[seat]):
            if self.rules.completed(s, seat, ticket):
                deck = s.ticket_decks[self.rules.ticket_deck[ticket]]
                possible = [i for i, other in enumerate(deck) if not self.rules.completed(s, seat, other)]
                if possible:
                    chosen = possible[int(rng.random() * len(possible))]
                    s.tickets[seat][place], deck[chosen] = deck[chosen], ticket

    def edit(self, s: State, what: str, seat: int, value: Any) -> bool:
        if what != "east_west":
            return False
        s.extra[self.name].bonus[seat] = bool(value)
        return True

    def check(self, s: State) -> None:
        goal = self.goal
        reached = [seat for seat in range(self.players) if self.number_completed(s, seat) >= goal]
        ensure(s.phase == "over" or not reached, f"played on after {goal} completed tickets (F6)")
