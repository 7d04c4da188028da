"""A review in a real browser: from the hands to the costs, the replay and the solver's form."""

import json
import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from fivebet.formats import WRITERS
from fivebet.game import CHECK, FOLD, bet

from .browsing import new_context
from .following import followed, post, refusal
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
    number = page.url.rpartition("/")[2]
    # Reviews have the lowest priority: on a busy machine they take minutes.
    done = followed(room, f"/reviews/{number}")["result"]
    expect(page.get_by_role("heading", name="The worst")).to_be_visible()
    worst = page.get_by_role("listitem").filter(has_text="Chosen: fold").first
    expect(worst).to_contain_text("Flop, BB, facing a bet")
    expect(worst).to_contain_text(re.compile(r"−\d+\.\d\d BB"))
    check_with_axe(page, "review")
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
    context = new_context(browser, room, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"/hands/{run}/0?step=6")
    page.get_by_role("link", name="Study this spot").click()
    expect(page).to_have_url(re.compile(rf"/study/solver\?hand={run}\.0&step=5"))
    expect(page.get_by_label("Pot", exact=True)).to_have_value("1500")
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide
    context.close()


def test_a_mistake_is_drilled_by_keyboard_and_costs_what_the_review_says(
    page: Page, room: CardRoom, run: int
) -> None:
    number = post(room, "/reviews", run=run, player="Hero").json()["number"]
    done = followed(room, f"/reviews/{number}")["result"]
    mistake = done["decisions"][done["worst"][0]]
    page.goto(f"/study/review/{number}")
    expect(page.get_by_role("button", name=re.compile("^Drill (all )?my mistake"))).to_be_visible()
    page.get_by_role("button", name="Drill this mistake").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/study/drills\?set=own$"))
    expect(page.locator(".drill h2")).to_have_text("Flop, BB, facing a bet")
    expect(page.locator(".story")).to_have_text(
        "You are BB with 11 big blinds. BTN raises to 2.5. You raise to 7.5. BTN calls. "
        "Flop: You check. BTN bets 1."
    )
    page.keyboard.press("f")
    expect(page.locator(".drill-verdict")).to_contain_text(
        f"Fold costs {mistake['cost']:.2f} big blinds"
    )
    expect(page.locator(".next")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator(".drill h2")).to_have_text("0 of 1 right")
    page.get_by_role("button", name="All sets").click()
    expect(page.get_by_role("button", name=re.compile("^Your own hands 1"))).to_be_enabled()


def test_all_mistakes_of_a_review_become_one_set(room: CardRoom, run: int) -> None:
    number = post(room, "/reviews", run=run, player="Hero").json()["number"]
    decisions = followed(room, f"/reviews/{number}")["result"]["decisions"]
    valued = [at for at, each in enumerate(decisions) if (each["cost"] or 0) > 0]
    person = "somebody with a long token"
    made = post(room, f"/reviews/{number}/drills", decisions=valued, person=person).json()
    assert made["total"] == len(valued) > 1
    for at, drill in zip(valued, made["drills"], strict=True):
        body = {"drill": drill["id"], "action": decisions[at]["chosen"]}
        headers = {"authorization": f"Bearer {person}"}
        graded = httpx.post(f"{room.api}/drills/answers", json=body, headers=headers).json()
        assert graded["loss"] == pytest.approx(decisions[at]["cost"])
        assert graded["best"] == decisions[at]["best"]
        assert graded["study"]["spot"]
    answer = post(room, f"/reviews/{number}/drills", decisions=[99], person=person)
    assert "no decision 99" in refusal(answer, 404)


def test_reviews_show_what_was_lost_over_time(page: Page) -> None:
    kept = [{"number": number, "run": 1, "player": "Ann"} for number in (2, 1)]
    page.add_init_script(f"localStorage.setItem('fivebet.reviews', '{json.dumps(kept)}')")
    lost = {"1": 9.0, "2": 4.0}

    def answer(route: Route) -> None:
        number = route.request.url.rpartition("/")[2]
        cost = lost[number]
        review = {"number": int(number), "player": "Ann", "hands": 100, "status": "finished"}
        result = {"cost": cost, "cost_per_100": cost, "hands": 100}
        route.fulfill(json=review | {"error": "", "version": 1, "progress": 1.0, "result": result})

    page.route("**/api/v1/reviews/*", answer)
    page.goto("/study/review")
    expect(page.get_by_role("heading", name="Over time")).to_be_visible()
    chart = page.get_by_role("img", name="Big blinds lost in a hundred hands")
    expect(chart.locator("path.line")).to_have_count(1)


def test_the_profile_names_the_worst_decision_in_a_sentence(
    page: Page, room: CardRoom, run: int
) -> None:
    number = post(room, "/reviews", run=run, player="Hero").json()["number"]
    followed(room, f"/reviews/{number}")
    kept = json.dumps([{"number": number, "run": run, "player": "Hero"}])
    page.add_init_script(f"localStorage.setItem('fivebet.reviews', '{kept}')")
    opened = post(room, "/tables", opponents=["fold"], names=["Ann"], pace="instant").json()
    seats = json.dumps({str(opened["table"]): opened["seats"][0]["token"]})
    page.add_init_script(f"localStorage.setItem('fivebet.seats', '{seats}')")
    profile = {"hands": 1, "tables": 1, "curve": None, "won": None, "adjusted": None}
    profile |= {"statistics": None, "rating": None, "hands_a_game": 20, "opponents": []}
    page.route("**/api/v1/profile", lambda route: route.fulfill(json=profile))
    page.goto("/study/profile")
    worst = page.locator("p", has_text="instead of").first
    expect(worst).to_have_text(re.compile(r"^\w+, [\w ]+: \w+ instead of [\w -]+, −\d+\.\d\d BB$"))
