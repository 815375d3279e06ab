"""The six boards have the totals that maps/<name>/SOURCES.md gives for them."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter

import pytest

from ttr_widget.gamemap import CARDS, COLORS, GameMap, available_maps, load_map, maps_folder

MAPS = ("first_journey_europe", "germany", "italy", "japan", "nederland", "usa")


def by_length(board: GameMap) -> list[int]:
    counts = Counter(route.length for route in board.routes)
    return [counts[length] for length in range(1, max(counts) + 1)]


def by_color(board: GameMap) -> Counter[str]:
    return Counter(route.color for route in board.routes)


def spaces_by_color(board: GameMap) -> Counter[str]:
    spaces: Counter[str] = Counter()
    for route in board.routes:
        spaces[route.color] += route.length
    return spaces


def spaces(board: GameMap) -> int:
    return sum(route.length for route in board.routes)


def pairs(board: GameMap) -> int:
    return len({frozenset((route.a, route.b)) for route in board.routes})


def group_sizes(board: GameMap) -> Counter[int]:
    return Counter(len(group) for group in board.route_groups)


def ticket_sum(board: GameMap, deck: str | None = None) -> int:
    return sum(ticket.points for ticket in board.tickets if deck in (None, ticket.deck))


def values(text: str) -> Counter[int]:
    """'4×2 5×1' as SOURCES.md writes it: value × number of tickets."""
    return Counter({int(value): int(number) for value, number in (item.split("×") for item in text.split())})


def ticket_values(board: GameMap) -> Counter[int]:
    return Counter(ticket.points for ticket in board.tickets)


def test_there_are_exactly_these_maps() -> None:
    assert available_maps() == sorted(MAPS)


def test_usa() -> None:
    board = load_map("usa")
    assert len(board.cities) == 36
    assert len(board.routes) == 100
    assert spaces(board) == 309
    assert by_color(board) == {**dict.fromkeys(COLORS, 7), "gray": 44}
    assert spaces_by_color(board) == {**dict.fromkeys(COLORS, 27), "gray": 93}
    assert by_length(board) == [9, 36, 20, 16, 10, 9]
    assert pairs(board) == 78
    assert group_sizes(board) == {1: 56, 2: 22}
    assert ticket_sum(board) == 376
    assert ticket_values(board) == values("4×2 5×1 6×1 7×2 8×5 9×3 10×2 11×4 12×2 13×3 15×1 17×2 19×1 20×3 21×1")


def test_usa_settings() -> None:
    settings = load_map("usa").settings
    assert settings.players == (2, 5)
    assert (settings.trains, settings.hand) == (45, 4)  # B1
    assert settings.cards == {**dict.fromkeys(COLORS, 12), "locomotive": 14}  # B1
    assert (settings.market, settings.market_reset) == (5, 3)  # B2
    assert (settings.ticket_deal, settings.ticket_keep) == (4, 2)  # B4
    assert settings.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}  # B13
    assert (settings.ticket_draw, settings.ticket_draw_keep, settings.ticket_return) == (3, 1, "bottom")  # B14
    assert settings.close_doubles_below == 4  # B12
    assert settings.end_trains == 2  # B16
    assert settings.mechanics == {"longest_path": {"bonus": 10}}  # B18


def test_usa_classic_edition() -> None:
    board = load_map("usa", edition="classic")
    assert len(board.tickets) == 30
    assert ticket_sum(board) == 349
    assert ticket_values(board) == values("4×1 5×1 6×1 7×2 8×3 9×4 10×2 11×4 12×2 13×3 16×1 17×2 20×2 21×1 22×1")


def test_germany() -> None:
    board = load_map("germany")
    assert Counter(city.kind for city in board.cities) == {"city": 35, "country": 5}
    assert len(board.routes) == 110
    assert spaces(board) == 313
    assert by_length(board) == [23, 30, 25, 17, 8, 2, 5]
    assert by_color(board) == {**dict.fromkeys(COLORS, 8), "yellow": 9, "gray": 45}
    assert spaces_by_color(board) == {
        **dict.fromkeys(("black", "blue", "green", "purple", "red"), 28),
        **dict.fromkeys(("orange", "white", "yellow"), 27),
        "gray": 92,
    }
    assert group_sizes(board) == {1: 62, 2: 21, 3: 2}
    assert Counter(ticket.deck for ticket in board.tickets) == {"short": 55, "long": 34}  # G1
    assert (ticket_sum(board, "short"), ticket_sum(board, "long")) == (415, 526)
    assert sum(city.passengers for city in board.cities) == 60  # G3
    assert max(board.cities, key=lambda city: city.passengers).name == "Berlin"
    settings = board.settings
    assert settings.ticket_decks == ("short", "long")
    assert (settings.ticket_deal, settings.ticket_keep) == (4, 2)  # G1
    assert (settings.ticket_draw, settings.ticket_draw_keep, settings.ticket_return) == (4, 1, "bottom")  # G2
    assert set(settings.mechanics) == {"most_tickets", "passengers"}
    assert settings.mechanics["most_tickets"]["bonus"] == 15  # G6
    assert (settings.mechanics["passengers"]["first"], settings.mechanics["passengers"]["second"]) == (20, 10)  # G7


def test_first_journey_europe() -> None:
    board = load_map("first_journey_europe")
    assert len(board.cities) == 22
    assert len(board.routes) == 70
    assert spaces(board) == 126
    assert by_length(board) == [28, 28, 14]
    assert group_sizes(board) == {1: 20, 2: 25}
    assert by_color(board) == {"green": 13, "red": 12, "black": 12, "yellow": 11, "blue": 11, "white": 11}
    assert spaces_by_color(board) == {"green": 22, "red": 22, "blue": 21, "black": 21, "yellow": 20, "white": 20}
    assert len(board.tickets) == 32
    assert ticket_values(board) == {1: 32}
    settings = board.settings
    assert settings.players == (2, 4)
    assert settings.trains == 20  # F1
    six = dict.fromkeys(("yellow", "green", "white", "black", "blue", "red"), 10)
    assert settings.cards == {**dict.fromkeys(CARDS, 0), **six, "locomotive": 12}  # F1
    assert sum(settings.cards.values()) == 72
    assert settings.market == 0  # F1
    assert (settings.ticket_deal, settings.ticket_keep, settings.ticket_draw) == (2, 2, 0)  # F1
    assert settings.close_doubles_below == 0  # F3
    assert set(settings.route_points.values()) == {0}  # F3
    journey = settings.mechanics["short_journey"]
    assert journey["goal"] == 6  # F6
    assert journey["east"] == ("Moskau", "Rostow", "Ankara")  # F5
    assert journey["west"] == ("Dublin", "Brest", "Madrid")  # F5


def test_first_journey_says_what_is_reconstructed() -> None:
    with (maps_folder() / "first_journey_europe" / "tickets.csv").open(encoding="utf-8", newline="") as file:
        origins = Counter(row["origin"] for row in csv.DictReader(file))
    assert origins == {"reconstructed": 30, "rulebook": 2}
    told = " ".join(load_map("first_journey_europe").uncertain)
    assert "30 of the 32 tickets are reconstructed" in told
    assert "10 of each colour and 12 locomotives" in told


def test_nederland() -> None:
    board = load_map("nederland")
    assert len(board.cities) == 30
    assert len(board.routes) == 97
    assert spaces(board) == 306
    assert by_length(board) == [12, 24, 24, 20, 8, 9]
    assert group_sizes(board) == {1: 9, 2: 44}
    assert Counter(route.toll for route in board.routes) == {1: 26, 2: 30, 3: 25, 4: 16}
    assert by_color(board) == {
        "black": 12,
        "blue": 11,
        "green": 11,
        "orange": 11,
        "purple": 11,
        "red": 12,
        "white": 10,
        "yellow": 12,
        "gray": 7,
    }
    assert spaces_by_color(board) == {
        "black": 35,
        "blue": 34,
        "green": 33,
        "orange": 34,
        "purple": 33,
        "red": 38,
        "white": 37,
        "yellow": 38,
        "gray": 24,
    }
    for group in board.route_groups:
        assert len({board.routes[route].toll for route in group}) == 1
    assert len(board.tickets) == 44
    assert ticket_sum(board) == 823
    neutral = [frozenset(ticket.neutral) for ticket in board.tickets if ticket.neutral]
    assert (len(neutral), len(set(neutral))) == (35, 33)
    assert {pair for pair, number in Counter(neutral).items() if number == 2} == {
        frozenset(("Amsterdam", "Rotterdam")),
        frozenset(("Rotterdam", "Antwerpen")),
    }
    settings = board.settings
    assert settings.trains == 40  # N1
    assert (settings.ticket_deal, settings.ticket_keep) == (5, 3)  # N1
    assert (settings.ticket_draw, settings.ticket_draw_keep, settings.ticket_return) == (4, 1, "discard")  # N1
    assert settings.start_score == (0, 1, 2, 3, 4)  # N3
    assert settings.close_doubles_below == 0  # N4
    assert settings.mechanics == {
        "tolls": {
            "tokens": 30,  # N2
            "loan": -5,  # N6
            "bonus": {2: (35, 0), 3: (55, 35, 0), 4: (55, 35, 20, 0), 5: (55, 35, 20, 10, 0)},  # N7
            "ranking": "dense",
        }
    }


def test_japan() -> None:
    board = load_map("japan")
    assert Counter(city.region for city in board.cities) == {"main": 32, "tokyo": 10, "kyushu": 6}
    assert len(board.routes) == 114
    assert spaces(board) == 277
    assert pairs(board) == 91
    assert group_sizes(board) == {1: 70, 2: 22}
    express = [route for route in board.routes if route.kind == "express"]
    assert (len(express), sum(route.length for route in express)) == (23, 59)
    assert Counter(route.length for route in express) == {1: 4, 2: 7, 3: 7, 4: 5}
    assert by_color(board) == {**dict.fromkeys(COLORS, 11), "white": 12, "gray": 25}
    assert len(board.tickets) == 54
    assert ticket_sum(board) == 402
    assert ticket_values(board) == values("1×1 2×1 3×6 4×4 5×6 6×7 7×7 8×6 9×3 10×4 12×2 13×2 14×2 16×2 19×1")
    settings = board.settings
    assert settings.trains == 20  # J1
    assert (settings.ticket_deal, settings.ticket_keep) == (4, 2)  # J1
    assert (settings.ticket_draw, settings.ticket_draw_keep, settings.ticket_return) == (3, 1, "shuffled")  # J1
    assert settings.mechanics == {
        "express": {
            "trains": 16,  # J2
            "end_trains": 2,  # J7
            "bonus": {2: (10, -10), 3: (15, 5, -10), 4: (20, 10, 0, -10), 5: (25, 15, 5, -5, -10)},  # J8
            "none": -20,  # J8
        }
    }


def test_japan_routes_of_different_length_are_no_double() -> None:
    board = load_map("japan")
    ends = {"Aomori", "Hakodate"}
    beside = [number for number, route in enumerate(board.routes) if {route.a, route.b} == ends]
    assert [board.routes[number].length for number in beside] == [3, 2]
    assert all(board.route_groups[board.group_of[number]] == (number,) for number in beside)  # J5
    assert board.notes == ("Aomori–Hakodate: routes of different length (3, 2) are no double route",)


def test_italy() -> None:
    board = load_map("italy")
    assert Counter(city.kind for city in board.cities) == {"city": 34, "country": 5}
    regions = Counter(city.region for city in board.cities if city.region)
    assert len(regions) == 17  # I6
    assert (regions["Sicilia"], regions["Puglia"], regions["Sardegna"]) == (5, 4, 3)
    assert all(bool(city.region) == (city.kind == "city") for city in board.cities)  # I6
    assert len(board.routes) == 128
    assert spaces(board) == 379
    assert by_length(board) == [15, 37, 43, 21, 3, 1, 8]
    assert pairs(board) == 84
    assert spaces_by_color(board) == {**dict.fromkeys(COLORS, 34), "purple": 35, "gray": 106}
    assert group_sizes(board) == {1: 41, 2: 42, 3: 1}
    ferries = [route for route in board.routes if route.kind == "ferry"]
    assert ferries == [route for route in board.routes if route.color == "gray"]  # I3
    assert Counter((route.length, route.waves) for route in ferries) == {
        (7, 4): 8,
        (3, 1): 6,
        (4, 2): 4,
        (5, 3): 2,
        (6, 3): 1,
    }
    assert sum(route.waves for route in ferries) == 55
    assert len(board.tickets) == 56
    assert ticket_sum(board) == 677
    settings = board.settings
    assert settings.trains == 45  # I1
    assert (settings.ticket_deal, settings.ticket_keep) == (5, 3)  # I1
    assert (settings.ticket_draw, settings.ticket_draw_keep, settings.ticket_return) == (4, 1, "shuffled")  # I1
    assert settings.mechanics["ferries"] == {"cards": 10, "limit": 2, "spaces": 2}  # I2, I3
    assert settings.mechanics["regions"]["double"] == ("Sardegna", "Sicilia", "Puglia")  # I7
    points = settings.mechanics["regions"]["points"]
    assert [points[regions] for regions in range(5, 16)] == [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]  # I6


@pytest.mark.parametrize("name", ["germany", "italy"])
def test_each_way_into_a_country_has_an_end_point_for_drawing(name: str) -> None:
    board = load_map(name)
    countries = {city.name for city in board.cities if city.kind == "country"}
    entries = {
        (end, other)
        for route in board.routes
        for end, other in ((route.a, route.b), (route.b, route.a))
        if end in countries
    }
    with (maps_folder() / name / "country_endpoints.csv").open(encoding="utf-8", newline="") as file:
        assert {(row["country"], row["city"]) for row in csv.DictReader(file)} == entries


@pytest.mark.parametrize("name", MAPS)
def test_every_map_says_where_its_facts_come_from(name: str) -> None:
    board = load_map(name)
    assert board.title
    assert board.about
    assert board.uncertain
    folder = maps_folder() / name
    sources = tomllib.loads((folder / "map.toml").read_text(encoding="utf-8"))["sources"]
    assert (folder / sources["notes"]).is_file()


@pytest.mark.parametrize("name", MAPS)
def test_every_city_has_a_place_on_earth(name: str) -> None:
    assert all(city.lon is not None and city.lat is not None for city in load_map(name).cities)
