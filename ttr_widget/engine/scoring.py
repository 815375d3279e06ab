"""The score sheet: one line for each source of points, and who has won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttr_widget.engine.rules import Rules
    from ttr_widget.engine.state import State


@dataclass(frozen=True)
class ScoreLine:
    """Points of one source for every seat, with a word on each (e.g. which tickets) and the routes they come from."""

    source: str
    points: tuple[int, ...]
    detail: tuple[str, ...] = ()
    routes: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class ScoreSheet:
    """All lines of a game's score. `totals` are the sums; `winners` the seats that would win now."""

    names: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    winners: tuple[int, ...]

    @property
    def totals(self) -> list[int]:
        """The sum of all lines for each seat."""
        return [sum(line.points[seat] for line in self.lines) for seat in range(len(self.names))]

    def __str__(self) -> str:
        rows = [[line.source.replace("_", " "), *map(str, line.points)] for line in self.lines]
        rows.append(["total", *(f"{total}{'*' if i in self.winners else ''}" for i, total in enumerate(self.totals))])
        table = [["", *self.names], *rows]
        widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if i == 0 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in table
        )

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th>{_escape(name)}{' 🏆' if i in self.winners else ''}</th>" for i, name in enumerate(self.names)
        )
        body = ""
        for line in self.lines:
            cells = "".join(
                f'<td title="{_escape(line.detail[i]) if line.detail else ""}">{points}</td>'
                for i, points in enumerate(line.points)
            )
            body += f"<tr><td>{_escape(line.source.replace('_', ' '))}</td>{cells}</tr>"
        total = "".join(f"<td><b>{total}</b></td>" for total in self.totals)
        return f"<table><tr><th></th>{head}</tr>{body}<tr><td><b>total</b></td>{total}</tr></table>"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def score_lines(rules: Rules, s: State) -> list[ScoreLine]:
    """The lines of the score if the game ended now."""
    seats = range(rules.players)
    start = [rules.start_score[(seat - s.first) % rules.players] for seat in seats]
    lines = [ScoreLine("routes", tuple(s.points[seat] - start[seat] for seat in seats))]
    if any(start):
        lines.insert(0, ScoreLine("start", tuple(start)))
    if not any(mechanic.scores_tickets for mechanic in rules.mechanics):
        lines.append(_ticket_line(rules, s))
    for mechanic in rules.mechanics:
        lines += mechanic.score(s)
    return lines


def _ticket_line(rules: Rules, s: State) -> ScoreLine:
    """B17: completed tickets count for, the others against their holder."""
    points, details = [], []
    for seat in range(rules.players):
        total = 0
        words = []
        for ticket in s.tickets[seat]:
            card = rules.board.tickets[ticket]
            done = rules.completed(s, seat, ticket)
            total += card.points if done else -card.points
            words.append(f"{card.a}–{card.b} {'+' if done else '−'}{card.points}")
        points.append(total)
        details.append(", ".join(words))
    return ScoreLine("tickets", tuple(points), tuple(details))


def totals(rules: Rules, s: State) -> list[int]:
    """The sums alone, without building the words of the sheet: simulations ask for nothing else."""
    board = rules.board.tickets
    scores = s.points.copy()
    if not any(mechanic.scores_tickets for mechanic in rules.mechanics):
        for seat in range(rules.players):
            for ticket in s.tickets[seat]:
                scores[seat] += board[ticket].points if rules.completed(s, seat, ticket) else -board[ticket].points
    for mechanic in rules.mechanics:
        for points in mechanic.score_points(s):
            for seat, more in enumerate(points):
                scores[seat] += more
    return scores


def winners(rules: Rules, s: State) -> tuple[int, ...]:
    """B19 and its variants: points, then completed tickets, then what the mechanics say; equal in all: shared."""
    own_ranking = rules.overriding("ranking")
    if own_ranking:
        keys = [own_ranking[0].ranking(s, seat) for seat in range(rules.players)]
    else:
        scores = totals(rules, s)
        breaks = rules.overriding("tie_break")
        best = max(scores)
        leaders = [seat for seat, score in enumerate(scores) if score == best]
        if len(leaders) == 1:
            return tuple(leaders)
        keys = [
            (score, len(rules.completed_tickets(s, seat)), *(m.tie_break(s, seat) for m in breaks))
            if seat in leaders
            else ()
            for seat, score in enumerate(scores)
        ]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))
