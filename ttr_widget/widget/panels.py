"""What the panels say, as HTML made from a view: the bar on top, the players, the log, the route under the mouse."""

from __future__ import annotations

from collections.abc import Sequence

from ttr_widget.engine import WILD, Action, View
from ttr_widget.engine.state import FREE
from ttr_widget.gamemap import CARDS as CARDS
from ttr_widget.picture import CARD_SYMBOLS, PLAYER_COLORS
from ttr_widget.widget.messages import either, figure, safe, text, word
from ttr_widget.widget.messages_why import payment_parts, route_facts, why_not

FEW_TRAINS = 8
FEW_WAYS = 6


def bar(view: View, language: str, sentence: str, who: str, seat: int | None) -> str:
    """Whose turn it is, what can be done, and how far the game is."""
    color = PLAYER_COLORS[seat] if seat is not None else "#777"
    chip = f'<span class="ttr-who" style="background:{color}">{safe(who)}</span>'
    when = f'<span class="ttr-round">{safe(progress(view, language))}</span>'
    said = f'<span class="ttr-say">{safe(sentence)}</span>'
    return f'<div class="ttr-bar"><span class="ttr-whose">{chip}{when}</span>{said}</div>'


def progress(view: View, language: str) -> str:
    """How far the game is."""
    if view.setting_up:
        return text(language, "header.setup")
    return text(language, "header.round", n=view.turn // view.players + 1)


def banner(view: View, language: str) -> str:
    """The strip that announces the last round."""
    if view.final_turns is None or view.over:
        return ""
    return f'<div class="ttr-banner">{safe(text(language, "header.final", n=view.final_turns))}</div>'


# -- players ----------------------------------------------------------------------------------------------------------

Column = tuple[str, list[str]]


def players(view: View, language: str, done: int | None, totals: list[int] | None = None) -> str:
    """The table of the players; `done` is how many of the own tickets are met (others' are secret).

    `totals` are the scores of a game that is over, once everybody may know them.
    """
    columns = _columns(view, done, totals)
    heads = "".join(
        f'<th title="{safe(text(language, f"column.{key}.about"))}">{safe(text(language, f"column.{key}"))}</th>'
        for key, _ in columns
    )
    more_heads, more_cells = _passengers(view, language)
    rows = ""
    for seat, name in enumerate(view.names):
        active = ' class="ttr-active" aria-current="true"' if seat == view.player and not view.over else ""
        cells = "".join(f"<td>{cells[seat]}</td>" for _, cells in columns)
        who = f'<span class="ttr-dot ttr-seat-{seat}"></span>{safe(name)}'
        rows += f'<tr{active}><td title="{safe(name)}">{who}</td>{cells}{more_cells[seat]}</tr>'
    first = safe(text(language, "column.player"))
    return (
        f'<table class="ttr-table"><thead><tr><th>{first}</th>{heads}{more_heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>{_notes(view, language)}"
    )


def _columns(view: View, done: int | None, totals: list[int] | None) -> list[Column]:
    seats = range(view.players)
    extra = view.extra
    trains = [f'<span class="ttr-trains{" ttr-low" * (n <= FEW_TRAINS)}">{n}</span>' for n in view.trains]
    tickets = [str(view.ticket_counts[seat] + view.offer_counts[seat] * view.setting_up) for seat in seats]
    if done is not None and view.seat is not None:
        tickets[view.seat] = f"{done}/{view.ticket_counts[view.seat]}"
    columns: list[Column] = []
    if "short_journey" in extra:
        made = [len(view.shown_tickets[seat]) + extra["short_journey"]["bonus"][seat] for seat in seats]
        columns.append(("shown", [f"{n}/{extra['short_journey']['goal']}" for n in made]))
    elif totals is None:
        columns.append(("points", [str(n) for n in view.points]))
    else:
        columns.append(("total", [f"<b>{figure(n)}</b>" for n in totals]))
    columns.append(("trains", trains))
    columns.append(("cards", [str(n) for n in view.hand_sizes]))
    if "short_journey" not in extra:
        columns.append(("tickets", tickets))
    if "tolls" in extra:
        columns.append(("tokens", ["?" if n is None else str(n) for n in extra["tolls"]["tokens"]]))
        columns.append(("loans", [str(n) for n in extra["tolls"]["loans"]]))
    if "express" in extra:
        columns.append(("express", [str(n) for n in extra["express"]["track"]]))
    if "ferries" in extra:
        columns.append(("ferries", [str(n) for n in extra["ferries"]["held"]]))
    return columns


def _passengers(view: View, language: str) -> tuple[str, list[str]]:
    """Everybody's passengers by colour: heads and cells of the columns."""
    if "passengers" not in view.extra:
        return "", [""] * view.players
    own = view.extra["passengers"]
    heads = ""
    for color in own["colors"]:
        name = safe(f"{word(language, 'color', color)}: {text(language, 'column.passengers.about')}")
        dot = f'<span class="ttr-dot" style="background:{color};outline:1px solid #888"></span>'
        heads += f'<th title="{name}">{dot}</th>'
    return heads, ["".join(f"<td>{n or '·'}</td>" for n in taken) for taken in own["taken"]]


def _notes(view: View, language: str) -> str:
    """What lies on the table besides: express trains, ferry cards, the neutral player."""
    extra = view.extra
    notes = []
    if "express" in extra:
        notes.append(text(language, "extra.express", supply=extra["express"]["supply"]))
    if "neutral" in extra:
        own = extra["neutral"]
        key = "extra.neutral" if own["playing"] else "extra.neutral.out"
        notes.append(text(language, key, trains=own["trains"], name=view.names[own["marker"]]))
    if "short_journey" in extra:
        notes.append(text(language, "extra.goal", goal=extra["short_journey"]["goal"]))
    return f'<div class="ttr-note">{safe(" · ".join(notes))}</div>' if notes else ""


# -- the market -------------------------------------------------------------------------------------------------------


def market_title(view: View, language: str) -> str:
    """What the market is called, with the gauge of the deck."""
    gauge = text(language, "panel.market.gauge", deck=view.deck_size, discard=sum(view.discard))
    name = text(language, "panel.market" if view.board.settings.market else "panel.deck")
    total = sum(view.board.settings.cards.values())
    parts = [("deck", view.deck_size), ("discard", sum(view.discard))]
    bars = "".join(f'<i class="ttr-gauge-{name}" style="width:{100 * n / total:.0f}%"></i>' for name, n in parts)
    return f'{title(f"{name} · {gauge}")}<div class="ttr-gauge" aria-hidden="true">{bars}</div>'


def title(words: str) -> str:
    """The heading of a panel."""
    return f'<div class="ttr-title">{safe(words)}</div>'


# -- routes -----------------------------------------------------------------------------------------------------------


def cost(action: Action) -> tuple[int, int, int, int]:
    """By what payments are sorted: locomotives first (they are worth most), then ferry cards, then cards."""
    return action.locomotives, action.ferries, action.cards, action.color


def payments(view: View, route: int, color: int | None = None) -> list[Action]:
    """The ways to pay for a route now, cheapest first; of equal ones that with the most cards left in that colour."""
    actions = [
        action
        for action in view.legal.claims_of(route)
        if color is None or action.color == color or (color == WILD and action.locomotives)
    ]
    return sorted(actions, key=lambda action: (*cost(action)[:3], -_held(view, action), action.color))


def first_payments(ways: Sequence[Action]) -> int | None:
    """How many ways to pay are in sight at first: those without needless locomotives; None for all of them."""
    cheap = sum(cost(way)[:2] == cost(ways[0])[:2] for way in ways)
    first = max(cheap, FEW_WAYS)
    return first if len(ways) > first + 1 else None


def _held(view: View, action: Action) -> int:
    return view.hand[action.color] if action.color < WILD else 0


def payment_cards(action: Action) -> list[int]:
    """The cards of a payment, one by one."""
    return [action.color] * action.cards + [WILD] * action.locomotives


def payment_symbols(action: Action) -> str:
    """A payment in symbols: `3 ✖ + 1 L`."""
    parts = []
    if action.cards:
        parts.append(f"{action.cards} {CARD_SYMBOLS[action.color]}")
    if action.locomotives:
        parts.append(f"{action.locomotives} {CARD_SYMBOLS[WILD]}")
    if action.ferries:
        parts.append(f"{action.ferries} ⛴")
    return " + ".join(parts)


def payment_words(action: Action, language: str) -> str:
    """A payment in words: `3 black + 1 locomotive`."""
    return " + ".join(payment_parts(action, language))


def route_tip(view: View, route: int, language: str) -> str:
    """What the route under the mouse says: facts, and how it could be paid or why it cannot be claimed."""
    head, *facts = [safe(line) for line in route_facts(view, route, language)]
    lines = [f"<b>{head}</b>", *facts]
    ways = payments(view, route)
    if ways:
        shown = [payment_symbols(action) for action in ways[:3]] + (["…"] if len(ways) > 3 else [])
        click = text(language, "route.choose" if len(ways) > 1 else "route.click")
        pay = text(language, "route.pay", ways=either(language, shown))
        lines.append(f'<span class="ttr-yes">{safe(pay)}</span> <span class="ttr-note">{safe(click)}</span>')
    else:
        reason = why_not(view, route, language)
        if reason:
            lines.append(f'<span class="ttr-no">{safe(reason)}</span>')
    return "<br>".join(lines)


def claim_label(view: View, route: int, language: str) -> str:
    """A route in the list of routes that can be claimed."""
    facts = view.board.routes[route]
    twins = [r for r in view.board.route_groups[view.board.group_of[route]] if view.owner[r] == FREE]
    track = f" #{twins.index(route) + 1}" if len(twins) > 1 else ""
    color = text(language, f"color.{facts.color}")
    return f"{view.board.route_label(route)}{track} · {facts.length} · {color}"


# -- the log ----------------------------------------------------------------------------------------------------------


def log(lines: Sequence[str], language: str) -> str:
    """The log, newest line on top."""
    shown = "".join(f"<div>{line}</div>" for line in lines)
    label = safe(text(language, "aria.log"))
    return f'<div class="ttr-log-lines" tabindex="0" aria-label="{label}">{shown}</div>'
