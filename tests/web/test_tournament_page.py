"""A tournament of two tables in a browser: opened, played, watched, and how it stands."""

import re

from playwright.sync_api import Browser, Page, expect

from .browsing import new_context
from .clients import open_table
from .following import get
from .servers import CardRoom
from .test_browser import check_with_axe

FIELD = """
  localStorage.setItem("fivebet.last-table", '{"opponents": ["call", "fold"], "pace": "instant"}');
  localStorage.setItem("fivebet.last-field", "12");
"""


def test_a_tournament_is_opened_played_and_watched(
    page: Page, browser: Browser, room: CardRoom
) -> None:
    page.add_init_script(FIELD)
    page.goto("/play")
    page.get_by_role("button", name="Tournament", exact=True).click()
    table_seats = page.get_by_role("group", name="Seats at a table")
    table_seats.get_by_role("button", name="6").click()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".stage-bar")).to_contain_text("Tournament, 12 of 12 left")
    expect(page.locator(".seat")).to_have_count(6)
    page.get_by_role("button", name=re.compile("^(Check|Call)")).click()
    page.locator(".stage-bar a").click()
    page.wait_for_url(re.compile(r"/tournament/\d+$"))
    expect(page.get_by_role("heading", name=re.compile("^Table [12]$"))).to_have_count(2)
    expect(page.get_by_text("of 12")).to_be_visible()
    expect(page.get_by_text("person", exact=True)).to_have_count(1)
    check_with_axe(page, "tournament")
    address = page.url.removeprefix(room.url)
    page.get_by_role("link", name="Return to your seat").click()
    expect(page.locator(".stage-bar")).to_contain_text("Tournament")
    context = new_context(browser, room)
    guest = context.new_page()
    guest.goto(address)
    guest.get_by_role("link", name="watch", exact=True).last.click()
    expect(guest.locator(".stage-bar")).to_contain_text("Table 2")
    context.close()


def test_a_tournament_of_agents_is_played_while_watched_and_stands_afterwards(
    room: CardRoom,
) -> None:
    field = {"opponents": ["raise", "call", "raise", "call", "raise"], "names": []}
    options = {"format": "tournament", "table_seats": 3, "stack": 60, "big_blind": 20}
    number, _ = open_table(room, **field, **options)
    epoch, after = "", -1
    while not (standing := get(room, f"/tables/{number}/standings"))["closed"]:
        # It is played while somebody watches; a table that is broken is followed by another.
        news = get(room, f"/tables/{number}/messages", epoch=epoch, after=after, wait=20)
        after = -1 if news[0]["epoch"] != epoch else after
        epoch = news[0]["epoch"]
        after = max((each.get("seq", after) for each in news), default=after)
    assert sorted(each["place"] for each in standing["finishes"]) == [1, 2, 3, 4, 5]
    assert sum(each["prize"] for each in standing["finishes"]) == sum(standing["prizes"]) == 500
    assert standing["left"] in (0, 1)
    hands = get(room, "/hands", run=number)["hands"]
    assert {each["run"] for each in hands} == {number}
