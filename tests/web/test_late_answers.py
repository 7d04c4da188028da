"""Answers that come late, in a real browser: no control acts on what is not there yet."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, WebSocketRoute, expect

from tests.formats.test_pokerstars import CASH

from .test_browser import SOCKETS, take_a_seat

API = "**/api/v1"


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Let the page go on, frame by frame, until a condition on what it has sent holds."""
    for _ in range(5000):
        if holds():
            return
        page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError("the page has not sent what was expected")


class Held:
    """Answers that are held back until they are released."""

    def __init__(
        self, page: Page, pattern: str, only: Callable[[Request], bool] = lambda _: True
    ) -> None:
        self._page, self._open, self._only = page, False, only
        self._waiting: list[Route] = []
        self.questions: list[Any] = []
        page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if self._open or not self._only(route.request):
            route.fallback()
            return
        self.questions.append(route.request.post_data_json)
        self._waiting.append(route)

    def wait(self, number: int = 1) -> None:
        """Until so many questions are held."""
        until(self._page, lambda: len(self._waiting) >= number)

    def release(self) -> None:
        """Let all go through, the last question first."""
        self._open = True
        while self._waiting:
            self._continue(self._waiting.pop())

    def _continue(self, route: Route) -> None:
        with self._page.expect_response(lambda answer: answer.request == route.request):
            route.fallback()


def refuse_tables(page: Page) -> list[Any]:
    """What tables are asked for; none is opened."""
    asked: list[Any] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=409, json={"error": "no more tables"})

    page.route(f"{API}/tables", refuse)
    return asked


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(f"^{name}, "))


@pytest.mark.parametrize("late", ["schedules", "agents"])
def test_nobody_sits_down_before_agents_and_schedules_are_there(page: Page, late: str) -> None:
    page.add_init_script("localStorage.setItem('fivebet.last-table', '{\"schedule\": \"deep\"}')")
    asked = refuse_tables(page)
    held = Held(page, f"{API}/{late}")
    page.goto("/play")
    held.wait()
    for name in ("Take a seat", "Sit-and-go"):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_disabled()
        button.evaluate("button => button.click()")
    page.keyboard.press("Enter")
    held.release()
    page.get_by_role("button", name="Sit-and-go").click()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("alert")).to_have_text("No more tables.")
    assert [table["stack"] for table in asked] == [5000]


def test_what_could_not_be_loaded_is_asked_for_again(page: Page) -> None:
    busy = {"error": "the card room is busy"}
    page.route(f"{API}/schedules", lambda route: route.fulfill(status=503, json=busy), times=1)
    page.goto("/play")
    expect(page.get_by_role("alert")).to_have_text("The card room is busy.")
    expect(page.get_by_role("button", name="Take a seat")).to_be_disabled()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Take a seat")).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_other_hands_are_not_listed_as_those_that_were_imported(page: Page) -> None:
    page.goto("/hands")
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_label("Or as text").fill(CASH)
    hands = page.locator(".hand-line")
    page.get_by_role("button", name="Import these hands").click()
    expect(hands).to_have_count(1)
    held = Held(page, f"{API}/hands*")
    page.get_by_role("button", name="Import these hands").click()
    held.wait()
    expect(page.get_by_role("status").filter(has_text="1 hand is stored")).to_be_visible()
    assert hands.count() == 0
    held.release()
    expect(hands).to_have_count(1)


@pytest.mark.parametrize("what", ["league", "tournament", "table"])
def test_no_contest_starts_before_agents_and_games_are_there(page: Page, what: str) -> None:
    last = {"what": what, "agents": ["plicas", "nobody", "fair"], "game": "nolimit-3p"}
    page.add_init_script(f"localStorage.setItem('fivebet.last-contest', '{json.dumps(last)}')")
    posted: list[Any] = []

    def refuse(route: Route) -> None:
        if route.request.method == "GET":
            route.fallback()
            return
        posted.append(route.request.post_data_json)
        route.fulfill(status=409, json={"error": "no more contests"})

    for path in ("matches", "tournaments", "tables"):
        page.route(f"{API}/{path}", refuse)
    held = Held(page, f"{API}/agents")
    page.goto("/watch")
    held.wait()
    start = page.get_by_role("button", name=re.compile("^(Start|Open the table)$"))
    expect(start).to_be_disabled()
    start.evaluate("button => button.click()")
    held.release()
    start.click()
    expect(page.get_by_role("alert")).to_have_text("No more contests.")
    (sent,) = posted
    if what == "league":
        assert sent["agents"] == ["plicas", "fair"]
        assert sent["game"] == page.get_by_label("Game").input_value() == "limit-2p"
    else:
        assert sent["opponents" if what == "table" else "agents"] == ["adapted::plicas", "fair"]


def test_a_seat_that_is_given_late_is_kept_and_leads_nobody_away(page: Page) -> None:
    held = Held(page, f"{API}/tables", lambda request: request.method == "POST")
    page.goto("/play")
    page.get_by_role("button", name="Take a seat").click()
    held.wait()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Agents").click()
    page.get_by_role("heading", name="Agents", level=1).wait_for()
    held.release()
    until(page, lambda: page.evaluate("localStorage.getItem('fivebet.seats')") is not None)
    seats = page.evaluate("localStorage.getItem('fivebet.seats')")
    expect(page.get_by_role("heading", name="Agents", level=1)).to_be_visible()
    assert page.url.endswith("/agents")
    (table,) = json.loads(seats)
    page.goto(f"/table/{table}")
    expect(page.locator(".seat.mine")).to_have_count(1)


def test_who_leaves_a_table_and_goes_elsewhere_is_not_fetched_back(page: Page) -> None:
    take_a_seat(page, "call")
    held = Held(page, f"{API}/tables/*", lambda request: request.method == "DELETE")
    page.get_by_role("button", name="Leave the table").click()
    held.wait()
    expect(page.get_by_role("button", name="Leave the table")).to_be_disabled()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Agents").click()
    page.get_by_role("heading", name="Agents", level=1).wait_for()
    held.release()
    until(page, lambda: page.evaluate("localStorage.getItem('fivebet.seats')") == "{}")
    assert page.url.endswith("/agents")


def test_a_range_is_not_painted_over_before_it_is_known(page: Page) -> None:
    held = Held(page, f"{API}/ranges")
    page.goto("/study/ranges?range=QQ%2B")
    held.wait()
    square(page, "22").click()
    page.keyboard.press("Space")
    combos = page.get_by_role("region", name="Combos of AA").get_by_role("button")
    expect(combos.first).to_be_disabled()
    held.release()
    square(page, "22").click()
    expect(page.get_by_label("Range as text")).to_have_value("QQ+, 22")
    assert len(held.questions) == 1


def test_what_builds_on_a_range_waits_until_its_text_is_known(page: Page) -> None:
    page.goto("/study/ranges?range=AA")
    expect(square(page, "AA")).to_have_accessible_name("AA, 100 %")
    held = Held(page, f"{API}/ranges")
    square(page, "KK").click()
    held.wait()
    for name in ("Copy text", "+ Suited aces", "Save"):
        expect(page.get_by_role("button", name=name, include_hidden=True)).to_be_disabled()
    equity = page.get_by_text("Show equity")
    expect(equity).not_to_have_attribute("href", re.compile(""))
    held.release()
    page.get_by_role("button", name="+ Suited aces").click()
    expect(page.get_by_label("Range as text")).to_have_value("KK+, A2s+")
    expect(equity).to_have_attribute("href", re.compile("KK"))


def test_the_answer_to_a_stroke_does_not_wipe_out_the_next(page: Page) -> None:
    page.goto("/study/ranges?range=AA")
    expect(square(page, "AA")).to_have_accessible_name("AA, 100 %")
    held = Held(page, f"{API}/ranges")
    square(page, "KK").click()
    held.wait()
    box = square(page, "QQ").bounding_box()
    assert box
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    held.release()
    expect(square(page, "QQ")).to_have_accessible_name("QQ, 100 %")
    page.mouse.up()
    expect(page.get_by_label("Range as text")).to_have_value("QQ+")


def test_what_is_typed_meanwhile_stays(page: Page) -> None:
    page.goto("/study/ranges?range=AA")
    expect(square(page, "AA")).to_have_accessible_name("AA, 100 %")
    held = Held(page, f"{API}/ranges")
    square(page, "KK").click()
    held.wait()
    text = page.get_by_label("Range as text")
    text.press_sequentially(", QQ")
    held.release()
    expect(page).to_have_url(re.compile("range=KK"))
    expect(text).to_have_value("AA, QQ")


def test_a_range_that_arrives_late_does_not_change_another_pages_address(page: Page) -> None:
    page.goto("/study/ranges?range=AA")
    expect(square(page, "AA")).to_have_accessible_name("AA, 100 %")
    held = Held(page, f"{API}/ranges")
    square(page, "KK").click()
    held.wait()
    page.get_by_role("navigation", name="Study").get_by_role("link", name="Papers").click()
    page.get_by_role("heading", name="Papers", level=1).wait_for()
    held.release()
    page.locator(".paper").first.wait_for()
    assert page.url.endswith("/study/papers")


@pytest.mark.parametrize("close", ["Done", "Escape"])
def test_a_spot_is_solved_with_the_range_that_was_painted_last(page: Page, close: str) -> None:
    asked: list[Any] = []

    def refuse(route: Route) -> None:
        if route.request.method == "GET":
            route.fallback()
            return
        asked.append(route.request.post_data_json)
        route.fulfill(status=409, json={"error": "no more spots"})

    page.route(f"{API}/solutions", refuse)
    last = {"oop": "AA", "ip": "KK"}
    page.add_init_script(f"localStorage.setItem('fivebet.last-spot', '{json.dumps(last)}')")
    page.goto("/study/solver")
    page.get_by_role("button", name="Edit In position").click()
    expect(square(page, "KK")).to_have_accessible_name("KK, 100 %")
    held = Held(page, f"{API}/ranges")
    square(page, "QQ").click()
    held.wait()
    if close == "Done":
        page.get_by_role("button", name="Done").click()
    else:
        page.keyboard.press("Escape")
    solve = page.get_by_role("button", name="Solve", exact=True)
    expect(solve).to_be_disabled()
    page.get_by_label("Pot", exact=True).press("Enter")
    held.release()
    solve.click()
    expect(page.get_by_role("alert")).to_have_text("No more spots.")
    assert [spot["ip"] for spot in asked] == ["KK-QQ"]


def test_earlier_hands_are_never_those_of_another_filter(page: Page) -> None:
    def hands(route: Route) -> None:
        kind = "match" if "kind=match" in route.request.url else "table"
        player = {"name": "fair", "cards": None, "won": 0, "you": False}
        hand = {"run": 1, "serial": 0, "kind": kind, "game": "cash-2p", "board": [], "pot": 1}
        hand |= {"big_blind": 1, "players": [player]}
        if "before=" in route.request.url:
            hand["serial"] = 1
        route.fulfill(json={"hands": [hand], "before": "9"})

    page.route(f"{API}/hands?*", hands)
    page.route(f"{API}/hands", hands)
    page.goto("/hands")
    line = page.locator(".hand-line")
    expect(line).to_have_text(re.compile("table 1"))
    held = Held(page, f"{API}/hands?*")
    page.get_by_label("Played at").select_option("match")
    held.wait()
    earlier = page.get_by_role("button", name="Earlier hands")
    if earlier.count():
        earlier.evaluate("button => button.click()")
    held.release()
    expect(line).to_have_text(re.compile("match 1"))
    earlier.click()
    expect(line).to_have_count(2)
    expect(line.last).to_have_text(re.compile("match 1"))


def test_a_page_that_is_being_left_does_not_touch_the_next_ones_address(page: Page) -> None:
    frame = {"events": 0, "state": {"seats": [], "board": [], "pots": [], "pot": 0, "over": False}}
    hand = {"run": 1, "serial": 0, "number": 0, "kind": "match", "game": "cash-2p", "chairs": 2}
    hand |= {"previous": None, "following": None, "you": None, "events": [], "big_blind": 1}
    hand |= {"reasons": [], "frames": [frame, frame], "currency": "", "scale": 0, "rake": 0}
    page.route(f"{API}/hands/1/0", lambda route: route.fulfill(json=hand))
    held = Held(page, "**/static/pages/hands.js")
    page.goto("/hands/1/0")
    box = page.get_by_label("Next step").bounding_box()
    assert box
    page.get_by_role("link", name="All hands of this run").click()
    held.wait()
    assert page.url.endswith("/hands?run=1")
    page.keyboard.press("ArrowRight")
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    assert page.url.endswith("/hands?run=1")
    held.release()
    expect(page.get_by_label("Run or table")).to_have_value("1")


def test_keys_do_nothing_before_the_table_is_seen(page: Page) -> None:
    sent: list[Any] = []
    waiting: list[tuple[WebSocketRoute, str | bytes]] = []
    opened = False

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def note(text: str | bytes) -> None:
            sent.append(json.loads(text))
            server.send(text)

        def hold(text: str | bytes) -> None:
            if opened:
                line.send(text)
            else:
                waiting.append((line, text))

        line.on_message(note)
        server.on_message(hold)

    page.route_web_socket(SOCKETS, carry)
    last = {"opponents": ["call"], "pace": "instant"}
    page.add_init_script(f"localStorage.setItem('fivebet.last-table', '{json.dumps(last)}')")
    page.goto("/play")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_text("Taking a seat").wait_for()
    for key in ("x", "o", "n"):
        page.keyboard.press(key)
    until(page, lambda: any(message["type"] == "hello" for message in sent))
    opened = True
    for line, text in waiting:
        line.send(text)
    page.locator(".act.call:not(:disabled)").wait_for()
    types = {message["type"] for message in sent}
    assert types <= {"hello", "seed", "ping", "ack"}


def test_a_plan_is_made_before_ones_turn_and_not_at_it(page: Page) -> None:
    sent: list[str] = []

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def note(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "act":
                sent.append(message["action"])
            server.send(text)

        line.on_message(note)

    page.route_web_socket(SOCKETS, carry)
    take_a_seat(page, "call")
    page.locator(".act.call:not(:disabled)").wait_for()
    page.keyboard.press("x")
    page.keyboard.press("c")
    expect(page.locator(".board .dealt")).to_have_count(3)
    page.locator(".act.call:not(:disabled)").wait_for()
    assert len(sent) == 1


def test_a_lobby_does_not_jump_when_the_same_answer_comes_twice(page: Page) -> None:
    rounds = [
        {"left": 2, "level": {"small_blind": 1, "big_blind": 2, "ante": 0}, "tables": []}
        for _ in range(3)
    ]
    lobby = {"run": 1, "stack": 10, "players": ["a", "b"], "rounds": rounds}
    lobby |= {"recorded": [0], "places": []}
    answers: list[Route] = []
    page.clock.install()
    page.route(f"{API}/contests/1/lobby*", lambda route: answers.append(route))  # noqa: PLW0108
    page.goto("/watch")
    page.get_by_role("heading", name="Watch", level=1).wait_for()
    page.evaluate("""async () => {
      await import('/static/elements/lobby.js');
      const lobby = document.createElement('fb-lobby');
      lobby.run = 1;
      document.querySelector('main').append(lobby);
    }""")
    until(page, lambda: bool(answers))
    page.clock.run_for(10_000)
    answers[0].fulfill(json=lobby)
    slider = page.get_by_label(re.compile("^Round "))
    expect(slider).to_have_value("2")
    slider.fill("0")
    for late in answers[1:]:
        late.fulfill(json=lobby)
    page.evaluate("fetch('/api/v1/games').then((answer) => answer.json())")
    expect(slider).to_have_value("0")
    assert len(answers) == 1
