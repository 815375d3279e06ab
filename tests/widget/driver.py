"""A robot that plays through the widget's own controls: it presses buttons and clicks on the canvas, nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import ipywidgets as w

from ttr_widget.engine import Action, Game
from ttr_widget.widget import PlayWidget, Table, panels
from ttr_widget.widget.prefs import Preferences
from ttr_widget.widget.seats import make_seats


def sit(board: str, players: list[object], seed: int = 1, **how: Any) -> PlayWidget:
    """A table with a board; bots move only when told (`run_bots`), clicks are never too quick."""
    options = how.pop("options", {})
    seats = make_seats(players, seed)
    game = Game(board, [seat.name for seat in seats], seed, **options)
    table = Table(game, seats)
    table.runner.speed = "instant"
    return board_on(table, **how)


def board_on(table: Table, **how: Any) -> PlayWidget:
    preferences = how.pop("preferences", Preferences(speed="instant"))
    board = PlayWidget(table, preferences=preferences, **how)
    board.quickest = 0
    return board


def run_bots(board: PlayWidget) -> None:
    board.table.runner.run()


def click_canvas(board: PlayWidget, x: float, y: float) -> None:
    """The message the canvas sends when it is clicked there (CSS pixels)."""
    k = board.board.scale
    board.board.widget._handle_custom_msg({"event": "mouse_down", "x": x * k, "y": y * k}, [])


def click_route(board: PlayWidget, route: int) -> None:
    click_canvas(board, *board.board.point_of(route))


def shown(widget: Any) -> bool:
    """Whether a widget is neither hidden nor disabled."""
    return "ttr-off" not in widget._dom_classes and not getattr(widget, "disabled", False)


def press(button: w.Button) -> None:
    assert shown(button), f"{button.description!r} {button._dom_classes} cannot be pressed now"
    button.click()


def perform(board: PlayWidget, action: Action) -> None:
    """Do an action as a person would."""
    parts, view = board.parts, board.view
    before = len(board.game)
    if action.kind == "claim":
        _claim(board, action)
    elif action.kind == "draw":
        press(parts.deck)
    elif action.kind == "take":
        press(parts.market[view.market.index(action.color)])
    elif action.kind == "keep":
        for place in action.kept:
            press(parts.chooser.buttons[place])
        ways = [keep for keep in view.legal.by_kind("keep") if keep.kept == action.kept]
        for _ in range(ways.index(action)):
            press(parts.chooser.order)
        press(parts.chooser.confirm)
    elif action.kind == "tickets":
        if view.phase == "turn":
            press(parts.tickets_deck)
        if len(board.game) == before:
            press(parts.chooser.buttons[list(view.legal.by_kind("tickets")).index(action)])
    elif action.kind in parts.extra:
        press(parts.extra[action.kind])
    else:
        press(parts.chooser.buttons[list(view.legal).index(action)])
    assert board.last_error is None, board.last_traceback
    assert board.table.last_error is None
    assert len(board.game) == before + 1, f"{action} was not played"


def _claim(board: PlayWidget, action: Action) -> None:
    before, view = len(board.game), board.view
    ways = panels.payments(view, action.route)
    click_route(board, action.route)
    if len(board.game) == before:
        chooser, number = board.parts.chooser, ways.index(action)
        if not shown(chooser.buttons[number]):
            press(chooser.more)
        press(chooser.buttons[number])


def sit_down(board: PlayWidget) -> None:
    """Hand over and lift the curtain where that is asked for."""
    if shown(board.parts.handover_panel):
        press(board.parts.handover)
    if board.curtain:
        press(board.parts.ready)


def wanted(board: PlayWidget, rng: random.Random) -> Action:
    """Any legal action; claims are liked best, so that games come to an end."""
    legal = board.game.legal_actions()
    claims = legal.by_kind("claim")
    if claims and rng.random() < 0.7:
        return rng.choice(claims)
    if legal.by_kind("tickets") and board.game.phase == "turn" and rng.random() < 0.9:
        legal = legal.catalog.set_of(legal.mask & ~legal.catalog.kind_masks["tickets"]) or legal
    return rng.choice(legal)


def play_through(board: PlayWidget, rng: random.Random) -> list[str]:
    """A whole game by the controls; returns what was meant, in notation."""
    meant: list[str] = []
    while not board.game.over:
        if board.table.bot_to_decide() is not None:
            run_bots(board)
            continue
        sit_down(board)
        action = wanted(board, rng)
        meant.append(action.text)
        perform(board, action)
    return meant


def models_of(widget: Any) -> Iterator[Any]:
    """The widget and everything below it, layouts and styles included."""
    seen: set[str] = set()
    todo = [widget]
    while todo:
        model = todo.pop()
        if not isinstance(model, w.Widget) or model.model_id in seen:
            continue
        seen.add(model.model_id)
        yield model
        for name in model.keys:
            value = getattr(model, name)
            todo += value if isinstance(value, list | tuple) else [value]


def page_text(board: PlayWidget) -> str:
    """Everything the browser is told, as one text."""
    states = [model.get_state() for model in models_of(board)]
    return json.dumps(states, default=str, ensure_ascii=False)
