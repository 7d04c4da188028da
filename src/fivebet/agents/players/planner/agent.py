"""The agent that plays by its plans (Smith 2023; `planner+` with what chapter 7 leaves open).

Whenever it is its turn it makes a planning problem of what it sees, and does the
first step of the plan of highest expected utility. With the whole round (3.2) it
plans to the showdown: what opponents may do branches the plan, cards that are to
come are drawn a few times, the same for all plans, and a plan is worth what it is
worth on average. With one turn (3.1) it weighs the next action only, and never
looks at its cards. `mixed` (5.3) plans the round and falls back to one turn for
the rest of a hand in which the table departs from the plan.

Amounts are chips; alpha is per big blind, so that an attitude is the same in every
game.
"""

from dataclasses import dataclass, field
from math import exp
from typing import Annotated, ClassVar

from fivebet.agents.hosting.options import Bounds, OptionKind, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.planner.functions import (
    CallerEquity,
    Odds,
    Opponents,
    RandomOpponents,
    draw_cards,
)
from fivebet.agents.players.planner.habits import Habits, habits_of, names_at
from fivebet.agents.players.planner.learned import LearnedOpponents
from fivebet.agents.players.planner.opponents import ModelledOpponents
from fivebet.agents.players.planner.plan_monitor import departs_from_plan
from fivebet.agents.players.planner.prizes import parse_prizes, prize_utility
from fivebet.agents.players.planner.reading import read
from fivebet.agents.players.planner.situation import DOMAINS, Situation, as_action, compiled
from fivebet.errors import AgentError
from fivebet.game.agent import Decision, Reason
from fivebet.game.view import View
from fivebet.opponents import Tally
from fivebet.planning import Plan, Utility, attitude
from fivebet.streams import Stream

ATTITUDES = ("averse", "neutral", "seeking", "dynamic", "prizes")
ODDS: tuple[Odds, ...] = ("break-even", "printed")
EQUITIES: tuple[CallerEquity, ...] = ("one", "all")


@dataclass(frozen=True)
class WeighedStep:
    """A first step with what the plans that begin with it are worth."""

    step: str
    equivalent: float
    """The certainty equivalent in chips."""
    utility: float
    plan: Plan


@dataclass
class _Memory:
    """What is remembered within a hand."""

    hand: tuple[int, int] = (-1, -1)
    plan: Plan | None = None
    situation: Situation | None = None
    opponents: Opponents = field(default_factory=RandomOpponents)
    departed: bool = False


@dataclass(eq=False)
class PlannerAgent:
    """Risk-aware HTN planning: acts by the plan of highest expected utility (Smith 2023)."""

    paper: ClassVar[str] = "Smith, Risk awareness in poker planning agents (2023): no-limit"
    games: ClassVar[tuple[str, ...]] = ("limit-*", "nolimit-*", "potlimit-*", "cash-*")
    made_for: ClassVar[tuple[str, ...]] = ("nolimit-*", "cash-*")

    attitude: Annotated[str, OptionKind.CHOICE] = "averse"
    """The attitude to risk: averse, neutral, seeking, dynamic, which turns with the stack, or
    prizes, by what chips are worth in a tournament."""
    domain: Annotated[str, OptionKind.CHOICE] = "whole-round"
    """How far it plans: one-turn, whole-round, or mixed, which falls back to one turn."""
    alpha: Annotated[float, Bounds(0, 10)] = 0.05
    """How strong the attitude to risk is, per big blind."""
    pivot: Annotated[float, Bounds(0, 1_000)] = 40.0
    """The big blinds at which the dynamic attitude turns from seeking risk to avoiding it."""
    prizes: Annotated[str, Bounds(1, 60)] = "50/30/20"
    """The prizes of the tournament from the first place down, for attitude=prizes."""
    odds: Odds = "break-even"
    """The pot odds by which opponents call: break-even, r/(p + 2r), or printed, r/(p + r)."""
    equity: CallerEquity = "one"
    """Whom a caller's hand must beat: one random hand, or all that are left."""
    samples: Annotated[int, Bounds(1, 50)] = 2
    """How often the cards to come are drawn."""
    nodes: Annotated[int, Bounds(1, 5_000)] = 150
    """The nodes that the search for a plan may visit."""
    seconds: Annotated[float, Bounds(0, 10)] = 5.0
    """The seconds that the search may take."""
    aggression: Annotated[float, Bounds(0, 1)] = 0.05
    """How often opponents are taken to bet or raise."""
    statistics: bool = False
    """Whether it counts what opponents do and plans with their habits."""
    learned: bool = False
    """Whether a heads-up opponent's habits and hands follow from a model learned from play."""
    reacting: bool = False
    """Whether opponents are taken to react to those who have called before them."""
    ranges: bool = False
    """Whether opponents' hands are estimated from what they did."""
    turns: bool = False
    """Whether plans know which streets our check or call ends."""
    deception: Annotated[float, Bounds(0, 10)] = 0.0
    """How far from the best, in pots, an option may be and still be chosen at times."""
    seed: Seed = 0
    """The seed of its random numbers."""

    def __post_init__(self) -> None:
        if self.attitude not in ATTITUDES:
            raise AgentError(
                f"there is no attitude {self.attitude!r}: expected {', '.join(ATTITUDES)}"
            )
        if self.domain not in (*DOMAINS, "mixed"):
            raise AgentError(
                f"there is no domain {self.domain!r}: expected {', '.join(DOMAINS)} or mixed"
            )
        if self.odds not in ODDS or self.equity not in EQUITIES:
            raise AgentError(
                f"odds={self.odds}, equity={self.equity}: odds are {' or '.join(ODDS)}, equity is "
                f"against {' or '.join(EQUITIES)}"
            )
        parse_prizes(self.prizes)
        if not self.pivot >= 0:
            raise AgentError(f"pivot={self.pivot} cannot be: give big blinds, 0 or more")
        if self.samples < 1 or self.nodes < 1:
            raise AgentError(f"samples={self.samples}, nodes={self.nodes}: give 1 or more of each")
        if not (
            self.alpha > 0 and self.seconds > 0 and 0 <= self.aggression < 1 and self.deception >= 0
        ):
            raise AgentError(
                f"alpha={self.alpha}, seconds={self.seconds}, aggression={self.aggression}, "
                f"deception={self.deception}: alpha and seconds are above 0, aggression is 0 to 1 "
                "and deception not below 0"
            )
        self.seed = checked_seed(self.seed)
        self.remembers = self.statistics or self.learned
        self.seen = Tally()
        """What opponents have been seen to do."""
        self._models = LearnedOpponents()
        self._memory = _Memory()

    @classmethod
    def remembers_with(
        cls, statistics: bool | None = None, learned: bool = False, **_: object
    ) -> bool:
        """Return whether an agent with these options remembers."""
        return learned or (cls.statistics if statistics is None else statistics)

    def __getstate__(self) -> dict[str, object]:
        """Return the state without the compiled domains, which can be compiled again."""
        return self.__dict__ | {"_memory": _Memory()}

    def act(self, view: View) -> Decision:
        """Take the first step of the best plan."""
        habits = self._habits(view)
        situation = self._situation(view, habits)
        memory = self._recall(view, situation)
        domain = self.domain
        if domain == "mixed":
            domain = "one-turn" if memory.departed else "whole-round"
        opponents = self._opponents(view, habits)
        utility = self.utility(situation, view)
        weighed = self._weigh(view, situation, domain, opponents, utility)
        chosen = self._choose(view, situation, weighed)
        memory.plan, memory.situation, memory.opponents = chosen.plan, situation, opponents
        action = as_action(chosen.plan.steps[0], view)
        return Decision(action, self._reasons(utility, domain, chosen, weighed))

    def observe(self, view: View) -> None:
        """Count what everybody has done, if `statistics` are on; learn from it, if `learned`."""
        if self.statistics:
            self.seen.observe(view, names_at(view))
        if self._learns(view):
            self._models.of(view).observe(view)

    def utility(self, situation: Situation, view: View) -> Utility:
        """Return the utility at these stakes; a dynamic attitude turns with the stack."""
        name = self.attitude
        if name == "prizes":
            return prize_utility(view, parse_prizes(self.prizes))
        if name == "dynamic":
            deep = situation.stack + situation.call >= self.pivot * situation.big_blind
            name = "averse" if deep else "seeking"
        return attitude(name, self.alpha / situation.big_blind)

    def _weigh(
        self,
        view: View,
        situation: Situation,
        domain: str,
        opponents: Opponents,
        utility: Utility,
    ) -> list[WeighedStep]:
        """Return what every first step is worth, best first."""
        draws = domain == "whole-round" and situation.drawing and 0.0 in situation.cards
        samples = self.samples if draws else 1
        problem = situation.problem(domain)
        found: dict[str, list[Plan]] = {}
        planner, luck = compiled(domain)
        luck.opponents = opponents
        for sample in range(samples):
            luck.drawn = draw_cards(situation.known, self.seed, view.number * 64 + sample)
            ranked = planner.options(
                problem,
                utility,
                effects="policy",
                nodes=self.nodes,
                seconds=self.seconds / samples,
            )
            for step, best in ranked.items():
                assert best.plan is not None
                found.setdefault(step, []).append(best.plan)
        weighed = []
        for step, plans in found.items():
            sure = utility.equivalent(tuple((1 / len(plans), plan.equivalent) for plan in plans))
            weighed.append(WeighedStep(step, sure, utility.value(sure), plans[0]))
        return sorted(weighed, key=lambda each: -each.equivalent)

    def _habits(self, view: View) -> dict[int, Habits]:
        """Return what is known of the opponents who have not folded, by seat."""
        if self._learns(view):
            return {1 - view.seat: self._models.of(view).habits(view)}
        if self.statistics:
            return habits_of(view, self.seen, self.aggression)
        return {seat: Habits(bets=self.aggression) for seat in view.active if seat != view.seat}

    def _learns(self, view: View) -> bool:
        return self.learned and view.game.seats == 2

    def _situation(self, view: View, habits: dict[int, Habits]) -> Situation:
        each = list(habits.values())
        return Situation.of(
            view,
            sum(one.bets or 0.0 for one in each) / len(each),
            sum(one.size for one in each) / len(each),
            turns=self.turns,
            drawing=not self.ranges,
        )

    def _opponents(self, view: View, habits: dict[int, Habits]) -> Opponents:
        """Return how opponents answer a bet: as in the thesis, or as its chapter 7 suggests."""
        learns = self._learns(view)
        if not (self.statistics or learns or self.reacting or self.ranges):
            return RandomOpponents(self.odds, self.equity)
        seats = view.game.seats
        holdings = {1 - view.seat: self._models.of(view).holdings(view)} if learns else None
        in_turn = sorted(habits, key=lambda seat: (seat - view.seat) % seats)
        return ModelledOpponents(
            self.odds,
            self.equity,
            habits=[habits[seat] for seat in in_turn],
            reacting=self.reacting,
            reading=read(view, habits, holdings) if self.ranges else None,
        )

    def _recall(self, view: View, situation: Situation) -> _Memory:
        """Return what is known of this hand: whether the table has departed from the plan."""
        hand = view.number, view.seat
        if self._memory.hand != hand:
            self._memory = _Memory(hand)
        memory = self._memory
        if self.domain == "mixed" and memory.plan and not memory.departed:
            assert memory.situation is not None
            planner, luck = compiled("whole-round")
            luck.opponents = memory.opponents  # others at the table plan with it too
            memory.departed = departs_from_plan(planner, memory.situation, memory.plan, situation)
        return memory

    def _choose(self, view: View, situation: Situation, weighed: list[WeighedStep]) -> WeighedStep:
        """Return the best step or, to deceive, one that is nearly as good, drawn by weight."""
        if not self.deception:
            return weighed[0]
        scale = self.deception * (situation.pot + situation.call)
        best = max(each.equivalent for each in weighed)
        weights = [exp(max((each.equivalent - best) / scale, -700.0)) for each in weighed]
        draw = Stream(self.seed, "planner/deception", view.number, len(view.moves)).uniform()
        left = draw * sum(weights)
        for each, weight in zip(weighed, weights, strict=True):
            left -= weight
            if left < 0:
                return each
        return weighed[0]

    def _reasons(
        self, utility: Utility, domain: str, chosen: WeighedStep, weighed: list[WeighedStep]
    ) -> dict[str, Reason]:
        return {
            "attitude": self.attitude,
            "domain": domain,
            "step": chosen.step,
            "certainty equivalent": chosen.equivalent,
            "options": {each.step: each.equivalent for each in weighed},
            "plan": chosen.plan.tree(utility, "play_round", branches=1).to_dict(),  # type: ignore[dict-item]
        }


@dataclass(eq=False)
class PlannerPlus(PlannerAgent):
    """The planner with what chapter 7 leaves open: it knows habits, reads hands and minds turns."""

    attitude: Annotated[str, OptionKind.CHOICE] = "neutral"
    aggression: Annotated[float, Bounds(0, 1)] = 0.3
    statistics: bool = True
    reacting: bool = True
    ranges: bool = True
    turns: bool = True
