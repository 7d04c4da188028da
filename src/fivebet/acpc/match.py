"""A match as the ACPC's dealer plays it: who sits where, and how it goes on after a break.

Every action is a line of the transaction log: the action, the hand, and when
the player was asked and answered. From it a match that was cut off is set up
again, in the middle of a hand if need be.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fivebet.acpc.clock import TimeLimits
from fivebet.acpc.mersenne import deal_hands
from fivebet.errors import FormatError, GameError
from fivebet.formats.acpc.gamefile import check_expressible
from fivebet.formats.acpc.matchlog import header_text, score_line, state_line
from fivebet.formats.acpc.states import action_text, correct_action, state_text
from fivebet.game.action import Action
from fivebet.game.chips import Chips, simplify_chips
from fivebet.game.game import Game
from fivebet.game.hand import Hand

_TRANSACTION = re.compile(r"([fcr]\d*) (\d+) (\d+\.\d+) (\d+\.\d+)")


@dataclass(frozen=True, kw_only=True)
class AcpcMatch:
    """The settings of a match at the dealer."""

    name: str
    game: Game
    hands: int
    seed: int
    players: tuple[str, ...]
    """The players' names, by seat."""
    game_name: str = ""
    fixed_seats: bool = False
    """Whether positions stay with their players instead of moving on every hand."""
    limits: TimeLimits = field(default_factory=TimeLimits)

    def __post_init__(self) -> None:
        check_expressible(self.game)
        if len(self.players) != self.game.seats:
            raise GameError(
                f"{len(self.players)} players cannot play {self.game}: "
                f"it has {self.game.seats} seats"
            )
        if self.hands < 1:
            raise GameError(f"a match of {self.hands} hands is none")
        if not self.name or any(letter.isspace() for letter in self.name):
            raise GameError(f"{self.name!r} is no name for a match: it is empty or has blanks")
        for name in self.players:
            if not name or "|" in name or not name.isprintable():
                raise GameError(f"{name!r} is no name for a log: it is empty, or has a | or a tab")

    def seat(self, position: int, number: int) -> int:
        """Return the seat that has a position in a hand."""
        return position if self.fixed_seats else (position + number) % self.game.seats

    def names(self, number: int) -> list[str]:
        """Return the players of a hand by position."""
        return [self.players[self.seat(p, number)] for p in range(self.game.seats)]

    def header(self) -> str:
        """Return the beginning of the match's log."""
        game_name = self.game_name or self.game.name or "game"
        return header_text(self.name, game_name, self.hands, self.seed, self.limits.settings())


class MatchProgress:
    """Where a match stands: its hand, the totals and the time used."""

    def __init__(self, match: AcpcMatch) -> None:
        seats = match.game.seats
        self.match = match
        self.totals: list[Chips] = [0] * seats
        self.used_in_match = [0.0] * seats
        self.used_in_hand = [0.0] * seats
        self.lines: list[str] = []
        """The STATE lines of the hands that are over."""
        self._deals = deal_hands(match.game, match.seed)
        self.hand: Hand = next(self._deals)

    @property
    def actor(self) -> int:
        """The seat to act."""
        position = self.hand.actor
        assert position is not None
        return self.match.seat(position, self.hand.number)

    @property
    def over(self) -> bool:
        """Whether the last hand has been played."""
        return len(self.lines) == self.match.hands

    def act(self, action: Action, asked: float, answered: float) -> str:
        """Let the seat to act act; the line for the transaction log."""
        seat = self.actor
        self.used_in_hand[seat] += answered - asked
        self.used_in_match[seat] += answered - asked
        did = action_text(self.hand, action)
        line = f"{did} {self.hand.number} {asked:.6f} {answered:.6f}"
        self.hand.act(action)
        return line

    def next_hand(self) -> str:
        """Count the hand that is over and deal the next; the line for the log."""
        hand = self.hand
        for position, payoff in enumerate(hand.payoffs):
            seat = self.match.seat(position, hand.number)
            self.totals[seat] = simplify_chips(self.totals[seat] + payoff)
        line = state_line(hand, self.match.names(hand.number))
        self.lines.append(line)
        self.used_in_hand = [0.0] * self.match.game.seats
        if not self.over:
            self.hand = next(self._deals)
        return line

    def time_left(self) -> float:
        """Return the seconds that the seat to act may still think."""
        limits, seat = self.match.limits, self.actor
        return min(
            limits.response,
            limits.hand - self.used_in_hand[seat],
            limits.per_hand * self.match.hands - self.used_in_match[seat],
        )

    def score(self) -> str:
        """Return the last line of the log."""
        return score_line(self.totals, self.match.players)


def resume(match: AcpcMatch, transactions: str, source: str = "transactions") -> MatchProgress:
    """Return where a match stood when its transaction log ended, without a half-written line."""
    progress = MatchProgress(match)
    lines: Sequence[str] = transactions.split("\n")[:-1]
    for number, line in enumerate(_filled(lines), start=1):
        if progress.over:
            raise FormatError(f"{source}, line {number}: {line!r} comes after the last hand")
        read = _TRANSACTION.fullmatch(line)
        if read is None:
            raise FormatError(
                f"{source}, line {number}: {line!r} is no transaction: "
                "an action, the hand, and when it was asked for and came"
            )
        hand = progress.hand
        action = correct_action(hand, read[1])
        if int(read[2]) != hand.number or action_text(hand, action) != read[1]:
            raise FormatError(
                f"{source}, line {number}: {line!r} does not go on from "
                f"{state_text(hand)!r} of this match"
            )
        progress.act(action, float(read[3]), float(read[4]))
        if progress.hand.over:
            progress.next_hand()
    return progress


def _filled(lines: Iterable[str]) -> Iterable[str]:
    return (line.rstrip("\r") for line in lines if line.strip() and line[0] not in "#;")
