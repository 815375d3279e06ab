"""The order of the house: which room may import which, what is in the package, and what must not lie around."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1]
PACKAGE = HOME / "ttr_widget"

# Which rooms each room may import. Imports inside functions count too.
DOORS = {
    "gamemap": {"graphs"},
    "graphs": set(),
    "engine": {"gamemap", "graphs"},
    "bots": {"engine", "gamemap", "graphs"},
    "picture": {"boardmaker", "engine", "gamemap", "graphs"},
    "boardmaker": {"gamemap", "graphs"},
    "lab": {"bots", "engine", "gamemap", "graphs", "picture"},
    "env": {"bots", "engine", "gamemap", "picture"},
    "widget": {"boardmaker", "bots", "engine", "gamemap", "graphs", "lab", "picture"},
    "cli": {"boardmaker", "bots", "engine", "env", "gamemap", "graphs", "lab", "picture"},
}
# Packages from outside that a room may use; the rooms above the engine are free.
OUTSIDE = {
    "graphs": {"networkx"},
    "gamemap": {"networkx", "pandas"},
    "engine": {"networkx"},
    "bots": {"networkx"},
    "picture": {"PIL", "ipycanvas", "ipywidgets", "networkx"},
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_names(module: Path) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything the module imports, wherever in the file."""
    package = module.relative_to(HOME).parent.parts
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from ((node.lineno, str(name.value)) for name in node.args if isinstance(name, ast.Constant))


def test_imports_go_down_only() -> None:
    wrong = []
    for module in modules():
        room = room_of(module)
        if room in {"__init__", "__main__"}:
            continue
        assert room in DOORS, f"{room} is a new room: say in DOORS which rooms it may import"
        for line, name in imported_names(module):
            parts = name.split(".")
            if parts[0] != "ttr_widget":
                continue
            target = parts[1] if len(parts) > 1 else "__init__"
            if target != room and target not in DOORS[room]:
                wrong.append(f"{module.relative_to(HOME)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_there_is_no_way_round() -> None:
    """The doors themselves form no circle."""
    open_rooms = dict(DOORS)
    while open_rooms:
        lowest = [room for room, below in open_rooms.items() if not below & open_rooms.keys()]
        assert lowest, f"these rooms import each other: {sorted(open_rooms)}"
        for room in lowest:
            del open_rooms[room]


def test_lower_rooms_use_few_packages() -> None:
    wrong = []
    for module in modules():
        room = room_of(module)
        allowed = OUTSIDE.get(room)
        for line, name in imported_names(module):
            top = name.split(".")[0]
            outside = top != "ttr_widget" and top not in sys.stdlib_module_names
            if allowed is not None and outside and top not in allowed:
                wrong.append(f"{module.relative_to(HOME)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def loaded_by(statement: str) -> set[str]:
    """The top-level packages in memory after the statement, in a fresh Python."""
    code = f"import sys\n{statement}\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HOME)
    return set(done.stdout.split())


A_GAME = "import ttr_widget as ttr; ttr.Game('usa', players=2, seed=1)"


@pytest.mark.parametrize("statement", ["import ttr_widget", A_GAME])
def test_the_game_starts_without_heavy_packages(statement: str) -> None:
    heavy = {"IPython", "dask", "gymnasium", "ipycanvas", "ipywidgets", "matplotlib", "numpy", "pandas", "scipy"}
    assert not loaded_by(statement) & heavy


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive of this project."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=HOME, check=True)
    return folder


def map_names() -> list[str]:
    return sorted(path.parent.name for path in (HOME / "maps").glob("*/map.toml"))


def test_the_wheel_holds_everything_a_player_needs(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path)
    for module in modules():
        assert str(module.relative_to(HOME)) in names
    assert "ttr_widget/py.typed" in names
    for path in (HOME / "maps").rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            assert f"ttr_widget/{path.relative_to(HOME)}" in names
    assert not [name for name in names if name.startswith(("tests/", "notebooks/"))]
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import ttr_widget; print(ttr_widget.__file__)"
    code += "; print(*ttr_widget.available_maps())"
    # -P and a foreign folder: nothing of the repository may help.
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    place, found = done.stdout.splitlines()
    assert Path(place).is_relative_to(tmp_path)
    assert sorted(found.split()) == map_names()


def test_the_editable_install_finds_the_maps() -> None:
    from ttr_widget.gamemap import available_maps, maps_folder

    assert maps_folder() == HOME / "maps"
    assert sorted(available_maps()) == map_names()
    assert len(map_names()) == 6


def test_the_source_archive_is_complete_and_clean(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        names = {name.partition("/")[2] for name in content.getnames()}
    wanted = {"LICENSE", "README.md", "Makefile", "play.py", "constraints.txt", "pyproject.toml", "tests/test_house.py"}
    assert wanted <= names
    assert {f"maps/{name}/routes.csv" for name in map_names()} <= names
    assert not [name for name in names if name.startswith((".venv", "artifacts")) or "__pycache__" in name]


def settings() -> dict[str, object]:
    return tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_core_needs_three_packages_only() -> None:
    project = settings()["project"]
    assert isinstance(project, dict)
    assert {re.split(r"[<>=]", name)[0] for name in project["dependencies"]} == {"ipycanvas", "ipywidgets", "networkx"}


def test_every_dependency_is_pinned() -> None:
    pins = re.findall(r"^([A-Za-z0-9_.-]+)==", (HOME / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    pinned = {name.lower().replace("_", "-") for name in pins}
    project = settings()["project"]
    assert isinstance(project, dict)
    asked = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    assert {re.split(r"[<>=\[]", name)[0].lower().replace("_", "-") for name in asked} <= pinned


def committed_texts() -> Iterator[tuple[str, str]]:
    """Path and text of every text file in git; of every file outside hidden folders where there is no git."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, text=True, check=True)
        names = [name for name in listed.stdout.split("\0") if name and (HOME / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        paths = (path.relative_to(HOME) for path in HOME.rglob("*") if path.is_file())
        names = [str(path) for path in paths if not any(part.startswith(".") for part in path.parts[:-1])]
    for name in names:
        try:
            yield name, (HOME / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


# The brackets keep these patterns from finding themselves.
LITTER = {
    "a folder of somebody's machine": (r"(?<![\w.~])/(?:root|work|tmp|home|Users)/[A-Za-z.]", r"."),
    "an address of a package index": (r"py[p]i\.\w+|python[h]osted|registry\.[n]pmjs", r"."),
    "unfinished work": (r"\b(?:TO[D]O|FIX[M]E|XX[X])\b", r"\.(py|js|md|toml)$"),
    "a test that is not run": (r"mark\.(?:s[k]ip|x[f]ail)|pytest\.x[f]ail|no [c]over", r"\.py$"),
    "a swallowed exception": (r"except(?: Exception| BaseException)?:\s*\n\s*pass\b", r"\.py$"),
    "pickle": (r"^\s*(?:import|from) pickle", r"^ttr_widget/.*\.py$"),
}


@pytest.mark.parametrize("what", LITTER)
def test_nothing_lies_around(what: str) -> None:
    pattern, where = LITTER[what]
    found = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
        for name, text in committed_texts()
        if re.search(where, name)
        for match in re.finditer(pattern, text, re.MULTILINE)
    ]
    assert not found, f"{what}:\n" + "\n".join(found)


def test_files_stay_short() -> None:
    long = [name for name, text in committed_texts() if name.endswith(".py") and len(text.splitlines()) > 600]
    assert not long


def test_every_module_says_what_it_is_for() -> None:
    silent = [str(path.relative_to(HOME)) for path in modules() if not ast.get_docstring(ast.parse(path.read_text()))]
    assert not silent


def documented(owner: object, name: str) -> bool:
    """Whether the attribute has a docstring, its own or that of the method it replaces."""
    candidates = inspect.getmro(owner) if inspect.isclass(owner) else (owner,)
    return any(inspect.getdoc(getattr(each, name, None)) for each in candidates)


def undocumented(room: str) -> Iterator[str]:
    """The names in the room's `__all__`, and the public methods of its classes, that say nothing about themselves."""
    module = importlib.import_module(room)
    for name in getattr(module, "__all__", ()):
        thing = getattr(module, name)
        if (inspect.isclass(thing) or inspect.isroutine(thing)) and not inspect.getdoc(thing):
            yield f"{room}.{name}"
        if inspect.isclass(thing) and thing.__module__.startswith("ttr_widget"):
            methods = [
                part for part, value in vars(thing).items() if inspect.isfunction(value) or hasattr(value, "fget")
            ]
            yield from (f"{room}.{name}.{part}" for part in methods if part[0] != "_" and not documented(thing, part))


def test_every_public_name_is_documented() -> None:
    rooms = ["ttr_widget", *(f"ttr_widget.{path.parent.name}" for path in sorted(PACKAGE.glob("*/__init__.py")))]
    silent = dict.fromkeys(name for room in rooms for name in undocumented(room))
    assert not silent, "no docstring: " + ", ".join(silent)


def test_the_public_face_is_complete() -> None:
    import ttr_widget

    promised = {"Game", "Scenario", "available_maps", "load_map", "play", "simulate", "tournament", "watch"}
    assert promised <= set(ttr_widget.__all__)
    for name in ttr_widget.__all__:
        assert getattr(ttr_widget, name) is not None


def test_the_notebooks_carry_no_state_of_a_machine() -> None:
    import nbformat

    for path in sorted((HOME / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        assert "widgets" not in notebook.metadata, f"{path.name}: stored widget state hides the static pictures"
