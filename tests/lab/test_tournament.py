"""Tournaments: who meets whom, the table, how it shows itself."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.lab import players
from ttr_widget.lab import COLUMNS, SimulationWarning, Tournament, tournament, win_rates
from ttr_widget.lab.tournament import pairings

FIELD = {"random": "random", "longest": players.Longest, "first": players.first_legal}


@pytest.fixture(scope="module")
def result() -> Tournament:
    return tournament(FIELD, "usa", games=20, seed=3, progress=False)


def test_everybody_meets_everybody_with_the_same_seeds(result: Tournament) -> None:
    games = result.games
    assert games["game"].nunique() == 60
    meetings = games.groupby("match")["bot"].agg(lambda bots: frozenset(bots))
    assert set(meetings) == {frozenset(pair) for pair in combinations(FIELD, 2)}
    seeds = games.groupby("match")["seed"].agg(lambda seeds: tuple(sorted(set(seeds))))
    assert seeds.nunique() == 1
    assert len(seeds.iloc[0]) == 10  # each in both seatings


def test_the_table_agrees_with_the_games(result: Tournament) -> None:
    games, table = result.games, result.table
    assert sorted(table.index) == sorted(FIELD)
    assert table["rating"].is_monotonic_decreasing
    assert (table["low"] <= table["rating"]).all()
    assert (table["rating"] <= table["high"]).all()
    assert table["rating"].mean() == pytest.approx(1500)
    for bot in FIELD:
        mine = games[games["bot"] == bot]
        assert table.loc[bot, "win_rate"] == pytest.approx(mine["win"].mean())
        assert table.loc[bot, "points"] == pytest.approx(mine["total"].mean())
        for other in FIELD:
            if bot != other:
                met = games[games["bot"].isin([bot, other])].groupby("game").filter(lambda rows: len(rows) == 2)
                assert result.cross.loc[bot, other] == pytest.approx(met.loc[met["bot"] == bot, "win"].mean())
    assert result.winner == table.index[0]


def test_it_shows_itself(result: Tournament) -> None:
    text = str(result)
    title, head, *lines = text.splitlines()
    assert title == "North America, round robin, 2 at a table, 60 games"
    assert head.split()[:2] == ["bot", "rating"]
    assert [line.split()[1] for line in lines] == list(result.table.index)
    html = result._repr_html_()
    assert html.count("<tr>") == 4
    odd = tournament({"<b>": "random", "other": "random"}, games=2, progress=False)._repr_html_()
    assert "&lt;b&gt;" in odd


def test_it_plots_itself(result: Tournament, tmp_path: Path) -> None:
    figure = result.plot()
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert labels == list(result.table.index)[::-1]
    shares = {text.get_text() for text in figure.axes[1].texts}
    best, last = result.table.index[0], result.table.index[-1]
    assert f"{result.cross.loc[best, last]:.0%}" in shares
    figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 5000


def test_tables_for_three() -> None:
    result = tournament({**FIELD, "again": "random"}, "japan", games=6, players=3, progress=False, workers=2)
    assert result.games["match"].nunique() == 4
    assert set(result.games["players"]) == {3}
    assert result.games["game"].nunique() == 24
    rates = win_rates(result.games)
    assert rates["games"].tolist() == [18] * 4


def test_swiss_pairs_neighbours_that_have_not_met() -> None:
    field = dict.fromkeys("abcdef", "random")
    result = tournament(field, "usa", games=4, seed=1, system="swiss", rounds=3, progress=False)
    games = result.games
    assert games["game"].nunique() == 3 * 3 * 4
    pairs = games.groupby("game")["bot"].agg(lambda bots: frozenset(bots))
    assert pairs.value_counts().max() == 4  # nobody met twice
    assert games.groupby("round")["bot"].nunique().tolist() == [6, 6, 6]
    assert games["block"].nunique() == 3 * 2


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("system", ["round_robin", "swiss"])
def test_the_games_are_written(tmp_path: Path, system: str, ending: str) -> None:
    out = tmp_path / f"games.{ending}"
    result = tournament(FIELD, "usa", games=2, seed=1, system=system, out=out, progress=False)
    back = pd.read_csv(out, keep_default_na=False) if ending == "csv" else pd.read_parquet(out)
    assert list(back.columns) == list(result.games.columns)
    assert set(back.columns) - {name for name in back.columns if name.startswith("points_")} <= set(COLUMNS)
    for name in back.columns:
        assert list(back[name].astype(str)) == list(result.games[name].astype(str)), name
    assert list(tmp_path.iterdir()) == [out]


def test_an_interrupted_swiss_tournament_keeps_its_games(tmp_path: Path) -> None:
    """Ctrl-C in the middle of the second round."""
    field = {"a": (players.Interrupts, {"game": "1-round2-1"}), "b": "random", "c": "random", "d": "random"}
    with pytest.warns(SimulationWarning, match=r"interrupted after \d of 8 games"):
        result = tournament(
            field, games=4, seed=1, system="swiss", rounds=3, out=tmp_path / "games.csv", progress=False
        )
    assert set(result.games["round"]) == {1, 2}
    finished = result.games["game"].nunique()
    assert 8 < finished < 16
    assert result.games.attrs["finished"] == finished
    assert pd.read_csv(tmp_path / "games.csv")["game"].nunique() == finished
    assert "interrupted" in str(result)


def test_who_sits_out_changes() -> None:
    won: dict[int, list[float]] = {entrant: [] for entrant in range(5)}
    sat_out = []
    met: set[frozenset[int]] = set()
    for _ in range(5):
        groups = pairings(won, met, 2)
        playing = {entrant for group in groups for entrant in group}
        sat_out += set(won) - playing
        for group in groups:
            met.add(frozenset(group))
            for entrant in group:
                won[entrant].append(0.5)
    assert sorted(sat_out) == [0, 1, 2, 3, 4]


def test_bad_bots_do_not_stop_it() -> None:
    result = tournament({"bad": players.Crashes, "good": "random"}, games=4, progress=False)
    assert result.table.loc["bad", "faults"] == 4
    assert result.table.loc["good", "faults"] == 0
    told = "bad: replaced by chance in 4 games, first for: ZeroDivisionError: five is too much"
    assert str(result).endswith(f"\n{told}")
    assert f"<p>{told}</p>" in result._repr_html_()


def test_long_names_and_many_bots_leave_room_in_the_picture() -> None:
    field = {f"the bot number {number} of a student with a long name": "random" for number in range(12)}
    result = tournament(field, games=2, system="swiss", rounds=1, progress=False)
    figure = result.plot()
    figure.canvas.draw()
    ratings, cross = (axis.get_window_extent().width / figure.dpi for axis in figure.axes)
    assert ratings > 2.5
    assert cross / 12 > 0.36  # inches: room for 100%


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": ["random", "random"]}, "two bots have the label 'random'"),
        ({"bots": ["random"]}, "at least as many bots, not 1"),
        ({"bots": FIELD, "system": "knockout"}, "system is one of round_robin, swiss"),
        ({"bots": FIELD, "games": 0}, "games must be"),
        ({"bots": FIELD, "system": "swiss", "rounds": -1}, "rounds must be"),
        ({"bots": FIELD, "system": "swiss", "rounds": 0}, "rounds must be"),
        ({"bots": {"a": "random", "b": "clever"}}, "no bot 'clever'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tournament(**{"games": 2, "progress": False, **arguments})
