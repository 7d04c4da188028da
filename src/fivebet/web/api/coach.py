"""The coach: what others would have done in a person's place, and what it was worth.

It looks at the spot as the person saw it, so that it can be asked at any time and
gives nothing away.
"""

import asyncio
from typing import Any

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, Field

from fivebet.agents.registry import describe_agents, plays
from fivebet.equity import equity
from fivebet.game import Action, View
from fivebet.odds import pot_odds
from fivebet.web.api.agents import Decided, decided
from fivebet.web.api.asking import RoomHere, TableHere, WhoAsks
from fivebet.web.thinking.crew import SeatedAgent

router = APIRouter(tags=["coach"])

_SECONDS = 5.0
_SECONDS_FOR_EQUITY = 0.2


class SpotAsked(BaseModel):
    """One of the person's decisions, by hand and turn."""

    hand: int = Field(ge=0, lt=2**53)
    turn: int = Field(ge=0, lt=2**53)


class Opinion(Decided):
    """What an agent would have done."""

    name: str


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
    solver: dict[str, Any] | None
    solver_note: str
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
    share = await asyncio.to_thread(_equity, view)
    game = view.game.name
    names = [info.name for info in describe_agents() if not info.problem and plays(info, game)]
    crew = room.thinkers.crew

    async def opinion(name: str) -> Opinion:
        agent = SeatedAgent(name, 0, f"coach/{name}")
        answer = await crew.decide(agent, view, _SECONDS, chances=True)
        return Opinion(name=name, **decided(answer, crew.load).model_dump())

    opinions = await asyncio.gather(*map(opinion, names))
    return _advice(view, action, share, list(opinions))


def _advice(view: View, action: Action, share: float, opinions: list[Opinion]) -> Advice:
    call, pot = view.legal.call, view.pot
    worth = share * (pot + call) - call
    best = max(worth, 0.0) if call else worth
    costs = {"fold": best, "call": best - worth, "check": 0.0}
    two = len(view.active) == 2
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
        solver=None,
        solver_note=(
            "The solver answers heads-up spots; none is installed."
            if two
            else "The solver answers heads-up spots; here more players are in."
        ),
        agents=opinions,
    )


def _equity(view: View) -> float:
    cards = "".join(map(str, view.cards))
    others = ["random"] * (len(view.active) - 1)
    board = "".join(map(str, view.board))
    if len(others) > 1 or not board:
        return equity(cards, *others, board=board, seconds=_SECONDS_FOR_EQUITY, threads=1).equity[0]
    return equity(cards, *others, board=board, threads=1).equity[0]
