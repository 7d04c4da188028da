"""The coach in a browser: where nothing judges an action, the champion's stands in its place."""

from playwright.sync_api import Page, Route, expect

CALLERS = """
  const table = { opponents: ["call", "call"], pace: "instant" };
  localStorage.setItem("fivebet.last-table", JSON.stringify(table));
"""

OPINION = {
    "action": "call",
    "to": 0,
    "probabilities": [
        {"action": "call", "to": 0, "probability": 0.75},
        {"action": "raise", "to": 250, "probability": 0.25},
    ],
    "sentence": "Calls.",
    "reasons": {"depth": 100},
    "failure": "",
    "load": 0.0,
}


def answer(route: Route) -> None:
    """Answer for an agent: this is about what the page makes of it."""
    route.fulfill(json=OPINION)


def test_a_raise_before_the_flop_is_compared_with_the_champion_first(page: Page) -> None:
    page.add_init_script(CALLERS)
    page.route("**/coach/agents/*", answer)
    page.goto("/play")
    page.get_by_role("button", name="Take a seat").click()
    page.locator(".act.raise:not(:disabled)").click()
    page.get_by_role("tab", name="Coach").click()
    page.locator(".spot button").last.click()
    verdict = page.locator(".verdict .best")
    expect(verdict).to_have_text("Champion Call")
    expect(page.locator(".verdict .cost")).to_contain_text("it would raise 25 % of the time")
    opinion = page.locator(".verdict + div").first
    expect(opinion).to_contain_text("champion would")
