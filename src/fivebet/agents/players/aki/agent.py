"""AKI-RealBot: simulated hands, an opponent model, and bounds that exploit the weak.

Schweizer, Panitzek, Park and Fürnkranz, An Exploitative Monte-Carlo Poker Agent,
TUD-KE-2009-2. At every turn whole hands are played out for the call and for the
raise (section 3.2), with opponents' cards and actions from what the history knows of
them (4); δ and ρ then bend the answer against those who have lost to us (3.3), and
the time of a match is shared out over its decisions (5). `aki` is the published
agent; the wishes of its section 7 are switches, and those that pay make `aki+`.
"""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from math import isfinite
from typing import Annotated, Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Rollout, Stream, purpose_key
from fivebet.agents.hosting.options import Bounds, Seed
from fivebet.agents.players.aki.bounds import BOUNDS, BoundsForm, Pool, pooled
from fivebet.agents.players.aki.buckets import (
    HOLE_BUCKETS,
    hole_bucket,
    preflop_strengths,
    strength_bucket,
)
from fivebet.agents.players.aki.model import (
    ActionThresholds,
    Basis,
    CardModel,
    Folding,
    Modeller,
    ModelTraits,
    OpponentEstimate,
    thresholds,
)
from fivebet.agents.players.aki.priors import StreetResponse
from fivebet.agents.players.aki.timing import TimedDecision, TimeKeeper, TimeScheme
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.relative_strength import strengths_on_board
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, Legal, raise_to
from fivebet.game.agent import Decision, Reason
from fivebet.game.game import Game
from fivebet.game.view import View
from fivebet.machine import core_count
from fivebet.opponents import HandBuckets, History

OwnPlay = Literal["call", "history", "odds"]
Shrinkage = Annotated[int, Bounds(0, 10_000)]
RangeFloor = Annotated[float, Bounds(0, 1)]

_ME = "(me)"  # no opponent can have this name and be taken for us
_PURPOSE = purpose_key("aki")
_CHANGED = 0.2  # v above which an opponent has changed strategy; see docs/aki.md
_WORTH_THREADS = 20_000  # simulations: fewer are done before threads have started
_CALLING = StreetResponse(0.0, 0.0, 0.0)
_OWN_RAISES = 0.6  # the strength against all others with which we would raise later
_OWN_BETS = 0.5
_RISKS = 50  # hands that δ made us play, by which it is adapted
_ADAPTED_BY = 0.02
_MOST_ADAPTED = 1.5


@dataclass(frozen=True, slots=True)
class Values:
    """What the choices are worth, in small bets over the whole hand."""

    fold: float
    call: float
    raise_: float | None
    simulations: Annotated[int, Bounds(1, 20_000)] = 0
    """The number of simulated hands; 0 if there was no time for any."""
    call_error: float = 0.0
    raise_error: float = 0.0
    apart_error: float = 0.0
    """The standard error of the difference of call and raise, which share their deals."""

    @property
    def staying(self) -> float:
        """The better of call and raise."""
        return self.call if self.raise_ is None else max(self.call, self.raise_)

    def reasons(self) -> dict[str, Reason]:
        """Return the values as a decision's reasons, without errors that one deal cannot tell."""
        reasons: dict[str, Reason] = {"fold": self.fold}
        options = (("call", self.call, self.call_error), ("raise", self.raise_, self.raise_error))
        for name, value, error in options:
            if value is not None:
                reasons[name] = _with_error(value, error)
        if self.raise_ is not None:
            reasons["raise less call"] = _with_error(self.raise_ - self.call, self.apart_error)
        return reasons


def _with_error(value: float, error: float) -> dict[str, Reason]:
    return {"value": value, "error": error} if isfinite(error) else {"value": value}


def choose(values: Values, delta: float, rho: float, legal: Legal) -> Action:
    """Return the action, after both bounds (section 3.3).

    Stay in if E(f) + δ is below the better of call and raise; raise if that reaches ρ,
    whatever the search prefers. What could not be thought about is checked or folded.
    """
    if not values.simulations:
        return FOLD if legal.call else legal.passive
    if legal.call and not values.fold + delta < values.staying:
        return FOLD
    if values.raise_ is not None and (values.raise_ > values.call or values.staying >= rho):
        return raise_to(legal.min_raise)
    return legal.passive


@dataclass(eq=False)
class Aki:
    """AKI-RealBot (2009): simulates hands, models opponents and exploits the weak. Limit."""

    seed: Seed = 0
    """The seed of its random numbers."""
    simulations: Annotated[int, Bounds(1, 20_000)] = 1000
    """The simulated hands for each choice; its play is then the same on any machine."""
    seconds: Annotated[float, Bounds(0, 10)] = 0.0
    """The seconds for a hand on average, instead of a number of simulations."""
    hands: Annotated[int, Bounds(1, 1_000_000)] = 6000
    """The hands of the match over which the seconds are shared out."""
    clock: TimeScheme = "adaptive"
    """How the seconds of a match are shared out over its decisions."""
    threads: Annotated[int, Bounds(0, 4)] = 0
    """The threads of the simulation; 0 takes every core where that is worth it."""
    window: Annotated[int, Bounds(1, 100_000)] = 500
    """The hands over which losses count, and with which a change of strategy is compared."""
    change: bool = True
    """Whether it looks for changes of an opponent's strategy."""
    checks: Annotated[int, Bounds(1, 1_000_000)] = 500
    """The hands from one look for changes to the next."""
    cards: CardModel = "paper"
    """How opponents' hole cards are estimated: as in the paper, by strength, or not at all."""
    shown: bool = True
    """Whether cards that were shown weigh the buckets of hole cards."""
    folded: bool = False
    """Whether buckets of hands that opponents folded are guessed and counted like shown ones."""
    folding: Folding = "never"
    """How simulated opponents fold: never, once a street or at every turn by chance, or weakest."""
    own: OwnPlay = "call"
    """What it does itself later in simulated hands: call, as in its history, or by pot odds."""
    bounds: BoundsForm = "paper"
    """The decision bounds that exploit weak opponents: the paper's, tempered, one of them, none."""
    pool: Pool = "mean"
    """How the bounds of several opponents become one."""
    shrink: Shrinkage = 0
    """The hands for which an unknown player's ratios count; 0 trusts ratios from 25 hands on."""
    floor: RangeFloor = 0.0
    """The chance that cards are any, whatever the actions say; counts with cards=strength."""
    responses: bool = False
    """Whether ratios are counted by opportunity, facing a bet or not."""
    guess: bool = False
    """Whether a call says that the weakest hands have folded (needs cards=strength)."""
    bluffs: bool = False
    """Whether some bets are taken for bluffs (needs cards=strength)."""
    profiles: bool = False
    """Whether unknown opponents start from a profile of their style (needs responses=on)."""
    adapt: bool = False
    """Whether δ is scaled by what it has brought so far."""
    buckets: Annotated[int, Bounds(2, 200)] = 20
    """The number of buckets of strength, with cards=strength."""

    remembers: ClassVar[bool] = True
    games: ClassVar[tuple[str, ...]] = ("limit-*",)
    paper: ClassVar[str] = "Schweizer et al., TUD-KE-2009-2: six-player limit"
    made_for: ClassVar[tuple[str, ...]] = ("limit-6p",)

    def __post_init__(self) -> None:
        self.seed = checked_seed(self.seed)
        _check(self)
        traits = ModelTraits(
            cards=self.cards,
            shown=self.shown,
            folding=self.folding,
            shrink=self.shrink,
            floor=self.floor,
            responses=self.responses,
            guess=self.guess,
            bluffs=self.bluffs,
            profiles=self.profiles,
            buckets=self.buckets,
        )
        self.history = History(
            self.window,
            HandBuckets(self.buckets, partial(strength_bucket, self.buckets))
            if self.cards == "strength"
            else HandBuckets(HOLE_BUCKETS, hole_bucket),
        )
        self.modeller = Modeller(self.history, _ME, traits)
        self.keeper = TimeKeeper(self.seconds, self.hands, self.clock) if self.seconds else None
        self.observed = 0
        self._scale = 1.0
        self._risked: float | None = None
        """What folding was worth in a hand that only δ made us play."""
        self._gained: deque[float] = deque(maxlen=_RISKS)

    def act(self, view: View) -> Decision:
        """Play hands out, then bend the answer by what is known of the opponents."""
        started = time.monotonic()
        legal = view.legal
        _check_game(view.game)
        opponents = self.opponents(view)
        seconds = self.keeper.allot(TimedDecision.of(view)) if self.keeper else float("inf")
        values = self.evaluate(view, opponents, seconds - (time.monotonic() - started))
        delta, rho = self._bounds(opponents)
        applied = delta if view.street == 0 else 0.0
        action = choose(values, applied, rho, legal)
        if self.adapt and view.street == 0 and action != FOLD and values.staying < values.fold:
            self._risked = values.fold
        if self.keeper:
            self.keeper.spend(time.monotonic() - started)
        reasons: dict[str, Reason] = {
            "expected": values.reasons(),
            "simulations": values.simulations,
            "delta": delta,
            "opponents": _by_name(opponents, view.street),
        }
        if isfinite(rho):
            reasons["rho"] = rho
        if self.keeper:
            reasons["seconds"] = seconds
        return Decision(action, reasons)

    def observe(self, view: View) -> None:
        """Note a hand's end; look for changes of strategy from time to time."""
        self.history.observe(view, self._names(view), self._guessed(view) if self.folded else None)
        self.modeller.forget()
        self.observed += 1
        if self.change and self.observed % self.checks == 0:
            for player in self.history.total:
                self.history.renew_if_changed(player, _CHANGED)
        if self.keeper:
            self.keeper.end_hand()
        if self._risked is not None and view.decided:
            won = float(view.payoffs[view.seat]) / view.game.raise_sizes[0]
            self._gained.append(won - self._risked)
            up = sum(self._gained) > 0
            self._scale += _ADAPTED_BY if up else -_ADAPTED_BY
            self._scale = min(max(self._scale, 0.0), _MOST_ADAPTED)
        self._risked = None

    def _guessed(self, view: View) -> dict[int, NDArray[np.float64]]:
        """Return the buckets guessed for the opponents who folded, by seat."""
        names = self._names(view)
        folded = [move.seat for move in view.moves if move.action.kind == "fold"]
        return {
            seat: self.modeller.folded_buckets(view, names[seat], seat)
            for seat in folded
            if seat != view.seat
        }

    def opponents(self, view: View) -> list[OpponentEstimate]:
        """Return the opponents who have not folded, as the search sees them."""
        names = self._names(view)
        others = (seat for seat in view.active if seat != view.seat)
        return [self.modeller.opponent(view, seat, names[seat]) for seat in others]

    def play_out(self, view: View, opponents: Sequence[OpponentEstimate]) -> Rollout:
        """Return a decision with everybody's cards and thresholds, ready to be simulated."""
        seats, us = view.game.seats, view.seat
        weights = np.ones((seats, 1326))
        ways = np.zeros((seats, 4, 2, 3))
        by = [Basis.CHANCE] * seats
        for each in opponents:
            weights[each.seat] = each.weights
            ways[each.seat] = each.thresholds
            by[each.seat] = each.basis
        ways[us], by[us] = self._own_thresholds()
        now = preflop_strengths()
        if view.board and {Basis.STRENGTH, Basis.ODDS} & {*by}:
            now = strengths_on_board(sum(1 << card for card in view.board))
        return Rollout(view, weights, ways, by, preflop_strengths(), now)

    def _names(self, view: View) -> tuple[str, ...]:
        """Return names by seat; without any, all move on by a seat a hand, as in the ACPC."""
        seats = range(view.game.seats)
        moved = (f"player {(seat + view.number) % view.game.seats + 1}" for seat in seats)
        names = view.players or tuple(moved)
        return tuple(_ME if seat == view.seat else names[seat] for seat in seats)

    def evaluate(
        self,
        view: View,
        opponents: Sequence[OpponentEstimate],
        seconds: float = float("inf"),
    ) -> Values:
        """Play hands out for the call and for the raise, and return what they are worth."""
        play_out = self.play_out(view, opponents)
        seed = Stream(self.seed, _PURPOSE, view.number, len(view.moves)).word()
        deals = _PLENTY if self.keeper else self.simulations
        played, means, errors, apart = play_out.play(
            seed, deals if seconds > 0 else 0, seconds, self._threads()
        )
        small_bet = view.game.raise_sizes[0]
        fold = (view.stack - view.starting_stacks[view.seat]) / small_bet
        if not played:
            return Values(fold, fold, None)
        value = [mean / small_bet for mean in means]
        error = [each / small_bet for each in errors]
        can_raise = len(value) > 1
        return Values(
            fold=fold,
            call=value[0],
            raise_=value[1] if can_raise else None,
            call_error=error[0],
            raise_error=error[1] if can_raise else 0.0,
            apart_error=apart / small_bet,
            simulations=played * len(value),
        )

    def _own_thresholds(self) -> tuple[ActionThresholds, Basis]:
        if self.own == "history":
            ours = self.modeller.triples(_ME)
            own = tuple(StreetResponse(each.fold, each.raise_, each.raise_) for each in ours)
            return thresholds(own), Basis.CHANCE
        if self.own == "odds":
            by_odds = np.zeros((4, 2, 3))
            by_odds[:, 0, 1], by_odds[:, 1, 1] = _OWN_BETS, _OWN_RAISES
            return by_odds, Basis.ODDS
        return thresholds((_CALLING,) * 4), Basis.CHANCE

    def _bounds(self, opponents: Sequence[OpponentEstimate]) -> tuple[float, float]:
        preflop, raising = BOUNDS[self.bounds]
        lost = [each.lost for each in opponents]
        delta = pooled(self.pool, [preflop(d) for d in lost], lost)
        rho = pooled(self.pool, [raising(d) for d in lost], lost)
        return delta * self._scale, rho

    def _threads(self) -> int:
        if self.threads:
            return self.threads
        worth = self.keeper is not None or self.simulations >= _WORTH_THREADS
        return core_count() if worth else 1


def _by_name(opponents: Sequence[OpponentEstimate], street: int) -> dict[str, Reason]:
    reasons: dict[str, Reason] = {}
    for each in opponents:
        name = each.player if each.player not in reasons else f"{each.player} (seat {each.seat})"
        reasons[name] = each.reasons(street)
    return reasons


@dataclass(eq=False)
class AkiPlus(Aki):
    """AKI-RealBot with those of its authors' wishes that pay. Limit."""

    own: OwnPlay = "odds"
    cards: CardModel = "strength"
    folding: Folding = "strength"
    guess: bool = True
    shrink: Shrinkage = 25
    floor: RangeFloor = 0.1
    bounds: BoundsForm = "tempered"


_PLENTY = 1 << 40  # deals that no time is enough for
_LEAST: dict[str, int] = {
    "simulations": 1,
    "window": 1,
    "checks": 1,
    "threads": 0,
    "buckets": 2,
    "shrink": 0,
}
_WORDS: dict[str, Any] = {
    "clock": TimeScheme,
    "cards": CardModel,
    "folding": Folding,
    "own": OwnPlay,
    "bounds": BoundsForm,
    "pool": Pool,
}
_NEEDS: dict[str, tuple[str, object]] = {
    "guess": ("cards", "strength"),
    "bluffs": ("cards", "strength"),
    "profiles": ("responses", True),
}
"""Switches that have an effect only with another one."""


def _check(agent: Aki) -> None:
    for name, least in _LEAST.items():
        value = getattr(agent, name)
        if not isinstance(value, int) or value < least:
            raise AgentError(f"{name}={value!r} cannot be: give a whole number of {least} or more")
    if not (isfinite(agent.seconds) and agent.seconds >= 0):
        raise AgentError(
            f"seconds={agent.seconds:g} cannot be: give the seconds of a hand, or 0 to go by "
            "simulations"
        )
    if not 0 <= agent.floor <= 1:
        raise AgentError(f"floor={agent.floor:g} is no chance: give a number from 0 to 1")
    for name, words in _WORDS.items():
        value = getattr(agent, name)
        if value not in get_args(words):
            raise AgentError(f"{name}={value!r} is unknown: give {', '.join(get_args(words))}")
    for name, (needed, value) in _NEEDS.items():
        if getattr(agent, name) is True and getattr(agent, needed) != value:
            wanted = "on" if value is True else value
            raise AgentError(f"{name}=on needs {needed}={wanted}: without it there is no effect")
    for each in fields(agent):
        if isinstance(each.default, bool) and not isinstance(getattr(agent, each.name), bool):
            raise AgentError(f"{each.name}={getattr(agent, each.name)!r}: give True or False")


def _check_game(game: Game) -> None:
    if game.structure != "fixed-limit" or not game.is_holdem:
        raise AgentError(f"{game} is not played: this agent plays limit hold'em, like limit-6p")
