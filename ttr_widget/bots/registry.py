"""The bots by name. A new bot is one line here; its module is imported only when somebody asks for it."""

from __future__ import annotations

import hashlib
import inspect
from importlib import import_module
from typing import Any

from ttr_widget.bots.bot import Bot
from ttr_widget.engine import Action, ActionSet, View

PLACES = {
    "random": "ttr_widget.bots.bot:RandomBot",
    "greedy": "ttr_widget.bots.greedy:GreedyBot",
    "path": "ttr_widget.bots.path:PathBot",
    "hungry": "ttr_widget.bots.hungry:HungryBot",
    "one_step": "ttr_widget.bots.one_step:OneStepBot",
    "long_route": "ttr_widget.bots.long_route:LongRouteBot",
    "steiner": "ttr_widget.bots.steiner:SteinerBot",
    "planner": "ttr_widget.bots.planner:PlannerBot",
    "mcts": "ttr_widget.bots.mcts:MctsBot",
}
"""Name of the bot -> module:class, weakest first."""

PREFIX = "bot:"


def bot_names() -> list[str]:
    """The names `make_bot` knows.

    >>> bot_names()[0]
    'random'
    """
    return list(PLACES)


def make_bot(what: object, seed: int | str = 0, **settings: Any) -> Bot:
    """A bot from its name, its class, a function `choose(view, legal)`, or a bot that is there already.

    The seed decides everything that is left to chance; settings go to the bot's class. A class from outside gets a
    veiled seed: whoever knew the game's own could shuffle the deck once more and look at it.

    >>> make_bot("random", seed=5)
    RandomBot(seed=5)
    >>> make_bot("bot:random")
    RandomBot(seed=0)
    >>> make_bot("clever")
    Traceback (most recent call last):
    ...
    ValueError: there is no bot 'clever'; the bots are random, ...
    """
    if isinstance(what, str):
        what = bot_class(what)
    elif isinstance(what, type):
        seed = veiled(seed)
    if isinstance(what, type):
        if "seed" in inspect.signature(what).parameters:
            settings["seed"] = seed
        what = what(**settings)
    elif isinstance(what, Bot):
        if settings:
            raise ValueError(f"{what!r} is made already; settings such as {', '.join(settings)} come too late")
    elif callable(what):
        what = FunctionBot(what)
    if not isinstance(what, Bot):
        raise ValueError(
            f"{what!r} is no bot: a bot has a method choose(view, legal); known names: {', '.join(PLACES)}"
        )
    return what


def veiled(seed: int | str) -> str:
    """Another seed, always the same one, that does not tell this one."""
    return hashlib.sha256(f"bot:{seed}".encode()).hexdigest()[:16]


def bot_class(name: str) -> type[Bot]:
    """The class behind a name."""
    place = PLACES.get(name.removeprefix(PREFIX))
    if place is None:
        raise ValueError(f"there is no bot {name!r}; the bots are {', '.join(PLACES)}")
    module, _, kind = place.partition(":")
    found: type[Bot] = getattr(import_module(module), kind)
    return found


class FunctionBot:
    """A plain function as a bot."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"FunctionBot({getattr(self.function, '__name__', self.function)!r})"

    def choose(self, view: View, legal: ActionSet) -> Action:
        action: Action = self.function(view, legal)
        return action
