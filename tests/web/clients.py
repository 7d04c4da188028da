"""A client of the card room, as a program would write it."""

import json
from contextlib import AbstractContextManager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from .servers import CardRoom

Message = dict[str, Any]
PATIENCE = 600.0
"""Seconds: a busy machine is no reason to fail."""


def dial(
    room: CardRoom, table: int | str, **options: Any
) -> AbstractContextManager[ClientConnection]:
    """A WebSocket to a table that is not given up because an answer is slow."""
    return connect(room.socket(table), open_timeout=PATIENCE, ping_interval=None, **options)


def open_table(room: CardRoom, **asked: Any) -> tuple[int, str]:
    """A table's number and the token of its first seat."""
    data = {"opponents": ["call"], "pace": "instant"} | asked
    answer = httpx.post(f"{room.api}/tables", json=data)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    return opened["table"], opened["seats"][0]["token"] if opened["seats"] else ""


class Client:
    """One seat's line, which cuts every deck."""

    def __init__(self, room: CardRoom, table: int, token: str | None, **hello: Any) -> None:
        self._connecting = dial(room, table)
        self.line = self._connecting.__enter__()
        self.epoch, self.seen = "", -1
        self.send(v=1, type="hello", token=token, **hello)

    def send(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def hear(self) -> Message:
        """The next message; decks are cut and numbers noted on the way."""
        message: Message = json.loads(self.line.recv(timeout=PATIENCE))
        if message["type"] == "hello":
            self.epoch = message["epoch"]
        self.seen = message.get("seq", self.seen)
        if message["type"] == "shuffle":
            self.send(type="seed", id="seed", hand=message["hand"], seed=f"s{message['hand']}")
        return message

    def until(self, type_: str, **data: Any) -> Message:
        """The next message of a type, with these contents."""
        while True:
            message = self.hear()
            if message["type"] == type_ and data.items() <= message.items():
                return message

    def my_turn(self) -> Message:
        """The state in which it is this seat's turn."""
        while True:
            state = self.until("table")["state"]
            if state and state["legal"]:
                return state

    def act(self, state: Message, action: str = "", to: int = 0, **changed: Any) -> None:
        kind = action or ("call" if state["legal"]["call"] else "check")
        data = {"id": f"{state['hand']}.{state['turn']}", "hand": state["hand"]}
        data |= {"turn": state["turn"], "action": kind, "to": to}
        self.send(type="act", **data | changed)

    def play(self, hands: int) -> list[Message]:
        """Check and call until so many hands have ended; how they ended."""
        ends: list[Message] = []
        while len(ends) < hands:
            message = self.hear()
            state = message.get("state")
            if state and state["legal"]:
                self.act(state)
            if state and state["over"] and (not ends or ends[-1]["hand"] != state["hand"]):
                ends.append(state)
        return ends

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)
