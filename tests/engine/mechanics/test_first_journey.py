"""First Journey Europe (F1–F7): no market, tickets met at once and replaced, immediate ends."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.engine.mechanics.tools import facts_of, heard, line, open_tracks, play_out, texts, ticket
from ttr_widget.engine import Game, IllegalAction
from ttr_widget.engine.position import Scenario
from ttr_widget.gamemap import CARDS, load_map

NAME = "first_journey_europe"


def journey(players: int = 2, **more: int) -> Scenario:
    return Scenario(NAME, players, **more)


def shown(game: Game, seat: int = 0) -> list[str]:
    cards = game.board.tickets
    return [f"{cards[t].a}–{cards[t].b}" for t in game.state.shown[seat]]


def test_set_up() -> None:  # F1
    game = Game(NAME, 4, seed=1)
    assert (game.phase, game.turn) == ("turn", 1)  # both tickets are kept, nothing to choose
    assert [len(tickets) for tickets in game.tickets] == [2] * 4
    assert [sum(hand) for hand in game.hands] == [4] * 4
    assert game.trains == [20] * 4
    assert game.market == []
    counts = {CARDS[card]: number for card, number in enumerate(game.rules.card_counts) if number}
    assert counts == {**dict.fromkeys(("yellow", "green", "white", "black", "blue", "red"), 10), "locomotive": 12}
    with pytest.raises(ValueError, match="2 to 4 players"):
        Game(NAME, 5)


def test_a_turn_is_two_blind_cards_a_claim_or_a_swap() -> None:  # F2, F1
    game = journey().hand(0, red=2).tickets(0, "Berlin–Athen", "Brest–Berlin").game()
    assert {action.kind for action in game.legal_actions()} == {"draw", "claim", "swap"}
    assert texts(game.legal_actions().by_kind("claim"))[0] == "claim London–Brest red"
    game.play("draw")
    assert texts(game.legal_actions()) == ["draw"]
    game.play("draw")
    assert (sum(game.hands[0]), game.player) == (4, 1)
    with pytest.raises(IllegalAction, match="F1"):
        game.play("take red")


def test_a_claim_gives_no_points_and_locomotives_are_wild() -> None:  # F3
    game = journey().hand(0, blue=1, locomotive=1).tickets(0, "Berlin–Athen", "Brest–Berlin").game()
    assert {"claim Wien–Rom blue+1L", "claim Dublin–Brest blue+1L"} <= set(texts(game.legal_actions()))
    game.play("claim Wien–Rom blue+1L")
    assert game.points == [0, 0]
    assert game.trains == [18, 20]
    assert line(game, "routes") == (0, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_double_stays_open_for_the_others_only(players: int) -> None:  # F3
    scenario = journey(players).claim(0, "Dublin–London").hand(0, locomotive=4).hand(1, locomotive=4)
    game = scenario.game()
    assert open_tracks(game, "Dublin–London") == []  # nobody may hold both
    game.play("draw")
    game.play("draw")
    assert open_tracks(game, "Dublin–London") == [2]  # and no closing with 2 or 3 players


def test_a_met_ticket_is_laid_open_and_replaced_at_once() -> None:  # F4
    scenario = journey().claim(0, "Dublin–London", "London–Amsterdam").hand(0, red=2)
    scenario.tickets(0, "Dublin–Kopenhagen", "Berlin–Athen").ticket_deck("Rostow–Wien")
    game = scenario.game()
    events = heard(game, "claim Amsterdam–Kopenhagen red")
    assert shown(game) == ["Dublin–Kopenhagen"]
    assert {*game.tickets[0]} == {ticket(game, "Berlin–Athen"), ticket(game, "Rostow–Wien")}
    assert game.view(1).shown_tickets[0] == [ticket(game, "Dublin–Kopenhagen")]
    assert facts_of(events, "completed") == [{"ticket": ticket(game, "Dublin–Kopenhagen"), "number": 1}]
    (told,) = (event for event in events if event.kind == "completed")
    assert told.seen_by(0)["new"] == [ticket(game, "Rostow–Wien")]
    assert "new" not in told.seen_by(1)
    assert game.player == 1


def test_new_tickets_that_are_met_already_follow_in_a_chain() -> None:  # F4
    scenario = journey().claim(0, "Dublin–London", "London–Amsterdam", "Kopenhagen–Stockholm", "Stockholm–Riga")
    scenario.hand(0, red=2).tickets(0, "Dublin–Kopenhagen", "Berlin–Athen")
    scenario.ticket_deck("London–Stockholm", "Amsterdam–Riga", "Rostow–Wien")
    game = scenario.game()
    game.play("claim Amsterdam–Kopenhagen red")
    assert shown(game) == ["Dublin–Kopenhagen", "London–Stockholm", "Amsterdam–Riga"]
    assert {*game.tickets[0]} == {ticket(game, "Berlin–Athen"), ticket(game, "Rostow–Wien")}


def test_several_met_by_one_claim_all_count() -> None:  # F4
    scenario = journey().claim(0, "Dublin–London", "London–Amsterdam", "Kopenhagen–Stockholm").hand(0, red=2)
    scenario.tickets(0, "Dublin–Kopenhagen", "London–Stockholm").ticket_deck("Rostow–Wien", "Rostow–Rom")
    game = scenario.game()
    game.play("claim Amsterdam–Kopenhagen red")
    assert sorted(shown(game)) == ["Dublin–Kopenhagen", "London–Stockholm"]
    assert {*game.tickets[0]} == {ticket(game, "Rostow–Rom"), ticket(game, "Rostow–Wien")}
    assert line(game, "completed_tickets") == (2, 0)


def test_a_met_ticket_that_comes_by_a_swap_counts_too() -> None:  # F4, F7
    scenario = journey().claim(0, "Dublin–London", "London–Amsterdam", "Amsterdam–Kopenhagen")
    scenario.tickets(0, "Rostow–Wien", "Berlin–Athen").ticket_deck("Dublin–Kopenhagen", "Brest–Rom", "Rom–Ankara")
    game = scenario.game()
    game.play("swap")
    assert shown(game) == ["Dublin–Kopenhagen"]
    assert {*game.tickets[0]} == {ticket(game, "Brest–Rom"), ticket(game, "Rom–Ankara")}


EAST_TO_WEST = ["Dublin–London", "London–Paris", "Paris–Zürich", "Zürich–Wien", "Wien–Bukarest"]


def test_east_west_bonus_once_per_player() -> None:  # F5
    scenario = journey().claim(0, *EAST_TO_WEST).hand(0, black=4, blue=3, green=3).hand(1, red=4)
    scenario.tickets(0, "Kopenhagen–Moskau", "Stockholm–Moskau").tickets(1, "Riga–Zürich", "Kopenhagen–Brest")
    game = scenario.game()
    assert line(game, "east_west") == (0, 0)
    events = heard(game, "claim Bukarest–Ankara black")
    assert facts_of(events, "east_west") == [{"number": 1}]
    assert line(game, "east_west") == (1, 0)
    assert game.scores() == [1, 0]  # it counts as a completed ticket
    game.play("swap")
    events = heard(game, "claim Brest–Madrid green")  # a second city of the west changes nothing
    assert facts_of(events, "east_west") == []
    assert line(game, "east_west")[0] == 1


@pytest.mark.parametrize(
    ("way", "last"),
    [
        (["Brest–Paris", "Paris–Zürich", "Zürich–Wien", "Wien–Bukarest", "Kiew–Bukarest"], "claim Moskau–Kiew green"),
        (["Madrid–Barcelona", "Barcelona–Rom", "Rom–Sarajevo", "Bukarest–Sarajevo"], "claim Rostow–Bukarest green"),
    ],
)
def test_any_eastern_with_any_western_city(way: list[str], last: str) -> None:  # F5
    scenario = journey().claim(0, *way).hand(0, green=3).tickets(0, "Dublin–Kopenhagen", "Stockholm–Kiew")
    game = scenario.game()
    assert line(game, "east_west") == (0, 0)
    game.play(last)
    assert line(game, "east_west") == (1, 0)


FIVE = ["Kopenhagen–Moskau", "Stockholm–Moskau", "Stockholm–Kiew", "Riga–Zürich", "Moskau–Sarajevo"]


def near_the_goal() -> Scenario:
    scenario = journey(3).shown(0, *FIVE).claim(0, "Dublin–London", "London–Amsterdam").hand(0, red=2, black=2)
    return scenario.tickets(0, "Dublin–Kopenhagen", "Berlin–Athen").shown(1, "Berlin–Rostow", "Warschau–Ankara")


def test_six_completed_tickets_end_the_game_at_once() -> None:  # F6
    game = near_the_goal().game()
    game.play("claim Amsterdam–Kopenhagen red")
    assert game.over
    assert game.winners == (0,)
    assert line(game, "completed_tickets") == (6, 2, 0)
    assert game.score_sheet().totals == game.scores() == [6, 2, 0]  # nothing else counts, tickets in hand least of all
    assert len(game.legal_actions()) == 0


def test_all_that_one_claim_meets_counts_also_beyond_the_sixth() -> None:  # F4, F5, F6
    scenario = journey().shown(0, *FIVE).claim(0, *EAST_TO_WEST, "Zürich–Rom", "Warschau–Wien").hand(0, black=2)
    game = scenario.tickets(0, "Rom–Ankara", "Warschau–Ankara").game()
    events = heard(game, "claim Bukarest–Ankara black")
    assert shown(game)[5:] == ["Rom–Ankara", "Warschau–Ankara"]
    assert (line(game, "completed_tickets"), line(game, "east_west")) == ((7, 0), (1, 0))
    assert [fact["number"] for fact in facts_of(events, "completed") + facts_of(events, "east_west")] == [6, 7, 8]
    assert [event.kind for event in events].count("over") == 1
    assert game.winners == (0,)


def test_the_bonus_may_be_the_sixth() -> None:  # F6, F5
    scenario = journey().shown(0, *FIVE).claim(0, *EAST_TO_WEST).hand(0, black=2)
    game = scenario.tickets(0, "Dublin–Kopenhagen", "Berlin–Athen").game()
    game.play("claim Bukarest–Ankara black")
    assert game.over
    assert game.winners == (0,)
    assert game.scores() == [6, 0]


def test_the_sixth_may_come_by_a_swap() -> None:  # F6, F4
    game = near_the_goal().claim(0, "Amsterdam–Kopenhagen").tickets(0, "Berlin–Athen", "Rom–Ankara")
    game = game.ticket_deck("Dublin–Kopenhagen", "Brest–Rom").game()
    game.play("swap")
    assert game.over
    assert game.winners == (0,)


LONG_WAY = ["Riga–Moskau", "Moskau–Warschau", "Paris–Berlin", "Brest–Madrid", "Rom–Athen", "Rostow–Ankara"]  # 18


def last_trains(first: int, second: int) -> Scenario:
    """Seat 0 has two trains left; so many tickets are completed already."""
    scenario = journey().claim(0, *LONG_WAY).hand(0, blue=2)
    return scenario.shown(0, *FIVE[:first]).shown(1, *["Brest–Rom", "Rom–Ankara", "Kiew–Ankara"][:second])


@pytest.mark.parametrize(("first", "second", "winners"), [(2, 1, (0,)), (1, 3, (1,)), (2, 2, (0, 1)), (0, 0, (0, 1))])
def test_the_last_train_ends_the_game_at_once(first: int, second: int, winners: tuple[int, ...]) -> None:  # F6
    scenario = last_trains(first, second).tickets(0, "Dublin–Kopenhagen", "Riga–Zürich")
    game = scenario.game()
    assert game.trains[0] == 2
    game.play("claim Wien–Rom blue")
    assert game.over
    assert game.winners == winners


def test_a_ticket_met_by_the_last_train_still_counts() -> None:  # F6, F4
    game = last_trains(1, 2).tickets(0, "Dublin–Madrid", "Stockholm–Kiew").game()
    game.play("claim Dublin–Brest blue")
    assert game.over
    assert shown(game)[-1] == "Dublin–Madrid"
    assert game.winners == (0, 1)


def test_two_trains_left_do_not_start_a_last_round() -> None:  # F6
    game = last_trains(0, 0).game()
    game.play("draw")
    game.play("draw")
    assert game.final_turns is None


def test_swapped_tickets_go_under_the_deck_in_a_dealt_game_too() -> None:  # F7
    game = Game(NAME, 2, seed=1)
    seat = game.player
    old = game.tickets[seat]
    game.play("swap")
    assert game.state.ticket_decks[0][:2] == old[::-1]
    assert not {*old} & {*game.tickets[seat]}


def test_swapped_tickets_go_under_the_deck_after_the_new_ones_are_drawn() -> None:  # F7
    game = journey().tickets(0, "Rostow–Wien", "Berlin–Athen").ticket_deck("Brest–Rom", "Rom–Ankara").game()
    old = game.tickets[0]
    events = heard(game, "swap")
    assert game.tickets[0] == [ticket(game, "Brest–Rom"), ticket(game, "Rom–Ankara")]
    assert game.state.ticket_decks[0][:2] == old[::-1]
    (told,) = events
    assert (told.kind, told.public) == ("swap", {"number": 2})
    assert told.seen_by(0) == {"number": 2, "tickets": game.tickets[0], "returned": old}
    assert game.player == 1


def short_of_tickets(left: int) -> Scenario:
    """Only so many tickets are in the deck."""
    names = [f"{card.a}–{card.b}" for card in load_map(NAME).tickets]
    rest = [name for name in names if name not in ("Dublin–Kopenhagen", "Berlin–Athen")]
    held = rest[left:]
    return journey(4).tickets(0, "Dublin–Kopenhagen", "Berlin–Athen").tickets(1, *held)


def test_with_too_few_tickets_one_gets_what_is_there() -> None:  # F7
    game = short_of_tickets(1).game()
    (only,) = game.state.ticket_decks[0]
    game.play("swap")
    assert game.tickets[0] == [only]
    assert len(game.state.ticket_decks[0]) == 2


def test_a_met_ticket_is_not_replaced_by_an_empty_deck() -> None:  # F7, F4
    scenario = short_of_tickets(0).claim(0, "Dublin–London", "London–Amsterdam").hand(0, red=2)
    game = scenario.game()
    assert "swap" not in texts(game.legal_actions())
    with pytest.raises(IllegalAction, match="F7"):
        game.play("swap")
    game.play("claim Amsterdam–Kopenhagen red")
    assert shown(game) == ["Dublin–Kopenhagen"]
    assert game.tickets[0] == [ticket(game, "Berlin–Athen")]


def test_without_cards_drawing_is_no_choice_and_passing_only_without_any() -> None:  # F7
    colors = {"yellow": 10, "green": 10, "white": 10, "black": 10, "blue": 10, "red": 10, "locomotive": 12}
    scenario = short_of_tickets(0).hand(1, **colors)
    game = scenario.game()
    assert texts(game.legal_actions()) == ["pass"]
    assert texts(short_of_tickets(2).hand(1, **colors).game().legal_actions()) == ["swap"]


def only_swaps_are_left(players: int = 2) -> Scenario:
    """All cards are in one hand, and nobody has trains for any route."""
    colors = {"yellow": 10, "green": 10, "white": 10, "black": 10, "blue": 10, "red": 10, "locomotive": 12}
    board = load_map(NAME)
    stuck = board.changed(routes=[replace(route, length=3) for route in board.routes], trains=1)
    return Scenario(stuck, players).hand(0, **colors)


def test_where_everybody_can_only_swap_the_game_ends() -> None:  # F7
    game = only_swaps_are_left(3).game()
    for seat in range(3):
        assert not game.over
        assert game.player == seat
        assert texts(game.legal_actions()) == ["swap"]
        game.play("swap")
    assert game.over
    assert game.winners == (0, 1, 2)


def test_a_forced_swap_that_completes_a_ticket_is_no_pass() -> None:  # F7, F4
    board = load_map(NAME)
    tickets = [replace(board.tickets[0], a="Dublin", b="Amsterdam"), *board.tickets[1:]]
    stuck = board.changed(routes=[replace(route, length=3) for route in board.routes], tickets=tickets, trains=7)
    cards = {"yellow": 10, "green": 10, "white": 10, "black": 10, "blue": 10, "red": 10, "locomotive": 12}
    scenario = Scenario(stuck, 2).hand(1, **cards).claim(0, "Dublin–London", "London–Amsterdam")
    scenario.claim(1, "Rom–Athen", "Wien–Rom").tickets(0, "Rostow–Wien", "Berlin–Athen")
    game = scenario.tickets(1, "Riga–Zürich", "Brest–Rom").ticket_deck("Dublin–Amsterdam").game()
    assert game.trains == [1, 1]
    game.play("swap")  # seat 0 can do nothing else, but completes a ticket
    assert shown(game) == ["Dublin–Amsterdam"]
    game.play("swap")
    assert not game.over
    game.play("swap")
    assert game.over


def test_a_swap_out_of_free_will_ends_nothing() -> None:  # F7
    game = journey().tickets(0, "Rostow–Wien", "Berlin–Athen").tickets(1, "Brest–Rom", "Rom–Ankara").game()
    for _ in range(6):
        game.play("swap")
    assert not game.over


def test_the_deck_is_made_of_the_discards_when_it_runs_out() -> None:  # F7
    hand = {"yellow": 10, "green": 10, "white": 10, "black": 10, "blue": 10, "red": 9, "locomotive": 11}
    game = journey().hand(0, **hand).tickets(0, "Berlin–Athen", "Brest–Rom").game()
    assert len(game.state.deck) == 2
    game.play("claim Riga–Moskau green")
    game.play("draw")
    game.play("draw")
    assert len(game.state.deck) == 3  # the three green cards
    assert game.state.discard == [0] * 9


def test_whole_games() -> None:  # F6
    for seed in range(12):
        game = play_out(Game(NAME, 2 + seed % 3, seed=seed), random.Random(seed))
        bonus = game.view(None).extra["short_journey"]["bonus"]
        completed = [len(game.state.shown[seat]) + bonus[seat] for seat in range(game.players)]
        assert max(completed) >= 6 or 0 in game.trains or game.actions[-1].kind == "pass"
        assert set(game.winners) == {seat for seat, n in enumerate(completed) if n == max(completed)}
