"""Actions of a player: fold, check, call, bet or raise; and which of them are legal.

Amounts of bets and raises are those that lie in front of the player afterwards,
on this street: `raise_to(300)`. Actions are values: equal if they say the same.
"""

from fivebet._core import Action, Legal, Move

__all__ = ["CALL", "CHECK", "FOLD", "Action", "Legal", "Move", "bet", "raise_to"]

FOLD = Action("fold")
CHECK = Action("check")
CALL = Action("call")
"""The table takes a call of nothing as a check."""


def bet(to: int) -> Action:
    """Return a bet, the first chips of a street.

    >>> bet(100)
    Action('bet', 100)
    """
    return Action("bet", to)


def raise_to(to: int) -> Action:
    """Return a raise by which `to` chips lie in front of the player.

    >>> print(raise_to(300))
    raise to 300
    """
    return Action("raise", to)
