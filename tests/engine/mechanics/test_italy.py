"""Italy (I1–I9): ferries, neighbouring countries, the bonus for regions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.engine.mechanics.tools import facts_of, heard, line, open_tracks, play_out, route, texts
from ttr_widget.engine import Game, IllegalAction
from ttr_widget.engine.position import Scenario
from ttr_widget.gamemap import COLORS, load_map


def held(game: Game) -> list[int]:
    return game.view(None).extra["ferries"]["held"]


def supply(game: Game) -> int:
    return game.view(None).extra["ferries"]["supply"]


def test_set_up() -> None:  # I1
    game = Game("italy", 3, seed=2, first_player=0)
    assert game.trains == [45] * 3
    assert len(game.board.tickets) == 56
    assert len(game.view(0).offered) == 5
    assert {len(action.kept) for action in game.legal_actions()} == {3, 4, 5}


def test_draw_four_keep_one_the_rest_shuffled_under_the_deck() -> None:  # I1
    orders = set()
    for seed in range(20):
        game = Scenario("italy", 2, seed).game()
        game.play("tickets")
        offered = game.view(0).offered
        assert len(offered) == 4
        assert {len(action.kept) for action in game.legal_actions()} == {1, 2, 3, 4}
        game.play("keep 1")
        bottom = game.state.ticket_decks[0][:3]
        assert sorted(bottom) == sorted(offered[1:])
        orders.add(tuple(offered.index(t) for t in bottom))
    assert len(orders) > 3


# I2


def test_taking_a_ferry_card_is_a_turn() -> None:  # I2
    game = Scenario("italy", 2).game()
    assert "ferry" in texts(game.legal_actions())
    events = heard(game, "ferry")
    assert (held(game), supply(game), game.player) == ([1, 0], 9, 1)
    assert facts_of(events, "ferry") == [{"held": 1, "supply": 9}]
    game.play("draw")
    assert "ferry" not in texts(game.legal_actions())  # the second card of a turn is a card


def test_nobody_holds_more_than_two_ferry_cards() -> None:  # I2
    game = Scenario("italy", 2).set("ferries", 0, 2).game()
    assert "ferry" not in texts(game.legal_actions())
    with pytest.raises(IllegalAction, match="more than 2"):
        game.play("ferry")


def test_an_empty_supply_gives_no_ferry_card() -> None:  # I2
    board = load_map("italy").changed(mechanics={"ferries": {"cards": 3}})
    game = Scenario(board, 3).set("ferries", 0, 2).set("ferries", 1, 1).turn(2).game()
    with pytest.raises(IllegalAction, match="supply"):
        game.play("ferry")


def test_there_are_ten_ferry_cards_and_spent_ones_go_back() -> None:  # I2
    scenario = Scenario("italy", 5)
    for seat in range(5):
        scenario.set("ferries", seat, 2)
    game = scenario.hand(0, red=2, blue=2).game()
    assert supply(game) == 0
    game.play("claim Cosenza–Messina 2 red+1F")
    assert (held(game), supply(game)) == ([1, 2, 2, 2, 2], 1)


# I3


def spellings(length: int, waves: int) -> set[tuple[int, int, int]]:
    """Every way to cover a ferry route, space by space: coloured cards, locomotives, ferry cards; nothing wasted."""
    ways = set()
    for cards in range(length - waves + 1):
        for on_waves in range(waves + 1):  # wave spaces under ferry cards
            for ferries in range(3):
                enough = on_waves <= 2 * ferries
                needed = on_waves > 2 * (ferries - 1)
                if enough and needed and (on_waves or not ferries):
                    ways.add((cards, length - cards - on_waves, ferries))
    return ways


def test_all_payments_of_all_ferry_routes() -> None:  # I3
    game = Game("italy", 2)
    catalog = game.rules.catalog
    for index, facts in enumerate(game.board.routes):
        claims = catalog.set_of(catalog.route_masks[index])
        if facts.kind != "ferry":
            assert all(not action.ferries for action in claims)  # ferry cards serve for nothing else
            continue
        ways = spellings(facts.length, facts.waves)
        expected = {(c, *way) for way in ways for c in range(8) if way[0]} | {(8, *way) for way in ways if not way[0]}
        found = [(a.color, a.cards, a.locomotives, a.ferries) for a in claims]
        assert len(found) == len(set(found))
        assert set(found) == expected


def paying(hand: dict[str, int], ferry_cards: int, name: str) -> list[str]:
    game = Scenario("italy", 2).hand(0, **hand).set("ferries", 0, ferry_cards).game()
    label = game.board.route_label(route(game, name))
    return [
        text.removeprefix(f"claim {label} ").partition(" #")[0]
        for text in texts(game.legal_actions().claims_of(route(game, name)))
    ]


def test_a_wave_needs_a_locomotive_or_a_ferry_card() -> None:  # I3
    # Cosenza–Messina: 3 spaces, 1 wave.
    assert paying({"red": 3}, 0, "Cosenza–Messina") == []
    assert paying({"red": 2, "locomotive": 1}, 0, "Cosenza–Messina") == ["red+1L"]
    assert paying({"red": 3}, 1, "Cosenza–Messina") == ["2 red+1F"]  # on a single wave: allowed
    assert paying({"red": 2}, 2, "Cosenza–Messina") == ["2 red+1F"]  # not more ferry cards than needed
    assert paying({"red": 1, "blue": 1}, 2, "Cosenza–Messina") == []  # one colour only
    assert paying({"locomotive": 3}, 0, "Cosenza–Messina") == ["3L"]
    assert sorted(paying({"locomotive": 3}, 2, "Cosenza–Messina")) == ["2L+1F", "3L"]


def test_a_ferry_card_covers_up_to_two_waves() -> None:  # I3
    # Cagliari–Roma: 4 spaces, 2 waves. Bari–Croazia: 7 spaces, 4 waves.
    assert paying({"red": 2}, 1, "Cagliari–Roma") == ["2 red+1F"]
    assert paying({"red": 3}, 2, "Bari–Croazia") == ["3 red+2F"]
    assert paying({"red": 3}, 1, "Bari–Croazia") == []
    assert sorted(paying({"red": 3, "locomotive": 2}, 1, "Bari–Croazia")) == ["3 red+2L+1F"]
    three = sorted(paying({"red": 3, "locomotive": 3}, 1, "Bari–Croazia"))
    assert three == ["2 red+3L+1F", "3 red+2L+1F", "3 red+3L+1F"]


def test_ferry_cards_and_cards_are_spent() -> None:  # I3
    game = Scenario("italy", 2).hand(0, red=4, locomotive=1).set("ferries", 0, 2).game()
    game.play("claim Bari–Croazia 3 red+1L+2F")
    assert held(game) == [0, 0]
    assert game.hands[0][COLORS.index("red")] == 1
    assert game.hands[0][8] == 0
    assert game.trains[0] == 38
    assert game.points[0] == 18
    game.check()


def test_without_the_ferry_cards_the_payment_is_refused() -> None:  # I3
    game = Scenario("italy", 2).hand(0, red=3).set("ferries", 0, 1).game()
    with pytest.raises(IllegalAction, match="2 ferry cards and you have 1"):
        game.play("claim Bari–Croazia 3 red+2F")


# I4


def test_nothing_runs_through_a_neighbouring_country() -> None:  # I4
    scenario = Scenario("italy", 2).claim(0, "Torino–Svizzera", "Bolzano–Svizzera", "Milano–Svizzera")
    game = scenario.game()
    assert not game.view(0).connected(0, "Torino", "Bolzano")
    assert not game.view(0).connected(0, "Milano", "Bolzano")


def test_a_ticket_to_a_country_is_met_by_any_way_into_it() -> None:  # I4
    for entry in ("Bergamo–Svizzera", "Bolzano–Svizzera"):
        way = {"Bergamo–Svizzera": "Bergamo–Verona", "Bolzano–Svizzera": "Bolzano–Verona"}[entry]
        assert line(Scenario("italy", 2).claim(0, entry, way).tickets(0, "Svizzera–Verona").game(), "tickets") == (4, 0)
    apart = Scenario("italy", 2).claim(0, "Bergamo–Svizzera", "Bolzano–Verona").tickets(0, "Svizzera–Verona")
    assert line(apart.game(), "tickets") == (-4, 0)


def test_a_ticket_between_two_countries() -> None:  # I4
    way = ["Torino–Francia", "Milano–Torino", "Bergamo–Milano", "Bergamo–Bolzano"]
    scenario = Scenario("italy", 2).claim(0, *way).tickets(0, "Francia–Austria")
    assert line(scenario.game(), "tickets") == (-11, 0)
    assert line(scenario.claim(0, "Bolzano–Austria").game(), "tickets") == (11, 0)
    # Through Svizzera it is not met, though both ends are reached.
    through = Scenario("italy", 2).claim(0, "Torino–Francia", "Torino–Svizzera", "Bolzano–Svizzera", "Bolzano–Austria")
    assert line(through.tickets(0, "Francia–Austria").game(), "tickets") == (-11, 0)


def test_monaco_is_an_end_point_too() -> None:  # I4
    game = Scenario("italy", 2).claim(0, "Genova–Monaco", "Torino–Monaco").game()
    assert not game.view(0).connected(0, "Genova", "Torino")


# I5


@pytest.mark.parametrize(("players", "tracks"), [(2, []), (3, []), (4, [2, 3]), (5, [2, 3])])
def test_triple_routes(players: int, tracks: list[int]) -> None:  # I5
    game = Scenario("italy", players).claim(1, "Napoli–Roma").hand(0, locomotive=8).game()
    assert open_tracks(game, "Napoli–Roma") == tracks
    double = Scenario("italy", players).claim(1, "Olbia–Roma").hand(0, locomotive=8).game()
    assert open_tracks(double, "Olbia–Roma") == tracks[:1]


def test_nobody_holds_two_of_a_triple() -> None:  # I5
    game = Scenario("italy", 4).claim(0, "Napoli–Roma", track=2).hand(0, locomotive=8).game()
    assert open_tracks(game, "Napoli–Roma") == []


# I6


@pytest.mark.parametrize(
    ("regions", "points"),
    list(zip([0, 1, 4, *range(5, 17), 20], [0, 0, 0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56, 56, 56], strict=True)),
)
def test_the_table_of_regions(regions: int, points: int) -> None:  # I6
    mechanic = Game("italy", 2).rules.mechanic("regions")
    assert mechanic.points(regions) == points  # type: ignore[union-attr]


NORTH = ["Torino–Milano", "Milano–Parma", "Bergamo–Milano", "Bergamo–Bolzano"]  # 4 regions: Piemonte, Lombardia, …


def regions(scenario: Scenario) -> tuple[int, str]:
    (found,) = (each for each in scenario.game().score_sheet().lines if each.source == "regions")
    return found.points[0], found.detail[0]


def test_a_network_counts_each_region_once() -> None:  # I6
    # Milano and Bergamo are both in Lombardia.
    assert regions(Scenario("italy", 2).claim(0, *NORTH)) == (0, "4 regions")
    assert regions(Scenario("italy", 2).claim(0, *NORTH, "Genova–Parma")) == (1, "5 regions")


def test_networks_are_scored_one_by_one_and_added_up() -> None:  # I6
    south = ["Roma–Napoli", "Napoli–Pescara", "Pescara–Ancona", "Ancona–Perugia"]  # Lazio, Campania, Abruzzo, …
    scenario = Scenario("italy", 2).claim(0, *NORTH, "Genova–Parma", *south)
    assert regions(scenario) == (1 + 1, "5 + 5 regions")
    assert regions(scenario.claim(1, "Grosseto–Roma")) == (2, "5 + 5 regions")  # another's route joins nothing
    assert line(scenario.game(), "regions") == (2, 0)


def test_areas_are_no_region_and_do_not_join_networks() -> None:  # I6
    west = ["Torino–Genova", "Torino–Svizzera"]
    east = ["Bolzano–Svizzera", "Bolzano–Verona", "Bologna–Verona", "Bolzano–Austria"]
    assert regions(Scenario("italy", 2).claim(0, *west, *east)) == (0, "3 + 2 regions")


def test_no_route_into_an_area_adds_a_region() -> None:  # I6
    board = load_map("italy")
    areas = {city.name for city in board.cities if city.kind == "country"}
    into = [route for route in board.routes if {route.a, route.b} & areas]
    assert len({frozenset((route.a, route.b)) for route in into}) == 12
    for each in into:
        assert regions(Scenario(board, 2).claim(0, f"{each.a}–{each.b}")) == (0, "1 regions")


def test_a_city_without_a_region_counts_for_none() -> None:  # I6
    board = load_map("italy")
    cities = [replace(city, region="") if city.name == "Milano" else city for city in board.cities]
    scenario = Scenario(board.changed(cities=cities), 2).claim(0, "Milano–Torino", "Milano–Parma")
    assert regions(scenario) == (0, "2 regions")


# I7


SARDEGNA = ["Cagliari–Olbia", "Olbia–Sassari"]
SICILIA = ["Palermo–Agrigento", "Agrigento–Siracusa", "Siracusa–Catania", "Catania–Messina"]
PUGLIA = ["Foggia–Bari", "Bari–Taranto", "Taranto–Lecce"]


@pytest.mark.parametrize("routes", [SARDEGNA, SICILIA, PUGLIA])
def test_complete_islands_and_puglia_count_twice(routes: list[str]) -> None:  # I7
    assert regions(Scenario("italy", 2).claim(0, *routes)) == (0, "2 regions")
    assert regions(Scenario("italy", 2).claim(0, *routes[:-1])) == (0, "1 regions")


def test_all_cities_must_be_in_one_network() -> None:  # I7
    # All five cities of Sicilia, but in two networks.
    assert regions(Scenario("italy", 2).claim(0, *SICILIA[:2], SICILIA[3])) == (0, "1 + 1 regions")
    # Other regions never count twice: Toscana complete.
    assert regions(Scenario("italy", 2).claim(0, "Firenze–Pisa", "Firenze–Grosseto")) == (0, "1 regions")


def test_a_bonus_with_special_regions() -> None:  # I7
    way = [*PUGLIA, "Cosenza–Taranto", "Cosenza–Messina", "Messina–Catania", "Foggia–Pescara"]
    assert regions(Scenario("italy", 2).claim(0, *way)) == (1, "5 regions")  # Puglia twice, Calabria, Sicilia, Abruzzo


# I9


def test_no_longest_path_and_no_most_tickets() -> None:  # I9
    game = Scenario("italy", 2).claim(0, *NORTH).game()
    assert [each.source for each in game.score_sheet().lines] == ["routes", "tickets", "regions"]


def test_ties() -> None:  # I9
    scenario = Scenario("italy", 2).claim(0, "Bari–Taranto", "Bari–Lecce").claim(1, "Bologna–Ravenna", "Bari–Foggia")
    game = scenario.game()
    assert game.scores() == [5, 5]
    assert game.score_sheet().winners == (0, 1)
    # Seat 0: 2 + 1 + 5 for the ticket Palermo–Siracusa with its routes 2 + 4; seat 1: routes of the same worth.
    scenario = Scenario("italy", 2).claim(0, "Agrigento–Palermo", "Agrigento–Siracusa").tickets(0, "Palermo–Siracusa")
    scenario.claim(1, "Bari–Lecce", "Napoli–Roma")
    game = scenario.game()
    assert game.scores() == [2 + 4 + 5, 4 + 7]
    assert game.score_sheet().winners == (0,)


def test_ferry_cards_of_whole_games() -> None:  # I2
    spent = 0
    for seed in range(6):
        game = play_out(Game("italy", 2 + seed % 4, seed=seed), random.Random(seed))
        assert supply(game) + sum(held(game)) == 10
        spent += sum(action.ferries for action in game.actions)
    assert spent
