"""Records of hands that were read from files.

Files state results that can be compared with a replay, take a rake, count in
dollars and cents, and carry names of rooms and events. Chips of a record are whole
numbers: `scale` says how many decimal places of the file's money they stand for.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fivebet.cards import DECK, Card
from fivebet.errors import FormatError
from fivebet.game.chips import Chips, simplify_chips
from fivebet.game.game import UNLIMITED
from fivebet.game.record import HandRecord

CARDS: dict[str, Card] = {str(card): card for card in DECK}
"""Cards by their two letters: files have no other spelling."""

_MOST_DECIMALS = 6
_MOST_REMEMBERED = 4096  # amounts; a file has the same ones again and again


@dataclass(frozen=True, slots=True)
class ActionDetails:
    """What a file says about an action besides the action itself."""

    seat: int
    street: int
    line: int = field(default=0, compare=False)
    paid: int | None = None
    """Chips of a bet or a call, where the file gives them."""
    by: int | None = None
    """By how much a raise goes beyond the bet before it, where the file says so."""


@dataclass(frozen=True, kw_only=True)
class StatedResults:
    """The results that a file states, by seat; None where it states none."""

    stacks: tuple[Chips, ...] | None = None
    winnings: tuple[Chips, ...] | None = None
    """What each seat has collected, after the rake."""
    summary: tuple[Chips, ...] | None = None
    """The same from a summary, if the file has one."""
    pot: Chips | None = None
    uncalled: tuple[int, int] | None = None
    """Seat and chips of a returned bet."""
    rake: Chips | None = 0
    """None where a room may have taken one without saying so."""
    complete: bool = False
    """Whether the file always describes a hand to its end, returned bets included."""


@dataclass(frozen=True, kw_only=True)
class FileRecord(HandRecord):
    """The record of a hand that was read from a file, with what the file says besides."""

    details: tuple[ActionDetails, ...] = ()
    """One for each action."""
    stated: StatedResults = field(default_factory=StatedResults)
    scale: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)
    """Everything else, by PHH's names; an underscore marks what PHH has no name for."""
    notations: tuple[str, ...] = ()
    """The actions in the words of the file, where these say more than the record."""
    source: str = field(default="", compare=False)
    line: int = field(default=1, compare=False)

    @property
    def name(self) -> str:
        """Return the name by which people find the hand in its file."""
        return f"hand {self.metadata.get('hand', self.number)}"

    @property
    def pot_limit_preflop(self) -> bool:
        """Return whether raises of a no-limit hand are limited by the pot before the flop."""
        return "_limit" in self.metadata

    @property
    def rake(self) -> Chips:
        """Return the rake, as far as the file says."""
        return self.stated.rake or 0


def as_file_record(record: HandRecord) -> FileRecord:
    """Return a record as if it had been read from a file that says nothing besides."""
    if isinstance(record, FileRecord):
        return record
    return FileRecord(**vars(record), metadata={"hand": record.number})


def only_hand(hands: Iterable[FileRecord | FormatError], source: str) -> FileRecord:
    """Return the hand of a text that must hold one; raise its error if it cannot be read."""
    found = list(hands)
    if len(found) != 1:
        raise FormatError(f"there are {len(found)} hands where one is expected", source)
    if isinstance(found[0], FormatError):
        raise found[0]
    return found[0]


@lru_cache(_MOST_REMEMBERED)
def as_chips(amount: Decimal, scale: int) -> Chips:
    """Return an amount of a file in chips."""
    return simplify_chips(Fraction(amount) * 10**scale)


@lru_cache(_MOST_REMEMBERED)
def decimals(amount: Decimal) -> int:
    """Return the number of decimal places that an amount needs.

    >>> decimals(Decimal("0.50"))
    1
    """
    if not amount.is_finite() or abs(amount) > UNLIMITED:
        raise FormatError(f"{amount} is no amount of chips: it is at most {UNLIMITED}")
    exponent = amount.normalize().as_tuple().exponent
    places = max(0, -exponent) if isinstance(exponent, int) else 0
    if places > _MOST_DECIMALS:
        raise FormatError(f"{amount} has more than {_MOST_DECIMALS} decimal places")
    return places


def money(chips: Chips, scale: int) -> str:
    """Return chips in the file's unit, with as few digits as possible.

    >>> money(50, 2), money(300, 2), money(Fraction(25, 2), 0)
    ('0.5', '3', '12.5')
    """
    amount = Fraction(chips) / 10**scale
    if amount.denominator == 1:
        return str(amount.numerator)
    return f"{float(amount):.{scale + _MOST_DECIMALS}f}".rstrip("0").rstrip(".")
