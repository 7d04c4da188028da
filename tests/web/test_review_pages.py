"""A review in a real browser: from the hands to the costs, the replay and the solver's form."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from fivebet.formats import WRITERS
from fivebet.game import CHECK, FOLD, bet

from .following import followed, post
from .servers import CardRoom
from .test_browser import check_with_axe
from .test_reviews_api import THREE_BET, played

LINE = (*THREE_BET, CHECK, bet(100), FOLD)


@pytest.fixture(scope="module")
def run(room: CardRoom) -> int:
    """A run of one imported hand, in which Hero folds top pair for a small bet."""
    text = WRITERS["phh"]([played(*LINE).record()])
    number: int = post(room, "/hands/import", text=text).json()["run"]
    return number


def test_hands_are_reviewed_and_a_spot_is_studied(page: Page, room: CardRoom, run: int) -> None:
    page.goto(f"/hands?run={run}&player=Hero")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_label("Run")).to_have_value(str(run))
    expect(page.get_by_label("Player")).to_have_value("Hero")
    page.get_by_role("button", name="Review these hands").click()
    expect(page.get_by_role("heading", name="Hero's decisions")).to_be_visible()
    expect(page.get_by_role("heading", name="The worst")).to_be_visible()
    worst = page.get_by_role("listitem").filter(has_text="Chosen: fold").first
    expect(worst).to_contain_text("Flop, BB, facing a bet")
    expect(worst).to_contain_text(re.compile(r"−\d+\.\d\d BB"))
    check_with_axe(page, "review")
    number = page.url.rpartition("/")[2]
    done = followed(room, f"/reviews/{number}")["result"]
    worst.get_by_role("link", name="Study this spot").click()
    expect(page.get_by_role("status").first).to_contain_text("both ranges follow from the line")
    expect(page.get_by_label("Pot", exact=True)).to_have_value("1500")
    expect(page.get_by_label("Stacks behind")).to_have_value("350")
    spot = done["decisions"][done["worst"][0]]["spot"]
    assert (spot["pot"], spot["stack"], spot["board"]) == (1500, 350, "Qs8h3d")
    page.goto("/study/review")
    expect(page.get_by_role("link", name=f"Review {number}")).to_be_visible()


def test_a_spot_is_studied_from_its_replay_on_a_phone(
    browser: Browser, room: CardRoom, run: int
) -> None:
    context = browser.new_context(base_url=room.url, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"/hands/{run}/0?step=6")
    page.get_by_role("link", name="Study this spot").click()
    expect(page).to_have_url(re.compile(rf"/study/solver\?hand={run}\.0&step=5"))
    expect(page.get_by_label("Pot", exact=True)).to_have_value("1500", timeout=60_000)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide
    context.close()
