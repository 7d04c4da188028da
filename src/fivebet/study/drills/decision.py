"""Solved decisions, and drills: one hand of such a decision as a puzzle.

A drill is graded by what the chosen action wins less than the best one, in big blinds. How
hard it is follows from the gap between the best action and the next: what costs little to
get wrong is hard to see.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import Card
from fivebet.errors import SolvingError

Row = NDArray[np.float64]

LEAST_GAP = 0.05
"""Decisions are drilled only where every action but the best loses so many big blinds."""
_LEAST_SHARE = 0.5  # of the best action in the solution
_USUAL_GAP, _USUAL_RATING = 0.5, 1500.0
_POINTS_A_DOUBLING = 200.0  # of the gap, by which a drill becomes easier
_RATINGS = (700.0, 2300.0)
HEROES = ("out of position in the big blind", "in position on the button")
"""Where the player sits after the flop, heads-up, by who acts first."""


@dataclass(frozen=True)
class SolvedDecision:
    """A decision with the value of every action for every hand, in big blinds.

    Values are what is won from here on: a fold is worth nothing, and chips that are in the
    pot already count as won with it.
    """

    kind: str
    seed: int
    title: str
    """Who decides, how deep and where."""
    story: str
    """What has happened, in sentences."""
    actions: tuple[str, ...]
    """The steps as the solution has them, with amounts in chips."""
    hands: tuple[str, ...]
    """Two cards each, like AhKd, or classes, like AKo."""
    weights: Row
    """How likely each hand is here."""
    values: Row
    """By action and hand."""
    shares: Row
    """How often the solution takes each action, by action and hand."""
    pot: float
    """The big blinds in the pot, bets included."""
    to_call: float
    stack: float
    """The big blinds that the player has behind."""
    method: str
    """How the answer is known, in a sentence."""
    big_blind: int = 100
    """The chips of a big blind, in the amounts of actions."""
    least_gap: float = LEAST_GAP
    board: str = ""
    study: dict[str, Any] = field(default_factory=dict)
    """Where the spot can be studied: a page of the card room, or a spot and the path to it."""

    def drillable(self) -> NDArray[np.intp]:
        """Return the hands that make a drill: those where every wrong action costs something.

        The solution must take the best action at least half of the time: what is not solved
        that far is no puzzle.
        """
        known = (self.weights > 0) & ~np.isnan(self.values).any(axis=0)
        best = np.nan_to_num(self.values, nan=-np.inf).argmax(axis=0)
        known &= self.shares[best, np.arange(len(self.hands))] >= _LEAST_SHARE
        gaps = np.where(known, _gaps(self.values), 0.0)
        found: NDArray[np.intp] = np.flatnonzero(gaps >= self.least_gap)
        return found

    def ratings(self) -> Row:
        """Return how hard each hand is."""
        gaps = np.maximum(np.nan_to_num(_gaps(self.values)), 1e-9)
        ratings: Row = np.clip(
            _USUAL_RATING - _POINTS_A_DOUBLING * np.log2(gaps / _USUAL_GAP), *_RATINGS
        )
        return ratings

    def action_text(self, step: str) -> str:
        """Return an action for people, in big blinds."""
        return action_text(step, self.big_blind)

    def drill(self, hand: str) -> "Drill":
        """Return the drill of one hand."""
        if hand not in self.hands:
            raise SolvingError(f"{hand!r} is no hand of this drill")
        return Drill(self, self.hands.index(hand))


@dataclass(frozen=True)
class Grade:
    """What an answer is worth."""

    action: str
    best: str
    loss: float
    """The big blinds that the action loses against the best one."""
    score: float
    """1 for the best action, 0 for the worst."""

    @property
    def is_mistake(self) -> bool:
        """Whether something was lost."""
        return self.loss > 0

    def sentence(self, drill: "Drill") -> str:
        """Say what was best and what the answer cost."""
        values, text = drill.values, drill.decision.action_text
        best, chosen = text(self.best), text(self.action)
        often = f"the solution takes it {100 * drill.shares[self.best]:.0f} % of the time"
        if not self.is_mistake:
            others = [value for name, value in values.items() if name != self.best]
            ahead = values[self.best] - max(others)
            return f"Right: {best} is best by {ahead:.2f} big blinds, and {often}."
        return (
            f"{chosen.capitalize()} costs {self.loss:.2f} big blinds: it is worth "
            f"{signed(values[self.action])}, and {best} {signed(values[self.best])}; {often}."
        )


@dataclass(frozen=True)
class Drill:
    """One hand of a solved decision."""

    decision: SolvedDecision
    index: int

    @property
    def id(self) -> str:
        """What names the drill: its kind, the seed of its decision, and the hand."""
        return f"{self.decision.kind}.{self.decision.seed}.{self.hand}"

    @property
    def hand(self) -> str:
        """The player's cards, or their class."""
        return self.decision.hands[self.index]

    @property
    def values(self) -> dict[str, float]:
        """What each action wins from here on, in big blinds."""
        row = self.decision.values[:, self.index]
        return dict(zip(self.decision.actions, map(float, row), strict=True))

    @property
    def shares(self) -> dict[str, float]:
        """How often the solution takes each action."""
        row = self.decision.shares[:, self.index]
        return dict(zip(self.decision.actions, map(float, row), strict=True))

    @property
    def rating(self) -> float:
        """How hard the drill is, as a rating."""
        return float(self.decision.ratings()[self.index])

    def grade(self, action: str) -> Grade:
        """Return what an answer loses against the best action."""
        values = self.values
        if action not in values:
            raise SolvingError(
                f"{action!r} is no answer to this drill: {', '.join(values)} can be chosen"
            )
        best = max(values, key=values.__getitem__)
        loss, worst = values[best] - values[action], values[best] - min(values.values())
        return Grade(action, best, loss, 1 - loss / worst if worst else 1.0)

    def question(self) -> dict[str, Any]:
        """Return the drill without its answer, as JSON data."""
        decision = self.decision
        return {
            "id": self.id,
            "kind": decision.kind,
            "title": decision.title,
            "story": decision.story,
            "hand": self.hand,
            "cards": cards_of(self.hand, decision.seed),
            "board": decision.board,
            "pot": decision.pot,
            "to_call": decision.to_call,
            "stack": decision.stack,
            "actions": [
                {"name": name, "label": decision.action_text(name).capitalize()}
                for name in decision.actions
            ],
            "rating": round(self.rating),
            "method": decision.method,
        }

    def answer(self) -> dict[str, Any]:
        """Return the answer as JSON data."""
        return {
            "best": max(self.values, key=self.values.__getitem__),
            "values": self.values,
            "shares": self.shares,
            "study": self.decision.study,
        }


def action_text(step: str, big_blind: int = 100) -> str:
    """Return a step for people, in big blinds.

    >>> action_text("raise 875"), action_text("all-in 1000"), action_text("check")
    ('raise to 8.75', 'all-in for 10', 'check')
    """
    word, _, amount = step.partition(" ")
    between = {"raise": " to ", "all-in": " for ", "bet": " "}.get(word, "")
    return f"{word}{between}{int(amount) / big_blind:g}" if amount else word


def deed_text(step: str, by_you: bool = False, big_blind: int = 100) -> str:
    """Return what somebody does by a step, or what you do.

    >>> deed_text("raise 875"), deed_text("all-in 1000"), deed_text("call", by_you=True)
    ('raises to 8.75', 'goes all-in for 10', 'call')
    """
    word, between, rest = action_text(step, big_blind).partition(" ")
    if word == "all-in":
        word = "go all-in" if by_you else "goes all-in"
    elif not by_you:
        word += "s"
    return f"{word}{between}{rest}"


def line_text(path: Sequence[str], first: int = 0) -> str:
    """Return what two players do by the steps of a line, in turn.

    The big blind is first after the flop, and the button, `first=1`, before it.

    >>> line_text(("raise 250", "call"), first=1)
    'button raises to 2.5, big blind calls'
    """
    names = ("big blind", "button")
    return ", ".join(
        f"{names[(number + first) % 2]} {deed_text(step)}" for number, step in enumerate(path)
    )


def cards_of(hand: str, seed: int) -> str:
    """Return two cards for a class, the suits by seed; of two cards the higher comes first.

    >>> cards_of("AKs", 1), cards_of("77", 0), cards_of("KdAh", 5)
    ('AhKh', '7s7h', 'AhKd')
    """
    if len(hand) == 4:
        low, high = sorted((Card(hand[:2]), Card(hand[2:])), key=lambda card: card.rank)
        return f"{high}{low}"
    suits = "shdc"
    first = suits[seed % 4]
    second = first if hand[2:] == "s" else suits[(seed + 1 + seed // 4 % 3) % 4]
    return f"{hand[0]}{first}{hand[1]}{second}"


def signed(value: float) -> str:
    """Return a value with its sign, and nothing without a minus.

    >>> signed(1.5), signed(-0.001)
    ('+1.50', '+0.00')
    """
    return f"{round(value, 2) + 0.0:+.2f}"


def _gaps(values: Row) -> Row:
    """Return what the best action wins more than the next, by hand."""
    ordered = np.sort(values, axis=0)
    gaps: Row = ordered[-1] - ordered[-2]
    return gaps
