"""Learning: what agents that remember win in the course of a match.

A curve takes every match apart into spans of hands and shows what an agent wins in each
of them. Heads-up only opponents count that do not remember, so that a curve shows what
the agent has learnt and not what was learnt about it; at bigger tables everybody counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.guard import isolated_name
from fivebet.agents.hosting.registry import agent_traits
from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import Interval, averaged, interval

Floats = NDArray[np.float64]
Tables = Sequence[tuple[tuple[int, ...], MatchResult]]


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """What one agent wins in each span of its matches, in thousandths of a big blind a hand."""

    player: int
    spans: tuple[Interval, ...]
    opponents: int
    """How many opponents it averages over heads-up, or tables."""

    @property
    def gain(self) -> Interval:
        """What it wins in the last span more than in the first."""
        first, last = self.spans[0], self.spans[-1]
        mean = last.mean - first.mean
        reach = hypot(last.high - last.mean, first.high - first.mean)
        error = hypot(last.standard_error, first.standard_error)
        return Interval(mean, error, mean - reach, mean + reach, min(first.units, last.units))


def learning_curves(
    agents: Sequence[str], spans: Sequence[int], results: Tables
) -> tuple[LearningCurve, ...]:
    """Return the curves of the agents that remember, over the longest matches of each.

    Who has no match that lasts for all spans has a curve of those that its matches reach.
    """
    remember = [agent_traits(isolated_name(name)).remembers for name in agents]
    duels = all(len(table) == 2 for table, _ in results)
    curves = []
    for player in (player for player, does in enumerate(remember) if does):
        played = [
            (table.index(player), result)
            for table, result in results
            if player in table
            and (len(table) > 2 or sum(remember[each] for each in table) == 1)
            and result.unit != "match"
        ]
        longest = max((result.match.deals for _, result in played), default=0)
        long = [(place, result) for place, result in played if result.match.deals == longest]
        parts = [_by_span(result, place, spans) for place, result in long]
        means = tuple(_average(span, duels) for span in zip(*parts, strict=True))
        if len(means) > 1:
            curves.append(LearningCurve(player, means, len(parts)))
    return tuple(curves)


def first_deals(result: MatchResult, deals: int) -> Floats:
    """Return what was won in the first deals of each repeat, by deal and player.

    If nobody remembers, deals are alike and all of them count.
    """
    if not deals or not result.match.remembers or result.unit == "match":
        return result.mbb
    return _by_deal(result)[:, :deals].reshape(-1, len(result.standings))


def repeat_spread(results: Tables) -> Interval | None:
    """Return by how much more repeats lie apart than independent deals would make them.

    It is the variance of the means of repeats by the one that their deals' variance
    makes, averaged over all tables with repeats in which anybody remembers: 1 if deals
    are independent of each other.
    """
    ratios = []
    for _, result in results:
        if result.match.matches > 1 and result.match.remembers:
            won = _by_deal(result)[:, :, 0]
            within = float(won.var(axis=1, ddof=1).mean()) / won.shape[1]
            if within > 0:
                ratios.append(float(won.mean(axis=1).var(ddof=1)) / within)
    return interval(ratios) if len(ratios) > 1 else None


def _by_deal(result: MatchResult) -> Floats:
    """Return what was won, by repeat, deal and player."""
    return result.mbb.reshape(result.match.matches, -1, len(result.standings))


def _by_span(result: MatchResult, place: int, spans: Sequence[int]) -> list[Floats]:
    """Return what one player won in the deals of each span that the match reaches."""
    turns = len(result.match.seatings(0))
    ends = [0, *(end for span in spans if (end := round(span / turns)) <= result.match.deals)]
    won = _by_deal(result)[:, :, place]
    return [won[:, start:end].ravel() for start, end in pairwise(ends)]


def _average(parts: Sequence[Floats], duels: bool) -> Interval:
    """Return the average over opponents, or over tables, which are the units there."""
    if duels:
        return averaged([interval(part) for part in parts])
    return interval([float(part.mean()) for part in parts])
