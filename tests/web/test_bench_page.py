"""The bench in a browser: a contest is planned, and guests register nothing."""

from playwright.sync_api import Page, expect


def test_a_contest_is_planned_from_a_trial(page: Page) -> None:
    page.goto("/watch/bench")
    page.get_by_role("combobox", name="Agent", exact=True).select_option("call")
    page.get_by_label("Against").select_option("raise")
    page.get_by_label("Game").select_option("limit-2p")
    page.get_by_label("Deals of the trial").fill("40")
    page.get_by_label("Difference to tell").fill("500")
    page.get_by_label("Difference to tell").blur()
    command = page.get_by_label("From a terminal", exact=True)
    expect(command).to_have_text(
        "fivebet power call raise --difference 500 --game limit-2p --trial 40"
    )
    page.get_by_role("button", name="Run the trial").click()
    page.get_by_role("button", name="Play ").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("call against raise")
    expect(page.get_by_role("link", name="Report to cite")).to_be_visible()


def test_a_wrong_secret_is_refused_in_words(page: Page) -> None:
    page.goto("/watch/bench")
    page.get_by_label("Secret of the host").fill("guess")
    page.get_by_label("Name").fill("mine")
    page.get_by_label("File and class").fill("/etc/passwd::Bot")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("alert")).to_contain_text("Only the host registers agents")
