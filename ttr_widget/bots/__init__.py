"""The computer players. A bot sees only a `View` and chooses one of the legal actions; `make_bot` makes one by name."""

from ttr_widget.bots.bot import Bot, BotError, RandomBot, SeededBot, ask, play_game
from ttr_widget.bots.registry import bot_names, make_bot

__all__ = ["Bot", "BotError", "RandomBot", "SeededBot", "ask", "bot_names", "make_bot", "play_game"]
