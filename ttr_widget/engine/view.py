"""What one seat may know (X1): copied out of the state, so that nothing hidden can be reached from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ttr_widget.engine.actions import ActionSet
from ttr_widget.engine.state import EXPRESS, FREE
from ttr_widget.gamemap.display import Drawable
from ttr_widget.graphs.connectivity import find, join

if TYPE_CHECKING:
    from ttr_widget.engine.actions import Catalog
    from ttr_widget.engine.rules import Rules
    from ttr_widget.engine.state import State
    from ttr_widget.gamemap import GameMap


@dataclass(slots=True, repr=False)
class View(Drawable):
    """The game as a seat (or a spectator, seat None) sees it.

    Own things: `hand`, `tickets`, `offered`, `legal`. Everybody's: the rest. `known_cards[p]` counts the cards that
    everybody saw p take and that p cannot have spent yet.
    """

    seat: int | None
    board: GameMap
    catalog: Catalog
    names: tuple[str, ...]
    number: int
    player: int
    mover: int
    first: int
    phase: str
    setting_up: bool
    turn: int
    passes: int
    final_turns: int | None
    hand: list[int]
    tickets: list[int]
    offered: list[int]
    legal: ActionSet
    market: list[int]
    deck_size: int
    discard: list[int]
    owner: list[int]
    trains: list[int]
    points: list[int]
    hand_sizes: list[int]
    known_cards: list[list[int]]
    ticket_counts: list[int]
    offer_counts: list[int]
    ticket_deck_sizes: list[int]
    ticket_discard: list[int]
    shown_tickets: list[list[int]]
    all_tickets: list[list[int]] | None
    """Everybody's tickets once the game is over."""
    extra: dict[str, dict[str, Any]]
    pending: list[tuple[str, int]]
    turn_done: bool

    def __repr__(self) -> str:
        eyes = "a spectator" if self.seat is None else self.names[self.seat]
        who = "over" if self.over else f"{self.names[self.player]} to decide ({self.phase.replace('_', ' ')})"
        return f"<View of {eyes}: {self.board.name}, {self.number} actions, {who}>"

    @property
    def players(self) -> int:
        """How many take part."""
        return len(self.names)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    def free_routes(self) -> list[int]:
        """The routes nobody has claimed."""
        return [route for route, owner in enumerate(self.owner) if owner == FREE]

    def routes_of(self, seat: int) -> list[int]:
        """The routes a player holds."""
        return [route for route, owner in enumerate(self.owner) if owner == seat]

    def connected(self, seat: int, a: str, b: str) -> bool:
        """Whether a player's routes (and shared lines) join two places; every route into a country ends there (G5)."""
        board = self.board
        parent: dict[Any, int] = {}
        number: list[int] = []

        def node(name: str, route: int) -> int:
            country = board.cities[board.city_index[name]].kind == "country"
            key = (name, route) if country else name
            if key not in parent:
                parent[key] = len(number)
                number.append(len(number))
            return parent[key]

        ends: dict[str, list[int]] = {a: [], b: []}
        for index, route in enumerate(board.routes):
            if self.owner[index] in (seat, EXPRESS):
                x, y = node(route.a, index), node(route.b, index)
                join(number, x, y)
                for name, end in ((route.a, x), (route.b, y)):
                    if name in ends:
                        ends[name].append(end)
        roots = {find(number, end) for end in ends[a]}
        return any(find(number, end) in roots for end in ends[b])

    def completed(self) -> list[int]:
        """Own tickets that are met now."""
        if self.seat is None:
            return []
        tickets = self.board.tickets
        return [t for t in self.tickets if self.connected(self.seat, tickets[t].a, tickets[t].b)]


def make_view(rules: Rules, s: State, names: tuple[str, ...], seat: int | None, number: int) -> View:
    over = s.phase == "over"
    own = seat is not None
    return View(
        seat=seat,
        board=rules.board,
        catalog=rules.catalog,
        names=names,
        number=number,
        player=s.player,
        mover=s.mover,
        first=s.first,
        phase=s.phase,
        setting_up=s.setting_up,
        turn=s.turn,
        passes=s.passes,
        final_turns=s.final_turns if s.final_turns >= 0 else None,
        hand=s.hands[seat].copy() if seat is not None else [],
        tickets=s.tickets[seat].copy() if seat is not None else [],
        offered=s.offers[seat].copy() if seat is not None else [],
        legal=ActionSet(rules.catalog, rules.legal(s) if own and s.player == seat else 0),
        market=s.market.copy(),
        deck_size=len(s.deck),
        discard=s.discard.copy(),
        owner=s.owner.copy(),
        trains=s.trains.copy(),
        points=s.points.copy(),
        hand_sizes=[sum(hand) for hand in s.hands],
        known_cards=[known.copy() for known in s.known],
        ticket_counts=[len(tickets) for tickets in s.tickets],
        offer_counts=[len(offer) for offer in s.offers],
        ticket_deck_sizes=[len(deck) for deck in s.ticket_decks],
        # Everybody chooses the first tickets at the same time (B4): what others gave back is seen afterwards.
        ticket_discard=s.ticket_discard.copy()
        if rules.settings.ticket_return == "discard" and not s.setting_up
        else [],
        shown_tickets=[tickets.copy() for tickets in s.shown],
        all_tickets=[tickets.copy() for tickets in s.tickets] if over else None,
        extra={mechanic.name: mechanic.public(s, seat) for mechanic in rules.overriding("public")},
        pending=s.pending.copy(),
        turn_done=s.turn_done,
    )
