"""One client cannot starve the room: quotas for questions, jobs and connections."""

import asyncio
import os
import re
import signal
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from anyio.to_thread import current_default_thread_limiter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from websockets.exceptions import InvalidStatus

from fivebet.errors import RangeError, ServerError
from fivebet.web.app import make_app
from fivebet.web.connections import ConnectionLimits
from fivebet.web.headers import HeadersAndLimits
from fivebet.web.jobs.job_queue import JobQueue, LiveJob
from fivebet.web.questions import QuestionPool, Quota

from .bad_questions import complain, explode, hang, vanish
from .clients import PATIENCE, Client, open_table
from .following import post, refusal
from .servers import CardRoom


def test_a_client_with_too_many_questions_is_refused_and_others_are_not() -> None:
    async def ask() -> None:
        quota = Quota(at_once=1, of_a_client=3, waiting=10)
        async with quota.turn("a"):
            waiting = [asyncio.create_task(enter(quota, "a")) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(HTTPException) as refused:
                await enter(quota, "a")
            assert refused.value.status_code == 429
            assert refused.value.headers == {"retry-after": "3"}
            waiting.append(asyncio.create_task(enter(quota, "b")))
            await asyncio.sleep(0)
            assert not order
        await asyncio.gather(*waiting)

    async def enter(quota: Quota, client: str) -> None:
        async with quota.turn(client):
            order.append(client)

    order: list[str] = []
    asyncio.run(ask())
    assert order == ["a", "b", "a"]


def test_a_full_queue_refuses_everybody() -> None:
    async def ask() -> None:
        quota = Quota(at_once=1, of_a_client=9, waiting=1)
        async with quota.turn("a"):
            waiting = asyncio.create_task(quota.turn("b").__aenter__())
            await asyncio.sleep(0)
            with pytest.raises(HTTPException, match="waiting"):
                await quota.turn("c").__aenter__()
            waiting.cancel()

    asyncio.run(ask())


@pytest.mark.parametrize("late", [False, True], ids=["while waiting", "as its turn comes"])
def test_a_turn_that_nobody_wants_any_more_goes_to_the_next(late: bool) -> None:
    async def ask() -> None:
        quota = Quota(at_once=1, of_a_client=9, waiting=9)
        first = quota.turn("a")
        await first.__aenter__()
        gone = asyncio.create_task(quota.turn("b").__aenter__())
        following = asyncio.create_task(quota.turn("c").__aenter__())
        await asyncio.sleep(0)
        if not late:
            gone.cancel()
        await first.__aexit__(None, None, None)
        if late:
            gone.cancel()
        await asyncio.wait_for(following, 10)
        assert gone.cancelled() or gone.done()

    asyncio.run(ask())


def test_questions_are_answered_in_processes_that_may_fail() -> None:
    async def ask() -> None:
        pool = QuestionPool(Quota(1, 4, 4))
        assert await pool.ask("a", os.getpid) != os.getpid()
        with pytest.raises(RangeError, match="player 1"):
            await pool.ask("a", complain)
        with pytest.raises(ServerError, match="ZeroDivisionError"):
            await pool.ask("a", explode)
        with pytest.raises(ServerError, match="memory"):
            await pool.ask("a", vanish)
        pool._seconds = 0.01
        worker = await pool._acquire()
        worker.has_answered = True
        pool._release(worker)
        with pytest.raises(ServerError, match=r"more than 0\.01 s"):
            await pool.ask("a", hang)
        pool._seconds = 60
        assert await pool.ask("a", abs, -3) == 3
        await pool.close()

    asyncio.run(ask())


def test_a_worker_that_died_while_idle_is_replaced_and_asked_again() -> None:
    async def ask() -> None:
        pool = QuestionPool(Quota(1, 4, 4))
        dead = await pool.ask("a", os.getpid)
        os.kill(dead, signal.SIGKILL)
        assert await pool.ask("a", os.getpid) != dead
        assert len(pool._all) == 1
        await pool.close()

    asyncio.run(ask())


def test_a_worker_whose_asker_left_while_it_started_is_forgotten() -> None:
    async def ask() -> None:
        pool = QuestionPool(Quota(1, 4, 4))
        asked = asyncio.create_task(pool.ask("a", abs, -3))
        while not pool._all:
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert not pool._all
        assert await pool.ask("a", abs, -3) == 3
        await pool.close()

    asyncio.run(ask())


@asynccontextmanager
async def application(**state: Any) -> AsyncIterator[httpx.AsyncClient]:
    """The card room without a server; its parts can be replaced."""
    app = make_app(workers=1)
    async with app.router.lifespan_context(app):
        for name, part in state.items():
            setattr(app.state, name, part)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield client


class Held(QuestionPool):
    """Heavy questions that are not answered before a test says so."""

    def __init__(self) -> None:
        super().__init__(Quota(2, of_a_client=8, waiting=64))
        self.gate = asyncio.Event()

    async def _acquire(self) -> Any:
        await self.gate.wait()
        return await super()._acquire()


def test_45_push_or_fold_tables_at_once_leave_the_room_free() -> None:
    """37 are refused with the time to wait, 8 are queued, and plain requests are answered."""

    async def flood() -> None:
        held = Held()
        async with application(questions=held) as client:
            asked = [
                asyncio.create_task(client.post("/api/v1/pushfold/table", json={"stacks": [9] * 3}))
                for _ in range(45)
            ]
            for refused, each in enumerate(asyncio.as_completed(asked), start=1):
                answer = await each
                assert answer.status_code == 429
                assert int(answer.headers["retry-after"]) > 0
                assert "wait" in answer.json()["error"]
                if refused == 37:
                    break
            for path in ("tables", "agents", "games", "schedules", "papers", "statistics"):
                assert (await client.get(f"/api/v1/{path}")).status_code == 200
            opened = await client.post("/api/v1/tables", json={"opponents": ["call"]})
            assert opened.status_code == 201
            seat = {"authorization": f"Bearer {opened.json()['seats'][0]['token']}"}
            number = opened.json()["table"]
            got = await client.get(f"/api/v1/tables/{number}/messages", headers=seat)
            assert got.status_code == 200
            assert sum(not each.done() for each in asked) == 8
            for each in asked:
                each.cancel()
            await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(flood())


def test_plain_requests_need_no_thread() -> None:
    """All threads may be busy: a table is opened, watched and played at all the same."""

    async def play() -> None:
        async with application() as client:
            release = threading.Event()
            loop = asyncio.get_running_loop()
            current_default_thread_limiter().total_tokens = 1
            busy = loop.create_task(run_in_threadpool(release.wait))
            await asyncio.sleep(0)
            try:
                opened = await client.post("/api/v1/tables", json={"opponents": ["call"]})
                number, seat = opened.json()["table"], opened.json()["seats"][0]["token"]
                headers = {"authorization": f"Bearer {seat}"}
                url = f"/api/v1/tables/{number}"
                assert (await client.get("/api/v1/tables")).status_code == 200
                assert (await client.get(f"{url}/messages", headers=headers)).status_code == 200
                seed = {"hand": 1, "seed": "abc"}
                cut = await client.post(f"{url}/seed", json=seed, headers=headers)
                assert cut.status_code in (200, 409)
                sitting = {"ready": True}
                sat = await client.post(f"{url}/sitting", json=sitting, headers=headers)
                assert sat.status_code == 200
            finally:
                release.set()
                await busy

    asyncio.run(play())


def test_a_client_can_have_only_so_many_jobs() -> None:
    async def start() -> None:
        queue: JobQueue[int, LiveJob] = JobQueue("contests")
        for number in range(5):
            queue.check_capacity("a")
            queue.start(number, LiveJob(), "a")
        with pytest.raises(HTTPException) as refused:
            queue.check_capacity("a")
        assert refused.value.status_code == 429
        queue.check_capacity("b")
        await queue.close()

    asyncio.run(start())


def test_only_who_has_started_a_contest_may_stop_it(room: CardRoom) -> None:
    started = post(room, "/matches", agents=["fair", "tight"], deals=1_000_000, luck="none").json()
    url = f"{room.api}/contests/{started['run']}"
    assert started["token"]
    seen = httpx.get(url).json()
    assert seen["token"] == ""
    assert started["token"] not in httpx.get(f"{room.api}/contests").text
    assert "who has started it" in refusal(httpx.delete(url), 401)
    wrong = {"authorization": "Bearer 0123456789"}
    assert "who has started it" in refusal(httpx.delete(url, headers=wrong), 403)
    assert httpx.get(url).json()["status"] in ("waiting", "working")
    right = {"authorization": f"Bearer {started['token']}"}
    assert httpx.delete(url, headers=right).status_code == 200


def test_only_who_has_started_a_solve_may_stop_it(room: CardRoom) -> None:
    spot = {"board": "Td9d6h2c", "pot": 210, "stack": 990, "oop": "22+, A2s+", "ip": "22+, A2s+"}
    started = post(room, "/solutions", **spot, target=0.01, iterations=100_000).json()
    url = f"{room.api}/solutions/{started['id']}"
    again = post(room, "/solutions", **spot, target=0.01, iterations=100_000).json()
    assert started["token"]
    assert again["token"] == ""
    assert "token" not in httpx.get(url).json()
    refusal(httpx.delete(url), 401)
    refusal(httpx.delete(url, headers={"authorization": "Bearer x"}), 403)
    right = {"authorization": f"Bearer {started['token']}"}
    assert httpx.delete(url, headers=right).status_code == 200


def test_a_paper_is_stopped_only_by_who_runs_it() -> None:
    async def run() -> None:
        async with application() as client:
            url = "/api/v1/papers/aki/runs"
            started = (await client.post(url, json={})).json()
            again = (await client.post(url, json={})).json()
            assert started["token"]
            assert again["token"] == ""
            assert (await client.delete(url)).status_code == 401
            right = {"authorization": f"Bearer {started['token']}"}
            assert (await client.delete(url, headers=right)).status_code == 200

    asyncio.run(run())


def test_the_oldest_half_open_connection_makes_place_for_the_newest() -> None:
    limits = ConnectionLimits(most_half_open=5, most_half_open_of_a_client=3)
    closed = []
    for number, client in enumerate("aaaaabbbb"):
        if (oldest := limits.wait_for_headers(number, client)) is not None:
            limits.got_headers(oldest)
            closed.append(oldest)
    assert closed == [0, 1, 2, 5]
    assert list(limits.half_open) == [3, 4, 6, 7, 8]


def test_open_connections_are_counted_by_client() -> None:
    limits = ConnectionLimits(most_open=5, most_open_of_a_client=3)
    assert [limits.enter("a") for _ in range(4)] == [b"", b"", b"", b"429 Too Many Requests"]
    limits.leave("a")
    assert limits.enter("b") == b""
    assert limits.enter("c") == b""
    assert limits.enter("d") == b"503 Service Unavailable"
    limits.leave("d")
    assert limits.open == {"a": 3, "b": 1, "c": 1}


@pytest.fixture(scope="module")
def strict_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A card room that gives connections a second for their headers, and a client 20 of them."""
    program = Path(__file__).with_name("strict_room.py")
    opened = CardRoom(tmp_path_factory.mktemp("strict"), program=(program,))
    yield opened
    opened.close()


def call(room: CardRoom) -> socket.socket:
    found = re.fullmatch(r"http://(.+):(\d+)", room.url)
    assert found
    return socket.create_connection((found[1], int(found[2])), timeout=PATIENCE)


def admitted(room: CardRoom, table: int, token: str | None) -> Client:
    """A client who comes again while connections of before are still being closed."""
    while True:
        try:
            return Client(room, table, token)
        except InvalidStatus as refused:
            assert refused.response.status_code == 429


def test_600_half_open_connections_keep_nobody_out(strict_room: CardRoom) -> None:
    table, token = open_table(strict_room)
    client = Client(strict_room, table, token)
    with ExitStack() as stack:
        lines = [stack.enter_context(call(strict_room)) for _ in range(600)]
        for line in lines[::2]:
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert len(client.play(3)) == 3
        assert httpx.get(f"{strict_room.api}/tables").status_code == 200
        # All are closed in the end: there is nothing to be read any more.
        for line in lines:
            try:
                assert line.recv(1000)[:1] in (b"", b"H")
            except ConnectionError:
                continue
    client.close()


def test_a_client_with_too_many_connections_is_refused(strict_room: CardRoom) -> None:
    with ExitStack() as stack:
        table, token = open_table(strict_room)
        clients = [admitted(strict_room, table, None) for _ in range(19)]
        for client in clients:
            stack.callback(client.close)
            client.until("table")
        with call(strict_room) as one, call(strict_room) as another:
            answers = one.recv(100) + another.recv(100)
        assert b"429 Too Many Requests" in answers
        assert b"retry-after" in answers
    client = admitted(strict_room, table, token)
    assert len(client.play(1)) == 1
    client.close()


POST = (
    b"POST /api/v1/ranges HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


@pytest.mark.parametrize(
    ("begun", "repeated"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x" * 10_000),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"x: y\r\n" * 1_000),
        (b"GET /", b"x" * 10_000),
        (POST + b"0\r\nX: ", b"x" * 10_000),
        (POST + b"0\r\n", b"x: y\r\n" * 1_000),
        (POST + b"1;", b"x" * 10_000),
    ],
    ids=["a header", "headers", "an address", "a trailer", "trailers", "a chunk's extension"],
)
def test_what_is_sent_beside_a_body_has_an_end(
    room: CardRoom, begun: bytes, repeated: bytes
) -> None:
    with call(room) as line:
        line.sendall(begun)
        sent, answer = 0, b""
        with suppress(ConnectionError):
            while sent < 50_000_000:
                line.sendall(repeated)
                sent += len(repeated)
        with suppress(ConnectionError):
            answer = line.recv(100)
        assert sent < 50_000_000
        assert answer[:12] in (b"HTTP/1.1 431", b"")
    assert httpx.get(f"{room.api}/tables").status_code == 200


def test_a_body_in_the_smallest_chunks_is_read(room: CardRoom) -> None:
    body = b'{"text": "%s"}' % (b"AA, " * 5_000 + b"KK")[-19_000:]
    with call(room) as line:
        line.sendall(POST + b"".join(b"1\r\n%c\r\n" % each for each in body) + b"0\r\n\r\n")
        assert b"200 OK" in line.recv(100)


def test_a_body_that_never_ends_is_refused() -> None:
    async def app(_: Any, receive: Any, __: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    async def never() -> Any:
        await asyncio.Event().wait()

    async def run() -> None:
        limited = HeadersAndLimits(app, seconds=0.01)
        with pytest.raises(HTTPException) as refused:
            await limited({"type": "http", "headers": []}, never, never)
        assert refused.value.status_code == 408

    asyncio.run(run())
