"""Host and Origin: a page elsewhere cannot reach a card room on this machine."""

import json
import ssl
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from fivebet.web.hosts import why_not_origin, why_not_served
from fivebet.web.server import certificate_names, self_signed_certificate

from .clients import PATIENCE, Client, dial, open_table
from .servers import CardRoom

NAMES = frozenset({"poker.example", "*.room.example"})
HERE = "192.168.1.5"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8055",
        "localhost.:8055",
        "127.0.0.1:8055",
        "127.9.9.9",
        "[::1]:8055",
        "192.168.1.5:8055",
        "[::ffff:192.168.1.5]:80",
        "poker.example",
        "Poker.Example.:443",
        "one.room.example",
    ],
)
def test_the_card_room_knows_its_names_and_numbers(host: str) -> None:
    assert why_not_served(host, HERE, NAMES) == ""


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8055",
        "192.168.1.6:8055",
        "8.8.8.8",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "poker.example.evil.example",
        "a.b.room.example",
        "room.example",
        "user@localhost",
        "localhost/x",
        "localhost:port",
        "[::1",
        "2130706433",
        "0x7f.1",
    ],
)
def test_other_hosts_are_not_served(host: str) -> None:
    assert "--name" in why_not_served(host, HERE, NAMES)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8055", "localhost:8055"),
        ("http://127.0.0.1:8055", "127.0.0.1:8055"),
        ("https://poker.example", "poker.example"),
        ("https://poker.example", "poker.example:443"),
        ("http://localhost", "localhost:80"),
        ("http://[::1]:8055", "[::1]:8055"),
        ("https://poker.example", "127.0.0.1:8055"),
    ],
)
def test_the_card_rooms_own_pages_may_ask(origin: str, host: str) -> None:
    assert why_not_origin(origin, host, NAMES) == ""


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("null", "localhost:8055"),
        ("", "localhost:8055"),
        ("http://evil.example", "localhost:8055"),
        ("http://localhost:3000", "localhost:8055"),
        ("http://localhost", "localhost:8055"),
        ("http://127.0.0.1:8055", "localhost:8055"),
        ("file://", "localhost"),
        ("chrome-extension://abc", "localhost"),
        ("http://poker.example:9000", "127.0.0.1:8055"),
    ],
)
def test_pages_from_elsewhere_may_not_ask(origin: str, host: str) -> None:
    assert "cannot ask" in why_not_origin(origin, host, NAMES)


@pytest.mark.parametrize("page", ["127.0.0.1", "localhost", "[::1]"])
def test_another_server_of_this_machine_may_not_ask_under_a_name_of_every_machine(
    page: str,
) -> None:
    names = {"127.0.0.1", "localhost", "::1"}
    assert "cannot ask" in why_not_origin(f"http://{page}", f"{page}:8055", names)


def test_a_name_that_was_rebound_to_this_machine_gets_nothing(room: CardRoom) -> None:
    for path in ("/", "/api/v1/tables", "/static/room.js", "/openapi.json"):
        answer = httpx.get(room.url + path, headers={"host": "evil.example:8055"})
        assert answer.status_code == 421
        assert set(answer.json()) == {"error"}
        assert "content-security-policy" in answer.headers


def test_pages_of_other_sites_can_neither_read_nor_write(room: CardRoom) -> None:
    foreign = {"origin": "http://evil.example"}
    assert httpx.get(f"{room.api}/tables", headers=foreign).status_code == 403
    asked = {"opponents": ["call"]}
    assert httpx.post(f"{room.api}/tables", json=asked, headers=foreign).status_code == 403
    plain = foreign | {"content-type": "text/plain"}  # what a form may send without asking
    answer = httpx.post(f"{room.api}/tables", content=json.dumps(asked), headers=plain)
    assert answer.status_code == 403
    picture = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert httpx.get(f"{room.api}/pushfold/chart", headers=picture).status_code == 403
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert httpx.get(f"{room.url}/join/1", headers=link).status_code == 200
    own = {"origin": room.url, "sec-fetch-site": "same-origin"}
    assert httpx.get(f"{room.api}/tables", headers=own).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}],
)
def test_web_sockets_are_checked_alike(room: CardRoom, headers: dict[str, str]) -> None:
    table, _ = open_table(room)
    with (
        pytest.raises(InvalidStatus) as refused,
        dial(room, table, additional_headers=headers),
    ):
        pass
    assert refused.value.response.status_code == 403
    with dial(room, table, origin=room.url) as line:
        line.send('{"v":1,"type":"hello"}')
        assert json.loads(line.recv(timeout=PATIENCE))["type"] == "hello"


def test_phones_reach_a_room_that_listens_everywhere(tmp_path: Path) -> None:
    """By this machine's number, whichever of them it is; by a name only if it was given."""
    room = CardRoom(tmp_path, "--host", "0.0.0.0", "--name", "room.example")
    port = room.url.rpartition(":")[2]
    own = f"http://127.0.0.2:{port}"
    assert httpx.get(own).status_code == 200
    for host, status in (
        (f"127.0.0.2:{port}", 200),
        (f"room.example:{port}", 200),
        (f"other.example:{port}", 421),
        (f"203.0.113.7:{port}", 421),
    ):
        assert httpx.get(f"{own}/api/v1/tables", headers={"host": host}).status_code == status
    table, token = open_table(room)
    client = Client(room, table, token)
    assert len(client.play(1)) == 1
    client.close()
    room.close()


def test_a_certificate_is_made_again_for_other_names(tmp_path: Path) -> None:
    first = self_signed_certificate(tmp_path, ["127.0.0.1"])
    made = first.certificate.read_bytes()
    assert self_signed_certificate(tmp_path, ["localhost"]).certificate.read_bytes() == made
    again = self_signed_certificate(tmp_path, ["127.0.0.1", "poker.example"])
    assert again.certificate.read_bytes() != made
    assert certificate_names(again) == ["localhost", "poker.example", "127.0.0.1"]


@pytest.mark.parametrize("damaged", ["certificate.pem", "key.pem"])
def test_a_damaged_certificate_is_made_again(tmp_path: Path, damaged: str) -> None:
    self_signed_certificate(tmp_path, ["127.0.0.1"])
    (tmp_path / damaged).write_bytes(b"")
    tls = self_signed_certificate(tmp_path, ["127.0.0.1"])
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(tls.certificate, tls.key)
