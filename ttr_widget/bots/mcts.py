"""Information-set Monte-Carlo tree search: a tree over actions, each walk through it in another imagined game.

Cowling, Powley & Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE TCIAIG 2012), single observer. At the root
all actions meet the same imagined games, so that they are compared in pairs, and those that fall clearly behind are
dropped (Maron & Moore, "Hoeffding races", 1994); below it moves are selected as in PUCT (Rosin 2011). Everybody plays
on as the planner would. Opponents are dealt the tickets that their track makes likely.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

from ttr_widget.bots.bot import SeededBot
from ttr_widget.bots.mcts_options import Adviser, liking
from ttr_widget.engine import Action, ActionSet, View, scoring
from ttr_widget.engine.imagine import imagine
from ttr_widget.engine.rules import Rules, rules_for
from ttr_widget.engine.state import State
from ttr_widget.engine.view import make_view

EXPLORATION = 0.6
PRIOR = 0.5
"""Share of the prior that the favourite gets; the others share the rest."""
MARGIN = 0.5
"""A lead of this share of the trains, in points, counts as three quarters of the best there is."""
WINNING = 0.5
"""How much winning itself counts; the rest is for the lead, which says more about a single playout."""
DOUBT = 0.7
"""How many standard errors another action must be better than the favourite to be chosen instead."""
BEHIND = 1.0
"""How many standard errors an action must be worse than the best to be dropped."""
ALIKE = 0.015
"""What an action could be better than the best, at most, and is dropped all the same: time is not spent on trifles."""
SPREAD, SPREAD_WALKS = 0.06, 3
"""The variance between two actions from game to game that is assumed before any walk, and how many walks it counts."""
FIRST_LOOK = 4
"""Walks of each action before any is dropped or chosen."""
GROWS_AFTER = 200
"""Walks after which the tree grows below an action: before that its playouts are worth more."""
GUESSES = 12
"""Games that are imagined for each that is played: the one in which the others have it easiest, for they knew their
tickets when they took their cards."""
NEAR_END = 0.8
"""Share of the trains: with so many left, or fewer, in front of somebody, playouts begin to tell actions apart."""


class Node:
    """An action as the tree remembers it: how often it was taken, and what came of it for who took it."""

    __slots__ = ("action", "children", "prior", "racing", "rewards", "seat", "total")

    def __init__(self, action: Action | None, seat: int, prior: float) -> None:
        self.action = action
        self.seat = seat
        self.prior = prior
        self.total = 0.0
        self.racing = True
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
    """Searches for a time (`milliseconds`) or a number of walks (`iterations`; then the same seed plays the same).

    Time is told by `clock`, in seconds; `time.process_time` counts the processor's work only.
    """

    def __init__(
        self,
        seed: int | str = 0,
        *,
        milliseconds: float = 1000,
        iterations: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(seed)
        if milliseconds <= 0 or (iterations is not None and iterations < 1):
            raise ValueError("the budget must be more than 0 milliseconds or at least 1 iteration")
        self.milliseconds = milliseconds
        self.iterations = iterations
        self.clock = clock
        self.planner = Adviser(f"{seed}:planner")

    def choose(self, view: View, legal: ActionSet) -> Action:
        """The planner's choice, unless the search finds one that is clearly better."""
        if len(legal) == 1:
            return legal[0]
        start = self.clock()
        favourite = self.planner.choose(view, legal)
        if not _worth_searching(view):
            return favourite
        root = self.search(view, favourite, start)
        return _best(root, root.children[favourite.index]) or favourite

    def search(self, view: View, favourite: Action, start: float | None = None) -> Node:
        """The tree after the budget is spent, or as soon as one action is left."""
        start = self.clock() if start is None else start
        walk = _Walk(view, self.planner, str(self.rng.getrandbits(64)))
        root = Node(None, -1, 1.0)
        _add(root, view.player, [favourite, *(a for a in self.planner.options(view) if a is not favourite)])
        walks = 0
        while len(racing := _racing(root)) > 1:
            for node in racing:
                walk.go(node)
                walks += 1
                if self.iterations is not None:
                    if walks >= self.iterations:
                        return root
                elif self.clock() - start >= self.milliseconds / 1000:
                    return root
            _drop_hopeless(racing)
        return root


def _worth_searching(view: View) -> bool:
    """A second card never is; other decisions are once the end is not too far for playouts."""
    return view.phase != "second_card" and min(view.trains) <= NEAR_END * view.board.settings.trains


def _drop_hopeless(nodes: list[Node]) -> None:
    """Those that are clearly behind the best race no more."""
    if nodes[0].visits >= FIRST_LOOK:
        best = max(nodes, key=lambda node: node.total)
        for node in nodes:
            node.racing = node is best or _difference(node, best, BEHIND) > ALIKE


class _Walk:
    """The walks of one search: what they have in common."""

    def __init__(self, view: View, planner: Adviser, seed: str) -> None:
        self.view = view
        self.planner = planner
        self.seed = seed
        self.rules = rules_for(view.board, view.players)
        self.liking = [liking(view, seat) for seat in range(view.players)]
        self.worlds: list[tuple[State, dict[int, Adviser]]] = []

    def go(self, node: Node) -> None:
        """Imagine the game of the action's next walk, go down the tree, play out, and back."""
        s, planners = self._world(node.visits)
        apply = self.rules.apply
        assert node.action is not None
        apply[node.action.kind](s, node.action)
        path = [node]
        while s.phase != "over":
            planner = planners[s.player]
            view = make_view(self.rules, s, self.view.names, s.player, 0)
            action = planner.choose(view, view.legal)
            if node.visits >= GROWS_AFTER and len(view.legal) > 1:
                actions = [action, *(a for a in planner.options(view) if a is not action)]
                _add(node, s.player, actions)
                node = _select([node.children[a.index] for a in actions])
                assert node.action is not None
                action = node.action
                path.append(node)
            apply[action.kind](s, action)
        rewards = _rewards(self.rules, s)
        for node in path:
            node.note(rewards[node.seat])

    def _world(self, number: int) -> tuple[State, dict[int, Adviser]]:
        """The imagined game with this number, to be played on: the same for every action."""
        mine = self.view.player
        if number == len(self.worlds):
            rng = random.Random(f"{self.seed}:{number}")
            guesses = [self._guess(rng) for _ in range(GUESSES)]
            self.worlds.append(min(guesses, key=lambda guess: guess[0])[1:])
        state, others = self.worlds[number]
        planners = {seat: planner.twin() for seat, planner in others.items()}
        planners[mine] = self.planner.twin()
        return state.copy(), planners

    def _guess(self, rng: random.Random) -> tuple[float, State, dict[int, Adviser]]:
        """An imagined game and planners for the others, who have made their plans; and how hard they have it."""
        state = imagine(self.view, rng, self.liking).state
        others = {seat: Adviser(f"{self.seed}:{seat}") for seat in range(self.view.players) if seat != self.view.player}
        names = self.view.names
        strain = sum(other.strain(make_view(self.rules, state, names, seat, 0)) for seat, other in others.items())
        return strain, state, others


def _add(node: Node, seat: int, actions: list[Action]) -> None:
    """Nodes for the actions that the tree does not know yet; the first is the favourite."""
    share = (1 - PRIOR) / len(actions)
    for action in actions:
        if action.index not in node.children:
            node.children[action.index] = Node(action, seat, share + (PRIOR if action is actions[0] else 0))


def _select(nodes: list[Node]) -> Node:
    """PUCT among the actions that this imagined game allows."""
    tries = sum(node.visits for node in nodes)
    average = sum(node.total for node in nodes) / tries if tries else 0.5
    explore = EXPLORATION * math.sqrt(tries + 1)

    def value(node: Node) -> float:
        mean = node.total / node.visits if node.visits else average
        return mean + explore * node.prior / (1 + node.visits)

    return max(nodes, key=value)


def _rewards(rules: Rules, s: State) -> list[float]:
    """Between 0 and 1 for each seat, for winning and for the lead."""
    scores = scoring.totals(rules, s)
    winners = scoring.winners(rules, s)
    scale = MARGIN * rules.settings.trains
    rewards = []
    for seat, score in enumerate(scores):
        lead = score - max(other for i, other in enumerate(scores) if i != seat)
        won = 1 / len(winners) if seat in winners else 0.0
        rewards.append(WINNING * won + (1 - WINNING) / (1 + math.exp(-max(-30.0, min(30.0, lead / scale)))))
    return rewards


def _difference(node: Node, other: Node, errors: float) -> float:
    """How much better than the other an action is, in the games that both met, plus so many standard errors."""
    more = [mine - its for mine, its in zip(node.rewards, other.rewards, strict=False)]
    mean = sum(more) / len(more)
    square = sum((x - mean) ** 2 for x in more) + SPREAD_WALKS * SPREAD
    return mean + errors * math.sqrt(square / (len(more) + SPREAD_WALKS) / len(more))


def _racing(root: Node) -> list[Node]:
    return [node for node in root.children.values() if node.racing]


def _best(root: Node, favourite: Node) -> Action | None:
    """The action that is ahead among those still racing; None if it may be no better than the favourite."""
    nodes = _racing(root)
    walks = min(node.visits for node in nodes)  # the last round may have been cut short
    if walks < FIRST_LOOK:
        return None
    best = max(nodes, key=lambda node: sum(node.rewards[:walks]))
    return best.action if _difference(best, favourite, -DOUBT) > 0 else None
