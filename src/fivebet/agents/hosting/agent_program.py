"""An agent as a program: it reads questions on standard input and answers on standard output.

`fivebet sit AGENT` seats any of our agents so, for tables in other languages,
and an isolated seat starts the same loop in a process of its own.
"""

import os
import sys
from collections.abc import Callable, Iterable

from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.agents.hosting.registry import games_of, make_agent
from fivebet.agents.hosting.wire import (
    PROTOCOL,
    Message,
    decision_message,
    encode,
    policy_message,
    read_game,
    read_message,
    read_view,
)
from fivebet.errors import FivebetError
from fivebet.game.action import Action
from fivebet.game.agent import Agent, Decision, Observer, PolicyAgent
from fivebet.game.game import Game

_BAD_END = 2
_QUESTIONS = ("view", "observe", "policy")


def answer_lines(name: str, lines: Iterable[bytes], answer: Callable[[bytes], object]) -> int:
    """Answer an agent's questions line by line until goodbye, and return the exit code."""
    agent: Agent | None = None
    game: Game | None = None
    for line in lines:
        try:
            message = read_message(line)
            match message["type"]:
                case "hello":
                    agent = _seated(name, message)
                    answer(encode(_hello(name, agent)))
                case "goodbye":
                    return 0
                case "game":
                    game = read_game(message)
                case other if other not in _QUESTIONS:
                    continue  # what a later version may tell
                case _ if agent is None or game is None:
                    raise SeatError(
                        FailureKind.NONSENSE,
                        f"{message['type']!r} comes too early: first come a hello and a game",
                    )
                case _:
                    if said := _answered(agent, game, message):
                        answer(said)
        except FivebetError as error:
            answer(_error(_id_of(line), FailureKind.NONSENSE, str(error)))
            if agent is None:
                return _BAD_END
    return 0


def run_agent_program(name: str) -> int:
    """Answer on this process's own standard input and output; return the exit code.

    What the agent prints goes to standard error: on standard output it would be
    taken for an answer.
    """
    out = os.dup(1)
    os.dup2(2, 1)
    return answer_lines(name, sys.stdin.buffer, lambda data: os.write(out, data))


def _seated(name: str, hello: Message) -> Agent:
    if hello.get("protocol") != PROTOCOL:
        raise SeatError(
            FailureKind.NONSENSE,
            f"protocol {hello.get('protocol')!r} is not spoken here: only {PROTOCOL} is",
        )
    seed = hello.get("seed")
    return make_agent(name, seed=seed) if isinstance(seed, int) else make_agent(name)


def _hello(name: str, agent: Agent) -> Message:
    hello = {
        "type": "hello",
        "protocol": PROTOCOL,
        "name": name,
        "remembers": getattr(agent, "remembers", False) is True,
        "observes": isinstance(agent, Observer),
        "policy": isinstance(agent, PolicyAgent),
    }
    games = games_of(agent)
    return hello if "*" in games else hello | {"games": games}


def _answered(agent: Agent, game: Game, message: Message) -> bytes:
    id_ = message.get("id", 0)
    view = read_view(message, game)
    try:
        match message["type"]:
            case "view":
                return _decided(agent.act(view), id_)
            case "policy" if isinstance(agent, PolicyAgent):
                return encode(policy_message(agent.policy(view), id_))
            case "policy":
                return _error(id_, FailureKind.NONSENSE, "it states no policy")
            case _:
                if isinstance(agent, Observer):
                    agent.observe(view)
                return b""
    except (Exception, SystemExit) as error:
        return _error(id_, FailureKind.RAISED, f"{type(error).__name__}: {error}")


def _decided(decision: object, id_: int) -> bytes:
    if not isinstance(decision, Decision) or not isinstance(decision.action, Action):
        return _error(id_, FailureKind.NONSENSE, f"{decision!r} is no decision")
    return encode(decision_message(decision, id_))


def _error(id_: int, kind: FailureKind, reason: str) -> bytes:
    return encode({"type": "error", "id": id_, "kind": kind, "error": reason})


def _id_of(line: bytes) -> int:
    try:
        return int(read_message(line).get("id", 0))
    except (FivebetError, TypeError, ValueError):
        return 0


if __name__ == "__main__":
    sys.exit(run_agent_program(sys.argv[1]))
