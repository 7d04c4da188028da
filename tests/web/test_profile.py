"""The profile: all hands that one's tokens open, and nobody else's; export and delete."""

import json
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from fivebet.arena.ratings import ratings
from fivebet.formats import FileRecord, read_text
from fivebet.web.profile import _games

from .clients import Client, open_table
from .following import refusal
from .servers import CardRoom
from .test_browser import check_with_axe

HANDS = 21


def played(room: CardRoom, hands: int) -> tuple[int, str]:
    """A table at which a person has called some hands and folded one."""
    number, token = open_table(room, names=["Ann"], opponents=["fair"])
    client = Client(room, number, token)
    client.play(hands)
    client.act(client.my_turn(), "fold")
    client.play(1)
    client.close()
    return number, token


@pytest.fixture(scope="module")
def seat(room: CardRoom) -> tuple[int, str]:
    return played(room, HANDS)


def ask(room: CardRoom, path: str, *seats: tuple[int, str]) -> httpx.Response:
    body = {"seats": [{"table": table, "token": token} for table, token in seats]}
    return httpx.post(f"{room.api}/profile{path}", json=body)


def test_hands_statistics_and_rating_are_of_ones_own_seats(
    room: CardRoom, seat: tuple[int, str]
) -> None:
    unplayed = open_table(room, names=["Ann"], opponents=["fair"])
    found = ask(room, "", seat, unplayed).json()
    assert found["hands"] >= HANDS
    assert found["tables"] == 1
    assert found["statistics"]["hands"] == found["hands"]
    assert found["statistics"]["ratios"]["vpip"]["opportunities"] > 0
    (agent,) = found["opponents"]
    assert (agent["name"], agent["hands"], agent["games"]) == ("fair", found["hands"], 1)
    curve = found["curve"]
    assert curve["played"][-1] == found["hands"]
    assert curve["won"][-1] == pytest.approx(agent["bb"], abs=0.01)
    won = curve["won"][curve["played"].index(20)]  # the first hands are the one game
    assert np.sign(found["rating"]["points"] - 1500) == np.sign(won)
    nothing = ask(room, "", (seat[0], "another token")).json()
    assert (nothing["hands"], nothing["statistics"], nothing["opponents"]) == (0, None, [])
    assert refusal(ask(room, "", (seat[0], "")))


def test_exported_hands_show_no_card_of_others_that_was_not_shown(
    room: CardRoom, seat: tuple[int, str]
) -> None:
    hands = list(read_text(ask(room, "/hands", seat).text, "export"))
    assert len(hands) >= HANDS
    for hand in hands:
        assert isinstance(hand, FileRecord)
        assert hand.holes[hand.players.index("me")] is not None
    assert any(None in hand.holes for hand in hands if isinstance(hand, FileRecord))


def test_hands_of_ones_own_table_are_saved_with_ones_own_cards(
    page: Page, seat: tuple[int, str]
) -> None:
    number, token = seat
    page.goto("/hands")
    keep = "(seats) => localStorage.setItem('fivebet.seats', JSON.stringify(seats))"
    page.evaluate(keep, {str(number): token})
    for place, button in (
        (f"?run={number}", "Export PokerStars"),
        (f"/{number}/1", "PokerStars file"),
    ):
        page.goto(f"/hands{place}")
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        assert "Dealt to Ann [" in download.value.path().read_text("utf-8")


def test_blocks_of_hands_are_games() -> None:
    assert _games([1.0] * 20 + [-1.0] * 20 + [5.0] * 19) == [20.0, -20.0]
    one, other = ratings(np.array([[0.0, 1.0], [0.0, 0.0]]))
    assert one.points > other.points


def test_the_page_shows_exports_and_deletes(page: Page, room: CardRoom, tmp_path: Path) -> None:
    number, token = seat = played(room, 3)  # which is deleted here
    page.goto("/study/profile")
    expect(page.get_by_role("heading", name="No hands yet")).to_be_visible()
    keep = "(seats) => localStorage.setItem('fivebet.seats', JSON.stringify(seats))"
    page.evaluate(keep, {str(number): token})
    page.reload()
    expect(page.get_by_role("img", name="Big blinds won over")).to_be_visible()
    expect(page.get_by_role("row", name="VPIP").first).to_be_visible()
    check_with_axe(page, "profile")
    files: dict[str, Any] = {}
    page.on("download", lambda each: files.update({each.suggested_filename: each}))
    page.get_by_role("button", name="Export").click()
    while len(files) < 2:
        page.wait_for_timeout(50)
    files["fivebet-profile.json"].save_as(tmp_path / "profile.json")
    saved = json.loads((tmp_path / "profile.json").read_text("utf-8"))
    assert saved["profile"]["hands"] >= 4
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.delete(f"{room.api}/tables/{number}", headers=headers).status_code == 200
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_role("status").filter(has_text="Deleted: 1 tables")).to_be_visible()
    expect(page.get_by_role("heading", name="No hands yet")).to_be_visible()
    assert ask(room, "", seat).json()["hands"] == 0
