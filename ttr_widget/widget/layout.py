"""All widgets of one board and its controls, made once; what they say is filled in by the app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import ipywidgets as w

from ttr_widget.gamemap import CARDS
from ttr_widget.widget import style
from ttr_widget.widget.choosers import Chooser
from ttr_widget.widget.parts import Kit, put, show

Guard = Callable[[Callable[..., None]], Callable[..., None]]

SIDE = 250
TALL_SIDE = 340
GAP = 6
TOP = 46
HAND = 68
TICKETS = 112
LEAST_SIDE = 480
HUGE = 5000
"""Pixels: the column beside the board (at least that much on tall maps), gaps, the bar, hand and tickets below, the
least height of the column, and a height that means: as high as you like."""

NARROW = 720
STACKED_MARKET = 100
"""Pixels: below this width nothing fits beside the board, and what the market then takes below it."""

NEARLY = 0.95
"""So much of its size a board may give up for the hand below it, where it is easier to see than in the column."""


ZOOM_SIGNS = {"in": "+", "out": "−", "whole": "□"}


class Actor(Protocol):
    """Who answers when a control is used."""

    def press_take(self, place: int) -> None: ...
    def press_draw(self) -> None: ...
    def press_tickets(self) -> None: ...
    def press_extra(self, kind: str) -> None: ...
    def press_hand(self, card: int) -> None: ...
    def press_ticket(self, number: int) -> None: ...
    def press_claim(self) -> None: ...
    def press_ready(self) -> None: ...
    def press_handover(self) -> None: ...
    def press_hint(self) -> None: ...
    def press_undo(self) -> None: ...
    def press_bots(self) -> None: ...
    def press_step(self) -> None: ...
    def press_menu(self) -> None: ...
    def press_close_page(self) -> None: ...
    def press_resume(self) -> None: ...
    def press_tour(self) -> None: ...
    def press_no_notice(self) -> None: ...
    def press_zoom(self, step: str) -> None: ...
    def pick_claim(self, change: Any) -> None: ...


@dataclass(frozen=True)
class Room:
    """How wide the board is, where the rest lies, and the width and height there are.

    `kind`: hand and tickets `below` the board, only the hand (`mixed`), all `beside` it, or all `stacked` below.
    """

    width: int
    kind: str
    total: int
    height: int

    @property
    def tall(self) -> bool:
        """Whether the tickets lie beside the board."""
        return self.kind in ("mixed", "beside")


def fit(aspect: float, width: float, height: float) -> Room:
    """The arrangement with the largest board that fits into so many pixels.

    >>> [fit(aspect, 848, 630).kind for aspect in (1.6, 0.95, 0.7)], fit(1.6, 560, 630).kind
    (['below', 'mixed', 'beside'], 'stacked')
    """
    if width < NARROW:
        board = max(280, int(min(width - GAP - 2, (height - TOP - HAND - STACKED_MARKET) * aspect)))
        return Room(board, "stacked", int(width), 0)
    below = min(width - SIDE - GAP, (height - TOP - HAND - TICKETS) * aspect)
    across = width - TALL_SIDE - GAP
    beside = min(across, (height - TOP - GAP) * aspect)
    mixed = min(across, (height - TOP - GAP - HAND) * aspect)
    wishes = {"below": below, "mixed": mixed / NEARLY, "beside": beside}
    kind = max(wishes, key=lambda kind: wishes[kind])
    board = max(280, int({"below": below, "mixed": mixed, "beside": beside}[kind]))
    least, most = (SIDE, 330) if kind == "below" else (TALL_SIDE, 460)
    side = max(least, min(most, int(width) - board - GAP))
    high = max(int(height) - TOP - GAP, int(board / aspect) + 2) if height < HUGE else int(board / aspect) + 2
    return Room(board, kind, board + GAP + side, max(high, LEAST_SIDE))


class Parts:
    """The widgets by name. `market`, `hand` and `tickets` are lists of buttons."""

    def __init__(self, actor: Actor, guard: Guard) -> None:
        self.kit = Kit()
        self._actor, self._guard = actor, guard
        self._make_top()
        self._make_board_box()
        self._make_side()
        self._make_own()
        self.sheet = self.kit.html("ttr-sheet", value=style.style_sheet())
        self.dynamic = self.kit.html("ttr-sheet")
        self.live = self.kit.html("ttr-live")
        self.left = self.kit.box([], "ttr-column", "ttr-left")
        self.side = self.kit.box([], "ttr-column", "ttr-side")
        self.left.layout, self.side.layout = w.Layout(), w.Layout()
        self.main = self.kit.box([self.left, self.side], "ttr-main")
        self.kind = ""

    def _button(self, *classes: str, press: Callable[..., None], text: str = "") -> w.Button:
        return self.kit.button(*classes, press=self._guard(press), text=text)

    def _make_top(self) -> None:
        act = self._actor
        self.status = self.kit.html("ttr-status")
        self.hint = self._button("ttr-hint", press=act.press_hint)
        self.undo = self._button("ttr-undo", "ttr-once", press=act.press_undo)
        self.bots = self._button("ttr-bots", press=act.press_bots)
        self.step = self._button("ttr-step", press=act.press_step)
        self.menu = self._button("ttr-menu-button", press=act.press_menu)
        buttons = [self.hint, self.undo, self.bots, self.step, self.menu]
        self.top = self.kit.box([self.status, *buttons], "ttr-top")

    def _make_board_box(self) -> None:
        act = self._actor
        self.over = self.kit.html("ttr-over", "ttr-overlay")
        self.tip = self.kit.html("ttr-over", "ttr-tip-box")
        self.flash = self.kit.html("ttr-over", "ttr-flash")
        self.curtain_text = self.kit.html("ttr-curtain-text")
        self.ready = self._button("ttr-curtain-ready", "ttr-once", press=act.press_ready)
        self.curtain = self.kit.box([self.curtain_text, self.ready], "ttr-curtain")
        self.page_body = self.kit.html("ttr-page-body")
        self.page_close = self._button("ttr-page-close", press=act.press_close_page)
        self.page_row = self.kit.box([self.page_close], "ttr-row")
        self.page = self.kit.box([self.page_body, self.page_row], "ttr-page")
        self.canvas_box = self.kit.box([], "ttr-canvas-box")
        self.notice_text = self.kit.html("ttr-notice-text")
        self.resume = self._button("ttr-resume", "ttr-once", press=act.press_resume)
        self.first_tour = self._button("ttr-first-tour", press=act.press_tour)
        self.no_notice = self._button("ttr-no-notice", press=act.press_no_notice)
        answers = [self.notice_text, self.resume, self.first_tour, self.no_notice]
        self.notice_panel = self.kit.box(answers, "ttr-notice")
        self.zoom = {
            step: self._button("ttr-zoom-button", f"ttr-zoom-{step}", press=_bound(act.press_zoom, step), text=sign)
            for step, sign in ZOOM_SIGNS.items()
        }
        self.zoom_box = self.kit.box(self.zoom.values(), "ttr-zoom")
        on_board = [self.canvas_box, self.zoom_box, self.over, self.flash, self.tip]
        self.board_box = self.kit.box([*on_board, self.curtain, self.page], "ttr-board-box")
        show(self.notice_panel, False)
        show(self.curtain, False)
        show(self.page, False)

    def _make_side(self) -> None:
        act, kit = self._actor, self.kit
        self.players = kit.html("ttr-players")
        self.players_panel = kit.box([self.players], "ttr-panel", "ttr-players-panel")
        self.market_title = kit.html("ttr-market-title")
        self.market: list[w.Button] = []
        self.market_row = kit.box([], "ttr-row", "ttr-market")
        self.deck = self._button("ttr-deck", "ttr-once", press=act.press_draw)
        self.tickets_deck = self._button("ttr-tickets", "ttr-once", press=act.press_tickets)
        self.extra: dict[str, w.Button] = {}
        self.pile_row = kit.box([self.deck, self.tickets_deck], "ttr-row", "ttr-piles")
        cards = kit.box([self.market_row, self.pile_row], "ttr-market-cards")
        self.market_panel = kit.box([self.market_title, cards], "ttr-panel", "ttr-market-panel")
        self.claim_list = w.Dropdown(options=[("", -1)], layout=kit.layout)
        self.claim_list.add_class("ttr-claim-list")
        self.claim_list.observe(self._guard(act.pick_claim), "value")
        self.claim = self._button("ttr-claim", "ttr-once", press=act.press_claim)
        self.claim_row = kit.box([self.claim_list, self.claim], "ttr-claim-row")
        self.log_title = kit.html("ttr-log-title")
        self.log = kit.html("ttr-log")
        self.log_panel = kit.box([self.log_title, self.log], "ttr-panel", "ttr-log-panel")
        self.chooser = Chooser(kit, self._guard)
        self.handover_text = kit.html("ttr-handover-text")
        self.handover = self._button("ttr-handover", "ttr-primary", "ttr-once", press=act.press_handover)
        self.handover_panel = kit.box([self.handover_text, self.handover], "ttr-panel", "ttr-handover-panel")
        self.end_slot = kit.box([], "ttr-column", "ttr-end-slot")
        self.replay_slot = kit.box([], "ttr-column", "ttr-replay-slot")
        show(self.handover_panel, False)

    def _make_own(self) -> None:
        kit = self.kit
        self.hand_title = kit.html("ttr-hand-title")
        self.hand = [self._hand_card(card, name) for card, name in enumerate(CARDS)]
        self.hand_row = kit.box(self.hand, "ttr-row", "ttr-hand-row")
        self.hand_panel = kit.box([self.hand_title, self.hand_row], "ttr-panel", "ttr-hand-panel", "ttr-hand")
        self.ticket_title = kit.html("ttr-ticket-title")
        self.tickets: list[w.Button] = []
        self.ticket_row = kit.box([], "ttr-row", "ttr-ticket-row")
        self.ticket_panel = kit.box([self.ticket_title, self.ticket_row], "ttr-panel", "ttr-ticket-panel")

    def _hand_card(self, card: int, name: str) -> w.Button:
        classes = ("ttr-card", "ttr-handcard", "ttr-toggle", f"ttr-hand-{name}", f"ttr-card-{name}")
        return self._button(*classes, press=_bound(self._actor.press_hand, card))

    # -- made when a game needs them ------------------------------------------------------------------------------

    def prepare(self, market: int, extra_kinds: list[str]) -> None:
        """As many market cards as the map has, and a button for each of its extra kinds of action."""
        act = self._actor
        while len(self.market) < market:
            place = len(self.market)
            self.market.append(
                self._button("ttr-card", f"ttr-market-{place}", "ttr-once", press=_bound(act.press_take, place))
            )
        self.market_row.children = tuple(self.market[:market])
        show(self.market_row, market > 0)
        for kind in extra_kinds:
            if kind not in self.extra:
                press = _bound(act.press_extra, kind)
                self.extra[kind] = self._button("ttr-extra", f"ttr-{kind}", "ttr-once", press=press)
        extras = [self.extra[kind] for kind in extra_kinds]
        self.pile_row.children = (self.deck, self.tickets_deck, *extras)

    def need_tickets(self, number: int) -> None:
        """As many chips as tickets."""
        while len(self.tickets) < number:
            press = _bound(self._actor.press_ticket, len(self.tickets))
            chip = self._button("ttr-ticket", "ttr-toggle", f"ttr-ticket-{len(self.tickets)}", press=press)
            self.tickets.append(chip)
        if len(self.ticket_row.children) < len(self.tickets):
            self.ticket_row.children = tuple(self.tickets)

    @property
    def tall(self) -> bool:
        """Whether the tickets lie beside the board."""
        return self.kind in ("mixed", "beside")

    def arrange(self, room: Room) -> None:
        """Everything in its column; the columns as wide and high as they may be."""
        stacked = room.kind == "stacked"
        side = room.total - GAP if stacked else room.total - room.width - GAP - 6
        high = None if stacked else f"{room.height}px"
        put(self.left.layout, width=f"{side if stacked else room.width + 2}px")
        put(self.side.layout, width=f"{side}px", height=high if room.tall else None, max_height=high)
        if room.kind == self.kind:
            return
        self.kind = room.kind
        ends = (self.end_slot, self.replay_slot)
        asked, log = (self.handover_panel, self.chooser.box, self.notice_panel), self.log_panel
        rest = (self.claim_row, *asked, log)
        hand, tickets = self.hand_panel, self.ticket_panel
        columns: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
            "below": ((self.replay_slot, hand, tickets), (self.players_panel, self.market_panel, self.end_slot, *rest)),
            "mixed": ((hand,), (self.players_panel, self.market_panel, tickets, *ends, *rest)),
            "beside": ((), (self.players_panel, self.market_panel, hand, tickets, *ends, *rest)),
            "stacked": ((hand, *asked), (self.market_panel, self.claim_row, tickets, self.players_panel, *ends, log)),
        }
        below, beside = columns[room.kind]
        self.left.children, self.side.children = (self.board_box, *below), beside


def _bound(method: Callable[[Any], None], value: Any) -> Callable[[], None]:
    return lambda: method(value)
