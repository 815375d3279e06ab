"""A bot to copy: change the few lines of `choose` and hand the class to `play`, `simulate` or `tournament`."""

from __future__ import annotations

from ttr_widget.bots.bot import SeededBot
from ttr_widget.engine import Action, ActionSet, View


class TemplateBot(SeededBot):
    """Claims the longest route it can pay for; otherwise takes any card; everything else as it comes.

    `view` is all that the player may know: `view.hand` (nine counts: the eight colours, then locomotives),
    `view.tickets`, `view.market`, `view.owner` (who holds each route), `view.trains`, `view.board` and more.
    `legal` holds the actions you may return; `legal.by_kind("claim")` only some of them. The kinds are claim, draw,
    take, tickets, keep and pass, and on some maps ferry, swap, passenger and neutral. `self.rng` is your own dice.

    >>> from ttr_widget.bots import make_bot, play_game
    >>> from ttr_widget.engine import Game
    >>> play_game(Game("usa", seed=1), [make_bot(TemplateBot, seed=1), make_bot("random", seed=2)]).over
    True
    """

    def choose(self, view: View, legal: ActionSet) -> Action:
        routes = view.board.routes
        claims = legal.by_kind("claim")
        if claims:
            return max(claims, key=lambda claim: (routes[claim.route].length, -claim.locomotives))
        cards = legal.by_kind("take") or legal.by_kind("draw")
        return self.rng.choice(cards or legal)
