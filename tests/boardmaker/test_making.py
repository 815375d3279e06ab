"""Making boards of small maps, from Python and from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.boardmaker import small_maps
from tests.boardmaker.test_board_for import complete
from ttr_widget.boardmaker import BoardError, board_for, make_board, save_board
from ttr_widget.boardmaker.__main__ import main
from ttr_widget.boardmaker.quality import ZERO
from ttr_widget.gamemap import GameMap, load_map


def faults(board: dict[str, Any]) -> dict[str, int]:
    return {key: board["quality"][key] for key in ZERO if board["quality"][key]}


@pytest.mark.parametrize(
    "game_map",
    [small_maps.without_places(), small_maps.one_route(1), small_maps.one_route(9), small_maps.dense(1)],
    ids=lambda game_map: game_map.name,
)
def test_a_board_without_faults(game_map: GameMap) -> None:
    board = make_board(game_map)
    complete(board, game_map)
    assert faults(board) == {}


def test_the_same_map_gives_the_same_board(tmp_path: Path) -> None:
    folder = small_maps.folder(tmp_path / "france")
    assert json.dumps(make_board(folder)) == json.dumps(make_board(load_map(folder)))


def test_towns_keep_their_places_on_the_globe(tmp_path: Path) -> None:
    cities = make_board(small_maps.folder(tmp_path / "france"))["cities"]
    assert cities["Brest"]["x"] < cities["Caen"]["x"] < cities["Évry"]["x"] < cities["Dijon"]["x"]
    assert cities["Caen"]["y"] < cities["Dijon"]["y"] < cities["Arles"]["y"]


def test_a_country_has_one_end_for_each_entry_and_a_banner(tmp_path: Path) -> None:
    folder = small_maps.folder(tmp_path / "france", country=True)
    (folder / "country_endpoints.csv").write_text(
        "country,city,lon,lat\nItalia,Arles,7.6,44.1\nItalia,Dijon,7.7,46.0\n", encoding="utf-8"
    )
    board = make_board(folder)
    assert faults(board) == {}
    ends = {end["city"]: end for end in board["endpoints"]}
    assert ends["Dijon"]["y"] < ends["Arles"]["y"]
    assert board["cities"]["Italia"]["kind"] == "country"


def test_saving_and_using(tmp_path: Path) -> None:
    folder = small_maps.folder(tmp_path / "france", places=False)
    path = save_board(folder)
    assert path == folder / "board.json"
    board = json.loads(path.read_text(encoding="utf-8"))
    assert board_for(load_map(folder)) == board
    assert board["projection"] is None
    assert board["quality"]["mean_moved"] is None


def test_a_map_without_a_folder_must_say_where(tmp_path: Path) -> None:
    game_map = small_maps.one_route(2)
    with pytest.raises(ValueError, match="has no folder"):
        save_board(game_map, {})
    assert save_board(game_map, {"version": 1}, tmp_path / "own.json").read_text() == '{"version":1}\n'


def test_the_command_makes_measures_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small_maps.folder(tmp_path / "france")
    out = tmp_path / "elsewhere.json"
    assert main([str(folder), "--out", str(out)]) == 0
    made = capsys.readouterr().out
    assert str(out) in made
    assert "france: good" in made
    assert "mean moved" in made
    assert not (folder / "board.json").exists()
    assert main([str(folder), "--out", str(out), "--check"]) == 0
    assert capsys.readouterr().out == made.partition("\n")[2]
    board = json.loads(out.read_text(encoding="utf-8"))
    board["routes"][0]["slots"][0] = board["routes"][1]["slots"][0]
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")
    assert main([str(folder), "--check"]) == 1
    assert "NOT good enough" in capsys.readouterr().out


def test_the_module_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ttr_widget.boardmaker", "usa", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "usa: good" in done.stdout


def damaged(folder: Path, file: str, text: str) -> list[str]:
    (folder / file).write_text(text, encoding="utf-8")
    return [str(folder)]


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("board.toml", "[layout\n", "board.toml is broken"),
        ("board.toml", '[[inset]]\nname = "x"\ntitle = "X"\ntwin = "Nowhere"\n', "'Nowhere' is not a city"),
        ("board.toml", '[[inset]]\nname = "x"\n', "title and twin"),
        ("board.toml", '[[range]]\nname = "Alpes"\n', "a range says nothing about its line"),
        ("board.toml", '[[label]]\ntext = "Mer"\nkind = "sea"\n', "a label says nothing about its at"),
        ("board.toml", '[[via]]\nroute = ["Brest", "Arles"]\npoints = [[1, 2]]\n', "no route Brest–Arles"),
        ("outline.json", "{", "outline.json is broken"),
        ("country_endpoints.csv", "country,town\nA,B\n", "the column 'city' is missing"),
        ("country_endpoints.csv", "country,city,lon,lat\nA,B,east,1\n", "country_endpoints.csv is broken"),
        ("routes.csv", "a,b,length,color\nArles,Paris,2,gray\n", "Paris"),
    ],
)
def test_errors_say_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, text: str, says: str
) -> None:
    assert main(damaged(small_maps.folder(tmp_path / "france"), file, text)) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("error: ")
    assert says in shown


def test_errors_about_the_map_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["germny"]) == 2
    assert "did you mean germany" in capsys.readouterr().err
    assert main([str(small_maps.folder(tmp_path / "france")), "--check"]) == 2
    assert "board.json cannot be read" in capsys.readouterr().err


def test_a_board_of_another_map_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small_maps.folder(tmp_path / "france")
    (folder / "board.json").write_text(json.dumps(board_for(load_map("usa"))), encoding="utf-8")
    assert main([str(folder), "--check"]) == 2
    assert "does not fit" in capsys.readouterr().err


def test_a_missing_extra_is_explained(tmp_path: Path) -> None:
    folder = str(small_maps.folder(tmp_path / "france"))
    code = (
        f"import sys; sys.modules['scipy'] = None\nfrom ttr_widget.boardmaker.__main__ import main\nmain([{folder!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "making a board needs scipy: pip install 'ttr_widget[boards]'" in done.stderr


def test_the_error_is_a_value_error() -> None:
    assert issubclass(BoardError, ValueError)
