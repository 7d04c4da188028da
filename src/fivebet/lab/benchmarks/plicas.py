"""What PLICAS and nash-limit cost: case retrieval, hands, and loading a strategy."""

import os
from collections.abc import Callable
from importlib import resources
from itertools import product

from fivebet.agents.players.plicas import Case, CaseBase
from fivebet.agents.players.plicas.strength import BUCKETS
from fivebet.arena import Match, play_match
from fivebet.game import Game
from fivebet.lab.benchmarks.measure import Row, seconds
from fivebet.solving.limit_holdem import LimitStrategy

__all__ = ["BENCHMARKS"]

_HANDS = 20_000
_MATCHES = 10


def _million_cases() -> CaseBase:
    """As many patterns as four streets of up to three actions have."""
    streets = ["".join(letters) for n in (1, 2, 3) for letters in product("kcr", repeat=n)]
    base = CaseBase()
    for first, second in product(streets, repeat=2):
        for bucket in range(BUCKETS):
            case = Case(f"{first}/{second}", f"{second}/{first}/{second}/k", bucket)
            base.add(case, 1_000_000 // (len(streets) ** 2 * BUCKETS) + 1)
    return base


def _retrieval(name: str) -> Row:
    base = _million_cases()
    assert len(base) >= 1_000_000
    return Row(name, 1e6 * seconds(lambda: base.similar("r/kc/r")), "µs", False, 20.0)


def _match(name: str) -> Row:
    event = Match(
        game=Game.named("limit-2p"),
        agents=("plicas", "fair"),
        deals=_HANDS // _MATCHES,
        matches=_MATCHES,
    )
    workers = min(2, os.cpu_count() or 1)
    taken = seconds(lambda: play_match(event, workers), repeats=1)
    return Row(name, taken * 200_000 / _HANDS, "s", False, 60.0)


def _load(name: str) -> Row:
    with resources.as_file(resources.files("fivebet.data").joinpath("nash.limit")) as path:
        return Row(name, seconds(lambda: LimitStrategy.load(path)), "s", False, 2.0)


BENCHMARKS: dict[str, Callable[[str], Row]] = {
    "plicas: similar cases of a million": _retrieval,
    "plicas: 200,000 hands against fair, two processes": _match,
    "plicas: loading nash-limit": _load,
}
