"""The leader board: what agents have won over many contests, weighed by hands.

Runs are independent of each other, so that their errors add up in squares. Who has met
weaker opponents stands higher: the board says whom everybody has met.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Leader", "leaders"]

_NORMAL_95 = 1.96


@dataclass
class Leader:
    """One agent's contests added up."""

    name: str
    hands: int = 0
    contests: int = 0
    opponents: set[str] = field(default_factory=set)
    _won: float = 0.0
    """Thousandths of a big blind, over all hands."""
    _squares: float | None = 0.0
    """Of the standard errors times hands; None once one is unknown."""

    @property
    def mean(self) -> float:
        """Thousandths of a big blind a hand."""
        return self._won / self.hands

    @property
    def ci95(self) -> tuple[float, float] | None:
        """Where the mean lies 95 times in 100, if every contest has an interval."""
        if self._squares is None:
            return None
        reach = _NORMAL_95 * float(self._squares**0.5) / self.hands
        return self.mean - reach, self.mean + reach

    def add(self, hands: int, mbb: float, ci95: tuple[float, float] | None) -> None:
        """One contest more."""
        self.hands += hands
        self.contests += 1
        self._won += mbb * hands
        if ci95 is None or self._squares is None:
            self._squares = None
        else:
            self._squares += ((ci95[1] - ci95[0]) / 2 / _NORMAL_95 * hands) ** 2


def leaders(results: Iterable[Mapping[str, Any]], game: str = "") -> list[Leader]:
    """All agents of these results, those who won most a hand first.

    Results less luck count where there are some. An agent's copies at one table count
    once each.
    """
    found: dict[str, Leader] = {}
    for result in results:
        if game and result["game"] != game:
            continue
        players = result["players"]
        # In a league everybody sits in only some of the matches.
        hands = result["hands"] * 2 // len(players) if "cross" in result else result["hands"]
        names = [player["name"] for player in players]
        for player in players:
            best = player.get("adjusted") or player
            leader = found.setdefault(player["name"], Leader(player["name"]))
            leader.add(hands, best["mbb_per_hand"], best["ci95"] and tuple(best["ci95"]))
            leader.opponents.update(name for name in names if name != player["name"])
    return sorted(found.values(), key=lambda leader: -leader.mean)
