"""Friends in two browsers: one link, a line of chat as it was typed, and silence after muting."""

import re

from playwright.sync_api import Browser, Page, expect

from .browsing import new_context
from .servers import CardRoom

LINE = "<img src=x onerror=alert(1)> nice & easy"


def test_friends_meet_by_one_link_talk_and_are_muted(
    page: Page, browser: Browser, room: CardRoom
) -> None:
    page.goto("/play")
    page.get_by_role("button", name=re.compile("^Add call ")).wait_for()
    chosen = page.get_by_role("button", name="Remove")
    for left in reversed(range(1, chosen.count())):
        chosen.first.click()
        expect(chosen).to_have_count(left)
    page.get_by_label("Seats for whoever has the one link").fill("1")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Take a seat").click()
    link = page.get_by_label("One link for all").input_value()
    assert link.startswith(f"{room.url}/join/")
    context = new_context(browser, room)
    bob = context.new_page()
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take the seat").click()
    bob.get_by_role("tab", name="Chat").click()
    bob.get_by_placeholder("Say something").fill(LINE)
    bob.get_by_role("button", name="Send").click()
    page.get_by_role("tab", name="Chat 1").click()
    chat = page.get_by_role("log", name="Chat")
    expect(chat).to_have_text(f"Bob {LINE}")
    assert page.locator(".chat img").count() == 0
    page.get_by_role("button", name="Mute Bob").click()
    expect(chat).to_be_empty()
    bob.get_by_placeholder("Say something").fill("still there?")
    bob.get_by_role("button", name="Send").click()
    expect(bob.get_by_role("log", name="Chat")).to_contain_text("still there?")
    page.get_by_role("button", name="Listen to Bob").click()
    expect(chat).to_be_empty()
    context.close()
