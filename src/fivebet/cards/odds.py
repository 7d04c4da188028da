"""The arithmetic of a bet: pot odds, fold equity and expected value.

Martins, sections 2.2.3 to 2.2.7, with equations 6 and 7 as they must be meant
(`docs/errata.md`). `pot` is what lies in the middle before we act, the
opponent's bet included; values are our stack at the end of the hand.
"""

from fivebet.errors import EquityError


def pot_odds(call: float, pot: float) -> float:
    """Return the equity at which a call breaks even.

    >>> round(pot_odds(call=100, pot=500), 4)
    0.1667
    """
    return implied_odds(call, pot, 0)


def implied_odds(call: float, pot: float, later: float) -> float:
    """Return the equity at which a call breaks even if a hit wins `later` chips more."""
    _not_negative(call=call, pot=pot, later=later)
    if call == 0:
        return 0.0
    return call / (pot + call + later)


def implied_winnings(call: float, pot: float, equity: float) -> float:
    """Return the chips that a hit must win later for a call to break even; 0 if it does now."""
    _not_negative(call=call, pot=pot)
    _probability(equity=equity)
    if equity == 0:
        return 0.0 if call == 0 else float("inf")
    return max(0.0, call / equity - pot - call)


def required_fold_equity(bet: float, pot: float) -> float:
    """Return how often a bluff must work to break even (equation 8)."""
    _not_negative(bet=bet, pot=pot)
    return bet / (bet + pot) if bet else 0.0


def realized_equity(equity: float, realization: float) -> float:
    """Return raw equity times the part of it that can be realised (section 2.2.7)."""
    _probability(equity=equity)
    _not_negative(realization=realization)
    return equity * realization


def call_value(equity: float, stack: float, pot: float, call: float) -> float:
    """Return our stack, on average, after a call that ends the betting (equation 6).

    >>> call_value(equity=0.4, stack=20, pot=40, call=20)
    24.0
    """
    _probability(equity=equity)
    _not_negative(stack=stack, pot=pot, call=call)
    _affordable(stack, call)
    return equity * (stack + pot) + (1 - equity) * (stack - call)


def bet_value(folds: float, equity: float, stack: float, pot: float, bet: float) -> float:
    """Return our stack, on average, after a bet that is folded to or called (equation 7)."""
    _probability(folds=folds, equity=equity)
    _not_negative(stack=stack, pot=pot, bet=bet)
    _affordable(stack, bet)
    called = equity * (stack + pot + bet) + (1 - equity) * (stack - bet)
    return folds * (stack + pot) + (1 - folds) * called


def _not_negative(**amounts: float) -> None:
    for name, amount in amounts.items():
        if not 0 <= amount < float("inf"):
            raise EquityError(f"{name}={amount} is no amount: give a number from 0 up")


def _probability(**shares: float) -> None:
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise EquityError(f"{name}={share} is no probability: give a number from 0 to 1")


def _affordable(stack: float, amount: float) -> None:
    if amount > stack:
        raise EquityError(f"{amount} cannot be paid from a stack of {stack}")
