"""What the tree search asks a planner beside its choice: what else to look at, and which tickets others may hold."""

from __future__ import annotations

import copy
import math
from dataclasses import replace

from ttr_widget.bots.habits import kept_choices, pay
from ttr_widget.bots.plan import INF, chart_of, cheapest_way
from ttr_widget.bots.planner import PlannerBot
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.state import EXPRESS, FREE

OTHERS = 2
"""How many claims beside the plan are looked at of each sort: those that hurt opponents most, those that pay best."""
FOREVER = 10**6
"""Turns after which a twin makes its plan anew although nothing has broken it."""
LIKELY = 4.0
"""A ticket whose way an opponent has built is e to this times likelier to be held than one it has done nothing for."""


class Adviser(PlannerBot):
    """A planner that tells what else it would think of; its twins change their plans only when they must."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.steady = replace(self.taste, again=FOREVER)

    def twin(self) -> Adviser:
        """Another one with the same plan, that may be played on without changing this one."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | set | dict):
                setattr(other, name, value.copy())
        other.taste, other.due = self.steady, FOREVER
        return other

    def strain(self, view: View) -> float:
        """Look at the board before it is one's turn, and tell what the tickets will still cost, in points."""
        self._look(view)
        if view.phase not in ("turn", "second_card"):
            return 0.0
        lost = sum(self._value(ticket) for ticket in self.dropped)
        return self.turn_worth * self._turns_for(self.links) + 2 * lost

    def options(self, view: View) -> list[Action]:
        """What is worth comparing with its choice in this view: one payment a link, one card of the market.

        New tickets are left to its own judgement: what they bring differs too much from one offer to the next.
        """
        legal = view.legal
        if view.phase == "keep":
            return kept_choices(legal)
        if view.phase != "turn":
            return [action for action in legal if action.kind != "take"]
        hurt = self._harms()
        hurting = sorted((link for link in hurt if link not in self.links), key=lambda link: -hurt[link])
        paying = [link for _, missing, link in self._targets(INF) if not missing]
        links = dict.fromkeys([*sorted(self.links), *hurting[:OTHERS], *paying[:OTHERS]])
        actions = [claim for link in links for claim in self._claim_of(legal, link)]
        if legal.by_kind("take") or legal.by_kind("draw"):
            actions.append(self._card(view, legal, first=True))
        return [*actions, *legal.by_kind("ferry"), *legal.by_kind("swap")]

    def _claim_of(self, legal: ActionSet, link: int) -> list[Action]:
        """The best way to pay for the link, if there is any."""
        if self.chart.length[link] > self.trains:
            return []
        ways = [claim for _, route in self._claimable(legal, [link]) for claim in legal.claims_of(route)]
        reserved = () if link in self.links and not self.chart.gray[link] else self.needs.reserved
        return [pay(ways, self.hand, reserved)] if ways else []


def liking(view: View, seat: int) -> list[float]:
    """How likely the seat holds each ticket: the more of its way is built, and the more it counts, the likelier."""
    chart = chart_of(view.board, view.players)
    empty = [float(length) for length in chart.length]
    now = []
    for link, group in enumerate(chart.routes):
        holders = {view.owner[route] for route in group}
        if seat in holders or EXPRESS in holders:
            now.append(0.0)
        elif FREE not in holders or (len(holders) > 1 and chart.atlas.closes_twins):
            now.append(INF)
        else:
            now.append(empty[link])
    likely = []
    for ends, points in zip(chart.ticket_ends, chart.atlas.ticket_points, strict=True):
        whole = cheapest_way(chart, empty, *ends)[0]
        built = 1 - cheapest_way(chart, now, *ends)[0] / whole if whole else 0.0
        likely.append(math.sqrt(max(points, 1)) * math.exp(LIKELY * max(built, 0.0)))
    return likely
