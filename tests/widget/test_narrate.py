"""The log tells every event in both languages, and to each seat only what that seat may know."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import ttr_widget as ttr
from ttr_widget.bots import make_bot
from ttr_widget.engine import events
from ttr_widget.engine.events import Event
from ttr_widget.gamemap import GameMap
from ttr_widget.widget import narrate
from ttr_widget.widget.messages import LANGUAGES, card_name

# Everything at once, so that every kind of event happens; a short deck of tickets runs out.
ALL_MAPS = [(name, {}) for name in ttr.available_maps()] + [("nederland", {"neutral": True})]


def played(name: str, options: dict[str, object], seed: int = 4) -> tuple[ttr.Game, list[Event]]:
    game = ttr.Game(name, players=2, seed=seed, **options)
    happened: list[Event] = []
    game.observe(happened.append)
    bots = [make_bot("random", seed) for seed in (1, 2)]
    while not game.over:
        view = game.view(game.player)
        game.play(bots[game.player].choose(view, view.legal))
    game.undo(2)
    return game, happened


class Balanced(HTMLParser):
    """Fails on tags that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("name", "options"), ALL_MAPS)
def test_every_event_of_whole_games_has_a_line_for_every_reader(name: str, options: dict[str, object]) -> None:
    game, happened = played(name, options)
    for event in happened:
        for language in LANGUAGES:
            for seat in (0, 1, None):
                said = narrate.line(event, game.board, game.names, language, seat)
                aloud = narrate.plain(event, game.board, game.names, language, seat)
                assert (said is None) == (aloud is None)
                if said is None or aloud is None:
                    assert event.kind == "claim"
                    continue
                parser = Balanced()
                parser.feed(said)
                assert not parser.open
                assert "<" not in aloud
                assert event.kind.replace("_", " ") != aloud.partition(": ")[2], "a kind nobody has thought of"
                if event.seat >= 0 and event.kind not in ("neutral_ticket", "neutral"):
                    assert game.names[event.seat] in aloud


def test_all_kinds_of_events_have_their_own_line() -> None:
    kinds = set(re.findall(r"^- (\w+)", events.__doc__ or "", re.MULTILINE))
    assert len(kinds) > 20
    assert [kind for kind in kinds if not hasattr(narrate._Teller, f"_{kind}")] == []


def test_a_blind_card_is_named_to_its_owner_only() -> None:  # X1
    game, happened = played("usa", {})
    drawn = [event for event in happened if event.kind == "draw"]
    assert drawn
    for event in drawn:
        card = event.private[event.seat]["card"]
        own = narrate.plain(event, game.board, game.names, "en", event.seat)
        assert own == f"{game.names[event.seat]} drew {card_name('en', card)}"
        for other in (1 - event.seat, None):
            assert narrate.plain(event, game.board, game.names, "en", other) == (
                f"{game.names[event.seat]} drew a blind card"
            )


def test_tickets_are_named_to_their_owner_only() -> None:  # X1
    game, happened = played("usa", {})
    cities = [city.name for city in game.board.cities]
    for event in happened:
        if event.kind in ("tickets", "keep", "swap"):
            assert any(city in str(narrate.line(event, game.board, game.names, "de", event.seat)) for city in cities)
            for other in (1 - event.seat, None):
                told = str(narrate.line(event, game.board, game.names, "de", other))
                assert not any(city in told for city in cities)


def test_a_claim_shows_cards_points_and_bold_places() -> None:
    game = ttr.Scenario("usa", players=["Ann", "Bob"]).hand(0, red=3, locomotive=1).game()
    happened: list[Event] = []
    game.observe(happened.append)
    game.play("claim Denver–Oklahoma City red+1L")
    said = str(narrate.line(happened[0], game.board, game.names, "en", 1))
    assert "<b>Denver</b>–<b>Oklahoma City</b>" in said
    assert "3×<span" in said
    assert "1×<span" in said
    assert "<b>+7</b>" in said
    aloud = narrate.plain(happened[0], game.board, game.names, "en", 1)
    assert aloud == "Ann claimed Denver–Oklahoma City with 3 red and 1 locomotive: 7 points"
    german = narrate.plain(happened[0], game.board, game.names, "de", 1)
    assert german == "Ann: Denver–Oklahoma City gebaut mit 3 Rot und 1 Lok: 7 Punkte"


def test_names_are_made_safe() -> None:
    board = ttr.load_map("usa")
    event = Event("pass", 0, 1)
    said = str(narrate.line(event, board, ["<script>alert(1)</script>", "Bob"], "en", 0))
    assert "<script>" not in said
    assert "&lt;script&gt;" in said


def test_an_event_nobody_has_thought_of_is_told_by_its_kind() -> None:
    board: GameMap = ttr.load_map("usa")
    assert narrate.plain(Event("new_thing", 1, 1), board, ["Ann", "Bob"], "en", 0) == "Bob: new thing"


def test_a_fulfilled_ticket_is_announced_once() -> None:
    game = ttr.Scenario("usa", players=["Ann", "Bob"]).hand(0, blue=6).tickets(0, "Chicago–New Orleans").game()
    before = game.view(0).completed()
    assert narrate.newly_done(game.view(0), before) == []
    game = (
        ttr.Scenario("usa", players=["Ann", "Bob"])
        .tickets(0, "Chicago–New Orleans")
        .claim(0, "Chicago–St. Louis", "St. Louis–Little Rock", "Little Rock–New Orleans")
        .game()
    )
    (ticket,) = narrate.newly_done(game.view(0), before)
    said = narrate.ticket_done(ticket, game.board, game.names, "de", 0, html=False)
    assert said == "Ann: Zielkarte erfüllt: Chicago–New Orleans (7)"
    assert narrate.newly_done(game.view(0), [ticket]) == []
    assert narrate.newly_done(game.view(1), []) == []


def test_you_are_inflected_where_something_is_done_to_you() -> None:  # N5, N6, N10
    board = ttr.load_map("nederland")
    names = ["Du", "Bob"]
    toll = Event("toll", 1, 1, None, {"route": 0, "toll": 2, "to": 0})
    assert narrate.plain(toll, board, names, "de", 0) == "Bob: 2 Zoll an dich gezahlt"
    assert narrate.plain(toll, board, ["Ann", "Bob"], "de", 0) == "Bob: 2 Zoll an Ann gezahlt"
    assert narrate.plain(toll, board, ["You", "Bob"], "en", 0) == "Bob paid a toll of 2 to you"
    loan = Event("loan", 1, 1, None, {"route": 0, "toll": 2, "to": 0})
    assert narrate.plain(loan, board, names, "de", 0) == "Bob: Kredit aufgenommen; die Bank zahlte dir 2 Zoll"
    neutral = Event("neutral", -1, 1, None, {"route": 0, "trains": 30, "toll": 2, "to": 0})
    assert str(narrate.plain(neutral, board, names, "de", 0)).endswith("Die Bank zahlt dir 2 Zoll")
    final = Event("final_round", 0, 1, None, {"turns": 2})
    assert (
        narrate.plain(final, board, names, "de", 0) == "Letzte Runde! Kaum noch Wagen: Du. Alle sind noch einmal dran"
    )
