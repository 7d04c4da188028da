"""Agents that are wrong in one way each, with the check that must find it."""

import random
import sys
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, purpose_key
from fivebet.agents.players.policies import holding_index
from fivebet.game import CALL, CHECK, FOLD, Action, Decision, Hand, View, bet, raise_to
from tests.agents.hosting.clocks import Clock

CLOCK = Clock()

BROKEN: dict[str, type] = {}


def fails(check: str) -> Any:
    """Enter a class under the check that it must fail."""

    def enter(kind: type) -> type:
        BROKEN[f"{check}-{kind.__name__}"] = kind
        return kind

    return enter


class Sound:
    """Checks and calls: nothing is wrong with it."""

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive)


@fails("answers")
class Raises(Sound):
    def act(self, view: View) -> Decision:
        if view.street == 2:
            raise RuntimeError("the turn is too much")
        return super().act(view)


@fails("answers")
class Word(Sound):
    def act(self, view: View) -> Decision:
        return "call" if view.number == 3 else super().act(view)  # type: ignore[return-value]


@fails("legal")
class Checks(Sound):
    """Which the competition's rules would put right."""

    def act(self, _: View) -> Decision:
        return Decision(CHECK)


@fails("legal")
class Overbets(Sound):
    def act(self, view: View) -> Decision:
        legal = view.legal
        return Decision(raise_to(legal.max_raise + 1) if legal.can_raise else legal.passive)


@fails("time")
class Loops(Sound):
    def act(self, view: View) -> Decision:
        while view.number == 2:
            CLOCK.pass_by(100)
        return super().act(view)


@fails("reasons")
class Arrays(Sound):
    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive, {"equities": np.zeros(3)})  # type: ignore[dict-item]


@fails("reasons")
class NotANumber(Sound):
    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive, {"equity": float("nan")})


@fails("view")
class Rewrites(Sound):
    """Gives the game another name."""

    def act(self, view: View) -> Decision:
        object.__setattr__(view.game, "name", f"{view.game.name}!")
        return super().act(view)


@fails("observe")
class Upset(Sound):
    def observe(self, _: View) -> None:
        raise RuntimeError("too much")


@fails("repeatable")
class Unseeded(Sound):
    def act(self, view: View) -> Decision:
        return Decision(random.SystemRandom().choice(view.legal.choices))


@fails("hidden")
class Peeks(Sound):
    """Looks into the pockets of whoever called it."""

    def act(self, view: View) -> Decision:
        frame = sys._getframe()
        while frame := frame.f_back:  # type: ignore[assignment]
            for value in frame.f_locals.values():
                if isinstance(value, Hand):
                    ranks = sum(
                        card.rank for seat in value.active for card in value.hole(seat) or ()
                    )
                    return Decision(FOLD if ranks % 2 and view.legal.call else view.legal.passive)
        return super().act(view)


@fails("memory")
class CountsHands(Sound):
    def __init__(self) -> None:
        self.seen = 0

    def act(self, view: View) -> Decision:
        return Decision(view.legal.choices[self.seen % len(view.legal.choices)])

    def observe(self, _: View) -> None:
        self.seen += 1


@fails("memory")
class OneStream(Sound):
    """Draws from one stream for all hands: what comes depends on what came before."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def act(self, view: View) -> Decision:
        return Decision(self.random.choice(view.legal.choices))


@fails("pickling")
class HasALock(Sound):
    def __init__(self) -> None:
        self.lock = threading.Lock()


@fails("pickling")
class Forgets(Sound):
    """Remembers, and says so, but not when it is put away."""

    remembers = True

    def __init__(self) -> None:
        self.seen = 0

    def act(self, view: View) -> Decision:
        return Decision(view.legal.choices[self.seen % len(view.legal.choices)])

    def observe(self, _: View) -> None:
        self.seen += 1

    def __reduce__(self) -> tuple[object, ...]:
        return Forgets, ()


class Mixes(Sound):
    """Raises with probability 0.5 where it may, and says so: nothing is wrong with it."""

    states = 0.5

    def act(self, view: View) -> Decision:
        legal = view.legal
        draw = Stream(1, purpose_key("mixes"), view.number, len(view.moves)).uniform()
        if legal.can_raise and draw < 0.5:
            return Decision(raise_to(legal.min_raise))
        return Decision(legal.passive)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        legal = view.legal
        if not legal.can_raise:
            return {legal.passive: np.ones(1326)}
        return {
            raise_to(legal.min_raise): np.full(1326, self.states),
            legal.passive: np.full(1326, 1 - self.states),
        }


class Bets(Mixes):
    """Says bet where others say raise: nothing is wrong with that."""

    def act(self, view: View) -> Decision:
        action = super().act(view).action
        return Decision(bet(action.to) if action.to else action)

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        policy = super().policy(view)
        return {bet(each.to) if each.to else each: chances for each, chances in policy.items()}


@fails("policy")
class AddsUpToTwo(Mixes):
    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        return {action: 2 * chances for action, chances in super().policy(view).items()}


@fails("policy")
class Negative(Mixes):
    states = 1.5


@fails("policy")
class StatesTheIllegal(Mixes):
    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        return {raise_to(10**9): np.zeros(1326)} | super().policy(view)


@fails("policy")
class NinetyNine(Mixes):
    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        return {view.legal.passive: np.ones(169)}


@fails("policy")
class KnowsItsCards(Mixes):
    """States only what it does with the cards that it holds."""

    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        policy = super().policy(view)
        policy[view.legal.passive] = sum(policy.values())  # type: ignore[assignment]
        for action, chances in policy.items():
            if action != view.legal.passive:
                chances[:] = 0
                chances[holding_index(view.cards)] = 0.5
        passive = policy[view.legal.passive]
        if len(policy) > 1:
            passive[holding_index(view.cards)] = 0.5
        return policy


@fails("policy")
class PolicyHangs(Mixes):
    def policy(self, _: View) -> dict[Action, NDArray[np.float64]]:
        while True:
            CLOCK.pass_by(100)


@fails("policy")
class PolicyRaises(Mixes):
    def policy(self, _: View) -> dict[Action, NDArray[np.float64]]:
        raise RuntimeError("not now")


@fails("frequencies")
class SaysLess(Mixes):
    states = 0.25


@fails("frequencies")
class SaysNever(Mixes):
    def policy(self, view: View) -> dict[Action, NDArray[np.float64]]:
        return {CALL if view.legal.call else CHECK: np.ones(1326)}
