"""The coach's analysis of a decision: equity, and the solver's answer where two players are left.

It sees the spot as the player saw it. Nobody knows the others' cards, and the coach
does not pretend to: they may be any two cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fivebet.cards import CardSet
from fivebet.cards.combos import combo_index
from fivebet.cards.equity import equity
from fivebet.errors import SolvingError
from fivebet.game import Action, Move, View
from fivebet.solving import Node, Spot, Tree, solve

_SECONDS_FOR_EQUITY = 0.2
_SECONDS_TO_SOLVE = 3.0
_TARGET = 1.0  # percent of the pot
_BETS, _RAISES = "50%, 100%", "3x"


@dataclass(frozen=True, slots=True)
class SolverStep:
    """An action, how often the solver takes it with these cards, and what it is worth in chips."""

    action: str
    probability: float
    value: float
    """The chips that it wins from here on."""


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """The solver's strategy with the player's cards, and what the choice cost in chips."""

    steps: tuple[SolverStep, ...]
    cost: float
    """How many chips less than the best action it wins."""
    exploitability_pct: float
    assumes: str


def equity_against_random(view: View) -> float:
    """Return the share of the pot that the seat's cards win against random hands."""
    cards, board = "".join(map(str, view.cards)), "".join(map(str, view.board))
    others = ["random"] * (len(view.active) - 1)
    if len(others) > 1 or not board:
        return equity(cards, *others, board=board, seconds=_SECONDS_FOR_EQUITY, threads=1).equity[0]
    return equity(cards, *others, board=board, threads=1).equity[0]


def why_not_solvable(view: View) -> str:
    """Return why the solver cannot solve a spot; an empty text if it can."""
    if len(view.active) != 2:
        return "The solver answers spots of two players; here more are in."
    if view.street == 0:
        return "The solver answers spots after the flop."
    if view.game.structure != "no-limit":
        return f"The solver answers no-limit spots, not {view.game.structure}."
    if any(move.seat not in view.active for move in _moves_on_street(view)):
        return "The solver answers spots of two players; a third was in on this street."
    if min(_stacks_before_street(view)) <= 0:
        return "The solver has nothing to answer: somebody is all-in."
    return ""


def solve_decision(view: View, action: Action) -> SolverAnswer:
    """Solve the street for random hands of both, with a few bet sizes and those that were bet."""
    moves = _moves_on_street(view)
    first, _ = sorted(view.active)
    sizes: dict[str, str] = {}
    taken = [(move.seat, move.action) for move in moves] + [(view.seat, action)]
    for player, name in ((True, "oop"), (False, "ip")):
        amounts = sorted({each.to for seat, each in taken if each.to and (seat == first) is player})
        if amounts:
            chips = ", ".join(f"{to}c" for to in amounts)
            sizes |= {f"bets {name}": f"{_BETS}, {chips}", f"raises {name}": f"{_RAISES}, {chips}"}
    street = view.game.streets[view.street]
    spot = Spot.create(
        CardSet(view.board),
        view.pot - sum(move.paid for move in moves),
        min(_stacks_before_street(view)),
        "random",
        "random",
        _BETS,
        _RAISES,
        sizes=sizes,
        last_street=street,
        add_all_in=1.5,
        force_all_in=0.2,
    )
    tree = Tree(spot, threads=1)
    solution = solve(tree, target=_TARGET, seconds=_SECONDS_TO_SOLVE)
    node = tree.root
    for move in moves:
        node = node / _tree_action(node, move.action)
    index = combo_index(*view.cards)
    values = {name: float(row[index]) for name, row in node.action_values().items()}
    chances = {name: float(row[index]) for name, row in node.strategy.items()}
    chosen = values[_tree_action(node, action)]
    later = "" if street == "river" else "; streets to come are checked down"
    return SolverAnswer(
        tuple(SolverStep(name, chances[name], values[name]) for name in values),
        max(0.0, max(values.values()) - chosen),
        solution.exploitability_pct,
        f"both may hold any two cards{later}",
    )


def _moves_on_street(view: View) -> Sequence[Move]:
    return [move for move in view.moves if move.street == view.street]


def _stacks_before_street(view: View) -> list[int]:
    """Return the stacks of the active players when the street began."""
    paid = dict.fromkeys(view.active, 0)
    for move in _moves_on_street(view):
        paid[move.seat] = paid.get(move.seat, 0) + move.paid
    return [int(view.stacks[seat]) + paid[seat] for seat in view.active]


def _tree_action(node: Node, action: Action) -> str:
    """Return the tree's name of an action; more than the other player has is all-in."""
    if not action.to:
        wanted = ("check", "call") if action.kind in ("check", "call") else ("fold",)
        matching = [name for name in node.actions if name in wanted]
    else:
        amounts = {int(name.split()[1]): name for name in node.actions if " " in name}
        matching = [amounts[min(amounts, key=lambda to: abs(to - action.to))]] if amounts else []
    if not matching:
        raise SolvingError(f"{action} is not among {', '.join(node.actions)}")
    return matching[0]
