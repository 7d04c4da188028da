"""What AKI-RealBot's search does: how often it folds first, and what δ and ρ add to it.

Section 5 says that most hands end with a fold in the first decision: first decisions are
counted for every reading of how simulated opponents fold. δ and ρ are worth what the search
leaves them: at a thousand simulations the error of E(call) is as large as δ, and the bot of
2008 had some ten thousand, so both bounds are measured at several numbers of simulations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.guard import seat_agents
from fivebet.agents.players.aki import Aki
from fivebet.arena.match import DealsJob, Match, hashed_seed
from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import interval
from fivebet.game import Game, Hand, View, play
from fivebet.lab.papers.aki_fields import EVERY_FIELD, paired_match
from fivebet.lab.papers.plicas_learning import FirstAction, Meeting, MeetingsJob
from fivebet.lab.papers.reproduction import (
    Claim,
    Figure,
    ReportTable,
    estimated,
    line_chart,
    ordered,
)
from fivebet.runs.job import ChunkResult, Collected

Floats = NDArray[np.float64]

FOLDINGS = ("never", "once", "chance")
"""The readings of how opponents fold in a simulated hand, the published one first."""
FORMS = {"δ and ρ": "paper", "δ alone": "delta", "ρ alone": "rho", "neither": "off"}
"""The bounds that are compared, and the name of their form."""
EVENT_FIELDS = ("event", "equilibrium")
"""The fields that stand for that of 2008."""


class FirstFoldCount(NamedTuple):
    """How many of a player's first decisions were folds."""

    folds: int
    decisions: int

    @property
    def observations(self) -> Floats:
        """One number for each decision: 1 for a fold, 0 for anything else."""
        return np.repeat([1.0, 0.0], [self.folds, self.decisions - self.folds])


FirstFoldCounts = dict[tuple[str, str], FirstFoldCount]


@dataclass(frozen=True, kw_only=True)
class FirstDecisions(MeetingsJob[FirstFoldCounts]):
    """The first decisions of versions of AKI, in every field."""

    fields: tuple[str, ...] = tuple(EVERY_FIELD)

    readers: ClassVar = {**DealsJob.readers, "fields": tuple}

    @property
    def meetings(self) -> list[Meeting]:
        """The versions and their fields, in the order of the chunks."""
        return [(agent, field) for agent in self.agents for field in self.fields]

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Play one version's hands, all players moving on by a seat."""
        agent, field = self.meetings[number]
        names = (agent, *EVERY_FIELD[field])
        # The same seeds for all versions: they differ by what they do, not by luck.
        seeds = [hashed_seed(f"{self.seed}/{field}/{seat}") for seat in range(len(names))]
        first, *others = seat_agents(names, seeds, self.clock)
        noting = FirstAction(first)
        folds = decisions = 0
        for deal in range(self.deals):
            turn = deal % len(names)
            seated = [noting, *others]
            noting.first = ""
            play(Hand(self.game, seed=self.seed, number=deal), seated[turn:] + seated[:turn])
            decisions += bool(noting.first)
            folds += noting.first == "fold"
        return ChunkResult({"folds": folds, "decisions": decisions}, number, None, ())

    def reducer(self) -> Collected[FirstFoldCounts]:
        """Return a new reducer, which collects counts in the order of the chunks."""
        return Collected(
            lambda each: {
                meeting: FirstFoldCount(one["folds"], one["decisions"])
                for meeting, one in zip(self.meetings, each, strict=False)
            }
        )


def first_decisions(
    aki: str, deals: int, seed: int, fields: Sequence[str] = tuple(EVERY_FIELD)
) -> FirstDecisions:
    """Return the count of first decisions of every reading of folding."""
    return FirstDecisions(
        game=Game.named("limit-6p"),
        agents=tuple(with_options(aki, f"folding={each}") for each in FOLDINGS),
        fields=tuple(fields),
        deals=deals,
        seed=seed,
    )


def with_options(name: str, options: str) -> str:
    """Return an agent's name with more options, or with other values of those that it has."""
    agent, _, given = name.partition(":")
    pairs = (each.split("=", 1) for each in f"{given},{options}".split(",") if each)
    merged = dict(pairs)
    return f"{agent}:{','.join(f'{option}={value}' for option, value in merged.items())}"


def first_fold_claims(found: FirstFoldCounts) -> tuple[list[Claim], ReportTable]:
    """Say whether the published reading folds most hands first, and tabulate all readings."""
    agents = list(dict.fromkeys(agent for agent, _ in found))
    fields = list(dict.fromkeys(field for _, field in found))
    claims = [
        ordered(
            f"5: AKI folds most hands in its first decision, {field} field, share above one half",
            "most of the time an agent folds in the first decision made",
            found[agents[0], field].observations - 0.5,
        )
        for field in fields
        if field in EVENT_FIELDS
    ]
    rows = tuple(
        (agent, *(f"{100 * found[agent, field].observations.mean():.1f} %" for field in fields))
        for agent in agents
    )
    return claims, ReportTable("First decisions that are folds", ("agent", *fields), rows)


Bending = dict[tuple[int, str, str], Match]
"""Matches by number of simulations, field and bounds."""


def bending_matches(
    aki: str, counts: Sequence[int], matches: int, deals: int, seed: int
) -> Bending:
    """Return the matches that show what δ and ρ add, at several numbers of simulations."""
    return {
        (count, field, bounds): paired_match(
            with_options(aki, f"simulations={count},bounds={form}"),
            EVERY_FIELD[field],
            matches,
            deals,
            seed,
        )
        for count in counts
        for field in EVENT_FIELDS
        for bounds, form in FORMS.items()
    }


def bending_claims(
    results: Mapping[tuple[int, str, str], MatchResult], errors: Mapping[int, Floats]
) -> tuple[list[Claim], ReportTable, list[Figure]]:
    """Say what δ and ρ add to a search of so many simulations; the paper has no figure."""
    won = {key: result.mbb[:, 0] / 1000 for key, result in results.items()}
    counts = list(dict.fromkeys(count for count, _, _ in won))
    claims, rows, figures = [], [], []
    for field in EVENT_FIELDS:
        for bounds in FORMS:
            if bounds == "neither":
                continue
            added = {c: won[c, field, bounds] - won[c, field, "neither"] for c in counts}
            claims += [
                estimated(
                    f"3.3: added by {bounds}, {field} field, {c:,} simulations, SB/hand", None, each
                )
                for c, each in added.items()
            ]
            cells = (f"{interval(each):+.3f}" for each in added.values())
            rows.append((f"added by {bounds}, {field} field", *cells))
        curves = {
            bounds: (
                np.log10(counts),
                [float((won[c, field, bounds] - won[c, field, "neither"]).mean()) for c in counts],
            )
            for bounds in FORMS
            if bounds != "neither"
        }
        labels = ("simulations of a choice, as a power of ten", "SB/hand more than without bounds")
        title = f"What δ and ρ add, {field} field"
        figures.append(line_chart(f"bounds-{field}", title, curves, labels, level=0))
    rows.append(("error of E(call), first decisions", *(f"{errors[c].mean():.2f}" for c in counts)))
    columns = ("SB/hand less luck", *(f"{count:,} simulations" for count in counts))
    return claims, ReportTable("δ and ρ by simulations", columns, tuple(rows)), figures


def call_errors(agent: Aki, views: Sequence[View], counts: Sequence[int]) -> dict[int, Floats]:
    """Return the standard errors of E(call) in some decisions, by number of simulations."""
    found = {}
    before = agent.simulations
    for count in counts:
        agent.simulations = count
        found[count] = np.array([_call_error(agent, view) for view in views])
    agent.simulations = before
    return found


def _call_error(agent: Aki, view: View) -> float:
    return agent.evaluate(view, agent.opponents(view)).call_error
