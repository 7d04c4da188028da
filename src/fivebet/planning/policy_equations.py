"""The linear equations of a policy, solved without rounding rare ends away.

The worths of a policy's nodes solve x = M·x + b. Nodes are eliminated one by one, those
with few neighbours first: what comes before a node goes on to what comes after it. How
much of a row leads out is kept apart and added up, never found as 1 minus what stays
(Grassmann, Taksar and Heyman, 1985), so that an end that comes once in 10^15 rounds is as
exact as any other. Factors that are powers of e are kept as logarithms, so that none is
too great or too small for a double.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import exp, expm1, inf, log, log1p
from operator import add, mul, truediv

Worth = tuple[float, ...]
"""One number for each right-hand side of the equations."""


@dataclass(frozen=True)
class Arithmetic:
    """How numbers are written: as they are, or as their logarithms."""

    zero: float
    plus: Callable[[float, float], float]
    times: Callable[[float, float], float]
    over: Callable[[float, float], float]
    """Divides by a number that is written as it is."""
    plain: Callable[[float], float]
    missing: Callable[[float], float]
    """Returns what is missing to 1, as it is."""


def log_sum(one: float, two: float) -> float:
    """Return the logarithm of the sum of two numbers, of their logarithms."""
    if one < two:
        one, two = two, one
    return one if two == -inf or one == inf else one + log1p(exp(two - one))


def _exp(power: float) -> float:
    try:
        return exp(power)
    except OverflowError:
        return inf


def missing_power(power: float) -> float:
    """Return what a power of e is missing to 1; minus infinity where it is beyond a double."""
    try:
        return -expm1(power)
    except OverflowError:
        return -inf


PLAIN = Arithmetic(0.0, add, mul, truediv, float, lambda number: 1 - number)
LOGARITHMS = Arithmetic(
    -inf, log_sum, add, lambda power, number: power - log(number), _exp, missing_power
)


@dataclass(frozen=True, slots=True)
class Term:
    """One branch of a node: a factor times the worth of the next node."""

    after: int
    chance: float
    factor: float
    """The chance times what the branch gains, in the arithmetic's numbers."""
    missing: float = 0.0
    """The chance less the factor, as it is."""


@dataclass
class PolicyEquations:
    """The equations of the nodes of a policy."""

    arithmetic: Arithmetic
    known: dict[int, Worth]
    """What the ends are worth."""
    _terms: dict[int, list[Term]] = field(default_factory=dict)
    _sides: dict[int, list[float]] = field(default_factory=dict)
    _rows: dict[int, dict[int, float]] = field(default_factory=dict)
    _out: dict[int, float] = field(default_factory=dict)
    """1 less the sum of each row."""

    def add(self, node: int, terms: list[Term], side: Worth) -> None:
        """Add the equation of a node."""
        self._terms[node] = terms
        self._sides[node] = list(side)

    def solve(self) -> dict[int, Worth]:
        """Return the solution, component by component.

        A component whose factors grow from round to round has sums without end, and so have
        the components that lead to it. All these are infinite.
        """
        values = dict(self.known)
        for component in self._components():
            if self._write_rows(component, values) and (order := self._eliminate(component)):
                self._substitute(order, values)
            else:
                values |= {node: (inf,) * len(self._sides[node]) for node in component}
        return values

    def _write_rows(self, component: list[int], values: dict[int, Worth]) -> bool:
        """Write the rows of some nodes; return False if they lead to what has no end."""
        plus, inside = self.arithmetic.plus, set(component)
        for node in component:
            row: dict[int, float] = {}
            out = 0.0
            for term in self._terms[node]:
                after = term.after
                if after in inside:
                    row[after] = plus(row[after], term.factor) if after in row else term.factor
                    out += term.missing
                elif inf in values[after]:
                    return False
                else:
                    self._pass_on(self._sides[node], term.factor, values[after])
                    out += term.chance
            self._rows[node], self._out[node] = row, out
        return True

    def _substitute(self, order: list[tuple[int, float]], values: dict[int, Worth]) -> None:
        """Find the values of eliminated nodes, the last one first."""
        for node, pivot in reversed(order):
            side = self._sides[node]
            for after, factor in self._rows[node].items():
                self._pass_on(side, factor, values[after])
            values[node] = tuple(self.arithmetic.over(each, pivot) for each in side)

    def _pass_on(self, side: list[float], factor: float, values: Sequence[float]) -> None:
        """Add so much of some values to a right-hand side."""
        plus, times, zero = self.arithmetic.plus, self.arithmetic.times, self.arithmetic.zero
        for index, value in enumerate(values):
            if value != zero:
                side[index] = plus(side[index], times(factor, value))

    def _eliminate(self, component: list[int]) -> list[tuple[int, float]] | None:
        """Eliminate all nodes; return them in order, each with what its row is divided by.

        Return None if the sums have no end.
        """
        rows, sides, out = self._rows, self._sides, self._out
        plus, times, over = self.arithmetic.plus, self.arithmetic.times, self.arithmetic.over
        before: dict[int, set[int]] = {node: set() for node in component}
        for node in component:
            for after in rows[node]:
                before[after].add(node)
        waiting = [(len(before[node]) * len(rows[node]), node) for node in component]
        heapify(waiting)
        order: list[tuple[int, float]] = []
        while waiting:
            size, node = heappop(waiting)
            if node not in before:
                continue
            row = rows[node]
            if size < (now := len(before[node]) * len(row)):
                heappush(waiting, (now, node))
                continue
            itself = row.pop(node, self.arithmetic.zero)
            pivot = self._pivot(node, itself)
            if not pivot > 0:
                return None
            order.append((node, pivot))
            earlier = before.pop(node) - {node}
            for after in row:
                before[after].discard(node)
            for each in earlier:
                theirs = rows[each]
                share = over(theirs.pop(node), pivot)
                for after, factor in row.items():
                    more = times(share, factor)
                    theirs[after] = plus(theirs[after], more) if after in theirs else more
                    before[after].add(each)
                self._pass_on(sides[each], share, sides[node])
                out[each] += self.arithmetic.plain(share) * out[node]
                heappush(waiting, (len(before[each]) * len(theirs), each))
        return order

    def _pivot(self, node: int, itself: float) -> float:
        """Return 1 less what comes back at once: as a sum, unless a row adds up to more than 1."""
        if self._out[node] >= 0:
            return self._out[node] + sum(map(self.arithmetic.plain, self._rows[node].values()))
        return self.arithmetic.missing(itself)

    def _components(self) -> Iterator[list[int]]:
        """Yield the strongly connected components, each after those it leads to (Tarjan)."""
        numbers: dict[int, int] = {}
        lowest: dict[int, int] = {}
        stack: list[int] = []
        waiting: set[int] = set()
        for root in self._terms:
            if root in numbers:
                continue
            numbers[root] = lowest[root] = len(numbers)
            stack.append(root)
            waiting.add(root)
            walk = [(root, iter(self._terms[root]))]
            while walk:
                node, rest = walk[-1]
                for term in rest:
                    after = term.after
                    if after not in self._terms:
                        continue
                    if after not in numbers:
                        numbers[after] = lowest[after] = len(numbers)
                        stack.append(after)
                        waiting.add(after)
                        walk.append((after, iter(self._terms[after])))
                        break
                    if after in waiting:
                        lowest[node] = min(lowest[node], numbers[after])
                else:
                    walk.pop()
                    if walk:
                        lowest[walk[-1][0]] = min(lowest[walk[-1][0]], lowest[node])
                    if lowest[node] == numbers[node]:
                        component = []
                        while True:
                            component.append(stack.pop())
                            waiting.discard(component[-1])
                            if component[-1] == node:
                                break
                        yield component
