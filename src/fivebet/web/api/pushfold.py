"""Push or fold: who jams and who calls by stack, exactly for two players, sampled for more."""

from functools import lru_cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from fivebet.cards.combos import CLASS_SIZES
from fivebet.machine import core_count
from fivebet.solving.jam_fold_heads_up import JamOrFold, JamOrFoldSolution, solve_jam_or_fold
from fivebet.solving.jam_fold_table import JamTable, JamTableSolution, solve_jam_table
from fivebet.web.api.dependencies import QuestionsDependency

router = APIRouter(tags=["push or fold"])

_TARGET = 1e-5
_STACKS = (*np.arange(1.5, 10.0, 0.5).tolist(), *range(10, 26), 30.0, 40.0, 50.0)
_ITERATIONS = {2: 200, 3: 200, 4: 120, 5: 80, 6: 60}
"""By number of players; with more there are 40, so that the answer takes seconds."""
_THREADS = max(1, core_count() // 2)

Stack = Annotated[float, Query(gt=1, le=500, description="The shorter stack, in big blinds.")]
SmallBlind = Annotated[float, Query(ge=0, le=1, description="In big blinds.")]
Ante = Annotated[float, Query(ge=0, le=10, description="Of each player, in big blinds.")]


class JamOrFoldResponse(BaseModel):
    """How often each class jams and calls heads-up, row by row from the aces."""

    stack: float
    jam: list[float]
    call: list[float]
    jam_share: float
    call_share: float
    value: float
    """What the small blind wins, in big blinds."""
    exploitability: float


class JamChartResponse(BaseModel):
    """The biggest stack at which each class still jams, and calls, at least half the time.

    It is 0 if the class does so at no stack that was solved. Some hands jam at small and
    at big stacks but not between: the charts by stack show that.
    """

    stacks: list[float]
    jam: list[float]
    call: list[float]
    jam_shares: list[float]
    call_shares: list[float]
    values: list[float]


class JamTableRequest(BaseModel):
    """A table by its stacks in order of action; the last two are the blinds."""

    stacks: list[Annotated[float, Field(gt=0, le=500)]] = Field(
        min_length=2, max_length=9, examples=[[10, 6, 14, 8]]
    )
    small_blind: float = Field(0.5, ge=0, le=1)
    ante: float = Field(0.0, ge=0, le=10)
    prizes: list[Annotated[float, Field(ge=0, le=1e9)]] = Field([], max_length=9)
    """From the first place down; without prizes, chips count."""
    seed: int = Field(0, ge=0, lt=2**63)

    model_config = {
        "json_schema_extra": {
            "examples": [{"stacks": [10, 6, 14, 8], "ante": 0.1, "prizes": [50, 30, 20]}]
        }
    }


class JamPositionResponse(BaseModel):
    """A position's value, and how often each class goes all-in there."""

    position: str
    stack: float
    value: float
    value_error: float
    gain: float
    """What a best response would win in addition."""
    jam: list[float] | None
    jam_share: float | None
    calls: dict[str, list[float]]
    """How often each class calls, by the position that has jammed."""
    call_shares: dict[str, float]


class JamTableResponse(BaseModel):
    """The solution of a table, sampled."""

    unit: str
    deals: int
    positions: list[JamPositionResponse]


@router.get("/pushfold")
async def solve_heads_up(
    questions: QuestionsDependency,
    stack: Stack = 10.0,
    small_blind: SmallBlind = 0.5,
    ante: Ante = 0.0,
) -> JamOrFoldResponse:
    """Solve push or fold heads-up at one stack."""
    return await questions.ask(_heads_up, stack, small_blind, ante)


@router.get("/pushfold/chart")
async def heads_up_chart(
    questions: QuestionsDependency, small_blind: SmallBlind = 0.5, ante: Ante = 0.0
) -> JamChartResponse:
    """Solve push or fold heads-up at all stacks, as one chart."""
    return await questions.ask(_chart, small_blind, ante)


@router.post("/pushfold/table")
async def solve_table(request: JamTableRequest, questions: QuestionsDependency) -> JamTableResponse:
    """Solve push or fold for two to nine players, by chips or by prizes; it takes a few seconds."""
    return await questions.ask(_table, request)


def _heads_up(stack: float, small_blind: float, ante: float) -> JamOrFoldResponse:
    solved = _solved(stack, small_blind, ante)
    return JamOrFoldResponse(
        stack=stack,
        jam=_row(solved.jam),
        call=_row(solved.call),
        jam_share=_share(solved.jam),
        call_share=_share(solved.call),
        value=solved.value,
        exploitability=solved.exploitability,
    )


def _chart(small_blind: float, ante: float) -> JamChartResponse:
    stacks = [stack for stack in _STACKS if stack > 1 + ante]
    solved = [_solved(stack, small_blind, ante) for stack in stacks]
    return JamChartResponse(
        stacks=stacks,
        jam=_biggest_stacks(stacks, [each.jam for each in solved]),
        call=_biggest_stacks(stacks, [each.call for each in solved]),
        jam_shares=[_share(each.jam) for each in solved],
        call_shares=[_share(each.call) for each in solved],
        values=[each.value for each in solved],
    )


def _table(request: JamTableRequest) -> JamTableResponse:
    played = JamTable(
        tuple(request.stacks), request.small_blind, ante=request.ante, prizes=tuple(request.prizes)
    )
    iterations = _ITERATIONS.get(len(request.stacks), 40)
    solved = solve_jam_table(played, iterations, request.seed, _THREADS, measured=100_000)
    return JamTableResponse(
        unit="prizes" if request.prizes else "big blinds",
        deals=solved.deals,
        positions=[_position(solved, i) for i in range(len(played.names))],
    )


def _position(solved: JamTableSolution, i: int) -> JamPositionResponse:
    names = solved.table.names
    last = i == len(names) - 1
    jam = None if last else solved.strategy(names[i])
    calls = {jammer: solved.strategy(names[i], jammer) for jammer in names[:i]}
    return JamPositionResponse(
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


def _biggest_stacks(stacks: list[float], rows: list[NDArray[np.float64]]) -> list[float]:
    jams = np.array(rows) >= 0.5
    biggest = np.where(jams, np.array(stacks)[:, None], 0.0).max(axis=0)
    return [float(stack) for stack in biggest]


def _row(row: NDArray[np.float64]) -> list[float]:
    return [float(part) for part in np.clip(row, 0, 1).round(4)]


def _share(row: NDArray[np.float64]) -> float:
    return float(row @ CLASS_SIZES / 1326)
