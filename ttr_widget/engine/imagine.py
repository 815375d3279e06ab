"""A whole game that a view could come from: what is hidden is dealt at random, consistently with all that is known.

This is the determinization step of search with hidden information (Cowling, Powley & Whitehouse 2012).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ttr_widget.engine.actions import WILD
from ttr_widget.engine.game import Game
from ttr_widget.engine.rules import Rules, rules_for
from ttr_widget.engine.state import State, shuffled
from ttr_widget.engine.view import View


def imagine(view: View, rng: random.Random, liking: Sequence[Sequence[float]] | None = None) -> Game:
    """A game in the position of the view, with an own future; its history begins here.

    `liking[seat][ticket]` tells how likely each seat holds each ticket, compared with others of the same deck.

    >>> real = Game("usa", 2, seed=1)
    >>> game = imagine(real.view(real.player), random.Random(5))
    >>> game.hands[real.player] == real.hands[real.player], game.legal_actions() == real.legal_actions()
    (True, True)
    """
    rules = rules_for(view.board, view.players)
    state = rules.empty_state(str(rng.getrandbits(64)))
    _copy_open_facts(state, view)
    rules.rebuild(state)
    _deal_cards(rules, state, view, rng)
    _deal_tickets(rules, state, view, rng)
    if liking is not None and view.all_tickets is None:
        _deal_likely_tickets(rules, state, view, rng, liking)
    for mechanic in rules.mechanics:
        if mechanic.name in view.extra:
            mechanic.restore(state, view.extra[mechanic.name], rng)
    return Game.of_state(rules, view.names, state)


def _copy_open_facts(s: State, view: View) -> None:
    s.phase, s.setting_up, s.player, s.mover, s.first = view.phase, view.setting_up, view.player, view.mover, view.first
    s.turn, s.passes, s.turn_done = view.turn, view.passes, view.turn_done
    s.final_turns = -1 if view.final_turns is None else view.final_turns
    s.pending = view.pending.copy()
    s.market, s.discard, s.owner = view.market.copy(), view.discard.copy(), view.owner.copy()
    s.trains, s.points = view.trains.copy(), view.points.copy()
    s.known = [known.copy() for known in view.known_cards]
    s.shown = [tickets.copy() for tickets in view.shown_tickets]


def _deal_cards(rules: Rules, s: State, view: View, rng: random.Random) -> None:
    """Others hold at least what they were seen to take; the rest of hands and deck come from the unseen cards."""
    unseen = [total - out for total, out in zip(rules.card_counts, view.discard, strict=True)]
    for card in view.market:
        unseen[card] -= 1
    for seat in range(rules.players):
        s.hands[seat] = view.hand.copy() if seat == view.seat else view.known_cards[seat].copy()
        for card in range(WILD + 1):
            unseen[card] -= s.hands[seat][card]
    s.deck = shuffled([card for card, number in enumerate(unseen) for _ in range(number)], rng)
    for seat, size in enumerate(view.hand_sizes):
        hand = s.hands[seat]
        for _ in range(size - sum(hand)):
            hand[s.deck.pop()] += 1


def _deal_tickets(rules: Rules, s: State, view: View, rng: random.Random) -> None:
    if view.all_tickets is not None:  # the game is over and everything lies open
        s.tickets = [tickets.copy() for tickets in view.all_tickets]
    open_piles = [*s.tickets, *view.shown_tickets, view.tickets, view.offered, view.ticket_discard]
    seen = {ticket for pile in open_piles for ticket in pile}
    hidden: list[int] = []
    for index, deck in enumerate(s.ticket_decks):
        unseen = shuffled([ticket for ticket in deck if ticket not in seen], rng)
        size = view.ticket_deck_sizes[index]
        s.ticket_decks[index] = unseen[:size]
        hidden += unseen[size:]
    hidden = shuffled(hidden, rng)
    s.ticket_discard = view.ticket_discard.copy()
    for seat in range(rules.players):
        if seat == view.seat:
            s.tickets[seat], s.offers[seat] = view.tickets.copy(), view.offered.copy()
        elif view.all_tickets is None:
            s.tickets[seat] = [hidden.pop() for _ in range(view.ticket_counts[seat])]
            s.offers[seat] = [hidden.pop() for _ in range(view.offer_counts[seat])]
    s.ticket_discard += hidden  # returned during set-up, not yet under the deck


def _deal_likely_tickets(
    rules: Rules, s: State, view: View, rng: random.Random, liking: Sequence[Sequence[float]]
) -> None:
    """Others change their hidden tickets for likelier ones of the same deck (Efraimidis & Spirakis 2006)."""
    for seat in range(rules.players):
        if seat == view.seat:
            continue
        for index, deck in enumerate(s.ticket_decks):
            held = [ticket for ticket in s.tickets[seat] if rules.ticket_deck[ticket] == index]
            keys = {ticket: rng.random() ** (1 / liking[seat][ticket]) for ticket in (*held, *deck)}
            wanted = sorted(keys, key=lambda ticket: -keys[ticket])[: len(held)]
            back = [ticket for ticket in held if ticket not in wanted]
            s.tickets[seat] = [t for t in s.tickets[seat] if t not in held] + wanted
            s.ticket_decks[index] = shuffled([t for t in deck if t not in wanted] + back, rng)
