"""A program that speaks the ACPC protocol, seated as an agent: `acpc::command`.

The command is started with a host and a port, as the competition starts its
players, and the program plays against a dealer of its own that tells it what
its seat has seen since it was last asked.
"""

import os
import shlex
import signal
import socket
import subprocess
import time
import weakref
from contextlib import suppress

from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.errors import AgentError
from fivebet.formats.acpc.states import correct_action, match_state
from fivebet.game.agent import Decision
from fivebet.game.hand import Hand
from fivebet.game.view import View

_HOST = "127.0.0.1"
_LONGEST_LINE = 4096
_BETWEEN_LOOKS = 0.05  # seconds between looks at a program that has not connected


class AcpcSeat:
    """An agent that asks an ACPC program; one that dies or hangs is not asked again."""

    def __init__(self, command: str, seconds: float = 600.0) -> None:
        self.name = f"acpc::{command}"
        self.seconds = seconds
        self._server = socket.create_server((_HOST, 0))
        self._program = self._start(command, self._server.getsockname()[1])
        self._line: socket.socket | None = None
        self._heard, self._overlong = b"", False
        self._sent: tuple[object, int] = (None, 0)  # the hand, and how many of its actions
        self._sockets = [self._server]
        self._end = weakref.finalize(self, _end, self._program, self._sockets)

    def act(self, view: View) -> Decision:
        """Return the program's action, corrected as the ACPC's dealer does."""
        deadline = time.monotonic() + self.seconds
        state = self._send_state(view, deadline)
        while not (line := self._read(deadline)).startswith(f"{state}:"):
            pass
        answer = line.removeprefix(f"{state}:")
        return Decision(correct_action(view, answer), {"answer": answer})

    def observe(self, view: View) -> None:
        """Tell the program how the hand has ended."""
        self._send_state(view, time.monotonic() + self.seconds)

    def close(self) -> None:
        """Hang up and end the program."""
        self._end()

    def _start(self, command: str, port: int) -> "subprocess.Popen[bytes]":
        try:
            words = shlex.split(command)
            return subprocess.Popen(
                [*words, _HOST, str(port)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # a script and what it has started end together
            )
        except (OSError, ValueError, IndexError) as error:
            self._server.close()
            why = getattr(error, "strerror", None) or error
            raise AgentError(
                f"{self.name!r} cannot be seated: there is no program that starts so ({why})"
            ) from error

    def _send_state(self, view: View, deadline: float) -> str:
        """Send every state since the last one sent; the last of them is the present one."""
        game = view.game
        if view.starting_stacks != game.stacks or any(game.antes):
            raise AgentError(
                f"{self.name!r} cannot play {game}: the ACPC's protocol knows no antes and "
                f"no stacks but the game's, {game.stacks}"
            )
        line = self._connected(deadline)
        deal = (view.number, view.seat, view.cards)
        done = self._sent[1] if self._sent[0] == deal else -1
        holes = [view.hole(seat) for seat in range(game.seats)]
        hand = Hand.with_cards(game, holes, view.board, number=view.number)
        states = [match_state(hand, view.seat)]
        for move in view.moves:
            hand.act(move.action)
            states.append(match_state(hand, view.seat))
        self._sent = deal, len(view.moves)
        try:
            line.settimeout(max(deadline - time.monotonic(), _BETWEEN_LOOKS))
            line.sendall("".join(f"{state}\r\n" for state in states[done + 1 :]).encode("ascii"))
        except TimeoutError as error:
            raise self._gone(FailureKind.HUNG, "does not read what it is sent") from error
        except OSError as error:
            raise self._gone(FailureKind.DIED, "has hung up") from error
        return states[-1]

    def _connected(self, deadline: float) -> socket.socket:
        if self._line is not None:
            return self._line
        self._server.settimeout(_BETWEEN_LOOKS)
        while True:
            try:
                self._line, _ = self._server.accept()
                break
            except TimeoutError:
                # One that ends well may have started its player in the background.
                if self._program.poll():
                    raise self._gone(FailureKind.DIED, "has not connected") from None
                if time.monotonic() > deadline:
                    raise self._gone(
                        FailureKind.HUNG, f"has not connected in {self.seconds:g} s"
                    ) from None
        self._sockets.append(self._line)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        version = self._read(deadline)
        if not version.startswith("VERSION:"):
            raise self._gone(
                FailureKind.NONSENSE, f"began with {version[:80]!r}, not with VERSION:2.0.0"
            )
        return self._line

    def _read(self, deadline: float) -> str:
        """Return the next line that is no comment and not too long."""
        while True:
            raw, newline, rest = self._heard.partition(b"\n")
            long = self._overlong or len(raw) > _LONGEST_LINE
            if not newline:
                self._heard, self._overlong = (b"" if long else raw), long
                self._heard += self._hear(deadline)
                continue
            self._heard, self._overlong = rest, False
            line = raw.decode("ascii", "backslashreplace").rstrip("\r")
            if not long and not line.startswith(("#", ";")):
                return line

    def _hear(self, deadline: float) -> bytes:
        assert self._line is not None
        self._line.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            data = self._line.recv(_LONGEST_LINE)
        except TimeoutError as error:
            raise self._gone(FailureKind.HUNG, f"has not answered in {self.seconds:g} s") from error
        except OSError:
            data = b""
        if not data:
            raise self._gone(FailureKind.DIED, "has hung up")
        return data

    def _gone(self, kind: FailureKind, what: str) -> SeatError:
        code = self._program.poll()
        end = "" if code is None else f"; it ended with code {code}"
        self.close()
        return SeatError(kind, f"{self.name!r} {what}{end}")


def _end(program: "subprocess.Popen[bytes]", sockets: list[socket.socket]) -> None:
    for each in sockets:
        each.close()
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()
