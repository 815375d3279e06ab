"""What lies around the board for everybody: the bar on top, players, market, log, and what screen readers hear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w

from ttr_widget.engine import WILD
from ttr_widget.widget import messages, narrate, panels, storage
from ttr_widget.widget.messages_now import over, what_now
from ttr_widget.widget.messages_why import why_not_take
from ttr_widget.widget.parts import one_of, put, show

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

LOG_LINES = 80


class Around:
    """Fills the panels around the board from the view of the seat shown."""

    def __init__(self, app: PlayWidget) -> None:
        self.app = app
        table = app.table
        begun = bool(len(table.game))
        self.unfinished = table.autosave is not None and not begun and storage.is_unfinished(table.autosave)
        self.newcomer = not app.prefs.toured
        self._live = ""

    def top(self) -> None:
        """The bar: whose turn, what can be done now, and the buttons."""
        parts, table, view = self.app.parts, self.app.table, self.app.view
        put(parts.status, value=panels.bar(view, self.app.language, self._sentence(), *self._who()))
        bots = any(not seat.human for seat in table.seats)
        paused = table.runner.paused
        put(
            parts.hint,
            description=self.app.t("do.hint"),
            disabled=view.seat is None or view.over or self.app.ending.busy,
        )
        put(parts.undo, description=self.app.t("do.undo"), disabled=table.undo_target() is None or self.app.watching)
        put(
            parts.bots,
            description=("▶ " if paused else "❚❚ ") + self.app.t("do.bots.go" if paused else "control.bots"),
            tooltip=self.app.t("do.bots.go" if paused else "do.bots.pause"),
            classes={"ttr-off": not bots or view.over or self.app.watching, "ttr-primary": paused},
        )
        waiting = paused and table.bot_to_decide() is not None
        put(parts.step, description=self.app.t("do.bots.step"), classes={"ttr-off": not waiting or self.app.watching})
        put(parts.menu, description=f"☰ {self.app.t('do.menu')}", classes={"ttr-off": self.app.watching})

    def _who(self) -> tuple[str, int | None]:
        game = self.app.table.game
        if self.app.ending.secret:
            return self.app.t("end.title"), None
        if game.over:
            winners = game.winners
            return messages.both(self.app.language, [game.names[seat] for seat in winners]), winners[0]
        seat = self.app.view.seat if self.app.handing_over() else game.player
        return game.names[seat or 0], seat

    def _sentence(self) -> str:
        table, view = self.app.table, self.app.view
        game = table.game
        if self.app.ending.secret:
            return self.app.t("now.reveal")
        if game.over:
            return over(view, self.app.language, game.scores(), game.winners)
        waiting = self.app.curtain_for()
        if waiting is not None:
            return self.app.t("now.curtain", name=game.names[waiting])
        if self.app.handing_over():
            return self.app.t("control.handover.say", name=game.names[game.player])
        bots = [seat for seat in range(game.players) if not table.seats[seat].human]
        if table.runner.paused and game.player in bots:
            return self.app.t("now.paused")
        return self.app.decisions.sentence() or what_now(view, self.app.language, bots=bots)

    def players(self) -> None:
        """The table of the players."""
        app = self.app
        shown = app.ending.picture()
        view = shown[0] if shown is not None else app.view
        done = len(view.completed()) if view.seat is not None else None
        totals = app.table.game.scores() if view.over and not app.ending.secret else None
        put(app.parts.players, value=panels.players(view, app.language, done, totals))

    def shake_trains(self) -> None:
        """There are too few trains for what was wanted."""
        # Two names for one animation: it starts anew only if the name changes.
        again = "ttr-shake-a" in self.app.parts.players._dom_classes
        put(self.app.parts.players, classes={"ttr-shake-a": not again, "ttr-shake-b": again})

    def market(self) -> None:
        """The open cards and the piles."""
        parts, view = self.app.parts, self.app.view
        put(parts.market_title, value=panels.market_title(view, self.app.language))
        idle = self.app.ending.busy
        takes = {action.color for action in view.legal.by_kind("take")} if not idle else set()
        for place, button in enumerate(parts.market[: view.board.settings.market]):
            card = view.market[place] if place < len(view.market) else None
            self._show_market_card(button, place, card, takes)
        put(
            parts.deck,
            description=f"{self.app.t('do.draw')}\n{view.deck_size}",
            tooltip=self.app.t("do.draw.about", n=view.deck_size),
            disabled=idle or not view.legal.by_kind("draw"),
        )
        settings = view.board.settings
        put(
            parts.tickets_deck,
            description=self.app.t("do.tickets", n="+".join(map(str, view.ticket_deck_sizes))),
            tooltip=self.app.t("do.tickets.about", number=settings.ticket_draw, least=settings.ticket_draw_keep),
            disabled=idle or view.phase != "turn" or not view.legal.by_kind("tickets"),
            classes={"ttr-off": not settings.ticket_draw},
        )
        for kind, button in parts.extra.items():
            self.app.decisions.show_extra(kind, button)

    def _show_market_card(self, button: w.Button, place: int, card: int | None, takes: set[int]) -> None:
        if card is None:
            put(button, description="–", tooltip="", disabled=True)
            one_of(button, "ttr-card-", "none")
            return
        name = messages.card_name(self.app.language, card)
        reason = why_not_take(self.app.view, card, self.app.language) if self.app.view.seat is not None else None
        label = self.app.t("aria.market", place=place + 1, card=name)
        put(
            button,
            description=self.app.t("control.card.locomotive") if card == WILD else name,
            tooltip=f"{label} – {reason}" if reason else label,
            disabled=card not in takes,
            classes={"ttr-can": card in takes},
        )
        self._flip(button, panels.CARDS[card])
        one_of(button, "ttr-card-", panels.CARDS[card])

    def _flip(self, button: w.Button, name: str) -> None:
        """A card that has just been turned up flips, unless animations are off."""
        new = f"ttr-card-{name}" not in button._dom_classes and any(
            old.startswith("ttr-card-") for old in button._dom_classes
        )
        if new and self.app.prefs.animations:
            # Two names for one animation: it starts anew only if the name changes.
            again = "ttr-new-a" in button._dom_classes
            put(button, classes={"ttr-new-a": not again, "ttr-new-b": again})

    def log(self) -> None:
        """What happened so far, newest first."""
        table, game = self.app.table, self.app.table.game
        put(self.app.parts.log_title, value=panels.title(self.app.t("panel.log")))
        told = [
            (event.number, narrate.line(event, game.board, game.names, self.app.language, self.app.view.seat))
            for event in table.events[-LOG_LINES:]
        ]
        for trouble in table.problems:
            words = self.app.t("error.bot", name=game.names[trouble.seat], reason=trouble.reason)
            told.append((trouble.number + 0.5, f'<span class="ttr-trouble">{messages.safe(words)}</span>'))  # type: ignore[arg-type]
        told.sort(key=lambda entry: entry[0])
        lines = [line for _, line in reversed(told) if line]
        put(self.app.parts.log, value=panels.log(lines, self.app.language))
        self._show_notice()
        show(self.app.parts.log_panel, self.app.parts.chooser.question is None)
        self._tell_news()

    def _show_notice(self) -> None:
        """At the beginning: go on with an unfinished game? The tour?"""
        parts = self.app.parts
        if any(self.app.table.seats[deed.seat].human for deed in self.app.table.deeds) or self.app.watching:
            self.unfinished, self.newcomer = False, False
        self.newcomer = self.newcomer and not self.app.prefs.toured
        key = "control.resume.say" if self.unfinished else "control.tour.say"
        show(parts.notice_panel, (self.unfinished or self.newcomer) and not self.app.curtain)
        put(parts.notice_text, value=messages.safe(self.app.t(key)))
        put(parts.resume, description=self.app.t("control.resume"), classes={"ttr-off": not self.unfinished})
        put(parts.first_tour, description=self.app.t("menu.tour"), classes={"ttr-off": not self.newcomer})
        put(parts.no_notice, description=self.app.t("do.close"))

    def _tell_news(self) -> None:
        """Screen readers hear what happened last and what can be done now."""
        table, game = self.app.table, self.app.table.game
        last = table.events[-1] if table.events else None
        line = narrate.plain(last, game.board, game.names, self.app.language, self.app.view.seat) if last else None
        words = " ".join(filter(None, [line, self._sentence()]))
        if words != self._live:
            self._live = words
            self.app.speak(words)
