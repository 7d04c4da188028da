"""`fivebet agents`, `check` and `sit`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fivebet.agents.hosting.registry import AGENTS
from tests.test_cli import ask

BAD = Path(__file__).parent / "hosting" / "bad_agents.py"
PATIENTLY = ("--seconds", "600", "--json")
FIVEBET = [sys.executable, "-c", "from fivebet.cli import main; main()"]


@pytest.mark.parametrize("command", ["agents", "check", "sit"])
def test_every_command_shows_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, command, "--help")
    assert code == 0
    assert f"fivebet {command}" in out.split("Examples")[1]


def test_agents_are_listed_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "agents", "--json")
    assert code == 0
    listed = {agent["name"]: agent for agent in json.loads(out)}
    assert listed.keys() >= AGENTS.keys()
    assert listed["random"] == {
        "name": "random",
        "about": "Plays at random: every kind of move and any amount alike, or by a mix.",
        "options": {"seed": 0, "mix": "uniform"},
        "games": ["*"],
        "made_for": ["*"],
        "remembers": False,
        "policy": True,
        "paper": "",
        "source": "fivebet",
        "problem": "",
    }
    assert "limit-*" in listed["fair"]["games"]


def test_one_agent_is_told_with_its_paper_its_switches_and_what_it_is_adapted_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = ask(capsys, "agents", "plicas")
    assert code == 0
    assert "Friedrich and Schwind" in out
    assert "dprc" in out
    assert "adapted to nolimit-6p" in out
    code, _, err = ask(capsys, "agents", "plikas")
    assert code == 2
    assert "do you mean plicas" in err


def test_an_adapted_agent_is_told_with_what_it_takes_other_games_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = ask(capsys, "agents", "adapted::plicas")
    assert code == 0
    assert "adapted::plicas" in out
    assert "dprc" in out
    assert "adapted to nolimit-6p" in out
    output = json.loads(
        ask(capsys, "agents", "adapted:pot=0.5::plicas", "isolated::fair", "--json")[1]
    )
    assert [(each["name"], each["policy"]) for each in output] == [
        ("adapted:pot=0.5::plicas", False),
        ("isolated::fair", True),
    ]
    assert "nolimit-*" in output[0]["games"]
    code, _, err = ask(capsys, "agents", "adapted::plikas")
    assert code == 2
    assert "do you mean plicas" in err


def test_agents_are_listed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "agents")
    assert code == 0
    assert all(name in out for name in AGENTS)


def test_a_sound_agent_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "check", "call", "--hands", "4", "--game", "kuhn", *PATIENTLY)
    assert code == 0
    report = json.loads(out)
    assert (report["ok"], report["agent"], report["games"]) == (True, "call", ["kuhn"])
    assert {check["verdict"] for check in report["checks"]} == {"passed", "not applicable"}
    code, out, _ = ask(capsys, "check", "call", "--hands", "4", *PATIENTLY[:2])
    assert code == 0
    assert "every action was legal" in out
    assert all(heading in out for heading in (" Check ", " Verdict ", " What was found "))


def test_what_is_wrong_ends_with_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "check", f"{BAD}::Upset", "--hands", "4", *PATIENTLY)
    assert code == 1
    report = json.loads(out)
    assert not report["ok"]
    failed = [check for check in report["checks"] if check["verdict"] == "failed"]
    assert [check["name"] for check in failed] == ["observe"]
    assert "was too much" in failed[0]["sentence"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("check", "nobody"), "there is no agent 'nobody'"),
        (("check", "call", "--game", "chess"), "there is no game 'chess'"),
        (("check", "call", "--hands", "0"), "0 hands cannot be played"),
        (("check", "call", "--seconds", "0"), "0.0 seconds are no limit"),
        (("check", "fair", "--game", "kuhn", "--seed", "-1"), "'--seed'"),
    ],
)
def test_wrong_arguments_get_one_sentence(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = ask(capsys, *arguments)
    assert (code, out) == (2, "")
    assert complaint in err


def test_an_agent_sits_at_anybodys_table() -> None:
    questions = (
        '{"type": "hello", "protocol": 1}\n{"type": "news"}\n{"type": "view", "id": 5}\nwhat?\n'
    )
    done = subprocess.run(
        [*FIVEBET, "sit", "call"], input=questions, capture_output=True, text=True, check=True
    )
    hello, early, odd = map(json.loads, done.stdout.splitlines())
    assert (hello["type"], hello["name"], hello["policy"]) == ("hello", "call", True)
    assert early["id"] == 5
    assert "'view' comes too early: first come a hello and a game" in early["error"]
    assert "'what?' is no JSON object" in odd["error"]


def test_who_cannot_sit_says_so_in_the_protocol() -> None:
    done = subprocess.run(
        [*FIVEBET, "sit", "nobody"],
        input='{"type": "hello", "protocol": 1}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "there is no agent 'nobody'" in json.loads(done.stdout)["error"]
