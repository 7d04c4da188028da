"""Takes every page of a card room that is open, in four sizes, light and dark, to look at them.

    fivebet serve --port 8055
    python tools/take_every_page.py http://127.0.0.1:8055 FOLDER [page ...]

It makes what there is to be seen if there is nothing yet: a reviewed session, a solved spot, a
contest, a tournament and a table. For each page and scheme it writes one sheet with all sizes,
and it names pages that are wider than their screen.
"""

import json
import re
import shutil
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import BrowserContext, Page, sync_playwright

from fivebet.formats import WRITERS
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, bet, raise_to

SIZES = {
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "desk": {"width": 1440, "height": 900},
}
SCHEMES = ("light", "dark")
LONGEST = 2.2  # screens of a page that are shown
SHEET_WIDTH = 1_250
SPOT = {
    "board": "Kh8h3dJc",
    "pot": 200,
    "stack": 900,
    "oop": "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s, AJo+, KQo",
    "ip": "TT-22, AJs-A2s, KTs+, QTs+, JTs, AQo-ATo, KQo",
    "target": 1.0,
}
THREE_BET = (raise_to(250), raise_to(750), CALL)
LINES: tuple[tuple[tuple[str, str], str, tuple[Any, ...]], ...] = (
    (("AhQd", "7s7c"), "Qs8h3dJc5s", (*THREE_BET, CHECK, bet(100), FOLD)),
    (("KhTs", "9s9c"), "Td6h2cAs4s", (*THREE_BET, CHECK, CHECK, CHECK, bet(150), FOLD)),
    (("7d2c", "AsKs"), "Kd8h3c2s5d", (raise_to(250), FOLD)),
    (("AcKc", "QhJh"), "Kd9c2hJd3s", (*THREE_BET, CHECK, CHECK, bet(100), CALL, CHECK, CHECK)),
)
AT_TABLES = ("table", "table-tournament")
PLAYERS = ["champion", "planner", "evolved", "fair", "maniac"]


class Room:
    """A card room, and what there is to be seen in it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.api = httpx.Client(base_url=f"{address}/api/v1", timeout=120)
        self.stored: dict[str, Any] = {}

    def post(self, path: str, **body: Any) -> Any:
        """Post to the API, and return its answer."""
        answer = self.api.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    def wait(self, path: str) -> None:
        """Wait until some long work is over."""
        news: dict[str, Any] = {"status": "waiting", "version": -1}
        while news["status"] in ("waiting", "working"):
            asked = {"wait": 20, "after": news["version"]}
            news = self.api.get(path, params=asked).json()

    def review(self) -> int:
        """A reviewed session of imported hands."""
        hands = []
        for holes, board, actions in LINES:
            hand = Hand.with_cards(
                Game.named("cash-2p"),
                holes,
                board,
                stacks=(1_100, 1_100),
                players=("Hero", "Villain"),
            )
            for action in actions:
                hand.act(action)
            while not hand.over:
                hand.act(hand.legal.passive)
            hands.append(hand.record())
        run = self.post("/hands/import", text=WRITERS["phh"](hands))["run"]
        number: int = self.post("/reviews", run=run, player="Hero")["number"]
        self.wait(f"/reviews/{number}")
        return number

    def pages(self) -> dict[str, str]:
        """All pages by name."""
        known = {each["kind"]: each["run"] for each in self.api.get("/contests").json()}
        if "match" not in known:
            known["match"] = self.post("/matches", agents=["fair", "tight"], deals=400)["run"]
        if "tournament" not in known:
            field = ["fair", "tight", "loose", "maniac", "station", "call", "evolved", "random"]
            known["tournament"] = self.post("/tournaments", agents=field, count=2, seats=4)["run"]
        self.wait(f"/contests/{known['match']}")
        solution = self.post("/solutions", **SPOT)["id"]
        self.wait(f"/solutions/{solution}")
        review = self.review()
        running = self.post("/matches", agents=["fair", "planner"], deals=4_000)  # for a while
        hand = self.api.get("/hands", params={"run": known["match"], "pot": 20}).json()["hands"][0]
        opened = self.post("/tables", opponents=PLAYERS, names=["Ann"], pace="instant")
        table = opened["table"]
        entered = self.post(
            "/tables",
            opponents=["fair", "tight", "loose", "maniac", "station"] * 3 + ["evolved"] * 2,
            names=["Ann"],
            format="tournament",
            table_seats=6,
            stack=1_000,
            clock=60,
            pace="instant",
        )
        self.stored = {
            "fivebet.seats": {
                str(table): opened["seats"][0]["token"],
                str(entered["table"]): entered["seats"][0]["token"],
            },
            "fivebet.reviews": [{"number": review, "run": 1, "player": "Hero"}],
            "fivebet.jobs": {f"contest {running['run']}": running.get("token", "")},
        }
        invited = self.post("/tables", opponents=["fair"], names=["Ann"], friends=["Bob"])
        return {
            "home": "/",
            "play": "/play",
            "table": f"/table/{table}",
            "table-tournament": f"/table/{entered['table']}",
            "tournament": f"/tournament/{entered['table']}",
            "join": f"/join/{invited['table']}#{invited['invitations'][0]['invitation']}",
            "tables": "/tables",
            "study": "/study",
            "ranges": "/study/ranges",
            "equity": "/study/equity",
            "solver": "/study/solver",
            "solution": f"/study/solver/{solution}?at=check",
            "pushfold": "/study/pushfold",
            "reviews": "/study/review",
            "review": f"/study/review/{review}",
            "profile": "/study/profile",
            "charts": "/study/charts",
            "drills": "/study/drills",
            "drill": "/study/drills?set=pushfold",
            "papers": "/study/papers",
            "paper": "/study/papers/smith",
            "watch": "/watch",
            "leaders": "/watch/leaders",
            "bench": "/watch/bench",
            "contest": f"/watch/{known['match']}",
            "running": f"/watch/{running['run']}",
            "lobby": f"/watch/{known['tournament']}",
            "hands": "/hands",
            "hand": f"/hands/{hand['run']}/{hand['serial']}?step=5",
            "agents": "/agents",
            "agent": "/agents/champion",
        }


def arrange(page: Page, name: str) -> None:
    """Bring a page to where it shows most."""
    if name in AT_TABLES:
        page.locator(".felt").wait_for()
        for _ in range(400):
            is_over = page.get_by_role("button", name=re.compile("^(Next hand|Skip)")).count()
            if is_over and page.locator(".board .pcard:not(.blank)").count() == 5:
                return
            page.evaluate("() => document.querySelector('.act.call:not(:disabled)')?.click()")
            page.wait_for_timeout(60)
    if name == "drill":
        page.get_by_role("group", name="Your answer").get_by_role("button").first.click()
        page.locator(".drill-verdict").wait_for()
    if name in ("equity", "solver"):
        page.wait_for_timeout(500)
    if name == "profile":
        page.get_by_role("heading", name="Your data").wait_for()


def picture(page: Page, name: str) -> Image.Image:
    """One page as it is, with what is below the screen."""
    arrange(page, name)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        print(f"  {name} is {wide} px wider than its screen", flush=True)
    shot = Image.open(BytesIO(page.screenshot(full_page=name not in AT_TABLES)))
    most = int(LONGEST * page.viewport_size["height"]) if page.viewport_size else shot.height
    return shot.convert("RGB").crop((0, 0, shot.width, min(shot.height, most)))


def sheet(shots: list[Image.Image]) -> Image.Image:
    """All sizes of a page beside each other."""
    most = max(SHEET_WIDTH, *(shot.width for shot in shots))
    rows: list[list[Image.Image]] = [[]]
    for shot in shots:
        if rows[-1] and sum(each.width for each in rows[-1]) + shot.width > most:
            rows.append([])
        rows[-1].append(shot)
    heights = [max(shot.height for shot in row) for row in rows]
    whole = Image.new("RGB", (most, sum(heights)), (128, 128, 128))
    for number, row in enumerate(rows):
        for at, shot in enumerate(row):
            whole.paste(shot, (sum(each.width for each in row[:at]), sum(heights[:number])))
    return whole


def main(address: str, folder: Path, *wanted: str) -> None:
    """Take all pages, or those that are named."""
    folder.mkdir(parents=True, exist_ok=True)
    room = Room(address)
    kept = folder / "pages.json"
    if kept.exists():
        pages, room.stored = json.loads(kept.read_text())
    else:
        pages = room.pages()
        kept.write_text(json.dumps([pages, room.stored]))
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for scheme in SCHEMES:
            contexts: list[BrowserContext] = []
            for size in SIZES.values():
                context = browser.new_context(
                    base_url=address,
                    viewport=size,  # type: ignore[arg-type]
                    color_scheme=scheme,  # type: ignore[arg-type]
                    reduced_motion="reduce",
                )
                for key, value in room.stored.items():
                    text = json.dumps(json.dumps(value))
                    context.add_init_script(f"localStorage.setItem('{key}', {text})")
                context.set_default_timeout(60_000)
                contexts.append(context)
            for name, path in pages.items():
                if wanted and name not in wanted:
                    continue
                shots = []
                for context in contexts:
                    page = context.new_page()
                    page.goto(path)
                    page.locator("h1").first.wait_for(state="attached")
                    page.wait_for_timeout(700)
                    shots.append(picture(page, name))
                    page.close()
                sheet(shots).save(folder / f"{name}-{scheme}.png")
                print(name, scheme, flush=True)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python tools/take_every_page.py ADDRESS FOLDER [PAGE ...]")
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
