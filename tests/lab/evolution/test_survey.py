from dataclasses import replace
from math import isnan

import numpy as np

from fivebet.agents.players.networks import weights_needed
from fivebet.arena.tournament import SCHEDULES
from fivebet.lab.evolution.experiment import EXPERIMENTS
from fivebet.lab.evolution.survey import clone_floor, rank_candidates, survey_best

SHORT = replace(SCHEDULES["turbo"], name="short", stack=20)
BASE = replace(EXPERIMENTS["base"], schedule=SHORT, layers=(16, 3), tournaments=8, batch=8)


def only(output: int) -> np.ndarray:
    """The weights of a network that always does the same: its biases decide."""
    weights = np.zeros(weights_needed(BASE.layers), np.float32)
    weights[-3 + output] = 60
    return weights


FOLD, CALL = only(0), only(1)


def test_the_luckiest_of_identical_players_is_above_the_mean_of_two_fifths() -> None:
    # Places average 23 of 45, which is mapped to .5, and .8 of that counts. The luckiest is above
    # that, and the less so the longer they play.
    short, longer = (
        clone_floor(replace(BASE, tournaments=n, batch=8), FOLD, 0, exact=True) for n in (8, 64)
    )
    assert 0.4 < longer < short < 0.8


def test_only_those_who_evolve_count_for_the_floor() -> None:
    hall = replace(BASE, fame=39, replacements=1)
    assert clone_floor(hall, FOLD, 0, exact=True) < clone_floor(BASE, FOLD, 0, exact=True)


def test_the_best_of_a_generation_is_measured_among_static_players() -> None:
    row = survey_best(BASE, FOLD, 3, 4, exact=True)
    assert (row.number, row.vpip, row.pfr) == (3, 0, 0)
    assert isnan(row.floor)
    assert survey_best(BASE, FOLD, 3, 4, floor=True, exact=True).floor > 0.4
    assert survey_best(BASE, FOLD, 4, 4, exact=True).place != row.place  # other decks


def test_candidates_meet_the_same_decks() -> None:
    rows = rank_candidates(BASE, np.stack([CALL, FOLD, CALL]), 2, exact=True)
    caller, folder, again = (row.to_dict() | {"number": 0, "floor": 0} for row in rows)
    assert again == caller
    assert folder["vpip"] == 0 < caller["vpip"]
