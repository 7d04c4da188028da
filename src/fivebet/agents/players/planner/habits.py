"""An opponent's habits: by the shared statistics, or those of a default player.

A ratio of the statistics is shrunk to what the model says, whose word weighs as
much as twenty observations. How often somebody folds depends on the price, so that
folds are compared with those of the model at the usual price: the odds of folding,
at any price, are the model's times as much.
"""

from dataclasses import dataclass

from fivebet.game.game import STREETS
from fivebet.game.view import View
from fivebet.opponents import Statistics, Tally

_TRUST = 20.0
USUAL_PRICE = 0.3
"""The equity that a bet of three quarters of the pot asks for."""
_RAISES = 0.12
"""How often anybody raises a bet."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What one opponent does on a street, as far as plans need it."""

    fold_odds: float = 1.0
    """The odds of folding to a bet, as a multiple of the model's."""
    bets: float | None = None
    """How often the opponent bets if nobody has; None where that was never counted."""
    raises: float = _RAISES
    """How often the opponent raises a bet."""
    size: float = 1.0
    """The opponent's bets in parts of the pot; the thesis says all of it."""

    def folds(self, model: float) -> float:
        """Return how often the opponent folds where the model folds so often.

        >>> Habits(fold_odds=3.0).folds(0.5)
        0.75
        """
        return self.fold_odds * model / (1 - model + self.fold_odds * model)


DEFAULT_HABITS = Habits()


def names_at(view: View) -> tuple[object, ...]:
    """Return names by seat if there are any, or else how far each sits to our left."""
    seats = view.game.seats
    return view.players or tuple((seat - view.seat) % seats for seat in range(seats))


def habits_of(view: View, seen: Tally, aggression: float) -> dict[int, Habits]:
    """Return the habits of those who have not folded, by seat, on the street that is played."""
    names = names_at(view)
    return {
        seat: _habits(seen[names[seat]], view.street, aggression)
        if names[seat] in seen
        else Habits(bets=aggression)
        for seat in view.active
        if seat != view.seat
    }


def _habits(known: Statistics, street: int, aggression: float) -> Habits:
    after = known.on(*STREETS[1:])
    here = after if street else known.on("preflop")
    return Habits(
        fold_odds=fold_odds(here.ratio("fold").shrunk(USUAL_PRICE, _TRUST)),
        bets=after.ratio("bet").shrunk(aggression, _TRUST),
        raises=here.ratio("raise").shrunk(_RAISES, _TRUST),
        size=known.bet_size or 1.0,
    )


def fold_odds(folds: float) -> float:
    """Return the odds of folding at the usual price as a multiple of the model's."""
    return folds / (1 - folds) / (USUAL_PRICE / (1 - USUAL_PRICE))
