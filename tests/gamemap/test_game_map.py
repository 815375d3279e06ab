"""GameMap: names, groups, options, variants, and the ways out and back: graphs, plain data, tables, pickle."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import sys
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttr_widget.gamemap import (
    City,
    GameMap,
    MapError,
    Route,
    Settings,
    Ticket,
    UnknownCity,
    available_maps,
    fold,
    load_map,
)

from .conftest import MapFolder

MAPS = available_maps()


def settings_of(board: GameMap) -> dict[str, Any]:
    return {field.name: getattr(board.settings, field.name) for field in dataclasses.fields(Settings)}


# names


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("Montréal", "Montréal"),
        ("montreal", "Montréal"),
        ("MONTRE", "Montréal"),
        ("kansas", "Kansas City"),
        ("st louis", "St. Louis"),
        ("Sault", "Sault Ste. Marie"),
        (" new york ", "New York"),
    ],
)
def test_find_city(text: str, city: str) -> None:
    assert load_map("usa").find_city(text) == city


def test_a_whole_name_beats_a_longer_one() -> None:
    board = load_map("germany")
    assert board.find_city("bremen") == "Bremen"
    assert board.find_city("koln") == "Köln"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Kansa Cty", "did you mean Kansas City?"),
        ("Montrael", "did you mean Montréal?"),
        ("sa", "could be Salt Lake City, San Francisco, Santa Fe or Sault Ste. Marie"),
        ("Timbuktu", "there is no city 'Timbuktu'"),
        ("", "there is no city ''"),
    ],
)
def test_unknown_city(text: str, words: str) -> None:
    with pytest.raises(UnknownCity) as caught:
        load_map("usa").find_city(text)
    assert words in str(caught.value)


@pytest.mark.parametrize("name", MAPS)
def test_every_city_is_found_as_people_type_it(name: str) -> None:
    board = load_map(name)
    for city in board.cities:
        assert board.find_city(fold(city.name)) == city.name
        assert board.find_city(city.name.upper()) == city.name


def test_route_label() -> None:
    board = load_map("usa")
    labels = [board.route_label(route) for route in range(len(board.routes))]
    assert labels[0] == "Atlanta–Charleston"
    assert labels.count("Portland–Seattle") == 2


# groups


@pytest.mark.parametrize("name", MAPS)
def test_groups_are_the_parallel_routes_of_one_length(name: str) -> None:  # B12
    board = load_map(name)
    assert sorted(route for group in board.route_groups for route in group) == list(range(len(board.routes)))
    for number, route in enumerate(board.routes):
        twins = tuple(
            other
            for other, it in enumerate(board.routes)
            if {it.a, it.b} == {route.a, route.b} and it.length == route.length
        )
        assert board.route_groups[board.group_of[number]] == twins


def test_a_ferry_beside_a_track_of_its_length_is_a_double() -> None:  # B12
    board = load_map("italy")
    beside = [number for number, route in enumerate(board.routes) if {route.a, route.b} == {"Trieste", "Venezia"}]
    assert {board.routes[number].kind for number in beside} == {"normal", "ferry"}
    assert tuple(beside) in board.route_groups


def test_a_double_may_be_written_the_other_way_round(folder: MapFolder) -> None:
    folder.change("routes.csv", "Ahaus,Bonn,2,blue", "Bonn,Ahaus,2,blue")
    assert load_map(folder.path).route_groups[0] == (0, 1)


# options


def test_options_are_listed_with_their_values() -> None:
    choices = load_map("nederland").choices
    assert {name: (option.default, option.values) for name, option in choices.items()} == {
        "tolls": (True, (False, True)),
        "neutral": (False, (False, True)),
        "ranking": ("dense", ("dense", "competition")),
    }
    assert all(option.about for option in choices.values())


def test_nederland_without_tolls() -> None:  # N9
    board = load_map("nederland", tolls=False)
    assert board.settings.mechanics == {}
    assert board.settings.close_doubles_below == 4
    assert repr(board) == "<GameMap nederland tolls=False: 30 cities, 97 routes, 44 tickets>"


def test_nederland_with_a_neutral_player() -> None:  # N10
    board = load_map("nederland", neutral=True)
    assert board.settings.mechanics["neutral"] == {"trains": 40, "from_round": 6}
    assert "tolls" in board.settings.mechanics
    assert board.settings.players == (2, 2)
    with pytest.raises(ValueError, match="neutral=True needs tolls=True"):
        load_map("nederland", neutral=True, tolls=False)


def test_nederland_ranking() -> None:  # N7
    assert load_map("nederland", ranking="competition").settings.mechanics["tolls"]["ranking"] == "competition"
    assert load_map("nederland", ranking="competition", tolls=False).settings.mechanics == {}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"editon": "new"}, "unknown option 'editon' – did you mean edition?"),
        ({"edition": "old"}, "the option 'edition' cannot be 'old': it is 'new' or 'classic'"),
        ({"edition": None}, "the option 'edition' cannot be None"),
    ],
)
def test_unknown_options(options: dict[str, object], words: str) -> None:
    for ask in (lambda: load_map("usa", **options), lambda: load_map("usa").with_options(**options)):
        with pytest.raises(ValueError, match=r"edition") as caught:
            ask()
        assert words in str(caught.value)


def test_an_option_of_a_map_without_options() -> None:
    with pytest.raises(ValueError, match=r"unknown option 'edition'\. It has none"):
        load_map("japan", edition="new")


def test_true_is_not_one() -> None:
    assert load_map("nederland", tolls=True).options["tolls"] is True
    with pytest.raises(ValueError, match="cannot be 1"):
        load_map("nederland", tolls=1)


def test_with_options_keeps_the_others() -> None:
    board = load_map("nederland", ranking="competition").with_options(neutral=True)
    assert board.options == {"tolls": True, "neutral": True, "ranking": "competition"}
    assert board.with_options() is board
    assert load_map("usa").with_options(edition="classic") is load_map("usa", edition="classic")


def test_an_option_of_an_own_map(folder: MapFolder) -> None:
    board = load_map(str(folder.path), fast=True)
    assert (board.settings.trains, board.with_options(fast=False).settings.trains) == (6, 12)


# variants


def test_a_variant() -> None:
    usa = load_map("usa")
    variant = usa.changed(name="tiny", trains=10, tickets=usa.tickets[:20])
    assert (variant.name, variant.settings.trains, len(variant.tickets)) == ("tiny", 10, 20)
    assert usa.settings.trains == 45
    assert variant.fingerprint != usa.fingerprint
    assert (usa.stored, variant.stored) == (True, False)
    assert variant.folder == usa.folder
    with pytest.raises(ValueError, match="variant without options"):
        variant.with_options(edition="classic")


def test_mechanics_of_a_variant() -> None:
    usa = load_map("usa")
    both = usa.changed(mechanics={"passengers": {"first": 25}})
    assert both.settings.mechanics["longest_path"] == {"bonus": 10}
    assert both.settings.mechanics["passengers"]["first"] == 25
    assert both.settings.mechanics["passengers"]["second"] == 10
    fewer = both.changed(mechanics={"longest_path": False, "passengers": {"second": 5}})
    assert fewer.settings.mechanics.keys() == {"passengers"}
    assert fewer.settings.mechanics["passengers"]["first"] == 25
    assert fewer.settings.mechanics["passengers"]["second"] == 5


def test_a_variant_is_checked() -> None:
    usa = load_map("usa")
    routes = (*usa.routes, Route("Miami", "Havanna", 12, "red"))
    with pytest.raises(MapError) as caught:
        usa.changed(routes=routes, trains=0, mechanics={"tols": {}})
    assert [str(problem) for problem in caught.value.problems] == [
        "settings, trains: 0 is out of range: it must be from 1 to 999",
        "settings, mechanics.tols: unknown mechanic 'tols' – did you mean tolls? It can be longest_path, most_tickets, "
        "passengers, tolls, neutral, express, ferries, regions or short_journey.",
        "routes[100], b: unknown city 'Havanna'",
        "routes[100], length: 12 is out of range: it must be from 1 to 9",
    ]


def test_a_variant_with_an_unknown_setting() -> None:
    with pytest.raises(MapError, match="unknown setting 'train' – did you mean trains"):
        load_map("usa").changed(train=3)


def test_waves_are_called_by_their_name_in_memory() -> None:
    italy = load_map("italy")
    routes = [dataclasses.replace(route, waves=route.waves and 9) for route in italy.routes]
    with pytest.raises(MapError) as caught:
        italy.changed(routes=routes)
    assert caught.value.problems[0].field == "waves"
    assert len(caught.value.problems) == 21


# graphs


@pytest.mark.parametrize("name", MAPS)
def test_graph(name: str) -> None:
    board = load_map(name)
    graph = board.graph()
    assert isinstance(graph, nx.MultiGraph)
    assert list(graph) == [city.name for city in board.cities]
    assert graph.number_of_edges() == len(board.routes)
    for a, b, key, cells in graph.edges(keys=True, data=True):
        route = board.routes[key]
        assert {a, b} == {route.a, route.b}
        assert (cells["index"], cells["group"]) == (key, board.group_of[key])
        assert (cells["length"], cells["color"], cells["kind"]) == (route.length, route.color, route.kind)
        assert (cells["waves"], cells["toll"]) == (route.waves, route.toll)
    for city in board.cities:
        cells = graph.nodes[city.name]
        assert (cells["lon"], cells["lat"], cells["kind"]) == (city.lon, city.lat, city.kind)
        assert (cells["region"], cells["passengers"]) == (city.region, city.passengers)


@pytest.mark.parametrize("name", MAPS)
def test_graph_and_back(name: str) -> None:
    board = load_map(name)
    again = GameMap.from_graph(board.graph(), tickets=board.tickets, name=board.name, **settings_of(board))
    assert (again.cities, again.routes, again.tickets) == (board.cities, board.routes, board.tickets)
    assert again.fingerprint == board.fingerprint


def test_a_map_out_of_a_plain_graph() -> None:
    graph = nx.cycle_graph(6)
    nx.set_edge_attributes(graph, 2, "length")
    board = GameMap.from_graph(graph, name="ring", trains=8)
    assert repr(board) == "<GameMap ring: 6 cities, 6 routes, 0 tickets>"
    assert board.routes[0] == Route("0", "1", 2, "gray")
    assert board.settings.ticket_deal == board.settings.ticket_draw == 0
    assert board.settings.mechanics == {"longest_path": {"bonus": 10}}


def test_tickets_of_a_graph_may_be_plain_tuples() -> None:
    graph = nx.complete_graph(["A", "B", "C", "D"])
    nx.set_edge_attributes(graph, 1, "length")
    pairs = [("A", "B", 1), ("A", "C", 2), ("A", "D", 3), Ticket("B", "C", 4)]
    board = GameMap.from_graph(graph, tickets=pairs, players=(2, 2), ticket_deal=2, ticket_keep=1)
    assert board.tickets[1] == Ticket("A", "C", 2)


def test_a_graph_without_lengths() -> None:
    with pytest.raises(MapError) as caught:
        GameMap.from_graph(nx.path_graph(3))
    assert [str(problem) for problem in caught.value.problems] == [
        "routes[0], length: is empty: a whole number is needed",
        "routes[1], length: is empty: a whole number is needed",
    ]


def test_a_directed_graph() -> None:
    with pytest.raises(ValueError, match="to_undirected"):
        GameMap.from_graph(nx.DiGraph([("A", "B")]))


def test_a_graph_in_two_parts() -> None:
    graph = nx.Graph([("A", "B"), ("B", "C"), ("X", "Y")])
    nx.set_edge_attributes(graph, 1, "length")
    with pytest.raises(MapError) as caught:
        GameMap.from_graph(graph)
    assert [problem.file for problem in caught.value.problems] == ["cities[3]", "cities[4]"]


@st.composite
def connected_multigraphs(draw: st.DrawFn) -> nx.MultiGraph:
    """A tree with some more edges, also parallel ones of the same and of different length."""
    size = draw(st.integers(2, 12))
    ends = [(draw(st.integers(0, node - 1)), node) for node in range(1, size)]
    more = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(lambda pair: pair[0] != pair[1])
    graph = nx.MultiGraph()
    for a, b in ends + draw(st.lists(more, max_size=12)):
        graph.add_edge(
            f"Town {a}", f"Town {b}", length=draw(st.integers(1, 9)), color=draw(st.sampled_from(["gray", "red"]))
        )
    return graph


@given(connected_multigraphs())
def test_any_connected_graph_makes_the_round_trip(graph: nx.MultiGraph) -> None:
    board = GameMap.from_graph(graph, name="any")
    assert len(board.routes) == graph.number_of_edges()
    assert GameMap.from_graph(board.graph(), name="any") == board
    assert GameMap.from_dict(json.loads(json.dumps(board.to_dict()))) == board


# plain data, pickle, identity


@pytest.mark.parametrize("name", MAPS)
def test_plain_data_and_back(name: str) -> None:
    board = load_map(name)
    again = GameMap.from_dict(json.loads(json.dumps(board.to_dict())))
    assert again == board
    assert hash(again) == hash(board)
    assert again.settings == board.settings
    assert not again.stored


def test_plain_data_is_checked() -> None:
    data = load_map("usa").to_dict()
    data["routes"][3]["color"] = "pink"
    data["tickets"][5]["a"] = 7
    data["settings"]["cards"]["red"] = "many"
    with pytest.raises(MapError) as caught:
        GameMap.from_dict(data)
    assert [(it.file, it.field) for it in caught.value.problems] == [
        ("settings", "cards.red"),
        ("routes[3]", "color"),
        ("tickets[5]", "a"),
    ]


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("version", 2, "2 is unknown"),
        ("routes", None, "must be a list of tables"),
        ("tickets", [1], "must be a list of tables"),
        ("settings", [], "must be a table"),
        ("options", 1, "must be a table"),
        ("uncertain", "x", "must be a list"),
    ],
)
def test_plain_data_of_another_form(key: str, value: object, words: str) -> None:
    with pytest.raises(MapError) as caught:
        GameMap.from_dict({**load_map("usa").to_dict(), key: value})
    assert words in caught.value.problems[0].message


def test_plain_data_must_be_a_table() -> None:
    with pytest.raises(MapError, match="must be a table"):
        GameMap.from_dict([])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", MAPS)
def test_copies_are_equal(name: str) -> None:
    board = load_map(name)
    for other in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert other == board
        assert (other.city_index, other.route_groups, other.fingerprint) == (
            board.city_index,
            board.route_groups,
            board.fingerprint,
        )


def test_different_maps_are_not_equal() -> None:
    usa = load_map("usa")
    assert usa != load_map("usa", edition="classic")
    assert usa != "usa"
    assert usa != usa.changed(name="mine")
    assert usa == usa.changed()
    assert len({usa, usa.changed(), load_map("japan")}) == 2
    assert len({board.settings for board in (usa, usa.changed(), usa.changed(trains=3))}) == 2


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"players": 3}, "players", "the smallest and the largest number"),
        ({"cards": 5}, "cards", "must be a table"),
        ({"cards": {}}, "cards", "too few cards: 0"),
        ({"mechanics": {"tolls": 5}}, "mechanics.tolls", "must be a table of parameters"),
        ({"mechanics": {"tolls": {"loan": None}}}, "mechanics.tolls.loan", "must be a whole number"),
        ({"mechanics": {"tolls": {"bonus": {2: [1]}}}}, "mechanics.tolls.bonus.2", "needs 2 values"),
        ({"mechanics": {"passengers": {"colors": 1}}}, "mechanics.passengers.colors", "must be a list of words"),
        ({"ticket_deal": 7}, "ticket_deal", "out of range"),
    ],
)
def test_settings_of_a_variant_are_checked(changes: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(MapError) as caught:
        load_map("usa").changed(**changes)
    first = caught.value.problems[0]
    assert (first.file, first.field) == ("settings", field)
    assert words in first.message


def test_the_fingerprint_is_about_the_rules_only() -> None:
    usa = load_map("usa")
    moved = [dataclasses.replace(city, lon=None, lat=None, name_en="x") for city in usa.cities]
    assert usa.changed(name="other", cities=moved).fingerprint == usa.fingerprint
    assert usa.changed(cities=moved) != usa
    different = [
        usa.changed(trains=44),
        usa.changed(mechanics={"longest_path": {"bonus": 11}}),
        usa.changed(tickets=usa.tickets[::-1]),
        usa.changed(routes=usa.routes[::-1]),
        usa.changed(cities=usa.cities[::-1]),
        usa.changed(cities=[dataclasses.replace(city, region="x") for city in usa.cities]),
        load_map("usa", edition="classic"),
    ]
    assert len({usa.fingerprint, *(board.fingerprint for board in different)}) == len(different) + 1


def test_fingerprints_stay_the_same() -> None:
    """Saved games hold them: a change here makes every record of that map unreadable."""
    assert {name: load_map(name).fingerprint for name in MAPS} == {
        "first_journey_europe": "fa50cedc0c0368b3",
        "germany": "11f94d93b47fe488",
        "italy": "5c0b63ca63c9dd44",
        "japan": "4480dad74e093cf6",
        "nederland": "ccdbc0c59106cfea",
        "usa": "bb60e7f091222936",
    }


def test_a_map_cannot_be_changed_in_place() -> None:
    board = load_map("nederland")
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.name = "x"  # type: ignore[misc]
    for table in (board.settings.cards, board.settings.mechanics["tolls"], board.options, board.city_index):
        changes = (
            lambda table: table.__setitem__("red", 1),
            lambda table: table.update(red=1),
            lambda table: table.pop("red"),
            lambda table: table.clear(),
            lambda table: table.__ior__({"red": 1}),
        )
        for change in changes:
            with pytest.raises(TypeError, match="changed"):
                change(table)
    assert {board: 1}[load_map("nederland")] == 1


# tables


def test_frames() -> None:
    board = load_map("germany")
    assert list(board.cities_frame().columns) == ["name", "lon", "lat", "kind", "region", "passengers", "name_en"]
    routes = board.routes_frame()
    assert routes["length"].sum() == 313
    assert tuple(routes["group"]) == board.group_of
    assert board.tickets_frame().groupby("deck")["points"].sum().to_dict() == {"long": 526, "short": 415}


def test_frames_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"ttr_widget\[lab\]"):
        load_map("usa").routes_frame()


def test_city_index() -> None:
    board = load_map("usa")
    assert all(board.cities[number].name == name for name, number in board.city_index.items())
    assert board.cities[board.city_index["Boston"]] == City("Boston", -71.059, 42.36)
