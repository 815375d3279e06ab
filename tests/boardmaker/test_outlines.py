"""The maintainer's tool that cuts outlines out of Natural Earth, on a small invented world."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import shapefile

from tests.boardmaker import small_maps
from ttr_widget.boardmaker import make_board
from ttr_widget.boardmaker.outlines import main
from ttr_widget.boardmaker.shapes import inside_any

BOARD_TOML = """\
[outline]
box = [-10, 40, 12, 55]
detail = 0.01
rivers = ["Loire", "Styx"]
regions_of = "FRA"
"""


def write(path: Path, kind: int, shapes: list[tuple[list[list[list[float]]], dict[str, str]]]) -> None:
    fields = sorted({key for _, record in shapes for key in record}) or ["name"]
    with shapefile.Writer(str(path), shapeType=kind, encoding="latin-1") as writer:
        for field in fields:
            writer.field(field, "C")
        for parts, record in shapes:
            (writer.poly if kind == shapefile.POLYGON else writer.line)(parts)
            writer.record(**{field: record.get(field, "") for field in fields})


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    """Land from 8° west to 10° east, cut by a border at 8°, a region line at 46° north, a river and a lake."""
    folder = tmp_path / "raw"
    folder.mkdir()
    land = [[-8.0, 42.0], [-8.0, 52.0], [10.0, 52.0], [10.0, 42.0], [-8.0, 42.0]]
    island = [[-9.9, 41.0], [-9.9, 41.5], [-9.4, 41.5], [-9.4, 41.0], [-9.9, 41.0]]
    far = [[60.0, 0.0], [60.0, 5.0], [65.0, 5.0], [65.0, 0.0], [60.0, 0.0]]
    write(folder / "ne_10m_land", shapefile.POLYGON, [([land], {}), ([island], {}), ([far], {})])
    border = [[[8.0, 52.0], [8.0, 42.0]]]
    write(folder / "ne_10m_admin_0_boundary_lines_land", shapefile.POLYLINE, [(border, {"name": "east"})])
    lines = [([[[-8.0, 46.0], [8.0, 46.0]]], {"adm0_a3": "FRA", "featurecla": "Admin-1 region boundary"})]
    write(folder / "ne_10m_admin_1_states_provinces_lines", shapefile.POLYLINE, lines)
    rivers = [
        ([[[4.0, 45.0], [0.0, 47.4], [-8.0, 47.2]]], {"name": "Loire"}),
        ([[[0.0, 50.0], [1.0, 51.0]]], {"name": "Seine"}),
    ]
    write(folder / "ne_10m_rivers_lake_centerlines", shapefile.POLYLINE, rivers)
    lake = {"type": "Polygon", "arcs": [[0]]}
    topology: dict[str, Any] = {
        "transform": {"scale": [0.1, 0.1], "translate": [0, 40]},
        "arcs": [[[60, 60], [10, 0], [0, 5], [-10, 0], [0, -5]]],
        "objects": {"lakes": {"geometries": [lake]}},
    }
    (folder / "world_50m.json").write_text(json.dumps(topology), encoding="utf-8")
    return folder


@pytest.fixture
def france(tmp_path: Path) -> Path:
    folder = small_maps.folder(tmp_path / "france")
    rows = [
        f"{name},{lon},{lat},city,{'north' if lat > 46 else 'south'}" for name, (lon, lat) in small_maps.PLACES.items()
    ]
    (folder / "cities.csv").write_text("name,lon,lat,kind,region\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (folder / "board.toml").write_text(BOARD_TOML, encoding="utf-8")
    return folder


def test_outlines_are_cut_named_and_reported(raw: Path, france: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(raw), str(france)]) == 0
    shown = capsys.readouterr().out
    assert "no river called Styx" in shown
    outline = json.loads((france / "outline.json").read_text(encoding="utf-8"))
    assert len(outline["land"]) == 2
    assert all(-10 <= lon <= 12 and 40 <= lat <= 55 for ring in outline["land"] for lon, lat in ring)
    (lake,) = outline["water"]
    assert {tuple(point) for point in lake} == {(6, 46), (7, 46), (7, 46.5), (6, 46.5)}
    assert len(outline["borders"]) == 1
    assert len(outline["rivers"]) == 1
    regions = {region["name"]: region["rings"] for region in outline["regions"]}
    assert regions.keys() == {"north", "south"}
    assert inside_any((2, 49), regions["north"])
    assert inside_any((2, 43), regions["south"])
    assert not inside_any((9, 49), regions["north"])


def test_a_board_with_outlines_keeps_every_town_ashore(raw: Path, france: Path) -> None:
    main([str(raw), str(france)])
    board = make_board(france)
    assert board["quality"]["towns_in_water"] == 0
    assert board["land"]
    assert board["rivers"]
    assert {region["name"] for region in board["regions"]} == {"north", "south"}
    here = board["cities"]["Arles"]
    (south,) = [region["rings"] for region in board["regions"] if region["name"] == "south"]
    assert inside_any((here["x"], here["y"]), south)


def test_mountain_ranges_are_bent_like_the_coast_and_end_at_it(raw: Path, france: Path) -> None:
    line = [[2.0, 44.0], [4.0, 46.0], [13.0, 46.0]]
    (france / "board.toml").write_text(BOARD_TOML + f"[[range]]\nline = {line}\n", encoding="utf-8")
    main([str(raw), str(france)])
    board = make_board(france)
    (ridge,) = board["ranges"]
    assert all(-0.01 <= x <= board["width"] + 0.01 and -0.01 <= y <= board["height"] + 0.01 for x, y in ridge)
    xs = [x for x, _ in ridge]
    assert max(xs) <= max(x for ring in board["land"] for x, _ in ring)
    arles = board["cities"]["Arles"]  # south of the range, and between its ends
    assert min(xs) < arles["x"] < max(xs)
    assert max(y for _, y in ridge) < arles["y"]


def test_missing_raw_data_is_named(tmp_path: Path, france: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no ne_10m_land"):
        main([str(tmp_path), str(france)])
