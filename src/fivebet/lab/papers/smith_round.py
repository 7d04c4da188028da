"""Smith, section 5.2: whole rounds, fifty games at a time, simulated by the plans themselves."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from fivebet.agents.players.planner.functions import PlanningContext, draw_cards, poker_functions
from fivebet.agents.players.planner.situation import Situation, domain_named, is_decision
from fivebet.lab.papers.reproduction import Claim, Figure, ReportTable, measured, ordered
from fivebet.lab.papers.smith_turn import ALPHA, STACK, action_name
from fivebet.planning import Planner, attitude
from fivebet.streams import Stream

GAMES = 50
PRINTED_COUNTS = {
    "seeking": {"fold": 0, "check": 37, "call": 0, "small": 4, "med": 4, "big": 19, "all-in": 50},
    "averse": {"fold": 6, "check": 64, "call": 0, "small": 93, "med": 18, "big": 1, "all-in": 0},
}
"""The counts of table 5.1: actions over 50 games."""


@dataclass(frozen=True)
class _Series:
    """Several times fifty games: the winnings by game, and how often each action was taken."""

    winnings: NDArray[np.float64]
    counts: list[Counter[str]]


def simulate(
    who: str,
    repetitions: int,
    seed: int,
    on_progress: Callable[[float], None],
    games: int = GAMES,
) -> _Series:
    """Plan fifty games at a table of eight, as the thesis does, and add up what the plans say.

    Uncertain effects are sampled before the plan is chosen, which makes the planner
    a clairvoyant; at the showdown the lottery of the plan is drawn.
    """
    luck = PlanningContext()
    planner = Planner(domain_named("whole-round"), poker_functions(luck))
    utility = attitude(who, ALPHA)
    winnings = np.zeros((repetitions, games))
    counts: list[Counter[str]] = [Counter() for _ in range(repetitions)]
    for repetition in range(repetitions):
        for game in range(games):
            index = repetition * games + game
            luck.drawn = draw_cards({}, seed, index)
            situation = Situation(
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
            best = planner.best(
                situation.problem("whole-round"), utility, seed=seed + index, nodes=4000
            )
            assert best.plan is not None
            draw = Stream(seed, "smith/showdown", index).uniform()
            for step in best.plan.steps:
                winnings[repetition, game] += _drawn(step.lottery, draw)
                if is_decision(step):
                    counts[repetition][action_name(step.name, step.arguments)] += 1
        on_progress((repetition + 1) / repetitions)
    return _Series(winnings, counts)


def _drawn(lottery: tuple[tuple[float, float], ...], draw: float) -> float:
    for chance, cost in lottery:
        draw -= chance
        if draw < 0:
            return cost
    return lottery[-1][1]


def whole_round(
    repetitions: int, seed: int, on_progress: Callable[[float], None]
) -> tuple[list[Claim], list[Figure], list[ReportTable]]:
    """Run figure 5.5 and table 5.1, and what the text says of them."""
    series = {}
    for place, who in enumerate(("seeking", "averse")):
        series[who] = simulate(
            who,
            repetitions,
            seed,
            lambda share, place=place: on_progress((place + share) / 2),  # type: ignore[misc]
        )
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
            measured(
                f"table 5.1 {who}: {action} in 50 games",
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
        claims.append(ordered(f"table 5.1 {name} (difference in 50 games)", "more", differences))
    figure = Figure("figure-5-5", "Cumulative winnings over 50 games", _plot_cumulative(series))
    rows: list[tuple[str | float, ...]] = []
    for who, played in series.items():
        means = [float(np.mean([each[action] for each in played.counts])) for action in printed]
        rows.append((who, *means))
    table = ReportTable("Table 5.1, ours: actions in 50 games", ("attitude", *printed), tuple(rows))
    return claims, [figure], [table]


def _plot_cumulative(series: dict[str, _Series]) -> Callable[[Axes], None]:
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
