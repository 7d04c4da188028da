"""The four principles by which the thesis judges play (section 2.1.2), as numbers from 0 to 1.

- *Strength*: how much more often strong hands are bet than weak ones.
- *Aggression*: bets and raises among all that is not a fold.
- *Betting*: bets that do something: a better hand folds to them or a weaker one calls.
- *Deception*: how little a hand's strength tells of the action, as entropy.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import log
from typing import Any

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.relative_strength import relative_strength
from fivebet.cards.evaluator import evaluate
from fivebet.game import Game, Hand
from fivebet.runs.job import ChunkResult, Collected, Job

_THIRDS = 3
_HANDS_A_CHUNK = 100
_KINDS = ("fold", "check", "call", "bet")


@dataclass(frozen=True, slots=True)
class Principles:
    """The scores of one agent."""

    strength: float
    aggression: float
    betting: float
    deception: float
    parts: tuple[float, ...] = ()
    """The sum of the scores of each chunk of hands, from which intervals are computed."""

    def row(self) -> tuple[float, float, float, float]:
        """Return the scores in the thesis's order."""
        return self.strength, self.aggression, self.betting, self.deception


@dataclass(frozen=True, kw_only=True)
class PrincipleHands(Job[Principles]):
    """Hands of an agent heads-up, by which it is scored; it starts afresh in every chunk."""

    agent: str
    deals: int
    seed: int
    opponent: str = "fair"

    @property
    def players(self) -> tuple[str, ...]:
        """Both agents."""
        return self.agent, self.opponent

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.deals

    @property
    def chunks(self) -> int:
        """The number of chunks of some hands each."""
        return -(-self.deals // _HANDS_A_CHUNK)

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Play some hands, and count what was done by the strength of the hand."""
        game = Game.named("nolimit-2p")
        agent = make_agent(self.agent, seed=self.seed)
        other = make_agent(self.opponent, seed=self.seed + 1)
        by_third: list[Counter[str]] = [Counter() for _ in range(_THIRDS)]
        useful = bets = 0
        first = number * _HANDS_A_CHUNK
        for deal in range(first, min(first + _HANDS_A_CHUNK, self.deals)):
            hand = Hand(game, seed=self.seed, number=deal)
            ours = deal % 2
            seats = [agent, other] if ours == 0 else [other, agent]
            waiting = False
            while (seat := hand.actor) is not None:
                view = hand.view(seat)
                action = seats[seat].act(view).action
                if seat == ours:
                    kind = "bet" if action.kind in ("bet", "raise") else action.kind
                    third = min(int(relative_strength(view) * _THIRDS), _THIRDS - 1)
                    by_third[third][kind] += 1
                    waiting = kind == "bet"
                    bets += waiting
                elif waiting:
                    stays, ahead = action.kind != "fold", _ahead(hand, ours)
                    useful += stays == ahead
                    waiting = False
                hand.act(action)
            for seat, each in enumerate(seats):
                if hasattr(each, "observe"):
                    each.observe(hand.view(seat))
        counted = [dict(each) for each in by_third]
        return ChunkResult({"by_third": counted, "useful": useful, "bets": bets}, number)

    def reducer(self) -> Collected[Principles]:
        """Return a new reducer."""
        return Collected(_scored)


def _scored(chunks: list[Mapping[str, Any]]) -> Principles:
    return replace(_scores(chunks), parts=tuple(sum(_scores([each]).row()) for each in chunks))


def _scores(chunks: list[Mapping[str, Any]]) -> Principles:
    by_third = [
        sum((Counter(chunk["by_third"][third]) for chunk in chunks), Counter[str]())
        for third in range(_THIRDS)
    ]
    useful = sum(chunk["useful"] for chunk in chunks)
    bets = sum(chunk["bets"] for chunk in chunks)
    return Principles(
        strength=_share(by_third[-1], "bet") - _share(by_third[0], "bet") if bets else 0.0,
        aggression=_aggression(sum(by_third, Counter[str]())),
        betting=useful / bets if bets else 0.0,
        deception=_entropy(by_third),
    )


def _ahead(hand: Hand, seat: int) -> bool:
    """Tell whether a hand is at least as good as the other's; before the flop by high cards."""
    holes = [hand.hole(each) for each in (seat, 1 - seat)]
    values = []
    for hole in holes:
        assert hole is not None
        if hand.board:
            values.append(float(evaluate([*hole, *hand.board])))
        else:
            ranks = sorted((card.rank for card in hole), reverse=True)
            values.append(ranks[0] * 13 + ranks[1] + 1000.0 * (ranks[0] == ranks[1]))
    return values[0] >= values[1]


def _share(counts: Counter[str], kind: str) -> float:
    total = sum(counts.values())
    return counts[kind] / total if total else 0.0


def _aggression(counts: Counter[str]) -> float:
    stayed = sum(counts[kind] for kind in ("check", "call", "bet"))
    return counts["bet"] / stayed if stayed else 0.0


def _entropy(by_third: list[Counter[str]]) -> float:
    """Return the mean entropy of the action given the strength, as a share of the greatest."""
    entropy = total = 0.0
    for counts in by_third:
        size = sum(counts.values())
        total += size
        for kind in _KINDS:
            if counts[kind]:
                share = counts[kind] / size
                entropy -= size * share * log(share)
    return entropy / (total * log(len(_KINDS))) if total else 0.0
