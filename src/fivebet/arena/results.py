"""What a match comes to: winnings with their intervals, raw and less luck, and from whom."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.failures import Failures
from fivebet.arena.luck import Luck, count_terms
from fivebet.arena.luck_adjustment import adjust, spread_left
from fivebet.arena.statistics import Interval, interval
from fivebet.game import Game
from fivebet.game.chips import CHIP_FRACTIONS
from fivebet.notebook import table_html

if TYPE_CHECKING:
    from fivebet.arena.match import Match

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did, in chips a hand over independent blocks."""

    name: str
    chips: Fraction
    per_hand: Interval
    failures: Failures
    adjusted: Interval | None = None
    """The same with the luck taken out, if that was asked for."""
    spread_left: float = 1.0
    """The share of the standard deviation that is left without luck."""

    def mbb_per_hand(self, game: Game) -> Interval:
        """Return the winnings in thousandths of a big blind a hand."""
        return self.per_hand.scaled(1000 / game.big_blind)

    def adjusted_mbb_per_hand(self, game: Game) -> Interval | None:
        """Return the winnings without luck in thousandths of a big blind a hand."""
        return self.adjusted and self.adjusted.scaled(1000 / game.big_blind)


@dataclass(frozen=True, repr=False)
class MatchResult:
    """What a match comes to, or as much of it as was played."""

    match: "Match"
    deals: int
    """The number of deals played, over all repeats."""
    hands: int
    standings: tuple[Standing, ...]
    winnings: Floats = field(repr=False)
    """Chips a hand, by unit and player."""
    adjusted: Floats | None = field(default=None, repr=False)
    """The same without luck."""
    from_whom: Floats | None = field(default=None, repr=False)
    """Chips that each player (row) has won from each other (column)."""
    unit: Literal["deal", "match"] = "deal"
    """What is independent of each other, so that intervals rest on it."""
    pairs: Floats = field(default_factory=lambda: np.zeros(0), repr=False)
    """Chips a hand that each player (row) has won from each other (column), by repeat."""
    curves: Floats = field(default_factory=lambda: np.zeros(0), repr=False)
    """Chips won since the beginning, by repeat, deal and player."""
    stopped_by: str = ""
    """What the rule that stopped the match says."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one mapping for each player, as `pandas.DataFrame` takes them."""
        game, rows = self.match.game, []
        for standing in self.standings:
            won = standing.mbb_per_hand(game)
            adjusted = standing.adjusted_mbb_per_hand(game)
            rows.append(
                {
                    "agent": standing.name.removeprefix("local::"),
                    "hands": self.hands,
                    "chips": float(standing.chips),
                    "mbb_per_hand": won.mean,
                    "low": won.low,
                    "high": won.high,
                }
                | (
                    {"adjusted": adjusted.mean, "adjusted_low": adjusted.low}
                    | {"adjusted_high": adjusted.high}
                    if adjusted
                    else {}
                )
                | {"failures": standing.failures.times, "first_failure": standing.failures.first}
            )
        return rows

    def __repr__(self) -> str:
        won = (f"{row['agent']} {row['mbb_per_hand']:+,.0f}" for row in self.rows())
        return (
            f"<MatchResult of {self.hands} hands of {self.match.game}: {', '.join(won)} mbb/hand>"
        )

    def _repr_html_(self) -> str:
        caption = f"{self.match.game}, {self.hands:,} hands, mbb/hand with 95 % intervals"
        return table_html(self.rows(), f"{caption}; {self.note}".rstrip("; "))

    @property
    def mbb(self) -> Floats:
        """Thousandths of a big blind a hand, by unit and player, without luck if that is known."""
        best = self.winnings if self.adjusted is None else self.adjusted
        return best * (1000 / self.match.game.big_blind)

    @property
    def small_bets(self) -> Floats:
        """Small bets a hand of a limit game, by repeat and player."""
        winnings: Floats = self.pairs.sum(axis=2) / self.match.game.raise_sizes[0]
        return winnings

    @property
    def note(self) -> str:
        """What must be known about the intervals, if anything."""
        notes = [self.stopped_by] if self.stopped_by else []
        if self.match.in_order and self.unit == "deal":
            notes.append(
                "one match was played in order: intervals are within it and take its "
                "deals as independent"
            )
        return "; ".join(notes)


class MatchReducer:
    """Adds up a match, chunk by chunk."""

    def __init__(self, match: "Match", by_match: bool) -> None:
        self._match, self._by_match = match, by_match
        players = len(match.agents)
        self._parts = [0] * players
        self._failures = [Failures() for _ in range(players)]
        self._blocks: list[Floats] = []
        self._terms: list[Floats] = []
        self._matches: list[NDArray[np.intp]] = []
        self._flows = np.zeros((players, players))
        self._pairs: dict[int, Floats] = {}

    def add(self, data: Mapping[str, Any]) -> None:
        """Add some deals."""
        blocks = np.array(data["parts"], dtype=np.int64)
        for player, failures in enumerate(self._failures):
            self._parts[player] += int(blocks[:, player].sum())
            failures.merge(Failures.from_dict(data["failures"][player]))
        self._blocks.append(blocks / CHIP_FRACTIONS)
        self._matches.append(np.full(len(blocks), data["match"]))
        flows = np.array(data["flows"])
        self._flows += flows
        self._pairs[data["match"]] = self._pairs.get(data["match"], 0.0) + flows
        if self._match.luck is not Luck.NONE:
            shape = len(blocks), count_terms(self._match.luck), len(self._parts)
            self._terms.append(np.array(data["luck"], dtype=np.float64).reshape(shape))

    def result(self) -> MatchResult:
        """Return the standings so far."""
        match = self._match
        turns = len(match.seatings(0))
        chips = np.concatenate(self._blocks)
        blocks = chips / turns
        matches = np.concatenate(self._matches)
        winnings = self._units(blocks, matches)
        adjusted, left = None, np.ones(len(match.agents))
        if self._terms:
            without_luck = adjust(
                blocks,
                np.concatenate(self._terms) / turns,
                matches if self._by_match else None,
                fitted=match.luck is not Luck.ALL_IN,
            )
            adjusted = self._units(without_luck.winnings, matches)
            left = spread_left(winnings, adjusted)
        standings = tuple(
            Standing(
                name,
                Fraction(self._parts[i], CHIP_FRACTIONS),
                interval(winnings[:, i]),
                Failures(Counter(self._failures[i].kinds), self._failures[i].first),
                None if adjusted is None else interval(adjusted[:, i]),
                float(left[i]),
            )
            for i, name in enumerate(match.agents)
        )
        by_repeat = [chips[matches == repeat] for repeat in sorted(self._pairs)]
        shortest = min(map(len, by_repeat))
        return MatchResult(
            match=match,
            deals=len(blocks),
            hands=len(blocks) * turns,
            standings=standings,
            winnings=winnings,
            adjusted=adjusted,
            from_whom=self._flows.copy(),
            pairs=np.array(
                [
                    self._pairs[repeat] / (turns * len(won))
                    for repeat, won in zip(sorted(self._pairs), by_repeat, strict=True)
                ]
            ),
            curves=np.array([np.cumsum(won[:shortest], axis=0) for won in by_repeat]),
            unit="match" if self._by_match else "deal",
        )

    def _units(self, blocks: Floats, matches: NDArray[np.intp]) -> Floats:
        if not self._by_match:
            return blocks
        return np.array([blocks[matches == match].mean(axis=0) for match in np.unique(matches)])
