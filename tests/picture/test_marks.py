"""Marks: each of them shows, where it should, in its colour."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.picture.positions import THEMES, game_on
from ttr_widget.boardmaker.sizes import text_width
from ttr_widget.gamemap import load_map
from ttr_widget.picture import CanvasBoard, Marks, Picture, draw
from ttr_widget.picture.marks import CITY_STYLES, INVALID, VALID, heat_color
from ttr_widget.picture.palette import PLAYER_COLORS, theme_named
from ttr_widget.picture.plate import plate_for
from ttr_widget.picture.primitives import Dots, Path, Text, lines_of

BOARD = load_map("usa")


def colors(picture: Picture, layer: str) -> set[str]:
    shapes = [shape for shape in picture.layers[layer] if isinstance(shape, Path | Dots)]
    return {color for shape in shapes for color in (shape.fill, shape.stroke) if color}


def marked(**fields: object) -> Picture:
    return draw(BOARD, marks=Marks(**fields))  # type: ignore[arg-type]


def test_generators_are_read_once() -> None:
    marks = Marks(glow=(route for route in range(3)))
    assert draw(BOARD, marks=marks).layers["under"] == draw(BOARD, marks=marks).layers["under"] != ()


def test_without_marks_there_is_nothing_to_see() -> None:
    picture = draw(game_on("usa"))
    assert picture.layers["under"] == picture.layers["over"] == ()


@pytest.mark.parametrize("theme", THEMES)
def test_glow_and_last_move_lie_below_the_trains(theme: str) -> None:
    picture = draw(BOARD, theme=theme, marks=Marks(glow={4}, last=[7]))
    look = theme_named(theme)
    assert colors(picture, "under") == {look.glow, look.last}
    layers = list(picture.layers)
    assert layers.index("under") < layers.index("slots") < layers.index("trains")
    for shape in picture.layers["under"]:
        assert isinstance(shape, Path)
        (line,) = [points for _, points in lines_of(shape.d)]
        x, y = plate_for(BOARD).point_of(4 if shape.stroke == look.glow else 7)
        assert any(abs(px - x) < 1 and abs(py - y) < 1 for px, py in line)


def test_hover_shows_ghosts_of_the_right_colour() -> None:
    picture = marked(hover=3, ghost_seat=1)
    assert {PLAYER_COLORS[1], VALID} <= colors(picture, "over")
    frames = next(shape for shape in picture.layers["over"] if isinstance(shape, Path) and shape.fill)
    assert len(lines_of(frames.d)) == BOARD.routes[3].length
    assert VALID in colors(marked(hover=3), "over")
    assert colors(marked(hover=3, ghost_seat=1, valid=False), "over") == {INVALID}


def test_paths_and_single_routes_take_any_colour() -> None:
    picture = marked(path=(5, 6), path_color="#123456", routes={1: "teal", 2: "teal", 3: "red"})
    assert {"#123456", "teal", "red"} <= colors(picture, "under")
    teal = next(shape for shape in picture.layers["under"] if isinstance(shape, Path) and shape.stroke == "teal")
    assert len(lines_of(teal.d)) == 2


@pytest.mark.parametrize("style", sorted(CITY_STYLES))
def test_cities_get_a_ring(style: str) -> None:
    picture = marked(cities={"Denver": style})
    rings = [shape for shape in picture.layers["over"] if isinstance(shape, Dots)]
    assert {ring.points for ring in rings} == {tuple(plate_for(BOARD).towns["Denver"])}
    assert CITY_STYLES[style] in {ring.stroke for ring in rings}
    assert len(set(CITY_STYLES.values())) == len(CITY_STYLES)


def test_countries_are_ringed_at_every_entry() -> None:
    board = load_map("germany")
    picture = draw(board, marks=Marks(cities={"Österreich": "ticket"}))
    ring = next(shape for shape in picture.layers["over"] if isinstance(shape, Dots))
    assert len(ring.points) == len(plate_for(board).towns["Österreich"]) > 1


def test_heat_has_a_scale_and_a_legend() -> None:
    heat = {0: 2.0, 1: 5.0, 2: 11.5}
    picture = marked(heat=heat, city_heat={"Denver": 3.0}, heat_title="times claimed")
    theme = theme_named("light")
    shown = [shape.stroke for shape in picture.layers["under"] if isinstance(shape, Path)]
    assert shown == [heat_color(theme, value, list(heat.values())) for value in heat.values()]
    assert len(set(shown)) == 3
    assert shown[0] == theme.heat[0]
    assert shown[-1] == theme.heat[-1]
    words = {shape.text for shape in picture.layers["over"] if isinstance(shape, Text)}
    assert {"times claimed", "2", "11.5"} <= words
    assert heat_color(theme, 4.0, [4.0]) == theme.heat[-1]


def test_routes_and_cities_share_one_heat_scale() -> None:
    picture = marked(heat={0: 2.0, 1: 20.0}, city_heat={"Denver": 2.0, "Miami": 11.0})
    theme = theme_named("light")
    routes = [shape.stroke for shape in picture.layers["under"] if isinstance(shape, Path)]
    cities = [shape.fill for shape in picture.layers["over"] if isinstance(shape, Dots)]
    assert routes == [theme.heat[0], theme.heat[-1]]
    assert cities == [theme.heat[0], heat_color(theme, 11.0, [2.0, 20.0])]


def test_a_long_heat_title_stays_in_its_legend() -> None:
    words = "claimed in so many of a hundred games that nobody can count them all"
    picture = marked(heat={0: 1.0, 1: 2.0}, heat_title=words)
    title = next(shape for shape in picture.layers["over"] if isinstance(shape, Text) and shape.text == words)
    assert text_width(words, title.size) < plate_for(BOARD).board["legend"]["w"] * 100


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"glow": (3, 999)}, "no route 999 on usa: its routes are numbered 0 to 99"),
        ({"hover": 500}, "no route 500"),
        ({"path": (-1,)}, "no route -1"),
        ({"heat": {"Denver": 1.0}}, "no route 'Denver'"),
        ({"cities": {"Denvr": "ticket"}}, "no city 'Denvr' on usa; is it 'Denver'?"),
        ({"city_heat": {"Atlantis, lost": 1.0}}, "no city 'Atlantis, lost'"),
        ({"heat": {1: 2.0, 2: float("nan")}}, "the heat of 2 is nan: leave out"),
    ],
)
def test_marks_that_name_nothing_are_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        marked(**wrong)


def test_a_live_board_refuses_them_too_and_stays_as_it_is() -> None:
    board = CanvasBoard(BOARD)
    board.show(marks=Marks(glow=(1,)))
    sent = board.bytes_sent
    with pytest.raises(ValueError, match="no route 100"):
        board.show(marks=Marks(glow=(100,)))
    assert board.bytes_sent == sent
    board.show(marks=Marks(glow=(1,)))
    assert board.bytes_sent - sent < 100, "nothing changed, so nothing but an empty message is sent"


@pytest.mark.parametrize("width", [0, -5, float("nan"), float("inf")])
def test_a_picture_needs_a_width(width: float) -> None:
    with pytest.raises(ValueError, match="a number of pixels above 0"):
        draw(BOARD, width=width)
