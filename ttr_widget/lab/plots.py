"""Ready pictures of tables with matplotlib: ratings, cross tables, distributions of points."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from ttr_widget.lab.tournament import Tournament

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""Told apart by people with any kind of colour vision (after Okabe and Ito)."""


def need_matplotlib() -> Any:
    """pyplot, or an error that says how to get it."""
    try:
        return importlib.import_module("matplotlib.pyplot")
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'ttr_widget[lab]'") from error


def plot_tournament(result: Tournament, axes: Any = None) -> Any:
    """Ratings with intervals on the left, the cross table on the right; a line for each bot goes through both."""
    plt = need_matplotlib()
    if axes is None:
        bots, letters = len(result.table), max(map(len, result.bots))
        left, right = 4 + 0.08 * letters, max(4, 0.55 * bots)
        _, axes = plt.subplots(
            1, 2, figsize=(left + right, 0.9 + 0.5 * bots), width_ratios=(left, right), layout="constrained"
        )
    plot_ratings(result.table, axes[0])
    plot_cross(result.cross.loc[list(result.table.index), list(result.table.index)], axes[1])
    figure = axes[0].figure
    plt.close(figure)  # a notebook shows what the cell returns, once
    return figure


def plot_ratings(table: pd.DataFrame, axis: Any) -> None:
    """A point for each bot with its interval, the best on top."""
    order = table.iloc[::-1]
    off = [order["rating"] - order["low"], order["high"] - order["rating"]]
    axis.errorbar(order["rating"], range(len(order)), xerr=off, fmt="o", color=COLORS[0], capsize=4)
    axis.set_yticks(range(len(order)), list(order.index))
    axis.set_ylim(-0.5, len(order) - 0.5)
    axis.set_xlabel("rating (Elo scale), 95 % interval")
    axis.grid(axis="x", alpha=0.3)


def plot_cross(cross: pd.DataFrame, axis: Any) -> None:
    """Who came before whom: shares as colours and numbers; bots by their places."""
    names = list(cross.index)
    axis.imshow(cross.to_numpy(), cmap="RdYlBu", vmin=0, vmax=1, aspect="auto")
    axis.set_xticks(range(len(names)), range(1, len(names) + 1))
    axis.set_yticks(range(len(names)), range(1, len(names) + 1))
    axis.tick_params(length=0)
    for y, row in enumerate(names):
        for x, column in enumerate(names):
            share = float(cross.loc[row, column])
            if share == share and x != y:
                ink = "white" if abs(share - 0.5) > 0.4 else "black"
                axis.text(x, y, f"{share:.0%}", ha="center", va="center", color=ink, fontsize=9)
    axis.set_xlabel("how often the row came before the column")


def plot_scores(table: pd.DataFrame, value: str = "total", axis: Any = None) -> Any:
    """The distribution of a column for each bot, one above the other, the best on top; returns the figure."""
    plt = need_matplotlib()
    np = importlib.import_module("numpy")
    means = table.groupby("bot")[value].mean().sort_values()
    if axis is None:
        axis = plt.subplots(figsize=(8, 0.9 + 0.65 * len(means)), layout="constrained")[1]
    steps = np.histogram_bin_edges(table[value], bins=40)
    shares = [np.histogram(table.loc[table["bot"] == bot, value], steps)[0] for bot in means.index]
    shares = [counts / counts.sum() for counts in shares]
    most = max(share.max() for share in shares)
    for level, (bot, share) in enumerate(zip(means.index, shares, strict=True)):
        color = COLORS[(len(means) - 1 - level) % len(COLORS)]
        axis.stairs(level + 0.85 * share / most, steps, baseline=level, fill=True, color=color, alpha=0.6)
        axis.plot([means[bot]] * 2, [level, level + 0.85], color=color, linewidth=2)
        axis.axhline(level, color="black", linewidth=0.5)
    axis.set_yticks(range(len(means)), [f"{bot}, mean {mean:.1f}" for bot, mean in means.items()], va="bottom")
    axis.tick_params(axis="y", length=0)
    axis.set_ylim(0, len(means))
    axis.set_xlabel(f"{value.replace('_', ' ')}: share of games (the line is the mean)")
    figure = axis.figure
    plt.close(figure)
    return figure


def plot_sources(table: pd.DataFrame, axis: Any = None) -> Any:
    """Where the points of each bot come from: stacked bars of the mean of each line of the score sheet."""
    plt = need_matplotlib()
    if axis is None:
        axis = plt.subplots(figsize=(8, 1.2 + 0.4 * table["bot"].nunique()), layout="constrained")[1]
    sources = [name for name in table.columns if name.startswith("points_")]
    means = table.groupby("bot")[[*sources, "total"]].mean().sort_values("total", ascending=False)
    places = range(len(means))
    above, below = [0.0] * len(means), [0.0] * len(means)
    for i, source in enumerate(sources):
        values = list(means[source])
        starts = [above[p] if value >= 0 else below[p] for p, value in enumerate(values)]
        axis.barh(
            places,
            values,
            left=starts,
            color=COLORS[i % len(COLORS)],
            label=source.removeprefix("points_").replace("_", " "),
        )
        for p, value in enumerate(values):
            (above if value >= 0 else below)[p] += value
    for place, (end, total) in enumerate(zip(above, means["total"], strict=True)):
        axis.annotate(f"{total:.1f}", (end, place), (4, 0), textcoords="offset points", va="center", fontsize=9)
    axis.axvline(0, color="black", linewidth=0.8)
    axis.margins(x=0.1)
    axis.set_yticks(places, list(means.index))
    axis.tick_params(axis="y", length=0)
    axis.invert_yaxis()
    axis.set_xlabel("mean points by source; the number is their sum")
    axis.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=min(len(sources), 6), fontsize=8, frameon=False)
    figure = axis.figure
    plt.close(figure)
    return figure
