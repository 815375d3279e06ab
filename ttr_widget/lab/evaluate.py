"""What a table of games says: which routes and tickets win, who is favoured by the order, and whether a map is fair."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_widget.gamemap import GameMap
from ttr_widget.lab.intervals import RESAMPLES, block_numbers, bounds, mean_intervals, resample_weights
from ttr_widget.lab.rows import read_numbers
from ttr_widget.lab.simulation import read_board, simulate

if TYPE_CHECKING:
    import pandas as pd

    from ttr_widget.picture import Picture


def route_values(games: pd.DataFrame, board: str | Path | GameMap, **options: Any) -> pd.DataFrame:
    """For every route: in which share of games it was claimed, and how much more often its holders won.

    `times` counts its holders; `lift` is their win rate less that of everybody, `low` to `high` its interval
    (bootstrap over seed blocks), `points_lift` the same for points. Let equal bots play: otherwise the strong ones
    make their favourite routes look good.
    """
    game_map = read_board(board, options)
    table = _values(games, "routes_held", len(game_map.routes))
    routes = game_map.routes
    table.insert(0, "label", [game_map.route_label(i) for i in range(len(routes))])
    table.insert(1, "length", [route.length for route in routes])
    table.insert(2, "color", [route.color for route in routes])
    table.index.name = "route"
    return table.rename(columns={"held": "claimed"})


def ticket_values(games: pd.DataFrame, board: str | Path | GameMap, **options: Any) -> pd.DataFrame:
    """For every ticket: how often it was held and completed, what it brought, and how much more often holders won."""
    game_map = read_board(board, options)
    number = len(game_map.tickets)
    both = games.assign(
        tickets_all=games["tickets_met"].fillna("").astype(str) + " " + games["tickets_missed"].fillna("").astype(str)
    )
    table = _values(both, "tickets_all", number)
    met, missed = _counts(games, "tickets_met", number), _counts(games, "tickets_missed", number)
    points = [ticket.points for ticket in game_map.tickets]
    table.insert(0, "label", [f"{ticket.a}–{ticket.b}" for ticket in game_map.tickets])
    table.insert(1, "points", points)
    table.insert(3, "done", [m / (m + n) if m + n else float("nan") for m, n in zip(met, missed, strict=True)])
    table.insert(4, "brought", [p * (2 * done - 1) for p, done in zip(points, table["done"], strict=True)])
    table.index.name = "ticket"
    return table


def _counts(games: pd.DataFrame, column: str, number: int) -> list[int]:
    counts = [0] * number
    for cell in games[column]:
        for item in read_numbers(cell):
            counts[item] += 1
    return counts


def _values(games: pd.DataFrame, column: str, number: int) -> pd.DataFrame:
    """Share of games in which somebody held each thing, and the lift of its holders with intervals."""
    pandas, np = importlib.import_module("pandas"), importlib.import_module("numpy")
    if column not in games.columns:
        raise ValueError("the table names no routes and tickets; simulate with details=True")
    if games.empty:
        raise ValueError("there are no games in the table")
    blocks, count = block_numbers(games["block"])
    shape = (count, number)
    wins, points, holders = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for block, cell, win, total in zip(blocks, games[column], games["win"], games["total"], strict=True):
        items = read_numbers(cell)
        wins[block, items] += win
        points[block, items] += total
        holders[block, items] += 1
    weights = resample_weights(count, RESAMPLES)
    everybody = np.bincount(blocks, minlength=count)
    all_wins = np.bincount(blocks, weights=games["win"], minlength=count)
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = wins.sum(axis=0) / holders.sum(axis=0)
        lift = rate - games["win"].mean()
        samples = (weights @ wins) / (weights @ holders) - ((weights @ all_wins) / (weights @ everybody))[:, None]
        points_lift = points.sum(axis=0) / holders.sum(axis=0) - games["total"].mean()
    low, high = bounds(np.where(np.isnan(samples), lift, samples))
    times = holders.sum(axis=0).astype(int)
    held = times / games["game"].nunique()
    columns = {
        "held": held,
        "times": times,
        "win_rate": rate,
        "lift": lift,
        "low": low,
        "high": high,
        "points_lift": points_lift,
    }
    frame: pd.DataFrame = pandas.DataFrame(columns)
    return frame


LUCKY = ("win_rate", "lift", "low", "high", "points_lift", "done", "brought")
"""Means over the holders: of few holders they say little."""


def heat(
    board: str | Path | GameMap,
    values: pd.DataFrame | pd.Series[float] | Mapping[int, float],
    column: str = "lift",
    *,
    title: str | None = None,
    least: int = 10,
    **how: Any,
) -> Picture:
    """Numbers as colours on the board: a table of `route_values` or `ticket_values`, or any route -> number.

    Of tickets, the places take the mean of the tickets that end there. What fewer than `least` players held is left
    out: its lift is mostly luck, and would take all the colour. `how` goes to `ttr_widget.picture.draw`.
    """
    from ttr_widget.picture import Marks, draw

    pandas = importlib.import_module("pandas")
    game_map = read_board(board, {})
    if isinstance(values, pandas.DataFrame):
        series = (
            values.loc[values["times"] >= least, column] if "times" in values and column in LUCKY else values[column]
        )
    else:
        series = pandas.Series(dict(values))
        column = "value"
    series = series.dropna().map(lambda value: float(f"{value:.2g}"))  # the legend shows them
    words = (title if title is not None else f"{series.index.name or 'route'}: {column}").replace("_", " ")
    if series.index.name == "ticket":
        places: dict[str, list[float]] = {}
        for ticket, value in series.items():
            for name in (game_map.tickets[int(str(ticket))].a, game_map.tickets[int(str(ticket))].b):
                places.setdefault(name, []).append(float(value))
        marks = Marks(city_heat={name: sum(found) / len(found) for name, found in places.items()}, heat_title=words)
    else:
        marks = Marks(heat={int(str(route)): float(value) for route, value in series.items()}, heat_title=words)
    return draw(game_map, marks=marks, **how)


def first_player_advantage(games: pd.DataFrame, **how: Any) -> pd.DataFrame:
    """Win rate by place in the order of turns (0 moves first), with intervals; `fair` is what chance would give."""
    table = mean_intervals(games, "win", by="order", **how).rename(columns={"mean": "win_rate"}).sort_index()
    table["fair"] = games["win"].mean()
    table["points"] = games.groupby("order")["total"].mean()
    return table


def score_distribution(games: pd.DataFrame, value: str = "total") -> pd.DataFrame:
    """Mean, spread and quantiles of a column for each bot."""
    quantiles = [0.05, 0.25, 0.5, 0.75, 0.95]
    table: pd.DataFrame = games.groupby("bot", sort=False)[value].describe(percentiles=quantiles)
    return table


@dataclass(frozen=True)
class Balance:
    """How fair and how lively a map is, as equal bots play it. `findings` says it in words."""

    board: GameMap
    games: pd.DataFrame
    order: pd.DataFrame
    routes: pd.DataFrame
    tickets: pd.DataFrame
    findings: tuple[str, ...]

    def __str__(self) -> str:
        played = self.games["game"].nunique()
        return "\n".join([f"{self.board.title}: {played} games", *(f"- {finding}" for finding in self.findings)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        title, *lines = str(self).splitlines()
        items = "".join(f"<li>{escape(line[2:])}</li>" for line in lines)
        return f"<p><b>{escape(title)}</b></p><ul>{items}</ul>"

    def picture(self, **how: Any) -> Picture:
        """The board with the share of games in which each route was claimed."""
        return heat(self.board, self.routes, "claimed", title="claimed in this share of games", **how)


def balance(
    board: str | Path | GameMap,
    bot: Any = "planner",
    games: int = 200,
    seed: int | str = 0,
    *,
    players: int = 2,
    **how: Any,
) -> Balance:
    """Let equal bots play a map, your own for example, and say what is unfair, useless or out of proportion.

    Further keywords are those of `simulate` (workers, progress …).
    """
    options = {name: how.pop(name) for name in list(how) if name not in _SIMULATE}
    game_map = read_board(board, options)
    table = simulate(game_map, [bot], games, seed, players=players, seating="fixed", **how)
    order, routes, tickets = (
        first_player_advantage(table),
        route_values(table, game_map),
        ticket_values(table, game_map),
    )
    findings = (*_order(order), *_length(table), *_margin(table), *_routes(routes), *_tickets(tickets))
    return Balance(game_map, table, order, routes, tickets, findings)


_SIMULATE = ("workers", "executor", "out", "progress", "time_limit", "timing")
FEW = 0.02
HARD, EASY = 0.25, 0.95
OFTEN = 20


def _order(order: pd.DataFrame) -> list[str]:
    rates = [f"{row['win_rate']:.0%} ({row['low']:.0%}–{row['high']:.0%})" for _, row in order.iterrows()]
    unfair = [
        f"player {place} in turn wins {rate} instead of {row['fair']:.0%}"
        for place, ((_, row), rate) in enumerate(zip(order.iterrows(), rates, strict=True), 1)
        if not row["low"] <= row["fair"] <= row["high"]
    ]
    if unfair:
        return [f"the order of turns matters: {'; '.join(unfair)}"]
    return [f"no advantage by the order of turns shows: the first wins {rates[0]}"]


def _length(table: pd.DataFrame) -> list[str]:
    turns = table.groupby("game")["turns"].first() / table["players"].iloc[0]
    middle = f"{turns.quantile(0.05):.0f} to {turns.quantile(0.95):.0f}"
    return [f"a game takes {turns.mean():.0f} turns a player ({middle})"]


def _margin(table: pd.DataFrame) -> list[str]:
    best = table.groupby("game")["total"].nlargest(2).groupby("game").agg(["max", "min"])
    ahead = (best["max"] - best["min"]).median()
    shared = table.groupby("game")["shared"].any().mean()
    mean = table["total"].mean()
    return [f"points: {mean:.0f} on average; half of the wins are by {ahead:.0f} or less, {shared:.0%} are shared"]


def _routes(routes: pd.DataFrame) -> list[str]:
    unused = routes[routes["claimed"] < FEW]
    found = []
    if len(unused):
        found.append(f"hardly ever claimed (in under {FEW:.0%} of games): {_listed(unused)}")
    return found + _lifts(routes, "route")


def _tickets(tickets: pd.DataFrame) -> list[str]:
    found = []
    hard = tickets[tickets["done"] < HARD].sort_values("done")
    easy = tickets[tickets["done"] > EASY].sort_values("points", ascending=False)
    never = tickets[tickets["held"] == 0]
    if len(never):
        found.append(f"tickets nobody kept: {_listed(never)}")
    if len(hard):
        found.append(f"tickets completed in under {HARD:.0%} of cases: {_listed(hard)}")
    if len(easy):
        found.append(f"tickets completed nearly always: {_listed(easy)}")
    return found + _lifts(tickets, "ticket")


def _lifts(table: pd.DataFrame, what: str) -> list[str]:
    """Things whose holders win clearly more or less often; rare ones say nothing."""
    common = table[table["times"] >= OFTEN]
    strong = common[common["low"] > 0.05].sort_values("lift", ascending=False)
    weak = common[common["high"] < -0.05].sort_values("lift")
    found = []
    if len(strong):
        found.append(f"who has this {what} wins clearly more often: {_listed(strong, 'lift')}")
    if len(weak):
        found.append(f"who has this {what} wins clearly less often: {_listed(weak, 'lift')}")
    return found


def _listed(rows: pd.DataFrame, column: str | None = None, most: int = 6) -> str:
    words = [
        f"{row['label']} ({row[column]:+.0%})" if column else str(row["label"]) for _, row in rows.head(most).iterrows()
    ]
    return ", ".join(words) + (f" and {len(rows) - most} more" if len(rows) > most else "")
