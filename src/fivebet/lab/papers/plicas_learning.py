"""What PLICAS learns: its winnings as matches grow longer, and how it opens when it knows one.

Cases and the opponent model need hands before they speak, so one long match is cut at
`MARKS`: what is won between two marks is what the agent wins with the memory of the hands
before. First folds are counted after a thousand hands, against every player of the league.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.guard import seat_agents
from fivebet.agents.hosting.registry import plays
from fivebet.arena.match import DealsJob, hashed_seed
from fivebet.arena.results import MatchResult
from fivebet.arena.season import ENTRANTS, Scale
from fivebet.arena.statistics import interval
from fivebet.game import Decision, Game, Hand, View, play
from fivebet.game.agent import Agent, Observer
from fivebet.lab.papers.reproduction import Claim, Figure, ReportTable, estimated, line_chart
from fivebet.runs.job import ChunkResult, Collected, Result

Floats = NDArray[np.float64]
Meeting = tuple[str, str]

MARKS = (200, 2_000, 20_000, 100_000)
"""The hands at which a match is cut."""
LEARNERS = ("plicas", "plicas:cases=off", "plicas+", "plicas+:cases=off")
TEACHERS = ("fair", "nash-limit", "tight", "maniac")

MOST_FIRST_FOLDS = 0.6
"""The share of first decisions that are folds above which range control counts as collapsed."""


def marks_within(hands: int) -> tuple[int, ...]:
    """Return the marks of a match, which ends with the last of them."""
    return (*(mark for mark in MARKS if mark < hands), hands)


def rates(result: MatchResult) -> Floats:
    """Return small bets a hand of the first player, by match and between marks."""
    turns = result.hands // result.deals
    deals = [mark // turns for mark in marks_within(turns * result.match.deals)]
    won = np.concatenate(
        [np.zeros((len(result.curves), 1)), result.curves[:, [deal - 1 for deal in deals], 0]],
        axis=1,
    )
    rates: Floats = np.diff(won) / (turns * np.diff([0, *deals])) / result.match.game.raise_sizes[0]
    return rates


def learning_claims(won: Mapping[Meeting, Floats]) -> list[Claim]:
    """Say what cases are worth between the last two marks; the paper prints no figure."""
    claims = []
    for learner in ("plicas", "plicas+"):
        for teacher in dict.fromkeys(teacher for _, teacher in won):
            if (learner, teacher) not in won:
                continue
            gain = won[learner, teacher] - won[f"{learner}:cases=off", teacher]
            claim = f"6: what cases add to {learner} against {teacher} at the end, SB/hand"
            claims.append(estimated(claim, None, gain[:, -1]))
    return claims


def learning_table(won: Mapping[Meeting, Floats], marks: Sequence[int]) -> ReportTable:
    """Return winnings between marks, by learner and opponent."""
    spans = [f"{low + 1:,} to {high:,}" for low, high in pairwise((0, *marks))]
    rows = tuple(
        (learner, teacher, *(f"{interval(each):+.3f}" for each in won[learner, teacher].T))
        for learner, teacher in won
    )
    title = "Learning curves: SB/hand within hands of a match"
    return ReportTable(title, ("agent", "opponent", *spans), rows)


def learning_chart(won: Mapping[Meeting, Floats], marks: Sequence[int], teacher: str) -> Figure:
    """Return the learning curves against one opponent."""
    curves = {
        learner: (np.log10(marks), each.mean(axis=0))
        for (learner, other), each in won.items()
        if other == teacher
    }
    labels = ("hands of the match, as a power of ten", "SB/hand since the mark before")
    return line_chart("learning", f"What is learnt against {teacher}", curves, labels, level=0)


def league_opponents() -> tuple[str, ...]:
    """Return the league's other players of heads-up limit, with their budgets of work."""
    names = {
        name: budget.at(Scale.QUICK)
        for name, budget in ENTRANTS.items()
        if plays(name, "limit-2p") and name not in ("plicas", "plicas+")
    }
    return tuple(f"{name}:{options}" if options else name for name, options in names.items())


@dataclass(frozen=True, kw_only=True)
class MeetingsJob(DealsJob[Result]):
    """Agents who each meet several opponents or fields for so many deals, one in each chunk."""

    @property
    @abstractmethod
    def meetings(self) -> list[Meeting]:
        """Who meets whom, in the order of the chunks."""

    @property
    def chunks(self) -> int:
        """One chunk for each meeting."""
        return len(self.meetings)

    @property
    def hands(self) -> int:
        """The number of hands of all meetings."""
        return self.chunks * self.deals


@dataclass(frozen=True, kw_only=True)
class FirstFolds(MeetingsJob["dict[Meeting, float]"]):
    """How often agents fold their first decision, once they know their opponents."""

    opponents: tuple[str, ...]
    after: int = 1000
    """The hands that are played before first decisions are counted."""

    readers: ClassVar = {**DealsJob.readers, "opponents": tuple}

    @property
    def meetings(self) -> list[Meeting]:
        """The pairs that play, in the order of the chunks."""
        return [(agent, other) for agent in self.agents for other in self.opponents]

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Play one pair's hands, each player on the button in turn."""
        names = self.meetings[number]
        seeds = [hashed_seed(f"{self.seed}/first folds/{number}/{seat}") for seat in range(2)]
        agent, other = seat_agents(names, seeds, self.clock)
        noting = FirstAction(agent)
        decisions = folds = 0
        for deal in range(self.deals):
            hand = Hand(self.game, seed=self.seed, number=deal)
            noting.first = ""
            play(hand, [noting, other] if deal % 2 else [other, noting])
            if deal >= self.after and noting.first:
                decisions += 1
                folds += noting.first == "fold"
        return ChunkResult({"folds": folds / decisions if decisions else 0.0}, number, None, ())

    def reducer(self) -> "Collected[dict[Meeting, float]]":
        """Return a new reducer, which collects shares in the order of the pairs."""
        return Collected(
            lambda each: dict(zip(self.meetings, (one["folds"] for one in each), strict=False))
        )


@dataclass
class FirstAction:
    """Notes the first action of an agent in a hand."""

    agent: Agent
    first: str = ""

    def act(self, view: View) -> Decision:
        """Let the agent act, and note what it did if that was first."""
        decision = self.agent.act(view)
        self.first = self.first or decision.action.kind
        return decision

    def observe(self, view: View) -> None:
        """Show the agent the end of the hand."""
        if isinstance(self.agent, Observer):
            self.agent.observe(view)


def first_fold_job(deals: int, after: int, opponents: Sequence[str], seed: int) -> FirstFolds:
    """Return the count of first folds of plicas and plicas+."""
    return FirstFolds(
        game=Game.named("limit-2p"),
        agents=("plicas", "plicas+"),
        opponents=tuple(opponents),
        deals=deals,
        after=after,
        seed=seed,
    )


def first_folds(found: Mapping[Meeting, float], after: int) -> tuple[list[Claim], ReportTable]:
    """Return the largest share of first folds, which the paper does not print, and all shares."""
    agents = list(dict.fromkeys(agent for agent, _ in found))
    opponents = list(dict.fromkeys(other for _, other in found))
    claims = []
    for agent in agents:
        worst = max(opponents, key=lambda other: found[agent, other])
        most = found[agent, worst]
        limit = "within" if most <= MOST_FIRST_FOLDS else "above"
        ours = f"{100 * most:.1f} % against {worst}, {limit} {100 * MOST_FIRST_FOLDS:.0f} %"
        claims.append(Claim(f"most first folds of {agent} after {after:,} hands", None, ours))
    rows = tuple(
        (other, *(f"{100 * found[agent, other]:.1f} %" for agent in agents)) for other in opponents
    )
    title = f"First decisions that are folds, after {after:,} hands"
    return claims, ReportTable(title, ("opponent", *agents), rows)
