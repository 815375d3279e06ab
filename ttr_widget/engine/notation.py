"""Text to action: forgiving about case, accents, dashes and shortened names, and helpful when it fails."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from ttr_widget.engine.actions import WILD, Action, ActionSet, Catalog
from ttr_widget.gamemap import COLORS, UnknownCity

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap

_DASH = re.compile(r"\s*[-–—]\s*|\s+to\s+")
_WORDS = {
    "buy": "claim",
    "build": "claim",
    "blind": "draw",
    "ticket": "tickets",
    "loco": "locomotive",
    "wild": "locomotive",
}


MUCH_NEARER = 0.1
"""How much more like the text (of 1) an action must be that is not legal now, to be suggested."""


class NotationError(ValueError):
    """The text is no action of this map; the message says what was probably meant."""


def parse(catalog: Catalog, text: str, legal: ActionSet) -> Action:
    """The action a text stands for. Where several tracks fit, a legal one is preferred."""
    if not isinstance(text, str):
        raise NotationError(f"an action is written as text like 'draw' or 'claim Seattle–Portland red', not {text!r}")
    exact = catalog.by_text.get(text)
    if exact is not None:
        return _legal_twin(catalog, exact, legal) if exact.route >= 0 and "#" not in text else exact
    words = text.strip().split()
    if not words:
        raise NotationError("an empty text is no action")
    if len(text) > 2 * max(map(len, catalog.by_text)) + 100:
        raise NotationError(f"{text[:40]!r} …: {len(text)} characters are too many for an action")
    plain_words = [_WORDS.get(word.casefold(), word.casefold()) for word in words]
    kind = plain_words[0]
    rest = text.strip()[len(words[0]) :].strip()
    if kind in catalog.route_kinds:
        return _parse_route_action(catalog, kind, rest, text, legal)
    plain = " ".join(plain_words)
    found = catalog.by_text.get(plain)
    if found is None and rest:
        found = _by_beginning(catalog, plain)
    if found is None and kind == "keep":
        found = _by_positions(catalog, plain.partition(" ")[2])
    if found is None and kind == "tickets":
        found = _by_mix(catalog, rest)
    if found is None:
        raise NotationError(_no_such_action(catalog, text, plain, legal))
    return found


def _by_beginning(catalog: Catalog, plain: str) -> Action | None:
    """`take w` is `take white`: the only action that begins like this."""
    fits = [text for text in catalog.by_text if text.startswith(plain)]
    return catalog.by_text[fits[0]] if len(fits) == 1 else None


def _by_positions(catalog: Catalog, rest: str) -> Action | None:
    """`keep 3, 1 and 2`, `keep 2 return 3, 1`: the order of those kept does not matter, that of the others does."""
    kept, _, back = rest.partition("return")
    if not re.fullmatch(r"(?:\d{1,3}|and|[\s,;&])*", kept + " " + back):
        return None
    numbers = sorted(int(number) for number in re.findall(r"\d+", kept))
    order = [int(number) for number in re.findall(r"\d+", back)]
    text = "keep " + " ".join(map(str, numbers))
    if order and order != sorted(order):
        text += " return " + " ".join(map(str, order))
    elif set(order) & set(numbers):
        return None
    return catalog.by_text.get(text)


def _by_mix(catalog: Catalog, rest: str) -> Action | None:
    """`tickets 1 long 3 short`, `tickets 1 long and 3 short` in any order of the decks."""
    part = r"(\d{1,3})\s*([^\W\d]+)"
    if not re.fullmatch(rf"{part}(?:(?:\s|,|\band\b)*{part})*", rest.casefold()):
        return None
    decks = catalog.board.settings.ticket_decks
    numbers = {deck: int(n) for n, deck in re.findall(part, rest.casefold())}
    mix = tuple(numbers.pop(deck.casefold(), 0) for deck in decks)
    fits = [action for action in catalog.tickets if action.mix == mix] if not numbers else []
    return fits[0] if fits else None


def _legal_twin(catalog: Catalog, action: Action, legal: ActionSet) -> Action:
    """The same payment on another track of the same pair, if only that one can be played."""
    if action in legal:
        return action
    for twin in legal:
        if twin.kind == action.kind and twin.text.partition(" #")[0] == action.text:
            return twin
    return action


def _parse_route_action(catalog: Catalog, kind: str, rest: str, text: str, legal: ActionSet) -> Action:
    board = catalog.board
    rest, _, track = rest.partition("#")
    pair, payment = _split_cities(board, rest.strip(), text)
    routes = [i for i, route in enumerate(board.routes) if {route.a, route.b} == set(pair)]
    if not routes:
        near = sorted(
            {_other_end(board, i, pair[0]) for i, route in enumerate(board.routes) if pair[0] in (route.a, route.b)}
        )
        raise NotationError(
            f"{text!r}: there is no route {pair[0]}–{pair[1]}; from {pair[0]} routes lead to {', '.join(near)}"
        )
    if track.strip():
        if not track.strip().isdecimal() or not 1 <= int(track) <= len(routes):
            raise NotationError(
                f"{text!r}: {pair[0]}–{pair[1]} has {len(routes)} track(s), there is no #{track.strip()}"
            )
        routes = [routes[int(track) - 1]]
    choices = [a for i in routes for a in _actions_on(catalog, kind, i)]
    if not payment and kind == "claim":
        playable = [a for a in choices if a in legal]
        if len(playable) == 1:
            return playable[0]
        raise NotationError(
            f"{text!r}: say how you pay, e.g. " + " or ".join(repr(a.text) for a in (playable or choices)[:4])
        )
    if payment:
        choices = [a for a in choices if _pays(a, payment, text)]
    if not choices:
        ways = " or ".join(repr(a.text) for i in routes for a in _actions_on(catalog, kind, i)[:2])
        raise NotationError(f"{text!r}: {pair[0]}–{pair[1]} cannot be paid like that; write e.g. {ways}")
    return next((a for a in choices if a in legal), choices[0])


def _other_end(board: GameMap, route: int, city: str) -> str:
    return board.routes[route].b if board.routes[route].a == city else board.routes[route].a


def _actions_on(catalog: Catalog, kind: str, route: int) -> list[Action]:
    if kind == "claim":
        return list(catalog.set_of(catalog.route_masks[route]))
    return [a for a in catalog.actions if a.kind == kind and a.route == route]


def _pays(action: Action, payment: str, text: str) -> bool:
    """`blue+1L`, `3 blue + 1L + 1F`, `4L`; a number before the colour is checked if it is given."""
    color, cards, wild, ferries = WILD, None, 0, 0
    for part in payment.replace(",", "+").split("+"):
        match = re.fullmatch(r"\s*(\d{0,3})\s*([^\W\d]+)\s*", part)
        if not match:
            raise NotationError(f"{text!r}: cannot read the payment {part.strip()!r}; write e.g. 'blue+1L'")
        number, word = match[1], match[2].casefold()
        if word in ("l", "loco", "locos", "locomotive", "locomotives"):
            wild = int(number or 1)
        elif word in ("f", "ferry", "ferries"):
            ferries = int(number or 1)
        else:
            fits = [i for i, name in enumerate(COLORS) if name.startswith(word)]
            if len(fits) != 1:
                near = difflib.get_close_matches(word, COLORS, 1, 0.4)
                hint = f"; did you mean {near[0]}?" if near else f"; the colours are {', '.join(COLORS)}"
                raise NotationError(f"{text!r}: unknown colour {word!r}{hint}")
            color, cards = fits[0], int(number) if number else None
    same = action.color == color and action.locomotives == wild and action.ferries == ferries
    return same and cards in (None, action.cards)


def _split_cities(board: GameMap, rest: str, text: str) -> tuple[tuple[str, str], str]:
    """Find `A–B payment`; names may contain dashes and spaces, so every way to cut the text is tried."""
    error: UnknownCity | None = None
    if re.match(r"[-–—]", rest) or re.search(r"[-–—]$", rest):
        raise NotationError(f"{text!r}: a city is missing beside the dash")
    for dash in _DASH.finditer(rest):
        left = rest[: dash.start()]
        try:
            a = board.find_city(left)
        except UnknownCity as problem:
            error = error or problem
            continue
        words = rest[dash.end() :].split(" ")
        for cut in range(len(words), 0, -1):
            try:
                return (a, board.find_city(" ".join(words[:cut]))), " ".join(words[cut:]).strip()
            except UnknownCity as problem:
                if error is None or cut == 1:
                    error = problem
    if error is not None:
        raise NotationError(f"{text!r}: {error}")
    raise NotationError(f"{text!r}: write the two cities with a dash, e.g. 'claim {board.route_label(0)} …'")


def _no_such_action(catalog: Catalog, text: str, plain: str, legal: ActionSet) -> str:
    """Name the nearest legal action; if another one is much nearer, that one, and that it is not legal now."""
    pool = [action.text for action in legal] or list(catalog.by_text)
    near = _nearest(plain, pool)
    meant = _with_the_right_verb(catalog, plain, legal)
    if meant is None:
        meant = _nearest(plain, catalog.by_text)
        if near and meant and _likeness(plain, near) > _likeness(plain, meant) - MUCH_NEARER:
            meant = near
    if meant is None:
        hint = "; legal now: " + ", ".join(repr(other) for other in pool[:5])
    else:
        hint = f"; did you mean {meant!r}?"
        if meant not in pool:
            hint += f" It is not legal now, but e.g. {(near or pool[0])!r} is"
    return f"{text!r} is not an action of {catalog.board.title}{hint}"


def _with_the_right_verb(catalog: Catalog, plain: str, legal: ActionSet) -> str | None:
    """`clim Seattle–Portland red` is a claim: the first word alone is wrong."""
    verb, _, rest = plain.partition(" ")
    for right in difflib.get_close_matches(verb, catalog.kind_masks, 1, 0.7):
        if right != verb:
            with suppress(NotationError):
                return parse(catalog, f"{right} {rest}", legal).text
    return None


def _nearest(plain: str, texts: Iterable[str]) -> str | None:
    return next(iter(difflib.get_close_matches(plain, texts, 1, 0.5)), None)


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()
