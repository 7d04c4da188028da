"""Every Python block of the documentation runs, in the order of its page."""

import inspect
import re
import shlex
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

from fivebet.cli.app import run
from fivebet.study.library import sets
from fivebet.web.app import make_app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "_SETS", dict(sets._SETS))  # a page adds one of its own
    known: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S):
        exec(compile(block, page.name, "exec"), known)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_tests_that_pages_name_are_there() -> None:
    named = 0
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        text = page.read_text("utf-8")
        places = re.findall(r"`(tests/[\w/]+\.py)(?:::|`, `)(test_\w+)`", text)
        places += [(path, "") for path in re.findall(r"`(tests/[\w/]+\.py)`", text)]
        for path, name in places:
            assert f"def {name}" in (ROOT / path).read_text("utf-8"), (page.name, path, name)
        named += len(places)
    assert named > 100


def test_every_package_and_header_is_on_the_map() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    inside = (ROOT / "src" / "fivebet").iterdir()
    packages = {path.stem for path in inside if path.name[0] not in "_."} - {"py"}
    missing = {name for name in packages if f"`{name}`" not in text}
    headers = {path.name for path in (ROOT / "native").rglob("*.hpp") if "tests" not in path.parts}
    assert headers
    assert not missing | {name for name in headers if f"        {name} " not in text}


def test_the_names_on_the_way_of_a_hand_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    names = re.findall(r"`(fivebet(?:\.\w+)+)`", text)
    assert len(names) > 30
    for name in names:
        assert resolve_name(name) is not None


def test_the_way_of_a_hand_is_taken(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    way = text[text.index("## The way of a hand") : text.index("A hand without the arena")]
    arguments = re.search(r"`fivebet (match [^`]+)`", way)
    assert arguments
    store = str(tmp_path / "runs.db")
    called: set[str] = set()
    sys.setprofile(lambda frame, _, __: called.add(frame.f_code.co_qualname) or None)
    try:
        assert run([*arguments[1].split(), "--workers", "1", "--store", store, "--json"]) == 0
    finally:
        sys.setprofile(None)
    functions = {
        value.__qualname__
        for name in re.findall(r"`(fivebet(?:\.\w+)+)`", way)
        if inspect.isfunction(value := resolve_name(name))
    }
    elsewhere = {
        "main",  # the test begins behind it
        "shuffled_deck",  # the card room's
        "StoredHand.record",
        "HandRecord.replay",
    }
    assert functions - elsewhere <= called


def test_every_question_of_the_api_is_documented() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    asked = {
        f"`{method.upper()} {path.removeprefix('/api/v1')}`"
        for path, methods in make_app().openapi()["paths"].items()
        for method in methods
    }
    assert {question for question in asked if question not in text} == set()


def test_the_transcript_of_the_readme_is_real(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    block = re.search(r"```console\n(.*?)```", text, re.S)
    assert block
    for part in block[1].split("$ fivebet ")[1:]:
        command, _, shown = part.partition("\n")
        assert (
            run([*shlex.split(command), *(["--store", "none"] * command.startswith("match"))]) == 0
        )
        printed = [line.strip() for line in capsys.readouterr().out.splitlines()]
        assert [
            line.strip() for line in shown.splitlines() if line and line.strip() not in printed
        ] == []
