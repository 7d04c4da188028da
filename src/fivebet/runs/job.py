"""Jobs: long work in numbered chunks.

A chunk is a pure function of the job, its number and, where agents remember, the
state that the chunk before has left. Chunks may be done anywhere and arrive in any
order; their results are stored as they arrive and reduced in the order of their
numbers. So the result, and the point at which a rule stops the job, are the same
with any number of workers, interrupted or not.
"""

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, Self, TypeVar

from fivebet.store.run_spec import ChunkResult

__all__ = ["ChunkResult", "Job", "Reducer"]

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


class Job(ABC, Generic[Result]):
    """Work that is done chunk by chunk; it travels to workers by pickle."""

    attempts = 2
    """How often a chunk is tried whose workers die; from the second time on, `isolated`."""

    @property
    @abstractmethod
    def chunks(self) -> int:
        """The number of chunks."""

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

    def isolated(self) -> Self:
        """Return the same job with agents from files in processes of their own."""
        return self

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the job as JSON data."""
