"""How much does a board cost? Run from the top folder: python -m tests.bench.bench_picture

Prints, for each map, bytes, messages and milliseconds of the live board (first paint with all stored paths, a change of
theme, claims, a full repaint of a finished game, hovering, all routes glowing), and of SVG and PNG.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from ttr_widget.engine import Game
from ttr_widget.gamemap import GameMap, available_maps, load_map
from ttr_widget.picture import Marks, draw, to_svg
from ttr_widget.picture.canvas import CanvasBoard
from ttr_widget.picture.png import to_image

Cost = tuple[int, int, float]


def cost(board: CanvasBoard, work: Callable[[], object]) -> Cost:
    """Bytes, messages and milliseconds of some work on a board."""
    sent, messages, start = board.bytes_sent, board.messages_sent, time.perf_counter()
    work()
    return board.bytes_sent - sent, board.messages_sent - messages, 1000 * (time.perf_counter() - start)


def play(game: Game, board: CanvasBoard) -> list[Cost]:
    """Play to the end, with a taste for claims; what each claim cost on the board."""
    rng = random.Random(2)
    costs = []
    while not game.over:
        legal = list(game.legal_actions())
        claims = [action for action in legal if action.kind == "claim"]
        owner = game.owner
        game.play(rng.choice(claims or legal))
        view = game.view(None)
        spent = cost(board, lambda view=view: board.show(view))  # type: ignore[misc]
        if game.owner != owner:
            costs.append(spent)
    return costs


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def measure(game_map: GameMap) -> None:
    game = Game(game_map, players=game_map.settings.players[1], seed=3)
    board = CanvasBoard(game_map)
    rows = [("first paint, stored paths included", cost(board, lambda: board.show(game.view(None))))]
    rows.append(("full repaint, start", cost(board, board.repaint)))
    rows.append(("change of theme", cost(board, lambda: board.set_theme("dark"))))
    claims = play(game, board)
    sizes = [size for size, *_ in claims]
    rows.append(("full repaint, finished game", cost(board, board.repaint)))
    view = game.view(None)
    rows.append(("hover", cost(board, lambda: board.show(view, Marks(hover=1, ghost_seat=0)))))
    rows.append(("all routes glow", cost(board, lambda: board.show(view, Marks(glow=range(len(game_map.routes)))))))
    print(f"\n{game_map.name} ({len(game_map.routes)} routes, {game.players} players)")
    for what, (size, messages, spent) in rows:
        print(f"  {what:36} {size:7} bytes  {messages} message  {spent:6.1f} ms")
    middle, worst = statistics.median(sizes), max(sizes)
    most = max(messages for _, messages, _ in claims)
    spent = statistics.median(spent for *_, spent in claims)
    what = f"a claim, median of {len(claims)}"
    print(f"  {what:36} {middle:7.0f} bytes  {most} message  {spent:6.1f} ms   worst {worst} bytes")
    picture = draw(game)
    text = to_svg(picture)
    drawing, writing = milliseconds(lambda: draw(game)), milliseconds(lambda: to_svg(picture))
    painting = milliseconds(lambda: to_image(picture))
    print(f"  SVG {len(text)} bytes, {drawing:.0f} ms to draw, {writing:.1f} ms to write; PNG {painting:.0f} ms")


def main() -> None:
    for name in available_maps():
        measure(load_map(name))


if __name__ == "__main__":
    main()
