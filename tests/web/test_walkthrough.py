"""Ten common tasks take as many clicks and keys as docs/card-room.md says."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.formats.test_pokerstars import CASH

from .following import post
from .servers import CardRoom
from .test_browser import CLICK_ON, tab_to, take_a_seat

DOCS = Path(__file__).parents[2] / "docs" / "card-room.md"


def documented() -> dict[str, tuple[int, int]]:
    """Clicks and keys by task, as the documentation has them; typing a name counts as one key."""
    row = r"(?m)^\| \d+ \| ([^|]+) \| [^|]+ \| (\d+) \| (\d+) \|$"
    rows = re.findall(row, DOCS.read_text("utf-8"))
    return {task.strip(): (int(clicks), int(keys)) for task, clicks, keys in rows}


class Hand:
    """Does what a person does, and counts it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.keys = 0

    def click(self, target: Locator) -> None:
        self.clicks += 1
        target.click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.keys += 1
        self.page.keyboard.type(text)

    def reach(self, target: Locator) -> None:
        """By the keyboard, and press it."""
        self.keys += tab_to(self.page, target)
        self.press("Enter")


def at_my_turn(page: Page) -> None:
    page.locator(".act.raise:not(:disabled)").wait_for()


def test_there_are_ten_tasks() -> None:
    assert len(documented()) == 10


def test_sitting_down(page: Page) -> None:
    mouse, keyboard = Hand(page), Hand(page)
    page.goto("/")
    mouse.click(page.get_by_role("link", name="Play now"))
    mouse.click(page.get_by_role("button", name="Take a seat"))
    page.locator(".felt").wait_for()
    page.goto("/")
    keyboard.reach(page.get_by_role("link", name="Play now"))
    page.get_by_role("button", name=re.compile("^Add call")).wait_for()
    keyboard.press("Enter")
    page.locator(".felt").wait_for()
    assert documented()["sit down with the opponents of last time"] == (mouse.clicks, keyboard.keys)


def test_at_the_table(page: Page) -> None:
    mouse = Hand(page)
    take_a_seat(page, "call", stack=10_000)
    at_my_turn(page)
    mouse.click(page.locator(".act.call"))
    expect(page.locator(".transcript")).to_contain_text("You call")
    at_my_turn(page)
    keyboard = Hand(page)
    keyboard.press("c")
    assert documented()["check or call"] == (mouse.clicks, keyboard.keys)

    mouse, keyboard = Hand(page), Hand(page)
    at_my_turn(page)
    mouse.click(page.get_by_role("button", name=re.compile("^Pot,")))
    mouse.click(page.locator(".act.raise"))
    at_my_turn(page)
    keyboard.press("4", "r")
    assert documented()["bet or raise the pot"] == (mouse.clicks, keyboard.keys)

    page.evaluate(CLICK_ON, [2, "call"])
    for task, tab, key in (
        ("see everybody's statistics", "Statistics", "s"),
        ("check the deal of the last hand", "Deal", "d"),
    ):
        mouse, keyboard = Hand(page), Hand(page)
        mouse.click(page.get_by_role("tab", name=tab))
        page.get_by_role("tab", name="Hand").click()
        keyboard.press(key)
        chosen = page.get_by_role("tab", name=tab)
        expect(chosen).to_have_attribute("aria-selected", "true")
        assert documented()[task] == (mouse.clicks, keyboard.keys)

    mouse, keyboard = Hand(page), Hand(page)
    mouse.click(page.get_by_role("tab", name="Coach"))
    last = page.locator(".advice .spot button").first
    mouse.click(last)
    expect(page.locator(".advice .spot.open")).to_contain_text("Equity against")
    last.click()
    page.get_by_role("tab", name="Hand").click()
    keyboard.press("k")
    keyboard.reach(last)
    expect(page.locator(".advice .spot.open")).to_contain_text("Equity against")
    assert documented()["ask the coach about the last decision"] == (mouse.clicks, keyboard.keys)


def test_inviting_a_friend(page: Page) -> None:
    mouse = Hand(page)
    page.goto("/play")
    mouse.click(page.get_by_label("Invite a friend by link"))
    mouse.type("Bob")
    mouse.press("Enter")
    mouse.click(page.get_by_role("button", name="Take a seat"))
    mouse.click(page.get_by_role("button", name="Copy"))
    expect(page.get_by_label("Bob's link")).to_have_value(re.compile("/join/"))
    assert documented()["invite a friend"] == (mouse.clicks, mouse.keys)


def test_studying_watching_and_replaying(page: Page, room: CardRoom) -> None:
    post(room, "/hands/import", text=CASH)
    links = {"Study": "Solver", "Watch": "", "Hands": ""}
    ways: dict[str, Hand] = {}
    for name, then in links.items():
        page.goto("/")
        mouse = ways[name] = Hand(page)
        bar = page.get_by_role("navigation", name="Pages")
        mouse.click(bar.get_by_role("link", name=name))
        if then:
            mouse.click(page.locator(".tile", has_text=then))
    mouse = ways["Hands"]
    mouse.click(page.locator(".hand-line").first)
    page.locator(".step-count").wait_for()
    mouse.press("ArrowRight")
    expect(page.locator(".step-count")).to_have_text(re.compile("^1 /"))
    assert documented()["replay the latest hand, first step"] == (mouse.clicks, mouse.keys)
    page.goto("/study/solver")
    ways["Study"].click(page.get_by_role("button", name="Solve", exact=True))
    page.wait_for_url(re.compile("/study/solver/[0-9a-f]{24}"))
    assert documented()["solve the spot of last time"] == (ways["Study"].clicks, ways["Study"].keys)
    page.goto("/watch")
    page.get_by_role("button", name=re.compile("^Add call ")).wait_for()
    ways["Watch"].click(page.get_by_role("button", name="Start"))
    page.wait_for_url(re.compile(r"/watch/\d+"))
    assert documented()["start the match of last time"] == (
        ways["Watch"].clicks,
        ways["Watch"].keys,
    )
