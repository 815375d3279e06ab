"""The two painters look the same: the SVG and the canvas of a position, both rendered by the real browser."""

from __future__ import annotations

import base64
import io

from PIL import Image, ImageChops, ImageStat

from tests.browser.lab import LabPage

SETTING = """
import random
import ttr_widget as ttr
from IPython.display import display
from ttr_widget.picture import CanvasBoard, Marks, draw, to_svg

def some_game(name, actions):
    game = ttr.Game(name, players=3, seed=11)
    rng = random.Random(4)
    while not game.over and len(game) < actions:
        legal = list(game.legal_actions())
        claims = [action for action in legal if action.kind == "claim"]
        game.play(rng.choice(claims or legal))
    return game

def some_marks(name):
    board = ttr.load_map(name)
    cities = {board.cities[4].name: "ticket", board.cities[9].name: "done"}
    glow = range(0, len(board.routes), 7)
    if name == "italy":
        heat = {route: route % 11 for route in range(0, len(board.routes), 3)}
        return Marks(heat=heat, city_heat={city.name: len(city.name) for city in board.cities[:9]}, heat_title="Häufig")
    return Marks(glow=glow, hover=20, ghost_seat=1, last=(3,), path=(1, 2), routes={5: "teal"}, cities=cities)

boards, games, marks = {}, {}, {}

def put_up(name, theme):
    games[name], marks[name] = some_game(name, 80), some_marks(name)
    board = boards[name] = CanvasBoard(games[name].board, width=640, theme=theme, scale=1)
    board.widget.add_class(f"painter-{name}")
    display(board.widget)
    board.show(some_game(name, 12).view(None))

def go_on(name):
    for actions in range(20, 81, 12):
        boards[name].show(some_game(name, actions).view(None), Marks(glow=(actions // 2,)))
    boards[name].show(games[name].view(None), marks[name])

def svg_of(name, theme):
    return to_svg(draw(games[name], width=boards[name].size[0], theme=theme, marks=marks[name], footer=False))
"""
SHOWN = {
    "usa": "light",
    "germany": "dark",
    "japan": "light",
    "nederland": "dark",
    "italy": "light",
    "first_journey_europe": "dark",
}

FROM_CANVAS = "selector => document.querySelector(selector).toDataURL('image/png')"
FROM_SVG = """async ([svg, width, height, exact]) => {
    const image = new Image(width, exact);
    image.src = 'data:image/svg+xml;base64,' + svg;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width; canvas.height = height;
    canvas.getContext('2d').drawImage(image, 0, 0, width, exact);
    return canvas.toDataURL('image/png');
}"""


def image_of(url: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).convert("RGB")


def canvas_after(lab: LabPage, name: str, code: str) -> Image.Image:
    """The canvas once the code has run and the picture has changed and come to rest."""
    selector = f"canvas.painter-{name}"
    before = lab.page.evaluate(FROM_CANVAS, selector)
    lab.kernel_run(code)
    last, now = "", before
    for _ in range(100):
        last, now = now, lab.page.evaluate(FROM_CANVAS, selector)
        if now == last != before:
            return image_of(now)
        lab.page.wait_for_timeout(100)
    raise AssertionError(f"the picture of {name} did not change, or did not come to rest")


def svg_image(lab: LabPage, name: str, theme: str, size: tuple[int, int]) -> Image.Image:
    text = lab.kernel_eval(f"svg_of({name!r}, {theme!r})")
    encoded = base64.b64encode(text.encode()).decode()
    exact = lab.kernel_eval(f"boards[{name!r}].size[1]")  # a canvas has whole pixels only
    return image_of(lab.page.evaluate(FROM_SVG, [encoded, *size, exact]))


def difference(a: Image.Image, b: Image.Image) -> tuple[float, float]:
    """The mean difference of the pixels (0 to 255), and the part of them that differ clearly."""
    apart = ImageChops.difference(a, b).convert("L")
    return ImageStat.Stat(apart).mean[0], sum(apart.histogram()[64:]) / (a.width * a.height)


def test_canvas_and_svg_look_the_same(lab: LabPage) -> None:
    lab.open_notebook([SETTING, *[f"put_up({name!r}, {theme!r})" for name, theme in SHOWN.items()]])
    lab.run_all()
    for name, theme in SHOWN.items():
        lab.wait_painted(f"canvas.painter-{name}")
        canvas = canvas_after(lab, name, f"go_on({name!r})")
        plain = Image.new("RGB", canvas.size, canvas.resize((1, 1)).getpixel((0, 0)))
        assert difference(canvas, plain)[1] > 0.1, "hardly anything is painted"
        mean, clearly = difference(canvas, svg_image(lab, name, theme, canvas.size))
        print(f"{name}, {theme}: mean difference {mean:.2f}, clearly different {clearly:.2%}")
        assert mean < 2
        assert clearly < 0.003


def test_changes_and_a_full_repaint_give_the_same_pixels(lab: LabPage) -> None:
    lab.open_notebook([SETTING, "put_up('germany', 'light')"])
    lab.run_all()
    lab.wait_painted("canvas.painter-germany")
    step_by_step = canvas_after(lab, "germany", "go_on('germany')")
    canvas_after(lab, "germany", "boards['germany'].show(some_game('germany', 12).view(None))")
    at_once = canvas_after(lab, "germany", "boards['germany'].show(games['germany'].view(None), marks['germany'])")
    mean, clearly = difference(step_by_step, at_once)
    print(f"step by step against at once: mean difference {mean:.3f}, clearly different {clearly:.3%}")
    assert mean < 0.2
    assert clearly < 0.0005
    dark = canvas_after(lab, "germany", "boards['germany'].set_theme('dark')")
    assert difference(dark, at_once)[0] > 30
    light = canvas_after(lab, "germany", "boards['germany'].set_theme('light'); boards['germany'].repaint()")
    assert difference(light, at_once)[0] < 0.1
    larger = canvas_after(lab, "germany", "boards['germany'].resize(900)")
    assert larger.width == 900
    mean, clearly = difference(larger, svg_image(lab, "germany", "light", larger.size))
    assert mean < 2
    assert clearly < 0.003
