"""The playable board in a notebook: `play`, `watch` and `resume`."""

from ttr_widget.widget.app import PlayWidget
from ttr_widget.widget.start import play, resume, watch
from ttr_widget.widget.table import Table

__all__ = ["PlayWidget", "Table", "play", "resume", "watch"]
