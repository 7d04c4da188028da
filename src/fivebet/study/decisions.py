"""Decisions of one player in a hand, each with what it cost: what reviews are made of.

Costs are in big blinds. After the flop a decision is solved with ranges that follow from the
line (`fivebet.study.line_solving`), where two players see the street. Before it, the shipped
strategy for two players says what its actions win; where it has no values, only how often it
does the same, as the blueprint for three players and more does (`fivebet.study.ring_lines`).
What nothing is said about is listed as not judged, with the reason.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from fivebet.cards.combos import combo_index
from fivebet.errors import FivebetError
from fivebet.game import Action, Hand, HandRecord, View
from fivebet.game.game import STREETS
from fivebet.game.positions import positions
from fivebet.solving.preflop_blueprint import BIG_BLIND as PREFLOP_BIG_BLIND
from fivebet.study.drills.decision import action_text
from fivebet.study.line_solving import LineSolver, ReviewedStreet, answer_before_flop
from fivebet.study.ring_lines import BLUEPRINT, ring_shares


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision of the reviewed player, and what is known about it."""

    hand: int
    """The number of the hand in the review, from 0."""
    step: int
    """How many actions came before it in the hand."""
    street: str
    position: str
    kind: str
    """The kind of spot, like `facing a bet`."""
    cards: str
    board: str
    pot: float
    """The pot before the action, in big blinds."""
    action: str
    """What was played, in the chips of the hand."""
    method: str
    """How it was judged, or why it was not."""
    best: str = ""
    """The best action, or before the flop the most frequent one."""
    cost: float | None = None
    """The big blinds that the action wins less than the best one; None if that is not known."""
    values: Mapping[str, float] = field(default_factory=dict)
    """What each action wins from here on, in big blinds; a fold wins none."""
    shares: Mapping[str, float] = field(default_factory=dict)
    """How often the solution takes each action with these cards."""
    chosen: str = ""
    """The action in the words of the solution."""
    line_share: float | None = None
    """How often the solution's players come here, from the start of the street."""
    spot: Mapping[str, Any] | None = None
    """The street as `Spot.to_dict` writes it: board, pot, stack, both ranges and sizes."""
    locks: tuple[Mapping[str, Any], ...] = ()
    """The opponent's actions that the solution hardly ever takes, locked for all hands."""
    path: str = ""
    """Where the decision is in the spot's tree."""
    big_blind: int = 0
    """The hand's big blind in chips; 0 in reviews that were kept before this was."""

    @property
    def is_judged(self) -> bool:
        """Whether anything is said about it."""
        return bool(self.best)

    def played(self) -> str:
        """Return what was played, in big blinds."""
        return self._text(self.action.replace(" to ", " "), self.big_blind)

    def text(self, name: str) -> str:
        """Return one of the solution's actions in big blinds.

        Before the flop names count a big blind as 100, later in the chips of the hand.
        """
        return self._text(name, PREFLOP_BIG_BLIND if self.street == STREETS[0] else self.big_blind)

    def _text(self, name: str, big_blind: int) -> str:
        return f"{action_text(name, big_blind)} BB" if " " in name and big_blind else name

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as JSON data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "ReviewedDecision":
        """Return the decision that `to_dict` has written."""
        return cls(**{**data, "locks": tuple(data["locks"])})


def seat_of(record: HandRecord, player: str) -> int | None:
    """Return the seat of a player in a hand, or None."""
    return record.players.index(player) if player in record.players else None


def review_hand(
    record: HandRecord, player: str, number: int, target: float
) -> list[ReviewedDecision]:
    """Judge all decisions of a player in a hand."""
    seat = seat_of(record, player)
    if seat is None:
        return []
    hand, views = record.start(), list[tuple[View, Action]]()
    for action in record.actions:
        if hand.actor == seat:
            views.append((hand.view(seat), action))
        hand.act(action)
    reason = why_not_judged(hand)
    if not reason and hand.hole(seat) is None:
        reason = "the player's cards are not known"
    solver = None if reason else LineSolver(hand, seat, target)
    return [_judge(view, action, number, solver, reason) for view, action in views]


def why_not_judged(hand: Hand) -> str:
    """Return why nothing can be said about a hand; an empty text if something can."""
    game = hand.game
    if game.structure != "no-limit" or game.hole_cards != 2:
        return f"only no-limit hold'em is judged, not {game.structure}"
    return ""


def _judge(
    view: View, action: Action, number: int, solver: LineSolver | None, reason: str
) -> ReviewedDecision:
    facts = _facts(view, action, number)
    if solver is None:
        return ReviewedDecision(**facts, method=reason)
    try:
        if view.street == 0:
            return ReviewedDecision(**facts, **_before_flop(view, action, solver.view))
        return ReviewedDecision(**facts, **_after_flop(view, action, solver))
    except FivebetError as error:
        return ReviewedDecision(**facts, method=str(error))


def _facts(view: View, action: Action, number: int) -> dict[str, Any]:
    return {
        "hand": number,
        "step": len(view.moves),
        "street": STREETS[view.street],
        "position": positions(view.game)[view.seat],
        "kind": kind_of_spot(view),
        "cards": "".join(map(str, view.hole(view.seat) or ())),
        "board": "".join(map(str, view.board)),
        "pot": view.pot / view.game.big_blind,
        "action": str(action),
        "big_blind": view.game.big_blind,
    }


def kind_of_spot(view: View) -> str:
    """Return what the seat faces: nothing yet, checks, a bet, a raise."""
    here = [move for move in view.moves if move.street == view.street]
    raises = sum(move.action.kind in ("bet", "raise") for move in here)
    if view.street == 0:
        named = ("facing a raise", "facing a 3-bet", "facing a 4-bet or more")
        if raises:
            return named[min(raises, len(named)) - 1]
        return "facing a limp" if here else "first in"
    if raises:
        return "facing a bet" if raises == 1 else "facing a raise"
    return "checked to" if here else "first to act"


def _before_flop(view: View, action: Action, later: View) -> dict[str, Any]:
    if view.game.seats > 2:
        chosen, known = ring_shares(later, len(view.moves))
        return {
            "best": max(known, key=lambda name: known[name]),
            "shares": known,
            "chosen": chosen,
            "method": f"compared with {BLUEPRINT}, which has no values",
        }
    answer = answer_before_flop(view, action)
    strategy = f"the strategy before the flop for {answer.depth} big blinds"
    # A fold that a check makes free is not in the strategy.
    shares = {answer.chosen: 0.0} | answer.shares
    if not answer.values:
        return {
            "best": max(shares, key=lambda name: shares[name]),
            "shares": shares,
            "chosen": answer.chosen,
            "method": f"compared with {strategy}, which has no values",
        }
    values = {answer.chosen: 0.0} | answer.values
    best = max(values, key=lambda name: values[name])
    cost, least = values[best] - values[answer.chosen], 2 * answer.error
    return {
        "best": best,
        "cost": cost if cost > least else 0.0,
        "values": values,
        "shares": shares,
        "chosen": answer.chosen,
        "method": f"if both go on by {strategy}; less than {least:.2f} big blinds may be chance",
    }


def _after_flop(view: View, action: Action, solver: LineSolver) -> dict[str, Any]:
    street: ReviewedStreet = solver.street(view.street)
    big_blind, index = view.game.big_blind, combo_index(*view.cards)
    node, line_share = street.find(view)
    values = {name: float(row[index]) / big_blind for name, row in node.action_values().items()}
    chosen = street.name_of(node, action)
    values.setdefault(chosen, 0.0)  # a fold where a check is free gives the pot away
    best = max(values, key=lambda name: values[name])
    return {
        "best": best,
        "cost": values[best] - values[chosen],
        "values": values,
        "shares": {name: float(row[index]) for name, row in node.strategy.items()},
        "chosen": chosen,
        "line_share": line_share,
        "method": f"solved to {street.exploitability_pct:.2f} % of the pot",
        "spot": street.tree.spot.to_dict(),
        "locks": tuple(lock.to_dict() for lock in street.tree.locks),
        "path": ", ".join(node.path),
    }
