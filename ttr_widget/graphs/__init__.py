"""Networks as graphs: connectivity, longest trail, shortest paths, Steiner trees, cuts, and traces for teaching.

The standard form of a graph is plain lists, for speed. Nodes and edges are numbers from 0:

- `graph[node]` lists `(neighbour, edge)`, one entry an edge, so parallel edges stay apart (`adjacency` makes it);
- `weights[edge]` is what using the edge costs: on a board the trains still needed, 0 for one's own routes,
  `math.inf` for closed ones (`player_weights` makes it; `open_weights` turns None into inf);
- a place is a collection of nodes: a city is one node, a country the set of its separate end nodes.

>>> from ttr_widget.graphs import adjacency, min_cut, shortest_path, steiner_forest
>>> graph = adjacency(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
>>> weights = [3, 0, 2, 4]
>>> shortest_path(graph, weights, [0], [2]).edges
[0, 1]
>>> steiner_forest(graph, weights, [([0], [2]), ([1], [3])]).cost
5
>>> min_cut(graph, weights, [0], [2])[0]
2

`traces` works on networkx graphs instead.
"""

from ttr_widget.graphs.connectivity import components, connected, find, join
from ttr_widget.graphs.cuts import bridges, min_cut, needed_edges
from ttr_widget.graphs.longest_trail import longest_trail, longest_trail_length
from ttr_widget.graphs.paths import (
    Adjacency,
    Path,
    Reach,
    Weights,
    adjacency,
    distance_table,
    distances,
    k_shortest_paths,
    open_weights,
    player_weights,
    shortest_path,
)
from ttr_widget.graphs.steiner import Network, steiner_forest, steiner_tree

__all__ = [
    "Adjacency",
    "Network",
    "Path",
    "Reach",
    "Weights",
    "adjacency",
    "bridges",
    "components",
    "connected",
    "distance_table",
    "distances",
    "find",
    "join",
    "k_shortest_paths",
    "longest_trail",
    "longest_trail_length",
    "min_cut",
    "needed_edges",
    "open_weights",
    "player_weights",
    "shortest_path",
    "steiner_forest",
    "steiner_tree",
]
