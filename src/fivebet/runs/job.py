"""Jobs: long work in numbered chunks.

A chunk is a pure function of the job, its number and, where agents remember, the
state that the chunk before has left. Chunks may be done anywhere and arrive in any
order; their results are stored as they arrive and reduced in the order of their
numbers. So the result, and the point at which a rule stops the job, are the same
with any number of workers, interrupted or not.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from fivebet.store.run_spec import ChunkResult

if TYPE_CHECKING:
    from fivebet.runs.executors import JobExecutor

__all__ = ["ADDED_LATER", "ChunkResult", "Collected", "Job", "Reducer", "Result"]

ADDED_LATER = {"added later": True}
"""The metadata of fields that runs of older versions do not have: their default is not stored."""

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Reducer(Protocol[Result_co]):
    """Adds up the results of chunks, in their order."""

    def add(self, data: Any) -> None:
        """Add the data of the next chunk."""
        ...

    def result(self) -> Result_co:
        """Return the result of the chunks so far."""
        ...


class Collected(Generic[Result]):
    """A reducer that keeps what chunks have come to, for a function that knows the result."""

    def __init__(self, make_result: Callable[[list[Any]], Result]) -> None:
        self._make_result = make_result
        self._data: list[Any] = []

    def add(self, data: Any) -> None:
        """Add the data of the next chunk."""
        self._data.append(data)

    def result(self) -> Result:
        """Return the result of the chunks so far."""
        return self._make_result(self._data)


class Job(ABC, Generic[Result]):
    """Work that is done chunk by chunk; it travels to workers by pickle."""

    attempts = 2
    """How often a chunk is tried whose workers die; from the second time on, `isolated`."""
    readers: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    """How fields that are no JSON data are made from what `to_dict` has written, by name."""

    @property
    @abstractmethod
    def chunks(self) -> int:
        """The number of chunks."""

    @property
    def most_workers(self) -> int:
        """The number of workers beyond which more are of no use."""
        return self.chunks

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the agents that play, if any do."""
        return ()

    @property
    def hands(self) -> int:
        """The size of the job, in hands where hands are played."""
        return self.chunks

    def continues(self, number: int) -> bool:  # noqa: ARG002 - others need it
        """Return whether a chunk needs the state that the chunk before has left."""
        return False

    def is_checkpoint(self, number: int) -> bool:  # noqa: ARG002 - others need it
        """Return whether a stopping rule may look at the result after a chunk."""
        return False

    @abstractmethod
    def run_chunk(self, number: int, state: bytes | None, record_every: int) -> ChunkResult:
        """Do one chunk; record the hands of every n-th deal, or none if it is 0."""

    @abstractmethod
    def reducer(self) -> Reducer[Result]:
        """Return a new reducer."""

    def on_workers(
        self,
        workers: "JobExecutor",
        on_progress: Callable[[float], None],  # noqa: ARG002 - others need it
    ) -> "tuple[Job[Result], JobExecutor]":
        """Return the job, and who does its chunks: the workers.

        A job each of whose chunks is spread over all workers keeps them, with the callback for
        the progress within a chunk, and has its chunks done in this process.
        """
        return self, workers

    def isolated(self) -> Self:
        """Return the same job with agents from files in processes of their own."""
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return what makes the job, as JSON data; a job that is no dataclass says how."""
        made_of = [each for each in fields(self) if each.compare]  # type: ignore[arg-type]
        return {
            each.name: _to_plain(getattr(self, each.name))
            for each in made_of
            if not ("added later" in each.metadata and getattr(self, each.name) == each.default)
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the job that `to_dict` has written."""
        return cls(**{key: cls.readers.get(key, _as_it_is)(data[key]) for key in data})


def _to_plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_to_plain(each) for each in value]
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _as_it_is(value: Any) -> Any:
    return value
