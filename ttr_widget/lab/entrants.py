"""Who plays: bots by name, class, function or object, with label and settings; every game gets bots of its own."""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttr_widget.bots import Bot, make_bot


@dataclass(frozen=True)
class Entrant:
    """A bot as a recipe: from it, every game gets a bot of its own, with a seed of its own."""

    label: str
    what: Any
    settings: Mapping[str, Any] = field(default_factory=dict)

    def make(self, seed: int | str) -> Bot:
        """A new bot. An object that is a bot already is copied, so that games do not influence each other."""
        what = self.what
        ready = not isinstance(what, str | type) and isinstance(what, Bot)
        return make_bot(copy.deepcopy(what) if ready else what, seed, **self.settings)

    @property
    def known_by_name(self) -> bool:
        """Whether a name and plain values say all about it, so that any worker understands it."""
        plain = (str, int, float, type(None))
        return isinstance(self.what, str) and all(isinstance(value, plain) for value in self.settings.values())


def read_entrant(item: Any, label: str | None = None) -> Entrant:
    """An entrant from a bot, from `(bot, settings)`, or from a text with settings.

    >>> read_entrant("random")
    Entrant(label='random', what='random', settings={})
    >>> read_entrant("mcts:iterations=50,style=bold")
    Entrant(label='mcts:iterations=50,style=bold', what='mcts', settings={'iterations': 50, 'style': 'bold'})
    """
    if isinstance(item, Entrant):
        return item
    settings: dict[str, Any] = {}
    what = item
    if isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], Mapping):
        what, settings = item[0], dict(item[1])
    elif isinstance(item, str):
        what, settings = _read_text(item)
    if label is None:
        label = item if isinstance(item, str) else _label(what, settings)
    return Entrant(label, what, settings)


def _read_text(text: str) -> tuple[str, dict[str, Any]]:
    """`name:key=value,key=value`; values are Python literals or plain words."""
    start = len("bot:") if text.startswith("bot:") else 0
    name, colon, rest = text[start:].partition(":")
    settings: dict[str, Any] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = part.partition("=")
        if not equals or not key.strip().isidentifier():
            raise ValueError(f"the settings of a bot are written name:key=value,key=value; {text!r} is not")
        try:
            settings[key.strip()] = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError):
            settings[key.strip()] = value.strip()
    return name, settings


def _label(what: Any, settings: Mapping[str, Any]) -> str:
    name = what if isinstance(what, str) else getattr(what, "__name__", type(what).__name__)
    values = (f"{key}={getattr(value, '__name__', value)}" for key, value in settings.items())
    return f"{name}:{','.join(values)}" if settings else str(name)


def read_entrants(bots: Any) -> tuple[Entrant, ...]:
    """All entrants: from one bot, a list of bots, or a mapping of labels to bots. Each is tried out once."""
    if isinstance(bots, Mapping):
        found = tuple(read_entrant(item, str(label)) for label, item in bots.items())
    elif isinstance(bots, Sequence) and not isinstance(bots, str) and not _with_settings(bots):
        found = tuple(read_entrant(item) for item in bots)
    else:
        found = (read_entrant(bots),)
    if not found:
        raise ValueError("there is no bot to play; name at least one")
    for entrant in found:
        _try_out(entrant)
    return found


def _with_settings(bots: Sequence[Any]) -> bool:
    return isinstance(bots, tuple) and len(bots) == 2 and isinstance(bots[1], Mapping)


def _try_out(entrant: Entrant) -> None:
    try:
        entrant.make("trial")
    except ValueError:
        raise  # says already what is wrong
    except Exception as error:
        raise ValueError(f"the bot {entrant.label!r} cannot be made: {type(error).__name__}: {error}") from error
