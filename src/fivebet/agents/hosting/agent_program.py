"""An agent as a program: it reads questions on standard input and answers on standard output.

`fivebet sit AGENT` seats any of our agents so, for tables in other languages, and an
isolated seat starts the same loop in a process of its own. An isolated seat numbers its
agents, of which one process can have several; it sends views in brief, and asks for what
an agent remembers.
"""

import os
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from functools import partial

from fivebet.agents.hosting.failures import (
    FailureKind,
    SeatError,
    describe_error,
    describe_value,
)
from fivebet.agents.hosting.guard import dismiss
from fivebet.agents.hosting.memory import dump_memory, load_memory
from fivebet.agents.hosting.registry import agent_traits, games_of, make_agent
from fivebet.agents.hosting.wire import (
    PROTOCOL,
    Message,
    decision_message,
    encode,
    policy_message,
    read_brief_view,
    read_game,
    read_message,
    read_view,
)
from fivebet.errors import FivebetError
from fivebet.game.action import Action
from fivebet.game.agent import Agent, Decision, Observer, PolicyAgent
from fivebet.game.game import Game
from fivebet.interrupts import end_with_parent

_BAD_END = 2
_LARGEST_MEMORY = 3 << 20  # bytes; what is larger stays where it is


def answer_lines(name: str, lines: Iterable[bytes], answer: Callable[[bytes], object]) -> int:
    """Answer an agent's questions line by line until goodbye, and return the exit code."""
    agents: dict[int, Agent] = {}
    game: Game | None = None
    for line in lines:
        try:
            message = read_message(line)
            agent = agents.get(_number(message))
            said = b""
            match message["type"]:
                case "goodbye":
                    return 0
                case "game":
                    game = read_game(message)
                case "hello" | "traits" | "leave":
                    said = _about_agents(name, agents, message)
                case "dump" | "load" if agent:
                    said = _about_memory(agent, message)
                case "view" | "observe" | "policy" if agent and game:
                    said = _answered(agent, game, message)
                case "view" | "observe" | "policy" | "dump" | "load" as early:
                    raise SeatError(
                        FailureKind.NONSENSE,
                        f"{early!r} comes too early: first come a hello and a game",
                    )
                case _:
                    pass  # what a later version may tell
            if said:
                answer(said)
        except FivebetError as error:
            answer(_error(_id_of(line), FailureKind.NONSENSE, str(error)))
            if not agents:
                return _BAD_END
    return 0


def run_agent_program(name: str) -> int:
    """Answer on this process's own standard input and output; return the exit code.

    What the agent prints goes to standard error: on standard output it would be
    taken for an answer. It finds nothing on standard input: that is for us.
    """
    end_with_parent()
    lines, out = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    with os.fdopen(lines, "rb") as questions:
        return answer_lines(name, questions, partial(_write_all, out))


def _write_all(out: int, data: bytes) -> None:
    while data:
        data = data[os.write(out, data) :]


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


def _about_agents(name: str, agents: dict[int, Agent], message: Message) -> bytes:
    """Seat an agent, let one go, or say what its class says without making one."""
    id_, number = message.get("id", 0), _number(message)
    if message["type"] == "hello":
        agents[number] = _seated(name, message)
        hello = _hello(name, agents[number])
        return encode(hello | {"id": id_} if id_ else hello)
    if message["type"] == "leave":
        dismiss(agents.pop(number, None))
        return b""
    try:
        traits = agent_traits(name)
    except FivebetError as error:
        return _error(id_, FailureKind.RAISED, str(error))
    said = {"games": traits.games, "remembers": traits.remembers, "policy": traits.states_policy}
    return encode({"type": "traits", "id": id_} | said)


def _answered(agent: Agent, game: Game, message: Message) -> bytes:
    id_ = message.get("id", 0)
    brief = isinstance(message.get("hand"), list)
    view = read_brief_view(message, game) if brief else read_view(message, game)
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
    except BaseException as error:  # an agent may raise anything, and plays on
        return _error(id_, FailureKind.RAISED, describe_error(error), _number(message))


def _about_memory(agent: Agent, message: Message) -> bytes:
    """Return what an agent remembers, or let it remember what another one has."""
    id_ = message.get("id", 0)
    if message["type"] == "dump":
        memory = dump_memory([agent]) or b""
        text = b64encode(memory).decode() if 0 < len(memory) <= _LARGEST_MEMORY else None
        return encode({"type": "memory", "id": id_, "memory": text})
    try:
        load_memory([agent], b64decode(message["memory"]))
    except (FivebetError, KeyError, ValueError, TypeError) as error:
        return _error(id_, FailureKind.RAISED, str(error))
    return encode({"type": "loaded", "id": id_})


def _decided(decision: object, id_: int) -> bytes:
    if not isinstance(decision, Decision) or not isinstance(decision.action, Action):
        return _error(id_, FailureKind.NONSENSE, f"{describe_value(decision)} is no decision")
    return encode(decision_message(decision, id_))


def _error(id_: int, kind: FailureKind, reason: str, number: int = 0) -> bytes:
    error = {"type": "error", "id": id_, "kind": kind, "error": reason}
    return encode(error | {"agent": number} if number else error)


def _number(message: Message) -> int:
    number = message.get("agent")
    return number if isinstance(number, int) else 0


def _id_of(line: bytes) -> int:
    try:
        return int(read_message(line).get("id", 0))
    except (FivebetError, TypeError, ValueError):
        return 0


if __name__ == "__main__":
    sys.exit(run_agent_program(sys.argv[1]))
