"""The sentences of the rules cards; `rules_card.py` picks those that a map's settings call for. (English, German)."""

from __future__ import annotations

RULES: dict[str, tuple[str, str]] = {
    "rules.title": ("Rules: {map}", "Regeln: {map}"),
    "rules.head.goal": ("Aim", "Ziel"),
    "rules.head.setup": ("Set-up", "Vorbereitung"),
    "rules.head.turn": ("Your turn: one of these", "Dein Zug: eines davon"),
    "rules.head.routes": ("Routes", "Strecken"),
    "rules.head.special": ("Special here", "Das Besondere"),
    "rules.head.end": ("End and score", "Ende und Wertung"),
    "rules.head.options": ("Chosen options", "Gewählte Varianten"),
    "rules.goal": (
        "Most points at the end wins.",
        "Wer am Schluss die meisten Punkte hat, gewinnt.",
    ),
    "rules.goal.short": (
        "Whoever first has {goal} tickets completed wins.",
        "Wer zuerst {goal} Zielkarten erfüllt hat, gewinnt.",
    ),
    "rules.setup.player": (
        "Everybody has {trains} and {cards} in hand; {least} to {most} players.",
        "Alle haben {trains} und {cards} auf der Hand; {least} bis {most} Spieler.",
    ),
    "rules.setup.deck": (
        "The deck holds {total} cards: {colors} colours and {locomotives}, which are wild.",
        "Der Stapel hat {total} Karten: {colors} Farben und {locomotives}, die als jede Farbe gelten.",
    ),
    "rules.setup.market": (
        "{market} cards lie open. With {reset} or more locomotives among them all are replaced at once.",
        "{market} Karten liegen offen. Sind mindestens {reset} Loks darunter, werden alle sofort ersetzt.",
    ),
    "rules.setup.market.plain": ("{market} cards lie open.", "{market} Karten liegen offen."),
    "rules.setup.market.none": ("No cards lie open.", "Es liegen keine Karten offen."),
    "rules.setup.tickets": (
        "{deal} tickets each; keep at least {keep}.",
        "Jeder bekommt {deal} Zielkarten und behält mindestens {keep}.",
    ),
    "rules.setup.tickets.all": ("{deal} tickets each, all kept.", "Jeder bekommt und behält {deal} Zielkarten."),
    "rules.setup.tickets.mix": (
        "Everybody first says how many of {deal} tickets come from which deck ({decks}), and keeps at least {keep}.",
        "Alle sagen erst an, wie viele von {deal} Zielkarten woher kommen ({decks}), und behalten mindestens {keep}.",
    ),
    "rules.setup.start": (
        "The score markers start at {scores}, in turn order.",
        "Die Zählsteine beginnen in Zugreihenfolge auf {scores}.",
    ),
    "rules.turn.cards": (
        "<b>Take two cards</b>, open or blind. An open locomotive is taken as the only card; an empty place is "
        "filled at once.",
        "<b>Zwei Karten nehmen</b>, offen oder verdeckt. Eine offene Lok nimmt man als einzige Karte; Lücken werden "
        "sofort gefüllt.",
    ),
    "rules.turn.blind": ("<b>Draw two cards</b> from the deck.", "<b>Zwei Karten</b> vom Stapel ziehen."),
    "rules.turn.claim": (
        "<b>Claim one route</b>, any free one on the board: pay as many cards of its colour as it has spaces, and put "
        "one of your trains on each; for a gray route any one colour. Locomotives replace any card.",
        "<b>Eine Strecke bauen</b>, irgendeine freie: so viele Karten ihrer Farbe zahlen, wie sie Felder hat, und auf "
        "jedes einen deiner Wagen stellen; bei grauen Strecken eine Farbe nach Wahl. Loks ersetzen jede Karte.",
    ),
    "rules.turn.tickets": (
        "<b>Draw {draw} tickets</b>, keep at least {keep}. {back}",
        "<b>{draw} Zielkarten ziehen</b>, mindestens {keep} behalten. {back}",
    ),
    "rules.turn.tickets.mix": (
        "<b>Draw {draw} tickets</b> in an announced mix of the decks, keep at least {keep}. {back}",
        "<b>{draw} Zielkarten ziehen</b>, in angesagter Mischung der Stapel, mindestens {keep} behalten. {back}",
    ),
    "rules.back.bottom": (
        "The others go under the deck in the order you like.",
        "Die anderen kommen in beliebiger Reihenfolge unter den Stapel.",
    ),
    "rules.back.shuffled": (
        "The others are shuffled and go under the deck.",
        "Die anderen kommen gemischt unter den Stapel.",
    ),
    "rules.back.discard": (
        "The others go open on a discard pile, which is shuffled when the deck is used up.",
        "Die anderen kommen offen auf eine Ablage, die gemischt wird, wenn der Stapel aufgebraucht ist.",
    ),
    "rules.back.decks": (
        "The others go under their own decks.",
        "Die anderen kommen unter ihre eigenen Stapel.",
    ),
    "rules.turn.ferry": (
        "<b>Take a ferry card</b> ({cards} in the supply; hold {limit} at most).",
        "<b>Eine Fährkarte nehmen</b> ({cards} im Vorrat; höchstens {limit} vor dir).",
    ),
    "rules.turn.swap": (
        "<b>Swap both tickets</b> for two new ones.",
        "<b>Beide Zielkarten</b> gegen zwei neue tauschen.",
    ),
    "rules.turn.pass": (
        "Only who can do nothing else passes; if all pass in a row the game ends.",
        "Nur wer nichts anderes kann, passt; passen alle nacheinander, ist das Spiel aus.",
    ),
    "rules.deck.empty": (
        "When the deck is used up, the discard pile is shuffled. If both are empty, no cards can be taken.",
        "Ist der Stapel leer, wird die Ablage gemischt. Sind beide leer, kann man keine Karten nehmen.",
    ),
    "rules.routes.points": ("Points by length: {table}.", "Punkte nach Länge: {table}."),
    "rules.routes.no_points": ("Routes give no points.", "Strecken bringen keine Punkte."),
    "rules.routes.double": (
        "Of parallel tracks of the same length nobody may hold two.",
        "Von gleich langen parallelen Gleisen darf niemand zwei besitzen.",
    ),
    "rules.routes.closed": (
        "With fewer than {players} players the other tracks are closed as soon as one is claimed.",
        "Bei weniger als {players} Spielern sind die anderen Gleise gesperrt, sobald eines gebaut ist.",
    ),
    "rules.routes.open": (
        "All tracks may be used with any number of players.",
        "Alle Gleise dürfen bei jeder Spielerzahl genutzt werden.",
    ),
    "rules.routes.twins": (
        "Parts of the map are drawn enlarged; a place on both pictures is one and the same ({cities}).",
        "Teile der Karte sind vergrößert gezeichnet; ein Ort auf beiden Bildern ist ein und derselbe ({cities}).",
    ),
    "rules.routes.countries": (
        "Countries are ends only: routes into the same country are not joined there. Any route into a country "
        "meets a ticket to it.",
        "Länder sind nur Endpunkte: Strecken in dasselbe Land sind dort nicht verbunden. Für eine Zielkarte in ein "
        "Land genügt irgendeine Strecke dorthin.",
    ),
    "rules.passengers": (
        "Passengers wait in towns and countries. With each claimed route you take one from each of its two ends, if "
        "any are left there: the colour of your choice.",
        "In Städten und Ländern warten Fahrgäste. Mit jeder gebauten Strecke nimmst du an jedem ihrer beiden Enden "
        "einen mit, solange dort welche stehen: die Farbe nach Wahl.",
    ),
    "rules.tolls": (
        "Everybody has secret toll tokens worth {tokens}. Each route costs its toll: the first track is paid to the "
        "bank, the second to the holder of the first.",
        "Alle haben geheime Zollmarken im Wert von {tokens}. Jede Strecke kostet ihren Zoll: das erste Gleis an die "
        "Bank, das zweite an den Besitzer des ersten.",
    ),
    "rules.loans": (
        "Who cannot pay the whole toll takes a loan and pays nothing: {loan} at the end, never paid back, and no toll "
        "bonus. The holder of the first track then gets the toll from the bank.",
        "Wer den Zoll nicht ganz zahlen kann, nimmt einen Kredit und zahlt nichts: am Schluss {loan}, nie "
        "zurückzuzahlen, und kein Zollbonus. Der Besitzer des ersten Gleises bekommt den Zoll dann von der Bank.",
    ),
    "rules.neutral": (
        "From round {round} on, after both have moved, the holder of the marker turns up a ticket. If a pair of "
        "places is printed on it, the neutral player builds there: the holder chooses the track if all are free, and "
        "the marker moves on. For neutral's track beside yours the bank pays you the toll; a track beside neutral's "
        "is paid to the bank. Neutral has {trains}; without enough of them, or without tickets, it leaves.",
        "Ab Runde {round} deckt der Besitzer des Markers nach jeder Runde eine Zielkarte auf. Ist ein Ortspaar darauf, "
        "baut der neutrale Spieler dort: Sind alle Gleise frei, wählt der Besitzer, und der Marker wandert weiter. "
        "Für ein neutrales Gleis neben deinem zahlt dir die Bank den Zoll; ein Gleis neben dem neutralen zahlst du "
        "an die Bank. Neutral hat {trains}; reichen sie nicht oder fehlen Zielkarten, scheidet er aus.",
    ),
    "rules.express": (
        "{trains} express trains are shared. An express line is paid with cards of one colour; it takes none of "
        "your trains and gives no points, but one step on the express track per card. It counts for everybody's "
        "tickets.",
        "{trains} Schnellzüge gehören allen. Eine Schnellzuglinie zahlst du mit Karten einer Farbe; sie kostet keine "
        "eigenen Wagen und bringt keine Punkte, aber je Karte einen Schritt auf der Schnellzugleiste. Sie zählt für "
        "die Zielkarten aller.",
    ),
    "rules.express.gone": (
        "When they are used up, express lines are claimed like gray routes.",
        "Sind sie aufgebraucht, baut man die Linien wie graue Strecken.",
    ),
    "rules.ferries": (
        "Ferries have wave spaces: each needs a locomotive or a ferry card, which covers up to {spaces}. The other "
        "spaces take cards of one colour.",
        "Fähren haben Wellenfelder: Jedes braucht eine Lok oder eine Fährkarte, die bis zu {spaces} abdeckt. Für die "
        "anderen Felder zahlst du Karten einer Farbe.",
    ),
    "rules.journey": (
        "A ticket is done as soon as its places are joined: it is laid open and replaced.",
        "Eine Zielkarte ist erfüllt, sobald ihre Orte verbunden sind: Sie wird offen ausgelegt und ersetzt.",
    ),
    "rules.east_west": (
        "Joining one of {east} with one of {west} gives a bonus ticket, once per player; it counts as completed.",
        "Wer {east} mit {west} verbindet, bekommt einmal eine Bonuskarte; sie zählt als erfüllte Zielkarte.",
    ),
    "rules.end.trigger": (
        "When a player has {trains} or fewer trains after their turn, everybody has one more turn.",
        "Hat ein Spieler nach seinem Zug höchstens {trains} Wagen, sind alle noch einmal dran.",
    ),
    "rules.end.express": (
        "This needs at most {trains} express trains in the supply as well.",
        "Zugleich dürfen höchstens noch {trains} Schnellzüge im Vorrat sein.",
    ),
    "rules.end.short": (
        "The game ends at once when somebody completes ticket number {goal}, or places the last train: then most "
        "completed tickets wins; ties share the victory.",
        "Das Spiel endet sofort mit der {goal}. erfüllten Zielkarte oder mit dem letzten Wagen eines Spielers: Dann "
        "gewinnt, wer die meisten Zielkarten erfüllt hat; bei Gleichstand geteilter Sieg.",
    ),
    "rules.end.tickets": (
        "A ticket whose two places are joined by your own routes adds its value, any other subtracts it. They are "
        "secret until the end.",
        "Eine Zielkarte, deren zwei Orte deine eigenen Strecken verbinden, zählt plus, jede andere minus. Bis zum "
        "Schluss sind sie geheim.",
    ),
    "rules.end.longest_path": (
        "Longest continuous path: {bonus} (counted in trains; each route once, cities as often as you like; ties all "
        "get it).",
        "Längste zusammenhängende Strecke: {bonus} (in Wagen gezählt; jede Strecke einmal, Städte beliebig oft; bei "
        "Gleichstand alle).",
    ),
    "rules.end.most_tickets": (
        "Most completed tickets: {bonus} (ties all get it).",
        "Meiste erfüllte Zielkarten: {bonus} (bei Gleichstand alle).",
    ),
    "rules.end.passengers": (
        "Passengers, for each colour: most {first}, second most {second}. Tied for most: all {first}, no second prize; "
        "tied for second: all {second}.",
        "Fahrgäste, je Farbe: die meisten {first}, die zweitmeisten {second}. Gleichstand vorn: alle {first}, kein "
        "zweiter Preis; Gleichstand dahinter: alle {second}.",
    ),
    "rules.end.tolls": ("Toll tokens left, by rank: {table}.", "Übrige Zollmarken, nach Rang: {table}."),
    "rules.end.express_bonus": (
        "Express track, by rank: {table}; nothing contributed: {none}.",
        "Schnellzugleiste, nach Rang: {table}; gar nichts beigetragen: {none}.",
    ),
    "rules.end.tolls.dense": (
        "Equal sums share a rank, and the next rank follows.",
        "Gleiche Summen teilen sich einen Rang, und der nächste Rang folgt.",
    ),
    "rules.end.tolls.competition": (
        "Players with a loan do not count; after a tie places are left out.",
        "Spieler mit Kredit zählen nicht mit; nach Gleichstand werden Plätze ausgelassen.",
    ),
    "rules.end.express.tie": (
        "After a tie places are left out.",
        "Nach Gleichstand werden Plätze ausgelassen.",
    ),
    "rules.table.more": ("{left} or more→{right}", "ab {left}→{right}"),
    "rules.setup.player.exact": (
        "Everybody has {trains} and {cards} in hand; exactly {least} players.",
        "Alle haben {trains} und {cards} auf der Hand; genau {least} Spieler.",
    ),
    "rules.end.regions": (
        "Regions a network touches: {table}. Each separate network counts by itself; countries are no regions.",
        "Regionen, die ein Netz berührt: {table}. Getrennte Netze zählen einzeln; Länder sind keine Regionen.",
    ),
    "rules.end.regions.double": (
        "{regions} count double in a network with all their cities.",
        "{regions} zählen doppelt in einem Netz, das alle ihre Städte enthält.",
    ),
    "rules.end.tie": (
        "Tie for victory: {order}; else it is shared.",
        "Bei Gleichstand: {order}; sonst geteilter Sieg.",
    ),
    "rules.tie.then": ("{first}, then {second}", "{first}, dann {second}"),
    "rules.tie.tickets": ("more completed tickets", "mehr erfüllte Zielkarten"),
    "rules.tie.longest_path": ("the longest path", "die längste Strecke"),
    "rules.tie.passengers": ("more passengers", "mehr Fahrgäste"),
    "rules.table.row": ("{left}→{right}", "{left}→{right}"),
    "rules.table.players": ("{n} players {values}", "zu {n}: {values}"),
}
