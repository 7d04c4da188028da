"""The coach's analysis of a decision: equity, and the solver's answer where two players are left.

It sees the spot as the player saw it. Nobody knows the others' cards, and the coach
does not pretend to: they may be any two cards. Before the flop of two players our strategy
for two says what each action wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fivebet.cards import CardSet
from fivebet.cards.combos import combo_index
from fivebet.cards.equity import equity
from fivebet.errors import SolvingError
from fivebet.game import Action, Move, View
from fivebet.solving import Node, Spot, Tree, solve
from fivebet.study.drills.decision import action_text
from fivebet.study.line_solving import answer_before_flop

_SECONDS_FOR_EQUITY = 0.2
_SECONDS_TO_SOLVE = 3.0
_TARGET = 1.0  # percent of the pot
_BETS, _RAISES = "50%, 100%", "3x"
_RARE = 0.005  # what is done less often is not worth a word
_NOTHING = 0.005  # big blinds: what costs less costs nothing


@dataclass(frozen=True, slots=True)
class SolverStep:
    """An action, how often the solver takes it with these cards, and what it is worth in chips."""

    action: str
    probability: float
    value: float
    """The chips that it wins from here on."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best action of a decision, and what the player's own cost compared with it.

    Values are the big blinds that an action wins from here on; folding wins none.
    """

    best: str
    value: float
    """What the best action wins."""
    chosen: str
    chosen_value: float | None
    """What the player's action wins; None where the method cannot say."""
    cost: float | None
    """How much less the player's action wins; None where the method cannot say."""
    why: str
    """A sentence or two that a player understands."""
    method: str
    """How the values were found, and what that assumes."""


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """The solver's strategy with the player's cards, and what the choice cost in chips."""

    verdict: Verdict
    steps: tuple[SolverStep, ...]
    cost: float
    """How many chips less than the best action it wins."""
    exploitability_pct: float
    assumes: str


def judge(view: View, action: Action, share: float) -> Verdict | None:
    """Judge a decision without solving it: by the strategy before the flop, or by equity."""
    return judge_before_flop(view, action) or judge_by_equity(view, action, share)


def judge_before_flop(view: View, action: Action) -> Verdict | None:
    """Judge a decision before the flop of two players by the values of the strategy there."""
    if view.street or view.game.seats != 2 or view.game.structure != "no-limit":
        return None
    try:
        answer = answer_before_flop(view, action)
    except SolvingError:  # the strategy knows no such raise
        return None
    values = {answer.chosen: 0.0} | answer.values  # a fold where a check is free wins nothing
    if len(values) < 2:
        return None
    best = max(values, key=values.__getitem__)
    cost, least = values[best] - values[answer.chosen], 2 * answer.error
    often = sorted(answer.shares.items(), key=lambda each: -each[1])
    habits = ", ".join(f"{_in_blinds(name)} {part:.0%}" for name, part in often if part >= _RARE)
    strategy = f"the strategy before the flop for {answer.depth} big blinds"
    return Verdict(
        best=_in_blinds(best),
        value=values[best],
        chosen=_in_blinds(answer.chosen),
        chosen_value=values[answer.chosen],
        cost=cost if cost > least else 0.0,
        why=f"With this hand our strategy does: {habits}.",
        method=f"if both go on by {strategy}; less than {least:.2f} big blinds may be chance",
    )


def _in_blinds(step: str) -> str:
    return f"{action_text(step)} BB" if " " in step else step


def judge_by_equity(view: View, action: Action, share: float) -> Verdict | None:
    """Judge a call or a fold by the share of the pot that the hand wins against random hands.

    Nobody bets after the call. Checks and bets are not judged: their worth is what the others
    do next.
    """
    call, pot, big_blind = view.legal.call, view.pot, view.game.big_blind
    if not call and action.kind != "fold":
        return None
    worth = (share * (pot + call) - call) / big_blind
    passive = "call" if call else "check"
    best = passive if worth > 0 or not call else "fold"
    values = {"fold": 0.0, passive: worth}
    chosen = values.get(action.kind)
    needed = f" and needs {call / (pot + call):.0%}" if call else ", and a check costs nothing"
    others = len(view.active) - 1
    against = "a random hand" if others == 1 else f"{others} random hands"
    method = f"equity against {against}, and nobody bets after the {passive}"
    return Verdict(
        best=best,
        value=values[best],
        chosen=str(action),
        chosen_value=chosen,
        cost=None if chosen is None else max(0.0, values[best] - chosen),
        why=f"Your hand wins {share:.0%} of the pot against {against}{needed}.",
        method=method,
    )


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
    steps = tuple(SolverStep(name, chances[name], values[name]) for name in values)
    # The tree has no fold where a check is free: it gives the pot away.
    is_free = action.kind == "fold" and "fold" not in values
    name = "fold" if is_free else _tree_action(node, action)
    chosen = 0.0 if is_free else values[name]
    later = "" if street == "river" else "; streets to come are checked down"
    assumes = f"both may hold any two cards{later}"
    best = max(steps, key=lambda step: step.value)
    share = float(node.equity(_player(view))[index])
    big_blind = view.game.big_blind
    return SolverAnswer(
        Verdict(
            best=best.action,
            value=best.value / big_blind,
            chosen=name,
            chosen_value=chosen / big_blind,
            cost=max(0.0, best.value - chosen) / big_blind,
            why=_explain(view, steps, best, name, chosen, share),
            method=f"solved to {solution.exploitability_pct:.1f} % of the pot, if {assumes}",
        ),
        steps,
        max(0.0, best.value - chosen),
        solution.exploitability_pct,
        assumes,
    )


def _explain(
    view: View,
    steps: Sequence[SolverStep],
    best: SolverStep,
    name: str,
    chosen: float,
    share: float,
) -> str:
    """Say in a sentence or two why an action is the best one."""
    call, pot, big_blind = view.legal.call, view.pot, view.game.big_blind
    if call:
        has = f"Your hand wins {share:.0%} of the pot and a call needs {call / (pot + call):.0%}."
    else:
        has = f"Your hand wins {share:.0%} of the pot of {pot / big_blind:.1f} BB if all check."
    if name == "fold" and not call:
        return f"{has} A fold gives that away, and a check is free."
    if name == best.action or best.value - chosen < _NOTHING * big_blind:
        rest = [step for step in steps if step.action not in (name, best.action)]
        second = max((step.value for step in rest), default=None)
        if second is None or best.value - second < _NOTHING * big_blind:
            return f"{has} The other actions win as much."
        return f"{has} Anything else wins {(best.value - second) / big_blind:.2f} BB less."
    gain = f"{best.value / big_blind:.2f} BB instead of {chosen / big_blind:.2f} BB"
    return f"{has} On average, {best.action} wins {gain}."


def _player(view: View) -> int:
    """Return the tree's number of the seat: 0 acts first after the flop."""
    return sorted(view.active).index(view.seat)


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
