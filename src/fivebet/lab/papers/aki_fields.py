"""The fields in which AKI-RealBot is measured.

The entrants of 2008 are gone, so our own players sit in for them. In the field of the event
`fair` and `tight` are the strong ones, `loose` and `maniac` the middling, and `station` the
weakest. The other field of six has what the first lacks: three players of an equilibrium (of
the game for two, `adapted` to six seats), and a weakest player who does not call too much but
folds too much: `timid` sees most flops and gives up after them.
"""

from collections.abc import Sequence

from fivebet.arena.luck import Luck
from fivebet.arena.match import Match, Seats
from fivebet.game import Game

SMALL_BET = 10

FIELD = ("aki", "fair", "tight", "loose", "maniac", "station")
"""The six of table 6.2."""
EQUILIBRIUM = "adapted::nash-limit"
EQUILIBRIUM_FIELD = ("aki", EQUILIBRIUM, EQUILIBRIUM, EQUILIBRIUM, "fair", "timid")
"""Six with several players of an equilibrium, and one who folds too much after the flop."""
SEVENTH = "call"
"""The seventh of table 6.1."""

FIELDS: dict[str, tuple[str, ...]] = {
    "strong": ("fair", "tight", "fair", "tight", "fair"),
    "event": FIELD[1:],
    "weak": ("loose", "station", "maniac", "call", "random"),
}
"""The five others whom a version of AKI meets; its switches are compared in these."""
EVERY_FIELD = {**FIELDS, "equilibrium": EQUILIBRIUM_FIELD[1:]}


def paired_match(
    name: str, others: Sequence[str], matches: int, deals: int, seed: int, luck: Luck = Luck.CARDS
) -> Match:
    """Return a match in which every deal is played in all seats, the same for every version."""
    return Match(
        game=Game.named(f"limit-{1 + len(others)}p"),
        agents=(name, *others),
        deals=deals,
        seed=seed,
        seats=Seats.ROTATED,
        matches=matches,
        luck=luck,
    )
