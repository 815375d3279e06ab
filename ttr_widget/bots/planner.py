"""The planner: our strong heuristic player. It plans routes for its tickets, and weighs everything in points a turn."""

from __future__ import annotations

from collections.abc import Iterable

from ttr_widget.bots.atlas import express_left
from ttr_widget.bots.habits import draw_blind, kept_choices, pay
from ttr_widget.bots.needs import CARDS_A_TURN, Needs, turns_for_waves
from ttr_widget.bots.plan import INF, cheapest_way, reach
from ttr_widget.bots.planning import Planning, Taste
from ttr_widget.bots.worth import harms
from ttr_widget.engine import Action, ActionSet, View
from ttr_widget.engine.actions import WILD
from ttr_widget.engine.state import FREE

__all__ = ["PlannerBot", "Taste"]


class PlannerBot(Planning):
    """Plans a Steiner forest for its tickets, waits with claims that are not urgent, and weighs all in points a turn.

    The plan and its prices are in `planning.py`, the search for it in `plan.py`, cards in `needs.py`, and what the
    mechanics are worth in `worth.py`. `docs/bots.md` tells how it decides.
    """

    # -- a turn ---------------------------------------------------------------------------------------------------

    def turn(self, view: View, legal: ActionSet) -> Action:
        turns = self._turns_left()
        if turns < 12 and self.links and not self._fits(self.links, turns + 1):
            self._plan()
            self.needs = self._needs_for(self.links)
        if view.final_turns is not None:
            return self._last_turn(view, legal)
        claim = self._block(legal) or self._planned_claim(legal)
        if claim is not None:
            return claim
        ferry = legal.by_kind("ferry")
        if ferry and self.needs.ferry_turns:
            return ferry[0]
        swap = legal.by_kind("swap")
        if swap and (self._turns_for(self.links) > self.taste.swap if self.links else self.dropped):
            return swap[0]
        if legal.by_kind("tickets") and self._wants_tickets(turns):
            return self._mix(legal.by_kind("tickets"))
        filler = self._filler(legal, turns)
        if filler is not None:
            return filler
        return self._card(view, legal, first=True)

    def _claimable(self, legal: ActionSet, links: Iterable[int]) -> list[tuple[int, int]]:
        """Link and route of what can be paid now."""
        masks = legal.catalog.route_masks
        mask = legal.mask
        return [(link, route) for link in links for route in self.chart.routes[link] if mask & masks[route]]

    def _planned_claim(self, legal: ActionSet) -> Action | None:
        best, best_score = -1, -1e9
        for link, route in self._claimable(legal, sorted(self.links)):
            score = self._urgency(link) + 0.01 * self.chart.length[link]
            if not self._is_paid_for(link):
                claim = self._payment(legal, link, route)
                lost = self._waste(link, claim) + self.taste.wild_price * claim.locomotives
                score -= lost * self.turn_worth
            if score > best_score:
                best, best_score = route, score
        if best < 0 or best_score < self._patience():
            return None
        return self._payment(legal, self.chart.link_of[best], best)

    def _payment(self, legal: ActionSet, link: int, route: int) -> Action:
        reserved = self.needs.reserved if self.chart.gray[link] else ()
        return pay(legal.claims_of(route), self.hand, reserved)

    def _is_paid_for(self, link: int) -> bool:
        """Whether cards of its only colour pay for the whole link: then the rest of the plan loses nothing by it."""
        chart = self.chart
        colors = chart.link_colors[link]
        return (
            len(colors) == 1 and colors[0] >= 0 and not chart.waves[link] and self.hand[colors[0]] >= chart.length[link]
        )

    def _block(self, legal: ActionSet) -> Action | None:
        """A claim that keeps two networks of an opponent apart, if that costs the opponent more than it costs us."""
        harms, spare = self._harms(), self._spare_trains()
        best, best_gain = None, self.taste.block
        for link, route in self._claimable(legal, sorted(harms)):
            if link not in self.links and self.chart.length[link] > spare:
                continue
            claim = pay(legal.claims_of(route), self.hand, self.needs.reserved)
            lost = 1 + self._waste(link, claim) + self.taste.wild_price * claim.locomotives
            gain = harms[link] + self.chart.points[link] - lost * self.turn_worth
            if gain > best_gain:
                best, best_gain = claim, gain
        return best

    def _harms(self) -> dict[int, float]:
        """For each free link, what losing it would cost the opponents; it changes only with what is built."""
        if self.harms is None:
            self.harms = harms(self.view, self.chart, self.seat, self.turn_worth)
        return self.harms

    def _patience(self) -> float:
        if not self.needs.missing:
            return -INF
        return self.taste.patience

    def _waste(self, link: int, claim: Action) -> float:
        """Turns of drawing that this payment costs the rest of the plan."""
        hand = self.hand.copy()
        if claim.cards:
            hand[claim.color] -= claim.cards
        hand[WILD] -= claim.locomotives
        ferries = max(0, self._ferries() - self.chart.ferry_spaces * claim.ferries)
        rest = Needs(self.chart, self.view.owner, hand, self.links - {link}, ferries)
        return rest.draws - self.needs.draws

    def _urgency(self, link: int) -> float:
        loss = self.losses.get(link)
        if loss is None:
            loss = self.losses[link] = self._loss(link)
        return loss * self._danger(link)

    def _loss(self, link: int) -> float:
        """What the plan would cost more if somebody else took the link."""
        chart = self.chart
        weights = self.weights.copy()
        for other in self.links:
            weights[other] = 0.0
        weights[link] = INF
        a, b = chart.ends[link]
        ceiling = 2 * self.taste.lost_ticket * max((self._value(t) for t in self.planned_for), default=0.0)
        cost, _ = cheapest_way(chart, weights, (a,), (b,), limit=ceiling + self.weights[link])
        return min(cost - self.weights[link], ceiling)

    def _danger(self, link: int) -> float:
        """The chance that somebody else takes the link before the next turn."""
        danger = self.dangers.get(link)
        if danger is None:
            danger = self.dangers[link] = self._danger_now(link)
        return danger

    def _danger_now(self, link: int) -> float:
        view, chart, taste = self.view, self.chart, self.taste
        if self.neighbours is None:
            self.neighbours = self._count_neighbours()
        a, b = chart.ends[link]
        holders = [view.owner[route] for route in chart.routes[link]]
        beside = self.neighbours[a] + self.neighbours[b] - sum(owner >= 0 and owner != self.seat for owner in holders)
        danger = taste.risk * (view.players - 1) + taste.risk_beside * beside
        if holders.count(FREE) > 1 and not chart.atlas.closes_twins:
            danger *= 0.3
        return min(danger, 0.6)

    def _count_neighbours(self) -> list[int]:
        """How many of the opponents' routes end at each node."""
        chart = self.chart
        count = [0] * len(chart.node_links)
        for route, owner in enumerate(self.view.owner):
            if owner >= 0 and owner != self.seat:
                a, b = chart.ends[chart.link_of[route]]
                count[a] += 1
                count[b] += 1
        return count

    def _last_turn(self, view: View, legal: ActionSet) -> Action:
        """The best claim for points at once."""
        best, best_value = None, 0.0
        worth = self._worth()
        for route in legal.claimable_routes():
            value = self._value_now(route, worth)
            if value > best_value:
                best, best_value = route, value
        if best is not None:
            return pay(legal.claims_of(best), self.hand)
        return self._card(view, legal, first=True)

    def _value_now(self, route: int, worth: list[float]) -> float:
        link = self.chart.link_of[route]
        value = self.chart.points[link] + worth[link]
        if link in self.links:
            weights = self.weights.copy()
            weights[link] = 0.0
            for ticket in self.view.tickets:
                ends = self.chart.ticket_ends[ticket]
                if not cheapest_way(self.chart, self.weights, *ends)[0]:
                    continue
                if not cheapest_way(self.chart, weights, *ends)[0]:
                    value += 2 * self._value(ticket)
        return value

    # -- routes for their own sake --------------------------------------------------------------------------------

    def _spare_trains(self) -> int:
        return self.trains - self._trains_for(self.links)

    def _filler(self, legal: ActionSet, turns: float) -> Action | None:
        """A route outside the plan, if it is worth more than going on drawing."""
        plan_turns = len(self.links) + self.needs.draws
        if turns - plan_turns < 1:
            return None
        targets = self._targets(turns - plan_turns)
        if not targets:
            return None
        _, missing, link = targets[0]
        if missing > 0:
            return None
        routes = self._claimable(legal, [link])
        if not routes:
            ferry = legal.by_kind("ferry")
            return ferry[0] if ferry and self.chart.waves[link] else None
        claim = pay([c for _, route in routes for c in legal.claims_of(route)], self.hand, self.needs.reserved)
        if self.links and self._waste(-1, claim) > 0:
            return None
        return claim

    def _targets(self, turns: float) -> list[tuple[float, int, int]]:
        """Links outside the plan by what they earn a turn: (points a turn, cards missing, link), best first."""
        if self.targets is None:
            self.targets = self._all_targets()
        return [target[:3] for target in self.targets if target[3] <= turns][:4]

    def _all_targets(self) -> list[tuple[float, int, int, float]]:
        chart = self.chart
        spare_trains = self._spare_trains()
        spare = self.needs.spare
        wild = max(0, self.hand[WILD] - sum(self.needs.short) - self.needs.flexible)
        most = max(spare)
        worth = self._worth()
        supply = express_left(self.view)
        ferries = self._ferries()
        draws = [self._draws(missing) for missing in range(max(chart.length) + 1)]
        found = []
        colors, owner = chart.link_colors, self.view.owner
        for link, weight in enumerate(self.weights):
            if not 0 < weight < INF or link in self.links:
                continue
            length = chart.length[link]
            if length > spare_trains and not (supply and chart.express[link]):
                continue
            gray = chart.gray[link]
            if gray:
                held = most
            elif len(colors[link]) == 1:
                held = spare[colors[link][0]]
            else:
                held = max([spare[chart.atlas.colors[r]] for r in chart.routes[link] if owner[r] == FREE])
            need = 1.0
            waves = chart.waves[link]
            if waves and chart.ferry_spaces:
                length -= waves
                need += turns_for_waves(chart, waves - ferries)
            missing = length - held - wild
            if missing > 0:
                need += missing / CARDS_A_TURN if gray else draws[missing]
            else:
                missing = 0
            value = (chart.points[link] + worth[link]) / need
            if value > 0:
                found.append((value, missing, link, need))
        found.sort(reverse=True)
        return found

    # -- cards ----------------------------------------------------------------------------------------------------

    def second_card(self, view: View, legal: ActionSet) -> Action:
        return self._card(view, legal, first=False)

    def _card_values(self) -> list[float]:
        needs = self.needs
        values = [0.02 * number for number in self.hand[:WILD]]
        if needs.missing:
            for color in range(WILD):
                if needs.short[color]:
                    values[color] += 1.0 if needs.short[color] > needs.scarce else 0.6
                elif needs.flexible:
                    values[color] += 0.6
        weight = 0.5 if not needs.missing else 0.15
        for _, missing, link in self._targets(30.0)[:3]:
            if missing:
                group = self.chart.routes[link]
                colors = range(WILD) if self.chart.gray[link] else {self.chart.atlas.colors[r] for r in group}
                for color in colors:
                    if not self.chart.gray[link] or self.hand[color] == max(self.hand[:WILD]):
                        values[color] += weight
                weight *= 0.6
        values.append(max([*values, 0.8]) * self.taste.wild)
        return values

    def _card(self, view: View, legal: ActionSet, first: bool) -> Action:
        takes = legal.by_kind("take")
        draw = legal.by_kind("draw")
        if not takes:
            return draw_blind(legal)
        values = self._card_values()
        blind = self._blind_value(values) if draw else -1.0
        colored = sorted((take for take in takes if take.color != WILD), key=lambda take: -values[take.color])
        best = values[colored[0].color] if colored else -1.0
        if first:
            loco = next((take for take in takes if take.color == WILD), None)
            if loco is not None:
                second = values[colored[1].color] if len(colored) > 1 else -1.0
                if values[WILD] > max(best, blind) + max(min(best, blind), second if best > blind else best):
                    return loco
        if best >= blind:
            return colored[0]
        return draw[0]

    def _blind_value(self, values: list[float]) -> float:
        """The mean worth of an unseen card."""
        view = self.view
        cards = self.chart.card_counts
        total, worth = 0, 0.0
        for card in range(WILD + 1):
            unseen = cards[card] - view.discard[card] - self.hand[card] - view.market.count(card)
            total += unseen
            worth += unseen * values[card]
        return worth / total if total else 0.0

    # -- tickets --------------------------------------------------------------------------------------------------

    def _wants_tickets(self, turns: float) -> bool:
        """Whether drawing tickets promises more than a turn spent otherwise."""
        if self.short_game or self.dropped:
            return False
        plan_turns = len(self.links) + self.needs.draws
        slack = min(self.taste.ticket_slack, self.chart.atlas.share(self.taste.ticket_share))
        if turns - plan_turns < slack or self.needs.missing > self.taste.ticket_missing:
            return False
        return self._ticket_hope(turns - plan_turns - 1) > self.turn_worth * self.taste.ticket_turn

    def _ticket_hope(self, turns: float) -> float:
        """Expected gain of the tickets one would be offered."""
        view = self.view
        gains = self._ticket_gains(turns)
        if not gains:
            return -INF
        number = min(view.board.settings.ticket_draw, len(gains))
        count = len(gains)
        positive = sum(gain for gain in gains if gain > 0)
        negative = sorted((gain for gain in gains if gain <= 0), reverse=True)
        hope = number * positive / count
        bad = len(negative) / count
        if negative:
            typical = negative[: max(1, len(negative) // (number + 1))]
            hope += bad**number * sum(typical) / len(typical)
        return hope

    def _ticket_gains(self, turns: float) -> list[float]:
        chart, view = self.chart, self.view
        weights = self.weights.copy()
        sources: set[int] = set()
        for link in self.links:
            weights[link] = 0.0
            sources.update(chart.ends[link])
        for route in view.routes_of(self.seat):
            sources.update(chart.ends[chart.link_of[route]])
        if not sources:
            return []
        cost = reach(chart.node_links, weights, sources)
        spare = self._spare_trains()
        seen = {*view.tickets, *view.ticket_discard, *(t for shown in view.shown_tickets for t in shown)}
        gains = []
        for ticket, ends in enumerate(chart.ticket_ends):
            if ticket in seen:
                continue
            price = sum(min((cost[node] for node in side), default=INF) for side in ends)
            value = self._value(ticket)
            if price == 0:
                gains.append(value)
            else:
                trains = price / self.turn_worth * CARDS_A_TURN
                if price == INF or trains > spare or price / self.turn_worth > turns:
                    gains.append(-value)
                else:
                    gains.append((2 * self.taste.ticket_doubt - 1) * value - price)
        return gains

    def _mix(self, tickets: ActionSet) -> Action:
        """From which decks to draw: the long tickets early, the short ones late."""
        if self.trains > 0.6 * self.chart.atlas.trains:
            return max(tickets, key=lambda action: action.mix[-1])
        return max(tickets, key=lambda action: action.mix[0])

    def deal(self, view: View, legal: ActionSet) -> Action:
        return max(legal, key=lambda action: action.mix[-1])

    def keep(self, view: View, legal: ActionSet) -> Action:
        self._set_weights()
        self.planned_for = (-1,)
        turns = self._turns_left()
        values = {}
        for action in kept_choices(legal):
            values[action] = self._subset_value([view.offered[i] for i in action.kept], turns)
        return max(values, key=lambda action: values[action])

    def _subset_value(self, tickets: list[int], turns: float) -> float:
        """What the plan for the present tickets and these would bring: ticket points by their odds, minus its price."""
        planned = self._links_for([*self.view.tickets, *tickets], turns, give_up=1)
        if planned is None:
            return -1000.0 - sum([self._value(ticket) for ticket in tickets])
        links, dropped = planned
        lost = set(dropped)
        value = -sum([self.weights[link] for link in links])
        for ticket in [*self.view.tickets, *tickets]:
            worth = self._value(ticket)
            value += -worth if ticket in lost else worth * (2 * self.taste.ticket_doubt - 1)
        return value
