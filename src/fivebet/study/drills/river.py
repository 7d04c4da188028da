"""River calls as drills: a hand played down to the river, where a bet is faced.

Both players follow our chart before the flop at 100 big blinds. The flop and the turn are then
solved one after the other as the agent `solver` does, each with both ranges and with hands
checked down behind it; actions are drawn by how often they are taken, folds left out, and both
ranges follow from them by Bayes' rule. The river is solved to the end, and what the call, the
fold and the raises win there is exact for these ranges.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from fivebet.cards import Card, CardSet
from fivebet.cards.combos import CLASS_OF_COMBO, combo_name
from fivebet.errors import SolvingError
from fivebet.solving.preflop_blueprint import BIG_BLIND, nearest_preflop
from fivebet.solving.solver import solve
from fivebet.solving.spot import STREETS, Spot
from fivebet.solving.tree import Node, Tree
from fivebet.streams import Stream
from fivebet.study.drills.decision import HEROES, SolvedDecision, line_text
from fivebet.study.preflop_lines import Path, class_reach, contributions, rounded_range

KIND = "river"
DEPTH = 100
TARGET = 0.1
"""The exploitability to which rivers are solved, in percent of the pot."""
RIVER_BETS, RIVER_RAISES = "50%, 100%", "3x"
_LINES: tuple[tuple[str, Path], ...] = (
    ("Single-raised pot", ("raise 250", "call")),
    ("Single-raised pot", ("raise 250", "call")),
    ("Limped pot", ("call", "check")),
    ("3-bet pot", ("raise 250", "raise 875", "call")),
)
_EARLIER_BETS, _EARLIER_RAISES, _EARLIER_ITERATIONS = "66%", "3x", 40
_LEAST_WEIGHT = 0.01
_MOST_TRIES = 50
_METHOD = (
    "The river is solved to {target:g} % of the pot with bets of {bets} and raises of {raises}; "
    "ranges follow from the line."
)


@dataclass(frozen=True)
class RiverLine:
    """A spot on the river, and how it came about."""

    spot: Spot
    board: str
    """The cards as they were dealt."""
    pot_kind: str
    story: str
    """What was done on the flop and on the turn, in sentences."""


def draw_river(seed: int) -> SolvedDecision:
    """Return a decision by seed: whether to call a bet on the river."""
    for attempt in range(_MOST_TRIES):
        stream = Stream(seed, "river drill", attempt)
        line = _draw_line(stream)
        if line is None:
            continue
        tree = Tree(line.spot, threads=1)
        solve(tree, TARGET)
        node = _faced_bet(tree.root, stream)
        if node is not None:
            return decision_at(
                node,
                kind=KIND,
                seed=seed,
                board=line.board,
                title=_title(line),
                story=_river_story(line, node),
                method=_method(),
            )
    raise SolvingError(f"no hand was played down to a bet on the river from seed {seed}")


def decision_at(node: Node, *, kind: str, seed: int, board: str, **texts: Any) -> SolvedDecision:
    """Return a decision of a solved tree, in big blinds of a hundred chips.

    Its texts are a title, a story and a method.
    """
    player = node.player
    assert player is not None
    weights = node.deal_weights(player)
    held = np.flatnonzero(weights > 0)
    spot, put = node.tree.spot, node.contributed
    return SolvedDecision(
        kind=kind,
        seed=seed,
        actions=node.actions,
        hands=tuple(map(combo_name, held.tolist())),
        weights=weights[held],
        values=np.stack([row[held] for row in node.action_values().values()]) / BIG_BLIND,
        shares=np.stack([row[held] for row in node.strategy.values()]),
        pot=node.pot / BIG_BLIND,
        to_call=(put[1 - player] - put[player]) / BIG_BLIND,
        stack=(spot.stack - put[player]) / BIG_BLIND,
        board=board,
        study={"spot": spot.to_dict(), "at": ", ".join(node.path), "target": TARGET},
        **texts,
    )


def _method() -> str:
    return _METHOD.format(target=TARGET, bets=RIVER_BETS, raises=RIVER_RAISES)


def _draw_line(stream: Stream) -> RiverLine | None:
    """Return a line to the river, or None if all chips go in before."""
    pot_kind, path = _LINES[stream.below(len(_LINES))]
    strategy = nearest_preflop(DEPTH)
    # The big blind acts first after the flop.
    ranges = [class_reach(strategy, path, player)[CLASS_OF_COMBO] for player in (1, 0)]
    put = max(contributions(path))
    pot, stack = 2 * put, DEPTH * BIG_BLIND - put
    deck = stream.shuffled(range(52))
    story = []
    for street in (0, 1):
        board = CardSet.from_mask(sum(1 << card for card in deck[: 3 + street]))
        tree = Tree(
            Spot.create(
                board,
                pot,
                stack,
                rounded_range(ranges[0], _LEAST_WEIGHT),
                rounded_range(ranges[1], _LEAST_WEIGHT),
                _EARLIER_BETS,
                _EARLIER_RAISES,
                last_street=STREETS[street],
            ),
            threads=1,
        )
        solve(tree, 0, _EARLIER_ITERATIONS, every=_EARLIER_ITERATIONS)
        node = tree.root
        while node.player is not None:
            node = node / _drawn(node, stream, ("fold",))
        stack -= max(node.contributed)
        if not stack:
            return None
        pot = node.pot
        ranges = [node.reach(player) for player in (0, 1)]
        story.append(f"{STREETS[street].capitalize()}: {line_text(node.path)}.")
    river = CardSet.from_mask(sum(1 << card for card in deck[:5]))
    left = [rounded_range(row, _LEAST_WEIGHT).without(river) for row in ranges]
    if not all(left):
        return None
    spot = Spot.create(river, pot, stack, left[0], left[1], RIVER_BETS, RIVER_RAISES)
    dealt = "".join(str(Card(card)) for card in deck[:5])
    return RiverLine(spot, dealt, pot_kind, " ".join(story))


def _faced_bet(root: Node, stream: Stream) -> Node | None:
    """Return where a bet is faced, drawn by how often it is made; None if it hardly ever is."""
    node = root / _drawn(root, stream, ("fold",))
    if node.path == ("check",):
        bets = sum(share for name, share in node.frequencies().items() if name != "check")
        if not bets > _LEAST_WEIGHT:
            return None
        node = node / _drawn(node, stream, ("check",))
    return node


def _drawn(node: Node, stream: Stream, without: tuple[str, ...]) -> str:
    """Return an action by how often it is taken, some left out."""
    shares = {name: each for name, each in node.frequencies().items() if name not in without}
    left = stream.uniform() * sum(shares.values())
    for name, share in shares.items():
        left -= share
        if left < 0:
            return name
    return name


def _title(line: RiverLine) -> str:
    return f"River, {line.pot_kind[0].lower()}{line.pot_kind[1:]}, {DEPTH} big blinds"


def _river_story(line: RiverLine, node: Node) -> str:
    hero = HEROES[node.player or 0]
    done = f"River: {line_text(node.path)}."
    return f"{line.pot_kind}; you are {hero}. {line.story} {done}"
