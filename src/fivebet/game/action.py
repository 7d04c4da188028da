"""What a player does: fold, check, call, bet or raise.

Amounts of bets and raises are those that lie in front of the player afterwards,
on this street: `raise_to(300)`. Actions are values: equal if they say the same.
"""

from fivebet._core import Action, Move

__all__ = ["CALL", "CHECK", "FOLD", "Action", "Move", "bet", "raise_to"]

FOLD = Action("fold")
CHECK = Action("check")
CALL = Action("call")
"""A call of nothing is a check: the table takes it as one."""


def bet(to: int) -> Action:
    """The first chips of a street.

    >>> bet(100)
    Action('bet', 100)
    """
    return Action("bet", to)


def raise_to(to: int) -> Action:
    """A raise by which `to` chips lie in front of the player.

    >>> print(raise_to(300))
    raise to 300
    """
    return Action("raise", to)
