"""Players by rules: four styles that every table knows, and a fair one.

They look at one number, how many random hands theirs beats: before the flop by
its place among the 169 classes, after it by immediate strength, in both cases
to the power of the opponents who are left. They keep no memory and model nobody.

- `tight` plays few hands and bets them; `loose` plays many and calls; `maniac`
  bets whatever it holds; `station` calls whatever it is asked.
- `fair` is the solid stand-in for the average competition bot: it calls as often
  as the bet's odds ask for and bets with as many bluffs as the odds it lays allow.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, immediate, purpose_key
from fivebet.agents.baselines import checked_seed
from fivebet.combos import CLASS_OF_COMBO, CLASS_SIZES, COMBO_MASKS, combo_index
from fivebet.errors import AgentError
from fivebet.evaluator import evaluate_many
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Decision
from fivebet.game.legal import Legal
from fivebet.game.view import View
from fivebet.orders import class_order

__all__ = ["Fair", "Loose", "Maniac", "Station", "Tight"]

_PURPOSE = purpose_key("rules")


@dataclass(frozen=True, slots=True)
class Style:
    """A style in five numbers; strengths are shares of the hands that ours beats."""

    enter: float
    """Before the flop: the strength with which it stays in for a bet."""
    call: float
    """After it: how much more strength than the pot odds ask for a call takes."""
    bet: float
    """The strength with which it bets or raises."""
    aggression: float
    """How often it does so when strong enough."""
    bluff: float
    """How often it bets or raises whatever it holds."""


_TIGHT = Style(enter=0.7, call=0.1, bet=0.72, aggression=0.9, bluff=0.03)
_LOOSE = Style(enter=0.25, call=-0.1, bet=0.9, aggression=0.4, bluff=0.01)
_MANIAC = Style(enter=0.1, call=-0.2, bet=0.4, aggression=0.9, bluff=0.35)
_STATION = Style(enter=0.0, call=-1.0, bet=0.97, aggression=0.3, bluff=0.0)


class _RulePlayer:
    """Plays a style. Its draws are named by seed, hand and action."""

    style: Style

    def __init__(self, seed: int = 0) -> None:
        self.seed = checked_seed(seed)

    def act(self, view: View) -> Decision:
        """Bet if strong enough or bluffing, else stay in if the price is right."""
        legal, style = view.legal, self.style
        strength = beaten_share(view)
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        odds = legal.call / (view.pot + legal.call) if legal.call else 0.0
        reasons = {"strength": strength, "pot odds": odds}
        wants_to_bet = draw < style.bluff or (
            strength >= style.bet and draw < style.bluff + style.aggression
        )
        if legal.can_raise and wants_to_bet:
            return Decision(sized_raise(view, legal, 0.75), reasons)
        needed = style.enter if view.street == 0 else odds + style.call
        if legal.call and strength < needed:
            return Decision(FOLD, reasons)
        return Decision(legal.passive, reasons)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        """The same for every hand that it may hold."""
        legal, style = view.legal, self.style
        strength = beaten_shares(view)
        bets = np.minimum(style.bluff + style.aggression * (strength >= style.bet), 1.0)
        bets = bets if legal.can_raise else np.zeros(1326)
        odds = legal.call / (view.pot + legal.call) if legal.call else 0.0
        needed = style.enter if view.street == 0 else odds + style.call
        folds = (1 - bets) * (strength < needed) * bool(legal.call)
        policy = {FOLD: folds, legal.passive: 1 - bets - folds}
        return policy | ({sized_raise(view, legal, 0.75): bets} if legal.can_raise else {})


class Tight(_RulePlayer):
    """Tight-aggressive: plays few hands, and bets them."""

    style = _TIGHT


class Loose(_RulePlayer):
    """Loose-passive: plays many hands, and calls with them."""

    style = _LOOSE


class Maniac(_RulePlayer):
    """Bets and raises with almost anything."""

    style = _MANIAC


class Station(_RulePlayer):
    """Calling station: calls whatever it is asked, and bets the nuts."""

    style = _STATION


class Fair:
    """Solid and static: mixes by pot odds and hand strength, models nobody.

    Facing a bet it gives up only so many hands that a bluff of any two cards just
    breaks even, the weakest ones. Betting, it takes its best hands and, of the
    weakest, as many as make a call with a hand that beats only bluffs break even.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = checked_seed(seed)

    def act(self, view: View) -> Decision:
        """Bet for value or as a bluff, else defend as often as the odds ask."""
        legal = view.legal
        strength = beaten_share(view)
        draw = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).uniform()
        plan = _FairPlan.of(view)
        reasons = {"strength": strength, "pot odds": plan.odds, "value bets from": plan.value}
        if plan.size and strength >= plan.value:
            return Decision(plan.size, reasons)
        if plan.size and strength < _AIR and draw < plan.bluffs:
            return Decision(plan.size, reasons | {"bluff": True})
        if legal.call and strength < plan.folds:
            return Decision(FOLD, reasons | {"folds below": plan.folds})
        return Decision(legal.passive, reasons)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        """The same for every hand that it may hold."""
        legal, plan = view.legal, _FairPlan.of(view)
        strength = beaten_shares(view)
        bets = np.where(strength >= plan.value, 1.0, (strength < _AIR) * plan.bluffs)
        bets = bets if plan.size else np.zeros(1326)
        folds = (1 - bets) * (strength < plan.folds) * bool(legal.call)
        policy = {FOLD: folds, legal.passive: 1 - bets - folds}
        return policy | ({plan.size: bets} if plan.size else {})


@dataclass(frozen=True, slots=True)
class _FairPlan:
    """Where the fair player's hands part."""

    size: Action | None
    odds: float
    value: float
    """It bets for value from this strength on."""
    bluffs: float
    """How often it bets air."""
    folds: float
    """It folds below this strength."""

    @classmethod
    def of(cls, view: View) -> "_FairPlan":
        legal = view.legal
        size = sized_raise(view, legal, 0.75) if legal.can_raise else None
        risk = size.to - view.bets[view.seat] if size else 0
        lays = risk / (view.pot + 2 * risk) if risk else 0.0
        odds = legal.call / (view.pot + legal.call) if legal.call else 0.0
        # A raise says that the hand behind it is better than random.
        raises = sum(
            move.street == view.street and move.action.kind in ("bet", "raise")
            for move in view.moves
        )
        value = 1 - (1 - _VALUE) * _BETTER**raises
        bluffs = 0.0 if legal.call else min(lays * (1 - value) / _AIR, 1.0)
        folds = 1 - (1 - odds / (1 - odds)) * _TRUST**raises if legal.call else 0.0
        return cls(size, odds, value, bluffs, folds)


# Chosen by play against the four styles and the baselines: see docs/arena.md.
_VALUE = 0.62
_AIR = 0.3
_BETTER = 0.72
_TRUST = 0.95


def sized_raise(view: View, legal: Legal, part_of_pot: float) -> Action:
    """A raise by a part of the pot after calling, within what is legal."""
    level = view.bets[view.seat] + legal.call
    wanted = round(level + part_of_pot * (view.pot + legal.call))
    return raise_to(min(max(wanted, legal.min_raise), legal.max_raise))


def beaten_share(view: View) -> float:
    """The chance that ours is the best of the hands in, the others' being random."""
    if len(view.cards) != 2:
        raise AgentError(f"a player by rules plays hold'em with two hole cards, not {view.game}")
    first, second = view.cards
    if view.board:
        board = sum(1 << card for card in view.board)
        ahead, tied, behind = immediate(1 << first | 1 << second, board)
        share = (ahead + tied / 2) / (ahead + tied + behind)
    else:
        share = _preflop_places()[int(CLASS_OF_COMBO[combo_index(first, second)])]
    opponents = len(view.active) - 1
    return float(share**opponents) if view.board else float(share ** (opponents**0.5))


def beaten_shares(view: View) -> NDArray[np.float64]:
    """The same for each of the 1,326 hands; 0 where the board holds one of its cards."""
    opponents = len(view.active) - 1
    if not view.board:
        places = np.array(_preflop_places())[CLASS_OF_COMBO]
        shares: NDArray[np.float64] = places ** (opponents**0.5)
        return shares
    return _shares_on(sum(1 << card for card in view.board)) ** opponents


@lru_cache(maxsize=64)
def _shares_on(board: int) -> NDArray[np.float64]:
    """On a board: the part of the other hands that each beats, half of those it ties."""
    live = np.flatnonzero((COMBO_MASKS & np.uint64(board)) == 0)
    masks = COMBO_MASKS[live]
    values = evaluate_many(masks | np.uint64(board)).astype(np.int32)
    apart = (masks[:, None] & masks[None, :]) == 0
    beaten = (values[:, None] > values[None, :]) + 0.5 * (values[:, None] == values[None, :])
    shares = np.zeros(1326)
    shares[live] = (beaten * apart).sum(axis=1) / apart.sum(axis=1)
    shares.setflags(write=False)
    return shares


@cache
def _preflop_places() -> tuple[float, ...]:
    """By class: the share of all combos that stand below it."""
    places = np.zeros(169)
    below = 1326
    for index in class_order("three-random"):
        places[index] = (below - CLASS_SIZES[index] / 2) / 1326
        below -= int(CLASS_SIZES[index])
    return tuple(float(place) for place in places)
