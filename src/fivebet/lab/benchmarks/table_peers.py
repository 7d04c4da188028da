"""One hand of check and call by other libraries, as their users would write it.

Each maker takes the name of one of our games and returns a function that plays
a hand, or None where the library is not installed or has no such game.
"""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from fivebet.game import Game

__all__ = ["PEERS"]

Play = Callable[[int], None]


def _installed(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        return None


def _open_spiel(name: str) -> Play | None:
    pyspiel = _installed("pyspiel")
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


def _pokerkit(name: str) -> Play | None:
    pokerkit = _installed("pokerkit")
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


def _rlcard(name: str) -> Play | None:
    rlcard = _installed("rlcard")
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
    """RLCard names actions by words in limit and by an enumeration in no-limit."""
    return getattr(action, "name", action).lower() in ("call", "check", "check_call")


def _texasholdem(name: str) -> Play | None:
    texasholdem = _installed("texasholdem")
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


PEERS: dict[str, Callable[[str], Play | None]] = {
    "open_spiel": _open_spiel,
    "pokerkit": _pokerkit,
    "rlcard": _rlcard,
    "texasholdem": _texasholdem,
}
