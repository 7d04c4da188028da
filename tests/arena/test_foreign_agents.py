"""Agents from files have processes of their own: nothing that they do there counts here."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import fivebet.api
from fivebet.agents.hosting.failures import FailureKind
from fivebet.agents.hosting.idle_programs import idle_programs
from fivebet.agents.hosting.registry import is_foreign, make_agent
from fivebet.arena import Match, Tournament, TournamentSeries, play_match, play_tournaments
from fivebet.arena.exploit import Exploit
from fivebet.arena.luck import Luck
from fivebet.arena.match import Seats, with_luck
from fivebet.arena.results import MatchResult
from fivebet.errors import AgentError
from fivebet.game import Decision, Game, Hand, View
from fivebet.runs.runner import run_job

HOSTILE = Path(__file__).with_name("hostile_agents.py")
COMMAND = Path(sys.executable).with_name("fivebet")
ISOLATED_CLOCK = 2.0
"""Seconds: on a busy machine all answers but the one that never comes are there by then."""
TRUSTED_CLOCK = 0.7
"""The same without a process between: a worker is ended at three times this."""


def match(kind: str, deals: int = 12, clock: float = 60.0, **more: object) -> Match:
    return Match(
        game=Game.named("limit-2p"),
        agents=(f"{HOSTILE}::{kind}", "call"),
        deals=deals,
        clock=clock,
        **more,  # type: ignore[arg-type]
    )


def honest(deals: int = 12) -> list[float]:
    game = Game.named("limit-2p")
    return play_match(Match(game=game, agents=("call", "call"), deals=deals)).winnings.tolist()


def failures(result: MatchResult) -> dict[str, int]:
    return dict(result.standings[0].failures.kinds)


@pytest.mark.parametrize("kind", ["Forger", "Prints", "Reads", "Forks"])
def test_an_attack_changes_nothing(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    result = play_match(match(kind))
    assert result.winnings.tolist() == honest()
    assert not failures(result)
    assert capfd.readouterr().out == ""


def test_looking_at_a_match_loads_no_code_here(capfd: pytest.CaptureFixture[str]) -> None:
    looked_at = with_luck(match("Forger"), "auto")
    assert not looked_at.remembers
    series = TournamentSeries(tournament=Tournament(agents=(f"{HOSTILE}::Forger", "call"), count=1))
    assert not series.remembers
    assert capfd.readouterr().out == ""
    assert not [name for name in sys.modules if name.startswith("hostile_agents_")]


def test_a_tournament_is_protected_too() -> None:
    bot = f"{HOSTILE}::Forger"
    played = play_tournaments(
        TournamentSeries(tournament=Tournament(agents=(bot, bot, "call"), count=2))
    )
    oracle = play_tournaments(
        TournamentSeries(tournament=Tournament(agents=("call", "call", "call"), count=2))
    )
    assert played.hands == oracle.hands
    assert not any(entry.failures.times for entry in played.entries)


def test_an_agent_to_be_exploited_has_a_process_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "stating.py"
    file.write_text(
        "import numpy as np\n"
        "from fivebet.game import Decision\n"
        "class Calls:\n"
        "    def act(self, view): return Decision(view.legal.passive)\n"
        "    def policy(self, view): return {view.legal.passive: np.ones(1326)}\n"
        "print('loaded')\n"
    )
    given = {"game": Game.named("limit-2p"), "deals": 2}
    own = run_job(Exploit(agent=f"{file}::Calls", **given))  # type: ignore[arg-type]
    assert own.won == run_job(Exploit(agent="call", **given)).won  # type: ignore[arg-type]
    assert not [name for name in sys.modules if name.startswith("stating_")]


@pytest.mark.parametrize("kind", ["Deaf", "Stubborn"])
def test_nobody_outlives_the_clock_by_being_deaf(kind: str) -> None:
    result = play_match(match(kind, deals=3, clock=ISOLATED_CLOCK))
    assert failures(result) == {FailureKind.HUNG: 1}
    assert f"has not answered in {ISOLATED_CLOCK:g} s" in result.standings[0].failures.first


@pytest.mark.parametrize("kind", ["Deaf", "Stubborn"])
def test_a_trusted_agent_that_is_deaf_ends_its_worker_and_is_then_isolated(kind: str) -> None:
    result = play_match(match(kind, deals=60, clock=TRUSTED_CLOCK), workers=2, trust=True)
    assert failures(result) == {FailureKind.HUNG: 1}
    assert result.hands == 60


def test_whatever_an_agent_raises_is_its_failure() -> None:
    result = play_match(match("Quits", deals=12))
    assert set(failures(result)) == {FailureKind.RAISED}
    assert "enough" in result.standings[0].failures.first


def test_errors_cannot_command_a_terminal_or_fill_it() -> None:
    first = play_match(match("Escapes", deals=3)).standings[0].failures.first
    assert "gone" in first
    assert first.isprintable()
    assert len(first) < 3_000


def test_answers_on_other_descriptors_are_the_agents_own() -> None:
    """Who writes to the pipe itself only answers for itself, out of turn."""
    result = play_match(match("Chatters", deals=4, clock=20.0))
    assert result.hands == 4
    assert sum(result.winnings.sum(axis=0).tolist()) == 0


def test_seats_of_one_agent_share_a_process_and_repeats_keep_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHERE_LOG", str(tmp_path / "log"))
    bot = f"{HOSTILE}::Where"
    game = Game.named("limit-2p")
    result = play_match(Match(game=game, agents=(bot, bot), deals=30, matches=3))
    assert not failures(result)
    pids = set((tmp_path / "log").read_text().split())
    assert len(pids) == 1
    assert str(os.getpid()) not in pids
    assert not idle_programs().programs


def test_only_trust_or_an_object_runs_in_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHERE_LOG", str(tmp_path / "log"))
    play_match(match("Where"), trust=True)
    assert set((tmp_path / "log").read_text().split()) == {str(os.getpid())}
    seen: list[int] = []

    def own(view: View) -> Decision:
        seen.append(os.getpid())
        return Decision(view.legal.passive)

    fivebet.api.play_match(own, "call", game="limit-2p", deals=3)
    assert set(seen) == {os.getpid()}
    fivebet.api.play_match(f"{HOSTILE}::Where", "call", game="limit-2p", deals=3)
    assert len(set((tmp_path / "log").read_text().split())) == 2


def test_what_an_isolated_agent_remembers_is_handed_on_and_never_opened_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    log.touch()
    monkeypatch.setenv("BOMB_LOG", str(log))
    played = match("Learns", deals=1100)
    assert played.chunks > 1
    result = play_match(played)
    openers = set(log.read_text().split())
    assert openers
    assert str(os.getpid()) not in openers
    trusted = play_match(played, trust=True)
    assert result.winnings.tolist() == trusted.winnings.tolist()


def test_chunks_with_memory_are_handed_from_process_to_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = match("Learns", deals=1100).isolated()
    monkeypatch.setenv("BOMB_LOG", os.devnull)
    first = played.run_chunk(0, None, 0)
    assert first.last == 0
    second = played.run_chunk(1, first.state, 0)
    whole = match("Learns", deals=1100)
    oracle = [row for n in (0, 1) for row in (first, second)[n].data["parts"]]
    trusted = whole.run_chunk(0, None, 0)
    assert oracle == trusted.data["parts"] + whole.run_chunk(1, trusted.state, 0).data["parts"]
    # Who is trusted later, or no longer, continues as well.
    assert whole.run_chunk(1, first.state, 0).data == second.data
    assert played.run_chunk(1, trusted.state, 0).data == second.data


@pytest.mark.parametrize(
    ("kind", "trust"),
    [
        ("Forger", []),
        ("Prints", []),
        ("Prints", ["--trust"]),
        ("Prints", ["--trust", "--workers", "1"]),
    ],
)
def test_nothing_that_an_agent_prints_is_in_the_json(kind: str, trust: list[str]) -> None:
    asked = [f"{HOSTILE}::{kind}", "call", "--hands", "12", "--game", "limit-2p"]
    ran = subprocess.run(
        [COMMAND, "match", *asked, "--json", "--store", "none", *trust],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    data = json.loads(ran.stdout)
    assert data["hands"] == 12
    assert sum(player["chips"] for player in data["players"]) == 0
    assert abs(data["players"][0]["chips"]) < 1_000


@pytest.mark.parametrize(
    ("name", "foreign"),
    [
        ("bot.py::Bot", True),
        ("isolated_bot.py::Bot", True),
        ("isolated/bot.py::Bot:margin=1", True),
        ("bot.pyc::Bot", True),
        ("bot.so::Bot", True),
        ("adapted::bot.py::Bot", True),
        ("adapted:pot=1::bot.py::Bot", True),
        ("mylocal::Bot", True),
        ("isolated::bot.py::Bot", False),
        ("isolated:seconds=1::bot.py::Bot", False),
        ("adapted::isolated::bot.py::Bot", False),
        ("json::./bot.py::Bot", False),
        ("acpc::bot.py", False),
        ("local::Bot", False),
        ("adapted::fair", False),
        ("random:seed=7", False),
    ],
)
def test_who_is_foreign(name: str, foreign: bool) -> None:
    assert is_foreign(name) is foreign


def test_seats_of_an_isolated_agent_share_their_restarts_honestly() -> None:
    """A process that is killed takes the agents of both seats along, and both play on."""
    bot = f"{HOSTILE}::Deaf"
    game = Game.named("limit-2p")
    result = play_match(Match(game=game, agents=(bot, bot), deals=4, clock=0.2, seats=Seats.PLAIN))
    assert result.hands == 4
    assert sum(each.failures.times for each in result.standings) >= 1
    assert all(set(each.failures.kinds) <= {FailureKind.HUNG} for each in result.standings)


def test_signals_are_as_before_a_match() -> None:
    before = signal.getsignal(signal.SIGALRM)
    play_match(match("Deaf", deals=1))
    assert signal.getsignal(signal.SIGALRM) == before


STATED = """
import numpy as np
from fivebet.game import Decision, raise_to

class States:
    def act(self, view): return Decision(view.legal.passive)
    def policy(self, view):
        one = np.ones(1326)
        return {policy}
"""


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        ("{view.legal.passive: 1e300 * one}", r"add up to 1e\+300, not to 1"),
        ("{view.legal.passive: 2 * one, raise_to(4): -one}", "legal|below 0"),
        ("{view.legal.passive: 0.5 * one}", "add up to 0.5, not to 1"),
        ("{raise_to(10**6): one}", "is not legal"),
        ("{}", "is no mapping"),
        ("[1, 2, 3]", "AttributeError"),
    ],
)
def test_a_forged_policy_is_a_failure_and_adjusts_nothing(
    policy: str, complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "stating.py"
    file.write_text(STATED.replace("{policy}", policy))
    played = Match(
        game=Game.named("limit-2p"), agents=(f"{file}::States", "fair"), deals=4, luck=Luck.AIVAT
    )
    result = play_match(played)
    found = result.standings[0].failures
    assert found.times
    assert re.search(complaint, found.first), found.first
    assert not result.standings[1].failures.times


def test_who_plays_what_its_policy_never_does_is_the_one_that_fails(tmp_path: Path) -> None:
    file = tmp_path / "stating.py"
    lie = "{FOLD: one} if view.legal.call else {view.legal.passive: one}"
    file.write_text(STATED.replace("{policy}", lie).replace("raise_to", "FOLD"))
    played = Match(
        game=Game.named("limit-2p"), agents=("fair", f"{file}::States"), deals=4, luck=Luck.AIVAT
    )
    honest_one, lying = play_match(played).standings
    if honest_one.name != "fair":
        honest_one, lying = lying, honest_one
    assert not honest_one.failures.times
    assert "which its policy never does" in lying.failures.first


def test_complaints_about_hands_before_do_not_keep_the_next_agent_from_its_seat() -> None:
    upset = f"{HOSTILE.parents[1]}/agents/hosting/bad_agents.py::Upset"
    game = Game.named("limit-2p")
    result = play_match(Match(game=game, agents=(upset, upset), deals=60, matches=2))
    assert result.hands == 120
    for standing in result.standings:
        assert set(standing.failures.kinds) == {FailureKind.RAISED}
        assert standing.failures.times > 100


def test_an_agent_that_cannot_be_made_twice_does_not_end_the_first(tmp_path: Path) -> None:
    file = tmp_path / "single.py"
    file.write_text(
        "from fivebet.game import Decision\n"
        "class Single:\n"
        "    made = 0\n"
        "    def __init__(self):\n"
        "        Single.made += 1\n"
        "        if Single.made > 1: raise ValueError('there is one of me')\n"
        "    def act(self, view): return Decision(view.legal.passive)\n"
    )
    first = make_agent(f"isolated::{file}::Single")
    with pytest.raises(AgentError, match="there is one of me"):
        make_agent(f"isolated::{file}::Single")
    view = Hand(Game.named("limit-2p"), seed=1).view(1)
    assert first.act(view).action == view.legal.passive
    first.close()  # type: ignore[attr-defined]


def test_copies_that_a_trusted_agent_leaves_behind_end_with_its_worker() -> None:
    """Their output is our pipe: it is only read to its end once they are all gone."""
    asked = [f"{HOSTILE}::Forks", "call", "--hands", "12", "--game", "limit-2p"]
    subprocess.run(
        [COMMAND, "match", *asked, "--json", "--store", "none", "--trust"],
        capture_output=True,
        timeout=600,
        check=False,
    )


def test_a_trusted_agent_that_raises_an_interruption_ends_the_run_without_a_traceback() -> None:
    asked = [f"{HOSTILE}::Quits", "call", "--hands", "12", "--game", "limit-2p"]
    ran = subprocess.run(
        [COMMAND, "match", *asked, "--json", "--store", "none", "--trust", "--workers", "1"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 130
    assert "fivebet: interrupted" in ran.stderr
    assert "Traceback" not in ran.stderr
