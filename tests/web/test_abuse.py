"""Abuse: each gets a clear refusal, and the table plays on."""

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .clients import PATIENCE, Client, dial, open_table
from .servers import CardRoom


@pytest.fixture(scope="module")
def table(room: CardRoom) -> Iterator[tuple[int, str]]:
    """A table that plays on after every abuse."""
    opened = open_table(room, opponents=["call", "call"])
    yield opened
    client = Client(room, *opened)
    assert len(client.play(3)) == 3
    client.close()


def end_of(room: CardRoom, table: int | str, *texts: str | bytes) -> tuple[int, str]:
    """How a line ends on which this is said."""
    with dial(room, table) as line:
        try:
            for text in texts:
                line.send(text)
            while True:
                line.recv(timeout=PATIENCE)
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code, end.rcvd.reason


def hello(token: str | None = None, **more: object) -> str:
    return json.dumps({"v": 1, "type": "hello", "token": token} | more)


@pytest.mark.parametrize(
    "first",
    ["", "hello", "[]", "{", "null", '{"type":"act"}', "[" * 3000, '{"v":2,"type":"hello"}'],
)
def test_a_line_that_does_not_begin_with_hello_is_closed(
    room: CardRoom, table: tuple[int, str], first: str
) -> None:
    code, why = end_of(room, table[0], first)
    assert code == 4400
    assert "hello" in why


def test_forged_seats_and_unknown_tables_are_refused(
    room: CardRoom, table: tuple[int, str]
) -> None:
    assert end_of(room, table[0], hello("x" * 32))[0] == 4403
    assert end_of(room, 999_999, hello())[0] == 4404
    assert end_of(room, "1e9", hello())[0] == 4404
    other, token = open_table(room)
    assert end_of(room, table[0], hello(token))[0] == 4403
    mine = {"authorization": f"Bearer {token}"}
    act = {"id": "a", "hand": 1, "turn": 0, "action": "fold"}
    url = f"{room.api}/tables/{table[0]}"
    assert httpx.post(f"{url}/actions", json=act, headers=mine).status_code == 403
    assert httpx.post(f"{url}/actions", json=act).status_code == 401
    assert httpx.get(f"{url}/messages", headers=mine).status_code == 403
    assert httpx.get(f"{room.api}/tables/{other}").status_code == 200


def test_spectators_cannot_play(room: CardRoom, table: tuple[int, str]) -> None:
    client = Client(room, table[0], None)
    for message in (
        {"type": "act", "id": "1", "hand": 1, "turn": 0, "action": "fold"},
        {"type": "sit", "id": "2", "here": False},
        {"type": "ready", "id": "3"},
    ):
        client.send(**message)
        refused = client.until("refused", id=message["id"])
        assert "you only watch" in refused["why"]
    client.close()


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"type": "act"}, "id"),
        ({"type": "act", "id": "1", "hand": 1, "turn": 0, "action": "steal"}, "action"),
        ({"type": "act", "id": "1", "hand": -1, "turn": 0, "action": "fold"}, "hand"),
        (
            {"type": "act", "id": "1", "hand": 10**9, "turn": 0, "action": "fold"},
            "not being played",
        ),
        ({"type": "act", "id": "x" * 65, "hand": 1, "turn": 0, "action": "fold"}, "id"),
        ({"type": "act", "id": "1", "hand": 1, "turn": 0, "action": "raise", "to": 1e300}, "to"),
        ({"type": "seed", "hand": 1, "seed": "no|bars"}, "seed"),
        ({"type": "seed", "hand": 10**6, "seed": "abc"}, "no seed"),
        ({"type": "nonsense"}, "no type of message"),
        ({"type": ["act"]}, "no type of message"),
    ],
)
def test_messages_that_mean_nothing_are_refused_and_the_line_stays(
    room: CardRoom, table: tuple[int, str], message: dict[str, object], why: str
) -> None:
    client = Client(room, *table)
    client.until("table")
    client.line.send(json.dumps(message))
    while why not in client.until("refused")["why"]:
        pass
    client.send(type="ping")
    client.until("pong")
    client.close()


def test_an_action_out_of_turn_or_replayed_does_not_count(room: CardRoom) -> None:
    number, token = open_table(room)
    client = Client(room, number, token)
    state = client.my_turn()
    client.act(state, id="late", turn=state["turn"] + 1)
    assert "not your turn" in client.until("refused", id="late")["why"]
    client.act(state, id="real")
    client.until("accepted", id="real")
    client.act(state, id="replayed")
    assert client.until("refused", id="replayed")["why"]
    client.close()


def test_oversized_messages_close_the_line(room: CardRoom, table: tuple[int, str]) -> None:
    code, _ = end_of(room, table[0], hello(), json.dumps({"type": "ping", "pad": "x" * 5000}))
    assert code == 4400
    code, _ = end_of(room, table[0], hello(), "x" * 100_000)
    assert code == 1009


def test_bytes_close_the_line(room: CardRoom, table: tuple[int, str]) -> None:
    assert end_of(room, table[0], hello(), b"\\x00\\xff")[0] == 4400


def test_floods_close_the_line(room: CardRoom, table: tuple[int, str]) -> None:
    code, why = end_of(room, table[0], hello(), *['{"type":"ping"}'] * 2000)
    assert code == 4429
    assert "messages a second" in why


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/....//app.py",
        "/api/v1/tables/..%2f1",
        "/api/v1/nothing",
        "/favicon.ico",
    ],
)
def test_paths_lead_nowhere_else(room: CardRoom, path: str) -> None:
    answer = httpx.get(room.url + path)
    assert answer.status_code in (404, 422)
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_long_and_malformed_questions_are_refused(room: CardRoom) -> None:
    url = f"{room.api}/tables"
    assert httpx.post(url, content=b"x" * (1 << 21)).status_code == 413
    assert httpx.post(url, content=b"{").status_code == 422
    assert httpx.post(url, content=b"[" * 100_000).status_code == 422
    for asked in (
        {},
        {"opponents": []},
        {"opponents": ["call"] * 11},
        {"opponents": ["call"], "names": ["a"] * 10},
        {"opponents": ["src/x.py::Evil"]},
        {"opponents": ["json::rm -rf"]},
        {"opponents": ["adapted::json::rm -rf"]},
        {"opponents": ["adapted::src/x.py::Evil"]},
        {"opponents": ["adapted::nobody"]},
        {"opponents": ["random:seed=x"]},
        {"opponents": ["call"], "stack": -5},
        {"opponents": ["call"], "clock": 1e9},
    ):
        answer = httpx.post(url, json=asked)
        assert answer.status_code == 422, asked
        assert answer.json()["error"]
