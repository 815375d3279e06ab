"""A seat's view as a vector of whole numbers, every part named and bounded; and the legal actions as a mask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from gymnasium import spaces

from ttr_widget.bots.atlas import atlas_of, is_met, own_network
from ttr_widget.engine import View
from ttr_widget.engine.rules import Rules, rules_for
from ttr_widget.engine.state import EXPRESS, FREE, NEUTRAL
from ttr_widget.gamemap import CARDS, GameMap

Array = np.ndarray[Any, np.dtype[Any]]
Observation = dict[str, Array]

MOST_POINTS = 1000
MOST_TURNS = 999


@dataclass(frozen=True)
class Feature:
    """One part of an observation: `size` numbers from `low` to `high`, read from a view."""

    name: str
    about: str
    size: int
    low: int
    high: int
    read: Callable[[View], Iterable[int]]


class Encoder:
    """A view as a vector of whole numbers. `features` documents it part by part, `slices` says where each part is.

    Players stand in the order of turns beginning with the observer, so a policy need not know its seat.

    >>> from ttr_widget.engine import Game
    >>> from ttr_widget.gamemap import load_map
    >>> encoder = Encoder(load_map("usa"), players=2)
    >>> [feature.name for feature in encoder.features][:4]
    ['phase', 'decides', 'order', 'turn']
    >>> game = Game("usa", 2, seed=1)
    >>> vector = encoder.encode(game.view(0))
    >>> [int(n) for n in vector[encoder.slices["hand"]]] == game.view(0).hand
    True
    """

    def __init__(self, board: GameMap, players: int) -> None:
        self.board = board
        self.players = players
        self.rules: Rules = rules_for(board, players)
        self.actions = len(self.rules.catalog)
        self.features = (*self._base(), *self._tickets(), *self._mechanics())
        self.slices: dict[str, slice] = {}
        at = 0
        for feature in self.features:
            self.slices[feature.name] = slice(at, at + feature.size)
            at += feature.size
        self.size = at

    def __deepcopy__(self, memo: object) -> Encoder:
        return self

    def __reduce__(self) -> tuple[type[Encoder], tuple[GameMap, int]]:
        return Encoder, (self.board, self.players)

    def encode(self, view: View) -> Array:
        """The vector of a seat's view."""
        numbers: list[int] = []
        for feature in self.features:
            numbers += feature.read(view)
        return np.array(numbers, np.int16)

    def mask(self, view: View) -> Array:
        """1 for every action that is legal for the seat now."""
        data = view.legal.mask.to_bytes((self.actions + 7) // 8, "little")
        return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")[: self.actions].astype(np.int8)

    def observation(self, view: View) -> Observation:
        """What an agent gets: the vector and the mask."""
        return {"observation": self.encode(view), "action_mask": self.mask(view)}

    def space(self) -> spaces.Dict:
        """The space of observations."""
        low = np.concatenate([np.full(f.size, f.low, np.int16) for f in self.features])
        high = np.concatenate([np.full(f.size, max(f.high, f.low + 1), np.int16) for f in self.features])
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})

    def describe(self) -> str:
        """The layout of the vector as text, a line for each part."""
        lines = []
        for feature in self.features:
            place = self.slices[feature.name]
            values = f"{feature.low}…{feature.high}"
            lines.append(f"{place.start:5}–{place.stop - 1:<5} {feature.name:<17} {values:<11} {feature.about}")
        return "\n".join(lines)

    def _base(self) -> list[Feature]:
        players, settings = self.players, self.board.settings
        phases = sorted(self.rules.legal_in)
        cards = sum(settings.cards.values())
        most = max(settings.cards.values())
        owners = self._owners()
        per_route = len(owners)
        marks = {owner: [int(owner == who) for who in owners] for owner in (FREE, NEUTRAL, EXPRESS, *range(players))}
        shared = ", neutral, express" if per_route > players else ""
        return [
            Feature(
                "phase", "which of " + ", ".join(phases), len(phases), 0, 1, lambda v: (v.phase == p for p in phases)
            ),
            Feature("decides", "who decides now", players, 0, 1, lambda v: _one_hot(_from(v, v.player), players)),
            Feature(
                "order",
                "my place in the order of turns",
                players,
                0,
                1,
                lambda v: _one_hot((v.seat or 0) - v.first, players),
            ),
            Feature("turn", "finished turns", 1, 0, MOST_TURNS, lambda v: (min(v.turn, MOST_TURNS),)),
            Feature(
                "final_turns",
                "turns left + 1 once the end is near, else 0",
                1,
                0,
                2 * players + 1,
                lambda v: (0 if v.final_turns is None else v.final_turns + 1,),
            ),
            Feature("hand", "my cards: " + ", ".join(CARDS), len(CARDS), 0, most, lambda v: v.hand),
            Feature(
                "market",
                "open cards of each kind",
                len(CARDS),
                0,
                most,
                lambda v: (v.market.count(c) for c in range(len(CARDS))),
            ),
            Feature("deck", "cards in the deck", 1, 0, cards, lambda v: (v.deck_size,)),
            Feature("discard", "discarded cards of each kind", len(CARDS), 0, most, lambda v: v.discard),
            Feature("hand_sizes", "everybody's number of cards", players, 0, cards, lambda v: _turned(v, v.hand_sizes)),
            Feature(
                "known_cards",
                "cards everybody saw a player take: player by player",
                players * len(CARDS),
                0,
                most,
                lambda v: (n for cards in _turned(v, v.known_cards) for n in cards),
            ),
            Feature("trains", "everybody's trains", players, 0, settings.trains, lambda v: _turned(v, v.trains)),
            Feature(
                "points",
                "everybody's points on the track",
                players,
                -MOST_POINTS,
                MOST_POINTS,
                lambda v: _turned(v, v.points),
            ),
            Feature(
                "routes",
                f"for every route {per_route} numbers: mine, the next player's …{shared}",
                len(self.board.routes) * per_route,
                0,
                1,
                lambda v: chain.from_iterable(map(marks.__getitem__, _owners_from(v))),
            ),
        ]

    def _owners(self) -> list[int]:
        """The codes of owners, as seen from a seat, that get a number for each route."""
        mechanics = self.board.settings.mechanics
        extra = [NEUTRAL, EXPRESS] if "neutral" in mechanics or "express" in mechanics else []
        return [*range(self.players), *extra]

    def _tickets(self) -> list[Feature]:
        players, board, settings = self.players, self.board, self.board.settings
        number = len(board.tickets)
        decks = len(settings.ticket_decks)
        drawn = max(settings.ticket_deal, settings.ticket_draw)
        found = [
            Feature(
                "ticket_counts",
                "everybody's number of tickets",
                players,
                0,
                number,
                lambda v: _turned(v, v.ticket_counts),
            ),
            Feature("ticket_decks", "tickets in each deck", decks, 0, number, lambda v: v.ticket_deck_sizes),
            Feature("tickets", "tickets I hold", number, 0, 1, lambda v: _marked(v.tickets, number)),
            Feature(
                "tickets_met",
                "tickets I hold and have completed",
                number,
                0,
                1,
                lambda v: _marked(self._met(v), number),
            ),
            Feature(
                "offered",
                "tickets I choose from: their place in the offer, else 0",
                number,
                0,
                drawn,
                lambda v: _places(v.offered, number),
            ),
        ]
        if "short_journey" in settings.mechanics:
            found.append(
                Feature(
                    "shown_tickets",
                    "completed tickets laid open: player by player",
                    players * number,
                    0,
                    1,
                    lambda v: (n for shown in _turned(v, v.shown_tickets) for n in _marked(shown, number)),
                )
            )
        if settings.ticket_return == "discard":
            found.append(
                Feature(
                    "ticket_discard", "discarded tickets", number, 0, 1, lambda v: _marked(v.ticket_discard, number)
                )
            )
        return found

    def _met(self, view: View) -> list[int]:
        """My tickets that are completed, worked out from the routes on the board."""
        atlas = atlas_of(self.board, self.players)
        mine = (view.seat, EXPRESS)
        network = own_network(atlas, [0.0 if owner in mine else 1.0 for owner in view.owner])
        return [ticket for ticket in view.tickets if is_met(atlas, network, ticket)]

    def _mechanics(self) -> list[Feature]:
        return [feature for name in self.board.settings.mechanics for feature in self._mechanic(name)]

    def _mechanic(self, name: str) -> list[Feature]:
        """What a mechanic shows beside the routes; one without a line here shows nothing else."""
        players, board = self.players, self.board
        settings: Mapping[str, Any] = board.settings.mechanics[name]
        if name == "express":
            return [
                Feature(
                    "express_supply",
                    "express trains left",
                    1,
                    0,
                    settings["trains"],
                    lambda v: (v.extra[name]["supply"],),
                ),
                Feature(
                    "express_track",
                    "everybody's place on the express track",
                    players,
                    0,
                    sum(self.rules.lengths),
                    lambda v: _turned(v, v.extra[name]["track"]),
                ),
            ]
        if name == "ferries":
            return [
                Feature(
                    "ferry_supply", "ferry cards left", 1, 0, settings["cards"], lambda v: (v.extra[name]["supply"],)
                ),
                Feature(
                    "ferry_cards",
                    "everybody's ferry cards",
                    players,
                    0,
                    settings["limit"],
                    lambda v: _turned(v, v.extra[name]["held"]),
                ),
            ]
        if name == "passengers":
            return self._passengers(len(settings["colors"]))
        if name == "tolls":
            tokens = settings["tokens"] * players
            return [
                Feature(
                    "toll_tokens",
                    "everybody's toll tokens, −1 where secret",
                    players,
                    -1,
                    tokens,
                    lambda v: (-1 if n is None else n for n in _turned(v, v.extra[name]["tokens"])),
                ),
                Feature(
                    "loans",
                    "everybody's loans",
                    players,
                    0,
                    len(board.routes),
                    lambda v: _turned(v, v.extra[name]["loans"]),
                ),
                Feature(
                    "first_holders",
                    "who holds the first track of each group: 0 nobody, 1 me, 2 the next …",
                    len(board.route_groups),
                    0,
                    players + 1,
                    lambda v: (_holder(v, who) for who in v.extra[name]["first_holder"]),
                ),
            ]
        if name == "neutral":
            return [
                Feature(
                    "neutral_trains",
                    "neutral trains left",
                    1,
                    0,
                    settings["trains"],
                    lambda v: (v.extra[name]["trains"],),
                ),
                Feature(
                    "neutral_plays",
                    "whether the neutral player still plays",
                    1,
                    0,
                    1,
                    lambda v: (v.extra[name]["playing"],),
                ),
                Feature(
                    "neutral_marker",
                    "who holds the marker",
                    players,
                    0,
                    1,
                    lambda v: _one_hot(_from(v, v.extra[name]["marker"]), players),
                ),
            ]
        if name == "short_journey":
            return [
                Feature(
                    "east_west",
                    "who has joined East and West",
                    players,
                    0,
                    1,
                    lambda v: _turned(v, v.extra[name]["bonus"]),
                )
            ]
        return []

    def _passengers(self, colors: int) -> list[Feature]:
        players, cities = self.players, len(self.board.cities)
        return [
            Feature(
                "waiting",
                "passengers at each place by colour",
                cities * colors,
                0,
                100,
                lambda v: (n for place in v.extra["passengers"]["places"] for n in place),
            ),
            Feature(
                "passengers",
                "collected passengers by colour: player by player",
                players * colors,
                0,
                100,
                lambda v: (n for taken in _turned(v, v.extra["passengers"]["taken"]) for n in taken),
            ),
            Feature(
                "passenger_at",
                "the place where one is to be chosen now",
                cities,
                0,
                1,
                lambda v: _marked(v.extra["passengers"]["choices"][:1], cities),
            ),
        ]


def _from(view: View, seat: int) -> int:
    """A seat counted from the observer on."""
    return (seat - (view.seat or 0)) % view.players


def _turned(view: View, values: Sequence[Any]) -> Sequence[Any]:
    """Values by seat, beginning with the observer's."""
    seat = view.seat or 0
    return [*values[seat:], *values[:seat]]


def _owners_from(view: View) -> Iterable[int]:
    codes = [_from(view, seat) for seat in range(view.players)]
    return (codes[owner] if owner >= 0 else owner for owner in view.owner)


def _holder(view: View, owner: int) -> int:
    return 1 + _from(view, owner) if owner >= 0 else view.players + 1 if owner == NEUTRAL else 0


def _one_hot(place: int, number: int) -> Iterable[int]:
    place %= number
    return (i == place for i in range(number))


def _marked(items: Iterable[int], number: int) -> list[int]:
    marks = [0] * number
    for item in items:
        marks[item] = 1
    return marks


def _places(items: Sequence[int], number: int) -> list[int]:
    places = [0] * number
    for place, item in enumerate(items, 1):
        places[item] = place
    return places
