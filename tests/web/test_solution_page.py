"""The solution page in a real browser: preview, solve, walk, lock, solve again, runouts, delete."""

import re

import pytest
from playwright.sync_api import Page, expect

from .following import followed, get, post
from .servers import CardRoom
from .test_browser import check_with_axe

TURN = {
    "board": "Kh8h3dJc",
    "pot": 100,
    "stack": 150,
    "oop": "AA, K9s, 76s, QTs",
    "ip": "AK, JJ, 98s:0.5",
    "bets": "75%",
    "raises": "a",
}
ADDRESS = (
    "/study/solver?board=Kh8h3dJc&pot=100&stack=155&oop=AA,K9s,76s,QTs&ip=AK,JJ,98s:0.5"
    "&bets=75%25&raises=a"
)


def walk(page: Page, first: str) -> None:
    """Walk from the start to IP's decision after a check, by arrow keys, Back and Forward."""
    now = page.locator(".strip-card.now")
    # Right to IP's decision, down to the bet there, and right again.
    expect(now).to_contain_text("Out of position")
    page.keyboard.press("ArrowRight")
    expect(now).to_contain_text("In position")
    expect(now.get_by_role("button", name=re.compile("^check"))).to_be_focused()
    expect(page).to_have_url(f"{first}?at=check")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{first}?at=check%2C%20bet%2075")
    expect(now.get_by_role("button", name=re.compile("^fold"))).to_be_focused()
    page.go_back()
    expect(now).to_contain_text("In position")
    expect(now.get_by_role("button", name=re.compile("^bet 75"))).to_be_visible()
    page.go_forward()
    expect(now.get_by_role("button", name=re.compile("^fold"))).to_be_visible()
    page.reload()
    expect(now.get_by_role("button", name=re.compile("^fold"))).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(now).to_contain_text("In position")


def test_the_keyboard_goes_on_from_the_cards_that_may_come(page: Page, room: CardRoom) -> None:
    solution = post(room, "/solutions", **TURN).json()["id"]
    followed(room, f"/solutions/{solution}")
    page.goto(f"/study/solver/{solution}?at=check")
    expect(page.locator(".strip-card.now")).to_contain_text("In position")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name=re.compile("^ace of spades: "))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("at=check%2C%20check%2C%20As$"))


def test_a_spot_is_previewed_solved_walked_locked_solved_again_and_deleted(page: Page) -> None:
    page.goto(ADDRESS)
    expect(page.get_by_label("Board as text")).to_have_value("Kh8h3dJc")
    expect(page.locator(".preview")).to_contain_text(re.compile(r"MB for [\d,]+ nodes"))
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_url(re.compile("/study/solver/[0-9a-f]{24}"))
    expect(page.locator(".head .tag")).to_have_text("finished")
    first = page.url

    now = page.locator(".strip-card.now")
    walk(page, first)

    # IP never bets: OOP's values change, in a tree of its own.
    page.get_by_role("tab", name="Edit tree").click()
    page.get_by_label("bet 75", exact=True).fill("0")
    page.get_by_label("bet 75", exact=True).blur()
    page.get_by_role("button", name="Lock all hands").click()
    expect(page.locator(".changes")).to_contain_text("locked: check")
    page.get_by_role("tab", name="Hands", exact=True).click()
    page.get_by_role("tab", name="Edit tree (changed)").click()
    expect(page.locator(".changes .preview")).to_contain_text("MB for")
    page.get_by_role("button", name="Solve the changed tree").click()
    page.wait_for_url(lambda url: url.split("?")[0] != first and "at=check" in url)
    expect(page.locator(".tree-changes")).to_have_text("locked: check")
    expect(page.locator(".head .tag")).to_have_text("finished")
    expect(now).to_contain_text("locked")
    expect(now.get_by_role("button", name=re.compile("^bet 75"))).to_contain_text("0 %")

    # After two checks every card is there, with its numbers.
    page.keyboard.press("ArrowRight")
    cards = page.get_by_role("group", name="Cards that may come")
    expect(cards.get_by_role("button", disabled=False)).to_have_count(48)
    two = cards.get_by_role("button", name=re.compile("^2 of clubs: .* to .*; check .* %"))
    two.click()
    expect(page).to_have_url(re.compile("2c$"))
    expect(now).to_contain_text("Out of position")

    second = page.url.split("?")[0].split("/")[-1]
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/study/solver")
    expect(page.locator(f"a[href$='{first.split('/')[-1]}']")).to_be_visible()
    expect(page.locator(f"a[href$='{second}']")).to_have_count(0)


@pytest.fixture(scope="module")
def solved(room: CardRoom) -> str:
    id_: str = post(room, "/solutions", **TURN, target=1).json()["id"]
    followed(room, f"/solutions/{id_}")
    return id_


def test_numbers_of_actions_kinds_and_equity_are_on_the_page(
    page: Page, room: CardRoom, solved: str
) -> None:
    page.goto(f"/study/solver/{solved}?at=check")
    node = get(room, f"/solutions/{solved}/node", path="check")
    expect(page.locator(".range-card")).to_have_count(2)
    row = page.locator(".hands-table tbody tr", has_text="A♥")  # one ace of hearts with a king
    hand = next(each for each in node["hands"] if each["hand"].startswith("Ah"))
    for share, value in zip(hand["shares"], hand["values"], strict=True):
        expect(row.first).to_contain_text(f"{100 * share:.0f} %")
        expect(row.first).to_contain_text(f"{value:.1f}")
    page.locator(".to-act button.square.mix").first.click()
    expect(page.locator(".hands-card h2")).to_contain_text("AKs")
    page.get_by_role("button", name="Show all hands").click()
    page.get_by_role("tab", name="Hands", exact=True).focus()
    page.keyboard.press("ArrowRight")
    kinds = page.get_by_role("tabpanel")
    for player in node["ranges"]:
        for kind in player["made"]:
            expect(kinds).to_contain_text(f"{100 * kind['share']:.1f} %")
    page.get_by_role("button", name="top pair").first.click()
    expect(page.locator(".square.dim").first).to_be_attached()
    page.get_by_role("tab", name="Made hands").focus()
    page.keyboard.press("ArrowRight")
    oop, ip = (f"{100 * each['equity']:.1f} %" for each in node["ranges"])
    chart = page.locator("fb-chart .chart").last
    label = f"Out of position: {oop} equity; In position: {ip} equity"
    expect(chart).to_have_attribute("aria-label", label)


def test_axe_finds_nothing_on_any_part_of_a_solution(page: Page, solved: str) -> None:
    page.goto(f"/study/solver/{solved}?at=check")
    for tab in ("Made hands", "Equity", "Edit tree"):
        page.get_by_role("tab", name=tab, exact=True).click()
        check_with_axe(page, tab)
    page.goto(f"/study/solver/{solved}?at=check%2C%20check")
    page.locator(".deck-card.heat").first.wait_for()
    check_with_axe(page, "runouts")
