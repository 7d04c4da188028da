"""How a seat can fail, and the count of it.

Whatever happens, the hand goes on by one rule: the seat checks if that is free
and folds if it is not.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from fivebet.errors import AgentError
from fivebet.unicode import escape_halves

_LONGEST_REASON = 2000


class FailureKind(StrEnum):
    """The ways in which an agent can fail."""

    RAISED = "raised"
    """It raised an exception, or said that it could not answer."""
    HUNG = "hung"
    """It took longer than its limit and was interrupted or killed."""
    ILLEGAL = "illegal"
    """It answered with an action that the rules do not allow."""
    NONSENSE = "nonsense"
    """It answered with something that is no action."""
    DIED = "died"
    """Its process ended, or could not be started again."""


class SeatError(AgentError):
    """A seat's failure to answer, of a known kind."""

    def __init__(self, kind: FailureKind, reason: str) -> None:
        super().__init__(kind, reason)
        self.kind, self.reason = kind, reason

    def __str__(self) -> str:
        return self.reason


def describe_error(error: BaseException) -> str:
    """Return an exception's class and message, which an agent's own class may fail to tell."""
    try:
        message = str(error)
    except Exception as another:
        message = f"its message raises {type(another).__name__}"
    return readable(f"{type(error).__name__}: {message}")


def describe_value(value: object) -> str:
    """Return the `repr` of what an agent has answered, which may fail, or be of any length."""
    try:
        return readable(repr(value))
    except Exception as error:
        return f"an object of {type(value).__name__}, whose repr raises {type(error).__name__},"


def readable(text: str) -> str:
    """Return an agent's words, of a page at most, as any terminal and any file can take them."""
    cut = text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}…"
    return "".join(each if each.isprintable() else " " for each in escape_halves(cut))


@dataclass(slots=True)
class Failures:
    """How often an agent has failed, by kind, and the first reason."""

    kinds: Counter[FailureKind] = field(default_factory=Counter)
    first: str = ""
    times: int = field(init=False)
    """The number of failures of all kinds."""

    def __post_init__(self) -> None:
        self.times = self.kinds.total()

    def add(self, kind: FailureKind, reason: str) -> None:
        """Count a failure."""
        self.kinds[kind] += 1
        self.times += 1
        self.first = self.first or readable(reason)

    def merge(self, other: "Failures") -> None:
        """Add the failures of a later part of the play."""
        self.kinds.update(other.kinds)
        self.times += other.times
        self.first = self.first or other.first

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as JSON data."""
        return {"kinds": {kind.value: n for kind, n in self.kinds.items()}, "first": self.first}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Failures":
        """Return the counts that `to_dict` has written."""
        return cls(Counter({FailureKind(k): n for k, n in data["kinds"].items()}), data["first"])
