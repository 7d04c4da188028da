import json
from pathlib import Path

import numpy as np
import pytest

from fivebet.arena import Match, Seats, play_match
from fivebet.game import Game
from fivebet.lab.papers import plicas as paper
from fivebet.lab.papers import reproduce
from fivebet.lab.papers.plicas_field import compare, printed_table
from fivebet.lab.papers.plicas_learning import LEARNERS, league_opponents, rates
from fivebet.lab.papers.plicas_switches import PlicasSwitchesSize
from fivebet.web.jobs.papers import SHIPPED

FIELD = ("nash-limit", "plicas+", "plicas", "fair")


TINY = paper.PlicasSize(
    2,
    6,
    long=8,
    units=2,
    unit_matches=2,
    learning=102,
    first_folds=10,
    plus=2,
    pairs=2,
    field=FIELD,
    teachers=("call",),
    opponents=("raise", "fold"),
)


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
    unprinted = [claim for claim in found.claims if claim.printed is None]
    assert any("plicas+ wins beyond plicas" in claim.name for claim in unprinted)
    assert any("most first folds" in claim.name for claim in unprinted)
    assert all(claim.verdict is None for claim in unprinted)
    shipped = json.loads((SHIPPED / "plicas" / "report.json").read_text("utf-8"))
    published = {each["name"] for each in shipped["claims"] if each["verdict"]}
    judged = {claim.name for claim in found.claims if claim.verdict}
    assert {name for name in published if "aki" not in name} == judged  # whom FIELD has not
    learning, folds = found.tables[-2:]
    assert learning.columns[2:] == ("1 to 200", "201 to 204")
    assert {row[:2] for row in learning.rows} == {(name, "call") for name in LEARNERS}
    assert {row[0] for row in folds.rows} == {"raise", "fold"}
    assert {path.name for path in found.write(tmp_path)} >= {"report.md", "flops.svg"}


def test_rates_between_marks_add_up_to_the_match() -> None:
    event = Match(
        game=Game.named("limit-2p"),
        agents=("plicas", "call"),
        deals=130,
        matches=2,
        seats=Seats.ROTATED,
    )
    result = play_match(event)
    won = rates(result)
    assert won.shape == (2, 2)
    whole = (200 * won[:, 0] + 60 * won[:, 1]) / 260
    assert whole == pytest.approx(result.small_bets[:, 0])


def test_switches_stand_beside_plicas_plus() -> None:
    variants = {"plicas+": "plicas+", "cases off": "plicas+:cases=off", "plicas": "plicas"}
    size = PlicasSwitchesSize(2, 3, ("call",), variants)
    found = reproduce("plicas-switches", seed=1, size=size)
    assert [row[:2] for row in found.tables[0].rows] == list(variants.items())
    assert len(found.claims) == 2
    assert found.claims[0].ours == 0  # there are no cases within six hands


def test_the_league_has_opponents_of_every_style() -> None:
    names = {name.partition(":")[0] for name in league_opponents()}
    assert {"raise", "fold", "maniac", "tight", "aki", "nash-limit", "fair"} <= names
    assert not names & {"plicas", "plicas+"}


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
