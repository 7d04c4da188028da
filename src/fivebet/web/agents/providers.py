"""Everybody who can think for the card room's agents: its own processes and agent servers.

An agent server is a card room on another machine that is asked by its API. Whoever
has the least to do is asked; a server that does not answer is left alone for a
while, and the question is answered here. Agents that remember think here.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fivebet.agents.hosting.wire import game_message, view_message
from fivebet.game import View
from fivebet.store.hands import reasons_text
from fivebet.web.agents.worker import Answer, Chance
from fivebet.web.agents.workers import Crew, SeatedAgent

__all__ = ["AgentServer", "Thinkers"]

_LEFT_ALONE = 15.0  # seconds


class AgentServer:
    """Another machine, asked by `POST /api/v1/agents/{name}/decide`."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        import httpx  # noqa: PLC0415 - most card rooms have no agent servers

        self.url = url.rstrip("/")
        self.asked = 0
        """Questions of ours that it is thinking about."""
        self.reported = 0.0
        """Its load at its last answer, ours left out."""
        self._clock = clock
        self._alone_until = 0.0
        self._client = httpx.AsyncClient(base_url=self.url)
        self._failures = (httpx.HTTPError, httpx.InvalidURL, KeyError, ValueError)

    @property
    def reachable(self) -> bool:
        """Whether it is worth asking."""
        return self._clock() >= self._alone_until

    @property
    def load(self) -> float:
        """Questions for each of its workers."""
        return self.reported + self.asked

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, chances: bool
    ) -> Answer | None:
        """Its answer, or None if there is none."""
        question = {
            "game": game_message(view.game),
            "view": view_message(view),
            "seconds": seconds,
            "seed": agent.seed,
        }
        self.asked += 1
        try:
            response = await self._client.post(
                f"/api/v1/agents/{agent.name}/decide", json=question, timeout=seconds + 1
            )
            told = response.raise_for_status().json()
            self.reported = max(0.0, told["load"])
            return _answer(told, chances)
        except self._failures:
            self._alone_until = self._clock() + _LEFT_ALONE
            return None
        finally:
            self.asked -= 1

    async def close(self) -> None:
        """Hang up."""
        await self._client.aclose()


class Thinkers:
    """A crew here, and servers elsewhere."""

    def __init__(self, crew: Crew, servers: Sequence[AgentServer] = ()) -> None:
        self.crew, self.servers = crew, tuple(servers)

    async def start(self) -> None:
        """Start the crew."""
        await self.crew.start()

    async def close(self) -> None:
        """Let go of everybody."""
        await self.crew.close()
        for server in self.servers:
            await server.close()

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, chances: bool = False
    ) -> Answer:
        """What an agent answers, asked where there is the least to do."""
        if not agent.remembers:
            reachable = [server for server in self.servers if server.reachable]
            best = min(reachable, key=lambda server: server.load, default=None)
            if best is not None and best.load < self.crew.load:
                answer = await best.decide(agent, view, seconds, chances)
                if answer is not None:
                    return answer
        return await self.crew.decide(agent, view, seconds, chances)

    async def observe(self, agent: SeatedAgent, view: View, seconds: float) -> None:
        """Show an agent that remembers how a hand has ended."""
        await self.crew.observe(agent, view, seconds)

    def leave(self, agents: Mapping[int, SeatedAgent]) -> None:
        """Let go of the agents of a table."""
        self.crew.leave(agents)


def _answer(told: Mapping[str, Any], chances: bool) -> Answer:
    stated = [
        Chance(each["action"], each["to"], each["probability"]) for each in told["probabilities"]
    ]
    return Answer(
        str(told["action"]),
        int(told["to"]),
        reasons_text(told["reasons"]),
        str(told["failure"]),
        tuple(stated) if chances else (),
    )
