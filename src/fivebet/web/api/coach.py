"""The coach: what others would have done in a person's place, and what it was worth.

It looks at the spot as the person saw it, so that it can be asked at any time and
gives nothing away.
"""

import asyncio
from dataclasses import asdict

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, Field

from fivebet.agents.registry import describe_agents, plays
from fivebet.errors import ServerError
from fivebet.game import Action, View
from fivebet.odds import pot_odds
from fivebet.web.api.agents import Decided, decided
from fivebet.web.api.asking import RoomHere, TableHere, WhoAsks
from fivebet.web.coaching import equity_of, solver_answer, why_not_solved
from fivebet.web.thinking.crew import Crew, SeatedAgent

router = APIRouter(tags=["coach"])

_SECONDS = 5.0
_SECONDS_TO_SOLVE = 15.0


class SpotAsked(BaseModel):
    """One of the person's decisions, by hand and turn."""

    hand: int = Field(ge=0, lt=2**53)
    turn: int = Field(ge=0, lt=2**53)


class Opinion(Decided):
    """What an agent would have done."""

    name: str


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
    """A spot, what it was worth, and what others would have done.

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
    solver: SolverTold | None
    solver_note: str
    """Why the solver has no answer, if it has none."""
    agents: list[Opinion]


@router.post("/tables/{number}/coach")
async def advise(asked: SpotAsked, table: TableHere, player: WhoAsks, room: RoomHere) -> Advice:
    """What the agents think of one of your decisions."""
    if player is None:
        raise HTTPException(401, f"the coach speaks to those who play at table {table.number}")
    spot = table.spot(player, asked.hand, asked.turn)
    if spot is None:
        raise HTTPException(
            404, f"you took no decision {asked.turn} in hand {asked.hand}, or it is too long ago"
        )
    view, action = spot
    crew = room.thinkers.crew
    share = await crew.work(_SECONDS, equity_of, view)
    game = view.game.name
    names = [info.name for info in describe_agents() if not info.problem and plays(info, game)]

    async def opinion(name: str) -> Opinion:
        agent = SeatedAgent(name, 0, f"coach/{name}")
        answer = await crew.decide(agent, view, _SECONDS, chances=True)
        return Opinion(name=name, **decided(answer, crew.load).model_dump())

    opinions = await asyncio.gather(*map(opinion, names))
    solver, note = await _solved(view, action, crew)
    return _advice(view, action, share, list(opinions), solver, note)


async def _solved(view: View, action: Action, crew: Crew) -> tuple[SolverTold | None, str]:
    if note := why_not_solved(view):
        return None, note
    try:
        answer = await crew.work(_SECONDS_TO_SOLVE, solver_answer, view, action)
    except ServerError as error:
        return None, f"The solver has no answer: {error}."
    return SolverTold(**asdict(answer)), ""


def _advice(
    view: View,
    action: Action,
    share: float,
    opinions: list[Opinion],
    solver: SolverTold | None,
    note: str,
) -> Advice:
    call, pot = view.legal.call, view.pot
    worth = share * (pot + call) - call
    best = max(worth, 0.0) if call else worth
    costs = {"fold": best, "call": best - worth, "check": 0.0}
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
        solver=solver,
        solver_note=note,
        agents=opinions,
    )
