"""A contact sheet of all boards: python -m ttr_widget.picture docs/boards.png"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace

from ttr_widget.engine import Game
from ttr_widget.gamemap import available_maps, load_map
from ttr_widget.picture.drawing import draw
from ttr_widget.picture.plate import plate_for
from ttr_widget.picture.png import to_image
from ttr_widget.picture.primitives import Picture

WIDTH, GAP, ROWS = 1600, 16, 2


def some_game(name: str, part: float) -> Game:
    """A game on this map after that part of it, played by chance with a taste for long routes."""
    full = _play(name, 10**6)
    return _play(name, round(part * len(full)))


def _play(name: str, actions: int) -> Game:
    board = load_map(name)
    game = Game(board, players=min(4, board.settings.players[1]), seed=7)
    rng = random.Random(name)
    while not game.over and len(game) < actions:
        legal = list(game.legal_actions())
        longest = max((board.routes[action.route].length for action in legal if action.kind == "claim"), default=0)
        claims = [a for a in legal if a.kind == "claim" and board.routes[a.route].length == longest]
        draws = [action for action in legal if action.kind in DRAWS]
        if claims and rng.random() < CHANCE.get(longest, 1.0):
            game.play(rng.choice(claims))
        else:
            game.play(rng.choice(draws or legal))
    return game


DRAWS = ("take", "draw")
CHANCE = {1: 0.04, 2: 0.15, 3: 0.5}
"""How often a player claims a route if the longest he can pay for is this short."""


def pictures(part: float = 0.8) -> list[Picture]:
    """A position on each map, light and dark by turns, wide boards first."""
    names = sorted(available_maps(), key=lambda name: -_shape(name))
    return [
        draw(some_game(name, part), theme="dark" if number % 2 else "light", footer=False)
        for number, name in enumerate(names)
    ]


def _shape(name: str) -> float:
    width, height = plate_for(load_map(name)).size
    return width / height


def contact_sheet(path: str, shown: Sequence[Picture], rows: int = ROWS) -> None:
    """Put pictures into rows of equal width and write them as one PNG file of few colours."""
    from PIL import Image

    across = -(-len(shown) // rows)
    strips = []
    for start in range(0, len(shown), across):
        strip = shown[start : start + across]
        shapes = [picture.size[0] / picture.size[1] for picture in strip]
        high = (WIDTH - GAP * (len(strip) + 1)) / sum(shapes)
        strips.append(
            [replace(picture, width=round(high * shape)) for picture, shape in zip(strip, shapes, strict=True)]
        )
    heights = [round(max(picture.height for picture in strip)) for strip in strips]
    sheet = Image.new("RGB", (WIDTH, sum(heights) + GAP * (len(strips) + 1)), "#8f8876")
    y = GAP
    for strip, height in zip(strips, heights, strict=True):
        x = GAP
        for picture in strip:
            sheet.paste(to_image(picture, smooth=3), (x, y))
            x += round(picture.width) + GAP
        y += height + GAP
    sheet.quantize(256, dither=Image.Dither.NONE).save(path, "PNG", optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ttr_widget.picture", description=__doc__)
    parser.add_argument("path", help="the PNG file to write")
    parser.add_argument("--part", type=float, default=0.8, help="how much of each game is played, from 0 to 1")
    chosen = parser.parse_args()
    contact_sheet(chosen.path, pictures(chosen.part))


if __name__ == "__main__":
    main()
