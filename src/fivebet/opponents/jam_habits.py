"""How often each opponent raises first in, and calls a jam, from what was seen before the flop.

Counts of a player move what is believed of everybody, which is a prior moved by the counts
of all players: so a field that calls everything is known soon, and a player in it who never
does a little later.
"""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field

from fivebet._core import HandInfo
from fivebet.opponents.habits import player_name

_BIG = 5.0
"""The big blinds from which on a raise is taken for a jam, if it is not all-in."""
_OF_PLAYER = 4.0
"""The weight of what is believed of everybody, in chances of one player."""
_OF_PRIOR = 12.0
"""The weight of the prior, in chances of all players."""


@dataclass
class Share:
    """How often something was done, of how many chances."""

    done: float = 0.0
    chances: float = 0.0

    def add(self, done: bool) -> None:
        """Count one chance."""
        self.done += done
        self.chances += 1

    def moved(self, prior: float, weight: float) -> float:
        """Return the share that is believed after the counts."""
        return (self.done + prior * weight) / (self.chances + weight)


@dataclass
class JamShares:
    """The shares of hands with which players raise first in, and call jams."""

    raises: dict[Hashable, Share] = field(default_factory=lambda: defaultdict(Share))
    calls: dict[Hashable, Share] = field(default_factory=lambda: defaultdict(Share))
    all_raises: Share = field(default_factory=Share)
    all_calls: Share = field(default_factory=Share)

    def observe(self, hand: HandInfo, own: int) -> None:
        """Count what the others did before the flop of a hand that is over."""
        big = _BIG * hand.game.big_blind
        raised, jammed, raiser = False, False, -1
        for move in hand.moves:
            if move.street:
                break
            kind, name = move.action.kind, player_name(hand, move.seat)
            if move.seat != own and kind != "check":
                if not raised:
                    self.raises[name].add(kind == "raise")
                    self.all_raises.add(kind == "raise")
                elif jammed and move.seat != raiser:
                    self.calls[name].add(kind != "fold")
                    self.all_calls.add(kind != "fold")
            if kind == "raise":
                raised, raiser = True, move.seat
                all_in = move.action.to >= hand.starting_stacks[move.seat] - _ante(hand, move.seat)
                jammed = all_in or move.action.to >= big

    def raising(self, player: Hashable, prior: float, known: bool) -> float:
        """Return how often a player is believed to raise; `known` if the prior is its own."""
        return _believed(self.raises.get(player), self.all_raises, prior, known)

    def calling(self, player: Hashable, prior: float, known: bool) -> float:
        """Return how often a player is believed to call a jam; `known` if the prior is its own."""
        return _believed(self.calls.get(player), self.all_calls, prior, known)


def _believed(own: Share | None, everybody: Share, prior: float, known: bool) -> float:
    if not known:
        prior = everybody.moved(prior, _OF_PRIOR)
    return own.moved(prior, _OF_PLAYER) if own else prior


def _ante(hand: HandInfo, seat: int) -> int:
    antes = hand.game.antes
    return antes[seat] if seat < len(antes) else 0
