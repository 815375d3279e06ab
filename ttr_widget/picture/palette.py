"""Colours: of cards, of players and of the two themes. Nothing on the board is told apart by colour alone."""

from __future__ import annotations

from dataclasses import dataclass

PLAYER_COLORS = ("#2a6fd6", "#d5342b", "#1f9a5f", "#f2b701", "#6b3fa0")
"""The colours of the seats (told apart with any colour vision by lightness, and each seat has a shape besides)."""

PLAYER_SHAPES = ("circle", "square", "triangle", "diamond", "cross")
"""The shape that marks a seat's trains."""

NEUTRAL_COLOR = "#8d8d92"
EXPRESS_COLOR = "#fbfbf7"

CARD_COLORS = ("#a15cc0", "#d93a32", "#ef8a22", "#f4d13d", "#3f9e4d", "#3a7fd0", "#f6f4ee", "#3a3a40", "#b9b2a4")
"""CSS colours of the cards, in the order of CARDS; the locomotive, last, is drawn as a rainbow."""

CARD_SYMBOLS = ("◆", "♥", "▲", "★", "■", "●", "✚", "✖", "L")
"""One symbol for each card, in the order of CARDS; the slots on the board carry the same shapes."""

GRAY_SLOT = "#b3b7bd"

SANS = "Helvetica,Arial,sans-serif"
SERIF = "Georgia,'Times New Roman',serif"
FAMILIES = {"sans": SANS, "serif": SERIF}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of everything that is not a card or a player."""

    name: str
    page: str
    sea: str
    sea_lines: tuple[str, ...]
    sea_ink: str
    land: str
    land_edge: str
    land_ink: str
    hill: str
    coast: str
    lake: str
    river: str
    border: str
    tints: tuple[str, ...]
    ink: str
    soft_ink: str
    halo: str
    panel: str
    panel_edge: str
    frame: tuple[str, str]
    slot_edge: str
    black_edge: str
    slot_shadow: str
    town: tuple[str, str, str]
    glow: str
    last: str
    heat: tuple[str, ...]


LIGHT = Theme(
    name="light",
    page="#fffdf7",
    sea="#d3e6ee",
    sea_lines=("#a9cbd9", "#b6d3df", "#c3dce6"),
    sea_ink="#6f9db3",
    land="#f4ead2",
    land_edge="#e3d2a8",
    land_ink="#d8c69b",
    hill="#bfa873",
    coast="#8a7a55",
    lake="#c6dfea",
    river="#9cc3d6",
    border="#b9a06b",
    tints=("#f3e3c3", "#e9e6c4", "#f4dcc6", "#e3e5cf", "#f0dfd3", "#ece0b8"),
    ink="#2b2620",
    soft_ink="#7b6c50",
    halo="#fffaf0",
    panel="#fffaf0",
    panel_edge="#8a7a55",
    frame=("#5d5037", "#f7efdc"),
    slot_edge="#4a443c",
    black_edge="#4a443c",
    slot_shadow="#cdbd97",
    town=("#2f2a24", "#fffdf6", "#c4472f"),
    glow="#ffb300",
    last="#111111",
    heat=("#fff3c4", "#fbc15e", "#f0803c", "#cf3f4a", "#8c1d5e", "#3b0f4a"),
)

DARK = Theme(
    name="dark",
    page="#14181d",
    sea="#16222d",
    sea_lines=("#31495a", "#283d4c", "#20323f"),
    sea_ink="#6487a0",
    land="#37352f",
    land_edge="#47433a",
    land_ink="#48443a",
    hill="#625b49",
    coast="#8d8266",
    lake="#1b2c39",
    river="#3a5a6e",
    border="#6e6448",
    tints=("#3d382e", "#3a3b2f", "#41372f", "#363a33", "#403833", "#3e3a2a"),
    ink="#f3eee2",
    soft_ink="#b5a98c",
    halo="#1b1a17",
    panel="#23262a",
    panel_edge="#8d8266",
    frame=("#b5a98c", "#23262a"),
    slot_edge="#716a58",
    black_edge="#c2b8a0",
    slot_shadow="#25231f",
    town=("#0f0e0c", "#f3eee2", "#d9573d"),
    glow="#ffc53d",
    last="#ffffff",
    heat=("#463b20", "#8a5a1f", "#d07a2a", "#f0a04b", "#f8cf7a", "#fff6cf"),
)

THEMES = {"light": LIGHT, "dark": DARK}


def theme_named(name: str) -> Theme:
    """The theme of this name."""
    if name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; the themes are light and dark")
    return THEMES[name]


def mix(a: str, b: str, part: float) -> str:
    """The colour between two #rrggbb colours: 0 is the first, 1 the second."""
    pairs = zip(rgb(a), rgb(b), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * part):02x}" for x, y in pairs)


def rgb(color: str) -> tuple[int, int, int]:
    """Red, green and blue of a #rrggbb colour."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def lightness(color: str) -> float:
    """How light a colour looks, from 0 to 1."""
    r, g, b = (part / 255 for part in rgb(color))
    return 0.299 * r + 0.587 * g + 0.114 * b
