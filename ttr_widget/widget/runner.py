"""Bots at the table play by themselves: an asyncio task asks them in a thread, so that nothing waits for them."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ttr_widget.bots import Bot
from ttr_widget.engine import Action, ActionSet, View

if TYPE_CHECKING:
    from ttr_widget.widget.table import Table

SPEEDS = {"slow": 1.8, "normal": 0.8, "fast": 0.25, "instant": 0.0}
"""Seconds a bot waits before each of its actions, so that people can follow."""

SLOWEST_BOT = 60.0
"""Seconds after which a bot is given up and a random action is played."""


class BotRunner:
    """Plays the bots' turns of one table, one action at a time, until a person has to decide."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.speed = "normal"
        self.paused = False
        self.limit = SLOWEST_BOT
        self.thinking: int | None = None
        self._steps = 0
        self._running = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: Any = None
        self._rng = random.Random("stand-in")

    # -- starting and stopping ------------------------------------------------------------------------------------

    def wake(self) -> None:
        """See to it that the task runs if a bot has to decide. Without an event loop nothing happens: see `run`."""
        with self.table.lock:
            if not self._wanted() or self._alive():
                return
            loop, here = self._find_loop()
            if loop is None:
                return
            self._running, self._loop = True, loop
            play = self._play()
            self._task = loop.create_task(play) if here else asyncio.run_coroutine_threadsafe(play, loop)

    def run(self) -> None:
        """Play the bots' turns now, for scripts and tests without an event loop."""

        async def play() -> None:
            self._running, self._loop = True, asyncio.get_running_loop()
            await self._play()

        asyncio.run(play())

    def stop(self) -> None:
        """Give up the task; an answer that still comes is dropped."""
        with self.table.lock:
            task, self._task, self._running, self.thinking = self._task, None, False, None
            if task is not None and self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(task.cancel)

    def step(self) -> None:
        """Let the bots make one action although they are paused."""
        with self.table.lock:
            self._steps = 1
            self.wake()

    def _wanted(self) -> bool:
        return self.table.bot_to_decide() is not None and (not self.paused or self._steps > 0)

    def _alive(self) -> bool:
        return self._running and self._loop is not None and self._loop.is_running()

    def _find_loop(self) -> tuple[asyncio.AbstractEventLoop | None, bool]:
        """The loop to play on, and whether it is this thread's. ipykernel may call from threads with short-lived loops:
        the first one found is kept as long as it runs."""
        try:
            here = asyncio.get_running_loop()
        except RuntimeError:
            here = None
        home = self.table.home_loop
        if home is None or home.is_closed() or not home.is_running():
            home = self.table.home_loop = here
        return home, home is here

    # -- playing --------------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        """Play until a person has to decide; a fault of ours must not leave a task that looks alive."""
        try:
            await self._play_on()
        except Exception as error:
            with self.table.lock:
                self.table.last_error = error
                self._running, self._task, self.thinking = False, None, None

    async def _play_on(self) -> None:
        table = self.table
        while True:
            with table.lock:
                bot = table.bot_to_decide()
                if bot is None or not self._wanted():
                    self._running, self._task, self.thinking = False, None, None
                    return
                stamp, seat = table.stamp, table.game.player
                self.thinking = seat
            if not self._steps:
                await asyncio.sleep(SPEEDS[self.speed])
            if table.stamp != stamp:
                continue
            with table.lock:
                view, legal = table.game.view(seat), table.game.legal_actions()
            action, problem = await self._ask(bot, view, legal)
            with table.lock:
                if table.stamp != stamp or (self.paused and not self._steps):
                    continue
                self._steps = 0
                if problem:
                    table.report(seat, problem)
                table.play(action)
            await asyncio.sleep(0)

    async def _ask(self, bot: Bot, view: View, legal: ActionSet) -> tuple[Action, str]:
        """The bot's answer; a random legal action and what went wrong if it has none that counts."""
        try:
            action = await in_thread(lambda: bot.choose(view, legal), self.limit)
        except TimeoutError:
            return self._rng.choice(legal), f"no answer within {self.limit:g} s"
        except Exception as error:
            return self._rng.choice(legal), f"{type(error).__name__}: {error}"
        if action not in legal:
            return self._rng.choice(legal), f"illegal: {action!r}"
        return action, ""


async def in_thread(work: Callable[[], Any], seconds: float) -> Any:
    """The result of the work, done in a thread that nobody waits for at the end of the program."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if not answer.done():
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)

    def labour() -> None:
        try:
            result, error = work(), None
        except Exception as problem:
            result, error = None, problem
        except BaseException as problem:  # a bot that calls exit() must not leave the table waiting
            result, error = None, RuntimeError(f"{type(problem).__name__}: {problem}")
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=labour, daemon=True).start()
    return await asyncio.wait_for(answer, seconds)
