import numpy as np
import pytest

from fivebet.arena.compiled_tournaments import TournamentBatch
from fivebet.errors import GameError
from fivebet.lab.evolution.fitness import MOST_HANDS_WON, Fitness, Record, playing_style


def series(
    places: list[list[int]], prizes: list[list[float]], counts: list[list[list[int]]]
) -> TournamentBatch:
    entrants = len(places[0])
    return TournamentBatch(
        np.array(places, np.int32),
        np.array(prizes, np.float64),
        np.array(counts, np.int64),
        np.zeros((entrants, 6), np.uint32),
        0,
        np.empty(0, np.int64),
    )


def test_mean_money_is_what_a_hand_wins_less_what_one_loses() -> None:
    # Two tournaments of two players with 100 chips each: hands dealt, won, lost, chips won, lost.
    played = series(
        [[1, 2], [2, 1]],
        [[200, 0], [0, 200]],
        [[[5, 2, 3, 130, 30], [5, 3, 2, 30, 130]], [[4, 1, 2, 50, 150], [4, 2, 1, 150, 50]]],
    )
    record = Record.from_series(played, chips=200, buy_in=100)
    assert record.places.tolist() == [1.5, 1.5]
    assert record.hands_won.tolist() == [1.5, 2.5]
    # (130 + 50) / (2 + 1) - (30 + 150) / (3 + 2) = 60 - 36 and 180 / 5 - 180 / 3 = -24
    assert record.mean_money.tolist() == pytest.approx([24 / 200, -24 / 200])
    assert record.roi.tolist() == [0, 0]


def test_who_never_won_or_never_lost_a_hand_has_no_such_part() -> None:
    played = series([[1, 2]], [[200, 0]], [[[1, 1, 0, 100, 0], [1, 0, 1, 0, 100]]])
    record = Record.from_series(played, chips=200, buy_in=100)
    assert record.mean_money.tolist() == [0.5, -0.5]
    assert record.roi.tolist() == [1, -1]


def test_overall_fitness_weighs_the_mapped_parts() -> None:
    record = Record(
        places=np.array([1.0, 23.0, 45.0] + [23.0] * 42),
        hands_won=np.array([50.0, 0.0, MOST_HANDS_WON * 2] + [0.0] * 42),
        mean_money=np.array([0.02, -0.5, 0.0] + [0.0] * 42),
        roi=np.zeros(45),
        entrants=45,
    )
    fitness = Fitness().score(record)
    assert fitness[:3].tolist() == pytest.approx([0.8 + 0.02 * 0.1 + 0.18 * 0.02, 0.4, 0.02])
    assert Fitness().parts(record)[2].tolist() == [0, 1, 0]


def test_return_on_investment_can_be_the_fitness() -> None:
    record = Record(
        np.ones(45), np.zeros(45), np.zeros(45), np.array([44.0, -1.0] + [0.0] * 43), entrants=45
    )
    assert Fitness(0, 0, 0, 1).score(record)[:3].tolist() == pytest.approx([1, 0, 1 / 45])


def test_weights_that_do_not_sum_to_one_are_refused() -> None:
    with pytest.raises(GameError, match="do not sum to 1"):
        Fitness(0.8, 0.2, 0.2)


def test_styles_are_the_equations_of_the_thesis() -> None:
    # Decided 40 hands, entered 10, raised 4 before the flop; raised 6, called 5, folded 29 in all.
    style = playing_style(np.array([40, 10, 4, 6, 5, 29], np.uint32))
    # Equation 4.2 divides by all hands, however many of them left a chance to raise.
    assert (style.vpip, style.pfr, style.afq) == (25, 10, 15)
    nothing = playing_style(np.zeros(6, np.uint32))
    assert (nothing.vpip, nothing.pfr, nothing.afq) == (0, 0, 0)
