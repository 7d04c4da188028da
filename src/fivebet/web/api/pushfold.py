"""Push or fold: who jams and who calls, by stack, exactly for two and sampled for more."""

import os
from functools import lru_cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from fivebet.cards.combos import CLASS_SIZES
from fivebet.solving.jam_fold_heads_up import JamOrFold, JamOrFoldSolution, solve_jam_or_fold
from fivebet.solving.jam_fold_table import JamTable, JamTableSolution, solve_jam_table

router = APIRouter(tags=["push or fold"])

_TARGET = 1e-5
_STACKS = (*np.arange(1.5, 10.0, 0.5).tolist(), *range(10, 26), 30.0, 40.0, 50.0)
_ITERATIONS = {2: 200, 3: 200, 4: 120, 5: 80, 6: 60}
"""By players; with more there are 40, so that the answer takes seconds."""
_THREADS = max(1, (os.cpu_count() or 1) // 2)

Stack = Annotated[float, Query(gt=1, le=500, description="The shorter stack, in big blinds.")]
SmallBlind = Annotated[float, Query(ge=0, le=1, description="In big blinds.")]
Ante = Annotated[float, Query(ge=0, le=10, description="Of each player, in big blinds.")]


class JamOrFoldTold(BaseModel):
    """Heads-up: by class, row by row from the aces, how often it jams and calls."""

    stack: float
    jam: list[float]
    call: list[float]
    jam_share: float
    call_share: float
    value: float
    """What the small blind wins, in big blinds."""
    exploitability: float


class ChartTold(BaseModel):
    """For every class the biggest stack at which it still jams, and calls, at least half the time.

    0: at no stack that was solved. Some hands jam at small and at big stacks but not
    between: the charts by stack have the whole of it.
    """

    stacks: list[float]
    jam: list[float]
    call: list[float]
    jam_shares: list[float]
    call_shares: list[float]
    values: list[float]


class JamTableAsked(BaseModel):
    """A table: stacks in order of action, the last two of them the blinds."""

    stacks: list[Annotated[float, Field(gt=0, le=500)]] = Field(
        min_length=2, max_length=9, examples=[[10, 6, 14, 8]]
    )
    small_blind: float = Field(0.5, ge=0, le=1)
    ante: float = Field(0.0, ge=0, le=10)
    prizes: list[Annotated[float, Field(ge=0, le=1e9)]] = Field([], max_length=9)
    """From the first place down; without any, chips count."""
    seed: int = Field(0, ge=0, lt=2**63)

    model_config = {
        "json_schema_extra": {
            "examples": [{"stacks": [10, 6, 14, 8], "ante": 0.1, "prizes": [50, 30, 20]}]
        }
    }


class PositionTold(BaseModel):
    """One position: its value, and by class how often it goes all-in."""

    position: str
    stack: float
    value: float
    value_error: float
    gain: float
    """What a best response would win more."""
    jam: list[float] | None
    jam_share: float | None
    calls: dict[str, list[float]]
    """By who has jammed."""
    call_shares: dict[str, float]


class JamTableTold(BaseModel):
    """A table, sampled."""

    unit: str
    deals: int
    positions: list[PositionTold]


@router.get("/pushfold")
def push_or_fold(
    stack: Stack = 10.0, small_blind: SmallBlind = 0.5, ante: Ante = 0.0
) -> JamOrFoldTold:
    """Heads-up at one stack."""
    solved = _solved(stack, small_blind, ante)
    return JamOrFoldTold(
        stack=stack,
        jam=_row(solved.jam),
        call=_row(solved.call),
        jam_share=_share(solved.jam),
        call_share=_share(solved.call),
        value=solved.value,
        exploitability=solved.exploitability,
    )


@router.get("/pushfold/chart")
def chart(small_blind: SmallBlind = 0.5, ante: Ante = 0.0) -> ChartTold:
    """Heads-up at all stacks in one chart."""
    stacks = [stack for stack in _STACKS if stack > 1 + ante]
    solved = [_solved(stack, small_blind, ante) for stack in stacks]
    return ChartTold(
        stacks=stacks,
        jam=_biggest(stacks, [each.jam for each in solved]),
        call=_biggest(stacks, [each.call for each in solved]),
        jam_shares=[_share(each.jam) for each in solved],
        call_shares=[_share(each.call) for each in solved],
        values=[each.value for each in solved],
    )


@router.post("/pushfold/table")
def table(asked: JamTableAsked) -> JamTableTold:
    """Two to nine players, by chips or by prizes; a few seconds."""
    played = JamTable(
        tuple(asked.stacks), asked.small_blind, ante=asked.ante, prizes=tuple(asked.prizes)
    )
    iterations = _ITERATIONS.get(len(asked.stacks), 40)
    solved = solve_jam_table(played, iterations, asked.seed, _THREADS, measured=100_000)
    return JamTableTold(
        unit="prizes" if asked.prizes else "big blinds",
        deals=solved.deals,
        positions=[_position(solved, i) for i in range(len(played.names))],
    )


def _position(solved: JamTableSolution, i: int) -> PositionTold:
    names = solved.table.names
    last = i == len(names) - 1
    jam = None if last else solved.strategy(names[i])
    calls = {jammer: solved.strategy(names[i], jammer) for jammer in names[:i]}
    return PositionTold(
        position=names[i],
        stack=solved.table.stacks[i],
        value=solved.values[i],
        value_error=solved.errors[i][0],
        gain=solved.gains[i],
        jam=None if jam is None else _row(jam),
        jam_share=None if jam is None else _share(jam),
        calls={jammer: _row(row) for jammer, row in calls.items()},
        call_shares={jammer: _share(row) for jammer, row in calls.items()},
    )


@lru_cache(maxsize=2_000)
def _solved(stack: float, small_blind: float, ante: float) -> JamOrFoldSolution:
    return solve_jam_or_fold(JamOrFold(stack, small_blind, ante=ante), _TARGET)


def _biggest(stacks: list[float], rows: list[NDArray[np.float64]]) -> list[float]:
    jams = np.array(rows) >= 0.5
    found = np.where(jams, np.array(stacks)[:, None], 0.0).max(axis=0)
    return [float(stack) for stack in found]


def _row(row: NDArray[np.float64]) -> list[float]:
    return [float(part) for part in np.clip(row, 0, 1).round(4)]


def _share(row: NDArray[np.float64]) -> float:
    return float(row @ CLASS_SIZES / 1326)
