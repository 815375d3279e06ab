"""Nederland (N1–N9): tolls, loans, start scores, the toll bonus, the pile of discarded tickets."""

from __future__ import annotations

import random

import pytest

from tests.engine.mechanics.tools import facts_of, greedy_action, heard, line, open_tracks, play_out
from ttr_widget.engine import Game
from ttr_widget.engine.position import Scenario
from ttr_widget.gamemap import load_map


def tokens(game: Game) -> list[int]:
    return [game.view(seat).extra["tolls"]["tokens"][seat] for seat in range(game.players)]


def loans(game: Game) -> list[int]:
    return game.view(None).extra["tolls"]["loans"]


# N1


def test_set_up() -> None:  # N1
    game = Game("nederland", 3, seed=2, first_player=0)
    assert game.trains == [40] * 3
    assert len(game.board.tickets) == 44
    assert len(game.view(0).offered) == 5
    assert {len(action.kept) for action in game.legal_actions()} == {3, 4, 5}


def test_draw_four_keep_one_the_others_lie_face_up() -> None:  # N1
    game = Scenario("nederland", 2).game()
    game.play("tickets")
    offered = game.view(0).offered
    assert len(offered) == 4
    assert {len(action.kept) for action in game.legal_actions()} == {1, 2, 3, 4}
    events = heard(game, "keep 3")
    back = [offered[0], offered[1], offered[3]]
    assert game.view(1).ticket_discard == back  # everybody sees them
    assert facts_of(events, "keep") == [{"number": 1, "returned": 3, "discarded": back}]
    assert len(game.state.ticket_decks[0]) == 40


def test_the_last_tickets_come_back_when_some_of_them_are_not_kept() -> None:  # N1
    """Deck and discard pile are empty while the player chooses; what is not kept is the new deck at once."""
    cards = [f"{card.a}–{card.b}" for card in Game("nederland").board.tickets]
    game = Scenario("nederland", 2).tickets(0, *cards[4:24]).tickets(1, *cards[24:]).game()
    game.play("tickets")
    assert (game.state.ticket_decks, game.state.ticket_discard) == ([[]], [])
    offered = game.view(0).offered
    game.play("keep 1")
    assert sorted(game.state.ticket_decks[0]) == sorted(offered[1:])
    assert game.state.ticket_discard == []
    assert len(game.legal_actions().by_kind("tickets")) == 1
    game.check()


def test_discarded_tickets_make_a_new_deck_when_the_deck_runs_out() -> None:  # N1
    names = [f"{card.a}–{card.b}" for card in load_map("nederland").tickets]
    game = Scenario("nederland", 2).tickets(0, *names[10:]).game()
    game.play("tickets")
    game.play("keep 1")
    game.play("tickets")
    game.play("keep 1")
    discarded = game.view(0).ticket_discard
    assert (len(discarded), len(game.state.ticket_decks[0])) == (6, 2)
    last = set(game.state.ticket_decks[0])
    events = heard(game, "tickets")
    offered = game.view(0).offered
    assert set(offered[:2]) == last
    assert set(offered[2:]) < set(discarded)  # the draw goes on from the new deck
    assert game.view(0).ticket_discard == []
    assert len(game.state.ticket_decks[0]) == 4
    assert facts_of(events, "ticket_reshuffle") == [{"tickets": 6, "deck": 0}]


# N2


def test_everybody_starts_with_thirty_and_the_sum_is_secret() -> None:  # N2
    game = Game("nederland", 4, seed=1)
    assert tokens(game) == [30] * 4
    assert game.view(2).extra["tolls"]["tokens"] == [None, None, 30, None]
    assert game.view(None).extra["tolls"]["tokens"] == [None] * 4


def test_the_sums_are_shown_at_the_end() -> None:  # N2
    game = play_out(Game("nederland", 2, seed=1), random.Random(1))
    assert game.view(None).extra["tolls"]["tokens"] == game.state.extra["tolls"].tokens


# N3


def test_score_markers_start_in_turn_order() -> None:  # N3
    game = Game("nederland", 5, seed=1, first_player=2)
    assert game.points == [3, 4, 0, 1, 2]
    assert line(game, "start") == (3, 4, 0, 1, 2)
    assert line(game, "routes") == (0,) * 5


# N4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_tracks_may_be_used_by_different_players(players: int) -> None:  # N4
    scenario = Scenario("nederland", players).claim(1, "Rotterdam–Breda").hand(0, locomotive=6).hand(1, locomotive=6)
    game = scenario.game()
    assert open_tracks(game, "Rotterdam–Breda") == [2]
    game.play("draw")
    game.play("draw")
    assert game.player == 1
    assert open_tracks(game, "Rotterdam–Breda") == []  # nobody may hold both


# N5


def test_the_first_track_is_paid_to_the_bank_the_second_to_its_holder() -> None:  # N5
    scenario = Scenario("nederland", 2).hand(0, purple=2).hand(1, yellow=2)
    game = scenario.game()
    events = heard(game, "claim Rotterdam–Breda purple")
    assert tokens(game) == [26, 30]
    events += heard(game, "claim Rotterdam–Breda yellow")
    assert tokens(game) == [30, 26]
    told = facts_of(events, "toll")
    assert [(fact["toll"], fact["to"]) for fact in told] == [(4, -1), (4, 0)]
    game.check()


def test_a_single_route_is_paid_to_the_bank() -> None:  # N5
    game = Scenario("nederland", 2).hand(0, red=3).game()
    game.play("claim Utrecht–Rotterdam red")
    assert tokens(game) == [27, 30]


def test_what_others_have_left_is_told_to_nobody() -> None:  # N2, N5
    game = Scenario("nederland", 3).claim(1, "Rotterdam–Breda").hand(0, yellow=2).game()
    (event,) = (e for e in heard(game, "claim Rotterdam–Breda yellow") if e.kind == "toll")
    assert event.seen_by(0)["tokens"] == 26
    assert event.seen_by(1)["tokens"] == 34
    assert "tokens" not in event.seen_by(2)
    assert "tokens" not in event.seen_by(None)


# N6


@pytest.mark.parametrize("left", [0, 1, 3])
def test_who_cannot_pay_the_whole_toll_takes_a_loan_and_pays_nothing(left: int) -> None:  # N6
    game = Scenario("nederland", 2).hand(0, purple=2).set("tolls", 0, left).game()
    events = heard(game, "claim Rotterdam–Breda purple")
    assert tokens(game) == [left, 30]  # no part payment
    assert loans(game) == [1, 0]
    assert facts_of(events, "loan") == [{"route": 57, "toll": 4, "to": -1, "loans": 1}]
    assert facts_of(events, "toll") == []
    assert line(game, "loans") == (-5, 0)


def test_the_holder_gets_the_toll_of_a_loan_from_the_bank() -> None:  # N6
    scenario = Scenario("nederland", 2).claim(1, "Rotterdam–Breda").hand(0, yellow=2).set("tolls", 0, 3)
    game = scenario.game()
    events = heard(game, "claim Rotterdam–Breda yellow")
    assert tokens(game) == [3, 34]
    assert loans(game) == [1, 0]
    assert [fact["to"] for fact in facts_of(events, "loan")] == [1]
    game.check()


@pytest.mark.parametrize("left", [4, 5, 30])
def test_who_can_pay_must_pay(left: int) -> None:  # N6
    game = Scenario("nederland", 2).hand(0, purple=2).set("tolls", 0, left).game()
    ways = [a for a in game.legal_actions().by_kind("claim") if game.board.route_label(a.route) == "Rotterdam–Breda"]
    assert len(ways) == 1  # there is no claim "with a loan" to choose
    game.play(ways[0])
    assert tokens(game)[0] == left - 4
    assert loans(game) == [0, 0]


def test_loans_are_open_never_paid_back_and_cost_five_each() -> None:  # N6
    scenario = Scenario("nederland", 2).hand(0, purple=2, red=4).hand(1, yellow=2, blue=4).set("tolls", 0, 2)
    game = scenario.game()
    game.play("claim Rotterdam–Breda purple")  # a loan
    game.play("claim Rotterdam–Breda yellow")  # pays seat 0
    assert tokens(game) == [6, 26]
    assert game.view(1).extra["tolls"]["loans"] == [1, 0]  # the six tokens pay nothing back
    game.play("claim Amsterdam–Rotterdam red")
    assert tokens(game) == [4, 26]
    assert line(game, "loans") == (-5, 0)
    assert line(scenario.set("loans", 0, 3).game(), "loans") == (-15, 0)


# N7


def left_over(numbers: list[int], with_loan: dict[int, int] | None = None, **options: str) -> Game:
    scenario = Scenario("nederland", len(numbers), **options)
    for seat, number in enumerate(numbers):
        scenario.set("tolls", seat, number)
    for seat, number in (with_loan or {}).items():
        scenario.set("loans", seat, number)
    return scenario.game()


@pytest.mark.parametrize(
    ("numbers", "bonus"),
    [
        ([5, 9], (0, 35)),
        ([9, 5, 7], (55, 0, 35)),
        ([1, 2, 3, 4], (0, 20, 35, 55)),
        ([5, 4, 3, 2, 1], (55, 35, 20, 10, 0)),
        ([9, 9, 3, 1], (55, 55, 35, 20)),  # dense: ranks 1, 1, 2, 3
        ([9, 3, 3, 3, 1], (55, 35, 35, 35, 20)),
        ([7, 7], (35, 35)),
        ([0, 0, 0], (55, 55, 55)),
    ],
)
def test_bonus_by_dense_rank(numbers: list[int], bonus: tuple[int, ...]) -> None:  # N7
    assert line(left_over(numbers), "tolls") == bonus


@pytest.mark.parametrize(
    ("numbers", "bonus"),
    [
        ([5, 9], (0, 35)),
        ([9, 9, 1], (55, 55, 0)),  # places 1, 1, 3
        ([9, 9, 3, 1], (55, 55, 20, 0)),
        ([9, 3, 3, 3, 1], (55, 35, 35, 35, 0)),
        ([7, 7], (35, 35)),
    ],
)
def test_bonus_by_competition_rank(numbers: list[int], bonus: tuple[int, ...]) -> None:  # N7
    assert line(left_over(numbers, ranking="competition"), "tolls") == bonus


def test_a_loan_keeps_the_rank_but_gets_no_bonus() -> None:  # N7
    assert line(left_over([9, 5, 3], {0: 1}), "tolls") == (0, 35, 0)
    assert line(left_over([9, 5, 3], {1: 2}), "tolls") == (55, 0, 0)


def test_in_competition_ranking_players_with_a_loan_are_left_out() -> None:  # N7
    assert line(left_over([9, 5, 3], {0: 1}, ranking="competition"), "tolls") == (0, 55, 35)
    assert line(left_over([9, 5, 3], {1: 2}, ranking="competition"), "tolls") == (55, 0, 35)


# N8


def test_no_longest_path_and_no_most_tickets() -> None:  # N8
    game = Scenario("nederland", 2).claim(0, "Emden–Lingen", "Lingen–Enschede").game()
    assert {each.source for each in game.score_sheet().lines} == {"start", "routes", "tickets", "tolls", "loans"}


def test_equal_points_and_tickets_are_a_shared_victory_whatever_the_paths() -> None:  # N8
    game = Scenario("nederland", 2).claim(0, "Rotterdam–Breda").claim(1, "'s-Gravenhage–Rotterdam").game()
    assert game.scores() == [2 + 35, 1 + 1 + 35]
    assert game.score_sheet().winners == (0, 1)


def test_a_tie_is_broken_by_completed_tickets() -> None:  # N8
    scenario = Scenario("nederland", 2).claim(0, "Aarschot–Liège", "Roermond–Maastricht", "Arnhem–Nijmegen")
    scenario.claim(1, "Haarlem–Amsterdam", "Haarlem–'s-Gravenhage").tickets(1, "Amsterdam–'s-Gravenhage")
    game = scenario.game()
    assert game.scores() == [10 + 2 + 1 + 35, 1 + 1 + 2 + 9 + 35]
    assert game.score_sheet().winners == (1,)


# N9


def test_without_tolls() -> None:  # N9
    game = Scenario("nederland", 2, tolls=False).hand(0, purple=2).game()
    assert "tolls" not in game.view(0).extra
    game.play("claim Rotterdam–Breda purple")
    assert {each.source for each in game.score_sheet().lines} == {"start", "routes", "tickets"}


@pytest.mark.parametrize(("players", "tracks"), [(2, []), (3, []), (4, [2]), (5, [2])])
def test_without_tolls_doubles_close_with_few_players(players: int, tracks: list[int]) -> None:  # N9
    game = Scenario("nederland", players, tolls=False).claim(1, "Rotterdam–Breda").hand(0, locomotive=4).game()
    assert open_tracks(game, "Rotterdam–Breda") == tracks


def test_tokens_and_bank_of_whole_games_add_up() -> None:  # N5, N6
    with_loans = 0
    for seed in range(8):
        game = play_out(Game("nederland", 2 + seed % 4, seed=seed), random.Random(seed), choose=greedy_action)
        own = game.state.extra["tolls"]
        assert sum(own.tokens) + own.bank == 30 * game.players
        with_loans += sum(own.loans) > 0
    assert with_loans  # the rule was really used
