"""Information-set Monte-Carlo tree search: a tree over actions, each walk through it in another imagined game.

Cowling, Powley & Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE TCIAIG 2012), single observer; moves are
selected as in PUCT (Rosin 2011; Silver et al. 2017) with the planner's choice as favourite. The n-th walk of every
action meets the same imagined game, so that actions are compared in pairs.
"""

from __future__ import annotations

import copy
import math
import random
import time

from ttr_widget.bots.bot import SeededBot
from ttr_widget.bots.mcts_playout import Course, Playout, bits, course_of
from ttr_widget.bots.planner import PlannerBot
from ttr_widget.engine import Action, ActionSet, View, scoring
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.state import State
from ttr_widget.engine.view import make_view

EXPLORATION = 0.6
PRIOR = 0.5
"""Share of the prior that the favourite gets; the others share the rest."""
LONG_ROUTES = 3
"""How many of the longest claims beside the plan are looked at."""
MARGIN = 0.5
"""A lead of this share of the trains, in points, counts as three quarters of the best there is."""
WINNING = 0.5
"""How much winning itself counts; the rest is for the lead, which says more about a single playout."""
DOUBT = 1.0
"""How many standard errors another action must be better than the favourite to be chosen instead."""
GROWS_AFTER = 500
"""Walks after which the tree grows below an action: before that its playouts are worth more."""
NEAR_END = 0.8
"""Share of the trains: with so many left, or fewer, in front of somebody, playouts begin to tell actions apart."""
LOOK_EVERY = 16
"""How often the search looks whether its choice can still change."""


class Node:
    """An action as the tree remembers it: how often it was taken, and what came of it for who took it."""

    __slots__ = ("children", "prior", "rewards", "seat", "total")

    def __init__(self, seat: int, prior: float) -> None:
        self.seat = seat
        self.prior = prior
        self.total = 0.0
        self.rewards: list[float] = []
        self.children: dict[int, Node] = {}

    @property
    def visits(self) -> int:
        """How many walks came through."""
        return len(self.rewards)

    def note(self, reward: float) -> None:
        """A walk is over."""
        self.rewards.append(reward)
        self.total += reward


class MctsBot(SeededBot):
    """Searches for a time (`milliseconds`) or a number of walks (`iterations`; then the same seed plays the same)."""

    def __init__(self, seed: int | str = 0, *, milliseconds: float = 1000, iterations: int | None = None) -> None:
        super().__init__(seed)
        if milliseconds <= 0 or (iterations is not None and iterations < 1):
            raise ValueError("the budget must be more than 0 milliseconds or at least 1 iteration")
        self.milliseconds = milliseconds
        self.iterations = iterations
        self.planner = PlannerBot(f"{seed}:planner")

    def choose(self, view: View, legal: ActionSet) -> Action:
        """The planner's choice, unless the search finds another clearly better."""
        if len(legal) == 1:
            return legal[0]
        favourite = self.planner.choose(view, legal)
        if not _worth_searching(view):
            return favourite
        root = self.search(view, favourite)
        best = max(root.children, key=lambda index: _advantage(root.children[index], root.children[favourite.index]))
        return legal.catalog.actions[best]

    def search(self, view: View, favourite: Action) -> Node:
        """The tree after the budget is spent, or as soon as the rest of it can no longer change the choice."""
        walk = _Walk(view, course_of(view.board, view.players), self.planner, str(self.rng.getrandbits(64)))
        root = Node(-1, 1.0)
        walk.widen(root, favourite)
        start = time.perf_counter()
        left = self.iterations or 1
        walks = 0
        while left > 0 and len(root.children) > 1:
            walk.go(root)
            walks += 1
            if self.iterations is not None:
                left = self.iterations - walks
            else:
                left = int(walks * (self.milliseconds / 1000 / (time.perf_counter() - start) - 1))
            if walks % LOOK_EVERY == 0 and _lead(root) > left:
                break
        return root


def _worth_searching(view: View) -> bool:
    """A second card never is; other decisions are once the end is not too far for playouts."""
    return view.phase != "second_card" and min(view.trains) <= NEAR_END * view.board.settings.trains


class _Walk:
    """The walks of one search: what they have in common."""

    def __init__(self, view: View, course: Course, planner: PlannerBot, seed: str) -> None:
        self.view = view
        self.course = course
        self.planner = planner
        self.seed = seed
        self.seat = view.player

    def widen(self, root: Node, favourite: Action) -> None:
        """The root's actions: what is worth comparing with the favourite."""
        rng = random.Random(self.seed)
        actions = candidates(imagine(self.view, rng).state, Playout(self.course, rng))
        _add(root, self.seat, favourite, [favourite, *(action for action in actions if action is not favourite)])

    def go(self, root: Node) -> None:
        """Choose an action, imagine the game of its next walk, go down the tree, play out, and back."""
        first, node = _select([(self.course.actions[i], child) for i, child in root.children.items()])
        rng = random.Random(f"{self.seed}:{node.visits}")
        s = imagine(self.view, rng).state
        playout = Playout(self.course, rng)
        apply = self.course.rules.apply
        apply[first.kind](s, first)
        path = [node]
        while node.visits >= GROWS_AFTER and s.phase != "over":
            actions = candidates(s, playout)
            _add(node, s.player, actions[0], actions)
            action, node = _select([(action, node.children[action.index]) for action in actions])
            apply[action.kind](s, action)
            path.append(node)
        self._play_out(s, playout)
        rewards = _rewards(self.course, s)
        for node in path:
            node.note(rewards[node.seat])

    def _play_out(self, s: State, playout: Playout) -> None:
        """The own seat goes on as the planner would, the others as quick playouts do."""
        rules, seat, names = self.course.rules, self.seat, self.view.names
        planner = _twin(self.planner)
        while s.phase != "over":
            if s.player == seat:
                view = make_view(rules, s, names, seat, 0)
                action = planner.choose(view, view.legal)
            else:
                action = playout.choose(s)
            rules.apply[action.kind](s, action)


def _twin(planner: PlannerBot) -> PlannerBot:
    """Another planner with the same plan, that may be played on without changing this one."""
    other = copy.copy(planner)
    for name, value in vars(planner).items():
        if isinstance(value, list | set | dict):
            setattr(other, name, value.copy())
    return other


def _add(node: Node, seat: int, favourite: Action, actions: list[Action]) -> None:
    """Nodes for the actions that the tree does not know yet."""
    share = (1 - PRIOR) / len(actions)
    for action in actions:
        if action.index not in node.children:
            node.children[action.index] = Node(seat, share + (PRIOR if action is favourite else 0))


def _select(choices: list[tuple[Action, Node]]) -> tuple[Action, Node]:
    """PUCT among the actions that this imagined game allows."""
    tries = sum(child.visits for _, child in choices)
    average = sum(child.total for _, child in choices) / tries if tries else 0.5
    explore = EXPLORATION * math.sqrt(tries + 1)
    best, best_value = choices[0], -math.inf
    for choice in choices:
        child = choice[1]
        value = child.total / child.visits if child.visits else average
        value += explore * child.prior / (1 + child.visits)
        if value > best_value:
            best, best_value = choice, value
    return best


def _rewards(course: Course, s: State) -> list[float]:
    """Between 0 and 1 for each seat, for winning and for the lead."""
    rules = course.rules
    scores = scoring.totals(rules, s)
    best = max(scores)
    decided = not course.own_ranking and scores.count(best) == 1
    winners = (scores.index(best),) if decided else scoring.winners(rules, s)
    scale = MARGIN * rules.settings.trains
    rewards = []
    for seat, score in enumerate(scores):
        lead = score - max(other for i, other in enumerate(scores) if i != seat)
        won = 1 / len(winners) if seat in winners else 0.0
        rewards.append(WINNING * won + (1 - WINNING) / (1 + math.exp(-max(-30.0, min(30.0, lead / scale)))))
    return rewards


def _lead(root: Node) -> int:
    """By how many visits the first choice is ahead of the second."""
    visits = sorted((child.visits for child in root.children.values()), reverse=True)
    return visits[0] - visits[1]


def _advantage(node: Node, favourite: Node) -> float:
    """How much better than the favourite an action is for sure, in the games that both met; 0: the favourite itself."""
    if node is favourite:
        return 0.0
    more = [mine - other for mine, other in zip(node.rewards, favourite.rewards, strict=False)]
    if len(more) < 3:
        return -math.inf
    mean = sum(more) / len(more)
    spread = max(sum(x * x for x in more) / len(more) - mean**2, 0.002)
    return mean - DOUBT * math.sqrt(spread / len(more))


def candidates(s: State, playout: Playout) -> list[Action]:
    """The playout's own choice first, then what is worth comparing: one payment a route, one card of the market."""
    course = playout.course
    favourite = playout.choose(s)
    legal = playout.rules.legal_in[s.phase](s)
    others = [course.actions[i] for i in bits(legal & ~course.claims)]
    actions = [action for action in others if not action.returned and action.kind != "take"]
    if s.phase == "turn":
        plan = playout.plans[s.player]
        wanted = (twin for route in plan.wanted for twin in course.groups[course.group_of[route]])
        routes = [route for route in wanted if legal & course.masks[route]]
        longest = (route for route in course.longest_first if legal & course.masks[route] and route not in routes)
        routes += [route for route, _ in zip(longest, range(LONG_ROUTES), strict=False)]
        actions += [playout.payment(s, legal & course.masks[route], plan) for route in routes]
    return [favourite, *(action for action in actions if action is not favourite)]
