"""A small map folder to break."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttr_widget.gamemap import MapError, Problem, load_map

FILES = {
    "map.toml": """\
title = "Small"
trains = 12
start_score = [0, 1]

[players]
min = 2
max = 2

[cards]
red = 9
blue = 9
locomotive = 4

[market]
size = 3
reset = 2

[tickets]
deal = 2
keep = 1
draw = 2
draw_keep = 1
return = "shuffled"

[route_points]
1 = 1
2 = 2
3 = 4

[mechanics.longest_path]
bonus = 7

[options.fast]
about = "fewer trains"
default = false

[options.fast.when.true]
trains = 6
""",
    "cities.csv": """\
name,lon,lat,kind,region,passengers
Ahaus,1,50,city,north,0
Bonn,2,50,city,north,0
Celle,3,51,city,south,0
Dülmen,4,51,city,south,0
Elbonia,5,52,country,,0
""",
    "routes.csv": """\
a,b,length,color,kind,locomotives,toll
Ahaus,Bonn,2,red,normal,0,0
Ahaus,Bonn,2,blue,normal,0,0
Bonn,Celle,3,gray,normal,0,0
Celle,Dülmen,1,red,normal,0,0
Dülmen,Ahaus,3,blue,normal,0,0
Dülmen,Elbonia,1,gray,normal,0,0
""",
    "tickets.csv": """\
a,b,points,deck
Ahaus,Celle,5,main
Bonn,Dülmen,4,main
Ahaus,Elbonia,4,main
Bonn,Elbonia,5,main
""",
}


class MapFolder:
    """A valid map folder. `change` breaks one spot of it, `problems` says what is then found wrong."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        for file, text in FILES.items():
            (path / file).write_text(text, encoding="utf-8")

    def change(self, file: str, old: str, new: str) -> MapFolder:
        text = (self.path / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is not there once"
        (self.path / file).write_text(text.replace(old, new), encoding="utf-8")
        return self

    def write(self, file: str, data: str | bytes) -> MapFolder:
        (self.path / file).write_bytes(data.encode() if isinstance(data, str) else data)
        return self

    def problems(self) -> list[Problem]:
        with pytest.raises(MapError) as caught:
            load_map(self.path)
        return caught.value.problems

    def problem(self) -> Problem:
        (only,) = self.problems()
        return only


@pytest.fixture
def folder(tmp_path: Path) -> MapFolder:
    return MapFolder(tmp_path / "small")
