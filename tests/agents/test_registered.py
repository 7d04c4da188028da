"""Agents that the host has registered: by name, in a process of its own, and as they were."""

from pathlib import Path

import pytest

from fivebet.agents.hosting import registered
from fivebet.agents.hosting.http_agent import ADDRESSES
from fivebet.agents.hosting.registered import (
    RegisteredAgent,
    find_registered,
    register_agent,
    registered_agents,
    remove_agent,
)
from fivebet.agents.hosting.registry import (
    agent_options,
    agent_traits,
    check_public_name,
    describe_agents,
    is_agent,
    make_agent,
)
from fivebet.api import play_match
from fivebet.errors import AgentError

HOSTILE = Path(__file__).parents[1] / "arena" / "hostile_agents.py"
DEALS = 6


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path / "home"))


def written(folder: Path, body: str) -> str:
    """A file with an agent whose method is given."""
    file = folder / "bot.py"
    file.write_text(
        "from fivebet.game import Decision\n\n\nclass Bot:\n"
        f'    games = ("limit-*",)\n\n    def act(self, view):\n        {body}\n'
    )
    return f"{file}::Bot"


def test_a_registered_agent_plays_as_its_file_does(tmp_path: Path) -> None:
    agent = register_agent("bot", "file", written(tmp_path, "return Decision(view.legal.passive)"))
    name = agent.full_name
    assert name.startswith("bot@")
    assert is_agent(name)
    assert agent_traits(name).games == ("limit-*",)
    assert agent_options(name) == []
    (info,) = [each for each in describe_agents() if each.name == name]
    assert (info.source, info.problem) == ("registered by the host", "")
    check_public_name(name)
    with pytest.raises(AgentError, match="has no options"):
        check_public_name(f"{name}:seed=1")
    ours = play_match(name, "raise", game="limit-2p", deals=DEALS)
    same = play_match("call", "raise", game="limit-2p", deals=DEALS)
    assert ours.winnings.tolist() == same.winnings.tolist()


@pytest.mark.usefixtures("quick")
def test_a_file_that_has_changed_is_another_agent(tmp_path: Path) -> None:
    target = written(tmp_path, "return Decision(view.legal.passive)")
    first = register_agent("bot", "file", target)
    written(tmp_path, "return  Decision(view.legal.passive)")
    with pytest.raises(AgentError, match="has changed since it was registered"):
        make_agent(first.full_name)
    with pytest.raises(AgentError, match="has changed"):
        check_public_name(first.full_name)
    second = register_agent("bot", "file", target)
    assert list(registered_agents()) == [second.full_name]
    assert second.full_name != first.full_name
    remove_agent("bot")
    with pytest.raises(AgentError, match="there are none"):
        find_registered(second.full_name)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers without looking, to save a process."""
    monkeypatch.setattr(registered, "_with_traits", lambda agent: agent)


@pytest.mark.usefixtures("quick")
def test_its_attacks_change_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    names = [
        register_agent(kind.lower(), "file", f"{HOSTILE}::{kind}").full_name
        for kind in ("Forger", "Prints")
    ]
    result = play_match(*names, game="limit-2p", deals=DEALS)
    honest = play_match("call", "call", game="limit-2p", deals=DEALS)
    assert result.winnings.tolist() == honest.winnings.tolist()
    assert not any(each.failures.times for each in result.standings)
    assert capfd.readouterr().out == ""


@pytest.mark.usefixtures("quick")
def test_one_that_hangs_loses_its_decision_and_its_failures_tell_no_paths(tmp_path: Path) -> None:
    body = "raise FileNotFoundError(__file__) if view.number % 2 else SystemExit(__file__)"
    raises = register_agent("raises", "file", written(tmp_path, body))
    hangs = register_agent("hangs", "file", f"{HOSTILE}::Deaf", seconds=0.2)
    result = play_match(raises.full_name, hangs.full_name, game="limit-2p", deals=2)
    words = ("has raised an exception", "has not answered in time")
    assert [each.failures.first for each in result.standings] == [
        f"'{agent.full_name}' {word}" for agent, word in zip((raises, hangs), words, strict=True)
    ]


def test_the_host_reads_what_is_wrong_and_guests_do_not(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="cannot be read"):
        register_agent("bot", "file", f"{tmp_path}/none.py::Bot")
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0")
    with pytest.raises(AgentError, match="ZeroDivisionError"):
        register_agent("bot", "file", f"{broken}::Bot")
    assert not registered_agents()
    gone = RegisteredAgent(name="gone", kind="file", target=f"{tmp_path}/x.py::X", digest="0" * 64)
    assert str(tmp_path) not in gone.problem
    assert gone.problem


@pytest.mark.parametrize("name", ["", "Bot", "a b", "a/b", "a@b", "a:b", "../x", "a.b", "x" * 41])
def test_names_are_short_and_plain(name: str) -> None:
    with pytest.raises(AgentError, match="is no name"):
        register_agent(name, "file", f"{HOSTILE}::Prints")


def test_an_address_has_to_be_allowed_when_it_is_registered_and_when_it_is_seated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(ADDRESSES, "http://127.0.0.1:9")
    with pytest.raises(AgentError, match="start the card room with --agent-address"):
        register_agent("web", "http", "http://127.0.0.1:8/decide")
    agent = register_agent("web", "http", "http://127.0.0.1:9/decide")
    monkeypatch.setenv(ADDRESSES, "")
    with pytest.raises(AgentError, match="not allowed"):
        make_agent(agent.full_name)
    with pytest.raises(AgentError, match="not allowed"):
        check_public_name(agent.full_name)
