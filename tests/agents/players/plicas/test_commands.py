"""`fivebet cases` and `fivebet nash` from the terminal."""

import json
from pathlib import Path

import pytest

from fivebet.agents.players.plicas import Case, CaseBase
from fivebet.cli.app import run


def answer(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> dict[str, object]:
    assert run([*map(str, arguments), "--json"]) == 0
    output: dict[str, object] = json.loads(capsys.readouterr().out)
    return output


def test_cases_are_collected_shown_and_merged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, more = tmp_path / "kept.cases", tmp_path / "more.cases"
    first = answer(capsys, "cases", "collect", "call", "-o", kept, "--hands", "30")
    again = answer(capsys, "cases", "collect", "call", "-o", kept, "--hands", "30")
    cases = 2 * int(str(first["cases"]))
    assert 0 < cases < 60  # PLICAS folds some hands
    assert again["cases"] == cases
    CaseBase([Case("r", "c", 2)]).save(more)
    assert answer(capsys, "cases", "merge", kept, more, "-o", kept)["cases"] == cases + 1
    by_another_name = tmp_path / ".." / tmp_path.name / kept.name
    again = answer(capsys, "cases", "merge", by_another_name, "-o", kept)
    assert again["cases"] == cases + 1
    assert answer(capsys, "cases", "show", kept)["similar"] == cases + 1
    assert answer(capsys, "cases", "show", kept, "--pattern", "rrr")["similar"] == 0
    assert run(["cases", "show", str(kept)]) == 0
    assert f"{cases + 1} cases" in capsys.readouterr().out


def test_cases_are_shown_by_position_and_street(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept.cases"
    CaseBase([Case("r/k/k/k", "c/k/k/k", 9, False, 3, 5)]).save(path)
    show = ("cases", "show", path, "--pattern", "c/k")
    assert answer(capsys, *show)["average_bucket"] == 9
    assert answer(capsys, *show, "--position", "BB")["average_bucket"] == 3
    assert answer(capsys, *show, "--position", "BTN")["similar"] == 0


def test_merging_into_a_base_keeps_its_cases(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.cases", tmp_path / "new.cases"
    CaseBase([Case("r", "c", 2)]).save(old)
    CaseBase([Case("k", "r", 9)]).save(new)
    assert answer(capsys, "cases", "merge", new, "-o", old)["cases"] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("cases", "show", "FILE"),
        ("cases", "merge", "FILE", "-o", "FILE"),
        ("cases", "collect", "call", "-o", "FILE"),
        ("match", "plicas:case_file=FILE", "fair"),
        ("nash", "show", "FILE"),
        ("match", "nash-limit:file=FILE", "fair"),
    ],
)
def test_foreign_files_get_one_sentence_and_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    path = tmp_path / "foreign"
    path.write_text("my diary")
    assert run([each.replace("FILE", str(path)) for each in arguments]) == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert "foreign" in output
    assert path.read_text() == "my diary"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nash", "train", "-o", "x", "--buckets", "1,2"), "no buckets"),
        (("nash", "train", "-o", "x", "--buckets", "0,2,2,2"), "no buckets"),
        (("nash", "train", "-o", "x", "--iterations", "0"), "0 iterations"),
        (("nash", "train", "-o", "no/folder/x"), "cannot be written"),
        (("nash", "show", "none"), "cannot be read"),
        (("cases", "collect", "call", "-o", "x", "--game", "nolimit-2p"), "limit hold'em"),
        (("cases", "collect", "call", "-o", "x", "--hands", "0"), "0 hands"),
        (("match", "plicas", "fair", "--game", "nolimit-2p"), "does not play"),
        (("ring", "plicas", "fair", "fair", "--game", "limit-3p"), "does not play"),
    ],
)
def test_what_cannot_be_gets_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(list(arguments)) == 2
    assert complaint in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_shipped_strategy_tells_what_it_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    output = answer(capsys, "nash", "show")
    assert 0 < float(str(output["exploitability"])) < 20
    assert run(["nash", "show"]) == 0
    assert "buckets" in capsys.readouterr().out
