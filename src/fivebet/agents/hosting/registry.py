"""Agents by name.

    name                          call, random, …
    name:option=value,…           random:seed=7
    path/to/file.py::Class        one's own, from a file
    path/to/file.py::Class:…      with options
    acpc::command                 a program that speaks the ACPC protocol
    json::command                 a program that speaks the JSON protocol (`wire`)
    isolated::name                any of the first four, in a process of its own
    json:seconds=2,…::command     the last three with limits
    adapted::name                 an agent at tables that it was not made for (`adapted`)
    adapted:pot=0.75::name        with raises of a fixed size played as that share of the pot

Installed packages bring agents under the entry point group `fivebet.agents`.
"""

import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import partial
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any

from fivebet.agents.hosting.local import AgentLike, local_maker, name_agent
from fivebet.agents.hosting.options import Option, read_options
from fivebet.errors import AgentError, FivebetError, GameError
from fivebet.game.agent import Agent

__all__ = [
    "AGENTS",
    "OURS",
    "AgentInfo",
    "check_plays",
    "describe_agents",
    "games_of",
    "is_agent",
    "make_agent",
    "plays",
]

AGENTS: dict[str, str] = {
    "call": "fivebet.agents.players.baselines:Call",
    "fold": "fivebet.agents.players.baselines:Fold",
    "raise": "fivebet.agents.players.baselines:Raise",
    "random": "fivebet.agents.players.baselines:Random",
    "tight": "fivebet.agents.players.rule_players:Tight",
    "loose": "fivebet.agents.players.rule_players:Loose",
    "maniac": "fivebet.agents.players.rule_players:Maniac",
    "station": "fivebet.agents.players.rule_players:Station",
    "fair": "fivebet.agents.players.rule_players:Fair",
    "nash-limit": "fivebet.agents.players.nash_limit:NashLimit",
    "plicas": "fivebet.agents.players.plicas:Plicas",
    "plicas+": "fivebet.agents.players.plicas:PlicasPlus",
    "planner": "fivebet.agents.players.planner.agent:PlannerAgent",
    "planner+": "fivebet.agents.players.planner.agent:PlannerPlus",
    "fictitious": "fivebet.agents.players.fictitious:Fictitious",
    "solver": "fivebet.agents.players.solver:Solver",
    "aki": "fivebet.agents.players.aki:Aki",
    "aki+": "fivebet.agents.players.aki:AkiPlus",
    "evolved": "fivebet.agents.players.evolved:Evolved",
    "evolved+": "fivebet.agents.players.evolved:EvolvedPlus",
}
"""Name to module:Class; modules are loaded when an agent of theirs is seated."""

_GROUP = "fivebet.agents"
_SCHEMES = ("acpc", "json", "isolated", "adapted", "local")
OURS = "fivebet"
"""The source of agents that come with this package."""
_STAMP = "__fivebet_loaded__"


def make_agent(name: AgentLike, **defaults: Option) -> Agent:
    """Seat the agent of that name, with its options; or an object, a class or a function.

    Defaults, a seed say, are given to agents that have such an option and are
    named without it.

    >>> make_agent("random:seed=7").seed
    7
    """
    name = name_agent(name)
    head, _, rest = name.partition("::")
    scheme, _, limits = head.partition(":")
    if "::" in name and scheme in _SCHEMES:
        return _seat_by_scheme(name, scheme, limits, rest, defaults)
    if "::" in name:
        title, _, options = rest.partition(":")
        maker = _from_file(name, Path(head), title)
    else:
        title, _, options = name.partition(":")
        maker = _from_registry(title)
    agent = _make(name, maker, defaults, options)
    if not isinstance(agent, Agent):
        raise AgentError(f"{name!r} is no agent: an agent has a method act(view) -> Decision")
    return agent


def is_agent(name: str) -> bool:
    """Whether a name names an agent, rather than somebody who comes from elsewhere."""
    title = name.partition(":")[0]
    return "::" in name or title in AGENTS or bool(_plugins(title))


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """What is worth knowing of an agent before seating it."""

    name: str
    about: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    """Each with its default."""
    games: tuple[str, ...] = ("*",)
    """Patterns of the names of games that it plays."""
    remembers: bool = False
    """Whether it keeps anything from hand to hand."""
    policy: bool = False
    """Whether it can state its probabilities for all hole cards."""
    paper: str = ""
    """Where it was published, and for what game."""
    source: str = OURS
    """The package that it comes from."""
    problem: str = ""
    """Why it cannot be seated, if it cannot."""


def describe_agents(names: Iterable[str] | None = None) -> list[AgentInfo]:
    """Agents that have names, ours and those of installed packages; all by default.

    Of those that are asked for, some may be adapted or isolated.

    >>> describe_agents(["random"])[0].options
    {'seed': 0, 'mix': 'uniform'}
    """
    if names is not None:
        return [_describe(name) for name in names]
    hidden = [
        AgentInfo(point.name, source=_package(point), problem="an agent of ours has this name")
        for point in entry_points(group=_GROUP)
        if point.name in AGENTS
    ]
    found = dict.fromkeys((*AGENTS, *(point.name for point in _plugins())))
    return [_describe(name) for name in found] + hidden


def plays(agent: object, game: str) -> bool:
    """Whether an agent, or its class, says that it plays the game of that name.

    An agent says so by `games`, patterns of names like `limit-*`; one that says
    nothing plays everything.
    """
    return not game or any(fnmatchcase(game, pattern) for pattern in games_of(agent))


def check_plays(name: str, agent: object, *games: str) -> None:
    """Refuse an agent that plays none of these games, the first of which is asked for."""
    if not any(plays(agent, game) for game in games):
        raise GameError(
            f"{name} does not play {games[0]}: it plays {', '.join(games_of(agent))}, "
            f"and adapted::{name} everything"
        )


def _describe(name: str) -> AgentInfo:
    how, _, title = name.rpartition("::")
    scheme = how.partition(":")[0]
    if scheme == "adapted":
        from fivebet.agents.hosting.adapted import Adapted  # noqa: PLC0415 - as when one is seated

        return replace(_describe(title), name=name, games=Adapted.games, policy=False)
    if scheme == "isolated":
        return replace(_describe(title), name=name)
    source = OURS if name in AGENTS else ", ".join(map(_package, _plugins(name)))
    try:
        maker = _from_registry(name)
        parameters = inspect.signature(maker).parameters.values()
        return AgentInfo(
            name=name,
            about=(inspect.getdoc(maker) or "").partition("\n")[0],
            options={each.name: _default(each) for each in parameters},
            games=games_of(maker),
            remembers=getattr(maker, "remembers", False) is True,
            policy=callable(getattr(maker, "policy", None)),
            paper=getattr(maker, "paper", ""),
            source=source,
        )
    except Exception as error:  # whatever a stranger's class does when it is looked at
        why = str(error) if isinstance(error, FivebetError) else f"{type(error).__name__}: {error}"
        return AgentInfo(name, source=source, problem=why)


def games_of(agent: object) -> tuple[str, ...]:
    """Patterns of the games that an agent, or its class, says it plays."""
    games = getattr(agent, "games", ("*",))
    return (games,) if isinstance(games, str) else tuple(games)


def _default(parameter: inspect.Parameter) -> Option:
    """As plain data; what is none is shown as text."""
    if parameter.default is parameter.empty:
        return None
    plain = isinstance(parameter.default, bool | int | str | None) or (
        isinstance(parameter.default, float) and isfinite(parameter.default)
    )
    return parameter.default if plain else str(parameter.default)


def _plugins(name: str | None = None) -> list[EntryPoint]:
    """Agents of installed packages; those with a name of ours are never seated."""
    points = entry_points(group=_GROUP) if name is None else entry_points(group=_GROUP, name=name)
    return [point for point in points if point.name not in AGENTS]


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _from_registry(title: str) -> Callable[..., object]:
    if title in AGENTS:
        module, _, attribute = AGENTS[title].partition(":")
        maker: Callable[..., object] = getattr(import_module(module), attribute)
        return maker
    found = _plugins(title)
    if not found:
        known = (*AGENTS, *(point.name for point in _plugins()))
        near = get_close_matches(title, known, n=3)
        others = f"do you mean {', '.join(near)}?" if near else f"there are {', '.join(known)}."
        raise AgentError(
            f"there is no agent {title!r}: {others} One's own is named path/to/file.py::Class"
        )
    if len(found) > 1:
        packages = " and ".join(map(_package, found))
        raise AgentError(f"{title!r} is the name of several agents: {packages} bring one each")
    try:
        loaded = found[0].load()
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise AgentError(
            f"{title!r} cannot be seated: its package {_package(found[0])} does not load ({why})"
        ) from error
    if not callable(loaded):
        raise AgentError(f"{title!r} of {_package(found[0])} is {loaded!r}, which makes no agent")
    return loaded  # type: ignore[no-any-return]


def _from_file(name: str, path: Path, title: str) -> Callable[..., object]:
    if not path.is_file():
        raise AgentError(f"{name!r} cannot be seated: there is no file {str(path)!r}")
    module = _loaded_file(name, path)
    found = getattr(module, title, None)
    if not callable(found):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        raise AgentError(
            f"{name!r} cannot be seated: {str(path)!r} has no {title!r}, "
            f"but {', '.join(classes) or 'no class at all'}"
        )
    return found  # type: ignore[no-any-return]


def _loaded_file(name: str, path: Path) -> ModuleType:
    """The file as a module, under a name by which its agents can be pickled.

    It is loaded anew when it has changed, and once for all agents when it has not.
    """
    path = path.resolve()
    stamp = path.stat().st_mtime_ns, path.stat().st_size
    digest = blake2b(str(path).encode(), digest_size=8).hexdigest()
    title = f"{path.stem}_{digest}"
    known = sys.modules.get(title)
    if known is not None and getattr(known, _STAMP, None) == stamp:
        return known
    spec = spec_from_file_location(title, path)
    if spec is None or spec.loader is None:
        raise AgentError(f"{name!r} cannot be seated: {str(path)!r} is no Python file")
    module = module_from_spec(spec)
    sys.modules[title] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[title]
        why = f"{type(error).__name__}: {error}"
        raise AgentError(f"{name!r} cannot be seated: its file does not load ({why})") from error
    setattr(module, _STAMP, stamp)
    return module


def _seat_by_scheme(
    name: str, scheme: str, limits: str, what: str, defaults: dict[str, Option]
) -> Agent:
    # Most agents sit down as they are: what programs and adapters need is loaded when one comes.
    if scheme == "acpc":
        from fivebet.agents.hosting.acpc_program import RemotePlayer  # noqa: PLC0415

        remote = _make(name, partial(RemotePlayer, what), {}, limits)
        assert isinstance(remote, RemotePlayer)
        return remote
    if scheme == "adapted":
        from fivebet.agents.hosting.adapted import Adapted  # noqa: PLC0415

        adapted = _make(name, partial(Adapted, what), defaults, limits)
        assert isinstance(adapted, Adapted)
        return adapted
    if scheme == "local":
        local = _make(name, local_maker(what), defaults, limits)
        assert isinstance(local, Agent)
        return local
    from fivebet.agents.hosting.program_seat import Limits, isolated_seat, json_seat  # noqa: PLC0415

    seated = json_seat if scheme == "json" else isolated_seat
    seed = defaults.get("seed")
    kept = _make(name, Limits, {}, limits)
    assert isinstance(kept, Limits)
    return seated(what, kept, seed if isinstance(seed, int) else None)


def _make(
    name: str, maker: Callable[..., object], defaults: dict[str, Option], text: str
) -> object:
    signature = inspect.signature(maker)
    fitting = {key: value for key, value in defaults.items() if key in signature.parameters}
    options = fitting | read_options(name, maker, text)
    try:
        signature.bind(**options)
    except TypeError as error:
        known = ", ".join(signature.parameters) or "none"
        raise AgentError(f"{name!r} cannot be seated: {error}; its options are: {known}") from error
    try:
        return maker(**options)
    except FivebetError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"{name!r} cannot be seated: {type(error).__name__}: {error}") from error
