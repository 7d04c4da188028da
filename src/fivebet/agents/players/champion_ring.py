"""The champion at tables of three to six: a blueprint, and what the opponents' habits change.

It plays the strategy of `fivebet.solving.ring_blueprint`. In play with itself that has learnt
what nobody can easily take advantage of; against company, what wins the most from players
who call, raise or fold too much. Whoever it has not seen enough of is a mixture of all.
Habits are counted by `fivebet.opponents.habits`. With `exploit=false` it plays the first
strategy against everybody.

Once two are left in a no-limit hand, streets are solved at the table with the ranges that
the blueprint leaves both (`ring_search`), unless the opponent has a habit: then what was
learnt against such players wins more.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, ClassVar

import numpy as np

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import Bounds, FileName, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.policies import decide_by_policy, holding_index
from fivebet.agents.players.ring_search import RingSearch, players_at_start
from fivebet.agents.players.rule_players import Fair
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, Legal, raise_to
from fivebet.game.agent import Decision, Policy, Reason
from fivebet.game.view import View
from fivebet.opponents.habits import HABIT_NAMES, SOUND, HabitCounts, player_name
from fivebet.solving.ring_blueprint import (
    RingDecision,
    RingStrategy,
    Row,
    combo_buckets,
    shipped_ring_strategy,
)

_PURPOSE = purpose_key("champion ring")
_SURELY_SOUND = 0.9


@dataclass(eq=False)
class RingChampion:
    """Plays a blueprint for three to six players, bent towards the opponents' habits."""

    games: ClassVar[tuple[str, ...]] = ("limit-*", "nolimit-*", "cash-*")
    remembers: ClassVar[bool] = True

    exploit: bool = True
    """Whether opponents' habits count; without, it plays what it learnt in play with itself."""
    search: bool = True
    """Whether no-limit streets that two players see are solved, against sound opponents."""
    budget: Annotated[float, Bounds(0.001, 15)] = 0.5
    """The seconds that a solution may take."""
    iterations: Annotated[int, Bounds(0, 400)] = 0
    """The iterations of every solution, instead of as many as fit into the budget."""
    file: FileName = ""
    """A file with another strategy, made by `fivebet tables ring-limit` or `ring-nolimit`."""
    seed: Seed = 0
    """The seed of its random numbers."""
    habits: HabitCounts = field(default_factory=HabitCounts, init=False, repr=False)

    def __post_init__(self) -> None:
        self.seed = checked_seed(self.seed)
        self._search = RingSearch(self.budget, self.iterations)

    def __getstate__(self) -> dict[str, object]:
        """Return the state without what was solved for the present hand."""
        return self.__dict__ | {"_search": RingSearch(self.budget, self.iterations)}

    def observe(self, view: View) -> None:
        """Count what everybody did in a hand."""
        self.habits.observe(view)

    def act(self, view: View) -> Decision:
        """Draw from the policy of one's own hand."""
        policy = self.policy(view)
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        decision = decide_by_policy(view, policy, draw)
        return Decision(decision.action, self._reasons(view, decision))

    def policy(self, view: View) -> Policy:
        """Return the probability of each action for each of the 1,326 hole cards."""
        if self.searches(view):
            return self._search.play(view, self._strategy(view))
        return self.strategy_policy(view, self.exploit) or Fair().policy(view)

    def searches(self, view: View) -> bool:
        """Return whether the present street is solved at the table."""
        left = players_at_start(view)
        if not self.search or view.street == 0 or len(left) != 2:
            return False
        if view.game.structure != "no-limit":
            return False
        other = next(seat for seat in left if seat != view.seat)
        chances = self.habits.chances(player_name(view, other))
        return not self.exploit or chances[SOUND] >= _SURELY_SOUND

    def strategy_policy(self, view: View, exploiting: bool) -> dict[Action, Row] | None:
        """Return the policy of a line, or None where the strategy does not know it."""
        strategy = self._strategy(view)
        decision = self._decision(view, exploiting, strategy)
        if decision is None:
            return None
        buckets = combo_buckets(tuple(int(card) for card in view.board), strategy.buckets)
        policy: dict[Action, Row] = {}
        for row, (number, to) in zip(strategy.rows(decision.key), decision.actions, strict=True):
            action = table_action(number, to, view.legal)
            policy[action] = policy.get(action, np.zeros(1326)) + row[buckets]
        return policy

    def _decision(
        self, view: View, exploiting: bool, strategy: RingStrategy
    ) -> RingDecision | None:
        """Return the decision in the words of a line that is known, the most precise one."""
        known = [(exploiting, self._habits(view))] if exploiting else []
        for exploits, habits in (*known, (exploiting, ()), (False, ())):
            decision = RingDecision.of(view, None, exploits, habits)
            if decision.key in strategy:
                return decision
        return None

    def _habits(self, view: View) -> tuple[int, ...]:
        return tuple(
            SOUND if seat == view.seat else self.habits.habit(player_name(view, seat))
            for seat in range(view.game.seats)
        )

    def _strategy(self, view: View) -> RingStrategy:
        game = view.game
        if game.hole_cards != 2 or game.structure not in ("fixed-limit", "no-limit"):
            raise AgentError(f"the champion plays limit and no-limit hold'em, not {game}")
        return _from_file(self.file) if self.file else shipped_ring_strategy(game.structure)

    def _reasons(self, view: View, decision: Decision) -> dict[str, Reason]:
        """Return what it believes, what it would do with itself, and what it does instead."""
        reasons: dict[str, Reason] = {"plays": dict(decision.reasons)}
        if not self.exploit:
            return reasons
        believed = {
            str(player_name(view, seat)): HABIT_NAMES[habit]
            for seat, habit in enumerate(self._habits(view))
            if seat in view.active and seat != view.seat
        }
        reasons["believes"] = believed
        usual = self.strategy_policy(view, exploiting=False)
        if usual is not None:
            index = holding_index(view.cards)
            chances = {str(each): float(row[index]) for each, row in usual.items()}
            reasons["in equilibrium"] = chances
        return reasons


def table_action(number: int, to: int, legal: Legal) -> Action:
    """Return one of a strategy's actions at the table, within what is legal."""
    if number == 0:
        return FOLD
    if number == 1 or not legal.can_raise:
        return legal.passive
    return raise_to(min(max(to, legal.min_raise), legal.max_raise))


@lru_cache(maxsize=4)
def _from_file(file: str) -> RingStrategy:
    return RingStrategy.load(file)
