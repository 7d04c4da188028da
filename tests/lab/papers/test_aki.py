"""The reproduction on a scale that tests can afford."""

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki.timing import Turn
from fivebet.arena import MatchResult
from fivebet.lab.papers import aki, aki_switches, reproduce

SMALL = aki.AkiSize(
    matches=2,
    deals=2,
    rounds=2,
    recorded=12,
    field=("aki:simulations=5", *aki.FIELD[1:]),
    unexploiting="aki:simulations=5,bounds=off",
)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_STORE", "none")
    monkeypatch.setattr("fivebet.runs.group.default_workers", lambda: 1)


def test_every_section_has_its_claims_tables_and_pictures() -> None:
    found = reproduce("aki", seed=1, size=SMALL)
    names = [claim.name for claim in found.claims]
    for section in ("figure 3.2", "3.3.1", "3.3.2", "5:", "6:", "6.1:", "8:"):
        assert any(name.startswith(section) for name in names), section
    assert [len(table.rows) for table in found.tables] == [6, 7, 5]
    pictures = {"delta", "rho", "clocks", "average", "sample"}
    assert {figure.name for figure in found.figures} == pictures


def test_figures_that_need_no_play_are_confirmed() -> None:
    claims = [*aki._buckets(), *aki._curves()]
    assert {claim.verdict for claim in claims} == {"confirmed"}


def test_the_clocks_behave_as_figure_5_1_says() -> None:
    """Nine hands of ten end with a fold, the tenth goes to the river."""
    long = [Turn(street, 0, 3) for street in range(4)]
    claims, _ = aki._clocks([[Turn(0, 0, 6)]] * 9 + [long], seed=1)
    assert {claim.verdict for claim in claims} == {"confirmed"}


def result(pairs: list[list[float]], noise: float = 0.01) -> MatchResult:
    """Two matches that differ a little, of which only winnings in small bets matter."""
    won = 10 * np.array([pairs, pairs])
    won[1] *= 1 + noise
    match = aki._match(aki.FIELD[: len(pairs)], SMALL, 0)
    return MatchResult(match, 0, 0, (), np.zeros(0), pairs=won)


SIX = [
    [0.0, -0.3, 0.0, 0.1, 0.2, 0.9],
    [0.3, 0.0, 0.1, 0.1, 0.1, 0.5],
    [0.0, -0.1, 0.0, 0.1, 0.1, 0.3],
    [-0.1, -0.1, -0.1, 0.0, 0.1, 0.2],
    [-0.2, -0.1, -0.1, -0.1, 0.0, 0.1],
    [-0.9, -0.5, -0.3, -0.2, -0.1, 0.0],
]
"""AKI second: it loses to the first and takes most from the last."""


def test_claims_are_judged_by_whose_money_it_was() -> None:
    five = [row[:5] for row in SIX[:5]]
    five[0] = [0.0, -0.3, -0.2, -0.1, 0.1]
    claims = aki._event_claims(result(SIX), result(SIX), result(five))
    assert [claim.verdict for claim in claims] == [None, *["confirmed"] * 6, "refuted"]


def test_claims_are_refuted_by_the_opposite() -> None:
    """AKI wins from the strongest, who takes more from the weakest."""
    turned = [row[:] for row in SIX]
    turned[0][1], turned[1][0] = 0.3, -0.3
    turned[0][5], turned[5][0] = 0.4, -0.4
    turned[1][5], turned[5][1] = 1.0, -1.0
    claims = aki._event_claims(result(turned), result(turned), result(turned))
    assert claims[2].verdict == "refuted"
    assert claims[4].verdict == "refuted"


def test_switches_are_compared_match_by_match() -> None:
    variants = {"as published": "aki:simulations=5", "aki+": "aki+:simulations=5"}
    size = aki_switches.SwitchesSize(2, 2, variants)
    found = reproduce("aki-switches", seed=1, size=size)
    assert len(found.claims) == 4
    assert [row[1] for row in found.tables[0].rows] == list(variants.values())


def test_every_switch_of_the_table_can_be_seated() -> None:
    for name in aki_switches.VARIANTS.values():
        make_agent(name)
