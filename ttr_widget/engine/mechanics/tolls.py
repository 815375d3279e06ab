"""Bridge tolls and loans (N2, N5–N7): secret tokens, paid to the bank or to the holder of the first track."""

from __future__ import annotations

import random
from typing import Any

from ttr_widget.engine.mechanics.base import Mechanic, OwnState, count, ensure
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import FREE, State

BANK = -1
"""Who gets a toll, if no seat does."""


class TollState(OwnState):
    """Tokens and loans by seat, and who holds the first track of each group of parallel routes."""

    __slots__ = ("bank", "first_holder", "loans", "tokens")

    def __init__(self, tokens: list[int], loans: list[int], bank: int, first_holder: list[int]) -> None:
        self.tokens = tokens
        self.loans = loans
        self.bank = bank
        self.first_holder = first_holder

    def copy(self) -> TollState:
        return TollState(self.tokens.copy(), self.loans.copy(), self.bank, self.first_holder.copy())


class Tolls(Mechanic):
    name = "tolls"

    def set_up(self, s: State, rng: random.Random) -> None:
        seats = self.players
        groups = len(self.board.route_groups)
        s.extra[self.name] = TollState([self.parameters["tokens"]] * seats, [0] * seats, 0, [FREE] * groups)

    def claimed(self, s: State, seat: int, route: int) -> None:
        own: TollState = s.extra[self.name]
        toll = self.board.routes[route].toll
        holder = self.hold(s, seat, route)
        if not toll:
            return
        loan = own.tokens[seat] < toll
        if loan:
            own.loans[seat] += 1
        else:
            own.tokens[seat] -= toll
            own.bank += toll
        if holder >= 0:  # N5: the holder of the first track gets it; N6: from the bank, if the payer took a loan
            own.tokens[holder] += toll
            own.bank -= toll
        if s.log is not None:
            facts = {"route": route, "toll": toll, "to": max(holder, BANK)}
            if loan:
                facts["loans"] = own.loans[seat]
            private = {who: {"tokens": own.tokens[who]} for who in {seat, holder} if who >= 0}
            s.log.append(("loan" if loan else "toll", seat, facts, private))

    def placed(self, s: State, seat: int, route: int) -> None:
        self.hold(s, seat, route)

    def hold(self, s: State, seat: int, route: int) -> int:
        """Note who holds the first track; returns who held it before this claim."""
        own: TollState = s.extra[self.name]
        group = self.board.group_of[route]
        holder = own.first_holder[group]
        if holder == FREE:
            own.first_holder[group] = s.owner[route]
        return holder

    def bank_pays_holder(self, s: State, route: int) -> tuple[int, int]:
        """N10: the neutral player builds beside somebody, who gets the toll from the bank; how much, and who."""
        own: TollState = s.extra[self.name]
        holder = self.hold(s, s.owner[route], route)
        if holder < 0:
            return 0, BANK
        toll = self.board.routes[route].toll
        own.tokens[holder] += toll
        own.bank -= toll
        return toll, holder

    def score(self, s: State) -> list[ScoreLine]:
        own: TollState = s.extra[self.name]
        table = self.parameters["bonus"].get(self.players, [])
        points = []
        for seat in range(self.players):
            rank = self._rank(own, seat)
            points.append(table[rank] if not own.loans[seat] and rank < len(table) else 0)
        lines = [ScoreLine(self.name, tuple(points), tuple(f"{tokens} left" for tokens in own.tokens))]
        cost = self.parameters["loan"]
        lines.append(ScoreLine("loans", tuple(n * cost for n in own.loans), tuple(f"{n} loans" for n in own.loans)))
        return lines

    def _rank(self, own: TollState, seat: int) -> int:
        """N7: dense over all players, or as in J8 over those without a loan."""
        mine = own.tokens[seat]
        if self.parameters["ranking"] == "competition":
            return sum(t > mine for t, loans in zip(own.tokens, own.loans, strict=True) if not loans)
        return len({t for t in own.tokens if t > mine})

    def public(self, s: State, seat: int | None) -> dict[str, Any]:
        """N2: the sums are secret until the end; loans are open."""
        own: TollState = s.extra[self.name]
        over = s.phase == "over"
        tokens = [n if over or p == seat else None for p, n in enumerate(own.tokens)]
        return {"tokens": tokens, "loans": own.loans.copy(), "first_holder": own.first_holder.copy()}

    def restore(self, s: State, seen: dict[str, Any], rng: random.Random) -> None:
        """Others' tokens are guessed from what lies open: their routes, who holds the first track, their loans."""
        routes = self.board.routes
        holders = seen["first_holder"]
        tokens = [self.parameters["tokens"] if known is None else known for known in seen["tokens"]]
        for route, owner in enumerate(s.owner):
            first = holders[self.board.group_of[route]]
            if owner == FREE:
                continue
            if owner >= 0 and seen["tokens"][owner] is None:
                tokens[owner] -= routes[route].toll
            if first >= 0 and first != owner and seen["tokens"][first] is None:
                tokens[first] += routes[route].toll
        tokens = [max(0, n) for n in tokens]
        bank = self.parameters["tokens"] * self.players - sum(tokens)
        s.extra[self.name] = TollState(tokens, list(seen["loans"]), bank, list(holders))

    def edit(self, s: State, what: str, seat: int, value: Any) -> bool:
        own: TollState = s.extra[self.name]
        if what == "tolls":
            own.bank -= count(value) - own.tokens[seat]
            own.tokens[seat] = value
        elif what == "loans":
            own.loans[seat] = count(value)
        else:
            return False
        return True

    def check(self, s: State) -> None:
        own: TollState = s.extra[self.name]
        total = self.parameters["tokens"] * self.players
        ensure(
            sum(own.tokens) + own.bank == total, f"toll tokens worth {sum(own.tokens) + own.bank} instead of {total}"
        )
        ensure(all(n >= 0 for n in own.tokens), "somebody has fewer than no toll tokens")
