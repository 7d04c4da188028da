"""Time management: how long to think about which decision (sections 5 and 7.5).

The time of a hand is shared out over streets, and a street's over its betting
rounds. How much a hand has is found while playing: it goes up by a little after
every hand by which the average is below what is allowed, and down if it is above.
Most hands end early, so that it settles well above the average.

Whatever the scheme wants, the match has so many seconds and no more: a margin is
kept back, since servers count differently, and the paper's own bot lost its last
hands to that. Nothing here looks at a clock: those who think say how long it took.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, Self

from fivebet.errors import AgentError
from fivebet.game.view import View

TimeScheme = Literal["adaptive", "naive", "measured"]
TIME_SCHEMES = ("adaptive", "naive", "measured")

_STREETS = (0.5, 0.3, 0.15, 0.05)
_ROUNDS = (0.5, 0.25, 0.125, 0.125)
FLOOR = 0.2
"""The least seconds for a decision, as long as there are any."""
_START = 2.0  # times what is allowed: the paper starts 'higher than the average'
_STEP = 1.005  # by which the time of a hand grows or shrinks: 'a small margin'
_MARGIN = 0.02  # of the match's seconds, never used
LATENCY = 0.005
"""The seconds that the way to the server and back is taken to cost."""
_KNOWN = 100  # hands after which frequencies of one's own decisions are trusted


@dataclass(frozen=True, slots=True)
class TimedDecision:
    """A decision as time management sees it."""

    street: int
    round: int
    """How often one has acted on this street before."""
    players: int
    """How many are in, oneself among them."""

    @classmethod
    def of(cls, view: View) -> Self:
        """Return the decision of the seat that is to act."""
        acted = sum(move.seat == view.seat and move.street == view.street for move in view.moves)
        return cls(view.street, acted, len(view.active))


class Shares:
    """The part of a hand's time for each decision: the paper's, or derived from play.

    Derived ones give a decision time by the number of players left, scaled such that
    an average hand uses exactly its time.
    """

    def __init__(self, learns: bool = False) -> None:
        self.learns = learns
        self._seen: Counter[TimedDecision] = Counter()
        self._hands = 0

    def of(self, turn: TimedDecision) -> float:
        """Return the part of the hand's time for a decision."""
        if not self.learns or self._hands < _KNOWN:
            return _STREETS[turn.street] * _ROUNDS[min(turn.round, len(_ROUNDS) - 1)]
        needed = sum(seen.players * times for seen, times in self._seen.items())
        return turn.players * self._hands / needed if needed else 1.0

    def learn(self, turns: list[TimedDecision]) -> None:
        """Count one more hand that was played, with these decisions."""
        if self.learns:
            self._hands += 1
            self._seen.update(turns)


class TimeKeeper:
    """Shares out the seconds of a match; `allot`, then `spend`, then `end_hand`."""

    def __init__(self, allowed: float, hands: int, clock: TimeScheme = "adaptive") -> None:
        if not 0 < allowed < float("inf"):
            raise AgentError(f"seconds={allowed:g} is no time for a hand: give a number above 0")
        if hands < 1:
            raise AgentError(f"hands={hands} is no length of a match: give 1 or more")
        if clock not in TIME_SCHEMES:
            raise AgentError(f"clock={clock!r} is no clock: there are {', '.join(TIME_SCHEMES)}")
        self.allowed, self.hands, self.clock = allowed, hands, clock
        self.shares = Shares(learns=clock == "measured")
        self.used = 0.0
        self.played = 0
        self._adapted = _START * allowed
        self._turns: list[TimedDecision] = []

    @property
    def left(self) -> float:
        """The seconds that may still be used; a longer match gets more for each hand."""
        whole = self.allowed * max(self.hands, self.played + 1)
        return max(0.0, whole * (1 - _MARGIN) - self.used)

    @property
    def round_time(self) -> float:
        """The seconds for the present hand if it needs all of its shares."""
        if self.clock == "naive":
            return self.left / max(1, self.hands - self.played)
        if self.clock == "measured":
            return self.allowed * (1 - _MARGIN)
        return self._adapted

    def allot(self, turn: TimedDecision) -> float:
        """Return the seconds for a decision; 0 if none are left."""
        wanted = max(FLOOR, self.round_time * self.shares.of(turn))
        self._turns.append(turn)
        return max(0.0, min(wanted, self.left - LATENCY))

    def spend(self, seconds: float) -> None:
        """Note the seconds that a decision took."""
        self.used += seconds + LATENCY

    def end_hand(self) -> None:
        """Note the end of a hand; the next may have more or less time."""
        self.played += 1
        self.shares.learn(self._turns)
        self._turns = []
        below = self.used < self.played * self.allowed * (1 - _MARGIN)
        self._adapted = self._adapted * _STEP if below else self._adapted / _STEP
