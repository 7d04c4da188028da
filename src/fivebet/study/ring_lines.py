"""What the blueprint for tables of three and more says about the line of a hand.

It is the strategy that `champion` plays there: ranges follow from it by Bayes' rule over all that
a player has done, raises of other sizes being taken for the nearest. It has frequencies and no
values.
"""

from fivebet._core import nearest_ring_action
from fivebet.agents.players.ring_search import carried_ranges
from fivebet.cards.card import BOARD_CARDS
from fivebet.cards.combos import CLASS_OF_COMBO, combo_index
from fivebet.errors import SolvingError
from fivebet.game import View
from fivebet.solving.preflop_blueprint import BIG_BLIND
from fivebet.solving.ring_blueprint import RingDecision, RingStrategy, Row, shipped_ring_strategy

BLUEPRINT = "the blueprint for tables of three and more"
_FOLD, _CALL, _ALL_IN = 0, 1, 4


def ring_ranges(view: View, seats: tuple[int, ...], street: int) -> tuple[Row, Row]:
    """Return the ranges of two seats at the start of a street; all their moves must be known."""
    before, strategy = sum(move.street < street for move in view.moves), _strategy(view)
    for number, move in enumerate(view.moves[:before]):
        if move.seat in seats and RingDecision.of(view, number).key not in strategy:
            raise SolvingError(f"{BLUEPRINT} does not know this line")
    board = view.board[: BOARD_CARDS[street]]
    first, second = carried_ranges(view, seats, before, strategy, board)
    return first, second


def believed_rows(view: View, seats: tuple[int, ...]) -> list[Row]:
    """Return the ranges of some seats by all moves so far; what is not known says nothing."""
    return carried_ranges(view, seats, len(view.moves), _strategy(view))


def ring_shares(view: View, step: int) -> tuple[str, dict[str, float]]:
    """Return the name of a move before the flop, and how often its hand takes each action.

    Raises are named by what they bring the bet to, a big blind being 100.
    """
    decision, strategy = RingDecision.of(view, step), _strategy(view)
    if decision.key not in strategy:
        raise SolvingError(f"{BLUEPRINT} does not know this line")
    index = CLASS_OF_COMBO[combo_index(*view.cards)]
    # Whoever can check may not fold here; the blueprint has no such action.
    is_free = _FOLD not in dict(decision.actions)
    names = [_name(number, to, is_free, view.game.big_blind) for number, to in decision.actions]
    shares = dict.fromkeys(names, 0.0)
    for name, row in zip(names, strategy.rows(decision.key), strict=True):
        shares[name] += float(row[index])
    if view.moves[step].action.kind == "fold":
        return "fold", {"fold": 0.0} | shares
    chosen = [number for number, _ in decision.actions].index(nearest_ring_action(view, step))
    return names[chosen], shares


def _strategy(view: View) -> RingStrategy:
    return shipped_ring_strategy(view.game.structure)


def _name(number: int, to: int, is_free: bool, big_blind: int) -> str:
    if number == _FOLD:
        return "fold"
    if number == _CALL:
        return "check" if is_free else "call"
    return f"{'all-in' if number == _ALL_IN else 'raise'} {round(to * BIG_BLIND / big_blind)}"
