"""Passengers (G3, G4, G7): a claim collects one from each end; prizes for most and second most of each colour."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ttr_widget.engine.actions import Action
from ttr_widget.engine.mechanics.base import Mechanic, OwnState, count, ensure
from ttr_widget.engine.scoring import ScoreLine
from ttr_widget.engine.state import State, shuffled


class PassengerState(OwnState):
    """Who stands where, who was collected by whom, and at which places a colour is still to be chosen."""

    __slots__ = ("choices", "places", "taken")

    def __init__(self, places: list[list[int]], taken: list[list[int]], choices: list[int]) -> None:
        self.places = places
        self.taken = taken
        self.choices = choices

    def copy(self) -> PassengerState:
        return PassengerState([p.copy() for p in self.places], [t.copy() for t in self.taken], self.choices.copy())


class Passengers(Mechanic):
    name = "passengers"
    phase_help = {"passenger": "first choose a passenger, e.g. {example!r} (G4)"}

    def actions(self) -> list[Action]:
        self.colors: list[str] = list(self.parameters["colors"])
        self.pick = [Action("passenger", f"passenger {name}", color=i) for i, name in enumerate(self.colors)]
        return self.pick

    def phases(self) -> dict[str, Callable[[State], int]]:
        return {"passenger": self._legal}

    def handlers(self) -> dict[str, Callable[[State, Action], None]]:
        return {"passenger": self._choose}

    def set_up(self, s: State, rng: random.Random) -> None:
        colors = len(self.colors)
        at_each = [city.passengers for city in self.board.cities]
        if not any(at_each):
            at_each = [self.parameters["default_per_city"]] * len(at_each)
        waiting = shuffled([i % colors for i in range(sum(at_each))], rng)
        places = []
        for number in at_each:
            standing = [0] * colors
            for _ in range(number):
                standing[waiting.pop()] += 1
            places.append(standing)
        s.extra[self.name] = PassengerState(places, [[0] * colors for _ in range(self.players)], [])

    def bind(self, rules: Any) -> None:
        super().bind(rules)
        number = self.board.city_index
        self.ends = [(number[route.a], number[route.b]) for route in self.board.routes]
        self.pick_bits = [1 << action.index for action in self.pick]

    def claimed(self, s: State, seat: int, route: int) -> None:
        own: PassengerState = s.extra[self.name]
        for city in self.ends[route]:
            here = own.places[city]
            waiting = len(here) - here.count(0)
            if waiting == 1:
                self._collect(s, seat, city, next(color for color, number in enumerate(here) if number))
            elif waiting:
                own.choices.append(city)
                s.pending.append(("passenger", seat))

    def _legal(self, s: State) -> int:
        own: PassengerState = s.extra[self.name]
        mask = 0
        for bit, number in zip(self.pick_bits, own.places[own.choices[0]], strict=True):
            if number:
                mask |= bit
        return mask

    def _choose(self, s: State, action: Action) -> None:
        own: PassengerState = s.extra[self.name]
        self._collect(s, s.player, own.choices.pop(0), action.color)
        self.rules.resume(s)

    def _collect(self, s: State, seat: int, city: int, color: int) -> None:
        own: PassengerState = s.extra[self.name]
        own.places[city][color] -= 1
        own.taken[seat][color] += 1
        if s.log is not None:
            s.log.append(("passenger", seat, {"city": city, "color": self.colors[color]}, {}))

    def score(self, s: State) -> list[ScoreLine]:
        taken = s.extra[self.name].taken
        points = [0] * self.players
        words: list[list[str]] = [[] for _ in points]
        for color, name in enumerate(self.colors):
            prizes = self.prizes([mine[color] for mine in taken])
            for seat, prize in enumerate(prizes):
                points[seat] += prize
                if prize:
                    words[seat].append(f"{name} {taken[seat][color]} +{prize}")
        return [ScoreLine(self.name, tuple(points), tuple(", ".join(w) for w in words))]

    def prizes(self, numbers: list[int]) -> list[int]:
        """G7: a tie for most leaves no second prize; nobody wins anything without a passenger."""
        most = max(numbers)
        if not most:
            return [0] * len(numbers)
        first, second = self.parameters["first"], self.parameters["second"]
        behind = max((n for n in numbers if n < most), default=0)
        if numbers.count(most) > 1 or not behind:
            return [first if n == most else 0 for n in numbers]
        return [first if n == most else second if n == behind else 0 for n in numbers]

    def tie_break(self, s: State, seat: int) -> int:
        return sum(s.extra[self.name].taken[seat])

    def why_not(self, s: State, action: Action) -> str | None:
        if action.kind != "passenger":
            return None
        return "no passenger of this colour is to be chosen now (G4)"

    def public(self, s: State, seat: int | None) -> dict[str, Any]:
        own: PassengerState = s.extra[self.name]
        return {
            "colors": self.colors.copy(),
            "places": [place.copy() for place in own.places],
            "taken": [mine.copy() for mine in own.taken],
            "choices": own.choices.copy() if s.phase != "over" else [],
        }

    def restore(self, s: State, seen: dict[str, Any], rng: random.Random) -> None:
        s.extra[self.name] = PassengerState(seen["places"], seen["taken"], seen["choices"]).copy()

    def edit(self, s: State, what: str, seat: int, value: Any) -> bool:
        """`passengers`: a seat's collection {colour: number}; `waiting`: who stands where {city: {colour: number}}."""
        own: PassengerState = s.extra[self.name]
        if what == "passengers":
            for name, number in value.items():
                self._give(own, seat, self._color(name), count(number))
            return True
        if what == "waiting":
            wanted = {self.board.city_index[self.board.find_city(name)]: colors for name, colors in value.items()}
            others = [place for city, place in enumerate(own.places) if city not in wanted]
            for city, colors in wanted.items():
                for color, number in colors.items():
                    self._color(color)
                    count(number)
                self._swap_to(own, city, [colors.get(color, 0) for color in self.colors], others)
            return True
        return False

    def _color(self, name: str) -> int:
        if name not in self.colors:
            raise ValueError(f"no {name} passengers; the colours are {', '.join(self.colors)}")
        return self.colors.index(name)

    def _give(self, own: PassengerState, seat: int, color: int, number: int) -> None:
        for place in own.places:
            while place[color] and own.taken[seat][color] < number:
                place[color] -= 1
                own.taken[seat][color] += 1
        if own.taken[seat][color] < number:
            raise ValueError(f"there are not {number} {self.colors[color]} passengers left on the board")

    def _swap_to(self, own: PassengerState, city: int, wanted: list[int], others: list[list[int]]) -> None:
        """Exchange passengers with other places until exactly these stand here; the numbers elsewhere stay."""
        here = own.places[city]
        if sum(wanted) != sum(here):
            raise ValueError(f"{sum(here)} passengers stand at {self.board.cities[city].name}, not {sum(wanted)}")
        for color, number in enumerate(wanted):
            while here[color] < number:
                surplus = next(c for c, n in enumerate(here) if n > wanted[c])
                other = next((place for place in others if place[color]), None)
                if other is None:
                    raise ValueError(f"there are not enough {self.colors[color]} passengers on the board")
                other[color] -= 1
                other[surplus] += 1
                here[color] += 1
                here[surplus] -= 1

    def check(self, s: State) -> None:
        own: PassengerState = s.extra[self.name]
        total = sum(city.passengers for city in self.board.cities)
        total = total or self.parameters["default_per_city"] * len(self.board.cities)
        for color, name in enumerate(self.colors):
            expected = len(range(color, total, len(self.colors)))
            found = sum(p[color] for p in own.places) + sum(t[color] for t in own.taken)
            ensure(found == expected, f"{found} {name} passengers instead of {expected}")
        ensure(all(n >= 0 for place in own.places for n in place), "a place with fewer than no passengers")
        if s.phase != "over":
            open_choices = (s.phase == "passenger") + sum(phase == "passenger" for phase, _ in s.pending)
            ensure(len(own.choices) == open_choices, "a passenger to choose without its phase")
