"""The coach: what others would have done in a person's place, and what it was worth.

It looks at the spot as the person saw it, so that it can be asked at any time and
gives nothing away.
"""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path
from pydantic import BaseModel, Field

from fivebet.agents.hosting.registry import describe_agents, plays
from fivebet.cards.odds import pot_odds
from fivebet.game import Action, View
from fivebet.web.agents.workers import SeatedAgent
from fivebet.web.api.agents import Decided, decided
from fivebet.web.api.dependencies import RoomHere, TableHere, WhoAsks
from fivebet.web.coach import equity_of, solver_answer, why_not_solved
from fivebet.web.tables.plan import ADAPTED, check_agent_name
from fivebet.web.tables.table import LiveTable

router = APIRouter(tags=["coach"])

_SECONDS = 15.0
_SECONDS_TO_SOLVE = 30.0


class SpotAsked(BaseModel):
    """One of the person's decisions, by hand and turn."""

    hand: int = Field(ge=0, lt=2**53)
    turn: int = Field(ge=0, lt=2**53)


class StepTold(BaseModel):
    """An action, how often the solver takes it, and the chips that it wins from here on."""

    action: str
    probability: float
    value: float


class SolverTold(BaseModel):
    """The solver's strategy with these cards, and what the choice cost in chips."""

    steps: list[StepTold]
    cost: float
    exploitability_pct: float
    assumes: str


class Advice(BaseModel):
    """A spot and what it was worth.

    Values are in chips from here on, folding being 0; they take the others' hands as
    random and the betting as over after a call.
    """

    cards: list[str]
    board: list[str]
    pot: int
    call: int
    opponents: int
    equity: float
    pot_odds: float
    call_value: float
    action: str
    to: int
    cost: float | None
    """Of folding or calling instead of the other; None where a raise was made."""
    agents: list[str]
    """Who can be asked about it."""
    solver_note: str
    """Why the solver cannot, if it cannot."""


@router.post("/tables/{number}/coach")
async def advise(asked: SpotAsked, table: TableHere, player: WhoAsks, room: RoomHere) -> Advice:
    """What one of your decisions was worth, and whom you can ask about it."""
    view, action = _spot(asked, table, player)
    share = await room.thinkers.crew.work(_SECONDS, equity_of, view)
    call, pot = view.legal.call, view.pot
    worth = share * (pot + call) - call
    best = max(worth, 0.0) if call else worth
    costs = {"fold": best, "call": best - worth, "check": 0.0}
    game = view.game.name
    return Advice(
        cards=[str(card) for card in view.cards],
        board=[str(card) for card in view.board],
        pot=pot,
        call=call,
        opponents=len(view.active) - 1,
        equity=share,
        pot_odds=pot_odds(call, pot),
        call_value=worth,
        action=action.kind,
        to=action.to,
        cost=costs.get(action.kind),
        agents=_advisers(game),
        solver_note=why_not_solved(view),
    )


@router.post("/tables/{number}/coach/agents/{name}")
async def opinion(
    name: Annotated[str, Path(max_length=120)],
    asked: SpotAsked,
    table: TableHere,
    player: WhoAsks,
    room: RoomHere,
) -> Decided:
    """What an agent would have done in your place."""
    view, _ = _spot(asked, table, player)
    check_agent_name(name, view.game.name)
    agent = SeatedAgent(name, 0, f"coach/{name}")
    answer = await room.thinkers.decide(agent, view, _SECONDS, chances=True)
    return decided(answer, room.thinkers.crew.load)


@router.post("/tables/{number}/coach/solver")
async def solved(asked: SpotAsked, table: TableHere, player: WhoAsks, room: RoomHere) -> SolverTold:
    """The solver's answer, where two players are left after the flop."""
    view, action = _spot(asked, table, player)
    if note := why_not_solved(view):
        raise HTTPException(409, note)
    answer = await room.thinkers.crew.work(_SECONDS_TO_SOLVE, solver_answer, view, action)
    return SolverTold(**asdict(answer))


def _advisers(game: str) -> list[str]:
    """The published agents, adapted where they were made for another game, then the others."""
    known = [info for info in describe_agents() if not info.problem]
    published = [
        info.name if plays(info, game) else f"{ADAPTED}{info.name}" for info in known if info.paper
    ]
    return published + [info.name for info in known if not info.paper and plays(info, game)]


def _spot(asked: SpotAsked, table: LiveTable, player: int | None) -> tuple[View, Action]:
    if player is None:
        raise HTTPException(401, f"the coach speaks to those who play at table {table.number}")
    spot = table.spot(player, asked.hand, asked.turn)
    if spot is None:
        raise HTTPException(
            404, f"you took no decision {asked.turn} in hand {asked.hand}, or it is too long ago"
        )
    return spot
