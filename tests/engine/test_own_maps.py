"""Maps of the user's own: whatever passes the checks of a map can be played to the end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.engine.helpers import WILD, play_randomly
from ttr_widget.engine import Game, prepared, rules
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.mechanics import MECHANICS
from ttr_widget.gamemap import COLORS, GameMap, MapError, available_maps, load_map

CARDS = (*COLORS, "locomotive")


@st.composite
def own_maps(draw: st.DrawFn) -> GameMap:
    """Small and odd: few cards, tiny or no market, one or two ticket decks, parallel routes of all kinds, countries."""
    size = draw(st.integers(3, 9))
    ends = [(draw(st.integers(0, node - 1)), node) for node in range(1, size)]
    more = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda pair: pair[0] != pair[1])
    colors = draw(st.lists(st.sampled_from(COLORS), min_size=1, max_size=4, unique=True))
    graph = nx.MultiGraph()
    for a, b in ends + draw(st.lists(more, max_size=9)):
        length = draw(st.integers(1, 5))
        graph.add_edge(f"T{a}", f"T{b}", length=length, color=draw(st.sampled_from(["gray", *colors])), toll=length)
    for node in graph:
        if graph.degree(node) == 1 and draw(st.booleans()) and graph.number_of_nodes() > 4:
            graph.nodes[node]["kind"] = "country"
    decks = draw(st.sampled_from([["main"], ["short", "long"]]))
    pairs = [(f"T{a}", f"T{b}") for a in range(size) for b in range(a)]
    number = draw(st.integers(0, len(pairs)))
    tickets = [(a, b, i + 1, decks[i % len(decks)]) for i, (a, b) in enumerate(pairs[:number])]
    deal = draw(st.integers(0, min(4, number // 3)))
    drawn = draw(st.integers(1, 4)) if number else 0
    market = draw(st.integers(0, 5))
    mechanics: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(["longest_path", "most_tickets", "passengers", "tolls"]), unique=True)):
        mechanics[name] = {}
    settings: dict[str, Any] = {
        "players": (2, 3),
        "trains": draw(st.integers(3, 12)),
        "cards": {**dict.fromkeys(colors, draw(st.integers(6, 9))), "locomotive": draw(st.integers(0, 12))},
        "hand": draw(st.integers(0, 2)),
        "market": market,
        "market_reset": draw(st.integers(1, max(1, market))),
        "ticket_decks": decks if number > 1 else ["main"],
        "ticket_deal": deal,
        "ticket_keep": draw(st.integers(1, deal)) if deal else 0,
        "ticket_draw": drawn,
        "ticket_draw_keep": draw(st.integers(1, drawn)) if drawn else 0,
        "ticket_return": draw(st.sampled_from(["bottom", "shuffled", "discard"])),
        "end_trains": draw(st.integers(0, 2)),
        "mechanics": mechanics,
    }
    if number <= 1:
        tickets = [(a, b, points, "main") for a, b, points, _ in tickets]
    try:
        return GameMap.from_graph(graph, tickets=tickets, name="own", **settings)
    except MapError:  # some combinations are refused, which the tests of maps look at
        return reject()


@given(board=own_maps(), seed=st.integers(0, 10**6), players=st.sampled_from([2, 3]))
def test_any_map_that_passes_can_be_played(board: GameMap, seed: int, players: int) -> None:  # B15, X4
    game = Game(board, players, seed)
    rng = random.Random(seed)
    while not game.over and len(game) < 400:
        game.check()
        assert game.legal_actions()
        if rng.random() < 0.1:
            seat = rng.randrange(players)
            imagine(game.view(seat), rng).check()
        play_randomly(game, rng, 1)
    game.check()
    assert game.scores() == game.score_sheet().totals
    again = Game.from_record(game.record())
    assert again.state.facts() == game.state.facts()


def test_a_good_market_that_never_comes() -> None:  # B3
    """One market in 10¹¹ would do: the game goes on with the one there is."""
    graph = nx.cycle_graph(["A", "B", "C"])
    nx.set_edge_attributes(graph, 2, "length")
    board = GameMap.from_graph(graph, cards={"red": 20, "locomotive": 20}, hand=0, market=20, market_reset=1, trains=9)
    game = Game(board, 2, 1)
    assert len(game.market) == 20
    assert game.market.count(WILD) >= 1
    game.check()


def test_a_market_of_mostly_locomotives() -> None:  # B3
    graph = nx.cycle_graph(["A", "B", "C"])
    nx.set_edge_attributes(graph, 2, "length")
    board = GameMap.from_graph(graph, cards={"red": 4, "locomotive": 40}, market_reset=3, hand=0, trains=9)
    for seed in range(20):
        assert Game(board, 2, seed).market.count(WILD) < 3


def test_thousands_of_cards() -> None:
    """The tables of payments do not grow with the deck."""
    board = load_map("usa").changed(name="rich", cards=dict.fromkeys(CARDS, 999))
    game = Game(board, 2, 1)
    table = game.rules.catalog.affordable[0]
    assert len(table) == 1000
    assert len({id(row) for row in table}) == 7
    game = play_randomly(game, random.Random(1))
    game.check()


@pytest.mark.parametrize("way", ["bottom", "shuffled", "discard"])
def test_two_ticket_decks_with_every_way_to_return(way: str) -> None:  # G1, G2, N1
    """Each ticket stays in its own deck, whatever is done with those returned."""
    board = load_map("germany").changed(name="two decks", ticket_return=way)
    for seed in range(3):
        game = Game(board, 5, seed)
        rng = random.Random(seed)
        while not game.over and len(game) < 600:
            legal = game.legal_actions()
            tickets = legal.by_kind("tickets") or legal
            game.play(tickets[int(rng.random() * len(tickets))])
            game.check()
            for number, deck in enumerate(game.state.ticket_decks):
                assert all(game.rules.ticket_deck[ticket] == number for ticket in deck)


def test_mechanics_that_are_off_cost_nothing() -> None:
    """The base game calls no hook of any mechanic during a turn; a map calls only those it has."""
    names = [name for name in vars(Game("usa", 2).rules) if name.endswith("_hooks")]
    assert len(names) >= 8
    assert all(getattr(Game("usa", 2).rules, name) == () for name in names)
    assert len(Game("italy", 2).rules.allows_hooks) == 1
    assert Game("italy", 2).rules.turn_ended_hooks == ()


def test_the_rules_name_no_map_and_no_mechanic() -> None:
    """A map is data and a mechanic is one file: the turn itself knows neither."""
    source = Path(rules.__file__).read_text(encoding="utf-8") + Path(prepared.__file__).read_text(encoding="utf-8")
    for name in (*available_maps(), *MECHANICS):
        assert f'"{name}"' not in source


def test_actions_are_made_once() -> None:
    """Copies, games of another seed and branches share the actions of their map and number of players."""
    one, other = Game("usa", 2, 1), Game("usa", 2, 2)
    assert one.rules is other.rules is one.copy().rules
    assert one.parse("draw") is other.parse("draw")
    assert Game("usa", 3).parse("draw") is not one.parse("draw")
