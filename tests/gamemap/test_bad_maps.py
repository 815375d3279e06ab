"""Each check of a map finds its problem and names file, line and column; all problems come at once."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from ttr_widget.gamemap import MapError, Problem, UnknownMap, load_map

from .conftest import FILES, MapFolder


def test_the_small_map_is_fine(folder: MapFolder) -> None:
    assert repr(load_map(folder.path)) == "<GameMap small: 5 cities, 6 routes, 4 tickets>"


# file, what stands there, what is written instead, line, column, name of the column or key, words of the message
CELLS = [
    ("cities.csv", "Bonn,2", "Ahaus,2", 3, 1, "name", "duplicate city 'Ahaus': also in line 2"),
    ("cities.csv", "Bonn,2", "áhaus,2", 3, 1, "name", "the same as 'Ahaus'"),
    ("cities.csv", "Bonn,2", ",2", 3, 1, "name", "is empty"),
    ("cities.csv", "Elbonia,5,52,country", "Elbonia,5,52,contry", 6, 4, "kind", "did you mean country?"),
    ("cities.csv", "Celle,3,51", "Celle,east,51", 4, 2, "lon", "'east' is not a number"),
    ("cities.csv", "Celle,3,51", "Celle,3,151", 4, 3, "lat", "out of range: it must be from -90 to 90"),
    ("cities.csv", "Celle,3,51", "Celle,nan,51", 4, 2, "lon", "out of range"),
    ("cities.csv", "Celle,3,51", "Celle,3,", 4, 3, "lat", "lon and lat belong together"),
    ("cities.csv", "Celle,3,51,city,south,0", "Celle,3,51,city,south,-1", 4, 6, "passengers", "-1 is out of range"),
    ("cities.csv", "Celle,3,51,city,south,0", "Celle,3,51,city,south,0,7", 4, 7, "", "too many cells: 7"),
    ("cities.csv", "Celle,3,51,city,south,0", "Celle,3,51,city", 4, 5, "", "too few cells: 4"),
    ("cities.csv", "Elbonia", "Fulda,6,52,city,,0\nElbonia", 6, 1, "name", "no route leads to Fulda"),
    ("routes.csv", "Bonn,Celle", "Bonn,Cele", 4, 2, "b", "unknown city 'Cele' – did you mean Celle?"),
    ("routes.csv", "Bonn,Celle", "bonn,Celle", 4, 1, "a", "did you mean Bonn?"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,0,red", 5, 3, "length", "0 is out of range: it must be from 1"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,10,red", 5, 3, "length", "10 is out of range"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,4,red", 5, 3, "length", "no entry for a route of length 4"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,one,red", 5, 3, "length", "'one' is not a whole number"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,1.5,red", 5, 3, "length", "'1.5' is not a whole number"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,,red", 5, 3, "length", "is empty"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,1,rot", 5, 4, "color", "unknown color 'rot'"),
    ("routes.csv", "Celle,Dülmen,1,red", "Celle,Dülmen,1,green", 5, 4, "color", "the deck has no green cards"),
    ("routes.csv", "3,gray,normal", "3,gray,norml", 4, 5, "kind", "did you mean normal?"),
    ("routes.csv", "3,gray,normal,0", "3,gray,normal,1", 4, 6, "locomotives", "only a ferry has wave spaces"),
    ("routes.csv", "3,gray,normal", "3,gray,express", 4, 5, "kind", "express routes need the mechanic 'express'"),
    ("routes.csv", "3,gray,normal,0", "3,gray,ferry,1", 4, 5, "kind", "ferry routes need the mechanic 'ferries'"),
    ("routes.csv", "3,gray,normal,0,0", "3,gray,normal,0,-2", 4, 7, "toll", "out of range"),
    ("routes.csv", "Bonn,Celle,3,gray", "Bonn,Celle,3,gray,normal,0,0\nBonn,Bonn,2,gray", 5, 2, "b", "to itself"),
    ("tickets.csv", "Bonn,Dülmen", "Bonn,Dulmen", 3, 2, "b", "did you mean Dülmen?"),
    ("tickets.csv", "Bonn,Dülmen", "Bonn,Bonn", 3, 2, "b", "the ticket leads from Bonn to itself"),
    ("tickets.csv", "Bonn,Dülmen", "Celle,Ahaus", 3, 1, "a", "duplicate ticket Celle–Ahaus: also in line 2"),
    ("tickets.csv", "Bonn,Dülmen,4", "Bonn,Dülmen,-4", 3, 3, "points", "-4 is out of range"),
    ("tickets.csv", "Bonn,Dülmen,4", "Bonn,Dülmen,x", 3, 3, "points", "'x' is not a whole number"),
    ("tickets.csv", "Bonn,Dülmen,4,main", "Bonn,Dülmen,4,mian", 3, 4, "deck", "did you mean main?"),
    ("map.toml", "trains = 12", 'trains = "12"', 2, 1, "trains", "must be a whole number, not '12'"),
    ("map.toml", "trains = 12", "trains = true", 2, 1, "trains", "must be a whole number, not True"),
    ("map.toml", "trains = 12", "trains = 0", 2, 1, "trains", "out of range"),
    ("map.toml", "trains = 12", "trians = 12", 2, 1, "trians", "did you mean trains?"),
    ("map.toml", "start_score = [0, 1]", "start_score = []", 3, 1, "start_score", "at least one number"),
    ("map.toml", "start_score = [0, 1]", 'start_score = ["a"]', 3, 1, "start_score", "list of whole numbers"),
    ("map.toml", "min = 2", "min = 3", 5, 2, "players", "the smallest number of players, 3, is above"),
    ("map.toml", "max = 2", "max = 9", 7, 1, "players.max", "out of range: it must be from 2 to 5"),
    ("map.toml", "max = 2", "most = 2", 7, 1, "players.most", "unknown key 'most'"),
    ("map.toml", "red = 9", "rde = 9\nred = 9", 10, 1, "cards.rde", "did you mean red?"),
    ("map.toml", "blue = 9", "blue = -1", 11, 1, "cards.blue", "out of range"),
    ("map.toml", "reset = 2", "reset = 4", 16, 1, "market.reset", "4 locomotives cannot lie among 3"),
    (
        "map.toml",
        "keep = 1\ndraw = 2",
        "keep = 3\ndraw = 2",
        20,
        1,
        "tickets.keep",
        "3 tickets cannot be kept out of 2",
    ),
    ("map.toml", "draw_keep = 1", "draw_keep = 0", 22, 1, "tickets.draw_keep", "at least 1 ticket out of 2"),
    ("map.toml", '"shuffled"', '"shufled"', 23, 1, "tickets.return", "did you mean shuffled?"),
    ("map.toml", "deal = 2", "deal = 3", 19, 1, "tickets.deal", "too few tickets: 4, but 2 players are dealt 3"),
    (
        "map.toml",
        "deal = 2",
        'deal = 2\ndecks = ["main", "long"]',
        20,
        1,
        "tickets.decks",
        "no ticket of the deck 'long'",
    ),
    ("map.toml", "1 = 1\n", "1 = -1\n", 26, 1, "route_points.1", "-1 is out of range"),
    ("map.toml", "3 = 4\n", "3 = 4\n11 = 9\n", 29, 1, "route_points.11", "'11' is no route length"),
    ("map.toml", "longest_path", "longest_paht", 30, 2, "mechanics.longest_paht", "did you mean longest_path?"),
    ("map.toml", "bonus = 7", "bonsu = 7", 31, 1, "mechanics.longest_path.bonsu", "did you mean bonus?"),
    ("map.toml", "bonus = 7", "bonus = [7]", 31, 1, "mechanics.longest_path.bonus", "must be a whole number, not [7]"),
    ("map.toml", "default = false", "defualt = false", 33, 2, "options.fast", "needs a default"),
    ("map.toml", "fewer trains", 'x"\nwhne = "y', 35, 1, "options.fast.whne", "did you mean when?"),
    ("map.toml", "when.true]", "when.tru]", 37, 2, "options.fast.when.tru", "can only be true or false"),
    ("map.toml", "trains = 6", "trains = 0", 38, 1, "options.fast.when.true.trains", "out of range"),
    ("map.toml", "trains = 6", "trians = 6", 38, 1, "options.fast.when.true.trians", "did you mean trains?"),
    (
        "map.toml",
        "default = false",
        "default = false\nrequires = {slow = true}",
        36,
        1,
        "options.fast.requires",
        "slow",
    ),
    ("map.toml", 'title = "Small"', "title = 5", 1, 1, "title", "must be a text in quotes"),
    ("map.toml", "deal = 2", "deal = 2\ndecks = []", 20, 1, "tickets.decks", "names of decks, each once"),
    ("map.toml", "deal = 2", "deal = 2\ndecks = 5", 20, 1, "tickets.decks", "must be a list of words"),
    ("map.toml", "deal = 2", "deal = 2\nonly = 5", 20, 1, "tickets.only", "must be a table"),
    ("map.toml", "default = false", "default = false\nrequires = 5", 36, 1, "options.fast.requires", "must be a table"),
    (
        "map.toml",
        "default = false",
        'default = false\nrequires.fast = "x"',
        36,
        1,
        "options.fast.requires",
        "never 'x'",
    ),
    ("map.toml", "[options.fast.when.true]\ntrains = 6", "when = 5", 37, 1, "options.fast.when", "must hold tables"),
    ("map.toml", "trains = 6", "[sources]\nuncertain = 5", 39, 1, "sources.uncertain", "must be a list of texts"),
    ("routes.csv", "Bonn,Celle,3", "Bonn,Celle,3 ,gray,normal,0,0\nBonn,Celle,9", 5, 3, "length", "of length 9"),
    ("map.toml", "[route_points]", "[end]\ntrains = 12\n[route_points]", 26, 1, "end.trains", "only 12"),
]


@pytest.mark.parametrize(("file", "old", "new", "line", "column", "field", "words"), CELLS)
def test_a_problem_has_its_place(
    folder: MapFolder, file: str, old: str, new: str, line: int, column: int, field: str, words: str
) -> None:
    problems = folder.change(file, old, new).problems()
    here = [problem for problem in problems if (problem.file, problem.line, problem.column) == (file, line, column)]
    assert here, problems
    assert here[0].field == field
    assert words in here[0].message


def test_a_problem_reads_well(folder: MapFolder) -> None:
    problem = folder.change("routes.csv", "Celle,Dülmen,1", "Celle,Dülmen,12").problem()
    assert problem == Problem("routes.csv", 5, 3, "12 is out of range: it must be from 1 to 9", "length")
    assert str(problem) == "routes.csv, line 5, column 3 (length): 12 is out of range: it must be from 1 to 9"


def test_all_problems_come_at_once_file_by_file(folder: MapFolder) -> None:
    folder.change("tickets.csv", "Bonn,Dülmen,4", "Bonn,Dülmen,x")
    folder.change("tickets.csv", "Ahaus,Celle", "Ahaus,Zelle")
    folder.change("routes.csv", "Bonn,Celle,3,gray", "Bonn,Celle,12,grey")
    folder.change("cities.csv", "Bonn,2,50,city", "Bonn,2,50,town")
    folder.change("map.toml", "bonus = 7", "bonus = -7")
    with pytest.raises(MapError) as caught:
        load_map(folder.path)
    spots = [(problem.file, problem.line, problem.field) for problem in caught.value.problems]
    assert spots == [
        ("map.toml", 31, "mechanics.longest_path.bonus"),
        ("cities.csv", 3, "kind"),
        ("routes.csv", 4, "length"),
        ("routes.csv", 4, "color"),
        ("tickets.csv", 2, "b"),
        ("tickets.csv", 3, "points"),
    ]
    text = str(caught.value)
    assert text.startswith("the map 'small' has 6 problems:\n")
    assert all(str(problem) in text for problem in caught.value.problems)


def test_an_error_can_travel_between_processes(folder: MapFolder) -> None:
    folder.change("tickets.csv", "Bonn,Dülmen,4", "Bonn,Dülmen,x")
    with pytest.raises(MapError) as caught:
        load_map(folder.path)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.problems, str(copy)) == (caught.value.problems, str(caught.value))


@pytest.mark.parametrize("file", list(FILES))
def test_missing_file(folder: MapFolder, file: str) -> None:
    (folder.path / file).unlink()
    assert folder.problem() == Problem(file, None, None, "the file is missing")


@pytest.mark.parametrize("file", list(FILES))
@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff"])
def test_empty_file(folder: MapFolder, file: str, text: str) -> None:
    assert folder.write(file, text).problem() == Problem(file, None, None, "the file is empty")


@pytest.mark.parametrize("file", list(FILES))
def test_not_utf8(folder: MapFolder, file: str) -> None:
    problem = folder.write(file, FILES[file].encode() + b"\nM\xfcnchen").problem()
    assert (problem.file, problem.line, problem.column) == (file, FILES[file].count("\n") + 2, 2)
    assert "0xfc is not UTF-8" in problem.message


@pytest.mark.parametrize("file", list(FILES))
def test_a_folder_in_the_place_of_a_file(folder: MapFolder, file: str) -> None:
    (folder.path / file).unlink()
    (folder.path / file).mkdir()
    problem = folder.problem()
    assert problem.file == file
    assert "cannot be read" in problem.message


@pytest.mark.parametrize("file", ["cities.csv", "routes.csv"])
def test_header_alone(folder: MapFolder, file: str) -> None:
    problem = folder.write(file, FILES[file].splitlines()[0]).problem()
    assert (problem.file, problem.message) == (file, "there are no rows below the header")


def test_header_without_a_needed_column(folder: MapFolder) -> None:
    problem = folder.change("routes.csv", "a,b,length,color", "a,b,lenght,color").problems()
    assert [(it.file, it.line, it.column, it.field) for it in problem] == [
        ("routes.csv", 1, None, "length"),
        ("routes.csv", 1, 3, "lenght"),
    ]
    assert "the column 'length' is missing; the table needs a, b, length and color" in problem[0].message
    assert "did you mean length?" in problem[1].message


def test_header_with_a_mistyped_optional_column(folder: MapFolder) -> None:
    problem = folder.change("routes.csv", "locomotives,toll", "locomotives,tol").problem()
    assert (problem.file, problem.line, problem.column) == ("routes.csv", 1, 7)
    assert "did you mean toll?" in problem.message


def test_header_with_a_column_twice(folder: MapFolder) -> None:
    problem = folder.change("routes.csv", "locomotives,toll", "locomotives,kind").problem()
    assert (problem.line, problem.column) == (1, 7)
    assert "'kind' is there twice" in problem.message


def test_semicolons_instead_of_commas(folder: MapFolder) -> None:
    problem = folder.write("routes.csv", FILES["routes.csv"].replace(",", ";")).problem()
    assert (problem.file, problem.line) == ("routes.csv", 1)
    assert "separated by commas" in problem.message


def test_an_open_quote(folder: MapFolder) -> None:
    problem = folder.change("routes.csv", "Bonn,Celle", 'Bonn,"Celle').problem()
    assert problem.file == "routes.csv"
    assert "cannot be read as CSV" in problem.message
    assert "is a quote not closed?" in problem.message


def test_lines_are_counted_through_quoted_line_breaks(folder: MapFolder) -> None:
    folder.write("tickets.csv", 'a,b,points,remark\nAhaus,Celle,5,"two\nlines"\nBonn,Dülmen,x,\n')
    assert [(it.line, it.field) for it in folder.problems() if it.file == "tickets.csv"] == [(4, "points")]


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [("trains = 12", "trains = ", 2, 10), ("min = 2", "min = 2\nmin = 2", 7, 8), ("[players]", "[players", 5, 9)],
)
def test_broken_toml(folder: MapFolder, old: str, new: str, line: int, column: int) -> None:
    problem = folder.change("map.toml", old, new).problem()
    assert (problem.file, problem.line, problem.column) == ("map.toml", line, column)
    assert problem.message.startswith("cannot be read as TOML: ")
    assert "at line" not in problem.message


def test_toml_that_ends_too_early(folder: MapFolder) -> None:
    problem = folder.write("map.toml", 'title = "x"\nstart_score = [0,').problem()
    assert (problem.file, problem.line) == ("map.toml", 2)


def test_broken_toml_does_not_hide_broken_tables(folder: MapFolder) -> None:
    folder.change("map.toml", "trains = 12", "trains = ")
    folder.change("routes.csv", "Bonn,Celle", "Bonn,Cele")
    assert [problem.file for problem in folder.problems()] == ["map.toml", "routes.csv"]


def test_sections_must_be_sections(folder: MapFolder) -> None:
    folder.write("map.toml", 'cards = 3\nmarket = "none"\noptions = 1\nmechanics = {tolls = 5}\n')
    found = {(problem.line, problem.field) for problem in folder.problems() if problem.file == "map.toml"}
    assert {(1, "cards"), (2, "market"), (3, "options"), (4, "mechanics.tolls")} <= found


def test_unreachable_part(folder: MapFolder) -> None:
    folder.change("cities.csv", "Elbonia", "Fulda,6,52,city,,0\nGera,7,52,city,,0\nElbonia")
    folder.change("routes.csv", "Dülmen,Elbonia", "Fulda,Gera,1,gray,normal,0,0\nDülmen,Elbonia")
    found = [(problem.file, problem.line, problem.column, problem.message) for problem in folder.problems()]
    assert found == [
        ("cities.csv", 6, 1, "unreachable: no routes join Fulda to Ahaus"),
        ("cities.csv", 7, 1, "unreachable: no routes join Gera to Ahaus"),
    ]


def test_nothing_is_reached_through_a_country(folder: MapFolder) -> None:  # G5
    folder.change("cities.csv", "Elbonia", "Fulda,6,52,city,,0\nElbonia")
    folder.change("routes.csv", "Dülmen,Elbonia", "Fulda,Elbonia,1,gray,normal,0,0\nDülmen,Elbonia")
    problem = folder.problem()
    assert (problem.file, problem.line) == ("cities.csv", 6)
    assert "no routes join Fulda" in problem.message


def test_a_country_beside_the_network(folder: MapFolder) -> None:
    folder.change("cities.csv", "Elbonia", "Fredonia,6,52,country,,0\nElbonia")
    folder.change("routes.csv", "Dülmen,Elbonia", "Fredonia,Elbonia,1,gray,normal,0,0\nDülmen,Elbonia")
    problem = folder.problem()
    assert (problem.line, problem.message) == (6, "unreachable: no route joins Fredonia to a city of the main network")


def with_double(folder: MapFolder, *claims: str) -> MapFolder:
    """The routes with a column that says which of them are doubles; the first two run side by side."""
    header, *rows = FILES["routes.csv"].splitlines()
    rows = [f"{row},{claim}" for row, claim in zip(rows, (*claims, "", "", "", ""), strict=True)]
    return folder.write("routes.csv", "\n".join([f"{header},double", *rows]))


def test_a_double_may_be_said(folder: MapFolder) -> None:
    assert len(load_map(with_double(folder, "yes", "yes").path).routes) == 6


def test_a_double_has_one_length(folder: MapFolder) -> None:  # B12
    with_double(folder, "yes", "yes").change("routes.csv", "Ahaus,Bonn,2,blue", "Ahaus,Bonn,3,blue")
    first, second = folder.problems()
    assert (first.file, first.line, first.column, first.field) == ("routes.csv", 2, 8, "double")
    assert (second.line, second.column) == (3, 8)
    assert "different length (3 in line 3)" in first.message


def test_parallel_routes_of_different_length_are_single_ones(folder: MapFolder) -> None:  # B12
    with_double(folder, "no", "").change("routes.csv", "Ahaus,Bonn,2,blue", "Bonn,Ahaus,3,blue")
    board = load_map(folder.path)
    assert board.route_groups[:2] == ((0,), (1,))
    assert board.notes == ("Ahaus–Bonn: routes of different length (2, 3) are no double route",)


def test_a_double_cannot_be_denied(folder: MapFolder) -> None:  # B12
    problem = with_double(folder, "no", "").problem()
    assert (problem.line, problem.column) == (2, 8)
    assert "is a double route: line 3 has the same length" in problem.message


def test_a_double_needs_a_second_route(folder: MapFolder) -> None:
    problem = (
        with_double(folder, "yes", "yes")
        .change("routes.csv", "Bonn,Celle,3,gray,normal,0,0,", "Bonn,Celle,3,gray,normal,0,0,yes")
        .problem()
    )
    assert (problem.line, problem.column) == (4, 8)
    assert "no route runs beside it" in problem.message


def test_ferry_spaces(folder: MapFolder) -> None:  # I3
    folder.change("map.toml", "[options.fast]", "[mechanics.ferries]\n[options.fast]")
    folder.change("routes.csv", "Bonn,Celle,3,gray,normal,0", "Bonn,Celle,3,gray,ferry,4")
    folder.change("routes.csv", "Dülmen,Elbonia,1,gray,normal,0", "Dülmen,Elbonia,1,gray,ferry,0")
    folder.change("routes.csv", "Ahaus,Bonn,2,red,normal,0", "Ahaus,Bonn,2,red,ferry,1")
    assert [(it.line, it.column, it.message) for it in folder.problems()] == [
        (2, 4, "ferry routes are paid in any one colour: they must be gray"),
        (4, 6, "4 wave spaces on a route of length 3"),
        (7, 6, "a ferry needs at least 1 wave space"),
    ]


def test_too_few_cards(folder: MapFolder) -> None:
    folder.change("map.toml", "red = 9", "red = 1").change("map.toml", "blue = 9", "blue = 2")
    problem = folder.change("map.toml", "locomotive = 4", "locomotive = 2").problems()
    assert [(it.file, it.line) for it in problem] == [("map.toml", 9)]
    assert problem[0].message == "too few cards: 5, but 2 hands of 4 and 3 open cards need 11"


def test_no_problem_that_only_follows_from_another(folder: MapFolder) -> None:
    """A deal that cannot be read is not blamed for too few tickets as well."""
    problem = folder.change("map.toml", "deal = 2", "deal = 9").problem()
    assert problem.message == "9 is out of range: it must be from 0 to 6"


def test_routes_that_nobody_could_claim_are_noted(folder: MapFolder) -> None:
    folder.change("map.toml", "trains = 12", "trains = 2\nend.trains = 1")
    folder.change("map.toml", "red = 9", "red = 1").change("map.toml", "locomotive = 4", "locomotive = 0")
    folder.change("map.toml", "blue = 9", "blue = 19")
    assert load_map(folder.path).notes == (
        "Ahaus–Bonn: 1 cards cannot pay for a length of 2",
        "Bonn–Celle: 2 trains are too few for a length of 3",
        "Dülmen–Ahaus: 2 trains are too few for a length of 3",
    )


def test_a_name_of_marks_only(folder: MapFolder) -> None:
    problem = folder.change("cities.csv", "Elbonia", "?!,6,52,city,,0\nElbonia").problems()[0]
    assert (problem.line, problem.column) == (6, 1)
    assert "needs a letter or a digit" in problem.message


def mechanic(folder: MapFolder, text: str) -> MapFolder:
    return folder.change("map.toml", "[options.fast]\n", f"{text}\n[options.fast]\n")


def test_passengers_must_sum_up(folder: MapFolder) -> None:  # G3
    folder.change("cities.csv", "Bonn,2,50,city,north,0", "Bonn,2,50,city,north,5")
    mechanic(folder, '[mechanics.passengers]\ncolors = ["red", "blue"]\neach = 3')
    problem = folder.problem()
    assert (problem.file, problem.line, problem.field) == ("map.toml", 33, "mechanics.passengers")
    assert "5 stand in cities.csv, but 2 colours of 3 are 6" in problem.message


def test_passengers_by_default(folder: MapFolder) -> None:
    mechanic(folder, '[mechanics.passengers]\ncolors = ["red"]\neach = 4')
    problem = folder.problem()
    assert "5 passengers are needed for 5 cities, but there are only 4" in problem.message
    folder.change("map.toml", "each = 4", "each = 5")
    assert load_map(folder.path).settings.mechanics["passengers"]["default_per_city"] == 1


def test_no_passengers_at_all(folder: MapFolder) -> None:
    problem = mechanic(folder, "[mechanics.passengers]\ndefault_per_city = 0").problem()
    assert "no passengers stand in cities.csv" in problem.message


@pytest.mark.parametrize(
    ("text", "line", "column", "field", "words"),
    [
        ('[mechanics.regions]\ndouble = ["nroth"]', 34, 1, "mechanics.regions.double", "did you mean north?"),
        ("[mechanics.regions]\npoints = 5", 34, 1, "mechanics.regions.points", "table with numbers as keys"),
        ("[mechanics.regions.points]\nfive = 5", 34, 1, "mechanics.regions.points.five", "a number from 1"),
        ('[mechanics.short_journey]\neast = ["Bon"]', 34, 1, "mechanics.short_journey.east", "did you mean Bonn?"),
        ("[mechanics.short_journey]\nwest = 3", 34, 1, "mechanics.short_journey.west", "must be a list of words"),
        ('[mechanics.tolls]\nranking = "danse"', 34, 1, "mechanics.tolls.ranking", "did you mean dense?"),
        ("[mechanics.tolls]\nbonus = {2 = [5]}", 34, 1, "mechanics.tolls.bonus.2", "needs 2 values"),
        ("[mechanics.tolls]\nbonus = {3 = [5, 1, 0]}", 34, 1, "mechanics.tolls.bonus", "no values for 2 players"),
        ("[mechanics.neutral]", 33, 2, "mechanics.neutral", "needs the mechanic 'tolls'"),
        ('[mechanics.passengers]\ncolors = ["pink"]', 34, 1, "mechanics.passengers.colors", "unknown colour 'pink'"),
        ('[mechanics.passengers]\ncolors = ["red", "red"]', 34, 1, "mechanics.passengers.colors", "each once"),
        ("[mechanics.express]", 33, 2, "mechanics.express", "the game could never end"),
    ],
)
def test_parameters_of_mechanics(folder: MapFolder, text: str, line: int, column: int, field: str, words: str) -> None:
    problem = mechanic(folder, text).problems()[0]
    assert (problem.file, problem.line, problem.column, problem.field) == ("map.toml", line, column, field)
    assert words in problem.message


def test_regions_need_cities_with_a_region(folder: MapFolder) -> None:
    folder.write("cities.csv", FILES["cities.csv"].replace("north", "").replace("south", ""))
    mechanic(folder, '[mechanics.regions]\ndouble = ["south"]')
    assert folder.problem().message == "no city in cities.csv has a region"


def test_neutral_pairs(folder: MapFolder) -> None:  # N10
    folder.write(
        "tickets.csv",
        "a,b,points,neutral_a,neutral_b\n"
        "Ahaus,Celle,5,Ahaus,Celle\nBonn,Dülmen,4,Bonn,\nAhaus,Elbonia,4,Ahaus,Bon\nBonn,Elbonia,5,Bonn,Ahaus\n",
    )
    assert [(it.line, it.field, it.message) for it in folder.problems()] == [
        (2, "neutral_a", "no route joins the neutral pair Ahaus–Celle"),
        (3, "neutral_a", "a neutral pair needs both its cities, neutral_a and neutral_b"),
        (4, "neutral_b", "unknown city 'Bon' – did you mean Bonn?"),
    ]


def test_a_column_of_an_option_must_exist(folder: MapFolder) -> None:
    folder.change("map.toml", "trains = 6\n", 'tickets.only = {edition = "old"}\ntickets.points_column = "old"\n')
    found = {(it.line, it.message) for it in folder.problems()}
    assert (38, "tickets.csv has no column 'edition'") in found
    assert (39, "tickets.csv has no column 'old'") in found


def test_names_that_the_notation_cannot_write(folder: MapFolder) -> None:
    folder.change("cities.csv", "Elbonia", "Bad–Ort,6,52,city,,0\nElbonia")
    folder.change("routes.csv", "Dülmen,Elbonia", "Bad–Ort,Ahaus,1,gray,normal,0,0\nDülmen,Elbonia")
    problem = folder.problem()
    assert (problem.file, problem.line, problem.column) == ("cities.csv", 6, 1)
    assert "a name cannot hold '–'" in problem.message


def test_unknown_map_lists_the_maps() -> None:
    with pytest.raises(
        UnknownMap, match=r"no map 'itali' – did you mean italy\? The maps are: .*germany, italy, japan"
    ):
        load_map("itali")


@pytest.mark.parametrize("name", ["", " ", "usa "])
def test_an_empty_name_is_no_map(name: str) -> None:
    """Not the folder one happens to be in."""
    with pytest.raises(UnknownMap, match=r"The maps are: .*usa"):
        load_map(name)


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="the folder is missing"):
        load_map(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(MapError, match="is not a folder"):
        load_map(str(tmp_path / "file"))


def test_forgiven_forms(folder: MapFolder) -> None:
    """A byte order mark, Windows line ends, blank lines and blanks around cells are no problem."""
    expected = load_map(folder.path).fingerprint
    for file, text in FILES.items():
        folder.write(file, "\ufeff" + text.replace("\n", "\r\n") + "\r\n\r\n")
    folder.write("routes.csv", FILES["routes.csv"].replace(",", " , ") + "\n,,,,,,\n")
    assert load_map(folder.path).fingerprint == expected


def test_own_columns_are_left_alone(folder: MapFolder) -> None:
    header, *rows = FILES["tickets.csv"].splitlines()
    folder.write("tickets.csv", "\n".join([f"{header},remark", *(f"{row},nice" for row in rows)]))
    assert len(load_map(folder.path).tickets) == 4


def test_an_edited_map_is_read_again(folder: MapFolder) -> None:
    assert load_map(folder.path) is load_map(folder.path)
    before = load_map(folder.path)
    folder.change("tickets.csv", "Ahaus,Celle,5", "Ahaus,Celle,15")
    assert load_map(folder.path).tickets[0].points == 15
    assert before.tickets[0].points == 5
