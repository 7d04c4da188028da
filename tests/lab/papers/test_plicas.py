from pathlib import Path

import numpy as np
import pytest

from fivebet.lab.papers import plicas as paper
from fivebet.lab.papers import reproduce
from fivebet.lab.papers.plicas_field import compare, printed_table

FIELD = ("nash-limit", "plicas+", "plicas", "fair")


TINY = paper.PlicasSize(2, 6, long=8, units=2, plus=2, pairs=2, field=FIELD)


def test_all_figures_of_the_paper_stand_beside_ours(tmp_path: Path) -> None:
    found = reproduce("plicas", seed=3, size=TINY)
    by_name = {claim.name: claim for claim in found.claims}
    example = by_name["4.1.2: EV of 10 % against 15 %, %"]
    assert (example.verdict, round(float(example.ours))) == ("confirmed", 55)
    assert by_name["4.1.2: the range of 10 %"].verdict == "confirmed"
    assert by_name["4.1.2: the range of 15 %"].verdict == "confirmed"
    assert sum("SB/hand (printed against dpp)" in name for name in by_name) == 6
    assert len(found.tables[1].rows) == 16
    assert {row[1] for row in found.tables[2].rows} == set(FIELD)
    assert any("plicas+ loses less" in name for name in by_name)
    assert {path.name for path in found.write(tmp_path)} >= {"report.md", "flops.svg"}


def test_there_are_sixteen_versions_and_the_static_one_is_among_them() -> None:
    names = paper.versions()
    assert len(set(names.values())) == 16
    assert names[True, True, True, True] == "plicas"
    assert names[False, True, True, False] == paper.STATIC


def test_bankrolls_are_means_over_all_opponents_and_the_runoff_strikes_the_last() -> None:
    won = {
        ("nash-limit", "plicas"): np.array([0.1, 0.3]),
        ("nash-limit", "fair"): np.array([0.2, 0.2]),
        ("plicas", "fair"): np.array([1.0, 1.0]),
    }
    claims, (ranking, matrix) = compare(won)
    assert [row[1] for row in ranking.rows] == ["plicas", "nash-limit", "fair"]
    assert str(ranking.rows[0][2]).startswith("+0.400")
    assert [row[3] for row in ranking.rows] == ["2.", "1.", "3."]
    assert matrix.rows[0] == ("plicas", "", "-0.20", "+1.00")
    assert claims[0].ours == pytest.approx(-0.2)
    assert claims[-1].verdict == "confirmed"


def test_the_printed_bankrolls_sum_to_nothing_once_corrected() -> None:
    rows = printed_table().rows
    assert len(rows) == 13
    assert sum(float(row[1]) for row in rows) == pytest.approx(0, abs=0.01)
