"""What agents carry from one chunk of a match to the next.

Not the agents travel but what they have noted: the state that `__getstate__` gives, or
by default all their attributes, is laid over fresh agents of the same names. So an
agent from a file can continue elsewhere, and one may leave out of `__getstate__`
what its `__init__` makes anyway. An agent in a process of its own notes it there, as
bytes that are opened there only.

Classes in a state are known by their modules' names. States that 0.1.0 has stored
name modules and classes that have moved since: `MOVED` says where they are now.
"""

import io
import pickle
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from fivebet.agents.hosting.failures import describe_error
from fivebet.agents.hosting.program_seat import ProgramSeat
from fivebet.errors import AgentError
from fivebet.game import Agent

_REDUCED_BY_DEFAULT = object().__reduce_ex__(pickle.HIGHEST_PROTOCOL)[0]

_PLAYERS = "fivebet.agents.players"
_HOSTING = "fivebet.agents.hosting"
MOVED = {
    "fivebet.agents.rules": f"{_PLAYERS}.rule_players",
    "fivebet.agents.adapted": f"{_HOSTING}.adapted",
    "fivebet.agents.failures": f"{_HOSTING}.failures",
    **{
        f"fivebet.agents.{name}": f"{_PLAYERS}.{name}"
        for name in (
            "aki",
            "baselines",
            "evolved",
            "fictitious",
            "nash_limit",
            "networks",
            "planner",
            "plicas",
            "policies",
            "solver",
        )
    },
    "fivebet.opponents.positions": "fivebet.game.positions",
    **{
        f"fivebet.{old}": f"fivebet.cards.{new}"
        for old, new in (
            ("combos", "combos"),
            ("equity", "equity"),
            ("evaluator", "evaluator"),
            ("notation", "range_notation"),
            ("orders", "class_orders"),
            ("prospects", "showdown_strength"),
            ("ranges", "ranges"),
            ("strength", "strength"),
        )
    },
}
"""Modules and packages of 0.1.0, and where they are now."""

_RENAMED = {
    "fivebet.opponents.history:Buckets": "HandBuckets",
    "fivebet.opponents.history:PlayedHand": "PlayerActions",
    f"{_PLAYERS}.aki.model:Response": "StreetResponse",
    f"{_PLAYERS}.aki.model:Traits": "ModelTraits",
    f"{_PLAYERS}.aki.timing:Turn": "TimedDecision",
    f"{_PLAYERS}.planner.functions:AnyHands": "RandomOpponents",
}
"""Classes, by their module now and their name in 0.1.0, and their names now."""


class PackedMemory(NamedTuple):
    """What an agent in a process of its own has noted, as `dump_memory` writes it there."""

    content: bytes


def dump_memory(agents: Sequence[Agent]) -> bytes | None:
    """Return what the agents have noted, or None if any of it cannot be written down."""
    try:
        # Counts of hands are mostly zeros: compressed they take a twentieth of the space.
        return _packed([_state(agent) for agent in agents])
    except (Exception, SystemExit):  # whatever __getstate__ or a pickler comes up with
        return None


def load_memory(agents: Sequence[Agent], memory: bytes) -> None:
    """Let fresh agents continue where those of the same names have stopped."""
    try:
        states = _Unpickler(io.BytesIO(zlib.decompress(memory))).load()
        for agent, state in zip(agents, states, strict=True):
            _lay_over(agent, state)
    except (Exception, SystemExit) as error:
        raise AgentError(
            f"what the agents remember cannot be read back: {describe_error(error)}"
        ) from error


def _packed(states: list[Any]) -> bytes:
    return zlib.compress(pickle.dumps(states), level=1)


class _Unpickler(pickle.Unpickler):
    """Finds classes that have moved since 0.1.0."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or function by its module and name in this version or in 0.1.0."""
        package, _, rest = module, "", ""
        while package and package not in MOVED:
            package, _, last = package.rpartition(".")
            rest = f".{last}{rest}"
        module = MOVED[package] + rest if package else module
        return super().find_class(module, _RENAMED.get(f"{module}:{name}", name))


def _state(agent: Agent) -> Any:
    if isinstance(agent, ProgramSeat):
        content = agent.dump_memory() if agent.remembers else b""
        if content is None:
            raise TypeError("its process cannot write it down")
        return PackedMemory(content)
    parts: Any = agent.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
    how, _, state, *contents = parts
    if how is not _REDUCED_BY_DEFAULT or any(each is not None for each in contents):
        raise TypeError("more than its attributes belongs to the agent")
    return state


def _lay_over(agent: Agent, state: Any) -> None:
    if state is None or state == PackedMemory(b""):
        return
    if isinstance(agent, ProgramSeat):
        agent.load_memory(state.content if isinstance(state, PackedMemory) else _packed([state]))
        return
    if isinstance(state, PackedMemory):  # from before somebody said that the agent is trusted
        load_memory([agent], state.content)
        return
    if hasattr(agent, "__setstate__"):
        agent.__setstate__(state)
        return
    attributes, slots = state if isinstance(state, tuple) else (state, None)
    for name, value in ((attributes or {}) | (slots or {})).items():
        object.__setattr__(agent, name, value)
