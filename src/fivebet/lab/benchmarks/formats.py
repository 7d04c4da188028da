"""Hands of files, read, replayed and compared with what the file states, a second.

PokerKit reads the same PHH file and replays its actions, and compares nothing.
"""

from collections.abc import Callable
from functools import cache

from fivebet.agents.hosting.registry import make_agent
from fivebet.formats.phh import read_phh
from fivebet.formats.phh_writer import write_phh
from fivebet.formats.pokerstars import read_pokerstars
from fivebet.formats.pokerstars_writer import write_pokerstars
from fivebet.game import Game, Hand, HandRecord, play
from fivebet.lab.benchmarks.measure import Measurement, import_peer, seconds

_PLAYERS = ("fair", "tight", "loose", "maniac", "timid", "station")
_HANDS = 200


@cache
def _played() -> list[HandRecord]:
    game, agents = Game.named("nolimit-6p"), [make_agent(name) for name in _PLAYERS]
    hands = (Hand(game, seed=5, number=number) for number in range(_HANDS))
    return [play(hand, agents).record() for hand in hands]


def _phh(name: str) -> Measurement:
    text = write_phh(_played())
    peers = {}
    if pokerkit := import_peer("pokerkit"):

        def replay() -> None:
            for history in pokerkit.HandHistory.loads_all(text):
                for _ in history:
                    pass

        peers["pokerkit"] = _HANDS / seconds(replay)
    return Measurement(
        name, _HANDS / seconds(lambda: list(read_phh(text))), "hands/s", True, 931, peers
    )


def _pokerstars(name: str) -> Measurement:
    text = write_pokerstars(_played())
    return Measurement(
        name, _HANDS / seconds(lambda: list(read_pokerstars(text))), "hands/s", True, 931
    )


BENCHMARKS: dict[str, Callable[[str], Measurement]] = {
    "formats: hands of a PHH file, read and checked": _phh,
    "formats: hands of a PokerStars file, read and checked": _pokerstars,
}
