"""Agents by name.

    name                          call, random, …
    name:option=value,…           random:seed=7
    path/to/file.py::Class        one's own, from a file
    path/to/file.py::Class:…      with options
    acpc::command                 a program that speaks the ACPC protocol

An option is a parameter of the agent's class; its value is read as a number,
as true or false, and otherwise as a word.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from fivebet.errors import AgentError, FivebetError
from fivebet.game.agent import Agent

__all__ = ["AGENTS", "AgentInfo", "describe_agents", "make_agent"]

AGENTS: dict[str, str] = {
    "call": "fivebet.agents.baselines:Call",
    "fold": "fivebet.agents.baselines:Fold",
    "raise": "fivebet.agents.baselines:Raise",
    "random": "fivebet.agents.baselines:Random",
    "tight": "fivebet.agents.rules:Tight",
    "loose": "fivebet.agents.rules:Loose",
    "maniac": "fivebet.agents.rules:Maniac",
    "station": "fivebet.agents.rules:Station",
    "fair": "fivebet.agents.rules:Fair",
    "fictitious": "fivebet.agents.fictitious:Fictitious",
    "solver": "fivebet.agents.solver:Solver",
}
"""Name to module:Class; modules are loaded when an agent of theirs is seated."""

Option = bool | int | float | str


def make_agent(name: str, **defaults: Option) -> Agent:
    """Seat the agent of that name, with its options.

    Defaults, a seed say, are given to agents that have such an option and are
    named without it.

    >>> make_agent("random:seed=7").seed
    7
    """
    if name.startswith("acpc::"):
        from fivebet.agents.remote import RemotePlayer  # noqa: PLC0415 - most seats are local

        return RemotePlayer(name.removeprefix("acpc::"))
    if "::" in name:
        path, _, rest = name.partition("::")
        title, _, options = rest.partition(":")
        maker = _from_file(name, Path(path), title)
    else:
        title, _, options = name.partition(":")
        maker = _from_registry(title)
    known = inspect.signature(maker).parameters
    fitting = {key: value for key, value in defaults.items() if key in known}
    agent = _make(name, maker, fitting | _parse_options(name, options))
    if not isinstance(agent, Agent):
        raise AgentError(f"{name!r} is no agent: an agent has a method act(view) -> Decision")
    return agent


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """What is worth knowing of an agent before seating it."""

    name: str
    about: str
    options: dict[str, Any]
    """Each with its default."""


def describe_agents(names: Iterable[str]) -> list[AgentInfo]:
    """Agents of the registry, with the first line of their documentation.

    >>> describe_agents(["random"])[0].options
    {'seed': 0}
    """
    return [_describe(name) for name in names]


def _describe(name: str) -> AgentInfo:
    maker = _from_registry(name)
    parameters = inspect.signature(maker).parameters.values()
    about = (inspect.getdoc(maker) or "").partition("\n")[0]
    return AgentInfo(name, about, {each.name: each.default for each in parameters})


def _from_registry(title: str) -> Callable[..., object]:
    if title not in AGENTS:
        near = get_close_matches(title, AGENTS, n=3) or sorted(AGENTS)
        raise AgentError(
            f"there is no agent {title!r}: do you mean {', '.join(near)}? "
            "One's own is named path/to/file.py::Class"
        )
    module, _, attribute = AGENTS[title].partition(":")
    maker: Callable[..., object] = getattr(import_module(module), attribute)
    return maker


def _from_file(name: str, path: Path, title: str) -> Callable[..., object]:
    if not path.is_file():
        raise AgentError(f"{name!r} cannot be seated: there is no file {str(path)!r}")
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise AgentError(f"{name!r} cannot be seated: {str(path)!r} is no Python file")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise AgentError(f"{name!r} cannot be seated: its file does not load ({why})") from error
    found = getattr(module, title, None)
    if not callable(found):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        raise AgentError(
            f"{name!r} cannot be seated: {str(path)!r} has no {title!r}, "
            f"but {', '.join(classes) or 'no class at all'}"
        )
    return found  # type: ignore[no-any-return]


def _parse_options(name: str, text: str) -> dict[str, Option]:
    options: dict[str, Option] = {}
    for part in text.split(",") if text else []:
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key.isidentifier() or key in options:
            raise AgentError(
                f"{part!r} in {name!r} is no option: write name:option=value,option=value, "
                "each option once"
            )
        options[key] = _value(value)
    return options


def _value(text: str) -> Option:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def _make(name: str, maker: Callable[..., object], options: dict[str, Option]) -> object:
    signature = inspect.signature(maker)
    try:
        signature.bind(**options)
    except TypeError as error:
        known: Any = ", ".join(signature.parameters) or "none"
        raise AgentError(f"{name!r} cannot be seated: {error}; its options are: {known}") from error
    try:
        return maker(**options)
    except FivebetError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"{name!r} cannot be seated: {type(error).__name__}: {error}") from error
