"""The client: seats one of our agents at a dealer that speaks the ACPC protocol.

Every line of the dealer is played again as a hand with unknown cards, so that
the agent sees the same `View` as at our own tables.
"""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fivebet.acpc.dealer import VERSION
from fivebet.acpc.lines import LONGEST_LINE
from fivebet.errors import AgentError, FormatError
from fivebet.formats.acpc.states import action_text, parse_match_state
from fivebet.game.agent import Agent, Observer
from fivebet.game.chips import simplify_chips
from fivebet.game.game import Game

__all__ = ["ClientResult", "NoDealerError", "connect"]


class NoDealerError(AgentError):
    """The dealer is not there, or has gone."""


@dataclass(frozen=True)
class ClientResult:
    """What an agent has seen of a match: hands that came to their end, chips won."""

    hands: int = 0
    chips: int | Fraction = 0


def connect(
    host: str, port: int, agent: Agent, game: Game, *, patience: float | None = None
) -> ClientResult:
    """Play at a dealer until it hangs up.

    `patience` is how many seconds to wait for its next word; for ever if None.
    """
    try:
        line = socket.create_connection((host, port), timeout=patience)
    except OSError as error:
        raise NoDealerError(f"no dealer answers on {host}:{port}: {error}") from error
    with line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            return _play(line, agent, game)
        except TimeoutError as error:
            raise AgentError(f"the dealer on {host}:{port} says nothing any more") from error
        except ConnectionError as error:
            raise NoDealerError(f"the dealer on {host}:{port} has gone: {error}") from error


def _play(line: socket.socket, agent: Agent, game: Game) -> ClientResult:
    hands, chips = 0, Fraction(0)
    last = -1
    _send(line, VERSION)
    for text in _states(line):
        state = parse_match_state(text, game)
        if state.hand.over:
            if state.hand.number == last:
                continue
            last = state.hand.number
            hands += 1
            if state.hand.decided:
                chips += state.hand.payoffs[state.position]
            if isinstance(agent, Observer):
                agent.observe(state.hand.view(state.position))
        elif state.to_act:
            action = agent.act(state.hand.view(state.position)).action
            _send(line, f"{text}:{action_text(state.hand, action)}")
    return ClientResult(hands, simplify_chips(chips))


def _send(line: socket.socket, text: str) -> None:
    line.sendall(f"{text}\r\n".encode("ascii"))


def _states(line: socket.socket) -> Iterator[str]:
    """Yield the dealer's MATCHSTATE lines, without comments and half lines."""
    rest = b""
    while data := line.recv(1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        if len(rest) > LONGEST_LINE:
            raise FormatError(f"the dealer's line {rest[:60]!r}… is over {LONGEST_LINE} bytes")
        for raw in lines:
            text = raw.decode("ascii", "backslashreplace").rstrip("\r")
            if text.startswith("MATCHSTATE:"):
                yield text
            elif text and not text.startswith(("#", ";")):
                raise FormatError(f"the dealer said {text[:200]!r}, which is no MATCHSTATE")
