"""Half a letter from a client gets a sentence: no 5xx, no traceback, and the table plays on."""

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from fivebet.agents.hosting.wire import game_message, view_message
from fivebet.game import Game, Hand
from fivebet.web.tables.participants import digest

from .clients import PATIENCE, Client, dial, open_table
from .servers import CardRoom

HALF = "\ud800"


def posted(room: CardRoom, path: str, body: dict[str, Any], **headers: str) -> httpx.Response:
    return httpx.post(
        f"{room.api}{path}",
        content=json.dumps(body).encode("ascii"),
        headers={"content-type": "application/json", **headers},
    )


def test_a_token_of_half_a_letter_opens_nothing() -> None:
    assert len(digest(HALF)) == 64


@pytest.mark.parametrize("field", ["token", "epoch", "anything", HALF])
def test_a_hello_with_half_a_letter_is_refused(room: CardRoom, field: str) -> None:
    number, _ = open_table(room)
    with dial(room, number) as line:
        line.send(json.dumps({"v": 1, "type": "hello", field: HALF}))
        assert "refused" in line.recv(timeout=PATIENCE)
        with pytest.raises(ConnectionClosed) as end:
            line.recv(timeout=PATIENCE)
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 4400


def test_messages_with_half_a_letter_are_refused_and_the_line_stays(room: CardRoom) -> None:
    client = Client(room, *open_table(room))
    state = client.my_turn()
    for message in (
        {"type": HALF},
        {"type": "act", "id": HALF, "hand": state["hand"], "turn": state["turn"], "action": "fold"},
        {"type": "seed", "hand": state["hand"], "seed": HALF},
        {"type": "sit", "id": "1", "here": HALF},
    ):
        client.line.send(json.dumps(message))
        assert "halves" in client.until("refused")["why"]
    client.send(type="ping")
    client.until("pong")
    client.close()


SPOT = {"board": "Kh8h3dJc5s", "pot": 20, "stack": 30, "oop": "AA", "ip": "QQ"}


def bodies() -> list[tuple[str, dict[str, Any]]]:
    hand = Hand(Game.named("limit-2p"), seed=1)
    view = json.loads(json.dumps(view_message(hand.view(hand.actor or 0)), default=str))
    game = json.loads(json.dumps(game_message(hand.game), default=str))
    return [
        ("/tables", {"opponents": [HALF]}),
        ("/tables", {"opponents": ["call"], "name": HALF}),
        ("/tables", {"opponents": ["call"], "schedule": HALF}),
        ("/tables", {"opponents": ["call"], HALF: 1}),
        ("/matches", {"agents": [HALF, "call"]}),
        ("/matches", {"agents": ["call", "call"], "game": HALF}),
        ("/matches", {"agents": ["call", "call"], "luck": HALF}),
        ("/tournaments", {"agents": ["call", f"random:mix={HALF}"]}),
        ("/tournaments", {"agents": ["call", "call"], "schedule": HALF}),
        ("/agents/call/decide", {"game": HALF, "view": view}),
        ("/agents/call/decide", {"game": "limit-2p", "view": {**view, "players": [HALF, "b"]}}),
        ("/agents/call/decide", {"game": "limit-2p", "view": {**view, "cards": HALF, "x": HALF}}),
        ("/agents/call/decide", {"game": "limit-2p", "view": {**view, "holes": [HALF, None]}}),
        ("/agents/call/decide", {"game": {**game, "name": HALF}, "view": view}),
        ("/agents/call/decide", {"game": {**game, "structure": HALF}, "view": view}),
        ("/agents/call/decide", {"game": {HALF: HALF}, "view": view}),
        (
            "/agents/call/decide",
            {"game": "limit-2p", "view": {**view, "moves": [{"action": HALF}]}},
        ),
        ("/equity", {"hands": [HALF, "AA"]}),
        ("/ranges", {"range": HALF}),
        ("/solutions", {"board": HALF}),
        ("/solutions", SPOT | {"removed": [HALF]}),
        ("/solutions", SPOT | {"locks": [{"at": HALF, "strategy": {HALF: HALF}}]}),
        ("/solutions/preview", SPOT | {"locks": [{"at": "", "strategy": {HALF: 1}}]}),
        ("/pushfold", {"payouts": HALF}),
        ("/hands/import", {"text": HALF, "name": HALF}),
        ("/tables/1/seats", {"invitation": HALF}),
    ]


def test_no_route_breaks_on_half_a_letter(room: CardRoom) -> None:
    for path, body in bodies():
        answer = posted(room, path, body)
        assert answer.status_code < 500, (path, body, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["error"]


def test_addresses_and_headers_with_half_letters_are_answered(room: CardRoom) -> None:
    for path in (
        "/agents/%ED%A0%80/decide",
        "/tables/%ED%A0%80",
        "/hands?player=%ED%A0%80",
        "/%ff",
    ):
        assert httpx.get(f"{room.api}{path}").status_code < 500
    answer = httpx.get(f"{room.api}/tables/1", headers={"authorization": b"Bearer \xed\xa0\x80"})
    assert answer.status_code < 500
