"""Imported hands in a browser: in their money, with their hero at the bottom."""

from playwright.sync_api import FilePayload, Page, expect

from tests.formats.test_pokerstars import CASH


def _file(text: str) -> FilePayload:
    return {"name": "cash.txt", "mimeType": "text/plain", "buffer": text.encode()}


def test_a_file_is_imported_and_replayed_in_its_money(page: Page) -> None:
    page.goto("/hands")
    page.get_by_role("button", name="Import").click()
    page.set_input_files("input[type=file]", [_file(CASH)])
    expect(page.get_by_role("status").filter(has_text="1 hand is stored")).to_be_visible()
    expect(page.locator(".hand-line")).to_contain_text("+$112.50")
    page.locator(".hand-line").click()
    expect(page.get_by_text("The room has taken a rake of $4.")).to_be_visible()
    lowest = page.locator(".seat").evaluate_all(
        "(seats) => seats.toSorted((a, b) => b.getBoundingClientRect().bottom"
        " - a.getBoundingClientRect().bottom)[0].textContent"
    )
    assert "Kay" in lowest
    for _ in range(11):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".transcript-box li").last).to_contain_text("wins")
    box = page.locator(".transcript-box")
    assert box.evaluate("(box) => box.scrollHeight - box.scrollTop - box.clientHeight") < 2


def test_long_names_cover_nothing_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/hands")
    page.get_by_role("button", name="Import").click()
    page.set_input_files("input[type=file]", [_file(CASH.replace("Kay", "W" * 24))])
    expect(page.get_by_role("status").filter(has_text="1 hand is stored")).to_be_visible()
    board, won = page.locator(".hand-board .pcard").last, page.locator(".hand-won b")
    right = "(each) => each.getBoundingClientRect().right"
    assert board.evaluate(right) <= won.evaluate("(each) => each.getBoundingClientRect().left")
    assert won.evaluate(right) <= 360
