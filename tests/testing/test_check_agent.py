"""Sound agents pass every check, and what is wrong fails the check meant for it."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from scipy.stats import binom

from fivebet.agents.hosting.registry import AGENTS
from fivebet.errors import AgentError, GameError
from fivebet.game import Decision, Game, View
from fivebet.testing import AgentCheck, AgentReport, CheckVerdict, check_agent
from fivebet.testing.policy_checks import FALSE_ALARM, ActionCount
from tests.testing.broken import BROKEN, CLOCK, Bets, CountsHands, Mixes, Sound

PATIENT = 600.0  # seconds: a busy machine is no agent's fault


def games() -> list[Game]:
    """Of our own, since some agents change what they are shown."""
    return [replace(Game.named(name)) for name in ("limit-2p", "nolimit-3p", "cash-6p")]


def checked(agent: object, hands: int = 60) -> AgentReport:
    """By a clock that only agents which hang move on."""
    return check_agent(agent, games(), hands, seconds=PATIENT, clock=CLOCK)


def failed(report: AgentReport) -> list[str]:
    return [check.name for check in report.failed]


THINKERS = {
    "planner": "nolimit-2p",
    "planner+": "nolimit-2p",
    "fictitious:iterations=5": "nolimit-2p",
    "solver:iterations=5,budget=5": "nolimit-2p",
    "aki": "limit-3p",
    "aki+": "limit-3p",
    "champion:iterations=2": "limit-6p",
}
"""Agents that take their time, with a budget of work, and a game that they play."""


@pytest.mark.parametrize("name", THINKERS)
def test_agents_that_think_pass(name: str) -> None:
    report = check_agent(name, [THINKERS[name]], hands=2, seconds=PATIENT)
    report.assert_ok()
    assert report.decisions > 3


QUICK = sorted(set(AGENTS) - {name.partition(":")[0] for name in THINKERS})


@pytest.mark.parametrize("name", [*QUICK, "random:mix=moik"])
def test_our_agents_pass(name: str) -> None:
    report = check_agent(name, hands=12, seconds=PATIENT)
    report.assert_ok()
    assert report.agent == name
    assert report.decisions > 10 * len(report.games)


def test_isolated_agents_pass() -> None:
    games = ["limit-2p", "cash-3p"]
    check_agent("isolated::tight", games, hands=2, seconds=PATIENT).assert_ok()


@pytest.mark.parametrize("name", ["fold", "call", "raise", "random", "random:mix=moik"])
def test_baselines_pass_in_small_games(name: str) -> None:
    report = check_agent(name, games=["kuhn", "leduc"], hands=40, seconds=PATIENT)
    report.assert_ok()
    assert report.games == ("kuhn", "leduc")


@pytest.mark.parametrize("sound", [Sound, Mixes, Bets])
def test_sound_agents_pass(sound: type) -> None:
    checked(sound).assert_ok()
    checked(sound()).assert_ok()


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_fails_the_check_that_is_meant_for_it(case: str) -> None:
    report = checked(BROKEN[case], hands=30)
    assert failed(report) == [case.partition("-")[0]]
    assert not report.ok
    with pytest.raises(AssertionError, match=f"{BROKEN[case].__name__}:\n{failed(report)[0]}: "):
        report.assert_ok()


def test_the_same_seed_gives_the_same_report() -> None:
    first, again, other = (
        check_agent("maniac", hands=10, seconds=PATIENT, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.decisions != other.decisions


def test_an_agent_that_says_it_remembers_may() -> None:
    class Honest(CountsHands):
        remembers = True

    report = checked(Honest, hands=20)
    memory = next(check for check in report.checks if check.name == "memory")
    assert memory == AgentCheck("memory", CheckVerdict.NOT_APPLICABLE, "it says that it remembers")


def test_an_agent_is_checked_in_the_games_that_it_plays() -> None:
    class Limit(Sound):
        games = ("limit-*",)

    assert check_agent(Limit, hands=2, seconds=PATIENT).games == ("limit-2p", "limit-3p")

    class Chess(Sound):
        games = "chess"

    with pytest.raises(AgentError, match="the agent plays chess and none of limit-2p"):
        check_agent(Chess)


def test_short_stacks_are_played_too() -> None:
    depths: set[int] = set()

    class Looks(Sound):
        def act(self, view: View) -> Decision:
            depths.add(view.starting_stacks[view.seat] // view.game.big_blind)
            return super().act(view)

    check_agent(Looks, games=["nolimit-2p"], hands=40)
    assert min(depths) < 4
    assert max(depths) == 200
    assert any(10 < depth < 50 for depth in depths)


@pytest.mark.parametrize("nobody", [object, 3, lambda: "nobody"])
def test_what_is_no_agent_says_so(nobody: object) -> None:
    with pytest.raises(AgentError, match="is no agent: an agent has a method act"):
        check_agent(nobody)
    with pytest.raises(GameError, match="0 hands cannot be played"):
        check_agent("call", hands=0)


def test_an_agent_that_cannot_be_copied_says_what_to_give() -> None:
    with pytest.raises(AgentError, match=r"cannot be copied .*: give its class"):
        check_agent(BROKEN["pickling-HasALock"]())


def test_agents_can_be_checked_outside_the_main_thread() -> None:
    reports: list[AgentReport] = []
    thread = threading.Thread(target=lambda: reports.append(check_agent("call", hands=3)))
    thread.start()
    thread.join()
    assert reports[0].ok


def test_an_agent_from_a_file_passes_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "from fivebet.game import Decision\n"
        "class Bot:\n"
        "    def act(self, view):\n"
        "        return Decision(view.legal.passive)\n"
    )
    check_agent(f"{file}::Bot", hands=5, seconds=PATIENT).assert_ok()


def test_the_bound_on_false_alarms_holds_for_fair_coins() -> None:
    """Against the exact binomial tail: the bound is never below the truth."""
    for decisions, chance in ((20, 0.5), (200, 0.5), (200, 0.02), (1000, 0.9)):
        law = binom.pmf(range(decisions + 1), decisions, chance)
        expected = decisions * chance
        misses = [abs(seen - expected) for seen in range(decisions + 1)]
        for seen, miss in enumerate(misses):
            truth = sum(p for p, other in zip(law, misses, strict=True) if other >= miss - 1e-9)
            tally = ActionCount(seen, expected, expected * (1 - chance))
            assert tally.likelihood >= truth - 1e-9
    assert ActionCount(100, 50, 25).likelihood < FALSE_ALARM
