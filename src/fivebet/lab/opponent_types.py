"""The types of opponents that ship: agents of this package and drawn players, as they played.

Each plays against a partner who does everything now and then, so that all situations come
up. All cards are known here. Where an agent states its policy, every decision counts for all
of its hands at once, else for the one that it holds.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Stream, model_situation, modelled_move, modelled_raises, purpose_key
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.drawn_rules import drawn_names
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Agent, Observer, Policy, PolicyAgent
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.view import View
from fivebet.opponents.action_models import (
    ACTIONS,
    FIRST_RAISE,
    LEVELS,
    PASSIVE,
    SITUATIONS,
    ModelledStructure,
    TypeLibrary,
    levels_on_street,
    load_types,
    save_types,
    smoothed_parts,
)
from fivebet.opponents.action_models import FOLD as FOLDS
from fivebet.runs.executors import make_executor
from fivebet.runs.job import ChunkResult, Collected, Job, Reducer
from fivebet.runs.runner import run_job

Counts = NDArray[np.float64]
_PURPOSE = purpose_key("opponent types")
_DRAWN_SEED = 22  # no ladder that is measured draws from it
_DRAWN_LIMIT, _DRAWN_NO_LIMIT = 40, 384  # where bets have sizes, players differ in more ways
_MOST_ACTIONS = 40  # of a policy; with more, actions are sampled
_PROBED_POTS = (0.2, 0.4, 0.5, 0.75, 1.0, 1.0, 2.0, 3.5, 7.0, 16.0, 1000.0)
_SAMPLED_HANDS = 3  # times as many for who states no policy

_EVERYWHERE = (
    "call",
    "fold",
    "raise",
    "random",
    "random:mix=moik",
    "tight",
    "loose",
    "maniac",
    "station",
    "timid",
    "fair",
)
_SLOWNESS = 6  # times as few hands of those that take their time
_SLOW = ("solver:iterations=4", "champion:iterations=4,exploit=off")


@dataclass(frozen=True)
class TypeNames:
    """The game in which types are counted, and their agents."""

    game: str
    sound: tuple[str, ...]
    others: tuple[str, ...]


TYPES: dict[ModelledStructure, TypeNames] = {
    "fixed-limit": TypeNames(
        "limit-2p",
        ("champion:solving=none,exploit=off", "nash-limit", "plicas+", "aki+"),
        (*_EVERYWHERE, *drawn_names(_DRAWN_SEED, _DRAWN_LIMIT), "plicas", "aki"),
    ),
    "no-limit": TypeNames(
        "nolimit-2p",
        ("champion:iterations=4,exploit=off", "solver:iterations=4"),
        (*_EVERYWHERE, *drawn_names(_DRAWN_SEED, _DRAWN_NO_LIMIT), "push-fold"),
    ),
}


class _Prober:
    """Does everything now and then, by draws that are named by hand and action."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def action(self, hand: Hand) -> Action:
        """Return a fold, a check or call, or a raise of some size."""
        legal = hand.legal
        draw = Stream(self.seed, _PURPOSE, hand.number, len(hand.moves)).uniform()
        if draw < 0.04 and legal.call:
            return FOLD
        if draw < 0.55 or not legal.can_raise:
            return legal.passive
        seat = hand.actor
        assert seat is not None
        pots = _PROBED_POTS[int((draw - 0.55) / 0.45 * len(_PROBED_POTS))]
        to = hand.bets[seat] + legal.call + round(pots * (hand.pot + legal.call))
        return raise_to(min(max(to, legal.min_raise), legal.max_raise))


def count_actions(name: str, game: Game, hands: int, seed: int = 0) -> Counts:
    """Return how often an agent did what, by situation, level and action."""
    counts = np.zeros((SITUATIONS, LEVELS, ACTIONS))
    agent, prober = make_agent(name), _Prober(seed)
    for number in range(hands * (1 if isinstance(agent, PolicyAgent) else _SAMPLED_HANDS)):
        hand = Hand(game, seed=seed, number=number)
        seat = number % 2
        while hand.actor is not None:
            if hand.actor == seat:
                _count_decision(agent, hand.view(seat), hand, counts)
            else:
                hand.act(prober.action(hand))
        if isinstance(agent, Observer):
            agent.observe(hand.view(seat))
    return counts


def _count_decision(agent: Agent, view: View, hand: Hand, counts: Counts) -> None:
    """Let an agent act, and count what it does: for all of its hands if it says so."""
    situation = model_situation(view, len(view.moves))
    levels = levels_on_street(view, view.street)
    if isinstance(agent, PolicyAgent):
        policy = agent.policy(view)
        if len(policy) <= _MOST_ACTIONS:
            counts[situation] += _by_level(policy, view, levels)
            hand.act(agent.act(view).action)
            return
    number = len(hand.moves)
    hand.act(agent.act(view).action)
    _, action, _ = modelled_move(hand, number)
    counts[situation, levels[combo_index(*view.cards)], action] += 1


def _by_level(policy: Policy, view: View, levels: NDArray[np.uint8]) -> Counts:
    """Return the mean probability of each action, by level."""
    live = (COMBO_MASKS & np.uint64(sum(1 << card for card in view.board))) == 0
    held = np.maximum(np.bincount(levels[live], minlength=LEVELS), 1)
    counts = np.zeros((LEVELS, ACTIONS))
    actions = list(policy)
    for action, number in zip(actions, _numbers(view, actions), strict=True):
        row = np.asarray(policy[action])[live]
        counts[:, number] += np.bincount(levels[live], row, LEVELS) / held
    return counts


def _numbers(view: View, actions: Sequence[Action]) -> list[int]:
    """Return the models' numbers of actions."""
    raises = [action.to for action in actions if action.kind in ("bet", "raise")]
    found = iter(modelled_raises(view, raises))
    kinds = {"fold": FOLDS, "check": PASSIVE, "call": PASSIVE}
    numbers = [kinds[each.kind] if each.kind in kinds else next(found) for each in actions]
    return [
        FIRST_RAISE if view.game.structure == "fixed-limit" and n > FIRST_RAISE else n
        for n in numbers
    ]


@dataclass(frozen=True, kw_only=True)
class TypeCounts(Job["list[NDArray[np.uint8]]"]):
    """Counts types of opponents, one in a chunk; its result is their models, in 250ths."""

    types: tuple[tuple[ModelledStructure, str], ...]
    """The betting structure and the agent of each type."""
    hands_each: int
    """The hands that an agent plays; slow ones play fewer."""

    readers: ClassVar = {"types": lambda types: tuple((each[0], each[1]) for each in types)}

    @property
    def chunks(self) -> int:
        """The number of types."""
        return len(self.types)

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Count what an agent does, and make its model."""
        structure, name = self.types[number]
        hands = max(self.hands_each // _SLOWNESS, 1) if name in _SLOW else self.hands_each
        counts = count_actions(name, Game.named(TYPES[structure].game), hands)
        return ChunkResult(smoothed_parts(counts).tolist(), number)

    def reducer(self) -> "Collected[list[NDArray[np.uint8]]]":
        """Return a new reducer."""
        return Collected(lambda models: [np.array(each, np.uint8) for each in models])


def make_types(
    output: Path,
    hands: int,
    on_progress: Callable[[float], None] = lambda _: None,
    workers: int = 1,
) -> dict[ModelledStructure, TypeLibrary]:
    """Count all types, and write each when it is done; those that the file has are not counted."""
    kept = load_types(output) if output.exists() else {}
    missing = tuple(
        (structure, name)
        for structure, names in TYPES.items()
        for name in (*names.others, *names.sound)
        if structure not in kept or name not in kept[structure].names
    )
    if not missing:
        return kept
    job = TypeCounts(types=missing, hands_each=hands)

    def write(reducer: Reducer[list[NDArray[np.uint8]]]) -> None:
        save_types(_with_models(kept, missing, reducer.result()), output)

    executor = make_executor(workers, chunks=job.chunks)
    models = run_job(job, executor, on_progress=on_progress, on_result=write)
    return _with_models(kept, missing, models)


def _with_models(
    kept: dict[ModelledStructure, TypeLibrary],
    types: Sequence[tuple[ModelledStructure, str]],
    models: Sequence[NDArray[np.uint8]],
) -> dict[ModelledStructure, TypeLibrary]:
    """Return libraries with further types, as many as have a model."""
    libraries = dict(kept)
    for (structure, name), parts in zip(types, models, strict=False):
        sound, known = np.array([name in TYPES[structure].sound]), parts[None]
        library = libraries.get(structure)
        if library is not None:
            sound = np.concatenate([library.sound, sound])
            known = np.concatenate([library.parts, known])
        before = library.names if library is not None else ()
        libraries[structure] = TypeLibrary((*before, name), sound, known)
    return libraries
