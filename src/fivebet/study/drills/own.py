"""Drills from a person's own hands: any spot that is solved, or can be.

A review knows what each action was worth: `decision_of_hand` takes that as it is, and
`decision_of_review` tells the hand too. Where only the spot is known, `decision_from_spot`
solves it. Each is kept as JSON data, since it cannot be drawn again from a seed.
"""

from collections.abc import Mapping
from dataclasses import fields
from hashlib import blake2b
from typing import Any

import numpy as np

from fivebet.agents.players.preflop_charts import read_line
from fivebet.cards import as_cards
from fivebet.cards.combos import COMBOS, combo_name
from fivebet.errors import SolvingError
from fivebet.game import Action, Hand, HandRecord
from fivebet.game.positions import positions
from fivebet.solving.preflop_blueprint import BIG_BLIND, nearest_preflop
from fivebet.solving.solver import solve
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree
from fivebet.study.decisions import ReviewedDecision
from fivebet.study.drills.decision import SolvedDecision, deed_text
from fivebet.study.drills.preflop import chart_page

KIND = "own"
TARGET = 0.3
"""The exploitability to which spots are solved, in percent of the pot."""
_ROWS = ("weights", "values", "shares")
_METHOD = "A spot of your own hands, solved to {target:g} % of the pot."


def decision_of_hand(
    hand: str,
    values: Mapping[str, float],
    shares: Mapping[str, float] | None = None,
    *,
    title: str,
    story: str,
    method: str,
    **situation: Any,
) -> SolvedDecision:
    """Return the decision of one hand, from what each action wins in big blinds.

    The situation is the pot, what is to call, the stack, and if known the board, the big blind
    in chips and where the spot can be studied.
    """
    best = max(values, key=values.__getitem__)
    often = dict.fromkeys(values, 0.0) | {best: 1.0} if shares is None else shares
    text = f"{hand} {title} {story} {sorted(values.items())}"
    return SolvedDecision(
        kind=KIND,
        seed=int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) >> 1,
        title=title,
        story=story,
        actions=tuple(values),
        hands=(hand,),
        weights=np.ones(1),
        values=np.array([[value] for value in values.values()], dtype=np.float64),
        shares=np.array([[often[name]] for name in values], dtype=np.float64),
        method=method,
        **situation,
    )


def decision_of_review(decision: ReviewedDecision, record: HandRecord) -> SolvedDecision:
    """Return a decision that a review has judged, with what happened in the hand before it."""
    if len(decision.values) < 2:
        raise SolvingError("a drill needs values, and this decision has none")
    hand = record.start()
    for action in record.actions[: decision.step]:
        hand.act(action)
    seat = hand.actor
    assert seat is not None
    big = hand.game.big_blind
    is_preflop = decision.street == "preflop"
    values = {name: decision.values[name] for name in sorted(decision.values, key=_by_size)}
    return decision_of_hand(
        decision.cards,
        values,
        dict.fromkeys(values, 0.0) | dict(decision.shares),
        title=f"{decision.street.capitalize()}, {decision.position}, {decision.kind}",
        story=_story(hand, seat),
        method=f"A mistake of your own, {decision.method}.",
        pot=decision.pot,
        to_call=hand.legal.call / big,
        stack=int(hand.stacks[seat]) / big,
        board=decision.board,
        big_blind=BIG_BLIND if is_preflop else big,
        study=_chart_study(hand) if is_preflop else _spot_study(decision),
    )


def _by_size(name: str) -> tuple[int, int]:
    """Return what sorts actions as tables list them: fold, check or call, then by size."""
    word, _, amount = name.partition(" ")
    return ("fold", "check", "call").index(word) if not amount else 3, int(amount or 0)


def _spot_study(decision: ReviewedDecision) -> dict[str, Any]:
    if decision.spot is None:
        return {}
    return {"spot": dict(decision.spot), "at": decision.path, "target": TARGET}


def _chart_study(hand: Hand) -> dict[str, Any]:
    big = hand.game.big_blind
    strategy = nearest_preflop(min(hand.starting_stacks) / big)
    path = read_line(strategy, hand.moves, BIG_BLIND / big)
    return {} if path is None else {"page": chart_page(strategy.depth, path)}


def _story(hand: Hand, seat: int) -> str:
    """Tell what has happened in a hand so far to the player of a seat."""
    game, named, street = hand.game, positions(hand.game), 0
    big = game.big_blind
    sentences = [
        f"You are {named[seat]} with {int(hand.starting_stacks[seat]) / big:g} big blinds."
    ]
    for move in hand.moves:
        if move.street != street:
            street = move.street
            sentences.append(f"{game.streets[street].capitalize()}:")
        who, by_you = ("You", True) if move.seat == seat else (named[move.seat], False)
        sentences.append(f"{who} {deed_text(_step(move.action), by_you, big)}.")
    if hand.street != street:
        sentences.append(f"The {game.streets[hand.street]} is dealt.")
    return " ".join(sentences)


def _step(action: Action) -> str:
    return f"{action.kind} {action.to}" if action.to else action.kind


def decision_from_spot(
    spot: Spot,
    at: str,
    hand: str,
    *,
    big_blind: int = 100,
    title: str = "",
    story: str = "",
    target: float = TARGET,
) -> SolvedDecision:
    """Solve a spot, and return the decision of one hand after a path."""
    tree = Tree(spot)
    node = tree.node(at)
    if node.player is None:
        raise SolvingError(f"nobody decides after {at or 'the start'}: there is nothing to drill")
    held = as_cards(hand)
    found = [i for i, combo in enumerate(COMBOS) if as_cards(list(combo)) == held]
    if len(held) != 2 or not node.reach(node.player)[found[0]] > 0:
        raise SolvingError(f"{hand!r} is not in the range of who decides")
    solve(tree, target)
    put = node.contributed
    return decision_of_hand(
        combo_name(found[0]),
        {name: float(row[found[0]]) / big_blind for name, row in node.action_values().items()},
        {name: float(row[found[0]]) for name, row in node.strategy.items()},
        title=title or f"Your hand on {spot.board}",
        story=story,
        method=_METHOD.format(target=target),
        pot=node.pot / big_blind,
        to_call=(put[1 - node.player] - put[node.player]) / big_blind,
        stack=(spot.stack - put[node.player]) / big_blind,
        board=str(node.board),
        big_blind=big_blind,
        study={"spot": spot.to_dict(), "at": at, "target": target},
    )


def decision_to_dict(decision: SolvedDecision) -> dict[str, Any]:
    """Return a decision as JSON data that `decision_from_dict` reads."""
    plain = {each.name: getattr(decision, each.name) for each in fields(decision)}
    return plain | {name: plain[name].tolist() for name in _ROWS}


def decision_from_dict(data: Mapping[str, Any]) -> SolvedDecision:
    """Return the decision that `decision_to_dict` described."""
    rows = {name: np.array(data[name], dtype=np.float64) for name in _ROWS}
    listed = {name: tuple(data[name]) for name in ("actions", "hands")}
    return SolvedDecision(**dict(data) | rows | listed)
