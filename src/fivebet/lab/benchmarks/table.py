"""How many hands a second the table plays on one core, beside its peers.

From Python everybody checks and calls: once reading the legal actions at every
step, once only acting. Compiled, the loops of the baselines run inside the
core. Peers are measured in the same run if they are installed.
"""

import time
from collections.abc import Callable
from functools import cache, partial

from fivebet.agents.players.baselines import play_compiled
from fivebet.game import CALL, CHECK, Game, Hand
from fivebet.lab.benchmarks.measure import Row
from fivebet.lab.benchmarks.table_peers import PEERS

__all__ = ["BENCHMARKS", "peers_of"]

_SECONDS = 0.5
_COMPILED_HANDS = 200_000
# Hands a second of the ACPC's own game code in C, always calling and at random,
# on this class of machine.
_ACPC_CODE = {
    "limit-2p": (2.97e6, 1.92e6),
    "nolimit-2p": (3.04e6, 1.97e6),
    "limit-6p": (593e3, 292e3),
    "nolimit-9p": (335e3, 348e3),
}


@cache
def peers_of(name: str) -> dict[str, float]:
    """Hands a second of each peer that is installed, everybody calling."""
    hands = ((peer, make(name)) for peer, make in PEERS.items())
    return {peer: _rate(hand, _SECONDS) for peer, hand in hands if hand}


def _from_python(
    name: str, game: str, play: Callable[[Game, int], None], times_the_best: float
) -> Row:
    ours = _rate(partial(play, Game.named(game)), _SECONDS)
    peers = peers_of(game)
    goal = times_the_best * max(peers.values()) if peers else None
    return Row(name, ours, "hands/s", True, goal, peers)


def _compiled(name: str, game: str, player: str, goal: float) -> Row:
    seats = Game.named(game).seats
    start = time.perf_counter()
    play_compiled(Game.named(game), [player] * seats, hands=_COMPILED_HANDS, seed=1)
    return Row(name, _COMPILED_HANDS / (time.perf_counter() - start), "hands/s", True, goal)


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


def _all() -> dict[str, Callable[[str], Row]]:
    benchmarks: dict[str, Callable[[str], Row]] = {}
    for game, (calling, random) in _ACPC_CODE.items():
        benchmarks |= {
            f"table: {game} from Python, reading what is legal": partial(
                _from_python, game=game, play=_read_and_act, times_the_best=8
            ),
            f"table: {game} from Python, only acting": partial(
                _from_python, game=game, play=_act, times_the_best=15
            ),
            f"table: {game} compiled, calling": partial(
                _compiled, game=game, player="call", goal=calling
            ),
            f"table: {game} compiled, at random": partial(
                _compiled, game=game, player="random", goal=random
            ),
        }
    return benchmarks


BENCHMARKS = _all()
