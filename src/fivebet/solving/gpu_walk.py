"""Walks of counterfactual regret minimisation as sequences of launches on a device.

What a betting needs is planned once by the core (boards, hands, programs of the walk) and
lies on the device; an iteration is a fixed sequence of launches, recorded once. The
kernels, and how they divide the work, are in native/gpu.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import gpu_walk_fields
from fivebet.errors import SolvingError
from fivebet.solving.discounting import Discounting, plan_steps
from fivebet.solving.gpu_devices import Device

LEARN, AVERAGE, BEST_RESPONSE = range(3)
_MODES = (LEARN, AVERAGE, BEST_RESPONSE)
_WIDE = 512  # hands beyond which a block walks a tree alone, step by step, as the core plans it
_GROUPS_OF_BLOCK = 2  # of terminals that it values at once
_RESIDENT_WARPS = 32  # of a multiprocessor, as many as registers allow
_PLANNED_ITERATIONS = 512  # whose discounts are on the device
_BOARD_ARRAYS = (
    "places",
    "pairs",
    "pair_places",
    "indices",
    "by_card",
    "starts",
    "matrices",
    "entering_places",
)
HAND_FACTS = np.dtype(
    [(name, np.int64) for name in ("table", "matrix")]
    + [
        (name, np.int32)
        for name in ("scale", "hands", "stride", "indices", "by_card", "starts", "entering")
    ]
    + [("per_pair", np.float32)]
)
"""A player's hands on a board: BoardHands of the kernels."""
_WIDE_FACTS = 2 * HAND_FACTS.itemsize + 16  # bytes: WideFacts of the kernels


@dataclass
class _Launch:
    """Trees that are walked by one launch, since they need about as much shared memory."""

    kernel: str
    first: int
    trees: int
    shared_bytes: int
    warps: int
    teams: int
    """Warps that value terminals, each of which needs memory for it."""


class DeviceWalk:
    """A planned betting with its numbers on a device.

    The plan is the core's (`plan_for_gpu`); its arrays may lie on the device already.
    """

    def __init__(
        self,
        plan: dict[str, Any],
        device: Device,
        compressed: bool,
        discounting: Discounting,
        iterations: int = 0,
        weight: float = 0.0,
    ) -> None:
        self.device = device
        self.compressed = compressed
        self.iterations = iterations
        self.weight = weight
        self._discounting = discounting
        self._suffix = "_16" if compressed else ""
        self._kernels = device.kernels(compressed)
        self._streets: list[dict[str, Any]] = plan["streets"]
        self._last_is_river: bool = plan["last_is_river"]
        self._check_memory(plan)
        self._kept: list[Any] = []  # what walks point to lives as long as they do
        number = 2 if compressed else 4
        self.tables: dict[tuple[str, int], Any] = {}
        """Regrets, averages and scales of each player, as the processor's solver has them."""
        for player in (0, 1):
            for name in ("regrets", "averages"):
                self.tables[name, player] = self._zeros(plan["numbers"][player] * number)
            self.tables["scales", player] = self._zeros(plan["scales"][player] * 4)
        self._iteration = self._zeros(4)
        self._planned = 0
        self._discounts = self._upload(np.zeros((_PLANNED_ITERATIONS, 4), dtype=np.float32))
        self._plan_discounts()
        self._launches = [self._plan_river(player) for player in (0, 1)]
        self._walks: dict[tuple[int, int, int], int] = {}
        self._root_values: list[Any] = []
        self._words = self._fill_walks(plan)
        self._learn: Callable[[], None] | None = None

    def iterate(self, times: int = 1) -> None:
        """Let both players learn so many times."""
        self._kernels.use_walks(self._words)
        for _ in range(times):
            if self.iterations == self._planned:
                self._plan_discounts()
            if self._learn is None:
                # Kernels must have been loaded before launches can be recorded.
                self._iterate_once()
                self._learn = self.device.record(self._iterate_once)
            else:
                self._learn()
            self.weight = self._discounting.weight(self.iterations, self.weight)
            self.iterations += 1

    def root_values(self, player: int, mode: int) -> Any:
        """Return rows of counterfactual values at the roots, on the device."""
        self._kernels.use_walks(self._words)
        self._walk(player, mode)
        return self._root_values[player]

    def _zeros(self, bytes_: int) -> Any:
        array = self.device.zeros(max(16, bytes_))
        self._kept.append(array)
        return array

    def _upload(self, numbers: Any) -> Any:
        if isinstance(numbers, np.ndarray):
            numbers = self.device.upload(numbers if numbers.size else np.zeros(16, np.uint8))
        self._kept.append(numbers)
        return numbers

    def _check_memory(self, plan: dict[str, Any]) -> None:
        free = self.device.free_bytes()
        needed = sum(plan["numbers"]) * 2 * (2 if self.compressed else 4)
        if free is not None and needed > 0.9 * free:
            raise SolvingError(
                f"the tree needs {needed / 1e6:,.0f} MB and {self.device.name} has "
                f"{free / 1e6:,.0f} MB free: offer fewer sizes"
                + ("" if self.compressed else " or keep numbers in 16 bits")
            )

    def _plan_discounts(self) -> None:
        """Put the discounts of the next iterations on the device."""
        steps, _ = plan_steps(self._discounting, self.iterations, self.weight, _PLANNED_ITERATIONS)
        self.device.write(self._discounts, np.array(steps, dtype=np.float32))
        self.device.write(self._iteration, np.zeros(16, dtype=np.uint8))
        self._planned = self.iterations + _PLANNED_ITERATIONS

    def _fill_walks(self, plan: dict[str, Any]) -> NDArray[np.int64]:
        fields = {name: i for i, name in enumerate(gpu_walk_fields())}
        uploaded = [self._upload_street(street) for street in self._streets]
        weights = [self._upload(rows) for rows in plan["weights"]]
        locks = [
            (self._upload(plan["locks"][player]), self._upload(plan["lock_starts"][player]))
            if len(plan["lock_starts"][player])
            else None
            for player in (0, 1)
        ]
        words = np.zeros((2 * len(self._streets) * len(_MODES), len(fields)), dtype=np.int64)
        for player in (0, 1):
            rows = [self._street_rows(depth, player) for depth in range(len(self._streets))]
            values = [self._tree_values(street, player) for street in self._streets]
            self._root_values.append(values[0])
            for depth, street in enumerate(self._streets):
                facts = self._street_facts(street, player, uploaded[depth], locks)
                before = self._streets[depth - 1] if depth else None
                facts |= {
                    "street_rows": rows[depth],
                    "tree_values": values[depth],
                    "before_rows": rows[depth - 1] if depth else weights[1 - player],
                    "before_width": before["width"] if before else street["width"],
                    "before_row_count": before["programs"][player]["row_count"] if before else 1,
                }
                for mode in _MODES:
                    self._walks[player, depth, mode] = number = len(self._walks)
                    for name, value in (facts | {"mode": mode}).items():
                        whole = isinstance(value, (int, np.integer))
                        words[number, fields[name]] = value if whole else self.device.address(value)
        return words

    def _upload_street(self, street: dict[str, Any]) -> dict[str, Any]:
        arrays = {name: self._upload(street[name]) for name in _BOARD_ARRAYS}
        arrays["hands"] = [self._upload(rows) for rows in street["hands"]]
        arrays["programs"] = [
            {
                name: self._upload(program[name])
                for name in ("trees", "order", "programs", "group_places")
            }
            for program in street["programs"]
        ]
        return arrays

    def _street_facts(
        self, street: dict[str, Any], player: int, arrays: dict[str, Any], locks: list[Any]
    ) -> dict[str, Any]:
        facts: dict[str, Any] = {name: arrays[name] for name in _BOARD_ARRAYS}
        facts |= arrays["programs"][player]
        for side, name in ((player, "our"), (1 - player, "their")):
            for table in ("regrets", "averages", "scales"):
                facts[f"{name}_{table}"] = self.tables[table, side]
            if locks[side] is not None:
                facts[f"{name}_locks"], facts[f"{name}_lock_starts"] = locks[side]
        return facts | {
            "ours": arrays["hands"][player],
            "theirs": arrays["hands"][1 - player],
            "discounts": self._discounts,
            "iteration": self._iteration,
            "player": player,
            "tree_count": len(street["programs"][player]["tree_rows"]),
            "width": street["width"],
            "street_row_count": street["programs"][player]["row_count"],
            "most_others": _most_hands(street, 1 - player),
        }

    def _is_river(self, depth: int) -> bool:
        return self._last_is_river and depth == len(self._streets) - 1

    def _street_rows(self, depth: int, player: int) -> Any:
        """Return memory for the rows of a street; on the river for those of far trees."""
        street = self._streets[depth]
        near = self._is_river(depth) and not any(
            launch.kernel.startswith("walk_far")
            for launches in self._launches
            for launch in launches
        )
        rows = 0 if near else _boards(street) * street["programs"][player]["row_count"]
        return self._zeros(4 * rows * street["width"])

    def _tree_values(self, street: dict[str, Any], player: int) -> Any:
        trees = len(street["programs"][player]["tree_rows"])
        return self._zeros(4 * _boards(street) * trees * street["width"])

    def _iterate_once(self) -> None:
        for player in (0, 1):
            self._walk(player, LEARN)
        self._kernels.launch("count_iteration", 1, 1, 0, self._iteration)

    def _walk(self, player: int, mode: int) -> None:
        """Launch everything that one player's values need."""
        inner = len(self._streets) - self._last_is_river
        for depth in range(inner):
            self._launch_trees("split_rows", player, depth, mode)
        if self._last_is_river:
            river = len(self._streets) - 1
            for launch in self._launches[player]:
                self._kernels.launch(
                    launch.kernel,
                    _boards(self._streets[river]) * launch.trees,
                    launch.warps,
                    launch.shared_bytes,
                    self._walks[player, river, mode],
                    launch.first,
                    launch.trees,
                    launch.teams,
                )
        for depth in reversed(range(inner)):
            self._add_cards(player, depth, mode)
            self._value_leaves(player, depth, mode)
            self._launch_trees("join_rows", player, depth, mode)

    def _launch_trees(self, kernel: str, player: int, depth: int, mode: int) -> None:
        street = self._streets[depth]
        program = street["programs"][player]
        trees = len(program["tree_rows"])
        shared = 4 * int(program["tree_joins"].max()) + 16
        blocks, number = _boards(street) * trees, self._walks[player, depth, mode]
        self._kernels.launch(
            kernel + self._suffix, blocks, self.device.warps, shared, number, trees
        )

    def _add_cards(self, player: int, depth: int, mode: int) -> None:
        if depth + 1 == len(self._streets):
            return
        trees = len(self._streets[depth + 1]["programs"][player]["tree_rows"])
        here, below = self._walks[player, depth, mode], self._walks[player, depth + 1, mode]
        blocks = _boards(self._streets[depth]) * trees
        warps = self._sum_warps(blocks)
        shared = 4 * _sum_floats(self._streets[depth], warps)
        self._kernels.launch("add_cards", blocks, warps, shared, here, below, trees)

    def _value_leaves(self, player: int, depth: int, mode: int) -> None:
        street = self._streets[depth]
        groups = street["programs"][player]["group_count"]
        blocks, number = groups * _boards(street), self._walks[player, depth, mode]
        if blocks:
            warps = self._sum_warps(blocks)
            floats = _scratch(street, player) + street["width"] + _sum_floats(street, warps)
            self._kernels.launch("value_leaves", blocks, warps, 4 * floats, number, groups)

    def _sum_warps(self, blocks: int) -> int:
        """Return the warps of blocks that share long sums: many where blocks are few."""
        return self.device.warps * (4 if blocks < 132 and self.device.warps > 1 else 1)

    def _plan_river(self, player: int) -> list[_Launch]:
        """Return which river trees are walked together, largest first."""
        if not self._last_is_river:
            return []
        street = self._streets[-1]
        program = street["programs"][player]
        launches: list[_Launch] = []
        for at, tree in enumerate(program["order"]):
            launch = self._shape(street, player, int(tree))
            launch.first = at
            last = launches[-1] if launches else None
            # A launch takes what its largest tree needs; small trees would wait for memory.
            if last and _alike(last, launch):
                last.trees += 1
                last.shared_bytes = max(last.shared_bytes, launch.shared_bytes)
            else:
                launches.append(launch)
        return launches

    def _shape(self, street: dict[str, Any], player: int, tree: int) -> _Launch:
        """Return how a river tree is best walked: warps, teams, and where its rows are.

        A tree's time is a part for its decisions, which all warps share, and one for each
        round of its terminals, one of which a team takes; multiprocessors walk as many trees
        at once as memory and registers allow.
        """
        program = street["programs"][player]
        small = 4 * (int(program["tree_sizes"][tree]) + int(program["tree_joins"][tree])) + 64
        rows = 4 * int(program["tree_rows"][tree]) * street["width"]
        scratch = 4 * _scratch(street, player) + 16
        most_bytes = self.device.shared_bytes - 1024
        # A thread takes two hands; a few hands too many do not deserve another warp.
        most_hands = max(_most_hands(street, side) for side in (0, 1))
        hands_in_pairs = max(1, round(most_hands / 64 + 0.25))
        if street["width"] > _WIDE or small + scratch + rows > most_bytes:
            # Here each pair needs its thread: totals run on from thread to thread.
            warps = min(self.device.most_warps, -(-most_hands // 64))
            shared = small + 4 * _wide_scratch(street, player) + _WIDE_FACTS
            # Rows stay near only where two blocks fit beside each other.
            far = shared + rows > self.device.resident_bytes // 2 - 1024
            kernel = ("walk_far_trees" if far else "walk_wide_trees") + self._suffix
            return _Launch(kernel, 0, 1, shared + (0 if far else rows), warps, 1)
        groups, joins = int(program["tree_groups"][tree]), int(program["tree_joins"][tree])
        most = min(self.device.most_warps, 16)
        warps = min(most, hands_in_pairs)
        best, shape = 0.0, None
        for many in {warps, min(most, 2 * warps)}:
            for teams in range(1, min(many, groups) + 1):
                shared = small + teams * scratch + rows
                if shared > most_bytes:
                    break
                blocks = min(self.device.resident_bytes // (shared + 1024), _RESIDENT_WARPS // many)
                rate = max(1, blocks) / (joins + 3 * -(-groups // teams))
                if rate > best:
                    best = rate
                    shape = _Launch("walk_trees" + self._suffix, 0, 1, shared, many, teams)
        assert shape is not None
        return shape


def _alike(one: _Launch, other: _Launch) -> bool:
    return (one.kernel, one.warps, one.teams) == (
        other.kernel,
        other.warps,
        other.teams,
    ) and other.shared_bytes > 0.8 * one.shared_bytes


def _boards(street: dict[str, Any]) -> int:
    return len(street["hand_counts"][0])


def _most_hands(street: dict[str, Any], player: int) -> int:
    return int(street["hand_counts"][player].max())


def _scratch(street: dict[str, Any], player: int) -> int:
    """Return the floats that valuing a terminal takes: team_scratch of the kernels."""
    return 3 * _most_hands(street, 1 - player) + 2 + 2 * 52 + 64


def _wide_scratch(street: dict[str, Any], player: int) -> int:
    """Return the floats that valuing terminals together takes: WideScratch of the kernels."""
    others = _most_hands(street, 1 - player)
    return 52 * 32 + _GROUPS_OF_BLOCK * (4 * others + 4 + 2 * 52 + 32)


def _sum_floats(street: dict[str, Any], warps: int) -> int:
    """Return the floats for partial sums: a number of each thread, or of each hand."""
    return max(32 * warps, int(street["width"])) + 16
