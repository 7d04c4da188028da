"""All contests of a card room: matches, rings, leagues and tournaments between agents.

A contest is a run of the store, played by worker processes while a thread adds up
what comes. Whoever watches gets the result so far a few times a second. A stopped one
can be gone on with, here or by `fivebet runs resume`.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from fivebet.arena import Event, League, Series
from fivebet.arena.curves import event_course, series_course
from fivebet.arena.league_table import LeagueTally, cross_of
from fivebet.arena.match import play_isolated
from fivebet.arena.present import event_as_dict, league_as_dict, series_as_dict
from fivebet.arena.results import EventTally
from fivebet.arena.series import SeriesTally
from fivebet.errors import FivebetError, GameError, StoreError
from fivebet.runs.executors import Pool
from fivebet.runs.job import Played, play_contest
from fivebet.runs.ledger import RunLedger
from fivebet.runs.spec import plan_of
from fivebet.store.tables import Run
from fivebet.web.jobs.job import Job

__all__ = ["KINDS", "Contests", "Playing", "read_contest"]

AnyContest = Event | League | Series
AnyTally = EventTally | LeagueTally | SeriesTally

KINDS = ("match", "ring", "league", "tournament")
_AT_ONCE = 2
_MOST_WAITING = 20
_MOST_REMEMBERED = 50
_SECONDS_BETWEEN_LOOKS = 0.4
_READERS: dict[str, Callable[[Mapping[str, Any]], AnyContest]] = {
    "match": Event.of_plain,
    "ring": Event.of_plain,
    "league": League.of_plain,
    "tournament": Series.of_plain,
}


def read_contest(run: Run) -> AnyContest:
    """The contest of a run."""
    return _READERS[run.kind](run.settings["contest"])


class Playing(Job):
    """A contest that is played, or was since the card room opened."""

    def __init__(self, number: int, kind: str, contest: AnyContest, every: int) -> None:
        super().__init__()
        self.number, self.kind, self.contest, self.every = number, kind, contest, every
        self.result: dict[str, Any] | None = None
        self.hands = 0
        self.seconds = 0.0
        self.stopping = False


class Contests:
    """Plays contests, two at a time, the others in turn."""

    def __init__(self, store: str | None) -> None:
        self._store = store
        self.playing: dict[int, Playing] = {}
        self._numbers = count(1)
        self._threads = ThreadPoolExecutor(_AT_ONCE, "contests")

    async def start(
        self, kind: str, contest: AnyContest, every: int, run: int | None = None
    ) -> Playing:
        """Play a contest, or go on with the run of that number."""
        waiting = sum(not each.over for each in self.playing.values())
        if waiting >= _MOST_WAITING:
            raise GameError(f"{waiting} contests are being played: come back later")
        ledger = None
        if self._store:
            plan = await asyncio.to_thread(plan_of, kind, contest, every)
            ledger = await asyncio.to_thread(
                RunLedger, self._store, plan, fresh=run is None, wanted=run
            )
        number = ledger.run if ledger and ledger.run else next(self._numbers)
        self._forget()
        playing = self.playing[number] = Playing(number, kind, contest, every)
        work = _Work(playing, ledger, asyncio.get_running_loop())
        self._threads.submit(work.do)
        return playing

    def _forget(self) -> None:
        """Results of long ago; the store has them."""
        over = [number for number, each in self.playing.items() if each.over]
        for number in over[: max(0, len(over) - _MOST_REMEMBERED)]:
            del self.playing[number]

    def stop(self, number: int) -> bool:
        """Leave off; whether there was anything to."""
        playing = self.playing.get(number)
        if playing is None or playing.over:
            return False
        playing.stopping = True
        return True

    async def close(self) -> None:
        """Leave all off: they can be gone on with."""
        for playing in self.playing.values():
            playing.stopping = True
        await asyncio.to_thread(self._threads.shutdown)


class _Stopped(Exception):  # noqa: N818 - nothing went wrong
    """Somebody said so."""


class _Work:
    """Plays one contest in a thread, and tells the card room how it goes."""

    def __init__(
        self, playing: Playing, ledger: RunLedger | None, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._playing, self._ledger, self._loop = playing, ledger, loop
        self._started = self._looked = time.monotonic()

    def do(self) -> None:
        """To the end, or until it is stopped."""
        playing, ledger = self._playing, self._ledger
        try:
            self._check()
            self._tell("working")
            self._play()
            if ledger and playing.result:
                ledger.finish(playing.result)
            self._tell("finished")
        except _Stopped:
            self._leave_off()
            self._tell("stopped")
        except FivebetError as error:
            self._leave_off()
            self._tell("failed", str(error))
        except Exception as error:  # a thread that dies would leave everybody waiting
            self._tell("failed", f"the contest broke off: {type(error).__name__}: {error}")
            raise
        finally:
            if ledger:
                ledger.close()

    def _leave_off(self) -> None:
        with suppress(StoreError):  # a store that is lost keeps what it has
            if self._ledger:
                self._ledger.interrupt()

    def _play(self) -> None:
        playing = self._playing
        workers = min(max(1, (os.cpu_count() or 1) // _AT_ONCE), playing.contest.pieces)
        watched = _Watched(playing.contest, self._look)
        play_contest(
            watched,
            Pool(workers),
            ledger=_Stoppable(self._ledger, self._check),
            every=playing.every,
            progress=self._progress,
            rescue=play_isolated,
        )

    def _progress(self, part: float) -> None:
        self._playing.progress = part

    def _check(self) -> None:
        if self._playing.stopping:
            raise _Stopped

    def _look(self, tally: AnyTally, last: bool) -> None:
        """At the result so far, now and then."""
        self._check()
        now = time.monotonic()
        if not last and now - self._looked < _SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        seconds = now - self._started
        told = _told(tally, last)
        hands = told["hands"]
        told["timing"] = {"seconds": seconds, "hands_per_second": hands / max(seconds, 1e-9)}
        self._playing.result = told
        self._playing.hands, self._playing.seconds = hands, seconds
        self._tell("working")

    def _tell(self, status: Any, error: str = "") -> None:
        self._loop.call_soon_threadsafe(self._playing.become, status, error)


def _told(tally: AnyTally, last: bool) -> dict[str, Any]:
    if isinstance(tally, EventTally):
        event = tally.result()
        return event_as_dict(event) | {"course": event_course(event)}
    if isinstance(tally, SeriesTally):
        series = tally.result()
        return series_as_dict(series) | {"course": series_course(series)}
    return league_as_dict(tally.result()) if last else _league_so_far(tally)


def _league_so_far(tally: LeagueTally) -> dict[str, Any]:
    """A league that is not over ranks nobody yet."""
    found = tally.results()
    league = tally.league
    cross: list[list[float | None]] = [[None] * len(league.agents) for _ in league.agents]
    for (i, j), won in cross_of(found).items():
        cross[i][j] = won.mean
    return {
        "game": str(league.game),
        "seed": league.seed,
        "deals": league.deals,
        "hands": sum(result.hands for _, result in found),
        "luck": league.luck.value,
        "players": [{"name": name} for name in league.agents],
        "cross": cross,
    }


@dataclass(frozen=True)
class _Watched:
    """A contest whose tally is looked at; workers get the contest itself."""

    contest: AnyContest
    look: Callable[[AnyTally, bool], None]

    @property
    def pieces(self) -> int:
        return self.contest.pieces

    @property
    def players(self) -> tuple[str, ...]:
        return self.contest.players

    def follows(self, number: int) -> bool:
        return self.contest.follows(number)

    def may_stop(self, number: int) -> bool:
        return self.contest.may_stop(number)

    def play(self, number: int, state: bytes | None, every: int) -> Played:
        return self.contest.play(number, state, every)

    def tally(self) -> "_WatchedTally":
        return _WatchedTally(self.contest.tally(), self.look)

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.contest,)


def _itself(contest: AnyContest) -> AnyContest:
    return contest


@dataclass(frozen=True)
class _WatchedTally:
    tally: AnyTally
    look: Callable[[AnyTally, bool], None]

    def add(self, data: Any) -> None:
        self.tally.add(data)
        self.look(self.tally, False)

    def result(self) -> None:
        self.look(self.tally, True)


@dataclass(frozen=True)
class _Stoppable:
    """A ledger that asks, whenever something comes or nothing does, whether to go on."""

    ledger: RunLedger | None
    check: Callable[[], None]

    def kept(self) -> Mapping[int, Played]:
        return self.ledger.kept() if self.ledger else {}

    def keep(self, number: int, played: Played) -> None:
        if self.ledger:
            self.ledger.keep(number, played)
        self.check()

    def idle(self) -> None:
        if self.ledger:
            self.ledger.idle()
        self.check()

    def end(self, last: int) -> None:
        if self.ledger:
            self.ledger.end(last)
