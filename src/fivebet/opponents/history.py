"""The history that AKI-RealBot keeps of its opponents (TUD-KE-2009-2, section 4.1).

For each player and hand one record, the actions and chips of each street, the cards
where they were shown, and the winnings; for each player a running total, and a separate
one of the last N hands. From these: fold, call and raise ratios (4.2), the strength of
the cards shown by street and action (4.1, 4.3), whether a player has changed
strategy (4.3), and who has lost how much to whom (3.3).
"""

from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fivebet._core import HandInfo
from fivebet.cards import Card
from fivebet.errors import GameError
from fivebet.game.action import Action
from fivebet.game.chips import Chips
from fivebet.game.game import STREETS
from fivebet.game.positions import players_by_position, positions
from fivebet.game.record import HandRecord
from fivebet.game.view import View
from fivebet.opponents.definitions import street_index
from fivebet.opponents.flows import Ledger
from fivebet.opponents.statistics import CALLS, Statistics, Triple
from fivebet.opponents.tally import Memory, Player, Tally, Total, count_at

BucketOf = Callable[[tuple[Card, ...], tuple[Card, ...]], int]
"""The bucket of hole cards on a board, from 0."""

_PASSIVE, _AGGRESSIVE = 0, 1


@dataclass(frozen=True, slots=True)
class PlayerActions:
    """What one player did in one hand."""

    position: str
    actions: tuple[tuple[Action, ...], ...]
    """The player's actions, by street."""
    chips: tuple[int, ...]
    """The chips put in on each street, with antes and blinds, before anything goes back."""
    folded: int | None
    """The street on which the player folded."""
    cards: tuple[Card, ...] | None
    """The cards, if they were shown or are the observer's own."""
    winnings: Chips | None
    """The chips won, net of those put in; None where the result is not known."""


@dataclass(frozen=True, slots=True)
class HandBuckets:
    """A way to sort hands by strength: how many buckets, and which one."""

    number: int
    of: BucketOf


def player_actions(hand: HandInfo, names: Sequence[str] = ()) -> tuple[PlayerActions, ...]:
    """Return what everybody did, by seat, with the cards that the observer knows.

    `names` are those of the positions, where a dead button makes them others than the game's.
    """
    game = hand.game
    actions: list[list[list[Action]]] = [[[] for _ in game.streets] for _ in range(game.seats)]
    chips = [[0] * game.rounds for _ in range(game.seats)]
    folded: list[int | None] = [None] * game.seats
    for seat, stack in enumerate(hand.starting_stacks):
        chips[seat][0] = min(stack, game.cap, game.antes[seat] + game.blinds[seat])
    for move in hand.moves:
        actions[move.seat][move.street].append(move.action)
        chips[move.seat][move.street] += move.paid
        if move.action.kind == "fold":
            folded[move.seat] = move.street
    own = {hand.seat} if isinstance(hand, View) else set()
    known = own.union(hand.shown)
    payoffs = hand.payoffs if hand.decided else (None,) * game.seats
    return tuple(
        PlayerActions(
            name,
            tuple(map(tuple, actions[seat])),
            tuple(chips[seat]),
            folded[seat],
            hand.hole(seat) if seat in known else None,
            payoffs[seat],
        )
        for seat, name in enumerate(names or positions(game))
    )


def variation(one: Statistics, other: Statistics) -> float:
    """Return the distance of two samples of play: the mean over streets of |Δf| + |Δc| + |Δr|.

    A street that either sample lacks does not count.
    """
    known = [s for s in STREETS if all(each.on(s).ratio("seen").times for each in (one, other))]
    distances = [
        abs(a - b)
        for street in known
        for a, b in zip(one.triple(street), other.triple(street), strict=True)
    ]
    return sum(distances) / len(known) if known else 0.0


class History:
    """Everything seen of everybody: give every hand, once it is over, to `observe`."""

    def __init__(self, window: int = 500, buckets: HandBuckets | None = None) -> None:
        recent = Memory(window=window)
        self.window = window
        self.buckets = buckets
        self.total, self.recent = Tally(), Tally(recent)
        self.ledger = Ledger(window)
        self.hands: defaultdict[Player, deque[PlayerActions]] = defaultdict(
            partial(deque, maxlen=window)
        )
        """The last hands of each player."""
        shape = (1, len(STREETS), 2, buckets.number if buckets else 0)
        self._strengths = defaultdict[Player, Total](partial(Total, shape))
        self._recent_strengths = defaultdict[Player, Total](partial(Total, shape, recent))

    def observe(
        self,
        hand: HandInfo | HandRecord,
        players: Sequence[Player] = (),
        guessed: Mapping[int, NDArray[np.float64]] | None = None,
    ) -> None:
        """Enter a hand that is over, with the players by seat.

        Of seats whose cards nobody saw, `guessed` may tell how often each bucket was behind an
        action, by street, passive or aggressive, and bucket.
        """
        found, players = players_by_position(hand, players)
        hand = hand.replay() if isinstance(hand, HandRecord) else hand
        counted = count_at(found, hand, players)
        self.total.add(counted)
        self.recent.add(counted)
        self.ledger.enter(hand, players, found.unit)
        actions = player_actions(hand, found.names)
        for seat, (player, played) in enumerate(zip(players, actions, strict=True)):
            self.hands[player].append(played)
            if self.buckets is not None:
                strengths = self._strengths_of(self.buckets, played, hand)
                if guessed and played.cards is None and seat in guessed:
                    strengths = guessed[seat]
                self._strengths[player].add(0, strengths)
                self._recent_strengths[player].add(0, strengths)

    def __repr__(self) -> str:
        return f"<History of {len(self.total)} players, the last {self.window} hands of each>"

    def triple(self, player: Player, street: str | int, recent: bool = False) -> Triple:
        """Return how often a player folds, calls and raises on a street; unknown ones call."""
        tally = self.recent if recent else self.total
        return tally[player].triple(street) if player in tally else CALLS

    def triples(self, player: Player, unknown: Sequence[Triple], enough: int) -> tuple[Triple, ...]:
        """Return a player's ratios of each street, or an unknown player's without enough hands."""
        if player not in self.total:
            return tuple(unknown)
        seen = self.total[player]
        return tuple(
            seen.triple(street) if seen.on(street).ratio("seen").times >= enough else otherwise
            for street, otherwise in enumerate(unknown)
        )

    def shrunk_triples(
        self, player: Player, unknown: Sequence[Triple], weight: float
    ) -> tuple[Triple, ...]:
        """Return a player's ratios of each street as if an unknown one's had been seen before.

        The unknown player's ratios count for `weight` hands of the street.
        """
        if player not in self.total:
            return tuple(unknown)
        seen = self.total[player]
        found = []
        for street, prior in enumerate(unknown):
            hands = seen.on(street).ratio("seen").times
            pairs = zip(seen.triple(street), prior, strict=True)
            found.append(Triple(*((hands * a + weight * b) / (hands + weight) for a, b in pairs)))
        return tuple(found)

    def strengths(
        self, player: Player, street: str | int, aggressive: bool, recent: bool = False
    ) -> NDArray[np.float64] | None:
        """Return the probability of each bucket behind a bet or raise, or behind a check or call.

        From cards that were shown, one for each action; None if there were none.
        """
        seen = self.shown(player, street, aggressive, recent)
        return seen / seen.sum() if seen.any() else None

    def shown(
        self, player: Player, street: str | int, aggressive: bool, recent: bool = False
    ) -> NDArray[np.float64]:
        """Return how often each bucket was behind an action, from cards that were shown."""
        if self.buckets is None:
            raise GameError("this history sorts no hands: give it buckets")
        totals = self._recent_strengths if recent else self._strengths
        if player not in totals:
            return np.zeros(self.buckets.number)
        seen: NDArray[np.float64] = totals[player].sums[0, street_index(street), int(aggressive)]
        return seen.copy()

    def average_bucket(
        self, player: Player, street: str | int, aggressive: bool, recent: bool = False
    ) -> float | None:
        """Return the mean bucket behind an action."""
        shares = self.strengths(player, street, aggressive, recent)
        return None if shares is None else float(shares @ np.arange(len(shares)))

    def lost_to(self, player: Player, opponent: Player, recent: bool = True) -> Chips:
        """Return the chips that a player has lost to an opponent, over the last hands or all."""
        return self.ledger.won(opponent, player, recent)

    def variation(self, player: Player) -> float:
        """Return how far a player's last hands lie from all of them."""
        return variation(self.total[player], self.recent[player])

    def renew_if_changed(self, player: Player, threshold: float) -> bool:
        """Forget a player's old hands if the last ones are too different."""
        if self.variation(player) <= threshold:
            return False
        self.total.renew(player, self.recent)
        self._strengths[player].replace(self._recent_strengths[player])
        return True

    def _strengths_of(
        self, buckets: HandBuckets, played: PlayerActions, hand: HandInfo
    ) -> NDArray[np.float64]:
        counts = np.zeros((len(STREETS), 2, buckets.number))
        if played.cards is None:
            return counts
        dealt = accumulate(hand.game.board_cards)
        for street, (on_board, actions) in enumerate(zip(dealt, played.actions, strict=True)):
            kinds = [action.kind for action in actions if action.kind != "fold"]
            if not kinds:
                continue
            bucket = buckets.of(played.cards, hand.board[:on_board])
            if not 0 <= bucket < buckets.number:
                raise GameError(f"bucket {bucket} is none of {buckets.number}, counted from 0")
            for kind in kinds:
                aggressive = kind in ("bet", "raise")
                counts[street, _AGGRESSIVE if aggressive else _PASSIVE, bucket] += 1
        return counts
