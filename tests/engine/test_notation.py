"""Notation: every action is written and read again; near misses are explained."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.helpers import TABLES, VARIANTS, named, play, random_game, usa
from ttr_widget.engine import Game, NotationError
from ttr_widget.engine.notation import parse
from ttr_widget.gamemap import UnknownCity, load_map
from ttr_widget.gamemap.wording import fold


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_every_action_of_the_catalog_there_and_back(name: str, options: dict[str, Any]) -> None:
    catalog = Game(name, 2, 1, **options).rules.catalog
    nothing = catalog.set_of(0)
    written = {action.text for action in catalog.actions}
    assert len(written) == len(catalog)
    for action in catalog.actions:
        assert parse(catalog, action.text, nothing) is action
        assert parse(catalog, action.text, catalog.set_of(1 << action.index)) is action
        assert (str(action), repr(action)) == (action.text, f"<{action.text}>")


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
def test_written_carelessly(name: str, options: dict[str, Any]) -> None:
    """In capitals, with a plain dash, with blanks around it: still the same action, if it alone is legal."""
    catalog = Game(name, 2, 1, **options).rules.catalog
    for action in catalog.actions[:: max(1, len(catalog) // 400)]:
        legal = catalog.set_of(1 << action.index)
        careless = "  " + action.text.upper().replace("–", " - ") + " "
        assert parse(catalog, careless, legal) is action, careless


@pytest.mark.parametrize("table", TABLES, ids=map(named, TABLES))
def test_every_legal_action_of_a_game_there_and_back(table: tuple[str, dict[str, Any], int]) -> None:
    name, options, players = table
    for actions in (0, 5, 30, 90):
        game = random_game(name, players, 3, actions, **options)
        for action in game.legal_actions():
            assert game.parse(action.text) is action


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("claim Seattle–Portland red", "claim Portland–Seattle red"),
        ("claim seattle-portland red", "claim Portland–Seattle red"),
        ("CLAIM SEATTLE — PORTLAND RED", "claim Portland–Seattle red"),
        ("claim Seattle to Portland red", "claim Portland–Seattle red"),
        ("claim sea-port red", "claim Portland–Seattle red"),
        ("claim montreal-new york blue", "claim Montréal–New York blue"),
        ("claim sault ste marie - toronto g+1l", "claim Sault Ste. Marie–Toronto green+1L"),
        ("claim St. Louis–Kansas City blue", "claim Kansas City–St. Louis blue"),
        ("claim st louis-kansas blue+1L", "claim Kansas City–St. Louis blue+1L"),
        ("claim Duluth-Omaha 1 blue + 1 loco", "claim Duluth–Omaha blue+1L"),
        ("claim Duluth-Omaha 2 locomotives", "claim Duluth–Omaha 2L"),
        ("claim Duluth-Omaha locomotive, blue", "claim Duluth–Omaha blue+1L"),
        ("build Denver-Kansas City orange", "claim Denver–Kansas City orange"),
        ("claim Denver–Kansas City 4L #2", "claim Denver–Kansas City 4L #2"),
        ("claim Denver–Kansas City orange #2", "claim Denver–Kansas City orange"),
        ("take loco", "take locomotive"),
        ("take wild", "take locomotive"),
        ("take w", "take white"),
        ("take BLU", "take blue"),
        ("Draw", "draw"),
        ("blind", "draw"),
        ("ticket", "tickets"),
        ("keep 3 1", "keep 1 3"),
        ("keep 1, 2 and 3", "keep 1 2 3"),
        ("Keep 1 return 3 2", "keep 1 return 3 2"),
        ("keep 1 return 3, 2", "keep 1 return 3 2"),
        ("keep 1 return 2 3", "keep 1"),
        ("pass", "pass"),
    ],
)
def test_what_people_type(text: str, means: str) -> None:
    assert usa().game().parse(text).text == means


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("claim Kansas Cty–Denver black", "there is no city 'Kansas Cty' – did you mean Kansas City?"),
        ("claim Denver–Kansaas City black", "did you mean Kansas City?"),
        ("claim S–Portland red", "'S' could be St. Louis, Salt Lake City, San Francisco"),
        ("claim Seattle–Miami red", "there is no route Seattle–Miami; from Seattle routes lead to Calgary, Helena"),
        ("claim Seattle Portland red", "write the two cities with a dash, e.g. 'claim Atlanta–Charleston …'"),
        ("claim", "write the two cities with a dash"),
        ("claim Seattle–Portland redd", "unknown colour 'redd'; did you mean red?"),
        ("claim Seattle–Portland b", "unknown colour 'b'"),
        ("claim Seattle–Portland gray", "did you mean green?"),
        ("claim Denver–Helena red", "Denver–Helena cannot be paid like that; write e.g. 'claim Denver–Helena green'"),
        ("claim Denver–Helena 3 green", "cannot be paid like that"),
        ("claim Seattle–Portland red #3", "Seattle–Portland has 2 track(s), there is no #3"),
        ("claim Seattle–Portland red #x", "there is no #x"),
        ("claim Seattle–Portland red+-1L", "cannot read the payment '-1L'"),
        ("claim Seattle–Portland", "say how you pay, e.g. "),
        ("tak red", "'tak red' is not an action of North America; did you mean 'take red'?"),
        ("clim Seattle–Portland red", "did you mean 'claim Portland–Seattle red'?"),
        ("clim sea-port black", "did you mean 'claim Portland–Seattle black'? It is not legal now, but e.g. "),
        ("take withe", "did you mean 'take white'? It is not legal now, but e.g. 'take "),
        ("tickets please", "did you mean 'tickets'?"),
        ("claim Seattle–", "a city is missing beside the dash"),
        ("claim –Seattle red", "a city is missing beside the dash"),
        ("claim Seattle–Portland red #²", "there is no #²"),
        (f"claim Seattle–Portland {'9' * 50}L", "cannot read the payment"),
        (f"claim {'Seattle–' * 1000}", "8006 characters are too many for an action"),
        ("take pink", "is not an action"),
        ("take b", "is not an action"),
        ("drow", "did you mean 'draw'?"),
        ("tikets", "did you mean 'tickets'?"),
        ("keep", "is not an action"),
        ("keep none", "is not an action"),
        ("keep -1", "is not an action"),
        ("keep not 1", "is not an action"),
        ("keep 1 return 1", "is not an action"),
        ("keep 1 1", "is not an action"),
        ("keep 9", "is not an action"),
        ("", "an empty text is no action"),
        ("   ", "an empty text is no action"),
        ("xyzzy", "legal now: "),
        ("passenger red", "is not an action of North America"),
    ],
)
def test_near_misses_are_explained(text: str, words: str) -> None:
    game = usa().market("red", "red", "blue", "blue", "green").hand(0, red=1, blue=1).game()
    before = game.state.facts()
    with pytest.raises(NotationError) as caught:
        game.play(text)
    assert words in str(caught.value)
    assert game.state.facts() == before
    assert len(game) == 0


def test_the_only_way_to_pay_need_not_be_said() -> None:
    game = usa().hand(0, green=4).game()
    play(game, "claim Denver–Helena")
    assert game.actions[-1].text == "claim Denver–Helena green"


def test_the_free_track_is_found() -> None:  # B12
    """Without a number the track that can be claimed is meant; with one, just that."""
    game = usa(4).claim(1, "Portland–Seattle").hand(0, red=1).game()
    assert game.parse("claim Seattle–Portland red").text == "claim Portland–Seattle red #2"
    assert game.parse("claim Portland–Seattle red").text == "claim Portland–Seattle red #2"
    assert game.parse("claim Portland–Seattle red #1").text == "claim Portland–Seattle red"


@pytest.mark.parametrize("name", ["usa", "germany", "italy", "japan"])
def test_every_city_by_its_shortest_unique_beginning(name: str) -> None:
    board = load_map(name)
    folded = {fold(city.name): city.name for city in board.cities}
    for word, city in folded.items():
        ends = [end for end in range(1, len(word)) if sum(other.startswith(word[:end]) for other in folded) == 1]
        for end in ends:
            assert board.find_city(word[:end]) == city
        if ends and ends[0] > 1 and word[: ends[0] - 1] not in folded:
            with pytest.raises(UnknownCity, match="could be"):
                board.find_city(word[: ends[0] - 1])


def test_germanys_mixes_in_any_order() -> None:  # G1
    game = Game("germany", 2, 1)
    for text in (
        "tickets 3 short 1 long",
        "tickets 1 long 3 short",
        "TICKETS 1 Long, 3 Short",
        "tickets 1 long and 3 short",
    ):
        assert game.parse(text).text == "tickets 3 short 1 long"
    for wrong in (
        "tickets 3 shrt 1 long",
        "tickets 3 short 1 long or so",
        "tickets ² long",
        f"tickets {'3' * 50} short",
    ):
        with pytest.raises(NotationError):
            game.parse(wrong)
