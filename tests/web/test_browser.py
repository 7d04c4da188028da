"""The card room in a real browser."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect

from fivebet.agents.hosting.registry import describe_agents, plays
from fivebet.web.app import STATIC

from .browsing import MILLISECONDS, new_context
from .servers import CardRoom

PAGES = (
    "/",
    "/play",
    "/tables",
    "/agents",
    "/agents/fair",
    "/join/999999",
    "/table/999999",
    "/no-such-page",
)
ROOT = Path(__file__).parents[2]
AXE = Path(os.environ.get("AXE", ROOT / ".venv/pages/node_modules/axe-core/axe.min.js"))
STUDY_PAGES = (
    "/study",
    "/study/ranges",
    "/study/equity",
    "/study/solver",
    "/study/pushfold",
    "/study/review",
    "/study/profile",
    "/study/charts",
    "/study/drills",
    "/study/papers",
    "/study/papers/aki",
    "/study/papers/smith",
    "/watch",
    "/watch/leaders",
    "/watch/bench",
    "/hands",
    "/hands/999999/1",
)
SOCKETS = "**/api/v1/tables/*/socket"

# Plays as somebody who clicks whatever may be clicked, in the page itself.
CLICK_ON = """
  ([hands, choose]) => new Promise((resolve) => {
    const done = () => {
      const ended = document.querySelector('.controls a.button');
      const hand = document.querySelector('.stage-bar .muted')?.textContent ?? '';
      if (!ended && Number(hand.replace(/\\D/g, '')) <= hands) return false;
      watching.disconnect();
      resolve(hand);
      return true;
    };
    const click = () => {
      if (done()) return;
      const all = document.querySelector('.presets button:last-child');
      const raise = document.querySelector('.act.raise:not(:disabled)');
      const fold = document.querySelector('.act.fold:not(:disabled)');
      const call = document.querySelector('.act.call:not(:disabled)');
      const next = [...document.querySelectorAll('.pre button')].at(-1);
      if (choose === 'all-in' && raise && all) { all.click(); raise.click(); }
      else if (choose === 'fold' && fold && call.textContent.includes('Call')) fold.click();
      else if (call) call.click();
      else if (next) next.click();
    };
    const watching = new MutationObserver(click);
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    watching.observe(document.body, everything);
    click();
  })
"""


QUICK = {"solver": "budget=0.05", "fictitious": "iterations=5", "aki": "simulations=20"}
QUICK["aki+"] = QUICK["aki"]


def take_a_seat(page: Page, *opponents: str, **wanted: str | int | list[str]) -> None:
    """Open a table as the play page remembers it from the last time."""
    last = {"opponents": list(opponents), "pace": "instant"} | wanted
    page.add_init_script(f"localStorage.setItem('fivebet.last-table', '{json.dumps(last)}')")
    page.goto("/play")
    page.get_by_role("button", name="Take a seat").click()
    page.locator(".expected" if wanted.get("friends") else ".felt").wait_for()


def tables() -> list[tuple[str, tuple[str, ...]]]:
    """The betting and the opponents of as few tables as seat every agent in a game it plays."""
    seated: dict[str, list[str]] = {"no-limit": [], "fixed-limit": []}
    alone = []
    for info in describe_agents():
        name = f"{info.name}:{QUICK[info.name]}" if info.name in QUICK else info.name
        if plays(info, "cash-7p"):
            seated["no-limit"].append(name)
        elif plays(info, "limit-7p"):
            seated["fixed-limit"].append(name)
        else:
            alone.append(("no-limit" if plays(info, "cash-2p") else "fixed-limit", (name,)))
    together = [
        (betting, tuple(names[at : at + 6]))
        for betting, names in seated.items()
        for at in range(0, len(names), 6)
    ]
    return together + alone


@pytest.mark.parametrize(("betting", "opponents"), tables(), ids=str)
def test_ten_hands_against_every_agent_and_each_deal_is_checked(
    page: Page, betting: str, opponents: tuple[str, ...]
) -> None:
    take_a_seat(page, *opponents, betting=betting)
    page.evaluate(CLICK_ON, [10, "fold"])
    page.get_by_role("tab", name="Deal").click()
    expect(page.locator(".spot-check .tag.accent").first).to_contain_text("cards checked")
    expect(page.locator(".spot-check .tag.bad")).to_have_count(0)
    page.get_by_role("tab", name="Statistics").click()
    expect(page.locator(".stats").first).to_contain_text("VPIP")


def carry_but(page: Page, sent: Callable[[Any], Any], received: Callable[[Any], Any]) -> None:
    """Pass the messages of the page and of the table through these; None is lost on the way."""

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def on(change: Callable[[Any], Any], to: WebSocketRoute) -> Callable[[str | bytes], None]:
            def pass_on(text: str | bytes) -> None:
                message = change(json.loads(text))
                if message is not None:
                    to.send(json.dumps(message))

            return pass_on

        line.on_message(on(sent, server))
        server.on_message(on(received, line))

    page.route_web_socket(SOCKETS, carry)


def test_a_hand_that_is_dealt_without_ones_seed_is_said_to_be_so(page: Page) -> None:
    carry_but(
        page,
        lambda message: None if message["type"] == "seed" else message,
        lambda message: message,
    )
    take_a_seat(page, "call")
    page.evaluate(CLICK_ON, [1, "call"])
    page.get_by_role("tab", name="Deal").click()
    expect(page.locator(".spot-check .tag.warn").first).to_have_text("Not cut by you")
    expect(page.locator(".spot-check .tag.bad")).to_have_count(0)


@pytest.mark.parametrize(
    ("forge", "fault"),
    [
        (lambda opened: opened | {"seeds": ["another"]}, "your seed did not go into the cut"),
        (
            lambda opened: opened | {"openings": [{**o, "salt": "x"} for o in opened["openings"]]},
            "is not the card that was committed to",
        ),
        (lambda opened: opened | {"openings": opened["openings"][1:]}, "shown without proof"),
    ],
)
def test_a_forged_deal_is_found_out(page: Page, forge: Callable[[Any], Any], fault: str) -> None:
    carry_but(
        page,
        lambda message: message,
        lambda message: forge(message) if message["type"] == "opened" else message,
    )
    take_a_seat(page, "call")
    page.evaluate(CLICK_ON, [1, "call"])
    page.get_by_role("tab", name="Deal").click()
    expect(page.locator(".spot-check .tag.bad").first).to_have_text("Not fair")
    expect(page.locator(".spot-check").first).to_contain_text(fault)


def test_a_deck_is_proved_and_a_forged_proof_is_found_out(page: Page) -> None:
    take_a_seat(page, "call")
    page.evaluate(CLICK_ON, [2, "call"])
    page.get_by_role("tab", name="Deal").click()
    checked = page.locator(".spot-check")
    checked.nth(1).get_by_role("button", name="Prove the deck").click()
    expect(checked.nth(1)).to_contain_text("52 different cards")
    expect(page.locator(".spot-check .tag.bad")).to_have_count(0)

    def forge(route: Route) -> None:
        answer = route.fetch()
        proof = answer.json()
        route.fulfill(response=answer, json=proof | {"answers": proof["answers"][::-1]})

    page.route("**/proof", forge)
    checked.first.get_by_role("button", name="Prove the deck").click()
    expect(page.locator(".spot-check .tag.bad").first).to_have_text("Not fair")
    expect(page.locator(".spot-check .notice").first).to_contain_text("not 52 different cards")


def test_the_coach_says_what_others_would_have_done(page: Page) -> None:
    take_a_seat(page, "call")
    page.evaluate(CLICK_ON, [1, "call"])
    page.get_by_role("tab", name="Coach").click()
    page.locator(".advice .spot button").first.click()
    opened = page.locator(".advice .spot.open")
    expect(opened).to_contain_text("Equity against")
    expect(opened).to_contain_text("plicas, adapted, would")
    expect(opened).not_to_contain_text("station would")
    opened.get_by_text("Simple agents").click()
    expect(opened).to_contain_text("station would")


def test_a_coach_who_could_not_be_reached_is_asked_again(page: Page) -> None:
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if route.request.method == "POST" and not refused:
            refused.append(route)
            route.abort()
        else:
            route.fallback()

    page.route("**/api/v1/tables/*/coach", refuse_once)
    take_a_seat(page, "call")
    page.evaluate(CLICK_ON, [1, "call"])
    page.get_by_role("tab", name="Coach").click()
    spot = page.locator(".advice .spot").first
    spot.get_by_role("button").click()
    expect(spot).to_contain_text("the card room does not answer")
    spot.get_by_role("button").click()
    spot.get_by_role("button").click()
    expect(spot).to_contain_text("Equity against")


def test_a_table_is_chosen_by_clicks(page: Page) -> None:
    page.goto("/play")
    chosen = page.get_by_role("list", name="Chosen opponents").get_by_role("button")
    page.get_by_role("button", name=re.compile("^Add call ")).click()
    for left in reversed(range(1, chosen.count())):
        chosen.first.click()
        expect(chosen).to_have_count(left)
    for group, value in {"Speed": "Instant", "Betting": "Limit", "Stacks": "50 BB"}.items():
        page.get_by_role("group", name=group).get_by_role("button", name=value, exact=True).click()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".stage-bar")).to_contain_text("100/200 limit")
    expect(page.locator(".seat")).to_have_count(2)


def test_another_format_brings_its_own_stacks(page: Page) -> None:
    page.add_init_script("localStorage.setItem('fivebet.last-table', '{\"schedule\": \"deep\"}')")
    asked: list[Any] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=409, json={"error": "no more tables"})

    page.route("**/api/v1/tables", refuse)
    page.goto("/play")
    page.get_by_role("button", name="Sit-and-go").click()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("alert")).to_have_text("No more tables.")
    page.get_by_role("button", name="Cash game").click()
    expect(page.get_by_role("button", name="100 BB")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("alert")).to_have_text("No more tables.")
    assert [table["stack"] for table in asked] == [5000, 10_000]


def test_a_sit_and_go_is_played_to_its_end(page: Page) -> None:
    take_a_seat(page, "call", "station", format="sit-and-go")
    page.evaluate(CLICK_ON, [10_000, "all-in"])
    # Agents who never raise may play on for many hands when the person is out.
    expect(page.locator(".finishes li")).to_have_count(3, timeout=5 * MILLISECONDS)
    expect(page.locator(".finishes li").first).to_contain_text("1.")


def test_a_line_that_is_lost_in_mid_hand_comes_back_to_the_same_turn(page: Page) -> None:
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(SOCKETS, carry)
    page.clock.install(time=0)
    take_a_seat(page, "call")
    page.locator(".act.call").wait_for()
    hand = page.locator(".stage-bar .muted").inner_text()
    page.clock.pause_at(10_000)  # what is seen for half a second may be missed
    lines[-1].close(code=1001, reason="lost")
    expect(page.get_by_role("status")).to_contain_text("Reconnecting")
    page.clock.resume()
    expect(page.get_by_role("status")).to_have_count(0)
    assert len(lines) == 2
    expect(page.locator(".stage-bar .muted")).to_have_text(hand)
    page.evaluate(CLICK_ON, [2, "call"])


def test_where_websockets_are_blocked_one_plays_by_polling(page: Page) -> None:
    page.route_web_socket(SOCKETS, lambda line: line.close(code=1011, reason="blocked"))
    take_a_seat(page, "call")
    expect(page.locator(".stage-bar")).to_contain_text("Polling")
    page.evaluate(CLICK_ON, [2, "call"])


def tab_to(page: Page, target: Locator) -> int:
    """Press Tab until something has the focus; how often that was."""
    expect(target).to_be_enabled()
    for pressed in range(1, 200):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return pressed
    raise AssertionError(f"the keyboard does not reach {target}")


def test_to_skip_the_navigation_leaves_page_and_address_as_they_are(page: Page) -> None:
    page.goto("/join/999999#invitation")
    page.get_by_role("heading", name="Table not found").wait_for()
    page.evaluate("document.querySelector('.page').dataset.same = ''")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    expect(page.locator(".page[data-same]")).to_have_count(1)
    assert page.url.endswith("/join/999999#invitation")


def test_an_address_that_means_nothing_has_no_page(page: Page) -> None:
    page.goto("/watch/%E0")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")


def test_a_browser_that_keeps_nothing_still_plays(page: Page) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    page.goto("/play")
    page.get_by_role("button", name="Instant").click()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seat.mine")).to_have_count(1)


def test_a_seat_at_a_new_card_room_is_kept_beside_many_old_ones(page: Page) -> None:
    old = {str(10**6 + number): "a token" for number in range(50)}
    page.add_init_script(f"localStorage.setItem('fivebet.seats', '{json.dumps(old)}')")
    take_a_seat(page, "call")
    expect(page.locator(".seat.mine")).to_have_count(1)


def test_what_a_component_begins_after_it_has_left_ends_at_once(page: Page) -> None:
    page.goto("/")
    ended = page.evaluate("""async () => {
      const { Component } = await import('/static/lib/component.js');
      class Late extends Component {}
      customElements.define('fb-late', Late);
      const late = new Late();
      document.body.append(late);
      late.remove();
      let ended = false;
      late.onLeave(() => { ended = true; });
      return ended;
    }""")
    assert ended


def test_an_answer_that_breaks_off_is_reported(page: Page) -> None:
    page.route("**/api/v1/agents", lambda route: route.fulfill(status=200, body='[{"name":'))
    page.goto("/agents")
    expect(page.get_by_role("alert")).to_have_text("The card room's answer broke off.")


def test_a_browser_that_does_not_let_pages_copy_is_no_riddle(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { get: () => undefined })")
    page.goto("/study/ranges")
    page.get_by_role("button", name="Copy text").click()
    expect(page.get_by_role("alert")).to_contain_text("does not let pages copy")


def test_the_button_says_what_it_bets_while_an_amount_is_typed(page: Page) -> None:
    take_a_seat(page, "call", big_blind=100, stack=10000)
    amount = page.get_by_label("Exact amount")
    amount.wait_for()
    raises = page.locator(".act.raise")
    amount.fill("5")
    expect(raises).to_have_text("Raise to200")
    amount.fill("99999")
    expect(raises).to_have_text("All-in10,000")


def test_a_key_that_is_held_down_acts_once(page: Page) -> None:
    sent: list[str] = []

    def note(message: Any) -> Any:
        if message["type"] == "act":
            sent.append(message["action"])
        return message

    carry_but(page, note, lambda message: message)
    take_a_seat(page, "call")
    turn = page.locator(".act.call:not(:disabled)")
    turn.wait_for()
    page.keyboard.down("c")
    for _ in range(3):
        expect(page.locator(".board .dealt")).to_have_count(3)
        turn.wait_for()
        page.keyboard.down("c")
    page.keyboard.up("c")
    page.keyboard.press("c")
    expect(page.locator(".board .dealt")).to_have_count(4)
    assert len(sent) == 2


def test_the_keyboard_alone_is_enough_to_sit_down_and_play(page: Page) -> None:
    # Others may raise all-in, and leave nothing to raise.
    page.add_init_script(
        "localStorage.setItem('fivebet.last-table', '{\"opponents\": [\"call\"]}')"
    )
    page.goto("/")
    tab_to(page, page.get_by_role("link", name="Play now"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Instant"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Take a seat"))
    page.keyboard.press("Enter")
    page.locator(".felt").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Check or call")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".act.raise:not(:disabled)").wait_for()
    page.keyboard.press("4")
    pot = page.get_by_label("Exact amount").input_value()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Exact amount")).to_have_value(str(int(pot) + 100))
    page.keyboard.press("r")
    expect(page.locator(".transcript")).to_contain_text(f"You raise to {int(pot) + 100:,}")
    page.keyboard.press("s")
    expect(page.get_by_role("tab", name="Statistics")).to_have_attribute("aria-selected", "true")


def test_a_phone_never_scrolls_sideways(browser: Browser, room: CardRoom) -> None:
    context = new_context(browser, room, viewport={"width": 360, "height": 740})
    page = context.new_page()
    for path in PAGES:
        page.goto(path)
        page.locator("h1").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    take_a_seat(page, "call", "fold", "tight", "loose", "maniac", "station", "fair", "random")
    page.locator(".act.call:not(:disabled)").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in page.locator(".act").all():
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740
    context.close()


@pytest.mark.parametrize("width", [721, 768, 861])
def test_the_bar_fits_onto_a_tablet(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1024})
    page.goto("/")
    page.locator("h1").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def check_with_axe(page: Page, where: str) -> None:
    """Have axe look at a page in the light, and in the dark at what colours change."""
    assert AXE.exists(), "axe is missing: tools/set-up-pages installs it"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    for scheme, rules in (("dark", {"runOnly": ["color-contrast"]}), ("light", {})):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = page.evaluate(
            "(rules) => axe.run(document, { resultTypes: ['violations'], ...rules })", rules
        )
        serious = [
            (each["id"], [node["html"][:120] for node in each["nodes"][:3]])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert not serious, (where, scheme)


def test_axe_finds_nothing_serious(page: Page) -> None:
    for path in PAGES:
        page.goto(path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        check_with_axe(page, path)
    take_a_seat(page, "call", "tight", "maniac")
    page.evaluate(CLICK_ON, [2, "call"])
    page.locator(".act.call:not(:disabled)").wait_for()
    for tab in ("Hand", "Statistics", "Coach", "Deal"):
        page.get_by_role("tab", name=tab).click()
        check_with_axe(page, f"table, {tab}")


def test_every_page_of_the_room_is_in_the_route_table_and_looked_at_here() -> None:
    routes = (STATIC / "routes.js").read_text("utf-8")
    for file in (STATIC / "pages").glob("*.js"):
        assert f"./pages/{file.name}" in routes
    seen = {*PAGES, *STUDY_PAGES, "/study/solver/1", "/study/review/1", "/watch/1", "/hands/1/1"}
    seen |= {"/tournament/1"}  # in test_tournament_page
    for path in re.findall(r'path: "([^"]+)"', routes):
        wanted = re.compile(re.sub(r":\w+", r"[^/]+", path))
        assert any(wanted.fullmatch(each) for each in seen), path
