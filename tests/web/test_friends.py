"""Friends at a table: one open link, chat, and buying in again."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivebet.errors import ActionError
from fivebet.web.tables.live_table import LONGEST_LINE, LiveTable
from fivebet.web.tables.live_tables import LiveTables
from fivebet.web.tables.persistence import SqlTableStore, TableStore
from fivebet.web.tables.settings import TableSettings

from .following import refusal
from .rooms import Person, Scripted, a_table, playing
from .servers import CardRoom


class Service(Scripted):
    """Agents without processes, for a whole card room."""

    async def start(self) -> None:
        pass

    async def close(self) -> None:
        pass


async def opened(store: TableStore, shared: int) -> tuple[LiveTables, LiveTable, str, str]:
    tables = LiveTables(Service(), store)  # type: ignore[arg-type]
    settings = TableSettings.seating(("Ann", *["Friend"] * shared), ("call",), pace="instant")
    table, openers = await tables.open_table(settings, shared, shared=shared)
    assert len(set(openers[1:])) == 1
    return tables, table, openers[0], openers[-1]


def test_one_link_seats_as_many_as_there_are_open_seats(tmp_path: Path) -> None:
    async def join() -> None:
        url = f"sqlite:///{tmp_path}/room.db"
        tables, table, own, link = await opened(SqlTableStore(url), 2)
        bob = await table.join(link, "  Bob ")
        assert table.expected == ("Friend 2",)
        second = await table.join(link, "bob")
        assert bob
        assert second
        assert bob[1] != second[1]
        assert table.settings.names == ("Ann", "Bob", "bob", "call")
        assert await table.join(link, "Eve") is None
        assert table.participants.find_player(own) == 0
        assert table.participants.find_player(link) is None
        await tables.close()
        again = LiveTables(Service(), SqlTableStore(url))  # type: ignore[arg-type]
        restored = await again.find(table.number)
        assert restored
        assert restored.settings.names == ("Ann", "Bob", "bob", "call")
        assert restored.participants.find_player(bob[1]) == bob[0]
        assert await restored.join(link, "Eve") is None
        await again.close()

    asyncio.run(join())


@pytest.mark.parametrize(("name", "kept"), [("You", "Guest"), ("call", "call 2"), ("", "Friend")])
def test_a_name_of_ones_own_is_nobody_elses(name: str, kept: str) -> None:
    async def join() -> None:
        tables, table, _, link = await opened(TableStore(), 1)
        assert await table.join(link, name)
        assert table.settings.names[1] == kept
        await tables.close()

    asyncio.run(join())


def heard(table: LiveTable, player: int | None) -> list[dict[str, Any]]:
    messages = table.participants.outbox(player).since(0) or []
    return [each for _, text in messages if (each := json.loads(text))["type"] == "chat"]


def test_everybody_reads_a_line_and_nothing_keeps_it() -> None:
    table = a_table(names=("Ann", "Bob"))
    table.participants.publish("shuffle", {})
    table.send_chat(0, "  nice \n <b>hand</b> ")
    for player in (None, 0, 1):
        (line,) = heard(table, player)
        assert (line["name"], line["place"], line["text"]) == ("Ann", 0, "nice <b>hand</b>")
    assert "nice" not in "".join(table.snapshot(1))


def test_lines_are_short_plain_and_not_too_many() -> None:
    table = a_table(names=("Ann", "Bob"))
    for text in ("", "   ", "x" * (LONGEST_LINE + 1), "bell\x07", "right\u202eleft"):
        with pytest.raises(ActionError, match="say 1 to 200 letters"):
            table.send_chat(0, text)
    for _ in range(5):
        table.send_chat(0, "x" * LONGEST_LINE)
    with pytest.raises(ActionError, match="too much at once"):
        table.send_chat(0, "once more")
    table.send_chat(1, "me too")


def test_only_who_sits_there_speaks_and_buys_in(room: CardRoom) -> None:
    data = {"opponents": ["call"], "pace": "instant", "open_seats": 1}
    answer = httpx.post(f"{room.api}/tables", json=data).json()
    table = f"{room.api}/tables/{answer['table']}"
    body = {"invitation": answer["open_invitation"], "name": "Bob"}
    joined = httpx.post(f"{table}/join", json=body).json()
    assert joined["name"] == "Bob"
    assert "or it was used before" in refusal(httpx.post(f"{table}/join", json=body), 403)
    mine = {"authorization": f"Bearer {joined['token']}"}
    for path, wanted in (("chat", {"text": "good evening"}), ("rebuy", {"chips": 10_000})):
        assert httpx.post(f"{table}/{path}", json=wanted).status_code == 401
        forged = {"authorization": "Bearer forged"}
        assert httpx.post(f"{table}/{path}", json=wanted, headers=forged).status_code == 403
        assert httpx.post(f"{table}/{path}", json=wanted, headers=mine).status_code == 200
    messages = httpx.get(f"{table}/messages", headers=mine).text
    assert "good evening" not in messages  # what was said before is not sent to who comes later


def broke_table(**settings: Any) -> LiveTable:
    table = a_table(rebuys="ask", **settings)
    table.session.stacks[0] = 0  # type: ignore[index]
    table.session.dealt = 1  # type: ignore[misc]
    return table


@pytest.mark.parametrize(("chips", "stack"), [(2_000, 2_000), (10_000, 10_000)])
def test_who_is_broke_chooses_a_stack(chips: int, stack: int) -> None:
    table = broke_table()
    ann = Person(table, 0)
    assert json.loads(table.snapshot(0)[0])["rebuy"] == [2_000, 10_000]
    assert json.loads(table.snapshot(None)[0])["rebuy"] is None
    table.rebuy(0, chips)
    asyncio.run(playing(table, ann, hands=1))
    assert table.recent[0].hand.starting_stacks[table.recent[0].players.index(0)] == stack
    assert not table.seats[0].away


def test_who_is_broke_and_sits_out_does_not_hold_up_the_others() -> None:
    table = broke_table(names=("Ann", "Bob"))
    table.seats[0].away = True
    bob = Person(table, 1)
    asyncio.run(playing(table, bob, hands=1))
    assert table.recent


def test_only_sums_of_the_table_are_bought_in_and_none_in_tournaments() -> None:
    table = broke_table()
    for chips in (0, 1_999, 10_001):
        with pytest.raises(ActionError, match="give 2000 to 10000 chips"):
            table.rebuy(0, chips)
    tournament = a_table(format="sit-and-go", stack=1_500)
    with pytest.raises(ActionError, match="nobody buys in again"):
        tournament.rebuy(0, 1_500)


def test_a_table_that_does_not_ask_fills_up_by_itself() -> None:
    table = a_table()
    table.session.stacks[0] = 0  # type: ignore[index]
    ann = Person(table, 0)
    asyncio.run(playing(table, ann, hands=1))
    assert table.recent[0].hand.starting_stacks == (10_000, 10_000)
