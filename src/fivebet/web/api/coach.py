"""The coach: what a player's decision was worth, and what others would have done.

It sees the spot as the player saw it, so that it can be asked at any time and
gives nothing away.
"""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path
from pydantic import BaseModel, Field

from fivebet.agents.hosting.registry import describe_agents, plays
from fivebet.cards.odds import pot_odds
from fivebet.game import Action, View
from fivebet.web.agents.worker_pool import SeatedAgent
from fivebet.web.api.agents import DecideResponse, decide_response
from fivebet.web.api.dependencies import (
    ASKS_AGENT,
    PlayerDependency,
    QuestionsDependency,
    TableDependency,
    TablesDependency,
)
from fivebet.web.coach import (
    SolverAnswer,
    Verdict,
    assess,
    solve_decision,
    why_not_solvable,
)
from fivebet.web.tables.live_table import LiveTable
from fivebet.web.tables.settings import ADAPTED, check_agent_name

router = APIRouter(tags=["coach"])

_SECONDS = 15.0
_SOLVING = ("champion", "solver", "nash-limit")
"""The agents whose play comes from solving the game: they are asked first, in this order."""
_MOST_DECISIONS = 60


class CoachRequest(BaseModel):
    """One of the player's decisions, by hand and turn."""

    hand: int = Field(ge=0, lt=2**53)
    turn: int = Field(ge=0, lt=2**53)


class CoachDecisionResponse(BaseModel):
    """A decision that the coach can be asked about."""

    hand: int
    turn: int
    street: str
    cards: list[str]
    board: list[str]
    action: str
    to: int


class CoachResponse(BaseModel):
    """A decision and what it was worth.

    Values are in chips from here on, where folding is worth 0. They assume that nobody bets
    after a call.
    """

    cards: list[str]
    board: list[str]
    pot: int
    call: int
    opponents: int
    equity: float
    against: str
    """What the equity is against: the others' ranges by the line, or random hands."""
    pot_odds: float
    call_value: float
    action: str
    to: int
    cost: float | None
    """What folding or calling cost compared with the other; None after a raise."""
    verdict: Verdict | None
    """The verdict by our strategy before the flop or by equity, where the solver has none."""
    agents: list[str]
    """The agents that can be asked about it: the champion, others that solve, the papers' ones."""
    baselines: list[str]
    """Simple agents that can be asked too."""
    solver_note: str
    """Why the solver cannot be asked; empty if it can."""


@router.get("/tables/{number}/coach")
async def list_decisions(
    table: TableDependency, player: PlayerDependency
) -> list[CoachDecisionResponse]:
    """List your latest decisions, the last one first."""
    decisions = table.decisions_of(_require_player(table, player))
    return [
        CoachDecisionResponse(
            hand=hand.number,
            turn=turn,
            street=hand.game.streets[move.street],
            cards=[str(card) for card in hand.hole(move.seat) or ()],
            board=[
                str(card) for card in hand.board[: sum(hand.game.board_cards[: move.street + 1])]
            ],
            action=move.action.kind,
            to=move.action.to,
        )
        for hand, turn, move in decisions[:_MOST_DECISIONS]
    ]


@router.post("/tables/{number}/coach")
async def advise(
    request: CoachRequest,
    table: TableDependency,
    player: PlayerDependency,
    questions: QuestionsDependency,
) -> CoachResponse:
    """Say what one of your decisions was worth, and whom you can ask about it."""
    view, action = _find_decision(request, table, player)
    assessed = await questions.ask(assess, view, action)
    share = assessed.equity
    call, pot = view.legal.call, view.pot
    worth = share * (pot + call) - call
    best = max(worth, 0.0) if call else worth
    agents, baselines = _advisers(view.game.name)
    costs = {"fold": best, "call": best - worth, "check": 0.0}
    return CoachResponse(
        cards=[str(card) for card in view.cards],
        board=[str(card) for card in view.board],
        pot=pot,
        call=call,
        opponents=len(view.active) - 1,
        equity=share,
        against=assessed.against,
        pot_odds=pot_odds(call, pot),
        call_value=worth,
        action=action.kind,
        to=action.to,
        cost=costs.get(action.kind),
        verdict=assessed.verdict,
        agents=agents,
        baselines=baselines,
        solver_note=assessed.solver_note,
    )


@router.post("/tables/{number}/coach/agents/{name}", dependencies=[ASKS_AGENT])
async def ask_agent(
    name: Annotated[str, Path(max_length=120)],
    request: CoachRequest,
    table: TableDependency,
    player: PlayerDependency,
    tables: TablesDependency,
) -> DecideResponse:
    """Ask an agent what it would have done in your place."""
    view, _ = _find_decision(request, table, player)
    check_agent_name(name, view.game.name)
    full_name = table.session.named(name)
    agent = SeatedAgent(full_name, 0, f"coach/{full_name}")
    answer = await tables.agents.decide(agent, view, _SECONDS, with_probabilities=True)
    return decide_response(answer, tables.agents.pool.load)


@router.post("/tables/{number}/coach/solver")
async def ask_solver(
    request: CoachRequest,
    table: TableDependency,
    player: PlayerDependency,
    questions: QuestionsDependency,
) -> SolverAnswer:
    """Ask the solver, where two players are left after the flop."""
    view, action = _find_decision(request, table, player)
    if note := await questions.ask(why_not_solvable, view):
        raise HTTPException(409, note)
    return await questions.ask(solve_decision, view, action)


def _advisers(game: str) -> tuple[list[str], list[str]]:
    """Return the agents that solve and the published ones, adapted if need be; then the rest."""
    known = [info for info in describe_agents() if not info.problem]
    published = [
        info.name if plays(info, game) else f"{ADAPTED}{info.name}" for info in known if info.paper
    ]
    others = [info.name for info in known if not info.paper and plays(info, game)]
    solving = [name for name in _SOLVING if name in others]
    return solving + published, [name for name in others if name not in _SOLVING]


def _require_player(table: LiveTable, player: int | None) -> int:
    if player is None:
        raise HTTPException(401, f"the coach speaks to those who play at table {table.number}")
    return player


def _find_decision(
    request: CoachRequest, table: LiveTable, player: int | None
) -> tuple[View, Action]:
    decision = table.find_decision(_require_player(table, player), request.hand, request.turn)
    if decision is None:
        raise HTTPException(
            404,
            f"you took no decision {request.turn} in hand {request.hand}, or it is too long ago",
        )
    return decision
