"""Options that strangers give: bounded, and never a way to files."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from urllib.parse import quote

import httpx
import pytest

from fivebet.agents.hosting.options import OptionKind
from fivebet.agents.hosting.registry import AGENTS, agent_options, check_public_name, make_agent
from fivebet.agents.hosting.wire import view_message
from fivebet.agents.players.evolved import published
from fivebet.agents.players.plicas import CaseBase
from fivebet.errors import AgentError
from fivebet.game import Game, Hand

from .clients import open_table
from .following import followed
from .servers import CardRoom

FILE_OPTIONS = [
    f"{agent}:{option.name}"
    for agent in AGENTS
    for option in agent_options(agent)
    if option.kind is OptionKind.FILE
]
PATHS = ["/etc/passwd", "/etc/no-such-file", "/dev/zero", "../secret", "secret", "@../secret", "@"]
SECRET = "hunter2"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A card room whose host has put files there, one of them not for agents."""
    home = tmp_path_factory.mktemp("host")
    folder = home / "agent-files"
    folder.mkdir()
    (folder / "notes.txt").write_text(SECRET)
    (home / "secret").write_text(SECRET)
    CaseBase().save(folder / "cases.json")
    published("hof").save(folder / "mine.npz")
    opened = CardRoom(home)
    yield opened
    assert opened.close() == 0


def asked_everywhere(room: CardRoom, name: str, game: str = "limit-2p") -> list[httpx.Response]:
    """The answers of all routes that take an agent's name."""
    hand = Hand(Game.named(game), seed=1)
    view = view_message(hand.view(hand.actor or 0))
    betting = {"betting": "fixed-limit"} if game == "limit-2p" else {}
    return [
        httpx.post(f"{room.api}/tables", json={"opponents": [name], **betting}),
        httpx.post(
            f"{room.api}/agents/{quote(name, safe='')}/decide", json={"game": game, "view": view}
        ),
        httpx.post(f"{room.api}/matches", json={"agents": [name, "call"], "game": game}),
        httpx.post(
            f"{room.api}/matches", json={"agents": [name, "call"], "game": game, "league": True}
        ),
        httpx.post(f"{room.api}/tournaments", json={"agents": [name, "call"]}),
    ]


@pytest.mark.parametrize("option", FILE_OPTIONS)
def test_no_option_opens_a_file_by_its_path(option: str) -> None:
    for path in PATHS:
        for name in (f"{option}={path}", f"adapted::{option}={path}"):
            with pytest.raises(AgentError) as refused:
                check_public_name(name)
            assert "No such file" not in str(refused.value)


def test_every_route_refuses_files_in_the_same_words_whether_they_exist_or_not(
    host: CardRoom,
) -> None:
    for path in (f"{host.home}/secret", f"{host.home}/missing", "/dev/zero"):
        for answer in asked_everywhere(host, f"nash-limit:file={path}"):
            assert answer.status_code in (404, 405, 422), answer.text  # a slash is another route
            assert SECRET not in answer.text
            assert "No such" not in answer.text
    answer = httpx.post(f"{host.api}/tables", json={"opponents": ["plicas:case_file=/etc/shadow"]})
    assert "takes a file of this card room" in answer.json()["error"]


def test_files_that_the_host_has_put_there_are_taken_by_name(host: CardRoom) -> None:
    table, _ = open_table(host, opponents=["plicas:case_file=@cases.json"], betting="fixed-limit")
    assert table > 0
    assert open_table(host, opponents=["evolved:weights=@mine.npz"])[0] > table


@pytest.mark.parametrize("name", ["notes.txt", "missing.txt"])
def test_errors_tell_neither_existence_nor_content(host: CardRoom, name: str) -> None:
    said = set()
    for option in ("plicas:case_file", "plicas:preflop", "nash-limit:file"):
        for answer in asked_everywhere(host, f"{option}=@{name}"):
            text = answer.text
            if answer.status_code == 202:  # a contest, which fails when it begins
                contest = followed(host, f"/contests/{answer.json()['run']}")
                assert contest["status"] == "failed"
                text = contest["error"]
            assert SECRET not in text
            assert str(host.home) not in text
            said.add(text.replace(option, "OPTION"))
    wrong_game = [each for each in said if "does not play" in each]
    sentences = [each for each in said if "its file is not here, or not of the right kind" in each]
    assert len(sentences) + len(wrong_game) == len(said)
    assert sentences


def test_a_contest_that_fails_says_no_more(host: CardRoom) -> None:
    asked = {"agents": ["evolved:weights=@notes.txt", "call"], "game": "nolimit-2p"}
    answer = httpx.post(f"{host.api}/matches", json=asked)
    assert answer.status_code == 422
    assert "not of the right kind" in answer.json()["error"]
    assert SECRET not in answer.text


def test_the_command_line_takes_paths_and_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    (tmp_path / "agent-files").mkdir()
    published("base").save(tmp_path / "base.npz")
    copy(tmp_path / "base.npz", tmp_path / "agent-files" / "also.npz")
    for given in (f"{tmp_path}/base.npz", "@also.npz"):
        agent = make_agent(f"evolved:weights={given}")
        assert agent.brain.layers == published("base").layers  # type: ignore[attr-defined]


HUGE = {
    "aki:simulations=1000000000",
    "aki:threads=100000",
    "aki:seconds=1e9",
    "aki:buckets=1000000000",
    "aki:window=99999999999",
    "planner:nodes=1000000000",
    "planner:samples=1000000000",
    "planner:seconds=1e300",
    "planner:alpha=nan",
    "solver:budget=3600",
    "solver:iterations=1000000000",
    "fictitious:iterations=1000000000",
    f"fictitious:start={'+'.join(['22'] * 60)}",
    f"random:seed={2**64}",
    "random:seed=-1",
    f"random:mix={'1/' * 50}",
    "adapted::aki:simulations=1000000000",
}


@pytest.mark.parametrize("name", sorted(HUGE))
def test_huge_options_are_refused(name: str) -> None:
    with pytest.raises(AgentError, match=r"give .* to "):
        check_public_name(name)


def test_every_option_of_ours_is_public_within_bounds() -> None:
    for agent in AGENTS:
        for option in agent_options(agent):
            if option.kind in (OptionKind.NUMBER, OptionKind.TEXT):
                assert option.bounds, f"{agent}:{option.name}"
                assert option.default in option.bounds


def test_an_option_that_is_not_declared_safe_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "stranger", f"{__name__}:Stranger")
    check_public_name("stranger:loud=on")
    for option in ("log=/tmp/x", "log=x", "level=3", "anything=1"):
        with pytest.raises(AgentError, match=r"cannot be set from here; .* are: loud"):
            check_public_name(f"stranger:{option}")
    with pytest.raises(AgentError, match="cannot be set from here"):
        check_public_name("stranger:typo=on")


class Stranger:
    """An agent of a package that has not thought of strangers."""

    def __init__(self, log: str = "", level: int = 0, loud: bool = False, anything=None) -> None:  # type: ignore[no-untyped-def]
        raise AssertionError("it is not made to look at its options")


@pytest.mark.parametrize(
    "name",
    [
        "isolated::call",
        "isolated::evolved:weights=@x",
        "json::cat",
        "acpc::cat",
        "local::Agent",
        "bot.py::Bot",
        "adapted::bot.py::Bot",
        "adapted::adapted::call",
        "adapted:pot=0.5::call",
        "adapted::isolated::call",
    ],
)
def test_wrapped_names_are_refused(name: str) -> None:
    with pytest.raises(AgentError, match="cannot be seated from here"):
        check_public_name(name)


def test_contests_are_bounded_in_hands(room: CardRoom) -> None:
    for route, asked in (
        ("matches", {"agents": ["call", "fold"], "deals": 1_000_000, "matches": 10_000}),
        ("matches", {"agents": ["call"] * 24, "deals": 1_000_000, "league": True}),
        ("tournaments", {"agents": ["call"] * 200, "count": 10_000, "rotations": 200}),
    ):
        answer = httpx.post(f"{room.api}/{route}", json=asked)
        assert answer.status_code == 422, answer.text
        assert "too many for the card room" in answer.json()["error"]
