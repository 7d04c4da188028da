"""Decisions of the card room's agents, by its own worker processes and by agent servers.

An agent server is a card room on another machine that is asked by its API. Whoever
has the lowest load is asked. A server that does not answer is not asked for a while,
and its request is answered here. Agents that remember decide here.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from fivebet.agents.hosting.wire import game_message, view_message
from fivebet.errors import ActionError
from fivebet.game import Action, View
from fivebet.store.hands import reasons_text
from fivebet.web.agents.worker import ActionProbability, AgentResponse
from fivebet.web.agents.worker_pool import SeatedAgent, WorkerPool

_SECONDS_BEFORE_RETRY = 15.0


class AgentServer:
    """Another machine, asked by `POST /api/v1/agents/{name}/decide`."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        import httpx  # noqa: PLC0415 - most card rooms have no agent servers

        self.url = url.rstrip("/")
        self.in_flight = 0
        """Our requests that it has not answered yet."""
        self.reported_load = 0.0
        """Its load at its last answer, without our requests."""
        self._clock = clock
        self._retry_at = 0.0
        self._client = httpx.AsyncClient(base_url=self.url)
        self._failures = (httpx.HTTPError, httpx.InvalidURL, KeyError, TypeError, ValueError)

    @property
    def is_reachable(self) -> bool:
        """Whether it has answered last time, or that is long ago."""
        return self._clock() >= self._retry_at

    @property
    def load(self) -> float:
        """Requests for each of its workers."""
        return self.reported_load + self.in_flight

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, with_probabilities: bool
    ) -> AgentResponse | None:
        """Return the server's answer, or None if there is none that the table can take."""
        request = {
            "game": game_message(view.game),
            "view": view_message(view),
            "seconds": seconds,
            "seed": agent.seed,
        }
        self.in_flight += 1
        try:
            response = await self._client.post(
                f"/api/v1/agents/{quote(agent.name, safe='')}/decide",
                json=request,
                timeout=seconds + 1,
            )
            data = response.raise_for_status().json()
            self.reported_load = max(0.0, data["load"])
            return _read_response(data, view, with_probabilities)
        except self._failures:
            self._retry_at = self._clock() + _SECONDS_BEFORE_RETRY
            return None
        finally:
            self.in_flight -= 1

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


class AgentService:
    """Asks agents in the worker pool here, or on agent servers that have less to do."""

    def __init__(self, pool: WorkerPool, servers: Sequence[AgentServer] = ()) -> None:
        self.pool, self.servers = pool, tuple(servers)

    async def start(self) -> None:
        """Start the worker pool."""
        await self.pool.start()

    async def close(self) -> None:
        """Close the pool and the connections to servers."""
        await self.pool.close()
        for server in self.servers:
            await server.close()

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, with_probabilities: bool = False
    ) -> AgentResponse:
        """Return an agent's decision, from where the load is lowest."""
        # Registered agents are known here only.
        if not agent.remembers and "@" not in agent.name:
            reachable = [server for server in self.servers if server.is_reachable]
            best = min(reachable, key=lambda server: server.load, default=None)
            if best is not None and best.load < self.pool.load:
                response = await best.decide(agent, view, seconds, with_probabilities)
                if response is not None:
                    return response
        return await self.pool.decide(agent, view, seconds, with_probabilities)

    async def observe(self, agent: SeatedAgent, view: View, seconds: float) -> None:
        """Show an agent that remembers how a hand has ended."""
        await self.pool.observe(agent, view, seconds)

    def leave(self, agents: Mapping[int, SeatedAgent]) -> None:
        """Release the agents of a table."""
        self.pool.leave(agents)


def _read_response(data: Mapping[str, Any], view: View, with_probabilities: bool) -> AgentResponse:
    action = Action(data["action"], data["to"])
    if action not in view.legal:
        raise ActionError(f"{action} is not legal: {view.legal}")
    probabilities = [
        ActionProbability(each["action"], each["to"], each["probability"])
        for each in data["probabilities"]
    ]
    return AgentResponse(
        action.kind,
        action.to,
        reasons_text(data["reasons"]),
        str(data["failure"]),
        tuple(probabilities) if with_probabilities else (),
    )
