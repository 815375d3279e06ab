"""Hand-made positions: a list of edits, applied in order to an empty table, each checked.

`Scenario` is the pleasant way to write such a list; the list itself goes into the game's record.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_widget.engine.actions import WILD
from ttr_widget.engine.invariants import check
from ttr_widget.engine.mechanics.base import Inconsistent, count
from ttr_widget.engine.state import FREE, State, shuffled
from ttr_widget.gamemap import CARDS, GameMap, load_map
from ttr_widget.gamemap.display import Drawable

if TYPE_CHECKING:
    from ttr_widget.engine.game import Game
    from ttr_widget.engine.rules import Rules

Edit = tuple[Any, ...]
"""What to change, and the values: `("claim", seat, "Firenze–Pisa", 1)`, `("hand", seat, {"red": 3})`, …"""


class PositionError(ValueError):
    """A position that cannot be; the message says which edit and why."""


def make_position(rules: Rules, seed: str, first: int, edits: Sequence[Edit]) -> State:
    """An empty table, cards and tickets shuffled, no hands, no tickets, first seat to move; then the edits."""
    s = rules.empty_state(seed)
    rng = random.Random(f"{seed}:0")
    s.setting_up = False
    s.first = s.player = s.mover = first
    s.deck = shuffled(s.deck, rng)
    s.ticket_decks = [shuffled(deck, rng) for deck in s.ticket_decks]
    for i, points in enumerate(rules.start_score):
        s.points[(first + i) % rules.players] = points
    for mechanic in rules.overriding("set_up"):
        mechanic.set_up(s, rng)
    for number, edit in enumerate(edits, 1):
        try:
            _apply(rules, s, edit)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            raise PositionError(f"edit {number}, {edit[0] if edit else 'empty'}: {error}") from None
    if not s.deck:
        rules.renew_deck(s)
    _fill_market(rules, s)
    try:
        check(rules, s)
    except Inconsistent as error:
        raise PositionError(str(error)) from None
    return s


def _fill_market(rules: Rules, s: State) -> None:
    """Places nobody named get cards from the bottom of the deck, where no stacked cards lie; B2 is kept."""
    place = 0
    while len(s.market) < rules.settings.market and place < len(s.deck):
        if s.deck[place] == WILD and s.market.count(WILD) + 1 >= rules.market_reset:
            place += 1
        else:
            s.market.append(s.deck.pop(place))
    rules.fill_market(s)


def _apply(rules: Rules, s: State, edit: Edit) -> None:
    what, *values = edit
    if what == "claim":
        _claim(rules, s, *values)
    elif what == "hand":
        _set_hand(rules, s, *values)
    elif what == "tickets":
        _set_tickets(rules, s, *values, pile=s.tickets)
    elif what == "shown":
        _set_tickets(rules, s, *values, pile=s.shown)
    elif what == "market":
        _set_market(rules, s, *values)
    elif what == "deck":
        _stack_deck(s, *values)
    elif what == "ticket_deck":
        _stack_tickets(rules, s, *values)
    elif what == "discard":
        for name, number in values[0].items():
            s.discard[_out_of_deck(s, name, number)] += number
    elif what == "turn":
        _set_turn(rules, s, *values)
    else:
        seat, value = values
        _seat(rules, seat)
        if not any(mechanic.edit(s, what, seat, value) for mechanic in rules.mechanics):
            raise ValueError("this map has no such thing")


def _seat(rules: Rules, seat: int) -> int:
    if type(seat) is not int or seat not in range(rules.players):
        raise ValueError(f"there is no seat {seat!r}; the seats are 0 to {rules.players - 1}")
    return seat


def find_route(board: GameMap, text: str, track: int = 1) -> int:
    """The index of a route written `A–B` (a plain dash will do); `track` counts parallel routes from 1.

    >>> board = load_map("usa")
    >>> board.route_label(find_route(board, "seattle-portland", 2)) in ("Seattle–Portland", "Portland–Seattle")
    True
    """
    from ttr_widget.engine.notation import _split_cities

    (a, b), rest = _split_cities(board, text.strip(), text)
    if rest:
        raise ValueError(f"{text!r}: what does {rest!r} mean after the two cities?")
    routes = [i for i, route in enumerate(board.routes) if {route.a, route.b} == {a, b}]
    if not routes:
        raise ValueError(f"there is no route {a}–{b}")
    if not 1 <= track <= len(routes):
        raise ValueError(f"{a}–{b} has {len(routes)} track(s), not {track}")
    return routes[track - 1]


def find_ticket(board: GameMap, text: str) -> int:
    """The index of a ticket written `A–B`, either way round."""
    from ttr_widget.engine.notation import _split_cities

    (a, b), _ = _split_cities(board, text.strip(), text)
    for index, ticket in enumerate(board.tickets):
        if {ticket.a, ticket.b} == {a, b}:
            return index
    raise ValueError(f"there is no ticket {a}–{b}")


def _claim(rules: Rules, s: State, seat: int, route: str, track: int = 1) -> None:
    index = find_route(rules.board, route, track)
    _seat(rules, seat)
    if s.owner[index] != FREE:
        raise ValueError(f"{route} #{track} is taken")
    if not s.allowed[seat] & rules.catalog.route_masks[index]:
        raise ValueError(f"{route} #{track} is closed: a parallel route is taken (B12)")
    if not s.fits[s.trains[seat]] & rules.catalog.route_masks[index]:
        raise ValueError(f"{route} needs {rules.lengths[index]} trains, seat {seat} has {s.trains[seat]} left")
    rules.put_on_board(s, seat, index)
    for mechanic in rules.overriding("placed"):
        mechanic.placed(s, seat, index)


def _card(name: str) -> int:
    if name not in CARDS:
        raise ValueError(f"unknown card {name!r}; the cards are {', '.join(CARDS)}")
    return CARDS.index(name)


def _out_of_deck(s: State, name: str, number: int) -> int:
    """Take cards from the bottom of the deck, where no stacked cards lie; returns which card it is."""
    card = _card(name)
    if number < 0 or s.deck.count(card) < number:
        raise ValueError(f"cannot give {number} {name}: {s.deck.count(card)} are left in the deck")
    for _ in range(number):
        s.deck.remove(card)
    return card


def _set_hand(rules: Rules, s: State, seat: int, cards: dict[str, int]) -> None:
    hand = s.hands[_seat(rules, seat)]
    for card, number in enumerate(hand):
        s.deck[:0] = [card] * number
        hand[card] = 0
    for name, number in cards.items():
        hand[_out_of_deck(s, name, number)] += number


def _set_tickets(rules: Rules, s: State, seat: int, tickets: Sequence[str], *, pile: list[list[int]]) -> None:
    own = pile[_seat(rules, seat)]
    for ticket in own:
        s.ticket_decks[rules.ticket_deck[ticket]].insert(0, ticket)
    own.clear()
    for text in tickets:
        ticket = find_ticket(rules.board, text)
        deck = s.ticket_decks[rules.ticket_deck[ticket]]
        if ticket not in deck:
            raise ValueError(f"the ticket {text} is given already")
        deck.remove(ticket)
        own.append(ticket)


def _set_market(rules: Rules, s: State, cards: Sequence[str]) -> None:
    if len(cards) > rules.settings.market:
        raise ValueError(f"the market has {rules.settings.market} places")
    s.deck[:0] = s.market
    s.market.clear()
    for name in cards:
        s.market.append(_out_of_deck(s, name, 1))
    if s.market.count(WILD) >= rules.market_reset:
        raise ValueError("a market with that many locomotives is cleared at once (B2)")


def _stack_deck(s: State, cards: Sequence[str]) -> None:
    """The next cards to be drawn, in this order."""
    stacked = [_out_of_deck(s, name, 1) for name in cards]
    s.deck.extend(reversed(stacked))


def _stack_tickets(rules: Rules, s: State, tickets: Sequence[str]) -> None:
    """The next tickets to be drawn, in this order."""
    found = [find_ticket(rules.board, text) for text in tickets]
    for ticket, text in zip(found, tickets, strict=True):
        deck = s.ticket_decks[rules.ticket_deck[ticket]]
        if ticket not in deck:
            raise ValueError(f"the ticket {text} is given already")
        deck.remove(ticket)
    for ticket in reversed(found):
        s.ticket_decks[rules.ticket_deck[ticket]].append(ticket)


def _set_turn(rules: Rules, s: State, seat: int, turn: int | None = None) -> None:
    s.player = s.mover = _seat(rules, seat)
    if turn is not None:
        s.turn = count(turn)


class Scenario(Drawable):
    """Any position, written step by step and checked at the end.

    >>> s = Scenario("usa", players=2).claim(0, "Seattle–Portland").hand(1, red=3, locomotive=1)
    >>> g = s.game()
    >>> g.owner.count(0), g.hands[1][CARDS.index("red")]
    (1, 3)
    """

    def __init__(
        self,
        board: str | Path | GameMap,
        players: int | Sequence[str] = 2,
        seed: int | str = 0,
        first_player: int = 0,
        **options: Any,
    ) -> None:
        self.board = (
            board
            if isinstance(board, GameMap) and not options
            else (board.with_options(**options) if isinstance(board, GameMap) else load_map(board, **options))
        )
        self.players = players
        self.seed = seed
        self.first_player = first_player
        self.edits: list[Edit] = []

    def _add(self, *edit: Any) -> Scenario:
        self.edits.append(edit)
        return self

    def claim(self, seat: int, *routes: str, track: int = 1) -> Scenario:
        """Routes a seat holds; no cards or tolls are paid for them."""
        for route in routes:
            self._add("claim", seat, route, track)
        return self

    def hand(self, seat: int, **cards: int) -> Scenario:
        """The cards in a hand: `hand(0, red=3, locomotive=1)`."""
        return self._add("hand", seat, cards)

    def tickets(self, seat: int, *tickets: str) -> Scenario:
        """The tickets a seat holds: `tickets(0, "Boston–Miami")`."""
        return self._add("tickets", seat, list(tickets))

    def shown(self, seat: int, *tickets: str) -> Scenario:
        """Tickets met and laid open already (First Journey)."""
        return self._add("shown", seat, list(tickets))

    def market(self, *cards: str) -> Scenario:
        """The face-up cards; places that are not named are filled from the deck."""
        return self._add("market", list(cards))

    def deck(self, *cards: str) -> Scenario:
        """The next cards to be drawn, the first one first."""
        return self._add("deck", list(cards))

    def discard(self, **cards: int) -> Scenario:
        """Cards on the discard pile: `discard(red=3)`."""
        return self._add("discard", cards)

    def ticket_deck(self, *tickets: str) -> Scenario:
        """The next tickets to be drawn, the first one first."""
        return self._add("ticket_deck", list(tickets))

    def turn(self, seat: int, turn: int | None = None) -> Scenario:
        """Whose turn it is, and how many turns have been played."""
        return self._add("turn", seat, turn)

    def set(self, what: str, seat: int, value: Any) -> Scenario:
        """A mechanic's number: tolls, loans, passengers, waiting, express, express_supply, ferries, east_west,
        neutral (a route), neutral_marker."""
        return self._add(what, seat, value)

    def game(self) -> Game:
        """The position as a game to play on from."""
        from ttr_widget.engine.game import Game

        return Game(self.board, self.players, self.seed, first_player=self.first_player, start=self.edits)

    def __repr__(self) -> str:
        return f"<Scenario {self.board.name}, {len(self.edits)} edits>"
