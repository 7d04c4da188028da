"""The four players that everybody should beat: fold, call, raise and random.

They also run compiled, inside the table's own loops, and play the same hands
there (native/tournaments/baseline_players.hpp): `play_compiled`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, play_baselines, purpose_key
from fivebet.agents.hosting.options import Bounds, Seed
from fivebet.agents.players.policies import SpreadRaises, constant
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, Legal, raise_to
from fivebet.game.agent import Decision, Policy
from fivebet.game.chips import CHIP_FRACTIONS
from fivebet.game.game import Game
from fivebet.game.view import View

_PURPOSE = purpose_key("random")
_COMPILED = ("fold", "call", "raise", "random")

UNIFORM = "uniform"
MIXES = {"moik": "25/30/44/1"}


class _OneMove(ABC):
    """Makes the move that it knows, whatever its cards are."""

    def act(self, view: View) -> Decision:
        """Make the move."""
        return Decision(self._move(view.legal))

    def policy(self, view: View) -> Policy:
        """Return the same probabilities for all cards."""
        return {self._move(view.legal): constant(view.game, 1)}

    @abstractmethod
    def _move(self, legal: Legal) -> Action: ...


class Fold(_OneMove):
    """Folds whenever it would have to pay."""

    def _move(self, legal: Legal) -> Action:
        return FOLD if legal.call else legal.passive


class Call(_OneMove):
    """Checks and calls."""

    def _move(self, legal: Legal) -> Action:
        return legal.passive


class Raise(_OneMove):
    """Bets and raises as little as it may, as long as it may."""

    def _move(self, legal: Legal) -> Action:
        return raise_to(legal.min_raise) if legal.can_raise else legal.passive


@dataclass(eq=False)
class Random:
    """Plays at random: every kind of move and any amount alike, or by a mix.

    A mix is four shares, in the order of Moik's thesis (2018, 5.1.4): folding, or
    checking where that is free; raising, by the least; calling, or checking; and
    going all-in. `mix=moik` is the thesis's, 25/30/44/1. A player who may not raise calls.

    Its draws are named by seed, hand and action: a hand always plays the same.
    """

    seed: Seed = 0
    """The seed of its random numbers."""
    mix: Annotated[str, Bounds(0, 40)] = UNIFORM
    """How often it makes each kind of move: uniform, moik, or four shares like 25/30/44/1."""

    def __post_init__(self) -> None:
        self.seed = checked_seed(self.seed)
        self.shares = None if self.mix == UNIFORM else _read_mix(MIXES.get(self.mix, self.mix))

    def act(self, view: View) -> Decision:
        """Draw a kind of move, then the size of a raise."""
        legal = view.legal
        stream = Stream(self.seed, _PURPOSE, view.number, len(view.moves))
        if self.shares is not None:
            return _drawn(_mixed(self.shares, legal), stream.uniform())
        kinds = 1 + legal.can_fold + legal.can_raise
        kind = stream.below(kinds) + (not legal.can_fold)
        reasons = {"probability": 1 / kinds}
        if kind == 0:
            return Decision(FOLD, reasons)
        if kind == 1:
            return Decision(legal.passive, reasons)
        to = legal.min_raise + stream.below(legal.max_raise - legal.min_raise + 1)
        return Decision(raise_to(to), reasons)

    def policy(self, view: View) -> Policy:
        """Return the same probabilities for all cards."""
        legal, game = view.legal, view.game
        if self.shares is not None:
            mixed = _mixed(self.shares, legal)
            return {action: constant(game, chance) for action, chance in mixed.items()}
        kinds = 1 + legal.can_fold + legal.can_raise
        others = {legal.passive: constant(game, 1 / kinds)}
        if legal.can_fold:
            others[FOLD] = constant(game, 1 / kinds)
        sizes = legal.max_raise - legal.min_raise + 1
        return SpreadRaises(others, legal, constant(game, 1 / kinds / sizes))


def _read_mix(text: str) -> tuple[float, ...]:
    try:
        shares = [float(share) for share in text.split("/")]
        total = sum(shares)
        if len(shares) != 4 or min(shares) < 0 or not 0 < total < float("inf"):
            raise ValueError(text)
    except ValueError:
        raise AgentError(
            f"mix={text!r} is no mix: give {UNIFORM}, {', '.join(MIXES)} or four shares, "
            "of folds, raises, calls and all-ins, like 25/30/44/1"
        ) from None
    return tuple(share / total for share in shares)


def _mixed(shares: tuple[float, ...], legal: Legal) -> dict[Action, float]:
    mixed: dict[Action, float] = {}
    moves = (
        FOLD if legal.call else legal.passive,
        raise_to(legal.min_raise) if legal.can_raise else legal.passive,
        legal.passive,
        raise_to(legal.max_raise) if legal.can_raise else legal.passive,
    )
    for move, share in zip(moves, shares, strict=True):
        mixed[move] = mixed.get(move, 0.0) + share
    return mixed


def _drawn(mixed: dict[Action, float], draw: float) -> Decision:
    *others, last = mixed.items()
    for action, share in others:
        if draw < share:
            return Decision(action, {"probability": share})
        draw -= share
    return Decision(last[0], {"probability": last[1]})


def checked_seed(seed: object) -> int:
    """Return a seed as 64 bits, or raise an error if it is no whole number."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise AgentError(f"seed={seed!r} is no seed: give a whole number")
    return seed % (1 << 64)


def runs_compiled(maker: object, options: Mapping[str, object]) -> bool:
    """Return whether the agents of a class with these options run compiled."""
    return maker in (Fold, Call, Raise) or (
        maker is Random and options.get("mix", UNIFORM) == UNIFORM
    )


def _compiled_player(agent: object) -> tuple[int, int]:
    """Return the number and the seed of an agent in the core."""
    match agent:
        case Fold() | Call() | Raise():
            return _COMPILED.index(type(agent).__name__.lower()), 0
        case Random(mix=mix, seed=seed) if mix == UNIFORM:
            return _COMPILED.index("random"), seed
    raise AgentError("not all of these agents run compiled")


def play_deals(
    game: Game, agents: Sequence[object], seatings: NDArray[np.uint8], seed: int, start: int = 0
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return what compiled agents win in each deal from `start` on, and from each other in all.

    Seatings name the player on each seat, by deal and turn. Winnings are counted in
    2520th parts of a chip, which every split of a pot divides.
    """
    kinds, seeds = zip(*map(_compiled_player, agents), strict=True)
    flows = np.zeros((game.seats, game.seats))
    parts, _ = play_baselines(game._rules, kinds, seeds, seed, start, seatings, flows)
    return parts, flows


def play_compiled(
    game: Game, names: Sequence[str], hands: int, seed: int = 0, start: int = 0
) -> tuple[list[Fraction], int]:
    """Return what baselines win from each other, and how often they acted.

    Hands are numbered from `start`; in hand h the player p sits on seat p - h,
    around the table, so that each has every seat in turn.
    """
    for name in names:
        if name not in _COMPILED:
            raise AgentError(f"{name!r} does not run compiled: only {', '.join(_COMPILED)} do")
    if len(names) != game.seats:
        raise AgentError(f"{game} is played by {game.seats}, not by {len(names)} players")
    players = [_COMPILED.index(name) for name in names]
    turns = (np.arange(game.seats) + np.arange(start, start + hands)[:, None]) % game.seats
    parts, actions = play_baselines(
        game._rules, players, [seed] * game.seats, seed, start, turns[:, None].astype(np.uint8)
    )
    return [Fraction(int(won), CHIP_FRACTIONS) for won in parts.sum(axis=0)], actions
