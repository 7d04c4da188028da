"""One card room for all tests that talk to a real one, and a browser."""

import os
import shutil
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from .browsing import new_context
from .servers import CardRoom

# A busy machine is no reason to fail: requests wait for an answer, and not for five seconds.
for ask in (httpx.get, httpx.post, httpx.delete, httpx.Client.__init__):
    ask.__kwdefaults__["timeout"] = httpx.Timeout(600)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    opened = CardRoom(tmp_path_factory.mktemp("room"))
    yield opened
    assert opened.close() == 0


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; `make test` installs it. Its driver keeps a loop of events running, so it
    is gone when the next file is tested."""
    wanted = (
        os.environ.get("CHROMIUM", ""),
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
    )
    found = next(filter(None, map(shutil.which, filter(None, wanted))), None)
    if found is None:
        pytest.skip("the browser tests need Chromium: tools/find-browser installs it")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, room: CardRoom) -> Iterator[Page]:
    """A fresh page in which nothing may go wrong unnoticed."""
    context = new_context(browser, room, viewport={"width": 1280, "height": 800})
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on(
        "console",
        lambda said: (
            problems.append(said.text)
            if said.type == "error" and "Failed to load resource" not in said.text
            else None
        ),
    )
    yield opened
    context.close()
    assert not problems
