"""The rules card and the tour say what the settings of the map say, also for options and maps of one's own."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import ttr_widget as ttr
from tests.widget.driver import press, shown, sit
from ttr_widget.gamemap import GameMap
from ttr_widget.gamemap.mechanic_names import MECHANICS
from ttr_widget.widget import rules_card, tour
from ttr_widget.widget.messages import LANGUAGES, TEXTS
from ttr_widget.widget.prefs import Preferences


def read(board: GameMap, language: str, players: int | None = None) -> str:
    """The card as plain text; fails on HTML that is not closed."""

    class Reader(HTMLParser):
        said = ""
        depth = 0

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.depth += 1

        def handle_endtag(self, tag: str) -> None:
            self.depth -= 1

        def handle_data(self, data: str) -> None:
            self.said += data

    reader = Reader()
    reader.feed(rules_card.card(board, language, players))
    assert reader.depth == 0
    return reader.said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ttr.available_maps())
def test_the_card_has_the_numbers_of_the_map(name: str, language: str) -> None:
    board = ttr.load_map(name)
    said = read(board, language)
    settings = board.settings
    assert str(settings.trains) in said
    assert str(sum(settings.cards.values())) in said
    for parameters in settings.mechanics.values():
        for value in parameters.values():
            if isinstance(value, int) and not isinstance(value, bool) and value >= 10:
                assert str(value) in said or value == settings.mechanics.get("passengers", {}).get("each")


def test_every_mechanic_is_spoken_of() -> None:
    """Each of them, added to a plain board, makes the card say more than before."""
    usa = ttr.load_map("usa")
    cities = [replace(city, region="East" if city.lon > -95 else "West") for city in usa.cities]
    plain = usa.changed(cities=cities, mechanics={"longest_path": False})
    with_tolls = plain.changed(mechanics={"tolls": {}})
    for mechanic in MECHANICS:
        before = with_tolls if mechanic == "neutral" else plain
        parameters = {"trains": 2} if mechanic == "express" else {}  # with more, this board could never end (J7)
        after = before.changed(mechanics={mechanic: parameters})
        new = set(re.findall(r"[^.]+", read(after, "en"))) - set(re.findall(r"[^.]+", read(before, "en")))
        assert new, mechanic


def test_usa_in_full() -> None:  # B1–B19
    said = read(ttr.load_map("usa"), "en", 2)
    for fact in (
        "45 trains and 4 cards",
        "2 to 5 players",
        "110 cards: 8 colours and 14 locomotives",
        "With 3 or more locomotives",
        "4 tickets each; keep at least 2",
        "Take two cards, open or blind",
        "Claim one route, any free one",
        "Draw 3 tickets, keep at least 1",
        "6→15",
        "fewer than 4 players",
        "2 or fewer trains",
        "Longest continuous path: 10",
    ):
        assert fact in said
    assert "7→18" not in said, "there is no route of length 7"


def test_options_change_the_card() -> None:
    without = read(ttr.load_map("nederland", tolls=False), "de", 3)
    assert "Zollmarken" not in without
    assert "Brückenzoll: nein" in without
    assert "weniger als 4 Spielern" in without  # N9
    with_tolls = read(ttr.load_map("nederland"), "de", 3)
    assert "+55 / +35 / 0" in with_tolls
    assert "+10" not in with_tolls, "only the row for three players"
    neutral = read(ttr.load_map("nederland", neutral=True), "en", 2)
    assert "From round 6 on" in neutral
    assert "exactly 2 players" in neutral


def test_a_map_of_ones_own_gets_a_right_card() -> None:
    board = ttr.load_map("usa").changed(
        trains=17, end_trains=0, market=0, mechanics={"passengers": {"first": 33}, "longest_path": False}
    )
    said = read(board, "en")
    assert "17 trains" in said
    assert "No cards lie open" in said
    assert "most 33" in said
    assert "Longest continuous" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ttr.available_maps())
def test_the_tour_takes_about_a_minute(name: str, language: str) -> None:
    stops = tour.steps(ttr.load_map(name), language)
    words = sum(len(re.findall(r"\w+", stop.text)) for stop in stops)
    assert 80 < words < 230  # read at two to three words a second
    assert all(stop.title and stop.target.startswith("ttr-") for stop in stops)
    assert len({stop.text for stop in stops}) == len(stops)


def test_the_tour_knows_every_mechanic_but_the_plain_bonuses() -> None:
    assert set(tour.SPECIAL) == set(MECHANICS) - {"most_tickets"}
    assert all(f"tour.special.{name}" in TEXTS for name in tour.SPECIAL)


def test_what_the_card_must_not_leave_out() -> None:  # G1, G4, G7, F5, F6, N6, B19, I6
    germany = read(ttr.load_map("germany"), "en", 3)
    assert "under their own decks" in germany
    assert "in towns and countries" in germany
    assert "tied for second: all 10" in germany
    assert "more completed tickets, then more passengers; else it is shared" in germany
    journey = read(ttr.load_map("first_journey_europe"), "de", 3)
    assert "einmal eine Bonuskarte; sie zählt als erfüllte Zielkarte" in journey
    assert "bei Gleichstand geteilter Sieg" in journey
    assert "bekommt den Zoll dann von der Bank" in read(ttr.load_map("nederland"), "de", 2)
    assert "Länder sind keine Regionen" in read(ttr.load_map("italy"), "de", 2)
    assert "Längste zusammenhängende Strecke: 10 Punkte" in read(ttr.load_map("usa"), "de", 2)
    assert "zwei Orte deine eigenen Strecken verbinden" in read(ttr.load_map("usa"), "de", 2)  # B17
    assert "counted in trains" in read(ttr.load_map("usa"), "en", 2)  # B18
    assert "one of your trains on each" in read(ttr.load_map("usa"), "en", 2)  # B11
    neutral = read(ttr.load_map("nederland", neutral=True), "de", 2)
    assert "ein Gleis neben dem neutralen zahlst du an die Bank" in neutral  # N10
    assert "scheidet er aus" in neutral


def test_places_drawn_twice_are_told_to_be_one() -> None:  # J6
    board = sit("japan", ["human", "random"], preferences=Preferences(language="de"))
    board.overlay.open_rules()
    assert "ein und derselbe (Kokura und Tokyo)" in board.parts.page_body.value
    board = sit("usa", ["human", "random"])
    board.overlay.open_rules()
    assert "enlarged" not in board.parts.page_body.value


def test_the_tour_goes_forth_and_back_and_is_offered_only_once() -> None:
    board = sit("germany", ["human", "random"], preferences=Preferences(speed="instant"))
    overlay = board.overlay
    assert shown(board.parts.notice_panel), "a newcomer is asked"
    press(board.parts.first_tour)
    assert not shown(overlay.tour_back)
    first = overlay.tour_text.value
    press(overlay.tour_next)
    second = overlay.tour_text.value
    assert second != first
    press(overlay.tour_next)
    press(overlay.tour_back)
    assert overlay.tour_text.value == second
    press(overlay.tour_close)
    assert board.parts.dynamic.value == "", "nothing stays outlined"
    assert board.prefs.toured
    again = sit("germany", ["human", "random"], preferences=board.prefs)
    assert not shown(again.parts.notice_panel)
    again.press_tour()
    assert shown(again.overlay.tour_box), "but it can be called again"


def test_who_says_elsewhere_to_know_the_tour_is_not_asked_any_more() -> None:
    board = sit("usa", ["human", "random"], preferences=Preferences(speed="instant"))
    assert shown(board.parts.notice_panel)
    board.set_preference(toured=True)
    assert not shown(board.parts.notice_panel)
