"""Equity: each player's share of the pot, as `fivebet equity` answers."""

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
from fivebet.machine import core_count
from fivebet.web.api.dependencies import QuestionsDependency

router = APIRouter(tags=["equity"])

_THREADS = max(1, core_count() // 2)
"""The other cores are for live tables."""

Hands = Annotated[str, Field(max_length=20_000)]


class EquityRequest(BaseModel):
    """Hands or ranges, and what is known of the other cards."""

    players: list[Hands] = Field(min_length=2, max_length=10, examples=[["AhKh", "QQ+, AKs"]])
    board: str = Field("", max_length=40, examples=["Qh7h2c"])
    dead: str = Field("", max_length=200)
    seed: int = Field(0, ge=0, lt=2**63)
    classes: bool = False
    """Whether to return the equity of each class too."""

    model_config = {
        "json_schema_extra": {"examples": [{"players": ["AhKh", "QQ+, AKs"], "board": "Qh7h2c"}]}
    }


class PlayerEquityResponse(BaseModel):
    """One player's equity."""

    hands: str
    combos: float
    """The combos that the board and the dead cards leave."""
    equity: float
    win: float
    tie: float
    lose: float
    standard_error: float
    classes: dict[str, float] | None
    """The equity of each class, over the combos that are held."""


class EquityResponse(BaseModel):
    """All players' equities, and how they were computed."""

    board: str
    players: list[PlayerEquityResponse]
    exact: bool
    deals: float
    method: str


@router.post("/equity")
async def compute_equity(request: EquityRequest, questions: QuestionsDependency) -> EquityResponse:
    """Compute each player's share of the pot: exactly where that is quick, sampled otherwise."""
    return await questions.ask(_equity, request)


def _equity(request: EquityRequest) -> EquityResponse:
    for place, given in enumerate(request.players, start=1):
        if not given.strip():
            raise RangeError(f"player {place} holds nothing: give a hand like AhKh or a range")
    ranges = [as_range(given) for given in request.players]
    result = equity(
        *ranges,
        board=request.board,
        dead=request.dead,
        seed=request.seed,
        threads=_THREADS,
        per_combo=request.classes,
    )
    known = as_board(request.board) | as_cards(request.dead)
    return EquityResponse(
        board=str(as_board(request.board)),
        players=[
            PlayerEquityResponse(
                hands=given,
                combos=ranges[i].without(known).combos,
                equity=result.equity[i],
                win=result.win[i],
                tie=result.tie[i],
                lose=result.lose[i],
                standard_error=result.standard_error[i],
                classes=_by_class(result.per_combo[i], ranges[i].without(known).weights)
                if result.per_combo
                else None,
            )
            for i, given in enumerate(request.players)
        ],
        exact=result.exact,
        deals=result.deals,
        method=result.method,
    )


def _by_class(equities: NDArray[np.float64], weights: NDArray[np.float64]) -> dict[str, float]:
    held = np.where(np.isnan(equities), 0.0, weights)
    total = np.bincount(CLASS_OF_COMBO, weights=held, minlength=169)
    sums = np.bincount(CLASS_OF_COMBO, weights=held * np.nan_to_num(equities), minlength=169)
    return {CLASSES[i]: float(sums[i] / total[i]) for i in np.flatnonzero(total > 0)}
