"""Amounts of chips: whole numbers, or fractions where pots are split exactly."""

from fractions import Fraction

Chips = int | Fraction

CHIP_FRACTIONS = 2520
"""The compiled table counts winnings in 1/2520 of a chip: a pot split by one to ten is exact."""


def simplify_chips(chips: Chips) -> Chips:
    """Return whole amounts as `int` and others as they are.

    >>> simplify_chips(Fraction(6, 2)), simplify_chips(Fraction(5, 2))
    (3, Fraction(5, 2))
    """
    return chips.numerator if chips.denominator == 1 else chips
