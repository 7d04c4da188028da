"""PLICAS switch by switch: what each unit, and each reading of one, is worth to plicas+.

Each variant plays the same deals against the same opponents as `plicas+`; what is printed
is the difference, match by match, without a verdict: the paper makes no claim about them.
The choice of `plicas+` was made on seed 5001.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.match import Match, Seats
from fivebet.arena.statistics import interval
from fivebet.game import Game
from fivebet.lab.papers.reproduction import Claim, Findings, PaperScale, ReportTable, estimated
from fivebet.runs.group import RunGroup

TITLE = "PLICAS switch by switch"

Floats = NDArray[np.float64]

OPPONENTS = ("fair", "nash-limit", "tight", "loose", "maniac")
PLUS = "plicas+"
UNITS = {
    "range control off": "plicas+:dprc=off",
    "cases off": "plicas+:cases=off",
    "aggression control off": "plicas+:dpac=off",
}
BLUFFS = "4.2.3: bluffs that pay"
VARIANTS: dict[str, str] = {
    PLUS: PLUS,
    **UNITS,
    BLUFFS: "plicas+:bluff=on",
    "4.1.2: the maximum next to the opponent's range": "plicas+:maximum=opponent",
    "4.1.2: pots of flops, next to the opponent's range": "plicas+:maximum=opponent,pots=flop",
    "4.1.2: f weighted, pots of flops": "plicas+:maximum=weighted,pots=flop",
    "4.2.2: cases by letters alone": "plicas+:similar=pattern",
    "4.2.3: bluffs by the range": "plicas+:bluff=on,bluffs=range",
    "4.2.4: whole buckets shifted": "plicas+:shift=buckets",
    "4.2.4: raises shifted": "plicas+:shift=raises",
    "plicas": "plicas",
    "plicas, static": "plicas:dprc=off,dpac=off",
}
"""What is switched, and the agent's name."""


@dataclass(frozen=True)
class PlicasSwitchesSize:
    """How much is played at a scale, and by whom."""

    matches: int
    deals: int
    """Deals of a match, in both seatings."""
    opponents: tuple[str, ...] = OPPONENTS
    variants: Mapping[str, str] = field(default_factory=lambda: VARIANTS)


SIZES = {
    PaperScale.QUICK: PlicasSwitchesSize(2, 300, ("fair", "maniac")),
    PaperScale.PAPER: PlicasSwitchesSize(6, 4_000),
}


def run(size: PlicasSwitchesSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Play every variant against every opponent."""
    matches = {
        (title, other): Match(
            game=Game.named("limit-2p"),
            agents=(name, other),
            deals=size.deals,
            seed=seed,
            seats=Seats.ROTATED,
            matches=size.matches,
        )
        for title, name in size.variants.items()
        for other in size.opponents
    }
    with RunGroup(on_progress, tuple(matches.values())) as group:
        won = {key: 1000 * group.run(match).small_bets[:, 0] for key, match in matches.items()}
    return Findings(tuple(_claims(won, size)), (_table(won, size),))


def _more_than(won: Mapping[tuple[str, str], Floats], title: str, other: str) -> Floats:
    more: Floats = won[title, other] - won[PLUS, other]
    return more


def _claims(won: Mapping[tuple[str, str], Floats], size: PlicasSwitchesSize) -> list[Claim]:
    claims = []
    for title in size.variants:
        more = np.mean([_more_than(won, title, other) for other in size.opponents], axis=0)
        if title in UNITS:
            claim, more = f"what {title.removesuffix(' off')} adds to plicas+", -more
        elif title == BLUFFS:
            claim = "what bluffs that pay would add to plicas+"
        elif title == "plicas":
            claim, more = "what plicas+ wins beyond plicas", -more
        else:
            continue
        claims.append(estimated(f"{claim}, mean over opponents, mbb/hand", None, more))
    return claims


def _table(won: Mapping[tuple[str, str], Floats], size: PlicasSwitchesSize) -> ReportTable:
    rows = []
    for title, name in size.variants.items():
        by_opponent = [
            won[title, other] if title == PLUS else _more_than(won, title, other)
            for other in size.opponents
        ]
        mean = np.mean(by_opponent, axis=0)
        cells = (f"{interval(each):+.0f}" for each in (*by_opponent, mean))
        rows.append((title, name, *cells))
    columns = ("switch", "agent", *size.opponents, "mean")
    title = "What plicas+ wins, and what each variant wins more, mbb/hand"
    return ReportTable(title, columns, tuple(rows))
