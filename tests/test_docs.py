"""Every Python block of the documentation runs, in the order of its page."""

import re
from pathlib import Path

import pytest

from fivebet.web.app import make_app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page: Path) -> None:
    known: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S):
        exec(compile(block, page.name, "exec"), known)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_every_room_is_on_the_map() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.stem for path in (ROOT / "src" / "fivebet").iterdir() if path.name[0] not in "_."}
    missing = {room for room in rooms - {"py"} if f"`{room}`" not in text}
    headers = {path.name for path in (ROOT / "native").glob("*.hpp")}
    assert not missing | {name for name in headers if f"    {name} " not in text}


def test_every_question_of_the_api_is_told() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    asked = {
        f"`{method.upper()} {path.removeprefix('/api/v1')}`"
        for path, methods in make_app().openapi()["paths"].items()
        for method in methods
    }
    assert {question for question in asked if question not in text} == set()
