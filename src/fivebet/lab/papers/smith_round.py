"""Smith, section 5.2: whole rounds, fifty games at a time, simulated by the plans themselves.

Twice: with the domain made sound, and with listing 7.2 as it is printed, whose deletes, adds
and costs are lotteries of their own and whose utilities are added up over steps (4.3).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from fivebet.agents.players.planner.functions import (
    PlanningContext,
    RandomOpponents,
    draw_cards,
    listing_functions,
)
from fivebet.agents.players.planner.situation import (
    Situation,
    compiled,
    domain_named,
    is_decision,
)
from fivebet.lab.papers.reproduction import (
    Claim,
    Figure,
    ReportTable,
    estimated,
    measured,
    ordered,
)
from fivebet.lab.papers.smith_turn import ALPHA, LISTINGS, STACK, Listing, action_name
from fivebet.planning import Plan, Planner, attitude
from fivebet.runs.group import RunGroup
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.streams import Stream

GAMES = 50
_NODES = 4000
_STREET = 2
"""The street whose equities the listing's callers use: it does not tell them which it is."""
PRINTED_COUNTS = {
    "seeking": {"fold": 0, "check": 37, "call": 0, "small": 4, "med": 4, "big": 19, "all-in": 50},
    "averse": {"fold": 6, "check": 64, "call": 0, "small": 93, "med": 18, "big": 1, "all-in": 0},
}
"""The counts of table 5.1: actions over 50 games."""


@dataclass(frozen=True)
class RoundSeries:
    """Several times fifty games: the winnings by game, and how often each action was taken."""

    winnings: NDArray[np.float64]
    counts: list[Counter[str]]


@dataclass(frozen=True, kw_only=True)
class RoundGames(Job[RoundSeries]):
    """Fifty games at a table of eight, several times, planned as the thesis does it.

    Uncertain effects are sampled before the plan is chosen, which makes the planner
    a clairvoyant; what a step may still cost is drawn when the plan is known.
    """

    who: str
    listing: Listing = "corrected"
    repetitions: int
    seed: int
    games: int = GAMES
    nodes: int = _NODES

    @property
    def chunks(self) -> int:
        """One chunk for each fifty games."""
        return self.repetitions

    @property
    def hands(self) -> int:
        """The number of games."""
        return self.repetitions * self.games

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Plan the games, and add up what the plans say."""
        winnings = np.zeros(self.games)
        counts: Counter[str] = Counter()
        planned = _PLANNED[self.listing]
        for game in range(self.games):
            index = number * self.games + game
            plan = planned(self.who, game, self.seed, index, self.nodes)
            draws = Stream(self.seed, "smith/costs", index)
            for step in plan.steps:
                winnings[game] += _drawn(step.lottery, draws.uniform())
                if is_decision(step) or step.name.startswith("!raise_"):
                    counts[action_name(step.name, step.arguments)] += 1
        return ChunkResult({"winnings": winnings.tolist(), "counts": dict(counts)}, number)

    def reducer(self) -> Collected[RoundSeries]:
        """Return a new reducer."""
        return Collected(_as_series)


def _as_series(chunks: list[Mapping[str, Any]]) -> RoundSeries:
    winnings = np.array([chunk["winnings"] for chunk in chunks])
    return RoundSeries(winnings, [Counter(chunk["counts"]) for chunk in chunks])


def _situation(game: int) -> Situation:
    """Return the start of a hand: eight players, 200 chips, blinds of 1 and 2."""
    return Situation(
        street=1,
        position=game % 8 + 1,
        opponents=7,
        stack=STACK,
        pot=0.0,
        call=0.0,
        min_raise=2.0,
        may_raise=True,
        small_blind=1.0,
        big_blind=2.0,
        cards=(0.0,) * 7,
        posted=False,
    )


def _corrected(who: str, game: int, seed: int, index: int, nodes: int) -> Plan:
    """Plan with the domain made sound; utilities are those of the total."""
    planner, luck = compiled("whole-round")
    luck.opponents = RandomOpponents()
    luck.drawn = draw_cards({}, seed, index)
    problem = _situation(game).problem("whole-round")
    best = planner.best(problem, attitude(who, ALPHA), seed=seed + index, nodes=nodes)
    assert best.plan is not None
    return best.plan


def _literal(who: str, game: int, seed: int, index: int, nodes: int) -> Plan:
    """Plan with listing 7.2 as it is printed; utilities are added up over steps."""
    functions = listing_functions(PlanningContext(), _STREET, seed + index)
    planner = Planner(domain_named("listing-7-2"), functions, compat="jshop2", independent=True)
    problem = _situation(game).listing_problem("listing-7-2")
    best = planner.best(
        problem, attitude(who, ALPHA), aggregate="sum", seed=seed + index, nodes=nodes
    )
    assert best.plan is not None
    return best.plan


_PLANNED: dict[Listing, Callable[[str, int, int, int, int], Plan]] = {
    "corrected": _corrected,
    "literal": _literal,
}


def _drawn(lottery: tuple[tuple[float, float], ...], draw: float) -> float:
    for chance, cost in lottery:
        draw -= chance
        if draw < 0:
            return cost
    return lottery[-1][1]


def whole_round(
    repetitions: int, seed: int, on_progress: Callable[[float], None]
) -> tuple[list[Claim], list[Figure], list[ReportTable]]:
    """Run figure 5.5 and table 5.1, and what the text says of them, by both listings."""
    claims: list[Claim] = []
    figures: list[Figure] = []
    rows: list[tuple[str | float, ...]] = [
        ("the thesis", who, *map(float, printed.values()))
        for who, printed in PRINTED_COUNTS.items()
    ]
    actions = tuple(PRINTED_COUNTS["averse"])
    jobs = {
        (listing, who): RoundGames(who=who, listing=listing, repetitions=repetitions, seed=seed)
        for listing in LISTINGS
        for who in PRINTED_COUNTS
    }
    with RunGroup(on_progress, list(jobs.values())) as group:
        played = {key: group.run(job) for key, job in jobs.items()}
    for listing in LISTINGS:
        series = {who: played[listing, who] for who in PRINTED_COUNTS}
        for who, each in series.items():
            means = [np.mean([counts[action] for counts in each.counts]) for action in actions]
            rows.append((listing, who, *map(float, means)))
        claims += [
            replace(claim, name=f"{claim.name}: {listing}") for claim in _round_claims(series)
        ]
        title = f"Cumulative winnings over {GAMES} games, {listing}"
        figures.append(Figure(f"figure-5-5-{listing}", title, _plot_cumulative(series)))
    table = ReportTable(
        f"Table 5.1: actions in {GAMES} games", ("listing", "attitude", *actions), tuple(rows)
    )
    return claims, figures, [table]


def _round_claims(series: dict[str, RoundSeries]) -> list[Claim]:
    swing = {who: each.winnings.std(axis=1, ddof=1) for who, each in series.items()}
    losing = {who: (each.winnings < 0).mean(axis=1) for who, each in series.items()}
    claims = [
        ordered(
            "5.5 the seeking agent's winnings swing more widely (difference of sd, chips)",
            "wider",
            swing["seeking"] - swing["averse"],
        ),
        ordered(
            "5.5 the averse agent gains (chips a game)",
            "gains",
            series["averse"].winnings.mean(axis=1),
        ),
        ordered(
            "5.5 losses are rarer for the averse agent (difference of shares)",
            "rarer",
            losing["seeking"] - losing["averse"],
        ),
        measured("5.5 share of games that the averse agent loses", None, list(losing["averse"])),
        measured("5.5 share of games that the seeking agent loses", None, list(losing["seeking"])),
    ]
    for who, printed in PRINTED_COUNTS.items():
        claims += [
            estimated(
                f"table 5.1 {who}: {action} in {GAMES} games",
                float(count),
                [float(each[action]) for each in series[who].counts],
            )
            for action, count in printed.items()
        ]
    for name, action, more, fewer in (
        ("the seeking agent goes all-in more often", "all-in", "seeking", "averse"),
        ("the averse agent makes more small raises", "small", "averse", "seeking"),
        ("the averse agent checks more often", "check", "averse", "seeking"),
    ):
        differences = [
            one[action] - two[action]
            for one, two in zip(series[more].counts, series[fewer].counts, strict=True)
        ]
        claims.append(
            ordered(f"table 5.1 {name} (difference in {GAMES} games)", "more", differences)
        )
    return claims


def _plot_cumulative(series: dict[str, RoundSeries]) -> Callable[[Axes], None]:
    def draw(axes: Axes) -> None:
        games = range(1, GAMES + 1)
        for who, played in series.items():
            totals = played.winnings.cumsum(axis=1)
            axes.plot(games, totals.mean(axis=0), label=who)
            low, high = np.percentile(totals, (5, 95), axis=0)
            axes.fill_between(games, low, high, alpha=0.2)
        axes.set_xlabel("games")
        axes.set_ylabel("chips, mean and 90 % band")
        axes.legend()

    return draw
