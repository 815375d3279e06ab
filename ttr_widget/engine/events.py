"""What happened, as data: who did what, what everybody sees of it and what only some seats see.

All kinds, with their public facts (and, after a bar, what only the seat itself learns). Routes, tickets and cities are
indices into the board, cards into CARDS; the payment of a claim is in `event.action`; seat -1 is nobody.

- draw | card
- take: card, place, new (the card turned up instead, -1: none)
- market_reset: cards (those cleared away)
- reshuffle: cards (how many)
- tickets: number, mix (how many from each deck) | tickets
- keep: number, returned (how many), discarded (which, where they lie face up) | tickets, returned (which)
- ticket_reshuffle: tickets (how many), deck
- claim: route, points
- express: route, cards, track (the seat's place on it now), supply; just before its claim
- ferry: held, supply
- toll: route, toll, to (who gets it, -1: the bank) | tokens (left; the one who gets it learns the own number too)
- loan: route, toll, to (whom the bank pays it, -1: nobody), loans (how many now) | tokens (likewise)
- passenger: city, color (a word)
- neutral_ticket: ticket, pair (names or None), result (none, choice, placed, left)
- neutral: route, trains (left), chosen, marker (who holds it now), toll, to (whom the bank pays it, -1: nobody)
- neutral_left: reason (trains, tickets)
- swap: number (of new tickets) | tickets, returned
- completed: ticket, number (completed so far) | new (the tickets drawn instead)
- east_west: number (completed so far)
- pass
- final_round: turns
- over
- undo: number (of actions taken back)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ttr_widget.engine.actions import Action


@dataclass(frozen=True)
class Event:
    """One thing that happened. `seat` is -1 when nobody in particular did it; `action` caused it (None: undo)."""

    kind: str
    seat: int
    number: int
    """How many actions had been played when it happened, this one included."""
    action: Action | None = None
    public: dict[str, Any] = field(default_factory=dict)
    private: dict[int, dict[str, Any]] = field(default_factory=dict)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The facts this seat (None: a spectator) learns."""
        return {**self.public, **(self.private.get(seat, {}) if seat is not None else {})}
