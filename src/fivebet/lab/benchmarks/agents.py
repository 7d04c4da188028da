"""What agents cost: simulations, case retrieval, statistics of opponents, and seats.

AKI-RealBot simulates from the first decision before the flop, with five opponents yet to
act and nothing known of them; both choices are played to the end, beside the paper's
figures. Seats are measured in this process, in another and over lines of JSON.
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import resources
from itertools import cycle, product

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import Watch, decide
from fivebet.agents.hosting.program_seat import ProgramLimits, isolated_seat, seat_program
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki import Aki, AkiPlus
from fivebet.agents.players.plicas import Case, CaseBase
from fivebet.agents.players.plicas.strength import BUCKETS
from fivebet.agents.players.rule_players import Fair
from fivebet.arena import Match, play_match
from fivebet.game import Agent, Game, Hand, View, play
from fivebet.lab.benchmarks.measure import Measurement, seconds
from fivebet.machine import core_count
from fivebet.opponents import History, Memory, Tally, flows
from fivebet.solving.limit_holdem import LimitStrategy

_CORES = core_count()


# AKI-RealBot.

_AKI_PAPER = {"the paper": 10_000.0, "the paper, later": 30_000.0}
"""Hands a second, section 7.1: the engine of the event, and after first tests."""
_AKI_DEALS = 2_000  # few enough that other work does not interrupt every run


def _first_decision() -> View:
    return Hand(Game.named("limit-6p"), seed=3).view(2)


def _simulate(name: str, make: type[Aki], threads: int, goal: float | None) -> Measurement:
    agent, view = make(), _first_decision()
    play_out = agent.play_out(view, agent.opponents(view))
    deals = _AKI_DEALS if threads == 1 else 10 * _AKI_DEALS  # threads take a while to start
    took = seconds(lambda: play_out.play(1, deals, float("inf"), threads), at_least=1.0)
    return Measurement(name, 2 * deals / took, "hands/s", True, goal, _AKI_PAPER)


def _aki_decision(name: str) -> Measurement:
    agent, view = Aki(), _first_decision()
    return Measurement(name, 1000 * seconds(lambda: agent.act(view)), "ms", False)


# PLICAS and nash-limit.

_PLICAS_HANDS = 20_000
_PLICAS_MATCHES = 10


def _million_cases() -> CaseBase:
    """Return a base with as many patterns as four streets of up to three actions have."""
    streets = ["".join(letters) for n in (1, 2, 3) for letters in product("kcr", repeat=n)]
    base = CaseBase()
    for first, second in product(streets, repeat=2):
        for bucket in range(BUCKETS):
            case = Case(f"{first}/{second}", f"{second}/{first}/{second}/k", bucket)
            base.add(case, 1_000_000 // (len(streets) ** 2 * BUCKETS) + 1)
    return base


def _retrieve(name: str) -> Measurement:
    base = _million_cases()
    assert len(base) >= 1_000_000
    return Measurement(name, 1e6 * seconds(lambda: base.similar("r/kc/r")), "µs", False, 20.0)


def _plicas_match(name: str) -> Measurement:
    match = Match(
        game=Game.named("limit-2p"),
        agents=("plicas", "fair"),
        deals=_PLICAS_HANDS // _PLICAS_MATCHES,
        matches=_PLICAS_MATCHES,
    )
    took = seconds(lambda: play_match(match, min(2, _CORES)), repeats=1)
    return Measurement(name, took * 200_000 / _PLICAS_HANDS, "s", False, 60.0)


def _load_nash_limit(name: str) -> Measurement:
    with resources.as_file(resources.files("fivebet.data").joinpath("nash.limit")) as path:
        return Measurement(name, seconds(lambda: LimitStrategy.load(path)), "s", False, 2.0)


# Statistics of opponents, for each six-handed hand that an agent observes.

_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
_OBSERVED_HANDS = 200


@cache
def _observed_views() -> tuple[View, ...]:
    game = Game.named("nolimit-6p")
    agents = [make_agent("fair", seed=seat) for seat in range(game.seats)]
    return tuple(play(Hand(game, seed=1, number=n), agents).view(0) for n in range(_OBSERVED_HANDS))


def _observe(name: str, see: Callable[[View], object], goal: float | None) -> Measurement:
    views = cycle(_observed_views())
    return Measurement(name, 1e6 * seconds(lambda: see(next(views))), "µs/hand", False, goal)


def _tally(name: str, memory: Memory) -> Measurement:
    tally = Tally(memory)
    return _observe(name, lambda view: tally.observe(view, _NAMES), 20.0)


def _history(name: str) -> Measurement:
    history = History()
    return _observe(name, lambda view: history.observe(view, _NAMES), None)


# Seats.

_SEAT_HANDS = 25
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


def _called_views() -> list[View]:
    """Return what both players see in some no-limit hands in which everybody calls."""
    views = []
    for number in range(_SEAT_HANDS):
        hand = Hand(Game.named("nolimit-2p"), seed=1, number=number)
        while (seat := hand.actor) is not None:
            views.append(hand.view(seat))
            hand.act(views[-1].legal.passive)
    return views


def _rate(ask: Callable[[View], object], views: Sequence[View]) -> float:
    def ask_all() -> None:
        for view in views:
            ask(view)

    return len(views) / seconds(ask_all)


def _in_process(name: str) -> Measurement:
    return Measurement(name, _rate(make_agent("call").act, _called_views()), "decisions/s", True)


def _out_of_process(name: str, make_seat: Callable[[], Agent]) -> Measurement:
    seat = make_seat()
    rate = _rate(seat.act, _called_views())
    seat.close()  # type: ignore[attr-defined]
    return Measurement(name, rate, "decisions/s", True, goal=5_000)


def _json_seat() -> Agent:
    return seat_program("json::caller", (sys.executable, "-S", "-c", _CALLER), ProgramLimits())


def _watched(name: str) -> Measurement:
    """Measure what a watch adds to a decision of the quickest agent."""
    agent, failures, views = make_agent("call"), Failures(), _called_views()
    without = _rate(lambda view: decide(agent, view, failures), views)
    with Watch(1) as watch:
        watched = _rate(lambda view: decide(agent, view, failures, watch), views)
    return Measurement(name, 1e6 * (1 / watched - 1 / without), "µs", False, goal=1)


def _policy(name: str) -> Measurement:
    """Measure the policy of `fair` on boards that it has not seen before."""
    views = []
    for number in range(_NEW_BOARDS):
        hand = Hand(Game.named("limit-2p"), seed=2, number=number)
        while hand.street == 0:
            hand.act(hand.legal.passive)
        views.append(hand.view(0))
    return Measurement(name, 1e3 / _rate(Fair().policy, views), "ms", False, goal=3)


BENCHMARKS: dict[str, Callable[[str], Measurement]] = {
    "aki: simulated six-player hands before the flop": partial(
        _simulate, make=Aki, threads=1, goal=1e6
    ),
    f"aki: the same on {_CORES} cores": partial(_simulate, make=Aki, threads=_CORES, goal=None),
    "aki+: simulated hands, opponents who look at their cards": partial(
        _simulate, make=AkiPlus, threads=1, goal=None
    ),
    "aki: one decision with 1,000 simulations of each choice": _aki_decision,
    "opponents: statistics of all six, for ever": partial(_tally, memory=Memory()),
    "opponents: statistics of all six, last 500 hands": partial(_tally, memory=Memory(window=500)),
    "opponents: statistics of all six, fading": partial(_tally, memory=Memory(half_life=200)),
    "opponents: who wins from whom": partial(_observe, see=flows, goal=None),
    "opponents: a whole history": _history,
    "plicas: similar cases of a million": _retrieve,
    "plicas: 200,000 hands against fair, two processes": _plicas_match,
    "plicas: loading nash-limit": _load_nash_limit,
    "seats: call, in our own process": _in_process,
    "seats: call, isolated": partial(_out_of_process, make_seat=lambda: isolated_seat("call")),
    "seats: a caller in plain Python over lines of JSON": partial(
        _out_of_process, make_seat=_json_seat
    ),
    "seats: what a watch adds to a decision": _watched,
    "seats: the policy of fair on a new flop": _policy,
}
