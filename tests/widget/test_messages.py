"""The texts of the widget: both languages say the same things, and every phase, option and refusal has its words."""

from __future__ import annotations

import re
import string
from collections import Counter
from pathlib import Path

import pytest

import ttr_widget as ttr
from ttr_widget.bots import bot_names, make_bot
from ttr_widget.engine.mechanics import MECHANICS
from ttr_widget.gamemap import CARDS, GameMap
from ttr_widget.gamemap.types import ROUTE_COLORS, ROUTE_KINDS
from ttr_widget.widget import messages
from ttr_widget.widget.messages import LANGUAGES, TABLES, TEXTS, UnknownText, text
from ttr_widget.widget.messages_now import over, what_now
from ttr_widget.widget.messages_why import route_facts, why_not, why_not_take

WIDGET = Path(messages.__file__).parent


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_both_languages_have_every_text_with_the_same_values() -> None:
    for key, (english, german) in TEXTS.items():
        assert english.strip(), key
        assert german.strip(), key
        assert placeholders(english) == placeholders(german), key
        assert re.findall(r"</?\w+", english) == re.findall(r"</?\w+", german), f"{key}: other HTML"


def test_no_key_is_in_two_tables() -> None:
    times = Counter(key for table in TABLES for key in table)
    assert [key for key, number in times.items() if number > 1] == []


def test_the_singular_needs_no_other_values_than_the_plural() -> None:
    for key in TEXTS:
        if key.endswith(".one"):
            assert placeholders(TEXTS[key][0]) <= placeholders(TEXTS[key.removesuffix(".one")][0]), key
            assert text("en", key.removesuffix(".one"), **dict.fromkeys(placeholders(TEXTS[key][0]), "x"), n=1)


def test_an_unknown_key_language_or_a_missing_value_is_an_error_that_says_so() -> None:
    with pytest.raises(UnknownText, match=r"no text 'no\.such\.key'"):
        text("en", "no.such.key")
    with pytest.raises(UnknownText, match="no language 'fr'"):
        text("fr", "yes")
    with pytest.raises(UnknownText, match=r"'now.passenger' needs a value for 'city'"):
        text("de", "now.passenger")
    assert issubclass(UnknownText, KeyError)


def test_every_key_written_in_the_widget_exists() -> None:
    """Keys given as plain texts to `text(...)` anywhere in the room."""
    asked = re.compile(r"""\b(?:text|say|t)\(\s*(?:[\w.]+,\s*)?["']([a-z_]+(?:\.[a-z_]+)+)["']""")
    found = [(path, key) for path in WIDGET.glob("*.py") for key in asked.findall(path.read_text(encoding="utf-8"))]
    assert len(found) > 100
    own_prefix = {"rules_card.py": "rules."}
    missing = {
        f"{path.name}: {key}"
        for path, key in found
        if key not in TEXTS and own_prefix.get(path.name, "") + key not in TEXTS
    }
    assert not missing


def all_maps() -> list[GameMap]:
    return [ttr.load_map(name) for name in ttr.available_maps()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_cards_kinds_bots_mechanics_and_maps_have_names(language: str) -> None:
    for color in ROUTE_COLORS:
        assert text(language, f"color.{color}")
    for kind in ROUTE_KINDS:
        assert text(language, f"kind.{kind}")
    assert len({messages.card_name(language, card) for card in range(len(CARDS))}) == len(CARDS)
    for bot in bot_names():
        assert text(language, f"bot.{bot}")
        assert text(language, f"bot.{bot}.about")
    for board in all_maps():
        assert TEXTS[f"map.{board.name}"][0] == board.title
        assert messages.map_title(language, board) == text(language, f"map.{board.name}")
        assert text(language, f"map.{board.name}.about")
        for deck in board.settings.ticket_decks:
            assert text(language, f"deck.{deck}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_every_map_has_a_name_a_sentence_and_names_for_its_values(language: str) -> None:
    for board in all_maps():
        for name, option in board.choices.items():
            assert f"option.{name}" in TEXTS
            assert f"option.{name}.about" in TEXTS
            assert messages.option_name(language, board, name)
            assert messages.option_about(language, board, name)
            for value in option.values:
                assert isinstance(value, bool) or f"option.{name}.{value}" in TEXTS
                assert messages.option_value(language, name, value)


def test_what_a_map_of_ones_own_invents_keeps_its_name() -> None:
    assert messages.word("de", "source", "my_own_source") == "my own source"
    usa = ttr.load_map("usa")
    assert messages.map_title("de", usa) == "Nordamerika"
    own = GameMap.from_graph(usa.graph(), name="usa", title="My board")
    assert messages.map_title("de", own) == "My board"


def test_every_source_of_points_has_a_name() -> None:
    assert set(MECHANICS) >= {"passengers", "tolls"}
    for board in all_maps():
        for line in ttr.Game(board, players=2).score_sheet().lines:
            assert f"source.{line.source}" in TEXTS
            assert f"end.about.{line.source}" in TEXTS


@pytest.mark.parametrize("board", [*ttr.available_maps(), "nederland+neutral"])
def test_every_moment_of_a_game_has_its_sentence(board: str) -> None:
    """Whole games by chance: in both languages, for the seat that decides, the others and spectators."""
    name, _, neutral = board.partition("+")
    game = ttr.Game(name, players=2, seed=5, **({"neutral": True} if neutral else {}))
    bots = [make_bot("random", seed) for seed in (1, 2)]
    phases: set[str] = set()
    while not game.over:
        new = game.phase not in phases
        phases.add(game.phase)
        view = game.view(game.player)
        if new:
            for language in LANGUAGES:
                sentences = {seat: what_now(game.view(seat), language, bots=[1]) for seat in (0, 1, None)}
                assert len(set(sentences.values())) == 3
                assert game.names[game.player] in sentences[1 - game.player]
                # The last resort of a phase nobody has thought of; a phase of ours must not need it.
                assert not sentences[game.player].startswith(("Choose: ", "Wähle: "))
        game.play(bots[game.player].choose(view, view.legal))
    assert {"tickets", "keep"} & phases or name == "first_journey_europe"
    assert "passenger" in phases or name != "germany"
    assert "neutral" in phases or not neutral
    for language in LANGUAGES:
        sentence = over(game.view(0), language, game.scores(), game.winners)
        assert any(game.names[seat] in sentence for seat in game.winners)


def test_the_sentence_lists_what_is_possible() -> None:
    game = ttr.Game("italy", players=2, seed=1)
    game.play("keep 1 2 3")
    game.play("keep 1 2 3")
    sentence = what_now(game.view(game.player), "en")
    assert sentence.startswith("Your turn: take a card")
    assert sentence.endswith("draw tickets or take a ferry card.")
    game.play("draw")
    assert "second card" in what_now(game.view(game.player), "en")
    assert "zweite Karte" in what_now(game.view(game.player), "de")


def route(game: ttr.Game, a: str, b: str, number: int = 0) -> int:
    return [i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {a, b}][number]


class TestWhyNot:
    def test_owned_mine_and_closed_twin(self) -> None:  # B11, B12
        game = ttr.Scenario("usa", players=2).claim(0, "Denver–Kansas City").hand(0, black=4, orange=4).game()
        first = route(game, "Denver", "Kansas City")
        twin = route(game, "Denver", "Kansas City", 1)
        if game.owner[first] < 0:
            first, twin = twin, first
        assert why_not(game.view(0), first, "en") == "is yours already"
        assert why_not(game.view(1), first, "en") == "belongs to Player 1"
        assert why_not(game.view(1), first, "de") == "gehört Player 1"
        assert why_not(game.view(0), twin, "en") == "you hold the parallel track"
        assert why_not(game.view(1), twin, "de") == "gesperrt: bei 2 Spielern nur eines der parallelen Gleise"
        assert why_not(game.view(None), twin, "en") is None

    def test_cards_trains_and_none_when_it_can_be_claimed(self) -> None:  # B11
        game = ttr.Scenario("usa", players=2).hand(0, red=2, locomotive=1).game()
        red = route(game, "Denver", "Oklahoma City")  # 4 red
        assert why_not(game.view(0), red, "en") == "1 red missing"
        assert why_not(game.view(0), red, "de") == "es fehlt: 1× Rot"
        gray = route(game, "Phoenix", "El Paso")  # 3 gray
        assert why_not(game.view(0), gray, "en") is None
        game = ttr.Scenario(ttr.load_map("usa").changed(trains=3), players=2).hand(0, red=6).game()
        assert why_not(game.view(0), red, "de") == "braucht 4 Wagen, du hast 3"

    def test_ferries_need_locomotives_or_ferry_cards(self) -> None:  # I3
        game = ttr.Scenario("italy", players=2).hand(0, red=9).game()
        ferry = next(i for i, r in enumerate(game.board.routes) if r.waves == 2)
        assert why_not(game.view(0), ferry, "en") == "more locomotives or ferry cards needed for 2 wave spaces"
        assert "Wellenfelder" in str(why_not(game.view(0), ferry, "de"))

    def test_not_your_turn_and_another_decision_first(self) -> None:
        game = ttr.Scenario("usa", players=2).hand(1, red=9).game()
        assert game.player == 0
        gray = route(game, "Phoenix", "El Paso")
        assert why_not(game.view(1), gray, "en") == "it is Player 1's turn"
        game = ttr.Scenario("usa", players=2).hand(0, red=9).game()
        game.play("draw")
        assert why_not(game.view(0), gray, "de") == "erst ist etwas anderes zu entscheiden"

    def test_it_agrees_with_the_rules(self) -> None:
        """Whatever is legal has no reason against it, whatever is not has one, in whole games on every map."""
        for name in ttr.available_maps():
            game = ttr.Game(name, players=2, seed=9)
            bots = [make_bot("random", seed) for seed in (3, 4)]
            while not game.over:
                view = game.view(game.player)
                if len(game) % 9 == 0:
                    claimable = set(view.legal.claimable_routes())
                    for number in range(len(game.board.routes)):
                        assert (why_not(view, number, "de") is None) == (number in claimable)
                    for card in set(view.market):
                        legal = any(action.color == card for action in view.legal.by_kind("take"))
                        assert (why_not_take(view, card, "en") is None) == legal
                game.play(bots[game.player].choose(view, view.legal))


def test_the_hovered_route_says_what_it_costs_and_gives() -> None:
    game = ttr.Scenario("nederland", players=2).claim(1, "Utrecht–Amsterdam").game()
    routes = [i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"Utrecht", "Amsterdam"}]
    second = next(i for i in routes if game.owner[i] < 0)
    lines = route_facts(game.view(0), second, "en")
    assert lines[0].startswith(game.board.route_label(second))
    assert lines[1] == f"toll {game.board.routes[second].toll} to Player 2"  # N5
    germany = ttr.Game("germany", players=2, seed=1)
    assert any(line.startswith("Fahrgäste: ") for line in route_facts(germany.view(0), 0, "de"))
    japan = ttr.Game("japan", players=2, seed=1)
    express = next(i for i, r in enumerate(japan.board.routes) if r.kind == "express")
    assert "for everybody" in route_facts(japan.view(0), express, "en")[1]
