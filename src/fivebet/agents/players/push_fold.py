"""Push or fold by the independent chip model, the yardstick of tournaments.

Before the flop it goes all-in or folds, as the equilibrium of `solving.jam_fold_one_caller`
says for everybody's stacks, blinds and antes; it checks where that is free, and after
the flop it checks and folds. At the final table chips are worth what the independent
chip model makes of the prizes, before it and in cash games they are worth chips. Whoever
has raised is taken to have jammed, and whoever has only called to be out: its chips
are in the pot.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import Bounds, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.policies import constant, decide_by_policy
from fivebet.cards.combos import CLASS_OF_COMBO
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, Legal, raise_to
from fivebet.game.agent import Decision, Policy
from fivebet.game.game import Game
from fivebet.game.view import View
from fivebet.solving.jam_fold_one_caller import JamSpot, JamSpotSolution, solve_jam_spot

_MOST_BY_PRIZES = 9


class JamOrFoldAgent(ABC):
    """Goes all-in or folds before the flop; checks where that is free, and folds afterwards."""

    title: ClassVar[str]
    """What it is called where a game is not its own."""
    purpose: ClassVar[int]
    """What its random numbers are drawn for."""
    seed: Seed

    def act(self, view: View) -> Decision:
        """Draw from the policy of one's own hand."""
        draw = Stream(self.seed, self.purpose, view.number, len(view.moves)).uniform()
        return decide_by_policy(view, self.policy(view), draw)

    def policy(self, view: View) -> Policy:
        """Return the probability of each action for each of the 1,326 hole cards."""
        game, legal = view.game, view.legal
        if game.hole_cards != 2 or game.structure != "no-limit":
            raise AgentError(f"{self.title} plays no-limit hold'em, not {game}")
        if not legal.call:
            return {legal.passive: constant(game, 1.0)}
        if view.street > 0:
            return {FOLD: constant(game, 1.0)}
        chances = self.chances(view)[CLASS_OF_COMBO]
        return {self.commitment(view): chances, FOLD: 1 - chances}

    def commitment(self, view: View) -> Action:
        """Return the action that plays for the stack."""
        return all_in(view.legal)

    @abstractmethod
    def chances(self, view: View) -> NDArray[np.float64]:
        """Return how often each class goes all-in, at a decision before the flop."""


@dataclass(eq=False)
class PushFold(JamOrFoldAgent):
    """Goes all-in or folds before the flop, by stacks, blinds and prizes (ICM)."""

    title: ClassVar[str] = "push-fold"
    purpose: ClassVar[int] = purpose_key("push-fold")
    games: ClassVar[tuple[str, ...]] = ("nolimit-*", "cash-*")
    made_for: ClassVar[tuple[str, ...]] = ("tournament-*",)

    payouts: Annotated[str, Bounds(0, 60)] = "31/21.5/16.5/12.5/9/6/3.5"
    """The prizes in per cent, from the first place down; those of 45 players unless given."""
    icm: bool = True
    """Whether prizes count at the final table, not chips alone."""
    iterations: Annotated[int, Bounds(1, 500)] = 60
    """The number of best responses that all ranges move towards."""
    seed: Seed = 0
    """The seed of its random numbers."""

    def __post_init__(self) -> None:
        self._prizes = read_payouts(self.payouts)
        if self.iterations < 1:
            raise AgentError(f"iterations={self.iterations} learn nothing: give 1 or more")
        self.seed = checked_seed(self.seed)

    def chances(self, view: View) -> NDArray[np.float64]:
        """Return how often each class goes all-in, at a decision before the flop."""
        spot, first, seat = read_jam_spot(view, self._prizes if self.icm else ())
        solved = solved_spot(spot, self.iterations)
        chances: NDArray[np.float64] = solved.jams[0]
        if first != seat:
            chances = solved.calls[0, jam_order(view, first).index(seat)]
        return chances


def read_payouts(text: str) -> tuple[float, ...]:
    """Return prizes that are written as per cents, from the first place down.

    >>> read_payouts("50/30/20")
    (50.0, 30.0, 20.0)
    """
    try:
        prizes = tuple(float(part) for part in text.split("/") if part)
    except ValueError:
        raise AgentError(f"payouts={text} are none: give per cents like 50/30/20") from None
    if any(not 0 <= prize <= 100 for prize in prizes):
        raise AgentError(f"payouts={text} cannot be paid: give 0 to 100 for each")
    return prizes


def all_in(legal: Legal) -> Action:
    """Return the action that puts all chips in."""
    return raise_to(legal.max_raise) if legal.can_raise else legal.passive


def read_jam_spot(
    view: View, prizes: tuple[float, ...], with_callers: bool = False
) -> tuple[JamSpot, int, int]:
    """Return the spot from the jam on, the seat that jams or may, and one's own seat.

    Prizes count at the final table.
    """
    raised = [move.seat for move in view.moves if move.action.kind in ("bet", "raise")]
    first = raised[-1] if raised else view.seat
    order = jam_order(view, first, with_callers)
    stacks = [int(stack) for stack in view.starting_stacks]
    # Of those who act after the jam only blinds and antes are in when it is made.
    posted = [min(stacks[seat], _forced(view.game, seat)) for seat in order]
    if with_callers and first == view.seat:
        posted = [stacks[seat] - int(view.stacks[seat]) for seat in order]
    others = [seat for seat in range(view.game.seats) if seat not in order]
    folded = tuple((stacks[seat], stacks[seat] - int(view.stacks[seat])) for seat in others)
    final = view.players_left == view.game.seats <= _MOST_BY_PRIZES
    spot = JamSpot(
        tuple(stacks[seat] for seat in order),
        tuple(posted),
        folded,
        prizes[: view.game.seats] if final else (),
    )
    return spot, first, view.seat


def jam_order(view: View, first: int, with_callers: bool = False) -> list[int]:
    """Return who is in when a player jams: that player, and those who have not acted by then.

    With callers, those who have called the blind are in too: they may call again.
    """
    seats, jam = view.game.seats, len(view.moves)
    if first != view.seat:
        jam = max(i for i, move in enumerate(view.moves) if move.seat == first)
    before = {move.seat for move in view.moves[:jam]}
    if with_callers:
        before -= {
            move.seat
            for move in view.moves
            if move.action.kind == "call" and move.seat in view.active
        }
    behind = ((first + turn) % seats for turn in range(1, seats))
    return [first, *(seat for seat in behind if seat not in before or seat == view.seat)]


def _forced(game: Game, seat: int) -> int:
    blind = game.blinds[seat] if seat < len(game.blinds) else 0
    return int(blind + (game.antes[seat] if seat < len(game.antes) else 0))


@lru_cache(maxsize=256)
def solved_spot(spot: JamSpot, iterations: int) -> JamSpotSolution:
    """Return the solution of a spot, from memory where it was solved lately."""
    return solve_jam_spot(spot, iterations)
