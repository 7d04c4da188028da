"""A WebSocket for each seat and each spectator: `/api/v1/tables/{number}/socket`.

    client  {"v":1,"type":"hello","token":"…","epoch":"…","after":12}   first; to watch a table
                                                             of a tournament: "at":2, no token
    server  {"v":1,"type":"hello","epoch":"…","fresh":false}   or fresh: the table as it is
    server  {"v":1,"type":"table","seq":13,…}                what the seat may know
    client  {"type":"act","id":"…","hand":3,"turn":4,"action":"raise","to":300}
    server  {"v":1,"type":"accepted","id":"…"}  or  {"type":"refused","id":"…","why":"…"}
    client  {"type":"ack","seq":13}                          what has arrived may be forgotten
    client  {"type":"ping"}                                  answered by pong

docs/api.md lists them all.
"""

import asyncio
import json
import time
from typing import Any, TypeVar

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from fivebet.errors import ActionError, StoreError
from fivebet.unicode import json_has_halves
from fivebet.web.api.tables import SeedRequest
from fivebet.web.tables.human_turn import ActionRequest
from fivebet.web.tables.live_table import LiveTable
from fivebet.web.tables.live_tables import LiveTables
from fivebet.web.tables.live_tournament import LiveTournament
from fivebet.web.tables.outbox import PROTOCOL, Outbox, encode_message

router = APIRouter()

Request = TypeVar("Request")
_ACTION = TypeAdapter(ActionRequest)
_SEED = TypeAdapter(SeedRequest)

LONGEST_MESSAGE = 4096
_SECONDS_TO_SAY_HELLO = 10.0
_SECONDS_OF_SILENCE = 45.0
_MESSAGES_A_SECOND = 100.0
_MESSAGES_AT_ONCE = 400.0
_REFUSED, _NO_TABLE, _NO_SEAT, _SILENT, _FLOOD, _NO_STORE = 4400, 4404, 4403, 4408, 4429, 4503


class _CloseSocket(Exception):  # noqa: N818 - nothing has gone wrong here
    """Raised to close the connection with a code and a reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


@router.websocket("/tables/{number}/socket")
async def socket(line: WebSocket, number: str) -> None:
    """Exchange messages with one client, until either side closes the connection."""
    await line.accept()
    try:
        table, player, after = await _read_hello(line, number)
        await _Connection(line, table, player).run(after)
    except _CloseSocket as close:
        await _close(line, close)
    except WebSocketDisconnect:
        pass


async def _send_text(line: WebSocket, text: str) -> None:
    try:
        await line.send_text(text)
    except RuntimeError as error:  # the client is gone, and we do not know it yet
        raise WebSocketDisconnect from error


async def _close(line: WebSocket, close: _CloseSocket) -> None:
    try:
        await _send_text(line, encode_message("refused", {"why": close.reason}))
        await line.close(close.code, close.reason[:120])
    except (WebSocketDisconnect, RuntimeError):
        pass  # the client is gone


async def _read_hello(line: WebSocket, number: str) -> tuple[LiveTable, int | None, int]:
    try:
        async with asyncio.timeout(_SECONDS_TO_SAY_HELLO):
            hello = _read_message(await line.receive_text())
    except TimeoutError:
        raise _CloseSocket(_SILENT, f"say hello within {_SECONDS_TO_SAY_HELLO:g} s") from None
    except (KeyError, ActionError):
        raise _CloseSocket(_REFUSED, "the first message is a JSON object of type hello") from None
    if hello.get("type") != "hello" or hello.get("v") != PROTOCOL:
        raise _CloseSocket(_REFUSED, f"the first message is a hello of version {PROTOCOL}")
    tables: LiveTables = line.app.state.tables
    try:
        table = await tables.find(int(number)) if number.isdecimal() and len(number) < 10 else None
    except StoreError:
        raise _CloseSocket(_NO_STORE, "the card room's store cannot be used now") from None
    if table is None:
        raise _CloseSocket(_NO_TABLE, f"there is no table {number[:20]}, or it is closed")
    token, after = hello.get("token"), hello.get("after", -1)
    player = table.participants.find_player(token) if isinstance(token, str) else None
    if token is not None and player is None:
        raise _CloseSocket(_NO_SEAT, f"this token opens no seat of table {table.number}")
    if isinstance(table, LiveTournament) and player is None:
        at = hello.get("at", -1)
        table = table.table_at(at if isinstance(at, int) else -1)
    known = hello.get("epoch") == table.participants.outbox(player).epoch and isinstance(after, int)
    return table, player, after if known else -1


class _Connection:
    """The connection to a client that has said hello."""

    def __init__(self, line: WebSocket, table: LiveTable, player: int | None) -> None:
        self._line, self._table, self._player = line, table, player
        self._outbox: Outbox = table.participants.outbox(player)
        self._allowance, self._allowed_at = _MESSAGES_AT_ONCE, time.monotonic()

    async def run(self, after: int) -> None:
        """Send and receive messages until the connection is closed."""
        self._outbox.connections += 1
        self._table.participants.mark_active(self._player)
        sending = asyncio.create_task(self._send(after))
        receiving = asyncio.create_task(self._receive())
        try:
            done, _ = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self._outbox.connections -= 1
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)

    async def _send(self, seen: int) -> None:
        outbox = self._outbox
        if seen >= 0 and outbox.since(seen) is not None:
            await _send_text(self._line, outbox.hello(fresh=False))
        while True:
            backlog = outbox.since(seen) if seen >= 0 else None
            if backlog is None:
                seen = outbox.last
                snapshot = self._table.snapshot(self._player)
                for text in (outbox.hello(fresh=True), *snapshot):
                    await _send_text(self._line, text)
                continue
            for seen, text in backlog:  # noqa: B007 - the last one is kept
                await _send_text(self._line, text)
            await outbox.wait_after(seen)

    async def _receive(self) -> None:
        while True:
            try:
                async with asyncio.timeout(_SECONDS_OF_SILENCE):
                    text = await self._line.receive_text()
            except TimeoutError:
                raise _CloseSocket(_SILENT, f"silent for {_SECONDS_OF_SILENCE:g} s") from None
            except KeyError:
                raise _CloseSocket(_REFUSED, "messages are text") from None
            self._limit_rate()
            await self._answer(text)

    def _limit_rate(self) -> None:
        """Close the connection of a client that sends too much; useful messages do not count."""
        now = time.monotonic()
        earned = (now - self._allowed_at) * _MESSAGES_A_SECOND
        self._allowance = min(_MESSAGES_AT_ONCE, self._allowance + earned) - 1
        self._allowed_at = now
        if self._allowance < 0:
            raise _CloseSocket(_FLOOD, f"more than {_MESSAGES_A_SECOND:g} messages a second")

    async def _answer(self, text: str) -> None:
        id_: Any = None
        try:
            message = _read_message(text)
            id_ = message.get("id") if isinstance(message.get("id"), str | int) else None
            answer = self._execute(message)
        except ActionError as error:
            answer = encode_message("refused", {"id": id_, "why": str(error)})
        if answer:
            await _send_text(self._line, answer)

    def _execute(self, message: dict[str, Any]) -> str:
        """Do what a message asks for, and return the answer, if there is one."""
        self._table.participants.mark_active(self._player)
        match message.get("type"):
            case "ping":
                return encode_message("pong", {"seq": self._outbox.last})
            case "ack":
                if self._player is not None and isinstance(message.get("seq"), int):
                    self._outbox.acknowledge(message["seq"])
                return ""
            case "act":
                action = _validate(_ACTION, message)
                self._table.act(self._require_seat(), action)
                self._allowance += 1
                return encode_message("accepted", {"id": action.id})
            case "seed":
                request = _validate(_SEED, message)
                self._table.cut(self._require_seat(), request.hand, request.seed)
                self._allowance += 1
                return encode_message("accepted", {"id": message.get("id")})
            case "ready":
                self._table.ready(self._require_seat())
                return ""
            case "sit":
                self._table.sit(self._require_seat(), message.get("here") is True)
                return ""
            case "chat":
                self._table.send_chat(self._require_seat(), str(message.get("text", "")))
                return encode_message("accepted", {"id": message.get("id")})
            case "rebuy":
                chips = message.get("chips")
                self._table.rebuy(self._require_seat(), chips if isinstance(chips, int) else 0)
                return encode_message("accepted", {"id": message.get("id")})
            case unknown:
                raise ActionError(f"{str(unknown)[:40]!r} is no type of message")

    def _require_seat(self) -> int:
        if self._player is None:
            raise ActionError("you only watch: say hello with a seat's token to play")
        return self._player


def _read_message(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_MESSAGE:
        raise _CloseSocket(_REFUSED, f"a message has at most {LONGEST_MESSAGE} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise ActionError("a message is one JSON object")
    if json_has_halves(text, message):
        raise ActionError("a message is text, without halves of surrogates")
    return message


def _validate(adapter: TypeAdapter[Request], message: dict[str, Any]) -> Request:
    try:
        return adapter.validate_python(message)
    except ValidationError as error:
        first = error.errors()[0]
        raise ActionError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
