"""Why an action is illegal, in words and with the clause of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttr_widget.engine.actions import WILD, Action
from ttr_widget.engine.state import EXPRESS, FREE, NEUTRAL
from ttr_widget.gamemap import CARDS, COLORS

if TYPE_CHECKING:
    from ttr_widget.engine.rules import Rules
    from ttr_widget.engine.state import State

_PHASES = {
    "deal": "first the mix of tickets has to be announced, e.g. {example!r} (G1)",
    "keep": "first choose which of the drawn tickets to keep, e.g. {example!r} (B4, B14)",
    "second_card": "this turn is for taking cards: the second card comes next, e.g. {example!r} (B6)",
}


class IllegalAction(ValueError):
    """The rules do not allow this action now; the message says which rule. Nothing has changed."""


def why_illegal(rules: Rules, s: State, action: Action, names: Sequence[str]) -> str:
    """One sentence that names the rule the action breaks."""
    if not rules.catalog.owns(action):
        return f"{action.text}: this is an action of another map or another number of players"
    return f"{action.text}: {_reason(rules, s, action, names)}"


def _reason(rules: Rules, s: State, action: Action, names: Sequence[str]) -> str:
    if s.phase == "over":
        return "the game is over"
    allowed_kinds = {"second_card": ("draw", "take"), "deal": ("tickets",)}.get(s.phase, (s.phase,))
    if s.phase != "turn" and action.kind not in allowed_kinds:
        example = rules.catalog.set_of(rules.legal(s))[0].text
        help_texts = dict(_PHASES)
        for mechanic in rules.mechanics:
            help_texts |= mechanic.phase_help
        return help_texts.get(s.phase, "another decision comes first, e.g. {example!r}").format(example=example)
    if action.kind == "claim":
        return _why_no_claim(rules, s, action, names)
    if action.kind in ("draw", "take"):
        return _why_no_card(rules, s, action)
    if action.kind == "tickets":
        return _why_no_tickets(rules, s, action)
    if action.kind == "keep":
        return _why_not_keep(rules, s, action)
    if action.kind == "pass":
        return "passing is allowed only when nothing else is possible (B15)"
    for mechanic in rules.mechanics:
        reason = mechanic.why_not(s, action)
        if reason:
            return reason
    return "this decision is not to be made now"


def _why_no_claim(rules: Rules, s: State, action: Action, names: Sequence[str]) -> str:
    seat, route = s.player, action.route
    facts = rules.board.routes[route]
    owner = s.owner[route]
    if owner != FREE:
        holders = {NEUTRAL: "the neutral player", EXPRESS: "everybody, it is an express line"}
        return f"the route already belongs to {holders.get(owner) or names[owner]} (B11)"
    if not s.allowed[seat] >> action.index & 1:
        mine = any(s.owner[twin] == seat for twin in rules.board.route_groups[rules.board.group_of[route]])
        if mine:
            return "you hold a parallel route, and nobody may hold more than one of them (B12)"
        return f"with {rules.players} players the other track is closed once one is claimed (B12)"
    if not s.fits[s.trains[seat]] >> action.index & 1:
        return f"the route needs {facts.length} trains and you have {s.trains[seat]} (B11)"
    hand = s.hands[seat]
    missing = []
    if action.cards > hand[action.color]:
        missing.append(f"{action.cards} {COLORS[action.color]} (you hold {hand[action.color]})")
    if action.locomotives > hand[WILD]:
        word = "locomotive" if action.locomotives == 1 else "locomotives"
        missing.append(f"{action.locomotives} {word} (you hold {hand[WILD]})")
    if missing:
        return f"that takes {' and '.join(missing)} (B11)"
    for mechanic in rules.mechanics:
        reason = mechanic.why_not(s, action)
        if reason:
            return reason
    return "this route cannot be claimed now"


def _why_no_card(rules: Rules, s: State, action: Action) -> str:
    if not s.deck and s.phase == "turn":
        return "deck and discard pile are empty, so cards cannot be taken (B9)"
    if action.kind == "draw":
        return "the deck is empty (B9)"
    if not rules.settings.market:
        return "there are no face-up cards in this game; cards are drawn blind (F1)"
    if action.color not in s.market:
        shown = ", ".join(CARDS[card] for card in s.market) or "nothing"
        return f"no {CARDS[action.color]} card lies face up; the market shows {shown} (B6)"
    return "a face-up locomotive may only be taken as the first card, and then it is the only one (B7)"


def _why_no_tickets(rules: Rules, s: State, action: Action) -> str:
    left = [len(deck) for deck in s.ticket_decks]
    if not sum(left):
        return "the ticket deck is empty (B14)"
    number = rules.settings.ticket_deal if s.setting_up else rules.settings.ticket_draw
    if sum(action.mix) != min(number, sum(left)):
        return f"the mix must be of {min(number, sum(left))} tickets (G1, G2)"
    return "a deck has fewer tickets than the mix takes from it (G2)"


def _why_not_keep(rules: Rules, s: State, action: Action) -> str:
    offer = len(s.offers[s.player])
    clause = "B4" if s.setting_up else "B14"
    if s.phase != "keep":
        return f"there are no tickets to choose from; they must be drawn first ({clause})"
    if action.kept[-1] >= offer:
        return f"there is no ticket {action.kept[-1] + 1}: {offer} were drawn ({clause})"
    least = min(offer, rules.settings.ticket_keep if s.setting_up else rules.settings.ticket_draw_keep)
    if len(action.kept) < least:
        return f"at least {least} of the tickets must be kept ({clause})"
    return "the tickets not kept cannot be returned in this order: name exactly those, deck by deck (B14)"
