"""Cards: what the hand lacks for a set of links, which colours help, and what each drawing action is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from ttr_widget.bots.plan import Chart
from ttr_widget.engine.actions import WILD
from ttr_widget.engine.state import FREE

CARDS_A_TURN = 1.9


class Needs:
    """What a hand lacks to pay for links: `missing` cards in all, `short` per colour, `spare` cards per colour.

    Links with a colour of their own are served first; those with a choice then take the colour that is left over
    most. Locomotives stand in for whatever is missing. `ferries` wave spaces are paid already by ferry cards; for the
    others one spends `ferry_turns`, where there are such cards, or locomotives (I3).
    """

    __slots__ = ("draws", "ferry_turns", "flexible", "missing", "reserved", "scarce", "short", "spare", "wild_short")

    def __init__(self, chart: Chart, owner: Sequence[int], hand: Sequence[int], links: Iterable[int], ferries: int = 0):
        spare = list(hand[:WILD])
        short = [0] * WILD
        reserved = [0] * WILD
        wild_short = 0
        choosy: list[tuple[int, list[int]]] = []
        gray = chart.gray
        for link in links:
            length = chart.length[link]
            waves = chart.waves[link]
            if waves:
                wild_short += max(0, waves - ferries)
                ferries = max(0, ferries - waves)
                length -= waves
            if gray[link]:
                choosy.append((length, ALL))
                continue
            group = chart.routes[link]
            if len(group) == 1:
                options = chart.single[link]
            else:
                options = [chart.atlas.colors[route] for route in group if owner[route] == FREE] or chart.single[link]
                if len(options) > 1:
                    choosy.append((length, options))
                    continue
            color = options[0]
            spare[color] -= length
            reserved[color] += length
        flexible = 0
        for length, options in sorted(choosy, reverse=True, key=itemgetter(0)):
            color = spare.index(max(spare)) if options is ALL else max(options, key=spare.__getitem__)
            if spare[color] <= 0 and len(options) == WILD:
                flexible += length
                continue
            spare[color] -= length
            reserved[color] += length
        total = flexible
        for color in range(WILD):
            if spare[color] < 0:
                short[color] = -spare[color]
                total -= spare[color]
                spare[color] = 0
        self.short = short
        self.spare = spare
        self.reserved = reserved
        self.flexible = flexible
        self.ferry_turns = 0
        if wild_short and chart.ferry_spaces:
            spare_wild = max(0, hand[WILD] - total)
            self.ferry_turns = turns_for_waves(chart, wild_short - spare_wild)
            wild_short = 0
        total += wild_short
        self.wild_short = wild_short
        self.missing = max(0, total - hand[WILD])
        self.scarce = 0.0
        self.draws = 0.0
        if self.missing:
            self._count_draws(chart, hand[WILD])
        self.draws += self.ferry_turns

    def _count_draws(self, chart: Chart, wild: int) -> None:
        """Turns of drawing until everything is there: all colours come in side by side, each at its own slow pace."""
        flow = chart.color_flow
        waiting = [number for number in self.short if number]
        while True:
            short = sum(waiting) + self.wild_short - wild
            turns = short / (flow * len(waiting) + chart.wild_flow)
            still = [number for number in waiting if number > flow * turns]
            if len(still) == len(waiting):
                break
            waiting = still
        self.scarce = flow * turns if turns > 0 else 0.0
        self.draws = max(turns, (self.missing + 0.2 * self.flexible) / CARDS_A_TURN)


def turns_for_waves(chart: Chart, waves: int) -> int:
    """Turns of taking ferry cards until they cover these wave spaces."""
    return -(-max(0, waves) // chart.ferry_spaces)


ALL = list(range(WILD))
