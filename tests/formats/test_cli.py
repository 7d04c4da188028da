"""`fivebet hands`, as a user meets it."""

import gzip
import json
from pathlib import Path

import pytest

from fivebet.cli.app import run
from tests.formats.test_acpc_log import LOG
from tests.formats.test_phh import LIMIT, SPLIT
from tests.formats.test_pokerstars import CASH, TOURNAMENT


def ask(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "one.phh").write_text(SPLIT, "utf-8")
    (tmp_path / "deep" / "session.txt").write_text(CASH + "\n\n" + TOURNAMENT, "utf-8")
    (tmp_path / "notes.md").write_text("no hands", "utf-8")
    return tmp_path


def test_right_files_are_right(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, out, _ = ask(capsys, "hands", "check", folder, folder / "one.phh")
    assert code == 0
    assert out == "4 hands in 3 files: 4 ok, 0 different, 0 unreadable\n"


def test_differences_have_a_line_each_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    wrong = folder / "wrong.phh"
    wrong.write_text(LIMIT.replace("[560, 440]", "[550, 450]"), "utf-8")
    other = folder / "other.phh"
    other.write_text(LIMIT.replace("'FT'", "'F2L3D'"), "utf-8")
    code, out, _ = ask(capsys, "hands", "check", folder)
    assert code == 1
    assert out.splitlines() == [
        f"{other}:1:1: variant 'F2L3D' is not read: NT and FT are",
        f"{wrong}:1: hand 0: p1 has stack 550, replayed 560",
        f"{wrong}:1: hand 0: p2 has stack 450, replayed 440",
        "5 hands in 4 files: 3 ok, 1 different, 1 unreadable (stack 2, other-game 1)",
    ]
    code, out, _ = ask(capsys, "hands", "check", folder, "--json")
    assert code == 1
    output = json.loads(out)
    files = {Path(each.pop("file")).name: each for each in output.pop("files")}
    assert output == {
        "hands": 5,
        "ok": 3,
        "different": 1,
        "unreadable": 1,
        "kinds": {"other-game": 1, "stack": 2},
    }
    assert files["wrong.phh"] == {
        "hands": 1,
        "ok": 0,
        "different": 1,
        "unreadable": 0,
        "kinds": {"stack": 2},
    }
    assert files["session.txt"]["ok"] == 2
    assert sum(each["hands"] for each in files.values()) == 5


def test_a_file_without_hands_is_unreadable(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    code, out, _ = ask(capsys, "hands", "check", folder / "notes.md")
    assert code == 1
    assert "no hand is found in it" in out
    assert out.endswith("0 hands in 1 file: 0 ok, 0 different, 1 unreadable (unknown-format 1)\n")


def test_files_of_other_rooms_are_named_one_by_one(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "ftp.txt").write_text("Full Tilt Poker Game #1: Table Oak - $1/$2", "utf-16")
    (folder / "party.txt").write_text("***** Hand History for Game 1 *****", "utf-8")
    code, out, _ = ask(capsys, "hands", "check", folder)
    assert code == 1
    assert "ftp.txt:1:1: it looks like a hand history of Full Tilt Poker" in out
    assert "party.txt:1:1: it looks like a hand history of partypoker" in out
    output = json.loads(ask(capsys, "hands", "check", folder, "--json")[1])
    assert output["kinds"] == {"other-room": 2}
    assert (output["hands"], output["unreadable"]) == (3, 2)
    named = {Path(each["file"]).name: each.get("looks_like") for each in output["files"]}
    assert named == {
        "ftp.txt": "a hand history of Full Tilt Poker",
        "party.txt": "a hand history of partypoker",
        "one.phh": None,
        "session.txt": None,
    }


def test_packed_files_of_a_folder_are_found(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "more.PHH.gz").write_bytes(gzip.compress(SPLIT.encode()))
    (folder / "picture.png.gz").write_bytes(gzip.compress(b"no hands"))
    code, out, _ = ask(capsys, "hands", "check", folder)
    assert code == 0
    assert out == "4 hands in 3 files: 4 ok, 0 different, 0 unreadable\n"


def test_links_to_nowhere_are_passed_over(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "moved.txt").symlink_to(folder / "gone.txt")
    code, out, _ = ask(capsys, "hands", "check", folder)
    assert code == 0
    assert out.startswith("3 hands in 2 files")


def test_a_match_that_was_aborted_is_said_to_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "match.log"
    lines = LOG.splitlines(keepends=True)
    log.write_text("".join(line for line in lines if not line.startswith("SCORE")), "utf-8")
    code, out, _ = ask(capsys, "hands", "check", log, "--game", "nolimit-2p")
    assert code == 1
    assert "the match was aborted: 2 of 2 hands, and no SCORE" in out
    output = json.loads(ask(capsys, "hands", "check", log, "--game", "nolimit-2p", "--json")[1])
    assert (output["hands"], output["ok"], output["kinds"]) == (2, 2, {"aborted": 1})
    states = [line for line in lines if line.startswith("STATE")]
    log.write_text("".join(states), "utf-8")
    assert ask(capsys, "hands", "check", log, "--game", "nolimit-2p")[0] == 0


def test_a_missing_file_is_a_user_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = ask(capsys, "hands", "check", tmp_path / "none.phh")
    assert code == 2
    assert not out
    assert "there is no file" in err


def test_formats_are_converted_and_still_right(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    session, phhs = folder / "deep" / "session.txt", folder / "session[b].phhs"
    code, out, _ = ask(capsys, "hands", "convert", session, "--to", "phh", "-o", phhs)
    assert code == 0
    assert out.startswith("saved 2 hands")
    assert phhs.name in "".join(out.split())
    assert ask(capsys, "hands", "check", phhs)[0] == 0
    code, out, _ = ask(capsys, "hands", "convert", phhs, "--to", "pokerstars")
    assert code == 0
    (folder / "again.txt").write_text(out, "utf-8")
    assert ask(capsys, "hands", "check", folder / "again.txt")[0] == 0


def test_hands_that_a_format_cannot_tell_are_named_and_left_out(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    omaha = LIMIT.replace("'FT'", "'PO'")
    mixed = folder / "mixed.phhs"
    mixed.write_text(f"[1]\n{LIMIT}\n[2]\n{omaha}", "utf-8")
    code, out, err = ask(capsys, "hands", "convert", mixed, "--to", "pokerstars")
    assert code == 1
    assert out.count("PokerStars Hand #") == 1
    assert f"{mixed}:12:1: variant 'PO' is not read" in err


def test_every_command_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "convert"):
        code, out, _ = ask(capsys, "hands", command, "--help")
        assert code == 0
        assert f"fivebet hands {command}" in out.split("Examples")[1]


def test_one_bad_file_or_hand_does_not_keep_the_others_from_being_read(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "broken.txt.gz").write_bytes(gzip.compress(CASH.encode())[:60])
    (folder / "twice.txt").write_text(CASH.replace("[As Ks]", "[As 3s]"), "utf-8")
    lines = LOG.splitlines(keepends=True)
    (folder / "match.log").write_text("".join([*lines[:-1], "STATE:9:nonsense\n"]), "utf-8")
    for command in (
        ["hands", "convert", "--to", "phh", "-o", folder / "out"],
        ["stats", "--json"],
        ["review", "--player", "nobody", "--store", "none"],
    ):
        code, out, err = ask(capsys, *command, folder, "--game", "nolimit-2p")
        assert "broken.txt.gz:1:1: cannot be unpacked" in err
        assert "twice.txt:1: hand 70001: 3s is dealt twice" in err
        assert f"match.log:{len(lines)}:1: 'STATE:9:nonsense' is no STATE" in err
        if command[0] == "review":
            assert "'nobody' has played none of these hands: there are " in err
            continue
        assert code == 1
        assert "saved 5 hands" in out or json.loads(out)["hands"] == 5


def test_the_game_of_a_log_without_a_header_is_given(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "match.log"
    states = [line for line in LOG.splitlines(keepends=True) if line.startswith("STATE")]
    log.write_text("".join(states), "utf-8")
    code, _, err = ask(capsys, "hands", "convert", log, "--to", "phh")
    assert code == 1
    assert "that names the game: give one" in err
    code, out, _ = ask(capsys, "hands", "convert", log, "--to", "phh", "--game", "nolimit-2p")
    assert code == 0
    assert out.count("variant = 'NT'") == len(states)


def test_a_folder_without_files_of_hands_is_a_user_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "picture.png").write_bytes(b"no hands")
    for command in (["hands", "check"], ["hands", "convert", "--to", "phh"], ["stats"]):
        code, out, err = ask(capsys, *command, tmp_path)
        assert code == 2
        assert not out
        assert f"no file of hands in {str(tmp_path)!r}: their names end in .phh, .phhs" in err
