"""Sittings played by whoever is there, in any order, and put together in theirs."""

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait

from fivebet.agents.players.networks import Brain
from fivebet.arena.compiled_tournaments import Player, TournamentBatch, play_batch
from fivebet.arena.tournament import Tournament
from fivebet.errors import ClusterError
from fivebet.runs.executors import JobExecutor

__all__ = ["play_batches"]

_TIMES_LOST = 3


def play_batches(
    crew: JobExecutor,
    tournament: Tournament,
    players: Sequence[Player],
    start: int,
    count: int,
    sitting: int,
) -> TournamentBatch:
    """Play `count` tournaments from `start` on in sittings of so many, and add them up.

    A sitting is a pure function of its numbers, so that one whose worker is lost
    is given to another.
    """
    starts = range(start, start + count, sitting)
    lost = dict.fromkeys(starts, 0)
    flying: dict[Future[TournamentBatch], int] = {}
    played: dict[int, TournamentBatch] = {}
    waiting = list(reversed(starts))
    losses: tuple[type[BaseException], ...] = (*crew.died, CancelledError)
    while len(played) < len(starts):
        while waiting and len(flying) < crew.width:
            first = waiting.pop()
            size = min(sitting, start + count - first)
            flying[crew.submit(_play, tournament, list(players), first, size)] = first
        broken = False
        for future in wait(flying, return_when=FIRST_COMPLETED).done:
            first = flying.pop(future)
            try:
                played[first] = future.result()
            except losses as error:
                lost[first] += 1
                if lost[first] == _TIMES_LOST:
                    raise ClusterError(
                        f"workers were lost {_TIMES_LOST} times with the same tournaments"
                    ) from error
                waiting.append(first)
                broken |= isinstance(error, BrokenExecutor)
        if broken:
            # The pool is gone, and with it all that it was given.
            waiting += flying.values()
            flying.clear()
            crew.restart()
    return TournamentBatch.of([played[first] for first in starts])


def _play(
    tournament: Tournament, players: list[Brain | str], start: int, count: int
) -> TournamentBatch:
    return play_batch(tournament, players, start=start, count=count)
