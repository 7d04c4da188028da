"""Where agents think: slow, dying and remembering ones, here and on other machines."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from fivebet.game import Game, Hand
from fivebet.web.agents.service import AgentServer, AgentService
from fivebet.web.agents.worker_pool import SeatedAgent, WorkerPool

from .servers import CardRoom

BAD = Path(__file__).with_name("bad_agents.py")


def seated(name: str, remembers: bool = False) -> SeatedAgent:
    full = f"{BAD}::{name}" if name[0].isupper() else name
    return SeatedAgent(full, 0, name, remembers)


def with_pool(work: Callable[[WorkerPool], Awaitable[None]], workers: int = 1) -> None:
    async def run() -> None:
        pool = WorkerPool(workers)
        await pool.start()
        try:
            async with asyncio.timeout(60):
                await work(pool)
        finally:
            await pool.close()

    asyncio.run(run())


HAND = Hand(Game.named("cash-3p"), seed=1)
VIEW = HAND.view(HAND.actor or 0)


def test_a_stuck_agent_stalls_nobody_and_is_given_up_at_its_clock() -> None:
    async def work(pool: WorkerPool) -> None:
        stuck = asyncio.create_task(pool.decide(seated("Stuck"), VIEW, 30))
        answer = await pool.decide(seated("call"), VIEW, 30)
        assert answer.action == "call"
        assert not stuck.done()
        stuck.cancel()
        await asyncio.gather(stuck, return_exceptions=True)
        warm = await pool.decide(seated("call"), VIEW, 30)
        assert warm.action == "call"
        late = await pool.decide(seated("Stuck"), VIEW, 0.05)
        assert late.action == "fold"
        assert late.failure == "had no answer after 0.05 s"
        assert (await pool.decide(seated("call"), VIEW, 30)).action == "call"

    with_pool(work)


def test_a_dying_agent_loses_its_decision_and_others_go_on() -> None:
    async def work(pool: WorkerPool) -> None:
        answer = await pool.decide(seated("Dying"), VIEW, 30)
        assert (answer.action, answer.failure) == ("fold", "lost its process")
        assert (await pool.decide(seated("call"), VIEW, 30)).action == "call"

    with_pool(work)


def test_an_exception_is_the_agents_failure() -> None:
    async def work(pool: WorkerPool) -> None:
        answer = await pool.decide(seated("Raising"), VIEW, 30)
        assert (answer.action, answer.failure) == ("fold", "RuntimeError: no idea")

    with_pool(work)


def test_an_agent_that_remembers_is_the_same_one_every_time() -> None:
    async def work(pool: WorkerPool) -> None:
        agent = seated("Counting", remembers=True)
        over = HAND.copy()
        while not over.over:
            over.act(over.legal.passive)
        for seen in range(3):
            answer = await pool.decide(agent, VIEW, 30)
            assert json.loads(answer.reasons) == {"seen": seen}
            await pool.observe(agent, over.view(VIEW.seat), 30)
        pool.leave({0: agent})
        assert agent.worker is None

    with_pool(work)


def test_options_that_an_agent_does_not_have_are_found_before_it_sits_down() -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.find_problem("random:seed=7", 30) == ""
        assert "is not a whole number" in await pool.find_problem("random:seed=x", 30)

    with_pool(work)


class Busy(WorkerPool):
    """A pool with so much to do."""

    load = 5.0  # type: ignore[assignment]


def test_an_agent_server_thinks_when_it_has_less_to_do(room: CardRoom) -> None:
    async def run() -> None:
        agents = AgentService(Busy(1), [AgentServer(room.url)])
        server = agents.servers[0]
        answer = await agents.decide(seated("fair"), VIEW, 30, with_probabilities=True)
        assert answer.action in ("fold", "call", "raise")
        assert json.loads(answer.reasons)
        assert sum(each.probability for each in answer.probabilities) > 0.99
        assert server.in_flight == 0
        assert server.is_reachable
        await server.close()

    asyncio.run(run())


def test_a_server_that_does_not_answer_is_left_alone_and_the_pool_thinks() -> None:
    async def work(pool: WorkerPool) -> None:
        pool.__class__ = Busy
        now = [100.0]
        gone = AgentServer("http://127.0.0.1:9", clock=lambda: now[0])
        agents = AgentService(pool, [gone])
        assert (await agents.decide(seated("call"), VIEW, 30)).action == "call"
        assert not gone.is_reachable
        now[0] += 16
        assert gone.is_reachable
        await gone.close()

    with_pool(work)


def test_the_server_with_the_least_load_is_asked() -> None:
    class Reporting(AgentServer):
        def __init__(self, load: float) -> None:
            super().__init__("http://127.0.0.1:9")
            self.reported_load = load

        async def decide(self, agent, view, seconds, with_probabilities):  # type: ignore[no-untyped-def]
            asked.append(self.reported_load)

    asked: list[float] = []

    async def work(pool: WorkerPool) -> None:
        pool.__class__ = Busy
        agents = AgentService(pool, [Reporting(3.0), Reporting(0.5), Reporting(9.0)])
        await agents.decide(seated("call"), VIEW, 30)
        for server in agents.servers:
            await server.close()

    with_pool(work)
    assert asked == [0.5]
