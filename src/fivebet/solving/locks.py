"""Locked decisions: what is played at a node of a tree, whatever would be best there.

A file of locks is a JSON list, one entry for each decision:

    [{"at": "check, bet 100", "strategy": {"call": 0.5, "raise 500": "AA, KK:0.5"}}]

`at` is the path of the node, with a card where one is dealt, and empty for the first decision.
An action is given a probability, or a range whose weights are probabilities. What remains of one
is left to the actions that are not named.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from fivebet.cards.ranges import Range
from fivebet.errors import FivebetError, SolvingError
from fivebet.files import read_bounded

_ENTRY = '{"at": "check, bet 100", "strategy": {"call": 0.5}}'


class Lockable(Protocol):
    """A tree whose decisions can be fixed."""

    def node(self, path: str) -> Any:
        """Return a node by its path."""

    def can_be_locked(self, locks: "Iterable[Lock]") -> bool:
        """Return whether decisions can be fixed without undoing its merging of suits."""

    def apply_locks(self, locks: "Iterable[Lock]") -> None:
        """Fix decisions by their paths."""


SomeTree = TypeVar("SomeTree", bound=Lockable)


@dataclass(frozen=True)
class Lock:
    """A decision that is fixed: where it is made, and how it is played."""

    at: str
    """The path of the node."""
    strategy: Mapping[str, float | str]
    """The probability of each action, or a range whose weights are probabilities."""

    def __post_init__(self) -> None:
        if not isinstance(self.at, str):
            raise SolvingError(f"{self.at!r} is no path: write one like 'check, bet 100'")
        if not isinstance(self.strategy, Mapping) or not self.strategy:
            raise SolvingError(
                f'{self.strategy!r} is no strategy: write one like {{"call": 0.5}}, with a '
                "probability or a range for each action"
            )
        for action, played in self.strategy.items():
            number = isinstance(played, int | float) and not isinstance(played, bool)
            if not number and not isinstance(played, str):
                raise SolvingError(
                    f"{action!r} cannot be played {json.dumps(played)}: give a probability from 0 "
                    "to 1, or a range like 'AA,KK:0.5'"
                )

    def __str__(self) -> str:
        played = "; ".join(f"{action} {_played_text(how)}" for action, how in self.strategy.items())
        return f"{self.at or 'the start'}: {played}"

    def to_dict(self) -> dict[str, Any]:
        """Return the lock as JSON data that `from_dict` reads."""
        return {"at": self.at, "strategy": dict(self.strategy)}

    @classmethod
    def from_dict(cls, data: Any) -> "Lock":
        """Return the lock that JSON data describe."""
        if not isinstance(data, dict) or data.keys() != {"at", "strategy"}:
            raise SolvingError(f"{_shorten(json.dumps(data))} is no lock: write {_ENTRY}")
        return cls(data["at"], data["strategy"])

    def rows(self) -> dict[str, Any]:
        """Return the strategy as `Tree.lock` takes it."""
        return {
            action: Range(played).weights if isinstance(played, str) else float(played)
            for action, played in self.strategy.items()
        }


def read_locks(path: Path) -> tuple[Lock, ...]:
    """Read a file of locks."""
    try:
        data = json.loads(read_bounded(path).decode())
    except FileNotFoundError:
        raise SolvingError(f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise SolvingError(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise SolvingError(f"{str(path)!r} is no JSON: {error}") from None
    if not isinstance(data, list) or not data:
        raise SolvingError(f"{str(path)!r} holds no locks: write a list like [{_ENTRY}]")
    locks = []
    for number, entry in enumerate(data, 1):
        try:
            locks.append(Lock.from_dict(entry))
        except SolvingError as error:
            raise SolvingError(f"{str(path)!r}, entry {number}: {error}") from None
    return tuple(locks)


def check_locks(locks: Sequence[Lock], tree: Lockable, source: str = "") -> None:
    """Refuse locks that do not fit a tree, and say which entry of their source it is."""
    seen: dict[object, int] = {}
    for number, lock in enumerate(locks, 1):
        try:
            node = tree.node(lock.at)
            node.locked_rows(lock.rows())
        except FivebetError as error:
            raise SolvingError(f"{source}entry {number}: {error}") from None
        first = seen.setdefault(node.path, number)
        if first != number:
            raise SolvingError(
                f"{source}entry {number}: entry {first} locks the same decision; "
                "write all of its actions into one"
            )


def lock_tree(
    make_tree: Callable[..., SomeTree], locks: Sequence[Lock], source: str = ""
) -> SomeTree:
    """Return a new tree with locks; it merges suits only if all of the locks treat them alike."""
    tree = make_tree()
    check_locks(locks, tree, source)
    if not tree.can_be_locked(locks):
        tree = make_tree(merge_suits=False)
    tree.apply_locks(locks)
    return tree


def locks_to_list(locks: Iterable[Lock]) -> list[dict[str, Any]]:
    """Return locks as JSON data."""
    return [lock.to_dict() for lock in locks]


def _played_text(played: float | str) -> str:
    return _shorten(played) if isinstance(played, str) else f"{played:.4g}"


def _shorten(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
