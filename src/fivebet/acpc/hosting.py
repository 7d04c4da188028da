"""A match with our own agents at the dealer's ports, each over a real connection."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from fivebet.acpc.client import NoDealerError, connect
from fivebet.acpc.dealer import Dealer, MatchEndedError
from fivebet.game.agent import Agent

__all__ = ["host_match"]

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
