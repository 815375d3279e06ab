"""Shared express lines (J2–J4, J7, J8): one express train for everybody, a track for who paid how much."""

from __future__ import annotations

import random
from typing import Any

from ttr_widget.engine.mechanics.base import Mechanic, OwnState, count, ensure
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import EXPRESS, State
from ttr_widget.graphs.connectivity import join


class ExpressState(OwnState):
    """Express trains left, how far each player is on the track, and trains a hand-made position put out of play."""

    __slots__ = ("aside", "supply", "track")

    def __init__(self, supply: int, track: list[int], aside: int = 0) -> None:
        self.supply = supply
        self.track = track
        self.aside = aside

    def copy(self) -> ExpressState:
        return ExpressState(self.supply, self.track.copy(), self.aside)


class Express(Mechanic):
    name = "express"

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        self.is_express = [route.kind == "express" for route in self.board.routes]
        self.fits = rules.fits(r for r, express in enumerate(self.is_express) if not express)

    def set_up(self, s: State, rng: random.Random) -> None:
        self._set(s, ExpressState(self.parameters["trains"], [0] * self.players))

    def _set(self, s: State, own: ExpressState) -> None:
        s.extra[self.name] = own
        s.fits = self.fits if own.supply else self.rules.fits_by_trains

    def place(self, s: State, seat: int, route: int) -> bool:
        own: ExpressState = s.extra[self.name]
        if not self.is_express[route] or not own.supply:
            return False
        rules = self.rules
        s.owner[route] = EXPRESS
        own.supply -= 1
        own.track[seat] += rules.lengths[route]
        for parent in s.parents:
            join(parent, rules.node_a[route], rules.node_b[route])
        rules.close(s, route)
        if not own.supply:
            s.fits = rules.fits_by_trains  # J4: from now on they need trains like any route
        if s.log is not None:
            facts = {"route": route, "cards": rules.lengths[route], "track": own.track[seat], "supply": own.supply}
            s.log.append(("express", seat, facts, {}))
        return True

    def may_trigger_end(self, s: State, seat: int) -> bool:
        return bool(s.extra[self.name].supply <= self.parameters["end_trains"])

    def score(self, s: State) -> list[ScoreLine]:
        """J8: competition ranking; whoever contributed nothing loses points."""
        track = s.extra[self.name].track
        table = self.parameters["bonus"].get(self.players, [])
        points = []
        for steps in track:
            rank = sum(other > steps for other in track)
            bonus = table[rank] if rank < len(table) else 0
            points.append(bonus if steps else self.parameters["none"])
        return [ScoreLine(self.name, tuple(points), tuple(f"{steps} on the track" for steps in track))]

    def public(self, s: State, seat: int | None) -> dict[str, Any]:
        own: ExpressState = s.extra[self.name]
        return {"supply": own.supply, "track": own.track.copy()}

    def restore(self, s: State, seen: dict[str, Any], rng: random.Random) -> None:
        aside = self.parameters["trains"] - seen["supply"] - s.owner.count(EXPRESS)
        self._set(s, ExpressState(seen["supply"], list(seen["track"]), aside))

    def edit(self, s: State, what: str, seat: int, value: Any) -> bool:
        """`express`: the seat's place on the track; `express_supply`: trains left, the others are put aside."""
        own: ExpressState = s.extra[self.name]
        if what == "express":
            own.track[seat] = count(value)
        elif what == "express_supply":
            off_the_board = own.supply + own.aside
            if count(value) > off_the_board:
                raise ValueError(f"the express supply holds 0 to {off_the_board} trains")
            self._set(s, ExpressState(value, own.track, off_the_board - value))
        else:
            return False
        return True

    def check(self, s: State) -> None:
        own: ExpressState = s.extra[self.name]
        placed = [route for route, owner in enumerate(s.owner) if owner == EXPRESS]
        ensure(own.supply >= 0, "fewer than no express trains")
        ensure(
            own.supply + len(placed) + own.aside == self.parameters["trains"], "an express train is missing or doubled"
        )
        ensure(all(self.is_express[route] for route in placed), "an express train on an ordinary route")
