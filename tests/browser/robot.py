"""A robot that plays by mouse: it asks the kernel what is legal and where it lies, and then only clicks.

Nothing is played through the kernel; what the engine's record says afterwards came from the mouse.
"""

from __future__ import annotations

import time
from typing import Any

from tests.browser.lab import BOARD, LabPage

QUICK = "w.set_preference(speed='instant', animations=False, language='en', theme='auto', size='auto', confirm=False)"

# Runs in the kernel: looks at the widget and says what to click. It changes nothing.
EYES = '''
import random
from ttr_widget.bots import advice
from ttr_widget.widget import panels
from ttr_widget.widget.messages_why import needs_loan

class Eyes:
    """Chooses what to do next: kinds of actions not tried yet first, else what the hint proposes."""

    def __init__(self, w, seed=1):
        self.w, self.tried, self.rng = w, {}, random.Random(seed)

    def plan(self, tried):
        self.tried = tried
        w, game = self.w, self.w.game
        if game.over:
            return {"over": True}
        if w.curtain:
            return {"number": len(game), "clicks": [[".ttr-curtain-ready"]], "action": None}
        if not w.parts.handover_panel._dom_classes.count("ttr-off"):
            return {"number": len(game), "clicks": [[".ttr-handover"], [".ttr-curtain-ready"]], "action": None}
        if w.seat is None or w.seat != game.player or not w.is_fresh() or w.decisions.asking:
            return None
        action = self.choose(w.view)
        return {"number": len(game), "action": action.text, "kind": action.kind, "clicks": self.clicks(action)}

    def choose(self, view):
        kinds = sorted({a.kind for a in view.legal} - {"pass"})
        new = [kind for kind in kinds if not self.tried.get(kind) and not (kind == "swap" and len(self.tried) < 2)]
        if new:
            action = self.rng.choice(list(view.legal.by_kind(new[0])))
        else:
            action = advice.hint(view).action
            ways = view.legal.claims_of(action.route) if action.kind == "claim" else ()
            if len(ways) > 1 and self.rng.random() < 0.3:
                action = self.rng.choice(list(ways))
        if action.kind == "keep":  # B14: in which order the others go back is a choice too
            action = self.rng.choice([a for a in view.legal if a.kept == action.kept])
        return action

    def clicks(self, action):
        view, kind = self.w.view, action.kind
        same = list(view.legal.by_kind(kind))
        if kind == "draw":
            return [[".ttr-deck"]]
        if kind == "take":
            return [[f".ttr-market-{view.market.index(action.color)}"]]
        if kind == "keep":
            orders = [a for a in same if a.kept == action.kept].index(action)
            ticks = [[f".ttr-choice-{place}"] for place in action.kept]
            return [*ticks, *[[".ttr-order"]] * orders, [".ttr-confirm"]]
        if kind == "claim":
            ways = panels.payments(view, action.route)
            x, y = self.w.board.point_of(action.route)
            asked = len(ways) > 1 or needs_loan(view, action.route)
            choice = [[f".ttr-choice-{ways.index(action)}"]] if asked else []
            more = [[".ttr-more"]] if ways.index(action) >= (panels.first_payments(ways) or len(ways)) else []
            return [["board", x, y], *more, *choice]
        if kind == "neutral":
            return [["board", *self.w.board.point_of(action.route)]]
        if kind == "passenger" or view.phase == "deal":
            return [[f".ttr-choice-{same.index(action)}"]]
        if kind == "tickets" and len(same) > 1:
            return [[".ttr-piles .ttr-tickets"], [f".ttr-choice-{same.index(action)}"]]
        return [[f".ttr-piles .ttr-{kind}"]]
'''


class Robot:
    """Plays the seats of people at the widget `name` in the notebook's kernel."""

    def __init__(self, lab: LabPage, name: str = "w", seed: int = 1) -> None:
        self.lab = lab
        self.name = name
        self.eyes = f"eyes_of_{name}"
        self.clicked: list[str] = []
        self.tried: dict[str, int] = {}
        lab.kernel_run(f"{EYES}\n{self.eyes} = Eyes({name}, {seed})")

    def plan(self, seconds: float = 30) -> Any:
        """What to click next, as soon as a person has to decide and the page shows the position."""
        return self.lab.wait_kernel(f"{self.eyes}.plan({self.tried!r})", seconds)

    def move(self) -> bool:
        """One decision by mouse; False when the game is over."""
        plan = self.plan()
        if plan.get("over"):
            return False
        for click in plan["clicks"]:
            self.click(*click)
        number = plan["number"]
        if plan["action"] is None:
            self.lab.wait_kernel(f"not {self.name}.curtain")
            return True
        played = self.lab.wait_kernel(
            f"len({self.name}.game) > {number} and {self.name}.game.actions[{number}].text", 10
        )
        assert played == plan["action"], f"clicked {plan['action']!r}, the engine played {played!r}"
        self.clicked.append(played)
        self.tried[plan["kind"]] = self.tried.get(plan["kind"], 0) + 1
        return True

    def click(self, where: str, x: float = 0, y: float = 0) -> None:
        """A click on a control, or on the board at a place."""
        if where == "board":
            self.lab.page.locator(BOARD).first.click(position={"x": x, "y": y})
        else:
            self.lab.page.locator(f".ttr {where}:visible").first.click()

    def play(self, moves: int | None = None, seconds: float = 150) -> int:
        """So many decisions, or the whole game; returns how many were made."""
        end = time.monotonic() + seconds
        made = 0
        while moves is None or made < moves:
            if not self.move():
                break
            made += 1
            assert time.monotonic() < end, f"the game is not over after {made} moves"
        return made

    def check(self) -> None:
        """The record is what was clicked, and nothing went wrong on the way."""
        people = self.lab.kernel_eval(
            f"[a.text for a, deed in zip({self.name}.game.actions, {self.name}.table.deeds) "
            f"if {self.name}.table.seats[deed.seat].human]"
        )
        assert people == self.clicked
        check_no_trouble(self.lab, self.name)


def check_no_trouble(lab: LabPage, name: str = "w") -> None:
    """No handler failed, no listener, no bot; and the game keeps its invariants."""
    assert lab.kernel_eval(f"{name}.last_traceback") == ""
    assert lab.kernel_eval(f"repr({name}.table.last_error)") == "None"
    assert lab.kernel_eval(f"[p.reason for p in {name}.table.problems]") == []
    lab.kernel_run(f"{name}.game.check()")


def start(lab: LabPage, code: str, *, more: str = "", seed: int = 1) -> Robot:
    """Opens a notebook with one cell that shows the widget, quick bots and no animations; returns a robot for it."""
    lab.open_notebook([f"import ttr_widget as ttr; w = {code}; {QUICK}; {more or 'w'}"])
    lab.run_all()
    lab.wait_painted()
    lab.wait_kernel("w.is_fresh()")
    return Robot(lab, seed=seed)
