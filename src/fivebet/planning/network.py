"""Task networks: lists of tasks in order, and groups in any order, that are to be done.

A network is `()` or a pair of what comes first and the network that follows, so
that networks share their tails and nothing needs to be undone. What comes first
is a task or a group of networks in any order.

After a task inside a group is decomposed, the planner works only inside the
result until an operator has fired or it is empty. So a search knows a *focus*, a
network, and the *frames* around it, from the inside out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fivebet.planning.terms import Term, atom_text


@dataclass(slots=True, eq=False)
class TaskKind:
    """A task's name and number of arguments, and the code that does or decomposes it."""

    name: str
    arity: int
    immediate: bool = False
    alternatives: list[Callable[..., Iterator[Any]]] = field(default_factory=list, repr=False)
    primitive: bool = field(init=False)
    """Whether an operator does such tasks."""

    def __post_init__(self) -> None:
        self.primitive = self.name.startswith("!")

    def __deepcopy__(self, _: object) -> "TaskKind":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        # The code belongs to its planner: a plan from a pickle can be read, not continued.
        return TaskKind, (self.name, self.arity, self.immediate)


TaskNode = tuple[TaskKind, tuple[Term, ...]]
Network = tuple[Any, ...]
"""() or (task or group, network)."""


@dataclass(frozen=True, slots=True)
class Group:
    """Networks in any order; none of them is empty."""

    members: tuple[Network, ...]


Frame = tuple[tuple[Network, ...], tuple[Network, ...], Network, Any]
"""Members before and after the one in focus, what follows the group, the frame around it."""

Option = tuple[TaskNode, Network, Frame | None]
"""A task that may come next, what follows it in its network, and the frames around."""


def next_tasks(focus: Network, frame: Frame | None) -> list[Option]:
    """Return the tasks that may come next; an immediate task is the only one."""
    found: list[Option] = []
    _collect(focus, frame, found)
    return found


def _collect(focus: Network, frame: Frame | None, found: list[Option]) -> bool:
    first, rest = focus
    if first.__class__ is tuple:
        if first[0].immediate:
            found[:] = [(first, rest, frame)]
            return True
        found.append((first, rest, frame))
        return False
    members = first.members
    for index, member in enumerate(members):
        inner = members[:index], members[index + 1 :], rest, frame
        if _collect(member, inner, found):
            return True
    return False


def rejoin(focus: Network, frame: Frame | None) -> Network:
    """Return the whole network, with the focus put back into its frames."""
    while frame is not None:
        before, after, rest, frame = frame
        members = (*before, focus, *after) if focus else before + after
        focus = (Group(members), rest) if members else rest
    return focus


class NetworkNumbers:
    """Numbers for networks: equal networks have the same one, the empty network has 0.

    Networks share their tails, so that most of a new one is known by its identity; the
    networks are kept for that.
    """

    def __init__(self) -> None:
        self._seen: dict[int, tuple[int, Network]] = {}
        self._numbers: dict[tuple[Any, int], int] = {}

    def number(self, network: Network) -> int:
        """Return the number of a network."""
        seen, numbers = self._seen, self._numbers
        new, number = [], 0
        while network:
            known = seen.get(id(network))
            if known is not None:
                number = known[0]
                break
            new.append(network)
            network = network[1]
        for network in reversed(new):
            first = network[0]
            if first.__class__ is not tuple:
                first = tuple(map(self.number, first.members))
            number = numbers.setdefault((first, number), len(numbers) + 1)
            seen[id(network)] = number, network
        return number

    def of_frames(self, frame: Frame | None) -> tuple[Any, ...]:
        """Return the numbers of the networks in a frame and in those around it."""
        found: list[Any] = []
        while frame is not None:
            before, after, rest, frame = frame
            found += [*map(self.number, before), 0, *map(self.number, after), 0, self.number(rest)]
        return tuple(found)


def chain(tasks: tuple[Any, ...], rest: Network) -> Network:
    """Return a network of these tasks in order, followed by the rest."""
    for task in reversed(tasks):
        rest = (task, rest)
    return rest


def join_networks(networks: Sequence[Network]) -> Network:
    """Return one network of several, one after the other."""
    listed = []
    for network in networks:
        left = network
        while left:
            first, left = left
            listed.append(first)
    return chain(tuple(listed), ())


def iterate_tasks(network: Network, until: Network = ()) -> Iterator[TaskNode]:
    """Yield the tasks of a network up to where another one begins."""
    while network and network is not until:
        first, network = network
        if first.__class__ is tuple:
            yield first
        else:
            for member in first.members:
                yield from iterate_tasks(member)


def task_text(task: TaskNode) -> str:
    """Return the text of a task."""
    return atom_text(task[0].name, task[1])
