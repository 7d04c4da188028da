"""Friedrich and Schwind, PLICAS: A Texas Hold'em Poker Bot (2011), run again.

dpp and the entrants of 2010 are gone: `fair` sits in for dpp, and the field is the
house's limit players, so only orders are claimed. Money is in small bets a hand:
where the paper says SB it calls it a small blind (docs/errata.md). Both players
remember, so that matches are what intervals rest on.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise, product

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from fivebet.agents.plicas.bluff import CURVES, playable_chances
from fivebet.agents.plicas.control import range_shares
from fivebet.arena.event import Seats
from fivebet.arena.experiment import Experiment
from fivebet.arena.leaguetable import instant_runoff
from fivebet.arena.statistics import interval
from fivebet.equity import equity
from fivebet.game import Game
from fivebet.orders import class_order
from fivebet.papers.reproduction import (
    Claim,
    Figure,
    Reproduction,
    Scale,
    Table,
    Verdict,
    holds,
    ordered,
)
from fivebet.papers.ring import RingEvent, RingResult
from fivebet.ranges import Range

__all__ = ["FIELD", "UNITS", "run", "versions"]

TITLE = "Friedrich and Schwind: PLICAS, A Texas Hold'em Poker Bot (2011)"

Floats = NDArray[np.float64]

OPPONENT = "fair"
UNITS = ("dprc", "cases", "bluff", "dpac")
STATIC = "plicas:dprc=off,dpac=off"
FIELD = ("nash-limit", "plicas+", "plicas", "fair", "tight", "loose", "maniac", "station")
MODELLERS = ("plicas+", "plicas")
EQUILIBRIUM = "nash-limit"

PRINTED_RANGES = {
    10: "88+,A9s+,KTs+,QTs+,AJo+,KQo",
    15: "77+,A7s+,K9s+,QTs+,JTs,ATo+,KTo+,QJo",
}
PRINTED = {"dynamic": (0.302, 0.377, 0.340), "static": (0.179, 0.250, 0.215)}
"""Match, rematch and their mean against dpp, SB/hand."""


@dataclass(frozen=True)
class _Size:
    """How much is played at a scale; matches are independent."""

    matches: int
    deals: int
    """Of a match and of its rematch."""
    unit_deals: int
    """Of each of the sixteen versions, in both seatings."""
    field_matches: int
    field_deals: int


_SIZES = {
    Scale.QUICK: _Size(20, 150, 30, 4, 40),
    Scale.PAPER: _Size(20, 100_000, 5_000, 20, 5_000),
}


def run(scale: Scale, seed: int, progress: Callable[[float], None]) -> Reproduction:
    """Everything that the paper prints a figure for, and the study its conclusion asks for."""
    start, size = time.perf_counter(), _SIZES[scale]
    matches = {
        (kind, back): _event((name, OPPONENT)[:: -1 if back else 1], size.matches, size.deals, seed)
        for kind, name in (("dynamic", "plicas"), ("static", STATIC))
        for back in (False, True)
    }
    units = {
        on: _event((name, OPPONENT), size.matches, size.unit_deals, seed + 1, Seats.ROTATED)
        for on, name in versions().items()
    }
    field = {
        pair: _event(pair, size.field_matches, size.field_deals, seed + 2, Seats.ROTATED)
        for pair in combinations(FIELD, 2)
    }
    events = (*matches.values(), *units.values(), *field.values())
    with Experiment(progress, events) as experiment:
        played = {key: experiment.play(event) for key, event in matches.items()}
        by_unit = {on: _won(experiment.play(event)) for on, event in units.items()}
        between = {pair: _won(experiment.play(event)) for pair, event in field.items()}
    field_claims, field_table = _field(between)
    unit_claims, unit_table = _factorial(by_unit)
    return Reproduction(
        paper="plicas",
        title=TITLE,
        claims=(*_ranges(), *_flops(), *_matches(played), *unit_claims, *field_claims),
        seconds=time.perf_counter() - start,
        seed=seed,
        tables=(_flop_table(), unit_table, field_table),
        figures=(
            Figure("flops", "Playable hands at the flop, figure 4", _draw_flops),
            *(
                Figure(
                    f"winnings-{kind}",
                    f"Winnings against {OPPONENT}, {kind}, figure 5",
                    partial(_draw_winnings, played[kind, False], played[kind, True]),
                )
                for kind in PRINTED
            ),
        ),
    )


def versions() -> dict[tuple[bool, ...], str]:
    """The sixteen versions of PLICAS, by which of the four units are on."""
    made: dict[tuple[bool, ...], str] = {}
    for on in product((True, False), repeat=len(UNITS)):
        off = ",".join(f"{unit}=off" for unit, is_on in zip(UNITS, on, strict=True) if not is_on)
        made[on] = f"plicas:{off}" if off else "plicas"
    return made


def _event(
    names: Sequence[str], matches: int, deals: int, seed: int, seats: Seats = Seats.PLAIN
) -> RingEvent:
    game = Game.named("limit-2p")
    return RingEvent(
        game=game, agents=tuple(names), deals=deals, seed=seed, matches=matches, seats=seats
    )


def _won(result: RingResult, player: int = 0) -> Floats:
    """Small bets a hand, by match."""
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


def _flop_table() -> Table:
    shares = (1, 5, *range(10, 101, 10))
    rows = tuple((f"{share} %", *playable_chances(share / 100)) for share in shares)
    return Table("Playable hands at the flop, figure 4", ("range", *CURVES), rows)


def _draw_flops(axes: Axes) -> None:
    shares = np.arange(0, 101)
    chances = np.array([playable_chances(share / 100) for share in shares])
    for curve, name in enumerate(CURVES):
        axes.plot(shares, 100 * chances[:, curve], label=name)
    axes.set_xlabel("preflop range, %")
    axes.set_ylabel("flops, %")
    axes.set_ylim(0, 100)
    axes.legend()


# Section 5.1: match and rematch on the same cards.


def _matches(played: Mapping[tuple[str, bool], RingResult]) -> list[Claim]:
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
            found = interval(each)
            told = f"5.1: {kind}, {name}, SB/hand (printed against dpp)"
            claims.append(Claim(told, printed, found.mean, (found.low, found.high)))
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


def _draw_winnings(first: RingResult, back: RingResult, axes: Axes) -> None:
    for name, result, player in (("match", first, 0), ("rematch", back, 1)):
        curve = result.curves[:, :, player].mean(axis=0) / result.event.game.raise_sizes[0]
        axes.plot(np.arange(1, len(curve) + 1), curve, label=name)
    axes.axhline(0, linewidth=0.8, color="grey")
    axes.set_xlabel("hands")
    axes.set_ylabel("small bets won, mean of the matches")
    axes.legend()


# Section 6: switching units on and off.


def _factorial(won: Mapping[tuple[bool, ...], Floats]) -> tuple[list[Claim], Table]:
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
        found = interval(effect)
        told = f"6: what {name} adds, over all settings of the others, SB/hand"
        claims.append(Claim(told, None, found.mean, (found.low, found.high)))
    rows = []
    for on, each in sorted(won.items(), key=lambda item: -float(item[1].mean())):
        found = interval(each)
        marks = ("on" if is_on else "off" for is_on in on)
        rows.append((*marks, f"{found.mean:+.3f} ± {found.high - found.mean:.3f}"))
    title = f"All versions against {OPPONENT}, SB/hand"
    return claims, Table(title, (*UNITS, "SB/hand"), tuple(rows))


# Section 5.2: the field.


def _field(between: Mapping[tuple[str, str], Floats]) -> tuple[list[Claim], Table]:
    n, matches = len(FIELD), len(next(iter(between.values())))
    won = np.zeros((matches, n, n))
    for (first, second), each in between.items():
        i, j = FIELD.index(first), FIELD.index(second)
        won[:, i, j], won[:, j, i] = each, -each
    bankrolls = won.sum(axis=2) / (n - 1)
    means = won.mean(axis=0)
    runoff = instant_runoff(means)
    order = np.argsort(-bankrolls.mean(axis=0))
    rows = []
    for i in order.tolist():
        found = interval(bankrolls[:, i])
        cells = ("" if i == j else f"{means[i, j]:+.3f}" for j in order.tolist())
        total = f"{found.mean:+.3f} ± {found.high - found.mean:.3f}"
        rows.append((FIELD[i], *cells, total, f"{1 + runoff.index(i)}."))
    columns = ("", *(FIELD[i] for i in order), "bankroll", "run-off")
    best = FIELD.index(EQUILIBRIUM)
    claims = [
        ordered(
            f"5.2: {EQUILIBRIUM} has a bigger bankroll than {name}, SB/hand",
            "equilibrium players outrank opponent modellers",
            bankrolls[:, best] - bankrolls[:, FIELD.index(name)],
        )
        for name in MODELLERS
    ]
    places = ", ".join(FIELD[i] for i in runoff)
    ahead = all(runoff.index(best) < runoff.index(FIELD.index(name)) for name in MODELLERS)
    claims.append(
        holds("5.2: equilibrium players outrank modellers in the run-off", "so", ahead, places)
    )
    return claims, Table("The field, SB/hand from each other", columns, tuple(rows))
