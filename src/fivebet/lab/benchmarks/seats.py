"""What a seat costs: decisions a second in our process, in another and over the line of JSON."""

import sys
from collections.abc import Callable, Sequence

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import Watch, decide
from fivebet.agents.hosting.program_seat import ProgramLimits, isolated_seat, seat_program
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.rule_players import Fair
from fivebet.game import Agent, Game, Hand, View
from fivebet.lab.benchmarks.measure import Row, seconds

__all__ = ["BENCHMARKS"]

_HANDS = 25
_NEW_BOARDS = 100  # more than an agent keeps in mind
_CALLER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    if message["type"] == "view":
        action = "call" if message["legal"]["call"] else "check"
        print(json.dumps({"type": "action", "id": message["id"], "action": action}), flush=True)
"""


def _views() -> list[View]:
    """What both players see in some no-limit hands in which everybody calls."""
    views = []
    for number in range(_HANDS):
        hand = Hand(Game.named("nolimit-2p"), seed=1, number=number)
        while (seat := hand.actor) is not None:
            views.append(hand.view(seat))
            hand.act(views[-1].legal.passive)
    return views


def _rate(ask: Callable[[View], object], views: Sequence[View]) -> float:
    def all_of_them() -> None:
        for view in views:
            ask(view)

    return len(views) / seconds(all_of_them)


def _within(name: str) -> Row:
    return Row(name, _rate(make_agent("call").act, _views()), "decisions/s", True)


def _outside(name: str, seat: Agent) -> Row:
    rate = _rate(seat.act, _views())
    seat.close()  # type: ignore[attr-defined]
    return Row(name, rate, "decisions/s", True, goal=5_000)


def _isolated(name: str) -> Row:
    return _outside(name, isolated_seat("call"))


def _json(name: str) -> Row:
    command = (sys.executable, "-S", "-c", _CALLER)
    return _outside(name, seat_program("json::caller", command, ProgramLimits()))


def _watched(name: str) -> Row:
    """What a watch adds to a decision of the quickest agent."""
    agent, failures, views = make_agent("call"), Failures(), _views()
    without = _rate(lambda view: decide(agent, view, failures), views)
    with Watch(1) as watch:
        watched = _rate(lambda view: decide(agent, view, failures, watch), views)
    return Row(name, 1e6 * (1 / watched - 1 / without), "µs", False, goal=1)


def _policy(name: str) -> Row:
    """On boards that it has not seen before."""
    views = []
    for number in range(_NEW_BOARDS):
        hand = Hand(Game.named("limit-2p"), seed=2, number=number)
        while hand.street == 0:
            hand.act(hand.legal.passive)
        views.append(hand.view(0))
    return Row(name, 1e3 / _rate(Fair().policy, views), "ms", False, goal=3)


BENCHMARKS: dict[str, Callable[[str], Row]] = {
    "seats: call, in our own process": _within,
    "seats: call, isolated": _isolated,
    "seats: a caller in plain Python over lines of JSON": _json,
    "seats: what a watch adds to a decision": _watched,
    "seats: the policy of fair on a new flop": _policy,
}
