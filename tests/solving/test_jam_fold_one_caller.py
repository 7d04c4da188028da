"""Jam or fold with at most one caller, against the solvers that allow more."""

from dataclasses import replace

import numpy as np
import pytest

from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.errors import SolvingError
from fivebet.solving.jam_fold_heads_up import JamOrFold
from fivebet.solving.jam_fold_one_caller import (
    JamSpot,
    JamSpotSolution,
    jam_gains,
    solve_jam_spot,
)
from fivebet.solving.jam_fold_table import JamTable, solve_jam_table

PRIZES = (50.0, 30.0, 20.0)
POSTED = (100, 100, 600, 1100)


def share(chances: np.ndarray) -> float:
    return float(chances @ CLASS_SIZES / 1326)


def test_two_players_play_the_exact_equilibrium() -> None:
    solved = solve_jam_spot(JamSpot((1000, 1000), (50, 100)), 400)
    game = JamOrFold(10)
    assert game.exploitability(solved.jams[0], solved.calls[0, 1]) < 5e-5
    assert game.value(solved.jams[0], solved.calls[0, 1]) == pytest.approx(-0.04537, abs=1e-4)


@pytest.mark.parametrize("prizes", [(), PRIZES])
def test_it_is_near_the_table_on_which_everybody_may_call(prizes: tuple[float, ...]) -> None:
    stacks = (10.0, 8.0, 12.0, 20.0)
    table = solve_jam_table(JamTable(stacks, ante=0.1, prizes=prizes), 80, threads=1, measured=4096)
    spot = JamSpot(tuple(round(1000 * stack) for stack in stacks), POSTED, (), prizes)
    solved = solve_jam_spot(spot)
    names = table.table.names
    for i, name in enumerate(names[:-1]):
        assert share(solved.jams[i]) == pytest.approx(share(table.strategy(name)), abs=0.07)
    for j, name in enumerate(names[1:], start=1):
        ours = share(solved.calls[0, j])
        assert ours == pytest.approx(share(table.strategy(name, names[0])), abs=0.06)


def test_more_iterations_leave_less_to_gain() -> None:
    spot = JamSpot((10_000, 8000, 12_000, 20_000), POSTED, (), PRIZES)
    missed = []
    for solved in (solve_jam_spot(spot, count) for count in (10, 40, 160)):
        gains = jam_gains(spot, solved)
        missed.append(sum(map(share, np.maximum(gains, 0) - solved.jams * gains)))
    assert missed[0] > missed[1] > missed[2] > 0


def test_prizes_make_calls_tighter_on_the_bubble() -> None:
    stacks = (10_000, 10_000, 10_000, 10_000)
    chips = solve_jam_spot(JamSpot(stacks, POSTED))
    bubble = solve_jam_spot(JamSpot(stacks, POSTED, (), (40.0, 35.0, 25.0)))
    assert share(bubble.calls[0, 3]) < 0.5 * share(chips.calls[0, 3])


def test_who_is_all_in_by_the_blind_calls_with_everything() -> None:
    solved = solve_jam_spot(JamSpot((5000, 1000), (500, 1000)))
    assert solved.calls[0, 1].min() > 0.99


def test_dead_money_makes_jams_looser() -> None:
    without = solve_jam_spot(JamSpot((15_000, 15_000), (500, 1000)))
    with_it = solve_jam_spot(JamSpot((15_000, 15_000), (500, 1000), ((9000, 1000), (9000, 1000))))
    assert share(with_it.jams[0]) > share(without.jams[0]) + 0.05


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(SolvingError, match="no table"):
        JamSpot((1000,), (50,))
    with pytest.raises(SolvingError, match="two to 9"):
        JamSpot((1000,) * 10, (10,) * 10, (), PRIZES)
    with pytest.raises(SolvingError, match="cannot be posted"):
        JamSpot((1000, 50), (50, 100))
    with pytest.raises(SolvingError, match="solve nothing"):
        solve_jam_spot(JamSpot((1000, 1000), (50, 100)), 0)


def test_aces_are_always_all_in() -> None:
    solved: JamSpotSolution = solve_jam_spot(JamSpot((75_000,) * 9, (100,) * 7 + (600, 1100)))
    aces, worst = CLASSES.index("AA"), CLASSES.index("72o")
    assert solved.jams[:, aces].min() > 0.99
    assert solved.jams[:7, worst].max() < 0.01


def test_chips_may_be_worth_what_a_function_says() -> None:
    spot = JamSpot((10_000, 8000, 12_000, 20_000), POSTED)
    believed = solve_jam_spot(spot, 5)
    twice = replace(spot, worth=lambda chips: 2 * np.array(chips, dtype=np.float64))
    assert np.allclose(jam_gains(twice, believed), 2 * jam_gains(spot, believed))
    same = replace(spot, worth=lambda chips: np.ones(len(chips)))
    assert np.allclose(jam_gains(same, believed), 0)
