"""Raw clients of the protocol and a clock that tests turn by hand."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from io import StringIO
from typing import TypeVar

from fivebet.acpc.dealer import Dealer, MatchEndedError
from fivebet.acpc.match import AcpcMatch, MatchProgress

T = TypeVar("T")

Answer = Callable[[str], bytes | None]
"""What to send on a state when it is one's turn; None hangs up."""


class HandClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = 0.0
        self._moved = asyncio.Event()

    def now(self) -> float:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += seconds
        self._moved.set()

    async def within(self, seconds: float | None, work: Awaitable[T]) -> T:
        deadline = None if seconds is None else self.time + seconds
        task = asyncio.ensure_future(work)
        while True:
            if deadline is not None and self.time >= deadline and not task.done():
                break
            moved = asyncio.ensure_future(self._moved.wait())
            await asyncio.wait([task, moved], return_when=asyncio.FIRST_COMPLETED)
            moved.cancel()
            self._moved.clear()
            if task.done():
                return await task
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        raise TimeoutError


class RawPlayer:
    """A client made of nothing but a socket; keeps every line it was sent."""

    def __init__(self, answer: Answer, greeting: bytes = b"VERSION:2.0.0\r\n") -> None:
        self.answer, self.greeting = answer, greeting
        self.lines: list[str] = []

    async def play(self, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(self.greeting)
            while line := await reader.readline():
                assert line.endswith(b"\r\n")
                self.lines.append(line[:-2].decode("ascii"))
                reply = self.answer(self.lines[-1])
                if reply is None:
                    break
                writer.write(reply)
        except ConnectionError:
            pass
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


class Outcome:
    """What came of a match."""

    def __init__(self) -> None:
        self.log, self.transactions = StringIO(), StringIO()
        self.reports: list[str] = []
        self.totals: tuple[int | Fraction, ...] = ()
        self.error = ""


def deal(
    match: AcpcMatch,
    players: Sequence[RawPlayer],
    *,
    progress: MatchProgress | None = None,
    clock: Callable[[], HandClock] = HandClock,
) -> Outcome:
    """A match from its first connection to its end."""
    outcome = Outcome()

    async def run() -> None:
        dealer = Dealer(
            match,
            progress=progress,
            log=outcome.log,
            transactions=outcome.transactions,
            clock=clock(),
            report=outcome.reports.append,
        )
        ports = await dealer.listen()
        seats = [
            asyncio.create_task(player.play(port))
            for player, port in zip(players, ports, strict=True)
        ]
        try:
            outcome.totals = await dealer.play()
        except MatchEndedError as error:
            outcome.error = str(error)
        await asyncio.gather(*seats)

    asyncio.run(asyncio.wait_for(run(), 600))
    return outcome


def to_act(line: str, seats: int = 2) -> bool:
    """Whether a two-player MATCHSTATE asks for an answer, by the letters alone."""
    assert seats == 2
    _, position, _, betting, _ = line.split(":")
    *done, now = betting.split("/")
    if "f" in betting or (len(done) == 3 and _over(now)) or _all_in(betting):
        return False
    actions = sum(letter in "cfr" for letter in now)
    first = 1 if not done else 0
    return int(position) == (first + actions) % 2


def _over(now: str) -> bool:
    letters = [letter for letter in now if letter in "cr"]
    return len(letters) >= 2 and letters[-1] == "c"


def _all_in(betting: str) -> bool:
    return betting.endswith("//") or (betting.count("/") == 3 and "r20000c" in betting)


def always(action: str) -> Answer:
    """Answers every state that asks for it, in a two-player game."""

    def answer(line: str) -> bytes:
        return f"{line}:{action}\r\n".encode() if to_act(line) else b""

    return answer
