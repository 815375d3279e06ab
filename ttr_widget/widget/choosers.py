"""The chooser: a list of possible answers beside the board, for everything that is not one click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import ipywidgets as w

from ttr_widget.widget import style
from ttr_widget.widget.parts import EMPTY, Kit, put, show


@dataclass
class Answer:
    """One line of the chooser: its words, a longer text for screen readers, the cards painted beside it, a class."""

    words: str
    about: str = ""
    cards: list[int] = field(default_factory=list)
    css: str = ""


@dataclass
class Question:
    """What is asked. With `ticks` several answers are ticked and then confirmed; else one click answers.

    Answers from number `first` on come to sight when `more` is pressed.
    """

    title: str
    answers: list[Answer]
    answered: Callable[[int], None] | None = None
    ticks: set[int] | None = None
    least: int = 1
    confirm: str = ""
    confirmed: Callable[[list[int]], None] | None = None
    cancelled: Callable[[], None] | None = None
    cancel: str = ""
    changed: Callable[[], None] | None = None
    order: Callable[[list[int]], str] | None = None
    turned: Callable[[], None] | None = None
    first: int | None = None
    more: str = ""
    key: object = None

    @property
    def hidden(self) -> int:
        """How many answers are not in sight."""
        return len(self.answers) - (len(self.answers) if self.first is None else self.first)


CELLS = 5
"""More answers with cards than that lie side by side."""


class Chooser:
    """Shows one question at a time. Buttons are made when first needed and then used again."""

    def __init__(self, kit: Kit, guard: Callable[[Callable[[], None]], Callable[[], None]]) -> None:
        self._kit, self._guard = kit, guard
        self.question: Question | None = None
        self._title = kit.html("ttr-chooser-title")
        self.buttons: list[w.Button] = []
        self._list = kit.box([], "ttr-choices")
        self._paint = kit.html("ttr-paint")
        self.confirm = kit.button("ttr-confirm", "ttr-primary", "ttr-once", press=guard(self._confirm))
        self.cancel = kit.button("ttr-cancel", press=guard(self._cancel))
        self.order = kit.button("ttr-order", press=guard(self._turn))
        self.more = kit.button("ttr-more", press=guard(self._show_more))
        row = kit.box([self.confirm, self.cancel, self.more], "ttr-row")
        self.box = kit.box([self._title, self._list, self.order, row, self._paint], "ttr-panel", "ttr-chooser")
        show(self.box, False)

    def ask(self, question: Question) -> None:
        """Show a question; ticks of the same question (`key`) stay."""
        old = self.question
        if old is not None and question.key is not None and old.key == question.key and question.ticks is not None:
            question.ticks = old.ticks
        self.question = question
        self._fill()

    def _fill(self) -> None:
        question = self.question
        if question is None:
            return
        while len(self.buttons) < len(question.answers):
            number = len(self.buttons)
            press = self._guard(lambda number=number: self._pressed(number))  # type: ignore[misc]
            self.buttons.append(self._kit.button("ttr-choice", f"ttr-choice-{number}", "ttr-once", press=press))
        if len(self._list.children) < len(self.buttons):
            self._list.children = tuple(self.buttons)
        put(self._title, value=f'<div class="ttr-title">{question.title}</div>')
        shown = len(question.answers) - question.hidden
        cells = shown > CELLS and all(answer.cards for answer in question.answers)
        put(self._list, classes={"ttr-cells": cells})
        rules = []
        for number, button in enumerate(self.buttons):
            if number >= shown:
                put(button, description=EMPTY, tooltip="", classes={"ttr-off": True})
                continue
            answer = question.answers[number]
            ticked = question.ticks is not None and number in question.ticks
            mark = "" if question.ticks is None else "☑ " if ticked else "☐ "
            put(
                button,
                description=mark + answer.words,
                tooltip=answer.about or answer.words,
                classes={"ttr-off": False, "ttr-on": ticked, "ttr-toggle": question.ticks is not None},
            )
            if answer.cards:
                rules.append(style.payment_rule(f".ttr-choice-{number}", answer.cards, cells))
            elif answer.css:
                rules.append(f".ttr .ttr-choice-{number}.jupyter-button{{{answer.css}}}")
        put(self._paint, value=f"<style>{''.join(rules)}</style>" if rules else "")
        enough = question.ticks is None or len(question.ticks) >= question.least
        put(
            self.confirm,
            description=question.confirm,
            disabled=not enough,
            classes={"ttr-off": question.confirmed is None},
        )
        put(self.cancel, description=question.cancel, classes={"ttr-off": question.cancelled is None})
        words = question.order(self.ticked()) if question.order else ""
        put(self.order, description=words or EMPTY, classes={"ttr-off": not words})
        put(self.more, description=question.more or EMPTY, classes={"ttr-off": not question.hidden})
        show(self.box, True)

    def close(self) -> None:
        """Ask nothing; nothing of the last question stays in the page."""
        if self.question is None:
            return
        self.question = None
        for button in self.buttons:
            put(button, description=EMPTY, tooltip="", classes={"ttr-off": True, "ttr-on": False})
        put(self._title, value="")
        put(self._paint, value="")
        put(self.confirm, description=EMPTY)
        put(self.order, description=EMPTY, classes={"ttr-off": True})
        put(self.more, description=EMPTY, classes={"ttr-off": True})
        show(self.box, False)

    def ticked(self) -> list[int]:
        """The answers ticked now."""
        return sorted(self.question.ticks or ()) if self.question else []

    def _pressed(self, number: int) -> None:
        question = self.question
        if question is None or number >= len(question.answers):
            return
        if question.ticks is not None:
            question.ticks ^= {number}
            self._fill()
            if question.changed:
                question.changed()
        elif question.answered:
            question.answered(number)

    def _confirm(self) -> None:
        question, ticked = self.question, self.ticked()
        if question is not None and question.confirmed and len(ticked) >= question.least:
            question.confirmed(ticked)

    def _turn(self) -> None:
        if self.question is not None and self.question.turned:
            self.question.turned()
            self._fill()

    def _show_more(self) -> None:
        if self.question is not None:
            self.question.first = None
            self._fill()

    def _cancel(self) -> None:
        if self.question is not None and self.question.cancelled:
            self.question.cancelled()
