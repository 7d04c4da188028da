"""What it costs to count how opponents play, for each six-handed hand that an agent observes."""

from collections.abc import Callable
from functools import cache, partial
from itertools import cycle

from fivebet.agents.hosting.registry import make_agent
from fivebet.game import Game, Hand, View, play
from fivebet.lab.benchmarks.measure import Row, seconds
from fivebet.opponents import History, Memory, Tally, flows

__all__ = ["BENCHMARKS"]

_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
_HANDS = 200
_GOAL = 20.0


@cache
def _views() -> tuple[View, ...]:
    game = Game.named("nolimit-6p")
    agents = [make_agent("fair", seed=seat) for seat in range(game.seats)]
    return tuple(play(Hand(game, seed=1, number=n), agents).view(0) for n in range(_HANDS))


def _each(name: str, observe: Callable[[], Callable[[View], object]], goal: float | None) -> Row:
    views, see = cycle(_views()), observe()
    return Row(name, 1e6 * seconds(lambda: see(next(views))), "µs/hand", False, goal)


def _tally(memory: Memory) -> Callable[[View], object]:
    tally = Tally(memory)
    return lambda view: tally.observe(view, _NAMES)


def _history() -> Callable[[View], object]:
    history = History()
    return lambda view: history.observe(view, _NAMES)


BENCHMARKS: dict[str, Callable[[str], Row]] = {
    "opponents: statistics of all six, for ever": partial(
        _each, observe=partial(_tally, Memory()), goal=_GOAL
    ),
    "opponents: statistics of all six, last 500 hands": partial(
        _each, observe=partial(_tally, Memory(window=500)), goal=_GOAL
    ),
    "opponents: statistics of all six, fading": partial(
        _each, observe=partial(_tally, Memory(half_life=200)), goal=_GOAL
    ),
    "opponents: who wins from whom": partial(_each, observe=lambda: flows, goal=None),
    "opponents: a whole history": partial(_each, observe=_history, goal=None),
}
