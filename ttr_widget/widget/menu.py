"""The menu: a new game with map, options and players; files; settings; help. Built when it is first opened."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from ttr_widget.bots import bot_names
from ttr_widget.engine import Game
from ttr_widget.gamemap import GameMap, available_maps, load_map
from ttr_widget.widget import messages, prefs, storage
from ttr_widget.widget.parts import put, show
from ttr_widget.widget.seats import HUMAN, OWN, make_seats

if TYPE_CHECKING:
    from ttr_widget.widget.app import PlayWidget

TABS = ("new", "files", "settings", "help")
TAB_TITLES = {"new": "menu.new", "files": "control.files", "settings": "control.settings", "help": "control.help"}
MOST_SEATS = 5
EMPTY = ""
USUAL_BOT = "planner"


class Menu:
    """The panel that opens below the menu button."""

    def __init__(self, app: PlayWidget) -> None:
        self.app = app
        self.box = app.parts.kit.box([], "ttr-menu")
        show(self.box, False)
        self.open = False
        self.tab = "new"
        self._built = False
        self._filling = False
        self._filled_for: Game | None = None
        self._proposed = EMPTY

    def toggle(self, tab: str | None = None) -> None:
        """Open or close the menu."""
        if not self._built:
            self._build()
        self.open = not self.open
        if tab:
            self.tab = tab
        if self.open:
            self._fill_new(self.app.table.game.board)
            self._filled_for = self.app.table.game
            self.relabel()
        show(self.box, self.open)

    def close(self) -> None:
        """Close the menu."""
        self.open = False
        show(self.box, False)

    # -- making it ------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        kit, guard = self.app.parts.kit, self.app.guard
        self._labels: list[tuple[w.HTML, str, dict[str, object]]] = []
        self.tabs = {
            name: kit.button("ttr-tab", f"ttr-tab-{name}", press=guard(lambda name=name: self._open_tab(name)))
            for name in TABS
        }
        self.close_button = kit.button("ttr-menu-close", press=guard(self.close), text="✕")
        self.pages = {
            "new": self._build_new(),
            "files": self._build_files(),
            "settings": self._build_settings(),
            "help": self._build_help(),
        }
        tabs = kit.box([*self.tabs.values(), self.close_button], "ttr-tabs")
        self.box.children = (tabs, *self.pages.values())
        self._built = True

    def _label(self, key: str, **values: object) -> w.HTML:
        label = self.app.parts.kit.html("ttr-label")
        self._labels.append((label, key, values))
        return label

    def _dropdown(self, css: str, changed: Any = None) -> w.Dropdown:
        drop = w.Dropdown(options=[("", EMPTY)], layout=self.app.parts.kit.layout)
        drop.add_class(css)
        if changed is not None:
            drop.observe(self.app.guard(changed), "value")
        return drop

    def _build_new(self) -> w.Box:
        kit, guard = self.app.parts.kit, self.app.guard
        self.map = self._dropdown("ttr-new-map", self._map_chosen)
        self.about, self.bots = kit.html("ttr-note"), kit.html("ttr-note")
        self.option_box = kit.box([], "ttr-grid")
        self.options: dict[str, w.Dropdown] = {}
        self.seat_kinds = [self._dropdown(f"ttr-new-seat-{n}", self._seat_chosen) for n in range(MOST_SEATS)]
        self.seat_names = [w.Text(layout=kit.layout, continuous_update=True) for _ in range(MOST_SEATS)]
        rows: list[Any] = []
        for number, (kind, name) in enumerate(zip(self.seat_kinds, self.seat_names, strict=True)):
            name.add_class(f"ttr-new-name-{number}")
            rows += [self._label("menu.seat", n=number + 1), kit.box([kind, name], "ttr-row")]
        self.seed = w.Text(layout=kit.layout)
        self.seed.add_class("ttr-new-seed")
        rows += [self._label("menu.seed"), self.seed]
        self.start = kit.button("ttr-new-start", "ttr-primary", "ttr-once", press=guard(self._start))
        self.trouble = kit.html("ttr-new-trouble")
        grid = kit.box([self._label("menu.map"), self.map], "ttr-grid")
        seats = kit.box(rows, "ttr-grid")
        return kit.box([grid, self.about, self.option_box, seats, self.bots, self.trouble, self.start], "ttr-column")

    def _build_files(self) -> w.Box:
        kit, guard = self.app.parts.kit, self.app.guard
        self.save_name = w.Text(layout=kit.layout)
        self.save_name.add_class("ttr-save-name")
        self.save = kit.button("ttr-save", press=guard(self._save))
        self.load_list = self._dropdown("ttr-load-list")
        self.load = kit.button("ttr-load", press=guard(self._load))
        self.autosave = self._switch("autosave")
        rows = [self._label("menu.file"), kit.box([self.save_name, self.save], "ttr-row")]
        rows += [self._label("menu.load"), kit.box([self.load_list, self.load], "ttr-row")]
        rows += [self._label("menu.autosave"), self.autosave]
        return kit.box([kit.box(rows, "ttr-grid")], "ttr-column")

    def _build_settings(self) -> w.Box:
        self.choices = {
            name: self._dropdown(f"ttr-set-{name}", lambda change, name=name: self._set(name, change["new"]))
            for name in ("language", "theme", "size", "speed")
        }
        self.switches = {name: self._switch(name) for name in ("animations", "confirm")}
        self.analysis = w.Checkbox(indent=False, layout=self.app.parts.kit.layout)
        self.analysis.add_class("ttr-set-analysis")
        self.analysis.observe(self.app.guard(self._set_analysis), "value")
        rows: list[Any] = []
        for name, drop in self.choices.items():
            rows += [self._label(f"menu.{name}"), drop]
        for name, box in self.switches.items():
            rows += [self._label(f"menu.{name}"), box]
        rows += [self._label("menu.analysis"), self.analysis, self._label("menu.sound"), self.app.parts.kit.html()]
        return self.app.parts.kit.box([self.app.parts.kit.box(rows, "ttr-grid")], "ttr-column")

    def _switch(self, name: str) -> w.Checkbox:
        box = w.Checkbox(indent=False, layout=self.app.parts.kit.layout)
        box.add_class(f"ttr-set-{name}")
        box.observe(self.app.guard(lambda change: self._set(name, change["new"])), "value")
        return box

    def _build_help(self) -> w.Box:
        app = self.app
        kit, guard = app.parts.kit, app.guard
        wishes = {
            "rules": app.overlay.open_rules,
            "tour": app.press_tour,
            "hint": app.press_hint,
            "undo": app.press_undo,
            "replay": app.ending.start_replay,
        }
        self.help = {
            name: kit.button(f"ttr-help-{name}", press=guard(lambda work=work: self._then(work)))
            for name, work in wishes.items()
        }
        return kit.box([kit.box(self.help.values(), "ttr-row")], "ttr-column")

    def _then(self, work: Any) -> None:
        self.close()
        work()

    # -- what it says ---------------------------------------------------------------------------------------------

    def relabel(self) -> None:
        """All words in the player's language, all values as they are."""
        if not self._built:
            return
        app = self.app
        self._filling = True
        try:
            for label, key, values in self._labels:
                put(label, value=messages.safe(app.t(key, **values)))
            for name, tab in self.tabs.items():
                put(tab, description=app.t(TAB_TITLES[name]), classes={"ttr-on": name == self.tab})
                show(self.pages[name], name == self.tab)
            put(self.close_button, tooltip=app.t("do.close"))
            self._relabel_settings()
            self._relabel_files()
            for name, button in self.help.items():
                put(button, description=app.t(f"menu.{name}"))
            put(self.help["undo"], disabled=app.table.undo_target() is None)
            put(self.start, description=app.t("menu.start"))
            put(self.seed, placeholder=app.t("menu.seed.about"))
        finally:
            self._filling = False
        self._fill_new(self._chosen_map())

    def _relabel_settings(self) -> None:
        app = self.app
        for name, drop in self.choices.items():
            options = [(self._value_word(name, value), value) for value in prefs.CHOICES[name]]
            _set_options(drop, options, getattr(app.prefs, name))
        for name, box in (*self.switches.items(), ("autosave", self.autosave)):
            put(box, value=getattr(app.prefs, name), description="")
        put(self.analysis, value=app.table.undo_is_free)

    def _value_word(self, name: str, value: object) -> str:
        if name == "language":
            return self.app.t(f"language.{value}")
        key = "fit" if (name, value) == ("size", "auto") else value
        return self.app.t(f"menu.{name}.{key}")

    def _relabel_files(self) -> None:
        app = self.app
        put(self.save, description=app.t("menu.save"))
        put(self.load, description=app.t("menu.load"))
        if self.save_name.value in (EMPTY, self._proposed):
            self._proposed = f"{app.table.game.board.name}-{time.strftime('%m%d-%H%M')}"
            put(self.save_name, value=self._proposed)
        files = [path.name for path in storage.saved_files(app.folder)]
        _set_options(self.load_list, [(name, name) for name in files] or [("–", EMPTY)], self.load_list.value)
        put(self.load, disabled=not files)

    def _open_tab(self, name: str) -> None:
        self.tab = name
        self.relabel()

    # -- a new game -----------------------------------------------------------------------------------------------

    def _chosen_map(self) -> GameMap:
        name = self.map.value
        own = self.app.table.game.board
        return own if not name or name == own.name else load_map(name)

    def _fill_new(self, board: GameMap) -> None:
        app = self.app
        own = app.table.game.board
        names = dict.fromkeys([*available_maps(), own.name])
        maps = [(messages.map_title(app.language, own if name == own.name else load_map(name)), name) for name in names]
        self._filling = True
        try:
            _set_options(self.map, maps, board.name)
            self._fill_options(board)
            self._fill_seats(board)
        finally:
            self._filling = False
        about = f"map.{board.name}.about"
        least, most = board.settings.players
        words = app.t(about) if messages.known(about) else board.about
        limits = app.t("error.players", map=messages.map_title(app.language, board), least=least, most=most)
        put(self.about, value=messages.safe(f"{words} {limits}"))

    def _fill_options(self, board: GameMap) -> None:
        app = self.app
        rows: list[Any] = []
        for name, option in board.choices.items():
            drop = self.options.get(name)
            if drop is None:
                drop = self.options[name] = self._dropdown(f"ttr-option-{name}")
            values = [(messages.option_value(app.language, name, value), value) for value in option.values]
            keep = drop.value in option.values and self._filled_for is app.table.game
            _set_options(drop, values, drop.value if keep else board.options[name])
            label = app.parts.kit.html(
                "ttr-label", value=messages.safe(messages.option_name(app.language, board, name))
            )
            label.tooltip = messages.option_about(app.language, board, name)
            rows += [label, drop]
        if len(rows) != len(self.option_box.children) or any(
            isinstance(row, w.Dropdown) and row not in self.option_box.children for row in rows
        ):
            self.option_box.children = tuple(rows)
        else:
            for old, new in zip(self.option_box.children, rows, strict=True):
                if isinstance(new, w.HTML):
                    put(old, value=new.value, tooltip=new.tooltip)

    def _fill_seats(self, board: GameMap) -> None:
        app = self.app
        kinds = [(app.t("player.human"), HUMAN)]
        kinds += [(messages.word(app.language, "bot", name), name) for name in bot_names()]
        empty = (app.t("menu.seat.empty"), EMPTY)
        least, most = board.settings.players
        seats = app.table.seats
        anew = self._filled_for is not app.table.game
        given = self._given_names() if anew else []
        for number, drop in enumerate(self.seat_kinds):
            now = seats[number].kind if number < len(seats) else EMPTY
            wanted = now if anew else drop.value
            options = kinds if number < least else [empty, *kinds]
            values = [value for _, value in options]
            if wanted not in values:
                wanted = EMPTY if EMPTY in values else USUAL_BOT if USUAL_BOT in values else values[-1]
            _set_options(drop, options, wanted)
            name = self.seat_names[number]
            put(name, placeholder=app.t("menu.name"))
            for control in (drop, name):
                put(control, disabled=number >= most)
            if anew:
                put(name, value=given[number] if number < len(given) else EMPTY)
        self._describe_bots()

    def _given_names(self) -> list[str]:
        """The names that somebody chose; nothing for those that seats get by themselves in any language."""
        seats = self.app.table.seats
        kinds = [USUAL_BOT if seat.kind == OWN else seat.kind for seat in seats]
        usual: list[set[str]] = [{seat.name} if seat.kind == OWN else set() for seat in seats]
        for words in ((), *map(self._usual_words, messages.LANGUAGES)):
            for names, seat in zip(usual, make_seats(kinds, 0, *words), strict=True):
                names.add(seat.name)
        return ["" if seat.name in names else seat.name for seat, names in zip(seats, usual, strict=True)]

    @staticmethod
    def _usual_words(language: str) -> tuple[Any, ...]:
        """What people and bots without a name are called."""
        you, person = (messages.text(language, f"player.{key}") for key in ("you", "human"))
        return you, person, partial(messages.word, language, "bot")

    def _seat_chosen(self, change: Any) -> None:
        if not self._filling:
            self._describe_bots()

    def _describe_bots(self) -> None:
        """A few words on each bot that is chosen."""
        language = self.app.language
        bots = dict.fromkeys(drop.value for drop in self.seat_kinds if drop.value in bot_names() and not drop.disabled)
        told = [f"{messages.word(language, 'bot', bot)}: {self.app.t(f'bot.{bot}.about')}" for bot in bots]
        put(self.bots, value=messages.safe("; ".join(told)))

    def _map_chosen(self, change: Any) -> None:
        if not self._filling:
            self._fill_new(load_map(change["new"]) if change["new"] in available_maps() else self._chosen_map())

    def wishes(self) -> list[object]:
        """The players as the menu says them, fit for `make_seats`."""
        players: list[object] = []
        most = self._chosen_map().settings.players[1]
        for kind, name in list(zip(self.seat_kinds, self.seat_names, strict=True))[:most]:
            if kind.value:
                players.append((name.value.strip(), kind.value))
        return players

    def _start(self) -> None:
        app = self.app
        trouble = self._wrong_options() or self._wrong_number()
        if trouble:
            self._tell_trouble(trouble)
            return
        try:
            board = self._new_board()
            seed = self.seed.value.strip() or random.randrange(10**9)
            seats = make_seats(self.wishes(), seed, *self._usual_words(app.language))
            game = Game(board, [seat.name for seat in seats], int(seed) if str(seed).isdigit() else seed)
        except ValueError as error:
            self._tell_trouble(app.t("error.new", reason=error))
            return
        put(self.trouble, value="")
        self.close()
        app.change_game(game, seats)
        app.say(app.t("said.new", map=messages.map_title(app.language, board)))

    def _tell_trouble(self, words: str) -> None:
        put(self.trouble, value=f'<span class="ttr-low">{messages.safe(words)}</span>')

    def _wrong_options(self) -> str | None:
        """What two options of the map that do not go together say, in the player's language."""
        board, language = self._chosen_map(), self.app.language

        def said(name: str, value: object) -> str:
            return f"{messages.option_name(language, board, name)} – {messages.option_value(language, name, value)}"

        for name, option in board.choices.items():
            for other, needed in option.requires.items():
                if self.options[name].value != option.default and self.options[other].value != needed:
                    words = {"option": said(name, self.options[name].value), "needed": said(other, needed)}
                    return self.app.t("error.options", **words)
        return None

    def _wrong_number(self) -> str | None:
        """Whether there are too few or too many players for the map with its options."""
        board = self._new_board()
        least, most = board.settings.players
        if least <= len(self.wishes()) <= most:
            return None
        key = "error.players" if least < most else "error.players.exact"
        return self.app.t(key, map=messages.map_title(self.app.language, board), least=least, most=most)

    def _new_board(self) -> GameMap:
        board = self._chosen_map()
        chosen = {name: self.options[name].value for name in board.choices}
        return board.with_options(**chosen) if chosen and chosen != dict(board.options) else board

    # -- files and settings ---------------------------------------------------------------------------------------

    def _save(self) -> None:
        name = self.save_name.value.strip().replace("/", "-").replace("\\", "-")
        if name:
            name = name.removesuffix(storage.SAVED) + storage.SAVED
            self.app.save(self.app.folder / name)
            self.relabel()

    def _load(self) -> None:
        if self.load_list.value:
            self.close()
            self.app.load(self.app.folder / self.load_list.value)

    def _set(self, name: str, value: Any) -> None:
        if self._filling:
            return
        self.app.set_preference(**{name: value})
        if name == "autosave":
            path = storage.autosave_path(self.app.table.game.board.name, self.app.folder)
            self.app.table.autosave = path if value else None

    def _set_analysis(self, change: Any) -> None:
        if not self._filling:
            self.app.table.free_undo = bool(change["new"])
            self.app.table.tell()


def _set_options(drop: w.Dropdown, options: Sequence[tuple[str, Any]], value: Any) -> None:
    """New options without a moment in which another value is chosen."""
    if list(drop.options) != list(options):
        with drop.hold_trait_notifications():
            drop.options = list(options)
    values = [each for _, each in options]
    wanted = value if value in values else values[0]
    if drop.value != wanted:
        drop.value = wanted
