"""Dynamic postflop aggression control (4.2.4): hands are taken for better or worse ones.

Against a passive opponent a hand may go into the next higher bucket, against an
aggressive one into the next lower; how likely that is grows with the distance from
what the opponent's range lets one expect: a tight range hits more flops, and may be more
aggressive for it. The draw keeps the shift from being read.

As published, a hand in a lower bucket is played as that bucket is: it raises less, and it
also folds more, which is what it costs against a maniac. `Shifts` has two other ways:

    buckets   as published
    raises    'a more passive play' to the letter: a shifted hand calls where it would have
              raised, and folds no more and no less than before
    calls     where nothing is bet, hands go up against passive opponents and never down;
              a bet to call means less the more aggressive the opponent is, so that the shift
              is the other way round: up against an aggressive opponent
"""

from typing import Literal, NamedTuple

from fivebet.agents.players.plicas.bluff import playable_chance
from fivebet.agents.players.plicas.model import Opponent
from fivebet.agents.players.plicas.strength import BUCKETS
from fivebet.opponents import Triple

Shifts = Literal["buckets", "raises", "calls"]


class Shift(NamedTuple):
    """A bucket before and after, and the signed chance of the shift."""

    before: int
    after: int
    chance: float


def shift_chance(opponent: Opponent, typical: float, slope: float) -> float:
    """Return the chance of a shift, up if above 0 and down if below; at most 1."""
    expected = typical * playable_chance(opponent.range) / playable_chance(1.0)
    return max(-1.0, min(1.0, slope * (expected - opponent.aggression)))


def shift_bucket(bucket: int, chance: float, draw: float) -> Shift:
    """Shift a bucket up or down, or not, by a random number from 0 to 1."""
    step = (1 if chance > 0 else -1) if draw < abs(chance) else 0
    return Shift(bucket, max(0, min(BUCKETS - 1, bucket + step)), chance)


def with_raises_of(shifted: Triple, before: Triple) -> Triple:
    """Return the raises of a shifted bucket with the folds of the bucket before the shift."""
    raise_ = min(shifted.raise_, 1 - before.fold)
    return Triple(before.fold, 1 - before.fold - raise_, raise_)
