"""PLICAS, run again: ranges and flops, match and rematch, every unit on and off, a field.

dpp and the entrants of 2010 are gone: `fair` sits in for dpp, and our own limit
players are the field, so only orders are claimed. Money is in small bets a hand:
where the paper says SB it calls it a small blind (docs/errata.md). Both players
remember, so that matches are what intervals rest on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.plicas.bluff import CURVES, playable_chances
from fivebet.agents.players.plicas.control import range_shares
from fivebet.arena.luck import Luck
from fivebet.arena.match import Match, Seats
from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import interval
from fivebet.cards.class_orders import class_order
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.game import Game
from fivebet.lab.papers.plicas_field import FIELD, compare, printed_table
from fivebet.lab.papers.plicas_learning import (
    LEARNERS,
    TEACHERS,
    first_fold_job,
    first_folds,
    league_opponents,
    learning_chart,
    learning_claims,
    learning_table,
    marks_within,
    rates,
)
from fivebet.lab.papers.reproduction import (
    Claim,
    Figure,
    Findings,
    PaperScale,
    ReportTable,
    Verdict,
    estimated,
    holds,
    line_chart,
    ordered,
)
from fivebet.machine import core_count
from fivebet.runs.executors import Shared, make_executor
from fivebet.runs.group import RunGroup
from fivebet.runs.job import Job

TITLE = "Friedrich and Schwind: PLICAS, A Texas Hold'em Poker Bot (2011)"

Floats = NDArray[np.float64]

OPPONENT = "fair"
YARDSTICK = "nash-limit"
UNITS = ("dprc", "cases", "bluff", "dpac")
STATIC = "plicas:dprc=off,dpac=off"

PRINTED_RANGES = {
    10: "88+,A9s+,KTs+,QTs+,AJo+,KQo",
    15: "77+,A7s+,K9s+,QTs+,JTs,ATo+,KTo+,QJo",
}
PRINTED = {"dynamic": (0.302, 0.377, 0.340), "static": (0.179, 0.250, 0.215)}
"""Match, rematch and their mean against dpp, SB/hand."""
_KINDS = {"dynamic": "plicas", "static": STATIC}


@dataclass(frozen=True)
class PlicasSize:
    """How much is played at a scale."""

    matches: int
    """Independent matches of each kind; of the long matches there is one."""
    deals: int
    """Deals of a match and of its rematch."""
    long: int
    """Deals of the one match, and its rematch, whose course is drawn."""
    units: int
    """Deals of each of the sixteen versions, in both seatings."""
    unit_matches: int
    """Matches of each of the sixteen versions, and of each learning curve."""
    learning: int
    """Deals of the learning curves, in both seatings."""
    first_folds: int
    """Hands after which first folds are counted, and for how long they are."""
    plus: int
    """Deals of plicas and plicas+ against the yardstick, in both seatings."""
    pairs: int
    """Deals of each pair of the field, in both seatings."""
    field: tuple[str, ...] = FIELD
    teachers: tuple[str, ...] = TEACHERS
    opponents: tuple[str, ...] = ()
    """Players against whom first folds are counted; all of the league unless given."""


SIZES = {
    PaperScale.QUICK: PlicasSize(
        20,
        400,
        long=2_000,
        units=400,
        unit_matches=20,
        learning=1_000,
        first_folds=100,
        plus=150,
        pairs=40,
        teachers=TEACHERS[:1],
        opponents=("fair", "tight", "maniac", "raise", "fold"),
    ),
    PaperScale.PAPER: PlicasSize(
        20,
        5_000,
        long=100_000,
        units=50_000,
        unit_matches=5,
        learning=50_000,
        first_folds=1_000,
        plus=500,
        pairs=250,
    ),
}
"""Nothing is adapted before a hundred hands of a match, and cases speak after some five hundred."""


def run(size: PlicasSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Run what the paper prints a figure for, and the study that its conclusion asks for."""
    meetings = [(kind, back) for kind in PRINTED for back in (False, True)]
    matches = {
        (kind, back): _match(_seated(kind, back), size.matches, size.deals, seed)
        for kind, back in meetings
    }
    long = {
        (kind, back): _match(_seated(kind, back), 1, size.long, seed + 3) for kind, back in meetings
    }
    units = {
        on: _match((name, OPPONENT), size.unit_matches, size.units, seed + 1, Seats.ROTATED)
        for on, name in versions().items()
    }
    plus = {
        name: _match((name, YARDSTICK), size.matches, size.plus, seed, Seats.ROTATED, Luck.AIVAT)
        for name in ("plicas", "plicas+")
    }
    pairs = {
        pair: _match(pair, size.matches, size.pairs, seed + 2, Seats.ROTATED)
        for pair in combinations(size.field, 2)
    }
    learning = {
        (learner, teacher): _match(
            (learner, teacher), size.unit_matches, size.learning, seed + 4, Seats.ROTATED
        )
        for teacher in size.teachers
        for learner in LEARNERS
    }
    known_from = size.first_folds
    folding = first_fold_job(
        2 * known_from, known_from, size.opponents or league_opponents(), seed + 5
    )
    jobs: list[Job[Any]] = [folding]
    for group_ in (matches, long, units, plus, pairs, learning):
        jobs += group_.values()
    # Dozens of short matches: workers that stay need not load everything for each.
    with (
        make_executor(core_count()) as executor,
        RunGroup(on_progress, jobs, make_executor=lambda _: Shared(executor)) as group,
    ):
        play = group.run
        played = {key: play(match) for key, match in matches.items()}
        courses = {key: play(match) for key, match in long.items()}
        by_unit = {on: _won(play(match)) for on, match in units.items()}
        lost = {name: play(match).mbb[:, 0] for name, match in plus.items()}
        between = {pair: _won(play(match)) for pair, match in pairs.items()}
        learnt = {key: rates(play(match)) for key, match in learning.items()}
        folds = play(folding)
    field_claims, field_tables = compare(between)
    unit_claims, unit_table = _factorial(by_unit)
    fold_claims, fold_table = first_folds(folds, size.first_folds)
    marks = marks_within(2 * size.learning)
    return Findings(
        claims=(
            *_ranges(),
            *_flops(),
            *_matches(played),
            *_courses(courses),
            *unit_claims,
            *field_claims,
            *_plus(lost),
            *learning_claims(learnt),
            *fold_claims,
        ),
        tables=(
            _flop_table(),
            unit_table,
            *field_tables,
            printed_table(),
            learning_table(learnt, marks),
            fold_table,
        ),
        figures=(
            _flop_chart(),
            learning_chart(learnt, marks, size.teachers[0]),
            *(_winnings_chart(kind, courses[kind, False], courses[kind, True]) for kind in PRINTED),
        ),
    )


def _seated(kind: str, back: bool) -> tuple[str, str]:
    """Return the players by seat; rematches have the same cards, with seats switched."""
    return (OPPONENT, _KINDS[kind]) if back else (_KINDS[kind], OPPONENT)


def versions() -> dict[tuple[bool, ...], str]:
    """Return the sixteen versions of PLICAS, by which of the four units are on."""
    made: dict[tuple[bool, ...], str] = {}
    for on in product((True, False), repeat=len(UNITS)):
        off = ",".join(f"{unit}=off" for unit, is_on in zip(UNITS, on, strict=True) if not is_on)
        made[on] = f"plicas:{off}" if off else "plicas"
    return made


def _match(
    names: Sequence[str],
    matches: int,
    deals: int,
    seed: int,
    seats: Seats = Seats.PLAIN,
    luck: Luck = Luck.NONE,
) -> Match:
    return Match(
        game=Game.named("limit-2p"),
        agents=tuple(names),
        deals=deals,
        seed=seed,
        matches=matches,
        seats=seats,
        luck=luck,
    )


def _won(result: MatchResult, player: int = 0) -> Floats:
    """Return small bets a hand, by match."""
    won: Floats = result.small_bets[:, player]
    return won


# Section 4: figures that need no play.


def _ranges() -> list[Claim]:
    shares = range_shares()
    claims = []
    for percent, printed in PRINTED_RANGES.items():
        classes = int(np.argmin(np.abs(shares - percent / 100))) + 1
        ours = Range.from_weights(np.isin(np.arange(169), class_order()[:classes]).astype(float))
        same = ours == Range(printed)
        claims.append(
            holds(f"4.1.2: the range of {percent} %", printed, same, str(ours).replace(" ", ""))
        )
    won = 100 * equity(PRINTED_RANGES[10], PRINTED_RANGES[15]).equity[0]
    verdict: Verdict = "confirmed" if round(won) == 55 else "refuted"
    return [*claims, Claim("4.1.2: EV of 10 % against 15 %, %", 55, round(won, 4), None, verdict)]


def _flops() -> list[Claim]:
    curve = [playable_chances(share / 100).playable for share in range(1, 101)]
    falls = max(b - a for a, b in pairwise(curve))
    claim = holds(
        "4.2.4: a tighter range has a playable hand more often",
        "higher probability",
        falls < 0.005,
        f"{curve[9]:.3f} at 10 %, {curve[49]:.3f} at 50 %, {curve[99]:.3f} at 100 %",
    )
    return [claim]


def _flop_table() -> ReportTable:
    shares = (1, 5, *range(10, 101, 10))
    rows = tuple((f"{share} %", *playable_chances(share / 100)) for share in shares)
    return ReportTable("Playable hands at the flop, figure 4", ("range", *CURVES), rows)


def _flop_chart() -> Figure:
    shares = np.arange(0, 101)
    chances = 100 * np.array([playable_chances(share / 100) for share in shares])
    curves = {name: (shares, chances[:, i]) for i, name in enumerate(CURVES)}
    title = "Playable hands at the flop, figure 4"
    return line_chart("flops", title, curves, ("preflop range, %", "flops, %"))


# Section 5.1: match and rematch on the same cards.


def _matches(played: Mapping[tuple[str, bool], MatchResult]) -> list[Claim]:
    claims, means = [], {}
    for kind, (first, back, both) in PRINTED.items():
        won = _won(played[kind, False])
        again = _won(played[kind, True], 1)
        means[kind] = (won + again) / 2
        for name, printed, each in (
            ("match", first, won),
            ("rematch", back, again),
            ("mean", both, means[kind]),
        ):
            claim = f"5.1: {kind}, {name}, SB/hand (printed against dpp)"
            claims.append(estimated(claim, printed, each))
    drop = 100 * (1 - means["static"].mean() / means["dynamic"].mean())
    return [
        *claims,
        ordered("5.1: the dynamic version wins, SB/hand", "wins", means["dynamic"]),
        ordered("5.1: the static version still wins, SB/hand", "wins", means["static"]),
        ordered(
            "5.1: the dynamic version wins more than the static one, SB/hand",
            "positive influence",
            means["dynamic"] - means["static"],
        ),
        Claim("5.1: without the dynamic units the rate drops by, %", 37, float(drop)),
    ]


def _courses(played: Mapping[tuple[str, bool], MatchResult]) -> list[Claim]:
    """Claim the results of the long matches; a single match has no interval."""
    claims = []
    for kind, printed in PRINTED.items():
        won = [float(_won(played[kind, back], int(back))[0]) for back in (False, True)]
        hands = played[kind, False].hands
        claim = f"5.1: {kind}, one match of {hands:,} hands and its rematch, SB/hand"
        claims.append(Claim(claim, printed[2], sum(won) / 2))
    return claims


def _winnings_chart(kind: str, first: MatchResult, back: MatchResult) -> Figure:
    curves = {}
    for name, result, player in (("match", first, 0), ("rematch", back, 1)):
        won = result.curves[0, :, player] / result.match.game.raise_sizes[0]
        curves[name] = (np.arange(1, len(won) + 1), won)
    title = f"Winnings against {OPPONENT}, {kind}, figure 5"
    return line_chart(f"winnings-{kind}", title, curves, ("hands", "small bets won"), level=0)


# Section 6: switching units on and off.


def _factorial(won: Mapping[tuple[bool, ...], Floats]) -> tuple[list[Claim], ReportTable]:
    claims = []
    for unit, name in enumerate(UNITS):
        effect = np.mean(
            [
                each - won[(*on[:unit], False, *on[unit + 1 :])]
                for on, each in won.items()
                if on[unit]
            ],
            axis=0,
        )
        claim = f"6: what {name} adds, over all settings of the others, SB/hand"
        claims.append(estimated(claim, None, effect))
    rows = []
    for on, each in sorted(won.items(), key=lambda item: -float(item[1].mean())):
        marks = ("on" if is_on else "off" for is_on in on)
        rows.append((*marks, f"{interval(each):+.3f}"))
    title = f"All versions against {OPPONENT}, SB/hand"
    return claims, ReportTable(title, (*UNITS, "SB/hand"), tuple(rows))


# Ours: what tuning is worth.


def _plus(won: Mapping[str, Floats]) -> list[Claim]:
    claims = [
        estimated(f"{name} against {YARDSTICK}, luck taken out, mbb/hand", None, each)
        for name, each in won.items()
    ]
    gain = won["plicas+"] - won["plicas"]
    more = f"what plicas+ wins beyond plicas against {YARDSTICK}, mbb/hand"
    return [*claims, estimated(more, None, gain)]
