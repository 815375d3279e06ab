"""The facts about a route lie beside it: inside the board, and hiding as little of the route as can be."""

from __future__ import annotations

import re

import pytest

from tests.widget.driver import sit
from ttr_widget.widget import panels, tips
from ttr_widget.widget.messages_why import route_facts

Box = tuple[float, float, float, float]


def box_of(style: str, width: float, facts: str) -> Box:
    """Where a tip with this style lies, with the size its text takes."""
    sides = {side: float(at) for side, at in re.findall(r"(left|right|top|bottom|max-width):(-?\d+)px", style)}
    wide, high = tips._extent(facts, sides["max-width"])
    x = sides["left"] if "left" in sides else width - sides["right"] - wide
    y = sides["top"] if "top" in sides else -sides["bottom"] - high
    return x, y, x + wide, y + high


@pytest.mark.parametrize("name", ["usa", "germany", "first_journey_europe", "nederland", "japan", "italy"])
def test_a_tip_is_on_the_board_and_hides_little_of_its_route(name: str) -> None:
    board = sit(name, ["human", "random"])
    width, height = board.board.size
    hidden, whole = 0, 0
    for route in range(len(board.game.board.routes)):
        slots = [board.board.pixel_of(x, y) for x, y, _ in board.board.plate.slots[route]]
        facts = panels.route_tip(board.view, route, "de")
        mouse = slots[len(slots) // 2]
        left, top, right, bottom = box_of(tips.place(mouse, (width, height), slots, facts), width, facts)
        assert 0 <= left < right <= width, board.game.board.route_label(route)
        assert 0 <= top < bottom <= height, board.game.board.route_label(route)
        hidden += sum(left <= x <= right and top <= y <= bottom for x, y in slots)
        whole += len(slots)
    assert hidden / whole < 0.006


def test_no_points_are_told_where_routes_give_none() -> None:  # F3
    assert "point" not in route_facts(sit("first_journey_europe", ["human", "random"]).view, 0, "en")[0]
    assert "point" in route_facts(sit("usa", ["human", "random"]).view, 0, "en")[0]
