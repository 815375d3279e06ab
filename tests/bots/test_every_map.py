"""Every bot plays every map with any number of players to a legal end, and uses what the map offers."""

from __future__ import annotations

from functools import cache

import pytest

from tests.bots.tables import QUICK, played
from ttr_widget.bots import make_bot, play_game
from ttr_widget.engine import ActionSet, Game
from ttr_widget.gamemap import available_maps, load_map

MAPS = sorted(available_maps())
SEEDS = 4


@cache
def kinds_used(board: str, bot: str) -> frozenset[str]:
    """What the bot did in a few games against itself, with two and with all players."""
    least, most = load_map(board).settings.players
    used: set[str] = set()
    for seed in range(SEEDS):
        players = most if seed == 0 else least
        game, kinds = played(board, [bot] * players, seed)
        game.check()
        used = used.union(*kinds)
        if wanted(board, bot) <= used:
            break
    return frozenset(used)


# What the definition of an agent forbids: the path agent and the long route junkie never draw tickets. Swapping
# tickets (F2) is for hopeless ones only; `test_hopeless_tickets_are_swapped` shows it.
NEVER = {"path": {"tickets"}, "long_route": {"tickets"}}
EVERYWHERE = {"claim", "draw", "take", "tickets", "keep"}
MORE = {
    "germany": {"passenger", "first mix"},
    "italy": {"ferry", "claim by ferry"},
    "japan": {"claim express"},
}


def wanted(board: str, bot: str) -> set[str]:
    if board == "first_journey_europe":  # F1, F2: no market, no tickets to choose from
        return {"claim", "draw"}
    return (EVERYWHERE | MORE.get(board, set())) - NEVER.get(bot, set())


@pytest.mark.parametrize("board", MAPS)
@pytest.mark.parametrize("bot", QUICK)
def test_each_bot_uses_every_kind_of_action(board: str, bot: str) -> None:
    used = kinds_used(board, bot)
    assert wanted(board, bot) <= used
    assert not used & NEVER.get(bot, set())
    assert "pass" not in used


@pytest.mark.parametrize("bot", [name for name in QUICK if name != "random"])
def test_hopeless_tickets_are_swapped(bot: str) -> None:
    """F2: with one train left, and no card for it, nothing far can be joined any more."""
    game = Game("first_journey_europe", 2, seed=2)
    view = game.view(game.player)
    view.trains = [1, 1]
    view.hand = [0] * len(view.hand)
    legal = ActionSet(view.catalog, game.legal_actions().mask & ~view.catalog.claims)
    assert make_bot(bot, seed=1).choose(view, legal).kind == "swap"


@pytest.mark.parametrize("board", MAPS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_sorts_of_bots_sit_at_one_table(board: str, players: int) -> None:
    most = load_map(board).settings.players[1]
    names = (QUICK[players:] + QUICK[:players])[: min(players, most)]
    game, _ = played(board, names, seed=players)
    game.check()
    assert game.over
    assert game.winners


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("usa", {"edition": "classic"}),
        ("nederland", {"tolls": False}),
        ("nederland", {"neutral": True}),
        ("nederland", {"ranking": "competition"}),
    ],
)
def test_options_are_played(board: str, options: dict[str, object]) -> None:
    kinds: set[str] = set()
    for seed, names in enumerate([("planner", "steiner"), ("hungry", "one_step"), ("path", "long_route")]):
        game, used = played(board, names, seed, **options)
        game.check()
        kinds = kinds.union(*used)
    if "neutral" in options:
        assert "neutral" in kinds  # N10


@pytest.mark.parametrize(
    ("board", "mechanics"),
    [
        ("italy", {"passengers": {}, "most_tickets": {}, "longest_path": {}, "tolls": {}}),
        ("japan", {"passengers": {}, "most_tickets": {}, "longest_path": {}, "tolls": {}, "ferries": {}}),
    ],
)
def test_many_mechanics_at_once(board: str, mechanics: dict[str, dict[str, object]]) -> None:
    """Any combination: bots ask what is on, not which map it is."""
    mixed = load_map(board).changed(mechanics=mechanics, trains=20)
    for names in (
        ["planner", "hungry", "steiner"],
        ["one_step", "path", "long_route"],
        ["greedy", "random", "planner"],
    ):
        game = play_game(Game(mixed, 3, seed=3), [make_bot(name, seed=1) for name in names])
        game.check()
        assert game.over


def test_swapping_tickets_for_ever_is_no_game() -> None:
    """F6: here nobody can meet a ticket any more; without a limit all three would swap and swap."""
    names = ["greedy", "planner", "greedy"]
    game = Game("first_journey_europe", 3, seed=1013)
    bots = [make_bot(name, seed=f"1013:{seat}") for seat, name in enumerate(names)]
    while not game.over and len(game) < 1000:
        game.play(bots[game.player].choose(game.view(game.player), game.legal_actions()))
    assert game.over
