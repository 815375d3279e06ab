"""The playable board: shows a table and turns clicks into actions. It decides no rule."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as w

from ttr_widget.bots.advice import TicketProgress, ticket_progress
from ttr_widget.engine import Action, Event, Game, IllegalAction, View
from ttr_widget.gamemap import GameMap
from ttr_widget.picture import CanvasBoard, Marks
from ttr_widget.widget import messages, prefs, storage
from ttr_widget.widget.aid import make_aid
from ttr_widget.widget.around import Around
from ttr_widget.widget.decisions import Decisions
from ttr_widget.widget.ending import Ending
from ttr_widget.widget.layout import Parts
from ttr_widget.widget.menu import Menu
from ttr_widget.widget.messages_why import why_not, why_not_take
from ttr_widget.widget.overlay import Overlay
from ttr_widget.widget.own import OwnThings
from ttr_widget.widget.pace import Pace
from ttr_widget.widget.parts import EMPTY, put, show
from ttr_widget.widget.screen import Screen
from ttr_widget.widget.table import Table
from ttr_widget.widget.zoom import Zoom

QUICKEST = 0.25
"""Seconds within which a second click is taken for a double click, where the browser cannot tell."""

COMMON_KINDS = {"claim", "draw", "take", "tickets", "keep", "passenger", "neutral"}


class PlayWidget(w.VBox):  # type: ignore[misc, unused-ignore]
    """The board with its controls. `game` is the engine's own object: play on it in a cell and the board follows.

    `seat` None follows the people at the table (with a curtain between them); a number always shows that seat.
    `watching` shows what a spectator may know.
    """

    def __init__(
        self,
        table: Table,
        *,
        preferences: prefs.Preferences | None = None,
        seat: int | None = None,
        watching: bool = False,
        width: int | None = None,
        folder: Path | None = None,
    ) -> None:
        super().__init__()
        self.table = table
        self.folder = folder or Path.cwd()
        self.prefs = preferences or prefs.load(self.folder)
        self.last_error: BaseException | None = None
        self.last_traceback = ""
        self.fixed_seat, self.watching = seat, watching
        self.clock: Callable[[], float] = time.monotonic
        self.quickest = QUICKEST
        self._ready: int | None = None
        self._unseen = False
        self.shown_stamp: int | None = None
        self._changed_at = -1000.0
        self._seen_stamp = -1
        self._last_routes: list[int] = []
        self._last_number = 0
        self._callbacks: list[Callable[[Event], None]] = []
        self._board_for: object = None
        self.board: CanvasBoard
        self._boards: dict[GameMap, CanvasBoard] = {}
        self.view: View
        self.progress: list[TicketProgress] = []
        self.pace = Pace(table, self._show_change)
        self._build(width)
        self._stops = [table.listen(self._table_changed), table.listen_to_events(self._heard_event)]
        with table.lock:
            self._new_game()
            self.refresh()
        table.let_bots_play()

    def _build(self, width: int | None) -> None:
        self.parts = Parts(self, self.guard)
        self.screen = Screen(self, width)
        self.zoom = Zoom(self)
        self.overlay = Overlay(self)
        self.around = Around(self)
        self.own = OwnThings(self)
        self.decisions = Decisions(self)
        self.ending = Ending(self)
        self.menu = Menu(self)
        self.aid = make_aid(self.guard(self.screen.says))
        parts = self.parts
        hidden = [parts.sheet, parts.dynamic, parts.live] + ([self.aid] if self.aid is not None else [])
        self.children = (*hidden, parts.top, parts.main, self.menu.box, self.overlay.tour_box)
        self.add_class("ttr")

    # -- what a notebook uses -------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game on the table: the engine's object itself."""
        return self.table.game

    @property
    def language(self) -> str:
        """The language of all texts, "en" or "de"."""
        return self.prefs.language

    @property
    def theme(self) -> str:
        """The theme of the board, "light" or "dark"."""
        return self.screen.theme

    @property
    def seat(self) -> int | None:
        """The seat whose hand is shown now; None if nobody's is."""
        return self.view.seat

    @property
    def curtain(self) -> bool:
        """Whether the curtain is down: the next person has not said yet to be ready."""
        return self.curtain_for() is not None

    def on_event(self, callback: Callable[[Event], None]) -> Callable[[], None]:
        """Call back with every event of the game; the function returned ends it."""
        self._callbacks.append(callback)

        def stop() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return stop

    def close(self) -> None:
        """Take the board away; the game and other boards on it go on."""
        for stop in self._stops:
            stop()
        if self.aid is not None:
            self.aid.close()
        super().close()

    def __repr__(self) -> str:
        return f"<PlayWidget {self.table.game!r}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        """The widget; where there is no kernel any more, a picture of what everybody may see."""
        bundle = super()._repr_mimebundle_(include=include, exclude=exclude)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["text/plain"] = repr(self)
            data["image/svg+xml"] = self.table.game.view(None).to_svg()
        return bundle

    # -- errors ---------------------------------------------------------------------------------------------------

    def guard(self, work: Callable[..., None]) -> Callable[..., None]:
        """Every handler goes through here: one at a time, and an error is kept and said instead of vanishing."""

        def run(*args: Any) -> None:
            with self.table.lock:
                try:
                    work(*args)
                except IllegalAction as error:
                    self.say(self.t("error.illegal", reason=error), bad=True)
                except Exception as error:
                    self.failed(error)

        return run

    def failed(self, error: BaseException) -> None:
        """Keep an error of our own and say it."""
        self.last_error = error
        self.last_traceback = "".join(traceback.format_exception(error))
        self.say(self.t("error.program", reason=f"{type(error).__name__}: {error}"), bad=True, stay=True)

    def t(self, key: str, **values: object) -> str:
        """A text in the player's language."""
        return messages.text(self.language, key, **values)

    def say(self, words: str, *, bad: bool = False, stay: bool = False) -> None:
        """Tell the player something over the board, and to screen readers."""
        self.overlay.toast(words, bad, stay)
        self.speak(words)

    def speak(self, words: str) -> None:
        """Tell screen readers something."""
        put(self.parts.live, value=f'<div role="status" aria-live="polite">{messages.safe(words)}</div>')

    # -- what happens at the table --------------------------------------------------------------------------------

    def _heard_event(self, event: Event) -> None:
        self._note_last_move(event)
        if event.seat >= 0:
            private = bool(event.private.get(event.seat)) and event.kind != "tickets"
            self._unseen = private and event.seat == self._ready if event.seat == self._ready else False
        self.overlay.happened(event)
        for callback in tuple(self._callbacks):
            try:
                callback(event)
            except Exception as error:
                self.failed(error)

    def _note_last_move(self, event: Event) -> None:
        """What was claimed since the last move of the seat shown stays marked; without one, the last claim."""
        if event.number != self._last_number:
            self._last_number = event.number
            if event.kind == "undo" or event.seat == self.view.seat or self.view.seat is None:
                self._last_routes = []
        if event.kind in ("claim", "neutral"):
            self._last_routes = [*self._last_routes, event.public["route"]]

    def _table_changed(self) -> None:
        with self.table.lock:
            if self._board_for is not self.table.game or not self.pace.puts_off(self.clock()):
                self._show_change()

    def _show_change(self) -> None:
        with self.table.lock:
            try:
                if self._board_for is not self.table.game:
                    self._new_game()
                self.refresh()
                failed, self.table.autosave_failed = self.table.autosave_failed, None
                if failed is not None:
                    self.say(self.t("error.autosave", reason=failed.strerror or failed), bad=True, stay=True)
            except Exception as error:
                self.failed(error)

    def _new_game(self) -> None:
        """Another game, perhaps on another map: board and controls for it."""
        game = self.table.game
        self._board_for = game
        self._ready = None
        self._unseen = False
        self._last_routes = []
        self.view = game.view(None)
        kinds = sorted({action.kind for action in game.rules.catalog.actions} - COMMON_KINDS)
        self.parts.prepare(game.board.settings.market, kinds)
        self.own.new_game()
        self.ending.new_game()
        self.overlay.new_game()
        self._take_board()

    def _take_board(self) -> None:
        """The board of the map; one that was there before serves again, or the page would gather ever more of them."""
        game = self.table.game
        if game.board not in self._boards:
            self._boards[game.board] = self._make_board(game.board)
        self.board = self._boards[game.board]
        self.board.new_game()
        self.board.set_theme(self.screen.theme, messages.map_title(self.language, game.board))
        self.parts.canvas_box.children = (self.board.widget,)
        self.screen.resize()
        self.zoom.new_board()

    def _make_board(self, game_map: GameMap) -> CanvasBoard:
        board = CanvasBoard(game_map, width=400)
        board.widget.on_mouse_down(self.guard(self._canvas_down))
        board.widget.on_mouse_up(self.guard(self._canvas_up))
        board.widget.on_mouse_move(self.guard(self._canvas_move))
        board.widget.on_mouse_out(self.guard(lambda *_: self.overlay.leave()))
        board.widget.on_touch_start(self.guard(self._canvas_touch))
        return board

    # -- preferences ----------------------------------------------------------------------------------------------

    def set_preference(self, **values: Any) -> None:
        """Change how the player likes it, show it at once, and keep it for the next time."""
        self.prefs = self.prefs.changed(**values)
        prefs.save(self.prefs, self.folder)
        self.apply_preferences()

    def apply_preferences(self) -> None:
        """Show the board as the preferences say."""
        self.table.runner.speed = self.prefs.speed
        self.board.set_theme(self.screen.theme, messages.map_title(self.language, self.table.game.board))
        self.screen.resize()
        self.menu.relabel()
        self.refresh()

    # -- whose hand is shown --------------------------------------------------------------------------------------

    def _seat_to_show(self) -> int | None:
        table = self.table
        if self.watching:
            return None
        if self.fixed_seat is not None:
            return self.fixed_seat
        if not table.hot_seat:
            return table.humans[0] if table.humans else None
        if table.game.over or self.curtain_for() is not None:
            return None
        return self._ready

    def curtain_for(self) -> int | None:
        """The person who has to say "I am ready" now."""
        table = self.table
        player = table.game.player
        if self.watching or self.fixed_seat is not None or not table.hot_seat or table.game.over:
            return None
        if not table.seats[player].human or player == self._ready:
            return None
        return None if self.handing_over() else player

    def handing_over(self) -> bool:
        """Whether the last player has just got something that nobody else may see, and is still to look at it."""
        table = self.table
        other = table.seats[table.game.player].human and table.game.player != self._ready
        return self._ready is not None and other and self._unseen and not table.game.over

    def press_ready(self) -> None:
        """The next person sits before the screen."""
        seat = self.curtain_for()
        if seat is not None:
            self._ready, self._unseen = seat, False
            self.refresh()

    def press_handover(self) -> None:
        """The last person has seen enough."""
        self._unseen = False
        self.refresh()

    # -- showing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the table as it is. Everything shown comes from the view of the seat that may see it."""
        table = self.table
        if table.stamp != self._seen_stamp:
            self._seen_stamp = table.stamp
            self._changed_at = self.clock()
            self.decisions.forget()
            self.overlay.moved_on()
        self.view = table.game.view(self._seat_to_show())
        self.progress = ticket_progress(self.view) if self.view.seat is not None else []
        self.own.settle()
        self.ending.show()
        self.paint()  # first: the board is what the player looks at
        self.around.top()
        self.around.players()
        self.around.market()
        self.own.show()
        self.decisions.show()
        asked = self.parts.chooser.question is not None
        put(self, classes={"ttr-ended": table.game.over, "ttr-asked": asked})
        self._show_curtain()
        self.around.log()
        self.overlay.show()
        self.zoom.show()
        if self.aid is not None:
            board = self.t("aria.board", map=messages.map_title(self.language, table.game.board))
            put(self.aid, stamp=table.stamp, board_label=board, claims_label=self.t("do.claim.choose"))

    def paint(self) -> None:
        """Paint the board with what is to be emphasised."""
        shown = self.ending.picture()
        if shown is not None:
            self.board.show(*shown)
        else:
            self.board.show(self.view, self.marks())

    def marks(self) -> Marks:
        """What is emphasised on the board now."""
        view = self.view
        routes = self.decisions.clickable_routes()
        put(self, classes={"ttr-can-click": bool(routes)})
        hover = self.overlay.hovered
        path, cities = self.own.emphasised()
        return Marks(
            glow=() if path else tuple(routes),
            hover=hover,
            ghost_seat=view.seat,
            valid=hover in routes,
            last=tuple(self._last_routes),
            path=path,
            cities=cities,
        )

    def _show_curtain(self) -> None:
        parts = self.parts
        seat = self.curtain_for()
        show(parts.curtain, seat is not None)
        if seat is not None:
            name = self.table.game.names[seat]
            title, about = self.t("curtain.title", name=name), self.t("curtain.hidden")
            put(parts.curtain_text, value=f"<h2>{messages.safe(title)}</h2><p>{messages.safe(about)}</p>")
            put(parts.ready, description=self.t("curtain.ready", name=name))
        handing = self.handing_over()
        show(parts.handover_panel, handing)
        name = self.table.game.names[self.table.game.player]
        put(parts.handover, description=self.t("control.handover", name=name) if handing else EMPTY)

    # -- the mouse ------------------------------------------------------------------------------------------------

    def _canvas_down(self, x: float, y: float) -> None:
        k = self.board.scale
        if not self.zoom.pressed(x / k, y / k):
            self.click_at(x / k, y / k)

    def _canvas_up(self, x: float, y: float) -> None:
        k = self.board.scale
        if self.zoom.released(x / k, y / k):
            self.click_at(x / k, y / k)

    def _canvas_move(self, x: float, y: float) -> None:
        k = self.board.scale
        self.overlay.hover(x / k, y / k)

    def _canvas_touch(self, touches: list[tuple[float, float]]) -> None:
        if touches:
            x, y = touches[0]
            self.click_at(x / self.board.scale, y / self.board.scale)

    def click_at(self, x: float, y: float) -> None:
        """A click on the board, in pixels of what is seen."""
        route = self.board.route_at(x, y)
        if route is not None:
            self.decisions.click_route(route)

    # -- playing --------------------------------------------------------------------------------------------------

    def is_fresh(self) -> bool:
        """Whether a click now was made for the position that is on the table: not the second of a double click, and
        not one on its way while a bot moved."""
        age = self.clock() - self._changed_at
        if self.shown_stamp is not None:
            return self.shown_stamp == self.table.stamp or age > 1.0
        return age >= self.quickest

    def play(self, action: Action) -> None:
        """Play an action of the seat shown, if the click was meant for this position."""
        if not self.is_fresh() or self.ending.busy:
            return
        if self.view.seat is None or self.view.seat != self.table.game.player or action not in self.view.legal:
            self.say(self.t("error.not_your_turn", name=self.table.game.names[self.table.game.player]), bad=True)
            return
        self.table.play(action)

    def press_take(self, place: int) -> None:
        """A card of the market was clicked."""
        if place >= len(self.view.market):
            return
        card = self.view.market[place]
        action = next((take for take in self.view.legal.by_kind("take") if take.color == card), None)
        if action is not None:
            self.play(action)
            return
        reason = why_not_take(self.view, card, self.language) or self.t("why.phase")
        self.say(self.t("error.illegal", reason=reason), bad=True)

    def press_draw(self) -> None:
        """The deck was clicked."""
        draw = self.view.legal.by_kind("draw")
        if draw:
            self.play(draw[0])
        else:
            self.refuse()

    def press_tickets(self) -> None:
        """The ticket deck was clicked."""
        self.decisions.ask_kind("tickets")

    def press_extra(self, kind: str) -> None:
        """The button of an action that not every map has was clicked."""
        self.decisions.ask_kind(kind)

    def press_claim(self) -> None:
        """The button beside the list of routes was pressed."""
        route = self.parts.claim_list.value
        if route is not None and route >= 0:
            self.decisions.click_route(route)
        else:
            self.say(self.t("control.claim.first"), bad=True)

    def pick_claim(self, change: Any) -> None:
        """Another route was chosen in the list: show it on the board."""
        if not self.decisions.filling:
            route = change["new"] if change["new"] is not None and change["new"] >= 0 else None
            if route is not None:
                self.zoom.bring_into_view(route)
            self.overlay.hovered = route
            self.paint()

    def refuse(self, route: int | None = None) -> None:
        """Say why a click does nothing."""
        game, view = self.table.game, self.view
        if route is not None and view.seat is not None and view.trains[view.seat] < view.board.routes[route].length:
            self.around.shake_trains()
        reason = why_not(view, route, self.language) if route is not None else None
        if reason is None and not game.over and view.seat != game.player:
            self.say(self.t("error.not_your_turn", name=game.names[game.player]), bad=True)
        else:
            self.say(self.t("error.illegal", reason=reason or self.t("why.phase")), bad=True)

    def press_hand(self, card: int) -> None:
        """A colour of the hand was clicked."""
        self.own.toggle_color(card)

    def press_ticket(self, number: int) -> None:
        """A ticket was clicked."""
        self.own.toggle_ticket(number)

    def press_hint(self) -> None:
        """What would be a good idea?"""
        self.own.give_hint()

    def press_undo(self) -> None:
        """Take back the last decision."""
        if self.table.undo():
            self.say(self.t("said.undone"))
        else:
            revealed = any(self.table.seats[deed.seat].human for deed in self.table.deeds)
            self.say(self.t("error.undo.secret" if revealed else "error.undo.none"), bad=True)

    def press_bots(self) -> None:
        """Pause the bots or let them go on."""
        runner = self.table.runner
        runner.paused = not runner.paused
        self.table.tell()

    def press_step(self) -> None:
        """One action of a bot."""
        self.table.runner.step()

    def press_menu(self) -> None:
        """Open or close the menu."""
        self.menu.toggle()

    def press_zoom(self, step: str) -> None:
        """A button in the corner of the board: nearer, farther, the whole board."""
        self.zoom.step(step)

    def press_close_page(self) -> None:
        """Close the page that lies over the board."""
        self.overlay.close_page()

    def press_tour(self) -> None:
        """The tour for newcomers."""
        self.around.newcomer = False
        self.set_preference(toured=True)
        self.overlay.start_tour()

    def press_no_notice(self) -> None:
        """Neither the saved game nor the tour."""
        if not self.around.unfinished:
            self.set_preference(toured=True)
        self.around.unfinished = self.around.newcomer = False
        self.refresh()

    def press_resume(self) -> None:
        """Go on with the game that was saved by itself."""
        self.around.unfinished = False
        self.load(storage.autosave_path(self.table.game.board.name, self.folder))

    # -- files ----------------------------------------------------------------------------------------------------

    def load(self, path: Path) -> None:
        """Go on with a saved game."""
        try:
            game, seats, settings = storage.read(path)
        except (OSError, ValueError) as error:
            reason = str(error).removeprefix(f"{path.name}: ")
            self.say(self.t("error.load", file=path.name, reason=reason), bad=True)
            return
        self.table.free_undo = settings.get("free_undo")
        self.change_game(game, seats, goes_on=path == storage.autosave_path(game.board.name, self.folder))
        self.say(self.t("said.loaded", file=path.name))

    def save(self, path: Path) -> None:
        """Write the game to a file."""
        try:
            self.table.save(path)
        except OSError as error:
            self.say(self.t("error.save", reason=error.strerror or error), bad=True)
        else:
            self.say(self.t("said.saved", file=path.name))

    def change_game(self, game: Game, seats: Any, goes_on: bool = False) -> None:
        """Another game at this table. An unfinished one is kept in a file of its own, so that nothing is lost."""
        table = self.table
        if table.autosave is not None and table.touched and not table.game.over:
            self.table.save(storage.previous_path(table.autosave))
        self.table.autosave = storage.autosave_path(game.board.name, self.folder) if self.prefs.autosave else None
        self.table.change_game(game, seats, goes_on)
