"""No agent can stop the play: it is asked, timed, answered for and counted."""

import signal
import threading
from collections.abc import Iterator

import pytest

from fivebet.agents.hosting.failures import FailureKind, Failures
from fivebet.agents.hosting.guard import Watch, decide, dismiss, show_end
from fivebet.errors import AgentError
from fivebet.game import CALL, CHECK, FOLD, Decision, Game, Hand, View, raise_to
from tests.agents.hosting.clocks import Clock
from tests.arena.bad_agents import Illegal, Leaves, Nonsense, Raises

PRICED = Hand(Game.named("cash-2p")).view(1)
FREE = Hand(Game.named("cash-2p"))
FREE.act(CALL)


class Does:
    """Answers with one thing."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, _: View) -> Decision:
        return self.answer  # type: ignore[return-value]


class SilentError(Exception):
    """Fails when it is to say what is wrong."""

    def __str__(self) -> str:
        raise OSError


class Faceless:
    """Fails when it is shown."""

    def __repr__(self) -> str:
        raise ValueError


class Throws:
    """Raises one error."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def act(self, _: View) -> Decision:
        raise self.error


@pytest.mark.parametrize(
    ("agent", "kind", "reason"),
    [
        (Raises(), FailureKind.RAISED, "RuntimeError: no idea what to do in hand 0"),
        (Leaves(), FailureKind.RAISED, "SystemExit: 0"),
        (Nonsense(), FailureKind.NONSENSE, "'all of 9950' is no decision"),
        (Does(None), FailureKind.NONSENSE, "None is no decision"),
        (Does(Decision("fold")), FailureKind.NONSENSE, "'fold' is no action"),  # type: ignore[arg-type]
        (Throws(SilentError()), FailureKind.RAISED, "SilentError: its message raises OSError"),
        (Throws(ValueError("a\ud800\x00\n")), FailureKind.RAISED, "ValueError: a\\ud800  "),
        (Does(Faceless()), FailureKind.NONSENSE, "an object of Faceless, whose repr raises Value"),
        (Does(Decision(Faceless())), FailureKind.NONSENSE, "an object of Faceless, whose"),  # type: ignore[arg-type]
        (Illegal(), FailureKind.ILLEGAL, "raise to 1000000000 is not legal: fold, call 50"),
        (Does(Decision(CHECK)), FailureKind.ILLEGAL, "check is not legal: fold, call 50"),
        (Does(Decision(raise_to(199))), FailureKind.ILLEGAL, "raise to 199 is not legal"),
    ],
)
def test_who_fails_folds_and_the_kind_is_counted(
    agent: Does, kind: FailureKind, reason: str
) -> None:
    failures = Failures()
    assert decide(agent, PRICED, failures).action == FOLD
    assert failures.kinds == {kind: 1}
    assert failures.first.startswith(reason)


@pytest.mark.parametrize("agent", [Throws(ValueError("x" * 10**6)), Does("x" * 10**6)])
def test_a_reason_has_a_page_at_most(agent: Does) -> None:
    failures = Failures()
    decide(agent, PRICED, failures)
    assert "xxx" in failures.first
    assert len(failures.first) < 2_100


@pytest.mark.parametrize("error", [SystemExit(0), ValueError()])
def test_what_happens_when_an_agent_is_closed_ends_nothing(error: BaseException) -> None:
    class Slams:
        closed = False

        def close(self) -> None:
            self.closed = True
            raise error

    agent = Slams()
    dismiss(agent)
    assert agent.closed


def test_who_fails_checks_if_that_is_free() -> None:
    failures = Failures()
    assert decide(Raises(), FREE.view(0), failures).action == CHECK
    assert failures.times == 1


def test_a_legal_decision_comes_back_as_it_is() -> None:
    failures, decision = Failures(), Decision(raise_to(300), {"why": "so"})
    assert decide(Does(decision), PRICED, failures) is decision
    assert failures.times == 0


def test_a_call_of_nothing_is_a_check() -> None:
    failures = Failures()
    decision = decide(Does(Decision(CALL, {"why": "so"})), FREE.view(0), failures)
    assert decision == Decision(CHECK, {"why": "so"})
    assert failures.times == 0


def test_failures_add_up_and_keep_the_first_reason() -> None:
    total, more = Failures(), Failures()
    total.merge(more)
    assert (total.times, total.first) == (0, "")
    more.add(FailureKind.HUNG, "slow")
    more.add(FailureKind.DIED, "gone")
    total.merge(more)
    total.merge(more)
    assert total.kinds == {FailureKind.HUNG: 2, FailureKind.DIED: 2}
    assert (total.times, total.first) == (4, "slow")


CLOCK = Clock()


@pytest.fixture
def watch() -> Iterator[Watch]:
    with Watch(1000, CLOCK) as watch:
        yield watch


class Thinks:
    """Takes so many times so long, and may hold on to itself."""

    def __init__(self, seconds: float, times: int = 1, stubborn: bool = False) -> None:
        self.seconds, self.times, self.stubborn = seconds, times, stubborn

    def act(self, view: View) -> Decision:
        for _ in range(self.times):
            try:
                CLOCK.pass_by(self.seconds)
            except BaseException:
                if not self.stubborn:
                    raise
                self.stubborn = False
        return Decision(view.legal.passive)

    def observe(self, view: View) -> None:
        self.act(Hand(view.game).view(1))


def test_who_takes_too_long_is_interrupted(watch: Watch) -> None:
    failures = Failures()
    assert decide(Thinks(1001), PRICED, failures, watch).action == FOLD
    assert failures.kinds == {FailureKind.HUNG: 1}
    assert failures.first == "it had no answer after 1000 s"


def test_who_keeps_the_time_is_not_interrupted(watch: Watch) -> None:
    failures = Failures()
    assert decide(Thinks(300, times=3), PRICED, failures, watch).action == CALL
    assert decide(Thinks(999), PRICED, failures, watch).action == CALL
    assert failures.times == 0


def test_who_catches_everything_is_interrupted_again(watch: Watch) -> None:
    failures = Failures()
    assert decide(Thinks(1001, times=2, stubborn=True), PRICED, failures, watch).action == FOLD
    assert failures.kinds == {FailureKind.HUNG: 1}


def test_nobody_is_interrupted_between_decisions(watch: Watch) -> None:
    failures = Failures()
    decide(Thinks(1001), PRICED, failures, watch)
    decide(Raises(), PRICED, failures, watch)
    CLOCK.pass_by(5000)
    assert failures.kinds == {FailureKind.HUNG: 1, FailureKind.RAISED: 1}


def test_the_end_of_a_hand_is_timed_too(watch: Watch) -> None:
    over = Hand(Game.named("cash-2p"))
    over.act(FOLD)
    failures = Failures()
    show_end(Thinks(1001), over.view(0), failures, watch)
    show_end(Raises(), over.view(0), failures, watch)  # it does not observe
    assert failures.kinds == {FailureKind.HUNG: 1}


def test_a_loop_without_end_is_interrupted_by_the_real_timer() -> None:
    looked_at = 0.0  # time passes while somebody loops, and for nobody else

    class Loops:
        def act(self, _: View) -> Decision:
            nonlocal looked_at
            while True:
                looked_at += 0.001

    failures = Failures()
    with Watch(0.02, lambda: looked_at) as watch:
        assert decide(Loops(), PRICED, failures, watch).action == FOLD
        assert decide(Does(Decision(CALL)), PRICED, failures, watch).action == CALL
    assert failures.kinds == {FailureKind.HUNG: 1}


def test_a_watch_leaves_signals_as_they_were() -> None:
    def handler(*_: object) -> None: ...

    before = signal.signal(signal.SIGALRM, handler)
    try:
        with Watch(5):
            assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        assert signal.getsignal(signal.SIGALRM) is handler
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        with Watch(500):
            with Watch(5):
                pass
            assert signal.getitimer(signal.ITIMER_REAL)[1] == pytest.approx(125)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_watch_outside_the_main_thread_says_what_to_do_instead() -> None:
    caught: list[BaseException] = []

    def enter() -> None:
        try:
            Watch(1).__enter__()
        except AgentError as error:
            caught.append(error)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert "seat the agent as isolated::name" in str(caught[0])


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_limit_is_a_number_above_zero(seconds: float) -> None:
    with pytest.raises(AgentError, match="are no limit"):
        Watch(seconds)


def test_interrupts_of_the_keyboard_are_not_failures() -> None:
    class Interrupted:
        def act(self, _: View) -> Decision:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decide(Interrupted(), PRICED, Failures())
