"""What must hold in every position (X4): nothing is lost and nothing appears from nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttr_widget.engine.mechanics.base import ensure
from ttr_widget.engine.state import State
from ttr_widget.gamemap import CARDS

if TYPE_CHECKING:
    from ttr_widget.engine.rules import Rules


def check(rules: Rules, s: State) -> None:
    """X4: nothing is lost and nothing appears from nowhere."""
    for card, total in enumerate(rules.card_counts):
        found = sum(hand[card] for hand in s.hands) + s.deck.count(card) + s.discard[card] + s.market.count(card)
        ensure(found == total, f"{found} {CARDS[card]} cards instead of {total}")
        ensure(all(hand[card] >= 0 for hand in s.hands), f"a hand with fewer than no {CARDS[card]} cards")
        ensure(
            all(known[card] <= hand[card] for known, hand in zip(s.known, s.hands, strict=True)),
            f"more {CARDS[card]} cards known than held",
        )
    places = [*s.ticket_decks, s.ticket_discard, *s.tickets, *s.shown, *s.offers]
    everywhere = sorted(ticket for place in places for ticket in place)
    ensure(everywhere == list(range(len(rules.ticket_deck))), "a ticket is missing or doubled")
    for seat in range(rules.players):
        own = [route for route, owner in enumerate(s.owner) if owner == seat]
        used = sum(rules.lengths[route] for route in own)
        ensure(
            used + s.trains[seat] == rules.settings.trains,
            f"seat {seat}: {used} trains on the board, {s.trains[seat]} left",
        )
        ensure(s.trains[seat] >= 0, f"seat {seat} has fewer than no trains")
        ensure(s.routes[seat] == sum(1 << route for route in own), f"seat {seat}: owner and routes differ")
        for group in rules.board.route_groups:
            held = sum(s.owner[route] == seat for route in group)
            ensure(held <= 1, f"seat {seat} holds {held} routes between the same cities (B12)")
    ensure(bool(s.deck) or not any(s.discard), "the deck is empty, the discard pile is not (B8)")
    for mechanic in rules.overriding("check"):
        mechanic.check(s)
