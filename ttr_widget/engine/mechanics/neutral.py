"""The neutral player (N10): from some round on, a ticket turned up after each round may put neutral trains down."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ttr_widget.engine.actions import Action, mask_of
from ttr_widget.engine.mechanics.base import Mechanic, OwnState, ensure
from ttr_widget.engine.mechanics.tolls import BANK, Tolls
from ttr_widget.engine.state import FREE, NEUTRAL, State


class NeutralState(OwnState):
    """Trains left, who holds the marker, whether neutral still plays, and the routes to choose from now."""

    __slots__ = ("choices", "marker", "playing", "trains")

    def __init__(self, trains: int, marker: int, playing: bool, choices: list[int]) -> None:
        self.trains = trains
        self.marker = marker
        self.playing = playing
        self.choices = choices

    def copy(self) -> NeutralState:
        return NeutralState(self.trains, self.marker, self.playing, self.choices.copy())


class Neutral(Mechanic):
    name = "neutral"
    phase_help = {"neutral": "first choose the route of the neutral player, e.g. {example!r} (N10)"}

    def actions(self) -> list[Action]:
        self.choose: dict[int, Action] = {}
        pairs = {frozenset(ticket.neutral) for ticket in self.board.tickets if ticket.neutral}
        self.routes_of: dict[frozenset[str], list[int]] = {pair: [] for pair in pairs}
        for index, route in enumerate(self.board.routes):
            pair = frozenset((route.a, route.b))
            if pair in pairs:
                self.routes_of[pair].append(index)
                text = f"neutral {self.board.route_label(index)} #{len(self.routes_of[pair])}"
                self.choose[index] = Action("neutral", text, route=index)
        return list(self.choose.values())

    def phases(self) -> dict[str, Callable[[State], int]]:
        return {"neutral": lambda s: mask_of(self.choose[route] for route in s.extra[self.name].choices)}

    def handlers(self) -> dict[str, Callable[[State, Action], None]]:
        return {"neutral": self._chosen}

    def set_up(self, s: State, rng: random.Random) -> None:
        s.extra[self.name] = NeutralState(self.parameters["trains"], (s.first + 1) % self.players, True, [])

    def turn_ended(self, s: State) -> None:
        """The neutral phase: after the last turn of a round, from the given round on."""
        own: NeutralState = s.extra[self.name]
        rounds, rest = divmod(s.turn, self.players)
        if not own.playing or rest or rounds < self.parameters["from_round"]:
            return
        if not s.ticket_decks[0]:
            self._leave(s, "tickets")
            return
        ticket = s.ticket_decks[0].pop()
        pair = self.board.tickets[ticket].neutral
        result, routes = self._meaning(s, pair)
        if s.log is not None:
            facts = {"ticket": ticket, "pair": list(pair) if pair else None, "result": result}
            s.log.append(("neutral_ticket", own.marker, facts, {}))
        if self.rules.settings.ticket_return == "discard":
            s.ticket_discard.append(ticket)
        else:
            s.ticket_decks[self.rules.ticket_deck[ticket]].insert(0, ticket)
        if result == "choice":
            own.choices = routes
            s.pending.append(("neutral", own.marker))
            return  # the ticket deck is renewed after the choice
        if result == "placed":
            self._place(s, routes[0], own.marker, chosen=False)
        elif result == "left":
            self._leave(s, "trains")
        self.rules.renew_tickets(s)

    def _meaning(self, s: State, pair: tuple[str, str] | None) -> tuple[str, list[int]]:
        """What the ticket turned up brings: nothing, a route, a choice of routes, or the end of the neutral player."""
        own: NeutralState = s.extra[self.name]
        routes = self.routes_of[frozenset(pair)] if pair else []
        if any(s.owner[route] == NEUTRAL for route in routes):
            return "none", []
        free = [route for route in routes if s.owner[route] == FREE and not self._closed(s, route)]
        if not free:
            return "none", []
        fitting = [route for route in free if self.rules.lengths[route] <= own.trains]
        if not fitting:
            return "left", []
        if len(free) == len(routes) and len(fitting) > 1:
            return "choice", fitting
        return "placed", fitting[:1]

    def _closed(self, s: State, route: int) -> bool:
        """With few players one claimed track closes the others (B12), for the neutral player too."""
        board = self.board
        twins = board.route_groups[board.group_of[route]]
        return self.rules.closes_twins and any(s.owner[twin] != FREE for twin in twins)

    def _chosen(self, s: State, action: Action) -> None:
        own: NeutralState = s.extra[self.name]
        own.choices = []
        own.marker = (own.marker + 1) % self.players
        self._place(s, action.route, s.player, chosen=True)
        self.rules.renew_tickets(s)
        self.rules.resume(s)

    def _place(self, s: State, route: int, seat: int, *, chosen: bool) -> None:
        own: NeutralState = s.extra[self.name]
        self._put(s, route)
        tolls = self.rules.mechanic("tolls")
        toll, to = tolls.bank_pays_holder(s, route) if isinstance(tolls, Tolls) else (0, BANK)
        if s.log is not None:
            facts = {"route": route, "trains": own.trains, "chosen": chosen, "marker": own.marker}
            s.log.append(("neutral", seat, {**facts, "toll": toll, "to": to}, {}))

    def _put(self, s: State, route: int) -> None:
        s.owner[route] = NEUTRAL
        s.extra[self.name].trains -= self.rules.lengths[route]
        self.rules.close(s, route)

    def tickets_ran_out(self, s: State) -> None:
        self._leave(s, "tickets")

    def _leave(self, s: State, reason: str) -> None:
        own: NeutralState = s.extra[self.name]
        if own.playing:
            own.playing = False
            if s.log is not None:
                s.log.append(("neutral_left", -1, {"reason": reason}, {}))

    def why_not(self, s: State, action: Action) -> str | None:
        if action.kind != "neutral":
            return None
        return "the ticket turned up does not offer this route to the neutral player now (N10)"

    def public(self, s: State, seat: int | None) -> dict[str, Any]:
        own: NeutralState = s.extra[self.name]
        return {"trains": own.trains, "marker": own.marker, "playing": own.playing, "choices": own.choices.copy()}

    def restore(self, s: State, seen: dict[str, Any], rng: random.Random) -> None:
        s.extra[self.name] = NeutralState(seen["trains"], seen["marker"], seen["playing"], list(seen["choices"]))

    def edit(self, s: State, what: str, seat: int, value: Any) -> bool:
        """`neutral`: neutral trains on a route, `"A–B"` or `["A–B", track]`; `neutral_marker`: who holds the marker."""
        own: NeutralState = s.extra[self.name]
        if what == "neutral":
            from ttr_widget.engine.position import find_route

            text, track = (value, 1) if isinstance(value, str) else value
            route = find_route(self.board, text, track)
            if s.owner[route] != FREE:
                raise ValueError(f"{text} #{track} is taken")
            if self.rules.lengths[route] > own.trains:
                raise ValueError(f"{text} needs {self.rules.lengths[route]} neutral trains, {own.trains} are left")
            self._put(s, route)
            tolls = self.rules.mechanic("tolls")
            if isinstance(tolls, Tolls):
                tolls.hold(s, NEUTRAL, route)
        elif what == "neutral_marker":
            own.marker = seat
        else:
            return False
        return True

    def check(self, s: State) -> None:
        own: NeutralState = s.extra[self.name]
        used = sum(self.rules.lengths[route] for route, owner in enumerate(s.owner) if owner == NEUTRAL)
        ensure(used + own.trains == self.parameters["trains"], "a neutral train is missing or doubled")
        ensure(own.trains >= 0, "fewer than no neutral trains")
        ensure(bool(own.choices) == (s.phase == self.name), "a choice for the neutral player without its phase")
