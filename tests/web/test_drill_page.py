"""Drills in a real browser, by keyboard alone."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from fivebet.cards.combos import COMBOS
from fivebet.solving import Spot, solve
from fivebet.study.drills.sets import find_drill

from .following import post
from .servers import CardRoom
from .test_browser import check_with_axe
from .test_late_answers import until

SET = re.compile(r"/api/v1/drills\?")
SAME_SEED = "Math.random = () => 0.25"
NUMBERS = {f"{pair[1]}{pair[0]}": number for number, pair in enumerate(COMBOS)}


def solved_values(room: CardRoom, graded: dict[str, Any], hand: str) -> dict[str, float]:
    """Return what a drill's actions are worth: a river by an independent solve of its spot."""
    study = graded["study"]
    if not study.get("spot"):
        return find_drill(graded["drill"]).values
    started = post(room, "/solutions", **study["spot"]).json()
    tree = solve(Spot.from_dict(started["spot"]), study["spot"]["target"]).tree
    values = tree.node(study["at"]).action_values()
    return {name: row[NUMBERS[hand]] / 100 for name, row in values.items()}


def test_ten_drills_are_played_by_keyboard_and_graded_as_the_solver_values_them(
    page: Page, room: CardRoom
) -> None:
    drills: list[dict[str, Any]] = []
    page.on(
        "response",
        lambda answer: drills.extend(answer.json()["drills"]) if SET.search(answer.url) else None,
    )

    def sent(number: int) -> dict[str, Any]:
        until(page, lambda: len(drills) > number)
        return drills[number]

    page.add_init_script(SAME_SEED)
    page.goto("/study/drills")
    page.get_by_role("button", name=re.compile("^Mixed")).focus()
    page.keyboard.press("Enter")
    lost, right, kinds = 0.0, 0, set()
    for number in range(10):
        expect(page.locator(".drill-progress")).to_contain_text(f"{number + 1} of 10")
        expect(page.locator(".drill h2")).to_be_focused()
        drill = sent(number)
        expect(page.locator(".drill h2")).to_have_text(drill["title"])
        # Every other answer is the first action, whatever it costs; keys 1, 2, ... choose.
        chosen = 0 if number % 2 else len(drill["actions"]) - 1
        with page.expect_response("**/api/v1/drills/answers") as answered:
            page.keyboard.press(str(chosen + 1))
        graded = answered.value.json()
        assert graded["action"] == drill["actions"][chosen]["name"]
        values = solved_values(room, graded, drill["hand"])
        assert graded["values"] == pytest.approx(values, abs=1e-3)
        assert graded["loss"] == pytest.approx(
            max(values.values()) - values[graded["action"]], abs=2e-3
        )
        expect(page.locator(".drill-verdict")).to_have_text(graded["sentence"])
        expect(page.locator(".next")).to_be_focused()
        lost, right = lost + graded["loss"], right + (graded["loss"] == 0)
        kinds.add(drill["kind"])
        page.keyboard.press("Enter" if number % 2 else "n")
    assert kinds == {"preflop", "pushfold", "river"}
    expect(page.locator(".drill h2")).to_have_text(f"{right} of 10 right")
    expect(page.get_by_label("Results", exact=True)).to_contain_text(f"{lost:.2f} big blinds")
    page.get_by_role("button", name="All sets").click()
    expect(page.get_by_text("Your results")).to_be_visible()


def test_a_drill_shows_what_each_action_is_worth_and_leads_to_the_solver(page: Page) -> None:
    page.add_init_script(SAME_SEED)
    page.goto("/study/drills?set=river")
    page.get_by_role("group", name="Your answer").get_by_role("button").first.click()
    table = page.get_by_role("region", name="What each action is worth")
    expect(table.get_by_text("best", exact=True)).to_have_count(1)
    expect(table.get_by_text("yours", exact=True)).to_have_count(1)
    check_with_axe(page, "an answered drill")
    page.get_by_role("button", name="Study this spot").click()
    page.wait_for_url(re.compile(r"/study/solver/[0-9a-f]{24}\?at="))
    expect(page.locator(".head .tag")).to_have_text("finished")
    page.go_back()
    expect(page.locator(".drill-progress")).to_contain_text("1 of 10")
    expect(page.locator(".drill-verdict")).to_be_visible()


def test_single_keys_can_be_switched_off(page: Page) -> None:
    page.add_init_script(SAME_SEED)
    page.add_init_script("localStorage.setItem('fivebet.settings', '{\"keys\": false}')")
    page.goto("/study/drills?set=pushfold")
    answers = page.get_by_role("group", name="Your answer")
    expect(answers).to_be_visible()
    expect(answers.locator("kbd")).to_have_count(0)
    page.keyboard.press("f")
    page.keyboard.press("1")
    expect(answers).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".drill-verdict")).to_be_visible()


def test_no_mistake_is_passed_over_while_others_are_answered(page: Page, room: CardRoom) -> None:
    asked = {"set": "pushfold", "count": 6}
    found = httpx.get(f"{room.api}/drills", params=asked).json()
    due: list[dict[str, Any]] = found["drills"]
    shown: list[str] = []
    held: list[tuple[Route, dict[str, Any]]] = []

    def send(route: Route) -> None:
        """Answer as the card room does, but keep the second part until a drill is answered."""
        query = parse_qs(urlsplit(route.request.url).query)
        first, count = int(query["first"][0]), int(query["count"][0])
        part = due[first : first + count]
        shown.extend(each["id"] for each in part)
        held.append((route, found | {"total": len(due), "drills": part}))
        if len(held) != 2:
            route.fulfill(json=held[-1][1])

    page.route(SET, send)
    page.goto("/study/drills?set=mistakes")
    expected = [each["id"] for each in due]
    page.get_by_role("group", name="Your answer").get_by_role("button").first.click()
    expect(page.locator(".drill-verdict")).to_be_visible()
    del due[0]  # what was answered is not due any more
    until(page, lambda: len(held) == 2)
    held[1][0].fulfill(json=held[1][1])
    until(page, lambda: len(held) == 3)
    assert shown == expected
    expect(page.locator(".drill-progress")).to_contain_text("1 of 6")
