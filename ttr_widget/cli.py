"""The command line: `ttr play`, `ttr simulate`, `ttr tournament`, `ttr maps`, `ttr bots`, `ttr board`, `ttr replay`."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import warnings
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ttr_widget.bots import bot_names
from ttr_widget.bots.registry import bot_class
from ttr_widget.engine import Action, Event, Game
from ttr_widget.gamemap import CARDS, GameMap, available_maps, load_map
from ttr_widget.picture import draw, to_png, to_svg

OK, FAILED, WRONG_ARGUMENTS, INTERRUPTED = 0, 1, 2, 130


class Failure(Exception):
    """Something went wrong that a person can do something about; the message says what."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit code: 0 done, 1 failed or not complete, 2 wrong arguments, 130 Ctrl-C."""
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    try:
        code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except Failure as error:
        return _complain(str(error), error.code)
    except BrokenPipeError:  # the reader, for example `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except ValueError as error:
        return _complain(str(error), WRONG_ARGUMENTS)
    except OSError as error:
        return _complain(": ".join(map(str, filter(None, (error.filename, error.strerror)))) or str(error), FAILED)
    except (ImportError, RuntimeError) as error:
        return _complain(str(error), FAILED)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)


def _complain(message: str, code: int) -> int:
    print(f"ttr: {message}", file=sys.stderr)
    return code


# -- what can be asked for ------------------------------------------------------------------------------------------

ABOUT = """Train-route board games: play them in a notebook, let bots play thousands of them, look at boards
and records."""
EPILOG = """`ttr COMMAND --help` explains a command, with examples.
Exit codes: 0 done, 1 failed or not complete, 2 wrong arguments, 130 ended by Ctrl-C."""
BOTS_HELP = "a bot by name (see `ttr bots`), with settings as name:key=value,key=value"


class _Help(argparse.RawDescriptionHelpFormatter):
    """Examples stay as they are written, and no option name is so long that its explanation needs a new line."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=32)
        self._action_max_length = 16  # argparse forgets to count how far names of commands are set in


def make_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    parser = argparse.ArgumentParser(prog="ttr", description=ABOUT, epilog=EPILOG, formatter_class=_Help)
    parser.add_argument("--version", action="version", version=f"ttr_widget {_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_play(commands)
    _add_simulate(commands)
    _add_tournament(commands)
    _add_maps(commands)
    _add_bots(commands)
    _add_board(commands)
    _add_replay(commands)
    return parser


def _version() -> str:
    try:
        return version("ttr_widget")
    except PackageNotFoundError:
        return "(not installed)"


def _command(commands: Any, name: str, run: Any, about: str, example: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about,
        epilog=example,
        formatter_class=_Help,
    )
    made.set_defaults(run=run)
    return made


def _add_play(commands: Any) -> None:
    about = "open JupyterLab on a notebook with a game against bots"
    example = """examples:
  ttr play                          North America against the planner
  ttr play germany hungry greedy    two opponents
  ttr play --no-browser             print the address instead of opening a browser

The notebook ttr-play.ipynb is written to the current folder; one that is there already is opened as it is,
unless a map or bots are named."""
    parser = _command(commands, "play", play, about, example)
    parser.add_argument("map", nargs="?", help="name or folder of the map (default: usa)")
    parser.add_argument("bots", nargs="*", metavar="bot", help="the opponents (default: planner)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where the notebook lies (default: here)")
    parser.add_argument("--no-browser", action="store_true", help="open no browser; the address is printed")
    parser.add_argument("--port", type=int, help="port of the server (default: a free one)")


def _add_run_options(parser: argparse.ArgumentParser, games: int, what: str, players: str) -> None:
    parser.add_argument("-n", "--games", type=int, default=games, help=f"{what} (default: {games})")
    parser.add_argument("-s", "--seed", default="0", help="everything follows from it (default: 0)")
    parser.add_argument("-w", "--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("-p", "--players", type=int, help=f"players at a table (default: {players})")
    parser.add_argument(
        "--seating",
        choices=["rotate", "all", "fixed"],
        default="rotate",
        help="play every seed with rotated places, in all orders, or once as given (default: rotate)",
    )
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="for a decision; who is slower is replaced")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the map")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")


def _add_simulate(commands: Any) -> None:
    about = "let bots play many games; print win rates, write a table"
    example = """examples:
  ttr simulate usa planner hungry -n 1000 --workers 2 --out games.parquet
  ttr simulate nederland greedy hungry path -n 300 --option neutral=false
  ttr simulate usa mcts:iterations=100 planner -n 20 --seed 7

The table has a row for each player of each game: points by source, tickets, routes, seat, seed, winner. Game n is the
same whatever the number of workers. Ctrl-C ends the run; the games finished by then are kept."""
    parser = _command(commands, "simulate", simulate, about, example)
    parser.add_argument("map", help="name or folder of the map")
    parser.add_argument("bots", nargs="+", metavar="bot", help=BOTS_HELP)
    _add_run_options(parser, 100, "games in all, every seating of a seed counted", "as many as bots, at least 2")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="a .parquet or .csv file for the table")


def _add_tournament(commands: Any) -> None:
    about = "let bots play each other and rate them"
    example = """examples:
  ttr tournament usa planner hungry path greedy -n 100 --workers 2 --plot ratings.png
  ttr tournament japan planner hungry path --players 3
  ttr tournament usa planner hungry path greedy random --swiss 3"""
    parser = _command(commands, "tournament", tournament, about, example)
    parser.add_argument("map", help="name or folder of the map")
    parser.add_argument("bots", nargs="+", metavar="bot", help=BOTS_HELP)
    _add_run_options(parser, 100, "games of every match", "2")
    parser.add_argument(
        "--swiss", type=int, metavar="ROUNDS", help="so many rounds of Swiss pairs, not all against all"
    )
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="a .parquet or .csv file for all games")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the ratings as a picture (.png, .svg, .pdf)")


def _add_maps(commands: Any) -> None:
    parser = _command(commands, "maps", maps, "list the maps, or tell about one", "example:\n  ttr maps nederland")
    parser.add_argument("map", nargs="?", help="name or folder of a map")


def _add_bots(commands: Any) -> None:
    _command(commands, "bots", bots, "list the bots", "Own bots are written in Python: see the notebook on bots.")


def _add_board(commands: Any) -> None:
    about = "write a picture of a map's board"
    parser = _command(commands, "board", board, about, "example:\n  ttr board italy italy.svg")
    parser.add_argument("map", help="name or folder of the map")
    parser.add_argument("file", type=Path, help="an .svg or .png file")
    parser.add_argument("--dark", action="store_true", help="for dark backgrounds")


def _add_replay(commands: Any) -> None:
    about = "print a saved game step by step, and its score sheet"
    example = """examples:
  ttr replay game.json
  ttr replay game.json --quiet --picture end.svg
  ttr replay game.json --upto 40 --picture then.png"""
    parser = _command(commands, "replay", replay, about, example)
    parser.add_argument("file", type=Path, help="a game saved with game.save(...) or by the widget")
    parser.add_argument("--upto", type=int, metavar="N", help="only the first N actions; negative: all but the last")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="write the board at the end as .svg or .png")
    parser.add_argument("-q", "--quiet", action="store_true", help="only the score sheet")


# -- simulate and tournament ----------------------------------------------------------------------------------------


def _board(chosen: argparse.Namespace) -> GameMap:
    """The map with its options `NAME=VALUE`; true and false are meant as such."""
    options: dict[str, Any] = {}
    for text in chosen.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(f"an option of the map is written NAME=VALUE, not {text!r}", WRONG_ARGUMENTS)
        options[name] = {"true": True, "false": False}.get(value.lower(), value)
    return load_map(chosen.map).with_options(**options)


def _how(chosen: argparse.Namespace) -> dict[str, Any]:
    return {
        "seed": _number_or_text(chosen.seed),
        "workers": chosen.workers,
        "seating": chosen.seating,
        "time_limit": chosen.time_limit,
        "progress": not chosen.quiet,
    }


def _number_or_text(seed: str) -> int | str:
    try:
        return int(seed)
    except ValueError:
        return seed


def simulate(chosen: argparse.Namespace) -> int:
    """`ttr simulate`"""
    from ttr_widget import lab
    from ttr_widget.lab.interrupts import undisturbed

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lab.SimulationWarning)  # told below, in one line
        table = lab.simulate(
            _board(chosen),
            chosen.bots,
            chosen.games,
            players=chosen.players,
            out=chosen.out,
            keep=chosen.out is None,
            details=chosen.out is not None,
            **_how(chosen),
        )
    about = table.attrs
    with undisturbed(forget=bool(about["note"])):  # Ctrl-C pressed twice still leads to the summary
        if about["out"]:
            table = _read_summary(chosen.out)
        if len(table) and (about["out"] or chosen.out is None):
            _print_rates(lab.win_rates(table), about["finished"])
        if about["out"]:
            print(f"written: {chosen.out}")
    return _tell(about["note"])


def _read_summary(path: Path) -> Any:
    """The few columns that win rates need: they fit into memory where the whole table may not."""
    pandas = importlib.import_module("pandas")
    names = ["block", "bot", "win", "total", "tickets_done", "fault"]
    return pandas.read_csv(path, usecols=names) if path.suffix == ".csv" else pandas.read_parquet(path, columns=names)


def _print_rates(rates: Any, games: int) -> None:
    width = max(3, *(len(str(bot)) for bot in rates.index))
    print(f"{games} games")
    print(f"{'bot':<{width}}  {'wins':>6}  {'95 % interval':>15}  {'points':>6}  {'tickets done':>12}")
    for bot, row in rates.iterrows():
        interval = f"{row['low']:.1%} – {row['high']:.1%}"
        numbers = f"{row['points']:>6.1f}  {row['tickets_done']:>12.2f}"
        faults = f"  replaced in {row['faults']:.0f} games" if row["faults"] else ""
        print(f"{bot:<{width}}  {row['win_rate']:>6.1%}  {interval:>15}  {numbers}{faults}")


def _tell(note: str) -> int:
    """Why a run is not complete, and the exit code that goes with it."""
    if not note:
        return OK
    return _complain(note, INTERRUPTED if note.startswith("interrupted") else FAILED)


def tournament(chosen: argparse.Namespace) -> int:
    """`ttr tournament`"""
    from ttr_widget import lab

    if chosen.plot:
        _check_plot(chosen.plot)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lab.SimulationWarning)
        result = lab.tournament(
            chosen.bots,
            _board(chosen),
            chosen.games,
            players=chosen.players or 2,
            system="round_robin" if chosen.swiss is None else "swiss",
            rounds=chosen.swiss,
            out=chosen.out,
            **_how(chosen),
        )
    print(result)
    if result.games.attrs["out"]:
        print(f"written: {chosen.out}")
    if chosen.plot:
        try:
            result.plot().savefig(chosen.plot, dpi=150)
        except OSError as error:
            raise Failure(f"cannot write {chosen.plot}: {error.strerror or error}") from error
        print(f"written: {chosen.plot}")
    return _tell(result.games.attrs["note"])


def _check_plot(path: Path) -> None:
    """What would spoil the picture is told before the first game."""
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise Failure(f"ratings are drawn as .png, .svg or .pdf; {path.name!r} is none of these", WRONG_ARGUMENTS)
    if not path.parent.is_dir():
        raise Failure(f"cannot write {path}: there is no folder {path.parent}")
    importlib.import_module("ttr_widget.lab.plots").need_matplotlib()


# -- maps, bots, board ----------------------------------------------------------------------------------------------


def maps(chosen: argparse.Namespace) -> int:
    """`ttr maps`"""
    if chosen.map is not None:
        print(_map_text(load_map(chosen.map)))
        return OK
    for name in available_maps():
        game_map = load_map(name)
        counts = f"{len(game_map.cities)} cities, {len(game_map.routes)} routes, {len(game_map.tickets)} tickets"
        least, most = game_map.settings.players
        print(f"{name:<22} {game_map.title}: {counts}, {least}–{most} players\n{'':<22} {game_map.about}")
    print("\n`ttr maps NAME` tells more. A folder with a map of your own can be given in place of a name.")
    return OK


def _map_text(game_map: GameMap) -> str:
    settings = game_map.settings
    least, most = settings.players
    lines = [f"{game_map.title} ({game_map.name})", game_map.about, ""]
    lines.append(f"players    {least}–{most}, {settings.trains} trains each")
    lines.append(f"board      {len(game_map.cities)} cities, {len(game_map.routes)} routes")
    lines.append(f"tickets    {len(game_map.tickets)}: {settings.ticket_deal} dealt, {settings.ticket_keep} to keep")
    lines.append(f"mechanics  {', '.join(settings.mechanics).replace('_', ' ') or 'none'}")
    for name, option in game_map.choices.items():
        values = ", ".join(str(value).lower() for value in option.values)
        lines.append(f"option     {name}={values} (default {str(option.default).lower()}): {option.about}")
    lines += [f"note       {note}" for note in game_map.notes]
    lines += [f"uncertain  {doubt}" for doubt in game_map.uncertain]
    return "\n".join(lines)


def bots(chosen: argparse.Namespace) -> int:
    """`ttr bots`"""
    for name in bot_names():
        about = (bot_class(name).__doc__ or "").strip().splitlines()
        print(f"{name:<12} {about[0] if about else ''}")
    return OK


def board(chosen: argparse.Namespace) -> int:
    """`ttr board`"""
    _write_picture(load_map(chosen.map), chosen.file, "dark" if chosen.dark else "light")
    return OK


def _write_picture(what: Any, path: Path, theme: str = "light") -> None:
    if path.suffix not in (".svg", ".png"):
        raise Failure(f"pictures are written as .svg or .png; {path.name!r} is neither", WRONG_ARGUMENTS)
    picture = draw(what, theme=theme)
    try:
        if path.suffix == ".svg":
            path.write_text(to_svg(picture), encoding="utf-8")
        else:
            to_png(picture, path)
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from error
    print(f"written: {path}")


# -- replay ---------------------------------------------------------------------------------------------------------


def replay(chosen: argparse.Namespace) -> int:
    """`ttr replay`"""
    try:
        game = Game.load(chosen.file)
    except OSError as error:
        raise Failure(f"cannot read {chosen.file}: {error.strerror or error}") from error
    if chosen.upto is not None:
        game = game.at(min(chosen.upto, len(game)))
    if not chosen.quiet:
        print(f"{game.board.title}: {', '.join(game.names)}; seed {game.seed}")
        for line in step_lines(game):
            print(line)
        print()
    state = "final score" if game.over else f"score after {len(game)} actions, if it ended now"
    print(f"{state}:\n{game.score_sheet()}")
    if game.over:
        print(f"winner: {', '.join(game.names[seat] for seat in game.winners)}")
    if chosen.picture:
        _write_picture(game, chosen.picture)
    return OK


def step_lines(game: Game) -> list[str]:
    """The game in words, an action a line, with the cards and tickets that came up."""
    width = max(len(name) for name in game.names)
    again = game.at(0)
    happened: list[Event] = []
    again.observe(happened.append)
    lines = []
    for number, action in enumerate(game.actions, 1):
        who = again.names[again.player]
        offered = again.view(again.player).offered
        turn = f"{again.turn:>3}" if again.turn else "  –"
        happened.clear()
        again.play(action)
        lines.append(
            f"{number:>4} {turn}  {who:<{width}}  {action.text}{_more(again.board, action, offered, happened)}"
        )
    return lines


def _more(game_map: GameMap, action: Action, offered: list[int], happened: list[Event]) -> str:
    """What the notation alone does not say: the card drawn, the tickets kept."""
    if action.kind == "draw":
        cards = [facts["card"] for event in happened for facts in event.private.values() if "card" in facts]
        return "".join(f" ({CARDS[card]})" for card in cards[:1])
    if action.kind == "keep":
        kept = (game_map.tickets[offered[place]] for place in action.kept)
        return " (" + ", ".join(f"{ticket.a}–{ticket.b} {ticket.points}" for ticket in kept) + ")"
    return ""


# -- play -----------------------------------------------------------------------------------------------------------

NOTEBOOK = "ttr-play.ipynb"


def play(chosen: argparse.Namespace) -> int:
    """`ttr play`"""
    if importlib.util.find_spec("jupyterlab") is None:
        raise Failure("playing needs JupyterLab: pip install 'ttr_widget[play]'")
    opponents = chosen.bots or ["planner" if "planner" in bot_names() else bot_names()[-1]]
    for name in opponents:
        bot_class(name)
    game_map = load_map(chosen.map or "usa")
    Game(game_map, len(opponents) + 1)
    notebook = chosen.folder / NOTEBOOK
    try:
        if chosen.map is not None or not notebook.exists():
            notebook.write_text(play_notebook(chosen.map or "usa", opponents), encoding="utf-8")
    except OSError as error:
        raise Failure(f"cannot write {notebook}: {error.strerror or error}; name another --folder") from error
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={chosen.folder.resolve()}"]
    command.append(f"--LabApp.default_url=/lab/tree/{NOTEBOOK}")
    command += ["--no-browser"] if chosen.no_browser else []
    command += [f"--port={chosen.port}"] if chosen.port else []
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    print(f"{notebook}: run its cell (Shift+Enter) to play. Ctrl-C here stops JupyterLab.", flush=True)
    try:
        return subprocess.run(command).returncode
    except KeyboardInterrupt:
        return OK


def play_notebook(name: str, opponents: Sequence[str]) -> str:
    """A notebook with a game to play, as its JSON text."""
    code = f"import ttr_widget as ttr\n\nttr.play({name!r}, {['human', *opponents]!r})"
    words = "# All aboard\nRun the cell below (Shift+Enter) and click on the board. Run it again for a new game."
    cells = [
        {"cell_type": "markdown", "id": "words", "metadata": {}, "source": words},
        {"cell_type": "code", "id": "game", "metadata": {}, "execution_count": None, "outputs": [], "source": code},
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    content = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main())
