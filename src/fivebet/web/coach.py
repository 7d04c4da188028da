"""The coach's analysis of a decision: equity, and the solver's answer where two players are left.

It sees the spot as the player saw it. Nobody knows the others' cards: their ranges follow from
the line, as in reviews (`fivebet.study.line_solving`), or are random hands where no strategy of
ours knows the game. Before the flop of two players our strategy for two says what each action
wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fivebet.agents.players.ring_search import players_at_start
from fivebet.agents.players.solver import Solver
from fivebet.cards.combos import combo_index
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.game import Action, Hand, Move, View
from fivebet.game.pickling import hand_state, restore_hand
from fivebet.study.drills.decision import action_text
from fivebet.study.line_solving import LineSolver, answer_before_flop
from fivebet.study.ring_lines import believed_rows, ring_ranges

_SECONDS_FOR_EQUITY = 0.2
_SECONDS_TO_SOLVE = 10.0  # for each street
_TARGET = 1.0  # percent of the pot
_WORST = 4.0  # percent: what is solved less well is not shown
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


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is known about a decision at once."""

    equity: float
    """The share of the pot that the hand wins if all cards come and nobody bets."""
    against: str
    """Whose cards that is against."""
    verdict: Verdict | None
    solver_note: str
    """Why the solver cannot be asked; empty if it can."""


def assess(view: View, action: Action) -> Assessment:
    """Judge a decision without solving it: by the strategy before the flop, or by equity."""
    ranges, against = believed_ranges(view)
    share = equity_against(view, ranges)
    verdict = judge_before_flop(view, action)
    if verdict is None and (view.street or view.game.seats == 2):
        verdict = judge_by_equity(view, action, share, against)
    return Assessment(share, against, verdict, why_not_solvable(view))


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


def judge_by_equity(view: View, action: Action, share: float, against: str) -> Verdict | None:
    """Judge a call or a fold by the share of the pot that the hand wins.

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
    return Verdict(
        best=best,
        value=values[best],
        chosen=str(action),
        chosen_value=chosen,
        cost=None if chosen is None else max(0.0, values[best] - chosen),
        why=f"Your hand wins {share:.0%} of the pot against {against}{needed}.",
        method=f"equity against {against}, and nobody bets after the {passive}",
    )


def believed_ranges(view: View) -> tuple[list[Range], str]:
    """Return the others' ranges that follow from the line, and what to call them.

    After the flop of two players it is the range with which the other came there: what was bet
    since then takes a solver to read.
    """
    others = tuple(seat for seat in view.active if seat != view.seat)
    several = len(others) > 1
    if view.game.seats > 2 and view.game.structure != "pot-limit":
        named = f"the {len(others)} ranges" if several else "the range"
        rows = believed_rows(view, others)
        return [Range.from_weights(row) for row in rows], f"{named} of this line"
    if view.game.seats == 2 and view.game.structure == "no-limit":
        before = sum(move.street == 0 for move in view.moves)
        row = Solver().ranges(view, before, view.street)[1 - view.seat]
        came = "that saw the flop" if view.street else "of this line"
        return [Range.from_weights(row)], f"the range {came}"
    against = f"{len(others)} random hands" if several else "a random hand"
    return [Range("random")] * len(others), against


def equity_against(view: View, ranges: Sequence[Range]) -> float:
    """Return the share of the pot that the seat's cards win against some ranges."""
    cards, board = "".join(map(str, view.cards)), "".join(map(str, view.board))
    seconds = None if len(ranges) == 1 and board else _SECONDS_FOR_EQUITY
    return equity(cards, *ranges, board=board, seconds=seconds, threads=1).equity[0]


def why_not_solvable(view: View) -> str:
    """Return why the solver cannot solve a spot; an empty text if it can."""
    if view.game.structure != "no-limit":
        return f"The solver answers no-limit spots, not {view.game.structure}."
    if view.street == 0:
        return "The solver answers spots after the flop."
    if len(view.active) != 2:
        return "The solver answers spots of two players; here more are in."
    if len(players_at_start(view)) != 2:
        return "The solver answers spots of two players; a third was in on this street."
    if min(_stacks_before_street(view)) <= 0:
        return "The solver has nothing to answer: somebody is all-in."
    if view.game.seats > 2:
        try:
            first = next(n for n in (1, 2, 3) if len(players_at_start(view, n)) == 2)
            ring_ranges(view, players_at_start(view), first)
        except SolvingError as error:
            return f"The solver needs both ranges: {error}."
    return ""


def solve_decision(view: View, action: Action) -> SolverAnswer:
    """Solve the street with the ranges that follow from the line, as reviews do."""
    after = restore_hand(Hand, *hand_state(view))
    after.act(action)
    solver = LineSolver(after, view.seat, _TARGET, quick=True, seconds=_SECONDS_TO_SOLVE)
    street, assumes = solver.street(view.street), "both hold the ranges that follow from the line"
    if street.exploitability_pct > _WORST:
        street, assumes = solver.street_alone(view.street), f"{assumes} and check afterwards"
    node, _ = street.find(view)
    index = combo_index(*view.cards)
    values = {name: float(row[index]) for name, row in node.action_values().items()}
    chances = {name: float(row[index]) for name, row in node.strategy.items()}
    steps = tuple(SolverStep(name, chances[name], values[name]) for name in values)
    # The tree has no fold where a check is free: it gives the pot away.
    name = street.name_of(node, action)
    chosen = values.get(name, 0.0)
    best = max(steps, key=lambda step: step.value)
    share = float(node.equity(players_at_start(view).index(view.seat))[index])
    big_blind = view.game.big_blind
    return SolverAnswer(
        Verdict(
            best=best.action,
            value=best.value / big_blind,
            chosen=name,
            chosen_value=chosen / big_blind,
            cost=max(0.0, best.value - chosen) / big_blind,
            why=_explain(view, steps, best, name, chosen, share),
            method=f"solved to {street.exploitability_pct:.1f} % of the pot, if {assumes}",
        ),
        steps,
        max(0.0, best.value - chosen),
        street.exploitability_pct,
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
    return f"{has} On average, {best.action} wins {gain.replace('-', '−')}."


def _moves_on_street(view: View) -> Sequence[Move]:
    return [move for move in view.moves if move.street == view.street]


def _stacks_before_street(view: View) -> list[int]:
    """Return the stacks of the active players when the street began."""
    paid = dict.fromkeys(view.active, 0)
    for move in _moves_on_street(view):
        paid[move.seat] = paid.get(move.seat, 0) + move.paid
    return [int(view.stacks[seat]) + paid[seat] for seat in view.active]
