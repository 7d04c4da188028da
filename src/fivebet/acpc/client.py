"""The client: seats one of our agents at a dealer that speaks the ACPC protocol.

Every line of the dealer is played again as a hand with unknown cards, so that
the agent sees the same `View` as at our own tables.
"""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fivebet.acpc.dealer import LONGEST_LINE, VERSION, Dealer, MatchEndedError
from fivebet.errors import AgentError, FormatError
from fivebet.formats.acpc.states import action_text, parse_match_state
from fivebet.game.agent import Agent, Observer
from fivebet.game.chips import simplify_chips
from fivebet.game.game import Game


class NoDealerError(AgentError):
    """The dealer is not there, or has gone."""


@dataclass(frozen=True)
class ClientResult:
    """The finished hands of a match and the chips won, as an agent has seen them."""

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


_SECONDS_TO_LEAVE = 1.0


async def host_match(
    dealer: Dealer,
    agents: Mapping[int, Agent],
    *,
    host: str = "127.0.0.1",
    ports: Sequence[int] | None = None,
    wait: float | None = None,
    opened: Callable[[tuple[int, ...]], object] = lambda _: None,
) -> tuple[int | Fraction, ...]:
    """Play a match with agents at some seats, waiting for others; return the totals by seat.

    An agent's own error is raised as it is, in place of the dealer's complaint
    that the player has gone.
    """
    numbers = await dealer.listen(host, ports)
    opened(numbers)
    failures: list[Exception] = []

    def seat(port: int, agent: Agent) -> None:
        near = "127.0.0.1" if host in ("", "0.0.0.0") else host
        try:
            connect(near, port, agent, dealer.match.game)
        except NoDealerError:
            pass  # the dealer has given up, and says why
        except Exception as error:
            failures.append(error)

    threads = [
        threading.Thread(target=seat, args=(numbers[place], agent), daemon=True)
        for place, agent in agents.items()
    ]
    for thread in threads:
        thread.start()
    ended: MatchEndedError | None = None
    totals: tuple[int | Fraction, ...] = ()
    try:
        totals = await dealer.play(wait)
    except MatchEndedError as error:
        ended = error
    await _leave(threads)
    if ended:
        raise failures[0] if failures else ended
    return totals


async def _leave(threads: Sequence[threading.Thread]) -> None:
    """Wait for agents to see that the dealer has hung up, but not for one that thinks for ever."""
    for thread in threads:
        await asyncio.to_thread(thread.join, _SECONDS_TO_LEAVE)
