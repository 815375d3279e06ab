"""The lines of the log, one for every kind of event. Key -> (English, German).

The German lines name the player before a colon, so that one sentence serves "Du" and every name.
"""

from __future__ import annotations

LOG: dict[str, tuple[str, str]] = {
    "log.draw": ("{who} drew a blind card", "{who}: verdeckte Karte gezogen"),
    "log.draw.own": ("{who} drew {card}", "{who}: {card} gezogen"),
    "log.take": ("{who} took {card}", "{who}: {card} genommen"),
    "log.take.aloud": ("{who} took {card} from the market", "{who}: {card} aus der Auslage genommen"),
    "log.take.new": ("{who} took {card}; {new} turned up", "{who}: {card} genommen; {new} aufgedeckt"),
    "log.reshuffle": ("The discard pile is the new deck ({cards})", "Die Ablage ist der neue Stapel ({cards})"),
    "log.market_reset": ("Too many locomotives: the market is new", "Zu viele Loks: Die Auslage wird ausgetauscht"),
    "log.claim": ("{who} claimed {route} with {cards}: {points}", "{who}: {route} gebaut mit {cards}: {points}"),
    "log.claim.plain": ("{who} claimed {route} with {cards}", "{who}: {route} gebaut mit {cards}"),
    "log.tickets": ("{who} drew {tickets}", "{who}: {tickets} gezogen"),
    "log.tickets.mix": ("{who} drew {tickets} ({mix})", "{who}: {tickets} gezogen ({mix})"),
    "log.tickets.own": ("{who} drew {tickets}: {names}", "{who}: {tickets} gezogen: {names}"),
    "log.keep": ("{who} kept {tickets}", "{who}: {tickets} behalten"),
    "log.keep.returned": (
        "{who} kept {tickets}, returned {back}",
        "{who}: {tickets} behalten, {back} zurückgegeben",
    ),
    "log.keep.own": ("{who} kept {names}", "{who}: {names} behalten"),
    "log.pass": ("{who} passed", "{who}: gepasst"),
    "log.final_round": (
        "Final round! Few trains left: {who}. Everybody has one more turn",
        "Letzte Runde! Kaum noch Wagen: {who}. Alle sind noch einmal dran",
    ),
    "log.over": ("The game is over", "Das Spiel ist aus"),
    "log.undo": ("{n} moves taken back", "{n} Züge zurückgenommen"),
    "log.undo.one": ("One move taken back", "Ein Zug zurückgenommen"),
    "log.swap": ("{who} swapped tickets", "{who}: Zielkarten getauscht"),
    "log.swap.own": ("{who} swapped tickets and has now {names}", "{who}: Zielkarten getauscht, jetzt {names}"),
    "log.completed": ("{who} completed {ticket}!", "{who}: {ticket} erfüllt!"),
    "log.completed.new": ("{who} completed {ticket}! New: {new}", "{who}: {ticket} erfüllt! Neu: {new}"),
    "log.east_west": ("{who} joined East and West: bonus ticket!", "{who}: Ost und West verbunden: Bonuskarte!"),
    "log.express": (
        "{who} built the express line {route} with {cards}: {track} on the track, express trains left: {supply}",
        "{who}: Schnellzuglinie {route} gebaut mit {cards}: {track} auf der Leiste, Schnellzüge übrig: {supply}",
    ),
    "log.ferry": ("{who} took a ferry card and holds {held}", "{who}: Fährkarte genommen, hat jetzt {held}"),
    "log.toll": ("{who} paid a toll of {toll} to the bank", "{who}: {toll} Zoll an die Bank gezahlt"),
    "log.toll.to": ("{who} paid a toll of {toll} to {name}", "{who}: {toll} Zoll an {name} gezahlt"),
    "log.loan": ("{who} took a loan for a toll of {toll}", "{who}: Kredit für {toll} Zoll aufgenommen"),
    "log.loan.to": (
        "{who} took a loan; the bank paid {name} a toll of {toll}",
        "{who}: Kredit aufgenommen; die Bank zahlte {name} {toll} Zoll",
    ),
    "log.neutral_ticket": ("Neutral turn: {ticket} was turned up", "Neutraler Zug: {ticket} aufgedeckt"),
    "log.neutral_ticket.none": (
        "Neutral turn: {ticket} was turned up; no pair on it",
        "Neutraler Zug: {ticket} aufgedeckt; kein Paar darauf",
    ),
    "log.neutral_ticket.pair": (
        "Neutral turn: {ticket} was turned up; the pair is {pair}",
        "Neutraler Zug: {ticket} aufgedeckt; das Paar ist {pair}",
    ),
    "log.neutral": ("Neutral trains on {route} ({trains} left)", "Neutrale Wagen auf {route} (noch {trains})"),
    "log.neutral_left": ("The neutral player leaves the game", "Der neutrale Spieler steigt aus"),
    "log.bank_pays": ("The bank pays {who} a toll of {toll}", "Die Bank zahlt {who} {toll} Zoll"),
    "log.tickets_shuffled": (
        "The discarded tickets are shuffled into a new deck",
        "Die abgelegten Zielkarten bilden einen neuen Stapel",
    ),
    "log.passenger": (
        "{who} picked up a passenger ({color}) in {city}",
        "{who}: Fahrgast ({color}) in {city} mitgenommen",
    ),
    "log.bot_failed": (
        "{who} failed: {reason}. A random legal move was played instead",
        "{who} ist gescheitert: {reason}. Stattdessen kam ein zufälliger erlaubter Zug",
    ),
    "log.ticket_done": ("{who} fulfilled a ticket: {ticket}", "{who}: Zielkarte erfüllt: {ticket}"),
    "log.ticket_done.points": ("{ticket} is fulfilled: {points}", "{ticket} ist erfüllt: {points}"),
    "log.unknown": ("{who}: {kind}", "{who}: {kind}"),
    "log.start": ("New game on {map}: {names}", "Neues Spiel auf {map}: {names}"),
    "log.first": ("{who} begins", "{who} beginnt"),
}
