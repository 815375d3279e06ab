"""simulate: the table, seatings, reproducibility, and what wrong arguments and bad bots lead to."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.lab import players
from ttr_widget.bots import make_bot, play_game
from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps, load_map
from ttr_widget.lab import COLUMNS, SimulationWarning, play_one, simulate


def quiet(
    board: Any = "usa", bots: Any = ("random", "random"), games: int = 4, seed: int | str = 1, **more: Any
) -> Any:
    return simulate(board, list(bots) if isinstance(bots, tuple) else bots, games, seed, progress=False, **more)


@pytest.mark.parametrize("board", available_maps())
def test_every_row_agrees_with_the_game_it_tells_of(board: str) -> None:
    table = quiet(board, ["random", players.Longest, players.first_legal], games=6)
    assert len(table) == 18
    assert list(table["seat"]) == [0, 1, 2] * 6
    for number, rows in table.groupby("game"):
        game = play_one(board, ["random", players.Longest, players.first_legal], number, 1)
        sheet = game.score_sheet()
        assert list(rows["total"]) == sheet.totals == game.scores()
        for line in sheet.lines:
            assert list(rows[f"points_{line.source}"]) == list(line.points)
        assert list(rows.loc[rows["won"], "seat"]) == list(game.winners)
        assert rows["win"].sum() == pytest.approx(1)
        assert list(rows["shared"]) == [won and len(game.winners) > 1 for won in rows["won"]]
        assert rows.loc[rows["place"] == 1, "won"].all()
        assert list(rows["trains_left"]) == game.trains
        assert list(rows["tickets_done"]) == [len(game.completed_tickets(seat)) for seat in range(3)]
        assert list(rows["routes"]) == [game.owner.count(seat) for seat in range(3)]
        assert rows["decisions"].sum() == len(game)
        assert (rows["tickets"] == rows["tickets_done"] + rows["tickets_failed"]).all()
        assert set(rows["seed"]) == {game.seed}


def test_the_points_by_source_add_up() -> None:
    table = quiet("nederland", games=6)
    lines = [name for name in table.columns if name.startswith("points_")]
    assert lines == ["points_start", "points_routes", "points_tickets", "points_tolls", "points_loans"]
    assert (table[lines].sum(axis=1) == table["total"]).all()


def test_a_seed_of_the_table_gives_the_same_cards_again() -> None:
    table = quiet(games=2)
    game = Game("usa", 2, seed=table["seed"].iloc[0])
    first = play_one("usa", ["random", "random"], 0, 1).at(0)
    assert game.hands == first.hands
    assert game.market == first.market
    assert game.player == first.player


def test_every_seed_is_played_in_both_seatings() -> None:
    table = quiet(bots=("random", players.Longest), games=6)
    for _, block in table.groupby("block"):
        assert len(block) == 4
        assert block["seed"].nunique() == 1
        assert set(zip(block["seat"], block["bot"], strict=True)) == {
            (seat, bot) for seat in (0, 1) for bot in ("random", "Longest")
        }
        first = block[block["order"] == 0]
        assert set(first["bot"]) == {"random", "Longest"}  # each moves first once


@pytest.mark.parametrize(("seating", "games", "blocks"), [("rotate", 6, 2), ("all", 6, 1), ("fixed", 6, 6)])
def test_seatings_of_three(seating: str, games: int, blocks: int) -> None:
    bots = {"a": "random", "b": "random", "c": "random"}
    table = quiet(bots=bots, games=games, seating=seating)
    assert table["block"].nunique() == blocks
    orders = ["".join(rows["bot"]) for _, rows in table.groupby("game")]
    wanted = {
        "rotate": ["abc", "cab", "bca"] * 2,
        "all": ["abc", "acb", "bac", "bca", "cab", "cba"],
        "fixed": ["abc"] * 6,
    }
    assert orders == wanted[seating]


def test_more_players_than_bots_repeats_them() -> None:
    table = quiet(bots=["random", players.Longest], players=4, games=4)
    assert all(sorted(rows["bot"]) == ["Longest"] * 2 + ["random"] * 2 for _, rows in table.groupby("game"))
    alone = quiet(bots="random", players=3, games=1)
    assert list(alone["bot"]) == ["random"] * 3


def test_game_by_game_the_same_for_every_number_of_workers() -> None:
    bots = ["random", players.Longest]
    here = quiet(bots=bots, games=30)
    assert quiet(bots=bots, games=30, workers=2).equals(here)
    assert quiet(bots=bots, games=30, workers=3).equals(here)
    with ThreadPoolExecutor(2) as executor:
        assert quiet(bots=bots, games=30, executor=executor).equals(here)
    assert quiet(bots=bots, games=10).equals(here[here["game"] < 10].reset_index(drop=True))
    assert not quiet(bots=bots, games=30, seed=2).equals(here)


def test_bots_of_a_notebook_reach_the_workers() -> None:
    """A class made in a function has no address to import it from."""

    class Local:
        def choose(self, view: Any, legal: Any) -> Any:
            return legal[-1]

    bots = {"class": Local, "function": lambda view, legal: legal[0]}
    assert quiet(bots=bots, games=6, workers=2).equals(quiet(bots=bots, games=6))


def test_settings_of_a_bot_may_be_functions() -> None:
    """A function made here has no address either."""

    class Follows:
        def __init__(self, rule: Any) -> None:
            self.rule = rule

        def choose(self, view: Any, legal: Any) -> Any:
            return self.rule(legal)

    def last(legal: Any) -> Any:
        return legal[-1]

    bots = [(Follows, {"rule": last}), "random"]
    table = quiet(bots=bots, games=4, workers=2)
    assert table.equals(quiet(bots=bots, games=4))
    assert set(table["bot"]) == {"Follows:rule=last", "random"}


def test_numbers_of_other_kinds_will_do() -> None:
    table = quiet(games=np.int64(2), seed=np.int64(1), players=np.int8(3))
    assert table.equals(quiet(games=2, seed=1, players=3))


def test_a_bot_remembers_nothing_of_the_game_before() -> None:
    bot = players.Remembers()
    table = quiet(bots=[bot, "random"], games=4)
    assert bot.seen == 0
    assert quiet(bots=[players.Remembers, "random"], games=4)["total"].equals(table["total"])


def test_settings_of_bots() -> None:
    table = quiet(bots=[("random", {}), "random"], games=1)
    assert list(table["bot"]) == ["random", "random"]
    with pytest.raises(ValueError, match=r"'Longest:colour=1' cannot be made: .*colour"):
        quiet(bots=[(players.Longest, {"colour": 1}), "random"])
    with pytest.raises(ValueError, match="name:key=value"):
        quiet(bots=["random:fast", "random"])


def test_a_bot_that_fails_is_replaced_and_named() -> None:
    bots = [players.Crashes, players.cheats, players.gives_up, players.NeverReady, "random"]
    table = quiet(bots=bots, games=5).set_index("bot")
    assert set(table.loc["Crashes", "fault"]) == {"ZeroDivisionError: five is too much"}
    assert set(table.loc["cheats", "fault"]) == {"an illegal answer"}
    assert set(table.loc["gives_up", "fault"]) == {"SystemExit: no more"}
    assert set(table.loc["NeverReady", "fault"]) == {"RuntimeError: not today"}
    assert set(table.loc["random", "fault"]) == {""}
    assert (table.loc["Crashes", "replaced"] == table.loc["Crashes", "decisions"] - 4).all()
    assert (table.loc["cheats", "replaced"] == table.loc["cheats", "decisions"]).all()
    assert (table.loc["random", "replaced"] == 0).all()


def test_a_bot_that_cannot_be_made_at_all_is_told_at_once_if_its_arguments_are_wrong() -> None:
    with pytest.raises(ValueError, match=r"KillsWorker.*mark"):
        quiet(bots=[players.KillsWorker, "random"])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_thinks_for_ever_loses_its_choice(workers: int) -> None:
    table = quiet(bots=[players.thinks_for_ever, "random"], games=2, time_limit=0.1, workers=workers)
    slow = table[table["bot"] == "thinks_for_ever"]
    assert set(slow["fault"]) == {"too slow"}
    assert (slow["replaced"] >= slow["decisions"] - 3).all()
    assert set(table.loc[table["bot"] == "random", "fault"]) == {""}


def test_bots_that_would_never_end_the_game_are_stopped() -> None:
    bots = {"a": players.swaps, "b": players.swaps}
    table = quiet("first_journey_europe", bots, games=2)
    assert set(table["fault"]) == {"no end after 2000 decisions"}
    assert (table["decisions"] == 2000 - 1 + table["replaced"]).all()


def test_a_time_limit_that_is_kept_changes_nothing() -> None:
    assert quiet(games=3, time_limit=60).equals(quiet(games=3))


def test_unknown_bots_list_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no bot 'clever'; the bots are random"):
        quiet(bots=("clever", "random"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games must be a whole number of at least 1, not 0"),
        ({"games": -3}, "games must be"),
        ({"games": 2.5}, "games must be"),
        ({"workers": 0}, "workers must be a whole number of at least 1, not 0"),
        ({"workers": -1}, "workers must be"),
        ({"bots": []}, "name at least one"),
        ({"bots": [42, "random"]}, "42 is no bot"),
        ({"players": 1}, "players must be"),
        ({"players": 7}, "is for 2 to 5 players, not 7"),
        ({"bots": ["random"] * 3, "players": 2}, "3 bots do not fit at a table for 2"),
        ({"seating": "musical"}, "seating is one of rotate, all, fixed"),
        ({"time_limit": 0}, "time_limit must be a positive number"),
        ({"time_limit": float("inf")}, "time_limit must be a positive number"),
        ({"time_limit": "1"}, "time_limit must be a positive number"),
        ({"executor": "processes"}, "executor must be a concurrent.futures.Executor, not 'processes'"),
        ({"seed": 1.5}, "the seed must be"),
        ({"keep": False}, "needs a file"),
        ({"out": "games.xlsx"}, r"\.parquet or \.csv"),
    ],
)
def test_wrong_arguments_are_told_before_the_first_game(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quiet(**arguments)


def test_unknown_maps_and_options() -> None:
    with pytest.raises(ValueError, match="atlantis"):
        quiet("atlantis")
    classic = quiet(edition="classic", games=2)
    assert classic.equals(quiet(load_map("usa", edition="classic"), games=2))
    assert not classic.equals(quiet(games=2))


def test_a_map_of_ones_own() -> None:
    own = load_map("usa").changed(name="small", trains=12)
    table = quiet(own, games=10, workers=2)
    assert table.equals(quiet(own, games=10))
    assert table["trains_left"].max() < 12


def test_every_column_is_explained() -> None:
    table = quiet(games=1, timing=True)
    named = {name for name in table.columns if not name.startswith("points_")}
    assert named == set(COLUMNS) - {"round", "match", "points_…"}
    assert (table["think_seconds"] > 0).all()
    assert "routes_held" not in quiet(games=1, details=False).columns


def test_ctrl_c_returns_the_finished_games() -> None:
    bots = [(players.Interrupts, {"game": "1-3"}), "random"]
    with pytest.warns(SimulationWarning, match="interrupted after 6 of 20 games; the finished games are kept"):
        table = quiet(bots=bots, games=20)
    assert sorted(set(table["game"])) == [0, 1, 2, 3, 4, 5]
    assert table.attrs["finished"] == 6
    assert "interrupted" in table.attrs["note"]


def test_the_details_name_routes_and_tickets() -> None:
    table = quiet(games=1)
    game = play_one("usa", ["random", "random"], 0, 1)
    for seat, row in table.iterrows():
        assert row["routes_held"] == " ".join(str(r) for r, owner in enumerate(game.owner) if owner == seat)
        met = set(game.completed_tickets(int(str(seat))))
        assert set(map(int, row["tickets_met"].split())) == met
        assert set(map(int, row["tickets_missed"].split())) == set(game.tickets[int(str(seat))]) - met


def test_a_plain_loop_gives_the_same() -> None:
    """The table against the bots' own loop: nothing of the laboratory takes part."""
    table = quiet(bots=[players.Longest, players.first_legal], games=2)
    for number, seats in enumerate([(0, 1), (1, 0)]):
        made = [make_bot([players.Longest, players.first_legal][bot]) for bot in seats]
        game = play_game(Game("usa", 2, seed="1-0"), made)
        assert list(table.loc[table["game"] == number, "total"]) == game.scores()


def test_tables_read_back_are_equal(tmp_path: Any) -> None:
    table = quiet(games=3, out=tmp_path / "a.csv")
    back = pd.read_csv(tmp_path / "a.csv", keep_default_na=False)
    assert list(back.columns) == list(table.columns)
    assert list(back["total"]) == list(table["total"])
