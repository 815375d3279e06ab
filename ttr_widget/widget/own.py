"""What belongs to the seat shown: hand, tickets with how they stand, the chosen colour and ticket, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttr_widget.bots.advice import TicketProgress, progress_of
from ttr_widget.widget import messages, narrate, panels
from ttr_widget.widget.advice_text import hint, ticket_lines
from ttr_widget.widget.parts import EMPTY, put

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

MARKS = {"done": "✔", "open": "◔", "cut_off": "✖"}
MANY = 6
"""More tickets than that are written shorter."""


class OwnThings:
    """Hand and tickets. While nobody's hand may be seen, nothing of them is left in any widget."""

    def __init__(self, app: PlayWidget) -> None:
        self.app = app
        self.color: int | None = None
        self.ticket: int | None = None
        self.pointed: int | None = None
        self.hint_routes: tuple[int, ...] = ()
        self._hint_at = self._pointed_at = -1
        self._carried_at: int | None = None
        self._seat: int | None = None
        self._hand: list[int] = []
        self._done: dict[int, set[int]] = {}
        self._turn = False

    def new_game(self) -> None:
        """Forget the last game."""
        self.color = self.ticket = self.pointed = None
        self.hint_routes = ()
        self._done = {}
        self._hand = []

    def settle(self) -> None:
        """Drop what was chosen and is no longer there."""
        view = self.app.view
        if view.seat != self._seat:
            self.color = self.ticket = self.pointed = None
            self._hand = []
        if self._hint_at != self.app.table.stamp:
            self.hint_routes = ()
        if self.ticket is not None and self.ticket not in view.tickets:
            self.ticket = None
        if self._pointed_at != self.app.table.stamp:
            self.pointed = None
        if self._carried_at not in (None, self.app.table.stamp):
            self.color = self._carried_at = None
        if self.color is not None and not (view.hand and view.hand[self.color]):
            self.color = None
        self._seat = view.seat

    def show(self) -> None:
        """Show hand and tickets of the seat shown."""
        self._show_hand()
        self._show_tickets()
        self._announce()

    def _show_hand(self) -> None:
        app, view = self.app, self.app.view
        hidden = view.seat is None
        title = app.t("control.hidden") if hidden else ""
        head = app.t("panel.hand", n=title if hidden else sum(view.hand))
        if self.color is not None:
            head += " · " + app.t("control.filter", card=messages.card_name(app.language, self.color))
        put(app.parts.hand_title, value=panels.title(head))
        self._turn = not self._turn
        for card, button in enumerate(app.parts.hand):
            number = 0 if hidden else view.hand[card]
            name = messages.card_name(app.language, card)
            more = bool(self._hand) and number > self._hand[card] and app.prefs.animations
            classes = {"ttr-off": not number, "ttr-on": self.color == card and bool(number)}
            if more:
                classes |= {"ttr-new-a": self._turn, "ttr-new-b": not self._turn}
            elif not number:
                classes |= {"ttr-new-a": False, "ttr-new-b": False}
            put(
                button,
                description=str(number) if number else EMPTY,
                tooltip=app.t("control.hand.color", card=name, n=number) if number else "",
                classes=classes,
            )
        self._hand = [] if hidden else view.hand.copy()

    def _show_tickets(self) -> None:
        app = self.app
        order = {"open": 0, "cut_off": 1, "done": 2}
        progress = sorted(app.progress, key=lambda each: order[each.status])
        self._chips = [each.ticket for each in progress]
        many = len(progress) > MANY
        put(app.parts.ticket_title, value=self._chosen_words() or panels.title(self._ticket_head(progress)))
        put(app.parts.ticket_panel, classes={"ttr-empty": not progress, "ttr-many": many})
        app.parts.need_tickets(len(progress))
        for number, chip in enumerate(app.parts.tickets):
            if number >= len(progress):
                classes = {"ttr-off": True, "ttr-on": False, **{f"ttr-ticket-{status}": False for status in MARKS}}
                put(chip, description=EMPTY, tooltip="", classes=classes)
                continue
            each = progress[number]
            ticket = app.view.board.tickets[each.ticket]
            name, state = f"{ticket.a}–{ticket.b}", self.state_words(each)
            label = app.t("aria.ticket", ticket=name, points=ticket.points, state=state)
            classes = {f"ttr-ticket-{status}": status == each.status for status in MARKS}
            put(
                chip,
                description=f"{MARKS[each.status]} {name} {ticket.points}{self._short_state(each, many)}",
                tooltip=f"{label}. {app.t('control.ticket.show')}",
                classes={"ttr-off": False, "ttr-on": self.ticket == each.ticket, **classes},
            )

    def _ticket_head(self, progress: list[TicketProgress]) -> str:
        app = self.app
        if not progress or "short_journey" in app.view.extra:  # fulfilled ones are laid aside there: nothing to count
            return app.t("panel.tickets")
        done = [app.view.board.tickets[each.ticket].points for each in progress if each.status == "done"]
        head = f"{app.t('panel.tickets')} · {len(done)}/{len(progress)} · {messages.signed(sum(done))}"
        return f"{head} · {app.t('control.ticket.short')}" if len(progress) > MANY else head

    def _short_state(self, each: TicketProgress, many: bool) -> str:
        """How a ticket stands, for its chip; a fulfilled one has its mark and colour."""
        if each.status == "done":
            return ""
        if each.status == "open" and each.trains:
            return f" · {each.trains}▭" if many else f" · {self.app.t('count.trains', n=each.trains)}"
        return f" · {self.state_words(each)}"

    def _chosen_words(self) -> str:
        """What the chosen ticket still needs."""
        app = self.app
        chosen = next((each for each in app.progress if each.ticket == self.ticket), None)
        if chosen is None:
            return ""
        ticket = app.view.board.tickets[chosen.ticket]
        words = "; ".join(ticket_lines(app.view, chosen, app.language))
        return f'<div class="ttr-chosen"><b>{messages.safe(f"{ticket.a}–{ticket.b}")}</b>: {messages.safe(words)}</div>'

    def state_words(self, each: TicketProgress) -> str:
        """How a ticket stands, in a word or two."""
        app = self.app
        if each.status == "open" and each.way is not None and not each.trains:  # express lines need no own trains (J3)
            return app.t("count.cards", n=each.way.cards)
        if each.status == "open":
            return app.t("ticket.open", n=each.trains)
        if each.status == "cut_off" and each.reason == "trains":
            return app.t("ticket.too_long")
        return app.t(f"ticket.{each.status}")

    def _announce(self) -> None:
        """Say when a ticket has just been fulfilled."""
        app, view = self.app, self.app.view
        if view.seat is None:
            return
        done = {each.ticket for each in app.progress if each.status == "done"}
        before = self._done.get(view.seat)
        self._done[view.seat] = done
        for ticket in sorted(done - before) if before is not None else ():
            if view.phase != "over" and ticket in view.tickets:
                app.say(narrate.ticket_done(ticket, view.board, view.names, app.language, view.seat, html=False))

    # -- clicks ---------------------------------------------------------------------------------------------------

    def toggle_color(self, card: int) -> None:
        """Only the routes that this colour pays for glow; another click ends it."""
        if self.app.view.seat is None:
            return
        self.color = None if self.color == card else card
        self._carried_at = None
        self.app.refresh()

    def toggle_ticket(self, number: int) -> None:
        """Show where a ticket leads; another click ends it."""
        if number < len(self._chips):
            ticket = self._chips[number]
            self.ticket = None if self.ticket == ticket else ticket
            self.hint_routes = ()
            self.app.refresh()

    def point_at(self, what: str, number: int) -> None:
        """The mouse or the focus is on a ticket, an own one or an offered one: show where it leads."""
        tickets = {"ticket": self._chips, "choice": self.app.view.offered}.get(what, [])
        pointed = tickets[number] if 0 <= number < len(tickets) else None
        if pointed != self.pointed:
            self.pointed, self._pointed_at = pointed, self.app.table.stamp
            self.app.paint()

    def carry(self, card: int) -> None:
        """A colour of the hand is being dragged: only the routes that it pays for glow."""
        if self.app.view.seat is not None and self.app.view.hand[card]:
            self.color, self._carried_at = card, self.app.table.stamp
            self.app.refresh()

    def drop(self, place: tuple[float, float] | None) -> None:
        """The dragged colour was let go, over the board or elsewhere (None)."""
        if place is not None:
            self.app.click_at(*place)
        if self.app.decisions.asking is None:
            self.put_down()

    def put_down(self) -> None:
        """The dragged colour goes back to the hand; a colour that was clicked stays chosen."""
        if self._carried_at is not None:
            self.color = self._carried_at = None
            self.app.refresh()

    def give_hint(self) -> None:
        """Say what would help, and draw it on the board."""
        app = self.app
        if app.view.seat is None or app.view.over:
            return
        if self.hint_routes and self._hint_at == app.table.stamp:  # pressed again: enough of it
            self.hint_routes = ()
            app.overlay.moved_on()
            app.refresh()
            return
        advice = hint(app.view, app.language)
        self.hint_routes = tuple(advice.routes)
        self._hint_at = app.table.stamp
        app.refresh()
        app.say(advice.text, stay=True)

    # -- on the board ---------------------------------------------------------------------------------------------

    def emphasised(self) -> tuple[tuple[int, ...], dict[str, str]]:
        """The path and the cities to mark on the board."""
        app, view = self.app, self.app.view
        cities: dict[str, str] = {}
        tickets = view.board.tickets
        path: tuple[int, ...] = self.hint_routes
        for each in app.progress:
            ticket = tickets[each.ticket]
            if each.status == "open":
                cities |= {ticket.a: "ticket", ticket.b: "ticket"}
        ticked = {view.offered[place] for place in app.parts.chooser.ticked()} if view.offered else set()
        for wanted in (False, True):
            for number in view.offered:
                if (number in ticked) == wanted:
                    ticket = tickets[number]
                    style = "selected" if wanted else "offered"
                    cities |= {ticket.a: style, ticket.b: style}
        active = self._active()
        if active is None:
            return path or self._ways_of(ticked), cities
        ticket = tickets[active.ticket]
        style = "done" if active.status == "done" else "target"
        return path or active.routes, cities | {ticket.a: style, ticket.b: style}

    def _active(self) -> TicketProgress | None:
        """The ticket pointed at, else the one chosen."""
        number = self.ticket if self.pointed is None else self.pointed
        if number is None:
            return None
        return next((each for each in self.app.progress if each.ticket == number), None) or next(
            iter(progress_of(self.app.view, [number])), None
        )

    def _ways_of(self, tickets: set[int]) -> tuple[int, ...]:
        """The cheapest ways of these offered tickets, all together."""
        ways = [each.routes for each in progress_of(self.app.view, sorted(tickets))] if tickets else []
        return tuple(dict.fromkeys(route for way in ways for route in way))
