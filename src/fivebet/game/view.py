"""Views: what one seat may know, and nothing else.

A view is made by copying the hand and erasing every card that the seat has not
seen: the others' hole cards until they are shown, and the board to come. What
is left reads like a hand: `legal`, `stacks`, `bets`, `pot`, `board`, `moves`; and `cards`,
`stack` and `to_act` are the seat's own.
"""

from fivebet import _core
from fivebet.game.drawing import draw, summarise
from fivebet.game.events import Event, hand_events
from fivebet.game.pickling import PickledHand, hand_state, restore_hand
from fivebet.notebook import preformatted_html


class View(_core.View):
    """A hand as one seat sees it, at one moment: it does not change with the hand."""

    __slots__ = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """Return everything that the seat has seen, in order."""
        return hand_events(self)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_view, (self.seat, *hand_state(self))

    def __str__(self) -> str:
        return draw(self)

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {summarise(self)}>"

    def _repr_html_(self) -> str:
        return preformatted_html(draw(self))


def _restore_view(seat: int, *state: *PickledHand) -> View:
    return View(restore_hand(_core.Hand, *state), seat)
