"""Games save themselves beside the notebook and go on after a kernel restart; preferences are remembered."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import ttr_widget as ttr
from tests.widget.driver import perform, press, run_bots, wanted
from ttr_widget.engine import RecordError
from ttr_widget.widget import PlayWidget, prefs, storage


def fresh(**how: object) -> PlayWidget:
    board = ttr.play("usa", ["human", "random", "greedy"], seed=7, **how)
    board.quickest = 0
    board.table.runner.speed = "instant"
    return board


def play_some(board: PlayWidget, number: int = 12) -> None:
    rng = random.Random(3)
    for _ in range(number):
        run_bots(board)
        perform(board, wanted(board, rng))


def test_a_game_is_saved_and_gone_on_with(own_folder: Path) -> None:
    board = fresh()
    run_bots(board)
    assert not list(own_folder.glob("*.json")), "nothing is saved before a person has done something"
    play_some(board)
    path = own_folder / "usa.ttr-autosave.json"
    assert path.exists()
    again = ttr.resume()
    assert again.game.record() == board.game.record()
    assert [seat.kind for seat in again.table.seats] == ["human", "random", "greedy"]
    assert [seat.name for seat in again.table.seats] == list(board.game.names)
    assert again.table.autosave == path
    again.quickest = 0
    again.table.runner.speed = "instant"
    play_some(again, 2)
    assert ttr.resume(path).game.record() == again.game.record()


def test_a_new_game_offers_the_unfinished_one() -> None:
    board = fresh()
    play_some(board)
    other = fresh()
    assert "ttr-off" not in other.parts.notice_panel._dom_classes
    press(other.parts.resume)
    assert other.game.record() == board.game.record()
    assert "ttr-off" in other.parts.notice_panel._dom_classes
    assert other.last_error is None


def test_saving_by_itself_can_be_switched_off(own_folder: Path) -> None:
    board = fresh(autosave=False)
    play_some(board, 4)
    assert not list(own_folder.glob("*autosave*"))


def test_what_was_taken_back_is_saved_too() -> None:
    board = fresh()
    play_some(board, 1)
    press(board.parts.undo)
    assert ttr.resume().game.record() == board.game.record()


def test_a_new_game_keeps_the_unfinished_one_in_a_file(own_folder: Path) -> None:
    board = fresh()
    play_some(board, 3)
    record = board.game.record()
    press(board.parts.menu)
    press(board.menu.start)
    assert board.game.record() != record
    kept = own_folder / "usa.previous.ttr-autosave.json"
    assert storage.read(kept)[0].record() == record
    board.load(kept)
    assert board.game.record() == record


def test_own_bots_come_back_when_they_are_given(own_folder: Path) -> None:
    class Mine:
        def choose(self, view, legal):  # type: ignore[no-untyped-def]
            return legal[0]

    board = ttr.play("usa", ["human", Mine()], seed=1)
    board.quickest = 0
    play_some(board, 3)
    assert ttr.resume().table.seats[1].kind != "own"
    again = ttr.resume(players=["human", Mine()])
    assert isinstance(again.table.seats[1].bot, Mine)
    assert again.game.names == board.game.names == ("You", "Mine")


def test_without_a_saved_game_it_says_so() -> None:
    with pytest.raises(FileNotFoundError, match="no saved game"):
        ttr.resume()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"format": "something else"}', "\xff"])
def test_a_damaged_file_gives_an_error_and_changes_nothing(own_folder: Path, damage: str) -> None:
    path = own_folder / "bad.ttr.json"
    path.write_bytes(damage.encode("latin-1"))
    with pytest.raises(RecordError):
        storage.read(path)
    board = fresh()
    record = board.game.record()
    board.load(path)
    assert board.game.record() == record
    assert "ttr-bad" in board.parts.over.value
    assert board.last_error is None


def test_every_damaged_entry_is_a_record_error(own_folder: Path) -> None:
    board = fresh()
    play_some(board, 3)
    path = own_folder / "usa.ttr-autosave.json"
    good = json.loads(path.read_text())
    for key in good:
        for wrong in (None, 5, "x", []):
            path.write_text(json.dumps({**good, key: wrong}))
            if {**good, key: wrong} != good:
                with pytest.raises(RecordError):
                    storage.read(path)


def test_save_and_load_by_the_menu(own_folder: Path) -> None:
    board = fresh()
    play_some(board, 5)
    press(board.parts.menu)
    menu = board.menu
    press(menu.tabs["files"])
    menu.save_name.value = "evening"
    press(menu.save)
    assert (own_folder / "evening.ttr.json").exists()
    saved = board.game.record()
    play_some(board, 3)
    menu.load_list.value = "evening.ttr.json"
    press(menu.load)
    assert board.game.record() == saved
    assert board.last_error is None


def test_a_plain_record_can_be_loaded(own_folder: Path) -> None:
    game = ttr.Game("italy", players=3, seed=2)
    game.play(game.legal_actions()[0])
    game.save(own_folder / "plain.ttr.json")
    board = ttr.resume(own_folder / "plain.ttr.json")
    assert board.game.record() == game.record()
    assert board.table.humans == [0]


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(own_folder: Path) -> None:
    board = fresh()
    play_some(board, 1)
    run_bots(board)
    board.table.autosave = own_folder / "missing" / "x.json"
    before = len(board.game)
    board.game.play(board.game.legal_actions()[0])
    assert len(board.game) == before + 1
    assert board.table.autosave is None
    assert board.t("error.autosave", reason="No such file or directory") in board.parts.over.value
    assert board.last_error is None


def test_preferences_are_remembered_and_damage_does_no_harm(own_folder: Path) -> None:
    board = fresh()
    board.set_preference(language="de", theme="dark", speed="fast")
    assert fresh().prefs == prefs.Preferences(language="de", theme="dark", speed="fast")
    assert fresh(language="en").language == "en"
    (own_folder / prefs.FILE).write_text('{"language": "xx", "theme": "dark", "size": 7, "other": 1}')
    assert prefs.load() == prefs.Preferences(theme="dark")
    (own_folder / prefs.FILE).write_text("not json")
    assert prefs.load() == prefs.Preferences()


def test_wrong_preferences_are_refused() -> None:
    with pytest.raises(ValueError, match="language is one of"):
        ttr.play("usa", language="fr")


def test_a_cell_that_is_run_again_loses_no_unfinished_game(own_folder: Path) -> None:
    board = fresh()
    play_some(board, 4)
    record = board.game.record()
    again = fresh()  # the same cell: the same seed, and its player overlooks the question whether to go on
    play_some(again, 1)
    assert storage.read(own_folder / "usa.ttr-autosave.json")[0].record() == again.game.record()
    assert storage.read(own_folder / "usa.previous.ttr-autosave.json")[0].record() == record
    resumed = ttr.resume()
    resumed.quickest = 0
    play_some(resumed, 1)
    assert storage.read(own_folder / "usa.previous.ttr-autosave.json")[0].record() == record, "it is the same game"
