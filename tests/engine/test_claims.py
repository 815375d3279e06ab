"""Claiming routes: B11–B13."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.helpers import BLUE, RED, WILD, hand_of, play, route, texts, usa
from ttr_widget.engine import Game, IllegalAction
from ttr_widget.engine.actions import plain_payments
from ttr_widget.engine.position import Scenario
from ttr_widget.gamemap import load_map


def claims(game: Game, label: str) -> set[str]:
    """The legal ways to pay for a route."""
    return {text.removeprefix(f"claim {label} ") for text in texts(game, "claim") if text.startswith(f"claim {label} ")}


def test_a_coloured_route_takes_its_colour() -> None:  # B11
    game = usa().hand(0, green=4, blue=4).game()
    assert claims(game, "Denver–Helena") == {"green"}
    play(game, "claim Denver–Helena green")
    assert game.hands[0] == hand_of(blue=4)
    assert game.state.discard == hand_of(green=4)
    assert game.owner[route(game, "Denver–Helena")] == 0
    assert game.trains == [41, 45]
    assert (game.phase, game.player) == ("turn", 1), "one route a turn"


def test_locomotives_are_wild_in_any_number() -> None:  # B11
    game = usa().hand(0, green=4, locomotive=4).game()
    assert claims(game, "Denver–Helena") == {"green", "green+1L", "green+2L", "green+3L", "4L"}
    play(game, "claim Denver–Helena green+3L")
    assert game.hands[0] == hand_of(green=3, locomotive=1)
    assert game.state.discard == hand_of(green=1, locomotive=3)


def test_only_locomotives() -> None:  # B11
    game = usa().hand(0, locomotive=4).game()
    assert claims(game, "Denver–Helena") == {"4L"}
    play(game, "claim Denver–Helena 4L")
    assert game.state.discard == hand_of(locomotive=4)


def test_a_gray_route_takes_any_one_colour() -> None:  # B11
    game = usa().hand(0, red=3, blue=2, locomotive=1).game()
    assert claims(game, "Calgary–Vancouver") == {"red", "red+1L", "blue+1L"}
    assert claims(game, "Calgary–Helena") == {"red+1L"}
    play(game, "claim Calgary–Vancouver blue+1L")
    assert game.state.discard == hand_of(blue=2, locomotive=1)


def test_colours_are_not_mixed() -> None:  # B11
    game = usa().hand(0, red=2, blue=2).game()
    assert claims(game, "Calgary–Vancouver") == set()
    with pytest.raises(IllegalAction, match=r"that takes 3 red \(you hold 2\) \(B11\)"):
        game.play("claim Calgary–Vancouver red")


def test_exactly_as_many_cards_as_spaces() -> None:  # B11
    for length in range(1, 10):
        for color in ("gray", "red"):
            ways = plain_payments(length, color)
            assert all(cards + wild == length for _, cards, wild, _ in ways)
            assert len(ways) == len(set(ways)) == (8 if color == "gray" else 1) * length + 1


def test_a_train_on_each_space() -> None:  # B11
    """43 trains are placed; two are left, which is too few for three spaces."""
    long = ["Calgary–Winnipeg", "Duluth–Helena", "Duluth–Toronto", "El Paso–Houston", "El Paso–Los Angeles"]
    game = usa(3).claim(0, *long, "Helena–Seattle", "Atlanta–Miami", "Denver–Santa Fe").hand(0, locomotive=14).game()
    assert game.trains[0] == 2
    assert {text.split()[-1] for text in texts(game, "claim")} >= {"1L", "2L"}
    assert not any("3L" in text for text in texts(game, "claim"))
    with pytest.raises(IllegalAction, match=r"the route needs 3 trains and you have 2 \(B11\)"):
        game.play("claim Calgary–Vancouver 3L")


def test_the_last_trains_may_be_used_up() -> None:  # B11: as many trains as spaces are enough
    long = ["Calgary–Winnipeg", "Duluth–Helena", "Duluth–Toronto", "El Paso–Houston", "El Paso–Los Angeles"]
    game = usa(3).claim(0, *long, "Helena–Seattle", "Atlanta–Miami", "Denver–Santa Fe").hand(0, red=2).game()
    play(game, "claim Atlanta–Charleston red")
    assert game.trains[0] == 0


def test_a_route_need_not_touch_others() -> None:  # B11
    game = usa().claim(0, "Seattle–Vancouver").hand(0, red=1).game()
    assert claims(game, "Dallas–Houston") == {"red", "red #2"}


def test_a_claimed_route_is_gone_for_everybody() -> None:  # B11
    game = usa(["Ann", "Bob"]).claim(1, "Denver–Helena").hand(0, green=4).hand(1, locomotive=4).game()
    assert claims(game, "Denver–Helena") == set()
    with pytest.raises(IllegalAction, match=r"already belongs to Bob \(B11\)"):
        game.play("claim Denver–Helena green")


@pytest.mark.parametrize("players", [2, 3])
def test_the_twin_is_closed_with_few_players(players: int) -> None:  # B12
    game = usa(players).hand(0, red=1).hand(1, blue=4).hand(players - 1, blue=4).game()
    play(game, "claim Portland–Seattle red #2")
    for _ in range(players - 1):
        assert claims(game, "Portland–Seattle") == set()
        with pytest.raises(IllegalAction, match=f"with {players} players the other track is closed.*B12"):
            game.play("claim Portland–Seattle blue")
        play(game, "draw", "draw")


@pytest.mark.parametrize("players", [4, 5])
def test_the_twin_is_open_to_others_with_many_players(players: int) -> None:  # B12
    game = usa(players).hand(0, red=3).hand(1, red=1, blue=1).hand(2, red=1).game()
    play(game, "claim Portland–Seattle red")
    assert claims(game, "Portland–Seattle") == {"red #2", "blue #2"}
    play(game, "claim Portland–Seattle blue")  # the notation finds the track that is free
    assert game.owner[route(game, "Portland–Seattle", 2)] == 1
    assert claims(game, "Portland–Seattle") == set()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_holds_both_tracks(players: int) -> None:  # B12
    game = usa(players).claim(0, "Kansas City–Omaha").hand(0, red=9).game()
    assert claims(game, "Kansas City–Omaha") == set()
    with pytest.raises(IllegalAction, match=r"you hold a parallel route, and nobody may hold more than one.*B12"):
        game.play("claim Kansas City–Omaha red #2")


def triple(players: int) -> Scenario:
    """The USA with a triple route Atlanta–Charleston (tracks 1–3) and a longer one beside it (track 4)."""
    board = load_map("usa")
    first = board.routes[0]
    more = [replace(first, color="red"), replace(first, color="blue"), replace(first, length=3)]
    return Scenario(board.changed(name="triple", routes=[*board.routes, *more]), players)


def open_tracks(game: Game) -> list[int]:
    tracks = [route(game, "Atlanta–Charleston", track) for track in range(1, 5)]
    return [track for track, index in enumerate(tracks, 1) if game.legal_actions().claims_of(index)]


@pytest.mark.parametrize(("players", "tracks"), [(2, [4]), (3, [4]), (4, [2, 3, 4]), (5, [2, 3, 4])])
def test_triple_routes(players: int, tracks: list[int]) -> None:  # B12
    game = triple(players).claim(0, "Atlanta–Charleston").hand(1, locomotive=9).turn(1).game()
    assert open_tracks(game) == tracks


@pytest.mark.parametrize(("players", "tracks"), [(2, [4]), (4, [4])])
def test_one_track_of_three_for_each_player(players: int, tracks: list[int]) -> None:  # B12
    game = triple(players).claim(1, "Atlanta–Charleston", track=2).hand(1, locomotive=9).turn(1).game()
    assert open_tracks(game) == tracks


@pytest.mark.parametrize("players", [2, 5])
def test_routes_of_different_length_are_no_double(players: int) -> None:  # B12
    game = triple(players).claim(0, "Atlanta–Charleston", track=4).hand(0, locomotive=9).game()
    assert open_tracks(game) == [1, 2, 3]


LENGTHS = [
    ("Dallas–Houston", 1, 1),
    ("Atlanta–Charleston", 2, 2),
    ("Chicago–Duluth", 3, 4),
    ("Calgary–Seattle", 4, 7),
    ("Atlanta–Miami", 5, 10),
    ("Miami–New Orleans", 6, 15),
]


@pytest.mark.parametrize(("label", "length", "points"), LENGTHS)
def test_points_at_once(label: str, length: int, points: int) -> None:  # B13
    game = usa().hand(0, locomotive=length).game()
    play(game, f"claim {label} {length}L")
    assert game.points == [points, 0]


def test_points_of_long_routes() -> None:  # B13
    assert [load_map(name).settings.route_points[7] for name in ("usa", "germany")] == [18, 18]
    assert [load_map("usa").settings.route_points[length] for length in (8, 9)] == [21, 27]


def test_a_route_of_nine_spaces_on_an_own_map() -> None:  # B13
    board = load_map("usa")
    board = board.changed(name="long", routes=[replace(board.routes[0], length=9), *board.routes[1:]])
    game = Scenario(board, 2).hand(0, red=9).game()
    play(game, "claim Atlanta–Charleston red")
    assert (game.points[0], game.trains[0]) == (27, 36)


def test_cards_seen_to_be_taken_are_known_until_they_may_be_spent() -> None:  # X1
    game = usa().market("red", "red", "red", "blue", "blue").deck("green", "green", "red").hand(0, red=1).game()
    play(game, "take red", "take red")
    assert game.view(1).known_cards[0] == hand_of(red=2)
    play(game, "draw", "draw", "claim Atlanta–Charleston red")
    assert game.hands[0][RED] == 1
    assert game.view(1).known_cards[0] == hand_of(), "two of three were spent: the third may be the one nobody saw"
    assert game.state.known[0][BLUE] == game.state.known[0][WILD] == 0
