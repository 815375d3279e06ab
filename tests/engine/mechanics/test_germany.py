"""Germany (G1–G9): two ticket decks, passengers, countries as end points, most tickets."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.engine.mechanics.tools import facts_of, heard, line, open_tracks, play_out, texts, ticket
from ttr_widget.engine import Game, IllegalAction
from ttr_widget.engine.position import Scenario

COLORS = ["black", "blue", "green", "red", "white", "yellow"]


def decks_of(game: Game, tickets: list[int]) -> Counter[str]:
    return Counter(game.board.tickets[t].deck for t in tickets)


# G1


def test_the_mix_is_announced_before_the_tickets_are_drawn() -> None:  # G1
    game = Game("germany", 3, seed=4, first_player=1)
    assert (game.phase, game.player) == ("deal", 1)
    assert game.view(1).offered == []
    assert texts(game.legal_actions()) == [
        "tickets 4 short",
        "tickets 3 short 1 long",
        "tickets 2 short 2 long",
        "tickets 1 short 3 long",
        "tickets 4 long",
    ]
    game.play("tickets 1 short 3 long")
    assert (game.phase, game.player) == ("keep", 1)
    assert decks_of(game, game.view(1).offered) == {"short": 1, "long": 3}
    assert {len(action.kept) for action in game.legal_actions()} == {2, 3, 4}  # at least 2
    game.play("keep 1 2")
    assert (game.phase, game.player) == ("deal", 2)


def test_returned_tickets_go_under_their_own_deck_and_both_are_shuffled_again() -> None:  # G1
    game = Game("germany", 2, seed=4, first_player=0)
    assert [len(deck) for deck in game.state.ticket_decks] == [55, 34]
    game.play("tickets 2 short 2 long")
    offered = game.view(0).offered
    game.play("keep 1 3")
    assert [len(deck) for deck in game.state.ticket_decks] == [54, 33]
    assert [deck[0] for deck in game.state.ticket_decks] == [offered[1], offered[3]]
    game.play("tickets 4 short")
    before = [deck.copy() for deck in game.state.ticket_decks]
    game.play("keep 1 2")
    after = game.state.ticket_decks
    assert game.phase == "turn"
    for old, new in zip(before, after, strict=True):
        assert new[-20:] != old[-20:]
    for number, deck in enumerate(after):
        assert {game.rules.ticket_deck[t] for t in deck} == {number}


def test_short_and_long_tickets() -> None:  # G1
    values = {"short": set(), "long": set()}
    for card in Game("germany").board.tickets:
        values[card.deck].add(card.points)
    assert (min(values["short"]), max(values["short"])) == (2, 11)
    assert (min(values["long"]), max(values["long"])) == (12, 22)


# G2


def test_four_tickets_in_an_announced_mix_keep_one_the_rest_under_their_decks() -> None:  # G2
    game = Scenario("germany", 2).game()
    assert len(game.legal_actions().by_kind("tickets")) == 5
    game.play("tickets 2 short 2 long")
    offered = game.view(0).offered
    assert decks_of(game, offered) == {"short": 2, "long": 2}
    assert {len(action.kept) for action in game.legal_actions()} == {1, 2, 3, 4}
    game.play("keep 2")
    assert game.tickets[0] == [offered[1]]
    assert game.state.ticket_decks[0][0] == offered[0]
    assert game.state.ticket_decks[1][:2] == [offered[3], offered[2]]


def test_only_the_order_within_a_deck_is_a_choice() -> None:  # B14, G2
    """Tickets of two decks do not lie on each other: there is one way to return one of each, two for two of one."""
    game = Scenario("germany", 2).game()
    game.play("tickets 2 short 2 long")
    orders = {action.returned for action in game.legal_actions() if action.kept == (0,)}
    assert orders == {(), (1, 3, 2)}
    assert {action.returned for action in game.legal_actions() if action.kept == (0, 2)} == {()}
    offered = game.view(0).offered
    game.play("keep 1 return 2 4 3")
    assert game.state.ticket_decks[0][0] == offered[1]
    assert game.state.ticket_decks[1][:2] == [offered[2], offered[3]], "the first one returned lies highest"


def all_but(game: Game, deck: str, number: int) -> list[str]:
    """The names of the tickets of a deck but for some of them."""
    cards = [card for card in game.board.tickets if card.deck == deck]
    return [f"{card.a}–{card.b}" for card in cards[number:]]


@pytest.mark.parametrize(
    ("short", "long", "mixes"),
    [
        (2, 30, {(2, 2), (1, 3), (0, 4)}),  # no more from a deck than it has
        (1, 2, {(1, 2)}),  # fewer than four: all that are left
        (0, 1, {(0, 1)}),
        (0, 0, set()),
    ],
)
def test_the_mix_must_be_possible(short: int, long: int, mixes: set[tuple[int, int]]) -> None:  # G2
    plain = Game("germany")
    scenario = (
        Scenario("germany", 2).tickets(0, *all_but(plain, "short", short)).tickets(1, *all_but(plain, "long", long))
    )
    game = scenario.game()
    assert {action.mix for action in game.legal_actions().by_kind("tickets")} == mixes
    if mixes:
        mix = sorted(mixes)[0]
        game.play(next(a for a in game.legal_actions().by_kind("tickets") if a.mix == mix))
        assert decks_of(game, game.view(0).offered) == Counter({"short": mix[0], "long": mix[1]})
    with pytest.raises(IllegalAction):
        game.play("tickets 4 short")


# G3


def test_sixty_passengers_ten_of_each_colour_on_their_places() -> None:  # G3
    for seed in range(20):
        game = Game("germany", 2, seed=seed)
        seen = game.view(0).extra["passengers"]
        assert seen["colors"] == COLORS
        assert [sum(place[c] for place in seen["places"]) for c in range(6)] == [10] * 6
        assert [sum(place) for place in seen["places"]] == [city.passengers for city in game.board.cities]


def test_the_seed_places_the_passengers() -> None:  # G3
    def places(seed: int) -> list[list[int]]:
        return Game("germany", 2, seed=seed).view(0).extra["passengers"]["places"]

    assert places(1) == places(1)
    assert len({str(places(seed)) for seed in range(20)}) == 20
    colors = Counter(color for seed in range(60) for color, n in enumerate(places(seed)[0]) if n)
    assert len(colors) == 6  # any colour may stand anywhere


# G4


def waiting(scenario: Scenario, **places: dict[str, int]) -> Scenario:
    """These stand there; they are exchanged with passengers of other places."""
    return scenario.set("waiting", 0, places)


def test_a_claim_takes_one_passenger_from_each_end() -> None:  # G4
    scenario = Scenario("germany", 2).hand(0, red=3)
    game = waiting(scenario, Berlin={"red": 2, "blue": 3}, Magdeburg={"green": 1}).game()
    events = heard(game, "claim Berlin–Magdeburg red")
    assert (game.phase, game.player) == ("passenger", 0)
    assert texts(game.legal_actions()) == ["passenger blue", "passenger red"]
    events += heard(game, "passenger blue")
    berlin, magdeburg = (game.board.city_index[name] for name in ("Berlin", "Magdeburg"))
    seen = game.view(1).extra["passengers"]  # collected openly
    assert seen["taken"][0] == [0, 1, 1, 0, 0, 0]
    assert seen["places"][berlin] == [0, 2, 0, 2, 0, 0]
    assert seen["places"][magdeburg] == [0] * 6
    assert game.player == 1
    told = facts_of(events, "passenger")
    assert told == [{"city": magdeburg, "color": "green"}, {"city": berlin, "color": "blue"}]


def test_both_ends_may_ask_for_a_colour() -> None:  # G4
    scenario = Scenario("germany", 2).hand(0, orange=4)
    game = waiting(scenario, Berlin={"red": 2, "blue": 3}, Leipzig={"black": 1, "white": 2}).game()
    game.play("claim Berlin–Leipzig orange")
    assert texts(game.legal_actions()) == ["passenger blue", "passenger red"]
    with pytest.raises(IllegalAction, match="G4"):
        game.play("draw")
    game.play("passenger red")
    assert texts(game.legal_actions()) == ["passenger black", "passenger white"]
    with pytest.raises(IllegalAction):
        game.play("passenger red")
    game.play("passenger white")
    assert game.view(0).extra["passengers"]["taken"][0] == [0, 0, 0, 1, 1, 0]
    assert (game.phase, game.player) == ("turn", 1)


def test_an_end_without_passengers_gives_none_and_countries_hold_them_like_towns() -> None:  # G4
    scenario = Scenario("germany", 2).hand(0, green=1, yellow=2, locomotive=2).hand(1, locomotive=4)
    places = {"Saarbrücken": {"red": 1}, "Frankreich": {"blue": 1}, "Freiburg": {"white": 1}}
    game = waiting(scenario, **places).game()
    game.play("claim Saarbrücken–Frankreich green")
    assert game.view(0).extra["passengers"]["taken"] == [[0, 1, 0, 1, 0, 0], [0] * 6]
    game.play("claim Freiburg–Frankreich 2L")
    assert game.view(0).extra["passengers"]["taken"][1] == [0, 0, 0, 0, 1, 0]
    assert game.player == 0


def test_several_of_one_colour_leave_nothing_to_choose() -> None:  # G4
    game = waiting(Scenario("germany", 2).hand(0, red=3), Berlin={"red": 5}, Magdeburg={"red": 1}).game()
    game.play("claim Berlin–Magdeburg red")
    assert (game.phase, game.player) == ("turn", 1)
    assert game.view(0).extra["passengers"]["taken"][0] == [0, 0, 0, 2, 0, 0]


# G5


def test_nothing_runs_through_a_country() -> None:  # G5
    game = Scenario("germany", 2).claim(0, "Freiburg–Frankreich", "Saarbrücken–Frankreich").game()
    assert not game.view(0).connected(0, "Freiburg", "Saarbrücken")
    assert not game.rules.completed(game.state, 0, ticket(game, "Köln–Saarbrücken"))


def test_any_route_into_the_country_meets_its_ticket() -> None:  # G5
    ways = {
        "Freiburg–Frankreich": ["Freiburg–Konstanz", "Konstanz–Lindau", "Lindau–München"],
        "Karlsruhe–Frankreich": ["Karlsruhe–Stuttgart", "Stuttgart–Ulm", "Ulm–Augsburg", "Augsburg–München"],
    }
    for entry, way in ways.items():
        scenario = Scenario("germany", 2).claim(0, *way).tickets(0, "Frankreich–München")
        assert line(scenario.game(), "tickets") == (-8, 0)
        assert line(scenario.claim(0, entry).game(), "tickets") == (8, 0)


def test_two_routes_into_one_country_do_not_join_a_ticket_to_it_with_another_network() -> None:  # G5
    scenario = Scenario("germany", 2).claim(0, "Freiburg–Frankreich", "Saarbrücken–Frankreich", "Koblenz–Saarbrücken")
    scenario.claim(0, "Freiburg–Konstanz", "Konstanz–Lindau", "Lindau–München").tickets(0, "Köln–Saarbrücken")
    scenario.claim(0, "Köln–Koblenz").tickets(1, "München–Freiburg")
    game = scenario.game()
    assert line(game, "tickets")[0] == 4
    assert not game.view(0).connected(0, "München", "Köln")


def test_a_ticket_between_two_countries() -> None:  # G5
    way = ["Saarbrücken–Frankreich", "Koblenz–Saarbrücken", "Köln–Koblenz", "Köln–Düsseldorf", "Düsseldorf–Dortmund"]
    way += ["Dortmund–Münster", "Münster–Bremen", "Bremen–Bremerhaven", "Bremerhaven–Kiel"]
    scenario = Scenario("germany", 2).claim(0, *way).tickets(0, "Frankreich–Dänemark")
    assert line(scenario.game(), "tickets") == (-17, 0)
    assert line(scenario.claim(0, "Kiel–Dänemark").game(), "tickets") == (17, 0)
    # Both countries are reached, but from two networks.
    apart = Scenario("germany", 2).claim(0, "Freiburg–Frankreich", "Kiel–Dänemark").tickets(0, "Frankreich–Dänemark")
    assert line(apart.game(), "tickets") == (-17, 0)


# G6


def with_completed(numbers: list[int]) -> Game:
    """Three players, each with one ticket that is not met and so many that are."""
    owned = [["Berlin–Hamburg"], ["Köln–Koblenz", "Koblenz–Saarbrücken"], ["Mannheim–Stuttgart"]]
    met = [[], ["Köln–Saarbrücken"], ["Mannheim–Stuttgart"]]
    not_met = ["Kiel–Schweiz", "Berlin–Schweiz", "Rostock–Österreich"]
    scenario = Scenario("germany", 3)
    for seat, number in enumerate(numbers):
        scenario.claim(seat, *owned[seat]).tickets(seat, *met[seat][:number], not_met[seat])
    return scenario.game()


@pytest.mark.parametrize(
    ("numbers", "bonus"),
    [
        ([0, 1, 0], (0, 15, 0)),
        ([0, 1, 1], (0, 15, 15)),  # all tied players
        ([0, 0, 0], (0, 0, 0)),  # nobody with none: the unfinished ones do not count
    ],
)
def test_most_completed_tickets(numbers: list[int], bonus: tuple[int, ...]) -> None:  # G6
    assert line(with_completed(numbers), "most_tickets") == bonus


def test_unfinished_tickets_do_not_count_and_there_is_no_longest_path() -> None:  # G6
    scenario = Scenario("germany", 2).claim(0, "Mannheim–Stuttgart").tickets(0, "Mannheim–Stuttgart")
    scenario.tickets(1, "Kiel–Schweiz", "Berlin–Schweiz", "Rostock–Österreich").claim(1, "Berlin–Hamburg")
    game = scenario.game()
    assert line(game, "most_tickets") == (15, 0)
    assert "longest_path" not in {each.source for each in game.score_sheet().lines}


# G7


@pytest.mark.parametrize(
    ("red", "prizes"),
    [
        ([3, 2, 1, 0], (20, 10, 0, 0)),
        ([3, 3, 2, 1], (20, 20, 0, 0)),  # tie for most: no second prize
        ([3, 2, 2, 1], (20, 10, 10, 0)),  # tie for second
        ([2, 2, 2, 2], (20, 20, 20, 20)),
        ([1, 0, 0, 0], (20, 0, 0, 0)),  # nobody is second with none
        ([0, 0, 0, 0], (0, 0, 0, 0)),
        ([0, 4, 0, 6], (0, 10, 0, 20)),
    ],
)
def test_prizes_for_one_colour(red: list[int], prizes: tuple[int, ...]) -> None:  # G7
    scenario = Scenario("germany", 4)
    for seat, number in enumerate(red):
        scenario.set("passengers", seat, {"red": number})
    assert line(scenario.game(), "passengers") == prizes


def test_prizes_of_all_colours_add_up() -> None:  # G7
    scenario = Scenario("germany", 2).set("passengers", 0, dict.fromkeys(COLORS, 2))
    game = scenario.set("passengers", 1, {"black": 1, "blue": 2, "green": 3}).game()
    # black 20/10, blue 20/20, green 10/20, red, white, yellow 20 each
    assert line(game, "passengers") == (20 + 20 + 10 + 60, 10 + 20 + 20)


# G8


def test_equal_in_everything_is_a_shared_victory() -> None:  # G8
    game = Scenario("germany", 2).claim(0, "Karlsruhe–Mannheim").claim(1, "Köln–Düsseldorf").game()
    assert game.scores() == [1, 1]
    assert game.score_sheet().winners == (0, 1)


def test_more_passengers_win_a_tie_of_points_and_tickets() -> None:  # G8
    scenario = Scenario("germany", 2).claim(0, "Karlsruhe–Mannheim").claim(1, "Köln–Düsseldorf")
    game = scenario.set("passengers", 0, {"red": 1}).set("passengers", 1, {"blue": 2}).game()
    assert game.scores() == [21, 21]
    assert game.score_sheet().winners == (1,)


def test_more_completed_tickets_win_a_tie_even_against_more_passengers() -> None:  # G8
    scenario = Scenario("germany", 2).claim(0, "Mannheim–Stuttgart").tickets(0, "Mannheim–Stuttgart")
    scenario.claim(1, "Lindau–Schweiz").set("passengers", 1, {"red": 2}).tickets(1, "Köln–Saarbrücken")
    game = scenario.game()
    assert game.scores() == [2 + 2 + 15, 2 + 20 - 4]
    scenario.claim(1, "Karlsruhe–Mannheim")
    game = scenario.game()
    assert game.scores() == [19, 19]
    assert game.score_sheet().winners == (0,)


# G9


@pytest.mark.parametrize("players", [2, 3])
def test_with_few_players_one_track_closes_double_and_triple(players: int) -> None:  # G9
    scenario = Scenario("germany", players).claim(1, "Dortmund–Düsseldorf", "Berlin–Hamburg")
    game = scenario.hand(0, locomotive=14).game()
    assert open_tracks(game, "Dortmund–Düsseldorf") == []
    assert open_tracks(game, "Berlin–Hamburg") == []
    assert open_tracks(game, "Düsseldorf–Köln") == [1, 2, 3]


@pytest.mark.parametrize("players", [4, 5])
def test_with_many_players_each_may_hold_one_track(players: int) -> None:  # G9
    scenario = Scenario("germany", players).claim(1, "Dortmund–Düsseldorf").hand(0, locomotive=6).hand(1, locomotive=6)
    game = scenario.game()
    assert open_tracks(game, "Dortmund–Düsseldorf") == [2, 3]
    game.play("claim Dortmund–Düsseldorf 1L #3")
    while game.phase == "passenger":
        game.play(game.legal_actions()[0])
    assert game.player == 1
    assert open_tracks(game, "Dortmund–Düsseldorf") == []  # holds one already


def test_the_passengers_of_a_whole_game_add_up() -> None:  # G4
    game = play_out(Game("germany", 3, seed=5), random.Random(5))
    seen = game.view(None).extra["passengers"]
    claims = sum(action.kind == "claim" for action in game.actions)
    taken = sum(map(sum, seen["taken"]))
    assert 0 < taken <= 2 * claims
    assert taken + sum(map(sum, seen["places"])) == 60
