"""A strategy before the flop at the table: the betting in its words, and its words as actions."""

from fivebet.game.action import FOLD, Action, Legal, Move, raise_to
from fivebet.solving.preflop_blueprint import PreflopStrategy

_NEAR = 1.5
"""A raise is taken for one of the strategy's if neither is more than so many times the other."""


def read_line(
    strategy: PreflopStrategy, moves: tuple[Move, ...], scale: float
) -> tuple[str, ...] | None:
    """Return the strategy's steps for what was done, or None if a raise is like none of them."""
    path: tuple[str, ...] = ()
    for move in moves:
        options = strategy.nodes.get(path)
        step = step_of(move.action, tuple(options), scale) if options is not None else None
        if step is None:
            return None
        path = (*path, step)
    return path


def step_of(action: Action, options: tuple[str, ...], scale: float) -> str | None:
    """Return the step that an action is taken for, or None if a raise is far from all of them."""
    if action.kind == "fold":
        return "fold"
    if action.kind in ("check", "call"):
        return next(name for name in options if name in ("check", "call"))
    to = action.to * scale
    sizes = sorted((int(name.split()[1]), name) for name in options if " " in name)
    sizes = [each for each in sizes if each[0] / _NEAR <= to <= each[0] * _NEAR]
    below = [each for each in sizes if each[0] <= to]
    above = [each for each in sizes if each[0] > to]
    if not below or not above:
        return next((name for _, name in below[-1:] or above[:1]), None)
    low, high = below[-1], above[0]
    # Pseudo-harmonic (Ganzfried and Sandholm, 2013): how often it is taken for the smaller.
    small = (high[0] - to) * (1 + low[0]) / ((high[0] - low[0]) * (1 + to))
    return low[1] if small >= 0.5 else high[1]


def as_action(name: str, scale: float, legal: Legal | None) -> Action:
    """Return a step as an action at the table, within what is legal where that is known."""
    word, _, amount = name.partition(" ")
    if word == "fold":
        return FOLD if legal is None or legal.call else legal.passive
    if word in ("check", "call"):
        return legal.passive if legal is not None else Action(word)
    to = round(int(amount) * scale)
    if legal is None:
        return raise_to(to)
    if not legal.can_raise:
        return legal.passive
    if word == "all-in":
        return raise_to(legal.max_raise)
    return raise_to(min(max(to, legal.min_raise), legal.max_raise))
