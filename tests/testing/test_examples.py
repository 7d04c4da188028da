"""The examples do what they say."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.arena import Match, play_match
from fivebet.game import Game, Hand, play
from fivebet.testing import check_agent

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENT = 600.0  # seconds: a busy machine is no agent's fault
FIFTEEN = EXAMPLES / "fifteen_lines.py"


def test_fifteen_lines_are_fifteen_lines_at_most() -> None:
    lines = FIFTEEN.read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 15


def test_fifteen_lines_are_an_agent() -> None:
    check_agent(f"{FIFTEEN}::PotOdds", hands=5, seconds=PATIENT).assert_ok()


def test_fifteen_lines_beat_random_play() -> None:
    event = Match(
        game=Game.named("limit-2p"), agents=(f"{FIFTEEN}::PotOdds", "random"), deals=150, seed=1
    )
    assert play_match(event).standings[0].per_hand.low > 0


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    bot = tmp_path_factory.mktemp("c") / "json_bot"
    flags = ["-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([compiler, *flags, "-o", bot, EXAMPLES / "json_bot.c"], check=True)
    return f"json::{bot}"


def test_a_bot_in_c_raises_like_ours(in_c: str) -> None:
    game = Game.named("nolimit-3p")
    theirs, ours, call = make_agent(in_c), make_agent("raise"), make_agent("call")
    for number in range(20):
        hands = [
            play(Hand(game, seed=3, number=number), [agent, call, agent])
            for agent in (theirs, ours)
        ]
        assert hands[0].record() == hands[1].record()


def test_a_bot_in_plain_python_passes() -> None:
    command = f"json::{sys.executable} -S {EXAMPLES / 'json_bot.py'}"
    check_agent(command, hands=8, seconds=PATIENT).assert_ok()
    assert "fivebet" not in "".join(
        line for line in (EXAMPLES / "json_bot.py").read_text().splitlines() if "import" in line
    )


def test_a_bot_in_a_shell_passes() -> None:
    command = f"json::sh {EXAMPLES / 'json_bot.sh'}"
    check_agent(command, games=["limit-2p", "cash-3p"], hands=3, seconds=PATIENT).assert_ok()


def test_bots_in_two_languages_play_each_other(in_c: str) -> None:
    shell = f"json::sh {EXAMPLES / 'json_bot.sh'}"
    event = Match(game=Game.named("limit-2p"), agents=(in_c, shell), deals=10)
    result = play_match(event)
    assert [standing.failures.times for standing in result.standings] == [0, 0]
