"""A game: whose decision it is, what is legal, playing, taking back, watching. The one object everything looks at."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from ttr_widget.engine import notation, scoring
from ttr_widget.engine.actions import Action, ActionSet
from ttr_widget.engine.events import Event
from ttr_widget.engine.explain import IllegalAction, why_illegal
from ttr_widget.engine.invariants import check
from ttr_widget.engine.rules import Rules, rules_for
from ttr_widget.engine.scoring import ScoreSheet
from ttr_widget.engine.state import EXPRESS, FREE, NEUTRAL, State
from ttr_widget.gamemap import GameMap, load_map
from ttr_widget.gamemap.display import Drawable

if TYPE_CHECKING:
    from ttr_widget.engine.position import Edit
    from ttr_widget.engine.view import View

Observer = Callable[[Event], None]


class Game(Drawable):
    """A game on a map.

    >>> g = Game("usa", players=["Ann", "Bob"], seed=7)
    >>> g.phase, g.names[g.player]
    ('keep', 'Bob')
    >>> g.play("keep 1 2"); g.play("keep 1 2"); g.play("draw")
    >>> g.phase, len(g.legal_actions()) > 0
    ('second_card', True)
    """

    FREE, NEUTRAL, EXPRESS = FREE, NEUTRAL, EXPRESS
    _recorded = True  # the game can be played again from its record
    _telling = False  # observers are being called

    def __init__(
        self,
        board: str | Path | GameMap,
        players: int | Sequence[str] = 2,
        seed: int | str = 0,
        *,
        first_player: int | None = None,
        start: Sequence[Edit] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(board, GameMap):
            self.board = board.with_options(**options) if options else board
        else:
            self.board = load_map(board, **options)
        players, seed, first_player = _whole(players), _whole(seed), _whole(first_player)
        self.names = _names(players, self.board)
        self.players = len(self.names)
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise ValueError(f"the seed must be a whole number or a text, not {seed!r}")
        if isinstance(seed, str) and _half_characters(seed):
            raise ValueError("the seed holds half a character, which no file can store")
        if first_player is not None and not self._is_seat(first_player):
            raise ValueError(f"first_player must be a seat from 0 to {self.players - 1}, not {first_player!r}")
        self.seed = seed
        self.first_player = first_player
        self.start = tuple(start) if start is not None else None
        self.rules: Rules = rules_for(self.board, self.players)
        self._history: list[Action] = []
        self._observers: list[Observer] = []
        self._untold: list[Event] = []
        self._apply = self.rules.apply
        self._legal_in = self.rules.legal_in
        self._mask = 0
        self.state = self._first_state()

    def _is_seat(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.players

    def _seat(self, seat: int) -> int:
        number = _whole(seat)
        if not self._is_seat(number):
            raise ValueError(f"there is no seat {number!r}; the seats are 0 to {self.players - 1}")
        return int(number)

    def _first_state(self) -> State:
        if self.start is None:
            return self.rules.new_state(str(self.seed), self.first_player)
        from ttr_widget.engine.position import make_position

        return make_position(self.rules, str(self.seed), self.first_player or 0, self.start)

    @classmethod
    def of_state(cls, rules: Rules, names: Sequence[str], state: State) -> Game:
        """A game that begins in this very state, for search and tests; it cannot be saved or taken back further."""
        new = cls.__new__(cls)
        new.board, new.names, new.players = rules.board, tuple(names), rules.players
        new.seed, new.first_player, new.start, new.rules = state.seed, state.first, None, rules
        new._history, new._observers, new._untold, new._mask = [], [], [], 0
        new._recorded = False
        new._apply, new._legal_in = rules.apply, rules.legal_in
        new.state = state
        return new

    # -- what is going on -----------------------------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat that decides now."""
        return self.state.player

    @property
    def phase(self) -> str:
        """`deal`, `keep`, `turn`, `second_card`, `over`, or the phase of a mechanic."""
        return self.state.phase

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == "over"

    @property
    def turn(self) -> int:
        """The number of the turn being played, from 1; 0 during set-up."""
        return 0 if self.state.setting_up else self.state.turn + 1

    @property
    def round(self) -> int:
        """The number of the round being played, from 1; 0 during set-up."""
        return 0 if self.state.setting_up else self.state.turn // self.players + 1

    @property
    def final_turns(self) -> int | None:
        """How many turns are left, once the last round has begun (B16)."""
        return self.state.final_turns if self.state.final_turns >= 0 else None

    @property
    def points(self) -> list[int]:
        """The points on the score track now, per seat."""
        return self.state.points.copy()

    @property
    def trains(self) -> list[int]:
        """The trains each seat has left."""
        return self.state.trains.copy()

    @property
    def hands(self) -> list[list[int]]:
        """Nine counts per seat: the eight colours and the locomotives."""
        return [hand.copy() for hand in self.state.hands]

    @property
    def tickets(self) -> list[list[int]]:
        """The tickets each seat holds, as numbers into `board.tickets`."""
        return [tickets.copy() for tickets in self.state.tickets]

    @property
    def market(self) -> list[int]:
        """The face-up cards; 8 is the locomotive."""
        return self.state.market.copy()

    @property
    def owner(self) -> list[int]:
        """Who holds each route: a seat, `Game.FREE`, `Game.NEUTRAL` or `Game.EXPRESS`."""
        return self.state.owner.copy()

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was played so far."""
        return tuple(self._history)

    def __len__(self) -> int:
        return len(self._history)

    def __repr__(self) -> str:
        who = "over" if self.over else f"{self.names[self.player]} to decide ({self.phase.replace('_', ' ')})"
        return f"<Game {self.board.name}, {', '.join(self.names)}, {len(self._history)} actions, {who}>"

    # -- playing --------------------------------------------------------------------------------------------------

    def legal_actions(self) -> ActionSet:
        """What the player to decide may do now; empty when the game is over."""
        mask = self._mask
        if not mask:
            state = self.state
            mask = self._mask = self._legal_in[state.phase](state)
        return ActionSet(self.rules.catalog, mask)

    def play(self, action: Action | str | int) -> None:
        """Play an action, given as such, in notation or by its number. An illegal one changes nothing (X2)."""
        if type(action) is not Action:
            action = self._find(action)
        state = self.state
        mask = self._mask
        if not mask:
            mask = self._mask = self._legal_in[state.phase](state)
        if not mask >> action.index & 1 or self.rules.catalog.actions[action.index] is not action:
            raise IllegalAction(why_illegal(self.rules, state, action, self.names))
        self._mask = 0
        self._history.append(action)
        if self._observers:
            self._play_observed(action)
        else:
            self._apply[action.kind](state, action)

    def _play_observed(self, action: Action) -> None:
        state = self.state
        happened = state.log = []
        self._apply[action.kind](state, action)
        state.log = None
        number = len(self._history)
        self._tell(Event(kind, seat, number, action, public, private) for kind, seat, public, private in happened)

    def _find(self, action: object) -> Action:
        number = _whole(action)
        if type(number) is not int:
            return self.parse(number)
        if not 0 <= number < len(self.rules.catalog):
            raise IllegalAction(f"there is no action number {number}; {self.board.title} has {len(self.rules.catalog)}")
        return self.rules.catalog.actions[number]

    def parse(self, text: str) -> Action:
        """The action a text stands for (it need not be legal now)."""
        return notation.parse(self.rules.catalog, text, self.legal_actions())

    def undo(self, number: int = 1) -> None:
        """Take back the last actions."""
        if not 0 < number <= len(self._history):
            raise ValueError(f"there are {len(self._history)} actions to take back, not {number}")
        self.must_have_record()
        self._replay(self._history[:-number])
        self._tell([Event("undo", -1, len(self._history), None, {"number": number})])

    def must_have_record(self) -> None:
        """A ValueError for a game that began in the middle (`of_state`, `imagine`): it cannot be played again."""
        if not self._recorded:
            raise ValueError("this game begins in an imagined position: it cannot be taken back, branched or saved")

    def _replay(self, actions: Iterable[Action]) -> None:
        """The game is its record: start again and play these."""
        self._history = []
        self._mask = 0
        state = self.state = self._first_state()
        for action in actions:
            self._history.append(action)
            self._apply[action.kind](state, action)

    def copy(self) -> Game:
        """An independent game from here on, without the observers."""
        new = Game.of_state(self.rules, self.names, self.state.copy())
        new.seed, new.first_player, new.start = self.seed, self.first_player, self.start
        new._history, new._mask, new._recorded = self._history.copy(), self._mask, self._recorded
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def at(self, number: int) -> Game:
        """A branch: the game as it was after so many actions; negative numbers count from the end."""
        if number < 0:
            number += len(self._history)
        if not 0 <= number <= len(self._history):
            raise ValueError(f"the game has {len(self._history)} actions; there is no position after {number}")
        self.must_have_record()
        new = Game(self.board, self.names, self.seed, first_player=self.first_player, start=self.start)
        new._replay(self._history[:number])
        return new

    # -- watching -------------------------------------------------------------------------------------------------

    def observe(self, callback: Observer) -> Callable[[], None]:
        """Call back with every event from now on; the function returned ends it."""
        self._observers.append(callback)

        def stop() -> None:
            if callback in self._observers:
                self._observers.remove(callback)

        return stop

    def _tell(self, events: Iterable[Event]) -> None:
        """Every observer hears everything and in order, also when one of them plays on or fails."""
        self._untold += events
        if self._telling:
            return
        self._telling = True
        errors: list[Exception] = []
        try:
            while self._untold:
                event = self._untold.pop(0)
                for observer in tuple(self._observers):
                    try:
                        observer(event)
                    except Exception as error:
                        errors.append(error)
        finally:
            self._telling = False
        if errors:
            raise errors[0] if len(errors) == 1 else ExceptionGroup("several observers failed", errors)

    def events(self) -> list[Event]:
        """Everything that has happened, worked out from the record."""
        events: list[Event] = []
        again = self.at(0)
        again.observe(events.append)
        for action in self._history:
            again.play(action)
        return events

    def view(self, seat: int | None = None) -> View:
        """What a seat, or a spectator (None), may know (X1)."""
        from ttr_widget.engine.view import make_view

        return make_view(
            self.rules, self.state, self.names, None if seat is None else self._seat(seat), len(self._history)
        )

    # -- the end --------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """Everybody's total if the game ended now; the result once it is over."""
        return scoring.totals(self.rules, self.state)

    def score_sheet(self) -> ScoreSheet:
        """The score with a line for every source of points."""
        lines = tuple(scoring.score_lines(self.rules, self.state))
        return ScoreSheet(self.names, lines, scoring.winners(self.rules, self.state))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty until the game is over."""
        return scoring.winners(self.rules, self.state) if self.over else ()

    # -- the network ----------------------------------------------------------------------------------------------

    def network(self, seat: int) -> nx.MultiGraph:
        """The part of the map's graph that a player holds."""
        seat = self._seat(seat)
        return (
            self.board.graph()
            .edge_subgraph(
                (route.a, route.b, i) for i, route in enumerate(self.board.routes) if self.state.owner[i] == seat
            )
            .copy()
        )

    def completed_tickets(self, seat: int) -> list[int]:
        """The tickets a player has met so far."""
        return self.rules.completed_tickets(self.state, self._seat(seat))

    # -- the record -----------------------------------------------------------------------------------------------

    def record(self) -> str:
        """The whole game as JSON text: map, options, players, seed and actions."""
        from ttr_widget.engine.record import to_text

        return to_text(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file; an older file is replaced only when the new one is complete."""
        from ttr_widget.engine.record import save

        save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Read a saved game and play it through; a damaged file gives an error and no game."""
        from ttr_widget.engine.record import load

        return load(path)

    @classmethod
    def from_record(cls, text: str) -> Game:
        """The game that `record` wrote, played through."""
        from ttr_widget.engine.record import from_text

        return from_text(text)

    def check(self) -> None:
        """Raise `Inconsistent` if anything was lost or came from nowhere (X4)."""
        check(self.rules, self.state)


def _whole(value: Any) -> Any:
    """Whole numbers of other kinds, such as numpy's, as Python's own; everything else as it is."""
    return operator.index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else value


def _half_characters(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _names(players: int | Sequence[str], board: GameMap) -> tuple[str, ...]:
    if isinstance(players, bool) or not isinstance(players, int | list | tuple):
        raise ValueError(f"players must be a number or a list of names, not {players!r}")
    least, most = board.settings.players
    number = players if isinstance(players, int) else len(players)
    if not least <= number <= most:
        needed = f"{least} to {most}" if least < most else f"exactly {least}"
        raise ValueError(f"{board.title} is for {needed} players, not {number}")
    names = tuple(f"Player {i + 1}" for i in range(players)) if isinstance(players, int) else tuple(players)
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise ValueError("every player needs a name that is not empty")
    if any(map(_half_characters, names)):
        raise ValueError("a name holds half a character, which no file can store")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"two players have the name {twice[0]!r}")
    return names
