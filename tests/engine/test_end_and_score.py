"""Passing, the last round, the score and the winner: B15, B16, B18, B19, and the score sheet."""

from __future__ import annotations

import pytest

from tests.engine.helpers import play, random_game, route, texts, ticket, usa
from ttr_widget.engine import Game, IllegalAction, ScoreSheet
from ttr_widget.engine.position import Scenario
from ttr_widget.gamemap import COLORS, load_map

ALL_TICKETS = [f"{t.a}–{t.b}" for t in load_map("usa").tickets]
# 42 trains: three are left. With one more single route two.
LONG = [
    "Calgary–Winnipeg",
    "Duluth–Helena",
    "Duluth–Toronto",
    "El Paso–Houston",
    "El Paso–Los Angeles",
    "Helena–Seattle",
]
NEARLY_OUT = [*LONG, "Calgary–Seattle", "Dallas–Houston", "Kansas City–Omaha"]


def stuck(players: int) -> Scenario:
    """Nobody can do anything: no cards to draw, no tickets, all cards in one hand that has no trains left."""
    cards = {**dict.fromkeys(COLORS, 12), "locomotive": 14}
    return usa(players).claim(0, *LONG, "Atlanta–Miami", "Calgary–Seattle").tickets(1, *ALL_TICKETS).hand(0, **cards)


def test_passing_only_if_nothing_else_is_possible() -> None:  # B15
    game = stuck(2).game()
    assert (game.state.deck, game.market, game.trains[0]) == ([], [], 0)
    assert texts(game) == {"pass"}
    other = usa().game()
    assert "pass" not in texts(other)
    with pytest.raises(IllegalAction, match=r"passing is allowed only when nothing else is possible \(B15\)"):
        other.play("pass")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_game_ends_when_everybody_has_to_pass(players: int) -> None:  # B15
    game = stuck(players).game()
    for seat in range(players):
        assert not game.over
        assert game.player == seat
        game.play("pass")
    assert game.over
    assert game.winners
    assert texts(game) == set()


def test_passing_is_counted_in_succession_only() -> None:  # B15
    """Seat 0 passes, seat 1 claims and brings cards back, seat 0 can draw again."""
    cards = {**dict.fromkeys(COLORS, 12), "locomotive": 14}
    game = usa().hand(1, **cards).tickets(1, *ALL_TICKETS).game()
    play(game, "pass")
    assert texts(game, "claim")
    play(game, "claim Portland–Seattle red")
    assert game.market == [1]
    assert game.state.passes == 0
    assert texts(game) == {"pass"}, "one card in the market, none in the deck"
    play(game, "pass", "claim Calgary–Winnipeg white")
    assert "draw" in texts(game)


def test_one_more_turn_for_everybody() -> None:  # B16
    game = usa(3).claim(0, *NEARLY_OUT[:-1]).hand(0, red=2).game()
    assert game.trains[0] == 4
    play(game, "claim Atlanta–Charleston red")
    assert game.trains[0] == 2
    assert game.final_turns == 3
    order = []
    while not game.over:
        if game.phase == "turn":
            order.append(game.player)
        game.play("draw")
    assert order == [1, 2, 0], "everybody once, the player who triggered it last"


@pytest.mark.parametrize(("left", "triggered"), [(3, False), (2, True), (1, True), (0, True)])
def test_the_trigger_is_two_trains_or_fewer(left: int, triggered: bool) -> None:  # B16
    game = usa(2).claim(0, *LONG).hand(0, red=9, locomotive=9).game()
    assert game.trains[0] == 9
    for text in {3: ["Miami–New Orleans red"], 2: ["Atlanta–Miami 5L", "Atlanta–Charleston red"]}.get(left, []):
        play(game, f"claim {text}", "draw", "draw")
    if left < 2:
        play(game, "claim Chicago–Duluth red", "draw", "draw", "claim Calgary–Vancouver red", "draw", "draw")
        play(game, {1: "claim Atlanta–Charleston red", 0: "claim El Paso–Phoenix red"}[left])
    assert game.trains[0] == left
    assert (game.final_turns is not None) == triggered


def test_the_end_is_triggered_once() -> None:  # B16
    """Seat 1 falls to two trains in the last round: the game still ends after that round."""
    game = usa(2).claim(0, *LONG, "Atlanta–Miami").hand(0, red=2)
    game = game.claim(1, "Portland–Salt Lake City", "Miami–New Orleans", "Sault Ste. Marie–Winnipeg")
    game = game.claim(1, "Denver–Phoenix", "El Paso–Oklahoma City", "Helena–Omaha", "Pittsburgh–St. Louis")
    game = game.hand(1, red=4).game()
    assert game.trains == [4, 7]
    play(game, "claim Atlanta–Charleston red", "claim Dallas–El Paso red")
    assert (game.trains, game.final_turns) == ([2, 3], 1)
    play(game, "draw", "draw")
    assert game.over


def test_the_last_turn_is_a_whole_one() -> None:  # B16
    game = usa(2).claim(0, *NEARLY_OUT[:-1]).hand(0, red=2).game()
    play(game, "claim Atlanta–Charleston red", "draw", "draw", "tickets")
    assert not game.over, "the tickets drawn in the last turn are chosen from"
    play(game, "keep 1")
    assert game.over


def test_longest_path_bonus() -> None:  # B18
    game = usa().claim(0, "Dallas–Houston", "Houston–New Orleans").claim(1, "Miami–New Orleans").game()
    line = next(line for line in game.score_sheet().lines if line.source == "longest_path")
    assert line.points == (0, 10)
    assert line.detail == ("3 trains", "6 trains")
    assert line.routes == (
        (route(game, "Dallas–Houston"), route(game, "Houston–New Orleans")),
        (route(game, "Miami–New Orleans"),),
    )


def test_all_tied_players_get_the_bonus() -> None:  # B18
    game = usa(3).claim(0, "Miami–New Orleans").claim(2, "Calgary–Winnipeg").claim(1, "Atlanta–Miami").game()
    assert game.scores() == [15 + 10, 10, 15 + 10]


def test_nobody_gets_the_bonus_without_routes() -> None:  # B18
    assert usa(4).game().scores() == [0, 0, 0, 0]


def test_the_path_may_pass_a_city_twice_and_contain_loops() -> None:  # B18
    """Out to Kansas City, round by Omaha, Denver and back to Kansas City, on to St. Louis."""
    loop = ("Kansas City–Omaha", "Denver–Omaha", "Denver–Kansas City")
    game = usa().claim(0, *loop, "Kansas City–Oklahoma City", "Kansas City–St. Louis").game()
    line = next(line for line in game.score_sheet().lines if line.source == "longest_path")
    assert line.detail[0] == "13 trains"
    assert len(line.routes[0]) == len(set(line.routes[0])) == 5


def test_the_path_is_counted_in_trains_and_may_leave_routes_out() -> None:  # B18
    """Three arms at Nashville: the two heaviest count."""
    game = (
        usa().claim(0, "Atlanta–Nashville", "Nashville–Pittsburgh", "Nashville–Raleigh", "Nashville–St. Louis").game()
    )
    line = next(line for line in game.score_sheet().lines if line.source == "longest_path")
    assert line.detail[0] == "7 trains"


def ended(scenario: Scenario) -> Game:
    game = scenario.game()
    game.rules.end_game(game.state)
    return game


def test_most_points_win() -> None:  # B19
    assert ended(usa().claim(1, "Atlanta–Miami")).winners == (1,)


def test_first_tie_break_completed_tickets() -> None:  # B19
    """Both have 8 points in the end; seat 1 has completed a ticket, though seat 0 holds the longest path."""
    first = usa().claim(0, "Calgary–Seattle", "Calgary–Vancouver").tickets(0, "Boston–Miami")  # 7 + 4 - 12 + 10
    game = ended(first.claim(1, "Denver–Santa Fe", "El Paso–Santa Fe", "Dallas–Houston").tickets(1, "Denver–El Paso"))
    assert game.scores() == [9, 9]
    assert game.winners == (1,)


def test_second_tie_break_longest_path() -> None:  # B19
    """18 points each, no tickets: seat 0 with the longest path, seat 1 with three separate routes."""
    scenario = usa(3).claim(0, "Portland–Seattle", "Calgary–Seattle")
    game = ended(scenario.claim(1, "Denver–Helena", "Chicago–Omaha", "Los Angeles–Phoenix"))
    assert game.scores() == [1 + 7 + 10, 7 + 7 + 4, 0]
    assert game.winners == (0,)


def test_equal_in_everything_is_a_shared_victory() -> None:  # B19
    game = ended(usa(3).claim(0, "Miami–New Orleans").claim(2, "Calgary–Winnipeg"))
    assert game.winners == (0, 2)
    assert ended(usa(3)).winners == (0, 1, 2)


def test_nobody_has_won_before_the_end() -> None:  # B19
    assert usa().claim(0, "Miami–New Orleans").game().winners == ()


def test_the_sheet_adds_up() -> None:
    game = random_game("usa", 4, seed=2)
    sheet = game.score_sheet()
    assert isinstance(sheet, ScoreSheet)
    assert [line.source for line in sheet.lines] == ["routes", "tickets", "longest_path"]
    assert sheet.totals == game.scores()
    assert sheet.winners == game.winners
    points = game.board.settings.route_points
    for seat in range(4):
        routes = [game.board.routes[i] for i, owner in enumerate(game.owner) if owner == seat]
        assert sheet.lines[0].points[seat] == sum(points[r.length] for r in routes) == game.points[seat]
        done = set(game.completed_tickets(seat))
        values = [game.board.tickets[t].points * (1 if t in done else -1) for t in game.tickets[seat]]
        assert sheet.lines[1].points[seat] == sum(values)


def test_the_sheet_as_text_and_html() -> None:
    game = ended(usa(["Ann", "<Bob>"]).claim(0, "Miami–New Orleans").tickets(1, "Boston–Miami"))
    assert str(game.score_sheet()).splitlines() == [
        "              Ann  <Bob>",
        "routes         15      0",
        "tickets         0    -12",
        "longest path   10      0",
        "total         25*    -12",
    ]
    html = game.score_sheet()._repr_html_()
    assert "&lt;Bob>" in html
    assert "Ann 🏆" in html


def test_scores_at_any_time() -> None:
    """The score is that of a game that ended now; points on the track are only those of routes."""
    game = usa().claim(0, "Miami–New Orleans").tickets(0, "Boston–Miami").game()
    assert game.points == [15, 0]
    assert game.scores() == [15 - 12 + 10, 0]
    assert ticket(game, "Boston–Miami") in game.tickets[0]
