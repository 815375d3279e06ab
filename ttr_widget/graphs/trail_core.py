"""The cyclic part of the longest-trail problem: reduce it, then sweep it node by node.

A trail is a connected set of edges with at most two odd nodes, its ends. The sweep keeps, for
each way the nodes met so far can be odd and connected, only the best set of edges chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest

NEVER = -1 << 200  # worth of what cannot be completed
BOTH_ENDS_FREE = 2  # the two lowest bits of a key count the ends of the trail not yet placed


@dataclass(slots=True)
class Core:
    """A graph without leaves; what hung from its nodes is only remembered by its worth."""

    links: dict[int, dict[int, int]]  # node -> {edge: node at its other end}
    worth: list[int]  # of the edges
    prize: dict[int, int]  # node -> worth of its loops: had by every trail that visits the node
    tail: dict[int, int]  # node -> worth of ending the trail there, 0 without a tail
    second: dict[int, int]  # node -> additional worth of starting there, too


@dataclass(slots=True)
class Step:
    """Decide on an edge (worth and both its nodes' bits), or close a node (its bit, all edges decided)."""

    bits: int
    worth: int
    is_node: bool = False
    tail: int = 0
    second: int = 0
    may_end: bool = False


def longest_in_core(core: Core, best: int, fine: int) -> int:
    """The greatest worth of a trail in the core, or `best` if that is as long."""
    best = _reduce(core, best)
    parts = []
    for nodes in _components(core):
        tails = nlargest(2, [tails[node] for node in nodes for tails in (core.tail, core.second)])
        inside = sum(core.worth[edge] for node in nodes for edge, other in core.links[node].items() if node < other)
        parts.append((inside + sum(core.prize[node] for node in nodes) + sum(tails), nodes))
    parts.sort(reverse=True)
    for bound, nodes in parts:
        if bound > best | fine:
            if all(len(core.links[node]) == 2 for node in nodes):
                best = _longest_on_ring(core, nodes[0], best)
            else:
                best = _sweep_until_sure(_steps(core, nodes), best, fine)
    return best


def _reduce(core: Core, best: int) -> int:
    """Strip leaves, contract chains, turn closed chains into prizes, until every node branches.

    A trail that cannot be made longer never ends where two edges meet, so a chain is used
    as a whole or not at all.
    """
    links, worth, prize, tail, second = core.links, core.worth, core.prize, core.tail, core.second
    core.worth = worth = list(worth)
    for start in list(links):
        node = start
        while node in links:
            around = links[node]
            if len(around) > 2 or (len(around) == 2 and tail[node]):
                break
            best = max(best, prize[node] + tail[node] + second[node])
            del links[node]
            if len(around) == 1:
                [(edge, other)] = around.items()
                del links[other][edge]
                hanging = worth[edge] + prize[node] + tail[node]
                best = max(best, hanging + prize[other] + tail[other])
                second[other] = max(second[other], min(hanging, tail[other]))
                tail[other] = max(tail[other], hanging)
                node = other
            elif len(around) == 2:
                (edge, one), (edge2, other) = around.items()
                del links[one][edge], links[other][edge2]
                through = worth[edge] + prize[node] + worth[edge2]
                if one == other:
                    prize[one] += through
                    node = one
                else:
                    links[one][len(worth)] = other
                    links[other][len(worth)] = one
                    worth.append(through)
    return max([best, *(prize[node] + tail[node] + second[node] for node in links)])


def _components(core: Core) -> list[list[int]]:
    seen: set[int] = set()
    components = []
    for start in core.links:
        if start in seen:
            continue
        seen.add(start)
        nodes = [start]
        for node in nodes:
            for other in core.links[node].values():
                if other not in seen:
                    seen.add(other)
                    nodes.append(other)
        components.append(nodes)
    return components


def _longest_on_ring(core: Core, start: int, best: int) -> int:
    """One cycle: once round from a node with two tails, or one way round between two nodes."""
    links, worth, prize, tail, second = core.links, core.worth, core.prize, core.tail, core.second
    node, came_by = start, -1
    gone = 0  # worth of edges and prizes before this node
    behind = ahead = NEVER  # best first end if the trail goes from it to here, or on from here to it
    both = open_ends = NEVER
    round_about = 0
    while True:
        both = max(both, tail[node] + second[node])
        open_ends = max(open_ends, behind + gone + prize[node] + tail[node])
        round_about = max(round_about, ahead - gone + tail[node])
        behind = max(behind, tail[node] - gone)
        ahead = max(ahead, tail[node] + gone + prize[node])
        edge, other = next((edge, other) for edge, other in links[node].items() if edge != came_by)
        gone += prize[node] + worth[edge]
        node, came_by = other, edge
        if node == start:
            return max(best, open_ends, gone + both, gone + round_about)


def _steps(core: Core, nodes: list[int]) -> list[Step]:
    """An order of decisions in which few nodes are open (begun, but not closed) at a time."""
    links = core.links
    position = {node: index for index, node in enumerate(nodes)}
    waiting = {node: dict(links[node]) for node in nodes}
    opened: set[int] = set()
    steps: list[Step] = []

    def growth(node: int) -> tuple[int, bool, int]:
        newcomers = {node, *waiting[node].values()} - opened
        return len(newcomers), node not in opened, position[node]

    node = min(nodes, key=lambda node: len(links[node]))
    while True:
        opened.add(node)
        for edge, other in sorted(waiting[node].items(), key=lambda item: item[1] not in opened):
            opened.add(other)
            del waiting[other][edge]
            steps.append(Step(1 << position[node] + 2 | 1 << position[other] + 2, core.worth[edge]))
            if not waiting[other]:
                opened.remove(other)
                steps.append(_closing(core, other, position[other]))
        waiting[node].clear()
        opened.remove(node)
        steps.append(_closing(core, node, position[node]))
        if not opened:
            return steps
        node = min({*opened, *(other for node in opened for other in waiting[node].values())}, key=growth)


def _closing(core: Core, node: int, position: int) -> Step:
    tail = core.tail[node]
    may_end = tail > 0 or len(core.links[node]) % 2 == 1
    return Step(1 << position + 2, core.prize[node], True, tail, core.second[node], may_end)


def _bounds(steps: list[Step]) -> list[dict[int, int]]:
    """For each step, key -> the most that can still be added if nothing had to be connected.

    A key holds the odd open nodes as bits and, in its two lowest bits, the ends still to place.
    """
    reached = {BOTH_ENDS_FREE}
    layers = []
    for step in steps:
        layers.append(reached)
        bits = step.bits
        if not step.is_node:
            reached = reached | {key ^ bits for key in reached}
        else:
            after = {key for key in reached if not key & bits}
            if step.tail:
                after |= {key - 2 for key in after if key & 2}
            if step.may_end:
                after |= {(key ^ bits) - 1 for key in reached if key & bits and key & 3}
            reached = after
    later = dict.fromkeys(reached, 0)
    bounds = [later]
    for step, layer in zip(reversed(steps), reversed(layers), strict=True):
        bits, worth = step.bits, step.worth
        if not step.is_node:
            later = {key: max(later[key], later[key ^ bits] + worth) for key in layer}
        else:
            now = {}
            for key in layer:
                if key & bits:
                    more = later[(key ^ bits) - 1] + step.tail if step.may_end and key & 3 else NEVER
                else:
                    more = later[key]
                    if step.tail and key & 2:
                        more = max(more, later[key - 2] + step.tail + step.second)
                now[key] = more + worth
            later = now
        bounds.append(later)
    bounds.reverse()
    return bounds


def _sweep_until_sure(steps: list[Step], best: int, fine: int) -> int:
    """Sweep with few states first, for a good trail early; then with more, until none was left out."""
    bounds = _bounds(steps)
    width = 8
    while bounds[0][BOTH_ENDS_FREE] > best | fine:
        best, complete = _sweep(steps, bounds, width, best, fine)
        if complete:
            break
        width *= 16
    return best


State = tuple[int, tuple[int, ...]]  # key, and the connected groups of open nodes as sets of bits


def _sweep(steps: list[Step], bounds: list[dict[int, int]], width: int, best: int, fine: int) -> tuple[int, bool]:
    """The best trail found, and whether no state had to be left out."""
    states: dict[State, int] = {(BOTH_ENDS_FREE, ()): 0}
    limit = best | fine
    complete = True
    for number, step in enumerate(steps, 1):
        bound = bounds[number]
        following: dict[State, int] = {}
        if step.is_node:
            for (key, groups), gained in states.items():
                if groups == (step.bits,):
                    best = max(best, gained + _last_gain(step, key))
                    limit = best | fine
                    continue
                for after, left, total in _closed(step, key, groups, gained):
                    if total + bound[after] > limit and total > following.get((after, left), -1):
                        following[after, left] = total
        else:
            bits, worth = step.bits, step.worth
            for state, gained in states.items():
                key, groups = state
                if gained + bound[key] > limit and gained > following.get(state, -1):
                    following[state] = gained
                key ^= bits
                gained += worth
                if gained + bound[key] > limit:
                    state = key, _joined(groups, bits)
                    if gained > following.get(state, -1):
                        following[state] = gained
        if len(following) > width:
            complete = False
            ranked = [(gained + bound[state[0]], gained, state) for state, gained in following.items()]
            following = {state: gained for _, gained, state in nlargest(width, ranked)}
        states = following
    return best, complete


def _joined(groups: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """The groups after an edge between the two nodes of `bits`."""
    if not groups or (len(groups) == 1 and groups[0] & bits):
        return (groups[0] | bits if groups else bits,)
    apart = []
    for group in groups:
        if group & bits:
            bits |= group
        else:
            apart.append(group)
    apart.append(bits)
    apart.sort()
    return tuple(apart)


def _last_gain(step: Step, key: int) -> int:
    """What closing the node adds if it is the last one of the trail."""
    if key & step.bits:
        return step.worth + step.tail if step.may_end and key & 3 else NEVER
    return step.worth + (step.tail + step.second if key & BOTH_ENDS_FREE else 0)


def _closed(step: Step, key: int, groups: tuple[int, ...], gained: int) -> list[tuple[int, tuple[int, ...], int]]:
    """The ways to close a node while the trail is not complete: none if a part of it would stay apart."""
    bits = step.bits
    if bits in groups:
        return []
    if not any(group & bits for group in groups):
        return [(key, groups, gained)]
    left = tuple(sorted(group & ~bits for group in groups))
    gained += step.worth
    if key & bits:
        return [((key ^ bits) - 1, left, gained + step.tail)] if step.may_end and key & 3 else []
    if step.tail and key & BOTH_ENDS_FREE:
        return [(key, left, gained), (key - 2, left, gained + step.tail + step.second)]
    return [(key, left, gained)]
