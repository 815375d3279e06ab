"""Texts of single controls that the other tables do not hold. Key -> (English, German)."""

from __future__ import annotations

CONTROLS: dict[str, tuple[str, str]] = {
    "control.hand.color": (
        "{card}: {n} in hand. Click to see only the routes this colour pays for, or drag it onto a route",
        "{card}: {n} auf der Hand. Klick zeigt nur Strecken, die diese Farbe bezahlt; oder zieh sie auf eine Strecke",
    ),
    "control.handover": ("Hand over to {name}", "Weitergeben an {name}"),
    "control.handover.say": (
        "Look at your hand, then pass the screen to {name}.",
        "Schau deine Hand an und gib dann den Bildschirm an {name}.",
    ),
    "control.ticket.show": (
        "Click to show the cheapest way on the board",
        "Klick zeigt den billigsten Weg auf dem Plan",
    ),
    "control.resume": ("Continue the saved game", "Gespeichertes Spiel fortsetzen"),
    "control.resume.say": (
        "There is an unfinished game on this map.",
        "Auf dieser Karte gibt es ein unfertiges Spiel.",
    ),
    "control.tour.say": ("New here? The tour takes one minute.", "Neu hier? Der Rundgang dauert eine Minute."),
    "control.passenger": (
        "{color}: you {mine}, others at most {other}",
        "{color}: du {mine}, andere höchstens {other}",
    ),
    "control.claim.first": (
        "Choose a route in the list first, or click it on the board.",
        "Wähle zuerst eine Strecke in der Liste, oder klick sie auf dem Plan an.",
    ),
    "control.hidden": ("hidden", "verdeckt"),
    "control.settings": ("Settings", "Einstellungen"),
    "control.files": ("Save & load", "Speichern & laden"),
    "control.help": ("Help", "Hilfe"),
    "control.next": ("Next", "Weiter"),
    "control.back": ("Back", "Zurück"),
    "control.done": ("Done", "Fertig"),
    "control.step.of": ("{number} of {total}", "{number} von {total}"),
    "control.card.locomotive": ("loco", "Lok"),
    "control.bots": ("Bots", "Bots"),
    "control.zoom.in": ("Zoom in (+)", "Vergrößern (+)"),
    "control.zoom.out": ("Zoom out (−)", "Verkleinern (−)"),
    "control.zoom.whole": ("Whole board (0)", "Ganzer Plan (0)"),
    "control.zoom.said": ("Zoom {percent} %", "Vergrößerung {percent} %"),
    "control.payment.more": ("{n} more ways …", "{n} weitere …"),
    "control.ticket.short": ("▭ = to go", "▭ = fehlt"),
    "control.tickets.sure": ("Draw tickets?", "Zielkarten ziehen?"),
    "control.payment.loan": (
        "How do you pay for {route}? The toll takes a loan: {cost} points, and no toll bonus.",
        "Womit bezahlst du {route}? Du brauchst einen Kredit: {cost} Punkte und kein Zollbonus.",
    ),
    "control.neutral": ("The neutral track", "Das neutrale Gleis"),
    "control.filter.other": (
        "{card} does not pay for this route. Click the colour again to see all routes.",
        "{card} bezahlt diese Strecke nicht. Ein Klick auf die Farbe zeigt wieder alle Strecken.",
    ),
    "control.filter": ("only {card}", "nur {card}"),
}
