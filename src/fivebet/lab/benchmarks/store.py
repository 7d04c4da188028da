"""What recording costs: hands a second played, written down, and inserted into a store."""

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from fivebet.arena import Event
from fivebet.game import Game
from fivebet.lab.benchmarks.measure import Row, seconds
from fivebet.store.chunks import Played
from fivebet.store.run_spec import Plan

__all__ = ["BENCHMARKS"]

_EVENT = Event(game=Game.named("limit-2p"), agents=("call", "random"), deals=16_000, seed=1)
_PIECES = 4
_HANDS = 2_000


def _play(every: int) -> list[Played]:
    return [_EVENT.play(number, None, every) for number in range(_PIECES)]


@cache
def _recorded() -> list[Played]:
    return _play(1)


def _played(name: str) -> Row:
    return Row(name, _HANDS / seconds(lambda: _play(0)), "hands/s", True)


def _written_down(name: str) -> Row:
    return Row(name, _HANDS / seconds(lambda: _play(1)), "hands/s", True)


def _inserted(name: str) -> Row:
    from fivebet.store.runs import Runs  # noqa: PLC0415 - loads the database library

    pieces = dict(enumerate(_recorded()))
    numbers = count()
    with TemporaryDirectory() as folder:
        runs = Runs(f"sqlite:///{Path(folder) / 'bench.db'}")

        def insert() -> None:
            plan = Plan(
                kind="bench", settings={"n": next(numbers)}, players=_EVENT.agents, pieces=9
            )
            runs.write(runs.begin(plan), pieces)

        taken = seconds(insert)
        runs.close()
    return Row(name, _HANDS / taken, "hands/s", True)


BENCHMARKS: dict[str, Callable[[str], Row]] = {
    "store: hands played, nothing recorded": _played,
    "store: hands played and written down with reasons": _written_down,
    "store: hands inserted into SQLite with decisions": _inserted,
}
