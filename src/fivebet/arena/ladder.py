"""A ladder: one agent, or two to compare, against many opponents one after the other.

The opponents are rule players whose styles are drawn by the seed (`drawn_rules`), and any
others by name. Each deal is played from both seats. The deals of a rung follow from the
seed and the opponent alone, so that two agents are compared on the same cards, and against
opponents that draw the same numbers.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from fivebet.agents.players.drawn_rules import drawn_names
from fivebet.arena.match import DealsJob, Match, Seats, hashed_seed
from fivebet.arena.match_series import MatchSeries, SeriesReducer
from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import Interval, averaged, interval
from fivebet.errors import GameError

_MOST_DRAWN = 100_000


@dataclass(frozen=True, kw_only=True)
class Ladder(MatchSeries["LadderResult"]):
    """Agents who climb, and then the opponents on the rungs."""

    climbers: int = 1
    """How many of the agents climb: one, or two that are compared."""

    readers: ClassVar = DealsJob.readers

    def __post_init__(self) -> None:
        if self.game.seats != 2:
            raise GameError(f"a ladder is climbed at tables for two, not at {self.game}")
        if self.climbers not in (1, 2):
            raise GameError(f"{self.climbers} agents cannot climb: one can, or two are compared")
        if not self.opponents:
            raise GameError("a ladder without opponents has no rungs: give 1 or more")

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of those on the rungs."""
        return self.agents[self.climbers :]

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Each climber against each opponent, rung by rung."""
        rungs = range(self.climbers, len(self.agents))
        return tuple((climber, rung) for rung in rungs for climber in range(self.climbers))

    @cached_property
    def table_matches(self) -> tuple[Match, ...]:
        """One match for each climber and rung."""
        return tuple(
            Match(
                game=self.game,
                agents=(self.agents[climber], self.agents[rung]),
                deals=self.deals,
                seed=hashed_seed(f"{self.seed}/rung/{self.agents[rung]}"),
                seats=Seats.ROTATED,
                matches=self.matches,
                luck=self.luck,
                clock=self.clock,
            )
            for climber, rung in self.tables
        )

    def reducer(self) -> "LadderReducer":
        """Return a new reducer."""
        return LadderReducer(self)


def make_ladder(
    agent: str, drawn: int, others: tuple[str, ...] = (), against: str = "", **more: Any
) -> Ladder:
    """Return a ladder of drawn opponents and others by name."""
    if not 0 <= drawn <= _MOST_DRAWN:
        raise GameError(f"{drawn} opponents cannot be drawn: give 0 to {_MOST_DRAWN:,}")
    climbers = (agent, against) if against else (agent,)
    opponents = (*drawn_names(more.get("seed", 0), drawn), *others)
    return Ladder(agents=(*climbers, *opponents), climbers=len(climbers), **more)


@dataclass(frozen=True)
class Rung:
    """What was won from one opponent, in thousandths of a big blind a hand."""

    name: str
    won: Interval
    other: Interval | None = None
    """What the other agent has won that is compared."""
    difference: Interval | None = None
    """How much more the first has won, deal by deal."""
    failures: int = 0


@dataclass(frozen=True)
class LadderResult:
    """What a ladder comes to, or as many of its rungs as were played."""

    ladder: Ladder
    hands: int
    rungs: tuple[Rung, ...]

    @property
    def mean(self) -> Interval | None:
        """What is won on average over the opponents, each of which counts alike."""
        return averaged([rung.won for rung in self.rungs]) if self.rungs else None

    @property
    def difference(self) -> Interval | None:
        """How much more the first agent wins on average, if two are compared."""
        found = [rung.difference for rung in self.rungs if rung.difference is not None]
        return averaged(found) if found else None


class LadderReducer(SeriesReducer):
    """Adds up a ladder, chunk by chunk."""

    def __init__(self, ladder: Ladder) -> None:
        super().__init__(ladder)
        self.ladder = ladder

    def result(self) -> LadderResult:
        """Return the rungs that have been played by all who climb."""
        results = self.results()
        by_rung: dict[int, list[MatchResult]] = {}
        for (_, rung), result in results:
            by_rung.setdefault(rung, []).append(result)
        rungs = tuple(
            _rung(self.ladder.agents[rung], played)
            for rung, played in by_rung.items()
            if len(played) == self.ladder.climbers
        )
        return LadderResult(self.ladder, sum(result.hands for _, result in results), rungs)


def _rung(name: str, played: list[MatchResult]) -> Rung:
    won = [result.mbb[:, 0] for result in played]
    failures = sum(standing.failures.times for result in played for standing in result.standings)
    if len(won) == 1:
        return Rung(name, interval(won[0]), failures=failures)
    both = min(map(len, won))
    difference = interval(won[0][:both] - won[1][:both])
    return Rung(name, interval(won[0]), interval(won[1]), difference, failures)


def ladder_to_dict(result: LadderResult) -> dict[str, Any]:
    """Present a result as JSON data."""
    ladder = result.ladder
    compared = {"against": ladder.agents[1]} if ladder.climbers > 1 else {}
    means = {"mean": _figures(result.mean)} if result.mean else {}
    if result.difference:
        means["mean_difference"] = _figures(result.difference)
    return {
        "agent": ladder.agents[0],
        **compared,
        "game": str(ladder.game),
        "deals": ladder.deals,
        "matches": ladder.matches,
        "seed": ladder.seed,
        "hands": result.hands,
        "luck": ladder.luck.value,
        "opponents": [_rung_to_dict(rung) for rung in result.rungs],
        **means,
    }


def _rung_to_dict(rung: Rung) -> dict[str, Any]:
    data = {"name": rung.name, **_figures(rung.won), "failures": rung.failures}
    if rung.other is not None and rung.difference is not None:
        data["against"] = _figures(rung.other)
        data["difference"] = _figures(rung.difference)
    return data


def _figures(won: Interval) -> dict[str, Any]:
    several = won.units > 1
    return {"mbb_per_hand": won.mean, "ci95": [won.low, won.high] if several else None}
