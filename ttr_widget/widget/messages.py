"""Every text the widget shows, in English and German: `text(language, key, **values)`.

The tables lie in `messages_*.py`, one subject each: key -> (English, German).
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ttr_widget.gamemap import CARDS
from ttr_widget.widget.messages_controls import CONTROLS
from ttr_widget.widget.messages_end import END
from ttr_widget.widget.messages_log import LOG
from ttr_widget.widget.messages_play import PLAY
from ttr_widget.widget.messages_rules import RULES
from ttr_widget.widget.messages_words import WORDS

if TYPE_CHECKING:
    from ttr_widget.gamemap import GameMap

LANGUAGES = ("en", "de")
"""The languages of the widget; the first is used where nothing else is known."""

TABLES: tuple[Mapping[str, tuple[str, str]], ...] = (WORDS, PLAY, CONTROLS, LOG, END, RULES)
TEXTS: dict[str, tuple[str, str]] = {key: texts for table in TABLES for key, texts in table.items()}


class UnknownText(KeyError):
    """A text was asked for that no table holds: a fault of the program."""

    def __str__(self) -> str:
        return str(self.args[0])


def text(language: str, key: str, **values: object) -> str:
    """The text for a key, with its values put in.

    Where a value `n` is 1 and the table has `<key>.one`, that is used.

    >>> text("en", "count.trains", n=3), text("de", "count.trains", n=1)
    ('3 trains', '1 Wagen')
    """
    if language not in LANGUAGES:
        raise UnknownText(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    if values.get("n") == 1 and f"{key}.one" in TEXTS:
        key += ".one"
    if isinstance(values.get("n"), int):
        values["n"] = figure(values["n"])  # type: ignore[arg-type]
    if key not in TEXTS:
        raise UnknownText(f"there is no text {key!r} in the tables of messages_*.py")
    try:
        return TEXTS[key][LANGUAGES.index(language)].format(**values)
    except KeyError as missing:
        raise UnknownText(f"the text {key!r} needs a value for {missing}") from missing


def known(key: str) -> bool:
    """Whether the tables have the key."""
    return key in TEXTS


def word(language: str, family: str, name: object) -> str:
    """The word for a name that a map may have invented: from the tables if they have it, else the name itself.

    >>> word("de", "source", "longest_path"), word("de", "source", "my_own")
    ('Längste Strecke', 'my own')
    """
    key = f"{family}.{str(name).lower()}"
    return text(language, key) if key in TEXTS else str(name).replace("_", " ")


def card_name(language: str, card: int) -> str:
    """The name of a card by its number; the locomotive is the last.

    >>> card_name("en", 1), card_name("de", 8)
    ('red', 'Lok')
    """
    return text(language, f"card.{CARDS[card]}")


def map_title(language: str, board: GameMap) -> str:
    """The title of a map; maps of one's own keep theirs."""
    key = f"map.{board.name}"
    return text(language, key) if key in TEXTS and TEXTS[key][0] == board.title else board.title


def option_name(language: str, board: GameMap, option: str) -> str:
    """What an option of a map is called in the menu; those of one's own maps keep their names."""
    return word(language, "option", option)


def option_about(language: str, board: GameMap, option: str) -> str:
    """One sentence on an option; those of one's own maps keep theirs."""
    key = f"option.{option}.about"
    return text(language, key) if key in TEXTS else board.choices[option].about


def option_value(language: str, option: str, value: object) -> str:
    """What a value of an option is called in the menu."""
    if isinstance(value, bool):
        return text(language, "yes" if value else "no")
    return word(language, f"option.{option}", value)


def either(language: str, items: Iterable[str]) -> str:
    """A list in words with "or" before the last.

    >>> either("en", ["a", "b", "c"]), either("de", ["a", "b"])
    ('a, b or c', 'a oder b')
    """
    return _listed(list(items), text(language, "or"))


def both(language: str, items: Iterable[str]) -> str:
    """A list in words with "and" before the last."""
    return _listed(list(items), text(language, "and"))


def _listed(items: list[str], link: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {link} {items[-1]}"


def signed(points: int) -> str:
    """Points with their sign; a real minus.

    >>> signed(7), signed(-3), signed(0)
    ('+7', '−3', '0')
    """
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def figure(points: int) -> str:
    """A number with a real minus.

    >>> figure(7), figure(-3)
    ('7', '−3')
    """
    return str(points).replace("-", "−")


def is_you(name: str) -> bool:
    """Whether a player has no name but "You", in whatever language the game was begun: verbs then differ."""
    return name in TEXTS["player.you"]


def victory(language: str, family: str, names: Sequence[str], **values: object) -> str:
    """Who has won, from the texts `<family>.winner` and `<family>.winners`, each with a form for "You".

    >>> victory("en", "end", ["Ann"]), victory("de", "end", ["Du", "Ann"])
    ('Ann wins', 'Du und Ann teilt euch den Sieg')
    """
    key = f"{family}.winner" if len(names) == 1 else f"{family}.winners"
    if any(map(is_you, names)):
        key += ".you"
    return text(language, key, name=names[0], names=both(language, names), **values)


def safe(value: object) -> str:
    """Text that people or maps have chosen, made fit for HTML."""
    return html.escape(str(value))
