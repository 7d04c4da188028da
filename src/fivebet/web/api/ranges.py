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


class RangeAsked(BaseModel):
    """A range by its text, or by its weights; nothing at all is the range of nothing."""

    text: str = Field("", max_length=20_000, examples=["22+, A2s+, KTs+, AJo+, 76s:0.5"])
    weights: list[Weight] | None = Field(None, max_length=1326)
    """1,326 by combo (cards a < b at b(b-1)/2 + a) or 169 by class, row by row from the aces."""

    model_config = {"json_schema_extra": {"examples": [{"text": "22+, A2s+, 76s:0.5"}]}}


class RangeTold(BaseModel):
    """A range."""

    text: str
    """The shortest that reads back as the same range."""
    combos: float
    share: float
    weights: list[float]
    """By combo."""


@router.post("/ranges")
def read_range(asked: RangeAsked) -> RangeTold:
    """A range as text and as weights."""
    if asked.weights is not None:
        if asked.text:
            raise RangeError("a range is given by its text or by its weights, not by both")
        found = Range.from_weights(asked.weights)
    elif asked.text.strip():
        found = Range(asked.text)
    else:
        found = Range.from_weights(np.zeros(169))
    return RangeTold(
        text=str(found), combos=found.combos, share=found.share, weights=found.weights.tolist()
    )


@router.get("/ranges/orders")
def orders() -> list[str]:
    """The orders by which shares such as `15%@one-random` are taken; the first is the usual."""
    return list(ORDERS)
