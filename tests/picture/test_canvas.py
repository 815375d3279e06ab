"""The live board: one short message a change, safe after errors, right after a reload. No browser is needed here."""

from __future__ import annotations

import itertools
import json
import math
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import ipycanvas.canvas
import pytest

from tests.picture.positions import MAPS, finished, game_on, play_on
from ttr_widget.engine import Game
from ttr_widget.engine.position import Scenario
from ttr_widget.gamemap import load_map
from ttr_widget.picture import Marks
from ttr_widget.picture.brush import frame
from ttr_widget.picture.camera import Camera
from ttr_widget.picture.canvas import OVER, SLOTS, TRAINS, UNDER, CanvasBoard
from ttr_widget.picture.car_paths import car_paths
from ttr_widget.picture.chain import bands
from ttr_widget.picture.position import owner_color
from ttr_widget.picture.primitives import lines_of, turned

NAMES = ipycanvas.canvas._CMD_LIST
MANAGER = ipycanvas.canvas._CANVAS_MANAGER


class Recorder:
    """Takes the place of the connection to the browser."""

    def __init__(self) -> None:
        self.messages: list[list[tuple[str, list[Any], list[bytes]]]] = []
        self.sizes: list[int] = []

    def __call__(self, content: Any, buffers: list[Any]) -> None:
        commands = []
        parts = [memoryview(part).cast("B").tobytes() for part in buffers]
        rest = parts[1:]
        for number, *more in json.loads(parts[0]):
            arguments = more[0] if more else []
            count = more[1] if len(more) > 1 else 0
            commands.append((NAMES[number], arguments, rest[:count]))
            rest = rest[count:]
        assert not rest
        self.messages.append(commands)
        self.sizes.append(sum(map(len, parts)))

    def layers(self, board: CanvasBoard) -> list[tuple[int, str, list[Any], list[bytes]]]:
        """The commands of the last message with the layer each goes to."""
        ids = {f"IPY_MODEL_{canvas.model_id}": number for number, canvas in enumerate(board.widget._canvases)}
        layer, found = -1, []
        for message in self.messages:  # a layer stays chosen until another is
            found = []
            for name, arguments, buffers in message:
                if name == "switchCanvas":
                    layer = ids.get(arguments[0], -1)
                else:
                    found.append((layer, name, arguments, buffers))
        return found


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    recorder = Recorder()
    monkeypatch.setattr(MANAGER, "send", recorder)
    monkeypatch.setattr(MANAGER, "_current_canvas", None)
    yield recorder
    assert not MANAGER._caching
    assert not MANAGER._commands_cache


Slot = tuple[str, int, int]
"""The colour of a car, its route and its number there."""


def car_slots(board: CanvasBoard, commands: list[tuple[int, str, list[Any], list[bytes]]]) -> Counter[Slot]:
    """The slots that the dashed strokes along the chain colour."""
    chain = board._store.path(car_paths(board.plate).chain.d)
    where = slots_on_chain(board)
    found: Counter[Slot] = Counter()
    color, dashes = "", [0]
    for layer, name, arguments, _ in commands:
        if layer == TRAINS and name == "set" and arguments[0] == 1:
            color = arguments[1]
        if layer == TRAINS and name == "setLineDash":
            dashes = arguments[0]
        if layer == TRAINS and name == "strokePath" and arguments == [chain]:
            marks = [0, *itertools.accumulate(dashes)]
            assert len(dashes) % 2 == 0
            assert marks[-1] >= chain_length(board), "else the dashes begin anew"
            runs = zip(marks[0:-1:2], marks[1::2], strict=True)
            for start, end in runs:
                there = [reach for reach in where if start < reach[1] and reach[0] < end]
                assert start == end == 0 or 0 <= min(first for first, *_ in there) - start < 4
                assert start == end == 0 or 0 <= end - max(last for _, last, _ in there) < 4
                found.update((color, *slot) for *_, slot in there)
    return found


def chain_points(board: CanvasBoard) -> tuple[tuple[float, float], ...]:
    ((closed, points),) = lines_of(car_paths(board.plate).chain.d)
    assert not closed
    return points


def chain_length(board: CanvasBoard) -> float:
    points = chain_points(board)
    return sum(map(math.dist, points, points[1:]))


def slots_on_chain(board: CanvasBoard) -> list[tuple[float, float, tuple[int, int]]]:
    """From where to where the chain runs along the car of which slot (route and number)."""
    slots = {(r, number): place for r, places in enumerate(board.plate.slots) for number, place in enumerate(places)}
    length, found = 0.0, []
    for a, b in itertools.pairwise(chain_points(board)):
        whole = math.dist(a, b)
        cos, sin = (b[0] - a[0]) / whole, (b[1] - a[1]) / whole
        for slot, (x, y, angle) in slots.items():
            if not min(a[0], b[0]) - 2 < x < max(a[0], b[0]) + 2 or not min(a[1], b[1]) - 2 < y < max(a[1], b[1]) + 2:
                continue
            ends = [(x - a[0] + px, y - a[1] + py) for px, py in turned(((-48.5, 0), (48.5, 0)), (0, 0, angle))]
            along = sorted(px * cos + py * sin for px, py in ends)
            if all(abs(py * cos - px * sin) < 1.5 for px, py in ends) and along[0] > -0.5 and along[1] < whole + 0.5:
                found.append((length + along[0], length + along[1], slot))
        length += whole
    assert {slot for *_, slot in found} == set(slots), "the chain misses slots"
    return found


def claimed_slots(game: Game) -> Counter[Slot]:
    routes = zip(game.board.routes, game.owner, strict=True)
    return Counter(
        (owner_color(owner), number, slot)
        for number, (route, owner) in enumerate(routes)
        if owner != Game.FREE
        for slot in range(route.length)
    )


@pytest.mark.parametrize("name", MAPS)
def test_messages_are_few_and_short(name: str, recorder: Recorder) -> None:
    """First paint < 150 kB with all stored paths, a repaint < 10 kB, a claimed route < 3 kB; one message each."""
    game = Game(load_map(name), players=load_map(name).settings.players[1], seed=5)
    board = CanvasBoard(game.board)
    board.show(game.view(None))
    assert board.messages_sent == len(recorder.messages) == 1
    assert board.bytes_sent < 150_000
    before, stored = board.bytes_sent, board._counts["stored"]
    board.repaint()
    assert board.messages_sent == len(recorder.messages) == 2
    assert board.bytes_sent - before == recorder.sizes[-1] < 10_000
    assert board._counts["stored"] == stored, "a repaint only names what is there"
    before = board.bytes_sent
    board.set_theme("dark")
    assert board.bytes_sent - before < 15_000, "the texts are stored once more, in other colours"
    claims = 0
    while not game.over:
        owner = game.owner
        play_on(game, 1, seed=len(game))
        messages = len(recorder.messages)
        board.show(game.view(None))
        assert len(recorder.messages) - messages <= 1
        if game.owner != owner:
            claims += 1
            assert recorder.sizes[-1] < 3_000
            if claims % 4 == 0:
                board.repaint()
                assert recorder.sizes[-1] < 10_000
    assert claims > 10
    for theme in ("light", "dark"):
        board.set_theme(theme)
        stored = board._counts["stored"]
        board.repaint()
        assert recorder.sizes[-1] < 10_000
        board.show(game.view(None), Marks(glow=[route for route, owner in enumerate(game.owner) if owner < 0]))
        board.repaint()
        assert recorder.sizes[-1] < 10_000
        assert board._counts["stored"] == stored, "a repaint only names what is there"


def test_a_closed_twin_is_faded_at_once_and_comes_back_when_the_claim_is_taken_back(recorder: Recorder) -> None:  # B12
    game = Scenario("usa", players=2).hand(0, black=4).turn(0).game()
    board = CanvasBoard(game.board)
    board.show(game.view(None))
    game.play("claim Denver–Kansas City black")
    board.show(game.view(None))
    twin = next(
        i for i, r in enumerate(game.board.routes) if (r.a, r.b, r.color) == ("Denver", "Kansas City", "orange")
    )
    dashes = list(bands(board.plate).dashes([twin]))
    on_slots = [(name, what) for layer, name, what, _ in recorder.layers(board) if layer == SLOTS]
    assert ("setLineDash", [dashes]) in on_slots
    assert not any(name == "clear" for name, _ in on_slots)
    game.undo()
    board.show(game.view(None))
    on_slots = [(name, what) for layer, name, what, _ in recorder.layers(board) if layer == SLOTS]
    assert any(name == "clear" for name, _ in on_slots)
    assert ("setLineDash", [dashes]) not in on_slots


@pytest.mark.parametrize("name", MAPS)
def test_step_by_step_gives_the_same_cars_as_all_at_once(name: str, recorder: Recorder) -> None:
    game = Game(load_map(name), players=3, seed=2)
    board = CanvasBoard(game.board)
    board.show(game.view(None))
    total: Counter[Slot] = Counter()
    for _ in range(90):
        play_on(game, 1, seed=len(game))
        messages = len(recorder.messages)
        board.show(game.view(None))
        if len(recorder.messages) > messages:
            total += car_slots(board, recorder.layers(board))
    board.repaint()
    at_once = car_slots(board, recorder.layers(board))
    assert total == at_once == claimed_slots(game)
    assert at_once.total() > 10


def test_nothing_is_sent_when_nothing_changed(recorder: Recorder) -> None:
    game = game_on("germany")
    board = CanvasBoard(game.board)
    marks = Marks(glow=(1, 2), cities={"Berlin": "ticket"})
    board.show(game.view(None), marks)
    board.show(game.view(None), Marks(glow=[1, 2], cities={"Berlin": "ticket"}))
    board.show(game.view(0), marks)
    assert len(recorder.messages) == 1


def test_marks_touch_only_their_own_layers(recorder: Recorder) -> None:
    game = game_on("usa")
    board = CanvasBoard(game.board)
    view = game.view(None)
    board.show(view)
    board.show(view, Marks(hover=3, ghost_seat=0))
    assert {layer for layer, *_ in recorder.layers(board)} == {OVER}
    assert recorder.sizes[-1] < 1_500
    board.show(view, Marks(glow=range(100)))
    assert {layer for layer, *_ in recorder.layers(board)} == {UNDER, OVER}
    assert recorder.sizes[-1] < 1_500
    board.show(view)
    assert {layer for layer, *_ in recorder.layers(board)} == {UNDER}
    assert recorder.sizes[-1] < 200


@pytest.mark.parametrize("name", MAPS)
def test_bands_run_along_their_routes(name: str, recorder: Recorder) -> None:
    """The dashes of a mark leave of the chain just the lines through the slots of its routes."""
    board = CanvasBoard(load_map(name))
    routes = range(0, len(board.plate.slots), 3)
    board.show(None, Marks(last=routes))
    commands = [(command, arguments) for layer, command, arguments, _ in recorder.layers(board) if layer == UNDER]
    assert ("strokePath", [board._store.path(bands(board.plate).d)]) in commands
    ((dashes,),) = [arguments for command, arguments in commands if command == "setLineDash"]
    ((_, points),) = lines_of(bands(board.plate).d)
    at = [0, *itertools.accumulate(map(math.dist, points, points[1:]))]
    marks = list(itertools.accumulate(dashes))
    assert marks[-1] >= at[-1], "else the dashes begin anew"
    assert marks[0] == 0
    shown = set()
    for start, end in zip(marks[1::2], marks[2::2], strict=False):
        shown.add(tuple(point for point, there in zip(points, at, strict=True) if start - 1 <= there <= end + 1))
    assert shown == {tuple((round(x), round(y)) for x, y in board.plate.way(route)) for route in routes}


def test_taking_back_a_claim_repaints_the_trains(recorder: Recorder) -> None:
    early, late = game_on("usa", 60), game_on("usa", 90)
    board = CanvasBoard(early.board)
    board.show(late.view(None))
    board.show(early.view(None))
    commands = recorder.layers(board)
    assert (TRAINS, "clear", [], []) in commands
    assert car_slots(board, commands) == claimed_slots(early)


def test_another_game_on_the_same_map_is_painted_anew(recorder: Recorder) -> None:
    board = CanvasBoard(load_map("usa"))
    board.show(game_on("usa", 60).view(None), Marks(glow=(1, 2)))
    board.look(Camera(2.0, 0.2, 0.2))
    board.new_game()
    assert board.camera == Camera()
    before = len(recorder.messages)
    board.show(Game("usa", 4, seed=1).view(None))
    assert len(recorder.messages) == before + 1
    commands = recorder.layers(board)
    cleared = {layer for layer, name, *_ in commands if name in ("clear", "clearRect")}
    assert cleared == set(range(6))
    assert not car_slots(board, commands)


def test_a_new_page_gets_everything(recorder: Recorder) -> None:
    """ipycanvas remembers a current canvas that the new page does not know: it must be named again."""
    board = CanvasBoard(load_map("usa"))
    board.show(game_on("usa").view(None), Marks(glow=(1,)))
    MANAGER._current_canvas = board.widget._canvases[0]  # the old page drew on the lowest layer last
    board.widget._canvases[-1]._handle_frontend_event(None, {"event": "client_ready"}, [])
    first, again = recorder.messages[0], recorder.messages[1]
    assert again[0][0] == "switchCanvas"
    assert [command for command in again if command[0] != "switchCanvas"] == [
        command for command in first if command[0] != "switchCanvas"
    ]


def test_an_error_leaves_nothing_half_sent(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_on("usa")
    board = CanvasBoard(game.board)
    board.show(game_on("usa", 30).view(None))
    broken = "this mark breaks"

    def fail(*_: object) -> None:
        raise RuntimeError(broken)

    with monkeypatch.context() as patch:
        patch.setattr(board, "_paint_over", fail)
        with pytest.raises(RuntimeError, match=broken):
            board.show(game.view(None), Marks(hover=1))
    assert len(recorder.messages) == 1
    assert not MANAGER._caching
    board.show(game.view(None))
    shown = car_slots(board, recorder.layers(board))
    new = claimed_slots(game) - claimed_slots(game_on("usa", 30))
    assert shown == new, "what the failed frame did not show must come with the next"


def draw_and_fail(canvas: ipycanvas.Canvas) -> None:
    canvas.fill_rect(1, 1, 5, 5)
    canvas.fill_rect(1 / 0, 1, 5, 5)


def test_frames_of_others_are_kept(recorder: Recorder) -> None:
    """Somebody else's held drawing survives an error in ours."""
    other = ipycanvas.Canvas(width=10, height=10)
    counts = {"bytes": 0, "messages": 0, "stored": 0}
    with ipycanvas.hold_canvas():
        other.fill_rect(0, 0, 5, 5)
        with pytest.raises(ZeroDivisionError), frame(counts):
            draw_and_fail(other)
        other.fill_rect(2, 2, 5, 5)
    rectangles = [arguments for name, arguments, _ in recorder.messages[-1] if name == "fillRect"]
    assert rectangles == [[0, 0, 5, 5], [2, 2, 5, 5]]


def test_boards_in_several_threads_do_not_mix(recorder: Recorder) -> None:
    boards = [CanvasBoard(load_map(name)) for name in ("usa", "japan")]
    games = [game_on("usa"), game_on("japan")]
    problems: list[BaseException] = []

    def work(board: CanvasBoard, game: Game) -> None:
        try:
            for number in range(12):
                board.show(game.view(None), Marks(hover=number))
                board.repaint()
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=pair) for pair in zip(boards, games, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    own = [{f"IPY_MODEL_{canvas.model_id}" for canvas in board.widget._canvases} for board in boards]
    for message in recorder.messages:
        used = {arguments[0] for name, arguments, _ in message if name == "switchCanvas"}
        assert used <= own[0] or used <= own[1]


def test_a_board_shows_its_own_map_only() -> None:
    board = CanvasBoard(load_map("usa"))
    with pytest.raises(ValueError, match="a board of usa, not of japan"):
        board.show(game_on("japan").view(None))


def test_closing_forgets_the_paths() -> None:
    board = CanvasBoard(load_map("usa"))
    board.show(finished("usa").view(None))
    stored = list(board._store._kept.values())
    assert len(stored) > 20
    assert len({widget.model_id for widget in stored}) == len(stored)
    board.close()
    assert all(widget.comm is None for widget in stored)
