"""Every action a map can ever offer, made once, numbered and interned: the catalog.

A set of actions is one integer with a bit per action number, so legality is a few bit operations and
nothing is built until somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING, overload

from ttr_widget.gamemap import CARDS, COLORS, GameMap

if TYPE_CHECKING:
    from ttr_widget.engine.mechanics.base import Mechanic

WILD = len(COLORS)
"""Card number of the locomotive; the colours are 0 to 7."""

NO_NUMBER = 1 << 30
"""The index of an action that is in no catalog."""

_WORD = 60
_WORD_MASK = (1 << _WORD) - 1


class Action:
    """One action of a map. Actions are interned: two equal actions are the same object.

    `kind` says which of the other fields matter: a claim has `route`, `color`, `cards`, `locomotives` and
    `ferries`; taking a card and choosing a passenger have `color`; keeping tickets has `kept` and `returned`
    (positions, from 0); drawing tickets has `mix` (how many from each ticket deck).
    """

    __slots__ = (
        "cards",
        "color",
        "ferries",
        "index",
        "kept",
        "kind",
        "locomotives",
        "mix",
        "returned",
        "route",
        "text",
    )

    def __init__(
        self,
        kind: str,
        text: str,
        *,
        route: int = -1,
        color: int = -1,
        cards: int = 0,
        locomotives: int = 0,
        ferries: int = 0,
        kept: tuple[int, ...] = (),
        returned: tuple[int, ...] = (),
        mix: tuple[int, ...] = (),
    ) -> None:
        self.index = NO_NUMBER
        self.kind = kind
        self.text = text
        self.route = route
        self.color = color
        self.cards = cards
        self.locomotives = locomotives
        self.ferries = ferries
        self.kept = kept
        self.returned = returned
        self.mix = mix

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __str__(self) -> str:
        return self.text

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self


class ActionSet(Sequence[Action]):
    """An immutable set of actions in catalog order, backed by a bit mask; nothing is listed before it is asked for."""

    __slots__ = ("catalog", "mask")

    def __init__(self, catalog: Catalog, mask: int) -> None:
        self.catalog = catalog
        self.mask = mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        mask = self.mask
        if index < 0:
            index += mask.bit_count()
            if index < 0:
                raise IndexError("no such action")
        base = 0
        while mask:
            word = mask & _WORD_MASK
            here = word.bit_count()
            if index < here:
                while index:
                    word &= word - 1
                    index -= 1
                return self.catalog.actions[base + (word & -word).bit_length() - 1]
            index -= here
            mask >>= _WORD
            base += _WORD
        raise IndexError("no such action")

    def __iter__(self) -> Iterator[Action]:
        actions = self.catalog.actions
        mask = self.mask
        base = -1
        while mask:
            word = mask & _WORD_MASK
            while word:
                low = word & -word
                yield actions[base + low.bit_length()]
                word ^= low
            mask >>= _WORD
            base += _WORD

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.catalog.owns(action) and bool(self.mask >> action.index & 1)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ActionSet):
            return self.catalog is other.catalog and self.mask == other.mask
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        shown = ", ".join(a.text for a in self[:6]) + (", …" if len(self) > 6 else "")
        return f"{len(self)} actions: {shown}"

    def by_kind(self, kind: str) -> ActionSet:
        """Only the actions of one kind, e.g. `legal.by_kind("claim")`."""
        return ActionSet(self.catalog, self.mask & self.catalog.kind_masks.get(kind, 0))

    def claims_of(self, route: int) -> ActionSet:
        """Only the ways to pay for one route."""
        return ActionSet(self.catalog, self.mask & self.catalog.route_masks[route])

    def claimable_routes(self) -> list[int]:
        """The routes that can be claimed, each once."""
        claims = self.mask & self.catalog.kind_masks["claim"]
        return [route for route, mask in enumerate(self.catalog.route_masks) if mask & claims]


def mask_of(actions: Iterable[Action]) -> int:
    mask = 0
    for action in actions:
        mask |= 1 << action.index
    return mask


class Catalog:
    """All actions of one map with a number of players, and the masks that make legality quick.

    Claims stand last and in the order of the routes; everything else has small numbers.
    """

    def __init__(self, board: GameMap, mechanics: Sequence[Mechanic]) -> None:
        self.board = board
        settings = board.settings
        self.actions: list[Action] = []
        self.by_text: dict[str, Action] = {}
        self.skip = self.add(Action("pass", "pass"))
        self.draw = self.add(Action("draw", "draw"))
        self.take = [self.add(Action("take", f"take {card}", color=i)) for i, card in enumerate(CARDS)]
        self.tickets = [self.add(action) for action in _ticket_actions(board)]
        self.keep = [self.add(action) for action in _keep_actions(board)]
        for mechanic in mechanics:
            for action in mechanic.actions():
                self.add(action)
        self._add_claims(mechanics)
        self.route_kinds = {action.kind for action in self.actions if action.route >= 0}
        self.kind_masks: dict[str, int] = {}
        self.route_masks = [0] * len(board.routes)
        for action in self.actions:
            bit = 1 << action.index
            self.kind_masks[action.kind] = self.kind_masks.get(action.kind, 0) | bit
            if action.kind == "claim":
                self.route_masks[action.route] |= bit
        self.kind_masks.setdefault("claim", 0)
        self.claims = self.kind_masks["claim"]
        self.affordable, self.all_wild = self._affordable_masks(settings.cards)

    def __len__(self) -> int:
        return len(self.actions)

    def __copy__(self) -> Catalog:
        return self

    def __deepcopy__(self, memo: object) -> Catalog:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a catalog is made from its map; pickle the map or the game's record instead")

    def add(self, action: Action) -> Action:
        """Number an action and make it known by its text; for building the catalog only."""
        action.index = len(self.actions)
        self.actions.append(action)
        if action.text in self.by_text:
            raise ValueError(f"two actions are written {action.text!r}")
        self.by_text[action.text] = action
        return action

    def owns(self, action: Action) -> bool:
        """Whether it is an action of this very catalog, not of another map or number of players."""
        return 0 <= action.index < len(self.actions) and self.actions[action.index] is action

    def set_of(self, mask: int) -> ActionSet:
        """The actions whose bits are set."""
        return ActionSet(self, mask)

    def _add_claims(self, mechanics: Sequence[Mechanic]) -> None:
        tracks: dict[frozenset[str], int] = {}
        for index, route in enumerate(self.board.routes):
            pair = frozenset((route.a, route.b))
            track = tracks[pair] = tracks.get(pair, 0) + 1
            payments = plain_payments(route.length, route.color)
            for mechanic in mechanics:
                payments = mechanic.payments(index, payments)
            for color, cards, wild, ferries in payments:
                text = f"claim {self.board.route_label(index)} {payment_text(color, cards, wild, ferries)}"
                if text in self.by_text:
                    text += f" #{track}"
                self.add(
                    Action("claim", text, route=index, color=color, cards=cards, locomotives=wild, ferries=ferries)
                )

    def _affordable_masks(self, cards: Mapping[str, int]) -> tuple[list[list[list[int]]], list[int]]:
        """`masks[colour][cards][locomotives]` = claims of that colour they pay for; and claims by locomotives only."""
        wilds = cards.get(CARDS[WILD], 0)
        longest = max((route.length for route in self.board.routes), default=0)  # more cards never pay for more
        by_cost: dict[tuple[int, int, int], int] = {}
        for action in self.actions:
            if action.kind == "claim":
                cost = (action.color, action.cards, action.locomotives)
                by_cost[cost] = by_cost.get(cost, 0) | 1 << action.index
        table: list[list[list[int]]] = []
        for color in range(WILD):
            rows: list[list[int]] = []
            for held in range(cards.get(COLORS[color], 0) + 1):
                if held > longest:
                    rows.append(rows[-1])
                    continue
                row: list[int] = []
                for wild in range(wilds + 1):
                    if wild > longest:
                        row.append(row[-1])
                        continue
                    mask = by_cost.get((color, held, wild), 0)
                    if held:
                        mask |= rows[held - 1][wild]
                    if wild:
                        mask |= row[wild - 1]
                    row.append(mask)
                rows.append(row)
            table.append(rows)
        only: list[int] = []
        for wild in range(wilds + 1):
            only.append(by_cost.get((WILD, 0, wild), 0) | (only[-1] if only else 0))
        return table, only


Payment = tuple[int, int, int, int]
"""Colour number (WILD: no coloured card), coloured cards, locomotives, ferry cards."""


def plain_payments(length: int, color: str) -> list[Payment]:
    """All ways to pay for a route with cards of one colour and locomotives (B11), fewest locomotives first.

    >>> plain_payments(2, "red")
    [(1, 2, 0, 0), (1, 1, 1, 0), (8, 0, 2, 0)]
    """
    colors = range(WILD) if color == "gray" else (COLORS.index(color),)
    ways = [(c, length - wild, wild, 0) for wild in range(length) for c in colors]
    return [*ways, (WILD, 0, length, 0)]


def payment_text(color: int, cards: int, wild: int, ferries: int) -> str:
    """`blue`, `blue+1L`, `3L`; with ferry cards the number of cards is written too: `2 blue+1L+1F`."""
    parts = []
    if cards:
        parts.append(f"{cards} {COLORS[color]}" if ferries else COLORS[color])
    if wild:
        parts.append(f"{wild}L")
    if ferries:
        parts.append(f"{ferries}F")
    return "+".join(parts)


def _ticket_actions(board: GameMap) -> list[Action]:
    settings = board.settings
    decks = settings.ticket_decks
    if len(decks) == 1:
        return [Action("tickets", "tickets", mix=(0,))] if settings.ticket_draw else []
    most = max(settings.ticket_deal, settings.ticket_draw)
    return [
        Action(
            "tickets", "tickets " + " ".join(f"{n} {deck}" for n, deck in zip(mix, decks, strict=True) if n), mix=mix
        )
        for total in range(1, most + 1)
        for mix in _mixes(total, len(decks))
    ]


def _mixes(total: int, decks: int) -> Iterator[tuple[int, ...]]:
    if decks == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _mixes(total - first, decks - 1):
            yield (first, *rest)


def _keep_actions(board: GameMap) -> list[Action]:
    """Keep some of the tickets drawn; the others go back as drawn or, where it matters (B14), in another order."""
    settings = board.settings
    most = max(settings.ticket_deal, settings.ticket_draw)
    actions = [
        Action("keep", "keep " + _positions(kept), kept=kept)
        for size in range(1, most + 1)
        for kept in combinations(range(most), size)
    ]
    if settings.ticket_return == "bottom":
        for drawn in range(3, settings.ticket_draw + 1):
            for size in range(1, drawn - 1):
                for kept in combinations(range(drawn), size):
                    rest = tuple(i for i in range(drawn) if i not in kept)
                    for order in permutations(rest):
                        text = f"keep {_positions(kept)} return {_positions(order)}"
                        if order != rest:
                            actions.append(Action("keep", text, kept=kept, returned=order))
    return actions


def _positions(positions: tuple[int, ...]) -> str:
    return " ".join(str(i + 1) for i in positions)
