"""Types of opponents, counted at play."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fivebet.game import Game
from fivebet.lab import opponent_types
from fivebet.lab.opponent_types import TypeCounts, TypeNames, count_actions, make_types
from fivebet.opponents.action_models import load_types, shipped_types
from fivebet.runs.runner import run_job


def test_who_states_a_policy_is_counted_for_all_hands() -> None:
    counts = count_actions("fair", Game.named("limit-2p"), 20)
    faced = counts.reshape(4, 4, 8, 16, 5)[1:, 1].sum(axis=(0, 1))  # bets after the flop
    often = faced / faced.sum(axis=-1, keepdims=True)
    assert often[0, 0] > 0.9  # it folds its worst hands
    assert often[15, 2] > 0.9  # and raises its best
    assert counts[..., 3:].sum() == 0  # in limit there is one size
    free = counts.reshape(4, 4, 8, 16, 5)[:, 0]
    assert free[..., 0].sum() == 0  # nobody folds to nothing


def test_who_states_none_is_counted_by_what_it_does() -> None:
    counts = count_actions("random", Game.named("nolimit-2p"), 10)
    raises = counts[..., 2:]
    assert (raises == raises.round()).all()
    assert raises.sum() > 0


def test_types_that_a_file_has_are_not_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = TypeNames("limit-2p", ("tight",), ("call", "fold"))
    monkeypatch.setattr(opponent_types, "TYPES", {"fixed-limit": names})
    path = tmp_path / "types.npz"
    made = make_types(path, hands=2)
    assert made["fixed-limit"].names == ("call", "fold", "tight")
    assert made["fixed-limit"].sound.tolist() == [False, False, True]
    counted: list[str] = []

    def count(name: str, *_: object) -> NDArray[np.float64]:
        counted.append(name)
        return np.zeros((128, 16, 5))

    monkeypatch.setattr(opponent_types, "count_actions", count)
    wider = TypeNames("limit-2p", ("tight",), ("call", "fold", "raise"))
    monkeypatch.setattr(opponent_types, "TYPES", {"fixed-limit": wider})
    make_types(path, hands=2)
    assert counted == ["raise"]
    assert load_types(path)["fixed-limit"].names == ("call", "fold", "tight", "raise")


def test_the_types_that_ship_are_those_that_the_command_makes() -> None:
    for structure, names in opponent_types.TYPES.items():
        library = shipped_types(structure)
        assert set(library.names) == {*names.sound, *names.others}
        assert {n for n, sound in zip(library.names, library.sound, strict=True) if sound} == set(
            names.sound
        )


def test_counting_types_is_a_job_of_plain_data() -> None:
    job = TypeCounts(types=(("fixed-limit", "call"), ("no-limit", "fold")), hands_each=1)
    assert TypeCounts.from_dict(job.to_dict()) == job
    models = run_job(job)
    assert [model.shape for model in models] == [(128, 16, 5)] * 2
    assert (models[0] != models[1]).any()
