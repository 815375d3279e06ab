"""Words as people write them: names without case and accents, near misses, lists."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_SPECIAL = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i"})


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Lower case letters and digits only, without accents: 'Sault Ste. Marie' and 'sault ste marie' are one."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_SPECIAL))
    return "".join(letter for letter in plain if letter.isalnum())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """' – did you mean X?' or an empty string."""
    by_folded = {fold(name): name for name in known}
    near = difflib.get_close_matches(fold(word), by_folded, n=1, cutoff=0.6)
    return f" – did you mean {by_folded[near[0]]}?" if near else ""


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """'unknown colour 'pnk' – did you mean pink? It can be …'"""
    names = list(known)
    hint = did_you_mean(word, names)
    return f"unknown {what} {word!r}{hint or '.'} It can be {listing(names)}."


def listing(words: Iterable[object], last: str = "or") -> str:
    """The words as people list them: 'a, b or c'."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return texts[0] if texts else "nothing"
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"
