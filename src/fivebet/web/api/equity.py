"""Equity: each player's share of the pot, as `fivebet equity` answers."""

import os
from typing import Annotated

import numpy as np
from fastapi import APIRouter
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from fivebet.cards import as_board, as_cards
from fivebet.cards.combos import CLASS_OF_COMBO, CLASSES
from fivebet.cards.equity import equity
from fivebet.cards.ranges import as_range
from fivebet.errors import RangeError

router = APIRouter(tags=["equity"])

_THREADS = max(1, (os.cpu_count() or 1) // 2)
"""Live tables go on meanwhile."""

Hands = Annotated[str, Field(max_length=20_000)]


class EquityAsked(BaseModel):
    """Hands or ranges, and what is known of the other cards."""

    players: list[Hands] = Field(min_length=2, max_length=10, examples=[["AhKh", "QQ+, AKs"]])
    board: str = Field("", max_length=40, examples=["Qh7h2c"])
    dead: str = Field("", max_length=200)
    seed: int = Field(0, ge=0, lt=2**63)
    classes: bool = False
    """Whether the equity of each class is wanted too."""

    model_config = {
        "json_schema_extra": {"examples": [{"players": ["AhKh", "QQ+, AKs"], "board": "Qh7h2c"}]}
    }


class ShareTold(BaseModel):
    """One player's."""

    hands: str
    combos: float
    """That the board and the dead cards leave."""
    equity: float
    win: float
    tie: float
    lose: float
    standard_error: float
    classes: dict[str, float] | None
    """Equity by class, over the combos that are held."""


class EquityTold(BaseModel):
    """Everybody's, and how it was found."""

    board: str
    players: list[ShareTold]
    exact: bool
    deals: float
    method: str


@router.post("/equity")
def ask_equity(asked: EquityAsked) -> EquityTold:
    """Each player's share of the pot: exact where that is quick, sampled otherwise."""
    for place, given in enumerate(asked.players, start=1):
        if not given.strip():
            raise RangeError(f"player {place} holds nothing: give a hand like AhKh or a range")
    ranges = [as_range(given) for given in asked.players]
    found = equity(
        *ranges,
        board=asked.board,
        dead=asked.dead,
        seed=asked.seed,
        threads=_THREADS,
        per_combo=asked.classes,
    )
    known = as_board(asked.board) | as_cards(asked.dead)
    return EquityTold(
        board=str(as_board(asked.board)),
        players=[
            ShareTold(
                hands=given,
                combos=ranges[i].without(known).combos,
                equity=found.equity[i],
                win=found.win[i],
                tie=found.tie[i],
                lose=found.lose[i],
                standard_error=found.standard_error[i],
                classes=_by_class(found.per_combo[i], ranges[i].without(known).weights)
                if found.per_combo
                else None,
            )
            for i, given in enumerate(asked.players)
        ],
        exact=found.exact,
        deals=found.deals,
        method=found.method,
    )


def _by_class(equities: NDArray[np.float64], weights: NDArray[np.float64]) -> dict[str, float]:
    held = np.where(np.isnan(equities), 0.0, weights)
    total = np.bincount(CLASS_OF_COMBO, weights=held, minlength=169)
    sums = np.bincount(CLASS_OF_COMBO, weights=held * np.nan_to_num(equities), minlength=169)
    return {CLASSES[i]: float(sums[i] / total[i]) for i in np.flatnonzero(total > 0)}
