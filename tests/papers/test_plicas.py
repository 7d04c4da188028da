from pathlib import Path

import pytest

from fivebet.papers import Scale, reproduce
from fivebet.papers import plicas as paper
from fivebet.papers import plicas_field as field


@pytest.fixture
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "FIELD", ("nash-limit", "plicas+", "plicas", "fair"))
    monkeypatch.setattr(paper, "_SIZES", {Scale.QUICK: paper._Size(2, 6, 8, 2, 2, 2)})


@pytest.mark.usefixtures("_tiny")
def test_all_figures_of_the_paper_stand_beside_ours(tmp_path: Path) -> None:
    found = reproduce("plicas", Scale.QUICK, seed=3)
    by_name = {claim.name: claim for claim in found.claims}
    example = by_name["4.1.2: EV of 10 % against 15 %, %"]
    assert (example.verdict, round(float(example.ours))) == ("confirmed", 55)
    assert by_name["4.1.2: the range of 10 %"].verdict == "confirmed"
    assert by_name["4.1.2: the range of 15 %"].verdict == "confirmed"
    assert sum("SB/hand (printed against dpp)" in name for name in by_name) == 6
    assert len(found.tables[1].rows) == 16
    assert {row[0] for row in found.tables[2].rows} == set(field.FIELD)
    assert {path.name for path in found.write(tmp_path)} >= {"report.md", "flops.svg"}


def test_there_are_sixteen_versions_and_the_static_one_is_among_them() -> None:
    names = paper.versions()
    assert len(set(names.values())) == 16
    assert names[True, True, True, True] == "plicas"
    assert names[False, True, True, False] == paper.STATIC
