"""Several persons at one table: invitations open a seat once, and only then."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from fivebet.web.tables.live_table import LiveTable, TableServices
from fivebet.web.tables.participants import digest
from fivebet.web.tables.persistence import SeatDigests, SqlTableStore
from fivebet.web.tables.settings import TableSettings

from .browsing import new_context
from .clients import Client, open_table
from .following import refusal
from .rooms import Person, Scripted, playing
from .servers import CardRoom
from .test_browser import CLICK_ON, take_a_seat


def invited(room: CardRoom, **asked: Any) -> dict[str, Any]:
    data = {"opponents": ["call"], "pace": "instant", "friends": ["Bob"]} | asked
    answer = httpx.post(f"{room.api}/tables", json=data)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def join(room: CardRoom, table: int, invitation: str) -> httpx.Response:
    return httpx.post(f"{room.api}/tables/{table}/join", json={"invitation": invitation})


def table_with_a_friend(
    store: SqlTableStore, seats: tuple[SeatDigests, ...], number: int
) -> LiveTable:
    settings = TableSettings.seating(("Ann", "Bob"), ("call",), pace="instant")
    return LiveTable(number, settings, seats, TableServices(Scripted(), store))  # type: ignore[arg-type]


def test_an_invitation_opens_its_seat_once(room: CardRoom) -> None:
    opened = invited(room)
    (bob,) = opened["invitations"]
    table = opened["table"]
    assert bob["name"] == "Bob"
    assert httpx.get(f"{room.api}/tables/{table}").json()["expected"] == ["Bob"]
    taken = join(room, table, bob["invitation"])
    assert taken.json()["name"] == "Bob"
    assert taken.json()["token"] != bob["invitation"]
    assert httpx.get(f"{room.api}/tables/{table}").json()["expected"] == []
    assert "used before" in refusal(join(room, table, bob["invitation"]), 403)


def test_an_invitation_is_no_token_and_tells_nothing_of_the_seat(room: CardRoom) -> None:
    opened = invited(room)
    (bob,) = opened["invitations"]
    asked = {"authorization": f"Bearer {bob['invitation']}"}
    url = f"{room.api}/tables/{opened['table']}/messages"
    assert httpx.get(url, headers=asked).status_code == 403
    other, _ = open_table(room)
    assert "opens no seat" in refusal(join(room, other, bob["invitation"]), 403)
    assert "name of your own" in refusal(
        httpx.post(f"{room.api}/tables", json={"opponents": [], "names": [], "friends": ["Bob"]})
    )


def test_the_first_hand_waits_for_friends_or_until_one_starts_without_them(room: CardRoom) -> None:
    opened = invited(room)
    client = Client(room, opened["table"], opened["seats"][0]["token"])
    waiting = client.until("table")
    assert waiting["expected"] == ["Bob"]
    assert waiting["state"] is None
    client.send(type="ready")
    state = client.my_turn()
    assert [seat["name"] for seat in state["seats"] if seat["place"] == 1] == ["Bob"]
    client.act(state)
    ended = client.play(1)[0]
    bob = next(seat for seat in ended["seats"] if seat["name"] == "Bob")
    assert bob["cards"] is None
    client.close()


def test_two_persons_play_each_other_without_any_agent(room: CardRoom) -> None:
    opened = invited(room, opponents=[])
    table = opened["table"]
    token = join(room, table, opened["invitations"][0]["invitation"]).json()["token"]
    ann, bob = Client(room, table, opened["seats"][0]["token"]), Client(room, table, token)
    turns = [ann, bob]
    for client in turns:
        client.until("table")
    seen: list[set[str]] = []
    for client in turns:
        state = client.until("table")["state"]
        while not state:
            state = client.until("table")["state"]
        mine = next(seat for seat in state["seats"] if seat["place"] == state["you"])
        others = [seat["cards"] for seat in state["seats"] if seat["place"] != state["you"]]
        assert others == [None]
        seen.append(set(mine["cards"]))
    assert not seen[0] & seen[1]
    for client in turns:
        client.close()


def test_a_seat_that_was_taken_is_its_owners_after_the_table_is_taken_up_again(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/room.db"
    seats = (SeatDigests(digest("Ann's")), SeatDigests(invitation=digest("come")))

    async def meet() -> None:
        store = SqlTableStore(url)
        number = await store.create(table_with_a_friend(store, seats, 1).settings, seats)
        table = table_with_a_friend(store, seats, number)
        assert await table.join("gatecrash") is None
        assert table.participants.find_player("come") is None
        joined = await table.join("come")
        assert joined is not None
        player, token = joined
        persons = [Person(table, each) for each in table.seats]
        await playing(table, *persons, hands=2)
        await store.release([number])
        kept = await store.claim(number)
        assert kept is not None
        again = LiveTable.restored(kept, TableServices(Scripted(), store))  # type: ignore[arg-type]
        assert again.participants.find_player(token) == player == 1
        assert again.expected == ()
        assert await again.join("come") is None
        await store.close()

    asyncio.run(meet())


@pytest.mark.parametrize("width", [1280, 390])
def test_a_friend_on_another_computer_takes_his_seat_by_a_link(
    page: Page, browser: Browser, room: CardRoom, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    take_a_seat(page, "call", friends=["Bob"])
    link = page.get_by_label("Bob's link").input_value()
    assert link.startswith(f"{room.url}/join/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    elsewhere = new_context(browser, room)
    friend = elsewhere.new_page()
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").click()
    friend.locator(".seat").first.wait_for()
    expect(friend.locator(".stage-bar")).to_contain_text("Hand 1")
    expect(page.get_by_label("Bob's link")).to_have_count(0)
    for each in (page, friend):
        each.evaluate(
            "([script, given]) => { (0, eval)(script)(given); }", [f"({CLICK_ON})", [2, "call"]]
        )
    for each in (page, friend):
        expect(each.locator(".stage-bar .muted")).to_have_text("Hand 3")
    late = elsewhere.new_page()
    late.goto(link)
    late.locator(".felt").wait_for()  # the browser that has the seat goes straight there
    elsewhere.close()
