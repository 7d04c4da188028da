"""Schweizer et al., An Exploitative Monte-Carlo Poker Agent (2009), run again.

The entrants of 2008 are gone: our own players sit in for them, in two fields (`aki_fields`),
and only orders are claimed. Figures that follow from a printed formula or constant alone have
unit tests and no verdict here. Money is in small bets a hand; the print's column of that name
is chips (docs/errata.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki import Aki
from fivebet.agents.players.aki.bounds import aggressive_preflop_value, aggressive_raise_value
from fivebet.agents.players.aki.timing import TimedDecision, TimeKeeper, TimeScheme
from fivebet.arena.match import Match, Seats
from fivebet.arena.results import MatchResult
from fivebet.game import Decision, Game, Hand, View, play
from fivebet.lab.papers.aki_events import InternalEvent, SixEvent
from fivebet.lab.papers.aki_fields import EQUILIBRIUM_FIELD, FIELD, SEVENTH
from fivebet.lab.papers.aki_search import (
    bending_claims,
    bending_matches,
    call_errors,
    first_decisions,
    first_fold_claims,
    with_options,
)
from fivebet.lab.papers.reproduction import (
    Claim,
    Figure,
    Findings,
    PaperScale,
    holds,
    line_chart,
)
from fivebet.machine import core_count
from fivebet.runs.executors import Shared, make_executor
from fivebet.runs.group import RunGroup
from fivebet.runs.job import Job
from fivebet.streams import Stream

TITLE = "Schweizer et al.: An Exploitative Monte-Carlo Poker Agent (2009)"

Floats = NDArray[np.float64]

ALLOWED = 7.0
"""Seconds a hand, in the event."""
TIMED_HANDS = 6000
_ERRORS_AT = 40  # first decisions in which the error of E(call) is measured


@dataclass(frozen=True)
class AkiSize:
    """How much is played at a scale."""

    matches: int
    deals: int
    """Deals of a match; each is played in six seatings."""
    equilibrium_matches: int
    """Matches in the field with players of an equilibrium."""
    rounds: int
    """Matches in which each of the seven sits out."""
    recorded: int
    """Hands from which the clocks' decisions are taken."""
    first_folds: int
    """Hands of each version in each field whose first decisions are counted."""
    simulations: tuple[int, ...]
    """The numbers of simulations at which δ and ρ are measured."""
    bending_matches: int
    bending_deals: int
    """Matches that measure δ and ρ, and their deals, each played in all seats."""
    aki: str = "aki"


SIZES = {
    PaperScale.QUICK: AkiSize(
        matches=8,
        deals=50,
        equilibrium_matches=8,
        rounds=1,
        recorded=150,
        first_folds=60,
        simulations=(100, 1_000),
        bending_matches=4,
        bending_deals=10,
    ),
    PaperScale.PAPER: AkiSize(
        matches=84,
        deals=1_000,
        equilibrium_matches=21,
        rounds=6,
        recorded=3_000,
        first_folds=1_200,
        simulations=(100, 1_000, 10_000),
        bending_matches=12,
        bending_deals=100,
    ),
}


def run(size: AkiSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Run everything that the report prints a figure for."""
    recorder = _recorded(size.aki, size.recorded, seed)
    timing, clocks = _clocks(recorder.hands, seed)
    errors = call_errors(recorder.agent, recorder.first_views, size.simulations)
    folding = first_decisions(size.aki, size.first_folds, seed + 2)
    bending = bending_matches(
        size.aki, size.simulations, size.bending_matches, size.bending_deals, seed + 3
    )
    sixes = {
        "event": _six(size, FIELD, size.matches, seed),
        "equilibrium": _six(size, EQUILIBRIUM_FIELD, size.equilibrium_matches, seed),
    }
    seven = (size.aki, *FIELD[1:], SEVENTH)
    sevens = [_match(names, size, size.rounds, seed + 1) for names in _sitting_out(seven)]
    jobs: list[Job[Any]] = [folding, *bending.values(), *sevens]
    for matches in sixes.values():
        jobs += matches
    # Dozens of short matches: workers that stay need not load everything for each.
    with (
        make_executor(core_count()) as executor,
        RunGroup(on_progress, jobs, make_executor=lambda _: Shared(executor)) as group,
    ):
        events = [
            SixEvent(field, *(group.run(match) for match in matches))
            for field, matches in sixes.items()
        ]
        internal = InternalEvent.from_results(seven, [group.run(each) for each in sevens])
        fold_claims, fold_table = first_fold_claims(group.run(folding))
        bend_claims, bend_table, bend_charts = bending_claims(
            {key: group.run(match) for key, match in bending.items()}, errors
        )
    event = events[0].with_bounds
    return Findings(
        claims=(
            *timing,
            *fold_claims,
            *(claim for each in events for claim in each.claims()),
            *internal.claims(),
            *bend_claims,
        ),
        tables=(
            *(table for each in events for table in each.tables()),
            internal.table(),
            fold_table,
            bend_table,
        ),
        figures=(
            _bound_chart("delta", "preflop value δ", "3.4", aggressive_preflop_value),
            _bound_chart("rho", "raise value ρ", "3.5", aggressive_raise_value),
            *bend_charts,
            clocks,
            _winnings_chart(
                "average", "Average match, figure 6.1", event, event.curves.mean(axis=0)
            ),
            _winnings_chart("sample", "First match, figure 6.2", event, event.curves[0]),
        ),
    )


def _six(
    size: AkiSize, field: Sequence[str], matches: int, seed: int
) -> tuple[Match, Match, Match]:
    """Return the event's matches, the same without δ and ρ, and without the weakest."""
    others = tuple(field[1:])
    return (
        _match((size.aki, *others), size, matches, seed),
        _match((with_options(size.aki, "bounds=off"), *others), size, matches, seed),
        _match((size.aki, *others[:-1]), size, matches, seed),
    )


def _match(names: Sequence[str], size: AkiSize, matches: int, seed: int) -> Match:
    return Match(
        game=Game.named(f"limit-{len(names)}p"),
        agents=tuple(names),
        deals=size.deals,
        seed=seed,
        seats=Seats.SAMPLED,
        matches=matches,
    )


def _sitting_out(names: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(name for name in names if name != away) for away in names]


# Section 3.3: the curves of the bounds.


def _bound_chart(name: str, bound: str, number: str, value: Callable[[float], float]) -> Figure:
    lost = np.linspace(-100, 100, 401)
    curve = (lost, [value(float(d)) for d in lost])
    labels = ("d, small bets that the opponent has lost to us", f"{bound[-1]}, small bets")
    return line_chart(name, f"Aggressive {bound}(d), figure {number}", {bound: curve}, labels)


# Section 5: clocks, on the decisions of hands that were really played.


class _TurnRecorder:
    """Plays as an agent does and records the turns that it had."""

    def __init__(self, agent: Aki) -> None:
        self.agent = agent
        self.hands: list[list[TimedDecision]] = []
        self.first_views: list[View] = []
        """The first decisions of the last hands."""
        self._turns: list[TimedDecision] = []

    def act(self, view: View) -> Decision:
        if not self._turns:
            self.first_views = [*self.first_views, view][-_ERRORS_AT:]
        self._turns.append(TimedDecision.of(view))
        return self.agent.act(view)

    def observe(self, view: View) -> None:
        self.agent.observe(view)
        self.hands.append(self._turns)
        self._turns = []


def _recorded(aki: str, hands: int, seed: int) -> _TurnRecorder:
    agent = make_agent(with_options(aki, "simulations=200"), seed=seed)
    assert isinstance(agent, Aki)
    recorder = _TurnRecorder(agent)
    agents = [recorder, *(make_agent(name, seed=seed + i) for i, name in enumerate(FIELD[1:]))]
    game = Game.named("limit-6p")
    for number in range(hands):
        turn = number % 6
        names = FIELD[turn:] + FIELD[:turn]
        hand = Hand(game, seed=seed % (1 << 64), number=number, players=names)
        play(hand, agents[turn:] + agents[:turn])
    return recorder


def time_used(clock: TimeScheme, hands: Sequence[Sequence[TimedDecision]], seed: int) -> Floats:
    """Return the seconds of each hand of a match if thinking takes as long as it may."""
    keeper = TimeKeeper(ALLOWED, TIMED_HANDS, clock)
    stream = Stream(seed, "clock")
    used = np.zeros(TIMED_HANDS)
    for number in range(TIMED_HANDS):
        before = keeper.used
        for turn in hands[stream.below(len(hands))]:
            keeper.spend(keeper.allot(turn))
        keeper.end_hand()
        used[number] = keeper.used - before
    return used


def _clocks(hands: Sequence[Sequence[TimedDecision]], seed: int) -> tuple[list[Claim], Figure]:
    used = {clock: time_used(clock, hands, seed) for clock in ("adaptive", "naive", "measured")}
    windows = {clock: _by_500(each) for clock, each in used.items()}
    adaptive, naive = windows["adaptive"], windows["naive"]
    worst = float(np.abs(adaptive[1:] - ALLOWED).max() / ALLOWED)
    return [
        holds(
            "5: the adaptive clock is within 15 % of 7 s in every 500 hands after the first",
            "stabilizes quickly",
            worst < 0.15,
            f"{100 * worst:.1f} % at most",
        ),
        holds(
            "5: the naive clock starts low and rises",
            "increased considerably over time",
            bool(naive[0] < adaptive[0] and naive[-1] > 1.3 * naive[0]),
            f"{1000 * naive[0]:.0f} ms in the first 500 hands, {1000 * naive[-1]:.0f} in the last",
        ),
        *(
            Claim(
                f"5: the {clock} clock's seconds a hand",
                "7 on average, guaranteed",
                float(each.sum()) / TIMED_HANDS,
            )
            for clock, each in used.items()
        ),
    ], line_chart(
        "clocks",
        "Time per hand, averages of 500, figure 5.1",
        {
            clock: (500 * np.arange(1, len(means) + 1), 1000 * means)
            for clock, means in windows.items()
        },
        ("hands", "ms"),
        level=1000 * ALLOWED,
    )


def _by_500(used: Floats) -> Floats:
    means: Floats = used.reshape(-1, 500).mean(axis=1)
    return means


def _winnings_chart(name: str, title: str, result: MatchResult, chips: Floats) -> Figure:
    hands = len(result.match.seatings(0)) * np.arange(1, len(chips) + 1)
    curves = {agent: (hands, chips[:, i]) for i, agent in enumerate(result.match.agents)}
    return line_chart(name, title, curves, ("hands", "chips won"), level=0)
