"""Programs of the ACPC as agents."""

import asyncio
import shlex
import sys
from pathlib import Path

import pytest

from fivebet.acpc.client import host_match
from fivebet.acpc.dealer import Dealer
from fivebet.acpc.match import AcpcMatch
from fivebet.agents.hosting.acpc_program import AcpcSeat
from fivebet.agents.hosting.registry import make_agent
from fivebet.errors import AgentError
from fivebet.game import ACPC, Game, Hand, play

PLAYER = """
import socket, sys
line = socket.create_connection((sys.argv[-2], int(sys.argv[-1])))
line.sendall(b"VERSION:2.0.0\\r\\n; hello\\r\\n")
log = open(sys.argv[1], "w")
for state in line.makefile("r", newline="\\n"):
    state = state.rstrip("\\r\\n")
    print(state, file=log, flush=True)
    line.sendall(b"nonsense\\n" + state.encode() + b":%s\\r\\n")
"""


def program(tmp_path: Path, action: str = "c", text: str = PLAYER) -> str:
    file = tmp_path / "player.py"
    file.write_text(text.replace("%s", action))
    return shlex.join([sys.executable, str(file), str(tmp_path / "heard")])


def test_a_program_plays_and_is_told_every_state(tmp_path: Path) -> None:
    remote = AcpcSeat(program(tmp_path))
    hand = play(Hand(Game.named("limit-2p"), seed=4), [remote, make_agent("raise")])
    assert all(move.action.kind in ("call", "check") for move in hand.moves if move.seat == 0)
    second = play(Hand(Game.named("limit-2p"), seed=4, number=1), [make_agent("call"), remote])
    assert second.over
    third = Hand(Game.named("limit-2p"), seed=4, number=2)
    remote.act(third.view(1))  # its answer shows that everything before has been heard
    remote.close()
    heard = (tmp_path / "heard").read_text().splitlines()
    expected = len(hand.moves) + 1 + len(second.moves) + 1 + 1
    assert len(heard) == expected
    assert heard[0].startswith("MATCHSTATE:0:0::")
    assert heard[len(hand.moves)].count("|") == 1
    assert not heard[len(hand.moves)].split(":")[4].split("/")[0].endswith("|")
    assert heard[-1].startswith("MATCHSTATE:1:2::|")


def test_answers_are_put_right_under_any_rule_book(tmp_path: Path) -> None:
    remote = make_agent(f"acpc::{program(tmp_path, 'r1')}")
    decision = remote.act(Hand(Game.named("cash-2p")).view(1))
    assert str(decision.action) == "raise to 200"
    assert decision.reasons == {"answer": "r1"}


def test_a_program_sits_at_the_dealer_under_its_name(tmp_path: Path) -> None:
    name = f"acpc::{program(tmp_path)}"
    match = AcpcMatch(
        name="m", game=Game.named("limit-2p"), hands=3, seed=1, players=(name, "call")
    )
    agents = {0: make_agent(name), 1: make_agent("call")}
    both = AcpcMatch(name="m", game=match.game, hands=3, seed=1, players=("call", "call"))
    same = {0: make_agent("call"), 1: make_agent("call")}
    totals = asyncio.run(host_match(Dealer(match), agents))
    assert totals == asyncio.run(host_match(Dealer(both), same))


def test_lines_that_are_too_long_are_ignored(tmp_path: Path) -> None:
    text = PLAYER.replace('b"nonsense', 'b"x" * 9000 + b"nonsense')
    act(AcpcSeat(program(tmp_path, text=text)))


def act(remote: AcpcSeat, game: Game | None = None) -> None:
    remote.act(Hand(game or Game.named("nolimit-2p")).view(1))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import sys; sys.exit(3)", "has not connected; it ended with code 3"),
        (PLAYER.replace("log = ", "sys.exit(4); log = "), "has hung up"),
        (PLAYER.replace("VERSION:2.0.0", "HI"), "began with 'HI', not with VERSION"),
    ],
)
def test_a_program_that_dies_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    command = program(tmp_path, text=text)
    with pytest.raises(AgentError, match=complaint) as caught:
        act(AcpcSeat(command))
    assert f"'acpc::{command}'" in str(caught.value)


def test_a_program_that_does_not_connect_is_named(tmp_path: Path) -> None:
    command = program(tmp_path, text="import threading; threading.Event().wait()")
    with pytest.raises(AgentError, match=r"has not connected in 0\.1 s"):
        act(AcpcSeat(command, seconds=0.1))


def test_a_program_that_hangs_is_named(tmp_path: Path) -> None:
    command = program(
        tmp_path, text=PLAYER + "    break\nimport threading; threading.Event().wait()"
    )
    remote = AcpcSeat(command)
    act(remote)
    remote.seconds = 0.1
    with pytest.raises(AgentError, match=r"has not answered in 0\.1 s") as caught:
        remote.act(Hand(Game.named("nolimit-2p"), number=1).view(1))
    assert f"'acpc::{command}'" in str(caught.value)


def test_what_the_protocol_cannot_say_is_refused(tmp_path: Path) -> None:
    remote = AcpcSeat(program(tmp_path))
    game = Game.named("nolimit-2p")
    with pytest.raises(AgentError, match="no stacks but the game's"):
        remote.act(Hand(game, stacks=(500, 700)).view(1))
    antes = Game(
        structure="no-limit", seats=2, blinds=(2, 1), antes=(1, 1), stacks=(9, 9), rules=ACPC
    )
    with pytest.raises(AgentError, match="no antes"):
        act(remote, antes)


@pytest.mark.parametrize("command", ["", "/no/such/program", "'unfinished"])
def test_what_cannot_be_started_says_so(command: str) -> None:
    with pytest.raises(AgentError, match="cannot be seated: there is no program"):
        AcpcSeat(command)
