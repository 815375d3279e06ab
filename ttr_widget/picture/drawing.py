"""From a map, game, view or scenario to a picture."""

from __future__ import annotations

import math

from ttr_widget.picture.footer import footer_height, footer_shapes
from ttr_widget.picture.furniture import furniture_shapes
from ttr_widget.picture.ground import inset_shapes, label_shapes, land_shapes, sea_shapes
from ttr_widget.picture.marks import Marks, check_marks, closed_shapes, over_shapes, under_shapes
from ttr_widget.picture.ornament import ornament_shapes
from ttr_widget.picture.palette import Theme, theme_named
from ttr_widget.picture.pieces import car_shapes, pawn_shapes, tag_shapes, waiting
from ttr_widget.picture.places import place_shapes
from ttr_widget.picture.plate import Plate, plate_for
from ttr_widget.picture.position import Drawn, Position, position_of
from ttr_widget.picture.primitives import Picture, Primitive
from ttr_widget.picture.slots import slot_shapes
from ttr_widget.picture.track import frame_shapes, marker_shapes

DEFAULT_WIDTH = 1100


def draw(
    what: Drawn,
    *,
    width: float = DEFAULT_WIDTH,
    theme: str = "light",
    marks: Marks | None = None,
    footer: bool = True,
) -> Picture:
    """The picture of a map, a game (as a spectator sees it), a view or a scenario.

    `width` is in pixels; `theme` is light or dark; `marks` say what to emphasise; `footer` adds the list of players.

    >>> from ttr_widget.gamemap import load_map
    >>> draw(load_map("usa"), width=800).width
    800
    """
    position = position_of(what)
    plate = plate_for(position.map)
    colors = theme_named(theme)
    marks = marks or Marks()
    if not 0 < width < math.inf:
        raise ValueError(f"the width of a picture is a number of pixels above 0, not {width!r}")
    check_marks(plate, marks)
    layers = {
        **static_layers(plate, colors),
        "under": tuple(under_shapes(plate, colors, marks)),
        "closed": tuple(closed_shapes(plate, colors, position.closed)),
        "trains": tuple(car_shapes(plate, position)),
        "tags": tuple(tag_shapes(plate, dict(enumerate(position.owner)))),
        "pawns": (
            *pawn_shapes(plate, waiting(plate, position)),
            *marker_shapes(plate, position),
        ),
        "over": tuple(over_shapes(plate, colors, marks)),
    }
    size = plate.size
    if footer:
        layers["footer"] = tuple(footer_shapes(position, colors, plate.size))
        size = (size[0], size[1] + footer_height(position, size[0]))
    return Picture(
        size=size,
        width=width,
        layers={name: layers[name] for name in ORDER if name in layers},
        theme=theme,
        title=position.map.title,
        about=describe(position),
    )


ORDER = ("sea", "land", "ground", "under", "slots", "places", "closed", "trains", "tags", "pawns", "over", "footer")
"""The layers, the lowest first."""


def static_layers(plate: Plate, theme: Theme, title: str = "") -> dict[str, tuple[Primitive, ...]]:
    """The layers that are the same in every position; made once for each theme and title (else the map's own)."""
    title = title or plate.map.title
    return plate.remember(f"layers {theme.name} {title}", lambda: _static_layers(plate, theme, title))


def _static_layers(plate: Plate, theme: Theme, title: str) -> dict[str, tuple[Primitive, ...]]:
    return {
        "sea": tuple(sea_shapes(plate, theme)),
        "land": tuple(land_shapes(plate, theme)),
        "ground": (
            *ornament_shapes(plate, theme),
            *label_shapes(plate, theme),
            *inset_shapes(plate, theme),
            *frame_shapes(plate, theme),
            *furniture_shapes(plate, theme, title),
        ),
        "slots": tuple(slot_shapes(plate, theme)),
        "places": tuple(place_shapes(plate, theme)),
    }


def describe(position: Position) -> str:
    """The position in one sentence, for those who cannot see the picture."""
    if position.view is None:
        return f"The empty board of {position.map.title}."
    view = position.view
    parts = [f"{name}: {points} points" for name, points in zip(view.names, view.points, strict=True)]
    claimed = sum(owner != -1 for owner in position.owner)
    return f"{position.map.title}, {claimed} of {len(position.owner)} routes claimed. {'; '.join(parts)}."
