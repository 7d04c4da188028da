"""Takes the pictures of docs/pictures from a card room that is open, light and dark.

    fivebet serve --port 8055
    python tools/take_pictures.py http://127.0.0.1:8055

It plays a few hands, and starts a solve, a match and a tournament if there are none yet.
"""

import json
import re
import shutil
import sys
from io import BytesIO
from pathlib import Path

import httpx
from PIL import Image
from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SPOT = {
    "board": "Kh8h3d",
    "pot": 200,
    "stack": 900,
    "oop": "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s, AJo+, KQo",
    "ip": "TT-22, AJs-A2s, KTs+, QTs+, JTs, AQo-ATo, KQo",
    "target": 1.0,
}
FIELD = ["fair", "tight", "loose", "maniac", "station", "call", "planner", "evolved", "random"]
TABLE = {"opponents": ["planner", "evolved", "fair", "tight", "maniac"], "pace": "instant"}
PLAY_ON = """
  () => document.querySelector('.act.call:not(:disabled)')?.click()
     ?? [...document.querySelectorAll('.controls .pre button')].at(-1)?.click()
"""


class Photographer:
    """One page after the other, light and dark."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.api = httpx.Client(base_url=f"{address}/api/v1", timeout=60)

    def finished(self, path: str) -> None:
        """Wait until some long work is over."""
        while True:
            output = self.api.get(path, params={"wait": 20}).json()
            if output["status"] not in ("waiting", "working"):
                return

    def places(self) -> dict[str, str]:
        """What there is to be seen: a solution, a match and a hand of it, a tournament."""
        solution = self.api.post("/solutions", json=SPOT).json()["id"]
        known = {each["kind"]: each["run"] for each in self.api.get("/contests").json()}
        if "match" not in known:
            asked = {"agents": ["fair", "tight"], "deals": 600}
            known["match"] = self.api.post("/matches", json=asked).json()["run"]
        if "tournament" not in known:
            asked = {"agents": FIELD, "count": 3, "seats": 5}
            known["tournament"] = self.api.post("/tournaments", json=asked).json()["run"]
        self.finished(f"/solutions/{solution}")
        for kind in ("match", "tournament"):
            self.finished(f"/contests/{known[kind]}")
        wanted = {"run": known["match"], "street": "river", "pot": 20}
        hand = self.api.get("/hands", params=wanted).json()["hands"][0]
        return {
            "home": "/",
            "play": "/play",
            "ranges": "/study/ranges",
            "solution": f"/study/solver/{solution}?at=check",
            "pushfold": "/study/pushfold",
            "paper": "/study/papers/smith",
            "match": f"/watch/{known['match']}",
            "lobby": f"/watch/{known['tournament']}",
            "hands": "/hands",
            "replay": f"/hands/{hand['run']}/{hand['serial']}?step=5",
        }

    def take(self) -> None:
        """All pictures."""
        places = self.places()
        names = ("chromium", "google-chrome", "chromium-headless-shell")
        browser = next(filter(None, map(shutil.which, names)), None)
        with sync_playwright() as playwright:
            opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
            for scheme in ("light", "dark"):
                for size, viewport in (("", DESK), ("phone-", PHONE)):
                    context = opened.new_context(
                        base_url=self.address,
                        viewport=viewport,  # type: ignore[arg-type]
                        color_scheme=scheme,  # type: ignore[arg-type]
                        reduced_motion="reduce",
                    )
                    page = context.new_page()
                    page.set_default_timeout(120_000)
                    for name, path in places.items() if not size else ():
                        page.goto(path)
                        page.locator("h1").first.wait_for(state="attached")
                        page.wait_for_load_state("networkidle")
                        self.keep(page, f"{name}-{scheme}")
                    self.at_a_table(page, f"{size}table-{scheme}")
                    context.close()
            opened.close()

    def at_a_table(self, page: Page, name: str) -> None:
        """On a flop of the third hand or later, with statistics of the others."""
        page.add_init_script(f"localStorage.setItem('fivebet.last-table', '{json.dumps(TABLE)}')")
        page.goto("/play")
        page.get_by_role("button", name="Take a seat").click()
        page.locator(".felt").wait_for()
        while True:
            page.locator(".act.call:not(:disabled), .controls .pre button").first.wait_for()
            hand = int(re.sub(r"\D", "", page.locator(".stage-bar .muted").inner_text()))
            cards = page.locator(".board .pcard:not(.blank)").count()
            if hand > 2 and cards >= 3 and page.locator(".act.call:not(:disabled)").count():
                break
            page.evaluate(PLAY_ON)
            page.wait_for_timeout(50)
        self.keep(page, name)

    def keep(self, page: Page, name: str) -> None:
        """One picture."""
        page.wait_for_timeout(300)
        path = PICTURES / f"{name}.webp"
        shot = Image.open(BytesIO(page.screenshot()))
        shot.convert("RGB").save(path, quality=88, method=6)
        print(f"{path.name}: {path.stat().st_size // 1024} KiB", flush=True)


if __name__ == "__main__":
    Photographer(sys.argv[1]).take()
