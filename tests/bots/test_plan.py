"""The planner's parts: cheap forests beside exact ones, what a hand lacks, and decisions to be checked by hand."""

from __future__ import annotations

import math
import random

import pytest

from ttr_widget.bots import make_bot
from ttr_widget.bots.atlas import atlas_of
from ttr_widget.bots.needs import Needs
from ttr_widget.bots.plan import chart_of, cheapest_forest, open_weights
from ttr_widget.bots.planner import PlannerBot, Taste
from ttr_widget.bots.worth import harms
from ttr_widget.engine import Game
from ttr_widget.engine.actions import WILD
from ttr_widget.engine.position import Scenario
from ttr_widget.engine.state import FREE
from ttr_widget.gamemap import available_maps, load_map
from ttr_widget.graphs.steiner import steiner_forest


@pytest.mark.parametrize("name", sorted(available_maps()))
def test_the_forest_is_nearly_the_cheapest(name: str) -> None:
    """Never below the exact forest, and on average within a few percent of it."""
    board = load_map(name)
    chart, atlas = chart_of(board, 2), atlas_of(board, 2)
    dice = random.Random(1)
    spent = best = 0.0
    for _ in range(15):
        tickets = dice.sample(range(len(board.tickets)), 3)
        cost, ways = cheapest_forest(chart, chart.length, [chart.ticket_ends[t] for t in tickets])
        exact = steiner_forest(atlas.graph, atlas.lengths, [atlas.ticket_ends[t] for t in tickets])
        assert cost == sum(chart.length[link] for link in {link for way in ways for link in way})
        assert cost >= exact.cost
        spent += cost
        best += exact.cost
    assert spent <= 1.05 * best


def test_links_cost_nothing_where_one_is_and_everything_where_others_are() -> None:
    board = load_map("usa")
    chart = chart_of(board, 2)
    owner = [FREE] * len(board.routes)
    mine, theirs = chart.routes[3][0], chart.routes[8][0]
    owner[mine], owner[theirs] = 0, 1
    weights = open_weights(chart, owner, 0, 45, 0, [1.0] * len(chart.routes))
    assert weights[3] == 0
    assert weights[8] == math.inf
    assert weights[9] == 1
    few = open_weights(chart, owner, 0, 2, 0, [1.0] * len(chart.routes))
    assert all(weight == math.inf for weight, length in zip(few, chart.length, strict=True) if length > 2 and weight)


def find_link(name: str, a: str, b: str) -> int:
    board = load_map(name)
    return next(board.group_of[i] for i, route in enumerate(board.routes) if {route.a, route.b} == {a, b})


def test_needs_count_colours_and_locomotives() -> None:
    chart = chart_of(load_map("usa"), 2)
    yellow_six = find_link("usa", "Seattle", "Helena")
    owner = [FREE] * len(chart.link_of)
    hand = [0] * (WILD + 1)
    hand[3], hand[WILD] = 4, 1
    needs = Needs(chart, owner, hand, [yellow_six])
    assert (needs.missing, needs.short[3]) == (1, 2)
    assert needs.draws > 0.5  # one colour comes in slowly
    hand[3] = 6
    assert Needs(chart, owner, hand, [yellow_six]).missing == 0


def test_a_gray_link_takes_the_colour_left_over() -> None:
    chart = chart_of(load_map("usa"), 2)
    gray_six = find_link("usa", "Winnipeg", "Sault Ste. Marie")
    yellow_six = find_link("usa", "Seattle", "Helena")
    owner = [FREE] * len(chart.link_of)
    hand = [0] * (WILD + 1)
    hand[3], hand[5] = 6, 4
    needs = Needs(chart, owner, hand, [gray_six, yellow_six])
    assert needs.missing == 2
    assert needs.short[5] == 2


def test_the_plan_stays_while_others_build_beside_it() -> None:
    """Nothing is planned anew for a route that has nothing to do with the plan."""
    game = Game("usa", 2, seed=3, first_player=0)
    bot = make_bot("planner", seed=1)
    assert isinstance(bot, PlannerBot)
    while game.phase == "keep":
        game.play(bot.choose(game.view(game.player), game.legal_actions()) if game.player == 0 else "keep 1 2")
    view = game.view(0)
    bot.choose(view, game.legal_actions())
    plan = set(bot.links)
    assert plan
    beside = next(link for link in range(len(bot.chart.routes)) if link not in plan)
    view = game.view(0)
    view.owner[bot.chart.routes[beside][0]] = 1
    weights = bot.weights
    bot.choose(view, game.legal_actions())
    assert bot.weights is weights  # made once only
    assert bot.links == plan
    view = game.view(0)
    view.owner[bot.chart.routes[min(plan)][0]] = 1
    bot.choose(view, game.legal_actions())
    assert min(plan) not in bot.links


def test_the_last_turn_takes_the_points_there_are() -> None:
    """B16: cards are worth nothing any more, so the best claim is made."""
    game = Game("usa", 2, seed=3, first_player=0)
    game.play("keep 1 2")
    game.play("keep 1 2")
    view = game.view(0)
    view.final_turns = 2
    legal = game.legal_actions()
    assert legal.by_kind("claim")
    for bot in ("planner", "steiner"):
        assert make_bot(bot, seed=1).choose(view, legal).kind == "claim"


def between_two_networks(*near: str) -> Game:
    """The opponent's networks lie on both sides of Napoli–Roma; we have the ways around it, and the cards for it."""
    scenario = Scenario("italy", players=2).claim(1, "Napoli–Salerno", "Foggia–Salerno", *near)
    scenario = scenario.claim(0, "Napoli–Pescara", "Foggia–Pescara")
    return scenario.hand(0, yellow=4, green=4).tickets(0, "Torino–Austria").turn(0).game()


def test_a_link_between_two_networks_of_an_opponent_is_worth_its_detour() -> None:
    link = find_link("italy", "Napoli", "Roma")
    joined = between_two_networks("Roma–Grosseto", "Perugia–Roma")
    chart = chart_of(joined.board, 2)
    loss = harms(joined.view(0), chart, 0, 4.0)
    assert loss[link] > 0
    assert loss[link] == max(loss.values())
    assert link not in harms(joined.view(1), chart, 1, 4.0), "no harm to oneself"
    assert link not in harms(between_two_networks().view(0), chart, 0, 4.0), "one network only"


def test_the_planner_blocks_where_that_hurts_most() -> None:
    game = between_two_networks("Roma–Grosseto", "Perugia–Roma")
    view, legal = game.view(0), game.legal_actions()
    blocker = PlannerBot(1, Taste(block=0.0)).choose(view, legal)
    assert (blocker.kind, game.board.group_of[blocker.route]) == ("claim", find_link("italy", "Napoli", "Roma"))
    assert PlannerBot(1, Taste(block=99.0)).choose(view, legal).kind != "claim"


def test_waves_cost_turns_for_ferry_cards() -> None:
    """I2, I3: a ferry card covers two wave spaces; what locomotives are left over come first."""
    chart = chart_of(load_map("italy"), 2)
    four_waves = find_link("italy", "Genova", "Olbia")
    assert (chart.length[four_waves], chart.waves[four_waves]) == (7, 4)
    owner = [FREE] * len(chart.link_of)
    hand = [0] * (WILD + 1)
    hand[2] = 3
    needs = Needs(chart, owner, hand, [four_waves])
    assert (needs.missing, needs.ferry_turns, needs.draws) == (0, 2, 2.0)
    assert Needs(chart, owner, hand, [four_waves], ferries=2).ferry_turns == 1
    hand[WILD] = 3
    assert Needs(chart, owner, hand, [four_waves]).ferry_turns == 1
    hand[2] = 0
    assert Needs(chart, owner, hand, [four_waves]).ferry_turns == 2, "the locomotives pay for the other spaces"


def test_the_planner_takes_ferry_cards_for_its_plan() -> None:
    scenario = Scenario("italy", players=2).hand(0, red=3).tickets(0, "Milano–Cagliari").turn(0)
    game = scenario.game()
    assert PlannerBot(1).choose(game.view(0), game.legal_actions()).kind == "ferry"


def test_a_game_with_express_trains_lasts_until_they_are_used_up() -> None:
    """J7: few trains alone do not end it."""
    game = Game("japan", 2, seed=3, first_player=0)
    bot = PlannerBot(1)
    while game.phase == "keep":
        game.play(bot.choose(game.view(0), game.legal_actions()) if game.player == 0 else "keep 1 2")
    turns = []
    for supply in (16, 9, 2, 0):
        view = game.view(0)
        view.trains = [20, 2]
        view.extra["express"]["supply"] = supply
        bot.choose(view, game.legal_actions())
        turns.append(bot._turns_left())
    assert turns[0] > turns[1] > turns[2] == turns[3]
