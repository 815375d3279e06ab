"""Records: saved, loaded and replayed exactly; whatever is wrong with one is named; saving is atomic."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.helpers import VARIANTS, named, play, play_randomly, random_game, usa
from ttr_widget.engine import Game, RecordError, record
from ttr_widget.gamemap import GameMap, load_map


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=map(named, VARIANTS))
@pytest.mark.parametrize("actions", [0, 30, None])
def test_saved_and_loaded(name: str, options: dict[str, Any], actions: int | None, tmp_path: Path) -> None:
    game = random_game(name, 2, 6, actions, **options)
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert again.state.facts() == game.state.facts()
    assert again.record() == game.record() == (tmp_path / "game.json").read_text(encoding="utf-8")
    assert (again.board, again.names, again.seed, again.actions) == (game.board, game.names, game.seed, game.actions)


def test_loaded_games_go_on_alike() -> None:
    game = random_game("germany", 4, 6, 50)
    again = Game.from_record(game.record())
    for one in (game, again):
        play_randomly(one, random.Random(1))
    assert game.state.facts() == again.state.facts()
    assert game.scores() == again.scores()


def test_everything_about_the_set_up_is_kept() -> None:
    game = Game("usa", ["Änne", 'Bob \\ "B" 🚂'], seed="a text", first_player=1, edition="classic")
    again = Game.from_record(game.record())
    assert (again.names, again.seed, again.first_player) == (game.names, "a text", 1)
    assert len(again.board.tickets) == 30
    assert again.state.facts() == game.state.facts()


def test_hand_made_positions_are_kept() -> None:
    scenario = usa(3).claim(1, "Seattle–Vancouver", track=2).hand(0, red=3).tickets(2, "Boston–Miami").market("red")
    game = play(scenario.deck("blue").discard(green=4).ticket_deck("Denver–El Paso").turn(1).game(), "draw")
    again = Game.from_record(game.record())
    assert again.state.facts() == game.state.facts()
    again.undo()
    assert again.state.facts() == scenario.game().state.facts()


def test_own_maps_travel_with_the_record(tmp_path: Path) -> None:
    board = load_map("usa").changed(name="mine", trains=20)
    game = play_randomly(Game(board, 2, 1), random.Random(1))
    again = Game.from_record(game.record())
    assert again.board == board
    assert again.scores() == game.scores()
    assert "data" not in json.loads(Game("usa", 2).record())["map"]


def test_a_record_is_readable_text() -> None:
    game = play(usa().hand(0, red=3).game(), "claim Chicago–Duluth red", "draw")
    lines = game.record().splitlines()
    assert '  "claim Chicago–Duluth red",' in lines
    assert json.loads(game.record())["version"] == record.VERSION == 1


def broken(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        Game.from_record(text)
    return str(caught.value)


@pytest.fixture(scope="module")
def saved() -> dict[str, Any]:
    """A game of 60 actions as plain data."""
    data: dict[str, Any] = json.loads(random_game("usa", 2, 3, 60).record())
    assert len(data["actions"]) == 60
    return data


def changed(saved: dict[str, Any], change: Callable[[dict[str, Any]], object], checksum: bool = True) -> str:
    data = json.loads(json.dumps(saved))
    change(data)
    if not checksum:
        data.pop("checksum", None)
    return json.dumps(data)


def test_the_untouched_record_is_fine(saved: dict[str, Any]) -> None:
    assert len(Game.from_record(json.dumps(saved))) == 60


def test_truncated_text_names_the_action(saved: dict[str, Any]) -> None:
    text = random_game("usa", 2, 3, 60).record()
    first = text.index('"actions"')
    for end in range(0, len(text) - 2, 37):
        message = broken(text[:end])
        assert re.search(r"line \d+, column \d+", message)
        if end > first + 12:
            whole = text[first + 9 : end].count('",') + text[first + 9 : end].count('"\n')
            assert f"after action {min(whole, 60)}" in message


def test_damaged_text_names_the_action() -> None:
    text = random_game("usa", 2, 3, 60).record()
    lines = text.splitlines()
    at = lines.index(' "actions": [') + 10
    lines[at] = lines[at].rstrip(",").rstrip('"')
    assert "after action 9" in broken("\n".join(lines))


def test_an_unknown_action_is_named(saved: dict[str, Any]) -> None:
    message = broken(changed(saved, lambda data: data["actions"].__setitem__(11, "fly to the moon")))
    assert message == "action 12 of 60, 'fly to the moon', is no action of North America"
    assert "action 3 of 60, 5, is no action" in broken(changed(saved, lambda data: data["actions"].__setitem__(2, 5)))


def test_an_illegal_action_is_named(saved: dict[str, Any]) -> None:
    message = broken(changed(saved, lambda data: data["actions"].__setitem__(11, "keep 1 2")))
    assert message.startswith("action 12 of 60 is illegal there: keep 1 2: ")


@pytest.mark.parametrize("checksum", [True, False])
def test_actions_after_the_end(checksum: bool) -> None:
    data = json.loads(random_game("usa", 2, 3).record())
    number = len(data["actions"]) + 1
    message = broken(changed(data, lambda data: data["actions"].append("draw"), checksum))
    assert f"action {number} of {number} is illegal there: draw: the game is over" in message


def test_an_edited_action_is_named_even_if_it_is_legal() -> None:
    game = play(usa().market("red", "blue", "blue", "green", "green").game(), *["take red", "draw", "draw", "draw"])
    data = json.loads(game.record())
    message = broken(changed(data, lambda data: data["actions"].__setitem__(0, "take blue")))
    assert message.startswith("action 1 of 4, 'take blue', was edited or is damaged")
    assert "remove the line 'checksum'" in message
    again = Game.from_record(changed(data, lambda data: data["actions"].__setitem__(0, "take blue"), checksum=False))
    assert again.actions[0].text == "take blue", "edited on purpose, without the checksum"


def test_removed_and_added_actions_are_named(saved: dict[str, Any]) -> None:
    assert "after action 58, the last one, something is missing" in broken(
        changed(saved, lambda data: data.__setitem__("actions", data["actions"][:58]))
    )
    game = play(usa().game(), "draw", "draw", "draw")
    message = broken(changed(json.loads(game.record()), lambda data: data["actions"].append("draw")))
    assert message.startswith("action 4 of 4, 'draw', was edited")


@pytest.mark.parametrize(
    ("key", "value"), [("seed", 4), ("players", ["Ann", "Bob"]), ("first_player", 0), ("note", "new entry")]
)
def test_an_edited_set_up_is_noticed(saved: dict[str, Any], key: str, value: Any) -> None:
    message = broken(changed(saved, lambda data: data.__setitem__(key, value)))
    assert "the set-up (map, players, seed or start) was edited" in message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda data: data.update(version=2),
            "the record has version 2, this program knows up to 1: update ttr_widget",
        ),
        (lambda data: data.update(version="1"), "unknown version '1'"),
        (lambda data: data.update(version=True), "unknown version True"),
        (lambda data: data.update(version=0), "unknown version 0"),
        (lambda data: data.update(format="chess"), "this is not a saved game"),
        (lambda data: data.pop("format"), "this is not a saved game"),
        (lambda data: data.pop("seed"), "the entry 'seed' is missing"),
        (lambda data: data.pop("actions"), "the entry 'actions' is missing"),
        (lambda data: data.update(seed=True), "the entry 'seed' is bool"),
        (lambda data: data.update(seed=1.5), "the entry 'seed' is float"),
        (lambda data: data.update(actions="draw"), "the entry 'actions' is str"),
        (lambda data: data.update(checksum=5), "the entry 'checksum' must be a text"),
        (lambda data: data.update(checksum="xx"), "was edited or damaged"),
        (lambda data: data.update(start=5), "the entry 'start' must be a list of edits"),
        (lambda data: data.update(start=[5]), "the set-up is wrong"),
        (lambda data: data.update(start=[[]]), "the set-up is wrong: edit 1"),
        (lambda data: data.update(start=[["hand", 0, [1]]]), "the set-up is wrong: edit 1, hand"),
        (lambda data: data.update(start=[["hand", 7, {}]]), "the set-up is wrong: edit 1, hand: there is no seat 7"),
        (lambda data: data.update(players=["Ann"]), "the set-up is wrong: North America is for 2 to 5 players, not 1"),
        (lambda data: data.update(players=["Ann", "Ann"]), "two players have the name"),
        (lambda data: data.update(players=[1, 2]), "every player needs a name"),
        (lambda data: data.update(first_player=9), "first_player must be a seat"),
        (lambda data: data["map"].update(name="atlantis"), "the map 'atlantis' cannot be loaded: there is no map"),
        (lambda data: data["map"].update(name=None), "the map's name or options are missing"),
        (lambda data: data["map"].update(options={"edtion": "new"}), "did you mean edition?"),
        (lambda data: data["map"].update(name="germany", options={}), "is not the one this game was played on"),
        (lambda data: data["map"].update(fingerprint="0"), "is not the one this game was played on"),
        (lambda data: data["map"].update(data={}), "the map 'usa' cannot be loaded"),
        (lambda data: data["map"].update(data=5), "the map 'usa' cannot be loaded"),
    ],
)
def test_damaged_entries(saved: dict[str, Any], change: Callable[[dict[str, Any]], object], words: str) -> None:
    assert words in broken(changed(saved, change))


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "5", '"text"', "{", "\x00", "[" * 100_000, "1" * 10_000, '{"format": "ttr_widget game"}']
)
def test_texts_that_are_no_record(text: str) -> None:
    assert broken(text)


def test_a_changed_map_is_noticed() -> None:
    """The map on disk was edited after the game was saved."""
    data = json.loads(Game(load_map("usa").changed(trains=44), 2).record())
    del data["map"]["data"]
    assert "is not the one this game was played on" in broken(json.dumps(data))


@pytest.mark.parametrize("thing", [None, 5, b"{}", {"format": "ttr_widget game"}])
def test_a_record_is_a_text(thing: Any) -> None:
    with pytest.raises(RecordError, match=r"a record is a text, as game\.record\(\) gives it"):
        Game.from_record(thing)


def test_files_that_are_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"game\.json: not a saved game: byte 0 is not UTF-8 text"):
        Game.load(path)
    path.write_text("{}")
    with pytest.raises(RecordError, match=r"game\.json: this is not a saved game"):
        Game.load(path)
    with pytest.raises(FileNotFoundError):
        Game.load(tmp_path / "missing.json")


def spots(data: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [here, *(way for key, value in items for way in spots(value, (*here, key)))]


OWN = Game(load_map("usa").changed(name="own", trains=30), 2, 1).record()
FULL = json.loads(
    play(usa(3).hand(0, red=3).tickets(1, "Boston–Miami").claim(2, "Dallas–Houston").game(), "draw").record()
)
FULL["map"] = json.loads(OWN)["map"]
SPOTS = spots(FULL)[1:]
JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4), st.characters()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=4,
)


@given(spot=st.sampled_from(SPOTS), value=JSON_VALUES, remove=st.booleans())
def test_whatever_is_damaged_a_game_or_an_error(spot: tuple[Any, ...], value: Any, remove: bool) -> None:
    data = json.loads(json.dumps(FULL))
    del data["checksum"]
    inside = data
    for key in spot[:-1]:
        inside = inside[key]
    if spot != ("checksum",):
        if remove:
            del inside[spot[-1]]
        else:
            inside[spot[-1]] = value
    try:
        game = Game.from_record(json.dumps(data))
    except RecordError:
        return
    game.check()
    assert Game.from_record(game.record()).state.facts() == game.state.facts()


@given(st.integers(0, 10**9), st.binary(max_size=3), st.integers(0, 20))
def test_damaged_bytes(tmp_path_factory: pytest.TempPathFactory, spot: int, new: bytes, length: int) -> None:
    """A byte of the file is damaged: the error says so, or the change did not matter (blanks)."""
    good = random_game("usa", 2, 3, 20)
    raw = good.record().encode()
    at = spot % len(raw)
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    path.write_bytes(raw[:at] + new + raw[at + length :])
    try:
        again = Game.load(path)
    except RecordError:
        return
    checksum_gone = b'"checksum"' not in path.read_bytes()
    assert checksum_gone or again.state.facts() == good.state.facts()


def test_saving_replaces_the_old_file_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails on the way, the old file is whole and nothing else is left behind."""
    path = tmp_path / "game.json"
    game = Game("usa", 2, 1)
    game.save(path)
    old = path.read_bytes()
    game.play("keep 1 2")

    def fail(*_: Any, **__: Any) -> None:
        raise OSError("the disk is full")

    for what in ("fsync", "replace", "chmod"):
        with monkeypatch.context() as broken_disk:
            broken_disk.setattr(os, what, fail)
            with pytest.raises(OSError, match="the disk is full"):
                game.save(path)
        assert path.read_bytes() == old
        assert os.listdir(tmp_path) == ["game.json"]
    game.save(path)
    assert len(Game.load(path)) == 1
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_failure_in_the_middle_of_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    Game("usa", 2, 1).save(path)
    old = path.read_bytes()
    real = os.fdopen

    class HalfWritten:
        """Writes half of the text and fails, as when the power goes."""

        def __init__(self, handle: int, *args: Any, **settings: Any) -> None:
            self.file = real(handle, *args, **settings)

        def __enter__(self) -> HalfWritten:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, text: str) -> None:
            self.file.write(text[: len(text) // 2])
            raise OSError("no power")

    monkeypatch.setattr(os, "fdopen", HalfWritten)
    with pytest.raises(OSError, match="no power"):
        random_game("usa", 2, 2, 50).save(path)
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_link_is_followed_and_the_mode_kept(tmp_path: Path) -> None:
    """Somebody who keeps a saved game to themselves, or elsewhere, still does so after saving again."""
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    game = Game("usa", 2, 1)
    game.save(real)
    real.chmod(0o600)
    link.symlink_to(real)
    game.play("keep 1 2")
    game.save(link)
    assert link.is_symlink()
    assert len(Game.load(real)) == 1
    assert real.stat().st_mode & 0o777 == 0o600


def test_saving_into_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Game("usa", 2, 1).save(tmp_path / "nowhere" / "game.json")


def test_records_hold_data_only() -> None:
    """No pickle and nothing that could run: only JSON, and actions of the catalog."""
    source = Path(record.__file__).read_text(encoding="utf-8")
    assert not re.search(r"\b(?:pickle|marshal|eval|exec|__import__|yaml)\b", source)
    with pytest.raises(TypeError, match="a catalog is made from its map"):
        Game("usa", 2).rules.catalog.__reduce__()


def test_maps_of_records_are_maps() -> None:
    data = json.loads(OWN)
    assert GameMap.from_dict(data["map"]["data"]).settings.trains == 30
