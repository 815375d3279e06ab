"""The list of players below a board: points, trains, cards, tickets and what the map's own rules count."""

from __future__ import annotations

from collections.abc import Iterator

from ttr_widget.engine import View
from ttr_widget.picture.palette import PLAYER_COLORS, Theme, mix
from ttr_widget.picture.position import Position
from ttr_widget.picture.primitives import Path, Pen, Primitive, Text
from ttr_widget.picture.signs import seat_sign

PARTS = 30
"""The list is as large as if the board were so many slots wide."""


def footer_height(position: Position, width: float) -> float:
    """How much room the list needs; nothing without players."""
    if position.view is None:
        return 0.0
    return (2.4 + (1.1 if position.extra("express") else 0.0)) * width / PARTS


def footer_shapes(position: Position, theme: Theme, size: tuple[float, float]) -> list[Primitive]:
    """The list of players, below a board of this size."""
    view = position.view
    if view is None:
        return []
    width, top = size
    unit = width / PARTS
    shapes: list[Primitive] = [
        Path(Pen().box(0, top, width, footer_height(position, width)).d, fill=theme.page),
    ]
    step = (width - 0.4 * unit) / view.players
    for seat in range(view.players):
        shapes += _player(view, seat, theme, (0.2 * unit + seat * step, top + 0.25 * unit, step - 0.2 * unit), unit)
    if position.extra("express"):
        shapes += _express(position, theme, (0.4 * unit, top + 2.4 * unit, width - 0.8 * unit), unit)
    return shapes


def _player(view: View, seat: int, theme: Theme, place: tuple[float, float, float], unit: float) -> list[Primitive]:
    x, y, w = place
    color = PLAYER_COLORS[seat % len(PLAYER_COLORS)]
    moves = seat == view.player and not view.over
    panel = Pen().box(x, y, w, 1.9 * unit, 0.2 * unit).d
    bar = Pen().box(x + 0.12 * unit, y + 0.2 * unit, 0.12 * unit, 1.5 * unit).d
    edge = color if moves else theme.panel_edge
    journey = view.extra.get("short_journey")
    points = f"{_completed(view, seat)}/{journey['goal']}" if journey else str(view.points[seat])
    room = w - 1.7 * unit - 0.5 * unit * len(points)
    size = min(0.62 * unit, room / (0.62 * len(view.names[seat]) + 0.01))
    figures = list(_counted(view, seat))
    half = -(-len(figures) // 2) if len(figures) > 3 else len(figures)
    lines = [" · ".join(part) for part in (figures[:half], figures[half:]) if part]
    first = 1.42 if len(lines) == 1 else 1.25
    small = min(0.4 * unit, (w - 0.7 * unit) / (0.5 * max(map(len, lines))))
    return [
        Path(panel, fill=mix(theme.panel, color, 0.1), stroke=edge, width=(0.1 if moves else 0.04) * unit),
        Path(bar, fill=color),
        *seat_sign(seat, (x + 0.74 * unit, y + 0.56 * unit), 0.46 * unit),
        Text(view.names[seat], x + 1.25 * unit, y + 0.76 * unit, size, theme.ink, weight="bold"),
        Text(points, x + w - 0.3 * unit, y + 0.82 * unit, 0.8 * unit, theme.ink, anchor="end",
             weight="bold", family="serif"),
        *[
            Text(line, x + 0.45 * unit, y + (first + 0.45 * number) * unit, small, theme.soft_ink)
            for number, line in enumerate(lines)
        ],
    ]  # fmt: skip


def _counted(view: View, seat: int) -> Iterator[str]:
    """The other figures of a player that everybody may know."""
    yield _number(view.trains[seat], "train")
    yield _number(view.hand_sizes[seat], "card")
    yield _number(view.ticket_counts[seat], "ticket")
    extra = view.extra
    if "ferries" in extra:
        yield _number(extra["ferries"]["held"][seat], "ferry card")
    if "passengers" in extra:
        yield _number(sum(extra["passengers"]["taken"][seat]), "passenger")
    if "tolls" in extra and extra["tolls"]["tokens"][seat] is not None:
        yield _number(extra["tolls"]["tokens"][seat], "coin")


def _completed(view: View, seat: int) -> int:
    """What counts in the short game: tickets laid open, and the bonus."""
    return len(view.shown_tickets[seat]) + bool(view.extra["short_journey"]["bonus"][seat])


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _express(position: Position, theme: Theme, place: tuple[float, float, float], unit: float) -> list[Primitive]:
    """The express track: how much each player built of the shared lines."""
    x, y, w = place
    track = position.extra("express")["track"]
    fields = max(20, *track) + 1
    left = x + 3.2 * unit
    step = (x + w - left) / fields
    cells = Pen()
    for field in range(fields):
        cells.box(left + field * step, y, step, 0.7 * unit)
    shapes: list[Primitive] = [
        Text("Express track", x, y + 0.5 * unit, 0.42 * unit, theme.ink, weight="bold"),
        Path(cells.d, fill=theme.panel, stroke=theme.panel_edge, width=0.04 * unit),
    ]
    shapes += [
        Text(str(field), left + (field + 0.5) * step, y + 1.0 * unit, 0.3 * unit, theme.soft_ink, anchor="middle")
        for field in range(0, fields, 5)
    ]
    for seat, built in enumerate(track):
        same = [other for other, value in enumerate(track) if value == built]
        shift = (same.index(seat) + 0.5) / len(same)
        shapes += seat_sign(seat, (left + (built + shift) * step, y + 0.35 * unit), min(0.42 * unit, 0.5 * step))
    return shapes
