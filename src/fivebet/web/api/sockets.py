"""A WebSocket for each seat and each spectator: `/api/v1/tables/{number}/socket`.

    client  {"v":1,"type":"hello","token":"…","epoch":"…","after":12}   first
    server  {"v":1,"type":"hello","epoch":"…","fresh":false}   or fresh: the table as it is
    server  {"v":1,"type":"table","seq":13,…}                what the seat may know
    client  {"type":"act","id":"…","hand":3,"turn":4,"action":"raise","to":300}
    server  {"v":1,"type":"accepted","id":"…"}  or  {"type":"refused","id":"…","why":"…"}
    client  {"type":"ack","seq":13}                          what has arrived may be forgotten
    client  {"type":"ping"}                                  answered by pong

docs/api.md tells them all.
"""

import asyncio
import json
import time
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from fivebet.errors import ActionError
from fivebet.web.api.tables import ActionAsked, SeedAsked
from fivebet.web.tables.channel import PROTOCOL, Channel, message_text
from fivebet.web.tables.room import Room
from fivebet.web.tables.table import Command, LiveTable

router = APIRouter()

LONGEST_MESSAGE = 4096
_SECONDS_TO_SAY_HELLO = 10.0
_SECONDS_OF_SILENCE = 45.0
_MESSAGES_A_SECOND = 100.0
_MESSAGES_AT_ONCE = 400.0
_REFUSED, _NO_TABLE, _NO_SEAT, _SILENT, _FLOOD = 4400, 4404, 4403, 4408, 4429


class _Hangup(Exception):  # noqa: N818 - nothing has gone wrong here
    """The line is to be closed with this code."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(code, why)
        self.code, self.why = code, why


@router.websocket("/tables/{number}/socket")
async def socket(line: WebSocket, number: str) -> None:
    """One seat's line, until either side hangs up."""
    await line.accept()
    try:
        table, player, after = await _hello(line, number)
        await _Line(line, table, player).talk(after)
    except _Hangup as end:
        await _say_goodbye(line, end)
    except WebSocketDisconnect:
        pass


async def _say(line: WebSocket, text: str) -> None:
    try:
        await line.send_text(text)
    except RuntimeError as error:  # it has hung up, and we have not heard it yet
        raise WebSocketDisconnect from error


async def _say_goodbye(line: WebSocket, end: _Hangup) -> None:
    try:
        await _say(line, message_text("refused", {"why": end.why}))
        await line.close(end.code, end.why[:120])
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has hung up before


async def _hello(line: WebSocket, number: str) -> tuple[LiveTable, int | None, int]:
    try:
        async with asyncio.timeout(_SECONDS_TO_SAY_HELLO):
            hello = _read(await line.receive_text())
    except TimeoutError:
        raise _Hangup(_SILENT, f"say hello within {_SECONDS_TO_SAY_HELLO:g} s") from None
    except (KeyError, ActionError):
        raise _Hangup(_REFUSED, "the first message is a JSON object of type hello") from None
    if hello.get("type") != "hello" or hello.get("v") != PROTOCOL:
        raise _Hangup(_REFUSED, f"the first message is a hello of version {PROTOCOL}")
    room: Room = line.app.state.room
    table = await room.find(int(number)) if number.isdecimal() and len(number) < 10 else None
    if table is None:
        raise _Hangup(_NO_TABLE, f"there is no table {number[:20]}, or it is closed")
    token, after = hello.get("token"), hello.get("after", -1)
    player = table.persons.player_of(token) if isinstance(token, str) else None
    if token is not None and player is None:
        raise _Hangup(_NO_SEAT, f"this token opens no seat of table {table.number}")
    known = hello.get("epoch") == table.persons.channel(player).epoch and isinstance(after, int)
    return table, player, after if known else -1


class _Line:
    """A line to a client who has said hello."""

    def __init__(self, line: WebSocket, table: LiveTable, player: int | None) -> None:
        self._line, self._table, self._player = line, table, player
        self._channel: Channel = table.persons.channel(player)
        self._allowance, self._allowed_at = _MESSAGES_AT_ONCE, time.monotonic()

    async def talk(self, after: int) -> None:
        """Send what there is and take what comes."""
        self._channel.listeners += 1
        self._table.persons.heard(self._player)
        sending = asyncio.create_task(self._send(after))
        hearing = asyncio.create_task(self._hear())
        try:
            done, _ = await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self._channel.listeners -= 1
            for task in (sending, hearing):
                task.cancel()
            await asyncio.gather(sending, hearing, return_exceptions=True)

    async def _send(self, seen: int) -> None:
        channel = self._channel
        if seen >= 0 and channel.since(seen) is not None:
            await _say(self._line, channel.hello(fresh=False))
        while True:
            backlog = channel.since(seen) if seen >= 0 else None
            if backlog is None:
                seen = channel.last
                told = self._table.snapshot(self._player)
                for text in (channel.hello(fresh=True), *told):
                    await _say(self._line, text)
                continue
            for seen, text in backlog:  # noqa: B007 - the last one is kept
                await _say(self._line, text)
            await channel.news(seen)

    async def _hear(self) -> None:
        while True:
            try:
                async with asyncio.timeout(_SECONDS_OF_SILENCE):
                    text = await self._line.receive_text()
            except TimeoutError:
                raise _Hangup(_SILENT, f"silent for {_SECONDS_OF_SILENCE:g} s") from None
            except KeyError:
                raise _Hangup(_REFUSED, "messages are text") from None
            self._count()
            await self._take(text)

    def _count(self) -> None:
        """Messages cost something; those that move the game on are paid back."""
        now = time.monotonic()
        earned = (now - self._allowed_at) * _MESSAGES_A_SECOND
        self._allowance = min(_MESSAGES_AT_ONCE, self._allowance + earned) - 1
        self._allowed_at = now
        if self._allowance < 0:
            raise _Hangup(_FLOOD, f"more than {_MESSAGES_A_SECOND:g} messages a second")

    async def _take(self, text: str) -> None:
        id_: Any = None
        try:
            message = _read(text)
            id_ = message.get("id") if isinstance(message.get("id"), str | int) else None
            answer = self._obey(message)
        except ActionError as error:
            answer = message_text("refused", {"id": id_, "why": str(error)})
        if answer:
            await _say(self._line, answer)

    def _obey(self, message: dict[str, Any]) -> str:
        self._table.persons.heard(self._player)
        match message.get("type"):
            case "ping":
                return message_text("pong", {"seq": self._channel.last})
            case "ack":
                if self._player is not None and isinstance(message.get("seq"), int):
                    self._channel.acknowledge(message["seq"])
                return ""
            case "act":
                command = Command(**_shaped(ActionAsked, message))
                self._table.act(self._seated(), command)
                self._allowance += 1
                return message_text("accepted", {"id": command.id})
            case "seed":
                asked = _shaped(SeedAsked, message)
                self._table.cut(self._seated(), asked["hand"], asked["seed"])
                self._allowance += 1
                return message_text("accepted", {"id": message.get("id")})
            case "ready":
                self._table.ready(self._seated())
                return ""
            case "sit":
                self._table.sit(self._seated(), message.get("here") is True)
                return ""
            case unknown:
                raise ActionError(f"{str(unknown)[:40]!r} is no type of message")

    def _seated(self) -> int:
        if self._player is None:
            raise ActionError("you only watch: say hello with a seat's token to play")
        return self._player


def _read(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_MESSAGE:
        raise _Hangup(_REFUSED, f"a message has at most {LONGEST_MESSAGE} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ActionError("a message is one JSON object")
    return message


def _shaped(shape: type[ActionAsked] | type[SeedAsked], message: dict[str, Any]) -> dict[str, Any]:
    try:
        return shape.model_validate(message).model_dump()
    except ValidationError as error:
        first = error.errors()[0]
        raise ActionError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
