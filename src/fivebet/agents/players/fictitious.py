"""Martins's agent (2020): fictitious play at every decision, as if it were the last.

Sections 6.1 and 6.1.1: whenever it is to act the agent takes the present decision for
the end of the hand. It may fold, check or call and show down, or go all-in; the
opponent may then call or fold. Both ranges start as the best half of all hands and
move towards best responses, 200 times (6.1.3). Slips of snippet 5 are put right as in
`fivebet.solving.jam_fold_heads_up`; the update is the one named there.
"""

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key, win_loss_matrix
from fivebet.agents.hosting.options import Bounds, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.policies import decide_by_policy
from fivebet.cards.combos import COMBO_MASKS, COMBOS
from fivebet.cards.preflop_matchups import matchups
from fivebet.cards.ranges import Range
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Decision
from fivebet.game.view import View
from fivebet.solving.tree import compatible_weights

Row = NDArray[np.float64]
_PURPOSE = purpose_key("fictitious")
_NOBODY = 1e-12  # hands to meet, where there are none
_SITUATIONS = 64  # remembered with what they came to: before the flop the same ones return
_COMBO_CARDS = np.array([[int(card) for card in combo] for combo in COMBOS])


@dataclass(eq=False)
class Fictitious:
    """Martins's fictitious-play agent (2020): every decision as if it were the last."""

    games: ClassVar[tuple[str, ...]] = ("nolimit-2p", "cash-2p")
    paper: ClassVar[str] = "Martins, ISEP (2020): heads-up no-limit"

    iterations: Annotated[int, Bounds(1, 5_000)] = 200
    """The number of best responses that both ranges move towards."""
    alpha: Annotated[float, Bounds(0, 100)] = 2.0
    """How far a range moves towards the n-th best response: alpha / (n + alpha)."""
    start: Annotated[str, Bounds(1, 60)] = "50%"
    """The range that both players begin with."""
    seed: Seed = 0
    """The seed of its random numbers."""

    def __post_init__(self) -> None:
        if self.iterations < 1 or not self.alpha > 0:
            raise AgentError(
                f"iterations={self.iterations} and alpha={self.alpha} learn nothing: give at "
                "least 1 and more than 0"
            )
        self._start_weights = Range(self.start).weights
        self.seed = checked_seed(self.seed)
        self._solved: OrderedDict[object, dict[Action, Row]] = OrderedDict()

    def act(self, view: View) -> Decision:
        """Draw from the policy of one's own hand."""
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        return decide_by_policy(view, self.policy(view), draw)

    def policy(self, view: View) -> dict[Action, Row]:
        """Return the probability of each action for every hand, by fictitious play."""
        if view.game.seats != 2 or view.game.hole_cards != 2:
            raise AgentError(f"fictitious plays hold'em for two, not {view.game}")
        key = (view.board, view.pot, view.bets, view.stacks, view.seat, view.legal)
        if key not in self._solved:
            self._solved[key] = self._solve(view)
            if len(self._solved) > _SITUATIONS:
                self._solved.popitem(last=False)
        self._solved.move_to_end(key)
        return self._solved[key]

    def _solve(self, view: View) -> dict[Action, Row]:
        legal = view.legal
        board = sum(1 << card for card in view.board)
        live = (COMBO_MASKS & np.uint64(board)) == 0
        ahead = _ahead(board)
        pot, call = float(view.pot), float(legal.call)
        most = float(legal.max_raise - view.bets[view.seat]) if legal.can_raise else 0.0
        other = float(view.stacks[1 - view.seat])
        risk = min(most, call + other)  # what an all-in puts in, beyond what the other can call
        price = risk - call
        won = (ahead @ self._start_weights[live].astype(np.float32)).astype(np.float64)
        jam, answer = (_Mixed(self._start_weights, won, live, ahead) for _ in range(2))
        count = len(ahead)
        passive, folds = np.zeros(count), np.zeros(count)
        everybody = np.maximum(compatible_weights(live.astype(np.float64))[live], _NOBODY)
        never = np.full(count, -np.inf)
        for n in range(1, self.iterations + 1):
            called = answer.met / everybody
            equity = answer.equity
            shows = equity * (pot + call) - call
            jams = never
            if legal.can_raise:
                jams = (1 - called) * pot + called * (equity * (pot + risk + price) - risk)
            gives_up = np.zeros(count) if call else never
            jams_best = (jams >= shows) & (jams >= gives_up)
            shows_best = ~jams_best & (shows >= gives_up)
            calls = jam.equity * (pot + risk + price) > price
            keep = n / (n + self.alpha)
            jam.mix(jams_best, keep)
            answer.mix(calls, keep)
            passive = keep * passive + (1 - keep) * shows_best
            folds = keep * folds + (1 - keep) * ~(jams_best | shows_best)
        jams = jam.row if legal.can_raise else np.zeros(count)
        total = np.maximum(jams + passive + folds, 1e-12)
        rows = {legal.passive: passive / total}
        if call:
            rows[FOLD] = folds / total
        if legal.can_raise:
            rows[raise_to(legal.max_raise)] = jams / total
        policy = {}
        for action, row in rows.items():
            full = np.zeros(1326)
            full[live] = row
            policy[action] = full
        # A hand that the board rules out does what is free.
        policy[legal.passive][~live] = 1.0
        return policy


class _Mixed:
    """A range that moves towards one best response after the other.

    What others win from it moves with it. From one response to the next few hands change
    sides, and only theirs are looked up: a product with the whole matrix would take
    several times as long.
    """

    def __init__(
        self, start: Row, won: Row, live: NDArray[np.bool_], ahead: NDArray[np.float32]
    ) -> None:
        self._ahead, self._cards = ahead, _COMBO_CARDS[live]
        self.row: Row = start[live].copy()
        self._won = won
        self.met: Row = compatible_weights(np.where(live, start, 0.0))[live]
        """How many of its hands each hand can meet."""
        self._pure = np.zeros(len(ahead), dtype=np.bool_)
        self._pure_won = np.zeros(len(ahead))
        self._pure_met = np.zeros(len(ahead))
        self._pure_holding = np.zeros(52)

    @property
    def equity(self) -> Row:
        """The equity of each hand against the range."""
        found: Row = 0.5 + 0.5 * self._won / np.maximum(self.met, _NOBODY)
        return found

    def mix(self, response: NDArray[np.bool_], keep: float) -> None:
        """Keep so much, and let the response take the rest."""
        moved = np.flatnonzero(response != self._pure)
        if len(moved):
            side = np.where(response[moved], np.float32(1), np.float32(-1))
            # What one hand wins another loses, so that rows serve for columns.
            self._pure_won -= side @ self._ahead[moved]
            self._pure = response
            self._count(moved, side)
        self.row = keep * self.row + (1 - keep) * response
        self._won = keep * self._won + (1 - keep) * self._pure_won
        self.met = keep * self.met + (1 - keep) * self._pure_met

    def _count(self, moved: NDArray[np.intp], side: NDArray[np.float32]) -> None:
        """Count anew how many hands of the response each hand can meet."""
        for cards in self._cards[moved].T:
            self._pure_holding += np.bincount(cards, weights=side, minlength=52)
        by_card = self._pure_holding
        low, high = self._cards.T
        self._pure_met = by_card.sum() / 2 - by_card[low] - by_card[high] + self._pure


@lru_cache(maxsize=4)
def _ahead(board: int) -> NDArray[np.float32]:
    """Return the wins less the losses of each possible hand against each other."""
    if board:
        return win_loss_matrix(board)
    ahead = np.nan_to_num(2 * matchups().equity - 1).astype(np.float32)
    return np.where(matchups().deals > 0, ahead, np.float32(0))
