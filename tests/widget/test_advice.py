"""Advice: how tickets stand and what to do, checked against the rules and against an exhaustive search."""

from __future__ import annotations

import math

import networkx as nx
import pytest

import ttr_widget as ttr
from tests.widget.driver import press, sit
from ttr_widget.bots import advice, make_bot
from ttr_widget.bots.advice import ANY, Gap, best_way, hint, payment_gap, ticket_progress
from ttr_widget.engine import View
from ttr_widget.engine.actions import WILD
from ttr_widget.engine.state import EXPRESS, FREE
from ttr_widget.gamemap import CARDS
from ttr_widget.widget import advice_text
from ttr_widget.widget.messages import LANGUAGES

ALL = [(name, {}) for name in ttr.available_maps()] + [("nederland", {"neutral": True})]


def card(name: str) -> int:
    return CARDS.index(name)


def test_a_ticket_is_open_then_done() -> None:
    scenario = ttr.Scenario("usa", players=2).tickets(0, "Los Angeles–Miami")
    (progress,) = ticket_progress(scenario.game().view(0))
    assert (progress.status, progress.trains) == ("open", 19)
    scenario.claim(0, "Los Angeles–El Paso", "El Paso–Houston")
    (progress,) = ticket_progress(scenario.game().view(0))
    assert (progress.status, progress.trains) == ("open", 8)
    label = scenario.board.route_label
    assert {label(route) for route in progress.routes} == {"Houston–New Orleans", "Miami–New Orleans"}
    assert progress.way is not None
    assert len(progress.way.path) == 4
    scenario.claim(0, "Houston–New Orleans", "Miami–New Orleans")
    (progress,) = ticket_progress(scenario.game().view(0))
    assert (progress.status, progress.routes, progress.cards) == ("done", (), {})


def test_cut_off_by_others_and_by_too_few_trains() -> None:
    around = ["Charleston–Miami", "Atlanta–Miami", "Miami–New Orleans"]
    game = ttr.Scenario("usa", players=2).tickets(0, "Los Angeles–Miami").claim(1, *around).game()
    (progress,) = ticket_progress(game.view(0))
    assert (progress.status, progress.reason, progress.way) == ("cut_off", "blocked", None)
    small = ttr.load_map("usa").changed(trains=18)
    (progress,) = ticket_progress(ttr.Scenario(small).tickets(0, "Los Angeles–Miami").game().view(0))
    assert (progress.status, progress.reason, progress.trains) == ("cut_off", "trains", 19)


def test_the_missing_cards_count_what_the_hand_pays() -> None:
    game = ttr.Scenario("usa").tickets(0, "Denver–El Paso").hand(0, red=1, locomotive=1).game()
    way = best_way(game.view(0), game.tickets[0][0])  # Denver–Santa Fe 2 gray, Santa Fe–El Paso 2 gray
    assert way is not None
    assert (way.trains, way.cards, way.missing) == (4, 4, {ANY: 2})
    game = ttr.Scenario("usa").hand(0, red=2, locomotive=1).game()
    route = next(i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"Denver", "Oklahoma City"})  # 4 red
    assert payment_gap(game.view(0), route) == Gap(card("red"), 1, 0, 0)
    assert advice.missing_for(game.view(0), [route]) == {card("red"): 1}


def test_ferries_want_locomotives_or_ferry_cards() -> None:  # I3
    game = ttr.Scenario("italy").hand(0, red=9).game()
    ferry = next(i for i, r in enumerate(game.board.routes) if r.waves == 2)
    assert payment_gap(game.view(0), ferry).ferries == 1
    assert advice.missing_for(game.view(0), [ferry]) == {WILD: 2}
    game = ttr.Scenario("italy").hand(0, red=9).set("ferries", 0, 1).game()
    assert payment_gap(game.view(0), ferry).total == 0
    assert advice.missing_for(game.view(0), [ferry]) == {}


def test_express_lines_cost_no_trains_and_serve_everybody() -> None:  # J2, J3
    japan = ttr.load_map("japan")
    express = next(i for i, r in enumerate(japan.routes) if r.kind == "express")
    ends = {japan.routes[express].a, japan.routes[express].b}
    ticket = ttr.gamemap.Ticket(*sorted(ends), 3)
    board = japan.changed(tickets=[*japan.tickets, ticket])
    game = ttr.Scenario(board).tickets(0, f"{ticket.a}–{ticket.b}").game()
    (progress,) = ticket_progress(game.view(0))
    assert (progress.status, progress.trains) == ("open", 0)
    assert progress.way is not None
    assert progress.way.cards == japan.routes[express].length


def test_countries_are_ends_only() -> None:  # G5
    game = ttr.Game("germany", players=2, seed=1)
    board = game.board
    country = next(city.name for city in board.cities if city.kind == "country")
    for number, ticket in enumerate(board.tickets):
        way = best_way(game.view(0), number)
        assert way is not None
        inner = [board.routes[route] for route in way.path[1:-1]]
        assert not any(country in (route.a, route.b) for route in inner)
        assert {ticket.a, ticket.b} <= {end for r in way.path for end in (board.routes[r].a, board.routes[r].b)}


def cheapest_by_networkx(view: View, ticket: int) -> float:
    """The same question to another program: fewest cards from place to place over what is open."""
    board = view.board
    closes = view.players < board.settings.close_doubles_below
    graph = nx.Graph()
    for number, route in enumerate(board.routes):
        owner = view.owner[number]
        twins = [view.owner[t] for t in board.route_groups[board.group_of[number]] if t != number]
        if owner in (view.seat, EXPRESS):
            cost: float = 0
        elif owner == FREE and view.seat not in twins and not (closes and any(t != FREE for t in twins)):
            cost = route.length
        else:
            continue
        ends = [
            (name, number) if board.cities[board.city_index[name]].kind == "country" else name
            for name in (route.a, route.b)
        ]
        if not graph.has_edge(*ends) or graph.edges[ends]["cost"] > cost:
            graph.add_edge(*ends, cost=cost)
    for name in (board.tickets[ticket].a, board.tickets[ticket].b):
        for node in list(graph):
            if node == name or (isinstance(node, tuple) and node[0] == name):
                graph.add_edge(("place", name), node, cost=0)
    places = [("place", board.tickets[ticket].a), ("place", board.tickets[ticket].b)]
    if not all(place in graph for place in places) or not nx.has_path(graph, *places):
        return math.inf
    return float(nx.shortest_path_length(graph, *places, weight="cost"))


@pytest.mark.parametrize(("name", "options"), ALL)
def test_whole_games_the_ways_are_the_cheapest_and_every_hint_is_legal(name: str, options: dict[str, object]) -> None:
    game = ttr.Game(name, players=2, seed=2, **options)
    bot = make_bot("random", 2)
    kinds = set()
    while not game.over:
        view = game.view(game.player)
        if len(game) % 17 == 0:
            for progress in ticket_progress(view):
                cost = cheapest_by_networkx(view, progress.ticket)
                if progress.status == "done":
                    assert cost == 0
                elif progress.reason == "blocked":
                    assert cost == math.inf
                elif "express" not in view.extra:
                    assert progress.way is not None
                    assert progress.way.cards == cost
                assert (progress.status == "done") == (progress.ticket in view.completed())
        if game.player == 0 or game.phase == "neutral":
            found = hint(view)
            assert found.action in view.legal
            kinds.add(found.kind)
            for language in LANGUAGES:
                shown = advice_text.hint(view, language)
                assert shown.text
                assert shown.action is found.action
            for progress in ticket_progress(view):
                assert advice_text.ticket_lines(view, progress, "de")
            game.play(found.action)
        else:
            game.play(bot.choose(view, view.legal))
    assert "claim" in kinds
    assert len(game.completed_tickets(0)) >= 1, "following the hints completes tickets"
    assert game.scores()[0] > game.scores()[1]
    assert hint(game.view(0)).kind == "over"


def test_out_of_turn_there_is_nothing_to_hint() -> None:
    game = ttr.Game("usa", players=2, seed=1)
    found = advice_text.hint(game.view(1 - game.player), "en")
    assert (found.text, found.action, found.routes) == ("It is not your turn.", None, ())


def test_the_sentence_of_the_issue() -> None:
    game = ttr.Scenario("usa").tickets(0, "Los Angeles–Miami").claim(0, "El Paso–Houston").game()
    said = advice_text.hint(game.view(0), "en").text
    assert said.startswith("Your cheapest way to finish Los Angeles–Miami needs 3 routes, 14 trains. ")
    said = advice_text.hint(game.view(0), "de").text
    assert said.startswith("Dein billigster Weg für Los Angeles–Miami braucht 3 Strecken, 14 Wagen. ")


def test_tickets_to_keep_are_counted_with_those_held() -> None:
    game = ttr.Game("usa", players=2, seed=1)
    first = advice_text.hint(game.view(game.player), "en").text
    assert first.startswith("Keep ")
    assert "together they need" in first or "it needs" in first
    game = ttr.Scenario("usa").tickets(0, "Los Angeles–Miami").game()
    game.play("tickets")
    said = {language: advice_text.hint(game.view(0), language).text for language in LANGUAGES}
    assert "with those you have, that needs" in said["en"]
    assert "Mit deinen anderen braucht das noch" in said["de"]


def test_a_hint_hides_nothing_of_its_way_and_goes_when_pressed_again() -> None:
    board = sit("nederland", ["human", "random"], seed=2)
    game = ttr.Scenario("nederland", players=["You", "Bob"]).tickets(0, "Groningen–Enschede").game()
    board.change_game(game, board.table.seats)
    assert board.game.player == 0
    press(board.parts.hint)
    assert "Groningen–Enschede" in board.parts.over.value
    ways = [board.board.point_of(route)[1] for route in board.own.hint_routes]
    assert ways
    assert min(ways) < 110
    assert "translate(-50%,-100%)" in board.parts.over.value, "the message lies at the bottom"
    press(board.parts.hint)
    assert board.own.hint_routes == ()
    assert "Groningen" not in board.parts.over.value
    press(board.parts.hint)
    assert board.own.hint_routes
    assert board.last_error is None, board.last_traceback
