"""Where agents think: slow, dying and remembering ones, here and on other machines."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivebet.agents.hosting.registry import describe_agents, plays
from fivebet.agents.players.champion import Champion
from fivebet.game import Game, Hand
from fivebet.web.agents.service import AgentServer, AgentService
from fivebet.web.agents.worker import AgentRequest, _find_or_make_agent, _respond
from fivebet.web.agents.worker_pool import SeatedAgent, WorkerPool

from .servers import CardRoom

BAD = Path(__file__).with_name("bad_agents.py")
PATIENCE = 600.0
"""Seconds for what is not about the clock: processes start slowly on a busy machine."""


def seated(name: str, remembers: bool = False) -> SeatedAgent:
    full = f"{BAD}::{name}" if name[0].isupper() else name
    return SeatedAgent(full, 0, name, remembers)


def with_pool(
    work: Callable[[WorkerPool], Awaitable[None]], workers: int = 1, **limits: int
) -> None:
    async def run() -> None:
        pool = WorkerPool(workers, **limits)
        await pool.start()
        try:
            async with asyncio.timeout(PATIENCE):
                await work(pool)
        finally:
            await pool.close()

    asyncio.run(run())


HAND = Hand(Game.named("cash-3p"), seed=1)
VIEW = HAND.view(HAND.actor or 0)


def test_a_stuck_agent_stalls_nobody_and_is_given_up_at_its_clock() -> None:
    async def work(pool: WorkerPool) -> None:
        stuck = asyncio.create_task(pool.decide(seated("Stuck"), VIEW, PATIENCE))
        answer = await pool.decide(seated("call"), VIEW, PATIENCE)
        assert answer.action == "call"
        assert not stuck.done()
        stuck.cancel()
        await asyncio.gather(stuck, return_exceptions=True)
        warm = await pool.decide(seated("call"), VIEW, PATIENCE)
        assert warm.action == "call"
        late = await pool.decide(seated("Stuck"), VIEW, 0.05)
        assert late.action == "fold"
        assert late.failure == "had no answer after 0.05 s"
        assert (await pool.decide(seated("call"), VIEW, PATIENCE)).action == "call"

    with_pool(work)


def test_a_dying_agent_loses_its_decision_and_others_go_on() -> None:
    async def work(pool: WorkerPool) -> None:
        answer = await pool.decide(seated("Dying"), VIEW, PATIENCE)
        assert (answer.action, answer.failure) == ("fold", "lost its process")
        assert (await pool.decide(seated("call"), VIEW, PATIENCE)).action == "call"

    with_pool(work)


def test_an_exception_is_the_agents_failure() -> None:
    async def work(pool: WorkerPool) -> None:
        answer = await pool.decide(seated("Raising"), VIEW, PATIENCE)
        assert (answer.action, answer.failure) == ("fold", "RuntimeError: no idea")

    with_pool(work)


def test_an_agent_that_remembers_is_the_same_one_every_time() -> None:
    async def work(pool: WorkerPool) -> None:
        agent = seated("Counting", remembers=True)
        over = HAND.copy()
        while not over.over:
            over.act(over.legal.passive)
        for seen in range(3):
            answer = await pool.decide(agent, VIEW, PATIENCE)
            assert json.loads(answer.reasons) == {"seen": seen}
            await pool.observe(agent, over.view(VIEW.seat), PATIENCE)
        pool.leave({0: agent})
        assert agent.worker is None

    with_pool(work)


async def cancelled(*tasks: "asyncio.Task[object]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def some_turns_of_the_loop() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_who_is_cancelled_while_waiting_never_takes_a_worker() -> None:
    async def work(pool: WorkerPool) -> None:
        assert (await pool.decide(seated("call"), VIEW, PATIENCE)).action == "call"
        for _ in range(3):
            stuck = asyncio.create_task(pool.decide(seated("Stuck"), VIEW, PATIENCE))
            waiting = [
                asyncio.create_task(pool.decide(seated("call"), VIEW, PATIENCE)) for _ in range(4)
            ]
            await some_turns_of_the_loop()
            await cancelled(*waiting)
            await cancelled(stuck)
            assert (await pool.decide(seated("call"), VIEW, PATIENCE)).action == "call"
        assert pool.load == 0
        assert pool.processes == 1

    with_pool(work, most_shared=1)


def test_a_worker_that_is_given_to_somebody_who_is_cancelled_goes_to_the_next() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.decide(seated("call"), VIEW, PATIENCE)
        first, second, third = (
            asyncio.create_task(pool.decide(seated("call"), VIEW, PATIENCE)) for _ in range(3)
        )
        first.add_done_callback(lambda _: second.cancel())  # the worker is on its way to it
        assert (await third).action == "call"
        assert second.cancelled()

    with_pool(work, most_shared=1)


def test_waiting_for_a_worker_is_on_the_agents_clock() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.decide(seated("call"), VIEW, PATIENCE)
        stuck = asyncio.create_task(pool.decide(seated("Stuck"), VIEW, PATIENCE))
        await some_turns_of_the_loop()
        answer = await pool.decide(seated("call"), VIEW, 0.05)
        assert (answer.action, answer.failure) == ("fold", "found no free worker in 0.05 s")
        assert answer.seen_by_house
        assert "cannot be seated" in await pool.find_problem("random:seed=7", 0.05)
        await cancelled(stuck)
        assert (await pool.decide(seated("call"), VIEW, PATIENCE)).action == "call"

    with_pool(work, most_shared=1)


def test_a_client_whose_agents_are_stuck_leaves_a_worker_for_others() -> None:
    def of(client: str, name: str) -> SeatedAgent:
        agent = seated(name)
        agent.client = client
        return agent

    async def work(pool: WorkerPool) -> None:
        stuck = [
            asyncio.create_task(pool.decide(of("hostile", "Stuck"), VIEW, PATIENCE))
            for _ in range(5)
        ]
        await some_turns_of_the_loop()
        assert pool.load >= 5
        for client in ("a", "b", "a"):
            assert (await pool.decide(of(client, "call"), VIEW, PATIENCE)).action == "call"
        assert not any(each.done() for each in stuck)
        await cancelled(*stuck)
        answers = await asyncio.gather(
            *(pool.decide(of("hostile", "call"), VIEW, PATIENCE) for _ in range(3))
        )
        assert [each.action for each in answers] == ["call"] * 3

    with_pool(work, most_shared=2, spare=1)


def test_agents_that_remember_count_towards_the_limit_and_share_beyond_it() -> None:
    over = HAND.copy()
    while not over.over:
        over.act(over.legal.passive)

    async def work(pool: WorkerPool) -> None:
        agents = {n: SeatedAgent(f"{BAD}::Counting", 0, f"{n}", True) for n in range(5)}
        for agent in agents.values():
            await pool.observe(agent, over.view(VIEW.seat), PATIENCE)
        assert pool.processes == 1 + 2
        await pool.observe(agents[4], over.view(VIEW.seat), PATIENCE)
        answers = await asyncio.gather(
            *(pool.decide(agent, VIEW, PATIENCE) for agent in agents.values())
        )
        assert [json.loads(each.reasons)["seen"] for each in answers] == [1, 1, 1, 1, 2]
        pool.leave({n: agents[n] for n in range(4)})
        assert json.loads((await pool.decide(agents[4], VIEW, PATIENCE)).reasons) == {"seen": 2}
        assert pool.processes == 1 + 1
        pool.leave(agents)
        assert pool.processes == 1

    with_pool(work, most_remembering=2)


def test_a_table_that_closes_does_not_end_the_memory_of_those_who_share_its_worker() -> None:
    async def work(pool: WorkerPool) -> None:
        stays = SeatedAgent(f"{BAD}::Counting", 0, "stays", True)
        leaves = SeatedAgent(f"{BAD}::Counting", 0, "leaves", True)
        over = HAND.copy()
        while not over.over:
            over.act(over.legal.passive)
        await pool.observe(stays, over.view(VIEW.seat), PATIENCE)
        asked = asyncio.create_task(pool.decide(leaves, VIEW, PATIENCE))
        await some_turns_of_the_loop()
        await cancelled(asked)
        pool.leave({0: leaves})
        assert json.loads((await pool.decide(stays, VIEW, PATIENCE)).reasons) == {"seen": 1}

    with_pool(work, most_remembering=1)


def test_after_many_tables_were_opened_and_closed_every_agent_answers() -> None:
    async def work(pool: WorkerPool) -> None:
        for turns in range(12):  # closed at another moment of its hand each time
            agents = {n: seated("aki", remembers=True) for n in range(2)}
            plain = ["call", "fair", "tight", "Stuck", "random", "loose"]
            tasks = [
                asyncio.create_task(pool.decide(agent, VIEW, PATIENCE))
                for agent in (*agents.values(), *map(seated, plain))
            ]
            for _ in range(turns):
                await asyncio.sleep(0)
            await cancelled(*tasks)
            pool.leave(agents)
        names = [info.name for info in describe_agents() if plays(info, HAND.game.name)]
        assert len(names) > 10
        for name in names:
            answer = await pool.decide(seated(name), VIEW, PATIENCE)
            assert (name, answer.failure) == (name, "")
        assert pool.processes <= 4

    with_pool(work, workers=2, most_shared=3, most_remembering=1)


def test_a_worker_that_has_died_while_nobody_asked_it_costs_no_decision() -> None:
    async def work(pool: WorkerPool) -> None:
        await pool.decide(seated("call"), VIEW, PATIENCE)
        (worker,) = pool._all
        worker._process.kill()
        await asyncio.to_thread(worker._process.join)
        await some_turns_of_the_loop()
        assert (await pool.decide(seated("call"), VIEW, PATIENCE)).failure == ""

    with_pool(work)


def test_options_that_an_agent_does_not_have_are_found_before_it_sits_down() -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.find_problem("random:seed=7", PATIENCE) == ""
        assert "is not a whole number" in await pool.find_problem("random:seed=x", PATIENCE)

    with_pool(work)


class Busy(WorkerPool):
    """A pool with so much to do."""

    load = 5.0  # type: ignore[assignment]


def test_an_agent_server_thinks_when_it_has_less_to_do(room: CardRoom) -> None:
    async def run() -> None:
        agents = AgentService(Busy(1), [AgentServer(room.url)])
        server = agents.servers[0]
        answer = await agents.decide(seated("fair"), VIEW, 60, with_probabilities=True)
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
        assert (await agents.decide(seated("call"), VIEW, PATIENCE)).action == "call"
        assert not gone.is_reachable
        now[0] += 16
        assert gone.is_reachable
        await gone.close()

    with_pool(work)


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {"load": None},
        {"load": 0, "action": "dance", "to": 0},
        {"load": 0, "action": "raise", "to": 1},
        {"load": 0, "action": "call", "to": None},
    ],
)
def test_a_server_that_answers_nonsense_is_left_alone(
    answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(answer, dict):
        answer = {"reasons": {}, "failure": "", "probabilities": [], **answer}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=answer))
    monkeypatch.setattr(httpx, "AsyncClient", partial(httpx.AsyncClient, transport=transport))
    server = AgentServer("http://127.0.0.1:9")

    async def run() -> None:
        assert await server.decide(seated("call"), VIEW, PATIENCE, with_probabilities=True) is None
        assert not server.is_reachable
        await server.close()

    asyncio.run(run())


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
        await agents.decide(seated("call"), VIEW, PATIENCE)
        for server in agents.servers:
            await server.close()

    with_pool(work)
    assert asked == [0.5]


def test_a_policy_that_cannot_be_stated_takes_no_decision_back() -> None:
    request = AgentRequest("seat", seated("Secretive").name, 0, VIEW, with_probabilities=True)
    answer = _respond(request, OrderedDict())
    assert (answer.action, answer.failure, answer.probabilities) == ("call", "", ())


def test_agents_of_the_card_room_explain_what_they_do() -> None:
    agent = _find_or_make_agent(AgentRequest("seat", "champion", 3), OrderedDict())
    assert isinstance(agent, Champion)
    assert agent.explain
    assert agent.seed == 3
