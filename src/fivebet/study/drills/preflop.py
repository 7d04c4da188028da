"""Charts before the flop as drills, heads-up from 10 to 200 big blinds.

Where the shipped strategies come with values, any decision is drilled, and graded by what its
actions win if both go on by the strategy. Without values only answers to an all-in are: they
are known exactly from the ranges of both players.
"""

import numpy as np

from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.errors import SolvingError
from fivebet.solving.preflop_blueprint import (
    BIG_BLIND,
    PreflopStrategy,
    nearest_preflop,
    shipped_depths,
)
from fivebet.streams import Stream
from fivebet.study.drills.decision import LEAST_GAP, Row, SolvedDecision, deed_text
from fivebet.study.preflop_lines import Path, class_reach, contributions

KIND = "preflop"
_LEAST_REACH = 0.002  # rarer lines are not drilled
_PLAYERS = ("small blind", "big blind")
_EXACT = "The answer to an all-in: exact equity against the range that jams in our chart."
_SAMPLED = (
    "Values of our blueprint: both go on by it, after the flop in buckets; "
    "the standard error of a difference is {error:.2f} big blinds."
)


def draw_preflop(seed: int) -> SolvedDecision:
    """Return a decision by seed: a depth, and a line that is not too rare there."""
    stream = Stream(seed, "preflop drill")
    depths = shipped_depths()
    if not depths:
        raise SolvingError("no charts before the flop ship here: see fivebet tables preflop")
    strategy = nearest_preflop(depths[stream.below(len(depths))])
    lines = [
        path
        for path in strategy.nodes
        if (path in strategy.values or _faces_jam(path))
        and _chance_of_line(strategy, path) >= _LEAST_REACH
    ]
    return preflop_decision(strategy, lines[stream.below(len(lines))], seed)


def preflop_decision(strategy: PreflopStrategy, path: Path, seed: int = 0) -> SolvedDecision:
    """Return a decision of a chart with the values of its actions."""
    player = len(path) % 2
    put = contributions(path)
    rows = strategy.nodes[path]
    if _faces_jam(path):
        values, method, least = _answer_to_jam(strategy, path), _EXACT, LEAST_GAP
    elif path in strategy.values:
        # What was paid already does not count: a fold is worth nothing.
        values = np.stack(list(strategy.values[path].values())) + put[player] / BIG_BLIND
        error = strategy.value_errors[path]
        method, least = _SAMPLED.format(error=error), max(LEAST_GAP, 2 * error)
    else:
        raise SolvingError(f"what actions win after {', '.join(path) or 'the deal'} is not known")
    return SolvedDecision(
        kind=KIND,
        seed=seed,
        title=f"Heads-up, {strategy.depth} big blinds",
        story=_story(path),
        actions=tuple(rows),
        hands=CLASSES,
        weights=CLASS_SIZES * class_reach(strategy, path, player),
        values=values,
        shares=np.stack(list(rows.values())),
        pot=sum(put) / BIG_BLIND,
        to_call=(put[1 - player] - put[player]) / BIG_BLIND,
        stack=strategy.depth - put[player] / BIG_BLIND,
        method=method,
        least_gap=least,
        study={"page": chart_page(strategy.depth, path)},
    )


def chart_page(depth: int, path: Path) -> str:
    """Return the page of the card room that shows a decision of the charts."""
    at = f"&at={', '.join(path).replace(' ', '+')}" if path else ""
    return f"/study/charts?set=preflop&chart={depth}{at}"


def _faces_jam(path: Path) -> bool:
    return bool(path) and path[-1].startswith("all-in")


def _answer_to_jam(strategy: PreflopStrategy, path: Path) -> Row:
    """Return what folding and calling an all-in win: nothing, and what equity says."""
    player = len(path) % 2
    jams = class_reach(strategy, path, 1 - player)
    pairs = class_matrix()
    share = (pairs.share @ jams) / np.maximum(pairs.deals @ jams, 1e-12)
    put = contributions(path)
    pot, to_call = 2 * put[1 - player], put[1 - player] - put[player]
    return np.stack([np.zeros(169), (share * pot - to_call) / BIG_BLIND])


def _chance_of_line(strategy: PreflopStrategy, path: Path) -> float:
    both = [class_reach(strategy, path, player) for player in (0, 1)]
    shares = [float(row @ CLASS_SIZES) / 1326 for row in both]
    return shares[0] * shares[1]


def _story(path: Path) -> str:
    hero = len(path) % 2
    start = ("You are on the button with the small blind.", "You are in the big blind.")[hero]
    steps = [
        f"You {deed_text(step, by_you=True)}."
        if number % 2 == hero
        else f"The {_PLAYERS[number % 2]} {deed_text(step)}."
        for number, step in enumerate(path)
    ]
    return " ".join([start, *steps])
