"""Answering a raise before the flop that no precomputed strategy has.

The raiser gives up or raises; the other folds, calls or goes all-in, and an all-in is
folded to or called. Called hands are checked down. That is coarse, but it is solved
for the size that was bet: a raise to twenty blinds, or all-in, meets a range that pot
odds justify.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.combos import CLASSES
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.errors import SolvingError
from fivebet.solving.public_games import PublicGame, PublicNode, Terminal, class_payoffs, solve_game

Row = NDArray[np.float64]
"""One number for each of the 169 classes."""
_ITERATIONS = 100


@dataclass(frozen=True, slots=True)
class FacedRaise:
    """A raise to be answered: the chips in front of both players, in any unit."""

    posted: float
    """The raiser's chips before the raise."""
    answered: float
    """The other player's chips."""
    to: float
    stack: float
    """The smaller stack, with what is posted of it."""
    free: bool = False
    """Whether the raiser could have checked."""

    def __post_init__(self) -> None:
        if not 0 <= self.posted < self.to <= self.stack or not 0 <= self.answered < self.to:
            raise SolvingError(
                f"a raise from {self.posted:g} to {self.to:g} over {self.answered:g} cannot be "
                f"made with {self.stack:g}"
            )


@dataclass(frozen=True, slots=True)
class RaiseResponse:
    """How often each class raises, and how each class answers."""

    raises: Row
    fold: Row
    call: Row
    jam: Row | None
    """None where the raise is all-in already."""


def solve_raise_response(raised: FacedRaise, raiser: Row, other: Row) -> RaiseResponse:
    """Solve the raise and its answers for both ranges, given as weights by class."""
    jam = PublicNode(
        0, (("fold", Terminal("deal", -raised.to)), ("call", Terminal("show", raised.stack)))
    )
    answers: list[tuple[str, PublicNode | Terminal]] = [
        ("fold", Terminal("deal", raised.answered)),
        ("call", Terminal("show", raised.to)),
    ]
    if raised.to < raised.stack:
        answers.append(("jam", jam))
    give_up = Terminal(
        "show" if raised.free else "deal", raised.posted * (1 if raised.free else -1)
    )
    root = PublicNode(0, (("give up", give_up), ("raise", PublicNode(1, tuple(answers)))))
    weights = np.outer(raiser, other)
    if not (class_matrix().deals * weights).any():
        raise SolvingError("a raise is answered by nobody: give ranges that can be dealt together")
    deal, show = class_payoffs(weights)
    matrices = {"deal": deal.astype(np.float32), "show": show.astype(np.float32)}
    game = PublicGame(root, (CLASSES, CLASSES), matrices)
    strategy = solve_game(game, 0.0, _ITERATIONS, _ITERATIONS).strategy
    answer = strategy[("raise",)]
    return RaiseResponse(strategy[()]["raise"], answer["fold"], answer["call"], answer.get("jam"))
