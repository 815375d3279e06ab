"""No text goes past the tables: with every German text marked, nothing unmarked is left on the page."""

from __future__ import annotations

import html
import random
import re
import string
from collections.abc import Iterator

import pytest

import ttr_widget as ttr
from tests.widget.driver import models_of, perform, press, run_bots, shown, sit, wanted
from ttr_widget.picture import CARD_SYMBOLS
from ttr_widget.widget import PlayWidget
from ttr_widget.widget.messages import TEXTS
from ttr_widget.widget.prefs import Preferences

OPEN, CLOSE = "⟦", "⟧"
SEEN = ("description", "tooltip", "placeholder", "_options_labels", "board_label", "claims_label")
ATTRIBUTES = re.compile(r'\b(?:title|aria-label|alt)="([^"]*)"')


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every German text stands between marks, but not the values put into it."""
    for key, (english, german) in list(TEXTS.items()):
        pieces = string.Formatter().parse(german)
        words = "".join(f"{OPEN}{piece}{CLOSE}{'' if name is None else f'{{{name}}}'}" for piece, name, *_ in pieces)
        monkeypatch.setitem(TEXTS, key, (english, words))


def texts_of(board: PlayWidget) -> Iterator[str]:
    """All texts that a person can read or hear, tooltips included."""
    for model in models_of(board):
        state = model.get_state()
        for name in SEEN:
            value = state.get(name)
            yield from ([value] if isinstance(value, str) else value or ())
        value = state.get("value")
        if isinstance(value, str) and "<style" not in value and state["_model_name"] == "HTMLModel":
            yield from map(html.unescape, ATTRIBUTES.findall(value))
            yield html.unescape(re.sub(r"<!--.*?-->|<[^>]*>", "\n", value))


def outside(words: str) -> str:
    """What does not stand between marks."""
    return re.sub(f"{OPEN}[^{CLOSE}]*{CLOSE}", "", words)


def unmarked(board: PlayWidget) -> set[str]:
    """Words of the page that come from no table and are not the names of players or places or signs."""
    game_map = board.game.board
    own = {city.name for city in game_map.cities} | set(board.game.names) | {city.region for city in game_map.cities}
    names = re.compile("|".join(re.escape(name) for name in sorted(filter(None, own), key=len, reverse=True)))
    found = set()
    for words in texts_of(board):
        rest = names.sub(" ", outside(words)).replace(CARD_SYMBOLS[-1], " ")
        if re.search(r"[^\W\d_]{2}", rest):
            found.add(rest.strip())
    return found


def look(board: PlayWidget, where: str) -> None:
    assert board.last_error is None, board.last_traceback
    left = {words for words in unmarked(board) if not words.startswith(board.game.board.name)}  # a file's name
    assert not left, f"{where}: {sorted(left)}"


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("name", [*ttr.available_maps(), "nederland+neutral"])
def test_every_text_of_a_whole_game_comes_from_the_tables(name: str) -> None:
    name, _, neutral = name.partition("+")
    options = {"neutral": True} if neutral else {}
    board = sit(name, ["human", "random"], seed=2, options=options, preferences=Preferences("de", speed="instant"))
    rng = random.Random(3)
    look(board, "at the start")
    while not board.game.over:
        if board.table.bot_to_decide() is not None:
            run_bots(board)
            continue
        action = wanted(board, rng)
        if len(board.game) % 7 == 0:
            board.press_hint()
            look(board, f"hint after {len(board.game)} moves")
            for route in rng.sample(range(len(board.game.board.routes)), 6):
                board.overlay.hover(*board.board.point_of(route))
                board.decisions.click_route(route) if route not in board.view.legal.claimable_routes() else None
                look(board, f"route {route}")
            board.overlay.leave()
        perform(board, action)
        if len(board.game) % 5 == 0:
            look(board, f"after {len(board.game)} moves")
    while shown(board.ending.next):
        look(board, "the end")
        press(board.ending.next)
    for number in range(0, len(board.game), 5):
        board.ending.slider.value = number
        look(board, f"replay {number}")
    press(board.ending.close_button)


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("name", ttr.available_maps())
def test_menu_rules_tour_and_refusals_come_from_the_tables(name: str) -> None:
    board = sit(name, ["human", "human:Anna", "random"], seed=2, preferences=Preferences("de", speed="instant"))
    look(board, "the curtain")
    press(board.parts.menu)
    for tab in board.menu.tabs.values():
        press(tab)
        look(board, "the menu")
    press(board.menu.close_button)
    board.overlay.open_rules()
    look(board, "the rules")
    board.press_close_page()
    board.press_tour()
    while shown(board.overlay.tour_box):
        look(board, "the tour")
        press(board.overlay.tour_next)
    board.press_undo()
    look(board, "nothing to undo")


@pytest.mark.usefixtures("marked")
def test_the_menu_says_in_ones_own_language_why_a_game_cannot_start() -> None:
    board = sit("nederland", ["human", "random", "random"], seed=2, preferences=Preferences("de", speed="instant"))
    press(board.parts.menu)
    menu, game = board.menu, board.game
    for choice, words in (({"neutral": True}, "genau ⟧2"), ({"neutral": True, "tolls": False}, "⟧ – ⟦ja⟧⟦“ braucht „")):
        for name, value in choice.items():
            menu.options[name].value = value
        press(menu.start)
        assert words in menu.trouble.value
        look(board, f"{choice}")
        assert board.game is game
    for name, value in {"neutral": True, "tolls": True}.items():
        menu.options[name].value = value
    menu.seat_kinds[2].value = ""
    press(menu.start)
    assert board.game is not game
    assert board.game.players == 2
    assert menu.trouble.value == ""


def test_the_check_sees_a_text_that_goes_past_the_tables(marked: None) -> None:
    board = sit("usa", ["human", "random"], preferences=Preferences("de", speed="instant"))
    assert unmarked(board) == set()
    board.parts.hint.description = "Surprise"
    assert unmarked(board) == {"Surprise"}
