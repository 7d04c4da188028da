import json

import numpy as np
import pytest

from fivebet.arena import Tournament, TournamentSeries, play_tournaments
from fivebet.arena.tournament import Level, Schedule
from fivebet.cli.app import run
from fivebet.cli.tournament import entrants
from fivebet.errors import GameError

FAST = Schedule("fast", 200, 2, (Level(5, 10, 1), Level(10, 20, 2), Level(25, 50, 5)))


def small(rotations: int = 1, count: int = 6) -> TournamentSeries:
    agents = ("fold", "call", "raise", "call", "random", "fold", "tight")
    return TournamentSeries(
        tournament=Tournament(
            agents=agents, seats=4, count=count, schedule=FAST, seed=3, rotations=rotations
        )
    )


def test_returns_add_up_to_nothing_over_the_field() -> None:
    result = play_tournaments(small())
    weights = [entry.entrants for entry in result.entries]
    assert [entry.name for entry in result.entries] == ["fold", "call", "raise", "random", "tight"]
    assert weights == [2, 2, 1, 1, 1]
    assert (result.roi @ weights) == pytest.approx(np.zeros(6))
    assert sum(entry.won for entry in result.entries) == pytest.approx(1)
    for entry in result.entries:
        assert sum(entry.places) == 6 * entry.entrants


def test_any_number_of_workers_plays_the_same_series() -> None:
    alone, two = play_tournaments(small()), play_tournaments(small(), workers=2)
    assert alone.entries == two.entries
    assert (alone.roi == two.roi).all()


def test_tournaments_on_the_same_decks_are_one_block() -> None:
    result = play_tournaments(small(rotations=7, count=2))
    assert result.tournaments == 14
    assert len(result.roi) == 2
    assert result.entries[0].roi.units == 2


def test_a_series_can_be_written_down() -> None:
    series = small(rotations=2)
    assert TournamentSeries.from_dict(json.loads(json.dumps(series.to_dict()))) == series


def test_recorded_hands_have_numbers_of_their_own() -> None:
    hands = [hand for number in range(2) for hand in small().run_chunk(number, None, 1).hands]
    assert len({hand.serial for hand in hands}) == len(hands) > 20


def test_entrants_can_be_counted() -> None:
    assert entrants(["3xfold", "random:seed=7", "2xrandom:mix=moik"]) == (
        *("fold",) * 3,
        "random:seed=7",
        *("random:mix=moik",) * 2,
    )


def test_the_command_answers_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["tournament", "2xcall", "raise", "--tournaments", "5", "--seed", "4", "--json"]
    assert run([*command, "--workers", "1"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["tournaments"] == 5
    assert [player["name"] for player in output["players"]] == ["call", "raise"]
    assert 2 * output["players"][0]["roi"] + output["players"][1]["roi"] == pytest.approx(0)
    low, high = output["players"][0]["ci95"]
    assert low < output["players"][0]["roi"] < high


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--schedule", "slow"], "there is no schedule 'slow'"),
        (["--payouts", "a,b"], "--payouts 'a,b' are none"),
        (["--payouts", "50"], "add up to 50 % of the prize pool, not to 100"),
        (["--seats", "1"], "2 to 10 seats, not 1"),
        (["--stack", "0"], "0 chips"),
        (["--rotations", "9"], "9 rotations of 2 players are none"),
    ],
)
def test_bad_options_get_one_sentence(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tournament", "call", "fold", *options]) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


def test_more_entrants_than_memory_holds_are_taken_for_a_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["tournament", "call", "9999999999xfold"]) == 2
    assert "'9999999999xfold'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["aki", "nash-limit", "solver"])
def test_who_does_not_play_is_told_before_anything_is_played(name: str) -> None:
    agents = (name, "fair", "tight")
    with pytest.raises(GameError, match=f"{name} does not play tournament-[23]p"):
        TournamentSeries(tournament=Tournament(agents=agents))
    TournamentSeries(tournament=Tournament(agents=(f"adapted::{name}", "fair", "tight")))
