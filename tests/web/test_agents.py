"""Where agents think: slow, dying and remembering ones, here and on other machines."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from fivebet.game import Game, Hand
from fivebet.web.agents.providers import AgentServer, Thinkers
from fivebet.web.agents.workers import Crew, SeatedAgent

from .servers import CardRoom

BAD = Path(__file__).with_name("bad_agents.py")


def seated(name: str, remembers: bool = False) -> SeatedAgent:
    full = f"{BAD}::{name}" if name[0].isupper() else name
    return SeatedAgent(full, 0, name, remembers)


def with_crew(work: Callable[[Crew], Awaitable[None]], workers: int = 1) -> None:
    async def run() -> None:
        crew = Crew(workers)
        await crew.start()
        try:
            async with asyncio.timeout(60):
                await work(crew)
        finally:
            await crew.close()

    asyncio.run(run())


HAND = Hand(Game.named("cash-3p"), seed=1)
VIEW = HAND.view(HAND.actor or 0)


def test_a_stuck_agent_stalls_nobody_and_is_given_up_at_its_clock() -> None:
    async def work(crew: Crew) -> None:
        stuck = asyncio.create_task(crew.decide(seated("Stuck"), VIEW, 30))
        answer = await crew.decide(seated("call"), VIEW, 30)
        assert answer.action == "call"
        assert not stuck.done()
        stuck.cancel()
        await asyncio.gather(stuck, return_exceptions=True)
        warm = await crew.decide(seated("call"), VIEW, 30)
        assert warm.action == "call"
        late = await crew.decide(seated("Stuck"), VIEW, 0.05)
        assert late.action == "fold"
        assert late.failure == "had no answer after 0.05 s"
        assert (await crew.decide(seated("call"), VIEW, 30)).action == "call"

    with_crew(work)


def test_a_dying_agent_loses_its_decision_and_others_go_on() -> None:
    async def work(crew: Crew) -> None:
        answer = await crew.decide(seated("Dying"), VIEW, 30)
        assert (answer.action, answer.failure) == ("fold", "lost its process")
        assert (await crew.decide(seated("call"), VIEW, 30)).action == "call"

    with_crew(work)


def test_an_exception_is_the_agents_failure() -> None:
    async def work(crew: Crew) -> None:
        answer = await crew.decide(seated("Raising"), VIEW, 30)
        assert (answer.action, answer.failure) == ("fold", "RuntimeError: no idea")

    with_crew(work)


def test_an_agent_that_remembers_is_the_same_one_every_time() -> None:
    async def work(crew: Crew) -> None:
        agent = seated("Counting", remembers=True)
        over = HAND.copy()
        while not over.over:
            over.act(over.legal.passive)
        for seen in range(3):
            answer = await crew.decide(agent, VIEW, 30)
            assert json.loads(answer.reasons) == {"seen": seen}
            await crew.observe(agent, over.view(VIEW.seat), 30)
        crew.leave({0: agent})
        assert agent.worker is None

    with_crew(work)


def test_options_that_an_agent_does_not_have_are_found_before_it_sits_down() -> None:
    async def work(crew: Crew) -> None:
        assert await crew.check("random:seed=7", 30) == ""
        assert "is not a whole number" in await crew.check("random:seed=x", 30)

    with_crew(work)


class Busy(Crew):
    """A crew with so much to do."""

    load = 5.0  # type: ignore[assignment]


def test_an_agent_server_thinks_when_it_has_less_to_do(room: CardRoom) -> None:
    async def run() -> None:
        thinkers = Thinkers(Busy(1), [AgentServer(room.url)])
        server = thinkers.servers[0]
        answer = await thinkers.decide(seated("fair"), VIEW, 30, chances=True)
        assert answer.action in ("fold", "call", "raise")
        assert json.loads(answer.reasons)
        assert sum(chance.probability for chance in answer.chances) > 0.99
        assert server.asked == 0
        assert server.reachable
        await server.close()

    asyncio.run(run())


def test_a_server_that_does_not_answer_is_left_alone_and_the_crew_thinks() -> None:
    async def work(crew: Crew) -> None:
        crew.__class__ = Busy
        now = [100.0]
        gone = AgentServer("http://127.0.0.1:9", clock=lambda: now[0])
        thinkers = Thinkers(crew, [gone])
        assert (await thinkers.decide(seated("call"), VIEW, 30)).action == "call"
        assert not gone.reachable
        now[0] += 16
        assert gone.reachable
        await gone.close()

    with_crew(work)


def test_the_server_with_the_least_load_is_asked() -> None:
    class Told(AgentServer):
        def __init__(self, load: float) -> None:
            super().__init__("http://127.0.0.1:9")
            self.reported = load

        async def decide(self, agent, view, seconds, chances):  # type: ignore[no-untyped-def]
            asked.append(self.reported)

    asked: list[float] = []

    async def work(crew: Crew) -> None:
        crew.__class__ = Busy
        thinkers = Thinkers(crew, [Told(3.0), Told(0.5), Told(9.0)])
        await thinkers.decide(seated("call"), VIEW, 30)
        for server in thinkers.servers:
            await server.close()

    with_crew(work)
    assert asked == [0.5]
