"""What agents carry from one piece of a match to the next.

Not the agents travel but what they have noted: what `__getstate__` gives, or by
default all their attributes, is laid over fresh agents of the same names. So an
agent from a file can go on elsewhere, and one may leave out of `__getstate__`
what its `__init__` makes anyway.
"""

import pickle
import zlib
from collections.abc import Sequence
from typing import Any

from fivebet.errors import AgentError
from fivebet.game import Agent

__all__ = ["dump_memory", "load_memory"]

_AS_OBJECTS_DO = object().__reduce_ex__(pickle.HIGHEST_PROTOCOL)[0]


def dump_memory(agents: Sequence[Agent]) -> bytes | None:
    """What the agents have noted, or None if any of it cannot be written down."""
    try:
        # Counts of hands are mostly zeros: pressed together they take a twentieth of the room.
        return zlib.compress(pickle.dumps([_noted(agent) for agent in agents]), level=1)
    except Exception:  # whatever __getstate__ or a pickler comes up with
        return None


def load_memory(agents: Sequence[Agent], memory: bytes) -> None:
    """Let fresh agents go on where those of the same names have left off."""
    try:
        for agent, noted in zip(agents, pickle.loads(zlib.decompress(memory)), strict=True):
            _lay_over(agent, noted)
    except Exception as error:
        raise AgentError(
            f"what the agents remember cannot be read back: {type(error).__name__}: {error}"
        ) from error


def _noted(agent: Agent) -> Any:
    parts: Any = agent.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
    how, _, noted, *contents = parts
    if how is not _AS_OBJECTS_DO or any(each is not None for each in contents):
        raise TypeError("more than its attributes belongs to the agent")
    return noted


def _lay_over(agent: Agent, noted: Any) -> None:
    if noted is None:
        return
    if hasattr(agent, "__setstate__"):
        agent.__setstate__(noted)
        return
    attributes, slots = noted if isinstance(noted, tuple) else (noted, None)
    for name, value in ((attributes or {}) | (slots or {})).items():
        object.__setattr__(agent, name, value)
