"""The checks, one function each, and the order in which they are made."""

import pickle
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial

from fivebet.agents.hosting.failures import FailureKind, Failures
from fivebet.agents.hosting.guard import Watch, show_end
from fivebet.agents.players.policies import Policy
from fivebet.errors import GameError
from fivebet.game.agent import Agent, Observer, PolicyAgent
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.view import View
from fivebet.testing.deals import chosen_games, with_other_hidden_cards
from fivebet.testing.report import Check, Report, Verdict
from fivebet.testing.stated import FALSE_ALARM, Tally, count_actions, policy_complaint, spread
from fivebet.testing.trial_log import Copies, Evening, Moment, play_evening, replay

__all__ = ["check_agent"]

_POLICIES_LOOKED_AT = 60

Finding = tuple[Verdict, str]


@dataclass(frozen=True, slots=True)
class _Trial:
    """What every check may look at."""

    copies: Copies
    agent: Agent
    """One to look at, not to play."""
    evening: Evening
    watch: Watch | None
    seconds: float
    seed: int
    change: str
    """Where a second copy acted differently, if it did."""
    found: dict[str, Finding]
    """What the checks before have found, by name."""

    def stated(self, agent: PolicyAgent, view: View) -> Policy:
        """The agent's policy, within its time."""
        return self.watch.time(agent.policy, view) if self.watch else agent.policy(view)


def check_agent(
    agent: object,
    games: Iterable[str | Game] | None = None,
    hands: int = 60,
    seconds: float = 5.0,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> Report:
    """Check whether an agent does what agents must, in so many hands of each game.

    The agent is a name, a class or another callable that makes one, or one that is
    copied. Each decision may take so many seconds; only in the main thread an agent
    that never comes back is interrupted.
    """
    if hands < 1:
        raise GameError(f"{hands} hands cannot be played: give 1 or more")
    seed %= 1 << 64
    copies = Copies(agent, seed)
    in_main = threading.current_thread() is threading.main_thread()
    try:
        first = copies()
        tables = chosen_games(first, games)
        with Watch(seconds, clock) if in_main else nullcontext() as watch:
            evening = play_evening(first, tables, hands, seed, watch, clock)
            change = replay(copies(), evening.hands, watch) if _came_back(evening) else ""
            trial = _Trial(copies, copies(), evening, watch, seconds, seed, change, {})
            for name, check in _CHECKS.items():
                trial.found[name] = check(trial)
    finally:
        copies.close()
    checks = tuple(Check(name, *finding) for name, finding in trial.found.items())
    return Report(copies.name, tuple(map(str, tables)), len(evening.decisions), checks)


def _answers(trial: _Trial) -> Finding:
    """It answers with a decision, whatever it is shown."""
    return _without(
        trial,
        (FailureKind.RAISED, FailureKind.NONSENSE, FailureKind.DIED),
        "every question was answered with a decision",
    )


def _legal(trial: _Trial) -> Finding:
    """Its actions are legal."""
    return _without(trial, (FailureKind.ILLEGAL,), "every action was legal")


def _time(trial: _Trial) -> Finding:
    """It keeps its time."""
    slowest = trial.evening.slowest
    if slowest > trial.seconds or FailureKind.HUNG in trial.evening.reasons:
        why = trial.evening.reasons.get(FailureKind.HUNG, f"a decision took {slowest:.3g} s")
        return Verdict.FAILED, f"{why}; it may take {trial.seconds:g} s"
    return Verdict.PASSED, f"no decision took longer than {trial.seconds:g} s"


def _reasons(trial: _Trial) -> Finding:
    """Its reasons are plain data."""
    if trial.evening.unplain:
        return Verdict.FAILED, trial.evening.unplain
    return Verdict.PASSED, "all reasons can be written as JSON"


def _view(trial: _Trial) -> Finding:
    """It leaves what it is shown alone."""
    if trial.evening.disturbed:
        return Verdict.FAILED, f"it has changed what it was shown: {trial.evening.disturbed}"
    return Verdict.PASSED, "views and games stayed as they were"


def _observe(trial: _Trial) -> Finding:
    """It takes the ends of hands."""
    if not isinstance(trial.agent, Observer):
        return Verdict.NOT_APPLICABLE, "it does not observe"
    if trial.evening.observing.times:
        return Verdict.FAILED, trial.evening.observing.first
    return Verdict.PASSED, "it took the end of every hand"


def _repeatable(trial: _Trial) -> Finding:
    """Another copy does the same."""
    if not _came_back(trial.evening):
        return _HANGS
    if trial.change:
        return Verdict.FAILED, f"a second copy, shown the same, played differently: {trial.change}"
    return Verdict.PASSED, "a second copy, shown the same, did the same"


def _hidden(trial: _Trial) -> Finding:
    """Cards that it cannot see do not matter."""
    if skip := _cannot_compare(trial):
        return skip

    def dealt_again(moment: Moment) -> Hand:
        return with_other_hidden_cards(moment.hand, moment.seat, trial.seed + 1)

    if change := replay(trial.copies(), trial.evening.hands, trial.watch, dealt_again):
        return Verdict.FAILED, f"hidden cards made a difference: {change}"
    return Verdict.PASSED, "other hidden cards made no difference"


def _memory(trial: _Trial) -> Finding:
    """It remembers only if it says so."""
    if getattr(trial.agent, "remembers", False):
        return Verdict.NOT_APPLICABLE, "it says that it remembers"
    if skip := _cannot_compare(trial):
        return skip
    if change := replay(trial.copies(), reversed(trial.evening.hands), trial.watch):
        return (
            Verdict.FAILED,
            f"after other hands it played differently, without `remembers = True`: {change}",
        )
    return Verdict.PASSED, "the hands before made no difference"


def _pickling(trial: _Trial) -> Finding:
    """It can be put away and taken out again."""
    if not _came_back(trial.evening):
        return _HANGS
    hands = trial.evening.hands
    agent = trial.copies()
    last = 0
    # Odd places: a count that is lost shows best where it was no multiple of anything.
    for stop in sorted({len(hands) * part // 4 | 1 for part in (1, 2, 3)} | {len(hands)}):
        change = replay(agent, hands[last:stop], trial.watch)
        if change and not trial.change:
            return Verdict.FAILED, f"after a pickle's round trip it played differently: {change}"
        try:
            agent = pickle.loads(pickle.dumps(agent))
        except Exception as error:
            return Verdict.FAILED, f"it cannot be pickled ({type(error).__name__}: {error})"
        last = stop
    if trial.change:
        return Verdict.PASSED, "it can be pickled; as it does not repeat itself, that is all"
    return Verdict.PASSED, "after a pickle's round trip it went on as before"


def _policy(trial: _Trial) -> Finding:
    """Its policy is one."""
    if not isinstance(trial.agent, PolicyAgent):
        return Verdict.NOT_APPLICABLE, "it states no policy"
    for played in spread(trial.evening.decisions, _POLICIES_LOOKED_AT):
        try:
            stated = partial(trial.stated, trial.agent)
            complaint = policy_complaint(stated, played.moment, trial.seed + 2)
        except Exception as error:
            complaint = f"{type(error).__name__}: {error}"
        if complaint:
            hand = played.moment.hand
            return Verdict.FAILED, f"in hand {hand.number} of {hand.game}, {complaint}"
    return Verdict.PASSED, "probabilities add up to 1 for all hole cards, over legal actions"


def _frequencies(trial: _Trial) -> Finding:
    """It keeps to its policy."""
    agent = trial.copies()
    if not isinstance(agent, PolicyAgent):
        return Verdict.NOT_APPLICABLE, "it states no policy"
    if trial.found["policy"][0] is Verdict.FAILED:
        return Verdict.NOT_APPLICABLE, "its policy is none"
    tallies: dict[str, Tally] = {}
    for hand in trial.evening.hands:
        for played in hand:
            view = played.moment.view
            if view.over:
                show_end(agent, view, Failures(), trial.watch)
            elif played.failure is None and (
                complaint := count_actions(trial.stated(agent, view), played, tallies)
            ):
                return Verdict.FAILED, f"in hand {view.number} of {view.game}, {complaint}"
    for kind, tally in tallies.items():
        if tally.likelihood < FALSE_ALARM:
            return (
                Verdict.FAILED,
                f"{kind} was chosen {tally.seen} times where its policy expects "
                f"{tally.expected:.1f} ± {tally.variance**0.5:.1f}",
            )
    return Verdict.PASSED, "it acted as often as its policy says"


_CHECKS: dict[str, Callable[[_Trial], Finding]] = {
    "answers": _answers,
    "legal": _legal,
    "time": _time,
    "reasons": _reasons,
    "view": _view,
    "observe": _observe,
    "repeatable": _repeatable,
    "hidden": _hidden,
    "memory": _memory,
    "pickling": _pickling,
    "policy": _policy,
    "frequencies": _frequencies,
}

_HANGS = Verdict.NOT_APPLICABLE, "it does not come back"


def _came_back(evening: Evening) -> bool:
    return FailureKind.HUNG not in evening.reasons


def _cannot_compare(trial: _Trial) -> Finding | None:
    if not _came_back(trial.evening):
        return _HANGS
    if trial.change:
        return Verdict.NOT_APPLICABLE, "it does not repeat itself"
    return None


def _without(trial: _Trial, kinds: tuple[FailureKind, ...], sentence: str) -> Finding:
    evening = trial.evening
    for kind in kinds:
        if kind in evening.reasons:
            times = evening.failures.kinds[kind]
            return (
                Verdict.FAILED,
                f"{times} of {len(evening.decisions)} times it {_HOW[kind]}: "
                f"{evening.reasons[kind]}",
            )
    return Verdict.PASSED, sentence


_HOW = {
    FailureKind.RAISED: "raised an exception",
    FailureKind.NONSENSE: "answered with what is no decision",
    FailureKind.DIED: "was gone",
    FailureKind.ILLEGAL: "answered with what is not legal",
}
