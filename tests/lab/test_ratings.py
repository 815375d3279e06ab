"""Intervals and ratings: against numbers known beforehand, and against games drawn from a known model."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ttr_widget.lab import cross_table, intervals, mean_intervals, ratings, statistic_interval, win_rates
from ttr_widget.lab.ratings import bradley_terry, scores_by_block


def table_of(results: list[tuple[int, dict[str, int]]]) -> pd.DataFrame:
    """Games as (block, place of each bot)."""
    rows = []
    for game, (block, places) in enumerate(results):
        winners = [bot for bot, place in places.items() if place == 1]
        for bot, place in places.items():
            win = 1 / len(winners) if bot in winners else 0.0
            rows.append({"game": game, "block": block, "bot": bot, "place": place, "win": win})
    return pd.DataFrame(rows)


def test_a_mean_of_blocks_has_the_interval_of_the_normal_law() -> None:
    """Independent blocks: the bootstrap must come close to ±1.96 standard errors."""
    rng = random.Random(4)
    wins = [float(rng.random() < 0.6) for _ in range(900)]
    table = pd.DataFrame({"bot": "a", "block": range(900), "win": wins})
    row = mean_intervals(table, "win").loc["a"]
    mean = sum(wins) / 900
    error = 1.96 * math.sqrt(mean * (1 - mean) / 900)
    assert row["mean"] == pytest.approx(mean)
    assert row["low"] == pytest.approx(mean - error, abs=0.006)
    assert row["high"] == pytest.approx(mean + error, abs=0.006)


def test_games_of_one_block_count_as_one() -> None:
    """Ten copies of every game make the numbers no surer."""
    rng = random.Random(5)
    wins = [float(rng.random() < 0.5) for _ in range(100)]
    once = pd.DataFrame({"bot": "a", "block": range(100), "win": wins})
    copies = pd.concat([once] * 10, ignore_index=True)
    few, many = mean_intervals(once, "win").loc["a"], mean_intervals(copies, "win").loc["a"]
    assert many["high"] - many["low"] == pytest.approx(few["high"] - few["low"])
    split = copies.assign(block=range(1000))
    loose = mean_intervals(split, "win").loc["a"]
    assert (loose["high"] - loose["low"]) * 2 < many["high"] - many["low"]


def test_very_many_blocks_are_put_together_and_the_interval_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(8)
    table = pd.DataFrame({"bot": "a", "block": range(4000), "win": [float(rng.random() < 0.3) for _ in range(4000)]})
    exact = mean_intervals(table, "win").loc["a"]
    monkeypatch.setattr(intervals, "MOST_BLOCKS", 500)
    numbers, count = intervals.block_numbers(table["block"])
    assert count == 500
    assert np.bincount(numbers).tolist() == [8] * 500
    rough = mean_intervals(table, "win").loc["a"]
    assert rough["mean"] == exact["mean"]
    assert rough["high"] - rough["low"] == pytest.approx(exact["high"] - exact["low"], rel=0.1)
    assert intervals.block_numbers(table["block"][:501])[1] == 500
    assert np.bincount(intervals.block_numbers(table["block"][:501])[0]).min() == 1  # none is empty


def test_the_slow_way_agrees_with_the_quick_one() -> None:
    rng = random.Random(6)
    table = pd.DataFrame({"bot": "a", "block": [i // 2 for i in range(200)], "win": [rng.random() for _ in range(200)]})
    quick = mean_intervals(table, "win").loc["a"]
    value, low, high = statistic_interval(table, lambda rows: float(rows["win"].mean()), resamples=400)
    assert value == pytest.approx(quick["mean"])
    assert low == pytest.approx(quick["low"], abs=0.01)
    assert high == pytest.approx(quick["high"], abs=0.01)


def test_ratings_find_the_strengths_games_were_drawn_from() -> None:
    strengths = {"a": 1800.0, "b": 1500.0, "c": 1200.0}
    rng = random.Random(7)
    results = []
    for block in range(1500):
        for x, y in (("a", "b"), ("b", "c"), ("a", "c")):
            wins = rng.random() < 1 / (1 + 10 ** ((strengths[y] - strengths[x]) / 400))
            results.append((block, {x: 1, y: 2} if wins else {x: 2, y: 1}))
    found = ratings(table_of(results))
    assert list(found.index) == ["a", "b", "c"]
    for bot, rating in strengths.items():
        assert found.loc[bot, "low"] < rating < found.loc[bot, "high"]
        assert found.loc[bot, "rating"] == pytest.approx(rating, abs=25)


def test_two_bots_are_as_far_apart_as_their_score_says() -> None:
    scores = np.array([[0.0, 75.0], [25.0, 0.0]])
    first, second = bradley_terry(scores, prior=0)
    assert first - second == pytest.approx(400 * math.log10(3))


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    found = ratings(table_of([(block, {"a": 1, "b": 2}) for block in range(20)]))
    assert math.isfinite(found.loc["a", "rating"])
    assert found.loc["a", "rating"] > found.loc["b", "rating"] + 400


def test_places_of_three_are_three_meetings() -> None:
    table = table_of([(0, {"a": 1, "b": 2, "c": 3}), (0, {"a": 1, "b": 1, "c": 3})])
    scores = scores_by_block(table, ["a", "b", "c"])[0]
    assert scores.tolist() == [[0, 1.5, 2], [0.5, 0, 2], [0, 0, 0]]
    cross = cross_table(table)
    assert cross.loc["a", "b"] == 0.75
    assert cross.loc["c", "a"] == 0
    assert math.isnan(cross.loc["a", "a"])


@pytest.mark.parametrize("work", [win_rates, ratings, lambda table: mean_intervals(table, "win")])
def test_an_empty_table_is_named(work: Any) -> None:
    with pytest.raises(ValueError, match="no games in the table"):
        work(pd.DataFrame({"game": [], "block": [], "bot": [], "win": [], "place": [], "total": []}))
