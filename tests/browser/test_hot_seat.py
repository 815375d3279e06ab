"""Several people at one screen: between them a curtain, and behind it nothing of a hidden hand reaches the browser."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import WebSocket, expect

from tests.browser.lab import LabPage
from tests.browser.robot import QUICK, Robot, check_no_trouble


class Ear:
    """Hears everything the server sends to the page over websockets."""

    def __init__(self, lab: LabPage) -> None:
        self.frames: list[bytes] = []
        lab.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(data.encode() if isinstance(data, str) else data))

    def messages(self) -> Iterator[dict[str, Any]]:
        """The contents of kernel messages: Jupyter's binary frames are offsets, then JSON parts."""
        for frame in self.frames:
            if len(frame) < 16 or frame[:1] == b"{":
                continue
            (number,) = struct.unpack_from("<Q", frame)
            offsets = struct.unpack_from(f"<{number}Q", frame, 8)
            yield json.loads(frame[offsets[4] : offsets[5]])

    def states(self) -> Iterator[dict[str, Any]]:
        """Every state of a widget in these messages: when it is made, when it changes, and when a page asks for all."""
        for content in self.messages():
            data = content.get("data", {})
            if isinstance(data, dict):
                yield data.get("state", {})
                yield from (model["state"] for model in data.get("states", {}).values())


# In a file of its own: what stands in a cell is in the page anyway.
SECRETS = """
import ttr_widget as ttr
game = (ttr.Scenario('usa', players=['Ann', 'Bob'])
    .hand(0, purple=7, white=3).hand(1, green=5, black=6)
    .tickets(0, 'Los Angeles–Miami').tickets(1, 'Calgary–Phoenix')
    .game())
"""
TICKETS = ("Los Angeles–Miami", "Calgary–Phoenix")


def start_two(lab: LabPage) -> Robot:
    (lab.server.root / "two_people.py").write_text(SECRETS, encoding="utf-8")
    cell = f"import ttr_widget as ttr; from two_people import game; w = ttr.play(game, autosave=False); {QUICK}; w"
    lab.open_notebook([cell])
    lab.run_all()
    lab.wait_painted()
    return Robot(lab)


def heard(ear: Ear, words: str) -> bool:
    """Whether the words came over the wire, as they are or as JSON escapes them."""
    everything = b"".join(ear.frames)
    return words.encode() in everything or json.dumps(words)[1:-1].encode() in everything


def check_nothing_of_a_hand(ear: Ear) -> None:
    assert not any(heard(ear, ticket) for ticket in TICKETS)
    for state in ear.states():
        classes = state.get("_dom_classes") or ()
        if "ttr-handcard" in classes or "ttr-ticket" in classes or "ttr-choice" in classes:
            assert not (state.get("description") or "").strip(), state
            assert not state.get("tooltip"), state


def test_behind_the_curtain_nothing_of_a_hand_is_in_the_browser(lab: LabPage) -> None:
    ear = Ear(lab)
    start_two(lab)
    page = lab.page
    # The first curtain: nobody's hand has been sent yet.
    expect(page.locator(".ttr .ttr-curtain-ready")).to_have_text("I am Ann and ready")
    check_nothing_of_a_hand(ear)
    page.locator(".ttr .ttr-curtain-ready").click()
    expect(page.locator(".ttr .ttr-hand-purple")).to_have_text("7")
    expect(page.locator(".ttr .ttr-ticket-0")).to_contain_text("Los Angeles–Miami")
    assert heard(ear, TICKETS[0])
    assert not heard(ear, TICKETS[1]), "Ann sees nothing of Bob's"
    lab.wait_kernel("w.is_fresh()")
    page.locator(".ttr .ttr-deck").click()
    lab.wait_kernel("len(w.game) == 1 and w.is_fresh()")
    page.locator(".ttr .ttr-deck").click()
    # Ann may look at the card she drew, then hands over.
    page.locator(".ttr .ttr-handover").click()
    expect(page.locator(".ttr .ttr-curtain-ready")).to_have_text("I am Bob and ready")
    expect(page.locator(".ttr .ttr-hand-purple")).to_be_hidden()
    expect(page.locator(".ttr .ttr-ticket-0")).to_be_hidden()
    # A new page asks the kernel for the state of every widget: this is all there is.
    lab.command("docmanager:save")
    saved = (lab.server.root / lab.name).read_text(encoding="utf-8")
    for ticket in TICKETS:
        inner = page.locator(".ttr").inner_html()
        place = inner.find(ticket)
        assert place < 0, inner[max(0, place - 300) : place + 100]
        assert ticket not in saved
    ear.frames.clear()
    lab.reload(save=False)
    lab.wait_painted()
    expect(page.locator(".ttr .ttr-curtain-ready")).to_be_visible()
    assert any(state.get("_dom_classes") for state in ear.states()), "the states were heard"
    check_nothing_of_a_hand(ear)
    assert lab.kernel_eval("[w.seat, list(w.marks().cities), list(w.marks().path)]") == [None, [], []]
    page.locator(".ttr .ttr-curtain-ready").click()
    expect(page.locator(".ttr .ttr-hand-green")).to_have_text("5")
    expect(page.locator(".ttr .ttr-ticket-0")).to_contain_text(TICKETS[1])
    assert heard(ear, TICKETS[1])
    assert not heard(ear, TICKETS[0]), "Bob sees nothing of Ann's"
    check_no_trouble(lab)


def test_a_game_of_two_people_and_a_bot(lab: LabPage) -> None:
    board = "ttr.load_map('usa').changed(trains=8)"
    cell = f"w = ttr.play({board}, ['human:Ann', 'human:Bob', 'bot:random'], seed=5, autosave=False); {QUICK}; w"
    lab.open_notebook([f"import ttr_widget as ttr; {cell}"])
    lab.run_all()
    lab.wait_painted()
    robot = Robot(lab)
    robot.play(14)
    robot.check()
    assert lab.kernel_eval("sorted({deed.seat for deed in w.table.deeds})") == [0, 1, 2]
