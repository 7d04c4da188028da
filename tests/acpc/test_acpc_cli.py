"""`fivebet acpc deal` and `fivebet acpc connect`."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path
from queue import SimpleQueue

import pytest

from fivebet.acpc.client import host_match
from fivebet.acpc.dealer import Dealer
from fivebet.acpc.match import AcpcMatch
from fivebet.agents.hosting.registry import make_agent
from fivebet.cli.app import run
from fivebet.formats.acpc import game_text, read_log
from fivebet.game import Game

FIVEBET = [sys.executable, "-c", "from fivebet.cli import main; main()"]


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["acpc", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_our_agents_play_and_a_log_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "deal", "demo", "nolimit-2p", "20", "7", "call", "random")
    assert (code, err) == (0, "")
    ports, score = out.splitlines()
    assert len(ports.split()) == 2
    assert all(port.isdigit() for port in ports.split())
    log = read_log("demo.log")
    assert (log.name, log.hands, log.seed, len(log.records)) == ("demo", 20, 7, 20)
    assert score == Path("demo.log").read_text().splitlines()[-1]


def test_json_gives_the_totals_after_the_ports(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ask(capsys, "deal", "demo", "limit-3p", "5", "7", "call", "fold", "call", "--json")
    answer = json.loads(out.splitlines()[1])
    assert answer["players"] == ["call", "fold", "call"]
    assert sum(answer["totals"]) == 0


def test_a_match_goes_on_from_its_transactions(capsys: pytest.CaptureFixture[str]) -> None:
    match = ("demo", "nolimit-3p", "10", "7", "call", "random:seed=3", "random")
    ask(capsys, "deal", *match, "--log", "whole.log", "--transactions", "whole.tlog")
    text = Path("whole.tlog").read_text()
    cut = Path("cut.tlog")
    cut.write_text(text[: len(text) // 2])
    code, _, _ = ask(capsys, "deal", *match, "--log", "again.log", "--resume", "cut.tlog")
    assert code == 0
    assert Path("again.log").read_text() == Path("whole.log").read_text()

    def actions(log: str) -> list[list[str]]:
        return [line.split(" ")[:2] for line in log.splitlines()]

    assert actions(cut.read_text()) == actions(text)


def test_agents_connect_from_other_processes(tmp_path: Path) -> None:
    """A dealer and two clients, each a command of its own, with a game file."""
    (tmp_path / "my.game").write_text(game_text(Game.named("limit-2p")))
    dealer = subprocess.Popen(
        [*FIVEBET, "acpc", "deal", "demo", "my.game", "25", "3", "ann", "bob"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert dealer.stdout is not None
    ports = dealer.stdout.readline().split()
    clients = [
        subprocess.Popen(
            [*FIVEBET, "acpc", "connect", "localhost", port, agent, "--game", "my.game", "--json"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for port, agent in zip(ports, ("call", "random:seed=4"), strict=True)
    ]
    out, err = dealer.communicate(timeout=600)
    answers = [json.loads(client.communicate(timeout=600)[0]) for client in clients]
    log = read_log(tmp_path / "demo.log")
    assert out.startswith("SCORE:")
    assert f"waits for 'ann' on port {ports[0]}" in err
    assert [answer["hands"] for answer in answers] == [25, 25]
    assert [answer["chips"] for answer in answers] == [float(total) for total in log.totals]


def test_an_agent_that_fails_at_a_dealer_folds_and_plays_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bare:\n    def act(self, view):\n        return view.legal.passive\n")
    match = AcpcMatch(
        name="m", game=Game.named("nolimit-2p"), hands=4, seed=7, players=("call", "bare")
    )
    totals: list[int | Fraction] = []
    ports: SimpleQueue[tuple[int, ...]] = SimpleQueue()

    def deal() -> None:
        hosted = host_match(Dealer(match), {0: make_agent("call")}, opened=ports.put)
        totals.extend(asyncio.run(hosted))

    dealing = threading.Thread(target=deal)
    dealing.start()
    port = ports.get()[1]
    code, out, err = ask(capsys, "connect", "127.0.0.1", str(port), f"{bot}::Bare")
    dealing.join()
    assert code == 0
    assert "in 4 hands" in out
    assert "Bare' failed" in err
    assert "is no decision" in err
    assert totals[1] < 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["deal", "demo", "chess", "1", "1", "call", "call"], "there is no game 'chess'"),
        (["deal", "demo", "nolimit-2p", "1", "1", "call"], "1 players cannot play nolimit-2p"),
        (["deal", "demo", "cash-2p", "1", "1", "call", "call"], "cannot play cash-2p"),
        (["deal", "d", "limit-2p", "1", "1", "call", "call", "--ports", "x"], "'x' are no ports"),
        (["deal", "d", "limit-2p", "1", "1", "call", "call", "--ports", "²"], "'²' are no ports"),
        (["deal", "d", "limit-2p", "1", "1", "call", "call", "--resume", "n"], "'n' cannot be res"),
        (["deal", "d", "limit-2p", "1", "1", "call", "call", "--log", "no/x"], "cannot be written"),
        (["deal", "d", "limit-2p", "1", "1", "call", "b", "--start-timeout", "9"], "not connected"),
        (["connect", "127.0.0.1", "1", "call"], "no dealer answers on 127.0.0.1:1"),
        (["connect", "127.0.0.1", "1", "nobody"], "there is no agent 'nobody'"),
        (["connect", "127.0.0.1", "99999", "call"], "less than or equal to 65535"),
    ],
)
def test_what_cannot_be_dealt_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    code, _, err = ask(capsys, *arguments)
    assert code == 2
    assert complaint in err.splitlines()[-1]
    assert err.startswith("fivebet: ")


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("deal", "connect"):
        assert f"fivebet acpc {command}" in ask(capsys, command, "--help")[1].split("Examples")[1]
