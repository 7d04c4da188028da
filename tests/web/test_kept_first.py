"""A hand is kept before it is announced, to everybody, whatever happens to the store."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from fivebet.errors import StoreError
from fivebet.store.hands import StoredHand
from fivebet.store.runs import Runs
from fivebet.web.tables.live_table import LiveTable, TableServices
from fivebet.web.tables.live_tables import LiveTables
from fivebet.web.tables.persistence import SeatDigests, SqlTableStore, TableStore

from .clients import Client, open_table
from .faulty_room import MOMENTS
from .rooms import Person, Scripted, a_table, playing
from .servers import CardRoom

PROGRAM = Path(__file__).with_name("faulty_room.py")


class SlowStore(TableStore):
    """Writes hands while a test looks at the table."""

    def __init__(self, look: Callable[[], None]) -> None:
        super().__init__()
        self.hands: list[StoredHand] = []
        self.look = look

    async def save_hand(self, table: int, hand: StoredHand) -> None:
        self.look()
        self.hands.append(hand)


class FailingStore(TableStore):
    """Fails so many times with each thing that is written."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures, self.failed = failures, 0
        self.written: list[Any] = []

    async def save_hand(self, table: int, hand: StoredHand) -> None:
        self._write(hand)

    async def finish(self, table: int, result: dict[str, object]) -> None:
        self._write(result)

    async def update_seats(self, table: int, seats: tuple[SeatDigests, ...]) -> None:
        self._write(seats)

    def _write(self, what: Any) -> None:
        if self.failed < self.failures:
            self.failed += 1
            raise StoreError("the store cannot be written: database or disk is full")
        self.failed = 0
        self.written.append(what)


def states(table: LiveTable, player: int | None) -> list[dict[str, Any]]:
    """What somebody is sent who asks for the whole table now."""
    messages = [json.loads(text) for text in table.snapshot(player)]
    return [message["state"] for message in messages if message.get("state")]


@pytest.mark.parametrize(
    "settings",
    [{"stack": 10_000}, {"format": "sit-and-go", "big_blind": 2, "stack": 4}],
    ids=["after actions", "all-in by the blinds"],
)
def test_nobody_is_shown_an_end_while_the_store_is_writing(settings: dict[str, Any]) -> None:
    """Neither who says hello or polls in that moment, nor who hears others sit out."""
    looked = 0

    def look() -> None:
        nonlocal looked
        for player in (0, 1, None):
            for state in states(table, player):
                over = state["over"] and state["hand"] == len(store.hands) + 1
                assert not over, "announced before it was kept"
                assert state["legal"] is None or state["hand"] <= len(store.hands)
        table.sit(1, False)
        table.sit(1, True)
        for outbox in table.participants.outboxes:
            for _, text in outbox.since(max(0, outbox.last - 2)) or ():
                state = json.loads(text).get("state") or {"hand": 0, "over": False}
                assert not state["over"] or state["hand"] <= len(store.hands)
        looked += 1

    store = SlowStore(look)
    table = a_table(Scripted(), store, names=("Ann", "Bob"), opponents=(), **settings)
    persons = [Person(table, player) for player in (0, 1, None)]
    asyncio.run(playing(table, *persons, hands=3))
    assert looked


def test_a_disk_that_has_space_again_is_noticed() -> None:
    store = FailingStore(3)
    table = a_table(Scripted(), store, opponents=("call",))
    person = Person(table, 0)
    asyncio.run(playing(table, person, hands=2))
    assert not table.closed
    assert [hand.serial for hand in store.written][:2] == [1, 2]
    problems = [m["problem"] for m in person.heard if m["type"] == "table" and m["problem"]]
    assert problems
    assert "disk" not in problems[0]
    assert table.store_problem == ""


def test_a_tournament_is_announced_to_be_over_once_that_is_kept() -> None:
    store = FailingStore(1)
    table = a_table(Scripted(), store, format="sit-and-go", stack=100)
    closed_when: list[bool] = []

    def hear(message: dict[str, Any]) -> None:
        if message["type"] == "closed":
            closed_when.append(any(isinstance(each, dict) for each in store.written))

    person = Person(table, 0)
    person.on = hear
    asyncio.run(playing(table, person, hands=10**6))
    assert closed_when == [True]


def test_a_table_is_announced_to_be_closed_once_that_is_kept() -> None:
    class Refusing(TableStore):
        async def finish(self, table: int, result: dict[str, object]) -> None:
            raise StoreError("the store cannot be written: database is locked")

    async def close() -> None:
        tables = LiveTables(Scripted(), Refusing())  # type: ignore[arg-type]
        table = a_table(Scripted(), tables.store)
        tables._start_playing(table)
        with pytest.raises(StoreError):
            await tables.close_table(table)
        assert not table.closed
        assert tables.tables == {table.number: table}
        await tables._stop_playing(table.number)

    asyncio.run(close())


def test_an_invitation_stays_valid_when_the_seat_cannot_be_stored() -> None:
    store = FailingStore(1)

    async def join() -> None:
        table = a_table(Scripted(), store, names=("Ann", "Bob"))
        table.participants.give_back(1, "invited")
        with pytest.raises(StoreError):
            await table.join("invited")
        assert table.expected == ("Bob",)
        joined = await table.join("invited")
        assert joined is not None
        assert joined[0] == 1
        assert await table.join("invited") is None

    asyncio.run(join())


def stored_table(url: str) -> tuple[LiveTable, SqlTableStore]:
    """A table in a real store; it does not wait for locks, and retries at once."""
    store = SqlTableStore(url, seconds_to_wait=0.0)
    plan = a_table()

    async def create() -> int:
        return await store.create(plan.settings, plan.participants.digests)

    number = asyncio.run(create())
    table = LiveTable(
        number,
        plan.settings,
        plan.participants.digests,
        TableServices(Scripted(), store, seconds_before_retry=0),  # type: ignore[arg-type]
    )
    return table, store


def kept(url: str, table: int) -> list[int]:
    runs = Runs(url)
    serials = [hand.serial for hand in runs.hands(table)]
    runs.close()
    return serials


@pytest.mark.parametrize("first", [0, 1])
def test_sqlite_writes_again_after_its_disk_was_full(tmp_path: Path, first: int) -> None:
    """Also if the disk was full as the first hand of a game was written."""
    url = f"sqlite:///{tmp_path / 'store.db'}"
    table, store = stored_table(url)
    engine = store._runs._database.engine
    problems = 0

    def limit(pages: int) -> None:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def hear(message: dict[str, Any]) -> None:
        nonlocal problems
        if message["type"] == "table" and message["problem"]:
            problems += 1
            assert not message["state"]["over"]
            limit(10**6)  # somebody has made space
        if message["type"] == "opened" and message["hand"] == first:
            limit(1)  # SQLite takes the pages that there are

    if first == 0:
        limit(1)
    person = Person(table, 0)
    person.on = hear
    asyncio.run(playing(table, person, hands=60))
    assert problems
    asyncio.run(store.close())
    assert kept(url, table.number)[:60] == list(range(1, 61))


def test_a_locked_store_makes_the_table_wait(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    table, store = stored_table(f"sqlite:///{file}")
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    announced: list[int] = []

    def hear(message: dict[str, Any]) -> None:
        if message["type"] == "opened":
            announced.append(message["hand"])
            if message["hand"] == 2:
                other.execute("BEGIN IMMEDIATE")
        if message["type"] == "table" and message["problem"]:
            assert announced == [1, 2]
            other.execute("ROLLBACK") if other.in_transaction else None

    person = Person(table, 0)
    person.on = hear
    asyncio.run(playing(table, person, hands=4))
    other.close()
    asyncio.run(store.close())
    assert kept(f"sqlite:///{file}", table.number)[:4] == [1, 2, 3, 4]


def test_a_write_that_was_reported_as_failed_is_not_written_twice(tmp_path: Path) -> None:
    """As when the connection to the database breaks between commit and answer."""
    url = f"sqlite:///{tmp_path / 'store.db'}"
    table, store = stored_table(url)
    record, broken = store._runs.record, []

    def record_and_break(hands: list[tuple[int, StoredHand]]) -> None:
        record(hands)
        if len(broken) < 2:
            broken.append(hands)
            raise StoreError("the store cannot be written: the connection was lost")

    store._runs.record = record_and_break  # type: ignore[assignment, method-assign]
    asyncio.run(playing(table, Person(table, 0), hands=3))
    asyncio.run(store.close())
    assert kept(url, table.number)[:3] == [1, 2, 3]
    assert len(broken) == 2


def test_a_hand_that_cannot_be_stored_does_not_fail_those_of_other_tables(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    table, store = stored_table(url)
    notes = SlowStore(lambda: None)
    other = a_table(store=notes)
    asyncio.run(playing(other, Person(other, 0), hands=1))
    hands = notes.hands

    async def save() -> list[Any]:
        both = (store.save_hand(table.number, hands[0]), store.save_hand(10**6, hands[0]))
        return await asyncio.gather(*both, return_exceptions=True)

    mine, nobodys = asyncio.run(save())
    assert mine is None
    assert isinstance(nobodys, Exception)
    asyncio.run(store.close())
    assert kept(url, table.number) == [1]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_between_written_and_announced_loses_no_hand_that_was_announced(
    tmp_path: Path, moment: str
) -> None:
    """The card room kills itself at its third hand: before, during or after writing it."""
    room = CardRoom(tmp_path, program=(PROGRAM, moment, "3"))
    table, token = open_table(room, opponents=["call"])
    announced = 0
    client = Client(room, table, token)
    with suppress(ConnectionClosed):
        while True:
            message = client.hear()
            state = message.get("state")
            if state and state["over"]:
                announced = state["hand"]
            if state and state["legal"]:
                client.act(state)
    room.reap()
    serials = kept(f"sqlite:///{tmp_path / 'fivebet.db'}", table)
    assert announced == 2
    assert serials == [1, 2, 3][: 2 + (moment != "before writing")]
    again = CardRoom(tmp_path)
    assert httpx.get(f"{again.api}/tables/{table}").json()["hands"] == len(serials)
    client = Client(again, table, token)
    assert [end["hand"] for end in client.play(2)] == [len(serials) + 1, len(serials) + 2]
    client.close()
    again.close()
