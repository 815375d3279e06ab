"""How sure a number is: intervals from a bootstrap over seed blocks, because games of one block are not independent."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    Array = np.ndarray[Any, np.dtype[np.float64]]

RESAMPLES = 1000
MOST_BLOCKS = 2000


def block_numbers(column: pd.Series[Any]) -> tuple[Array, int]:
    """The number of each row's block, and how many there are.

    Of very many blocks, neighbours are put together: they are independent of each other, so intervals stay as wide,
    and a million games need no more memory than a few thousand.
    """
    numbers, names = importlib.import_module("pandas").factorize(column)
    if len(names) > MOST_BLOCKS:
        return numbers * MOST_BLOCKS // len(names), MOST_BLOCKS
    return numbers, len(names)


def resample_weights(blocks: int, resamples: int = RESAMPLES, seed: int = 0) -> Array:
    """How often each block is drawn in each resample: one row for a resample, every row sums to the blocks."""
    np = importlib.import_module("numpy")
    rng = np.random.default_rng(seed)
    weights: Array = np.asarray(rng.multinomial(blocks, [1 / blocks] * blocks, size=resamples), dtype=float)
    return weights


def bounds(samples: Array, confidence: float = 0.95) -> tuple[Any, Any]:
    """Lower and upper end of the middle part of the samples (along the first axis)."""
    np = importlib.import_module("numpy")
    rest = (1 - confidence) / 2
    return np.quantile(samples, rest, axis=0), np.quantile(samples, 1 - rest, axis=0)


def mean_intervals(
    table: pd.DataFrame,
    value: str,
    by: str | list[str] = "bot",
    *,
    block: str = "block",
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """The mean of a column in each group, with an interval from a bootstrap over seed blocks.

    Blocks are drawn with all their games, so that the places in a block stay balanced.

    >>> import pandas as pd
    >>> table = pd.DataFrame({"bot": ["a", "b"] * 50, "block": range(0, 100), "win": [1, 0] * 50})
    >>> mean_intervals(table, "win").loc["a", ["mean", "low", "high"]].tolist()
    [1.0, 1.0, 1.0]
    """
    pandas = importlib.import_module("pandas")
    np = importlib.import_module("numpy")
    if table.empty:
        raise ValueError("there are no games in the table")
    numbers, blocks = block_numbers(table[block])
    weights = resample_weights(blocks, resamples, seed)
    found = {}
    for group, rows in table.groupby(by, sort=False):
        here = numbers[table.index.get_indexer(rows.index)] if table.index.is_unique else None
        if here is None:
            raise ValueError("the rows of the table need an index without repetitions: use reset_index(drop=True)")
        values = rows[value].to_numpy(dtype=float)
        sums = np.bincount(here, weights=values, minlength=blocks)
        counts = np.bincount(here, minlength=blocks)
        drawn = weights @ counts
        samples = (weights @ sums)[drawn > 0] / drawn[drawn > 0]
        low, high = bounds(samples, confidence)
        found[group] = {"games": len(values), "mean": values.mean(), "low": float(low), "high": float(high)}
    frame: pd.DataFrame = pandas.DataFrame.from_dict(found, orient="index")
    frame.index.names = [by] if isinstance(by, str) else by
    frame["games"] = frame["games"].astype(int)
    return frame


def win_rates(table: pd.DataFrame, **how: Any) -> pd.DataFrame:
    """Each bot's share of wins (a shared win counts as a fraction), with its interval and the mean points.

    >>> from ttr_widget.lab import simulate
    >>> games = simulate("usa", {"one": "random", "two": "random"}, games=20, seed=1, progress=False)
    >>> float(win_rates(games)["win_rate"].sum())
    1.0
    """
    rates = mean_intervals(table, "win", **how).rename(columns={"mean": "win_rate"})
    by = how.get("by", "bot")
    groups = table.groupby(by, sort=False)
    rates["points"] = groups["total"].mean()
    rates["tickets_done"] = groups["tickets_done"].mean()
    rates["faults"] = groups["fault"].agg(lambda cells: int((cells.fillna("") != "").sum()))
    return rates.sort_values("win_rate", ascending=False)


def statistic_interval(
    table: pd.DataFrame,
    statistic: Callable[[pd.DataFrame], float],
    *,
    block: str = "block",
    resamples: int = 200,
    confidence: float = 0.95,
    seed: int = 0,
) -> tuple[float, float, float]:
    """Any number worked out from a table, with an interval: (value, low, high). Slower than `mean_intervals`."""
    np = importlib.import_module("numpy")
    pandas = importlib.import_module("pandas")
    parts = [rows for _, rows in table.groupby(block)]
    rng = np.random.default_rng(seed)
    samples = [
        statistic(pandas.concat([parts[i] for i in rng.integers(len(parts), size=len(parts))], ignore_index=True))
        for _ in range(resamples)
    ]
    low, high = bounds(np.asarray(samples), confidence)
    return statistic(table), float(low), float(high)
