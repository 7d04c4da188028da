"""Charts by the API and in a real browser."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from fivebet.study.library.flops import POTS
from fivebet.study.library.sets import find_node

from .following import get, post, refusal
from .servers import CardRoom
from .test_browser import check_with_axe


def test_sets_are_listed_and_a_chart_is_that_of_the_library(room: CardRoom) -> None:
    sets = {each["name"]: each for each in get(room, "/library")}
    assert set(sets) >= {"preflop", "pushfold", "flops"}
    assert len(sets["flops"]["charts"]) + len(sets["flops"]["missing"]) == 50
    node = get(room, "/library/preflop/100", at="raise 250")
    known = find_node("preflop", "100", "raise 250")
    assert node["player"] == known.player
    assert [each["name"] for each in node["actions"]] == list(known.actions)
    assert node["classes"][0]["shares"] == pytest.approx(list(known.shares[:, 0]))
    assert node["steps"][0]["taken"] == "raise 250"


def test_what_is_not_in_the_library_is_refused(room: CardRoom) -> None:

    def refused(path: str) -> str:
        return refusal(httpx.get(f"{room.api}/library/{path}"))

    assert "no charts 'chess'" in refused("chess/1")
    assert "no chart '11'" in refused("preflop/11")
    assert "nobody decides" in refused("preflop/100?at=fold")
    assert "no flop that can be made" in refusal(post(room, "/library/flops/x/runs"), 404)
    missing = refusal(httpx.get(f"{room.api}/library/flops/srp-AcQd9h/runs"), 404)
    assert "nobody has" in missing


def test_a_flop_is_started_and_stopped_by_who_has_started_it(room: CardRoom) -> None:

    chart = f"srp-{POTS['srp'].boards[-1]}"
    started = post(room, f"/library/flops/{chart}/runs").json()
    assert started["status"] in ("waiting", "working")
    assert post(room, f"/library/flops/{chart}/runs").json()["token"] == ""
    path = f"{room.api}/library/flops/{chart}/runs"
    assert httpx.delete(path).status_code == 401
    headers = {"authorization": f"Bearer {started['token']}"}
    assert httpx.delete(path, headers=headers).status_code == 200
    stopped = get(room, f"/library/flops/{chart}/runs", after=started["version"], wait=20)
    while stopped["status"] not in ("stopped", "failed"):
        stopped = get(room, f"/library/flops/{chart}/runs", after=stopped["version"], wait=20)
    assert stopped["status"] == "stopped"


def test_a_chart_is_picked_walked_and_read_by_keyboard(page: Page) -> None:
    page.goto("/study/charts")
    expect(page.locator(".strip-card.now")).to_contain_text("BTN")
    now = page.locator(".strip-card.now")
    now.get_by_role("button", name=re.compile("^raise to 2.5")).focus()
    page.keyboard.press("Enter")
    expect(now).to_contain_text("BB")
    expect(page).to_have_url(re.compile(r"set=preflop&chart=100&at=raise\+250"))
    page.locator("button.square").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="AKs")).to_be_visible()
    known = find_node("preflop", "100", "raise 250")
    share = f"{100 * known.shares[2][1]:.1f} %"
    numbers = page.get_by_role("region", name="How often each action is taken")
    expect(numbers.get_by_role("row").nth(3)).to_contain_text(share)
    page.get_by_role("combobox", name="Chart").select_option("20")
    expect(now).to_contain_text("all-in for 20")
    page.get_by_role("button", name="Push or fold").click()
    expect(page.get_by_role("combobox", name="Where")).to_have_value("2 players")
    expect(now).to_contain_text("all-in for 10")
    page.reload()
    expect(now).to_contain_text("all-in for 10")
    check_with_axe(page, "a chart")


def test_flops_that_are_missing_can_be_asked_for(page: Page) -> None:
    page.goto("/study/charts?set=flops")
    expect(page.get_by_role("combobox", name="Not solved yet")).to_be_visible()
    expect(page.get_by_role("button", name="Solve this flop")).to_be_enabled()
