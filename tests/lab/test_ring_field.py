"""Agents compared at the same tables of six."""

import json
from random import Random

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.errors import GameError
from fivebet.game import Game, Hand, play
from fivebet.lab import ring_field
from fivebet.lab.ring_field import RingField
from fivebet.runs.executors import InProcess
from fivebet.runs.runner import run_job

BASELINES = ("call", "raise", "fold", "random", "random:mix=moik", "call")
FIELD = RingField(agents=("raise", "random"), opponents=BASELINES, tables=3, deals=2, seed=7)


def won_by_hand(name: str, table: int) -> float:
    """Return what an agent wins at a table, in mbb a hand, by a loop of its own."""
    opponents = Random(100_003 * FIELD.seed + table).sample(BASELINES, 5)
    names = [name, *opponents]
    agents = [make_agent(each, seed=1000 * table + i) for i, each in enumerate(names)]
    won = 0.0
    for deal in range(FIELD.deals):
        for turn in range(6):
            order = [(seat + turn) % 6 for seat in range(6)]
            hand = Hand(Game.named("limit-6p"), seed=7919 * 7 + 1009 * table + deal, number=deal)
            play(hand, [agents[player] for player in order])
            won += float(hand.payoffs[order.index(0)])
    return 1000 * won / Game.named("limit-6p").big_blind / (6 * FIELD.deals)


def test_everybody_plays_at_the_same_tables() -> None:
    result = run_job(FIELD, InProcess())
    expected = [[won_by_hand(name, table) for name in FIELD.agents] for table in range(3)]
    assert np.allclose(result.won, expected)
    (_, first, nothing), (_, _, ahead) = result.intervals()
    assert first.mean == pytest.approx(sum(row[0] for row in expected) / 3)
    assert nothing.mean == 0
    assert ahead.mean == pytest.approx(sum(row[1] - row[0] for row in expected) / 3)


def test_agents_made_for_other_tables_are_adapted() -> None:
    assert RingField(agents=("nash-limit",)).players[0] == "adapted::nash-limit"


def test_a_comparison_becomes_plain_data_and_back() -> None:
    data = json.loads(json.dumps(FIELD.to_dict()))
    again = RingField.from_dict(data)
    assert again.to_dict() == FIELD.to_dict()
    assert again.table(2) == FIELD.table(2)


def test_other_tables_are_refused() -> None:
    with pytest.raises(GameError, match="limit-2p is not for six players"):
        RingField(agents=("call",), game="limit-2p")
    with pytest.raises(GameError, match="1 table or more"):
        RingField(agents=("call",), tables=0)


def test_the_command_prints_what_each_won(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ring_field, "FAST", BASELINES)
    given = ["call", "raise", "--tables", "2", "--deals", "1", "--workers", "1", "--store", "none"]
    assert ring_field.main(given) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["call", "raise"]
    assert lines[1].endswith("more than call")
