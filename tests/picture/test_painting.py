"""Paths, cards and PNG files."""

from __future__ import annotations

import itertools
import math
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path as File

import pytest
from PIL import Image, ImageColor

from tests.picture.positions import MAPS, THEMES, game_on
from ttr_widget.gamemap import CARDS, load_map
from ttr_widget.picture import CARD_COLORS, CARD_SYMBOLS, PLAYER_COLORS, PLAYER_SHAPES, card_svg, draw, to_png
from ttr_widget.picture.palette import lightness, rgb, theme_named
from ttr_widget.picture.plate import plate_for
from ttr_widget.picture.png import to_image
from ttr_widget.picture.primitives import ROUND, Pen, lines_of, turned, upright
from ttr_widget.picture.rolling_stock import STOCK, STROKE, STROKE_WIDTH, inset
from ttr_widget.picture.symbols import COLOR_SHAPES


def near(a: tuple[int, ...], color: str, within: int = 40) -> bool:
    return all(abs(x - y) <= within for x, y in zip(a, rgb(color), strict=True))


def test_a_pen_writes_short_paths_that_can_be_read_again() -> None:
    pen = Pen().polygon([(10, 10), (20, 10), (20.4, 19.6)]).polyline([(-5, 0), (5, 0), (5, 0), (5, -7)])
    assert pen.d == "m10 10l10 0 0 10zm-15-10l10 0 0-7"
    assert lines_of(pen.d) == (
        (True, ((10, 10), (20, 10), (20, 20))),
        (False, ((-5, 0), (5, 0), (5, -7))),
    )


def test_circles_and_curves_are_cut_into_pieces() -> None:
    ((closed, points),) = lines_of(Pen().circle(100, 50, 20).d)
    assert closed
    assert all(math.dist(point, (100, 50)) == pytest.approx(20) for point in points)
    assert len({(round(x), round(y)) for x, y in points}) > 20
    ((_, curve),) = lines_of(Pen().move(0, 0).curve((0, 10), (10, 10), (10, 0)).d)
    assert curve[-1] == (10, 0)
    assert curve[3] == pytest.approx((5, 7.5))


def test_a_flowing_line_is_smooth_near_its_points_and_short() -> None:
    rng = random.Random(4)
    angles = [2 * math.pi * number / 300 for number in range(300)]
    radii = [1500 + rng.uniform(-25, 25) for _ in angles]
    ring = [(2000 + r * math.cos(a), 2000 + r * math.sin(a)) for a, r in zip(angles, radii, strict=True)]
    d = Pen().flow(ring, closed=True).d
    assert d.count("q") == 1
    assert len(d) < 1.1 * len(Pen().polygon(ring).d)
    ((closed, line),) = lines_of(d)
    assert closed
    assert line[0] == line[-1]
    assert max(min(math.dist(point, spot) for spot in line) for point in ring) < 26, "errors must not add up"
    turns = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in itertools.pairwise(line)]
    bends = [abs(math.remainder(b - a, math.tau)) for a, b in itertools.pairwise(turns)]
    assert max(bends) < 1.0
    corner = lines_of(Pen().flow([(0, 0), (900, 0), (900, 900)]).d)[0][1]
    assert corner[0] == (0, 0)
    assert corner[-1] == (900, 900)
    assert min(math.dist(point, (900, 0)) for point in corner) < ROUND
    assert all(y == 0 for x, y in corner if x < 850), "a long straight piece stays straight"
    assert Pen().flow([(0, 0), (5, 9)]).d == Pen().polyline([(0, 0), (5, 9)]).d


@pytest.mark.parametrize("angle", range(-360, 361, 15))
def test_nothing_stands_on_its_head(angle: int) -> None:
    x, y, turn = upright((3, 4, angle))
    assert (x, y) == (3, 4)
    assert -90 < turn <= 90
    assert (turn - angle) % 180 == pytest.approx(0)


def test_cars_fit_under_their_stroke_and_are_convex() -> None:
    for car in STOCK.values():
        for x, y in car.outline:
            assert abs(x) <= STROKE[1][0]
            assert abs(y) <= STROKE_WIDTH / 2
        for depth in (1, 3):
            rim = inset(car.outline, depth)
            assert max(x for x, _ in rim) < max(x for x, _ in car.outline)
            assert min(y for _, y in rim) == pytest.approx(min(y for _, y in car.outline) + depth)
            assert max(y for _, y in rim) == pytest.approx(max(y for _, y in car.outline) - depth)


def test_colours_are_told_apart_by_more_than_colour() -> None:
    assert len(set(CARD_SYMBOLS)) == len(CARD_SYMBOLS) == len(CARD_COLORS) == len(CARDS)
    assert len(set(COLOR_SHAPES.values())) == 8
    assert len(set(PLAYER_COLORS)) == len(set(PLAYER_SHAPES)) == 5
    for theme in map(theme_named, THEMES):
        assert abs(lightness(theme.ink) - lightness(theme.halo)) > 0.6
        assert abs(lightness(theme.ink) - lightness(theme.panel)) > 0.6


@pytest.mark.parametrize("card", range(len(CARDS)))
def test_cards_are_small_svg_pictures(card: int) -> None:
    text = card_svg(card, width=50, count=4)
    root = ET.fromstring(text)
    assert root.attrib["width"] == "50"
    assert root.attrib["aria-label"] == f"{CARDS[card]}, 4"
    letters = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert letters == [CARDS[card][0].upper(), "4"]
    assert len(text) < 3_000
    assert card_svg(card) != card_svg(card, theme="dark") != card_svg(card, selected=True)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", MAPS)
def test_a_png_shows_trains_slots_and_sea(name: str, theme: str) -> None:
    game = game_on(name)
    plate = plate_for(game.board)
    picture = draw(game, theme=theme, width=plate.size[0] / 5, footer=False)
    image = to_image(picture, smooth=2)
    assert image.size == (round(picture.width), round(picture.height))

    def at(x: float, y: float) -> tuple[int, ...]:
        pixel = image.getpixel((min(int(x / 5), image.width - 1), min(int(y / 5), image.height - 1)))
        assert isinstance(pixel, tuple)
        return pixel

    for route, owner in enumerate(game.owner):
        place = plate.slots[route][0]
        if owner >= 0 and len(plate.slots[route]) > 2:
            pixels = [at(*turned([(x, 5)], upright(place))[0]) for x in (-30, -10, 10, 30)]
            assert any(near(pixel, PLAYER_COLORS[owner], 60) for pixel in pixels), game.board.route_label(route)
    colors = image.getcolors(image.width * image.height)
    assert colors is not None
    assert len(colors) > 500
    most = {color for _, color in sorted(colors, reverse=True)[:12]}
    look = theme_named(theme)
    assert {ImageColor.getrgb(look.sea), ImageColor.getrgb(look.land)} & most


def test_png_files_are_written(tmp_path: File) -> None:
    board = load_map("first_journey_europe")
    to_png(draw(board, width=300), tmp_path / "board.png")
    board.to_png(tmp_path / "same.png", width=300)
    with Image.open(tmp_path / "board.png") as one, Image.open(tmp_path / "same.png") as two:
        assert one.size[0] == 300
        assert one.tobytes() == two.tobytes()


def test_drawing_as_svg_needs_no_heavy_packages() -> None:
    code = (
        "import sys, ttr_widget as ttr; ttr.load_map('usa').to_svg(); "
        "print(*{name.split('.')[0] for name in sys.modules} & {'ipycanvas', 'ipywidgets', 'numpy', 'PIL'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
