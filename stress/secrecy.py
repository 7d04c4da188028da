"""Two persons and spectators play at instant speed, and every byte that they get is searched.

No card may be named before its time: a person knows their own cards and the board so far, a
spectator the board, and everybody what is shown in the end. Every deck is proved to be 52
different cards. The oracle is the store, which has all cards of a hand when it is over. The
same command goes on where it was interrupted.
"""

import asyncio
import json
import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.web.servers import CardRoom
from tests.web.witness import CARD, RUN_TOGETHER, may_know
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fivebet.game import Hand
from fivebet.store.archive import Archive
from fivebet.store.hands import StoredHand
from fivebet.web.deal_check import find_deal_fault
from stress.http_line import HttpAnswer, HttpLine
from stress.programs import LostError

OPPONENTS = ([], ["call"], ["random", "fair"])
TABLE_HANDS = 500
"""After so many hands a table is left for another one."""
DIGITS = re.compile(r"[0-9a-f]{32,}")
"""Commitments, salts and seeds look like anything."""
SECONDS_BETWEEN_PINGS = 15.0
"""A connection on which nothing is said for 45 seconds is closed, also a spectator's."""


@dataclass
class Progress:
    """What was played and searched so far."""

    hands: int = 0
    messages: int = 0
    bytes: int = 0
    cards: int = 0
    proved: int = 0

    @classmethod
    def read(cls, file: Path) -> "Progress":
        return cls(**json.loads(file.read_text())) if file.exists() else cls()

    def write(self, file: Path) -> None:
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(self)))
        fresh.replace(file)


def run(folder: Path, hands: int, tables: int, seed: int, every: int = 1000) -> Progress:
    """Play so many hands in all, at some tables at a time; the folder keeps how far it is."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "progress.json"
    progress = Progress.read(file)
    if progress.hands:
        print(f"secrecy: {progress.hands:,} hands were played before", flush=True)
    room = CardRoom(folder)
    try:
        asyncio.run(_Search(room, progress, file, hands, seed, every).run(tables))
    finally:
        progress.write(file)
        room.close()
    print(
        f"secrecy: {progress.hands:,} hands, {progress.messages:,} messages, "
        f"{progress.bytes / 1e6:,.0f} MB, {progress.cards:,} cards named, none before its time; "
        f"{progress.proved:,} decks proved",
        flush=True,
    )
    return progress


class _Search:
    """All tables of one run."""

    def __init__(
        self, room: CardRoom, progress: Progress, file: Path, hands: int, seed: int, every: int
    ) -> None:
        self.room, self.progress, self.hands = room, progress, hands
        self.archive = Archive(f"sqlite:///{room.home / 'fivebet.db'}")
        self.draw = random.Random(f"{seed} {progress.hands}")
        self.checkers = ProcessPoolExecutor(1)
        self._file, self._every = file, every
        self._begun, self._before = time.monotonic(), progress.hands
        self._left = hands - progress.hands

    async def run(self, tables: int) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(tables):
                    group.create_task(self._play())
        except* LostError as lost:
            raise lost.exceptions[0] from None
        finally:
            self.checkers.shutdown(cancel_futures=True)
            self.archive.close()

    async def _play(self) -> None:
        while self._left > 0:
            share = min(TABLE_HANDS, self._left)
            self._left -= share
            await _Table(self, self.draw.choice(OPPONENTS), share).play()

    def count(self) -> None:
        """Note that a hand was searched by everybody, and its deck proved."""
        progress = self.progress
        progress.hands += 1
        if progress.hands % self._every == 0:
            progress.write(self._file)
            seconds = time.monotonic() - self._begun
            rate = (progress.hands - self._before) / seconds
            left = (self.hands - progress.hands) / rate / 60
            print(
                f"secrecy: {progress.hands:,} of {self.hands:,} hands, {rate:.1f} a second, "
                f"{left:,.0f} minutes left",
                flush=True,
            )


@dataclass(frozen=True)
class Received:
    """A message as it came, and what it says."""

    text: str
    message: dict[str, Any]

    @classmethod
    def read(cls, text: str) -> "Received":
        return cls(text, json.loads(text))


@dataclass
class _Receiver:
    """Somebody at a table, and what they got since the last hand has ended."""

    token: str | None
    player: int | None
    received: list["Received"] = field(default_factory=list)
    commitments: dict[int, list[str]] = field(default_factory=dict)


class _Table:
    """One table with two persons and two spectators: one of each by WebSocket, one by polling."""

    def __init__(self, search: _Search, opponents: list[str], hands: int) -> None:
        self._search, self._opponents, self._hands = search, opponents, hands
        self._number = 0
        self._searched: dict[int, int] = {}
        self._stored: dict[int, StoredHand] = {}

    async def play(self) -> None:
        api = self._search.room.api
        async with HttpLine(api) as line:
            asked = {"opponents": self._opponents, "names": ["Ann", "Bob"], "pace": "instant"}
            opened = _expected(await line.post("/tables", asked)).json()
        self._number = opened["table"]
        ann, bob = (seat["token"] for seat in opened["seats"])
        async with HttpLine(api, ann) as self._http:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._by_socket(_Receiver(ann, 0)))
                group.create_task(self._by_polling(_Receiver(bob, 1)))
                group.create_task(self._by_socket(_Receiver(None, None)))
                group.create_task(self._by_polling(_Receiver(None, None)))
            await self._http.delete(f"/tables/{self._number}")

    async def _by_socket(self, receiver: _Receiver) -> None:
        address = self._search.room.socket(self._number)
        async with connect(address, max_size=None, open_timeout=120, ping_interval=None) as line:
            socket = _Socket(line)
            await socket.send("hello", v=1, token=receiver.token)
            pinging = asyncio.create_task(socket.ping(SECONDS_BETWEEN_PINGS))
            try:
                async for text in line:
                    assert isinstance(text, str)
                    if await self._take(receiver, Received.read(text), socket):
                        return
            finally:
                pinging.cancel()

    async def _by_polling(self, receiver: _Receiver) -> None:
        async with HttpLine(self._search.room.api, receiver.token) as line:
            answers = _Polling(line, f"/tables/{self._number}")
            epoch, after = "", -1
            while True:
                query: dict[str, Any] = {"epoch": epoch, "after": after, "wait": 20}
                got = _expected(await line.get(f"{answers.path}/messages", **query))
                for received in messages_in(got.text):
                    epoch = received.message.get("epoch", epoch)
                    after = received.message.get("seq", after)
                    if await self._take(receiver, received, answers):
                        return

    async def _take(
        self, receiver: _Receiver, received: Received, line: "_Socket | _Polling"
    ) -> bool:
        """Answer one message; return whether all hands were played."""
        message = received.message
        receiver.received.append(received)
        seated = receiver.player is not None
        if message["type"] == "shuffle":
            receiver.commitments[message["hand"]] = message["commitments"]
            if seated:
                seed = f"{self._search.draw.getrandbits(64):x}"
                await line.send("seed", id="seed", hand=message["hand"], seed=seed)
        if message["type"] == "closed":
            raise LostError(f"table {self._number} was closed: {message['why']}")
        state = message.get("state")
        if seated and state and state["legal"]:
            await line.send("act", **self._choose(state))
        if message["type"] != "opened":
            return False
        await self._search_hand(receiver, message)
        return bool(message["hand"] >= self._hands)

    def _choose(self, state: dict[str, Any]) -> dict[str, Any]:
        legal, draw = state["legal"], self._search.draw
        kinds = ["call" if legal["call"] else "check"] * 4
        kinds += ["fold"] if legal["call"] else []
        kinds += ["raise"] if legal["raise"] else []
        kind = draw.choice(kinds)
        to = draw.randint(*legal["raise"]) if kind == "raise" else 0
        where = {"hand": state["hand"], "turn": state["turn"]}
        return {"id": f"{state['hand']}.{state['turn']}", **where, "action": kind, "to": to}

    async def _search_hand(self, receiver: _Receiver, opened: dict[str, Any]) -> None:
        """Hold all that somebody got of a hand against its deal, and prove its deck once."""
        number = opened["hand"]
        if number not in self._stored:
            self._stored[number] = self._search.archive.one(self._number, number).hand
        stored = self._stored[number]
        everything, receiver.received = receiver.received, []
        progress = self._search.progress
        known = set() if receiver.player is None else {receiver.player}
        timeline = Timeline(stored.record.replay(), stored.seating, known)
        for received in everything:
            progress.messages += 1
            progress.bytes += len(received.text)
            progress.cards += timeline.search(received)
        if receiver.player == 0:
            await self._prove(receiver, opened)
        self._searched[number] = self._searched.get(number, 0) + 1
        if self._searched[number] == 4:
            del self._searched[number], self._stored[number]
            self._search.count()

    async def _prove(self, receiver: _Receiver, opened: dict[str, Any]) -> None:
        number = opened["hand"]
        while True:
            path = f"/tables/{self._number}/hands/{number}/proof"
            answer = await self._http.get(path)
            if answer.status != 429:
                break
            await asyncio.sleep(float(answer.headers["retry-after"]))
        deal = {
            "hand": number,
            "commitments": receiver.commitments.pop(number),
            "seeds": opened["seeds"],
            "openings": opened["openings"],
            "proof": _expected(answer).json(),
        }
        loop = asyncio.get_running_loop()
        fault = await loop.run_in_executor(self._search.checkers, find_deal_fault, deal)
        if fault:
            raise LostError(f"hand {number} of table {self._number}: {fault}")
        self._search.progress.proved += 1


class Timeline:
    """What somebody may know of a hand, decision by decision."""

    def __init__(self, hand: Hand, players: tuple[int, ...], known: set[int]) -> None:
        self._number = hand.number
        self._in_the_end = may_know(hand, players, known)
        going_on = hand.record().start()
        self._after = [may_know(going_on, players, known)]
        for move in hand.moves:
            going_on.act(move.action)
            self._after.append(may_know(going_on, players, known))

    def search(self, received: Received) -> int:
        """Return how many cards a message names; complain about one that is not known yet."""
        named = cards_named(received.text)
        message = received.message
        state = message.get("state")
        allowed: set[str] = set()
        if message["type"] == "opened" or (state and state["over"]):
            allowed = self._in_the_end
        elif state:
            allowed = self._after[state["turn"]]
        if hidden := named - allowed:
            shown = " ".join(sorted(hidden))
            raise LostError(f"hand {self._number}: {shown} before its time in {received.text}")
        return len(named)


def messages_in(text: str) -> Iterator[Received]:
    """Yield the messages of an answer, which is their list, each as it came."""
    decoder, at = json.JSONDecoder(), 1
    while text[at - 1] != "]":
        message, end = decoder.raw_decode(text, at)
        yield Received(text[at:end], message)
        at = end + 1


def _expected(answer: HttpAnswer) -> HttpAnswer:
    if not 200 <= answer.status < 300:
        raise LostError(f"a question was answered with {answer.status}: {answer.text}")
    return answer


def cards_named(text: str) -> set[str]:
    """Return the cards that a text names anywhere, alone or run together like AsKd."""
    words = RUN_TOGETHER.findall(DIGITS.sub("", text))
    return {card for word in words for card in CARD.findall(word)}


class _Socket:
    """How a person acts over a WebSocket."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line

    async def send(self, type_: str, **content: Any) -> None:
        await self._line.send(json.dumps({"type": type_, **content}))

    async def ping(self, seconds: float) -> None:
        """Say again and again that somebody is there: who is silent is hung up on."""
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(seconds)
                await self.send("ping")


class _Polling:
    """How a person acts by requests."""

    def __init__(self, line: HttpLine, path: str) -> None:
        self._line, self.path = line, path

    async def send(self, type_: str, **content: Any) -> None:
        where = {"seed": "seed", "act": "actions"}[type_]
        answer = await self._line.post(f"{self.path}/{where}", content)
        if answer.status != 409:  # what comes too late does not count
            _expected(answer)
