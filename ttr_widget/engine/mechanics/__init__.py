"""The mechanics beyond the base game, one file each, switched on by a map's settings."""

from __future__ import annotations

from ttr_widget.engine.mechanics.base import Inconsistent, Mechanic
from ttr_widget.engine.mechanics.express import Express
from ttr_widget.engine.mechanics.ferries import Ferries
from ttr_widget.engine.mechanics.longest_path import LongestPath
from ttr_widget.engine.mechanics.most_tickets import MostTickets
from ttr_widget.engine.mechanics.neutral import Neutral
from ttr_widget.engine.mechanics.passengers import Passengers
from ttr_widget.engine.mechanics.regions import Regions
from ttr_widget.engine.mechanics.short_journey import ShortJourney
from ttr_widget.engine.mechanics.tolls import Tolls
from ttr_widget.gamemap import GameMap

__all__ = ["MECHANICS", "Inconsistent", "Mechanic", "make_mechanics"]

# Their hooks run in this order, however a map lists them: equal maps play equally (X3). What a claim brings
# (tolls, passengers) comes before a game may end at once (short_journey), and the neutral player moves last.
MECHANICS: dict[str, type[Mechanic]] = {
    kind.name: kind
    for kind in (Express, Ferries, Tolls, Passengers, ShortJourney, Neutral, MostTickets, LongestPath, Regions)
}


def make_mechanics(board: GameMap, players: int) -> list[Mechanic]:
    """The mechanics a map switches on, in the order of `MECHANICS`."""
    wanted = board.settings.mechanics
    return [kind(board, players, dict(wanted[name])) for name, kind in MECHANICS.items() if name in wanted]
