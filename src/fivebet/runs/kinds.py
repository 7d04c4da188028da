"""The kinds of jobs that stores keep by name: how each is read back and presented."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from fivebet.runs.job import Job, Reducer, Result


@dataclass(frozen=True)
class JobKind(Generic[Result]):
    """One kind of job."""

    name: str
    read: Callable[[Mapping[str, Any]], Job[Result]]
    """Reads a job that `Job.to_dict` has written."""
    to_dict: Callable[[Result], dict[str, Any]]
    """Presents a result as JSON data."""
    curve: Callable[[Result], dict[str, Any]] | None = None
    """Presents how the result has grown, as JSON data."""
    so_far: Callable[[Reducer[Result]], dict[str, Any]] | None = None
    """Presents an unfinished job, if that takes more than its result so far."""

    def with_curve(self, result: Result) -> dict[str, Any]:
        """Present a result and how it has grown."""
        course = {"course": self.curve(result)} if self.curve else {}
        return self.to_dict(result) | course

    def unfinished(self, reducer: Reducer[Result]) -> dict[str, Any]:
        """Present what is known before the job is finished."""
        return self.so_far(reducer) if self.so_far else self.with_curve(reducer.result())
