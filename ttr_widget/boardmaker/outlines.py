"""Maintainer's tool: cut a map's coast, borders, lakes, rivers and regions out of Natural Earth (public domain).

Only the small, finished `outline.json` is committed; nobody who plays, or remakes a board, needs the raw data.
Run: python -m ttr_widget.boardmaker.outlines RAW maps/usa   (RAW holds the 10m shapefiles and a lakes TopoJSON).
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ttr_widget.boardmaker.extras import need

SOURCE = "Natural Earth 10m (land, borders, region lines, rivers) and 50m (lakes), public domain"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ttr_widget.boardmaker.outlines", description=__doc__)
    parser.add_argument(
        "raw", type=Path, help="folder with ne_10m_*.shp and a Natural Earth lakes TopoJSON (anywhere inside)"
    )
    parser.add_argument("map", type=Path, help="map folder with a board.toml that names the view")
    options = parser.parse_args(argv)
    outline = make_outline(options.raw, options.map)
    target = options.map / "outline.json"
    target.write_text(json.dumps(outline, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{target}: {target.stat().st_size / 1000:.1f} kB")
    return 0


def make_outline(raw: Path, folder: Path) -> dict[str, Any]:
    """The outlines inside the view of `board.toml`, as plain lon/lat lists."""
    hints = tomllib.loads((folder / "board.toml").read_text(encoding="utf-8"))
    outline: dict[str, Any] = {"version": 1, "source": SOURCE, "units": "degrees, longitude then latitude"}
    outline.update(_cut(raw, hints["outline"], folder))
    return outline


def _cut(raw: Path, view: dict[str, Any], folder: Path) -> dict[str, Any]:
    geometry = need("shapely.geometry")
    ops = need("shapely.ops")
    box = geometry.box(*view["box"])
    step = float(view["detail"])
    land = ops.unary_union(list(_shapes(raw, "ne_10m_land", box)))
    lakes = [lake for lake in _lakes(raw, box) if lake.area > view.get("smallest_lake", 4 * step) * step]
    borders = _lines(raw, "ne_10m_admin_0_boundary_lines_land", box, step)
    result: dict[str, Any] = {
        "land": _rings(land, step),
        "water": [_points(lake.simplify(step).exterior.coords, step) for lake in lakes],
        "borders": borders,
        "rivers": _rivers(raw, box, step, view.get("rivers", [])),
    }
    if "regions_of" in view:
        result["regions"] = _regions(raw, box, step, land, view["regions_of"], folder)
    if "state_lines_of" in view:
        result["borders_inner"] = _lines(
            raw, "ne_10m_admin_1_states_provinces_lines", box, step, adm0_a3=view["state_lines_of"]
        )
    return result


def _reader(raw: Path, name: str) -> Any:
    found = sorted(raw.rglob(f"{name}.shp"))
    if not found:
        raise FileNotFoundError(f"{raw} holds no {name}.shp")
    return need("shapefile").Reader(str(found[0]), encoding="latin-1")


def _shapes(raw: Path, file: str, box: Any, **wanted: str) -> Iterator[Any]:
    geometry = need("shapely.geometry")
    west, south, east, north = box.bounds
    reader = _reader(raw, file)
    for index in range(len(reader)):
        item = reader.shape(index)  # by index: some files have padding between shapes
        if item.shapeType == 0 or not item.points:
            continue
        x0, y0, x1, y1 = item.bbox
        if x1 < west or x0 > east or y1 < south or y0 > north:
            continue
        record = reader.record(index).as_dict()
        if any(record.get(key) != value for key, value in wanted.items()):
            continue
        cut = geometry.shape(item.__geo_interface__)
        cut = (cut.buffer(0) if cut.geom_type.endswith("Polygon") else cut).intersection(box)
        if not cut.is_empty:
            yield cut


def _lines(raw: Path, name: str, box: Any, step: float, **wanted: str) -> list[list[list[float]]]:
    merged = _merged(list(_shapes(raw, name, box, **wanted)))
    return [_points(line.simplify(step).coords, step) for line in _parts(merged) if line.length > 3 * step]


def _rivers(raw: Path, box: Any, step: float, names: list[str]) -> list[list[list[float]]]:
    lines: list[list[list[float]]] = []
    for name in names:
        pieces = list(_shapes(raw, "ne_10m_rivers_lake_centerlines", box, name=name))
        if not pieces:
            print(f"no river called {name} in the view")
            continue
        parts = _parts(_merged(pieces))
        lines += [_points(line.simplify(step).coords, step) for line in parts if line.length > 6 * step]
    return lines


def _merged(lines: list[Any]) -> Any:
    """Lines joined end to end where they meet."""
    ops = need("shapely.ops")
    union = ops.unary_union(lines)
    return ops.linemerge(union) if union.geom_type == "MultiLineString" else union


def _regions(raw: Path, box: Any, step: float, land: Any, code: str, folder: Path) -> list[dict[str, Any]]:
    """Regions as polygons: the land cut along the country's border and its (slightly lengthened) region lines."""
    geometry = need("shapely.geometry")
    ops = need("shapely.ops")
    lines = [land.boundary]
    for name, wanted in (
        ("ne_10m_admin_1_states_provinces_lines", {"adm0_a3": code, "featurecla": "Admin-1 region boundary"}),
        ("ne_10m_admin_0_boundary_lines_land", {}),
    ):
        for shape in _shapes(raw, name, box, **wanted):
            lines += [_lengthened(line, 0.03) for line in _parts(shape)]
    cells = list(ops.polygonize(ops.unary_union(lines)))
    found: dict[str, list[Any]] = {}
    with (folder / "cities.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["region"]]
    for row in rows:
        point = geometry.Point(float(row["lon"]), float(row["lat"]))
        cell = min(cells, key=lambda polygon: polygon.distance(point))
        pieces = found.setdefault(row["region"], [])
        if cell not in pieces:
            pieces.append(cell)
    names = sorted(found)
    return [{"name": name, "rings": _rings(ops.unary_union(found[name]), step, 0.02)} for name in names]


def _lengthened(line: Any, by: float) -> Any:
    geometry = need("shapely.geometry")
    points = list(line.coords)
    for here, beyond in ((0, 1), (-1, -2)):
        (x, y), (u, v) = points[here][:2], points[beyond][:2]
        size = math.hypot(x - u, y - v) or 1.0
        points[here] = (x + by * (x - u) / size, y + by * (y - v) / size)
    return geometry.LineString(points)


def _lakes(raw: Path, box: Any) -> Iterator[Any]:
    """Lakes of the world file of a TopoJSON package (delta coded arcs)."""
    geometry = need("shapely.geometry")
    for path in sorted(raw.rglob("world_50m.json")):
        topology = json.loads(path.read_text(encoding="utf-8"))
        arcs = _arcs(topology)
        for lake in topology["objects"]["lakes"]["geometries"]:
            polygons = lake["arcs"] if lake["type"] == "MultiPolygon" else [lake["arcs"]]
            for rings in polygons:
                ring: list[tuple[float, float]] = []
                for index in rings[0]:
                    ring += arcs[index] if index >= 0 else arcs[~index][::-1]
                polygon = geometry.Polygon(ring).buffer(0).intersection(box)
                yield from (part for part in _parts(polygon) if part.geom_type == "Polygon" and not part.is_empty)
        return


def _arcs(topology: dict[str, Any]) -> list[list[tuple[float, float]]]:
    (kx, ky), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    result = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * kx + tx, y * ky + ty))
        result.append(points)
    return result


def _parts(shape: Any) -> list[Any]:
    return list(getattr(shape, "geoms", [shape]))


def _rings(shape: Any, step: float, smallest: float | None = None) -> list[list[list[float]]]:
    limit = step * step * 12 if smallest is None else smallest
    return [
        _points(polygon.simplify(step).exterior.coords, step)
        for polygon in _parts(shape)
        if polygon.geom_type == "Polygon" and polygon.area > limit
    ]


def _points(points: Any, step: float) -> list[list[float]]:
    digits = 4 if step < 0.005 else 3
    return [[round(float(point[0]), digits), round(float(point[1]), digits)] for point in points]


if __name__ == "__main__":
    raise SystemExit(main())
