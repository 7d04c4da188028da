"""Flop decisions as drills, from the flops that the library has solved."""

import numpy as np

from fivebet.cards.combos import combo_name
from fivebet.errors import SolvingError
from fivebet.solving.preflop_blueprint import BIG_BLIND
from fivebet.streams import Stream
from fivebet.study.drills.decision import HEROES, SolvedDecision, line_text
from fivebet.study.library.flops import (
    DEPTH,
    POTS,
    TARGET,
    FlopPot,
    StoredNode,
    kept_flops,
    load_nodes,
)

KIND = "flop"
_METHOD = "From the library of flops: solved to the river, to {target:g} % of the pot."
_EVERY = [(pot.name, board) for pot in POTS.values() for board in pot.boards]
_MOST_LINES = 1_000_000
_LEAST_GAP = 0.1  # big blinds: the library is solved less far than rivers are


def has_flops() -> bool:
    """Return whether the library has a flop to drill."""
    return any(kept_flops(pot) for pot in POTS)


def draw_seed(stream: Stream) -> int:
    """Return the seed of a decision on one of the flops that are kept."""
    made = [number for number, (pot, board) in enumerate(_EVERY) if board in kept_flops(pot)]
    if not made:
        raise SolvingError("the library has no flops yet: fivebet library make solves some")
    return made[stream.below(len(made))] + len(_EVERY) * stream.below(_MOST_LINES)


def draw_flop(seed: int) -> SolvedDecision:
    """Return a decision by seed, which stays the same when more flops are made."""
    pot, board = _EVERY[seed % len(_EVERY)]
    lines = [path for path, node in load_nodes(pot, board).items() if len(node.actions) > 1]
    return flop_decision(pot, board, lines[seed // len(_EVERY) % len(lines)], seed)


def flop_decision(pot: str, board: str, path: tuple[str, ...], seed: int = 0) -> SolvedDecision:
    """Return a decision of the library with the values of its actions."""
    node, spot = load_nodes(pot, board)[path], POTS[pot].spot(board)
    held = np.flatnonzero((node.weights > 0) & ~np.isnan(node.values).any(axis=0))
    put = node.contributed
    return SolvedDecision(
        kind=KIND,
        seed=seed,
        title=f"Flop, {POTS[pot].title[0].lower()}{POTS[pot].title[1:]}, {DEPTH} big blinds",
        story=_story(POTS[pot], node),
        actions=node.actions,
        hands=tuple(map(combo_name, held.tolist())),
        weights=node.weights[held],
        values=node.values[:, held],
        shares=np.nan_to_num(node.shares[:, held]),
        pot=node.pot / BIG_BLIND,
        to_call=(put[1 - node.player] - put[node.player]) / BIG_BLIND,
        stack=(spot.stack - put[node.player]) / BIG_BLIND,
        method=_METHOD.format(target=TARGET),
        least_gap=_LEAST_GAP,
        board=board,
        study={"spot": spot.to_dict(), "at": ", ".join(path), "target": TARGET},
    )


def _story(pot: FlopPot, node: StoredNode) -> str:
    before = line_text(pot.line, first=1)
    after = f" Flop: {line_text(node.path)}." if node.path else ""
    return f"You are {HEROES[node.player]}. {before[0].upper()}{before[1:]}.{after}"
