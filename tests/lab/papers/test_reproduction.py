"""Verdicts, reports and the command that prints them."""

import json
from pathlib import Path

import pytest

from fivebet.cli.app import run as fivebet
from fivebet.errors import FivebetError
from fivebet.lab.papers import PAPERS, Findings, PaperScale, Reproduction, reproduce
from fivebet.lab.papers.reproduction import (
    Claim,
    Figure,
    ReportTable,
    estimated,
    holds,
    measured,
    ordered,
)


def test_orders_are_confirmed_refuted_or_left_open_by_their_interval() -> None:
    assert ordered("more", "more", [3.0, 4.0, 5.0]).verdict == "confirmed"
    assert ordered("more", "more", [-3.0, -4.0, -5.0]).verdict == "refuted"
    assert ordered("more", "more", [-3.0, 4.0, 0.0]).verdict == "undecided"


def test_figures_are_confirmed_if_the_interval_holds_them() -> None:
    assert measured("x", 4.0, [3.7, 4.0, 4.3]).verdict == "confirmed"
    assert measured("x", 4.0, [3.0, 4.0, 5.0]).verdict == "undecided"  # 1.5 to 6.5
    assert measured("x", 40.0, [3.0, 4.0, 5.0]).verdict == "refuted"
    assert measured("x", None, [3.0, 4.0, 5.0]).verdict is None
    assert measured("x", 4.0, [4.0]).verdict == "undecided"
    assert holds("x", "yes", False, "no").verdict == "refuted"
    assert estimated("x", 40.0, [3.0, 4.0, 5.0]).verdict is None
    assert estimated("x", 40.0, [4.0]).ci95 is None


def example() -> Reproduction:
    return Reproduction(
        paper="example",
        title="An example",
        claims=(Claim("first", 1.0, 2.0, (1.5, 2.5), "refuted"), Claim("open", None, "many")),
        seconds=1.0,
        seed=7,
        tables=(ReportTable("Rows", ("a", "b"), (("x", 1.25),)),),
        figures=(Figure("line", "A line", lambda axes: axes.plot([1, 2], [2, 1]) and None),),
    )


def test_a_report_has_claims_tables_and_pictures(tmp_path: Path) -> None:
    files = example().write(tmp_path / "report")
    assert [path.name for path in files] == ["report.md", "line.svg", "line.png"]
    text = files[0].read_text("utf-8")
    assert "| first | 1 | 2 | 1.5 to 2.5 | refuted |" in text
    assert "| x | 1.25 |" in text
    assert "![A line](line.svg)" in text


def test_json_has_the_documented_shape() -> None:
    assert example().to_dict() == {
        "paper": "example",
        "claims": [
            {
                "name": "first",
                "printed": 1.0,
                "ours": 2.0,
                "ci95": [1.5, 2.5],
                "verdict": "refuted",
            },
            {"name": "open", "printed": None, "ours": "many", "ci95": None, "verdict": None},
        ],
        "tables": [{"title": "Rows", "columns": ("a", "b"), "rows": (("x", 1.25),)}],
        "seconds": 1.0,
        "seed": 7,
    }


def test_an_unknown_paper_is_refused_with_the_nearest() -> None:
    with pytest.raises(FivebetError, match="there is no paper 'smit': do you mean smith"):
        reproduce("smit")


def test_the_command_prints_claims_or_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(PAPERS, "example", __name__)
    assert fivebet(["reproduce", "example", "--json", "--seed", "7"]) == 0
    assert json.loads(capsys.readouterr().out)["paper"] == "example"
    assert fivebet(["reproduce", "example", "--paper", "--report", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "refuted" in out
    assert "report.md" in out
    assert fivebet(["reproduce", "example", "--quick", "--paper"]) == 2
    assert "exclude each other" in capsys.readouterr().err


# This module stands in for that of a paper.
TITLE = "An example"
SIZES = dict.fromkeys(PaperScale)


def run(*_: object) -> Findings:
    return example()
