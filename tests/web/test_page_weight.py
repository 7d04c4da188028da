"""What the browser has to load before a page is shown."""

import re
import zlib
from functools import cache
from pathlib import Path

import pytest

from fivebet.web.app import STATIC

MOST = 106_000  # bytes over the line, the lightest page's before pages were packed
ROUTES = re.findall(r'import\("\./(pages/[\w-]+\.js)"\)', (STATIC / "routes.js").read_text())


def imported(path: Path) -> list[Path]:
    """The modules that a module loads before it runs."""
    named = re.findall(r'^import (?:[^"\';]* from )?"(\.[^"]+)"', path.read_text(), re.MULTILINE)
    return [(path.parent / name).resolve() for name in named]


def loaded(*paths: Path) -> set[Path]:
    """Modules, and all that they load."""
    found: set[Path] = set()
    waiting = [path.resolve() for path in paths]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported(path)
    return found


@cache
def packed_size(path: Path) -> int:
    """The size of a file as it is sent."""
    content = path.read_bytes()
    return len(zlib.compress(content, 6)) if len(content) >= 1_000 else len(content)


@pytest.mark.parametrize("page", ROUTES)
def test_no_page_weighs_more_than_the_lightest_did(page: str) -> None:
    modules = loaded(STATIC / "room.js", STATIC / page)
    assert STATIC / "lib" / "html.js" in modules
    files = {STATIC / "index.html", *(STATIC / "styles").glob("*.css"), *modules}
    assert sum(map(packed_size, files)) < MOST
