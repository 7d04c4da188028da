"""The reproduction on a scale that tests can afford."""

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki.timing import TimedDecision
from fivebet.arena import MatchResult
from fivebet.lab.papers import aki, aki_fields, aki_plus, aki_switches, reproduce
from fivebet.lab.papers.aki_events import SixEvent
from fivebet.lab.papers.aki_search import FirstFoldCount, first_fold_claims, with_options

SMALL = aki.AkiSize(
    matches=2,
    deals=1,
    equilibrium_matches=2,
    rounds=1,
    recorded=6,
    first_folds=2,
    simulations=(5,),
    bending_matches=2,
    bending_deals=1,
    aki="aki:simulations=5",
)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_STORE", "none")
    monkeypatch.setattr("fivebet.runs.group.core_count", lambda: 1)
    for module in (aki, aki_plus):
        monkeypatch.setattr(module, "core_count", lambda: 1)
    # The equilibrium takes seconds to load.
    short = ("aki", "call", "call", "raise", "fair", "timid")
    monkeypatch.setattr(aki, "EQUILIBRIUM_FIELD", short)
    monkeypatch.setitem(aki_fields.EVERY_FIELD, "equilibrium", short[1:])


def test_every_section_has_its_claims_tables_and_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(aki, "TIMED_HANDS", 1000)
    found = reproduce("aki", seed=1, size=SMALL)
    names = [claim.name for claim in found.claims]
    for section in ("5:", "6:", "table 6.2", "6.1:", "8:", "3.3:"):
        assert any(name.startswith(section) for name in names), section
    assert [len(table.rows) for table in found.tables] == [6, 5, 6, 5, 7, 3, 7]
    pictures = {"delta", "rho", "clocks", "average", "sample", "bounds-event", "bounds-equilibrium"}
    assert {figure.name for figure in found.figures} == pictures


def test_nothing_that_follows_from_a_typed_in_constant_has_a_verdict() -> None:
    claims, _ = aki._clocks([[TimedDecision(0, 0, 6)]], seed=1)
    judged = {claim.name for claim in claims if claim.verdict}
    assert not any("seconds a hand" in name for name in judged)
    six = SixEvent("event", result(SIX), result(SIX), result([row[:5] for row in SIX[:5]]))
    for claim in (*claims, *six.claims()):
        assert not claim.name.startswith(("figure 3.2", "3.1", "3.3.1", "3.3.2"))


def test_the_clocks_behave_as_figure_5_1_says() -> None:
    """Nine hands of ten end with a fold, the tenth goes to the river."""
    long = [TimedDecision(street, 0, 3) for street in range(4)]
    claims, _ = aki._clocks([[TimedDecision(0, 0, 6)]] * 9 + [long], seed=1)
    assert [claim.verdict for claim in claims] == ["confirmed", "confirmed", None, None, None]


def result(pairs: list[list[float]], noise: float = 0.01) -> MatchResult:
    """Two matches that differ a little, of which only winnings in small bets matter."""
    won = 10 * np.array([pairs, pairs])
    won[1] *= 1 + noise
    match = aki._match(aki_fields.FIELD[: len(pairs)], SMALL, 2, 0)
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


PRINTED = [
    [0.0, -65176.17, -15067.83, -2768.50, 30243.17, 348925.17],
    [65176.17, 0.0, 2655.17, 18687.17, 29266.67, 214840.17],
    [15067.83, -2655.17, 0.0, 7250.0, 16465.33, 90485.17],
    [2768.50, -18687.17, -7250.0, 0.0, 7548.50, 92453.33],
    [-30243.17, -29266.67, -16465.33, -7548.50, 0.0, 16066.67],
    [-348925.17, -214840.17, -90485.17, -92453.33, -16066.67, 0.0],
]
"""Table 6.2, chips of 504,000 hands, AKI first and the weakest last."""


def test_every_claim_is_confirmed_by_the_papers_own_table() -> None:
    """Second of six, and a weakest who loses less than by folding, are what the table says."""
    table = [[chips / 504_000 / 10 for chips in row] for row in PRINTED]
    less = [row[:] for row in table]
    less[0][5] /= 2
    less[5][0] /= 2
    five = [row[:5] for row in table[:5]]
    claims = SixEvent("event", result(table), result(less), result(five)).claims()
    assert {claim.verdict for claim in claims} == {"confirmed"}
    assert len(claims) == 11


def test_claims_are_judged_by_whose_money_it_was() -> None:
    five = [row[:5] for row in SIX[:5]]
    five[0] = [0.0, -0.3, -0.2, -0.1, 0.1]
    claims = SixEvent("event", result(SIX), result(SIX), result(five)).claims()
    by_name = {claim.name.partition(",")[0]: claim.verdict for claim in claims}
    assert by_name["6: one player is ahead of AKI"] == "confirmed"
    assert by_name["6: AKI is ahead of the others"] == "confirmed"
    assert by_name["6: AKI takes more from the weakest than anyone else"] == "confirmed"
    assert by_name["8: δ and ρ add to what AKI wins"] == "undecided"
    weakest = next(claim for claim in claims if claim.name.startswith("table 6.2"))
    assert weakest.verdict == "refuted"  # station loses two bets a hand


def test_who_is_first_is_not_second() -> None:
    """AKI wins from the strongest, who takes more from the weakest."""
    turned = [row[:] for row in SIX]
    turned[0][1], turned[1][0] = 0.6, -0.6
    turned[0][5], turned[5][0] = 0.4, -0.4
    turned[1][5], turned[5][1] = 1.0, -1.0
    five = [row[:5] for row in turned[:5]]
    claims = SixEvent("event", result(turned), result(turned), result(five)).claims()
    verdicts = [claim.verdict for claim in claims]
    assert verdicts[0] == "refuted"
    assert verdicts[1] == "confirmed"
    assert verdicts[2] == "refuted"
    assert verdicts[4] == "refuted"


def test_first_folds_are_judged_in_the_fields_that_stand_for_the_event() -> None:
    counts = {
        (agent, field): FirstFoldCount(80 if agent == "aki" else 20, 100)
        for agent in ("aki", "other")
        for field in ("event", "weak")
    }
    claims, table = first_fold_claims(counts)
    assert [claim.verdict for claim in claims] == ["confirmed"]
    assert table.rows == (("aki", "80.0 %", "80.0 %"), ("other", "20.0 %", "20.0 %"))


def test_options_of_an_agent_are_added_or_replaced() -> None:
    assert with_options("aki", "bounds=off") == "aki:bounds=off"
    assert with_options("aki:simulations=5", "simulations=9") == "aki:simulations=9"


def test_aki_plus_is_compared_table_by_table() -> None:
    names = ("aki:simulations=5", "aki+:simulations=5", "aki+:simulations=5,shrink=0,floor=0")
    found = reproduce("aki-plus", seed=1, size=aki_plus.AkiPlusSize(2, 1, *names))
    assert [claim.verdict for claim in found.claims] == [None] * 6
    assert [row[0] for row in found.tables[0].rows] == ["strong", "event", "weak"]
    assert all("above -50" in str(row[4]) for row in found.tables[0].rows)


def test_switches_are_compared_match_by_match() -> None:
    variants = {"as published": "aki:simulations=5", "aki+": "aki+:simulations=5"}
    size = aki_switches.SwitchesSize(2, 1, variants)
    found = reproduce("aki-switches", seed=1, size=size)
    assert [claim.verdict for claim in found.claims] == [None, None, None]
    assert [row[1] for row in found.tables[0].rows] == list(variants.values())


def test_every_switch_of_the_table_can_be_seated() -> None:
    for name in aki_switches.VARIANTS.values():
        make_agent(name)
