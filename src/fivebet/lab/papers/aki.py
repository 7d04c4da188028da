"""Schweizer et al., An Exploitative Monte-Carlo Poker Agent (2009), run again.

The entrants of 2008 are gone: our own players sit in for them, and only orders
are claimed. `fair` and `tight` are the strong ones, `loose` and `maniac` the middling,
and `station` loses more than somebody who folds every hand. Money is in small bets a
hand; the print's column of that name is chips (docs/errata.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki import Aki
from fivebet.agents.players.aki.bounds import aggressive_preflop_value, aggressive_raise_value
from fivebet.agents.players.aki.buckets import SHARES, bucket_shares, hole_bucket
from fivebet.agents.players.aki.timing import TimedDecision, TimeKeeper, TimeScheme
from fivebet.arena.match import Match, Seats
from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import interval
from fivebet.cards import parse_cards
from fivebet.game import Decision, Game, Hand, View, play
from fivebet.lab.papers.reproduction import (
    Claim,
    Figure,
    Findings,
    PaperScale,
    ReportTable,
    holds,
    line_chart,
    ordered,
)
from fivebet.runs.group import RunGroup
from fivebet.streams import Stream

TITLE = "Schweizer et al.: An Exploitative Monte-Carlo Poker Agent (2009)"

Floats = NDArray[np.float64]

FIELD = ("aki", "fair", "tight", "loose", "maniac", "station")
"""The six of table 6.2."""
SEVENTH = "call"
"""The seventh of table 6.1."""
UNEXPLOITING = "aki:bounds=off"
SMALL_BET = 10
ALLOWED = 7.0
"""Seconds a hand, in the event."""
TIMED_HANDS = 6000
_FOLDS_EVERY_HAND = -0.25  # small bets a hand: blinds of half a bet and one, every six hands


@dataclass(frozen=True)
class AkiSize:
    """How much is played at a scale."""

    matches: int
    deals: int
    """Deals of a match; each is played in six seatings."""
    rounds: int
    """Matches in which each of the seven sits out."""
    recorded: int
    """Hands from which the clocks' decisions are taken."""
    field: tuple[str, ...] = FIELD
    unexploiting: str = UNEXPLOITING


SIZES = {
    PaperScale.QUICK: AkiSize(matches=8, deals=150, rounds=1, recorded=150),
    PaperScale.PAPER: AkiSize(matches=84, deals=1000, rounds=6, recorded=3000),
}


def run(size: AkiSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Run everything that the report prints a figure for."""
    timing, clocks = _clocks(_recorded_turns(size.recorded, seed), seed)
    six = _match(size.field, size, seed)
    unexploiting = _match((size.unexploiting, *size.field[1:]), size, seed)
    five = _match(size.field[:-1], size, seed)
    seven = (*size.field, SEVENTH)
    sevens = [
        _match(names, replace(size, matches=size.rounds), seed + 1) for names in _sitting_out(seven)
    ]
    with RunGroup(on_progress, (six, unexploiting, five, *sevens)) as group:
        event = group.run(six)
        without_bounds = group.run(unexploiting)
        without_weakest = group.run(five)
        internal = _InternalEvent.from_results(seven, [group.run(each) for each in sevens])
    return Findings(
        claims=(
            *_buckets(),
            *_curves(),
            *timing,
            *_event_claims(event, without_bounds, without_weakest),
            *internal.claims(),
        ),
        tables=(
            _table("Six entrants, as table 6.2", event.match.agents, event.pairs),
            _table("Seven entrants, as table 6.1", internal.names, internal.pairs),
            _table("Without the weakest", without_weakest.match.agents, without_weakest.pairs),
        ),
        figures=(
            _bound_chart("delta", "preflop value δ", "3.4", aggressive_preflop_value),
            _bound_chart("rho", "raise value ρ", "3.5", aggressive_raise_value),
            clocks,
            _winnings_chart(
                "average", "Average match, figure 6.1", event, event.curves.mean(axis=0)
            ),
            _winnings_chart("sample", "First match, figure 6.2", event, event.curves[0]),
        ),
    )


def _match(names: Sequence[str], size: AkiSize, seed: int) -> Match:
    return Match(
        game=Game.named(f"limit-{len(names)}p"),
        agents=tuple(names),
        deals=size.deals,
        seed=seed,
        seats=Seats.SAMPLED,
        matches=size.matches,
    )


def _sitting_out(names: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(name for name in names if name != away) for away in names]


# Section 3.1 and 3.3: figures that need no play.


def _buckets() -> list[Claim]:
    claims = [
        Claim(
            f"figure 3.2: share of bucket {bucket}, %",
            100 * printed,
            round(100 * float(ours), 2),
            None,
            "confirmed" if round(float(ours), 2) == printed else "refuted",
        )
        for bucket, (printed, ours) in enumerate(zip(SHARES, bucket_shares(), strict=True))
    ]
    kings = hole_bucket(tuple(parse_cards("KhKs")))
    return [*claims, holds("3.1: two kings are in bucket 4", "4", kings == 4, str(kings))]


def _curves() -> list[Claim]:
    points = (
        ("3.3.1: δ(0), SB", -0.2, aggressive_preflop_value(0)),
        ("3.3.1: δ is full from d ≈ 6 on, SB", -0.6, aggressive_preflop_value(6.1)),
        ("3.3.2: ρ(0), SB", 1.5, aggressive_raise_value(0)),
        ("3.3.2: ρ converges to 0: ρ(100), SB", 0.0, aggressive_raise_value(100)),
    )
    return [
        Claim(name, printed, ours, None, "confirmed" if abs(ours - printed) < 0.01 else "refuted")
        for name, printed, ours in points
    ]


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
        self._turns: list[TimedDecision] = []

    def act(self, view: View) -> Decision:
        self._turns.append(TimedDecision.of(view))
        return self.agent.act(view)

    def observe(self, view: View) -> None:
        self.agent.observe(view)
        self.hands.append(self._turns)
        self._turns = []


def _recorded_turns(hands: int, seed: int) -> list[list[TimedDecision]]:
    recorder = _TurnRecorder(Aki(seed=seed, simulations=200))
    agents = [recorder, *(make_agent(name, seed=seed + i) for i, name in enumerate(FIELD[1:]))]
    game = Game.named("limit-6p")
    for number in range(hands):
        turn = number % 6
        names = FIELD[turn:] + FIELD[:turn]
        hand = Hand(game, seed=seed % (1 << 64), number=number, players=names)
        play(hand, agents[turn:] + agents[:turn])
    return recorder.hands


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
            holds(
                f"5: the {clock} clock never exceeds the match's time",
                "guarantee",
                float(each.sum()) <= ALLOWED * TIMED_HANDS,
                f"{each.sum() / TIMED_HANDS:.3f} s a hand",
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


# Section 6: the events.


def _event_claims(
    event: MatchResult, without_bounds: MatchResult, without_weakest: MatchResult
) -> list[Claim]:
    pairs = event.pairs / SMALL_BET
    totals = event.small_bets
    order = np.argsort(-totals.mean(axis=0))
    names = event.match.agents
    weakest, second = int(order[-1]), int(order[-2])
    others = [int(player) for player in order if player]
    strongest = others[0]
    place = int(np.flatnonzero(order == 0)[0]) + 1
    return [
        Claim("6: AKI's place among six", "2", str(place)),
        ordered(
            f"6: AKI is ahead of all but one, SB/hand more than {names[others[1]]}",
            "second of six",
            totals[:, 0] - totals[:, others[1]],
        ),
        _taken("6: AKI takes more from the weakest than anyone else", pairs, (weakest,), names),
        _taken(
            "6: AKI takes more from the two weakest than anyone else",
            pairs,
            (weakest, second),
            names,
        ),
        ordered(
            f"6: AKI loses to the strongest ({names[strongest]}), SB/hand lost",
            "lost 65,176 chips to HYPERBOREAN08_RING",
            -pairs[:, 0, strongest],
        ),
        ordered(
            f"6: the weakest ({names[weakest]}) loses more than by folding every hand, SB/hand",
            "1.5 SB/hand (chips)",
            _FOLDS_EVERY_HAND - totals[:, weakest],
        ),
        ordered(
            "6: without the weakest AKI would be behind three of the other four, SB/hand",
            "likely at one of the last positions: fourth of five by table 6.2",
            _third_best(without_weakest) - without_weakest.small_bets[:, 0],
        ),
        ordered(
            "8: AKI wins more than half of its money by δ and ρ, SB/hand above half",
            "the key factor",
            totals[:, 0] / 2 - without_bounds.small_bets[:, 0],
        ),
    ]


def _taken(name: str, pairs: Floats, losers: tuple[int, ...], names: Sequence[str]) -> Claim:
    """Compare AKI's winnings from some players with those of the best of the others."""
    taken = pairs[:, :, losers].sum(axis=2)
    others = [i for i in range(1, len(names)) if i not in losers]
    best = max(others, key=lambda i: float(taken[:, i].mean()))
    claim = f"{name}: SB/hand more than {names[best]}"
    return ordered(claim, "348,925 of GUS6's chips; the next 214,840", taken[:, 0] - taken[:, best])


def _third_best(result: MatchResult) -> Floats:
    others = result.small_bets[:, 1:]
    third = np.argsort(-others.mean(axis=0))[2]
    best: Floats = others[:, third]
    return best


@dataclass(frozen=True)
class _InternalEvent:
    """Seven entrants, of whom one sits out in turn: table 6.1."""

    names: tuple[str, ...]
    pairs: Floats
    """Chips a hand that each wins from each, by round of seven matches."""

    @classmethod
    def from_results(
        cls, names: tuple[str, ...], results: Sequence[MatchResult]
    ) -> "_InternalEvent":
        rounds = len(results[0].pairs)
        pairs = np.zeros((rounds, len(names), len(names)))
        for result in results:
            at = [names.index(name) for name in result.match.agents]
            pairs[:, np.array(at)[:, None], at] += result.pairs
        # Everybody plays six of the seven matches of a round.
        return cls(names, pairs / (len(names) - 1))

    def claims(self) -> list[Claim]:
        totals = (self.pairs.sum(axis=2) / SMALL_BET).mean(axis=0)
        place = 1 + int((totals > totals[0]).sum())
        ahead = [n for i, n in enumerate(self.names) if self.pairs[:, 0, i].mean() < 0]
        return [
            holds("6.1: AKI's place among seven", "1", place == 1, str(place)),
            Claim(
                "6.1: to whom AKI lost", "the second and the third", ", ".join(ahead) or "nobody"
            ),
        ]


def _table(title: str, names: Sequence[str], pairs: Floats) -> ReportTable:
    """Tabulate winnings from each other in SB/hand, totals with intervals, and places."""
    means = pairs.mean(axis=0) / SMALL_BET
    totals = pairs.sum(axis=2) / SMALL_BET
    places = 1 + np.argsort(np.argsort(-totals.mean(axis=0)))
    rows = []
    for i, name in enumerate(names):
        cells = ["" if i == j else f"{means[i, j]:+.3f}" for j in range(len(names))]
        rows.append((name, *cells, f"{interval(totals[:, i]):+.3f}", f"{places[i]}."))
    return ReportTable(
        f"{title}: SB/hand from each other", ("", *names, "total", "place"), tuple(rows)
    )


def _winnings_chart(name: str, title: str, result: MatchResult, chips: Floats) -> Figure:
    hands = len(result.match.seatings(0)) * np.arange(1, len(chips) + 1)
    curves = {agent: (hands, chips[:, i]) for i, agent in enumerate(result.match.agents)}
    return line_chart(name, title, curves, ("hands", "chips won"), level=0)
