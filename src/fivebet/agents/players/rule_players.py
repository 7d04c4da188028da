"""Players by rules: five styles that every table knows, and a fair one.

They look at one number, how many random hands theirs beats: before the flop by
its place among the 169 classes, after it by immediate strength, in both cases
to the power of the opponents who are left. They keep no memory and model nobody.

- `tight` plays few hands and bets them; `loose` plays many and calls; `maniac`
  bets whatever it holds; `station` calls whatever it is asked; `timid` sees many
  flops and folds after them to whoever bets.
- `fair` is the solid stand-in for the average competition bot: it calls as often
  as the bet's odds ask for and bets with as many bluffs as the odds it lays allow.

A rule is a plan that does not know the hole cards: up from which strengths it
does something else, how often it raises with a strength, and what it does if
not. To act is to ask it for one's own hand and draw; the policy asks it for all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from fivebet._core import Stream, purpose_key
from fivebet.agents.hosting.options import Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.relative_strength import relative_strength, relative_strengths
from fivebet.game.action import FOLD, Action, Legal, raise_to
from fivebet.game.agent import Decision, Policy, Reason
from fivebet.game.view import View

_PURPOSE = purpose_key("rules")


class RulePlan(NamedTuple):
    """What a rule does with each strength."""

    bounds: tuple[float, ...]
    """The strengths from which on it does something else."""
    raises: Callable[[float], float]
    """How often it raises with a strength, where it may."""
    otherwise: Callable[[float], Action]
    """What it does if it does not."""
    reasons: dict[str, Reason]


@dataclass(eq=False)
class RulePlayer(ABC):
    """Plays by a plan. Its draws are named by seed, hand and action."""

    games: ClassVar[tuple[str, ...]] = ("limit-*", "nolimit-*", "potlimit-*", "cash-*")

    seed: Seed = 0
    """The seed of its random numbers."""

    def __post_init__(self) -> None:
        self.seed = checked_seed(self.seed)

    def act(self, view: View) -> Decision:
        """Raise as often as the plan says, else do what it says."""
        legal = view.legal
        strength = relative_strength(view)
        plan = self.plan(view, legal)
        reasons = plan.reasons
        reasons["strength"] = strength
        if legal.can_raise and (often := plan.raises(strength)):
            reasons["raises"] = often
            if Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform() < often:
                return Decision(self.sized_raise(view, legal), reasons)
        return Decision(plan.otherwise(strength), reasons)

    def policy(self, view: View) -> Policy:
        """Return the probabilities for each of the 1,326 hole cards."""
        legal = view.legal
        plan = self.plan(view, legal)
        bounds = sorted(plan.bounds)
        bands = np.searchsorted(bounds, relative_strengths(view), side="right")
        lowest = (0.0, *bounds)  # of each band
        raises = np.array([plan.raises(each) if legal.can_raise else 0.0 for each in lowest])
        others = [plan.otherwise(each) for each in lowest]
        policy = {self.sized_raise(view, legal): raises[bands]} if legal.can_raise else {}
        for action in dict.fromkeys(others):
            chosen = np.array([other == action for other in others])
            policy[action] = (chosen * (1 - raises))[bands]
        return policy

    def sized_raise(self, view: View, legal: Legal) -> Action:
        """Return the raise that it makes."""
        return sized_raise(view, legal)

    @abstractmethod
    def plan(self, view: View, legal: Legal) -> RulePlan:
        """Return the rule's plan, from all of a view but the hole cards."""


@dataclass(frozen=True, slots=True)
class RuleStyle:
    """A style in five numbers; strengths are shares of the hands that ours beats."""

    enter: float
    """The strength with which it stays in for a bet before the flop."""
    call: float
    """How much more strength than the pot odds a call after the flop takes."""
    bet: float
    """The strength with which it bets or raises."""
    aggression: float
    """How often it does so when strong enough."""
    bluff: float
    """How often it bets or raises whatever it holds."""


_TIGHT = RuleStyle(enter=0.7, call=0.1, bet=0.72, aggression=0.9, bluff=0.03)
_LOOSE = RuleStyle(enter=0.25, call=-0.1, bet=0.9, aggression=0.4, bluff=0.01)
_MANIAC = RuleStyle(enter=0.1, call=-0.2, bet=0.4, aggression=0.9, bluff=0.35)
_STATION = RuleStyle(enter=0.0, call=-1.0, bet=0.97, aggression=0.3, bluff=0.0)
_TIMID = RuleStyle(enter=0.1, call=0.45, bet=0.9, aggression=0.5, bluff=0.0)


class StylePlayer(RulePlayer):
    """A player by a style, in whatever game."""

    style: RuleStyle

    def plan(self, view: View, legal: Legal) -> RulePlan:
        """Bet if strong enough or bluffing, else stay in if the price is right."""
        style = self.style
        odds = legal.call / (view.pot + legal.call) if legal.call else 0.0
        needed = style.enter if view.street == 0 else odds + style.call
        strong = min(style.bluff + style.aggression, 1.0)
        return RulePlan(
            (style.bet, needed),
            lambda strength: strong if strength >= style.bet else style.bluff,
            lambda strength: FOLD if legal.call and strength < needed else legal.passive,
            {"pot odds": odds},
        )


class Tight(StylePlayer):
    """Tight-aggressive: plays few hands, and bets them."""

    style = _TIGHT


class Loose(StylePlayer):
    """Loose-passive: plays many hands, and calls with them."""

    style = _LOOSE


class Maniac(StylePlayer):
    """Bets and raises with almost anything."""

    style = _MANIAC


class Station(StylePlayer):
    """Calling station: calls whatever it is asked, and bets the nuts."""

    style = _STATION


class Timid(StylePlayer):
    """Weak-tight: sees many flops, and folds after them without a strong hand."""

    style = _TIMID


class Fair(RulePlayer):
    """Solid and static: mixes by pot odds and hand strength, models nobody.

    Facing a bet it gives up only so many hands that a bluff of any two cards just
    breaks even, the weakest ones. Betting, it takes its best hands and, of the
    weakest, as many as make a call with a hand that beats only bluffs break even.
    """

    def plan(self, view: View, legal: Legal) -> RulePlan:
        """Bet for value or as a bluff, else defend as often as the odds ask."""
        odds = legal.call / (view.pot + legal.call) if legal.call else 0.0
        # A raise says that the hand behind it is better than random.
        raised = sum(
            move.street == view.street and move.action.kind in ("bet", "raise")
            for move in view.moves
        )
        value = 1 - (1 - _VALUE) * _BETTER**raised
        bluffs = 0.0
        if legal.can_raise and not legal.call:
            risk = sized_raise(view, legal).to - view.bets[view.seat]
            bluffs = risk / (view.pot + 2 * risk) * (1 - value) / _AIR
        folds = 1 - (1 - odds / (1 - odds)) * _TRUST**raised if legal.call else 0.0
        return RulePlan(
            (value, _AIR, folds),
            lambda strength: 1.0 if strength >= value else bluffs if strength < _AIR else 0.0,
            lambda strength: FOLD if strength < folds else legal.passive,
            {"pot odds": odds, "value bets from": value, "folds below": folds},
        )


# Chosen by play against the four styles and the baselines: see docs/arena.md.
_VALUE = 0.62
_AIR = 0.3
_BETTER = 0.72
_TRUST = 0.95


def sized_raise(view: View, legal: Legal, part_of_pot: float = 0.75) -> Action:
    """Return a raise by a part of the pot after calling, within what is legal."""
    level = view.bets[view.seat] + legal.call
    wanted = round(level + part_of_pot * (view.pot + legal.call))
    return raise_to(min(max(wanted, legal.min_raise), legal.max_raise))
