"""Ladders of several agents, compared opponent by opponent."""

import json
from pathlib import Path
from typing import Any

import pytest
from tools.compare_ladders import main

from fivebet.arena.ladder import ladder_to_dict, make_ladder
from fivebet.game import Game
from fivebet.runs.runner import run_job


def kept(folder: Path, name: str, agent: str, won: dict[str, float], seed: int = 1) -> str:
    data: dict[str, Any] = ladder_to_dict(
        run_job(make_ladder(agent, 0, tuple(won), game=Game.named("limit-2p"), deals=2, seed=seed))
    )
    for each in data["opponents"]:
        each |= {"mbb_per_hand": won[each["name"]], "ci95": [won[each["name"]] - 30, 0]}
        each["ci95"][1] = won[each["name"]] + 30
    (folder / name).write_text(json.dumps(data), "utf-8")
    return str(folder / name)


def test_the_first_is_compared_with_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        kept(tmp_path, "a", "call", {"fold": 500, "tight": 10}),
        kept(tmp_path, "b", "call", {"fair": -20, "random": 90}),
        kept(tmp_path, "c", "raise", {"fold": 400, "tight": 20, "fair": -90}),
        kept(tmp_path, "d", "loose", {"fold": 600, "tight": 0, "fair": -50}),
    ]
    assert main(files) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("3 opponents: game limit-2p, deals 2, matches 1, seed 1")
    assert "| `call` | +163 ± 17 | 2 |  |" in printed
    assert "| `raise` | +110 ± 17 | 2 | 2 |" in printed
    assert "| `loose` | +183 ± 17 | 1 | 2 |" in printed
    assert "`call` wins most from 1 of 3." in printed


def test_other_deals_are_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = kept(tmp_path, "a", "call", {"fold": 500})
    for other, why in (
        (
            kept(tmp_path, "b", "raise", {"fold": 400}, seed=2),
            "has other deals than",
        ),
        (kept(tmp_path, "e", "call", {"tight": 40}, seed=2), "has other deals than"),
        (kept(tmp_path, "c", "raise", {"tight": 400}), "no opponent in common"),
        (kept(tmp_path, "d", "call", {"fold": 400}), "in another file"),
        (str(tmp_path / "nowhere"), "No such file"),
    ):
        assert main([one, other]) == 2
        assert why in capsys.readouterr().err
