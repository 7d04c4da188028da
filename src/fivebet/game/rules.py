"""Rule books: where poker rooms and the computer poker competition differ.

A book is a value of the game, so that the rules themselves are written once.
"""

from dataclasses import astuple, dataclass


@dataclass(frozen=True, kw_only=True)
class RuleBook:
    """The answers to the questions on which rule books differ."""

    short_all_in_reopens: bool
    """An all-in of less than a full raise lets those raise who have already acted."""
    minimum_stays: bool
    """The minimum raise-to does not move up with a short all-in."""
    splits_fractions: bool
    """Split pots are divided exactly; otherwise odd chips go left of the button."""
    corrects: bool
    """An illegal action becomes the nearest legal one instead of an error."""
    fold_when_free: bool
    """One may fold with nothing to call."""
    losers_muck: bool
    """With nobody all-in, a hand that cannot win a pot need not be shown."""

    last_player_acts: bool
    """A player who owes nothing is asked even if everybody else is all-in."""

    def to_tuple(self) -> tuple[bool, ...]:
        """Return the answers in the order in which the compiled table takes them."""
        return astuple(self)


TDA = RuleBook(
    short_all_in_reopens=False,
    minimum_stays=False,
    splits_fractions=False,
    corrects=False,
    fold_when_free=True,
    losers_muck=True,
    last_player_acts=False,
)
"""The rules of poker rooms, by the Tournament Directors Association."""

ACPC = RuleBook(
    short_all_in_reopens=True,
    minimum_stays=True,
    splits_fractions=True,
    corrects=True,
    fold_when_free=False,
    losers_muck=False,
    last_player_acts=True,
)
"""The rules of the Annual Computer Poker Competition's dealer."""
