"""Bots at the table: on their own, paused, step by step, failing, cheating, too slow, and out of date."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

from tests.widget.driver import board_on, sit
from ttr_widget.engine import Game
from ttr_widget.widget import PlayWidget, Table
from ttr_widget.widget.seats import make_seats


async def until(condition: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.002)


def in_a_loop(work: Any) -> None:
    """Run a test as a notebook would: inside an event loop."""
    asyncio.run(work())


def make(players: list[object], board: str = "usa", seed: int = 1) -> tuple[Table, PlayWidget]:
    seats = make_seats(players, seed)
    table = Table(Game(board, [seat.name for seat in seats], seed), seats)
    table.runner.speed = "instant"
    return table, board_on(table)


def test_bots_play_by_themselves_to_the_end() -> None:
    async def work() -> None:
        table, board = make(["random", "greedy"], "first_journey_europe")
        await until(lambda: table.game.over)
        await until(lambda: "ttr-off" not in board.ending.panel._dom_classes)
        assert board.last_error is None

    in_a_loop(work)


def test_cells_run_while_a_bot_thinks() -> None:
    class Thinker:
        def choose(self, view: Any, legal: Any) -> Any:
            released.wait(20)
            return legal[0]

    released = threading.Event()

    async def work() -> None:
        table, _ = make([Thinker(), "random"])
        await until(lambda: table.game.player == 0 and table.runner.thinking == 0)
        before = len(table.game)
        for _ in range(5):
            await asyncio.sleep(0)  # the loop is free: other handlers and cells run
        assert len(table.game) == before
        released.set()
        await until(lambda: len(table.game) > before)
        table.close()

    in_a_loop(work)


def test_pause_and_step() -> None:
    async def work() -> None:
        table, board = make(["random", "random"])
        board.parts.bots.click()
        assert table.runner.paused
        await asyncio.sleep(0.05)
        before = len(table.game)
        await asyncio.sleep(0.05)
        assert len(table.game) == before
        for number in range(1, 4):
            board.parts.step.click()
            await until(lambda number=number: len(table.game) == before + number)
            await asyncio.sleep(0.02)
            assert len(table.game) == before + number
        board.parts.bots.click()
        await until(lambda: len(table.game) > before + 10)
        table.close()

    in_a_loop(work)


class Crash:
    def choose(self, view: Any, legal: Any) -> Any:
        raise ZeroDivisionError("oh dear")


class Cheat:
    def choose(self, view: Any, legal: Any) -> Any:
        return view.catalog.actions[-1] if view.catalog.actions[-1] not in legal else "claim everything"


class Leaver:
    def choose(self, view: Any, legal: Any) -> Any:
        raise SystemExit


def test_a_bot_that_fails_is_reported_and_the_game_goes_on() -> None:
    board = sit("first_journey_europe", [Crash(), Cheat(), Leaver()], seed=2)
    board.table.runner.run()
    assert board.game.over
    assert {trouble.seat for trouble in board.table.problems} == {0, 1, 2}
    assert len(board.table.problems) == len(board.game), "every action was asked for once"
    assert board.last_error is None
    assert "oh dear" in board.table.problems[0].reason or any("oh dear" in t.reason for t in board.table.problems)
    assert "ttr-trouble" in board.parts.log.value


def test_a_bot_that_is_too_slow_is_replaced_for_this_action() -> None:
    class Slow:
        def choose(self, view: Any, legal: Any) -> Any:
            released.wait(30)
            return legal[0]

    released = threading.Event()

    async def work() -> None:
        table, _ = make([Slow(), "random"])
        table.runner.limit = 0.05
        await until(lambda: any(trouble.seat == 0 for trouble in table.problems))
        assert any(deed.seat == 0 for deed in table.deeds)
        released.set()
        table.close()

    in_a_loop(work)


def test_an_answer_for_an_older_position_is_dropped() -> None:
    class Patient:
        def choose(self, view: Any, legal: Any) -> Any:
            asked.append(view.number)
            if view.phase == "turn":
                released.wait(20)
            return (legal.by_kind("draw") or legal)[0]

    asked: list[int] = []
    released = threading.Event()

    async def work() -> None:
        table, _ = make([Patient(), Patient()])
        await until(lambda: table.game.phase == "turn" and len(table.game) in asked)
        number = len(table.game)
        table.game.play("draw")  # a code cell decides for the bot; the answer on its way would be legal again
        released.set()
        await until(lambda: len(table.game) > number + 1)
        assert number + 1 in asked, "the bot was asked anew"
        assert table.last_error is None
        table.close()

    in_a_loop(work)


def test_a_fault_of_ours_does_not_stop_the_bots_for_ever() -> None:
    async def work() -> None:
        table, _ = make(["random", "random"])
        broken = table.play
        table.play = lambda *_: 1 / 0  # type: ignore[method-assign, assignment, return-value]
        await until(lambda: isinstance(table.last_error, ZeroDivisionError))
        table.play = broken  # type: ignore[method-assign]
        table.let_bots_play()
        await until(lambda: len(table.game) > 3)
        table.close()

    in_a_loop(work)


def test_a_handler_in_another_thread_with_another_loop_wakes_the_bots() -> None:
    """ipykernel 7.3 calls widget handlers in a thread of its own, with a loop that ends soon after."""

    class Witness:
        def choose(self, view: Any, legal: Any) -> Any:
            return legal[0]

    async def press_there(board: PlayWidget) -> None:
        board.table.play(board.game.legal_actions()[0])

    async def work() -> None:
        table, board = make(["human", Witness()])
        home = asyncio.get_running_loop()
        for _ in range(12):
            await until(lambda: table.game.player == 0)
            before = len(table.game)
            await asyncio.to_thread(lambda: asyncio.run(press_there(board)))
            await until(lambda before=before: len(table.game) > before)
            assert table.home_loop is home
        assert any(deed.seat == 1 for deed in table.deeds)
        assert board.last_error is None
        table.close()

    in_a_loop(work)


def test_a_table_made_without_a_loop_uses_the_first_one_it_meets() -> None:
    table, board = make(["random", "random"])
    assert len(table.game) == 0

    async def work() -> None:
        table.let_bots_play()
        await until(lambda: len(table.game) > 5)
        table.close()

    in_a_loop(work)
    assert board.last_error is None


def test_bots_stop_with_the_old_game() -> None:
    async def work() -> None:
        table, board = make(["random", "random"])
        await until(lambda: len(table.game) > 3)
        old = table.game
        seats = make_seats(["human", "random"], 5)
        board.change_game(Game("italy", [seat.name for seat in seats], 5), seats)
        number = len(old)
        await asyncio.sleep(0.05)
        assert len(old) == number
        assert board.game is table.game
        assert board.board.plate.map.name == "italy"
        assert board.last_error is None
        table.close()

    in_a_loop(work)
