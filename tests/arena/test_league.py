import json

import numpy as np
import pytest

from fivebet.arena.league import League, instant_runoff, play_league
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
    [("limit-3p", ("call", "call"), "heads-up"), ("limit-2p", ("call",), "make no league")],
)
def test_impossible_leagues_are_refused(game: str, agents: tuple[str, ...], message: str) -> None:
    with pytest.raises(GameError, match=message):
        League(game=Game.named(game), agents=agents, deals=10)
