"""`tournament`: every bot against every other (or Swiss pairs), ratings with intervals, a cross table and pictures."""

from __future__ import annotations

import concurrent.futures as cf
import importlib
import os
import warnings
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_widget.gamemap import GameMap
from ttr_widget.lab.entrants import Entrant, read_entrants
from ttr_widget.lab.interrupts import undisturbed
from ttr_widget.lab.intervals import win_rates
from ttr_widget.lab.output import Buffered, OutputError, open_output
from ttr_widget.lab.plan import Plan, check_number
from ttr_widget.lab.ratings import cross_table, ratings
from ttr_widget.lab.rows import columns
from ttr_widget.lab.simulation import (
    SimulationWarning,
    check_conditions,
    close_output,
    need_pandas,
    read_board,
    run,
)

if TYPE_CHECKING:
    import pandas as pd

SYSTEMS = ("round_robin", "swiss")


@dataclass(frozen=True)
class Tournament:
    """What came out of a tournament. It shows itself as its table.

    `games` has a row for each player of each game; `table` a line for each bot, best first; `cross` tells who came
    before whom how often. Bots that had to be replaced are named below the table.
    """

    board: GameMap
    system: str
    bots: tuple[str, ...]
    games: pd.DataFrame
    table: pd.DataFrame
    cross: pd.DataFrame

    @property
    def winner(self) -> str:
        """The bot with the highest rating."""
        return str(self.table.index[0])

    def _title(self) -> str:
        played = self.games["game"].nunique()
        kind = "round robin" if self.system == "round_robin" else "Swiss system"
        note = self.games.attrs.get("note", "")
        at_table = int(self.games["players"].iloc[0])
        return f"{self.board.title}, {kind}, {at_table} at a table, {played} games{'; ' + note if note else ''}"

    def _lines(self) -> list[list[str]]:
        """The table as text: rating with its interval, wins with theirs, then the cross table."""
        order = [str(bot) for bot in self.table.index]
        lines = [["", "bot", "rating", "95 %", "wins", "95 %", "points", *(str(i + 1) for i in range(len(order)))]]
        for place, bot in enumerate(order, 1):
            row = self.table.loc[bot]
            line = [str(place), bot, f"{row['rating']:.0f}", f"{row['low']:.0f}–{row['high']:.0f}"]
            line += [f"{row['win_rate']:.1%}", f"{row['win_low']:.0%}–{row['win_high']:.0%}", f"{row['points']:.1f}"]
            line += [_share(self.cross.at[bot, other]) for other in order]
            lines.append(line)
        return lines

    def _faults(self) -> list[str]:
        """A line for each bot that chance had to replace, with what it did wrong first."""
        bad = self.games[self.games["fault"] != ""].groupby("bot", sort=False)["fault"].agg(["size", "first"])
        return [
            f"{bot}: replaced by chance in {row['size']} games, first for: {_line(row['first'])}"
            for bot, row in bad.iterrows()
        ]

    def __str__(self) -> str:
        lines = self._lines()
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        rows = (
            "  ".join(
                cell.ljust(width) if column == 1 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )
        return "\n".join([self._title(), *rows, *self._faults()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *body = self._lines()
        rows = ["<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"]
        for line in body:
            cells = (
                f'<td style="text-align:{"left" if i == 1 else "right"}">{escape(cell)}</td>'
                for i, cell in enumerate(line)
            )
            rows.append("<tr>" + "".join(cells) + "</tr>")
        faults = "".join(f"<p>{escape(line)}</p>" for line in self._faults())
        return f"<p><b>{escape(self._title())}</b></p><table>{''.join(rows)}</table>{faults}"

    def plot(self, axes: Any = None) -> Any:
        """Ratings with intervals, and the cross table as colours, with matplotlib; returns the figure."""
        from ttr_widget.lab.plots import plot_tournament

        return plot_tournament(self, axes)


def _line(text: str, most: int = 80) -> str:
    """A text on one line, cut where it gets long."""
    words = " ".join(text.split())
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _share(value: Any) -> str:
    return f"{value:.0%}" if value == value else ""


def tournament(
    bots: Any,
    board: str | Path | GameMap = "usa",
    games: int = 100,
    seed: int | str = 0,
    *,
    system: str = "round_robin",
    players: int = 2,
    rounds: int | None = None,
    seating: str = "rotate",
    workers: int = 1,
    executor: cf.Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: bool = True,
    time_limit: float | None = None,
    details: bool = True,
    **options: Any,
) -> Tournament:
    """Let bots play against each other and rate them.

    Round robin: every group of `players` bots meets in `games` games, each seed in all seatings, all groups with the
    same seeds. Swiss: in each of the `rounds` every bot meets neighbours in the standings that it has not met yet,
    in `games` games. Ratings are Bradley–Terry strengths on the Elo scale, with intervals from a bootstrap over seeds.
    Bots, workers, time limit and options are those of `simulate`.

    >>> result = tournament({"one": "random", "two": "random"}, games=20, progress=False)
    >>> sorted(result.table.index)
    ['one', 'two']
    """
    need_pandas()
    entrants = read_entrants(bots)
    game_map = read_board(board, options)
    check_conditions(seed, seating, time_limit)
    games, players = check_number(games, "games"), check_number(players, "players", 2)
    _check_entrants(entrants, players, system)
    plan = Plan(game_map, entrants, (tuple(range(players)),), seed, seating, time_limit, details)
    plan.new_game(plan.setting(0))
    how: dict[str, Any] = {"workers": workers, "executor": executor, "progress": progress}
    if system == "round_robin":
        matches = tuple(combinations(range(len(entrants)), players))
        played = run(replace(plan, matches=matches), games * len(matches), out=out, **how)
    else:
        rounds = check_number(max(1, (len(entrants) - 1).bit_length()) if rounds is None else rounds, "rounds")
        played = _swiss(plan, games, rounds, out, how)
    with undisturbed(forget=bool(played.attrs["note"])):  # who presses Ctrl-C once more still gets the ratings
        return _result(game_map, system, entrants, played)


def _check_entrants(entrants: tuple[Entrant, ...], players: int, system: str) -> None:
    labels = [entrant.label for entrant in entrants]
    twice = [label for label in labels if labels.count(label) > 1]
    if twice:
        raise ValueError(f"two bots have the label {twice[0]!r}; give a mapping of labels to bots")
    if len(entrants) < players:
        raise ValueError(f"a tournament with {players} at a table needs at least as many bots, not {len(entrants)}")
    if system not in SYSTEMS:
        raise ValueError(f"system is one of {', '.join(SYSTEMS)}, not {system!r}")


def _result(board: GameMap, system: str, entrants: tuple[Entrant, ...], played: pd.DataFrame) -> Tournament:
    if played.empty:
        raise RuntimeError(f"no game was finished: {played.attrs.get('note', '')}")
    labels = tuple(entrant.label for entrant in entrants)
    table = ratings(played, list(labels))
    rates = win_rates(played).rename(columns={"low": "win_low", "high": "win_high"})
    return Tournament(board, system, labels, played, table.join(rates), cross_table(played, list(labels)))


def _swiss(
    plan: Plan, games: int, rounds: int, out: str | os.PathLike[str] | None, how: dict[str, Any]
) -> pd.DataFrame:
    """Rounds of matches between bots of about equal score; seeds and game numbers run on from round to round."""
    pandas = importlib.import_module("pandas")
    won: dict[int, list[float]] = {entrant: [] for entrant in range(len(plan.entrants))}
    met: set[frozenset[int]] = set()
    tables: list[pd.DataFrame] = []
    number = {entrant.label: i for i, entrant in enumerate(plan.entrants)}
    names = columns(plan, swiss=True)
    output = open_output(out, names) if out is not None else None
    for turn in range(1, rounds + 1):
        matches = pairings(won, met, plan.players)
        met |= {frozenset(pair) for match in matches for pair in combinations(match, 2)}
        round_plan = replace(plan, matches=tuple(matches), seed=f"{plan.seed}-round{turn}")
        table = run(round_plan, games * len(matches), about=f"round {turn} of {rounds}", **how)
        for label, gained in table.groupby("bot")["win"].mean().items():
            won[number[str(label)]].append(float(gained))
        about = table.attrs
        table = table.assign(round=turn, match=table.get("match", 0))[names]
        if tables:
            table["game"] += tables[-1]["game"].max() + 1
            table["block"] += tables[-1]["block"].max() + 1
        table.attrs.update(about)
        tables.append(table)
        if not _written(output, table) or about["note"]:
            break
    return _joined(pandas.concat(tables, ignore_index=True), tables, output)


def _written(output: Buffered | None, table: pd.DataFrame) -> bool:
    if output is not None:
        with suppress(OutputError):  # told when the output is closed
            output.add(list(table.itertuples(index=False, name=None)))
    return output is None or output.failure is None


def _joined(whole: pd.DataFrame, tables: list[pd.DataFrame], output: Buffered | None) -> pd.DataFrame:
    """The rounds as one table that tells of all of them."""
    whole.attrs.update(tables[-1].attrs)
    whole.attrs.update({name: sum(table.attrs[name] for table in tables) for name in ("games", "finished")})
    whole.attrs["note"] = close_output(output, whole.attrs["note"])
    whole.attrs["out"] = str(output.target) if output is not None and output.complete else None
    if output is not None and output.failure is not None:
        note = f"{whole.attrs['note']}; all that are finished are in the result"
        warnings.warn(note, SimulationWarning, stacklevel=4)
    return whole


def pairings(won: dict[int, list[float]], met: set[frozenset[int]], size: int) -> list[tuple[int, ...]]:
    """Groups of neighbours in the standings, each joined by those it has met least.

    `won` holds the share of wins of each entrant in every round it played. If the groups do not come out even, those
    sit out who have played most, the last in the standings first.

    >>> pairings({0: [1.0], 1: [1.0], 2: [0.0], 3: [0.0], 4: []}, {frozenset((0, 2)), frozenset((1, 3))}, 2)
    [(0, 1), (2, 4)]
    """
    standing = sorted(won, key=lambda entrant: (-sum(won[entrant]) / max(1, len(won[entrant])), entrant))
    for _ in range(len(standing) % size):
        standing.remove(max(reversed(standing), key=lambda entrant: len(won[entrant])))
    groups: list[tuple[int, ...]] = []
    while standing:
        group = [standing.pop(0)]
        while len(group) < size:
            best = min(standing, key=lambda other: sum(frozenset((other, member)) in met for member in group))
            standing.remove(best)
            group.append(best)
        groups.append(tuple(group))
    return groups
