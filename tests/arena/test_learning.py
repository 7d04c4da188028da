"""What agents that remember win in the course of a match."""

from dataclasses import replace

import numpy as np
import pytest

from fivebet.agents.hosting.local import name_agent
from fivebet.arena.league import League, Pace, play_league
from fivebet.arena.league_table import LeagueTable
from fivebet.arena.present import league_to_dict
from fivebet.game import FOLD, Decision, Game, View, raise_to

PATIENCE = 20


class Late:
    """Folds its first hands, and raises in all others."""

    remembers = True

    def __init__(self) -> None:
        self.seen = 0

    def act(self, view: View) -> Decision:
        legal = view.legal
        if self.seen < PATIENCE and legal.call:
            return Decision(FOLD)
        return Decision(raise_to(legal.min_raise) if legal.can_raise else legal.passive)

    def observe(self, _: View) -> None:
        self.seen += 1


@pytest.fixture(scope="module")
def table() -> LeagueTable:
    league = League(
        game=Game.named("limit-2p"),
        agents=(name_agent(Late), "fold", "call"),
        deals=40,
        matches=2,
        by_deal=True,
        spans=(PATIENCE, 80),
        early=PATIENCE // 2,
    )
    return play_league(league)


def test_a_curve_shows_what_was_learnt(table: LeagueTable) -> None:
    (curve,) = table.learning
    assert (curve.player, curve.opponents) == (0, 2)
    # From fold it wins 5 chips of 10 in the big blind and, once it raises, 10 on the button;
    # call takes 5 from its folds on the button, and nothing else before it raises.
    first = table.cross[0, 1]
    assert first.mean == pytest.approx((20 * 0 + 60 * 750) / 80)
    assert curve.gain.mean == pytest.approx(curve.spans[1].mean - curve.spans[0].mean)
    assert curve.gain.high > curve.gain.mean > 0


def test_who_plays_short_matches_has_a_curve_of_what_they_reach(table: LeagueTable) -> None:
    league = replace(table.league, spans=(PATIENCE, 80, 200))
    (curve,) = play_league(league).learning
    assert curve.spans == table.learning[0].spans
    assert play_league(replace(league, spans=(80, 200))).learning == ()


def test_early_figures_are_those_of_the_first_deals(table: LeagueTable) -> None:
    assert table.early is not None
    assert table.early.cross[0, 1].mean == pytest.approx(0)
    assert table.early.cross[0, 1].units == 2 * PATIENCE // 2
    # Nobody remembers between these two: all of their deals count.
    assert table.early.cross[1, 2] == table.cross[1, 2]
    means = [table.early.cross[0, other].mean for other in (1, 2)]
    assert table.early.bankrolls[0].mean == pytest.approx(np.mean(means))


def test_repeats_without_luck_lie_no_further_apart_than_their_deals(table: LeagueTable) -> None:
    assert table.repeat_spread is not None
    output = league_to_dict(table)
    assert output["repeat_spread"]["mean"] == table.repeat_spread.mean
    assert output["learning"]["spans"] == [PATIENCE, 80]
    assert [len(each["spans"]) for each in output["learning"]["players"]] == [2]


def test_slow_tables_are_longer_where_somebody_remembers() -> None:
    league = League(
        game=Game.named("limit-2p"),
        agents=("plicas", "fair", "call"),
        deals=50,
        slow=Pace(("call",), deals=3, learning=7, early=2),
        early=5,
    )
    assert [match.deals for match in league.table_matches] == [50, 7, 3]
    assert [league.early_deals(match.agents) for match in league.table_matches] == [5, 2, 2]
