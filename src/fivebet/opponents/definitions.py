"""What each statistic counts: times and opportunities, in the words of a player.

The one place where they are written down; the table of `docs/opponents.md` is this
one. Where the trackers that players use agree, so do we: PokerTracker's are the
yardstick. They are counted in the compiled core, beside the table.
"""

from dataclasses import dataclass

from fivebet._core import STATISTICS
from fivebet.errors import GameError
from fivebet.game.game import STREETS

ALL_STREETS = (0, 1, 2, 3)
BEFORE_FLOP = (0,)
AFTER_FLOP = (1, 2, 3)
WHOLE_HAND = ()

INDEX: dict[str, int] = {name: index for index, name in enumerate(STATISTICS)}
"""The index of each statistic in the core."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A statistic that is a share: the label players know, and what is counted."""

    name: str
    label: str
    times: str
    opportunities: str
    streets: tuple[int, ...]
    """The streets on which it is counted; none if it concerns the hand as a whole."""
    headline: tuple[int, ...] = ()
    """The streets that count where none is asked for, if not all of these."""

    @property
    def shown(self) -> tuple[int, ...]:
        """The streets that make up the figure without a street."""
        return self.headline or self.streets


_BETS = "the player can still raise"

DEFINITIONS: dict[str, Definition] = {
    each.name: each
    for each in (
        Definition(
            "vpip",
            "VPIP",
            "calls, bets or raises; posting a blind and checking it are none",
            "hands with at least one decision preflop: no walks, no blinds that put one all-in",
            BEFORE_FLOP,
        ),
        Definition(
            "pfr",
            "PFR",
            "raises, whichever raise it is",
            f"hands with a decision preflop at which {_BETS}",
            BEFORE_FLOP,
        ),
        Definition(
            "rfi",
            "RFI",
            "raises",
            f"first decisions before anybody has called or raised, at which {_BETS}",
            BEFORE_FLOP,
        ),
        Definition(
            "limp",
            "Limp",
            "calls the blind, first in or behind others; completing the small blind is one",
            "first decisions with something to call and no raise yet",
            BEFORE_FLOP,
        ),
        Definition(
            "three_bet",
            "3-bet",
            "raises",
            f"decisions facing the street's second bet, at which {_BETS}; "
            "preflop the big blind is the first",
            ALL_STREETS,
            BEFORE_FLOP,
        ),
        Definition(
            "fold_to_three_bet",
            "Fold to 3-bet",
            "folds",
            "decisions facing the third bet by whoever made the second",
            ALL_STREETS,
            BEFORE_FLOP,
        ),
        Definition(
            "four_bet",
            "4-bet",
            "raises",
            f"decisions facing the street's third bet, one's own or cold, at which {_BETS}",
            ALL_STREETS,
            BEFORE_FLOP,
        ),
        Definition(
            "fold_to_four_bet",
            "Fold to 4-bet",
            "folds",
            "decisions facing the fourth bet by whoever made the third",
            ALL_STREETS,
            BEFORE_FLOP,
        ),
        Definition(
            "five_bet",
            "5-bet",
            "raises",
            f"decisions facing the street's fourth bet at which {_BETS}: in limit games "
            "that end there, none",
            ALL_STREETS,
            BEFORE_FLOP,
        ),
        Definition(
            "steal",
            "Steal",
            "raises",
            "opportunities of RFI in the cutoff, on the button or in the small blind",
            BEFORE_FLOP,
        ),
        Definition(
            "fold_to_steal",
            "Fold to steal",
            "folds",
            "decisions of a blind facing a steal that nobody has raised",
            BEFORE_FLOP,
        ),
        Definition(
            "cbet",
            "CBet",
            "bets",
            "decisions with no bet yet by the last to bet or raise on the street before, "
            "who on turn and river must have made a continuation bet there",
            AFTER_FLOP,
        ),
        Definition(
            "fold_to_cbet",
            "Fold to CBet",
            "folds",
            "decisions facing a continuation bet that nobody has raised",
            AFTER_FLOP,
        ),
        Definition(
            "donk_bet",
            "Donk bet",
            "bets",
            "decisions with no bet yet, before the last to bet or raise on the street before "
            "has acted",
            AFTER_FLOP,
        ),
        Definition(
            "check_fold",
            "Check-fold",
            "folds",
            "decisions facing a bet after having checked on the street",
            AFTER_FLOP,
        ),
        Definition(
            "check_raise",
            "Check-raise",
            "raises",
            f"decisions facing a bet after having checked on the street, at which {_BETS}",
            AFTER_FLOP,
        ),
        Definition(
            "check", "Check", "checks", "decisions with nothing to call", ALL_STREETS, AFTER_FLOP
        ),
        Definition(
            "bet",
            "Bet",
            "bets",
            "decisions with nothing bet yet at which the player can bet",
            ALL_STREETS,
            AFTER_FLOP,
        ),
        Definition(
            "fold",
            "Fold to bet",
            "folds",
            "decisions with something to call, and folds without",
            ALL_STREETS,
            AFTER_FLOP,
        ),
        Definition(
            "call", "Call bet", "calls", "decisions with something to call", ALL_STREETS, AFTER_FLOP
        ),
        Definition(
            "raise",
            "Raise bet",
            "raises",
            f"decisions with a bet or a blind before one, at which {_BETS}",
            ALL_STREETS,
            AFTER_FLOP,
        ),
        Definition(
            "aggression_frequency",
            "AFq",
            "bets and raises",
            "bets, raises, calls and folds; checks are left out",
            ALL_STREETS,
            AFTER_FLOP,
        ),
        Definition(
            "seen",
            "Went to",
            "hands in which the player was in when the street was dealt",
            "hands in which the player was in on the street before",
            ALL_STREETS,
            (1,),
        ),
        Definition(
            "showdown",
            "WTSD",
            "hands shown down, whether or not one shows",
            "hands that are over and in which one saw the flop",
            WHOLE_HAND,
        ),
        Definition(
            "won_showdown",
            "W$SD",
            "wins a pot or a part of one",
            "showdowns whose result is known",
            WHOLE_HAND,
        ),
        Definition(
            "won_seeing_flop",
            "WWSF",
            "wins a pot or a part of one, with or without a showdown",
            "hands with a known result in which one saw the flop",
            WHOLE_HAND,
        ),
    )
}


def street_index(street: str | int) -> int:
    """Return the index of a street by its name or number.

    >>> street_index("turn")
    2
    """
    if street in STREETS:
        return STREETS.index(street)
    if isinstance(street, int) and street in ALL_STREETS:
        return street
    raise GameError(f"{street!r} is no street: there are {', '.join(STREETS)}")
