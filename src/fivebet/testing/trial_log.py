"""The log of an agent's trial: what it was shown and what it did, to be shown again."""

import json
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from fivebet.agents.hosting.failures import FailureKind, Failures
from fivebet.agents.hosting.guard import Watch, decide, dismiss, show_end
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.baselines import Random
from fivebet.errors import AgentError
from fivebet.game.action import Action
from fivebet.game.agent import Agent
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.pickling import hand_state
from fivebet.game.view import View
from fivebet.testing.deals import deals


class AgentCopies:
    """Makes identical agents from a name, a callable, or an agent."""

    def __init__(self, given: object, seed: int) -> None:
        self._given, self._seed = given, seed
        self._made: list[Agent] = []
        self.name = given if isinstance(given, str) else _title(given)

    def __call__(self) -> Agent:
        """Return a fresh agent."""
        given = self._given
        agent: object
        if isinstance(given, str):
            agent = make_agent(given, seed=self._seed)
        elif isinstance(given, type) or (callable(given) and not isinstance(given, Agent)):
            agent = given()
        else:
            try:
                agent = deepcopy(given)
            except Exception as error:
                raise AgentError(
                    f"{given!r} cannot be copied ({error}): give its class, or what makes one"
                ) from error
        if not isinstance(agent, Agent):
            raise AgentError(f"{agent!r} is no agent: an agent has a method act(view) -> Decision")
        self._made.append(agent)
        return agent

    def close(self) -> None:
        """Close all copies that have started a program."""
        for agent in self._made:
            dismiss(agent)


class Moment(NamedTuple):
    """A hand as it stood when the agent was asked, or when it was over."""

    hand: Hand
    seat: int

    @property
    def view(self) -> View:
        """The view that the agent is shown, made anew each time."""
        return self.hand.view(self.seat)


class LoggedDecision(NamedTuple):
    """A moment and what the agent did then; its failure if it failed."""

    moment: Moment
    action: Action | None
    failure: FailureKind | None


@dataclass(slots=True)
class TrialLog:
    """Everything that was played, hand by hand, and what went wrong."""

    clock: Callable[[], float]
    hands: list[list[LoggedDecision]] = field(default_factory=list)
    failures: Failures = field(default_factory=Failures)
    reasons: dict[FailureKind, str] = field(default_factory=dict)
    """The first reason of each kind of failure."""
    observing: Failures = field(default_factory=Failures)
    slowest: float = 0.0
    not_json: str = ""
    """The first reasons that were no plain data."""
    changed_view: str = ""
    """The first change of a view or a game."""

    @property
    def decisions(self) -> list[LoggedDecision]:
        """The decisions of the agent."""
        return [played for hand in self.hands for played in hand if not played.moment.hand.over]


def play_trial(
    agent: Agent,
    games: Sequence[Game],
    hands: int,
    seed: int,
    watch: Watch | None,
    clock: Callable[[], float],
) -> TrialLog:
    """Let the agent play random players, its seat moving on with every hand."""
    log = TrialLog(clock)
    others = (Random(seed + 1), Random(seed + 1, mix="5/25/69/1"))  # by turns: most hands get far
    for game in games:
        for hand in deals(game, hands, seed):
            played: list[LoggedDecision] = []
            log.hands.append(played)
            me = hand.number % game.seats
            while (seat := hand.actor) is not None:
                if seat != me:
                    hand.act(others[hand.number % 2].act(hand.view(seat)).action)
                    continue
                moment = Moment(hand.copy(), seat)
                hand.act(_ask(agent, moment, log, played, watch))
                if played[-1].failure is FailureKind.HUNG:
                    return log  # each time would cost the whole limit
            last = Moment(hand, me)
            show_end(agent, last.view, log.observing, watch)
            played.append(LoggedDecision(last, None, None))
    return log


def _ask(
    agent: Agent, moment: Moment, log: TrialLog, played: list[LoggedDecision], watch: Watch | None
) -> Action:
    view = moment.view
    before = _snapshot(view)
    failures = Failures()
    start = log.clock()
    decision = decide(agent, view, failures, watch)
    log.slowest = max(log.slowest, log.clock() - start)
    if not log.changed_view and _snapshot(view) != before:
        log.changed_view = f"hand {view.number} of {view.game} is not what it was"
    kind = next(iter(failures.kinds), None)
    if kind is not None:
        log.reasons.setdefault(kind, failures.first)
    log.failures.merge(failures)
    log.not_json = log.not_json or _json_problem(decision.reasons)
    played.append(LoggedDecision(moment, decision.action, kind))
    return decision.action


def replay(
    agent: Agent,
    hands: Iterable[Sequence[LoggedDecision]],
    watch: Watch | None,
    shown: Callable[[Moment], Hand] = lambda moment: moment.hand,
) -> str:
    """Show an agent the same hands, or others; where it first acts differently, or nothing."""
    for hand_of in hands:
        for moment, action, failure in hand_of:
            if moment.hand.over:
                show_end(agent, moment.view, Failures(), watch)
                continue
            hand = shown(moment)
            failures = Failures()
            again = decide(agent, hand.view(moment.seat), failures, watch).action
            if again != action or next(iter(failures.kinds), None) != failure:
                return (
                    f"in hand {hand.number} of {hand.game}, {hand.game.streets[hand.street]}, "
                    f"it did not {action} but {again}"
                )
    return ""


def _snapshot(view: View) -> object:
    return hand_state(view), view.seat, view.stacks, view.game.__getstate__()


def _json_problem(reasons: object) -> str:
    try:
        if not isinstance(reasons, dict) or json.loads(
            json.dumps(reasons, allow_nan=False)
        ) != _listed(reasons):
            raise TypeError("they come back different from JSON")
    except (TypeError, ValueError) as error:
        return f"{reasons!r} are no plain data ({error})"
    return ""


def _listed(value: object) -> object:
    """Return a value with tuples as the lists that JSON makes of them."""
    if isinstance(value, dict):
        return {key: _listed(each) for key, each in value.items()}
    return [_listed(each) for each in value] if isinstance(value, list | tuple) else value


def _title(given: object) -> str:
    return getattr(given, "__name__", None) or type(given).__name__
