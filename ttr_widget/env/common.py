"""What the environments share: rewards, rendering, checks of arguments."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ttr_widget.bots import Bot, make_bot
from ttr_widget.engine import ActionSet, Game, View
from ttr_widget.env.encoder import Array
from ttr_widget.gamemap import CARDS, GameMap, load_map
from ttr_widget.picture import draw, to_svg
from ttr_widget.picture.png import to_image

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
REWARDS = ("win", "margin", "points")
ILLEGAL = ("replace", "terminate", "raise")


def check(name: str, value: Any, allowed: Sequence[Any]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(map(str, allowed))}, not {value!r}")


def read_board(board: str | Path | GameMap, options: dict[str, Any]) -> GameMap:
    if isinstance(board, GameMap):
        return board.with_options(**options) if options else board
    return load_map(board, **options)


def opponent(bot: Any, seed: int | str = 0) -> Bot:
    """A bot from its name, class or function, or from one of these with settings."""
    what, settings = bot if isinstance(bot, tuple) else (bot, {})
    return make_bot(what, seed, **settings)


def is_legal(action: int, legal: ActionSet) -> bool:
    """Whether a number, which may be any, is that of a legal action."""
    return int(action) >= 0 and bool(legal.mask >> int(action) & 1)


def final_reward(game: Game, seat: int, kind: str) -> float:
    """What the end of the game is worth: "win": 1, shared 0, lost −1; "margin": points ahead of the best other."""
    if kind == "win":
        winners = game.winners
        return -1.0 if seat not in winners else 1.0 if len(winners) == 1 else 0.0
    scores = game.scores()
    return float(scores[seat] - max(score for other, score in enumerate(scores) if other != seat))


class PointRewards:
    """Reward "points": at every step what a seat's score grew by; over the whole game that is its total."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before = [0] * game.players

    def step(self) -> list[float]:
        """The growth since the last step."""
        now = self.game.scores() if self.game.over else self.game.points
        gained = [float(new - old) for new, old in zip(now, self.before, strict=True)]
        self.before = now
        return gained


class Portable:
    """An environment that can be copied in the middle of a game (to search ahead) and sent to another process.

    A copy shares with the original what never changes. A pickle holds the game as its seed and actions.
    """

    SHARED = ("board", "encoder", "bots")
    board: GameMap
    game: Game
    _points: PointRewards

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        new = memo[id(self)] = type(self).__new__(type(self))
        for name, value in vars(self).items():
            new.__dict__[name] = value if name in self.SHARED else copy.deepcopy(value, memo)
        return new

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        if "game" in state:
            state["game"] = self.game.names, self.game.seed, [action.index for action in self.game.actions]
            state["_points"] = self._points.before
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "game" in state:
            names, seed, actions = state["game"]
            self.game = Game(self.board, names, seed)
            self._again(actions)
            self._points = PointRewards(self.game)
            self._points.before = state["_points"]

    def _again(self, actions: Iterable[int]) -> None:
        for action in actions:
            self.game.play(action)


def render_view(view: View, mode: str | None, last: str = "") -> str | Array | None:
    """A picture of what the view shows, in one of the render modes."""
    if mode == "rgb_array":
        return np.asarray(to_image(draw(view, width=800), smooth=1).convert("RGB"), dtype=np.uint8)
    if mode == "svg":
        return to_svg(draw(view))
    text = view_text(view, last)
    if mode == "human":
        print(text)
        return None
    return text


def view_text(view: View, last: str = "") -> str:
    """The position in a few lines: everybody's state, the open cards, what happened last."""
    board = view.board
    state = "over" if view.over else f"{view.names[view.player]} decides ({view.phase.replace('_', ' ')})"
    lines = [f"{board.title}, turn {view.turn + 1}: {state}"]
    if last:
        lines.append(f"last: {last}")
    for seat, name in enumerate(view.names):
        routes = ", ".join(board.route_label(route) for route in view.routes_of(seat)) or "no routes"
        counts = f"{view.points[seat]} points, {view.trains[seat]} trains, {view.hand_sizes[seat]} cards, "
        lines.append(f"{name}: {counts}{view.ticket_counts[seat]} tickets; {routes}")
    lines.append("open: " + (", ".join(CARDS[card] for card in view.market) or "nothing"))
    if view.seat is not None:
        hand = ", ".join(f"{n} {CARDS[card]}" for card, n in enumerate(view.hand) if n)
        tickets = ", ".join(
            f"{board.tickets[t].a}–{board.tickets[t].b} {board.tickets[t].points}" for t in view.tickets
        )
        lines += [f"hand: {hand or 'nothing'}", f"tickets: {tickets or 'none'}"]
    return "\n".join(lines)
