"""Push or fold as drills: heads-up exactly, first in at bigger tables with at most one caller."""

from functools import cache

import numpy as np

from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.game.positions import position_names
from fivebet.solving.jam_fold_heads_up import JamOrFold, JamOrFoldSolution, solve_jam_or_fold
from fivebet.solving.jam_fold_one_caller import JamSpot, jam_gains, solve_jam_spot
from fivebet.solving.public_games import class_payoffs
from fivebet.streams import Stream
from fivebet.study.drills.decision import Row, SolvedDecision

KIND = "pushfold"
_TARGET = 1e-5
_CHIPS = 100  # in a big blind
_TABLES = (3, 6, 9)
_HEADS_UP = "Push or fold, heads-up: exact values of the equilibrium, solved to 0.00001 big blinds."
_TABLE = "Push or fold with at most one caller, as tournament charts have it; chips count."


def draw_push_fold(seed: int) -> SolvedDecision:
    """Return a decision by seed: a jam or a call heads-up, or a jam first in at a table."""
    stream = Stream(seed, "push or fold drill")
    match stream.below(3):
        case 0:
            return heads_up_jam(3 + stream.below(35) / 2, seed)
        case 1:
            return heads_up_call(3 + stream.below(35) / 2, seed)
        case _:
            players = _TABLES[stream.below(len(_TABLES))]
            return table_jam(players, stream.below(players - 1), 4 + stream.below(12), seed)


def heads_up_jam(stack: float, seed: int = 0) -> SolvedDecision:
    """Return the small blind's decision to jam or fold, in big blinds."""
    solved = _solved(stack)
    gains = solved.game.jam_gains(solved.call) / class_payoffs()[0].sum(axis=1)
    return SolvedDecision(
        kind=KIND,
        seed=seed,
        title=f"Heads-up, {stack:g} big blinds",
        story="You are on the button with the small blind. All-in or fold.",
        actions=("fold", f"all-in {round(_CHIPS * stack)}"),
        hands=CLASSES,
        weights=CLASS_SIZES / CLASS_SIZES.sum(),
        values=np.stack([np.zeros(169), gains]),
        shares=np.stack([1 - solved.jam, solved.jam]),
        pot=1.5,
        to_call=0.5,
        stack=stack - 0.5,
        method=_HEADS_UP,
        study={"page": f"/study/pushfold?stack={stack:g}"},
    )


def heads_up_call(stack: float, seed: int = 0) -> SolvedDecision:
    """Return the big blind's decision to call a jam or fold, in big blinds."""
    solved = _solved(stack)
    met = solved.jam @ class_payoffs()[0]
    gains = solved.game.call_gains(solved.jam) / met
    return SolvedDecision(
        kind=KIND,
        seed=seed,
        title=f"Heads-up, {stack:g} big blinds",
        story="You are in the big blind. The small blind goes all-in.",
        actions=("fold", "call"),
        hands=CLASSES,
        weights=met,
        values=np.stack([np.zeros(169), gains]),
        shares=np.stack([1 - solved.call, solved.call]),
        pot=stack + 1,
        to_call=stack - 1,
        stack=stack - 1,
        method=_HEADS_UP,
        study={"page": f"/study/pushfold?stack={stack:g}"},
    )


def table_jam(players: int, position: int, stack: float, seed: int = 0) -> SolvedDecision:
    """Return the decision to jam first in, everybody having the same stack in big blinds."""
    names = position_names(players)
    chips = round(_CHIPS * stack)
    posted = (*(0,) * (players - position - 2), _CHIPS // 2, _CHIPS)
    jams, gains = _solved_table((chips,) * (players - position), posted)
    before = names[:position]
    folded = f"{', '.join(before)} folded. " if before else ""
    return SolvedDecision(
        kind=KIND,
        seed=seed,
        title=f"{players} players, {stack:g} big blinds each",
        story=f"{folded}You are {names[position]}, first in. All-in or fold.",
        actions=("fold", f"all-in {chips}"),
        hands=CLASSES,
        weights=CLASS_SIZES / CLASS_SIZES.sum(),
        values=np.stack([np.zeros(169), gains / _CHIPS]),
        shares=np.stack([1 - jams, jams]),
        pot=1.5,
        to_call=1.0 - posted[0] / _CHIPS,
        stack=stack - posted[0] / _CHIPS,
        method=_TABLE,
        study={"page": "/study/pushfold"},
    )


@cache
def _solved(stack: float) -> JamOrFoldSolution:
    return solve_jam_or_fold(JamOrFold(stack), _TARGET)


@cache
def _solved_table(stacks: tuple[int, ...], posted: tuple[int, ...]) -> tuple[Row, Row]:
    """Return how often each class jams first in, and what that wins over a fold, in chips."""
    spot = JamSpot(stacks, posted)
    solution = solve_jam_spot(spot, iterations=300)
    return solution.jams[0], jam_gains(spot, solution)[0]
