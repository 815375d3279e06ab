"""Choosing what to do: payments, a colour of the hand, tickets pointed at or ticked, being asked first."""

from __future__ import annotations

from tests.widget.driver import board_on, click_route, press, shown
from ttr_widget.engine import Scenario
from ttr_widget.gamemap import CARDS, load_map
from ttr_widget.widget import PlayWidget, Table, panels
from ttr_widget.widget.prefs import Preferences
from ttr_widget.widget.seats import make_seats


def rich(hand: dict[str, int], *, trains: int = 45, confirm: bool = False) -> PlayWidget:
    """A person with these cards, to move, and a bot."""
    board = load_map("usa").changed(trains=trains)
    scenario = Scenario(board, players=["You", "Random"], seed=2).hand(0, **hand).tickets(0, "Boston–Miami")
    table = Table(scenario.game(), make_seats([("You", "human"), ("Random", "random")], 1))
    return board_on(table, preferences=Preferences(speed="instant", confirm=confirm))


def claimable(board: PlayWidget, color: str, length: int) -> int:
    routes = board.game.board.routes
    return next(
        r for r in board.view.legal.claimable_routes() if (routes[r].color, routes[r].length) == (color, length)
    )


ALL_COLORS = {"purple": 3, "red": 3, "orange": 3, "yellow": 3, "green": 3, "blue": 3, "white": 3, "black": 3}


def test_many_payments_begin_with_those_without_needless_locomotives() -> None:
    board = rich(ALL_COLORS | {"locomotive": 3})
    gray = claimable(board, "gray", 3)
    ways = panels.payments(board.view, gray)
    click_route(board, gray)
    chooser = board.parts.chooser
    assert [shown(button) for button in chooser.buttons[:9]] == [True] * 8 + [False]
    assert all(way.locomotives == 0 for way in ways[:8])
    assert str(len(ways) - 8) in chooser.more.description
    press(chooser.more)
    assert all(shown(button) for button in chooser.buttons[: len(ways)])
    assert not shown(chooser.more)
    press(chooser.buttons[len(ways) - 1])
    assert board.game.actions[-1] == ways[-1]


def test_a_route_that_the_chosen_colour_does_not_pay_for_is_refused() -> None:
    board = rich({"red": 4, "blue": 4})
    red = claimable(board, "red", 4)
    press(board.parts.hand[CARDS.index("blue")])
    click_route(board, red)
    assert len(board.game) == 0
    assert board.t("control.filter.other", card="blue") in board.parts.over.value
    assert red not in [route for _, route in board.parts.claim_list.options]
    press(board.parts.hand[CARDS.index("blue")])
    click_route(board, red)
    assert board.game.actions[-1].route == red


def test_a_colour_is_dragged_onto_a_route() -> None:
    board = rich({"red": 4, "blue": 4})
    gray = claimable(board, "gray", 3)
    x, y = board.board.point_of(gray)
    place = {"x": x / board.board.size[0], "y": y / board.board.size[1]}
    board.screen.says({"kind": "carry", "card": "blue"})
    assert board.own.color == CARDS.index("blue")
    board.screen.says({"kind": "drop"})
    assert board.own.color is None
    assert len(board.game) == 0
    board.screen.says({"kind": "carry", "card": "blue"})
    board.screen.says({"kind": "drop", **place})
    assert (board.game.actions[-1].route, board.game.actions[-1].color) == (gray, CARDS.index("blue"))
    assert board.own.color is None


def test_a_dragged_colour_is_put_down_when_the_payment_is_cancelled() -> None:
    board = rich({"blue": 4, "locomotive": 2})
    gray = claimable(board, "gray", 3)
    x, y = board.board.point_of(gray)
    board.screen.says({"kind": "carry", "card": "blue"})
    board.screen.says({"kind": "drop", "x": x / board.board.size[0], "y": y / board.board.size[1]})
    assert board.decisions.asking == ("pay", gray)
    assert board.own.color == CARDS.index("blue")
    press(board.parts.chooser.cancel)
    assert board.own.color is None
    assert board.decisions.asking is None


def test_pointing_at_a_ticket_shows_where_it_leads() -> None:
    board = rich({"red": 4})
    assert board.marks().path == ()
    board.screen.says({"kind": "point", "what": "ticket", "number": 0})
    assert board.marks().path == board.progress[0].routes
    assert board.marks().cities == {"Boston": "target", "Miami": "target"}
    board.screen.says({"kind": "point", "what": "", "number": -1})
    assert board.marks().path == ()
    press(board.parts.tickets_deck)
    board.screen.says({"kind": "point", "what": "choice", "number": 1})
    ticket = board.game.board.tickets[board.view.offered[1]]
    assert board.marks().path
    assert board.marks().cities[ticket.a] == board.marks().cities[ticket.b] == "target"
    board.screen.says({"kind": "point", "what": "choice", "number": 9})
    assert board.marks().path == ()
    # Ticked tickets lead somewhere too.
    press(board.parts.chooser.buttons[0])
    assert board.marks().path


def test_too_few_trains_shake_the_counter() -> None:
    board = rich({"red": 6, "blue": 6, "green": 6}, trains=3)
    long = next(i for i, route in enumerate(board.game.board.routes) if route.length == 5)
    click_route(board, long)
    assert "ttr-shake-a" in board.parts.players._dom_classes
    click_route(board, long)
    assert "ttr-shake-b" in board.parts.players._dom_classes


def test_who_likes_to_be_asked_is_asked_before_tickets_are_drawn() -> None:
    board = rich({"red": 4}, confirm=True)
    press(board.parts.tickets_deck)
    assert len(board.game) == 0
    assert board.t("control.tickets.sure") in board.parts.status.value
    press(board.parts.chooser.cancel)
    assert not shown(board.parts.chooser.box)
    press(board.parts.tickets_deck)
    press(board.parts.chooser.buttons[0])
    assert board.game.actions[-1].kind == "tickets"


def test_a_loan_is_never_taken_without_asking() -> None:
    scenario = Scenario("nederland", players=["You", "Random"], seed=2).hand(0, red=4).set("tolls", 0, 1)
    game = scenario.tickets(0, "Zwolle–Rotterdam").game()
    board = board_on(Table(game, make_seats([("You", "human"), ("Random", "random")], 1)))
    ways, routes = board.view.legal.claims_of, board.game.board.routes
    dear = next(r for r in board.view.legal.claimable_routes() if len(ways(r)) == 1 and routes[r].toll > 1)
    click_route(board, dear)
    assert len(board.game) == 0
    label = board.game.board.route_label(dear)
    assert board.t("control.payment.loan", route=label, cost="−5") in board.parts.status.value
    press(board.parts.chooser.buttons[0])
    assert board.game.actions[-1].route == dear
    assert board.view.extra["tolls"]["loans"][0] == 1
