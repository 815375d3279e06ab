"""Pictures of all maps: complete, well formed, inside their frame, and without secrets."""

from __future__ import annotations

import itertools
import math
import random
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path as File

import networkx as nx
import pytest

from tests.picture.positions import MAPS, THEMES, finished, game_on
from ttr_widget.boardmaker.sizes import text_width
from ttr_widget.engine import Game, View
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.position import Scenario
from ttr_widget.gamemap import GameMap, load_map
from ttr_widget.picture import Marks, Picture, draw, to_svg
from ttr_widget.picture.digits import write_number
from ttr_widget.picture.drawing import ORDER, static_layers
from ttr_widget.picture.ornament import Free, _dense, _find_peaks
from ttr_widget.picture.palette import PLAYER_COLORS, theme_named
from ttr_widget.picture.pieces import BRONZE, HEAD, RIM, TAG
from ttr_widget.picture.plate import plate_for
from ttr_widget.picture.primitives import UNIT, Cars, Dots, Path, Pen, Text, lines_of, turned
from ttr_widget.picture.signs import TRIANGLE
from ttr_widget.picture.slots import ROUND, SYMBOL, legend_slots
from ttr_widget.picture.symbols import COLOR_SHAPES

SVG = "{http://www.w3.org/2000/svg}"


def texts_of(picture: Picture) -> list[Text]:
    return [shape for shapes in picture.layers.values() for shape in shapes if isinstance(shape, Text)]


def points_of(picture: Picture) -> list[tuple[float, float]]:
    """Every corner of every path and middle of every dot."""
    shapes = [shape for shapes in picture.layers.values() for shape in shapes]
    points = [p for shape in shapes if isinstance(shape, Path) for _, line in lines_of(shape.d) for p in line]
    return points + [p for shape in shapes if isinstance(shape, Dots) for p in shape.points]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_drawn_empty_in_play_and_finished(name: str, theme: str) -> None:
    for what in (load_map(name), game_on(name), finished(name)):
        picture = draw(what, theme=theme, width=900)
        text = to_svg(picture)
        root = ET.fromstring(text)
        assert root.tag == f"{SVG}svg"
        assert float(root.attrib["width"]) == 900
        assert "nan" not in text
        assert "None" not in text
        assert text == to_svg(draw(what, theme=theme, width=900))
        shown = {group.attrib["class"] for group in root.findall(f"{SVG}g")}
        assert shown >= {"sea", "land", "ground", "slots", "places"}
        assert list(picture.layers) == [layer for layer in ORDER if layer in picture.layers]


@pytest.mark.parametrize("name", MAPS)
def test_nothing_is_outside_the_picture(name: str) -> None:
    for what in (load_map(name), finished(name)):
        picture = draw(what)
        width, height = picture.size
        for x, y in points_of(picture):
            assert -1 <= x <= width + 1
            assert -1 <= y <= height + 1
        for text in texts_of(picture):
            wide = text_width(text.text, text.size) * (1 if text.weight == "bold" else 0.85)
            left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor]
            corners = [(left, -0.7 * text.size), (left + wide, 0.0)]
            for x, y in turned(corners, (text.x, text.y, text.angle)):
                assert -0.1 * text.size <= x <= width + 0.1 * text.size, text
                assert 0 <= y <= height, text


@pytest.mark.parametrize("name", MAPS)
def test_every_route_has_slots_and_every_claimed_one_cars(name: str) -> None:
    game = game_on(name)
    plate = plate_for(game.board)
    picture = draw(game)
    cars = {shape.route: shape for shape in picture.layers["trains"] if isinstance(shape, Cars)}
    assert set(cars) == {route for route, owner in enumerate(game.owner) if owner != Game.FREE}
    for route, shape in cars.items():
        assert len(shape.places) == game.board.routes[route].length
        owner = game.owner[route]
        if owner >= 0:
            assert shape.color == PLAYER_COLORS[owner]
        assert shape.kind == ("bullet" if game.board.routes[route].kind == "express" else "wagon")
    bodies = [shape for shape in picture.layers["slots"] if isinstance(shape, Path) and shape.width == 2 * ROUND]
    middles = {
        (round(sum(x for x, _ in line) / 4), round(sum(y for _, y in line) / 4))
        for shape in bodies
        for _, line in lines_of(shape.d)
    }
    slots = [place for places in plate.slots for place in places]
    assert len(slots) == sum(route.length for route in game.board.routes)
    for x, y, _ in slots + [place for _, place in legend_slots(plate)]:
        assert any(math.dist(middle, (x, y)) < 2 for middle in middles)


@pytest.mark.parametrize("name", MAPS)
def test_every_name_is_on_the_board(name: str) -> None:
    board = load_map(name)
    written = {text.text for text in texts_of(draw(board))}
    assert {city.name for city in board.cities} <= written
    assert board.title in written


def test_tolls_passengers_express_and_scores_are_shown() -> None:
    board = load_map("nederland")
    coins = next(shape for shape in draw(board).layers["slots"] if isinstance(shape, Dots))
    tolled = {frozenset((route.a, route.b)) for route in board.routes if route.toll}
    assert len(coins.points) >= len(tolled) > 0
    plain = board.changed(routes=[replace(route, toll=0) for route in board.routes], mechanics={"tolls": False})
    assert not [shape for shape in draw(plain).layers["slots"] if isinstance(shape, Dots)]
    germany = game_on("germany")
    waiting = sum(map(sum, germany.view(None).extra["passengers"]["places"]))
    heads = [
        dots
        for dots in draw(germany).layers["pawns"]
        if isinstance(dots, Dots) and dots.radius == HEAD + RIM and dots.fill == BRONZE
    ]
    assert sum(len(shape.points) for shape in heads) == waiting > 0
    japan = texts_of(draw(game_on("japan")))
    assert "Express track" in {text.text for text in japan}
    usa = finished("usa")
    points = [text.text for text in draw(usa).layers["footer"] if isinstance(text, Text) and text.family == "serif"]
    assert points == [str(value) for value in usa.points]
    assert not draw(usa, footer=False).layers.get("footer")


def test_scores_stand_on_the_track_around_the_board() -> None:
    from ttr_widget.picture.position import position_of
    from ttr_widget.picture.track import Track, marker_places

    game = finished("usa")
    plate = plate_for(game.board)
    track = Track(plate.size)
    boxes = [track.box(field) for field in range(100)]
    assert len(set(boxes)) == 100
    assert boxes[0][:2] == (0, 0)
    for place, points in zip(marker_places(plate, position_of(game)), game.points, strict=True):
        x, y, w, h = boxes[points % 100]
        room = 0 if game.points.count(points) == 1 else 110
        assert x - room <= place[0] <= x + w + room
        assert y - room <= place[1] <= y + h + room


@pytest.mark.parametrize("name", [name for name in MAPS if any(load_map(name).settings.route_points.values())])
@pytest.mark.parametrize("points", [[0, 0, 0, 0, 0], [7, 107, 207, 8, 8], [99, 0, 100, 199, 1], [25, 26, 26, 27, 24]])
def test_markers_never_hide_one_another(name: str, points: list[int]) -> None:
    from ttr_widget.picture.position import position_of
    from ttr_widget.picture.track import APART, CORNER, MARKER, Track, marker_places

    position = position_of(game_on(name, 0, load_map(name).settings.players[1]))
    assert position.view is not None
    points = points[: position.view.players]
    position = replace(position, view=replace(position.view, points=points))
    plate = plate_for(position.map)
    track = Track(plate.size)
    places = marker_places(plate, position)
    # Around a corner two markers may be a little nearer to each other than along the track.
    assert min(math.dist(a, b) for a, b in itertools.combinations(places, 2)) >= MARKER
    corners = [track.at(side, 0) for side in range(4)]
    assert min(math.dist(place, corner) for place in places for corner in corners) >= CORNER
    for (x, y), value in zip(places, points, strict=True):
        assert MARKER / 2 <= x <= plate.size[0] - MARKER / 2
        assert MARKER / 2 <= y <= plate.size[1] - MARKER / 2
        assert math.dist((x, y), track.middle(value)) <= 5 * APART


def test_a_place_on_the_track_and_back() -> None:
    from ttr_widget.picture.track import Track

    track = Track((3390.0, 2390.0))
    for field in range(100):
        assert track.at(*track.side_of(field)) == pytest.approx(track.middle(field))


@pytest.mark.parametrize("name", MAPS)
def test_every_coloured_slot_has_its_symbol(name: str) -> None:
    board = load_map(name)
    plate = plate_for(board)
    inks = [
        shape for shape in draw(board).layers["slots"] if isinstance(shape, Path) and shape.fill and shape.opacity < 1
    ]
    symbols = sum(len(lines_of(shape.d)) for shape in inks)
    plain = [route for route in board.routes if route.color != "gray" and route.kind != "express"]
    assert symbols == sum(route.length - route.waves for route in plain) + len(legend_slots(plate))


@pytest.mark.parametrize("name", MAPS)
def test_no_symbol_is_turned(name: str) -> None:
    """Turned by 45 degrees, + and ×, or squares and diamonds, would be the same."""
    layers = draw(game_on(name)).layers
    inks = [shape for shape in layers["slots"] if isinstance(shape, Path) and shape.fill and shape.opacity < 1]
    inks += [shape for shape in layers["tags"] if isinstance(shape, Path) and shape.fill]
    known = [centred([(x * SYMBOL, y * SYMBOL) for x, y in outline]) for outline in COLOR_SHAPES.values()]
    known.append(centred([(x * TAG, y * TAG) for x, y in TRIANGLE]))
    for _, line in (line for shape in inks for line in lines_of(shape.d)):
        assert any(all(min(map(math.dist, [p] * len(k), k)) < 2.5 for p in centred(line)) for k in known)
    strokes = [shape for shape in layers["tags"] if isinstance(shape, Path) and not shape.fill]
    for _, line in (line for shape in strokes for line in lines_of(shape.d) if len(line[1]) == 2):
        angle = math.degrees(math.atan2(line[1][1] - line[0][1], line[1][0] - line[0][0]))
        assert abs(math.remainder(angle, 45)) < 4


def centred(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    xs, ys = zip(*points, strict=True)
    return [(x - (min(xs) + max(xs)) / 2, y - (min(ys) + max(ys)) / 2) for x, y in points]


@pytest.mark.parametrize("name", MAPS)
def test_mountains_stand_on_land_near_their_range_and_hide_nothing(name: str) -> None:
    plate = plate_for(load_map(name))
    free = Free(plate)
    ranges = [
        point for line in plate.board["ranges"] for point in _dense([(x * UNIT, y * UNIT) for x, y in line], False)
    ]
    peaks = _find_peaks(plate, free)
    assert bool(peaks) == (name != "nederland")
    for peak in peaks:
        assert free.is_land(peak)
        assert free.room(peak) > 40
        assert min(math.dist(peak, point) for point in ranges) < 130


def test_end_points_with_a_name_of_their_own_show_it() -> None:
    board = load_map("germany")
    named = [end["country"] for end in plate_for(board).board["endpoints"] if end["label"]]
    texts = [text.text for text in texts_of(draw(board))]
    assert all(texts.count(country) == 1 + named.count(country) for country in set(named))


def test_numbers_are_written_in_the_middle_of_their_place() -> None:
    for number in (0, 7, 95, 1234567890):
        pen = Pen()
        write_number(pen, number, (500, 300), 60)
        lines = lines_of(pen.d)
        assert len(lines) == len(str(number))
        points = [point for _, line in lines for point in line]
        assert abs(sum(x for x, _ in points) / len(points) - 500) < 50
        assert (min(y for _, y in points), max(y for _, y in points)) == (270, 330)


def test_a_game_is_drawn_as_a_spectator_sees_it() -> None:
    game = game_on("nederland", 60)  # N2: the coins of a player are his secret
    coins = {f"{count} coins" for count in range(2, 60)}

    def shown(what: Game | View) -> int:
        lines = [text.text for text in draw(what).layers["footer"] if isinstance(text, Text)]
        return sum(any(coin in line for coin in coins) for line in lines)

    assert shown(game) == 0
    assert shown(game.view(1)) == 1


@pytest.mark.parametrize("name", MAPS)
def test_a_view_shows_nothing_hidden(name: str) -> None:  # X1
    game = game_on(name, 60)
    seat = game.player
    view = game.view(seat)
    seen = to_svg(draw(view))
    others = [imagine(view, random.Random(number)) for number in range(4)]
    assert any(other.tickets != game.tickets for other in others), "nothing was hidden"
    for other in others:
        assert to_svg(draw(other.view(seat))) == seen
        assert to_svg(draw(other)) == to_svg(draw(game))


def test_the_land_holds_what_lies_atop_of_it() -> None:
    picture = draw(load_map("italy"))
    land = picture.layers["land"][0]
    assert isinstance(land, Path)
    assert any(isinstance(shape, Path) and shape.atop for shape in picture.layers["land"])
    names = set()
    for board in map(load_map, MAPS):
        root = ET.fromstring(to_svg(draw(board)))
        (clip,) = root.iter(f"{SVG}clipPath")
        used = {path.attrib["clip-path"] for path in root.iter(f"{SVG}path") if "clip-path" in path.attrib}
        assert used == {f"url(#{clip.attrib['id']})"}
        names.add(clip.attrib["id"])
    assert len(names) == len(MAPS), "pictures of several boards may stand on one page"


def test_neighbouring_regions_have_different_tints() -> None:
    from ttr_widget.picture.ground import _tint_numbers

    square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
    moved = [[[x + dx, y] for x, y in square] for dx in (0.0, 1.0, 2.0)]
    tints = _tint_numbers([{"rings": [ring]} for ring in moved])
    assert tints[0] != tints[1] != tints[2]


def test_themes_differ_and_must_exist() -> None:
    board = load_map("usa")
    assert to_svg(draw(board, theme="light")) != to_svg(draw(board, theme="dark"))
    with pytest.raises(ValueError, match="no theme 'pink'"):
        draw(board, theme="pink")


def test_only_maps_games_views_and_scenarios_are_drawn() -> None:
    scenario = Scenario("usa", players=2).claim(0, "Seattle–Portland")
    assert len(draw(scenario).layers["trains"]) == 1
    with pytest.raises(TypeError, match="not str"):
        draw("usa")  # type: ignore[arg-type]


def test_a_map_without_geography_is_drawn() -> None:
    graph = nx.cycle_graph(["A", "B & C", "<D>", "E"])
    nx.set_edge_attributes(graph, 3, "length")
    board = GameMap.from_graph(
        graph,
        tickets=[("A", "<D>", 5), ("B & C", "E", 5)],
        title="Ring & <tag>",
        ticket_deal=1,
        ticket_keep=1,
        players=(2, 2),
    )
    text = to_svg(draw(Game(board, players=2, seed=1), marks=Marks(glow=(0,), cities={"B & C": "ticket"})))
    written = {element.text for element in ET.fromstring(text).iter(f"{SVG}text")}
    assert {"A", "B & C", "<D>", "E", "Ring & <tag>"} <= written
    for theme in THEMES:  # without a coast no town stands in the sea
        (ground,) = draw(board, theme=theme).layers["sea"]
        assert isinstance(ground, Path)
        assert ground.fill == theme_named(theme).land


@pytest.mark.parametrize("kind", ["Game", "GameMap", "View", "Scenario"])
def test_games_maps_views_and_scenarios_show_themselves(kind: str) -> None:
    game = game_on("usa")
    scenario = Scenario("usa", players=2).claim(0, "Seattle–Portland")
    shown = {"Game": game, "GameMap": game.board, "View": game.view(0), "Scenario": scenario}[kind]
    bundle = shown._repr_mimebundle_()
    root = ET.fromstring(bundle["image/svg+xml"])
    assert root.tag == f"{SVG}svg"
    cars = [group for group in root.iter(f"{SVG}g") if group.get("class") == "cars"]
    assert len(cars) == {"GameMap": 0, "Scenario": 1}.get(kind, sum(owner >= 0 for owner in game.owner))
    assert "usa" in bundle["text/plain"]


def test_a_picture_that_cannot_be_written_loses_nothing(tmp_path: File) -> None:
    game, old = game_on("usa"), tmp_path / "old.svg"
    old.write_text("precious", encoding="utf-8")
    for write in (game.to_svg, game.to_png):
        with pytest.raises(OSError, match="nowhere"):
            write(tmp_path / "nowhere" / "board")
        with pytest.raises(ValueError, match="the themes are light and dark"):
            write(old, theme="pink")
    assert old.read_text(encoding="utf-8") == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["old.svg"]


def test_the_title_plate_can_speak_another_language() -> None:
    plate = plate_for(load_map("usa"))
    for words, title in (("", "North America"), ("Nordamerika", "Nordamerika")):
        ground = static_layers(plate, theme_named("light"), words)["ground"]
        texts = [shape.text for shape in ground if isinstance(shape, Text)]
        assert title in texts
    assert "North America" not in texts


def test_the_twins_of_taken_tracks_are_faded_where_they_are_closed() -> None:  # B12
    board = load_map("usa")
    twins = {i for i, route in enumerate(board.routes) if {route.a, route.b} == {"Denver", "Kansas City"}}
    for players, closes in ((2, True), (3, True), (4, False)):
        scenario = Scenario("usa", players=players).claim(0, "Denver–Kansas City")
        free = {route for route in twins if scenario.game().owner[route] == Game.FREE}
        assert len(free) == 1
        faded = [shape.routes for shape in draw(scenario).layers["closed"] if isinstance(shape, Path)]
        assert faded == ([tuple(free)] if closes else [])
    assert not draw(board).layers["closed"]


@pytest.mark.parametrize("theme", THEMES)
def test_closed_ferries_fade_into_the_sea(theme: str) -> None:
    scenario = Scenario("italy", players=2).claim(0, "Genova–Olbia").claim(1, "Torino–Milano")
    faded = [shape for shape in draw(scenario, theme=theme).layers["closed"] if isinstance(shape, Path)]
    colors = {scenario.game().board.routes[shape.routes[0]].kind: shape.stroke for shape in faded}
    look = theme_named(theme)
    assert colors == {"normal": look.land, "ferry": look.sea}
