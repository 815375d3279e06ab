"""The laboratory: thousands of games between bots as tables, tournaments with ratings, and what the tables say."""

from ttr_widget.lab.evaluate import (
    Balance,
    balance,
    first_player_advantage,
    heat,
    route_values,
    score_distribution,
    ticket_values,
)
from ttr_widget.lab.intervals import mean_intervals, statistic_interval, win_rates
from ttr_widget.lab.output import OutputError
from ttr_widget.lab.plots import plot_scores, plot_sources
from ttr_widget.lab.ratings import cross_table, ratings
from ttr_widget.lab.rows import COLUMNS
from ttr_widget.lab.simulation import SimulationWarning, play_one, simulate
from ttr_widget.lab.tournament import Tournament, tournament

__all__ = [
    "COLUMNS",
    "Balance",
    "OutputError",
    "SimulationWarning",
    "Tournament",
    "balance",
    "cross_table",
    "first_player_advantage",
    "heat",
    "mean_intervals",
    "play_one",
    "plot_scores",
    "plot_sources",
    "ratings",
    "route_values",
    "score_distribution",
    "simulate",
    "statistic_interval",
    "ticket_values",
    "tournament",
    "win_rates",
]
