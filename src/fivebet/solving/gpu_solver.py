"""Trees solved on a GPU: the same numbers as the processor's, learnt by the kernels.

What is learnt is brought back into the trees, where everything else is read from: strategies,
values, files. Trees with the same betting can be solved together.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import plan_for_gpu
from fivebet.errors import SolvingError
from fivebet.solving.gpu_devices import Device
from fivebet.solving.gpu_walk import AVERAGE, BEST_RESPONSE, HAND_FACTS, DeviceWalk
from fivebet.solving.tree import Node, Tree


def plan_trees(trees: Sequence[Tree]) -> dict[str, Any]:
    """Plan the walks of trees that are solved together; no device takes part in it."""
    return plan_for_gpu([tree._solver for tree in trees])


class GpuSolver:
    """Trees with the same betting, solved together on a device.

    Trees keep what they have learnt so far; `download` brings back what the device learns. They
    may have been planned before (`plan_trees`).
    """

    def __init__(
        self, trees: Sequence[Tree], device: Device, plan: dict[str, Any] | None = None
    ) -> None:
        model = trees[0]
        state = (model.iterations, model.weight, model.discounting, model.compressed)
        if any(
            (tree.iterations, tree.weight, tree.discounting, tree.compressed) != state
            for tree in trees
        ):
            raise SolvingError("trees that are solved together have learnt equally long")
        self.trees = list(trees)
        self.device = device
        plan = plan_trees(trees) if plan is None else plan
        self._width: int = plan["streets"][0]["width"]
        self._weights = [rows.reshape(len(trees), self._width) for rows in plan["weights"]]
        self._starts = [hands.view(HAND_FACTS)["table"] for hands in plan["streets"][0]["hands"]]
        self._totals = np.array([tree._solver.total_weight for tree in trees])
        self._walk = DeviceWalk(
            plan, device, model.compressed, model.discounting, model.iterations, model.weight
        )
        if model.iterations:
            for (name, player), table in self._walk.tables.items():
                parts = [tree._solver.buffer(name, player) for tree in trees]
                device.write(table, np.concatenate(parts))

        self._preparing: Thread | None = None

    def take_memory(self) -> None:
        """Begin to take the memory that `download` needs, while the device is at work.

        The system hands it out page by page, which takes longer than the copy itself.
        """
        if not self.trees[0].iterations:
            self._preparing = Thread(target=self._prepare, name="taking memory")
            self._preparing.start()

    def _prepare(self) -> None:
        with suppress(SolvingError):  # `download` says it
            for tree in self.trees:
                tree.prepare()

    @property
    def iterations(self) -> int:
        """Return how often both players have learnt."""
        return self._walk.iterations

    def iterate(self, times: int = 1) -> None:
        """Let both players of every tree learn so many times."""
        self._walk.iterate(times)

    def expected(self, player: int, best: bool = False) -> NDArray[np.float64]:
        """Return what a player wins in each tree, less half of the pot.

        The player follows its average strategy, or a best response to the other's.
        """
        array = self._walk.root_values(player, BEST_RESPONSE if best else AVERAGE)
        values = self.device.download(array).view(np.float32)
        rows = values.reshape(len(self.trees), self._width).astype(np.float64)
        result: NDArray[np.float64] = (rows * self._weights[player]).sum(axis=1) / self._totals
        return result

    def exploitability(self) -> NDArray[np.float64]:
        """Return the mean of what both could gain in each tree, in chips."""
        gains = self.expected(0, best=True) + self.expected(1, best=True)
        if self.trees[0].spot.rake > 0 or any(tree.locked for tree in self.trees):
            gains -= self.expected(0) + self.expected(1)
        return gains / 2

    def fetch(self, number: int, nodes: Iterable[Node]) -> None:
        """Bring the strategies of some decisions back into a tree, and nothing else."""
        tree = self.trees[number]
        kind = np.dtype(np.uint16 if tree.compressed else np.float32)
        tree.fetched = {}
        for node in nodes:
            assert node.player is not None
            first, stride = tree._solver.place(*node.location)
            start = int(self._starts[node.player][number]) + first
            end = start + len(node.actions) * stride
            table = self._walk.tables["averages", node.player]
            rows = self.device.download(table[start * kind.itemsize : end * kind.itemsize])
            street, board_class, _ = node.location
            hands = len(tree._solver.hands(street, board_class, node.player))
            parts = rows.view(kind).reshape(-1, stride)[:, :hands].astype(np.float32)
            total = parts.sum(axis=0)
            tree.fetched[node.location] = np.where(
                total > 0, parts / np.where(total > 0, total, 1), np.float32(1 / len(parts))
            )
        self._note_progress(tree)

    def download(self) -> None:
        """Bring what was learnt back into the trees."""
        if self._preparing:
            self._preparing.join()
        for tree in self.trees:
            tree.prepare()
        for (name, player), table in self._walk.tables.items():
            start = 0
            for tree in self.trees:
                part = tree._solver.buffer(name, player)  # the solver's own memory
                self.device.download_into(table[start : start + part.size], part)
                start += part.size
        for tree in self.trees:
            self._note_progress(tree)

    def _note_progress(self, tree: Tree) -> None:
        tree.iterations = self._walk.iterations
        tree.weight = self._walk.weight
        tree.exploitability = None
        tree.device = self.device.name
