"""Smith, section 5.1: what every action of one turn is worth, by pot and by opponents.

What opponents do is in `NumberOfCallingOpponents`, which the thesis does not print. Its words
allow readings: pot odds of r/(p + 2r), at which a call breaks even, or r/(p + r) as in the
example of 2.2.2; and a caller's equity against one random hand or, as 2.2.1 has it for more
opponents, to the power of their number. Each reading is played with listing 7.1 as it is
printed and with the domain made sound (docs/errata.md).
"""

from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

import numpy as np

from fivebet.agents.players.planner.functions import (
    CallerEquity,
    Odds,
    PlanningContext,
    RandomOpponents,
    listing_functions,
    poker_functions,
)
from fivebet.agents.players.planner.situation import Situation, domain_named
from fivebet.lab.papers.reproduction import Claim, Figure, ReportTable, Verdict, holds, line_chart
from fivebet.planning import Planner, attitude

ALPHA = 0.05
"""The exponent of utility, in chips; figures 4.2 and 4.3 show several, chapter 5 names none."""
ALPHAS = (0.005, 0.01, 0.02, 0.05, 0.1)
STACK = 200.0
POTS = np.arange(10.0, 101.0, 10.0)
SIZES = ("small", "med", "big")
BIGGER = ("med", "big")
ATTITUDES = ("seeking", "averse")
_STREET = 2

Listing = Literal["corrected", "literal"]


@dataclass(frozen=True, slots=True)
class TurnReading:
    """A reading of section 5.1: which domain, how opponents call, and the strength of attitudes."""

    listing: Listing = "corrected"
    odds: Odds = "break-even"
    equity: CallerEquity = "one"
    alpha: float = ALPHA

    def __str__(self) -> str:
        odds = "r/(p+2r)" if self.odds == "break-even" else "r/(p+r)"
        return f"{self.listing}, odds {odds}, equity against {self.equity}"


LISTINGS: tuple[Listing, ...] = ("corrected", "literal")
_ODDS: tuple[Odds, ...] = ("break-even", "printed")
_EQUITIES: tuple[CallerEquity, ...] = ("one", "all")
READINGS = tuple(
    TurnReading(listing, odds, equity, alpha)
    for listing, odds, equity, alpha in product(LISTINGS, _ODDS, _EQUITIES, ALPHAS)
)
"""What the words allow: the function that says who calls is not printed, and neither is alpha."""


def _situation(pot: float, opponents: int) -> Situation:
    """Return a turn in one of the middle streets with 10 chips to call."""
    return Situation(
        street=_STREET,
        position=3,
        opponents=opponents,
        stack=STACK,
        pot=pot,
        call=10.0,
        min_raise=10.0,
        may_raise=True,
        small_blind=1.0,
        big_blind=2.0,
        cards=(0.0,) * 7,
    )


_CORRECTED = TurnReading()


def _planner(reading: TurnReading) -> Planner:
    luck = PlanningContext(opponents=RandomOpponents(reading.odds, reading.equity))
    if reading.listing == "literal":
        return Planner(
            domain_named("listing-7-1"), listing_functions(luck, _STREET), compat="jshop2"
        )
    return Planner(domain_named("one-turn"), poker_functions(luck))


def one_turn_utilities(
    who: str,
    pot: float,
    opponents: int,
    reading: TurnReading = _CORRECTED,
    planner: Planner | None = None,
) -> dict[str, float]:
    """Return the expected utility of every action of a turn."""
    situation = _situation(pot, opponents)
    problem = situation.problem("one-turn")
    if reading.listing == "literal":
        problem = situation.listing_problem("listing-7-1")
    plans = (
        (planner or _planner(reading))
        .plans(problem, None, utility=attitude(who, reading.alpha))
        .plans
    )
    return {
        action_name(plan.steps[-1].name, plan.steps[-1].arguments): plan.utility for plan in plans
    }


def action_name(name: str, arguments: tuple[object, ...]) -> str:
    """Return the name of a decision in table 5.1, where raises are named by their size."""
    names = {"!fold": "fold", "!check": "check", "!call_bet": "call"}
    if name.startswith("!raise_"):  # in the listings each size is an operator
        return name.removeprefix("!raise_").replace("_", "-")
    return names.get(name) or str(arguments[0])


@dataclass(frozen=True)
class TurnCurves:
    """The utilities of figures 5.1 to 5.4, by attitude."""

    by_pot: dict[str, list[dict[str, float]]]
    by_opponents: dict[str, list[dict[str, float]]]

    def best_raise(self, who: str) -> list[float]:
        """Return the utility of the most rewarding sized raise at each pot."""
        return [max(each[size] for size in SIZES if size in each) for each in self.by_pot[who]]


def turn_curves(reading: TurnReading = _CORRECTED) -> TurnCurves:
    """Compute the curves of section 5.1: by pot against four, and by opponents at a pot of 50."""
    planner = _planner(reading)

    def utilities(who: str, pot: float, opponents: int) -> dict[str, float]:
        return one_turn_utilities(who, pot, opponents, reading, planner)

    return TurnCurves(
        {who: [utilities(who, float(pot), 4) for pot in POTS] for who in ATTITUDES},
        {who: [utilities(who, 50.0, n) for n in range(1, 8)] for who in ATTITUDES},
    )


def turn_claims(curves: TurnCurves) -> list[Claim]:
    """Test what the text says of figures 5.1 to 5.4."""
    by_pot, by_opponents = curves.by_pot, curves.by_opponents
    rises = np.diff(curves.best_raise("seeking"))
    falls = np.diff(curves.best_raise("averse"))
    small_best = [_best_size(each) == "small" for each in by_opponents["seeking"]]
    folds = [max(each, key=lambda key: each[key]) == "fold" for each in by_pot["averse"]]
    prefers = [
        raised > each["fold"]
        for raised, each in zip(curves.best_raise("seeking"), by_pot["seeking"], strict=True)
    ]
    flat = all(
        abs(each[action] - by_pot[who][0][action]) < 1e-12
        for who in by_pot
        for each in by_pot[who]
        for action in ("fold", "call")
    )
    below = all(each[size] < 0 for each in by_opponents["averse"] for size in SIZES if size in each)
    crossed = [size for size in BIGGER if _crosses(by_opponents["seeking"], size)]
    return [
        holds(
            "5.1 folding and calling do not change with the pot",
            "both constant",
            flat,
            "constant" if flat else "not constant",
        ),
        holds(
            "5.1 raising gains with the pot for the seeking agent",
            "rises",
            bool((rises > 0).all()),
            f"rises at {int((rises > 0).sum())} of {len(rises)} steps",
        ),
        holds(
            "5.1 the seeking agent prefers raising even in small pots",
            "always",
            all(prefers),
            f"{sum(prefers)} of {len(prefers)} pots",
        ),
        holds(
            "5.2 raising falls with the pot for the averse agent",
            "falls",
            bool((falls < 0).all()),
            f"falls at {int((falls < 0).sum())} of {len(falls)} steps",
        ),
        holds(
            "5.2 the averse agent always folds to a bet",
            "always",
            all(folds),
            f"{sum(folds)} of {len(folds)} pots",
        ),
        holds(
            "5.3 the small raise is always the seeking agent's best",
            "always",
            all(small_best),
            f"for {sum(small_best)} of {len(small_best)} numbers of opponents",
        ),
        holds(
            "5.3 the small raise has a positive utility against seven",
            "positive",
            by_opponents["seeking"][6]["small"] > 0,
            f"{by_opponents['seeking'][6]['small']:.4g}",
        ),
        holds(
            "5.3 the bigger raises improve to above zero as opponents get fewer",
            "gradually",
            len(crossed) == len(BIGGER),
            ", ".join(f"{size} {_ends(by_opponents['seeking'], size)}" for size in BIGGER),
        ),
        holds(
            "5.4 every raise is below zero for the averse agent",
            "all",
            below,
            "all" if below else "not all",
        ),
    ]


def one_turn() -> tuple[list[Claim], list[Figure], list[ReportTable]]:
    """Compute figures 5.1 to 5.4, and test what the text says of them by every reading.

    A claim is confirmed if it holds by every reading, and refuted if it holds by none.
    """
    curves = turn_curves()
    verdicts = {reading: turn_claims(turn_curves(reading)) for reading in READINGS}
    claims = [
        _over_readings([each[place] for each in verdicts.values()], claim)
        for place, claim in enumerate(verdicts[_CORRECTED])
    ]
    # Neither price knows the pot, in any listing: that is how they are written.
    claims[0] = replace(claims[0], verdict=None)
    figures = [
        *(
            _pot_chart(1 + i, who, curves.by_pot[who], curves.best_raise(who))
            for i, who in enumerate(ATTITUDES)
        ),
        *(
            _opponents_chart(3 + i, who, curves.by_opponents[who])
            for i, who in enumerate(ATTITUDES)
        ),
    ]
    return claims, figures, [_readings_table(verdicts)]


def _over_readings(claims: list[Claim], ours: Claim) -> Claim:
    """Return a claim with the verdict of all readings together, and our own figure."""
    held = sum(claim.verdict == "confirmed" for claim in claims)
    verdict: Verdict = "undecided"
    if held in (0, len(claims)):
        verdict = "confirmed" if held else "refuted"
    text = f"holds by {held} of {len(claims)} readings; corrected, as played: {ours.ours}"
    return replace(ours, ours=text, verdict=verdict)


def _readings_table(verdicts: dict[TurnReading, list[Claim]]) -> ReportTable:
    """Tabulate for how many alphas each claim holds, by reading."""
    claims = verdicts[_CORRECTED]
    rows: list[tuple[str | float, ...]] = []
    for listing, odds, equity in product(LISTINGS, _ODDS, _EQUITIES):
        readings = [TurnReading(listing, odds, equity, alpha) for alpha in ALPHAS]
        held = [
            sum(verdicts[reading][place].verdict == "confirmed" for reading in readings)
            for place in range(len(claims))
        ]
        most = max(sum(c.verdict == "confirmed" for c in verdicts[r]) for r in readings)
        rows.append((str(readings[0]), *map(float, held), f"{most} of {len(claims)}"))
    listed = ", ".join(f"{alpha:g}" for alpha in ALPHAS)
    return ReportTable(
        f"Section 5.1 by reading: at how many of the alphas {listed} each claim holds",
        ("reading", *(claim.name for claim in claims), "at most together"),
        tuple(rows),
    )


def _crosses(rows: list[dict[str, float]], size: str) -> bool:
    """Return whether a raise gets better with every opponent fewer, from below zero to above."""
    values = np.array([row.get(size, np.nan) for row in rows])
    return bool((np.diff(values) < 0).all() and values[-1] < 0 < values[0])


def _ends(rows: list[dict[str, float]], size: str) -> str:
    return f"{rows[-1].get(size, np.nan):.3g} v seven, {rows[0].get(size, np.nan):.3g} v one"


def _best_size(utilities: dict[str, float]) -> str:
    return max((size for size in SIZES if size in utilities), key=lambda size: utilities[size])


def _pot_chart(number: int, who: str, rows: list[dict[str, float]], raises: list[float]) -> Figure:
    curves = {action: (POTS, [row[action] for row in rows]) for action in ("fold", "call")}
    curves["best raise"] = (POTS, raises)
    labels = ("pot", "expected utility")
    return line_chart(f"figure-5-{number}", f"Utilities of actions, {who}", curves, labels)


def _opponents_chart(number: int, who: str, rows: list[dict[str, float]]) -> Figure:
    numbers = range(1, 8)
    curves = {size: (numbers, [row.get(size, np.nan) for row in rows]) for size in SIZES}
    labels = ("opponents", "expected utility")
    return line_chart(f"figure-5-{number}", f"Utilities of raises, {who}", curves, labels, level=0)
