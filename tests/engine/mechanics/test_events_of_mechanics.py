"""Every event carries the facts a line of the log needs, as `engine/events.py` lists them."""

from __future__ import annotations

import random
import re

import pytest

from tests.engine.mechanics.odd_maps import ODD_MAPS
from tests.engine.mechanics.tools import MAPS, greedy_action, play_out
from ttr_widget.engine import Event, Game, events
from ttr_widget.gamemap import GameMap, load_map

OPTIONAL = {"discarded", "loans"}


def listed() -> dict[str, tuple[set[str], set[str]]]:
    """Kind → public facts and private facts, from the docstring."""
    kinds = {}
    for line in re.findall(r"^- (.+)$", events.__doc__ or "", re.MULTILINE):
        plain = re.sub(r"\([^)]*\)", "", line).partition(";")[0]
        head, _, private = plain.partition("|")
        kind, _, public = head.partition(":")
        names = [{name.strip() for name in part.split(",") if name.strip()} for part in (public, private)]
        kinds[kind.strip()] = (names[0], names[1])
    return kinds


def boards() -> list[GameMap]:
    own = [ODD_MAPS[name]() for name in ("usa: everything", "germany: everything", "nederland: neutral, express")]
    return [*(load_map(name) for name in MAPS), load_map("nederland", neutral=True), *own]


@pytest.fixture(scope="module")
def happened() -> list[tuple[Game, Event]]:
    found = []
    for board in boards():
        for seed in range(3):
            game = Game(board, 2, seed=seed)
            told: list[Event] = []
            game.observe(told.append)
            play_out(game, random.Random(seed), choose=greedy_action)
            found += [(game, event) for event in told]
    return found


def test_the_list_is_complete_and_true(happened: list[tuple[Game, Event]]) -> None:
    kinds = listed()
    for _, event in happened:
        public, private = kinds[event.kind]
        assert set(event.public) <= public, event
        assert public - set(event.public) <= OPTIONAL, event
        for facts in event.private.values():
            assert set(facts) == private, event
        assert event.seat in (-1, 0, 1)
        assert event.action is not None
    seen = {event.kind for _, event in happened}
    assert set(kinds) - seen <= {"undo", "pass"}


def test_facts_are_indices_of_the_board(happened: list[tuple[Game, Event]]) -> None:
    for game, event in happened:
        board, facts = game.board, event.public
        if "route" in facts:
            assert 0 <= facts["route"] < len(board.routes)
        if "city" in facts:
            assert board.cities[facts["city"]].name
            assert facts["color"] in board.settings.mechanics["passengers"]["colors"]
        if "ticket" in facts:
            assert 0 <= facts["ticket"] < len(board.tickets)
        if "to" in facts:
            assert facts["to"] in (-1, 0, 1)
            assert facts["to"] != event.seat or event.kind == "neutral"
            assert facts["toll"] in (0, board.routes[facts["route"]].toll)


def test_points_and_tolls_told_add_up() -> None:  # B13, N5, N6
    for seed in range(4):
        game = Game("nederland", 2, seed=seed)
        points, tokens = game.points, [30, 30]
        told: list[Event] = []
        game.observe(told.append)
        play_out(game, random.Random(seed), choose=greedy_action)
        for event in told:
            if event.kind == "claim":
                points[event.seat] += event.public["points"]
            if event.kind == "toll":
                tokens[event.seat] -= event.public["toll"]
            if event.kind in ("toll", "loan") and event.public["to"] >= 0:
                tokens[event.public["to"]] += event.public["toll"]
        assert points == game.points
        assert tokens == game.state.extra["tolls"].tokens


def test_what_is_returned_at_set_up_is_nobody_elses_business() -> None:  # B4, N1, X1
    """Everybody chooses at the same time: which tickets lie on the discard pile is told only in play."""
    game = Game("nederland", 2, seed=1)
    told: list[Event] = []
    game.observe(told.append)
    for action in ("keep 1 2 3", "keep 1 2 3", "tickets", "keep 1"):
        game.play(action)
    at_set_up, later, in_play = (event for event in told if event.kind == "keep")
    for event in (at_set_up, later):
        assert event.seen_by(1 - event.seat) == event.seen_by(None) == {"number": 3, "returned": 2}
        assert len(event.seen_by(event.seat)["returned"]) == 2
    assert in_play.seen_by(None)["discarded"] == in_play.seen_by(in_play.seat)["returned"]
    assert game.view().ticket_discard[-3:] == in_play.public["discarded"]
