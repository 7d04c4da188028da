"""A contest is played in numbered pieces, by whoever is there, and taken in order.

A piece is a pure function of the contest, its number and, where agents remember,
the state in which the piece before has left them; it gives plain data. Pieces
may be played anywhere and come back in any order: they are kept as they come and
counted in the order of their numbers, so that the result, and the point at which
a rule stops the run, are the same with any number of workers, interrupted or not.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Protocol, TypeVar

from fivebet.errors import AgentError, ClusterError
from fivebet.runs.executors import Alone, Crew
from fivebet.store.chunks import Played

__all__ = ["Contest", "Ledger", "Piece", "Played", "Tally", "play_contest"]

_SECONDS_UNTIL_IDLE = 0.5
_LINES_AHEAD = 8  # for each worker: how far others may run ahead of the slowest

Outcome_co = TypeVar("Outcome_co", covariant=True)
Outcome = TypeVar("Outcome")


class Tally(Protocol[Outcome_co]):
    """Adds up pieces in their order."""

    def add(self, data: Any) -> None:
        """One piece more."""
        ...

    def result(self) -> Outcome_co:
        """What has come of all of them so far."""
        ...


class Contest(Protocol[Outcome_co]):
    """Something that is played in pieces; it travels to workers by pickle."""

    @property
    def pieces(self) -> int:
        """How many there are."""
        ...

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays."""
        ...

    def follows(self, number: int) -> bool:
        """Whether a piece goes on from the state that the one before has left."""
        ...

    def may_stop(self, number: int) -> bool:
        """Whether there is a result worth looking at after that piece."""
        ...

    def play(self, number: int, state: bytes | None, every: int) -> Played:
        """One piece, with the hands of every so-manieth deal; of none if it is 0."""
        ...

    def tally(self) -> Tally[Outcome_co]:
        """A fresh one."""
        ...


Piece = Callable[[Contest[Any], int, bytes | None, int], Played]
"""How a worker plays a piece."""


class Ledger(Protocol):
    """Where pieces are kept until the run is over."""

    def kept(self) -> Mapping[int, Played]:
        """What was played before the run was interrupted, by number."""
        ...

    def keep(self, number: int, played: Played) -> None:
        """Keep a piece; it may be later than others that are still being played."""
        ...

    def idle(self) -> None:
        """Nothing has come for a while: a good time to write."""
        ...

    def end(self, last: int) -> None:
        """All is played: pieces after that one do not count."""
        ...


def play_contest(
    contest: Contest[Outcome],
    crew: Crew | None = None,
    *,
    ledger: Ledger | None = None,
    every: int = 0,
    until: Callable[[Outcome], bool] | None = None,
    progress: Callable[[float], None] = lambda _: None,
    rescue: Piece | None = None,
) -> Outcome:
    """Play a contest to its end, or until a rule that looks at the result so far says so.

    Once a worker has died, `rescue` plays the pieces that were lost and all that are
    to come; without it, that ends the run.
    """
    with crew or Alone() as workers:
        run = _Run(contest, workers, ledger, every, rescue)
        tally = contest.tally()
        for played in run:
            tally.add(played.data)
            progress((played.last + 1) / contest.pieces)
            if until and contest.may_stop(played.last) and until(tally.result()):
                break
        if ledger:
            ledger.end(played.last)
        return tally.result()


def play_piece(contest: Contest[Any], number: int, state: bytes | None, every: int) -> Played:
    """As a worker does."""
    return contest.play(number, state, every)


@dataclass
class _Run:
    """Pieces in the order of their numbers, while workers play those to come."""

    contest: Contest[Any]
    crew: Crew
    ledger: Ledger | None
    every: int
    rescue: Piece | None
    _kept: dict[int, Played] = field(default_factory=dict)
    _flying: dict[Future[Played], tuple[int, bytes | None, Piece]] = field(default_factory=dict)
    _ready: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Pieces that follow one that has come."""
    _come: dict[int, Played] = field(default_factory=dict)
    """Played, and waiting for their turn."""
    _lost: list[tuple[int, bytes | None, Piece]] = field(default_factory=list)
    """Given to workers who have died."""
    _careful: bool = False
    """Since the first worker died, all pieces are played by the rescue."""
    _lines: int = 0
    """Begun, and not yet taken to their end."""

    def __iter__(self) -> Iterator[Played]:
        self._kept = dict(self.ledger.kept()) if self.ledger else {}
        total = self.contest.pieces
        heads = (number for number in range(total) if not self.contest.follows(number))
        number = 0
        while number < total:
            while number not in self._come:
                self._send(heads)
                self._collect(number)
            played = self._come.pop(number)
            number = played.last + 1
            self._lines -= number == total or not self.contest.follows(number)
            yield played

    def _send(self, heads: Iterator[int]) -> None:
        """Give the workers enough to do, those first that are waited for."""
        while len(self._flying) < self.crew.width:
            if self._ready:
                self._begin(*heappop(self._ready))
            elif self._lines < _LINES_AHEAD * self.crew.width:
                head = next(heads, None)
                if head is None:
                    return
                self._lines += 1
                self._begin(head, None)
            else:
                return

    def _begin(self, number: int, state: bytes | None) -> None:
        if number in self._kept:
            self._came(number, self._kept.pop(number))
        else:
            self._submit(number, state)

    def _submit(self, number: int, state: bytes | None) -> None:
        how = self.rescue if self._careful and self.rescue else play_piece
        future = self.crew.submit(how, self.contest, number, state, self.every)
        self._flying[future] = number, state, how

    def _collect(self, wanted: int) -> None:
        if wanted in self._come or not self._flying:
            return
        come = wait(self._flying, _SECONDS_UNTIL_IDLE, return_when=FIRST_COMPLETED).done
        if self.ledger and not come:
            self.ledger.idle()
        for future in come:
            number, state, how = self._flying.pop(future)
            try:
                played = future.result()
            except CancelledError as error:
                raise ClusterError("the workers were lost in mid-run") from error
            except self.crew.died as error:
                self._lost.append((number, state, how))
                cause = error
                continue
            if self.ledger:
                self.ledger.keep(number, played)
            self._came(number, played)
        if self._lost:
            self._mend(cause)

    def _came(self, number: int, played: Played) -> None:
        self._come[number] = played
        following = played.last + 1
        if following < self.contest.pieces and self.contest.follows(following):
            heappush(self._ready, (following, played.state))

    def _mend(self, cause: Exception) -> None:
        """A worker died: nobody can tell in which of the pieces that were being played."""
        if self.rescue is None or any(how is self.rescue for *_, how in self._lost):
            raise AgentError(
                f"a worker died while {' and '.join(self.contest.players)} were playing: "
                "one of them ends its process"
            ) from cause
        self._careful = True
        if isinstance(cause, BrokenExecutor):
            # The pool is gone, and with it all that it was given.
            self._lost += self._flying.values()
            self._flying.clear()
            self.crew.mend()
        for number, state, _ in self._lost:
            self._submit(number, state)
        self._lost.clear()
