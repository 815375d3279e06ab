"""Games for the tests of the bots: who sits where, and what was played."""

from __future__ import annotations

from collections.abc import Sequence

from ttr_widget.bots import ask, bot_names, make_bot
from ttr_widget.engine import Game

QUICK = [name for name in bot_names() if name != "mcts"]
"""The bots that decide at once; the search has tests of its own."""


def played(board: str, names: Sequence[str], seed: int, **options: object) -> tuple[Game, list[set[str]]]:
    """A whole game, and the kinds of actions each seat used of its own free will."""
    game = Game(board, len(names), seed=seed, **options)
    bots = [make_bot(name, seed=f"{seed}:{seat}") for seat, name in enumerate(names)]
    kinds: list[set[str]] = [set() for _ in names]
    while not game.over:
        seat = game.player
        action = ask(bots[seat], game)
        kinds[seat].add(kind_of(game, action))
        game.play(action)
    return game, kinds


def kind_of(game: Game, action: object) -> str:
    """The kind of an action; claims of express lines and payments with ferry cards have words of their own."""
    kind: str = action.kind  # type: ignore[attr-defined]
    if game.phase == "deal":
        return "first mix"
    if kind != "claim":
        return kind
    if action.ferries:  # type: ignore[attr-defined]
        return "claim by ferry"
    route = game.board.routes[action.route]  # type: ignore[attr-defined]
    return "claim express" if route.kind == "express" else "claim"
