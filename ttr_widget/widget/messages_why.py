"""Why a route cannot be claimed, worked out from the view, so that it can be said in every language."""

from __future__ import annotations

from ttr_widget.bots.advice import Gap, payment_gap
from ttr_widget.bots.atlas import Atlas, express_left, read
from ttr_widget.engine import Action, View
from ttr_widget.engine.state import EXPRESS, FREE, NEUTRAL
from ttr_widget.widget.messages import both, card_name, signed, text, word


def why_not(view: View, route: int, language: str) -> str | None:
    """Why the seat cannot claim the route now, in a few words; None if it can (or if a spectator looks at a free one).

    What makes it impossible for good comes before what may change: owner, twin, trains, cards, whose turn it is.
    """
    if view.legal.claims_of(route):
        return None
    owner = view.owner[route]
    if owner != FREE:
        return _taken(view, owner, language)
    if view.over:
        return text(language, "why.over")
    if view.seat is None:
        return None
    atlas = read(view)
    return (
        _closed(view, atlas, route, language)
        or _too_few_trains(view, atlas, route, language)
        or _too_few_cards(view, atlas, route, language)
        or _not_now(view, language)
    )


def _taken(view: View, owner: int, language: str) -> str:
    if owner == EXPRESS:
        return text(language, "why.express")
    if owner == NEUTRAL:
        return text(language, "why.neutral")
    if owner == view.seat:
        return text(language, "why.mine")
    return text(language, "why.owned", name=view.names[owner])


def _closed(view: View, atlas: Atlas, route: int, language: str) -> str | None:
    holders = [view.owner[twin] for twin in atlas.twins[route]]
    if view.seat in holders:
        return text(language, "why.twin.mine")
    if atlas.closes_twins and any(holder != FREE for holder in holders):
        return text(language, "why.twin.closed", n=view.players)
    return None


def _too_few_trains(view: View, atlas: Atlas, route: int, language: str) -> str | None:
    assert view.seat is not None
    trains, length = view.trains[view.seat], atlas.lengths[route]
    if length <= trains or (atlas.express[route] and express_left(view)):
        return None
    return text(language, "why.trains", length=length, trains=trains)


def _too_few_cards(view: View, atlas: Atlas, route: int, language: str) -> str | None:
    gap = payment_gap(view, route)
    if not gap.total:
        return None
    if atlas.waves[route] and not gap.cards:
        return text(language, "why.waves", waves=text(language, "count.waves", n=atlas.waves[route]))
    return text(language, "why.cards", missing=missing_cards(gap, language))


def missing_cards(gap: Gap, language: str) -> str:
    """The cards of a gap in words: `2 red and 1 locomotive`."""
    parts = []
    if gap.cards:
        key = "why.cards.color" if gap.color >= 0 else "why.cards.any"
        name = card_name(language, gap.color) if gap.color >= 0 else ""
        parts.append(text(language, key, n=gap.cards, color=name))
    if gap.locomotives:
        parts.append(text(language, "count.locomotives", n=gap.locomotives))
    if gap.ferries:
        parts.append(text(language, "count.ferries", n=gap.ferries))
    return both(language, parts)


def _not_now(view: View, language: str) -> str:
    if view.player != view.seat:
        return text(language, "why.turn", name=view.names[view.player])
    return text(language, "why.other" if view.phase == "turn" else "why.phase")


def why_not_take(view: View, card: int, language: str) -> str | None:
    """Why a card of the market cannot be taken now; None if it can."""
    if any(action.color == card for action in view.legal.by_kind("take")):
        return None
    if view.over:
        return text(language, "why.over")
    if view.player != view.seat:
        return text(language, "why.turn", name=view.names[view.player])
    if view.phase == "second_card":
        return text(language, "why.market.locomotive")
    if view.phase != "turn":
        return text(language, "why.phase")
    return text(language, "why.market.empty")


def route_facts(view: View, route: int, language: str) -> list[str]:
    """What the hovered route says, line by line: name, length, colour, points; toll, waves, express, passengers."""
    board = view.board
    facts = board.routes[route]
    points = read(view).points[route]
    head = [
        board.route_label(route),
        text(language, "count.trains", n=facts.length),
        word(language, "color", facts.color),
        *([text(language, "count.points", n=points)] if points else []),
    ]
    lines = [" · ".join(head)]
    free = view.owner[route] == FREE
    if "tolls" in view.extra and facts.toll and free:
        lines.append(_toll(view, route, language))
    if facts.waves:
        lines.append(text(language, "route.waves", waves=text(language, "count.waves", n=facts.waves)))
    if facts.kind == "express" and "express" in view.extra and free:
        key = "route.express" if express_left(view) else "route.express.gone"
        lines.append(text(language, key, length=facts.length))
    if "passengers" in view.extra and free:
        waiting = _passengers(view, route, language)
        if waiting:
            lines.append(text(language, "route.passengers", passengers=waiting))
    return lines


def needs_loan(view: View, route: int) -> bool:
    """Whether the seat of the view has too few tokens for the toll of the route (N6)."""
    if "tolls" not in view.extra or view.seat is None:
        return False
    return bool(view.extra["tolls"]["tokens"][view.seat] < view.board.routes[route].toll)


def _toll(view: View, route: int, language: str) -> str:
    toll = view.board.routes[route].toll
    own = view.extra["tolls"]
    if needs_loan(view, route):
        cost = view.board.settings.mechanics["tolls"]["loan"]
        return text(language, "route.toll.loan", toll=toll, cost=signed(cost))
    holder = own["first_holder"][view.board.group_of[route]]
    if holder >= 0:
        return text(language, "route.toll.to", toll=toll, name=view.names[holder])
    return text(language, "route.toll", toll=toll)


def _passengers(view: View, route: int, language: str) -> str:
    own = view.extra["passengers"]
    facts = view.board.routes[route]
    ends = []
    for city in (facts.a, facts.b):
        standing = own["places"][view.board.city_index[city]]
        colors = [
            f"{number}× {word(language, 'color', own['colors'][color])}"
            for color, number in enumerate(standing)
            if number
        ]
        if colors:
            ends.append(f"{city} {', '.join(colors)}")
    return "; ".join(ends)


def payment_parts(action: Action, language: str) -> list[str]:
    """The cards of a claim, each kind in words: `3 red`, `1 locomotive`."""
    parts = []
    if action.cards:
        parts.append(f"{action.cards} {card_name(language, action.color)}")
    if action.locomotives:
        parts.append(text(language, "count.locomotives", n=action.locomotives))
    if action.ferries:
        parts.append(text(language, "count.ferries", n=action.ferries))
    return parts
