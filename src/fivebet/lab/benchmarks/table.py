"""How many hands a second the table plays on one core, beside its peers.

From Python everybody checks and calls: once reading the legal actions at every
step, once only acting. Compiled, the loops of the baselines run inside the
core. Peers are measured in the same run if they are installed: each plays a hand of
check and call as its users would write it.
"""

import random
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from fivebet.agents.players.baselines import play_compiled
from fivebet.game import CALL, CHECK, Game, Hand
from fivebet.lab.benchmarks.measure import Measurement, import_peer

PlayHand = Callable[[int], None]

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
def peer_rates(name: str) -> dict[str, float]:
    """Return the hands a second of each peer that is installed, everybody calling."""
    hands = ((peer, make(name)) for peer, make in _PEERS.items())
    return {peer: _rate(hand, _SECONDS) for peer, hand in hands if hand}


def _from_python(
    name: str, game: str, play: Callable[[Game, int], None], times_the_best: float
) -> Measurement:
    ours = _rate(partial(play, Game.named(game)), _SECONDS)
    peers = peer_rates(game)
    goal = times_the_best * max(peers.values()) if peers else None
    return Measurement(name, ours, "hands/s", True, goal, peers)


def _compiled(name: str, game: str, player: str, goal: float) -> Measurement:
    seats = Game.named(game).seats
    start = time.perf_counter()
    play_compiled(Game.named(game), [player] * seats, hands=_COMPILED_HANDS, seed=1)
    return Measurement(name, _COMPILED_HANDS / (time.perf_counter() - start), "hands/s", True, goal)


def _read_and_act(game: Game, number: int) -> None:
    hand = Hand(game, 1, number)
    while not hand.over:
        hand.act(CALL if hand.legal.call else CHECK)


def _act(game: Game, number: int) -> None:
    hand = Hand(game, 1, number)
    while not hand.over:
        hand.act(CALL)


def _rate(play: Callable[[int], None], seconds: float) -> float:
    """Return hands a second; the first is not counted, since it may load things."""
    play(0)
    number, batch = 1, 1
    start = time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        for _ in range(batch):
            play(number)
            number += 1
        batch = min(2 * batch, 1000)
    return (number - 1) / (now - start)


# Peers: each takes the name of one of our games and returns a function that plays a hand, or
# None where the library is not installed or has no such game.


def _open_spiel(name: str) -> PlayHand | None:
    pyspiel = import_peer("pyspiel")
    game = Game.named(name)
    # Its universal poker crashes at six-handed limit.
    if pyspiel is None or name == "limit-6p":
        return None
    limit = game.structure == "fixed-limit"
    stacks = "" if limit else f"stack={' '.join(map(str, game.stacks))},"
    raises = f"raiseSize={' '.join(map(str, game.raise_sizes))},maxRaises=3 4 4 4," if limit else ""
    loaded = pyspiel.load_game(
        f"universal_poker(betting={'limit' if limit else 'nolimit'},bettingAbstraction=fcpa,"
        f"numPlayers={game.seats},numRounds=4,blind={' '.join(map(str, game.blinds))},"
        f"firstPlayer={' '.join(str(seat + 1) for seat in game.first)},{stacks}{raises}"
        "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
    )
    call = 1

    def play(number: int) -> None:
        rng = random.Random(number)
        state = loaded.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(rng.choice(actions) if state.is_chance_node() else call)

    return play


def _pokerkit(name: str) -> PlayHand | None:
    pokerkit = import_peer("pokerkit")
    if pokerkit is None:
        return None
    game = Game.named(name)
    automations = tuple(pokerkit.Automation)
    blinds = tuple(sorted(blind for blind in game.blinds if blind))
    stacks = (20_000,) * game.seats

    def play(_: int) -> None:
        if game.structure == "fixed-limit":
            state = pokerkit.FixedLimitTexasHoldem.create_state(
                automations, True, 0, blinds, 10, 20, stacks, game.seats
            )
        else:
            state = pokerkit.NoLimitTexasHoldem.create_state(
                automations, True, 0, blinds, 100, stacks, game.seats
            )
        while state.status:
            state.check_or_call()

    return play


def _rlcard(name: str) -> PlayHand | None:
    rlcard = import_peer("rlcard")
    if rlcard is None:
        return None
    game = Game.named(name)
    kind = "limit-holdem" if game.structure == "fixed-limit" else "no-limit-holdem"
    table = rlcard.make(kind, config={"game_num_players": game.seats}).game

    def play(_: int) -> None:
        table.init_game()
        while not table.is_over():
            legal = table.get_legal_actions()
            table.step(next(action for action in legal if _is_passive(action)))

    return play


def _is_passive(action: Any) -> bool:
    """Tell passive actions, which RLCard names by words in limit and by an enum in no-limit."""
    return getattr(action, "name", action).lower() in ("call", "check", "check_call")


def _texasholdem(name: str) -> PlayHand | None:
    texasholdem = import_peer("texasholdem")
    game = Game.named(name)
    if texasholdem is None or game.structure == "fixed-limit":
        return None

    def play(_: int) -> None:
        table = texasholdem.TexasHoldEm(
            buyin=20_000, big_blind=100, small_blind=50, max_players=game.seats
        )
        table.start_hand()
        while table.is_hand_running():
            moves = table.get_available_moves()
            check = texasholdem.ActionType.CHECK
            table.take_action(check if check in moves.action_types else texasholdem.ActionType.CALL)

    return play


_PEERS: dict[str, Callable[[str], PlayHand | None]] = {
    "open_spiel": _open_spiel,
    "pokerkit": _pokerkit,
    "rlcard": _rlcard,
    "texasholdem": _texasholdem,
}


def _all() -> dict[str, Callable[[str], Measurement]]:
    benchmarks: dict[str, Callable[[str], Measurement]] = {}
    for game, (calling, at_random) in _ACPC_CODE.items():
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
                _compiled, game=game, player="random", goal=at_random
            ),
        }
    return benchmarks


BENCHMARKS = _all()
