"""What a picture needs to know of a game, taken from a map, a game, a view or a scenario: only what may be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ttr_widget.engine import Game, View
from ttr_widget.engine.position import Scenario
from ttr_widget.engine.state import EXPRESS, FREE, NEUTRAL
from ttr_widget.gamemap import GameMap
from ttr_widget.picture.palette import EXPRESS_COLOR, NEUTRAL_COLOR, PLAYER_COLORS

Drawn = Game | View | GameMap | Scenario


@dataclass(frozen=True)
class Position:
    """The open side of a position: who holds which route, and the figures of all players."""

    map: GameMap
    owner: tuple[int, ...]
    view: View | None = None

    def extra(self, mechanic: str) -> dict[str, Any]:
        """What a mechanic shows to everybody."""
        return dict(self.view.extra.get(mechanic, {})) if self.view else {}

    @property
    def closed(self) -> tuple[int, ...]:
        """Free routes that nobody can claim any more, for a twin is taken and there are few players (B12)."""
        if self.view is None or self.view.players >= self.map.settings.close_doubles_below:
            return ()
        taken = [group for group in self.map.route_groups if any(self.owner[route] != FREE for route in group)]
        return tuple(route for group in taken for route in group if self.owner[route] == FREE)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.view.points) if self.view else ()


def position_of(what: Drawn) -> Position:
    """What may be seen of a map, game (as a spectator), view or scenario."""
    if isinstance(what, GameMap):
        return Position(what, (FREE,) * len(what.routes))
    if isinstance(what, Scenario):
        what = what.game()
    view = what.view(None) if isinstance(what, Game) else what
    if not isinstance(view, View):
        raise TypeError(f"only a Game, a View, a GameMap or a Scenario can be drawn, not {type(what).__name__}")
    return Position(view.board, tuple(view.owner), view)


def owner_color(owner: int) -> str:
    """The colour of a seat's trains, of neutral ones or of a shared express."""
    if owner == NEUTRAL:
        return NEUTRAL_COLOR
    if owner == EXPRESS:
        return EXPRESS_COLOR
    return PLAYER_COLORS[owner % len(PLAYER_COLORS)]
