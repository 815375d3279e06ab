"""Every decision of every rule set: which questions are asked, what can be clicked, and the action that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w

from ttr_widget.bots.advice import progress_of
from ttr_widget.engine import Action, View
from ttr_widget.widget import messages, panels
from ttr_widget.widget.choosers import Answer, Question
from ttr_widget.widget.messages_now import least_to_keep
from ttr_widget.widget.messages_why import needs_loan
from ttr_widget.widget.parts import put, show

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

PASSENGER_COLORS = {"black": "#333", "white": "#fafafa"}


class Decisions:
    """What the seat shown has to decide, and the questions that come up on the way (how to pay, which mix)."""

    def __init__(self, app: PlayWidget) -> None:
        self.app = app
        self.asking: tuple[str, int] | None = None
        self.filling = False
        self._order = 0
        self._claims: list[tuple[str, int]] = []

    @property
    def _view(self) -> View:
        return self.app.view

    def _mine(self) -> bool:
        view = self._view
        return view.seat is not None and view.player == view.seat and not view.over and not self.app.ending.busy

    def forget(self) -> None:
        """The position has changed: a question on the way to an action has lost its sense."""
        self.asking = None
        self._order = 0

    def show(self) -> None:
        """Ask what is to be asked now, and list the routes for the keyboard."""
        question = self._question() if self._mine() else None
        if question is None:
            self.app.parts.chooser.close()
        else:
            self.app.parts.chooser.ask(question)
        self._show_claims()

    def sentence(self) -> str | None:
        """What is asked on the way to an action; None if the sentence of the phase will do."""
        if not self._mine() or self.asking is None:
            return None
        kind, number = self.asking
        if kind == "pay":
            route = self._view.board.route_label(number)
            if not needs_loan(self._view, number):
                return self.app.t("now.payment", route=route)
            cost = self._view.board.settings.mechanics["tolls"]["loan"]
            return self.app.t("control.payment.loan", route=route, cost=messages.signed(cost))
        return self._title(list(self._view.legal.by_kind(kind))) if kind == "tickets" else None

    # -- what can be clicked on the board -------------------------------------------------------------------------

    def clickable_routes(self) -> list[int]:
        """The routes that glow: those that can be claimed (with the chosen colour), or the neutral player's."""
        view = self._view
        if not self._mine():
            return []
        neutral = view.legal.by_kind("neutral")
        if neutral:
            return [action.route for action in neutral]
        if self.asking is not None and self.asking[0] == "pay":
            return [self.asking[1]]
        color = self.app.own.color
        routes = view.legal.claimable_routes()
        return routes if color is None else [route for route in routes if panels.payments(view, route, color)]

    def click_route(self, route: int) -> None:
        """A route was clicked, or chosen in the list."""
        view = self._view
        if not self._mine():
            self.app.refuse(route)
            return
        neutral = next((action for action in view.legal.by_kind("neutral") if action.route == route), None)
        if neutral is not None:
            self.app.play(neutral)
            return
        ways = panels.payments(view, route, self.app.own.color)
        if not ways and panels.payments(view, route):
            card = messages.card_name(self.app.language, self.app.own.color or 0)
            self.app.say(self.app.t("control.filter.other", card=card), bad=True)
        elif not ways:
            self.app.refuse(route)
        elif len(ways) == 1 and not self.app.prefs.confirm and not needs_loan(view, route):
            self.app.play(ways[0])
        elif self.app.is_fresh():
            self.asking = ("pay", route)
            self.app.overlay.leave()
            self.app.refresh()

    def ask_kind(self, kind: str) -> None:
        """A button for a kind of action was pressed: play it, or ask which one if there are several."""
        actions = self._view.legal.by_kind(kind) if self._mine() else []
        if not actions:
            self.app.refuse()
        elif len(actions) == 1 and not (kind == "tickets" and self.app.prefs.confirm):
            self.app.play(actions[0])
        elif self.app.is_fresh():
            self.asking = (kind, -1)
            self.app.refresh()

    def show_extra(self, kind: str, button: w.Button) -> None:
        """The button of an action that not every map has."""
        app, view = self.app, self._view
        known = messages.known(f"do.{kind}")
        number = view.extra["ferries"]["supply"] if kind == "ferry" and "ferries" in view.extra else 0
        possible = bool(view.legal.by_kind(kind)) and view.phase == "turn"
        about = f"do.{kind}.about"
        limit = view.board.settings.mechanics.get("ferries", {}).get("limit", 0)
        put(
            button,
            description=app.t(f"do.{kind}", n=number) if known else kind.replace("_", " "),
            tooltip=app.t(about, limit=limit) if messages.known(about) else "",
            disabled=not possible,
            classes={"ttr-off": kind == "pass" and not possible},
        )

    # -- questions ------------------------------------------------------------------------------------------------

    def _question(self) -> Question | None:
        view = self._view
        if self.asking is not None:
            kind, number = self.asking
            return self._payment(number) if kind == "pay" else self._which(kind, cancel=True)
        if view.phase in ("turn", "second_card"):
            return None
        if view.phase == "keep":
            return self._keep()
        if view.phase == "deal":
            return self._which("tickets", cancel=False)
        return self._which(None, cancel=False)

    def _cancel(self) -> None:
        self.asking = None
        self.app.own.put_down()
        self.app.refresh()

    def _payment(self, route: int) -> Question:
        app, view = self.app, self._view
        ways = panels.payments(view, route, app.own.color) or panels.payments(view, route)
        language = app.language
        answers = [
            Answer(
                panels.payment_words(action, language),
                app.t("aria.payment", cards=panels.payment_words(action, language)),
                panels.payment_cards(action),
            )
            for action in ways
        ]
        label = messages.safe(view.board.route_label(route))
        first = panels.first_payments(ways)
        return Question(
            title=f"{messages.safe(app.t('panel.payment'))} · {label}",
            answers=answers,
            answered=lambda number: app.play(ways[number]),
            cancelled=self._cancel,
            cancel=app.t("do.cancel"),
            first=first,
            more=app.t("control.payment.more", n=len(ways) - (first or 0)),
        )

    def _which(self, kind: str | None, *, cancel: bool) -> Question:
        """One click for each possible action (of one kind)."""
        app, view = self.app, self._view
        actions = list(view.legal.by_kind(kind) if kind else view.legal)
        return Question(
            title=messages.safe(self._title(actions)),
            answers=[self._answer(action) for action in actions],
            answered=lambda number: app.play(actions[number]),
            cancelled=self._cancel if cancel else None,
            cancel=app.t("do.cancel"),
        )

    def _title(self, actions: list[Action]) -> str:
        app, view = self.app, self._view
        kind = actions[0].kind if actions else ""
        if kind == "passenger":
            city = view.extra["passengers"]["choices"][0]
            return app.t("panel.passengers", city=view.board.cities[city].name)
        if kind == "neutral":
            return app.t("control.neutral")
        if kind == "tickets":
            return app.t("now.mix" if len(actions) > 1 else "control.tickets.sure")
        return app.t("now.turn.other")

    def _answer(self, action: Action) -> Answer:
        app, view = self.app, self._view
        if action.kind == "tickets" and len(action.mix) > 1:
            decks = view.board.settings.ticket_decks
            parts = [
                app.t("do.mix.part", number=number, deck=messages.word(app.language, "deck", deck))
                for number, deck in zip(action.mix, decks, strict=True)
                if number
            ]
            return Answer(" + ".join(parts))
        if action.kind == "tickets":
            settings = view.board.settings
            return Answer(app.t("do.tickets.about", number=settings.ticket_draw, least=settings.ticket_draw_keep))
        if action.kind == "passenger":
            return self._passenger(action)
        if action.kind == "neutral":
            route = view.board.routes[action.route]
            color = messages.word(app.language, "color", route.color)
            return Answer(f"{view.board.route_label(action.route)} · {color}")
        known = messages.known(f"do.{action.kind}")
        return Answer(app.t(f"do.{action.kind}", n=1) if known else action.text)

    def _passenger(self, action: Action) -> Answer:
        app, view = self.app, self._view
        own = view.extra["passengers"]
        color = own["colors"][action.color]
        name = messages.word(app.language, "color", color)
        counts = [mine[action.color] for mine in own["taken"]]
        assert view.seat is not None
        others = [count for seat, count in enumerate(counts) if seat != view.seat]
        words = app.t("control.passenger", color=name, mine=counts[view.seat], other=max(others))
        css = f"border-left:14px solid {PASSENGER_COLORS.get(color, color)}"
        return Answer(words, app.t("do.passenger", color=name), css=css)

    def _keep(self) -> Question:
        """Tickets are kept by ticking them. Those returned go back as drawn, unless another order is wanted (B14)."""
        app, view = self.app, self._view
        least = least_to_keep(view)
        answers = []
        gap = " · " if app.parts.tall else "\n"
        for each in progress_of(view, view.offered):
            ticket = view.board.tickets[each.ticket]
            state = self.app.own.state_words(each)
            name = f"{ticket.a}–{ticket.b}"
            label = app.t("aria.offer", ticket=name, points=ticket.points)
            answers.append(Answer(f"{name}  {ticket.points}{gap}{state}", f"{label}, {state}"))
        return Question(
            title=messages.safe(app.t("panel.offer")),
            answers=answers,
            ticks=set(),
            least=least,
            confirm=app.t("do.confirm"),
            confirmed=self._kept,
            changed=self._ticks_changed,
            order=self._order_words,
            turned=self._turn_order,
            key=("keep", view.number, view.seat),
        )

    def _ticks_changed(self) -> None:
        self._order = 0
        self.app.paint()

    def _keeps(self, ticked: list[int]) -> list[Action]:
        """The ways to keep these tickets: first the plain one, then those with another order of the others."""
        wanted = tuple(ticked)
        return [action for action in self._view.legal.by_kind("keep") if action.kept == wanted]

    def _order_words(self, ticked: list[int]) -> str:
        """The order in which the others go back, if that is a choice."""
        view, keeps = self._view, self._keeps(ticked)
        if len(keeps) < 2:
            return ""
        action = keeps[self._order % len(keeps)]
        places = action.returned or [place for place in range(len(view.offered)) if place not in ticked]
        tickets = [view.board.tickets[view.offered[place]] for place in places]
        names = ", ".join(f"{ticket.a}–{ticket.b}" for ticket in tickets)
        return f"⇅ {self.app.t('do.keep.order')}: {names}"

    def _turn_order(self) -> None:
        self._order += 1

    def _kept(self, ticked: list[int]) -> None:
        keeps = self._keeps(ticked)
        if keeps:
            self.app.play(keeps[self._order % len(keeps)])
        else:
            self.app.refuse()

    # -- the list of routes ---------------------------------------------------------------------------------------

    def _show_claims(self) -> None:
        """The routes that can be claimed, for those who play with the keyboard."""
        app, view = self.app, self._view
        show(app.parts.claim_row, app.parts.chooser.question is None and not view.over)
        if self.asking is not None:  # whoever cancels finds the list as it was
            return
        neutral = bool(view.legal.by_kind("neutral"))
        routes = self.clickable_routes() if not neutral else []
        options = [(app.t("do.claim.choose"), -1)]
        options += sorted((panels.claim_label(view, route, app.language), route) for route in routes)
        if options != self._claims:
            self._claims = options
            self.filling = True
            try:
                app.parts.claim_list.options = options
                app.parts.claim_list.value = -1
            finally:
                self.filling = False
        put(app.parts.claim_list, disabled=not routes)
        put(app.parts.claim, description=app.t("do.claim"), disabled=not routes)
