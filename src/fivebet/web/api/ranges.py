"""Ranges: from text to weights and back, as `fivebet range` reads and writes them."""

from typing import Annotated

import numpy as np
from fastapi import APIRouter
from pydantic import BaseModel, Field

from fivebet.cards.class_orders import ORDERS
from fivebet.cards.ranges import Range
from fivebet.errors import RangeError

router = APIRouter(tags=["ranges"])

Weight = Annotated[float, Field(ge=0, le=1)]


class RangeRequest(BaseModel):
    """A range by its text or by its weights; without either it is the empty range."""

    text: str = Field("", max_length=20_000, examples=["22+, A2s+, KTs+, AJo+, 76s:0.5"])
    weights: list[Weight] | None = Field(None, max_length=1326)
    """1,326 by combo (cards a < b at b(b-1)/2 + a) or 169 by class, row by row from the aces."""

    model_config = {"json_schema_extra": {"examples": [{"text": "22+, A2s+, 76s:0.5"}]}}


class RangeResponse(BaseModel):
    """A range as text and as weights."""

    text: str
    """The shortest text for this range."""
    combos: float
    share: float
    weights: list[float]
    """The weights of the 1,326 combos."""


@router.post("/ranges")
def read_range(request: RangeRequest) -> RangeResponse:
    """Convert a range from text to weights, or from weights to text."""
    if request.weights is not None:
        if request.text:
            raise RangeError("a range is given by its text or by its weights, not by both")
        result = Range.from_weights(request.weights)
    elif request.text.strip():
        result = Range(request.text)
    else:
        result = Range.from_weights(np.zeros(169))
    return RangeResponse(
        text=str(result), combos=result.combos, share=result.share, weights=result.weights.tolist()
    )


@router.get("/ranges/orders")
def list_orders() -> list[str]:
    """List the orders that shares such as `15%@one-random` use; the first is the default."""
    return list(ORDERS)
