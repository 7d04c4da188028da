"""Several contests that make one experiment.

They are kept in the store until all of them are over, so that an interrupted
experiment goes on where it was when it is asked for again.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Protocol, Self, TypeVar

from fivebet.arena.match import play_isolated
from fivebet.runs.executors import Crew, crew_of, default_workers
from fivebet.runs.job import Contest, play_contest
from fivebet.runs.ledger import RunLedger
from fivebet.runs.spec import plan_of
from fivebet.store.locations import store_url

__all__ = ["Experiment", "Sized"]

_PATIENCE = 5.0  # seconds: contests that are over by then need not be kept

Outcome = TypeVar("Outcome")
Outcome_co = TypeVar("Outcome_co", covariant=True)


class Sized(Contest[Outcome_co], Protocol[Outcome_co]):
    """A contest that knows its size and can be written down."""

    @property
    def hands(self) -> int:
        """How many are played in all."""
        ...

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        ...


def on_every_core(contest: Sized[Any]) -> Crew:
    """As many workers as there are cores, and matches that can be played at once."""
    heads = sum(not contest.follows(number) for number in range(contest.pieces))
    return crew_of(default_workers(), pieces=heads)


class Experiment:
    """Plays several contests; leaving it without an error makes the store forget their pieces."""

    def __init__(
        self,
        progress: Callable[[float], None],
        contests: Sequence[Sized[Any]],
        *,
        kind: str = "paper",
        crew: Callable[[Sized[Any]], Crew] = on_every_core,
        store: str | None = None,
    ) -> None:
        self._progress, self._kind, self._crew, self._store = progress, kind, crew, store
        self._whole = sum(contest.hands for contest in contests)
        self._done = 0
        self._ledgers: list[RunLedger] = []
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._open:
            for ledger in self._ledgers:
                if kind is None:
                    ledger.finish({})
                else:
                    ledger.interrupt()

    def play(self, contest: Sized[Outcome]) -> Outcome:
        """One of the contests."""
        result = play_contest(
            contest,
            self._crew(contest),
            ledger=self._ledger(contest),
            progress=lambda part: self._progress((self._done + part * contest.hands) / self._whole),
            rescue=play_isolated,
        )
        self._done += contest.hands
        return result

    def _ledger(self, contest: Sized[Any]) -> RunLedger | None:
        url = store_url(self._store)
        if url is None:
            return None
        ledger = RunLedger(url, plan_of(self._kind, contest), patience=_PATIENCE)
        self._open.callback(ledger.close)
        self._ledgers.append(ledger)
        return ledger
