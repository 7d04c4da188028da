"""Agents that the host of a card room has registered: `mybot@3f9c01ab`.

The host gives a name to an agent from a file or to a program that answers by HTTP, and guests
choose among the names. A name carries the first digits of a hash of the file, or of the URL:
an agent that has changed is another agent, and results of the two are never added up.

Each plays in a process of its own (`program_seat`). What it says when it fails may tell where
its file is and what it holds, so that only the kind of a failure is reported.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from fivebet.agents.hosting.http_agent import check_address
from fivebet.agents.hosting.idle_programs import close_idle_programs, idle_programs
from fivebet.agents.hosting.program_seat import (
    ProgramLimits,
    ProgramSeat,
    agent_command,
    isolated_seat,
    isolated_traits,
    seat_program,
)
from fivebet.errors import AgentError
from fivebet.files import home, read_bounded, write_atomically

Kind = Literal["file", "http"]

_FILE = "registered-agents.json"
_MOST_AGENTS = 100
_DIGITS = 8
_LARGEST_FILE = 4 << 20
_NAME = re.compile(r"[a-z0-9][a-z0-9+_-]{0,39}")


@dataclass(frozen=True, kw_only=True)
class RegisteredAgent:
    """An agent as the host has registered it."""

    name: str
    kind: Kind
    target: str
    """`/path/to/file.py::Class`, or the URL of a program; the host's secret."""
    digest: str
    """SHA-256 of the file, or of the URL."""
    seconds: float = 5.0
    """The time for one decision."""
    about: str = ""
    games: tuple[str, ...] = ("*",)
    remembers: bool = False
    policy: bool = False
    registered: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))

    @property
    def full_name(self) -> str:
        """The name by which it is seated."""
        return f"{self.name}@{self.digest[:_DIGITS]}"

    @property
    def agent(self) -> str:
        """The name of the agent in its own process."""
        return f"http:seconds={self.seconds:g}::{self.target}" if self.is_http else self.target

    @property
    def is_http(self) -> bool:
        """Whether it is a program that answers by HTTP."""
        return self.kind == "http"

    @property
    def problem(self) -> str:
        """Why it cannot be seated now, in words for guests; an empty text if it can."""
        try:
            if self.is_http:
                check_address(self.target)
            elif _digest("file", self.target) != self.digest:
                return f"{self.full_name} has changed since it was registered"
        except AgentError:
            return f"{self.full_name} is not there any more, or its address is not allowed"
        return ""

    def seat(self, seed: int | None = None) -> ProgramSeat:
        """Seat it in a process of its own."""
        if self.problem:
            raise AgentError(self.problem)
        limits = ProgramLimits(seconds=self.seconds + (1.0 if self.is_http else 0.0))
        command = agent_command(self.agent)
        return seat_program(self.full_name, command, limits, seed, is_ours=True, is_discreet=True)


def registered_agents() -> dict[str, RegisteredAgent]:
    """Return all registered agents by the names by which they are seated."""
    try:
        data = json.loads(read_bounded(home() / _FILE))
        found = [_from_dict(each) for each in data["agents"]]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AgentError(f"{_FILE} cannot be read: {error}") from error
    return {each.full_name: each for each in found}


def find_registered(name: str) -> RegisteredAgent:
    """Return the registered agent of that name."""
    known = registered_agents()
    if name not in known:
        there = f"there are {', '.join(known)}" if known else "there are none"
        raise AgentError(f"no agent is registered as {name!r}: {there}")
    return known[name]


def register_agent(
    name: str, kind: Kind, target: str, *, seconds: float = 5.0, about: str = ""
) -> RegisteredAgent:
    """Register an agent, once it can be seated; another one of the same name is replaced.

    Errors are for the host: they say what is wrong with the file or the address.
    """
    if not _NAME.fullmatch(name):
        raise AgentError(
            f"{name!r} is no name for an agent: give up to 40 of a to z, 0 to 9 and + _ -"
        )
    if not 0 < seconds <= 60:
        raise AgentError(
            f"{seconds:g} seconds for a decision are too few or too many: give 0 to 60"
        )
    if kind == "http":
        check_address(target)
    else:
        path, colons, title = target.partition("::")
        if not colons or not title.isidentifier():
            raise AgentError(f"{target!r} is no agent: give path/to/file.py::Class")
        target = f"{Path(path).expanduser().resolve()}::{title}"
    agent = RegisteredAgent(
        name=name,
        kind=kind,
        target=target,
        digest=_digest(kind, target),
        seconds=seconds,
        about=about,
    )
    agent = _with_traits(agent)
    others = [each for each in registered_agents().values() if each.name != name]
    if len(others) >= _MOST_AGENTS:
        raise AgentError(f"{len(others)} agents are registered already: remove one first")
    _write([*others, agent])
    return agent


def remove_agent(name: str) -> None:
    """Remove a registered agent, by its name with or without the digest."""
    known = list(registered_agents().values())
    left = [each for each in known if name not in (each.name, each.full_name)]
    if len(left) == len(known):
        raise AgentError(f"no agent is registered as {name!r}")
    _write(left)


def _with_traits(agent: RegisteredAgent) -> RegisteredAgent:
    """Return the agent with what it says of itself, once one of it could be seated."""
    idle_programs().traits.pop(agent.agent, None)  # the file may have been another one then
    limits = ProgramLimits(seconds=agent.seconds)
    try:
        traits = isolated_traits(agent.agent, limits)
        isolated_seat(agent.agent, limits).close()
    finally:
        close_idle_programs()
    return replace(
        agent, games=traits.games, remembers=traits.remembers, policy=traits.states_policy
    )


def _write(agents: list[RegisteredAgent]) -> None:
    path = home() / _FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"agents": [asdict(each) for each in agents]}
    write_atomically(path, json.dumps(data, indent=1).encode())
    path.chmod(0o600)


def _from_dict(data: Mapping[str, Any]) -> RegisteredAgent:
    return RegisteredAgent(**{**data, "games": tuple(data["games"])})


def _digest(kind: Kind, target: str) -> str:
    if kind == "http":
        return sha256(target.encode()).hexdigest()
    path = target.partition("::")[0]
    try:
        content = read_bounded(path, _LARGEST_FILE)
    except OSError as error:
        raise AgentError(f"{path!r} cannot be read: {error.strerror}") from error
    # Two classes of one file are two agents.
    return sha256(content + target.partition("::")[2].encode()).hexdigest()
