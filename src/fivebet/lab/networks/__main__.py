"""The networks of `champion`, in pieces of some minutes on a machine with one GPU.

    python -m fivebet.lab.networks boards FOLDER --processes 16
    python -m fivebet.lab.networks turns FOLDER --turns 40000 --processes 8
    python -m fivebet.lab.networks turn-start FOLDER --minutes 2
    python -m fivebet.lab.networks flop-end FOLDER --minutes 4
    python -m fivebet.lab.networks check FOLDER

`boards` computes what must be known of all flops and turns (23 GB), `turns` solves random turns
that the folder does not have; --minutes stops it, and the same command continues. `turn-start`
learns from all of them, `flop-end` from the means of that network over all turns; each writes its
network and prints its errors on situations that were held out. `check` compares networks, the
folder's or those that ship, with flops of which `turns` has solved all turns. Training needs JAX
with a GPU, solving CuPy.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from importlib import resources
from math import inf
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from fivebet.errors import FivebetError
from fivebet.lab.command_line import exit_with, percent_printer, until
from fivebet.lab.networks.boards import Boards, BoardsJob, make_turns_of_flops
from fivebet.lab.networks.solved_turns import CHECKS, TurnSolves
from fivebet.runs.executors import make_executor
from fivebet.runs.job import Job, Result
from fivebet.runs.runner import JobStopped, run_job

if TYPE_CHECKING:
    from fivebet.lab.networks.training import Batch, FlopEnds

_TEACHER = (128, 192)
"""Neurons of the network that values turns for the other one to learn from."""
_PLAYER = (64, 96)
"""Neurons of the network that is asked a hundred times for a decision."""
_NETWORKS = ("turn-start", "flop-end")
_SHARE_OF_VALUING = 0.4
_MINUTES_TO_LEARN = 5.0


def main(arguments: Sequence[str]) -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=list(_COMMANDS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="how long; 5 to learn, turns until all are")
    parser.add_argument("--turns", type=int, default=TurnSolves.turns)
    parser.add_argument("--checks", type=int, default=64, help="flops whose turns are all solved")
    parser.add_argument("--batch", type=int, default=TurnSolves.batch)
    parser.add_argument("--iterations", type=int, default=TurnSolves.iterations)
    parser.add_argument("--device", default="cuda", help="cuda, or host to try it without a GPU")
    parser.add_argument("--held-out", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    return _COMMANDS[given.command](given)


def _run(job: Job[Result], given: argparse.Namespace) -> Result:
    minutes = inf if given.minutes is None else given.minutes
    return run_job(
        job,
        make_executor(given.processes, chunks=job.chunks),
        on_progress=percent_printer(),
        should_stop=until(minutes),
    )


def _make_boards(given: argparse.Namespace) -> int:
    for cards in (3, 4):
        _run(BoardsJob(folder=str(given.folder), cards=cards), given)
    make_turns_of_flops(given.folder)
    return 0


def _make_turns(given: argparse.Namespace) -> int:
    job = TurnSolves(
        folder=str(given.folder),
        turns=given.turns,
        batch=given.batch,
        iterations=given.iterations,
        checks=given.checks,
        device=given.device,
        seed=given.seed,
    )
    try:
        print(f"{job.turns} turns, exploitable by {_run(job, given):.4f} pots on average")
    except JobStopped:
        return 3
    return 0


def _training() -> ModuleType:
    try:
        from fivebet.lab.networks import training  # noqa: PLC0415 - only training needs JAX
    except ImportError as error:
        raise FivebetError("networks are trained with JAX: pip install 'fivebet[train]'") from error
    return training


def _speaker(start: float) -> Callable[[str], None]:
    def say(text: str) -> None:
        print(f"{time.perf_counter() - start:.0f} s: {text}", flush=True)

    return say


def _seconds(given: argparse.Namespace) -> float:
    return 60.0 * (_MINUTES_TO_LEARN if given.minutes is None else given.minutes)


def _learn_turn_start(given: argparse.Namespace) -> int:
    training = _training()
    start = time.perf_counter()
    say = _speaker(start)
    turns = training.DeviceBoards.load(Boards(given.folder, 4))
    solved = training.SolvedTurns(given.folder, turns, given.held_out, 128)
    say(f"{solved.count} solved turns to learn from, {given.held_out} held out")
    network = training.fit(
        training.new_parameters(given.seed, *_TEACHER),
        solved.batches(1),
        solved.held_out,
        _seconds(given) - (time.perf_counter() - start),
        say,
    )
    training.save(given.folder / "turn-start.npz", network)
    return 0


def _solved_flops(folder: Path, ends: "FlopEnds", say: Callable[[str], None]) -> "list[Batch]":
    """Return flops of which all turns were solved, if there are, and say what the means come to."""
    if not (folder / CHECKS).exists():
        return []
    with np.load(folder / CHECKS) as file:
        weights = file["weights"] / file["weights"].sum(axis=2, keepdims=True)
        drawn = (file["flops"], weights.astype(np.float32), np.log(file["spr"]))
        error = np.abs(np.asarray(ends.value(*drawn)) - file["values"])
        say(
            f"means over turns: every hand alike {error.mean():.4f}, "
            f"by the range {(error * weights).sum(axis=2).mean():.4f}"
        )
        return [ends.read(*drawn, file["values"])]


def _learn_flop_end(given: argparse.Namespace) -> int:
    training = _training()
    start = time.perf_counter()
    say = _speaker(start)
    turns, flops = (training.DeviceBoards.load(Boards(given.folder, cards)) for cards in (4, 3))
    teacher = training.load(given.folder / "turn-start.npz")
    ends = training.FlopEnds(given.folder, flops, turns, teacher)
    checks = _solved_flops(given.folder, ends, say)
    seconds = _seconds(given)
    valued = training.distil(ends, _SHARE_OF_VALUING * seconds, 64, given.seed + 2, say)
    held_out, learnt = valued[:16], valued[16:] or valued
    network = training.fit(
        training.new_parameters(given.seed + 1, *_PLAYER),
        training.stored(learnt, ends, 128, 3),
        [ends.read(*situations) for situations in held_out],
        seconds - (time.perf_counter() - start),
        say,
    )
    training.save(given.folder / "flop-end.npz", network)
    if checks:
        say(f"against solved turns: {training.describe(network, checks)}")
    return 0


def _check(given: argparse.Namespace) -> int:
    """Compare networks with flops of which all turns are solved."""
    training = _training()
    say = _speaker(time.perf_counter())
    turns, flops = (training.DeviceBoards.load(Boards(given.folder, cards)) for cards in (4, 3))
    teacher, network = (training.load(_network(given.folder, name)) for name in _NETWORKS)
    checks = _solved_flops(
        given.folder, training.FlopEnds(given.folder, flops, turns, teacher), say
    )
    if not checks:
        raise FivebetError(f"{str(given.folder)!r} has no solved flops: run turns first")
    say(f"end of the flop: {training.describe(network, checks)}")
    return 0


def _network(folder: Path, name: str) -> Path:
    """Return the folder's network, or the one that ships."""
    own = folder / f"{name}.npz"
    return own if own.exists() else Path(str(resources.files("fivebet.data") / own.name))


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "boards": _make_boards,
    "turns": _make_turns,
    "turn-start": _learn_turn_start,
    "flop-end": _learn_flop_end,
    "check": _check,
}

if __name__ == "__main__":
    exit_with(main)
