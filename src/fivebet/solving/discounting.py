"""Discounting of regrets: discounted CFR, CFR+ and linear CFR.

After Brown and Sandholm (2019): before iteration t + 1 positive regrets are
multiplied with t^α / (t^α + 1), negative ones with t^β / (t^β + 1), and iteration
t counts t^γ in the average strategy.

With lookahead a decision hands on to those before it not only what the strategy wins
that it has played: that part of its value is what the strategy wins that it has just
learnt. A change at the end of a tree then arrives at its root in one iteration, and not
after as many as there are decisions between them.

β may grow during the first hundred iterations: to forget negative regrets soon helps at first,
while actions are still tried out, and later brings back what had been found to be bad.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import inf, isnan

from fivebet.errors import SolvingError

_LOOKAHEAD_FADES = 300  # iterations until a quarter of it is left
_BETA_GROWS = 100  # iterations until it has grown by all of its growth


@dataclass(frozen=True, slots=True)
class Discounting:
    """The exponents α, β and γ of discounted regret minimisation, and its lookahead."""

    alpha: float
    beta: float
    gamma: float
    lookahead: float = 0.0
    growth: float = 0.0
    """How much β grows in the first iterations."""

    def steps(self, known: int = 0) -> Iterator[tuple[float, float, float]]:
        """Yield what each iteration takes: both factors of regrets and its weight in the average.

        `known` iterations count as done already for the regrets.
        """
        weight = 0.0
        for done in count():
            weight = self.weight(done, weight)
            yield *self.factors(known + done), 1 / weight

    def factors(self, done: int) -> tuple[float, float]:
        """Return the factors of positive and negative regrets after `done` iterations."""
        beta = self.beta + self.growth * min(1.0, done / _BETA_GROWS)
        return _factor(done, self.alpha), _factor(done, beta)

    def weight(self, done: int, before: float) -> float:
        """Return the sum of all iterations' weights when the next counts 1, from the last sum."""
        return before * float((done / (done + 1)) ** self.gamma) + 1

    def lookahead_after(self, done: int) -> float:
        """Return the lookahead after `done` iterations: it fades, since it helps at first."""
        return self.lookahead / (1 + done / _LOOKAHEAD_FADES) ** 2


@lru_cache(maxsize=64)
def plan_steps(
    discounting: Discounting, done: int, weight: float, times: int
) -> tuple[tuple[tuple[float, float, float, float], ...], float]:
    """Return what the next iterations take, and the sum of all iterations' weights after them.

    A step is both factors of regrets, the iteration's weight in the average and the lookahead.
    """
    steps = []
    for each in range(done, done + times):
        weight = discounting.weight(each, weight)
        steps.append((*discounting.factors(each), 1 / weight, discounting.lookahead_after(each)))
    return tuple(steps), weight


def _factor(done: int, exponent: float) -> float:
    if done == 0 or exponent == -inf:
        return 0.0
    if exponent == inf:
        return 1.0
    power: float = float(done) ** exponent
    return power / (power + 1)


PLAIN = Discounting(1.5, 0.25, 4.0)
"""A seventh fewer iterations to 0.3 % of the pot than with β = 0.5 where there are one or two
bet sizes, and as many where there are five; β = 0 is as quick with few sizes, but with many
it stalls."""

DISCOUNTED = Discounting(1.25, 0.25, 3.0, 0.45, 0.25)
"""What drawn spots need least iterations with (`python -m fivebet.lab.discountings`): with α = 1.4
and a lookahead of 0.4 rivers and turns need 7 and 10 % more to 0.1 % of the pot. Without the
growth of β, flops with many sizes become several times as exploitable again on their way: one
with three bets and two raises needs 310 iterations to 0.3 % of the pot then, and 180 with it."""

ABSTRACTED = Discounting(1.5, 0.5, 4.0)
"""For abstracted limit hold'em: its strategies lose least when they are rounded."""

CFR_PLUS = Discounting(inf, -inf, 2.0)
"""Forgets negative regrets at once and averages quadratically."""

LINEAR = Discounting(1.0, 1.0, 1.0)

SAMPLED = Discounting(1.0, 1.0, 2.0)
"""For values from random deals, which are noisy: regrets are forgotten slowly."""

_NAMES = {"discounted": DISCOUNTED, "cfr+": CFR_PLUS, "linear": LINEAR}


def parse_discounting(name: str) -> Discounting:
    """Return the discounting of a name, or of three exponents such as 1.5,0,2.

    A fourth number is the lookahead, from 0 to 1, a fifth the growth of β.
    """
    if name.lower() in _NAMES:
        return _NAMES[name.lower()]
    try:
        read = Discounting(*map(float, name.split(",")))
    except (TypeError, ValueError):
        raise SolvingError(
            f"{name!r} is no way to discount: write {', '.join(_NAMES)} or three exponents "
            "like 1.5,0.25,4"
        ) from None
    if not read.gamma >= 0 or isnan(read.alpha) or isnan(read.beta):
        raise SolvingError(f"{name!r} is no way to discount: the third exponent is 0 or more")
    if not 0 <= read.lookahead <= 1:
        raise SolvingError(f"{name!r} is no way to discount: the lookahead is from 0 to 1")
    if not 0 <= read.growth < inf:
        raise SolvingError(f"{name!r} is no way to discount: the growth of β is 0 or more")
    return read
