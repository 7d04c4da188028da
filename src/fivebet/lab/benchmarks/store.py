"""What recording costs: hands a second played, written down, and inserted into a store."""

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from fivebet.arena import Match
from fivebet.game import Game
from fivebet.lab.benchmarks.measure import Row, seconds
from fivebet.store.run_spec import ChunkResult, RunSpec

__all__ = ["BENCHMARKS"]

_MATCH = Match(game=Game.named("limit-2p"), agents=("call", "random"), deals=16_000, seed=1)
_CHUNKS = 4
_HANDS = 2_000


def _play(record_every: int) -> list[ChunkResult]:
    return [_MATCH.run_chunk(number, None, record_every) for number in range(_CHUNKS)]


@cache
def _recorded() -> list[ChunkResult]:
    return _play(1)


def _played(name: str) -> Row:
    return Row(name, _HANDS / seconds(lambda: _play(0)), "hands/s", True)


def _written_down(name: str) -> Row:
    return Row(name, _HANDS / seconds(lambda: _play(1)), "hands/s", True)


def _inserted(name: str) -> Row:
    from fivebet.store.runs import Runs  # noqa: PLC0415 - loads the database library

    chunks = dict(enumerate(_recorded()))
    numbers = count()
    with TemporaryDirectory() as folder:
        runs = Runs(f"sqlite:///{Path(folder) / 'bench.db'}")

        def insert() -> None:
            plan = RunSpec(
                kind="bench", settings={"n": next(numbers)}, players=_MATCH.agents, chunks=9
            )
            runs.write(runs.begin(plan), chunks)

        taken = seconds(insert)
        runs.close()
    return Row(name, _HANDS / taken, "hands/s", True)


BENCHMARKS: dict[str, Callable[[str], Row]] = {
    "store: hands played, nothing recorded": _played,
    "store: hands played and written down with reasons": _written_down,
    "store: hands inserted into SQLite with decisions": _inserted,
}
