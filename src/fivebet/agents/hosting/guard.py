"""How an arena asks an agent, so that no agent can stop the play.

    failures = Failures()
    with Watch(seconds=5) as watch:
        decision = decide(agent, view, failures, watch)

An agent that raises, hangs, or answers with what is no legal action checks if
that is free and folds if it is not; `failures` counts it. A watch interrupts an
agent of this process that does not come back, a loop without end say. It costs
a look at the clock for each decision: one timer ticks for all of them. It needs
the main thread, where signals arrive, and cannot interrupt compiled code: a worker
process far beyond its clock is ended, and its chunk is played with isolated seats. In
other threads, and for agents that nobody trusts, take an isolated seat at once.
"""

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from types import FrameType
from typing import Self, TypeVar

from fivebet.agents.hosting.failures import (
    FailureKind,
    Failures,
    SeatError,
    describe_error,
    describe_value,
)
from fivebet.agents.hosting.registry import (
    agent_traits,
    check_plays,
    is_foreign,
    make_agent,
)
from fivebet.agents.hosting.traits import AgentTraits
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action
from fivebet.game.agent import Agent, Decision, Observer, Policy, PolicyAgent
from fivebet.game.view import View

T = TypeVar("T")

_TICKS_A_LIMIT = 4  # an agent is interrupted after 1 to 1.25 times its limit
_CLOCK = 60.0  # seconds for an answer of an agent from a file
_FAR = 3  # limits after which a worker whose agent cannot be interrupted is ended


def isolated_name(name: str, seconds: float = _CLOCK) -> str:
    """Return the name of the same agent in a process of its own, if it is foreign."""
    return f"isolated:seconds={seconds:g}::{name}" if is_foreign(name) else name


def without_isolation(name: str) -> str:
    """Return the name that `isolated_name` was given, for messages."""
    return name.removeprefix(f"isolated:seconds={_CLOCK:g}::")


def traits_at_table(
    names: Sequence[str], seeds: Sequence[int], seconds: float, *games: str
) -> list[AgentTraits]:
    """Return what agents say of themselves, if each of them plays one of these games.

    A foreign agent says it in a process of its own, in that many seconds.
    """
    found = [
        agent_traits(isolated_name(name, seconds), seed)
        for name, seed in zip(names, seeds, strict=True)
    ]
    for name, traits in zip(names, found, strict=True):
        check_plays(name, traits, *games)
    return found


def seat_agents(names: Sequence[str], seeds: Sequence[int], seconds: float) -> list[Agent]:
    """Return agents that can be interrupted after that many seconds.

    Without signals, outside the main thread, a foreign agent gets its own process. Seeds are
    for agents that take one and have none in their names.
    """
    if not _in_main_thread():
        names = [isolated_name(name, seconds) for name in names]
    return [make_agent(name, seed=seed) for name, seed in zip(names, seeds, strict=True)]


@contextmanager
def watch_foreign(names: Sequence[str], seconds: float) -> Iterator["Watch | None"]:
    """Provide a watch if any of these agents is foreign and sits in this process."""
    if any(map(is_foreign, names)) and _in_main_thread():
        with Watch(seconds) as watch:
            yield watch
    else:
        yield None


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


class _Overdue(BaseException):
    """Raised when the time is up; no `except Exception` of an agent catches it."""


class Watch:
    """Interrupts agents of this process that take longer than a number of seconds."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        if not 0 < seconds < float("inf"):
            raise AgentError(f"{seconds} seconds are no limit: give a number above 0")
        self.seconds = seconds
        self._clock = clock
        self._since: float | None = None
        self._began: float | None = None
        """When the work began; unlike `_since`, it does not move when the agent is interrupted."""
        self._over = threading.Event()
        self._before: object = None
        self._timer = (0.0, 0.0)

    def __enter__(self) -> Self:
        if not _in_main_thread():
            raise AgentError(
                "a watch needs the main thread, where its signals arrive: "
                "elsewhere seat the agent as isolated::name"
            )
        self._before = signal.signal(signal.SIGALRM, self._tick)
        tick = self.seconds / _TICKS_A_LIMIT
        self._timer = signal.setitimer(signal.ITIMER_REAL, tick, tick)
        if parent_process() is not None:
            threading.Thread(target=self._end_worker_if_stuck, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)  # type: ignore[arg-type]
        signal.setitimer(signal.ITIMER_REAL, *self._timer)

    def time(self, work: Callable[[View], T], view: View) -> T:
        """Return the result of some work, or raise a SeatError when the time is up."""
        try:
            self._began = self._since = self._clock()
            try:
                return work(view)
            finally:
                self._began = self._since = None
        except _Overdue:
            self._since = None  # the time may have been up on the way out
            raise SeatError(
                FailureKind.HUNG, f"it had no answer after {self.seconds:g} s"
            ) from None

    def _end_worker_if_stuck(self) -> None:
        """End a worker process whose agent goes on far beyond its time.

        It has caught or ignored the interruption, or holds the interpreter in compiled
        code. Then this thread does not run either, but faulthandler's does.
        """
        far = _FAR * self.seconds
        with open(os.devnull, "w") as nowhere:
            while not self._over.wait(self.seconds):
                faulthandler.dump_traceback_later(far, exit=True, file=nowhere)
                began = self._began
                if began is not None and self._clock() - began > far:
                    os._exit(1)
            faulthandler.cancel_dump_traceback_later()

    def _tick(self, _signal: int, _frame: FrameType | None) -> None:
        now = self._clock()
        if self._since is not None and now - self._since >= self.seconds:
            self._since = now  # an agent that catches everything is interrupted again
            raise _Overdue


def decide(agent: Agent, view: View, failures: Failures, watch: Watch | None = None) -> Decision:
    """Return what an agent decides, or a check or fold in its place if it fails."""
    legal = view.legal
    answer = _ask(agent.act, view, failures, watch)
    if isinstance(answer, Decision):
        action = answer.action
        if action in legal:
            return answer
        if not isinstance(action, Action):
            failures.add(FailureKind.NONSENSE, f"{describe_value(action)} is no action")
        elif action.kind == "call":  # of nothing: a check
            return Decision(legal.passive, answer.reasons)
        else:
            failures.add(FailureKind.ILLEGAL, f"{action} is not legal: {legal}")
    elif answer is not _FAILED:
        failures.add(FailureKind.NONSENSE, f"{describe_value(answer)} is no decision")
    return Decision(FOLD if legal.call else legal.passive)


def ask_policy(
    agent: PolicyAgent, view: View, failures: Failures, watch: Watch | None = None
) -> Policy | None:
    """Return the policy that an agent states for a view, or None if it fails."""
    stated = _ask(agent.policy, view, failures, watch)
    if isinstance(stated, Mapping):
        return stated
    if stated is not _FAILED:
        failures.add(FailureKind.NONSENSE, f"{describe_value(stated)} is no policy")
    return None


def show_end(agent: Agent, view: View, failures: Failures, watch: Watch | None = None) -> None:
    """Show the end of a hand to an agent that observes."""
    if isinstance(agent, Observer):
        _ask(agent.observe, view, failures, watch)


def dismiss(agent: object, reusable: bool = False) -> None:
    """Close an agent that holds something; a program may be put aside if that is `reusable`."""
    put_aside = getattr(agent, "put_aside", None) if reusable else None
    close = put_aside or getattr(agent, "close", None)
    if callable(close):
        # What an agent does at its end changes nothing that it has played.
        with suppress(Exception, SystemExit):
            close()


_FAILED = object()


def _ask(
    work: Callable[[View], object], view: View, failures: Failures, watch: Watch | None
) -> object:
    try:
        return work(view) if watch is None else watch.time(work, view)
    except SeatError as error:
        failures.add(error.kind, error.reason)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an agent may raise anything
        failures.add(FailureKind.RAISED, describe_error(error))
    return _FAILED
