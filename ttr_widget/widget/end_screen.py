"""The end of a game as steps: the score source by source, with a chart, and what to point out on the board.

Also the replay: any earlier position, quickly enough for a slider.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ttr_widget.engine import Game
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.picture import PLAYER_COLORS, Marks
from ttr_widget.widget.end_details import SPLIT, details, marks_for
from ttr_widget.widget.messages import figure, safe, signed, text, victory, word
from ttr_widget.widget.narrate import dot

SHADES = ("#4c78a8", "#72b7b2", "#f58518", "#b279a2", "#eeca3b", "#9d755d", "#54a24b", "#e45756")
"""Colours of the sources in the chart."""
QUIET = {"start", "routes", "loans", "east_west"}
"""Sources that need no step of their own when nobody has anything of them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to show: a heading, HTML with the chart so far and the details, and marks for the board."""

    title: str
    html: str
    marks: Marks = field(default_factory=Marks)


def steps(game: Game, language: str) -> list[Step]:
    """The final score, one step after the other; the last one has everything and the winner."""
    if not game.over:
        raise ValueError("the score is revealed when the game is over")
    sheet = game.score_sheet()
    lines = [line for line in sheet.lines if any(line.points) or line.source not in QUIET]
    found: list[Step] = []
    for number, line in enumerate(lines):
        seats: list[int | None] = [*range(game.players)] if line.source in SPLIT else [None]
        found += [_step(game, language, lines[: number + 1], seat) for seat in seats]
    return [*found, _summary(game, language, lines)]


def _step(game: Game, language: str, lines: Sequence[ScoreLine], seat: int | None) -> Step:
    line = lines[-1]
    title = word(language, "source", line.source)
    if seat is not None:
        title = f"{title}: {game.names[seat]}"
    about = safe(word(language, "end.about", line.source))
    head = f'<div class="ttr-note">{_key(len(lines) - 1)}{about}</div>'
    chart = _chart(game, language, lines, revealed=seat, growing=True)
    return Step(title, head + chart + details(game, line, seat, language), marks_for(game, line, seat))


def _summary(game: Game, language: str, lines: Sequence[ScoreLine]) -> Step:
    title = victory(language, "end", [game.names[seat] for seat in game.winners])
    html = _chart(game, language, lines, None) + _table(game, language, lines)
    own = {route: PLAYER_COLORS[seat] for route, seat in enumerate(game.owner) if seat in game.winners}
    return Step(title, html, Marks(routes=own))


FEW = 3
"""With more players the table has only their colours as headings; the chart above it has the names."""


def _table(game: Game, language: str, lines: Sequence[ScoreLine]) -> str:
    winners = set(game.winners)
    names = [safe(_short(name)) if game.players <= FEW else "" for name in game.names]
    head = "".join(
        f'<th title="{safe(game.names[seat])}">{dot(seat)}{name}{" ★" if seat in winners else ""}</th>'
        for seat, name in enumerate(names)
    )
    body = "".join(
        f"<tr><td>{_key(place)}{safe(word(language, 'source', line.source))}</td>"
        + "".join(f"<td>{figure(points)}</td>" for points in line.points)
        + "</tr>"
        for place, line in enumerate(lines)
    )
    totals = [sum(line.points[seat] for line in lines) for seat in range(game.players)]
    total = "".join(
        f'<td class="{"ttr-winner" if seat in winners else ""}"><b>{figure(points)}</b></td>'
        for seat, points in enumerate(totals)
    )
    return (
        f'<table class="ttr-table ttr-score"><tr><th></th>{head}</tr>{body}'
        f'<tr class="ttr-total"><td><b>{text(language, "source.total")}</b></td>{total}</tr></table>'
    )


def _key(source: int) -> str:
    return f'<span class="ttr-dot" style="background:{SHADES[source % len(SHADES)]};border-radius:2px"></span>'


BAR, GAP, WIDTH, NAMES, NUMBERS = 14, 6, 236, 86, 34
"""Pixels of the chart: it must fit the narrow column beside a wide board."""
LONGEST_NAME = 9


def _chart(
    game: Game, language: str, lines: Sequence[ScoreLine], revealed: int | None, *, growing: bool = False
) -> str:
    """Bars of the points so far: each source a piece, what was lost to the left of the line.

    With `revealed`, of the last source only the seats up to this one are shown yet. What is `growing` is new.
    """
    sheet = game.score_sheet().lines
    seats = range(game.players)
    most = max(sum(max(0, line.points[seat]) for line in sheet) for seat in seats) or 1
    least = max(sum(max(0, -line.points[seat]) for line in sheet) for seat in seats)
    scale = (WIDTH - NAMES - NUMBERS) / (most + least)
    zero = NAMES + least * scale
    pieces = [f"<title>{text(language, 'end.chart')}</title>"]
    for seat in seats:
        y = seat * (BAR + GAP) + GAP / 2
        plus = minus = zero
        total = 0
        for source, line in enumerate(lines):
            last = source == len(lines) - 1
            points = line.points[seat]
            if revealed is not None and last and seat > revealed:
                points = 0
            total += points
            width = abs(points) * scale
            start = plus if points > 0 else minus - width
            plus, minus = (plus + width, minus) if points > 0 else (plus, minus - width)
            if points:
                what = f"{word(language, 'source', line.source)} {signed(points)}"
                new = growing and last and revealed in (None, seat)
                style = f"ttr-grow{' ttr-lost' * (points < 0)}" if new else ""
                pieces.append(_piece(start, y, width, source, what, style))
        name = safe(_short(game.names[seat]))
        color = PLAYER_COLORS[seat]
        pieces.append(
            f'<rect x="0" y="{y + 2:.1f}" width="10" height="10" rx="3" fill="{color}"/>'
            f'<text x="14" y="{y + 11:.1f}" class="ttr-bar-name">{name}</text>'
            f'<text x="{plus + 3:.1f}" y="{y + 11:.1f}" class="ttr-bar-total">{figure(total)}</text>'
        )
    height = game.players * (BAR + GAP)
    pieces.append(f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="0" y2="{height}" stroke="currentColor" opacity="0.5"/>')
    return (
        f'<svg class="ttr-chart" viewBox="0 0 {WIDTH} {height}" width="100%" role="img" '
        f'style="max-width:{WIDTH * 1.1:.0f}px;font:bold 11px sans-serif;fill:currentColor">{"".join(pieces)}</svg>'
    )


def _short(name: str) -> str:
    """A long name without its middle: the end tells "Planner 2" from "Planner 3"."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}…{name[-2:]}"


def _piece(x: float, y: float, width: float, source: int, what: str, style: str) -> str:
    color = SHADES[source % len(SHADES)]
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{BAR}"'
    return f'<rect class="{style}" {place} fill="{color}"><title>{safe(what)}</title></rect>'


def can_replay(game: Game) -> bool:
    """Whether the game can be looked back at: not one that began in the middle."""
    try:
        game.must_have_record()
    except ValueError:
        return False
    return True


class Replay:
    """The positions of a game by number. Dragging a slider is quick: every few moves a position is remembered."""

    EVERY = 12

    def __init__(self, game: Game) -> None:
        self._actions = game.actions
        self._kept = {0: game.at(0)}

    def __len__(self) -> int:
        return len(self._actions)

    def at(self, number: int) -> Game:
        """The game as it was after so many actions; a game of its own, to look at or to play on."""
        if not 0 <= number <= len(self._actions):
            raise ValueError(f"the game has {len(self._actions)} actions; there is no position after {number}")
        start = max(kept for kept in self._kept if kept <= number)
        position = self._kept[start].copy()
        for done in range(start, number):
            position.play(self._actions[done])
            if (done + 1) % self.EVERY == 0:
                self._kept[done + 1] = position.copy()
        return position
