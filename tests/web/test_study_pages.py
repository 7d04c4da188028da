"""Study, watch and hands in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range

from .browsing import new_context
from .following import followed, post
from .servers import CardRoom
from .test_browser import STUDY_PAGES, check_with_axe

RIVER = {
    "board": "Kh8h3dJc5s",
    "pot": 200,
    "stack": 900,
    "oop": "22+, A2s+",
    "ip": "TT+, AKs",
    "target": 1,
}


@pytest.fixture(scope="module")
def places(room: CardRoom) -> dict[str, str]:
    """A solution, a match and one of its hands, by their addresses."""
    solution = post(room, "/solutions", **RIVER).json()["id"]
    asked = {"agents": ["fair", "tight"], "game": "nolimit-2p", "deals": 10, "seed": 1}
    match = post(room, "/matches", **asked).json()["run"]
    field = ["fair", "tight", "call"]
    series = post(room, "/tournaments", agents=field, count=2).json()["run"]
    followed(room, f"/solutions/{solution}")
    followed(room, f"/contests/{match}")
    followed(room, f"/contests/{series}")
    return {
        "solution": f"/study/solver/{solution}",
        "match": f"/watch/{match}",
        "series": f"/watch/{series}",
        "hand": f"/hands/{match}/0",
    }


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(f"^{name}, "))


def text_of(page: Page) -> Locator:
    return page.get_by_label("Range as text")


def test_a_painted_range_becomes_text_and_text_a_painted_range(page: Page) -> None:
    page.goto("/study/ranges")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(text_of(page)).to_have_value("")
    first, last = (square(page, name).bounding_box() for name in ("AA", "AJs"))
    assert first
    assert last
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=12)
    page.mouse.up()
    expect(text_of(page)).to_have_value("AA, AJs+")
    text_of(page).fill("QQ+, 76s:0.5, AhKh")
    text_of(page).blur()
    expect(square(page, "76s")).to_have_accessible_name("76s, 50 %")
    expect(square(page, "KK")).to_have_attribute("aria-selected", "true")
    expect(square(page, "AA")).to_have_accessible_name("AA, 100 %")
    page.reload()
    expect(square(page, "AKs")).to_have_accessible_name("AKs, 25 %")
    assert Range(text_of(page).input_value()) == Range("QQ+, 76s:0.5, AhKh")
    text_of(page).fill("AKx")
    text_of(page).blur()
    expect(page.get_by_role("alert")).to_contain_text("'AKx' is no part of a range")


def test_a_range_is_painted_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/study/ranges?range=AA")
    expect(square(page, "AA")).to_have_accessible_name("AA, 100 %")
    square(page, "AA").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(text_of(page)).to_have_value("AA, AKs")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("5")
    expect(text_of(page)).to_have_value("AA, AKs, KK:0.5")


def test_equity_is_asked_for_as_hands_and_cards_are_chosen(page: Page) -> None:
    page.goto("/study/equity?players=AsAh|KsKh")
    expect(page.locator(".share-figure").first).to_have_text("82.64 %")
    page.get_by_role("button", name="Choose cards: Board").click()
    for card in ("king of diamonds", "7 of clubs", "2 of diamonds"):
        page.get_by_role("group", name="The deck").get_by_role("button", name=card).click()
    expect(page).to_have_url(re.compile("board=Kd7c2d"))
    flopped = equity("AsAh", "KsKh", board="Kd7c2d").equity[0]
    expect(page.locator(".share-figure").first).to_have_text(f"{100 * flopped:.2f} %")
    page.get_by_label(re.compile("^Player 2 ")).fill("KK, foo")
    page.get_by_label(re.compile("^Player 2 ")).blur()
    expect(page.get_by_role("alert").first).to_contain_text("'foo' is no part of a range")


def test_what_is_no_card_does_not_stay_in_the_field(page: Page) -> None:
    page.goto("/study/equity")
    field = page.get_by_label("Board as text")
    field.fill("Kd 7c xx")
    field.blur()
    expect(field).to_have_value("Kd7c")
    field.fill("xx")
    field.blur()
    expect(field).to_have_value("")


def test_what_has_failed_is_forgotten_once_it_goes_well(page: Page) -> None:
    busy = {"error": "the card room is busy"}
    page.route("**/api/v1/leaders?*", lambda route: route.fulfill(status=503, json=busy), times=1)
    page.goto("/watch/leaders")
    expect(page.get_by_role("alert")).to_have_text("The card room is busy.")
    page.get_by_role("button", name="Any").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_match_is_started_and_watched_to_its_end(page: Page) -> None:
    page.goto("/watch")
    page.get_by_role("button", name=re.compile("^Add call ")).wait_for()
    page.get_by_label("Deals").fill("30")
    page.get_by_label("Deals").blur()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/watch/\d+"))
    expect(page.locator("h1")).to_have_text("fair against tight")
    expect(page.locator(".head .tag")).to_have_text("finished")
    expect(page.locator("fb-chart .line")).to_have_count(4)  # raw and less luck, of both
    expect(page.locator("fb-chart .band-95")).to_have_count(2)
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("link", name=re.compile("hands$")).click()
    expect(page.locator(".hand-line").first).to_be_visible()


def test_a_lobby_is_played_round_by_round(page: Page, places: dict[str, str]) -> None:
    page.goto(places["series"])
    rounds = page.get_by_label(re.compile("^Round "))
    expect(page.locator(".lobby")).to_contain_text("Players left")
    rounds.focus()
    page.keyboard.press("Home")
    expect(page.locator(".lobby-table li")).to_have_count(3)
    page.keyboard.press("End")
    expect(page.locator(".lobby tbody tr")).to_have_count(3)


def test_a_hand_is_replayed_with_arrow_keys_and_reasons(page: Page, places: dict[str, str]) -> None:
    page.goto(places["hand"])
    steps = page.locator(".step-count")
    expect(steps).to_have_text(re.compile(r"^0 / \d+$"))
    page.keyboard.press("ArrowRight")
    expect(steps).to_have_text(re.compile(r"^1 / "))
    expect(page.locator(".why .facts dt").first).to_be_visible()
    expect(page).to_have_url(re.compile("step=1"))
    page.keyboard.press("End")
    expect(page.locator(".transcript .won").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".transcript .won")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator("h1")).to_have_text("Hand 1")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Hand 0")


def test_a_replay_has_no_buttons_that_do_nothing(page: Page, places: dict[str, str]) -> None:
    page.goto(places["hand"])
    expect(page.locator(".plate").first).to_be_visible()
    expect(page.locator(".felt-frame button")).to_have_count(0)


def test_hands_are_imported_from_text(page: Page, places: dict[str, str]) -> None:
    page.goto(places["hand"])
    text = page.evaluate("fetch(`/api/v1${location.pathname}/text?format=phh`).then(r => r.text())")
    page.goto("/hands")
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_label("Or as text").fill("this is no hand")
    page.get_by_role("button", name="Import these hands").click()
    expect(page.get_by_role("alert")).to_contain_text("no hand is found in it")
    page.get_by_label("Or as text").fill(text)
    page.get_by_role("button", name="Import these hands").click()
    expect(page.get_by_role("status").filter(has_text="stored as run")).to_be_visible()


def test_a_phone_never_scrolls_sideways(
    browser: Browser, room: CardRoom, places: dict[str, str]
) -> None:
    context = new_context(browser, room, viewport={"width": 360, "height": 740})
    page = context.new_page()
    for path in (*STUDY_PAGES, *places.values()):
        page.goto(path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    context.close()


def test_axe_finds_nothing_serious(page: Page, places: dict[str, str]) -> None:
    for path in (*STUDY_PAGES, *places.values()):
        page.goto(path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        check_with_axe(page, path)


def test_the_open_page_of_the_study_is_in_sight_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    for path, name in (("/study/profile", "Profile"), ("/study/review", "Review")):
        page.goto(path)
        nav = page.get_by_role("navigation", name="Study")
        expect(nav.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)


def test_a_chart_counts_in_whole_numbers_and_has_a_proper_minus(page: Page) -> None:
    page.goto("/study/equity")  # any page; the chart is put onto it
    page.evaluate(
        """async () => {
          await import('/static/elements/charts.js');
          const chart = document.createElement('fb-chart');
          document.querySelector('main').prepend(chart);
          const lines = [{ name: 'Ann', values: [0, -40, -80] }];
          chart.data = { label: 'Lost', x: [0, 1, 2], lines, xName: 'hands', yName: 'big blinds' };
        }"""
    )
    ticks = page.get_by_role("img", name="Lost").locator(".tick")
    expect(ticks.filter(has_text="−80")).to_have_count(1)
    assert [text for text in ticks.all_text_contents() if "−" not in text] == ["0", "0", "1", "2"]


def test_a_flop_that_is_solved_does_not_take_away_the_chart_being_read(page: Page) -> None:
    run = {"error": "", "version": 0, "status": "working", "progress": 0.5}
    over: list[Route] = []

    def answer(route: Route) -> None:
        chart = route.request.url.split("/")[-2]
        if route.request.method == "POST":
            route.fulfill(json=run | {"chart": chart, "token": "of who has started it"})
        else:
            over.append(route)  # it is solved when the test says so

    page.route("**/api/v1/library/flops/*/runs**", answer)
    page.goto("/study/charts?set=flops")
    page.get_by_role("button", name="Solve this flop").click()
    expect(page.get_by_role("progressbar", name="Solving the flop")).to_be_visible()
    page.get_by_role("button", name="Heads-up").click()
    page.get_by_role("combobox", name="Chart").select_option("20 big blinds")
    expect(page).to_have_url(re.compile("set=preflop&chart=20$"))
    with page.expect_response("**/api/v1/library"):
        (asked,) = over
        asked.fulfill(json=run | {"chart": "solved", "status": "finished"})
    expect(page.get_by_role("combobox", name="Chart")).to_have_value("20")
    expect(page).to_have_url(re.compile("set=preflop&chart=20$"))
