"""What can go wrong, as one tree.

FivebetError (a ValueError)
├── CardError      a card, a set of cards or a board that cannot be
├── RangeError     a range that cannot be read or holds nothing
└── EquityError    a question about equity or strength that has no answer

Every message quotes what was given and says what is accepted.
"""

__all__ = ["CardError", "EquityError", "FivebetError", "RangeError"]


class FivebetError(ValueError):
    """Something given to Fivebet that it cannot take."""


class CardError(FivebetError):
    """A card, a set of cards or a board that cannot be."""


class RangeError(FivebetError):
    """A range that cannot be read or holds nothing."""


class EquityError(FivebetError):
    """A question about equity or strength that has no answer."""
