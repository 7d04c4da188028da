"""AKI-RealBot switch by switch: what each part is worth, and each idea of its authors.

Each variant plays the same deals in three fields: a strong one, the field of
the paper's event, and a weak one. Differences are taken match by match, with the luck
of the cards taken out, so that they show before the winnings themselves do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fivebet.arena.statistics import interval
from fivebet.lab.papers.aki_fields import FIELDS, paired_match
from fivebet.lab.papers.reproduction import Claim, Findings, PaperScale, ReportTable, estimated
from fivebet.runs.group import RunGroup

TITLE = "AKI-RealBot switch by switch"

Floats = NDArray[np.float64]

VARIANTS: dict[str, str] = {
    "as published": "aki",
    "4.3 off: no strategy change": "aki:change=off",
    "4.3 off: cards shown are ignored": "aki:shown=off",
    "4.4 off: random hole cards": "aki:cards=random",
    "3.2: we act later by our own ratios": "aki:own=history",
    "3.2: we act later by the odds": "aki:own=odds",
    "3.2: opponents fold by chance once a street": "aki:folding=once",
    "3.2: opponents fold by chance at every turn": "aki:folding=chance",
    "3.3 off: no bounds": "aki:bounds=off",
    "3.3: δ alone": "aki:bounds=delta",
    "3.3: ρ alone": "aki:bounds=rho",
    "7.2: tempered δ": "aki:bounds=tempered",
    "7.2: the strongest's bound": "aki:pool=max",
    "7.2: bounds weighted": "aki:pool=weighted",
    "7.2: δ adapted": "aki:adapt=on",
    "7.3: folded hands guessed": "aki:folded=on",
    "7.3: opponents fold their weakest": "aki:folding=strength",
    "7.3: responses by opportunity": "aki:responses=on",
    "7.3: responses and profiles": "aki:responses=on,profiles=on",
    "7.3: checks every 100 hands": "aki:checks=100",
    "7.3: ratios shrunk": "aki:shrink=25",
    "7.4: cards by strength": "aki:cards=strength",
    "7.3: with callers without the weakest": "aki:cards=strength,guess=on",
    "7.3: with bluffs": "aki:cards=strength,bluffs=on",
    "7.3: with bluffs and folded hands guessed": "aki:cards=strength,bluffs=on,folded=on",
    "aki+": "aki+",
    "aki+ without bounds": "aki+:bounds=off",
    "aki+ with the paper's bounds": "aki+:bounds=paper",
    "aki+ without cards by strength": "aki+:cards=paper,guess=off",
    "aki+ with the weakest among callers": "aki+:guess=off",
    "aki+ without shrinkage": "aki+:shrink=0",
    "aki+ without a floor": "aki+:floor=0",
    "aki+ without either": "aki+:shrink=0,floor=0",
    "aki+ with responses": "aki+:responses=on",
    "aki+ with folds by chance": "aki+:folding=chance",
    "aki+ without folds": "aki+:folding=never",
    "aki+ calling to the end": "aki+:own=call",
}
"""What is switched, and the agent's name."""


@dataclass(frozen=True)
class SwitchesSize:
    """How much is played at a scale, and by whom."""

    matches: int
    deals: int
    variants: Mapping[str, str] = field(default_factory=lambda: VARIANTS)


SIZES = {PaperScale.QUICK: SwitchesSize(4, 20), PaperScale.PAPER: SwitchesSize(8, 50)}


def run(size: SwitchesSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Play every variant in every field."""
    matches = {
        (title, field_): paired_match(name, others, size.matches, size.deals, seed)
        for title, name in size.variants.items()
        for field_, others in FIELDS.items()
    }
    with RunGroup(on_progress, tuple(matches.values())) as group:
        won = {key: group.run(match).mbb[:, 0] / 1000 for key, match in matches.items()}
    return Findings(
        claims=tuple(_claims(won)),
        tables=(_table(won, size.variants),),
    )


def _claims(won: dict[tuple[str, str], Floats]) -> list[Claim]:
    return [
        estimated(
            f"what aki+ wins beyond aki in the {field_} field, SB/hand",
            None,
            won["aki+", field_] - won["as published", field_],
        )
        for field_ in FIELDS
    ]


def _table(won: dict[tuple[str, str], Floats], variants: Mapping[str, str]) -> ReportTable:
    rows = []
    for title, name in variants.items():
        cells = []
        for field_ in FIELDS:
            ours, published = won[title, field_], won["as published", field_]
            cells.append(f"{interval(ours):+.2f}")
            cells.append("" if name == "aki" else f"{interval(ours - published):+.2f}")
        rows.append((title, name, *cells))
    columns = [head for field_ in FIELDS for head in (field_, "more than aki")]
    return ReportTable("SB/hand less luck", ("switch", "agent", *columns), tuple(rows))
