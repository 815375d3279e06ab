"""The style sheet of the widget: `style.css` with the pictures of the cards and the colours of the seats."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from ttr_widget.gamemap import CARDS
from ttr_widget.picture import PLAYER_COLORS, card_svg

SHEET = Path(__file__).with_name("style.css")


def style_sheet() -> str:
    """The whole style sheet as an HTML element."""
    cards = "".join(
        f".ttr .ttr-card-{name}.jupyter-button{{background-image:var(--card-{number})}}"
        for number, name in enumerate(CARDS)
    )
    pictures = ";".join(f'--card-{number}:url("{picture_of(number)}")' for number in range(len(CARDS)))
    seats = "".join(f".ttr .ttr-seat-{seat}{{background:{color}}}" for seat, color in enumerate(PLAYER_COLORS))
    return f"<style>.ttr{{{pictures}}}{SHEET.read_text(encoding='utf-8')}{cards}{seats}</style>"


def picture_of(card: int) -> str:
    """A card's picture as an address that a style sheet can hold."""
    return "data:image/svg+xml," + quote(card_svg(card), safe="")


def payment_rule(selector: str, cards: list[int], cell: bool = False) -> str:
    """A rule that paints these cards, side by side: at the left of a button, or in a `cell` above its words."""
    step = 20 if len(cards) <= (4 if cell else 5) else 12
    images = ",".join(f"var(--card-{card})" for card in reversed(cards))
    across = "3px" if cell else "50%"
    places = ",".join(f"{6 + step * i}px {across}" for i in reversed(range(len(cards))))
    width = 6 + step * (len(cards) - 1) + 24 + 8
    room = "padding:32px 4px 2px 6px;font-size:11px" if cell else f"padding-left:{width}px;min-height:34px"
    return (
        f".ttr {selector}.jupyter-button{{background-image:{images};background-position:{places};"
        f"background-size:20px auto;background-repeat:no-repeat;{room}}}"
    )
