"""`aki+` beside `aki` from the first hand on: at short tables, where nobody is known yet.

Both sit in the same seats, with the same cards and the same opponents, in a strong field, in
the event's and in a weak one. Tables have so few hands that every ratio is a stranger's, and
memories begin anew at each. Differences are taken table by table, with the luck of the cards
taken out. `aki+` without shrinkage and floor sits there too, to show what these are worth. The
paper claims nothing about `aki+`, so nothing here has a verdict.
"""

from collections.abc import Callable
from dataclasses import dataclass

from fivebet.arena.statistics import interval
from fivebet.lab.papers.aki_fields import FIELDS, paired_match
from fivebet.lab.papers.reproduction import Findings, PaperScale, ReportTable, estimated
from fivebet.machine import core_count
from fivebet.runs.executors import Shared, make_executor
from fivebet.runs.group import RunGroup

TITLE = "aki+ beside aki from the first hand on"

LEAST = -50.0
"""Thousandths of a big blind a hand: what aki+ may lose to aki at most, with 95 % certainty."""


@dataclass(frozen=True)
class AkiPlusSize:
    """How much is played at a scale, and by whom."""

    tables: int
    """Tables in each field."""
    deals: int = 2
    """Deals of a table, each played in all six seats."""
    published: str = "aki"
    improved: str = "aki+"
    trusting: str = "aki+:shrink=0,floor=0"
    """The improved one with ratios and ranges as they come."""


SIZES = {PaperScale.QUICK: AkiPlusSize(40), PaperScale.PAPER: AkiPlusSize(500)}


def run(size: AkiPlusSize, seed: int, on_progress: Callable[[float], None]) -> Findings:
    """Play both at the same tables, in every field."""
    matches = {
        (name, field): paired_match(name, others, size.tables, size.deals, seed)
        for field, others in FIELDS.items()
        for name in (size.published, size.improved, size.trusting)
    }
    with (
        make_executor(core_count()) as executor,
        RunGroup(
            on_progress, tuple(matches.values()), make_executor=lambda _: Shared(executor)
        ) as group,
    ):
        won = {key: group.run(match).mbb[:, 0] for key, match in matches.items()}
    hands = 6 * size.deals
    claims, rows = [], []
    for field in FIELDS:
        published, improved = won[size.published, field], won[size.improved, field]
        trusting = won[size.trusting, field]
        more, gain = interval(improved - published), interval(improved - trusting)
        where = f"tables of {hands} hands, {field} field, mbb/hand"
        claims += [
            estimated(f"what aki+ wins beyond aki at {where}", None, more),
            estimated(f"what shrinkage and floor add to aki+ at {where}", None, gain),
        ]
        each = (interval(published), interval(improved), more)
        above = "above" if more.low > LEAST else "not above"
        rows.append(
            (
                field,
                *(f"{value:+,.0f}" for value in each),
                f"{more.low:+,.0f}, {above} {LEAST:.0f}",
                f"{gain:+,.0f}",
            )
        )
    last = "by shrinkage and floor"
    columns = ("field", size.published, size.improved, "difference", "its lower end", last)
    title = f"Tables of {hands} hands, {size.tables:,} in each field: mbb/hand less luck"
    return Findings(tuple(claims), (ReportTable(title, columns, tuple(rows)),))
