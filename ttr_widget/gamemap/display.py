"""How maps, games, views and scenarios show themselves in a notebook, without this room knowing who draws.

The package's front door names the room that draws (`find_picture_room`); it is loaded when the first picture is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

find_picture_room: Callable[[], Any] | None = None


class Drawable:
    """Something that has a picture: `to_svg`, `to_png`, and a display of its own in notebooks."""

    __slots__ = ()

    def to_svg(self, path: str | Path | None = None, **how: Any) -> str:
        """The picture as SVG text, written to a file if a path is given; see `ttr_widget.picture.draw` for `how`."""
        room = _picture_room()
        text: str = room.to_svg(room.draw(self, **how))
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def to_png(self, path: str | Path, **how: Any) -> None:
        """The picture as a PNG file; see `ttr_widget.picture.draw` for `how`."""
        room = _picture_room()
        room.to_png(room.draw(self, **how), path)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "image/svg+xml": self.to_svg()}


def _picture_room() -> Any:
    if find_picture_room is None:
        raise RuntimeError("pictures need the whole package: import ttr_widget first")
    return find_picture_room()
