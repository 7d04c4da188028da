"""Push or fold charts for two to nine players of equal stacks."""

from functools import lru_cache

import numpy as np

from fivebet.errors import SolvingError
from fivebet.game.positions import position_names
from fivebet.solving.jam_fold_one_caller import JamSpot, JamSpotSolution, solve_jam_spot
from fivebet.study.drills.push_fold import heads_up_call, heads_up_jam
from fivebet.study.library.charts import ChartNode, ChartSet, no_node
from fivebet.study.preflop_lines import Path

_CHIPS = 100  # in a big blind
_STACKS = (3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 25)
_PLAYERS = range(2, 10)
_ITERATIONS = 300


def _charts() -> list[tuple[str, str]]:
    return [
        (f"{players}x{stack}", f"{players} players, {stack} big blinds")
        for players in _PLAYERS
        for stack in _STACKS
    ]


def _node(chart: str, path: Path) -> ChartNode:
    """Return whose turn it is after folds and at most one jam; a call ends the betting."""
    players, stack = map(int, chart.split("x"))
    names = position_names(players)
    jam = f"all-in {_CHIPS * stack}"
    jams = [number for number, step in enumerate(path) if step != "fold"]
    if any(step not in ("fold", jam) for step in path) or len(jams) > 1:
        raise SolvingError(f"after {', '.join(path)} nobody decides: write fold and {jam}")
    actor = len(path)
    if actor >= players or (actor == players - 1 and not jams):
        raise no_node(path, ("fold", jam))
    last = actor == players - 1
    if players == 2:
        decision = heads_up_call(stack) if jams else heads_up_jam(stack)
        often, values = decision.shares[1], decision.values
    else:
        solved = _solved(players, stack)
        often = solved.calls[jams[0], actor] if jams else solved.jams[actor]
        values = None
    return ChartNode(
        player=names[actor],
        actions=("fold", "call" if jams else jam),
        shares=np.clip(np.stack([1 - often, often]), 0, 1),
        weights=np.ones(169),
        further=_further(bool(jams), last, actor == players - 2, jam),
        values=values,
        big_blind=_CHIPS,
        study=f"/study/pushfold?stack={stack}" if players == 2 else "/study/pushfold",
    )


def _further(jammed: bool, last: bool, next_is_last: bool, jam: str) -> frozenset[str]:
    """Return the actions after which somebody decides: a walk of the big blind is none."""
    if jammed:
        return frozenset() if last else frozenset({"fold"})
    return frozenset({jam}) if next_is_last else frozenset({"fold", jam})


@lru_cache(maxsize=32)
def _solved(players: int, stack: int) -> JamSpotSolution:
    posted = (*(0,) * (players - 2), _CHIPS // 2, _CHIPS)
    return solve_jam_spot(JamSpot((_CHIPS * stack,) * players, posted), _ITERATIONS)


PUSH_FOLD = ChartSet(
    "pushfold",
    "Push or fold",
    "All-in or fold, blinds of half and one, no ante, chips count. Two players are solved exactly; "
    "with more, at most one player calls, as tournament charts have it.",
    _charts,
    _node,
)
