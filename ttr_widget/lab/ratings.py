"""Ratings on the Elo scale: the Bradley–Terry model, fitted to who came before whom.

The fit is the minorise–maximise iteration of D. R. Hunter, "MM algorithms for generalized Bradley–Terry models",
Annals of Statistics 32 (2004).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ttr_widget.lab.intervals import RESAMPLES, block_numbers, bounds, resample_weights

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    Array = np.ndarray[Any, np.dtype[np.float64]]

MEAN_RATING = 1500
PRIOR = 0.5
"""Half a win each way for every pair that met: a bot that never lost would be infinitely strong without it."""


def scores_by_block(table: pd.DataFrame, labels: list[str]) -> Array:
    """For every block a matrix: how often bot i came before bot j; equal places count half for each.

    In games of more than two, every pair of players counts as a meeting.
    """
    np = importlib.import_module("numpy")
    number = {label: i for i, label in enumerate(labels)}
    blocks, count = block_numbers(table["block"])
    scores = np.zeros((count, len(labels), len(labels)))
    bots = table["bot"].map(number).to_numpy()
    places = table["place"].to_numpy()
    for rows in table.reset_index(drop=True).groupby("game", sort=False).indices.values():
        for x in rows:
            for y in rows:
                if bots[x] != bots[y]:
                    better = 1.0 if places[x] < places[y] else 0.5 if places[x] == places[y] else 0.0
                    scores[blocks[x], bots[x], bots[y]] += better
    found: Array = scores
    return found


def bradley_terry(scores: Array, prior: float = PRIOR, rounds: int = 2000) -> Array:
    """Ratings from matrices of scores (the last two axes): 400 points more mean ten to one, the mean is 1500.

    >>> import numpy as np
    >>> [round(float(r)) for r in bradley_terry(np.array([[0, 10], [1, 0]]), prior=0)]
    [1700, 1300]
    """
    np = importlib.import_module("numpy")
    scores = np.asarray(scores, dtype=float)
    met = (scores + np.swapaxes(scores, -1, -2)) > 0
    scores = scores + prior * met
    meetings = scores + np.swapaxes(scores, -1, -2)
    wins = scores.sum(axis=-1)
    strength = np.ones(wins.shape)
    for _ in range(rounds):
        together = strength[..., :, None] + strength[..., None, :]
        expected = (meetings / together).sum(axis=-1)
        new = np.where(expected > 0, wins / np.maximum(expected, 1e-300), 1.0)
        new /= np.exp(np.log(np.maximum(new, 1e-300)).mean(axis=-1, keepdims=True))
        done = np.abs(new / strength - 1).max() < 1e-7
        strength = new
        if done:
            break
    fitted: Array = 400 * np.log10(np.maximum(strength, 1e-300)) + MEAN_RATING
    return fitted


def ratings(
    table: pd.DataFrame, labels: list[str] | None = None, *, resamples: int = RESAMPLES, confidence: float = 0.95
) -> pd.DataFrame:
    """The rating of every bot in a table of games, with an interval from a bootstrap over seed blocks; best first."""
    np = importlib.import_module("numpy")
    pandas = importlib.import_module("pandas")
    if table.empty:
        raise ValueError("there are no games in the table")
    labels = labels or list(dict.fromkeys(table["bot"]))
    by_block = scores_by_block(table, labels)
    fitted = bradley_terry(by_block.sum(axis=0))
    weights = resample_weights(len(by_block), resamples)
    samples = bradley_terry(np.tensordot(weights, by_block, axes=1), rounds=300)
    low, high = bounds(samples, confidence)
    frame: pd.DataFrame = pandas.DataFrame({"bot": labels, "rating": fitted, "low": low, "high": high}).set_index("bot")
    return frame.sort_values("rating", ascending=False)


def cross_table(table: pd.DataFrame, labels: list[str] | None = None) -> pd.DataFrame:
    """How often the bot of the row came before the bot of the column, as a share of their meetings."""
    np = importlib.import_module("numpy")
    pandas = importlib.import_module("pandas")
    labels = labels or list(dict.fromkeys(table["bot"]))
    scores = scores_by_block(table, labels).sum(axis=0)
    meetings = scores + scores.T
    share = np.divide(scores, meetings, out=np.full(scores.shape, np.nan), where=meetings > 0)
    frame: pd.DataFrame = pandas.DataFrame(share, index=pandas.Index(labels, name="bot"), columns=labels)
    return frame
