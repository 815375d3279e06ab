"""Ferries (I2, I3): wave spaces need a locomotive or a ferry card; taking a ferry card is an action of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ttr_widget.engine.actions import WILD, Action, Payment
from ttr_widget.engine.mechanics.base import Mechanic, OwnState, count, ensure
from ttr_widget.engine.state import State


class FerryState(OwnState):
    """Ferry cards in the supply and in front of each player."""

    __slots__ = ("held", "supply")

    def __init__(self, supply: int, held: list[int]) -> None:
        self.supply = supply
        self.held = held

    def copy(self) -> FerryState:
        return FerryState(self.supply, self.held.copy())


class Ferries(Mechanic):
    name = "ferries"

    def actions(self) -> list[Action]:
        self.take = Action("ferry", "ferry")
        return [self.take]

    def payments(self, route: int, payments: list[Payment]) -> list[Payment]:
        """All combinations without waste: every wave space is covered by a locomotive or by a share of a ferry card."""
        facts = self.board.routes[route]
        if not facts.waves:
            return payments
        most, spaces = self.parameters["limit"], self.parameters["spaces"]
        ways: list[Payment] = []
        for cards in range(facts.length - facts.waves, -1, -1):
            for by_ferry in range(min(facts.waves, most * spaces), -1, -1):
                wild = facts.length - cards - by_ferry
                ferries = -(-by_ferry // spaces) if by_ferry else 0
                ways += [(c, cards, wild, ferries) for c in (range(WILD) if cards else (WILD,))]
        return ways

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        by_ferries = [0] * (self.parameters["limit"] + 1)
        for action in rules.catalog.set_of(rules.catalog.claims):
            for held in range(action.ferries, len(by_ferries)):
                by_ferries[held] |= 1 << action.index
        self.with_ferries = by_ferries

    def handlers(self) -> dict[str, Callable[[State, Action], None]]:
        return {"ferry": self._take}

    def set_up(self, s: State, rng: random.Random) -> None:
        s.extra[self.name] = FerryState(self.parameters["cards"], [0] * self.players)

    def allows(self, s: State, seat: int, claims: int) -> int:
        own: FerryState = s.extra[self.name]
        return claims & self.with_ferries[own.held[seat]]

    def options(self, s: State, seat: int) -> int:
        own: FerryState = s.extra[self.name]
        return 1 << self.take.index if own.supply and own.held[seat] < self.parameters["limit"] else 0

    def _take(self, s: State, action: Action) -> None:
        own: FerryState = s.extra[self.name]
        own.supply -= 1
        own.held[s.player] += 1
        if s.log is not None:
            s.log.append(("ferry", s.player, {"held": own.held[s.player], "supply": own.supply}, {}))
        self.rules.finish_turn(s)

    def paid(self, s: State, action: Action) -> None:
        if action.ferries:
            own: FerryState = s.extra[self.name]
            own.held[s.player] -= action.ferries
            own.supply += action.ferries

    def why_not(self, s: State, action: Action) -> str | None:
        own: FerryState = s.extra[self.name]
        held = own.held[s.player]
        if action.kind == "claim" and action.ferries > held:
            word = "ferry card" if action.ferries == 1 else "ferry cards"
            return f"that needs {action.ferries} {word} and you have {held} (I3)"
        if action.kind == "ferry":
            if held >= self.parameters["limit"]:
                return f"nobody may hold more than {self.parameters['limit']} ferry cards (I2)"
            if not own.supply:
                return "no ferry card is left in the supply (I2)"
        return None

    def public(self, s: State, seat: int | None) -> dict[str, Any]:
        own: FerryState = s.extra[self.name]
        return {"supply": own.supply, "held": own.held.copy()}

    def restore(self, s: State, seen: dict[str, Any], rng: random.Random) -> None:
        s.extra[self.name] = FerryState(seen["supply"], list(seen["held"]))

    def edit(self, s: State, what: str, seat: int, value: Any) -> bool:
        if what != "ferries":
            return False
        own: FerryState = s.extra[self.name]
        if count(value) > self.parameters["limit"] or value - own.held[seat] > own.supply:
            raise ValueError(
                f"a player holds 0 to {self.parameters['limit']} ferry cards, {own.supply} are in the supply"
            )
        own.supply -= value - own.held[seat]
        own.held[seat] = value
        return True

    def check(self, s: State) -> None:
        own: FerryState = s.extra[self.name]
        ensure(own.supply + sum(own.held) == self.parameters["cards"], "a ferry card is missing or doubled")
        ensure(own.supply >= 0, "fewer than no ferry cards in the supply")
        ensure(all(0 <= n <= self.parameters["limit"] for n in own.held), "too many ferry cards in one hand (I2)")
