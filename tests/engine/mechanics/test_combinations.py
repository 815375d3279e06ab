"""Mechanics combine freely: whole random games of odd combinations, checked after every action."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.mechanics.odd_maps import ODD_MAPS, everything, with_journey
from tests.engine.mechanics.tools import MAPS, any_action, greedy_action, play_out
from ttr_widget.engine import Game
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.mechanics import MECHANICS
from ttr_widget.engine.position import Scenario, find_route
from ttr_widget.gamemap import GameMap, load_map

BOARDS: dict[str, GameMap] = {}


def board_of(name: str) -> GameMap:
    if name not in BOARDS:
        BOARDS[name] = ODD_MAPS[name]()
    return BOARDS[name]


def look_closely(game: Game, rng: random.Random) -> None:
    """Views, imagined games and the score work in the middle of the game too."""
    for seat in (None, *range(game.players)):
        view = game.view(seat)
        if seat is None:
            continue
        again = imagine(view, rng)
        again.check()
        assert again.view(seat).extra == view.extra
        assert again.legal_actions() == game.legal_actions() or game.player != seat
    assert game.scores() == game.score_sheet().totals


def players_of(board: GameMap, seed: int) -> int:
    low, high = board.settings.players
    return low + seed % (high - low + 1)


@pytest.mark.parametrize("name", ODD_MAPS)
def test_whole_games(name: str) -> None:  # X4
    board = board_of(name)
    for seed in range(3):
        rng = random.Random(f"{name} {seed}")
        game = Game(board, players_of(board, seed), seed=seed)

        def each(game: Game, rng: random.Random = rng) -> None:
            game.check()
            if len(game) % 40 == 0:
                look_closely(game, rng)

        play_out(game, rng, each, greedy_action if seed % 2 else any_action)
        look_closely(game, rng)
        assert game.winners


@pytest.mark.parametrize("name", ODD_MAPS)
def test_records(name: str) -> None:  # X3
    board = board_of(name)
    game = play_out(Game(board, players_of(board, 1), seed=3), random.Random(3), choose=greedy_action)
    again = Game.from_record(game.record())
    assert again.state.facts() == game.state.facts()
    assert again.scores() == game.scores()
    assert again.winners == game.winners
    middle = game.at(len(game) // 2)
    copied = middle.copy()
    play_out(copied, random.Random(1))
    assert middle.state.facts() == game.at(len(game) // 2).state.facts()  # a copy shares nothing


@given(
    name=st.sampled_from([*ODD_MAPS, *MAPS]), seed=st.integers(0, 10**6), eager=st.booleans(), start=st.integers(0, 3)
)
def test_any_game_of_any_map(name: str, seed: int, eager: bool, start: int) -> None:  # X4
    board = load_map(name) if name in MAPS else board_of(name)
    game = Game(board, players_of(board, seed), seed=seed)
    rng = random.Random(start)
    play_out(game, rng, choose=greedy_action if eager else any_action)
    look_closely(game, rng)


def test_tickets_to_draw_and_to_swap_do_not_make_an_endless_game() -> None:  # F7
    board = board_of("germany: short journey with two decks")
    assert play_out(Game(board, 2, seed=252), random.Random(0)).over


def test_all_mechanics_at_once_are_really_on() -> None:
    for name in ("usa", "germany", "nederland"):
        game = Game(everything(name), 2, seed=1)
        assert {mechanic.name for mechanic in game.rules.mechanics} == set(MECHANICS)
        sources = {line.source for line in game.score_sheet().lines}
        own = {"express", "tolls", "loans", "passengers", "completed_tickets", "east_west", "most_tickets"}
        assert own | {"longest_path", "regions", "routes"} <= sources


def test_the_short_journey_has_no_last_round_on_any_map() -> None:  # F6
    board = with_journey(load_map("usa").changed(trains=6))
    game = Scenario(board, 2).claim(0, "Portland–Seattle", "Denver–Omaha").game()
    assert game.trains[0] == 1
    game.play("draw")
    game.play("draw")
    assert game.final_turns is None


@pytest.mark.parametrize("done", [3, 4])
def test_a_shared_line_meets_everybodys_tickets_the_movers_first(done: int) -> None:  # F4, F6, J3
    board = load_map("first_journey_europe")
    line = find_route(board, "Kopenhagen–Stockholm")
    routes = [replace(r, kind="express", color="gray") if i == line else r for i, r in enumerate(board.routes)]
    board = board.changed(routes=routes, mechanics={"express": {"trains": 1}, "short_journey": {"goal": 5}})
    shown = [f"{t.a}–{t.b}" for t in board.tickets if "Stockholm" not in (t.a, t.b)]
    scenario = Scenario(board, 2).hand(0, red=1).shown(0, *shown[:done]).shown(1, *shown[done : 2 * done])
    scenario.claim(0, "London–Amsterdam", "Amsterdam–Kopenhagen").tickets(0, "London–Stockholm", shown[-1])
    scenario.claim(1, "Kopenhagen–Berlin", "Berlin–Warschau", "Warschau–Kiew").tickets(1, "Stockholm–Kiew", shown[-2])
    game = scenario.game()
    game.play("claim Kopenhagen–Stockholm red")
    assert [len(tickets) for tickets in game.state.shown] == [done + 1, done + (done == 3)]
    assert (game.over, game.winners) == ((False, ()) if done == 3 else (True, (0,)))  # the first at the goal wins


EXTREMES = {
    "no ferry cards": ("italy", {"ferries": {"cards": 0}}),
    "ferry cards that cover nothing": ("italy", {"ferries": {"spaces": 0}}),
    "ferry cards nobody may hold": ("italy", {"ferries": {"limit": 0}}),
    "ferry cards for everything": ("italy", {"ferries": {"spaces": 9, "limit": 4}}),
    "no express trains": ("japan", {"express": {"trains": 0, "end_trains": 0}}),
    "no tokens": ("nederland", {"tolls": {"tokens": 0}}),
    "a neutral player without trains": ("nederland", {"neutral": {"trains": 0, "from_round": 0}}),
    "passengers of one colour": ("usa", {"passengers": {"colors": ["red"], "each": 60}}),
    "one ticket wins": ("first_journey_europe", {"short_journey": {"goal": 1}}),
    "a goal of nothing": ("first_journey_europe", {"short_journey": {"goal": 0}}),
}


@pytest.mark.parametrize("what", EXTREMES)
def test_extreme_parameters(what: str) -> None:  # X4
    name, mechanics = EXTREMES[what]
    board = load_map(name).changed(mechanics=mechanics)
    for seed in range(2):
        game = play_out(Game(board, 2, seed=seed), random.Random(seed), choose=greedy_action)
        look_closely(game, random.Random(seed))
        assert Game.from_record(game.record()).state.facts() == game.state.facts()


def test_the_order_in_which_a_map_names_its_mechanics_does_not_matter() -> None:  # X3
    board = load_map("usa")
    one = board.changed(mechanics={"passengers": {}, "most_tickets": {}, "tolls": {}})
    other = board.changed(mechanics={"longest_path": False}).changed(
        mechanics={"tolls": {}, "most_tickets": {}, "longest_path": {}, "passengers": {}}
    )
    assert one == other
    games = [Game.of_state(rules_of(each), ["a", "b"], rules_of(each).new_state("5", 0)) for each in (one, other)]
    records = []
    for game in games:
        rng = random.Random(7)
        play_out(game, rng)
        records.append(([a.text for a in game.actions], game.scores(), [x.source for x in game.score_sheet().lines]))
    assert records[0] == records[1]


def rules_of(board: GameMap):  # type: ignore[no-untyped-def]
    from ttr_widget.engine.rules import Rules

    return Rules(board, 2)
