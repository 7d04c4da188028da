"""Does an agent play as its policy says?

A policy's numbers must be probabilities, over legal actions, for every holding
that can be held, and must not depend on the agent's own cards. That the agent
keeps to it is tested by Freedman's inequality for martingales, however decisions
hang together: the count of an action with probabilities p misses its expectation
by t or more with probability 2 exp(-t²/2(V + t/3)) at most, for V = Σ p(1 - p)
that is known before. Ours is known after: cutting its range into steps of a tenth
and adding up what each allows turns 1e-9 into less than 1e-5 for all actions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.policies import holding_index, improbable, possible_holdings
from fivebet.game.action import FOLD, Action, bet, raise_to
from fivebet.game.agent import Policy
from fivebet.game.view import View
from fivebet.testing.deals import with_other_hole_cards
from fivebet.testing.trial_log import LoggedDecision, Moment

FALSE_ALARM = 1e-9
"""Counts less likely than this, by the bound, are not the policy's."""

_TOLERANCE = 1e-9


def policy_complaint(stated: Callable[[View], Policy], moment: Moment, seed: int) -> str:
    """Return what is wrong with the policy at a moment, or an empty text."""
    view = moment.view
    policy = stated(view)
    if complaint := improbable(policy, view):
        return complaint
    other = with_other_hole_cards(moment.hand, seed).view(moment.seat)
    if not _same(policy, stated(other), possible_holdings(view)):
        return f"it depends on the agent's own cards, {view.cards} or {other.cards}"
    return ""


@dataclass(slots=True)
class ActionCount:
    """Counts of one kind of action beside what the policy expects."""

    seen: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, chance: float, happened: bool) -> None:
        """Count one decision."""
        self.seen += happened
        self.expected += chance
        self.variance += chance * (1 - chance)

    @property
    def likelihood(self) -> float:
        """How likely a miss by so much is, at most."""
        miss = abs(self.seen - self.expected)
        return 2 * exp(-(miss**2) / 2 / (self.variance + miss / 3)) if miss > 1e-6 else 1.0


def count_actions(policy: Policy, played: LoggedDecision, tallies: dict[str, ActionCount]) -> str:
    """Put a decision beside its policy; a complaint if the action had no probability."""
    view, action = played.moment.view, played.action
    legal, index = view.legal, holding_index(view.cards)

    def chance(of: Action) -> float:
        names = (of, bet(of.to)) if of.kind == "raise" else (of,)
        found = sum(float(policy[name][index]) for name in names if name in policy)
        return min(max(found, 0.0), 1.0)

    if action is not None and action.kind == "bet":
        action = raise_to(action.to)  # the table takes either word
    if action is not None and chance(action) <= 0:
        return f"{action} has probability 0 in the policy, and was chosen"
    kinds = {"fold": FOLD, "check or call": legal.passive}
    if legal.can_raise:
        kinds["least raise"] = raise_to(legal.min_raise)
        if legal.max_raise > legal.min_raise:
            kinds["most raise"] = raise_to(legal.max_raise)
    for kind, of in kinds.items():
        tallies.setdefault(kind, ActionCount()).add(chance(of), action == of)
    return ""


def _same(first: Policy, second: Policy, possible: NDArray[np.intp]) -> bool:
    if len(first) != len(second):
        return False
    compared: dict[tuple[int, int], object] = {}
    for action, chances in first.items():
        if action not in second:
            return False
        other = second[action]
        pair = id(chances), id(other)
        if pair not in compared:
            if not np.allclose(chances[possible], other[possible], atol=_TOLERANCE):
                return False
            compared[pair] = chances, other  # kept, so that nothing else gets their ids
    return True


def spread(decisions: Sequence[LoggedDecision], most: int) -> list[LoggedDecision]:
    """Return that many of the decisions, spread over all of the log."""
    step = max(1, len(decisions) // most)
    return list(decisions[::step])
