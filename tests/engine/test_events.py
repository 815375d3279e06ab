"""Events and observers: who did what, and what of it everybody learns."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engine.helpers import RED, VARIANTS, named, play, play_randomly, random_game, ticket, usa
from ttr_widget.engine import Event, Game


def watched(game: Game) -> list[Event]:
    events: list[Event] = []
    game.observe(events.append)
    return events


def test_a_claim() -> None:
    game = usa().hand(0, red=3).game()
    events = watched(game)
    play(game, "claim Chicago–Duluth red")
    (event,) = events
    assert (event.kind, event.seat, event.number) == ("claim", 0, 1)
    assert event.public["points"] == 4
    assert event.action is game.actions[0]
    assert event.seen_by(None) == event.seen_by(1) == event.public


def test_a_blind_card_is_private() -> None:  # X1
    game = usa().deck("red").game()
    events = watched(game)
    play(game, "draw")
    (event,) = events
    assert event.seen_by(0) == {"card": RED}
    assert event.seen_by(1) == event.seen_by(None) == {}


def test_a_market_card_is_public() -> None:  # X1
    game = usa().market("red", "blue", "blue", "green", "green").deck("white").game()
    events = watched(game)
    play(game, "take red")
    assert events[0].seen_by(None) == {"card": RED, "place": 0, "new": 6}


def test_tickets_are_private() -> None:  # X1
    game = usa().ticket_deck("Boston–Miami", "Calgary–Phoenix", "Denver–El Paso").game()
    events = watched(game)
    play(game, "tickets", "keep 2 return 3 1")
    drawn, kept = events
    assert drawn.seen_by(None)["number"] == 3
    assert drawn.seen_by(0)["tickets"] == [
        ticket(game, t) for t in ("Boston–Miami", "Calgary–Phoenix", "Denver–El Paso")
    ]
    assert "tickets" not in drawn.seen_by(1)
    assert kept.seen_by(0)["tickets"] == [ticket(game, "Calgary–Phoenix")]
    assert kept.seen_by(1) == {"number": 1, "returned": 2}


def test_the_market_and_the_deck() -> None:  # B2, B8
    game = usa().market("locomotive", "locomotive", "red", "blue", "blue").deck("locomotive").game()
    events = watched(game)
    play(game, "take red")
    assert [event.kind for event in events] == ["take", "market_reset"]
    assert sorted(events[1].public["cards"]) == [5, 5, 8, 8, 8]
    assert events[1].seat == -1


def test_the_last_round_and_the_end() -> None:  # B16
    game = Game("usa", 2, 5)
    events = watched(game)
    play_randomly(game, random.Random(5))
    kinds = [event.kind for event in events]
    assert kinds.count("final_round") == 1
    assert kinds[-1] == "over"
    assert events[-1].number == len(game)


def test_observers_come_and_go() -> None:
    game = usa().game()
    first: list[Event] = []
    second: list[Event] = []
    stop = game.observe(first.append)
    game.observe(second.append)
    play(game, "draw")
    stop()
    stop()
    play(game, "draw")
    assert (len(first), len(second)) == (1, 2)


def test_copies_are_not_observed() -> None:
    game = usa().game()
    events = watched(game)
    play(game.copy(), "draw")
    play(game.at(0), "draw")
    assert events == []


def test_taking_back_is_an_event() -> None:
    game = play(usa().game(), "draw", "draw", "tickets")
    events = watched(game)
    game.undo(2)
    (event,) = events
    assert (event.kind, event.seat, event.number, event.public) == ("undo", -1, 1, {"number": 2})


def test_an_observer_that_plays_on_disturbs_nobody() -> None:
    """All observers hear everything in the order in which it happened."""
    game = usa().market("red", "red", "red", "blue", "blue").game()

    def draw_second(event: Event) -> None:
        if event.kind == "take" and game.phase == "second_card":
            game.play("draw")

    game.observe(draw_second)
    events = watched(game)
    play(game, "take red")
    assert [(event.kind, event.number) for event in events] == [("take", 1), ("draw", 2)]


def test_an_observer_that_fails_stops_nothing() -> None:
    game = usa().game()

    def broken(event: Event) -> None:
        raise RuntimeError("broken")

    game.observe(broken)
    events = watched(game)
    with pytest.raises(RuntimeError, match="broken"):
        game.play("draw")
    assert len(game) == 1
    assert [event.kind for event in events] == ["draw"]
    game.observe(broken)
    with pytest.raises(ExceptionGroup, match="several observers failed"):
        game.play("draw")
    game.check()


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_watching_changes_nothing(name: str, options: dict[str, Any]) -> None:
    """A watched game and an unwatched one are the same; the record gives the events again."""
    plain = random_game(name, 2, 21, **options)
    game = Game(name, 2, 21, **options)
    events = watched(game)
    play_randomly(game, random.Random(21))
    assert game.state.facts() == plain.state.facts()
    assert plain.events() == events
    assert {event.number for event in events} == set(range(1, len(game) + 1)), "every action makes an event"


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_events_add_up(name: str, options: dict[str, Any]) -> None:
    """What a seat learns of its own cards from events is its hand; claims give the owners and the points."""
    game = Game(name, 2, 9, **options)
    events: list[Event] = []
    hand = game.hands[0]
    game.observe(events.append)
    play_randomly(game, random.Random(9))
    for event in events:
        if event.kind in ("draw", "take") and event.seat == 0:
            hand[event.seen_by(0)["card"]] += 1
        if event.kind == "claim" and event.seat == 0:
            assert event.action is not None
            if event.action.cards:
                hand[event.action.color] -= event.action.cards
            hand[8] -= event.action.locomotives
    assert hand == game.hands[0]
    start = Game(name, 2, 9, **options).points
    claims = [event for event in events if event.kind == "claim"]
    for seat in range(2):
        assert start[seat] + sum(e.public["points"] for e in claims if e.seat == seat) == game.points[seat]
