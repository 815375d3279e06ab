"""How quick is the longest trail? Run from the top folder: python -m tests.bench.bench_longest_trail

Prints mean and worst milliseconds a call for several sets of networks, next to a plain depth-first search
with bit masks and memory in the same run. Machines differ; the ratio holds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence

import networkx as nx

from tests.graphs.oracle import Edge, GaveUp, plain_longest_trail
from ttr_widget.engine import Game
from ttr_widget.gamemap import GameMap, available_maps, load_map
from ttr_widget.graphs import components, longest_trail, longest_trail_length

PLAIN_STATES = 300_000  # then the plain search gives up, after about half a second and 50 MB
Network = list[Edge]


def board_edges(board: GameMap, twins: bool) -> list[Edge]:
    """The routes of a map as edges; every end in a country is a node of its own. Without twins, one of each double."""
    routes = range(len(board.routes)) if twins else [group[0] for group in board.route_groups]
    node = dict(board.city_index)
    countries = {city.name for city in board.cities if city.kind == "country"}
    edges = []
    for index in routes:
        route = board.routes[index]
        ends = [
            len(node) + 2 * index + side if name in countries else node[name]
            for side, name in enumerate((route.a, route.b))
        ]
        edges.append((ends[0], ends[1], route.length))
    return edges


def circuit_rank(network: Network) -> int:
    number = {node: index for index, node in enumerate({node for edge in network for node in edge[:2]})}
    parts = components(len(number), [(number[a], number[b]) for a, b, _ in network])
    return len(network) - len(number) + len(parts)


def grown(rng: random.Random, edges: list[Edge], trains: int, prefer: str, start: Sequence[Edge] = ()) -> Network:
    """A connected network of at most so many trains; prefer "any", "short" or "cycles" (closing one, if possible)."""
    network = list(start)
    left = trains - sum(edge[2] for edge in network)
    nodes = {node for edge in network for node in edge[:2]}
    pool = list(edges)
    for edge in network:
        pool.remove(edge)
    while True:
        possible = [edge for edge in pool if edge[2] <= left and (not nodes or edge[0] in nodes or edge[1] in nodes)]
        closing = [edge for edge in possible if edge[0] in nodes and edge[1] in nodes]
        if prefer == "cycles" and closing:
            possible = closing
        if not possible:
            return network
        if prefer != "any":
            shortest = min(edge[2] for edge in possible)
            possible = [edge for edge in possible if edge[2] == shortest]
        edge = rng.choice(possible)
        pool.remove(edge)
        network.append(edge)
        left -= edge[2]
        nodes.update(edge[:2])


def hard_for(rng: random.Random, edges: list[Edge], trains: int, rounds: int = 150) -> Network:
    """Exchange a few edges as long as that makes more odd nodes and more cycles: what is hard for a search."""

    def hardness(network: Network) -> int:
        degree = nx.MultiGraph([edge[:2] for edge in network]).degree
        return 2 * circuit_rank(network) + sum(1 for _, number in degree if number % 2 and number > 1)

    network = grown(rng, edges, trains, "cycles")
    for _ in range(rounds):
        kept = rng.sample(network, len(network) - rng.randint(1, min(4, len(network) - 1)))
        other = grown(rng, edges, trains, rng.choice(["any", "cycles"]), kept)
        if hardness(other) >= hardness(network):
            network = other
    return network


def random_games(players: int, games: int) -> list[Network]:
    networks = []
    for seed in range(games):
        game = Game("usa", players=players, seed=seed)
        rng = random.Random(seed)
        while not game.over:
            game.play(rng.choice(game.legal_actions()))
        edges = board_edges(game.board, twins=True)
        networks += [
            [edges[route] for route, owner in enumerate(game.owner) if owner == seat] for seat in range(players)
        ]
    return networks


def dense_networks() -> dict[str, list[Network]]:
    def unit(graphs: Sequence[nx.Graph]) -> list[Network]:
        return [[(a, b, 1) for a, b in nx.convert_node_labels_to_integers(graph).edges][:45] for graph in graphs]

    return {
        "complete graph of 10 nodes": unit([nx.complete_graph(10)]),
        "complete bipartite 3 × 15 to 6 × 7": unit([nx.complete_bipartite_graph(a, 45 // a) for a in (3, 4, 5, 6)]),
        "grids 5 × 6, 4 × 7, 3 × 9": unit([nx.grid_2d_graph(*sides) for sides in ((5, 6), (4, 7), (3, 9))]),
        "random, all nodes of degree 3": unit([nx.random_regular_graph(3, 30, seed) for seed in range(20)]),
        "random, all nodes of degree 5": unit([nx.random_regular_graph(5, 18, seed) for seed in range(20)]),
        "random, 45 edges on 12 to 31 nodes": unit([nx.gnm_random_graph(12 + seed, 45, seed) for seed in range(20)]),
    }


def milliseconds(function: Callable[[Network], object], network: Network, repeats: int) -> float:
    """The quickest of several calls: what the call takes when the machine does nothing else."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        function(network)
        best = min(best, time.process_time() - start)
    return best * 1000


def report(title: str, networks: list[Network]) -> None:
    edges = sum(map(len, networks)) / len(networks)
    ranks = [circuit_rank(network) for network in networks]
    length_only = [milliseconds(longest_trail_length, network, 3) for network in networks]
    with_routes = [milliseconds(longest_trail, network, 3) for network in networks]
    plain = []
    gave_up = 0
    for network in networks:
        try:
            plain.append(milliseconds(lambda network: plain_longest_trail(network, PLAIN_STATES), network, 1))
        except GaveUp:
            gave_up += 1
        else:
            assert longest_trail_length(network) == plain_longest_trail(network)
    if gave_up:
        comparison = f"gives up on {gave_up} of {len(networks)}"
    else:
        ratio = sum(plain) / sum(length_only)
        comparison = f"{sum(plain) / len(plain):8.2f} {max(plain):8.2f}   {ratio:6.1f} times as long"
    times = "".join(f" {sum(times) / len(times):8.3f} {max(times):8.3f} " for times in (length_only, with_routes))
    print(f"{title:38} {len(networks):4} {edges:5.1f} {min(ranks):3}–{max(ranks):<3}{times}  {comparison}", flush=True)


def main(count: int = 100) -> None:
    rng = random.Random(1)
    print(f"{'ms a call, mean and worst':38} nets edges cycles   length only        with routes       plain search")
    report("usa, ends of random 2-player games", random_games(2, count))
    report("usa, ends of random 4-player games", random_games(4, count // 2))
    usa = board_edges(load_map("usa"), twins=False)
    report("usa, connected", [grown(rng, usa, 45, "any") for _ in range(count)])
    report("usa, connected, shortest first", [grown(rng, usa, 45, "short") for _ in range(count)])
    rich = sorted((grown(rng, usa, 45, "cycles") for _ in range(5 * count)), key=circuit_rank)
    report("usa, cycle-rich", rich[-count // 3 :])
    for name in available_maps():
        board = load_map(name)
        edges = board_edges(board, twins=True)
        report(f"{name}, constructed", [hard_for(rng, edges, board.settings.trains) for _ in range(10)])
    for title, networks in dense_networks().items():
        report(title, networks)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
