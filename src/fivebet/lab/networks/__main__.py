"""The networks of `champion`, in pieces of some minutes on a machine with one GPU.

    python -m fivebet.lab.networks boards FOLDER --processes 16
    python -m fivebet.lab.networks turns FOLDER --minutes 8 --processes 7
    python -m fivebet.lab.networks train FOLDER --minutes 6

`boards` computes what must be known of all flops and turns (23 GB), `turns` solves random turns
until its time is over and adds to what it finds, `train` learns from all of them and writes
`turn-start.npz` and `flop-end.npz`. Training needs JAX with a GPU, solving CuPy.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from fivebet.lab.networks.boards import Boards, make_turns_of_flops
from fivebet.lab.networks.solved_turns import ITERATIONS, make_flop_checks, make_turns
from fivebet.solving.gpu_devices import HostDevice, find_device

_TEACHER = (128, 192)
"""Neurons of the network that values turns for the other one to learn from."""
_PLAYER = (64, 96)
"""Neurons of the network that plays: smaller, since it is asked at the table."""


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=["boards", "turns", "train"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--checks", type=int, default=64, help="flops whose turns are all solved")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--held-out", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    {"boards": _boards, "turns": _turns, "train": _train}[given.command](given)


def _boards(given: argparse.Namespace) -> None:
    start = time.perf_counter()
    for cards in (3, 4):
        Boards(given.folder, cards).make(given.processes)
    make_turns_of_flops(given.folder)
    print(f"all boards in {time.perf_counter() - start:.0f} s", flush=True)


def _turns(given: argparse.Namespace) -> None:
    end = time.time() + 60 * given.minutes
    seeds = [1000 * given.seed + i for i in range(given.processes)]
    with ProcessPoolExecutor(given.processes) as pool:
        jobs = [pool.submit(_solve_turns, given, seed, end) for seed in seeds]
        for job in jobs:
            job.result()


def _solve_turns(given: argparse.Namespace, seed: int, end: float) -> None:
    device = HostDevice() if given.device == "host" else find_device(given.device)
    if device is None:
        raise SystemExit("turns are solved on a GPU: give --device cuda")
    if seed % 1000 == 0 and given.checks and not (given.folder / "checks-0.npz").exists():
        make_flop_checks(given.folder, device, 0, given.checks, given.iterations)
    make_turns(
        given.folder, device, seed, lambda: time.time() > end, given.batch, given.iterations
    )


def _train(given: argparse.Namespace) -> None:
    from fivebet.lab.networks import training  # JAX is not needed for anything else

    seconds, start = 60 * given.minutes, time.perf_counter()
    turns = training.DeviceBoards.load(Boards(given.folder, 4))
    flops = training.DeviceBoards.load(Boards(given.folder, 3))

    def say(text: str) -> None:
        print(f"{time.perf_counter() - start:.0f} s: {text}", flush=True)

    solved = training.SolvedTurns(given.folder, turns, given.held_out, 128)
    say(f"{solved.count} solved turns to learn from, {given.held_out} held out")
    left = seconds - (time.perf_counter() - start)
    network = training.fit(
        training.new_parameters(given.seed, *_TEACHER), solved.batches(1), solved.held_out, 0.5 * left, say
    )
    training.save(given.folder / "turn-start.npz", network)
    figures = {"turn start": training.mean_errors(network, solved.held_out)}

    ends = training.FlopEnds(given.folder, flops, turns, network)
    with np.load(given.folder / "checks-0.npz") as file:
        weights = file["weights"] / file["weights"].sum(axis=2, keepdims=True)
        situations = (
            file["flops"].astype(np.int32),
            weights.astype(np.float32),
            np.log(file["spr"]).astype(np.float32),
        )
        exact = file["values"]
    checks = [ends.read(*situations, exact)]
    mean = np.asarray(ends.value(*situations))
    error = np.abs(mean - exact)
    figures["mean over turns"] = (
        float(error.mean()),
        float((error * weights).sum(axis=2).mean()),
    )
    say(f"means over turns against solved ones: {figures['mean over turns']}")
    left = seconds - (time.perf_counter() - start)
    valued = training.distil(ends, 0.45 * left, 64, 2, say)
    held_out, learnt = valued[:16], valued[16:] or valued
    others = [ends.read(*batch) for batch in held_out]
    left = seconds - (time.perf_counter() - start)
    network = training.fit(
        training.new_parameters(given.seed + 1, *_PLAYER),
        training.stored(learnt, ends, 128, 3),
        others,
        left,
        say,
    )
    training.save(given.folder / "flop-end.npz", network)
    figures["flop end, distilled"] = training.mean_errors(network, others)
    figures["flop end, solved"] = training.mean_errors(network, checks)
    say(f"against solved turns: {training.describe(network, checks)}")
    (given.folder / "errors.json").write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
