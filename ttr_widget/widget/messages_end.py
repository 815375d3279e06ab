"""The end screen, the replay, hints and the tour. Key -> (English, German)."""

from __future__ import annotations

END: dict[str, tuple[str, str]] = {
    "end.title": ("Final score", "Schlusswertung"),
    "end.winner": ("{name} wins", "{name} gewinnt"),
    "end.winner.you": ("You win!", "Du gewinnst!"),
    "end.winners": ("{names} share the victory", "{names} teilen sich den Sieg"),
    "end.winners.you": ("{names} share the victory", "{names} teilt euch den Sieg"),
    "end.next": ("Next", "Weiter"),
    "end.rematch": ("Play again", "Noch einmal"),
    "end.all": ("Show all", "Alles zeigen"),
    "end.again": ("From the start", "Von vorn"),
    "end.replay": ("Replay", "Rückschau"),
    "end.step": ("{source} ({number} of {total})", "{source} ({number} von {total})"),
    "end.reveal.line": ("{source}: {parts}", "{source}: {parts}"),
    "end.reveal.part": ("{name} {points}", "{name} {points}"),
    "end.chart": ("Points by source for every player", "Punkte nach Herkunft für alle Spieler"),
    "end.ticket.done": ("{ticket} +{points}", "{ticket} +{points}"),
    "end.ticket.failed": ("{ticket} −{points}", "{ticket} −{points}"),
    "end.about.start": ("places on the score track at the start", "Startplätze auf der Punkteleiste"),
    "end.about.routes": ("claimed routes", "gebaute Strecken"),
    "end.about.tickets": ("fulfilled and failed tickets", "erfüllte und verfehlte Zielkarten"),
    "end.about.longest_path": ("the longest continuous path", "die längste zusammenhängende Strecke"),
    "end.about.most_tickets": ("most fulfilled tickets", "die meisten erfüllten Zielkarten"),
    "end.about.passengers": ("most passengers of each colour", "die meisten Fahrgäste jeder Farbe"),
    "end.about.tolls": ("most toll tokens left", "die meisten übrigen Zollmarken"),
    "end.about.loans": ("loans taken", "aufgenommene Kredite"),
    "end.about.express": ("places on the express track", "Plätze auf der Schnellzugleiste"),
    "end.about.regions": ("regions touched by each network", "Regionen, die jedes Netz berührt"),
    "end.about.completed_tickets": ("tickets laid open", "offen ausgelegte Zielkarten"),
    "end.about.east_west": ("East and West joined", "Ost und West verbunden"),
    "end.detail.longest_path": ("{trains}", "{trains}"),
    "end.detail.tickets": ("{done} of {total} fulfilled", "{done} von {total} erfüllt"),
    "end.detail.most_tickets": ("{n} fulfilled", "{n} erfüllt"),
    "end.detail.most_tickets.one": ("1 fulfilled", "1 erfüllt"),
    "end.detail.tolls": ("{n} left", "{n} übrig"),
    "end.detail.tolls.one": ("1 left", "1 übrig"),
    "end.detail.express": ("{n} on the track", "{n} auf der Leiste"),
    "end.detail.express.one": ("1 on the track", "1 auf der Leiste"),
    "end.detail.passengers": ("{color} {n} ({points})", "{color} {n} ({points})"),
    "end.detail.regions": ("regions per network: {regions}", "Regionen je Netz: {regions}"),
    "replay.title": ("Replay", "Rückschau"),
    "replay.none": (
        "This game began in the middle: there is nothing to look back at.",
        "Dieses Spiel begann mittendrin: Es gibt keine Rückschau.",
    ),
    "replay.at": ("Move {number} of {total}:", "Zug {number} von {total}:"),
    "replay.before": ("One move back", "Einen Zug zurück"),
    "replay.after": ("One move on", "Einen Zug weiter"),
    "replay.close": ("Back to the game", "Zurück zum Spiel"),
    "replay.play": ("Play", "Abspielen"),
    "replay.pause": ("Pause", "Anhalten"),
    "replay.branch": ("Play on from here", "Von hier weiterspielen"),
    # hints
    "hint.way": (
        "Your cheapest way to finish {ticket} needs {routes}, {trains}.",
        "Dein billigster Weg für {ticket} braucht {routes}, {trains}.",
    ),
    "hint.claim": ("Claim {route} now with {cards}.", "Bau jetzt {route} mit {cards}."),
    "hint.take": ("Take {card} from the market for {route}.", "Nimm {card} aus der Auslage für {route}."),
    "hint.draw": ("Draw cards: {route} still needs {cards}.", "Zieh Karten: {route} braucht noch {cards}."),
    "hint.draw.plain": ("Draw cards.", "Zieh Karten."),
    "hint.tickets": (
        "No ticket is left to finish and you have {trains}: draw new tickets.",
        "Keine Zielkarte ist mehr offen, und du hast noch {trains}: Zieh neue Zielkarten.",
    ),
    "hint.points": (
        "No ticket is left to finish: claim {route} for {points}.",
        "Keine Zielkarte ist mehr offen: Bau {route} für {points}.",
    ),
    "hint.cut_off": (
        "{ticket} cannot be finished any more.",
        "{ticket} lässt sich nicht mehr erfüllen.",
    ),
    "hint.keep": (
        "Keep {tickets}: together they need {trains}.",
        "Behalte {tickets}: Zusammen brauchen sie {trains}.",
    ),
    "hint.keep.one": (
        "Keep {tickets}: it needs {trains}.",
        "Behalte {tickets}: Das braucht {trains}.",
    ),
    "hint.keep.more": (
        "Keep {tickets}: with those you have, that needs {trains} more.",
        "Behalte {tickets}: Mit deinen anderen braucht das noch {trains}.",
    ),
    "hint.ferry": ("Take a ferry card for {route}.", "Nimm eine Fährkarte für {route}."),
    "hint.swap": ("Swap your tickets: both are far away.", "Tausche deine Zielkarten: Beide sind weit weg."),
    "hint.passenger": (
        "Take the {color} passenger: there you are nearest to a prize.",
        "Nimm den Fahrgast der Farbe {color}: Da bist du einem Preis am nächsten.",
    ),
    "hint.mix": ("Take this mix: {mix}.", "Nimm diese Mischung: {mix}."),
    "hint.neutral": (
        "Choose {route}, the track that you need less.",
        "Wähle {route}, das Gleis, das du weniger brauchst.",
    ),
    "hint.pass": ("There is nothing to do but pass.", "Du kannst nur passen."),
    "hint.wait": ("It is not your turn.", "Du bist nicht dran."),
    "hint.over": ("The game is over.", "Das Spiel ist aus."),
    "hint.all_done": ("All your tickets are done.", "Alle deine Zielkarten sind erfüllt."),
    # the tour
    "tour.title": ("A tour of one minute", "Ein Rundgang von einer Minute"),
    "tour.next": ("Next", "Weiter"),
    "tour.back": ("Back", "Zurück"),
    "tour.end": ("Let's play", "Los geht's"),
    "tour.skip": ("Skip", "Überspringen"),
    "tour.step": ("{number} of {total}", "{number} von {total}"),
    "tour.goal": (
        "You build train lines. Points come from routes, from tickets – two places you join by your own routes – "
        "and from bonuses at the end.",
        "Du baust Bahnstrecken. Punkte gibt es für Strecken, für Zielkarten – zwei Orte, die deine Strecken "
        "verbinden – und für Boni am Schluss.",
    ),
    "tour.goal.short": (
        "You build train lines and join the places on your tickets. Whoever first has {goal} tickets done wins.",
        "Du baust Bahnstrecken und verbindest die Orte deiner Zielkarten. Wer zuerst {goal} erfüllt hat, gewinnt.",
    ),
    "tour.head.status": ("What now?", "Was jetzt?"),
    "tour.head.hand": ("Your hand", "Deine Hand"),
    "tour.head.board": ("The board", "Der Spielplan"),
    "tour.status": (
        "This line always says whose turn it is and what you can do now.",
        "Diese Zeile sagt immer, wer dran ist und was du jetzt tun kannst.",
    ),
    "tour.tickets": (
        "Your tickets. Click one, and the board shows its cheapest way and what is still missing.",
        "Deine Zielkarten. Klick eine an, und der Plan zeigt ihren billigsten Weg und was noch fehlt.",
    ),
    "tour.market": (
        "Take two cards: open ones from the market or blind from the deck. An open locomotive counts for both.",
        "Nimm zwei Karten: offene aus der Auslage oder verdeckte vom Stapel. Eine offene Lok zählt für beide.",
    ),
    "tour.market.blind": (
        "Draw two cards from the deck.",
        "Zieh zwei Karten vom Stapel.",
    ),
    "tour.hand": (
        "Your cards by colour. Click a colour, and only the routes it can pay for glow.",
        "Deine Karten nach Farben. Klick eine Farbe an, und nur die Strecken leuchten, die sie bezahlen kann.",
    ),
    "tour.board": (
        "Glowing routes are those you can pay for. Point at a route to read about it; click it to claim it. "
        "Ctrl + mouse wheel, a pinch or + and − zoom in and out, dragging then moves the board, 0 shows all of it.",
        "Leuchtende Strecken kannst du bezahlen. Zeig auf eine Strecke, um sie zu lesen; klick, um sie zu bauen. "
        "Strg + Mausrad, zwei Finger oder + und − vergrößern und verkleinern, Ziehen verschiebt dann den Plan, "
        "0 zeigt ihn ganz.",
    ),
    "tour.players": (
        "Everybody's points, trains and cards. When somebody has {trains} left, the last round begins.",
        "Punkte, Wagen und Karten aller Spieler. Hat jemand nur noch {trains}, beginnt die letzte Runde.",
    ),
    "tour.players.last": (
        "Everybody's tickets, trains and cards. The last train of a player ends the game at once.",
        "Zielkarten, Wagen und Karten aller Spieler. Der letzte Wagen eines Spielers beendet das Spiel sofort.",
    ),
    "tour.log": ("What happened so far.", "Was bisher geschah."),
    "tour.hint": (
        "Stuck? Hint proposes a move, Undo takes one back, and the menu has the rules of this map.",
        "Ratlos? „Tipp“ schlägt einen Zug vor, „Rückgängig“ nimmt einen zurück, und im Menü stehen die Regeln.",
    ),
    "tour.special.passengers": (
        "Passengers wait in the towns. Every route you claim takes one along from each of its ends.",
        "In den Städten warten Fahrgäste. Jede Strecke, die du baust, nimmt an jedem Ende einen mit.",
    ),
    "tour.special.tolls": (
        "The number on a route is its toll. Tolls left at the end are worth many points; a loan costs some.",
        "Die Zahl an einer Strecke ist ihr Zoll. Übriger Zoll bringt am Schluss viele Punkte; ein Kredit kostet.",
    ),
    "tour.special.express": (
        "Express lines cost cards, but no trains; they serve everybody. Do your share, or you lose points.",
        "Schnellzuglinien kosten Karten, aber keine Wagen; sie nützen allen. Bau mit, sonst verlierst du Punkte.",
    ),
    "tour.special.ferries": (
        "Wave spaces need locomotives or ferry cards. Taking a ferry card is a turn.",
        "Wellenfelder brauchen Loks oder Fährkarten. Eine Fährkarte zu nehmen ist ein Zug.",
    ),
    "tour.special.regions": (
        "Networks that touch many regions score a bonus at the end.",
        "Netze, die viele Regionen berühren, bringen am Schluss einen Bonus.",
    ),
    "tour.special.longest_path": (
        "The longest continuous path earns {bonus} points at the end.",
        "Die längste zusammenhängende Strecke bringt am Schluss {bonus} Punkte.",
    ),
    "tour.special.short_journey": (
        "A ticket is done as soon as you join its places, and you get a new one.",
        "Eine Zielkarte ist erfüllt, sobald du ihre Orte verbindest, und du bekommst eine neue.",
    ),
    "tour.special.neutral": (
        "From round {round} on a neutral player builds too.",
        "Ab Runde {round} baut ein neutraler Spieler mit.",
    ),
}
