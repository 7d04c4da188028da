"""The command and the Python that pages show do what the pages do."""

import io
import json
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fivebet.cli.app import run
from fivebet.formats import WRITERS, read_text
from fivebet.solving import Lock, Spot, Tree, solve
from tests.formats.test_pokerstars import CASH

SPOT = Spot.create(
    "Kh8h3dJc5s",
    200,
    300,
    "AA, KQs, 76s",
    "QQ, JJ, A5s",
    "50%",
    sizes={"bets river ip": "100%", "raises river oop": ""},
    removed=["bet 100, all-in 300"],
    add_all_in=1.5,
)
LOCK = Lock("check", {"check": 1.0})


def repetition(page: Page, function: str, *arguments: Any) -> tuple[str, str]:
    """What a page would show for these arguments."""
    made = page.evaluate(
        f"async given => (await import('/static/lib/repetition.js')).{function}(...given)",
        arguments,
    )
    return made["command"], made["python"]


def printed(command: str) -> Any:
    """Run a command in this process, and return the JSON that it prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert run([*shlex.split(command)[1:], "--json"]) == 0
    return json.loads(out.getvalue())


def executed(python: str) -> str:
    """Run lines of Python, and return what they print."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(python, "page", "exec"), {})
    return out.getvalue()


def test_equity_is_that_of_the_command_and_of_python(page: Page) -> None:
    page.goto("/study/equity?players=AhKh|QQ%2B&board=Qh7h2c")
    summary = page.get_by_text("The same without this page")
    summary.click()
    expect(page.get_by_role("region", name="From a terminal")).to_have_text(
        "fivebet equity AhKh QQ+ --board Qh7h2c"
    )
    command, python = repetition(page, "equityRepetition", ["AhKh", "QQ+"], "Qh7h2c", "")
    share = printed(command)["equity"][0]
    assert executed(python).startswith(f"({share}")


def test_a_locked_solution_is_solved_again_to_the_same(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    page.goto("/study/solver")
    given = {"spot": SPOT.to_dict(), "locks": [LOCK.to_dict()], "target": 0.5}
    command, python = repetition(page, "solveRepetition", given, "check")
    locks, command = command.splitlines()
    echo, text, _, file = shlex.split(locks)
    assert echo == "echo"
    Path(file).write_text(text)
    tree = Tree(SPOT)
    tree.apply_locks([LOCK])
    solution = solve(tree, target=0.5)
    assert tree.node("check").frequencies()["check"] == 1.0
    result = printed(command)
    assert result["iterations"] == solution.iterations
    assert executed(python) == f"{tree.node('check').frequencies()}\n"


def test_other_pages_name_commands_that_work(page: Page) -> None:
    page.goto("/study/ranges")
    command, python = repetition(page, "rangeRepetition", "QQ+, AKs:0.5")
    assert printed(command)["combos"] == 20
    assert 0 < float(executed(python)) < 0.02
    command, python = repetition(page, "chartRepetition", "preflop", "100", ["raise 250"])
    printed(command)
    assert executed(python).startswith("('fold', ")
    command, python = repetition(page, "headsUpRepetition", 8, 0.1)
    printed(command)
    assert "AA" in executed(python) or "22+" in executed(python)
    command, _ = repetition(page, "agentRepetition", "fair")
    assert printed(command.splitlines()[0])[0]["name"] == "fair"


def test_pages_of_hands_name_commands_that_read_them(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.phhs").write_text(WRITERS["phh"](read_text(CASH, "session")))
    page.goto("/hands")
    command, python = repetition(page, "statisticsRepetition", "hands.phhs", "12", "")
    export, command = command.splitlines()
    assert export == "fivebet runs hands 12 > hands.phhs"
    names = {each["name"] for each in printed(command)["players"]}
    lines = executed(python).splitlines()
    assert len(lines) == len(names)
    assert all(line.startswith(tuple(names)) for line in lines)
    (record,) = read_text(CASH, "session")
    command, python = repetition(page, "statisticsRepetition", "hands.phhs", "", record.players[0])
    printed(command)
    assert executed(python).startswith(f"{record.players[0]} 1")


def test_a_replay_names_the_hand_that_it_shows(
    page: Page, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    assert run(shlex.split("match call fold --hands 20 --record 1/10 --workers 1")) == 0
    page.goto("/hands")
    command, python = repetition(page, "replayRepetition", 1, 10)
    assert command.splitlines()[0] == "fivebet runs hands 1 > hands.phhs"
    assert command.splitlines()[1] == "fivebet hands check hands.phhs"
    assert "fold fold" in executed(python).splitlines()


def test_play_and_drills_name_commands_that_work(page: Page) -> None:
    page.goto("/play")
    command, python = repetition(page, "playRepetition", ["fair", "adapted::plicas"], "cash-3p")
    assert command == "fivebet play fair adapted::plicas --game cash-3p"
    assert executed(python).startswith("{'call': ")
    page.get_by_text("The same without this page").click()
    shown = page.get_by_role("region", name="From a terminal")
    expect(shown).to_contain_text("fivebet play fair tight")
    page.get_by_role("button", name="20 BB").click()
    expect(shown).to_have_count(0)
    page.goto("/study/drills")
    command, python = repetition(page, "drillRepetition", 1200)
    daily, river = command.splitlines()
    assert daily == "fivebet drill --daily"
    assert [each["kind"] for each in printed(f"{river} --count 1")] == ["river"]
    compile(python, "page", "exec")
