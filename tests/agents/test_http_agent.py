"""Agents that answer by HTTP: only at their own address, and bounded in every way."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.agents.hosting.http_agent import ADDRESSES, Address, HttpAgent, read_address
from fivebet.agents.hosting.registry import check_public_name, is_foreign
from fivebet.agents.hosting.wire import read_game, read_view
from fivebet.errors import AgentError
from fivebet.game import Game, Hand, View

Answer = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]


@contextmanager
def answering(answer: Answer) -> Iterator[str]:
    """A program that answers every request in one way, and its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            answer(self, json.loads(body))

        def do_GET(self) -> None:
            raise AssertionError("nobody asks so")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def send(handler: BaseHTTPRequestHandler, text: bytes, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("content-length", str(len(text)))
    handler.end_headers()
    handler.wfile.write(text)


def a_view() -> View:
    hand = Hand(Game.named("limit-2p"), seed=1)
    assert hand.actor is not None
    return hand.view(hand.actor)


def failure(agent: HttpAgent) -> SeatError:
    with pytest.raises(SeatError) as caught:
        agent.act(a_view())
    return caught.value


def test_it_is_asked_with_the_view_and_its_answer_is_played() -> None:
    asked: list[dict[str, Any]] = []

    def answer(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        asked.append(body)
        send(handler, b'{"action": "call", "reasons": {"why": 1}, "load": 0, "probabilities": []}')

    with answering(answer) as url:
        agent = HttpAgent(f"{url}/decide", seed=5)
        decisions = [agent.act(a_view()) for _ in range(2)]
        agent.close()
    assert [each.action.kind for each in decisions] == ["call", "call"]
    assert decisions[0].reasons == {"why": 1}
    view = read_view(asked[0]["view"], read_game(asked[0]["game"]))
    assert view.cards == a_view().cards
    assert asked[0]["seed"] == 5


def test_a_redirect_is_not_followed() -> None:
    reached: list[str] = []

    def secret(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        reached.append(handler.path)
        send(handler, b'{"action": "fold"}')

    with answering(secret) as inside:

        def redirect(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
            send(handler, b"", 307, location=f"{inside}/admin")

        with answering(redirect) as url:
            error = failure(HttpAgent(url))
    assert error.kind is FailureKind.NONSENSE
    assert "status 307" in str(error)
    assert not reached


def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with answering(lambda handler, _: send(handler, b'{"action": "call"}')) as url:
        assert HttpAgent(url).act(a_view()).action.kind == "call"


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (b"no JSON", FailureKind.NONSENSE, "no JSON object"),
        (b"[1]", FailureKind.NONSENSE, "no JSON object"),
        (b'{"action": "steal"}', FailureKind.NONSENSE, "is no answer"),
        (b'{"action": "call", "reasons": {"x": 1e999}}', FailureKind.NONSENSE, "finite"),
        (b"[" * 70_000, FailureKind.DIED, "does not answer"),
    ],
)
def test_nonsense_is_its_failure(answer: bytes, kind: FailureKind, words: str) -> None:
    with answering(lambda handler, _: send(handler, answer)) as url:
        error = failure(HttpAgent(url))
    assert error.kind is kind
    assert words in str(error)


def test_one_that_hangs_or_is_not_there_is_given_up() -> None:
    over = threading.Event()
    with answering(lambda *_: over.wait(60) and None) as url:
        error = failure(HttpAgent(url, seconds=0.05))
        over.set()
    assert error.kind is FailureKind.HUNG
    assert failure(HttpAgent(url)).kind is FailureKind.DIED


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9001/decide",
        "http://localhost:9000/decide",
        "https://127.0.0.1:9000/decide",
        "http://127.0.0.1",
        "http://[::1]:9000/",
        "http://2130706433:9000/",
        "http://127.0.0.1.example:9000/",
    ],
)
def test_only_allowed_addresses_are_asked(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADDRESSES, "http://127.0.0.1:9000")
    HttpAgent("http://127.0.0.1:9000/decide")
    with pytest.raises(AgentError, match="is not allowed"):
        HttpAgent(url)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://localhost/x",
        "http://",
        "localhost:9000",
        "http://a@localhost:9000/",
        "http://127.0.0.1:9000@evil.example/",
        "http://127.0.0.1:9000\\@evil.example/",
        "http://127.0.0.1:9000/ HTTP/1.1\r\nx: y",
        "http://localhost:9000/#part",
        "http://localhost:99999/",
        "http://münchen:9000/",
    ],
)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(AgentError):
        read_address(url)


def test_an_address_has_the_port_of_its_scheme() -> None:
    assert read_address("https://Bots.Example/x?y=1") == (
        Address("https", "bots.example", 443),
        "/x?y=1",
    )


def test_guests_cannot_name_an_address_and_the_arena_gives_it_a_process() -> None:
    with pytest.raises(AgentError, match="cannot be seated from here"):
        check_public_name("http::http://127.0.0.1:9000/decide")
    assert is_foreign("http::http://127.0.0.1:9000/decide")
