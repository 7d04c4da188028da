"""What a GPU does: flops and rivers solved on it, judged by the processor, and its bandwidth.

    python -m fivebet.lab.gpu_benchmark
    python -m fivebet.lab.gpu_benchmark --only rivers --rivers 4096
    python -m fivebet.lab.gpu_benchmark --device host --only rivers --rivers 2 --iterations 10

Three flops on Td9d6h are solved to 0.3 % of the pot in new trees, four times: the best counts,
planning and the copy to the processor included. Their values and exploitability are then compared
with those of as many iterations on the processor. Rivers have all hands, random boards and
random ranges; boards are evaluated on the device, and values come back. The device's own
bandwidth is that of copies and of sums of two arrays. `--device host` runs the same kernels on
the processor, to try this program; its times mean nothing.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from fivebet.cards.combos import COMBO_MASKS
from fivebet.errors import SolvingError
from fivebet.lab.command_line import exit_with
from fivebet.solving.gpu_devices import Device, HostDevice, find_device
from fivebet.solving.river_batch import RiverBatch
from fivebet.solving.solver import solve_steps
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree

_OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
_IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
FLOPS = {
    "bets 50 %, raises 100 %": Spot.create("Td9d6h", 200, 900, _OOP, _IP, "50%", "100%"),
    "bets 50 and 100 %, raises 100 %": Spot.create(
        "Td9d6h", 200, 900, _OOP, _IP, "50%, 100%", "100%"
    ),
    "bets 33, 75 and 150 %, raises 50 and 100 %": Spot.create(
        "Td9d6h", 200, 900, _OOP, _IP, "33%, 75%, 150%", "50%, 100%"
    ),
}
_POT = 200
_STACKS = np.geomspace(0.15, 20, 12)
"""Chips behind on rivers, in pots."""
_JUDGED = 1_024
"""Rivers of a batch whose exploitability is measured."""
_WORDS = 1 << 28
_TIMES = 12
_SOLVES = 4
_BLOCKS = 2_112  # sixteen for each multiprocessor of the largest devices
_TRIAD = r"""
extern "C" __global__ void triad(const float4* a, const float4* b, float4* to, long long n) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;
       i += (long long)gridDim.x * blockDim.x) {
    const float4 x = a[i], y = b[i];
    to[i] = make_float4(x.x + 0.5f * y.x, x.y + 0.5f * y.y, x.z + 0.5f * y.z, x.w + 0.5f * y.w);
  }
}
"""


@dataclass(frozen=True)
class TimedFlop:
    """A flop that was solved on a device."""

    iterations: int
    seconds: float
    """Of planning, solving and the copy to the processor."""
    milliseconds_an_iteration: float
    exploitability_pct: float
    """As the processor measures it."""
    ev: tuple[float, float]
    processor_ev: tuple[float, float]
    """After as many iterations on the processor."""
    ev_difference_pct: float
    """Between the two, in percent of the pot."""
    gigabytes_an_iteration: float
    """Read and written: regrets twice and once, averages once and once."""


@dataclass(frozen=True)
class TimedRivers:
    """Rivers that were solved on a device."""

    stack: int
    rivers_a_second: float
    exploitability_pct: float


def solve_flop(spot: Spot, device: Device, target: float = 0.3) -> TimedFlop:
    """Solve a flop in new trees, and compare the last one with the processor's."""
    seconds, learning = np.inf, (0, 0.0)
    for _ in range(_SOLVES):
        start = time.perf_counter()
        tree, points = Tree(spot, compressed=True), []
        for now in solve_steps(tree, target, device=device, watched=False):
            points.append((now.iterations, time.perf_counter()))
        seconds = min(seconds, time.perf_counter() - start)
        first, last = points[0], points[-1]
        learning = (last[0] - first[0], last[1] - first[1])
    pct = 100 * tree.measure() / spot.pot
    own = Tree(spot, compressed=True, like=tree)
    own.iterate(tree.iterations)
    found, processor = ((each.expected(0), each.expected(1)) for each in (tree, own))
    numbers = sum(tree._solver.buffer("regrets", player).nbytes for player in (0, 1))
    return TimedFlop(
        tree.iterations,
        seconds,
        1_000 * learning[1] / max(1, learning[0]),
        pct,
        found,
        processor,
        100 * max(abs(a - b) for a, b in zip(found, processor, strict=True)) / spot.pot,
        5 * numbers / 1e9,
    )


def solve_rivers(
    device: Device, stack: int, count: int, iterations: int, bets: str = "50%, 100%"
) -> TimedRivers:
    """Solve random rivers with all hands; the better of two times counts."""
    rng = np.random.default_rng(stack)
    boards = np.array([rng.permutation(52)[:5] for _ in range(count)], dtype=np.uint8)
    weights = rng.random((2, count, len(COMBO_MASKS)), dtype=np.float32) ** 3
    masks = (np.uint64(1) << boards.astype(np.uint64)).sum(axis=1)
    weights[:, (COMBO_MASKS[None, :] & masks[:, None]) != 0] = 0
    spot = Spot.create("2c3c4d5h9s", _POT, stack, "random", "random", bets, "100%")
    best = np.inf
    for _ in range(2):
        start = time.perf_counter()
        batch = RiverBatch(spot, boards, weights, device)
        batch.iterate(iterations)
        for player in (0, 1):
            batch.values(player)
        _ = batch.combos
        best = min(best, time.perf_counter() - start)
    judged = RiverBatch(spot, boards[:_JUDGED], weights[:, :_JUDGED], device)
    judged.iterate(iterations)
    return TimedRivers(stack, count / best, 100 * float(judged.exploitability().mean()) / _POT)


def bandwidth() -> dict[str, float]:
    """Return the gigabytes a second that a copy and a sum of two arrays move on the GPU."""
    import cupy  # noqa: PLC0415 - only where there is a GPU

    a, b = (cupy.random.random(_WORDS, dtype=cupy.float32) for _ in range(2))
    to = cupy.empty_like(a)
    triad = cupy.RawKernel(_TRIAD, "triad")
    kernels: dict[str, tuple[Callable[[], Any], int]] = {
        "copy": (lambda: cupy.copyto(to, a), 2),
        "triad": (lambda: triad((_BLOCKS,), (512,), (a, b, to, np.int64(_WORDS // 4))), 3),
    }
    found = {}
    for name, (kernel, arrays) in kernels.items():
        took = []
        for _ in range(_TIMES):
            begin, end = cupy.cuda.Event(), cupy.cuda.Event()
            begin.record()
            kernel()
            end.record()
            end.synchronize()
            took.append(cupy.cuda.get_elapsed_time(begin, end) / 1_000)
        found[name] = arrays * 4 * _WORDS / min(took) / 1e9
    return found


def main(given: Sequence[str]) -> int:
    """Measure a GPU from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m fivebet.lab.gpu_benchmark",
        description="Solve flops and rivers on a GPU, and measure its bandwidth.",
    )
    parser.add_argument("--device", choices=("cuda", "host"), default="cuda")
    parser.add_argument("--only", choices=("flops", "rivers", "bandwidth"))
    parser.add_argument("--target", type=float, default=0.3, help="of flops, %% of the pot")
    parser.add_argument("--rivers", type=int, default=4_096, help="on each of twelve stacks")
    parser.add_argument("--iterations", type=int, default=200, help="on rivers")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(given)
    if min(asked.rivers, asked.iterations) < 1:
        raise SolvingError("give 1 river or more, and 1 iteration or more")
    device = HostDevice() if asked.device == "host" else find_device(asked.device)
    assert device
    result: dict[str, Any] = {"device": device.name}

    def note(text: str) -> None:
        if not asked.json:
            print(text, flush=True)

    note(f"on {device.name}")
    if asked.only in (None, "bandwidth") and asked.device == "cuda":
        result["bandwidth"] = bandwidth()
        note(f"gigabytes a second: {result['bandwidth']}")
    if asked.only in (None, "flops"):
        result["flops"] = {}
        for name, spot in FLOPS.items():
            flop = solve_flop(spot, device, asked.target)
            result["flops"][name] = asdict(flop)
            note(f"{name}: {flop}")
    if asked.only in (None, "rivers"):
        rivers = []
        for stack in _STACKS:
            chips = max(1, round(_POT * float(stack)))
            rivers.append(solve_rivers(device, chips, asked.rivers, asked.iterations))
            note(str(rivers[-1]))
        together = len(rivers) / sum(1 / each.rivers_a_second for each in rivers)
        result["rivers"] = [asdict(each) for each in rivers]
        result["rivers_a_second"] = together
        note(f"all stacks together: {together:,.0f} rivers a second")
    if asked.json:
        print(json.dumps(result))
    return 0


if __name__ == "__main__":
    exit_with(main)
