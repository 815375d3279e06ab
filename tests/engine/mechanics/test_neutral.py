"""The neutral player of Nederland (N10), case by case."""

from __future__ import annotations

import random

import pytest

from tests.engine.mechanics.tools import (
    facts_of,
    greedy_action,
    heard,
    line,
    open_tracks,
    play_out,
    route,
    texts,
    ticket,
)
from ttr_widget.engine import Event, Game, IllegalAction
from ttr_widget.engine.position import Scenario, find_route
from ttr_widget.gamemap import load_map

BEFORE_ROUND_6 = 10  # finished turns: five rounds of two
NO_PAIR = "Lelystad–Aarschot"
ROTTERDAM_BREDA = "Nijmegen–Antwerpen"  # the ticket that prints this pair


def neutral(first_player: int = 0) -> Scenario:
    return Scenario("nederland", 2, neutral=True, first_player=first_player)


def last_turn_of_a_round(turns: int = BEFORE_ROUND_6) -> Scenario:
    """Seat 1 makes the second move of a round: round 6 unless told otherwise."""
    return neutral().turn(1, turns + 1)


def state(game: Game) -> dict[str, object]:
    return game.view(None).extra["neutral"]


def tokens(game: Game) -> list[int]:
    return [game.view(seat).extra["tolls"]["tokens"][seat] for seat in range(2)]


def finish_turn(game: Game) -> list[Event]:
    """The player to move draws two cards."""
    return heard(game, "draw", "draw")


def test_only_for_two_players_and_with_tolls() -> None:  # N10
    with pytest.raises(ValueError, match="exactly 2 players"):
        Game("nederland", 3, neutral=True)
    with pytest.raises(ValueError, match="tolls"):
        Game("nederland", 2, neutral=True, tolls=False)


def test_forty_trains_and_the_second_player_has_the_marker() -> None:  # N10
    assert state(Game("nederland", 2, neutral=True, first_player=0)) == {
        "trains": 40,
        "marker": 1,
        "playing": True,
        "choices": [],
    }
    assert state(Game("nederland", 2, neutral=True, first_player=1))["marker"] == 0


def test_nothing_happens_in_the_first_five_rounds() -> None:  # N10
    game = neutral().ticket_deck(ROTTERDAM_BREDA).game()
    size = len(game.state.ticket_decks[0])
    for _ in range(11):
        finish_turn(game)
    assert game.turn == 12
    assert len(game.state.ticket_decks[0]) == size
    events = finish_turn(game)  # the second move of round 6
    assert [event.kind for event in events if event.kind.startswith("neutral")] == ["neutral_ticket"]
    assert game.phase == "neutral"
    assert len(game.state.ticket_decks[0]) == size - 1


def test_not_after_the_first_move_of_a_round() -> None:  # N10
    game = neutral().turn(0, BEFORE_ROUND_6 + 2).ticket_deck(ROTTERDAM_BREDA).game()
    finish_turn(game)
    assert (game.phase, game.player) == ("turn", 1)
    assert game.view(0).ticket_discard == []


def test_no_pair_on_the_ticket() -> None:  # N10
    game = last_turn_of_a_round().ticket_deck(NO_PAIR).game()
    events = finish_turn(game)
    assert facts_of(events, "neutral_ticket") == [{"ticket": ticket(game, NO_PAIR), "pair": None, "result": "none"}]
    assert game.view(0).ticket_discard == [ticket(game, NO_PAIR)]
    assert state(game) == {"trains": 40, "marker": 1, "playing": True, "choices": []}
    assert (game.phase, game.player) == ("turn", 0)


def test_all_free_the_holder_chooses_and_the_marker_passes() -> None:  # N10
    game = last_turn_of_a_round().ticket_deck(ROTTERDAM_BREDA).game()
    events = finish_turn(game)
    assert (game.phase, game.player) == ("neutral", 1)
    assert facts_of(events, "neutral_ticket")[0]["result"] == "choice"
    assert texts(game.legal_actions()) == ["neutral Rotterdam–Breda #1", "neutral Rotterdam–Breda #2"]
    with pytest.raises(IllegalAction, match="N10"):
        game.play("draw")
    with pytest.raises(IllegalAction, match="N10"):
        game.play("neutral Amsterdam–Utrecht #1")
    (event,) = heard(game, "neutral Rotterdam–Breda #2")
    second = route(game, "Rotterdam–Breda", 2)
    assert game.owner[second] == Game.NEUTRAL
    assert state(game) == {"trains": 38, "marker": 0, "playing": True, "choices": []}
    assert tokens(game) == [30, 30]
    assert game.view(0).ticket_discard == [ticket(game, ROTTERDAM_BREDA)]
    assert (game.phase, game.player) == ("turn", 0)
    assert event.seat == 1  # who chose
    assert event.public == {"route": second, "trains": 38, "chosen": True, "marker": 0, "toll": 0, "to": -1}


def test_the_choice_is_the_marker_holders_even_out_of_turn() -> None:  # N10
    game = last_turn_of_a_round().set("neutral_marker", 0, True).ticket_deck(ROTTERDAM_BREDA).game()
    finish_turn(game)
    assert (game.phase, game.player) == ("neutral", 0)
    game.play("neutral Rotterdam–Breda #1")
    assert state(game)["marker"] == 1
    assert (game.phase, game.player) == ("turn", 0)


@pytest.mark.parametrize("holder", [0, 1])
def test_one_track_held_by_a_player(holder: int) -> None:  # N10
    game = last_turn_of_a_round().claim(holder, "Rotterdam–Breda").ticket_deck(ROTTERDAM_BREDA).game()
    events = finish_turn(game)
    assert game.owner[route(game, "Rotterdam–Breda", 2)] == Game.NEUTRAL  # no choice
    assert tokens(game)[holder] == 34  # from the bank
    assert tokens(game)[1 - holder] == 30
    assert state(game)["marker"] == 1  # stays
    assert game.view(0).ticket_discard == [ticket(game, ROTTERDAM_BREDA)]
    assert (game.phase, game.player) == ("turn", 0)
    (told,) = facts_of(events, "neutral")
    assert (told["toll"], told["to"], told["chosen"]) == (4, holder, False)
    game.check()


def test_two_free_tracks_beside_a_held_one_leave_no_choice() -> None:  # N10
    board = load_map("nederland", neutral=True)
    third = board.routes[find_route(board, "Rotterdam–Breda")]
    triple = board.changed(routes=[*board.routes, third])
    scenario = Scenario(triple, 2).turn(1, BEFORE_ROUND_6 + 1).claim(0, "Rotterdam–Breda")
    game = scenario.ticket_deck(ROTTERDAM_BREDA).game()
    finish_turn(game)
    assert (game.phase, state(game)["marker"]) == ("turn", 1)
    assert game.owner.count(Game.NEUTRAL) == 1
    assert tokens(game) == [34, 30]


def test_a_pair_neutral_already_has() -> None:  # N10
    pairs = [t for t in load_map("nederland").tickets if t.neutral and set(t.neutral) == {"Amsterdam", "Rotterdam"}]
    assert len(pairs) == 2
    game = last_turn_of_a_round().set("neutral", 0, "Amsterdam–Rotterdam").ticket_deck("Emmen–Lelystad").game()
    events = finish_turn(game)
    assert facts_of(events, "neutral_ticket")[0]["result"] == "none"
    assert state(game)["trains"] == 36
    assert state(game)["marker"] == 1
    assert game.owner[route(game, "Amsterdam–Rotterdam", 2)] == Game.FREE


def test_no_track_of_the_pair_is_free() -> None:  # N10
    scenario = last_turn_of_a_round().claim(0, "Rotterdam–Breda").claim(1, "Rotterdam–Breda", track=2)
    game = scenario.ticket_deck(ROTTERDAM_BREDA).game()
    events = finish_turn(game)
    assert facts_of(events, "neutral_ticket")[0]["result"] == "none"
    assert state(game) == {"trains": 40, "marker": 1, "playing": True, "choices": []}
    assert tokens(game) == [30, 30]


def test_a_single_free_route_is_taken_without_a_choice() -> None:  # N10
    board = load_map("nederland", neutral=True)
    twin = find_route(board, "Rotterdam–Breda", 2)
    single = board.changed(routes=[r for i, r in enumerate(board.routes) if i != twin])
    scenario = Scenario(single, 2).turn(1, BEFORE_ROUND_6 + 1).ticket_deck(ROTTERDAM_BREDA)
    game = scenario.game()
    finish_turn(game)
    assert game.owner[route(game, "Rotterdam–Breda")] == Game.NEUTRAL
    assert state(game) == {"trains": 38, "marker": 1, "playing": True, "choices": []}


SIX_LONG = ["Groningen–Zwolle", "Enschede–Duisburg", "Emden–Lingen", "'s-Gravenhage–Middelburg"]
SIX_LONG += ["Waddeneilanden–Groningen"]


def neutral_with(trains: int) -> Scenario:
    """A position with 4 or 1 neutral trains left."""
    scenario = last_turn_of_a_round()
    for name in SIX_LONG:  # 30
        scenario.set("neutral", 0, name)
    fill = {4: ["Rotterdam–Antwerpen", "Haarlem–Amsterdam"], 1: ["Rotterdam–Antwerpen", "Sneek–Lelystad"]}
    for name in fill[trains]:
        scenario.set("neutral", 0, name)
    return scenario


def test_not_enough_trains_and_neutral_leaves() -> None:  # N10
    game = neutral_with(1).ticket_deck(ROTTERDAM_BREDA, "Amsterdam–'s-Gravenhage").game()
    assert state(game)["trains"] == 1
    events = finish_turn(game)
    assert facts_of(events, "neutral_left") == [{"reason": "trains"}]
    assert not state(game)["playing"]
    assert game.owner[route(game, "Rotterdam–Breda")] == Game.FREE
    assert game.view(0).ticket_discard == [ticket(game, ROTTERDAM_BREDA)]
    finish_turn(game)
    finish_turn(game)  # the next round has no neutral phase
    assert (game.phase, game.player) == ("turn", 0)
    assert len(game.view(0).ticket_discard) == 1


def test_exactly_enough_trains() -> None:  # N10
    game = neutral_with(4).ticket_deck("Utrecht–Middelburg").game()  # Nijmegen–Duisburg, 4 spaces
    finish_turn(game)
    game.play("neutral Nijmegen–Duisburg #1")
    assert state(game) == {"trains": 0, "marker": 0, "playing": True, "choices": []}


def tickets_but(*left: str) -> list[str]:
    board = load_map("nederland")
    gone = {frozenset(name.split("–")) for name in left}
    return [f"{t.a}–{t.b}" for t in board.tickets if frozenset((t.a, t.b)) not in gone]


def test_the_deck_runs_out_by_the_neutral_ticket() -> None:  # N10
    left = (ROTTERDAM_BREDA, "Amsterdam–'s-Gravenhage")
    scenario = last_turn_of_a_round(BEFORE_ROUND_6).tickets(0, *tickets_but(*left)).ticket_deck(*left)
    game = scenario.game()
    finish_turn(game)
    game.play("neutral Rotterdam–Breda #1")
    assert state(game)["playing"]
    finish_turn(game)
    finish_turn(game)  # the last ticket: it is still carried out
    assert (game.phase, game.player) == ("neutral", 0)
    assert state(game)["playing"]
    events = heard(game, "neutral Duisburg–Roermond #2")
    assert game.owner[route(game, "Duisburg–Roermond", 2)] == Game.NEUTRAL
    assert [event.kind for event in events] == ["neutral", "neutral_left", "ticket_reshuffle"]
    assert facts_of(events, "neutral_left") == [{"reason": "tickets"}]
    assert not state(game)["playing"]
    assert len(game.state.ticket_decks[0]) == 2  # the discarded tickets are the new deck
    for _ in range(4):
        finish_turn(game)
    assert len(game.state.ticket_decks[0]) == 2


def test_the_deck_runs_out_by_a_player() -> None:  # N10
    scenario = neutral().tickets(1, *tickets_but(ROTTERDAM_BREDA, "Amsterdam–'s-Gravenhage", NO_PAIR))
    game = scenario.game()
    assert state(game)["playing"]
    events = heard(game, "tickets")
    assert facts_of(events, "neutral_left") == [{"reason": "tickets"}]
    assert not state(game)["playing"]
    events = heard(game, "keep 1", "tickets")  # the new deck runs out too, but neutral leaves once
    assert game.state.ticket_decks == [[]]
    assert facts_of(events, "neutral_left") == []


def test_beside_a_neutral_track_one_pays_the_bank() -> None:  # N10
    game = neutral().set("neutral", 0, "Rotterdam–Breda").hand(0, yellow=2).game()
    assert open_tracks(game, "Rotterdam–Breda") == [2]
    events = heard(game, "claim Rotterdam–Breda yellow")
    assert tokens(game) == [26, 30]
    assert facts_of(events, "toll") == [{"route": route(game, "Rotterdam–Breda", 2), "toll": 4, "to": -1}]
    game.check()


def test_neutral_has_no_score() -> None:  # N10
    game = neutral().set("neutral", 0, "Groningen–Zwolle").game()
    assert len(game.scores()) == 2
    assert line(game, "routes") == (0, 0)


# 38 spaces: two trains left
NEARLY_ALL = ["Groningen–Zwolle", "Enschede–Duisburg", "Emden–Lingen", "Waddeneilanden–Groningen"]
NEARLY_ALL += ["'s-Gravenhage–Middelburg", "Rotterdam–Antwerpen", "Leeuwarden–Groningen"]


def test_the_final_round_has_its_neutral_phases_until_the_last_turn() -> None:  # N10
    # Seat 0 triggers the end with the first move of a round: then seat 1, the neutral phase, and seat 0 once more.
    scenario = neutral().claim(0, *NEARLY_ALL).turn(0, BEFORE_ROUND_6).ticket_deck(NO_PAIR, ROTTERDAM_BREDA)
    game = scenario.game()
    assert game.trains[0] == 2
    finish_turn(game)
    assert game.final_turns == 2
    finish_turn(game)
    assert game.view(0).ticket_discard == [ticket(game, NO_PAIR)]
    assert game.final_turns == 1
    finish_turn(game)
    assert game.over
    # Seat 1 triggers it with the second move: no phase after the last turn.
    scenario = neutral().claim(1, *NEARLY_ALL).turn(1, BEFORE_ROUND_6 + 1)
    game = scenario.ticket_deck(NO_PAIR, ROTTERDAM_BREDA).game()
    finish_turn(game)
    assert (game.final_turns, len(game.view(0).ticket_discard)) == (2, 1)
    finish_turn(game)
    finish_turn(game)
    assert game.over
    assert len(game.view(0).ticket_discard) == 1


def test_whole_games() -> None:  # N10
    left = placed = 0
    for seed in range(10):
        game = play_out(Game("nederland", 2, seed=seed, neutral=True), random.Random(seed), choose=greedy_action)
        placed += game.owner.count(Game.NEUTRAL) > 0
        left += not state(game)["playing"]
    assert placed
    assert left
