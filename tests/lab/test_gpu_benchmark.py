"""Measuring a GPU, tried on the processor with the same kernels."""

import json

import pytest

from fivebet.errors import SolvingError
from fivebet.lab import gpu_benchmark
from fivebet.lab.gpu_benchmark import solve_flop, solve_rivers
from fivebet.solving import Spot, Tree
from fivebet.solving.gpu_devices import HostDevice

FLOP = Spot.create("Kh8h3h", 200, 300, "AA,QQ", "99,AQs", bets="50%")


def test_a_flop_is_compared_with_the_processor() -> None:
    flop = solve_flop(FLOP, HostDevice(), target=0.1)
    assert flop.exploitability_pct <= 0.1
    assert flop.ev_difference_pct < 0.02
    own = Tree(FLOP, compressed=True)
    own.iterate(flop.iterations)
    assert flop.processor_ev == (own.expected(0), own.expected(1))
    # Sixteen bits for each number: regrets read twice and written, averages read and written.
    assert flop.gigabytes_an_iteration == pytest.approx(5 * own._solver.bytes_needed / 2 / 1e9)


def test_rivers_are_solved_by_the_batch() -> None:
    few, more = (solve_rivers(HostDevice(), 100, 2, iterations, "50%") for iterations in (5, 40))
    assert more.exploitability_pct < few.exploitability_pct / 3
    assert few.rivers_a_second > 0


def test_the_program_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--device", "host", "--only", "rivers", "--rivers", "1", "--iterations", "1"]
    assert gpu_benchmark.main([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["device"] == "the processor"
    assert [each["stack"] for each in result["rivers"]][::11] == [30, 4000]
    with pytest.raises(SolvingError, match="give 1 river or more"):
        gpu_benchmark.main(["--device", "host", "--rivers", "0"])
