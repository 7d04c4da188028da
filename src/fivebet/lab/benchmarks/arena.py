"""How many hands a second a match plays on one core: seats, agents, results and records.

Compiled, baselines play inside the core; with Python agents every decision is a
call of `act(view)`. Peers play the same hands, everybody calling, without an arena.
Then what recording costs: hands written down and inserted into a store.
"""

import time
from collections.abc import Callable
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from fivebet.arena import Luck, Match, Seats, play_match
from fivebet.game import Decision, Game, View
from fivebet.lab.benchmarks.measure import Measurement, seconds
from fivebet.lab.benchmarks.table import peer_rates
from fivebet.store.run_spec import ChunkResult, RunSpec

_GAMES = ("limit-2p", "nolimit-2p", "limit-6p", "nolimit-9p")
_COMPILED_DEALS = 200_000
_DEALS = 2000
_ADJUSTED_DEALS = 60
_RECORDED_MATCH = Match(
    game=Game.named("limit-2p"), agents=("call", "random"), deals=16_000, seed=1
)
_RECORDED_CHUNKS = 4
_RECORDED_HANDS = 2_000


class Caller:
    """A Python agent that does next to nothing."""

    def act(self, view: View) -> Decision:
        """Check or call."""
        return Decision(view.legal.passive)


_CALLER = f"{__file__}::Caller"


def _compiled(name: str, game: str) -> Measurement:
    seats = Game.named(game).seats
    match = Match(game=Game.named(game), agents=("call",) * seats, deals=_COMPILED_DEALS)
    start = time.perf_counter()
    play_match(match)
    return Measurement(name, _COMPILED_DEALS / (time.perf_counter() - start), "hands/s", True)


def _in_python(name: str, game: str) -> Measurement:
    seats = Game.named(game).seats
    match = Match(game=Game.named(game), agents=(_CALLER,) * seats, deals=_DEALS)
    peers = peer_rates(game)
    best = max(peers.values(), default=0.0) or None
    return Measurement(
        name, _DEALS / seconds(lambda: play_match(match), repeats=2), "hands/s", True, best, peers
    )


def _less_luck(name: str, game: str, luck: Luck) -> Measurement:
    match = Match(
        game=Game.named(game),
        agents=("fair", "tight", "loose", "fair", "tight", "loose")[: Game.named(game).seats],
        deals=_ADJUSTED_DEALS,
        seats=Seats.PLAIN,
        luck=luck,
    )
    took = seconds(lambda: play_match(match), at_least=0.0, repeats=1)
    return Measurement(name, _ADJUSTED_DEALS / took, "hands/s", True)


def _play_chunks(record_every: int) -> list[ChunkResult]:
    chunks = range(_RECORDED_CHUNKS)
    return [_RECORDED_MATCH.run_chunk(number, None, record_every) for number in chunks]


@cache
def _recorded_chunks() -> list[ChunkResult]:
    return _play_chunks(1)


def _record(name: str, every: int) -> Measurement:
    return Measurement(
        name, _RECORDED_HANDS / seconds(lambda: _play_chunks(every)), "hands/s", True
    )


def _insert(name: str) -> Measurement:
    from fivebet.store.runs import Runs  # noqa: PLC0415 - loads the database library

    chunks = dict(enumerate(_recorded_chunks()))
    numbers = count()
    with TemporaryDirectory() as folder:
        runs = Runs(f"sqlite:///{Path(folder) / 'bench.db'}")

        def insert() -> None:
            settings = {"n": next(numbers)}
            spec = RunSpec(
                kind="bench", settings=settings, players=_RECORDED_MATCH.agents, chunks=9
            )
            runs.write(runs.begin(spec), chunks)

        took = seconds(insert)
        runs.close()
    return Measurement(name, _RECORDED_HANDS / took, "hands/s", True)


def _all() -> dict[str, Callable[[str], Measurement]]:
    benchmarks: dict[str, Callable[[str], Measurement]] = {}
    for game in _GAMES:
        benchmarks[f"arena: {game}, compiled players"] = partial(_compiled, game=game)
        benchmarks[f"arena: {game}, Python agents"] = partial(_in_python, game=game)
    for game in ("limit-2p", "limit-6p"):
        for luck in (Luck.CARDS, Luck.AIVAT):
            benchmarks[f"arena: {game}, less luck ({luck.value})"] = partial(
                _less_luck, game=game, luck=luck
            )
    return benchmarks | {
        "store: hands played, nothing recorded": partial(_record, every=0),
        "store: hands played and written down with reasons": partial(_record, every=1),
        "store: hands inserted into SQLite with decisions": _insert,
    }


BENCHMARKS = _all()
