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
from fivebet.errors import GameError
from fivebet.game.agent import Agent, Observer, Policy, PolicyAgent
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.view import View
from fivebet.testing.deals import chosen_games, with_other_hidden_cards
from fivebet.testing.policy_checks import (
    FALSE_ALARM,
    ActionCount,
    count_actions,
    policy_complaint,
    spread,
)
from fivebet.testing.report import AgentCheck, AgentReport, CheckVerdict
from fivebet.testing.trial_log import AgentCopies, Moment, TrialLog, play_trial, replay

_POLICIES_LOOKED_AT = 60

_PASSED, _FAILED = CheckVerdict.PASSED, CheckVerdict.FAILED
_NOT_APPLICABLE = CheckVerdict.NOT_APPLICABLE

Finding = tuple[CheckVerdict, str]


@dataclass(frozen=True, slots=True)
class _Trial:
    """What every check can use."""

    copies: AgentCopies
    agent: Agent
    """The agent whose play was logged."""
    log: TrialLog
    watch: Watch | None
    seconds: float
    seed: int
    change: str
    """Where a second copy acted differently, if it did."""
    found: dict[str, Finding]
    """What the checks before have found, by name."""

    def stated(self, agent: PolicyAgent, view: View) -> Policy:
        """Return the agent's policy, within its time."""
        return self.watch.time(agent.policy, view) if self.watch else agent.policy(view)


def check_agent(
    agent: object,
    games: Iterable[str | Game] | None = None,
    hands: int = 60,
    seconds: float = 5.0,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> AgentReport:
    """Check whether an agent does what agents must, in so many hands of each game.

    The agent is a name, a class or another callable that makes one, or one that is
    copied. Each decision may take so many seconds; only in the main thread an agent
    that never comes back is interrupted.
    """
    if hands < 1:
        raise GameError(f"{hands} hands cannot be played: give 1 or more")
    seed %= 1 << 64
    copies = AgentCopies(agent, seed)
    in_main = threading.current_thread() is threading.main_thread()
    try:
        first = copies()
        tables = chosen_games(first, games)
        with Watch(seconds, clock) if in_main else nullcontext() as watch:
            log = play_trial(first, tables, hands, seed, watch, clock)
            change = replay(copies(), log.hands, watch) if _came_back(log) else ""
            trial = _Trial(copies, first, log, watch, seconds, seed, change, {})
            for name, check in _CHECKS.items():
                trial.found[name] = check(trial)
    finally:
        copies.close()
    checks = tuple(AgentCheck(name, *finding) for name, finding in trial.found.items())
    return AgentReport(copies.name, tuple(map(str, tables)), len(log.decisions), checks)


def _answers(trial: _Trial) -> Finding:
    """Check that the agent answers every view with a decision."""
    return _without(
        trial,
        (FailureKind.RAISED, FailureKind.NONSENSE, FailureKind.DIED),
        "every question was answered with a decision",
    )


def _legal(trial: _Trial) -> Finding:
    """Check that the agent's actions are legal."""
    return _without(trial, (FailureKind.ILLEGAL,), "every action was legal")


def _time(trial: _Trial) -> Finding:
    """Check that no decision took longer than allowed."""
    slowest = trial.log.slowest
    if slowest > trial.seconds or FailureKind.HUNG in trial.log.reasons:
        why = trial.log.reasons.get(FailureKind.HUNG, f"a decision took {slowest:.3g} s")
        return _FAILED, f"{why}; it may take {trial.seconds:g} s"
    return _PASSED, f"no decision took longer than {trial.seconds:g} s"


def _reasons(trial: _Trial) -> Finding:
    """Check that the agent's reasons can be written as JSON."""
    if trial.log.not_json:
        return _FAILED, trial.log.not_json
    return _PASSED, "all reasons can be written as JSON"


def _view(trial: _Trial) -> Finding:
    """Check that the agent changes neither views nor games."""
    if trial.log.changed_view:
        return _FAILED, f"it has changed what it was shown: {trial.log.changed_view}"
    return _PASSED, "views and games stayed as they were"


def _observe(trial: _Trial) -> Finding:
    """Check that the agent can be shown the ends of hands."""
    if not isinstance(trial.agent, Observer):
        return _NOT_APPLICABLE, "it does not observe"
    if trial.log.observing.times:
        return _FAILED, trial.log.observing.first
    return _PASSED, "it took the end of every hand"


def _repeatable(trial: _Trial) -> Finding:
    """Check that a second copy does the same."""
    if not _came_back(trial.log):
        return _HANGS
    if trial.change:
        return (
            _FAILED,
            f"a second copy, shown the same, played differently: {trial.change}",
        )
    return _PASSED, "a second copy, shown the same, did the same"


def _hidden(trial: _Trial) -> Finding:
    """Check that cards which the agent cannot see make no difference."""
    if skip := _cannot_compare(trial):
        return skip

    def dealt_again(moment: Moment) -> Hand:
        return with_other_hidden_cards(moment.hand, moment.seat, trial.seed + 1)

    if change := replay(trial.copies(), trial.log.hands, trial.watch, dealt_again):
        return _FAILED, f"hidden cards made a difference: {change}"
    return _PASSED, "other hidden cards made no difference"


def _memory(trial: _Trial) -> Finding:
    """Check that the agent remembers only if it says so."""
    if getattr(trial.agent, "remembers", False):
        return _NOT_APPLICABLE, "it says that it remembers"
    if skip := _cannot_compare(trial):
        return skip
    if change := replay(trial.copies(), reversed(trial.log.hands), trial.watch):
        return (
            _FAILED,
            f"after other hands it played differently, without `remembers = True`: {change}",
        )
    return _PASSED, "the hands before made no difference"


def _pickling(trial: _Trial) -> Finding:
    """Check that the agent can be pickled and continues as before."""
    if not _came_back(trial.log):
        return _HANGS
    hands = trial.log.hands
    agent = trial.copies()
    last = 0
    # Odd places: a count that is lost shows best where it was no multiple of anything.
    for stop in sorted({len(hands) * part // 4 | 1 for part in (1, 2, 3)} | {len(hands)}):
        change = replay(agent, hands[last:stop], trial.watch)
        if change and not trial.change:
            return (
                _FAILED,
                f"after a pickle's round trip it played differently: {change}",
            )
        try:
            agent = pickle.loads(pickle.dumps(agent))
        except Exception as error:
            return _FAILED, f"it cannot be pickled ({type(error).__name__}: {error})"
        last = stop
    if trial.change:
        return _PASSED, "it can be pickled; as it does not repeat itself, that is all"
    return _PASSED, "after a pickle's round trip it went on as before"


def _policy(trial: _Trial) -> Finding:
    """Check that the agent's policy consists of probabilities over legal actions."""
    if not isinstance(trial.agent, PolicyAgent):
        return _NOT_APPLICABLE, "it states no policy"
    agent = trial.copies()
    assert isinstance(agent, PolicyAgent)
    for played in spread(trial.log.decisions, _POLICIES_LOOKED_AT):
        try:
            stated = partial(trial.stated, agent)
            complaint = policy_complaint(stated, played.moment, trial.seed + 2)
        except Exception as error:
            complaint = f"{type(error).__name__}: {error}"
        if complaint:
            hand = played.moment.hand
            return _FAILED, f"in hand {hand.number} of {hand.game}, {complaint}"
    return _PASSED, "probabilities add up to 1 for all hole cards, over legal actions"


def _frequencies(trial: _Trial) -> Finding:
    """Check that the agent acts as often as its policy says."""
    agent = trial.copies()
    if not isinstance(agent, PolicyAgent):
        return _NOT_APPLICABLE, "it states no policy"
    if trial.found["policy"][0] is _FAILED:
        return _NOT_APPLICABLE, "its policy is none"
    tallies: dict[str, ActionCount] = {}
    for hand in trial.log.hands:
        for played in hand:
            view = played.moment.view
            if view.over:
                show_end(agent, view, Failures(), trial.watch)
            elif played.failure is None and (
                complaint := count_actions(trial.stated(agent, view), played, tallies)
            ):
                return _FAILED, f"in hand {view.number} of {view.game}, {complaint}"
    for kind, tally in tallies.items():
        if tally.likelihood < FALSE_ALARM:
            return (
                _FAILED,
                f"{kind} was chosen {tally.seen} times where its policy expects "
                f"{tally.expected:.1f} ± {tally.variance**0.5:.1f}",
            )
    return _PASSED, "it acted as often as its policy says"


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

_HANGS = _NOT_APPLICABLE, "it does not come back"


def _came_back(log: TrialLog) -> bool:
    return FailureKind.HUNG not in log.reasons


def _cannot_compare(trial: _Trial) -> Finding | None:
    if not _came_back(trial.log):
        return _HANGS
    if trial.change:
        return _NOT_APPLICABLE, "it does not repeat itself"
    return None


def _without(trial: _Trial, kinds: tuple[FailureKind, ...], sentence: str) -> Finding:
    log = trial.log
    for kind in kinds:
        if kind in log.reasons:
            times = log.failures.kinds[kind]
            return (
                _FAILED,
                f"{times} of {len(log.decisions)} times it {_HOW[kind]}: {log.reasons[kind]}",
            )
    return _PASSED, sentence


_HOW = {
    FailureKind.RAISED: "raised an exception",
    FailureKind.NONSENSE: "answered with what is no decision",
    FailureKind.DIED: "was gone",
    FailureKind.ILLEGAL: "answered with what is not legal",
}
