"""How many hands a second an event plays on one core, everything counted: seats, agents, results.

Compiled, baselines play inside the core; with Python agents every decision is a
call of `act(view)`. Peers play the same hands, everybody calling, without an arena.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from fivebet.arena import Luck, Match, Seats, play_match
from fivebet.game import Decision, Game, View
from fivebet.lab.benchmarks.measure import Row, seconds
from fivebet.lab.benchmarks.table import peers_of

__all__ = ["BENCHMARKS", "Caller"]

_GAMES = ("limit-2p", "nolimit-2p", "limit-6p", "nolimit-9p")
_COMPILED_DEALS = 200_000
_DEALS = 2000
_STATED_DEALS = 60


class Caller:
    """A Python agent that does next to nothing."""

    def act(self, view: View) -> Decision:
        """Checks and calls."""
        return Decision(view.legal.passive)


_CALLER = f"{__file__}::Caller"


def _compiled(name: str, game: str) -> Row:
    seats = Game.named(game).seats
    event = Match(game=Game.named(game), agents=("call",) * seats, deals=_COMPILED_DEALS)
    start = time.perf_counter()
    play_match(event)
    return Row(name, _COMPILED_DEALS / (time.perf_counter() - start), "hands/s", True)


def _in_python(name: str, game: str) -> Row:
    seats = Game.named(game).seats
    event = Match(game=Game.named(game), agents=(_CALLER,) * seats, deals=_DEALS)
    peers = peers_of(game)
    best = max(peers.values(), default=0.0) or None
    return Row(
        name, _DEALS / seconds(lambda: play_match(event), repeats=2), "hands/s", True, best, peers
    )


@dataclass(frozen=True)
class _LessLuck:
    game: str
    luck: Luck

    def __call__(self, name: str) -> Row:
        agents = ("fair", "tight", "loose", "fair", "tight", "loose")[: Game.named(self.game).seats]
        event = Match(
            game=Game.named(self.game),
            agents=agents,
            deals=_STATED_DEALS,
            seats=Seats.PLAIN,
            luck=self.luck,
        )
        taken = seconds(lambda: play_match(event), at_least=0.0, repeats=1)
        return Row(name, _STATED_DEALS / taken, "hands/s", True)


def _all() -> dict[str, Callable[[str], Row]]:
    benchmarks: dict[str, Callable[[str], Row]] = {}
    for game in _GAMES:
        benchmarks[f"arena: {game}, compiled players"] = partial(_compiled, game=game)
        benchmarks[f"arena: {game}, Python agents"] = partial(_in_python, game=game)
    for game in ("limit-2p", "limit-6p"):
        for luck in (Luck.CARDS, Luck.AIVAT):
            benchmarks[f"arena: {game}, less luck ({luck.value})"] = _LessLuck(game, luck)
    return benchmarks


BENCHMARKS = _all()
