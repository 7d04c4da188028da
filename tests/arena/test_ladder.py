"""Ladders: opponents by seed, the same deals for all who climb."""

import json

import numpy as np
import pytest

from fivebet.arena.kinds import KINDS
from fivebet.arena.ladder import Ladder, ladder_to_dict, make_ladder
from fivebet.arena.luck import Luck
from fivebet.cli.app import run
from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.runs.runner import run_job

LIMIT = Game.named("limit-2p")


def test_opponents_follow_from_the_seed() -> None:
    ladder = make_ladder("fair", 3, ("call",), game=LIMIT, deals=4, seed=7)
    assert ladder.opponents == ("drawn::7-0", "drawn::7-1", "drawn::7-2", "call")
    longer = make_ladder("tight", 5, game=LIMIT, deals=4, seed=7)
    assert longer.opponents[:3] == ladder.opponents[:3]
    seeds = [match.seed for match in ladder.table_matches]
    assert len(set(seeds)) == 4
    assert [match.seed for match in longer.table_matches][:3] == seeds[:3]


def test_two_who_climb_play_the_same_deals() -> None:
    ladder = make_ladder("fair", 2, against="fair", game=LIMIT, deals=15, seed=3, luck=Luck.CARDS)
    result = run_job(ladder)
    assert result.hands == 2 * 2 * 2 * 15
    for rung in result.rungs:
        assert rung.won == rung.other
        assert rung.difference is not None
        assert (rung.difference.mean, rung.difference.high) == (0, 0)
    shown = ladder_to_dict(result)
    assert shown["against"] == "fair"
    assert shown["mean_difference"]["mbb_per_hand"] == 0


def test_the_mean_counts_every_opponent_alike() -> None:
    result = run_job(make_ladder("raise", 0, ("fold", "call"), game=LIMIT, deals=12, seed=1))
    won = {rung.name: rung.won.mean for rung in result.rungs}
    assert won["fold"] == 750
    assert result.mean is not None
    assert result.mean.mean == pytest.approx(np.mean(list(won.values())))
    assert result.difference is None


def test_an_unfinished_ladder_has_the_rungs_that_all_have_played() -> None:
    ladder = make_ladder("call", 0, ("fold", "raise"), "random", game=LIMIT, deals=4)
    reducer = ladder.reducer()
    assert reducer.result().rungs == ()
    assert reducer.result().mean is None
    for number in range(3):
        reducer.add(ladder.run_chunk(number, None, 0).data)
    assert [rung.name for rung in reducer.result().rungs] == ["fold"]
    assert KINDS["ladder"].unfinished(reducer)["opponents"][0]["name"] == "fold"


def test_a_ladder_is_read_back_from_the_store() -> None:
    ladder = make_ladder("fair", 2, ("acpc::./bot",), "tight", game=LIMIT, deals=4, seed=9)
    assert KINDS["ladder"].read(json.loads(json.dumps(ladder.to_dict()))) == ladder


def test_the_command_names_every_opponent(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ladder", "fair", "--opponents", "2", "--rung", "call", "--hands", "3", "--game"]
    command += ["limit-2p", "--workers", "1", "--store", "none"]
    assert run([*command, "--json"]) == 0
    opponents = json.loads(capsys.readouterr().out)["opponents"]
    assert [each["name"] for each in opponents] == ["drawn::0-0", "drawn::0-1", "call"]
    assert all(each["ci95"][0] < each["mbb_per_hand"] < each["ci95"][1] for each in opponents)
    assert run([*command, "--against", "tight"]) == 0
    assert "more than tight from" in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"drawn": 0}, "no rungs"),
        ({"drawn": -1}, "cannot be drawn"),
        ({"drawn": 10**9}, "cannot be drawn"),
        ({"drawn": 1, "game": Game.named("limit-3p")}, "tables for two"),
    ],
)
def test_ladders_without_rungs_are_refused(given: dict[str, object], why: str) -> None:
    with pytest.raises(GameError, match=why):
        make_ladder("fair", **({"game": LIMIT, "deals": 4} | given))  # type: ignore[arg-type]
    with pytest.raises(GameError, match="cannot climb"):
        Ladder(agents=("fair", "call"), climbers=3, game=LIMIT, deals=1)
