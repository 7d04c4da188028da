import json

import numpy as np
import pytest

from fivebet.arena import play_match
from fivebet.arena.league import League, play_league
from fivebet.arena.league_table import instant_runoff
from fivebet.arena.present import league_to_dict
from fivebet.cli.app import run
from fivebet.errors import GameError
from fivebet.game import Game


def test_the_cross_table_is_what_single_matches_say() -> None:
    agents = ("fold", "call", "random")
    table = play_league(League(game=Game.named("limit-2p"), agents=agents, deals=60, seed=2))
    assert table.hands == 3 * 120
    assert table.matrix() == pytest.approx(-table.matrix().T)
    assert sum(found.mean for found in table.bankrolls) == pytest.approx(0, abs=1e-9)
    assert table.bankrolls[0].mean == pytest.approx(table.matrix()[0].sum() / 2)


def test_at_bigger_tables_all_sit_and_meet_about_equally_often() -> None:
    agents = tuple(f"random:seed={n}" for n in range(11))
    league = League(game=Game.named("limit-6p"), agents=agents, deals=1, rounds=12, seed=5)
    assert len(league.tables) == 11 * 12 // 6
    sat = [sum(player in table for table in league.tables) for player in range(11)]
    assert set(sat) == {12}
    met = [
        sum({i, j} <= set(table) for table in league.tables) for i in range(11) for j in range(i)
    ]
    assert min(met) >= 3
    assert max(met) <= 9
    assert all(len(set(table)) == 6 for table in league.tables)


def test_a_ring_league_is_what_its_tables_say() -> None:
    agents = ("fold", "call", "random", "fair")
    league = League(game=Game.named("limit-3p"), agents=agents, deals=20, rounds=4, seed=2)
    table = play_league(league)
    results = [play_match(event) for event in league.table_matches]
    assert table.hands == sum(result.hands for result in results)
    won = [
        float(result.mbb[:, seats.index(1)].mean())
        for seats, result in zip(league.tables, results, strict=True)
        if 1 in seats
    ]
    assert table.bankrolls[1].mean == pytest.approx(np.mean(won))
    assert table.bankrolls[1].units == len(won)
    assert table.matrix() == pytest.approx(-table.matrix().T)
    sat = [sum(player in seats for seats in league.tables) for player in range(4)]
    total = sum(n * found.mean for n, found in zip(sat, table.bankrolls, strict=True))
    assert total == pytest.approx(0, abs=1e-6)


def test_run_off_ranks_those_low_who_live_off_the_weak() -> None:
    """The first wins most in all, from the last alone, and loses to the second."""
    winnings = np.array([[0.0, -1.0, 9.0], [1.0, 0.0, 2.0], [-9.0, -2.0, 0.0]])
    assert np.argmax(winnings.sum(axis=1)) == 0
    assert instant_runoff(winnings) == [1, 0, 2]


def test_a_league_prints_its_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["league", "fair", "call", "random", "--hands", "40", "--workers", "1"]
    assert run([*command, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {player["bankroll_rank"] for player in answer["players"]} == {1, 2, 3}
    assert answer["players"][0]["name"] == "fair"
    assert run(command) == 0
    assert "By instant run-off" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "agents", "message"),
    [
        ("limit-3p", ("call", "call"), "give 3 or more"),
        ("limit-2p", ("call",), "make no league"),
    ],
)
def test_impossible_leagues_are_refused(game: str, agents: tuple[str, ...], message: str) -> None:
    with pytest.raises(GameError, match=message):
        League(game=Game.named(game), agents=agents, deals=10)


def test_what_two_won_at_a_single_table_has_no_error_in_json() -> None:
    agents = ("call", "fold", "random", "raise", "tight", "loose", "fair")
    league = League(game=Game.named("limit-6p"), agents=agents, deals=1, rounds=1)
    output = json.loads(json.dumps(league_to_dict(play_league(league)), allow_nan=False))
    assert None in [error for row in output["cross_errors"] for error in row]
