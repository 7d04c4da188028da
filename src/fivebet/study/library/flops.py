"""A library of flops: 25 that stand for all, in single-raised and in 3-bet pots of 100 big blinds.

Both players come to the flop by our chart. Each flop is solved to the river once, as a chunk of
a job, and what is kept of it is small: the first decisions on the flop, with the probability and
the value of each action for every hand. Trees are not kept.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import log
from pathlib import Path as FilePath
from typing import Any, ClassVar

import numpy as np

from fivebet.cards import as_cards
from fivebet.cards.combos import CLASS_OF_COMBO, COMBO_MASKS
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.files import compress_arrays, home, read_arrays, read_bounded, write_atomically
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.solving.preflop_blueprint import BIG_BLIND, nearest_preflop
from fivebet.solving.solver import SolveProgress, solve
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Node, Tree
from fivebet.study.library.charts import ChartNode, ChartSet, Row, no_node
from fivebet.study.preflop_lines import Path, class_reach, contributions, rounded_range

DEPTH = 100
TARGET = 1.0
"""The exploitability to which flops are solved, in percent of the pot."""
_LEAST_WEIGHT = 0.05  # of a hand in a range, its likeliest hand being whole
_LONGEST_LINE = 3  # steps to the last decision that is kept
_POSITIONS = ("BB", "BTN")
_LATER = {"bets turn": "66%", "raises turn": "", "bets river": "66%", "raises river": ""}


@dataclass(frozen=True)
class FlopPot:
    """A way to the flop: the line before it, the sizes that may be bet, and flops for all."""

    name: str
    title: str
    line: Path
    sizes: dict[str, str]
    flops: str
    """Chosen by `fivebet.study.boards.choose_boards` for the ranges of the line."""

    @property
    def boards(self) -> tuple[str, ...]:
        """The flops that stand for all."""
        return tuple(self.flops.split())

    @cached_property
    def ranges(self) -> tuple[Range, Range]:
        """The ranges of the big blind, who acts first, and of the button."""
        strategy = nearest_preflop(DEPTH)
        return (
            rounded_range(class_reach(strategy, self.line, 1), _LEAST_WEIGHT),
            rounded_range(class_reach(strategy, self.line, 0), _LEAST_WEIGHT),
        )

    @cached_property
    def fingerprint(self) -> str:
        """What tells this pot from one with other ranges or sizes."""
        return self.spot(self.boards[0]).fingerprint

    def spot(self, board: str) -> Spot:
        """Return the spot on a flop."""
        put = max(contributions(self.line))
        return Spot.create(
            board,
            2 * put,
            DEPTH * BIG_BLIND - put,
            *self.ranges,
            sizes=self.sizes | _LATER,
            add_all_in=0.6,
            force_all_in=0.3,
        )


POTS = {
    each.name: each
    for each in (
        FlopPot(
            "srp",
            "Single-raised pot",
            ("raise 250", "call"),
            {
                "bets oop flop": "",
                "raises oop flop": "3x",
                "bets ip flop": "33%, 75%",
                "raises ip flop": "a",
            },
            "Kc9c6c Ac4d3d AcKd2c AcQd9d Kc3d2d Kc8c5d Qc5c3d Qc8c5d Jc3c2d "
            "Tc7d6d Tc7d3c 8c7c5d 9c6d2d KdKc6c 6d6c3c Ac6d3h AcQd9h KcQd2h "
            "Qc5d2h Qc7d2h Tc8d6h 6c3d2h 9c6d4h QdQc9h 7d7c5h",
        ),
        FlopPot(
            "3bet",
            "3-bet pot",
            ("raise 250", "raise 875", "call"),
            {"bets oop flop": "33%, 75%", "bets ip flop": "50%", "raises flop": "a"},
            "Kc7c2c AcKcTd AcKc7d Ac8d5c Kc9d2d Kc3d2c QcTd6c Qc3d2d Jc8d3d "
            "Tc9d6d 9c7d6d 6c5d2d 9c4d2d Kc5d5c 8c4d4c Ac9d7h Ac6d4h Kc9d4h "
            "QcTd6h JcTd7h Tc8d6h 8c6d5h 9c4d2h Qc7h7d 6d6c3h",
        ),
    )
}
"""The ways to the flop, by name."""


@dataclass(frozen=True)
class StoredNode:
    """A decision on a flop as it is kept, by combo; NaN where a hand cannot be held."""

    path: Path
    player: int
    actions: tuple[str, ...]
    pot: int
    contributed: tuple[int, int]
    shares: Row
    values: Row
    """What each action wins from here on, in big blinds."""
    weights: Row
    """How likely each combo is here, the other player's cards considered."""
    reach: Row
    """The part of each combo that comes here."""


@dataclass(frozen=True, kw_only=True)
class FlopLibrary(Job["FlopLibraryResult"]):
    """Flops of one pot to be solved; those that are kept already are not solved again."""

    pot: str
    boards: tuple[str, ...]
    target: float = TARGET
    iterations: int = 10_000

    readers: ClassVar = {"boards": tuple}

    def __post_init__(self) -> None:
        find_pot(self.pot)
        if not self.boards:
            raise SolvingError("a library needs flops: give at least one")

    @property
    def chunks(self) -> int:
        """The number of flops."""
        return len(self.boards)

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Solve a flop, keep its first decisions, and return how good the solution is."""
        board = self.boards[number]
        facts = solve_flop(self.pot, board, self.target, self.iterations)
        return ChunkResult({"board": board, **facts}, number)

    def reducer(self) -> "Collected[FlopLibraryResult]":
        """Return a new reducer."""
        return Collected(partial(FlopLibraryResult, self))


@dataclass(frozen=True)
class FlopLibraryResult:
    """The flops that are kept so far."""

    job: FlopLibrary
    flops: Sequence[dict[str, Any]]

    @property
    def hands(self) -> int:
        """The number of flops."""
        return len(self.flops)


def library_to_dict(result: FlopLibraryResult) -> dict[str, Any]:
    """Present a result as JSON data."""
    return {"pot": result.job.pot, "target": result.job.target, "flops": list(result.flops)}


def solve_flop(
    pot: str,
    board: str,
    target: float = TARGET,
    iterations: int = 10_000,
    on_progress: Callable[[float], None] = lambda _: None,
) -> dict[str, Any]:
    """Solve a flop, keep its first decisions, and return how good the solution is.

    One that is kept already is not solved again.
    """
    path = kept_path(pot, board)
    if path.is_file():
        return _read_facts(path)
    tree = Tree(find_pot(pot).spot(board), compressed=True, threads=1)
    measured: list[float] = []

    def report(now: SolveProgress) -> None:
        """Say how far it is: exploitability falls by about the same factor all the time."""
        if now.exploitability_pct is not None and now.exploitability_pct not in measured[-1:]:
            measured.append(now.exploitability_pct)
            way = log(max(measured[0] / target, 1.01))
            done = log(measured[0] / max(now.exploitability_pct, 1e-9)) / way
            on_progress(min(1.0, max(0.0, done)))

    solution = solve(tree, target, iterations, progress=report)
    facts = {
        "exploitability_pct": solution.exploitability_pct,
        "iterations": solution.iterations,
        "ev": list(solution.ev),
    }
    keep_nodes(path, _first_decisions(tree.root), facts)
    return facts


def find_pot(name: str) -> FlopPot:
    """Return a way to the flop by its name."""
    if name not in POTS:
        raise SolvingError(f"{name!r} is no pot of the library: {', '.join(POTS)} are")
    return POTS[name]


def flop_folder() -> FilePath:
    """Return the folder of flops, in the user's data or under FIVEBET_HOME."""
    return home() / "flops"


def kept_path(pot: str, board: str) -> FilePath:
    """Return the file of a flop, whether it exists or not; other ranges have another file."""
    return flop_folder() / f"{pot}-{board}-{find_pot(pot).fingerprint}.npz"


def kept_flops(pot: str) -> list[str]:
    """Return the flops of a pot that are kept, in the order of the library."""
    return [board for board in find_pot(pot).boards if kept_path(pot, board).is_file()]


@lru_cache(maxsize=16)
def load_nodes(pot: str, board: str) -> dict[Path, StoredNode]:
    """Return the decisions that are kept of a flop, by their lines."""
    path = kept_path(pot, board)
    if not path.is_file():
        raise SolvingError(
            f"{board} is not in the library yet: fivebet library make --pot {pot} solves it"
        )
    try:
        arrays = read_arrays(read_bounded(path))
        heads = json.loads(bytes(arrays["head"]).decode())["nodes"]
        nodes = [_unpacked(head, arrays, number) for number, head in enumerate(heads)]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SolvingError(
            f"{path} is damaged ({type(error).__name__}): delete it and make it again"
        ) from error
    return {node.path: node for node in nodes}


def keep_nodes(path: FilePath, nodes: Sequence[Node], facts: dict[str, Any]) -> None:
    """Write the decisions of a solved flop."""
    heads: list[dict[str, Any]] = []
    arrays: dict[str, Any] = {}
    for number, node in enumerate(nodes):
        assert node.player is not None
        heads.append(
            {
                "path": list(node.path),
                "player": node.player,
                "actions": list(node.actions),
                "pot": node.pot,
                "contributed": list(node.contributed),
            }
        )
        reach = node.reach(node.player)
        weights = node.deal_weights(node.player)
        arrays[f"shares{number}"] = np.stack(list(node.strategy.values())).astype(np.float16)
        values = np.stack(list(node.action_values().values())) / BIG_BLIND
        arrays[f"values{number}"] = values.astype(np.float32)
        arrays[f"weights{number}"] = (weights / weights.max()).astype(np.float32)
        arrays[f"reach{number}"] = reach.astype(np.float16)
    head = json.dumps({"nodes": heads, "facts": facts}).encode()
    arrays["head"] = np.frombuffer(head, dtype=np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, compress_arrays(**arrays))


def _read_facts(path: FilePath) -> dict[str, Any]:
    head: dict[str, Any] = json.loads(bytes(read_arrays(read_bounded(path))["head"]).decode())
    facts: dict[str, Any] = head["facts"]
    return facts


def _unpacked(head: dict[str, Any], arrays: dict[str, Any], number: int) -> StoredNode:
    rows = {
        name: arrays[f"{name}{number}"].astype(np.float64)
        for name in ("shares", "values", "weights", "reach")
    }
    return StoredNode(
        path=tuple(head["path"]),
        player=head["player"],
        actions=tuple(head["actions"]),
        pot=head["pot"],
        contributed=(head["contributed"][0], head["contributed"][1]),
        **rows,
    )


def _first_decisions(root: Node) -> list[Node]:
    """Return the first decisions on the flop."""
    found, front = [], [root]
    for _ in range(_LONGEST_LINE + 1):
        found += front
        front = [child for node in front for child in node if child.player is not None]
    return found


def _charts() -> list[tuple[str, str]]:
    return [
        (f"{pot.name}-{board}", f"{pot.title}, {board}")
        for pot in POTS.values()
        for board in kept_flops(pot.name)
    ]


def _node(chart: str, path: Path) -> ChartNode:
    pot, _, board = chart.partition("-")
    nodes = load_nodes(pot, board)
    found = nodes.get(path)
    if found is None:
        before = nodes.get(path[:-1])
        raise no_node(path, before.actions if before else ())
    return ChartNode(
        player=_POSITIONS[found.player],
        actions=found.actions,
        shares=_class_means(found.shares, found.reach),
        weights=_class_weights(found.reach, board),
        further=frozenset(name for name in found.actions if (*path, name) in nodes),
        values=_class_means(found.values, found.weights),
        board=board,
        big_blind=BIG_BLIND,
    )


def _class_means(rows: Row, weights: Row) -> Row:
    """Return the means of a class's combos, by how likely they are."""
    known = np.nan_to_num(rows)
    held = np.where(np.isnan(rows), 0.0, weights)
    sums = [np.bincount(CLASS_OF_COMBO, each, minlength=169) for each in known * held]
    totals = [np.bincount(CLASS_OF_COMBO, each, minlength=169) for each in held]
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Row = np.stack(sums) / np.stack(totals)
    return means


def _class_weights(reach: Row, board: str) -> Row:
    """Return the part of each class's combos, those that the board leaves, that comes here."""
    live = (COMBO_MASKS & np.uint64(as_cards(board).mask)) == 0
    free = np.bincount(CLASS_OF_COMBO, live, minlength=169)
    held = np.bincount(CLASS_OF_COMBO, np.where(live, reach, 0.0), minlength=169)
    parts: Row = held / np.maximum(free, 1)
    return parts


def _missing() -> list[tuple[str, str]]:
    at_hand = dict(_charts())
    every = [
        (f"{pot.name}-{board}", f"{pot.title}, {board}")
        for pot in POTS.values()
        for board in pot.boards
    ]
    return [each for each in every if each[0] not in at_hand]


FLOPS = ChartSet(
    "flops",
    "Flops",
    "25 flops that stand for all, in single-raised and 3-bet pots of 100 big blinds, solved to "
    f"{TARGET:g} % of the pot. The single raiser bets 33 % or 75 %, and the big blind raises to "
    "three times that; the 3-bettor bets 33 % or 75 %, the caller 50 %, and raises are all-in. "
    "Later bets are 66 %.",
    _charts,
    _node,
    _missing,
)
