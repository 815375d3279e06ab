"""A map made ready for play with a number of players: everything that can be worked out once, before any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ttr_widget.engine.actions import WILD, Catalog, mask_of
from ttr_widget.engine.mechanics import make_mechanics
from ttr_widget.engine.mechanics.base import Mechanic
from ttr_widget.engine.state import FREE, State
from ttr_widget.gamemap import CARDS, GameMap


class Prepared:
    """Catalog, mechanics and tables. Nothing in it changes during a game."""

    def __init__(self, board: GameMap, players: int) -> None:
        self.board = board
        self.players = players
        settings = board.settings
        self.settings = settings
        self.mechanics = make_mechanics(board, players)
        self.catalog = Catalog(board, self.mechanics)
        self._prepare_routes()
        self._prepare_tickets()
        self.card_counts = [settings.cards.get(card, 0) for card in CARDS]
        # A market is cleared by so many locomotives; where it never is, by more than there are.
        self.market_reset = settings.market_reset or sum(self.card_counts) + 1
        self.colored_cards = sum(self.card_counts[:WILD])
        self.start_score = [settings.start_score[min(i, len(settings.start_score) - 1)] for i in range(players)]

    def _prepare_routes(self) -> None:
        board, catalog = self.board, self.catalog
        settings = board.settings
        self.lengths = [route.length for route in board.routes]
        self.route_points = [settings.route_points[length] for length in self.lengths]
        everything = (1 << len(catalog)) - 1
        self.without_route = [everything ^ mask for mask in catalog.route_masks]
        self.without_group = []
        for route in range(len(board.routes)):
            mask = everything
            for twin in board.route_groups[board.group_of[route]]:
                mask &= self.without_route[twin]
            self.without_group.append(mask)
        self.closes_twins = self.players < settings.close_doubles_below
        self.fits_by_trains = self.fits(range(len(board.routes)))
        # Every route into a country ends in a node of its own, so that nothing is joined there (G5).
        nodes = len(board.cities)
        self.node_a: list[int] = []
        self.node_b: list[int] = []
        self.city_nodes: list[list[int]] = [[] for _ in board.cities]
        for facts in board.routes:
            for ends, name in ((self.node_a, facts.a), (self.node_b, facts.b)):
                city = board.city_index[name]
                if board.cities[city].kind == "country":
                    node, nodes = nodes, nodes + 1
                    self.city_nodes[city].append(node)
                else:
                    node = city
                ends.append(node)
        for city, place in enumerate(board.cities):
            if place.kind != "country":
                self.city_nodes[city].append(city)
        self.nodes = nodes

    def fits(self, needing_trains: Iterable[int]) -> list[int]:
        """By number of trains left: claims on these routes the trains suffice for, and all claims on the others."""
        needing = set(needing_trains)
        masks = []
        for trains in range(self.settings.trains + 1):
            mask = 0
            for route, length in enumerate(self.lengths):
                if length <= trains or route not in needing:
                    mask |= self.catalog.route_masks[route]
            masks.append(mask)
        return masks

    def _prepare_tickets(self) -> None:
        board = self.board
        decks = board.settings.ticket_decks
        self.several_decks = len(decks) > 1
        self.one_deck_mask = 0 if self.several_decks else mask_of(self.catalog.tickets)
        most = max(board.settings.ticket_deal, board.settings.ticket_draw)
        self.small_mixes: dict[tuple[int, tuple[int, ...]], int] = {}
        self.mixes_of = [
            mask_of(action for action in self.catalog.tickets if number and sum(action.mix) == number)
            for number in range(most + 1)
        ]
        self.keep_masks: dict[tuple[tuple[int, ...], bool], int] = {}
        self.ticket_deck = [decks.index(ticket.deck) for ticket in board.tickets]
        self.ticket_ends = [
            (self.city_nodes[board.city_index[ticket.a]], self.city_nodes[board.city_index[ticket.b]])
            for ticket in board.tickets
        ]

    def _hooks(self, name: str) -> tuple[Callable[..., Any], ...]:
        """The methods of the mechanics that really override the hook."""
        return tuple(
            getattr(mechanic, name)
            for mechanic in self.mechanics
            if getattr(type(mechanic), name) is not getattr(Mechanic, name)
        )

    def mechanic(self, name: str) -> Mechanic | None:
        return next((m for m in self.mechanics if m.name == name), None)

    def overriding(self, name: str) -> list[Mechanic]:
        return [m for m in self.mechanics if getattr(type(m), name) is not getattr(Mechanic, name)]

    def empty_state(self, seed: str) -> State:
        """Nothing dealt, nothing shuffled: all cards and tickets in their decks."""
        s = State()
        seats = self.players
        s.seed = seed
        s.shuffles = 0
        s.phase = "turn"
        s.setting_up = True
        s.player = s.mover = s.first = s.turn = s.passes = 0
        s.turn_done = False
        s.final_turns = -1
        s.pending = []
        s.hands = [[0] * (WILD + 1) for _ in range(seats)]
        s.known = [[0] * (WILD + 1) for _ in range(seats)]
        s.deck = [card for card, n in enumerate(self.card_counts) for _ in range(n)]
        s.discard = [0] * (WILD + 1)
        s.market = []
        s.ticket_decks = self.full_ticket_decks()
        s.ticket_discard = []
        s.tickets = [[] for _ in range(seats)]
        s.shown = [[] for _ in range(seats)]
        s.offers = [[] for _ in range(seats)]
        s.trains = [self.settings.trains] * seats
        s.points = [0] * seats
        s.owner = [FREE] * len(self.lengths)
        s.routes = [0] * seats
        s.allowed = [self.catalog.claims] * seats
        s.fits = self.fits_by_trains
        s.parents = [list(range(self.nodes)) for _ in range(seats)]
        s.extra = {}
        s.log = None
        return s

    def full_ticket_decks(self) -> list[list[int]]:
        decks: list[list[int]] = [[] for _ in self.settings.ticket_decks]
        for ticket, deck in enumerate(self.ticket_deck):
            decks[deck].append(ticket)
        return decks
