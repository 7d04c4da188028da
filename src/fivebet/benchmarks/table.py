"""How many hands a second the table plays on one core, beside its peers.

From Python everybody checks and calls: once reading the legal actions at every
step, once only acting. Compiled, the loops of the baselines run inside the
core. Peers are measured in the same run if they are installed.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from fivebet.agents.baselines import play_compiled
from fivebet.benchmarks.table_peers import PEERS
from fivebet.game import CALL, CHECK, Game, Hand

__all__ = ["table_benchmarks"]

_GAMES = ("limit-2p", "nolimit-2p", "limit-6p", "nolimit-9p")
_COMPILED_HANDS = 200_000


def table_benchmarks(seconds: float = 0.5) -> list[dict[str, Any]]:
    """One row for each game and way of playing, each measured for some `seconds`."""
    rows = []
    for name in _GAMES:
        game = Game.named(name)
        hands = ((peer, make(name)) for peer, make in PEERS.items())
        peers = {peer: _rate(hand, seconds) for peer, hand in hands if hand}
        for way, play in (("reading legal actions", _read_and_act), ("only acting", _act)):
            rows.append(_row(f"{name}, Python, {way}", _rate(partial(play, game), seconds), peers))
        for player in ("call", "random"):
            rows.append(_row(f"{name}, compiled, {player}", _compiled_rate(game, player), {}))
    return rows


def _row(name: str, ours: float, peers: dict[str, float]) -> dict[str, Any]:
    return {"name": name, "ours": ours, "unit": "hands/s", "peers": peers}


def _read_and_act(game: Game, number: int) -> None:
    hand = Hand(game, 1, number)
    while not hand.over:
        hand.act(CALL if hand.legal.call else CHECK)


def _act(game: Game, number: int) -> None:
    hand = Hand(game, 1, number)
    while not hand.over:
        hand.act(CALL)


def _rate(play: Callable[[int], None], seconds: float) -> float:
    """Hands a second; the first is not counted, since it may load things."""
    play(0)
    number, batch = 1, 1
    start = time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        for _ in range(batch):
            play(number)
            number += 1
        batch = min(2 * batch, 1000)
    return (number - 1) / (now - start)


def _compiled_rate(game: Game, player: str) -> float:
    start = time.perf_counter()
    play_compiled(game, [player] * game.seats, hands=_COMPILED_HANDS, seed=1)
    return _COMPILED_HANDS / (time.perf_counter() - start)
