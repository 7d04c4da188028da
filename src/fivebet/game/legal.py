"""The legal actions of the seat to act, with exact bounds."""

from typing import NamedTuple

from fivebet.game.action import CALL, CHECK, FOLD, Action, raise_to

__all__ = ["Legal"]


class Legal(NamedTuple):
    """The legal actions: whether one may fold, the cost of a call, the bounds of a raise.

    Bets and raises are amounts *to* which one's chips on this street go; the
    bounds are 0 where raising is not allowed.
    """

    can_fold: bool
    call: int
    can_raise: bool
    min_raise: int
    max_raise: int

    def __contains__(self, action: object) -> bool:
        """Return whether the rules allow an action; a check is not a call."""
        if not isinstance(action, Action):
            return False
        match action.kind:
            case "fold":
                return self.can_fold
            case "check":
                return self.call == 0
            case "call":
                return self.call > 0
            case _:
                return self.can_raise and self.min_raise <= action.to <= self.max_raise

    @property
    def choices(self) -> tuple[Action, ...]:
        """Return one action of each kind, and both bounds of a raise."""
        fold = (FOLD,) if self.can_fold else ()
        raises = sorted({self.min_raise, self.max_raise}) if self.can_raise else ()
        return (*fold, self.passive, *map(raise_to, raises))

    @property
    def passive(self) -> Action:
        """Return the check, or the call where there is something to call."""
        return CALL if self.call else CHECK

    def __str__(self) -> str:
        moves = [f"call {self.call}" if self.call else "check"]
        if self.can_fold:
            moves.insert(0, "fold")
        if self.can_raise:
            span = {self.min_raise, self.max_raise}
            moves.append("raise to " + " to ".join(map(str, sorted(span))))
        return ", ".join(moves)
