"""A seat that a program of its own plays: `json::command` and `isolated::agent`.

Both speak the same protocol (`wire`). A program that hangs is killed, one that
dies is started again when it is next asked, so many times; one that talks
nonsense goes on. Each time the decision is lost: it is a SeatError of a kind,
and whoever runs the table settles the hand (`guard`).

An agent in an isolated seat is an agent of ours, or from a file, that sits in a
process of its own (`sitting`): it can hang, die and eat memory there.
"""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.agents.hosting.program import Clock, Deadline, Program, WallClock
from fivebet.agents.hosting.wire import (
    PROTOCOL,
    Message,
    encode,
    game_message,
    read_decision,
    read_message,
    read_policy,
    shortened,
    view_message,
)
from fivebet.agents.players.policies import holdings
from fivebet.errors import AgentError
from fivebet.game.action import Action
from fivebet.game.agent import Decision
from fivebet.game.game import Game
from fivebet.game.view import View

__all__ = ["Limits", "ProgramSeat", "isolated_seat", "json_seat", "seat_program"]

_GOODBYE = encode({"type": "goodbye"})


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may take: `json:seconds=2,restarts=0::command`."""

    seconds: float = 5.0
    """For one decision."""
    start: float = 30.0
    """Seconds until it says hello."""
    restarts: int = 3
    """How often a program that has died or was killed is started again."""
    memory: int = 0
    """Mebibytes of address space; 0 sets no limit."""

    def __post_init__(self) -> None:
        if not (self.seconds > 0 and self.start > 0 and self.restarts >= 0 and self.memory >= 0):
            raise AgentError(
                f"{self} cannot be kept: seconds and start are above 0, the others 0 or more"
            )


USUAL = Limits()


class Conversation:
    """Questions to a program and its answers; a program that is lost is started again."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        limits: Limits,
        seed: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.name, self.command, self.limits, self.seed = name, tuple(command), limits, seed
        self._clock = clock or WallClock()
        self._program: Program | None = None
        self._starts = 0
        self._asked = 0
        self._game: Game | None = None
        self._late: SeatError | None = None
        try:
            self.hello = self._start()
        except SeatError as error:
            raise AgentError(f"{name!r} cannot be seated: it {error}") from error

    def ask(self, view: View, question: str, answer: str) -> Message:
        """The program's answer, of the type that the question asks for."""
        program = self._running()
        deadline = Deadline.after(self.limits.seconds, self._clock)
        try:
            self._send(program, view, question, deadline)
            line = program.receive(deadline)
            # An older id belongs to a question that was given up, or to the end of a hand.
            while 0 < (id_ := _id(message := read_message(line))) < self._asked:
                self._late = _said(message) or self._late
                line = program.receive(deadline)
            if complaint := _said(message):
                raise complaint
            if id_ != self._asked or message["type"] != answer:
                raise SeatError(
                    FailureKind.NONSENSE,
                    f"answered {shortened(line)} where type {answer!r} with id {self._asked} "
                    "was asked for",
                )
            return message
        except SeatError as error:
            raise self._lost(program, error) from None

    def tell(self, view: View) -> None:
        """Let the program see the end of a hand.

        Nobody waits for an answer: what it says of the last hand's end is raised now.
        """
        program = self._running()
        try:
            self._send(program, view, "observe", Deadline.after(self.limits.seconds, self._clock))
            if late := self._late:
                self._late = None
                raise late
        except SeatError as error:
            raise self._lost(program, error) from None

    def close(self) -> None:
        """Say goodbye and end the program; it is not started again."""
        if self._program:
            self._program.close(_GOODBYE)
        self._program, self._starts = None, self.limits.restarts + 1

    def _send(self, program: Program, view: View, type_: str, deadline: Deadline) -> None:
        self._asked += 1
        data = encode(view_message(view, type_, self._asked))
        if view.game is not self._game:
            data = encode(game_message(view.game)) + data
            self._game = view.game
        program.send(data, deadline)

    def _running(self) -> Program:
        if self._program is None:
            if self._starts > self.limits.restarts:
                raise SeatError(
                    FailureKind.DIED,
                    f"{self.name!r} was started {self._starts} times and is not started again",
                )
            try:
                self._start()
            except SeatError as error:
                raise SeatError(error.kind, f"{self.name!r} {error}") from None
        assert self._program is not None
        return self._program

    def _lost(self, program: Program, error: SeatError) -> SeatError:
        if program.ended:
            self._program = None
        return SeatError(error.kind, f"{self.name!r} {error}")

    def _start(self) -> Message:
        self._starts += 1
        self._game = None
        try:
            program = Program(self.command, self.limits.memory, self._clock)
        except (OSError, ValueError, IndexError, OverflowError) as error:
            why = getattr(error, "strerror", None) or error
            raise SeatError(FailureKind.DIED, f"names no program that starts ({why})") from error
        deadline = Deadline.after(self.limits.start, self._clock)
        try:
            program.send(encode(self._greeting()), deadline)
            line = program.receive(deadline)
            answer = read_message(line)
            if complaint := _said(answer):
                raise complaint
            if answer["type"] != "hello" or answer.get("protocol") != PROTOCOL:
                raise SeatError(
                    FailureKind.NONSENSE,
                    f"began with {shortened(line)} where type 'hello' with protocol {PROTOCOL} "
                    "was asked for",
                )
        except SeatError:
            program.close()
            raise
        self._program = program
        return answer

    def _greeting(self) -> Message:
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "dealer": f"fivebet {version('fivebet')}",
        }
        return hello if self.seed is None else hello | {"seed": self.seed}


class ProgramSeat:
    """An agent that asks a program what to do."""

    def __init__(self, program: Conversation) -> None:
        self.program = program
        self.remembers = program.hello.get("remembers") is True
        self._observes = program.hello.get("observes") is True

    def act(self, view: View) -> Decision:
        """What the program answers."""
        return read_decision(self.program.ask(view, "view", "action"))

    def observe(self, view: View) -> None:
        """Tell the program how the hand has ended, if it wants to know."""
        if self._observes:
            self.program.tell(view)

    def close(self) -> None:
        """Say goodbye and end the program."""
        self.program.close()

    def __reduce__(self) -> tuple[object, ...]:
        program = self.program
        if self.remembers:
            raise AgentError(f"{program.name!r} cannot be copied: its program keeps its memory")
        return seat_program, (program.name, program.command, program.limits, program.seed)


class PolicySeat(ProgramSeat):
    """One whose program has said that it can state its policy."""

    def policy(self, view: View) -> Mapping[Action, NDArray[np.float64]]:
        """What the program would do with each holding."""
        return read_policy(self.program.ask(view, "policy", "policy"), holdings(view.game))


def seat_program(
    name: str,
    command: Sequence[str],
    limits: Limits,
    seed: int | None = None,
    clock: Clock | None = None,
) -> ProgramSeat:
    """Start a program and seat it as what its hello says it is."""
    program = Conversation(name, command, limits, seed, clock)
    return (PolicySeat if program.hello.get("policy") is True else ProgramSeat)(program)


def json_seat(
    command: str, limits: Limits = USUAL, seed: int | None = None, clock: Clock | None = None
) -> ProgramSeat:
    """A program that speaks the protocol, by its command line."""
    name = f"json::{command}"
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise AgentError(f"{name!r} cannot be seated: {error}") from error
    return seat_program(name, words, limits, seed, clock)


def isolated_seat(
    agent: str, limits: Limits = USUAL, seed: int | None = None, clock: Clock | None = None
) -> ProgramSeat:
    """An agent by name, in a process of its own."""
    command = (sys.executable, "-P", "-m", "fivebet.agents.hosting.stdio", agent)
    return seat_program(f"isolated::{agent}", command, limits, seed, clock)


def _said(message: Message) -> SeatError | None:
    """The failure that a program tells of, if it does."""
    if message["type"] != "error":
        return None
    kind = FailureKind.NONSENSE if message.get("kind") == "nonsense" else FailureKind.RAISED
    return SeatError(kind, f"says: {message.get('error')}")


def _id(message: Message) -> int:
    id_ = message.get("id")
    return id_ if isinstance(id_, int) else 0
