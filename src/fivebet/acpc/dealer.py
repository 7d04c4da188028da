"""The dealer: one port for each seat, and everybody is sent everything they may know.

It behaves as the ACPC's own: a wrong version is reported and play goes on, an
unreadable one ends the match; answers that do not repeat the state are ignored;
bad actions are put right; who is too slow or goes away ends the match, which
then has no SCORE.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TextIO, TypeVar

from fivebet.acpc.clock import DealerClock, SystemClock
from fivebet.acpc.match import AcpcMatch, MatchProgress
from fivebet.errors import AgentError
from fivebet.formats.acpc.states import correct_action, match_state
from fivebet.game.hand import Hand

VERSION = "VERSION:2.0.0"
LONGEST_LINE = 4096
"""The most bytes of a line; lines end in CRLF, and LF is understood."""

_SECONDS_TO_HANG_UP = 1.0
_ANY_VERSION = re.compile(r"VERSION:(\d{1,9})\.(\d{1,9})\.(\d{1,9})")
_GOES_ON = set("/|23456789TJQKA")  # what would be more cards of a longer state

T = TypeVar("T")


class MatchEndedError(AgentError):
    """A player was too slow, has gone or cannot be understood: there is no score."""


class Dealer:
    """Deals one match to whoever connects.

    dealer = Dealer(match, log=file)
    ports = await dealer.listen()
    totals = await dealer.play()
    """

    def __init__(
        self,
        match: AcpcMatch,
        *,
        progress: MatchProgress | None = None,
        log: TextIO | None = None,
        transactions: TextIO | None = None,
        clock: DealerClock | None = None,
        report: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.match = match
        self._progress = progress or MatchProgress(match)
        self._log, self._transactions = log, transactions
        self._clock = clock or SystemClock()
        self._report = report
        self._servers: list[asyncio.Server] = []
        self._arrivals: list[asyncio.Future[_PlayerConnection]] = []
        self._players: list[_PlayerConnection] = []
        self._asked = 0.0

    async def listen(
        self, host: str = "127.0.0.1", ports: Sequence[int] | None = None
    ) -> tuple[int, ...]:
        """Open a port for each seat; free ones are taken if none are named."""
        wanted = list(ports or [0] * len(self.match.players))
        if len(wanted) != len(self.match.players):
            raise AgentError(f"{len(wanted)} ports for {len(self.match.players)} players")
        try:
            for port in wanted:
                await self._open(host, port)
        except OSError as error:
            self.close()
            raise AgentError(f"cannot listen on {host}: {error.strerror or error}") from error
        return tuple(server.sockets[0].getsockname()[1] for server in self._servers)

    async def play(self, wait: float | None = None) -> tuple[int | Fraction, ...]:
        """Play the match once all have connected, and return the totals by seat."""
        try:
            self._write(self._log, self.match.header().rstrip("\n"))
            for line in self._progress.lines:
                self._write(self._log, line)
            await self._greet(wait)
            while not self._progress.over:
                await self._play_hand()
            self._write(self._log, self._progress.score())
        finally:
            self.close()
            await self._last_words()
        return tuple(self._progress.totals)

    def close(self) -> None:
        """Hang up on everybody."""
        for player in self._players:
            player.close()
        for arrival in self._arrivals:
            if arrival.done() and not arrival.cancelled():
                arrival.result().close()
            arrival.cancel()
        for server in self._servers:
            server.close()

    async def _last_words(self) -> None:
        waiting = [asyncio.create_task(player.closed()) for player in self._players]
        if waiting:
            _, unread = await asyncio.wait(waiting, timeout=_SECONDS_TO_HANG_UP)
            for task in unread:
                task.cancel()

    async def _open(self, host: str, port: int) -> None:
        arrival: asyncio.Future[_PlayerConnection] = asyncio.get_running_loop().create_future()

        def arrive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if arrival.done():
                writer.close()  # the seat is taken
            else:
                arrival.set_result(_PlayerConnection(reader, writer))

        self._servers.append(await asyncio.start_server(arrive, host, port, limit=LONGEST_LINE))
        self._arrivals.append(arrival)

    async def _greet(self, wait: float | None) -> None:
        start = self._clock.now()
        for name, arrival in zip(self.match.players, self._arrivals, strict=True):
            left = None if wait is None else max(start + wait - self._clock.now(), 0)
            player = await self._in_time(left, arrival, f"{name!r} has not connected")
            self._players.append(player)
            line = await self._in_time(
                self.match.limits.response, player.read(), f"{name!r} has not told its version"
            )
            if line is None:
                raise MatchEndedError(f"{name!r} has gone before telling its version")
            version = _ANY_VERSION.match(line)
            if version is None:
                raise MatchEndedError(f"{name!r} began with {line[:80]!r}, not with {VERSION}")
            if int(version[1]) != 2 or int(version[2]) > 0:
                self._report(f"{name!r} speaks {line[:80]!r}, not {VERSION}: play goes on")

    async def _play_hand(self) -> None:
        progress = self._progress
        while not progress.hand.over:
            await self._send_states()
            answer, answered = await self._ask()
            line = progress.act(correct_action(progress.hand, answer), self._asked, answered)
            self._write(self._transactions, line)
        hand = progress.hand
        self._write(self._log, progress.next_hand())
        await self._send_states(hand)

    async def _send_states(self, hand: Hand | None = None) -> None:
        hand = hand or self._progress.hand
        for position in range(self.match.game.seats):
            seat = self.match.seat(position, hand.number)
            name = self.match.players[seat]
            if position == hand.actor:
                self._asked = self._clock.now()
            sending = self._players[seat].write(match_state(hand, position))
            try:
                await self._in_time(
                    self.match.limits.response, sending, f"{name!r} does not read what it is sent"
                )
            except ConnectionError as error:
                raise MatchEndedError(f"{name!r} has gone in hand {hand.number}") from error

    async def _ask(self) -> tuple[str, float]:
        hand, seat = self._progress.hand, self._progress.actor
        name = self.match.players[seat]
        state = match_state(hand, hand.actor or 0)

        async def answer() -> str:
            while (line := await self._players[seat].read()) is not None:
                rest = line.removeprefix(state)
                if line.startswith(state) and rest[:1] not in _GOES_ON:
                    return rest[1:] if rest.startswith(":") else ""
                self._report(f"{name!r} said {line[:200]!r}, which does not repeat {state!r}")
            raise MatchEndedError(f"{name!r} has gone in hand {hand.number}, at {state!r}")

        complaint = f"{name!r} has used its time in hand {hand.number}, at {state!r}"
        deadline = self._asked + self._progress.time_left()
        said = await self._in_time(max(deadline - self._clock.now(), 0), answer(), complaint)
        answered = self._clock.now()
        if answered > deadline:
            raise MatchEndedError(f"{complaint}: the match ends without a score")
        return said, answered

    async def _in_time(self, seconds: float | None, work: Awaitable[T], complaint: str) -> T:
        try:
            return await self._clock.within(seconds, work)
        except TimeoutError as error:
            raise MatchEndedError(f"{complaint}: the match ends without a score") from error

    def _write(self, file: TextIO | None, line: str) -> None:
        if file is not None:
            file.write(line + "\n")
            file.flush()


class _PlayerConnection:
    """One player's line to the dealer."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._overlong = False

    async def read(self) -> str | None:
        """Return the next line that is no comment; None when the player has gone."""
        while True:
            try:
                raw = await self._reader.readuntil(b"\n")
            except asyncio.LimitOverrunError as error:
                await self._reader.readexactly(error.consumed)
                self._overlong = True
                continue
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            if self._overlong or len(raw) > LONGEST_LINE:
                self._overlong = False
                continue
            line = raw.decode("ascii", "backslashreplace").rstrip("\r\n")
            if not line.startswith(("#", ";")):
                return line

    async def write(self, line: str) -> None:
        """Send a line; ConnectionError when the player has gone."""
        self._writer.write(f"{line}\r\n".encode("ascii"))
        await self._writer.drain()

    def close(self) -> None:
        """Hang up, once what was written is sent."""
        self._writer.close()

    async def closed(self) -> None:
        """Wait until it is sent."""
        with suppress(ConnectionError):
            await self._writer.wait_closed()
