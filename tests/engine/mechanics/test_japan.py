"""Japan (J1–J9): shared express lines, the express track, two conditions for the end."""

from __future__ import annotations

import random

import pytest

from tests.engine.mechanics.tools import facts_of, heard, line, open_tracks, play_out, route, texts
from ttr_widget.engine import Game, IllegalAction
from ttr_widget.engine.position import Scenario


def express(game: Game) -> dict[str, object]:
    return game.view(None).extra["express"]


def test_set_up() -> None:  # J1
    game = Game("japan", 3, seed=2, first_player=0)
    assert game.trains == [20] * 3
    assert len(game.board.tickets) == 54
    assert len(game.view(0).offered) == 4
    assert {len(action.kept) for action in game.legal_actions()} == {2, 3, 4}
    assert express(game) == {"supply": 16, "track": [0, 0, 0]}  # J2


def test_returned_tickets_are_shuffled_under_the_deck() -> None:  # J1
    orders = set()
    for seed in range(12):
        game = Scenario("japan", 2, seed).game()
        game.play("tickets")
        offered = game.view(0).offered
        assert len(offered) == 3
        assert "return" not in " ".join(texts(game.legal_actions()))  # no order to choose
        game.play("keep 2")
        bottom = game.state.ticket_decks[0][:2]
        assert set(bottom) == {offered[0], offered[2]}
        orders.add(tuple(offered.index(t) for t in bottom))
    assert orders == {(0, 2), (2, 0)}


# J2


def test_an_express_route_takes_an_express_train_and_moves_the_marker() -> None:  # J2
    game = Scenario("japan", 2).hand(0, red=3, blue=1, locomotive=2).game()
    events = heard(game, "claim Hamamatsu–Nagoya red")
    index = route(game, "Hamamatsu–Nagoya")
    assert game.owner[index] == Game.EXPRESS
    assert game.points == [0, 0]
    assert game.trains == [20, 20]
    assert express(game) == {"supply": 15, "track": [3, 0]}
    assert facts_of(events, "express") == [{"route": index, "cards": 3, "track": 3, "supply": 15}]
    assert facts_of(events, "claim") == [{"route": index, "points": 0}]


def test_express_routes_are_paid_in_any_one_colour_with_locomotives() -> None:  # J2
    game = Scenario("japan", 2).hand(0, red=2, blue=1, locomotive=2).game()
    ways = [a.text for a in game.legal_actions().claims_of(route(game, "Hamamatsu–Nagoya"))]
    name = "claim Hamamatsu–Nagoya"
    assert sorted(ways) == [f"{name} blue+2L", f"{name} red+1L", f"{name} red+2L"]
    game.play("claim Hamamatsu–Nagoya blue+2L")
    assert express(game)["track"] == [3, 0]  # locomotives count as cards played


def test_an_express_route_needs_no_trains() -> None:  # J2
    scenario = Scenario("japan", 2).claim(0, *TWENTY_SPACES).hand(0, red=4, blue=3)
    game = scenario.game()
    assert game.trains[0] == 0
    assert route(game, "Hiroshima–Kokura") in game.legal_actions().claimable_routes()
    game.play("claim Hiroshima–Kokura red")
    assert game.trains[0] == 0
    game.play("draw")
    game.play("draw")
    game.play("claim Hamamatsu–Nagoya blue")  # and so it stays while express trains are left
    assert express(game)["track"] == [7, 0]


def test_a_claimed_express_route_is_gone_for_everybody() -> None:  # J2
    game = Scenario("japan", 2).claim(0, "Odawara–Tokyo").hand(0, red=1).hand(1, red=1).game()
    with pytest.raises(IllegalAction, match="express line"):
        game.play("claim Odawara–Tokyo red")


# J3


def test_express_routes_count_for_everybodys_tickets() -> None:  # J3
    scenario = Scenario("japan", 3).claim(0, "Hamamatsu–Nagoya", "Hamamatsu–Odawara", "Odawara–Tokyo", "Kyoto–Nagoya")
    scenario.tickets(0, "Osaka–Tokyo").tickets(1, "Kyoto–Narita").tickets(2, "Tokyo–Sendai")
    scenario.claim(1, "Narita–Tokyo")
    game = scenario.game()
    assert line(game, "tickets") == (-5, 6, -3)
    assert line(scenario.claim(2, "Kyoto–Osaka").game(), "tickets") == (5, 6, -3)


# J4

TWENTY_SPACES = ["Masuda–Tottori", "Akita–Niigata", "Aomori–Miyako", "Tottori–Tsuruga"]


def test_without_express_trains_the_routes_are_claimed_like_gray_ones() -> None:  # J4
    scenario = Scenario("japan", 2).set("express_supply", 0, 0).hand(0, red=4).tickets(1, "Kyoto–Narita")
    game = scenario.game()
    events = heard(game, "claim Hiroshima–Kokura red")
    index = route(game, "Hiroshima–Kokura")
    assert game.owner[index] == 0
    assert game.trains == [16, 20]
    assert game.points == [7, 0]
    assert express(game) == {"supply": 0, "track": [0, 0]}
    assert facts_of(events, "express") == []
    assert facts_of(events, "claim") == [{"route": index, "points": 7}]
    assert game.view(0).connected(0, "Hiroshima", "Kokura")
    assert not game.view(0).connected(1, "Hiroshima", "Kokura")  # for the owner only
    assert not game.rules.completed(game.state, 1, 9)


def test_without_express_trains_they_need_own_trains() -> None:  # J4
    scenario = Scenario("japan", 2).claim(0, *TWENTY_SPACES).hand(0, red=4)
    assert scenario.game().legal_actions().claimable_routes()
    game = scenario.set("express_supply", 0, 0).game()
    assert game.legal_actions().claimable_routes() == []
    with pytest.raises(IllegalAction, match="needs 4 trains"):
        game.play("claim Hiroshima–Kokura red")


def test_the_last_express_train_changes_the_rule_at_once() -> None:  # J4
    scenario = Scenario("japan", 2).claim(1, *TWENTY_SPACES).set("express_supply", 0, 1)
    game = scenario.hand(0, red=4).hand(1, blue=3).game()
    game.play("claim Hiroshima–Kokura red")
    assert express(game) == {"supply": 0, "track": [4, 0]}
    assert game.trains[1] == 0
    with pytest.raises(IllegalAction, match="needs 3 trains"):
        game.play("claim Hamamatsu–Nagoya blue")


# J5, J6


def test_routes_of_different_length_are_no_double() -> None:  # J5
    scenario = Scenario("japan", 2).claim(0, "Aomori–Hakodate", track=1).hand(0, locomotive=6).hand(1, locomotive=6)
    game = scenario.game()
    assert open_tracks(game, "Aomori–Hakodate") == [2]  # even for the same player, and with two players
    assert open_tracks(scenario.turn(1).game(), "Aomori–Hakodate") == [2]
    both = Scenario("japan", 2).set("express_supply", 0, 0).claim(0, "Aomori–Hakodate", track=1)
    assert both.claim(0, "Aomori–Hakodate", track=2).game().owner.count(0) == 2


def test_the_insets_are_joined_at_tokyo_and_kokura() -> None:  # J6
    scenario = Scenario("japan", 2).claim(0, "Narita–Tokyo", "Shibuya–Tokyo", "Kokura–Masuda", "Kokura–Oita")
    game = scenario.game()
    assert game.view(0).connected(0, "Narita", "Shibuya")
    assert game.view(0).connected(0, "Masuda", "Oita")


@pytest.mark.parametrize(("players", "tracks"), [(2, []), (3, []), (4, [2]), (5, [2])])
def test_double_routes(players: int, tracks: list[int]) -> None:  # J6
    game = Scenario("japan", players).claim(1, "Shibuya–Tokyo").hand(0, locomotive=6).game()
    assert open_tracks(game, "Shibuya–Tokyo") == tracks


# J7

NINETEEN_SPACES = ["Masuda–Tottori", "Akita–Niigata", "Aomori–Miyako", "Ikebukuro–Shinjuku"]
EIGHTEEN_SPACES = ["Masuda–Tottori", "Akita–Niigata", "Aomori–Miyako", "Shibuya–Shinjuku"]


@pytest.mark.parametrize(
    ("routes", "supply", "turns"),
    [
        (EIGHTEEN_SPACES, 2, 2),
        (NINETEEN_SPACES, 0, 2),
        (EIGHTEEN_SPACES, 3, None),  # too many express trains
        (EIGHTEEN_SPACES[:3], 2, None),  # too many own trains
    ],
)
def test_the_end_needs_few_trains_and_few_express_trains(
    routes: list[str], supply: int, turns: int | None
) -> None:  # J7
    game = Scenario("japan", 2).claim(0, *routes).set("express_supply", 0, supply).game()
    game.play("draw")
    game.play("draw")
    assert game.final_turns == turns


def test_the_turn_of_another_player_triggers_nothing() -> None:  # J7
    scenario = Scenario("japan", 2).claim(0, *EIGHTEEN_SPACES).set("express_supply", 0, 3).turn(1).hand(1, red=4)
    game = scenario.game()
    game.play("claim Hiroshima–Kokura red")  # now two express trains are left, but seat 1 has 20 trains
    assert game.final_turns is None
    game.play("draw")
    game.play("draw")  # at the end of seat 0's own turn
    assert game.final_turns == 2
    for _ in range(4):
        assert not game.over
        game.play("draw")
    assert game.over


# J8


@pytest.mark.parametrize(
    ("track", "bonus"),
    [
        ([9, 7, 5, 3, 1], (25, 15, 5, -5, -10)),
        ([1, 3, 5, 7], (-10, 0, 10, 20)),
        ([4, 2, 6], (5, -10, 15)),
        ([2, 3], (-10, 10)),
        ([10, 8, 8, 3, 0], (25, 15, 15, -5, -20)),  # the rulebook's example
        ([5, 5, 5, 2], (20, 20, 20, -10)),
        ([5, 5], (10, 10)),
        ([5, 0], (10, -20)),
        ([0, 0], (-20, -20)),
        ([3, 3, 0], (15, 15, -20)),
        ([6, 0, 0, 2], (20, -20, -20, 10)),
    ],
)
def test_express_bonus(track: list[int], bonus: tuple[int, ...]) -> None:  # J8
    scenario = Scenario("japan", len(track))
    for seat, steps in enumerate(track):
        scenario.set("express", seat, steps)
    assert line(scenario.game(), "express") == bonus


# J9


def test_no_longest_path_and_no_most_tickets() -> None:  # J9
    game = Scenario("japan", 2).claim(0, "Masuda–Tottori").game()
    assert [each.source for each in game.score_sheet().lines] == ["routes", "tickets", "express"]


def test_ties() -> None:  # J9
    scenario = Scenario("japan", 2).claim(0, "Narita–Tokyo").claim(1, "Miyako–Morioka")
    game = scenario.game()
    assert game.scores() == [1 - 20, 1 - 20]
    assert game.score_sheet().winners == (0, 1)
    # 1 + 6 points for Kyoto–Narita against 1 + 2 + 4 for routes: the completed ticket decides.
    shared = scenario.claim(0, "Kyoto–Nagoya", "Hamamatsu–Nagoya", "Hamamatsu–Odawara", "Odawara–Tokyo")
    shared.set("express", 0, 0).tickets(0, "Kyoto–Narita").claim(1, "Akita–Shinjo", "Akita–Aomori")
    game = shared.game()
    assert game.scores() == [7 - 20, 7 - 20]
    assert game.score_sheet().winners == (0,)


def test_whole_games_use_up_the_express_trains() -> None:  # J4, J7
    used_up = 0
    for seed in range(8):
        game = play_out(Game("japan", 2 + seed % 4, seed=seed), random.Random(seed))
        placed = game.owner.count(Game.EXPRESS)
        assert placed + express(game)["supply"] == 16
        used_up += placed == 16
    assert used_up
