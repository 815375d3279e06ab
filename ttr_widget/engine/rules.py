"""The turn: set-up, phases, taking cards, claiming, tickets, the end. It names no map and no mechanic.

`Rules` is a map made ready for play with a number of players. It never changes during a game, so any number of
games and copies share it; everything that changes is in the `State`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ttr_widget.engine.actions import WILD, Action, mask_of
from ttr_widget.engine.prepared import Prepared
from ttr_widget.engine.state import FREE, State, shuffled, users_of
from ttr_widget.gamemap import GameMap
from ttr_widget.graphs.connectivity import find, join

Legal = Callable[[State], int]
Handler = Callable[[State, Action], None]

MANY_SWEEPS = 20
"""With twice as many cards as the market has places, two bad markets could take turns for ever: then all are mixed."""
TOO_MANY_SWEEPS = 2000
"""On an own map a good market may be possible and yet never come: then the market stays."""


class Rules(Prepared):
    """The rules of one map for a number of players."""

    def __init__(self, board: GameMap, players: int) -> None:
        super().__init__(board, players)
        self._prepare_hooks()

    def _prepare_hooks(self) -> None:
        self.legal_in: dict[str, Legal] = {
            "deal": self._legal_deal,
            "keep": self._legal_keep,
            "turn": self._legal_turn,
            "second_card": self._legal_second_card,
            "over": lambda s: 0,
        }
        self.apply: dict[str, Handler] = {
            "claim": self._claim,
            "draw": self._draw,
            "take": self._take,
            "tickets": self._tickets,
            "keep": self._keep,
            "pass": self._pass,
        }
        for mechanic in self.mechanics:
            mechanic.bind(self)
            self.legal_in.update(mechanic.phases())
            self.apply.update(mechanic.handlers())
        self.allows_hooks = self._hooks("allows")
        self.options_hooks = self._hooks("options")
        self.place_hooks = self._hooks("place")
        self.paid_hooks = self._hooks("paid")
        self.claimed_hooks = self._hooks("claimed")
        self.turn_ended_hooks = self._hooks("turn_ended")
        self.tickets_ran_out_hooks = self._hooks("tickets_ran_out")
        self.may_trigger_end_hooks = self._hooks("may_trigger_end")

    # -- set-up ---------------------------------------------------------------------------------------------------

    def new_state(self, seed: str, first: int | None) -> State:
        """Shuffle, deal, and stop at the first decision (B1, B2, B4, B5)."""
        s = self.empty_state(seed)
        rng = random.Random(f"{seed}:0")
        seats = self.players
        s.first = first if first is not None else int(rng.random() * seats)
        s.deck = shuffled([card for card, n in enumerate(self.card_counts) for _ in range(n)], rng)
        for hand in s.hands:
            for _ in range(self.settings.hand):
                hand[s.deck.pop()] += 1
        s.ticket_decks = [shuffled(deck, rng) for deck in self.full_ticket_decks()]
        self._set_start_scores(s)
        for mechanic in self.overriding("set_up"):
            mechanic.set_up(s, rng)
        s.player = s.mover = s.first
        self.fill_market(s)
        settings = self.settings
        if self.several_decks and settings.ticket_deal:
            s.phase = "deal"
            return s
        for i in range(seats):
            s.offers[(s.first + i) % seats] = self.draw_tickets(s, 0, settings.ticket_deal)
        if settings.ticket_keep < settings.ticket_deal:
            s.phase = "keep"
            return s
        for seat, offer in enumerate(s.offers):
            s.tickets[seat], s.offers[seat] = offer, []
        s.setting_up = False
        return s

    def _set_start_scores(self, s: State) -> None:
        for i, points in enumerate(self.start_score):
            s.points[(s.first + i) % self.players] = points

    def _after_choice_at_set_up(self, s: State) -> None:
        """The next player chooses tickets, or the last has chosen and the first turn begins."""
        seat = (s.player + 1) % self.players
        if seat != s.first:
            s.player = s.mover = seat
            s.phase = "deal" if self.several_decks else "keep"
            return
        rng = s.next_rng()
        if self.several_decks:
            s.ticket_decks = [shuffled(deck, rng) for deck in s.ticket_decks]  # G1
        elif s.ticket_discard and self.settings.ticket_return != "discard":
            s.ticket_decks[0][:0] = shuffled(s.ticket_discard, rng)  # B4
            s.ticket_discard = []
        s.player = s.mover = s.first
        s.setting_up = False
        self._begin_turn(s)

    # -- what is legal --------------------------------------------------------------------------------------------
    # The catalog numbers pass, draw and the nine takes first, so their masks are 1, 2 and 4 << card.

    def legal(self, s: State) -> int:
        """All legal actions as a bit mask; 0 only when the game is over."""
        return self.legal_in[s.phase](s)

    def _legal_turn(self, s: State) -> int:
        seat = s.player
        hand = s.hands[seat]
        wild = hand[WILD]
        catalog = self.catalog
        mask = catalog.all_wild[wild]
        for table, held in zip(catalog.affordable, hand):  # noqa: B905 - the locomotives at the end have no table
            if held:
                mask |= table[held][wild]
        mask &= s.allowed[seat] & s.fits[s.trains[seat]]
        for allows in self.allows_hooks:
            mask = allows(s, seat, mask)
        if s.deck:
            mask |= 2
            for card in s.market:
                mask |= 4 << card
        if self.several_decks:
            mask |= self._legal_mixes(s, self.settings.ticket_draw)
        elif s.ticket_decks[0]:
            mask |= self.one_deck_mask
        for options in self.options_hooks:
            mask |= options(s, seat)
        return mask or 1  # B15: pass only if there is nothing else

    def _legal_second_card(self, s: State) -> int:
        mask = 2 if s.deck else 0
        for card in s.market:
            if card != WILD:
                mask |= 4 << card
        return mask

    def _legal_deal(self, s: State) -> int:
        return self._legal_mixes(s, self.settings.ticket_deal)

    def _legal_mixes(self, s: State, number: int) -> int:
        """Every mix that adds up to the number of tickets to draw and that the decks allow (G2)."""
        for deck in s.ticket_decks:
            if len(deck) < number:
                break
        else:
            return self.mixes_of[number]
        sizes = tuple(map(len, s.ticket_decks))
        mask = self.small_mixes.get((number, sizes))
        if mask is None:
            mask = self.small_mixes[number, sizes] = self._mixes_within(min(number, sum(sizes)), sizes)
        return mask

    def _mixes_within(self, number: int, sizes: tuple[int, ...]) -> int:
        mixes = self.catalog.set_of(self.mixes_of[number])
        return mask_of(mix for mix in mixes if all(n <= size for n, size in zip(mix.mix, sizes, strict=True)))

    def _legal_keep(self, s: State) -> int:
        key = (tuple(self.ticket_deck[ticket] for ticket in s.offers[s.player]), s.setting_up)
        mask = self.keep_masks.get(key)
        if mask is None:
            mask = self.keep_masks[key] = self._keep_mask(*key)
        return mask

    def _keep_mask(self, decks: tuple[int, ...], setting_up: bool) -> int:
        """Which choices there are from an offer, given the deck each ticket came from."""
        drawn = len(decks)
        at_least = min(drawn, self.settings.ticket_keep if setting_up else self.settings.ticket_draw_keep)
        mask = 0
        for action in self.catalog.keep:
            back = action.returned
            if len(action.kept) < at_least or action.kept[-1] >= drawn:
                continue
            if back:
                if setting_up or len(action.kept) + len(back) != drawn or max(back) >= drawn:
                    continue
                # Tickets of different decks do not lie on each other: only the order within a deck is a choice.
                if any(decks[x] > decks[y] for x, y in pairwise(back)):
                    continue
            mask |= 1 << action.index
        return mask

    # -- cards ----------------------------------------------------------------------------------------------------

    def _draw(self, s: State, action: Action) -> None:
        seat = s.player
        card = s.deck.pop()
        s.hands[seat][card] += 1
        if s.log is not None:
            s.log.append(("draw", seat, {}, {seat: {"card": card}}))
        if not s.deck:
            self.renew_deck(s)
        self._after_card(s)

    def _take(self, s: State, action: Action) -> None:
        seat = s.player
        card = action.color
        market = s.market
        place = market.index(card)
        s.hands[seat][card] += 1
        s.known[seat][card] += 1
        if s.deck:
            new = market[place] = s.deck.pop()
            if not s.deck:
                self.renew_deck(s)
        else:
            del market[place]
            new = -1
        if s.log is not None:
            s.log.append(("take", seat, {"card": card, "place": place, "new": new}, {}))
        if new == WILD:
            self.check_market(s)
        if card == WILD and s.phase == "turn":
            self.finish_turn(s)  # B7
        else:
            self._after_card(s)

    def _after_card(self, s: State) -> None:
        if s.phase == "turn":
            s.phase = "second_card"
            if self._legal_second_card(s):
                return
        self.finish_turn(s)

    def renew_deck(self, s: State) -> None:
        """B8: the deck is used up, the discard pile is shuffled into a new one."""
        cards = [card for card, n in enumerate(s.discard) for _ in range(n)]
        if cards:
            s.discard = [0] * (WILD + 1)
            s.deck = shuffled(cards, s.next_rng())
            if s.log is not None:
                s.log.append(("reshuffle", -1, {"cards": len(cards)}, {}))

    def fill_market(self, s: State) -> None:
        """Turn up cards while there are gaps and cards, then look for too many locomotives."""
        self._turn_up(s)
        self.check_market(s)

    def _turn_up(self, s: State) -> None:
        while len(s.market) < self.settings.market and s.deck:
            s.market.append(s.deck.pop())
            if not s.deck:
                self.renew_deck(s)

    def check_market(self, s: State) -> None:
        """B2: three locomotives clear the market, again and again; B3: unless no better market is possible."""
        size, limit = self.settings.market, self.settings.market_reset
        sweeps = 0
        while limit and s.market.count(WILD) >= limit:
            colored = self.colored_cards - sum(sum(hand[:WILD]) for hand in s.hands)
            if size - colored >= limit or sweeps == TOO_MANY_SWEEPS:
                return
            if s.log is not None:
                s.log.append(("market_reset", -1, {"cards": s.market.copy()}, {}))
            for card in s.market:
                s.discard[card] += 1
            s.market.clear()
            sweeps += 1
            if sweeps > MANY_SWEEPS:
                for card in s.deck:
                    s.discard[card] += 1
                s.deck.clear()
            if not s.deck:
                self.renew_deck(s)
            self._turn_up(s)

    # -- claiming -------------------------------------------------------------------------------------------------

    def _claim(self, s: State, action: Action) -> None:
        seat = s.player
        hand = s.hands[seat]
        known = s.known[seat]
        number = action.cards
        if number:
            card = action.color
            hand[card] -= number
            s.discard[card] += number
            if known[card]:
                known[card] = known[card] - number if known[card] > number else 0
        number = action.locomotives
        if number:
            hand[WILD] -= number
            s.discard[WILD] += number
            if known[WILD]:
                known[WILD] = known[WILD] - number if known[WILD] > number else 0
        route = action.route
        before = s.points[seat]
        for paid in self.paid_hooks:
            paid(s, action)
        self.put_on_board(s, seat, route)
        if s.log is not None:
            s.log.append(("claim", seat, {"route": route, "points": s.points[seat] - before}, {}))
        if not s.deck:
            self.renew_deck(s)
            self.fill_market(s)
        elif s.market.count(WILD) >= self.market_reset:
            self.check_market(s)  # B3 let it lie; the cards just paid may make a better one
        for claimed in self.claimed_hooks:
            claimed(s, seat, route)
        if s.phase == "over":
            s.pending.clear()
        elif s.pending:
            self.resume(s)
        else:
            self.finish_turn(s)

    def put_on_board(self, s: State, seat: int, route: int) -> None:
        """Trains on the spaces, points at once (B11, B13), and the twins closed (B12)."""
        for place in self.place_hooks:
            if place(s, seat, route):
                return
        s.owner[route] = seat
        s.routes[seat] |= 1 << route
        s.trains[seat] -= self.lengths[route]
        s.points[seat] += self.route_points[route]
        join(s.parents[seat], self.node_a[route], self.node_b[route])
        self.close(s, route, seat)

    def close(self, s: State, route: int, seat: int = -1) -> None:
        """The route is taken for everybody; its twins too with few players, else for the seat that holds it (B12)."""
        gone = self.without_group[route] if self.closes_twins else self.without_route[route]
        s.allowed = [mask & gone for mask in s.allowed]
        if seat >= 0 and not self.closes_twins:
            s.allowed[seat] &= self.without_group[route]

    # -- tickets --------------------------------------------------------------------------------------------------

    def draw_tickets(self, s: State, deck: int, number: int) -> list[int]:
        """Up to `number` tickets from the top; a used-up deck is renewed from the discarded tickets, if any."""
        drawn: list[int] = []
        while len(drawn) < number and s.ticket_decks[deck]:
            drawn.append(s.ticket_decks[deck].pop())
            if not s.ticket_decks[deck]:
                self.renew_tickets(s)
        return drawn

    def renew_tickets(self, s: State) -> None:
        """Where tickets are discarded, those of a used-up deck are shuffled into a new one."""
        if self.settings.ticket_return != "discard" or all(s.ticket_decks):
            return
        if not any(s.ticket_decks):
            for ran_out in self.tickets_ran_out_hooks:
                ran_out(s)
        for number, deck in enumerate(s.ticket_decks):
            own = [ticket for ticket in s.ticket_discard if self.ticket_deck[ticket] == number]
            if own and not deck:
                s.ticket_decks[number] = shuffled(own, s.next_rng())
                s.ticket_discard = [ticket for ticket in s.ticket_discard if self.ticket_deck[ticket] != number]
                if s.log is not None:
                    s.log.append(("ticket_reshuffle", -1, {"tickets": len(own), "deck": number}, {}))

    def _tickets(self, s: State, action: Action) -> None:
        seat = s.player
        if self.several_decks:
            offer = [t for deck, number in enumerate(action.mix) for t in self.draw_tickets(s, deck, number)]
        else:
            offer = self.draw_tickets(s, 0, self.settings.ticket_draw)
        s.offers[seat] = offer
        s.phase = "keep"
        if s.log is not None:
            s.log.append(
                ("tickets", seat, {"number": len(offer), "mix": action.mix}, {seat: {"tickets": offer.copy()}})
            )

    def _keep(self, s: State, action: Action) -> None:
        seat = s.player
        offer = s.offers[seat]
        s.offers[seat] = []
        kept = [offer[i] for i in action.kept]
        s.tickets[seat] += kept
        order = action.returned or [i for i in range(len(offer)) if i not in action.kept]
        back = [offer[i] for i in order]
        self.return_tickets(s, back)
        if s.log is not None:
            facts: dict[str, Any] = {"number": len(kept), "returned": len(back)}
            if self.settings.ticket_return == "discard" and not s.setting_up:
                facts["discarded"] = back
            s.log.append(("keep", seat, facts, {seat: {"tickets": kept, "returned": back}}))
        if s.setting_up:
            self._after_choice_at_set_up(s)
        else:
            self.finish_turn(s)

    def return_tickets(self, s: State, back: list[int]) -> None:
        """Where tickets nobody wants go: under their deck, the first one returned highest, or on the discard pile."""
        way = self.settings.ticket_return
        if way == "discard":
            s.ticket_discard += back
            self.renew_tickets(s)
        elif s.setting_up and not self.several_decks:
            s.ticket_discard += back  # shuffled together when everybody has chosen (B4)
        else:
            if way == "shuffled" and len(back) > 1:
                back = shuffled(back, s.next_rng())
            for ticket in back:
                s.ticket_decks[self.ticket_deck[ticket]].insert(0, ticket)

    def completed(self, s: State, seat: int, ticket: int) -> bool:
        """B17: the two places are joined; of a country, any route into it will do (G5)."""
        parent = s.parents[seat]
        ends_a, ends_b = self.ticket_ends[ticket]
        if len(ends_a) == 1 == len(ends_b):
            return find(parent, ends_a[0]) == find(parent, ends_b[0])
        # An end of a country counts only if a route leads there; an untouched node is its own root and joins nothing.
        roots = {find(parent, node) for node in ends_a}
        return any(find(parent, node) in roots for node in ends_b)

    def completed_tickets(self, s: State, seat: int) -> list[int]:
        return s.shown[seat] + [ticket for ticket in s.tickets[seat] if self.completed(s, seat, ticket)]

    # -- the course of the game -----------------------------------------------------------------------------------

    def _pass(self, s: State, action: Action) -> None:
        if s.log is not None:
            s.log.append(("pass", s.player, {}, {}))
        self.idle_turn(s)

    def idle_turn(self, s: State) -> None:
        """The turn is over and its player could do nothing; if it was so for everybody, the game is over (B15)."""
        s.passes += 1
        if s.passes == self.players:
            self.end_game(s)
        else:
            self._end_turn(s)

    def finish_turn(self, s: State) -> None:
        """The turn is over after an action other than passing."""
        s.passes = 0
        self._end_turn(s)

    def _end_turn(self, s: State) -> None:
        seat = s.mover
        s.turn += 1
        if s.final_turns > 0:
            s.final_turns -= 1
            if not s.final_turns:
                self.end_game(s)
                return
        elif s.trains[seat] <= self.settings.end_trains and all(may(s, seat) for may in self.may_trigger_end_hooks):
            s.final_turns = self.players  # B16
            if s.log is not None:
                s.log.append(("final_round", seat, {"turns": s.final_turns}, {}))
        if self.turn_ended_hooks:
            s.turn_done = True
            for turn_ended in self.turn_ended_hooks:
                turn_ended(s)
                if s.phase == "over":
                    return
            if s.pending:
                self.resume(s)
                return
            s.turn_done = False
        self._next_turn(s)

    def _next_turn(self, s: State) -> None:
        s.mover = (s.mover + 1) % self.players
        self._begin_turn(s)

    def _begin_turn(self, s: State) -> None:
        s.player = s.mover
        s.phase = "turn"

    def resume(self, s: State) -> None:
        """Ask for the next decision that is pending; if there is none, go on with the turn."""
        if s.pending:
            s.phase, s.player = s.pending.pop(0)
        elif s.turn_done:
            s.turn_done = False
            self._next_turn(s)
        else:
            self.finish_turn(s)

    def end_game(self, s: State) -> None:
        s.phase = "over"
        s.player = s.mover
        s.pending.clear()
        if s.log is not None:
            s.log.append(("over", -1, {}, {}))

    def rebuild(self, s: State) -> None:
        """Work out again what follows from `owner`: routes, networks and which claims are still open."""
        s.routes = [0] * self.players
        s.allowed = [self.catalog.claims] * self.players
        s.parents = [list(range(self.nodes)) for _ in range(self.players)]
        for route, owner in enumerate(s.owner):
            if owner == FREE:
                continue
            if owner >= 0:
                s.routes[owner] |= 1 << route
            for seat in users_of(owner, self.players):
                join(s.parents[seat], self.node_a[route], self.node_b[route])
            self.close(s, route, owner)


@lru_cache(maxsize=64)
def rules_for(board: GameMap, players: int) -> Rules:
    """The rules of a map for a number of players; games share them."""
    return Rules(board, players)
