"""Turns solved to the river on a GPU: what networks learn from.

Each file holds some turns with the same chips behind: classes of boards, both ranges, and the
value of every hand at the start of the turn in parts of the pot less one half.
"""

import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.card import CardSet
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.ranges import Range
from fivebet.files import write_atomically
from fivebet.lab.networks.boards import Boards
from fivebet.lab.networks.situations import canonical, combo_moves, draw_ranges, draw_spr
from fivebet.solving.gpu_devices import Device
from fivebet.solving.gpu_solver import GpuSolver
from fivebet.solving.gpu_walk import AVERAGE
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree, compatible_weights

POT = 1000
ITERATIONS = 80
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


def make_turns(
    folder: Path,
    device: Device,
    seed: int,
    until: Callable[[], bool],
    batch: int = 32,
    iterations: int = ITERATIONS,
) -> None:
    """Solve random turns until asked to stop, and keep them in files named after the seed."""
    boards = Boards(folder, 4)
    masks, chances = boards.array("masks"), boards.array("chances")
    orders, combos = boards.array("orders"), boards.array("combos")
    number, start, solved = 0, time.perf_counter(), 0
    while not until():
        path = folder / f"solved-{seed}-{number}.npz"
        rng = np.random.default_rng([seed, number])
        number += 1
        if path.exists():
            continue
        classes = rng.choice(len(masks), batch, p=np.asarray(chances) / np.sum(chances))
        spr = draw_spr(rng)
        live = combos[classes].astype(np.intp)
        weights = np.stack(
            [draw_ranges(rng, live, orders[classes].astype(np.intp)) for _ in (0, 1)], axis=1
        )
        ranges = np.zeros((batch, 2, _COMBOS))
        np.put_along_axis(ranges, np.repeat(live[:, None], 2, axis=1), weights, axis=2)
        values, exploitability = solve_turns(masks[classes], ranges, spr, device, iterations)
        _save(
            path,
            classes=classes.astype(np.int16),
            spr=np.float32(spr),
            weights=weights.astype(np.float16),
            values=np.take_along_axis(values, live[:, None], axis=2).astype(np.float16),
            exploitability=np.float32(exploitability),
        )
        solved += batch
        rate = solved / (time.perf_counter() - start)
        print(f"{seed}: {solved} turns, {rate:.1f} a second, {exploitability:.4f}", flush=True)


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
    _save(
        path,
        flops=flops,
        spr=np.array(sprs),
        weights=np.array(weights),
        values=np.array(values),
    )


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


def _save(path: Path, **arrays: Any) -> None:
    file = BytesIO()
    np.savez(file, **arrays)
    write_atomically(path, file.getvalue())
