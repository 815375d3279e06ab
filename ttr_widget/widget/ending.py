"""The end of a game, source by source, and the replay of everything that happened."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from ttr_widget.engine import Game, View
from ttr_widget.picture import Marks
from ttr_widget.widget import end_screen, messages, narrate
from ttr_widget.widget.parts import put, show
from ttr_widget.widget.seats import anew

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

MILLISECONDS = 350


class Ending:
    """The panel with the score that appears when the game is over, and the slider that runs through the game."""

    def __init__(self, app: PlayWidget) -> None:
        self.app = app
        kit, guard = app.parts.kit, app.guard
        self._steps: list[end_screen.Step] = []
        self._made_for: object = None
        self._step = 0
        self.replaying = False
        self._replay: end_screen.Replay | None = None
        self._moving = False
        self.text = kit.html("ttr-end-text")
        self.back = kit.button("ttr-end-back", press=guard(lambda: self._go(self._step - 1)))
        self.next = kit.button("ttr-end-next", "ttr-primary", press=guard(lambda: self._go(self._step + 1)))
        self.all = kit.button("ttr-end-all", press=guard(lambda: self._go(len(self._steps) - 1)))
        self.rematch = kit.button("ttr-end-rematch", "ttr-primary", "ttr-once", press=guard(self._play_again))
        self.new = kit.button("ttr-end-new", press=guard(lambda: app.menu.toggle("new")))
        row = kit.box([self.back, self.next, self.all, self.rematch, self.new], "ttr-row")
        self.panel = kit.box([self.text, row], "ttr-panel", "ttr-end")
        self.slider = w.IntSlider(min=0, max=1, value=0, continuous_update=True, readout=False)
        self.slider.add_class("ttr-replay-slider")
        self.slider.observe(guard(self._slid), "value")
        self.player = w.Play(min=0, max=1, value=0, interval=MILLISECONDS, show_repeat=False)
        self.player.add_class("ttr-replay-play")
        w.jslink((self.player, "value"), (self.slider, "value"))
        self.again = kit.button("ttr-replay-again", press=guard(self._from_the_start), text="|◀")
        self.before = kit.button("ttr-replay-before", press=guard(lambda: self._go_by(-1)), text="−1")
        self.after = kit.button("ttr-replay-after", press=guard(lambda: self._go_by(1)), text="+1")
        self.close_button = kit.button("ttr-replay-close", press=guard(self.end_replay), text="✕")
        self.replay_text = kit.html("ttr-replay-text")
        controls = [self.again, self.player, self.before, self.after, self.slider, self.close_button]
        self.replay_panel = kit.box([self.replay_text, kit.box(controls, "ttr-slider")], "ttr-panel", "ttr-replay")
        app.parts.end_slot.children = (self.panel,)
        app.parts.replay_slot.children = (self.replay_panel,)
        show(self.panel, False)
        show(self.replay_panel, False)

    def new_game(self) -> None:
        """Forget the last game."""
        self._steps, self._made_for, self._step = [], None, 0
        self._stop_replay()

    @property
    def busy(self) -> bool:
        """Whether the board shows something else than the game as it is."""
        return self.replaying or bool(self._steps)

    @property
    def secret(self) -> bool:
        """Whether the score is still being revealed, so that nothing may tell the winner yet."""
        return bool(self._steps) and self._step < len(self._steps) - 1

    def picture(self) -> tuple[View, Marks] | None:
        """What the board shows instead of the game as it is."""
        game = self.app.table.game
        if self.replaying and self._replay is not None:
            past = self._replay.at(self.slider.value)
            return past.view(self.app.view.seat), Marks(last=self._last_routes(self.slider.value))
        if self._steps:
            return game.view(self.app.view.seat), self._steps[self._step].marks
        return None

    def _last_routes(self, number: int) -> tuple[int, ...]:
        action = self.app.table.game.actions[number - 1] if number else None
        return (action.route,) if action is not None and action.route >= 0 else ()

    # -- the score ------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the score when the game is over."""
        app = self.app
        game = app.table.game
        over = game.over
        if not over:
            self._steps, self._made_for = [], None
        elif self._made_for != (len(game), app.language):
            first = self._made_for is None
            self._made_for = (len(game), app.language)
            self._steps = list(end_screen.steps(game, app.language))
            self._step = 0 if first else min(self._step, len(self._steps) - 1)
        if self.replaying and self.slider.max != len(game):
            self.end_replay()
        parts = app.parts
        show(self.panel, over)
        for panel in (parts.market_panel, parts.hand_panel, parts.ticket_panel):
            show(panel, not over)
        if over:
            self._show_step()
        put(app, classes={"ttr-still": not app.prefs.animations})
        show(self.replay_panel, self.replaying or (over and end_screen.can_replay(game)))
        if over and not self.replaying:
            self._prepare_slider()
        if over or self.replaying:
            self._show_replay()

    def _show_step(self) -> None:
        app, step = self.app, self._steps[self._step]
        where = app.t("control.step.of", number=self._step + 1, total=len(self._steps))
        put(
            self.text,
            value=f'<div class="ttr-title">{messages.safe(step.title)} · '
            f'<span class="ttr-note">{where}</span></div>{step.html}',
        )
        last = self._step == len(self._steps) - 1
        put(self.back, description=app.t("control.back"), disabled=self._step == 0)
        put(self.next, description=app.t("end.next"), disabled=last, classes={"ttr-off": last})
        put(self.all, description=app.t("end.all"), disabled=last, classes={"ttr-off": last})
        for button, key in ((self.rematch, "end.rematch"), (self.new, "menu.new")):
            put(button, description=app.t(key), classes={"ttr-off": app.watching or not last})

    def _go(self, step: int) -> None:
        if self._steps:
            self._step = max(0, min(step, len(self._steps) - 1))
            self._stop_replay()
            self.app.refresh()

    def _play_again(self) -> None:
        """The same people and bots on the same map, with other luck."""
        app, game = self.app, self.app.table.game
        seed = random.randrange(10**9)
        app.change_game(Game(game.board, game.names, seed), anew(app.table.seats, seed))
        app.say(app.t("said.new", map=messages.map_title(app.language, game.board)))

    # -- the replay -----------------------------------------------------------------------------------------------

    def start_replay(self) -> None:
        """Look back at the game so far."""
        if not end_screen.can_replay(self.app.table.game):
            self.app.say(self.app.t("replay.none"), bad=True)
            return
        self._begin()
        self.app.refresh()

    def _begin(self) -> None:
        if not self.replaying:
            self._prepare_slider()
            self._replay = end_screen.Replay(self.app.table.game)
            self.replaying = True

    def _prepare_slider(self) -> None:
        number = len(self.app.table.game)
        self._moving = True
        try:
            for control in (self.player, self.slider):
                put(control, max=number)
            # The two are linked in the browser: different values would set off a replay by themselves.
            put(self.slider, value=number)
            put(self.player, value=number)
        finally:
            self._moving = False

    def _slid(self, change: Any) -> None:
        if self._moving:
            return
        self._begin_at(change["new"])
        self._show_replay()
        self.app.paint()
        self.app.around.players()

    def _from_the_start(self) -> None:
        """Play it all from the first move on."""
        self._begin()
        put(self.player, value=0)
        put(self.slider, value=0)
        put(self.player, playing=True)
        self.app.refresh()

    def _go_by(self, moves: int) -> None:
        """So many moves forth, or back."""
        self._begin()
        number = max(0, min(self.slider.value + moves, self.slider.max))
        put(self.player, playing=False)
        for control in (self.player, self.slider):
            put(control, value=number)
        self.app.refresh()

    def _begin_at(self, value: int) -> None:
        if not self.replaying:
            self._replay = end_screen.Replay(self.app.table.game)
            self.replaying = True
            self.app.refresh()
            put(self.slider, value=value)

    def _show_replay(self) -> None:
        app = self.app
        game = app.table.game
        number = self.slider.value
        words = messages.safe(app.t("replay.at" if self.replaying else "now.replay", number=number, total=len(game)))
        told = f" {self._told(number)}" if self.replaying else ""
        put(self.replay_text, value=f'<div class="ttr-replay-line"><span class="ttr-note">{words}</span>{told}</div>')
        put(self.again, tooltip=app.t("end.again"))
        put(self.before, tooltip=app.t("replay.before"), disabled=number == 0)
        put(self.after, tooltip=app.t("replay.after"), disabled=number == len(game))
        put(self.slider, tooltip=app.t("replay.title"))
        put(self.close_button, tooltip=app.t("replay.close"), classes={"ttr-off": not self.replaying})

    def _told(self, number: int) -> str:
        """What that move was, as the log tells it to the seat shown."""
        app, game = self.app, self.app.table.game
        events = [event for event in app.table.events if event.number == number and event.kind != "over"]
        lines = [narrate.line(event, game.board, game.names, app.language, app.view.seat) for event in events]
        return "; ".join(filter(None, lines))

    def _stop_replay(self) -> None:
        self.replaying = False
        self._replay = None
        put(self.player, playing=False)

    def end_replay(self) -> None:
        """Back to the game as it is."""
        self._stop_replay()
        self._prepare_slider()
        self.app.refresh()
