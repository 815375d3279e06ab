"""The rules: pure, no files but records, no Jupyter. `Game` is the door."""

from ttr_widget.engine.actions import WILD, Action, ActionSet, Catalog
from ttr_widget.engine.events import Event
from ttr_widget.engine.explain import IllegalAction
from ttr_widget.engine.game import Game
from ttr_widget.engine.mechanics import Inconsistent
from ttr_widget.engine.notation import NotationError
from ttr_widget.engine.position import PositionError, Scenario
from ttr_widget.engine.record import RecordError
from ttr_widget.engine.scoring import ScoreLine, ScoreSheet
from ttr_widget.engine.view import View

__all__ = [
    "WILD",
    "Action",
    "ActionSet",
    "Catalog",
    "Event",
    "Game",
    "IllegalAction",
    "Inconsistent",
    "NotationError",
    "PositionError",
    "RecordError",
    "Scenario",
    "ScoreLine",
    "ScoreSheet",
    "View",
]
