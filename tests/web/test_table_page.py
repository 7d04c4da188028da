"""The table's page in a real browser, held against tables that say what a test wants."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from fivebet.solving import Spot
from fivebet.solving.tree_files import library_path
from fivebet.study.spot_solve import SpotSolve, _OpenTree, close_tree

from .browsing import new_context
from .scripted_table import ScriptedTable, hand, ring, seat
from .servers import CardRoom
from .test_browser import take_a_seat

BOARD = ["2c", "7d", "9h", "Js", "3s"]
HAND = ".stage-bar .muted"


def ended(**changed: Any) -> dict[str, Any]:
    """A showdown between aces, which win, and kings."""
    five = ["As", "Ah", "Js", "9h", "7d"]
    mine = seat(0, "Ann", cards=["As", "Ah"], stack=20000, won=10000, award=20000, five=five)
    other = seat(1, "fair", cards=["Kd", "Kc"], stack=0, won=-10000)
    state = hand([mine, other], board=BOARD, over=True, actor=None, legal=None, pot=0, turn=5)
    return state | changed


def all_in_events() -> list[dict[str, Any]]:
    """A raise all-in before the flop, a call, and everything after."""
    acted = {"type": "acted", "paid": 9900, "all_in": True}
    streets = [("flop", BOARD[:3]), ("turn", BOARD[3:4]), ("river", BOARD[4:])]
    return [
        acted | {"place": 0, "action": "raise", "to": 10000},
        acted | {"place": 1, "action": "call", "to": 0},
        *({"type": "street", "street": name, "cards": cards} for name, cards in streets),
        {"type": "shown", "place": 1, "cards": ["Kd", "Kc"]},
        {"type": "shown", "place": 0, "cards": ["As", "Ah"]},
        {"type": "won", "place": 0, "chips": 20000, "pot": 0},
    ]


def stopped_clock(page: Page) -> None:
    """Let no time pass but what a test asks for."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


# What was wrong at the table


def test_a_showdown_is_seen_at_any_speed(page: Page) -> None:
    stopped_clock(page)
    table = ScriptedTable(page)
    table.say(ring(2, board=BOARD))
    table.say(ended())
    table.say(ring(2, hand=2, board=[]))
    shown = page.locator(HAND)
    expect(shown).to_have_text("Hand 1")
    expect(page.locator(".seat:not(.mine)").get_by_label("king of diamonds")).to_be_visible()
    page.clock.run_for(1500)
    expect(shown).to_have_text("Hand 1")
    page.clock.run_for(500)
    expect(shown).to_have_text("Hand 2")


def test_a_showdown_is_skipped_by_a_key(page: Page) -> None:
    stopped_clock(page)
    table = ScriptedTable(page)
    for number, key in ((1, "n"), (3, " ")):
        table.say(ring(2, hand=number, board=BOARD))
        table.say(ended(hand=number))
        table.say(ring(2, hand=number + 1, board=[]))
        expect(page.locator(HAND)).to_have_text(f"Hand {number}")
        page.keyboard.press(key)
        expect(page.locator(HAND)).to_have_text(f"Hand {number + 1}")
    assert table.sent.count({"type": "ready"}) == 2


@pytest.fixture
def stopped_solve(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a solve that was stopped, as the card room stops it."""
    monkeypatch.setenv("FIVEBET_HOME", str(room.home))
    spot = Spot.create("Kh8h3dJc5s", 20, 20, "AA, 22", "QQ")
    job = SpotSolve(spot=spot, target=0.0, iterations=1000)
    path = library_path(spot, ())
    if not path.is_file():
        opened = _OpenTree.of(job, anew=True)
        next(step for step in opened.steps if step.iterations)
        close_tree(job, stopped=True)
    return f"/study/solver/{spot.fingerprint}"


def test_a_stopped_solve_stays_stopped(page: Page, stopped_solve: str) -> None:
    for _ in range(2):  # the second time its tree has been opened again
        page.goto(stopped_solve)
        page.locator(".strip").wait_for()
        expect(page.locator(".solution-head .tag")).to_have_text("stopped")


def test_nobody_else_is_called_you(page: Page, browser: Browser, room: CardRoom) -> None:
    take_a_seat(page, "call", friends=["Ben"])
    link = page.get_by_label("Ben's link").input_value()
    context = new_context(browser, room)
    friend = context.new_page()
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").click()
    names = friend.locator(".seat .name")
    expect(friend.locator(".seat.mine .name")).to_have_text("You")
    assert sorted(names.all_inner_texts()) == ["Guest", "You", "call"]
    expect(page.locator(".seat.mine .name")).to_have_text("You")
    assert sorted(page.locator(".seat .name").all_inner_texts()) == ["Ben", "You", "call"]
    context.close()


def test_who_waits_for_friends_is_told_one_thing(page: Page) -> None:
    take_a_seat(page, "call", friends=["Ben"])
    expect(page.locator(".expected")).to_contain_text("Ben has not come yet.")
    for wrong in ("You are out", "play on", "being dealt", "Shuffling", "You are watching"):
        expect(page.get_by_text(wrong)).to_have_count(0)
    expect(page.locator(".seat")).to_have_count(3)


Box = dict[str, float]


def boxes(page: Page, width: int, height: int) -> dict[str, list[Box]]:
    """Return where things are on a screen of this size, once it has been drawn."""
    page.set_viewport_size({"width": width, "height": height})
    script = """async ([width, height]) => {
      const frame = () => new Promise(requestAnimationFrame);
      while (innerWidth !== width || innerHeight !== height) await frame();
      await frame();
      await frame();
      const found = (what) => [...document.querySelectorAll(what)];
      const boxes = (what) => found(what).map((each) => each.getBoundingClientRect().toJSON());
      const things = ['.plate', '.act', '.board .pcard', '.hole', '.bet', '.pot-total', '.said'];
      return Object.fromEntries(things.map((what) => [what, boxes(what)]));
    }"""
    where: dict[str, list[Box]] = page.evaluate(script, [width, height])
    return where


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
    )


SCREENS = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone on its side": (844, 390),
    "small phone on its side": (667, 375),
    "small tablet": (768, 1024),
    "tablet": (820, 1180),
    "tablet on its side": (1024, 768),
    "desktop": (1440, 900),
}


@pytest.mark.parametrize("seats", [4, 6, 10])
def test_every_screen_has_room_for_the_table_and_the_buttons(page: Page, seats: int) -> None:
    table = ScriptedTable(page, seats)
    table.say(ring(seats, board=BOARD, legal={"fold": True, "call": 100, "raise": [200, 9900]}))
    expect(page.locator(".seat")).to_have_count(seats)
    for screen, (width, height) in SCREENS.items():
        plates, acts, cards, holes = list(boxes(page, width, height).values())[:4]
        for box in [*plates, *acts, *cards, *holes]:
            assert box["left"] >= 0, (screen, box)
            assert box["top"] >= 0, (screen, box)
            assert box["right"] <= width, (screen, box)
            assert box["bottom"] <= height, (screen, box)
        things = [*plates, *acts]
        for at, box in enumerate(things):
            assert not any(overlap(box, other) for other in things[at + 1 :] + cards), (screen, box)
        assert len(acts) == 3


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_bets_stand_beside_plates_board_and_pot(page: Page, seats: int) -> None:
    table = ScriptedTable(page, seats)
    going = ring(seats, board=BOARD)
    over = ring(seats, board=BOARD, over=True, actor=None, legal=None)
    for each in going["seats"]:
        each["bet"] = 12_345
    for each in over["seats"]:
        each |= {"bet": 0, "won": 1_250, "award": 12_345, "cards": ["As", "Kd"]}
        each["holding"] = "three of a kind, sevens"
    for state in (going, over):
        table.say(state)
        expect(page.locator(".bet")).to_have_count(seats)
        page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
        for screen in ("phone", "small phone", "small tablet", "tablet", "desktop"):
            found = boxes(page, *SCREENS[screen])
            others = [box for what in (".plate", ".pot-total", ".said") for box in found[what]]
            for bet in found[".bet"]:
                hidden = [box for box in others if box["width"] and overlap(bet, box)]
                assert not hidden, (screen, bet, hidden)


def test_what_was_won_is_never_cut_off(page: Page) -> None:
    table = ScriptedTable(page, 6)
    state = ring(6, board=BOARD, over=True, actor=None, legal=None)
    for seat_ in state["seats"]:
        seat_ |= {"stack": 121_348, "won": -15_606, "bet": 0}
    table.say(state)
    expect(page.locator(".result")).to_have_count(6)
    script = """() => [...document.querySelectorAll('.result')].filter((each) => {
      const places = [each, each.closest('.plate')].map((it) => it.getBoundingClientRect());
      const [result, plate] = places;
      return result.right > plate.right - 4 || result.bottom > plate.bottom || !result.width;
    }).length"""
    for screen in ("small phone", "small tablet", "tablet on its side", "desktop"):
        boxes(page, *SCREENS[screen])
        assert page.evaluate(script) == 0, screen


def test_a_stack_that_does_not_fit_ends_with_dots(page: Page) -> None:
    table = ScriptedTable(page, 10)
    state = ring(10)
    for seat_ in state["seats"]:
        seat_["stack"] = 1_000_000_000
    table.say(state)
    expect(page.locator(".plate .chips")).to_have_count(10)
    boxes(page, *SCREENS["small phone"])
    for chips in page.locator(".plate .chips").all():
        box, plate = chips.bounding_box(), chips.locator("xpath=../..").bounding_box()
        assert box
        assert plate
        assert box["x"] + box["width"] <= plate["x"] + plate["width"]
    expect(page.locator(".plate .chips").first).to_have_css("text-overflow", "ellipsis")


def test_long_names_stay_on_the_page(page: Page) -> None:
    table = ScriptedTable(page)
    name = "W" * 24
    state = hand([seat(0, "Ann", cards=["As", "Kd"]), seat(1, name, bet=100)])
    table.say(state, [{"type": "acted", "place": 1, "action": "bet", "to": 100, "paid": 100}])
    boxes(page, *SCREENS["tablet on its side"])
    line = page.locator(".transcript").get_by_text(name)
    assert line.evaluate("(each) => each.getBoundingClientRect().right <= innerWidth")


def test_prizes_at_the_end_are_whole_numbers(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(hand([seat(0, "Ann"), seat(1, "fair")], over=True, legal=None))
    finishes = [{"place": 1, "name": "fair", "prize": 1100 * 0.07}]
    table.send("closed", seq=2, why="it is over", finishes=finishes)
    expect(page.locator(".finishes")).to_have_text("1. fair · 77")


def test_a_free_fold_is_asked_about_and_another_is_not(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(ring(2))
    fold = page.get_by_role("button", name="Fold")
    question = page.get_by_text("Checking is free. Fold all the same?")
    fold.click()
    expect(question).to_be_visible()
    assert table.acts() == []
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    page.keyboard.press("f")
    expect(question).to_be_visible()
    page.keyboard.press("f")
    expect(fold).to_be_disabled()
    assert table.acts() == ["fold"]
    table.say(ring(2, turn=5, legal={"fold": True, "call": 100, "raise": None}))
    expect(page.locator(".act.call")).to_have_text("Call100")
    fold.click()
    expect(fold).to_be_disabled()
    assert table.acts() == ["fold", "fold"]


def test_the_coach_remembers_over_a_reload(page: Page) -> None:
    take_a_seat(page, "call")
    page.locator(".act.call:not(:disabled)").wait_for()
    page.keyboard.press("c")
    expect(page.locator(".board .dealt")).to_have_count(3)
    page.reload()
    page.get_by_role("tab", name="Coach").click()
    expect(page.locator(".advice .spot")).to_have_text(["Hand 1, preflopyou call"])


def test_a_browser_that_goes_offline_says_so_at_once(page: Page) -> None:
    stopped_clock(page)
    table = ScriptedTable(page)
    table.say(ring(2))
    page.locator(".felt").wait_for()
    page.context.set_offline(True)
    expect(page.get_by_role("status")).to_have_text("You are offline")
    page.context.set_offline(False)
    expect(page.get_by_role("status")).to_have_count(0)
    assert table.hellos == 2


def test_a_dead_line_is_noticed_by_an_unanswered_ping(page: Page) -> None:
    stopped_clock(page)
    table = ScriptedTable(page)
    table.say(ring(2))
    page.locator(".felt").wait_for()
    page.clock.run_for(10_000)
    expect(page.get_by_role("status")).to_have_text("Reconnecting…")


def test_the_sheet_never_covers_the_buttons(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(ring(2))
    for screen in ("phone", "phone on its side"):
        width, height = SCREENS[screen]
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_label("Hand, statistics and coach").click()
        expect(page.get_by_role("tab", name="Coach")).to_be_visible()
        for button in page.locator(".act").all():
            button.click(trial=True)
        page.get_by_label("Close", exact=True).click()


# What is new at the table


def test_an_all_in_is_played_out_street_by_street_with_equities(page: Page) -> None:
    asked: list[Any] = []

    def answer(route: Any) -> None:
        asked.append(route.request.post_data_json)
        players = [{"equity": share} for share in (0.8, 0.2)]
        route.fulfill(json={"players": players})

    page.route("**/api/v1/equity", answer)
    stopped_clock(page)
    table = ScriptedTable(page)
    table.say(ring(2, board=[], legal=None, actor=1), all_in_events()[:1])
    table.say(ended(), all_in_events())
    dealt, shares = page.locator(".board .dealt"), page.locator(".equity")
    for cards in (0, 3, 4):
        expect(dealt).to_have_count(cards)
        expect(shares).to_have_text(["80 %", "20 %"])
        expect(page.locator(".pot-total")).to_have_text("Pot 20,000")
        expect(page.locator(".bet.award")).to_have_count(0)
        expect(page.locator(".transcript li.won")).to_have_count(0)
        page.clock.run_for(1200)
    expect(dealt).to_have_count(5)
    expect(shares).to_have_count(0)
    assert [each["board"] for each in asked] == ["", "2c7d9h", "2c7d9hJs"]
    assert all(each["players"] == ["AsAh", "KdKc"] for each in asked)


def test_the_winning_five_light_up_and_the_pot_goes_to_the_winner(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(ring(2, board=BOARD))
    table.say(ended())
    lit = page.locator(".pcard.lit")
    expect(lit).to_have_count(5)
    names = [card.get_attribute("aria-label") for card in lit.all()]
    assert sorted(names) == sorted(
        ["ace of spades", "ace of hearts", "jack of spades", "9 of hearts", "7 of diamonds"]
    )
    expect(page.locator(".bet.award")).to_have_text("20,000")
    expect(page.locator(".pot-total")).to_have_count(0)


def test_sizes_are_the_persons_own_before_the_flop_and_after(page: Page) -> None:
    own = {"preflopSizes": "2.5x, 4x", "postflopSizes": "40%, 120%"}
    page.add_init_script(f"localStorage.setItem('fivebet.settings', '{json.dumps(own)}')")
    table = ScriptedTable(page)
    before = ring(2, board=[], legal={"fold": True, "call": 0, "raise": [200, 9900]})
    table.say(before)
    expect(page.locator(".presets button")).to_have_text(["2.5×", "4×"])
    amount = page.get_by_label("Exact amount")
    page.keyboard.press("2")
    expect(amount).to_have_value("400")
    table.say(ring(2, turn=4, pot=500) | {"seats": [seat(0, "Ann"), seat(1, "fair")]})
    expect(page.locator(".presets button")).to_have_text(["40%", "120%"])
    page.keyboard.press("1")
    expect(amount).to_have_value("200")


def test_bet_sizes_are_changed_in_the_preferences(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(ring(2))
    page.get_by_role("button", name="Preferences").click()
    field = page.get_by_label("Bet sizes after the flop")
    field.fill("25%, nonsense, all-in")
    field.press("Tab")
    expect(page.get_by_text("“nonsense” is no size")).to_be_visible()
    expect(page.locator(".presets button")).to_have_text(["25%", "All-in"])


def test_single_keys_can_be_switched_off(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(ring(2))
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("switch", name="Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("button", name="Check")).to_be_disabled()
    assert table.acts() == ["check"]


def test_arrow_keys_go_through_the_tabs(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(ring(2))
    page.get_by_role("tab", name="Hand").focus()
    for key, name in (("ArrowRight", "Statistics"), ("End", "Deal"), ("ArrowRight", "Hand")):
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    expect(page.locator("[role=tab][tabindex='0']")).to_have_count(1)


def test_arrow_keys_go_through_a_grid_that_tab_reaches_once(page: Page, stopped_solve: str) -> None:
    page.goto(stopped_solve)
    squares = page.locator(".class-grid button")
    squares.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(squares.nth(14)).to_be_focused()
    for grid in page.locator(".class-grid").all():
        expect(grid.locator("[tabindex='0']")).to_have_count(1)


def test_screen_readers_hear_opponents_and_the_board(page: Page) -> None:
    table = ScriptedTable(page)
    table.say(ring(2, board=[], legal=None, actor=1, turn=0))
    raised = {"type": "acted", "place": 1, "action": "raise", "to": 300, "paid": 200}
    flop = {"type": "street", "street": "flop", "cards": ["2c", "7d", "9h"]}
    table.say(ring(2, turn=2), [raised, flop])
    log = page.get_by_role("log").locator("p")
    expect(log).to_have_text(
        [
            "player 1 raises to 300.",
            "Flop: 2 of clubs, 7 of diamonds, 9 of hearts.",
            "Your turn: you may check.",
        ]
    )


def test_own_decisions_of_a_finished_hand_lead_to_the_solver(page: Page) -> None:
    table = ScriptedTable(page, 3)
    acted = {"type": "acted", "to": 0, "paid": 0}
    flop = {"type": "street", "street": "flop", "cards": BOARD[:3]}
    turn = {"type": "street", "street": "turn", "cards": BOARD[3:4]}
    events = [acted | {"place": place, "action": "call"} for place in (0, 1, 2)]
    events += [flop, *(acted | {"place": place, "action": "check"} for place in (0, 1))]
    events += [acted | {"place": 2, "action": "fold"}, turn]
    events += [acted | {"place": place, "action": "check"} for place in (0, 1)]
    link = page.get_by_role("link", name="Study this spot")
    table.say(ring(3, turn=8), events)
    expect(page.locator(".transcript")).to_contain_text("Turn")
    expect(link).to_have_count(0)  # the hand is not over
    table.say(ring(3, turn=8, over=True, actor=None, legal=None), events)
    # On the flop three were in.
    expect(link).to_have_count(1)
    expect(link).to_have_attribute("href", "/study/solver?hand=77.1&step=6")


def coached(page: Page) -> list[str]:
    """Answer the coach's questions about a river, and return who was asked."""
    asked: list[str] = []
    spot = {"hand": 1, "turn": 7, "street": "river", "cards": ["As", "Kd"], "board": BOARD}
    facts: dict[str, Any] = {"cards": ["As", "Kd"], "board": BOARD, "pot": 200, "call": 0}
    facts |= {
        "opponents": 1,
        "against": "a range",
        "equity": 0.6,
        "pot_odds": 0,
        "call_value": 120,
        "action": "check",
    }
    facts |= {"to": 0, "cost": 0, "verdict": None, "agents": ["solver", "planner"]}
    facts |= {"baselines": ["station"], "solver_note": ""}
    verdict = {"best": "bet 150", "value": 3.2, "chosen": "check", "chosen_value": 2.8}
    verdict |= {"cost": 0.4, "why": "A bet wins more.", "method": "solved"}
    steps = [{"action": "check", "probability": 0.1, "value": 280}]
    solved = {"verdict": verdict, "steps": steps, "cost": 40, "exploitability_pct": 0.5}
    opinion = {"action": "bet", "to": 150, "failure": "", "probabilities": [], "reasons": {}}

    def answer(route: Route) -> None:
        path = route.request.url.partition("/coach")[2]
        if route.request.method == "GET":
            route.fulfill(json=[spot | {"action": "check", "to": 0}])
            return
        asked.append(path.rpartition("/")[2] or "facts")
        what = {"": facts, "/solver": solved | {"assumes": "ranges"}}
        route.fulfill(json=what.get(path, opinion))

    page.route("**/api/v1/tables/77/coach", answer)
    page.route("**/api/v1/tables/77/coach/**", answer)
    return asked


def test_the_coach_gives_a_verdict_first_and_keeps_it_over_a_reload(page: Page) -> None:
    table = ScriptedTable(page)
    asked = coached(page)
    table.reload()
    table.say(ring(2))
    page.get_by_role("tab", name="Coach").click()
    spot = page.locator(".advice .spot")
    spot.get_by_role("button").click()
    verdict = spot.locator(".verdict")
    expect(verdict).to_contain_text("Best Bet 150 worth 3.2 BB")
    expect(verdict).to_contain_text("Your check cost 0.4 BB.")
    for agent in ("solver", "planner"):
        expect(spot).to_contain_text(f"{agent} would bet to 150")
    order = spot.evaluate("spot => spot.innerText")
    places = [order.index(text) for text in ("Best", "Equity", "solver would", "planner would")]
    assert places == sorted(places)
    assert sorted(asked) == ["facts", "planner", "solver", "solver"]
    table.reload()
    table.say(ring(2))
    page.get_by_role("tab", name="Coach").click()
    expect(verdict).to_contain_text("Your check cost 0.4 BB.")
    assert len(asked) == 4
    spot.get_by_text("Simple agents").click()
    expect(spot).to_contain_text("station would bet to 150")
    assert asked[4:] == ["station"]


def test_the_focus_moves_with_the_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Agents").click()
    expect(page.get_by_role("heading", name="Agents", level=1)).to_be_focused()


def test_the_time_bank_is_shown_while_it_runs(page: Page) -> None:
    table = ScriptedTable(page)
    clock = {"left": 12.0, "of": 30.0, "bank": 30.0, "in_bank": True}
    table.say(ring(2, clock=clock))
    expect(page.locator(".clock.bank")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("Your time bank is running")
