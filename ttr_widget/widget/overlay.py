"""What lies over the board for a while: the hovered route's facts, messages, brief animations, pages, the tour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttr_widget.engine import Event
from ttr_widget.picture import PLAYER_COLORS
from ttr_widget.widget import messages, panels, rules_card, tips, tour
from ttr_widget.widget.parts import put, show

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

TOAST = 110
"""Pixels at the top of the board that a message may cover."""


class Overlay:
    """Everything that floats over the board."""

    def __init__(self, app: PlayWidget) -> None:
        self.app = app
        self.hovered: int | None = None
        self._toast = ""
        self._number = 0
        self._page: str | None = None
        self._steps: list[tour.Step] = []
        self._step = 0
        kit, guard = app.parts.kit, app.guard
        self.tour_text = kit.html("ttr-tour-text")
        self.tour_next = kit.button("ttr-tour-next", "ttr-primary", press=guard(self._next_step))
        self.tour_back = kit.button("ttr-tour-back", press=guard(self._last_step))
        self.tour_close = kit.button("ttr-tour-close", press=guard(self.end_tour))
        row = kit.box([self.tour_back, self.tour_next, self.tour_close], "ttr-row")
        self.tour_box = kit.box([self.tour_text, row], "ttr-tour")
        show(self.tour_box, False)

    def new_game(self) -> None:
        """Forget the last game."""
        self.hovered = None
        self._toast = ""
        put(self.app.parts.flash, value="")
        put(self.app.parts.tip, value="")

    def show(self) -> None:
        """Show banner and message, and the texts of an open page in the right language."""
        app = self.app
        put(app.parts.over, value=panels.banner(app.view, app.language) + self._toast)
        put(app.parts.page_close, description=app.t("do.close"))
        if self._page == "rules":
            self._fill_rules()

    def moved_on(self) -> None:
        """The position has changed: old messages and the hovered route have lost their sense."""
        self._toast = ""
        self.hovered = None
        put(self.app.parts.tip, value="")

    def toast(self, words: str, bad: bool, stay: bool) -> None:
        """A message over the board; it fades unless it is to stay until something happens."""
        style = "ttr-toast" + " ttr-bad" * bad + " ttr-stay" * stay
        self._number += 1  # two equal messages differ, so that the second one is shown anew
        self._toast = f'<div class="{style}"{self._place()} data-number="{self._number}">{messages.safe(words)}</div>'
        self.show()

    def _place(self) -> str:
        """Messages lie at the top of the board, but at its bottom where they would hide the way that a hint shows."""
        board = self.app.board
        heights = [board.point_of(route)[1] for route in self.app.own.hint_routes]
        high = any(y < TOAST for y in heights)
        low = any(y > board.size[1] - TOAST for y in heights)
        return f' style="top:{board.size[1] - 10:.0f}px;transform:translate(-50%,-100%)"' if high and not low else ""

    def looked_elsewhere(self) -> None:
        """Another part of the board is seen: what floats over it lies at the wrong place now."""
        put(self.app.parts.flash, value="")
        self.leave()

    # -- the route under the mouse --------------------------------------------------------------------------------

    def hover(self, x: float, y: float) -> None:
        """The mouse is here; show the route below it."""
        app = self.app
        route = app.board.route_at(x, y) if not app.ending.busy else None
        if route == self.hovered:
            return
        self.hovered = route
        put(app.parts.tip, value=self._tip(route, x, y) if route is not None else "")
        app.paint()

    def leave(self) -> None:
        """The mouse has left the board."""
        if self.hovered is not None:
            self.hovered = None
            put(self.app.parts.tip, value="")
            self.app.paint()

    def _tip(self, route: int, x: float, y: float) -> str:
        """Beside the mouse, where it hides least of the route."""
        board = self.app.board
        facts = panels.route_tip(self.app.view, route, self.app.language)
        slots = [board.pixel_of(across, down) for across, down, _ in board.plate.slots[route]]
        return f'<div class="ttr-tip" style="{tips.place((x, y), board.size, slots, facts)}">{facts}</div>'

    # -- animations -----------------------------------------------------------------------------------------------

    def happened(self, event: Event) -> None:
        """A claimed route is pointed out: a ring on each of its spaces, one after the other, and its points."""
        app = self.app
        if event.kind not in ("claim", "neutral") or not app.prefs.animations:
            return
        route = event.public["route"]
        color = PLAYER_COLORS[event.seat] if event.kind == "claim" else "#777"
        slots = [app.board.pixel_of(x, y) for x, y, _ in app.board.plate.slots[route]]
        rings = "".join(
            f'<i class="ttr-ring" style="left:{x:.0f}px;top:{y:.0f}px;border-color:{color};'
            f'animation-delay:{number * 0.09:.2f}s"></i>'
            for number, (x, y) in enumerate(slots)
        )
        points = event.public.get("points", 0)
        if points:
            x, y = slots[len(slots) // 2]
            rings += f'<b class="ttr-pop" style="left:{x:.0f}px;top:{y:.0f}px;color:{color}">+{points}</b>'
        # The comment makes two equal animations differ, so that the second one runs too.
        put(app.parts.flash, value=f"{rings}<!--{event.number}-->")

    # -- pages ----------------------------------------------------------------------------------------------------

    def open_rules(self) -> None:
        """The rules of the map in play, over the board."""
        self._page = "rules"
        self._fill_rules()
        show(self.app.parts.page, True)

    def _fill_rules(self) -> None:
        game = self.app.table.game
        twins = [twin["city"] for twin in self.app.board.plate.board["twins"]]
        put(self.app.parts.page_body, value=rules_card.card(game.board, self.app.language, game.players, twins))

    def close_page(self) -> None:
        """Back to the board."""
        self._page = None
        show(self.app.parts.page, False)

    # -- the tour -------------------------------------------------------------------------------------------------

    def start_tour(self) -> None:
        """One minute for those who are here for the first time."""
        app = self.app
        self._steps = list(tour.steps(app.table.game.board, app.language))
        self._step = 0
        self._show_step()

    def _last_step(self) -> None:
        self._step = max(0, self._step - 1)
        self._show_step()

    def _next_step(self) -> None:
        self._step += 1
        if self._step >= len(self._steps):
            self.end_tour()
        else:
            self._show_step()

    def _show_step(self) -> None:
        app = self.app
        step = self._steps[self._step]
        where = app.t("control.step.of", number=self._step + 1, total=len(self._steps))
        put(
            self.tour_text,
            value=f'<b>{messages.safe(step.title)}</b> <span class="ttr-note">{where}</span>'
            f"<div>{messages.safe(step.text)}</div>",
        )
        last = self._step == len(self._steps) - 1
        put(self.tour_next, description=app.t("control.done" if last else "control.next"))
        put(self.tour_back, description=app.t("control.back"), disabled=not self._step)
        put(self.tour_close, description=app.t("do.close"), classes={"ttr-off": last})
        inside = -4 if step.target == "ttr-board" else 1  # its box cuts off what lies outside
        outline = f".ttr .{step.target}{{outline:4px solid #ff6a00!important;outline-offset:{inside}px}}"
        put(app.parts.dynamic, value=f"<style>{outline}</style>")
        show(self.tour_box, True)

    def end_tour(self) -> None:
        """The tour is over."""
        show(self.tour_box, False)
        put(self.app.parts.dynamic, value="")
