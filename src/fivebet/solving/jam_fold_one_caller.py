"""Jam or fold for up to nine players, fast enough to play by: at most one player calls a jam.

As the charts of tournament players have it, the first call ends the betting. That leaves
one decision for each player first in and one for each player behind each jam, so that
fictitious play over the 169 classes solves a table in milliseconds, without dealing:
`jam_fold_table` allows any number of calls, samples deals, and takes seconds. Ranges
of two players block each other's cards; those who have folded block none.

With prizes, chips are worth what the independent chip model says, and a fold is worth
what the others make of it: they may knock each other out. `JamSpot.worth` replaces that by
another value of chips, such as that of `field_value`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fivebet import _core
from fivebet.cards.combos import CLASS_SIZES
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.errors import SolvingError

Row = NDArray[np.float64]
_MOST_PLAYERS = 9
_START = 0.2  # of all hands are played before anybody has learnt
_NOBODY = 1e-9  # of a range that jams nothing, so that it has an equity


@dataclass(frozen=True, slots=True)
class JamSpot:
    """Players who may still jam, in order of action, and those who have folded."""

    stacks: tuple[int, ...]
    """The chips of each before the hand."""
    posted: tuple[int, ...]
    """How many of them each has put in."""
    folded: tuple[tuple[int, int], ...] = ()
    """The chips before the hand of those who have folded, and how many each has put in."""
    prizes: tuple[float, ...] = ()
    """The prizes of everybody who is left, from the first place down; without them chips count."""
    worth: Callable[[Sequence[int]], Row] | None = None
    """What everybody's chips after the hand are worth, instead of prizes or chips."""

    def __post_init__(self) -> None:
        players = len(self.stacks)
        if players < 2 or players != len(self.posted):
            raise SolvingError(f"{players} stacks and {len(self.posted)} posts are no table")
        if self.prizes and players + len(self.folded) > _MOST_PLAYERS:
            raise SolvingError(
                f"{players + len(self.folded)} players cannot be valued by prizes: two to "
                f"{_MOST_PLAYERS} can"
            )
        for stack, posted in (*zip(self.stacks, self.posted, strict=True), *self.folded):
            if not 0 <= posted <= stack or stack < 1:
                raise SolvingError(f"{posted} chips cannot be posted from a stack of {stack}")


@dataclass(frozen=True, slots=True)
class JamSpotSolution:
    """How often each class goes all-in."""

    jams: Row
    """First in, by player and class; the last player has nothing to decide."""
    calls: Row
    """Behind a jam, by the player who jammed, the player who may call, and class."""


def solve_jam_spot(spot: JamSpot, iterations: int = 60) -> JamSpotSolution:
    """Let all ranges move towards best responses to each other, so many times."""
    if iterations < 1:
        raise SolvingError(f"{iterations} iterations solve nothing: give 1 or more")
    players = len(spot.stacks)
    worth = _Outcomes(spot)
    jams = np.full((players - 1, 169), _START)
    calls = np.full((players, players, 169), _START)
    for done in range(1, iterations + 1):
        best_jams, best_calls = _best_responses(worth, jams, calls)
        step = 2 / (done + 2)
        jams += step * (best_jams - jams)
        calls += step * (best_calls - calls)
    return JamSpotSolution(jams, calls)


def jam_gains(spot: JamSpot, solution: JamSpotSolution) -> Row:
    """Return what the first jam of each class wins over its fold, by player.

    The solution may also hold what is believed of the players.
    """
    return _jam_gains(_Outcomes(spot), solution.jams, solution.calls)


def call_gains(spot: JamSpot, caller: int, jam: Row, calls: Row) -> Row:
    """Return what a call of each class wins over its fold when the first player has jammed.

    `jam` is that player's range and `calls` are those of everybody, by player.
    """
    worth = _Outcomes(spot)
    dealt, shared = _against()
    met = jam + _NOBODY
    equity = (shared @ met) / (dealt @ met)
    after = _after_jam(worth, 0, jam, calls)
    called = equity * worth.lost[0, caller, caller] + (1 - equity) * worth.won[0, caller, caller]
    gains: Row = called - after[caller + 1][caller]
    return gains


class _Outcomes:
    """What everybody's chips are worth however the hand ends."""

    def __init__(self, spot: JamSpot) -> None:
        self.players = len(spot.stacks)
        self._prizes = list(spot.prizes)
        self._given = spot.worth
        self._stacks = [*spot.stacks, *(stack for stack, _ in spot.folded)]
        self._posted = [*spot.posted, *(posted for _, posted in spot.folded)]
        last = self.players - 1
        self.walk = self._worth(self._stolen(last))
        self.steal = np.array([self._worth(self._stolen(i)) for i in range(last)])
        shape = (self.players, self.players, self.players)
        self.won, self.lost = np.zeros(shape), np.zeros(shape)
        for i in range(last):
            for j in range(i + 1, self.players):
                self.won[i, j] = self._worth(self._shown(i, j))
                self.lost[i, j] = self._worth(self._shown(j, i))

    def _worth(self, chips: list[int]) -> Row:
        if self._given:
            return self._given(chips)[: self.players]
        values: list[float] = list(chips)
        if self._prizes:
            values = _core.icm_values(chips, self._stacks, self._prizes)
        return np.array(values[: self.players], dtype=np.float64)

    def _stolen(self, winner: int) -> list[int]:
        """Return the chips when everybody else folds."""
        left = [was - put for was, put in zip(self._stacks, self._posted, strict=True)]
        left[winner] = self._stacks[winner] + sum(self._posted) - self._posted[winner]
        return left

    def _shown(self, winner: int, loser: int) -> list[int]:
        """Return the chips when two are all-in; what others put in beyond goes to the deeper."""
        left = [was - put for was, put in zip(self._stacks, self._posted, strict=True)]
        both = self._stacks[winner], self._stacks[loser]
        contested = min(both)
        dead = [put for i, put in enumerate(self._posted) if i not in (winner, loser)]
        left[winner] = both[0] + contested + sum(min(put, contested) for put in dead)
        left[loser] = both[1] - contested
        deeper = winner if both[0] >= both[1] else loser
        left[deeper] += sum(max(put - contested, 0) for put in dead)
        return left


def _best_responses(worth: _Outcomes, jams: Row, calls: Row) -> tuple[Row, Row]:
    best_calls = np.zeros_like(calls)
    dealt, shared = _against()
    for i in range(worth.players - 1):
        met = jams[i] + _NOBODY
        equity = (shared @ met) / (dealt @ met)
        after = _after_jam(worth, i, jams[i], calls[i])
        for j in range(i + 1, worth.players):
            called = equity * worth.lost[i, j, j] + (1 - equity) * worth.won[i, j, j]
            best_calls[i, j] = called > after[j + 1][j]
    return (_jam_gains(worth, jams, calls) > 0).astype(np.float64), best_calls


def _jam_gains(worth: _Outcomes, jams: Row, calls: Row) -> Row:
    """Return what the jam of each class wins over its fold, by player."""
    gains = np.zeros_like(jams)
    folded_to = worth.walk
    for i in reversed(range(worth.players - 1)):
        called, won = _called(calls[i, i + 1 :])
        folds = np.cumprod(1 - called, axis=0)
        reached = np.concatenate([np.ones((1, 169)), folds[:-1]])
        won_worth, lost_worth = worth.won[i, i + 1 :, i, None], worth.lost[i, i + 1 :, i, None]
        jam = folds[-1] * worth.steal[i, i]
        jam = jam + (reached * (won * won_worth + (called - won) * lost_worth)).sum(axis=0)
        gains[i] = jam - folded_to[i]
        often = float(jams[i] @ _chances())
        after = _after_jam(worth, i, jams[i], calls[i])[i + 1]
        folded_to = often * after + (1 - often) * folded_to
    return gains


def _after_jam(worth: _Outcomes, i: int, jam: Row, calls: Row) -> dict[int, Row]:
    """Return what everybody has on average when a player has jammed, by who is to act."""
    weights = (jam + _NOBODY) * _chances()
    weights /= weights.sum()
    called, won = _called(calls[i + 1 :])
    after = {worth.players: worth.steal[i]}
    for j in reversed(range(i + 1, worth.players)):
        often, wins = float(called[j - i - 1] @ weights), float(won[j - i - 1] @ weights)
        shown = wins * worth.won[i, j] + (often - wins) * worth.lost[i, j]
        after[j] = shown + (1 - often) * after[j + 1]
    return after


def _called(calls: Row) -> tuple[Row, Row]:
    """Return how often each jammed class is called, and called and wins, by caller."""
    dealt, shared = _against()
    return calls @ dealt.T, calls @ shared.T


@cache
def _against() -> tuple[Row, Row]:
    """Return how likely each class is to meet each other, and the same times its equity."""
    pairs = class_matrix()
    total = pairs.deals.sum(axis=1, keepdims=True)
    return pairs.deals / total, pairs.share / total


@cache
def _chances() -> Row:
    chances: Row = CLASS_SIZES / CLASS_SIZES.sum()
    return chances
