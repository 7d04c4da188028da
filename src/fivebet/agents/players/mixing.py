"""Mixed strategies at the table: one action drawn by its probability."""

from collections.abc import Mapping

from fivebet.game.action import Action

__all__ = ["draw_action"]


def draw_action(chances: Mapping[Action, float], draw: float) -> Action:
    """The action at which a draw from 0 to 1 falls.

    >>> str(draw_action({Action("fold"): 0.25, Action("call"): 0.75}, 0.3))
    'call'
    """
    left = draw * sum(chances.values())
    for action, chance in chances.items():
        left -= chance
        if left < 0:
            return action
    return max(chances, key=lambda action: chances[action])
