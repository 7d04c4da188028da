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
    drawn::7-12                   a rule player whose style is the 12th that seed 7 draws
    rlcard::limit-holdem-rule-v1  a rule model of the package `rlcard`
    http::http://host:9000/decide a program that answers by HTTP (`http_agent`)
    mybot@3f9c01ab                an agent that the host of a card room has registered

Installed packages bring agents under the entry point group `fivebet.agents`.
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import partial
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from fivebet.agents.hosting.failures import describe_error
from fivebet.agents.hosting.local import AgentLike, local_maker, name_agent
from fivebet.agents.hosting.options import (
    AgentOption,
    Option,
    check_public_options,
    describe_options,
    names_host_file,
    read_options,
)
from fivebet.agents.hosting.program_seat import (
    ProgramLimits,
    isolated_seat,
    isolated_traits,
    json_seat,
    program_traits,
)
from fivebet.agents.hosting.registered import find_registered, registered_agents
from fivebet.agents.hosting.traits import AgentTraits
from fivebet.errors import AgentError, FivebetError, GameError
from fivebet.game.agent import Agent

AGENTS: dict[str, str] = {
    "call": "fivebet.agents.players.baselines:Call",
    "fold": "fivebet.agents.players.baselines:Fold",
    "raise": "fivebet.agents.players.baselines:Raise",
    "random": "fivebet.agents.players.baselines:Random",
    "tight": "fivebet.agents.players.rule_players:Tight",
    "loose": "fivebet.agents.players.rule_players:Loose",
    "maniac": "fivebet.agents.players.rule_players:Maniac",
    "station": "fivebet.agents.players.rule_players:Station",
    "timid": "fivebet.agents.players.rule_players:Timid",
    "fair": "fivebet.agents.players.rule_players:Fair",
    "nash-limit": "fivebet.agents.players.nash_limit:NashLimit",
    "push-fold": "fivebet.agents.players.push_fold:PushFold",
    "champion": "fivebet.agents.players.champion:Champion",
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
"""Name to module:Class; a module is imported when one of its agents is asked for."""

_GROUP = "fivebet.agents"
_MAKERS = {
    "http": "fivebet.agents.hosting.http_agent:HttpAgent",
    "drawn": "fivebet.agents.players.drawn_rules:DrawnRules",
    "rlcard": "fivebet.agents.hosting.rlcard_models:RlcardModel",
}
"""Schemes whose agents are made from what their names say, in this process."""
_SCHEMES = ("acpc", "json", "isolated", "adapted", *_MAKERS)
OURS = "fivebet"
"""The source of agents that come with this package."""
REGISTERED = "registered by the host"
"""The source of agents that the host of a card room has registered."""
_STAMP = "__fivebet_loaded__"


def make_agent(name: AgentLike, **defaults: Option) -> Agent:
    """Make the agent of that name, with its options; or an object, a class or a function.

    Defaults, a seed say, are given to agents that have such an option and are
    named without it.

    >>> make_agent("random:seed=7").seed
    7
    """
    name = name_agent(name)
    scheme, options, what = _split(name)
    if scheme:
        return _make_by_scheme(name, scheme, options, what, defaults)
    if _is_registered_name(what):
        seed = defaults.get("seed")
        return find_registered(name).seat(seed if isinstance(seed, int) else None)
    maker = _maker(name, what)
    agent = _call(name, maker, _bind(name, maker, options, defaults))
    if not isinstance(agent, Agent):
        raise AgentError(f"{name!r} is no agent: an agent has a method act(view) -> Decision")
    return agent


def name_with_defaults(name: str, **defaults: Option) -> str:
    """Return the name of an agent of ours with options that it has and that are not given.

    >>> name_with_defaults("push-fold:icm=false", payouts="65/35", seed=7)
    'push-fold:icm=false,payouts=65/35,seed=7'
    """
    scheme, text, what = _split(name)
    if scheme == "adapted":
        return f"{name.removesuffix(what)}{name_with_defaults(what, **defaults)}"
    if not _is_ours(name):
        return name
    maker = _maker(name, what)
    known, given = inspect.signature(maker).parameters, read_options(name, maker, text)
    added = [f"{key}={value}" for key, value in defaults.items() if key in known.keys() - given]
    return ":".join(filter(None, (what, ",".join(filter(None, (text, *added))))))


def agent_traits(name: str, seed: int | None = None) -> AgentTraits:
    """Return what the agent of that name says of itself, from its class and its options.

    A program is started and says it in its hello; it stays open for the seat that is
    next made with the same seed. A callable that is no class has to make an agent.
    """
    scheme, options, what = _split(name)
    if scheme == "acpc":
        return AgentTraits()
    if scheme == "adapted":
        from fivebet.agents.hosting.adapted import Adapted  # noqa: PLC0415 - it makes agents itself

        _bind(name, partial(Adapted, what), options, {})
        inner = agent_traits(what, seed)
        made_for = inner.made_for or inner.games
        return replace(
            inner, games=Adapted.games, made_for=made_for, states_policy=False, maker=None
        )
    if scheme in _MAKERS:
        made = partial(_imported(_MAKERS[scheme]), what)
        given = _bind(name, made, options, {})
        # Only an agent that was made shows that its name is one.
        return replace(_traits(name, _call(name, made, given), made, given), maker=None)
    if scheme == "json":
        return program_traits(name, lambda: make_agent(name, seed=seed))
    if scheme == "isolated" and _is_ours(what):
        return replace(agent_traits(what), maker=None)
    if scheme == "isolated":
        return isolated_traits(what, _limits(name, options))
    if _is_registered_name(what):
        found = find_registered(name)
        return AgentTraits(found.games, found.remembers, found.policy)
    maker = _maker(name, what)
    given = _bind(name, maker, options, {})
    return _traits(name, maker if isinstance(maker, type) else make_agent(name), maker, given)


def _traits(
    name: str, agent: object, maker: Callable[..., object], given: Mapping[str, Option]
) -> AgentTraits:
    """Return the traits of a class, or of an agent that something else than a class has made."""
    depends = getattr(agent, "remembers_with", None)
    remembers = _call(name, depends, given) if depends else getattr(agent, "remembers", False)
    return AgentTraits(
        games=games_of(agent),
        made_for=_patterns(agent, "made_for", ()),
        remembers=remembers is True,
        states_policy=callable(getattr(agent, "policy", None)),
        maker=maker,
        options=given,
    )


def is_agent(name: str) -> bool:
    """Return whether a name names an agent, rather than somebody who comes from elsewhere."""
    title = name.partition(":")[0]
    return "::" in name or title in AGENTS or _is_registered_name(title) or bool(_plugins(title))


def is_foreign(name: str) -> bool:
    """Return whether an agent comes from a file, or by HTTP, and would run in this process.

    Nobody here has looked at its code.
    """
    scheme, _, what = _split(name)
    if scheme:
        return scheme == "http" or (scheme == "adapted" and is_foreign(what))
    return "::" in what and not what.startswith("local::")


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """A description of an agent for lists and pages."""

    name: str
    about: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    """Its options with their defaults."""
    games: tuple[str, ...] = ("*",)
    """Patterns of the names of games that it plays."""
    made_for: tuple[str, ...] = ("*",)
    """Patterns of those of them that it was made for."""
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
    """Describe agents that have names, ours and those of installed packages; all by default.

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
    return [_describe(name) for name in (*found, *registered_agents())] + hidden


def plays(agent: object, game: str) -> bool:
    """Return whether an agent, or its class, says that it plays the game of that name.

    An agent says so by `games`, patterns of names like `limit-*`; one that says
    nothing plays everything. Who plays no-limit or cash games plays tournaments too.
    """
    kind, dash, seats = game.partition("-")
    kinds = ("tournament", "nolimit", "cash") if kind == "tournament" else (kind,)
    names = [f"{each}{dash}{seats}" for each in kinds]
    return not game or any(fnmatchcase(name, each) for name in names for each in games_of(agent))


def is_made_for(traits: AgentTraits, *games: str) -> bool:
    """Return whether an agent says that it was made for one of these games.

    It says so by `made_for`, patterns like those of `games`; if it says nothing, it was
    made for all games that it plays.
    """
    patterns = traits.made_for or traits.games
    return any(fnmatchcase(game, pattern) for game in games for pattern in patterns)


def check_plays(name: str, agent: object, *games: str) -> None:
    """Refuse an agent that plays none of these games, the first of which is asked for."""
    if not any(plays(agent, game) for game in games):
        known = ", ".join(games_of(agent))
        adapted = "" if name.startswith("adapted::") else f", and adapted::{name} everything"
        raise GameError(f"{name} does not play {games[0]}: it plays {known}{adapted}")


def check_public_name(name: str) -> None:
    """Refuse a name that strangers may not seat, here or adapted.

    Files and programs are for the command line, and so are options that could
    read any file or take any time (`options`).
    """
    scheme, options, what = _split(name)
    if scheme == "adapted" and not options:
        scheme, options, what = _split(what)
    if scheme or "::" in what:
        raise AgentError(
            f"{name!r} cannot be seated from here: agents that have names can, like "
            f"{', '.join(AGENTS)}"
        )
    if _is_registered_name(what):
        if options or (problem := find_registered(what).problem):
            raise AgentError(problem if not options else f"{what!r} has no options")
        return
    check_public_options(name, _from_registry(what), options)


def agent_options(name: str) -> list[AgentOption]:
    """Return the options of an agent by name, with what each does."""
    scheme, _, what = _split(name)
    if not scheme and _is_registered_name(what):
        return []
    if scheme in _MAKERS:
        return describe_options(partial(_imported(_MAKERS[scheme]), what))
    return agent_options(what) if scheme else describe_options(_maker(name, what))


def _describe(name: str) -> AgentInfo:
    scheme, _, title = _split(name)
    if scheme == "adapted":
        from fivebet.agents.hosting.adapted import Adapted  # noqa: PLC0415 - it makes agents itself

        return replace(_describe(title), name=name, games=Adapted.games, policy=False)
    if scheme == "isolated":
        return replace(_describe(title), name=name)
    if _is_registered_name(title):
        return _describe_registered(title)
    source = OURS if name in AGENTS else ", ".join(map(_package, _plugins(name)))
    try:
        maker = _from_registry(name)
        traits = _traits(name, maker, maker, {})
        return AgentInfo(
            name=name,
            about=(inspect.getdoc(maker) or "").partition("\n")[0],
            options={each.name: each.default for each in describe_options(maker)},
            games=traits.games,
            made_for=traits.made_for or traits.games,
            remembers=traits.remembers,
            policy=traits.states_policy,
            paper=getattr(maker, "paper", ""),
            source=source,
        )
    except Exception as error:  # whatever a stranger's class does when it is looked at
        why = str(error) if isinstance(error, FivebetError) else f"{type(error).__name__}: {error}"
        return AgentInfo(name, source=source, problem=why)


def _is_registered_name(title: str) -> bool:
    """Return whether a name without options has the form of a registered agent's."""
    return "@" in title and "::" not in title


def _describe_registered(name: str) -> AgentInfo:
    try:
        found = find_registered(name)
    except AgentError as error:
        return AgentInfo(name, source=REGISTERED, problem=str(error))
    return AgentInfo(
        name=name,
        about=found.about,
        games=found.games,
        made_for=found.games,
        remembers=found.remembers,
        policy=found.policy,
        source=REGISTERED,
        problem=found.problem,
    )


def games_of(agent: object) -> tuple[str, ...]:
    """Return the patterns of the games that an agent, or its class, says it plays."""
    return _patterns(agent, "games", ("*",))


def _patterns(agent: object, name: str, usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return the patterns that an agent gives under a name, of which one may stand alone."""
    given = getattr(agent, name, usual)
    patterns = (given,) if isinstance(given, str) or not isinstance(given, Iterable) else given
    found = tuple(patterns)
    if not all(isinstance(pattern, str) for pattern in found):
        raise AgentError(f"{name}={given!r} names no games: give patterns, like ('limit-*',)")
    return found


def _plugins(name: str | None = None) -> list[EntryPoint]:
    """Return the agents of installed packages; those with a name of ours are never seated."""
    points = entry_points(group=_GROUP) if name is None else entry_points(group=_GROUP, name=name)
    return [point for point in points if point.name not in AGENTS]


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _from_registry(title: str) -> Callable[..., object]:
    if title in AGENTS:
        return _imported(AGENTS[title])
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
        why = describe_error(error)
        raise AgentError(
            f"{title!r} cannot be seated: its package {_package(found[0])} does not load ({why})"
        ) from error
    if not callable(loaded):
        raise AgentError(f"{title!r} of {_package(found[0])} is {loaded!r}, which makes no agent")
    return loaded  # type: ignore[no-any-return]


def _imported(text: str) -> Callable[..., object]:
    module, _, attribute = text.partition(":")
    maker: Callable[..., object] = getattr(import_module(module), attribute)
    return maker


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
    """Load a file as a module, under a name by which its agents can be pickled.

    It is loaded anew when it has changed, and once for all agents when it has not.
    """
    path = path.resolve()
    stamp = path.stat().st_mtime_ns, path.stat().st_size
    digest = blake2b(os.fsencode(path), digest_size=8).hexdigest()
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
        why = describe_error(error)
        raise AgentError(f"{name!r} cannot be seated: its file does not load ({why})") from error
    setattr(module, _STAMP, stamp)
    return module


def _split(name: str) -> tuple[str, str, str]:
    """Return a name's scheme, if it has one, with the scheme's options, and the rest."""
    head, colons, what = name.partition("::")
    scheme, _, options = head.partition(":")
    if colons and scheme in _SCHEMES:
        return scheme, options, what
    if colons:
        title, _, options = what.partition(":")
        return "", options, f"{head}::{title}"
    title, _, options = name.partition(":")
    return "", options, title


def _is_ours(name: str) -> bool:
    scheme, _, what = _split(name)
    return _is_ours(what) if scheme == "adapted" else not scheme and what in AGENTS


def _maker(name: str, what: str) -> Callable[..., object]:
    """Return the class, or whatever else makes the agent, without options in `what`."""
    path, colons, title = what.partition("::")
    if path == "local":
        return local_maker(title)
    return _from_file(name, Path(path), title) if colons else _from_registry(what)


def _make_by_scheme(
    name: str, scheme: str, text: str, what: str, defaults: dict[str, Option]
) -> Agent:
    if scheme in _MAKERS:
        made = partial(_imported(_MAKERS[scheme]), what)
        return cast(Agent, _call(name, made, _bind(name, made, text, defaults)))
    if scheme == "acpc":
        from fivebet.agents.hosting.acpc_program import AcpcSeat  # noqa: PLC0415 - few need it

        limits = _bind(name, partial(AcpcSeat, what), text, {})
        return cast(Agent, _call(name, partial(AcpcSeat, what), limits))
    if scheme == "adapted":
        from fivebet.agents.hosting.adapted import Adapted  # noqa: PLC0415 - it makes agents itself

        options = _bind(name, partial(Adapted, what), text, defaults)
        return cast(Agent, _call(name, partial(Adapted, what), options))
    seed = defaults.get("seed")
    make = json_seat if scheme == "json" else isolated_seat
    return make(what, _limits(name, text), seed if isinstance(seed, int) else None)


def _limits(name: str, text: str) -> ProgramLimits:
    return cast(ProgramLimits, _call(name, ProgramLimits, _bind(name, ProgramLimits, text, {})))


def _bind(
    name: str, maker: Callable[..., object], text: str, defaults: dict[str, Option]
) -> dict[str, Option]:
    """Return the options of a text, and the defaults that fit, once the maker takes them."""
    signature = inspect.signature(maker)
    fitting = {key: value for key, value in defaults.items() if key in signature.parameters}
    options = fitting | read_options(name, maker, text)
    try:
        signature.bind(**options)
    except TypeError as error:
        known = ", ".join(signature.parameters) or "none"
        raise AgentError(f"{name!r} cannot be seated: {error}; its options are: {known}") from error
    return options


def _call(name: str, maker: Callable[..., object], options: Mapping[str, Option]) -> object:
    try:
        return maker(**options)
    except (Exception, SystemExit) as error:
        if names_host_file(name):
            # Whoever names it may be a stranger, who learns neither where it is nor what it has.
            raise AgentError(
                f"{name!r} cannot be seated: its file is not here, or not of the right kind"
            ) from None
        if isinstance(error, FivebetError):
            raise
        raise AgentError(f"{name!r} cannot be seated: {describe_error(error)}") from error
