"""Which routes and tickets win, the order of turns, distributions, and the balance of a map."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.lab import players
from ttr_widget.gamemap import GameMap, load_map
from ttr_widget.lab import (
    balance,
    first_player_advantage,
    heat,
    plot_scores,
    plot_sources,
    route_values,
    score_distribution,
    simulate,
    ticket_values,
)
from ttr_widget.picture import to_svg


@pytest.fixture(scope="module")
def games() -> pd.DataFrame:
    return simulate("usa", ["random", players.Longest], games=40, seed=2, progress=False)


def test_the_value_of_a_route_counted_by_hand(games: pd.DataFrame) -> None:
    table = route_values(games, "usa")
    assert len(table) == 100
    for route in (0, 20, 55):
        holders = games[[str(route) in cell.split() for cell in games["routes_held"]]]
        assert table.loc[route, "claimed"] == pytest.approx(len(holders) / 40)
        assert table.loc[route, "win_rate"] == pytest.approx(holders["win"].mean())
        assert table.loc[route, "lift"] == pytest.approx(holders["win"].mean() - 0.5)
        assert table.loc[route, "points_lift"] == pytest.approx(holders["total"].mean() - games["total"].mean())
    known = table.dropna()
    assert (known["low"] <= known["lift"] + 1e-9).all()
    assert (known["lift"] <= known["high"] + 1e-9).all()
    assert table.loc[0, "label"] == load_map("usa").route_label(0)


def test_the_value_of_a_ticket_counted_by_hand(games: pd.DataFrame) -> None:
    table = ticket_values(games, "usa")
    for ticket in (0, 7, 30):
        met = sum(str(ticket) in cell.split() for cell in games["tickets_met"])
        missed = sum(str(ticket) in cell.split() for cell in games["tickets_missed"])
        points = load_map("usa").tickets[ticket].points
        assert table.loc[ticket, "held"] == pytest.approx((met + missed) / 40)
        assert table.loc[ticket, "done"] == pytest.approx(met / (met + missed))
        assert table.loc[ticket, "brought"] == pytest.approx(points * (met - missed) / (met + missed))


def test_tables_read_from_csv_do_as_well(games: pd.DataFrame, tmp_path: Any) -> None:
    games.to_csv(tmp_path / "games.csv", index=False)
    back = pd.read_csv(tmp_path / "games.csv")
    assert ticket_values(back, "usa")["done"].equals(ticket_values(games, "usa")["done"])
    assert route_values(back, "usa").equals(route_values(games, "usa"))


def test_without_details_there_is_nothing_to_count() -> None:
    plain = simulate("usa", ["random", "random"], games=1, details=False, progress=False)
    with pytest.raises(ValueError, match="details=True"):
        route_values(plain, "usa")


def test_heat_on_the_board(games: pd.DataFrame) -> None:
    plain = to_svg(heat("usa", {}))
    routes = to_svg(heat("usa", route_values(games, "usa"), "claimed"))
    tickets = to_svg(heat("usa", ticket_values(games, "usa"), "done"))
    some = to_svg(heat("usa", {3: 1.0, 4: 2.0}, title="my numbers"))
    assert "route: claimed" in routes
    assert "ticket: done" in tickets
    assert "my numbers" in some
    assert len({plain, routes, tickets, some}) == 4


def test_luck_with_a_rare_route_takes_no_colour(games: pd.DataFrame) -> None:
    values = route_values(games, "usa")
    rare = values[values["times"].between(1, 9)]
    assert len(rare)
    without = values.drop(rare.index)
    assert to_svg(heat("usa", values, "lift")) == to_svg(heat("usa", without, "lift", title="route: lift"))
    assert to_svg(heat("usa", values, "lift", least=1)) != to_svg(heat("usa", values, "lift"))
    assert to_svg(heat("usa", values, "claimed")) != to_svg(heat("usa", without, "claimed"))  # nothing lucky in counts


def test_who_moves_first(games: pd.DataFrame) -> None:
    table = first_player_advantage(games)
    assert list(table.index) == [0, 1]
    assert table["win_rate"].sum() == pytest.approx(1)
    assert table.loc[0, "win_rate"] == pytest.approx(games.loc[games["order"] == 0, "win"].mean())
    assert (table["fair"] == 0.5).all()


def test_an_unfair_order_is_seen() -> None:
    """Whoever moves first wins 80 % of these made-up games."""
    rows = [
        {"game": g, "block": g, "order": order, "win": float((order == 0) == (g % 5 > 0)), "total": 100, "bot": "x"}
        for g in range(200)
        for order in (0, 1)
    ]
    table = first_player_advantage(pd.DataFrame(rows))
    assert table.loc[0, "low"] > 0.7
    assert table.loc[0, "win_rate"] == pytest.approx(0.8)


def test_distributions_and_their_pictures(games: pd.DataFrame) -> None:
    table = score_distribution(games)
    assert table.loc["random", "50%"] == games.loc[games["bot"] == "random", "total"].median()
    figure = plot_scores(games)
    means = games.groupby("bot")["total"].mean().sort_values()
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert labels == [f"{bot}, mean {mean:.1f}" for bot, mean in means.items()]  # the best on top
    for level, (bot, stairs) in enumerate(zip(means.index, figure.axes[0].patches, strict=True)):
        values, edges, base = stairs.get_data()
        counts = np.histogram(games.loc[games["bot"] == bot, "total"], edges)[0]
        assert base == level
        assert (values - base) * counts.sum() / (values - base).sum() == pytest.approx(counts)
    bars = plot_sources(games).axes[0]
    assert [text.get_text() for text in bars.get_yticklabels()] == list(means.index)[::-1]
    widths = sum(patch.get_width() for patch in bars.patches)
    assert widths == pytest.approx(games.groupby("bot")["total"].mean().sum())


def test_the_balance_of_a_lopsided_map() -> None:
    """Ten trains reach no far place: nearly all tickets fail."""
    trains = load_map("usa").changed(name="lopsided", trains=10)
    report = balance(trains, players.Longest, games=30, seed=1, players=2, progress=False)
    text = str(report)
    assert text.startswith("lopsided: 30 games")
    assert "order of turns" in text
    assert "tickets completed in under 25% of cases" in text
    assert "hardly ever claimed" in text
    assert report.order["win_rate"].sum() == pytest.approx(1)
    assert "<li>" in report._repr_html_()
    assert "claimed in this share of games" in to_svg(report.picture())


def test_the_balance_of_a_map_from_a_graph() -> None:
    import networkx as nx

    graph = nx.MultiGraph()
    for a, b, length in [("A", "B", 2), ("B", "C", 2), ("C", "D", 3), ("D", "A", 3), ("A", "C", 4), ("B", "D", 1)]:
        graph.add_edge(a, b, length=length)
    tickets = [(a, b, 4) for a, b in combinations("ABCD", 2)]
    few = {"ticket_deal": 2, "ticket_keep": 1, "ticket_draw": 1, "players": (2, 2), "trains": 8}
    own = GameMap.from_graph(graph, tickets=tickets, name="square", **few)
    report = balance(own, "random", games=20, progress=False)
    assert report.games["game"].nunique() == 20
