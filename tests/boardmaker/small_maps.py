"""Small maps made by the tests."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import networkx as nx

from ttr_widget.boardmaker.shapes import segments_cross
from ttr_widget.gamemap import GameMap

MAP_TOML = """\
title = "Small"
trains = 20

[tickets]
deal = 0
keep = 0
draw = 0
draw_keep = 0
"""
PLACES = {
    "Arles": (4.63, 43.68),
    "Brest": (-4.49, 48.39),
    "Caen": (-0.37, 49.18),
    "Dijon": (5.04, 47.32),
    "Évry": (2.43, 48.63),
}


def without_places() -> GameMap:
    """A triple, two unequal parallels, a long route and a name of one letter; no coordinates at all."""
    graph = nx.MultiGraph()
    for color in ("red", "blue", "green"):
        graph.add_edge("A", "Bernkastel-Kues an der Mosel", length=3, color=color)
    graph.add_edge("Bernkastel-Kues an der Mosel", "Çorlu", length=2)
    graph.add_edge("Bernkastel-Kues an der Mosel", "Çorlu", length=4)
    graph.add_edge("A", "Çorlu", length=5)
    graph.add_edge("Çorlu", "Ende", length=9)
    return GameMap.from_graph(graph, name="without_places")


def one_route(length: int) -> GameMap:
    graph = nx.MultiGraph()
    graph.add_edge("West", "East", length=length)
    return GameMap.from_graph(graph, name=f"one_route_{length}")


def dense(seed: int, towns: int = 12) -> GameMap:
    """Towns at random places, joined to their neighbours by as many routes as go without a crossing."""
    chance = random.Random(seed)
    places = {f"Town {k}": (chance.uniform(0, 9), chance.uniform(45, 52)) for k in range(towns)}
    graph = nx.MultiGraph()
    for name, (lon, lat) in places.items():
        graph.add_node(name, lon=lon, lat=lat)
    pairs = sorted(itertools.combinations(places, 2), key=lambda pair: math.dist(places[pair[0]], places[pair[1]]))
    for a, b in pairs:
        far = math.dist(places[a], places[b])
        crossed = any(segments_cross(places[a], places[b], places[c], places[d]) for c, d in graph.edges())
        if not crossed and (far < 4 or not nx.has_path(graph, a, b)):
            for _ in range(chance.choice((1, 1, 2))):
                graph.add_edge(a, b, length=min(6, 1 + round(far / 1.2)))
    return GameMap.from_graph(graph, name=f"dense_{seed}")


def folder(path: Path, *, places: bool = True, country: bool = False) -> Path:
    """A map folder of five towns of France, with a country if wanted."""
    path.mkdir(parents=True, exist_ok=True)
    rows = [f"{name},{lon},{lat},city" if places else f"{name},,,city" for name, (lon, lat) in PLACES.items()]
    routes = ["Arles,Dijon,4", "Brest,Caen,3", "Caen,Évry,2", "Dijon,Évry,2", "Caen,Évry,2", "Arles,Évry,5"]
    if country:
        rows.append("Italia,9.0,45.5,country")
        routes += ["Arles,Italia,3", "Dijon,Italia,4"]
    (path / "map.toml").write_text(MAP_TOML, encoding="utf-8")
    (path / "cities.csv").write_text("name,lon,lat,kind\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (path / "routes.csv").write_text(
        "a,b,length,color\n" + "".join(f"{route},gray\n" for route in routes), encoding="utf-8"
    )
    (path / "tickets.csv").write_text("a,b,points\n", encoding="utf-8")
    return path
