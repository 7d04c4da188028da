"""`fivebet stats`, as a user meets it."""

import json
from pathlib import Path

import pytest

from fivebet.cli.app import run
from fivebet.formats import write_phh, write_pokerstars
from fivebet.formats.acpc import MatchLog, log_text
from fivebet.game import Game
from fivebet.opponents import statistics
from tests.opponents.test_tally import NAMES, records


def ask(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = run(["stats", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "hands.phhs").write_text(write_phh(records()[:60]), "utf-8")
    (tmp_path / "hands.txt").write_text(write_pokerstars(records()[60:]), "utf-8")
    return tmp_path


def test_figures_are_those_of_the_hands(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, out, err = ask(capsys, folder, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["hands"], found["files"], found["unreadable"]) == (120, 2, 0)
    known = statistics(records())
    assert {player["name"] for player in found["players"]} == set(NAMES)
    for player in found["players"]:
        expected = known[player["name"]]
        assert player["hands"] == 120
        vpip = player["statistics"]["vpip"]
        assert (vpip["times"], vpip["opportunities"]) == (
            expected.vpip.times,
            expected.vpip.opportunities,
        )
        assert vpip["ci95"][0] < vpip["share"] < vpip["ci95"][1]
        low, high = player["ci95"]
        assert low < player["bb_per_100"] < high
        total = player["bb_per_100"] * player["hands"] / 100
        assert sum(player["won_from"].values()) == pytest.approx(total)
        assert sum(player["profile"]["probabilities"].values()) == pytest.approx(1)


def test_tables_are_for_people(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, out, _ = ask(capsys, folder)
    assert code == 0
    assert "120 hands in 2 files" in out
    assert "Who wins from whom, in big blinds" in out
    vpip = statistics(records())["Ann"].vpip
    assert vpip.value is not None
    line = next(line for line in out.splitlines() if "Ann" in line)
    assert f" {100 * vpip.value:.1f} " in line
    assert "maniac" in next(line for line in out.splitlines() if "Cat" in line and "to" in line)
    assert max(map(len, out.splitlines())) <= 80
    low, high = (100 * bound for bound in vpip.interval())
    for options in (["--intervals"], ["--player", "Ann"]):
        code, out, _ = ask(capsys, folder, *options)
        line = next(line for line in out.splitlines() if "Ann" in line and "VPIP" in line)
        assert f" {low:.1f} to {high:.1f} " in line
        assert f" {vpip.times:.0f} │" in line
        assert f" {vpip.opportunities:.0f} │" in line


@pytest.mark.parametrize(("by", "parts"), [("street", "turn"), ("position", "CO")])
def test_figures_can_be_taken_apart(
    capsys: pytest.CaptureFixture[str], folder: Path, by: str, parts: str
) -> None:
    code, out, _ = ask(capsys, folder, "--by", by)
    assert code == 0
    assert sum(f" {parts} " in line for line in out.splitlines()) >= len(NAMES)
    code, out, _ = ask(capsys, folder, "--by", by, "--player", "Bob")
    assert "Bob: 120 hands" in out
    assert f" {parts} " in out
    code, out, _ = ask(capsys, folder, "--by", by, "--intervals")
    assert any("Bob" in line and f" {parts} " in line for line in out.splitlines())
    code, out, _ = ask(capsys, folder, "--by", by, "--json")
    bob = next(each for each in json.loads(out)["players"] if each["name"] == "Bob")
    known = statistics(records())["Bob"]
    part = known.on("turn") if by == "street" else known.at("CO")
    name = "fold" if by == "street" else "vpip"
    assert bob[f"by_{by}"][parts]["statistics"][name]["times"] == part.ratio(name).times


def test_match_logs_are_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = MatchLog(
        name="demo",
        game=Game.named("nolimit-4p"),
        game_name="nolimit-4p",
        hands=len(records()),
        seed=9,
        records=records(),
    )
    file = tmp_path / "match.log"
    file.write_text(log_text(log), "utf-8")
    code, out, _ = ask(capsys, file, "--game", "nolimit-4p", "--player", "Cat", "--json")
    assert code == 0
    (cat,) = json.loads(out)["players"]
    assert cat["statistics"]["pfr"]["times"] == statistics(records())["Cat"].pfr.times


def test_what_cannot_be_read_is_named_and_left_out(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "junk.txt").write_text("no hands here", "utf-8")
    code, out, err = ask(capsys, folder, "--json")
    assert code == 1
    assert json.loads(out)["unreadable"] == 1
    assert "junk.txt:1:1: no hand is found in it" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere.txt"], "there is no file 'nowhere.txt'"),
        (["{folder}", "--player", "Eve"], "'Eve' has played none of these hands"),
        (["{folder}", "--by", "suit"], "'suit' is not one of"),
        ([], "Missing argument"),
    ],
)
def test_wrong_arguments_get_one_sentence(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: list[str], complaint: str
) -> None:
    code, out, err = ask(capsys, *(each.format(folder=folder) for each in arguments))
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_an_empty_folder_is_said_to_be_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = ask(capsys, tmp_path)
    assert code == 2
    assert "no file of hands" in err
