"""Turns solved to the river on a GPU: what networks learn from.

Each file holds some turns with the same chips behind: classes of boards, both ranges, and the
value of every hand at the start of the turn in parts of the pot less one half.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.card import CardSet
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.files import pack_arrays, write_atomically
from fivebet.lab.networks.boards import Boards
from fivebet.lab.networks.situations import canonical, combo_moves, draw_ranges, draw_spr
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.solving.gpu_devices import Device, HostDevice, find_device
from fivebet.solving.gpu_solver import GpuSolver
from fivebet.solving.gpu_walk import AVERAGE
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree, compatible_weights

POT = 1000
ITERATIONS = 80
CHECKS = "checks.npz"
"""The file of the flops of which all turns are solved."""
_COMBOS = 1326

Rows = NDArray[np.float64]


def turn_spot(mask: int, spr: float, ranges: Rows) -> Spot:
    """Return the turn that is solved for a situation; ranges are over all combos."""
    return Spot.create(
        CardSet.from_mask(mask),
        POT,
        max(1, round(POT * spr)),
        Range.from_weights(ranges[0]),
        Range.from_weights(ranges[1]),
        bets="66%",
        raises="3x",
        add_all_in=1.5,
        force_all_in=0.2,
    )


def solve_turns(
    masks: NDArray[np.uint64], ranges: Rows, spr: float, device: Device, iterations: int
) -> tuple[Rows, float]:
    """Return all combos' values on some turns with the same chips, and how exploitable they are.

    `ranges` has the axes turn, player and combo. Values are parts of the pot less one half;
    exploitability is the mean, in parts of the pot.
    """
    trees = [
        Tree(turn_spot(int(mask), spr, rows), compressed=True, threads=1, merge_suits=False)
        for mask, rows in zip(masks, ranges, strict=True)
    ]
    gpu = GpuSolver(trees, device)
    gpu.iterate(iterations)
    values = np.zeros((len(trees), 2, _COMBOS))
    for player in (0, 1):
        array = gpu._walk.root_values(player, AVERAGE)
        rows = device.download(array).view(np.float32).reshape(len(trees), -1)
        for number, tree in enumerate(trees):
            street, board, _ = tree.root.location
            combos = tree._solver.hands(street, board, player)
            met = compatible_weights(ranges[number, 1 - player])[combos]
            values[number, player, combos] = rows[number, : len(combos)] / np.maximum(met, 1e-12)
    return values / POT, float(gpu.exploitability().mean()) / POT


@dataclass(frozen=True, kw_only=True)
class TurnSolves(Job[float]):
    """Random turns to be solved, in files named after the seed and the number of the batch.

    The folder is the record: what it has is not solved again. The result is how exploitable the
    solutions are on average, in parts of the pot.
    """

    folder: str
    turns: int = 40_000
    batch: int = 32
    """The turns that are solved at once, with the same chips behind: a chunk."""
    iterations: int = ITERATIONS
    checks: int = 64
    """The flops of which all turns are solved, to judge networks by; they are the first chunk."""
    device: str = "cuda"
    """A GPU, or host to try it without one."""
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.turns, self.batch, self.iterations) < 1 or self.checks < 0:
            raise SolvingError("give 1 turn or more, of batches and iterations too")

    @property
    def chunks(self) -> int:
        """The checks, and the batches."""
        return 1 + -(-self.turns // self.batch)

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Solve a batch of turns, or the checks, unless the folder has them."""
        if number:
            return ChunkResult(self._solve_batch(number - 1), number)
        path = Path(self.folder) / CHECKS
        if self.checks and not path.exists():
            make_flop_checks(path, find_gpu(self.device), self.checks, self.iterations)
        return ChunkResult(None, number)

    def reducer(self) -> "Collected[float]":
        """Return a new reducer."""
        return Collected(lambda found: float(np.mean([x for x in found if x is not None] or [0])))

    def _solve_batch(self, number: int) -> float:
        path = Path(self.folder) / f"solved-{self.seed}-{number}.npz"
        if path.exists():
            with np.load(path) as file:
                return float(file["exploitability"])
        boards = Boards(Path(self.folder), 4)
        masks, chances = boards.array("masks"), boards.array("chances")
        orders, combos = boards.array("orders"), boards.array("combos")
        rng = np.random.default_rng([self.seed, number])
        classes = rng.choice(len(masks), self.batch, p=np.asarray(chances) / np.sum(chances))
        spr = draw_spr(rng)
        live = combos[classes].astype(np.intp)
        weights = np.stack(
            [draw_ranges(rng, live, orders[classes].astype(np.intp)) for _ in (0, 1)], axis=1
        )
        ranges = np.zeros((self.batch, 2, _COMBOS))
        np.put_along_axis(ranges, np.repeat(live[:, None], 2, axis=1), weights, axis=2)
        values, exploitability = solve_turns(
            masks[classes], ranges, spr, find_gpu(self.device), self.iterations
        )
        content = pack_arrays(
            classes=classes.astype(np.int16),
            spr=np.float32(spr),
            weights=weights.astype(np.float16),
            values=np.take_along_axis(values, live[:, None], axis=2).astype(np.float16),
            exploitability=np.float32(exploitability),
        )
        write_atomically(path, content)
        return exploitability


@lru_cache(maxsize=1)
def find_gpu(name: str) -> Device:
    """Return the device on which this process solves turns."""
    if name == "host":
        return HostDevice()
    try:
        device = find_device(name)
    except SolvingError as error:
        reason = str(error).partition(":")[0]
        raise SolvingError(f"turns are solved on a GPU: {reason}") from None
    if device is None:
        raise SolvingError("turns are solved on a GPU: give --device cuda")
    return device


def make_flop_checks(path: Path, device: Device, count: int, iterations: int) -> None:
    """Solve all turns of some random flops: what a network for the end of the flop is judged by."""
    boards = Boards(path.parent, 3)
    masks, combos, orders = (boards.array(name) for name in ("masks", "combos", "orders"))
    moves = combo_moves()
    rng = np.random.default_rng(0)
    flops = rng.choice(len(masks), count)
    sprs, weights, values = [], [], []
    for flop in flops:
        live = combos[flop].astype(np.intp)
        spr = draw_spr(rng)
        order = orders[flop].astype(np.intp)
        rows = draw_ranges(rng, np.stack([live, live]), np.stack([order, order]))
        ranges = np.zeros((2, _COMBOS))
        ranges[:, live] = rows
        mean = _mean_of_turns(int(masks[flop]), ranges, spr, device, iterations, moves)
        values.append(mean[:, live])
        sprs.append(spr)
        weights.append(rows)
    content = pack_arrays(
        flops=flops,
        spr=np.array(sprs),
        weights=np.array(weights),
        values=np.array(values),
    )
    write_atomically(path, content)


def _mean_of_turns(
    flop: int, ranges: Rows, spr: float, device: Device, iterations: int, moves: NDArray[np.intp]
) -> Rows:
    """Return all combos' values at the end of a flop: the mean over all turns."""
    cards = [card for card in range(52) if not flop >> card & 1]
    boards = np.array([flop | 1 << card for card in cards], dtype=np.uint64)
    least, orders = canonical(boards)
    renamed = np.zeros((len(cards), 2, _COMBOS))
    gone = (COMBO_MASKS[None, :] & boards[:, None]) != 0
    for i, order in enumerate(orders):
        renamed[i][:, moves[order]] = np.where(gone[i], 0, ranges)
    solved, _ = solve_turns(least, renamed, spr, device, iterations)
    total, met = np.zeros((2, _COMBOS)), np.zeros((2, _COMBOS))
    for i, order in enumerate(orders):
        back = solved[i][:, moves[order]]
        for player in (0, 1):
            here = compatible_weights(np.where(gone[i], 0, ranges[1 - player]))
            total[player] += np.where(gone[i], 0, back[player] * here)
            met[player] += np.where(gone[i], 0, here)
    mean: Rows = total / np.maximum(met, 1e-12)
    return mean
