"""Who wins from whom: a loser's chips go to the winners of the pots that they are in.

Every pot is divided for itself. What a seat has put into it goes to those who won it,
in proportion to what they won of it; a winner's own chips that come back are
nobody's gain. So what a seat wins from all others is exactly its payoff.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from fractions import Fraction

from fivebet._core import HandInfo
from fivebet.errors import GameError
from fivebet.game.chips import Chips, simplify_chips
from fivebet.game.positions import players_by_position
from fivebet.game.record import HandRecord

Pot = tuple[Sequence[int], dict[int, Chips]]
"""What each seat has put in, and what its winners got."""


Pair = tuple[object, object]
"""The player who has won, and the player from whom."""


def flows(hand: HandInfo | HandRecord) -> tuple[tuple[Chips, ...], ...]:
    """Return what each seat (row) has won from each other (column), exactly.

    >>> from fivebet.game import FOLD, Game, Hand, raise_to
    >>> hand = Hand(Game.named("nolimit-3p"))
    >>> for action in (raise_to(300), FOLD, FOLD):
    ...     hand.act(action)
    >>> hand.payoffs, flows(hand)
    ((-50, -100, 150), ((0, 0, -50), (0, 0, -100), (50, 100, 0)))
    """
    played: HandInfo = hand.replay() if isinstance(hand, HandRecord) else hand
    seats = range(played.game.seats)
    payoffs, winnings = played.payoffs, played.winnings
    stakes = [won - payoff for won, payoff in zip(winnings, payoffs, strict=True)]
    winners = [seat for seat in seats if winnings[seat]]
    if len(winners) == 1:
        return _to_one(winners[0], stakes)
    matrix: list[list[Chips]] = [[0] * len(seats) for _ in seats]
    for paid, won in _pots(played, [int(stake) for stake in stakes]):
        whole = sum(won.values())
        for winner, chips in won.items():
            for loser in seats:
                flow = Fraction(paid[loser]) * chips / whole
                matrix[winner][loser] += flow
                matrix[loser][winner] -= flow
    return tuple(tuple(map(simplify_chips, row)) for row in matrix)


def _to_one(winner: int, stakes: Sequence[Chips]) -> tuple[tuple[Chips, ...], ...]:
    seats = range(len(stakes))
    return tuple(
        tuple(0 if loser == winner else stakes[loser] for loser in seats)
        if seat == winner
        else tuple(-stakes[seat] if column == winner else 0 for column in seats)
        for seat in seats
    )


def _pots(hand: HandInfo, stakes: Sequence[int]) -> list[Pot]:
    """Return the pots from the main pot on, layer by layer of the active players' stakes."""
    dead = _dead_antes(hand)
    live = [stake - each for stake, each in zip(stakes, dead, strict=True)]
    levels = sorted({live[seat] for seat in hand.active})
    levels[-1] = max(live)  # chips of a folded player above everybody lie in the last pot
    layers: list[list[int]] = []
    below = 0
    for level in levels:
        layers.append([min(chips, level) - min(chips, below) for chips in live])
        below = level
    layers[0] = [chips + each for chips, each in zip(layers[0], dead, strict=True)]
    layers = [layer for layer in layers if any(layer)]
    won: dict[int, dict[int, Chips]] = defaultdict(dict)
    for pot, seat, chips in hand.awards:
        won[pot][seat] = chips
    return [(layer, won[pot]) for pot, layer in enumerate(layers)]


def _dead_antes(hand: HandInfo) -> list[int]:
    """Return the antes that only some have paid; they lie in the main pot."""
    game = hand.game
    common = min(game.antes)
    return [
        min(ante - common, max(0, min(stack, game.cap) - common))
        for ante, stack in zip(game.antes, hand.starting_stacks, strict=True)
    ]


class Ledger:
    """What everybody has won from everybody, over all hands and over the last ones entered.

    In chips, or in big blinds where stakes change from hand to hand.
    """

    def __init__(self, window: int = 500, big_blinds: bool = False) -> None:
        if window < 1:
            raise GameError(f"a window of {window} hands holds none: give 1 or more")
        self.window = window
        self.big_blinds = big_blinds
        self._total: defaultdict[Pair, Chips] = defaultdict(int)
        self._recent: defaultdict[Pair, Chips] = defaultdict(int)
        self._kept: deque[list[tuple[Pair, Chips]]] = deque()

    def observe(self, hand: HandInfo | HandRecord, players: Sequence[object] = ()) -> bool:
        """Enter a hand; False if its result is not known, and nothing can be entered."""
        found, players = players_by_position(hand, players)
        played: HandInfo = hand.replay() if isinstance(hand, HandRecord) else hand
        return self.enter(played, players, found.unit)

    def enter(self, hand: HandInfo, players: Sequence[object], big_blind: int) -> bool:
        """Enter a hand of players by seat; False if its result is not known."""
        if not hand.decided:
            return False
        unit = big_blind if self.big_blinds else 1
        entries = [
            ((players[winner], players[loser]), chips if unit == 1 else Fraction(chips) / unit)
            for winner, row in enumerate(flows(hand))
            for loser, chips in enumerate(row)
            if chips and players[winner] != players[loser]
        ]
        self._kept.append(entries)
        for pair, chips in entries:
            self._total[pair] += chips
            self._recent[pair] += chips
        if len(self._kept) > self.window:
            for pair, chips in self._kept.popleft():
                self._recent[pair] -= chips
        return True

    def __repr__(self) -> str:
        unit = "big blinds" if self.big_blinds else "chips"
        return f"<Ledger of {len(self._total)} pairs of players, in {unit}>"

    def won(self, player: object, opponent: object, recent: bool = False) -> Chips:
        """Return what a player has won from an opponent, negative for a loss."""
        return (self._recent if recent else self._total).get((player, opponent), 0)

    def matrix(self, players: Sequence[object], recent: bool = False) -> list[list[Chips]]:
        """Return a matrix of what the row's player has won from the column's."""
        return [[self.won(row, column, recent) for column in players] for row in players]
