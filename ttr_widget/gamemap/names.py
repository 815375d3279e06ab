"""Finding a name the way people type it: any case, without accents, only its beginning."""

from __future__ import annotations

from collections.abc import Iterable

from .problems import UnknownCity
from .wording import did_you_mean, fold, listing


def find_name(text: str, names: Iterable[str]) -> str:
    """The one name meant by a text. UnknownCity says what is near, or which ones it could be."""
    wanted = fold(text)
    all_names = list(names)
    exact = [name for name in all_names if fold(name) == wanted]
    if exact:
        return exact[0]
    begin = [name for name in all_names if wanted and fold(name).startswith(wanted)]
    if len(begin) == 1:
        return begin[0]
    if begin:
        raise UnknownCity(f"{text!r} could be {listing(begin)}")
    raise UnknownCity(f"there is no city {text!r}{did_you_mean(text, all_names)}")
