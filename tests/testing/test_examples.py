"""The examples do what they say."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from fivebet.agents.hosting.registry import make_agent
from fivebet.arena import Match, play_match
from fivebet.game import Game, Hand, play
from fivebet.testing import check_agent

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = {  # each with an object that shows itself in a notebook
    "own_agent": "result",
    "batch_equity": "Range('15%')",
    "solve_and_plot": "solution",
    "hands_to_pandas": "records[0]",
    "league": "table",
}
PATIENT = 600.0  # seconds: a busy machine is no agent's fault
FIFTEEN = EXAMPLES / "fifteen_lines.py"
IN_A_SHELL = f"json::{shlex.join(['sh', str(EXAMPLES / 'json_bot.sh')])}"


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
    return f"json::{shlex.quote(str(bot))}"


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
    command = shlex.join([sys.executable, "-S", str(EXAMPLES / "json_bot.py")])
    check_agent(f"json::{command}", hands=8, seconds=PATIENT).assert_ok()
    assert "fivebet" not in "".join(
        line for line in (EXAMPLES / "json_bot.py").read_text().splitlines() if "import" in line
    )


def test_a_bot_in_a_shell_passes() -> None:
    check_agent(IN_A_SHELL, games=["limit-2p", "cash-3p"], hands=3, seconds=PATIENT).assert_ok()


def test_bots_in_two_languages_play_each_other(in_c: str) -> None:
    event = Match(game=Game.named("limit-2p"), agents=(in_c, IN_A_SHELL), deals=10)
    result = play_match(event)
    assert [standing.failures.times for standing in result.standings] == [0, 0]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / f"{name}.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NotebookClient]:
    """One kernel for all scripts: most of the time goes into its start."""
    folder = str(tmp_path_factory.mktemp("notebook"))
    client = NotebookClient(
        new_notebook(), timeout=PATIENT, resources={"metadata": {"path": folder}}
    )
    with client.setup_kernel():
        yield client


@pytest.mark.filterwarnings("ignore")  # of the notebook's own packages
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs_cell_by_cell_in_a_kernel(name: str, kernel: NotebookClient) -> None:
    source = (EXAMPLES / f"{name}.py").read_text()
    cells = [f"# %%{cell}" for cell in source.split("# %%")[1:]]
    assert len(cells) >= 4
    kernel.nb.cells = [new_code_cell(cell) for cell in ("%reset -f", *cells, SCRIPTS[name])]
    for index, cell in enumerate(kernel.nb.cells):
        kernel.execute_cell(cell, index)
    shown = kernel.nb.cells[-1].outputs[0]["data"]
    assert shown["text/html"].startswith(("<table", "<div", "<pre"))
    assert "object at 0x" not in shown["text/plain"]
