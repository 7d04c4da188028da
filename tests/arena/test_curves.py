"""How winnings grew, as the page and the report draw it."""

import numpy as np
import pytest

from fivebet.arena import Match, Tournament, TournamentSeries, play_match, play_tournaments
from fivebet.arena.curves import course, match_curve, tournament_curve
from fivebet.arena.luck import Luck
from fivebet.arena.match import Seats
from fivebet.game import Game


def test_a_course_ends_at_the_sum_however_few_points_it_has() -> None:
    values = np.arange(1000, dtype=np.float64)
    played, total = course(values, 7)
    assert len(played) == 8
    assert (played[0], total[0]) == (0, 0)
    assert (played[-1], total[-1]) == (1000, values.sum())
    assert total[3] == values[: int(played[3])].sum()


def test_an_events_course_ends_at_what_was_won_raw_and_less_luck() -> None:
    event = Match(
        game=Game.named("nolimit-2p"),
        agents=("fair", "call"),
        deals=30,
        seats=Seats.ROTATED,
        luck=Luck.CARDS,
    )
    result = play_match(event)
    output = match_curve(result, points=10)
    assert output["played"][-1] == 60
    for player, standing in zip(output["players"], result.standings, strict=True):
        assert player["won"][-1] == pytest.approx(float(standing.chips) / 100, abs=1e-3)
        assert standing.adjusted
        less = standing.adjusted.mean * 60 / 100
        assert player["adjusted"][-1] == pytest.approx(less, abs=1e-3)
        assert player["mean"] * 60 == pytest.approx(player["won"][-1], abs=1e-3)
        # The spread of sixty hands is what the interval's error says of their mean.
        error = standing.per_hand.standard_error * 60 / 100
        assert player["spread"] * 60**0.5 == pytest.approx(error, rel=1e-6)


def test_a_seriess_course_counts_buy_ins() -> None:
    tournament = Tournament(agents=("call", "fold", "raise"), count=6, seats=3, rotations=3)
    result = play_tournaments(TournamentSeries(tournament=tournament))
    output = tournament_curve(result)
    assert output["played"][-1] == 18
    for player, entry in zip(output["players"], result.entries, strict=True):
        assert player["won"][-1] == pytest.approx(entry.roi.mean * 18, abs=1e-2)
        assert player["adjusted"] is None
