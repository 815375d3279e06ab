"""A finished game as rows of a table, one for each player; and the names of the columns."""

from __future__ import annotations

from typing import Any

from ttr_widget.engine import Game
from ttr_widget.lab.plan import Plan, Setting
from ttr_widget.lab.referee import Played

Row = tuple[Any, ...]

COLUMNS = {
    "game": "number of the game in the run, from 0",
    "round": "round of the tournament, from 1 (only in Swiss tournaments)",
    "match": "number of the match (only in tournaments)",
    "block": "games of one block share cards, tickets and first player; only the places of the bots change",
    "seed": "seed of the game, for Game(board, players, seed)",
    "players": "how many played",
    "seat": "where the bot sat, from 0",
    "order": "its place in the order of turns: 0 moved first",
    "bot": "the bot's label",
    "points_…": "a column for each line of the score sheet",
    "total": "the points in all",
    "place": "1 for the winners, then by points",
    "won": "whether it won, alone or with others",
    "shared": "whether it won with others",
    "win": "1 for a win, a fraction for a shared one, 0 otherwise",
    "tickets": "tickets held at the end, completed ones included",
    "tickets_done": "completed tickets",
    "tickets_failed": "tickets that were not completed",
    "routes": "routes it claimed",
    "trains_left": "trains left",
    "cards_left": "cards left in the hand",
    "turns": "turns played in the game, by all players together",
    "decisions": "decisions it had to make",
    "replaced": "decisions that chance made for it, after it crashed, cheated or was too slow",
    "fault": "what it did wrong, else empty",
    "think_seconds": "how long it thought in all (only with timing=True)",
    "routes_held": "numbers of its routes, separated by spaces (not with details=False)",
    "tickets_met": "numbers of its completed tickets",
    "tickets_missed": "numbers of the others",
}
"""What each column of the table means."""


def columns(plan: Plan, swiss: bool = False) -> list[str]:
    """The columns of a plan's table; the lines of the score sheet depend on the map."""
    lines = [line.source for line in plan.new_game(plan.setting(0)).score_sheet().lines]
    names = list(COLUMNS)
    points = names.index("points_…")
    names[points : points + 1] = [f"points_{source}" for source in lines]
    if not swiss:
        names.remove("round")
    if not swiss and len(plan.matches) == 1:
        names.remove("match")
    if not plan.timing:
        names.remove("think_seconds")
    if not plan.details:
        names = [name for name in names if name not in ("routes_held", "tickets_met", "tickets_missed")]
    return names


def rows(plan: Plan, setting: Setting, played: Played) -> list[Row]:
    """The rows of one game, in the order of the seats."""
    game = played.game
    sheet = game.score_sheet()
    totals = sheet.totals
    winners = sheet.winners
    several = len(plan.matches) > 1
    found: list[Row] = []
    for seat, entrant in enumerate(setting.seats):
        conduct = played.conduct[seat]
        met, missed = _tickets(game, seat)
        held = [route for route, owner in enumerate(game.state.owner) if owner == seat]
        won = seat in winners
        row: list[Any] = [setting.number, setting.match] if several else [setting.number]
        row += [setting.block, setting.seed, game.players, seat, (seat - game.state.first) % game.players]
        row.append(plan.entrants[entrant].label)
        row += [line.points[seat] for line in sheet.lines]
        row += [totals[seat], _place(seat, totals, winners), won, won and len(winners) > 1]
        row += [1 / len(winners) if won else 0.0, len(met) + len(missed), len(met), len(missed), len(held)]
        row += [game.state.trains[seat], sum(game.state.hands[seat]), game.state.turn]
        row += [conduct.decisions, conduct.replaced, conduct.fault]
        if plan.timing:
            row.append(conduct.seconds)
        if plan.details:
            row += [_numbers(held), _numbers(met), _numbers(missed)]
        found.append(tuple(row))
    return found


def _tickets(game: Game, seat: int) -> tuple[list[int], list[int]]:
    """Tickets met and not met, those laid open during the game included."""
    met = sorted(game.completed_tickets(seat))
    return met, sorted(set(game.state.tickets[seat]) - set(met))


def _place(seat: int, totals: list[int], winners: tuple[int, ...]) -> int:
    if seat in winners:
        return 1
    return 1 + sum(other in winners or points > totals[seat] for other, points in enumerate(totals))


def _numbers(items: list[int]) -> str:
    return " ".join(map(str, items))


def read_numbers(text: Any) -> list[int]:
    """Back from the text of a cell; an empty cell read from a CSV file is no text at all.

    >>> read_numbers("3 17"), read_numbers(float("nan"))
    ([3, 17], [])
    """
    return [int(word) for word in text.split()] if isinstance(text, str) else []
