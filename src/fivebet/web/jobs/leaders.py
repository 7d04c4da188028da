"""The leader board: what agents have won over many contests, weighted by hands.

Runs are independent of each other, so that their squared errors add up. An agent that
has met weaker opponents ranks higher: the board says whom each has met.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

_NORMAL_95 = 1.96


@dataclass
class Leader:
    """One agent's winnings over all its contests."""

    name: str
    hands: int = 0
    contests: int = 0
    _opponents: set[str] = field(default_factory=set)
    _won: float = 0.0
    """Thousandths of a big blind, over all hands."""
    _squares: float | None = 0.0
    """The sum of squares of standard errors times hands; None once one is unknown."""

    @property
    def mbb_per_hand(self) -> float:
        """Thousandths of a big blind won per hand."""
        return self._won / self.hands

    @property
    def opponents(self) -> list[str]:
        """The names of all opponents that it has met."""
        return sorted(self._opponents)

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the mean, if every contest has one."""
        if self._squares is None:
            return None
        reach = _NORMAL_95 * float(self._squares**0.5) / self.hands
        return self.mbb_per_hand - reach, self.mbb_per_hand + reach

    def add(
        self, hands: int, mbb: float, ci95: tuple[float, float] | None, opponents: Iterable[str]
    ) -> None:
        """Add the result of one more contest."""
        self.hands += hands
        self.contests += 1
        self._won += mbb * hands
        self._opponents.update(opponents)
        if ci95 is None or self._squares is None:
            self._squares = None
        else:
            self._squares += ((ci95[1] - ci95[0]) / 2 / _NORMAL_95 * hands) ** 2


def rank_leaders(results: Iterable[tuple[int, Mapping[str, Any]]], game: str = "") -> list[Leader]:
    """Return all agents of these results, those that won most per hand first.

    Each result comes with the number of seats at a table. Luck-adjusted results count where
    there are some. An agent's copies at one table count once each.
    """
    ranked: dict[str, Leader] = {}
    for seats, result in results:
        if game and result["game"] != game:
            continue
        players = result["players"]
        hands = result["hands"]
        if "cross" in result:  # in a league everybody sits in only some of the matches
            hands = hands * seats // len(players)
        names = [player["name"] for player in players]
        for player in players:
            name = player["name"]
            best = player.get("adjusted") or player
            interval = best["ci95"] and tuple(best["ci95"])
            others = [other for other in names if other != name]
            leader = ranked.setdefault(name, Leader(name))
            leader.add(hands, best["mbb_per_hand"], interval, others)
    return sorted(ranked.values(), key=lambda leader: -leader.mbb_per_hand)
