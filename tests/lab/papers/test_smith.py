"""Chapter 5 of Smith's thesis in small: what needs no long play."""

import numpy as np
import pytest

from fivebet.lab.papers.smith import drawdown, play_matches
from fivebet.lab.papers.smith_principles import play_principles
from fivebet.lab.papers.smith_round import simulate
from fivebet.lab.papers.smith_turn import one_turn, one_turn_utilities


def test_calling_and_folding_have_the_utilities_of_sure_amounts() -> None:
    utilities = one_turn_utilities("averse", 50.0, 4)
    assert utilities["fold"] == 0
    assert np.isclose(utilities["call"], -(np.exp(0.05 * 10) - 1) / 0.05)
    assert set(utilities) == {"fold", "call", "small", "med", "big", "all-in"}


def test_the_averse_agent_folds_to_every_bet_in_one_turn() -> None:
    claims, figures = one_turn()
    verdicts = {claim.name: claim.verdict for claim in claims}
    assert verdicts["5.2 the averse agent always folds to a bet"] == "confirmed"
    assert verdicts["5.4 every raise is below zero for the averse agent"] == "confirmed"
    assert [figure.name for figure in figures] == [f"figure-5-{n}" for n in (1, 2, 3, 4)]


def test_simulated_games_follow_from_the_seed() -> None:
    first = simulate("averse", 1, 4, lambda _: None, games=3)
    second = simulate("averse", 1, 4, lambda _: None, games=3)
    assert (first.winnings == second.winnings).all()
    assert first.counts == second.counts
    assert first.winnings.shape == (1, 3)
    assert sum(first.counts[0].values()) >= 3


def test_drawdown_is_the_longest_fall() -> None:
    assert drawdown(np.array([-1.0, -1.0, 5.0])) == 2
    assert drawdown(np.array([1.0, 2.0])) == 0


def test_principles_tell_a_caller_from_a_raiser() -> None:
    calling, raising = play_principles("call", 10, 1), play_principles("raise", 10, 1)
    assert calling.aggression == 0 < raising.aggression == 1
    assert all(0 <= score <= 1 for score in raising.row()[1:])


def test_matches_show_mean_interval_spread_and_drawdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_STORE", "none")
    monkeypatch.setattr("fivebet.runs.group.default_workers", lambda: 1)
    shares: list[float] = []
    claims, table = play_matches([("fair", "call"), ("call", "fair")], 20, 3, shares.append)
    assert [claim.verdict for claim in claims] == [None, None]
    assert float(claims[0].ours) > 0 > float(claims[1].ours)
    for row in table.rows:
        assert len(row) == len(table.columns)
        assert float(row[-2]) > 0
    assert shares[-1] == 1
