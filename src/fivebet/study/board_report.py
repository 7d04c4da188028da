"""Reports: a spot solved on many boards, and what its solutions have in common.

A report is a job: its chunks are some boards each, in any process, machine or GPU, and only a few
figures of each board are kept. It can be interrupted and resumed like a match.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np

from fivebet.cards import CardSet, as_cards
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.runs.job import ADDED_LATER, ChunkResult, Collected, Job
from fivebet.solving.bunching import account_for_folds
from fivebet.solving.many_spots import solve_many
from fivebet.solving.solver import Solution, check_target
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Node, Tree
from fivebet.study.boards import WeightedBoard
from fivebet.study.textures import DIMENSIONS, Texture, texture_of, texture_order

_BOARDS_ON_A_GPU = {3: 16, 4: 64, 5: 512}  # of a chunk


@dataclass(frozen=True, kw_only=True)
class BoardReport(Job["BoardReportResult"]):
    """A spot on many boards; the spot's own board is one of them."""

    spot: Spot
    boards: tuple[str, ...]
    weights: tuple[float, ...]
    """The share of all deals that each board stands for."""
    target: float = 0.5
    iterations: int = 10_000
    device: str = "cpu"
    folded: tuple[str, ...] = field(default=(), metadata=ADDED_LATER)
    """The ranges of those who folded, whose cards others are less likely to hold."""

    readers: ClassVar = {
        "spot": Spot.from_dict,
        "boards": tuple,
        "weights": tuple,
        "folded": tuple,
    }

    def __post_init__(self) -> None:
        check_target(self.target)
        if not self.boards or len(self.boards) != len(self.weights):
            raise SolvingError("a report needs boards, and a weight for each")

    @classmethod
    def create(cls, spot: Spot, boards: Iterable[WeightedBoard], **options: Any) -> "BoardReport":
        """Make the report of a spot on boards of a list."""
        listed = list(boards)
        if not listed:
            raise SolvingError("a report needs boards")
        return cls(
            spot=replace(spot, board=listed[0].board),
            boards=tuple(str(each.board) for each in listed),
            weights=tuple(each.weight for each in listed),
            **options,
        )

    @property
    def chunks(self) -> int:
        """The number of chunks: a board each, or as many as a GPU solves together."""
        return -(-len(self.boards) // self._boards_a_chunk)

    @property
    def hands(self) -> int:
        """The number of boards."""
        return len(self.boards)

    @property
    def _boards_a_chunk(self) -> int:
        return 1 if self.device == "cpu" else _BOARDS_ON_A_GPU[len(self.spot.board)]

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Solve some boards, and return the figures of each."""
        first = number * self._boards_a_chunk
        boards = self.boards[first : first + self._boards_a_chunk]
        solutions = solve_many(
            [self._spot_on(as_cards(board)) for board in boards],
            self.target,
            self.iterations,
            device=self.device,
            threads=1 if self.device == "cpu" else None,
            fetch=_first_decisions,
        )
        return ChunkResult([_figures(solution) for solution in solutions], number)

    def _spot_on(self, board: CardSet) -> Spot:
        folded = [Range(each) for each in self.folded]
        oop, ip = (account_for_folds(each, folded, board) for each in self.spot.ranges)
        return replace(self.spot, board=board, oop=oop, ip=ip)

    def reducer(self) -> "Collected[BoardReportResult]":
        """Return a new reducer."""
        return Collected(partial(_collect, self))


@dataclass(frozen=True)
class SolvedBoard:
    """What the solution of one board comes to."""

    board: CardSet
    weight: float
    ev: tuple[float, float]
    """Chips of the pot that OOP and IP win."""
    equity: tuple[float, float]
    """The parts of the pot that OOP and IP would win if all were checked down."""
    frequencies: dict[str, float]
    """How often OOP takes each of its first actions."""
    ip_frequencies: dict[str, float]
    """How often IP takes each action after a check."""
    exploitability_pct: float

    @cached_property
    def texture(self) -> Texture:
        """The texture of the board."""
        return texture_of(self.board)


@dataclass(frozen=True)
class MeanOfBoards:
    """Weighted means over boards with something in common."""

    name: str
    boards: int
    weight: float
    ev: tuple[float, float]
    equity: tuple[float, float]
    frequencies: dict[str, float]
    ip_frequencies: dict[str, float]


@dataclass(frozen=True)
class BoardReportResult:
    """A report: all boards that are solved so far."""

    job: BoardReport
    boards: tuple[SolvedBoard, ...]

    @property
    def hands(self) -> int:
        """The number of boards."""
        return len(self.boards)

    @property
    def mean(self) -> MeanOfBoards:
        """The means over all boards."""
        return _mean("all", self.boards)

    def by_texture(self, dimension: str) -> list[MeanOfBoards]:
        """Return the means over boards by suits, pairs, high_card or straights."""
        groups: dict[str, list[SolvedBoard]] = {}
        for board in self.boards:
            groups.setdefault(getattr(board.texture, dimension), []).append(board)
        names = sorted(groups, key=lambda name: texture_order(dimension, name))
        return [_mean(name, groups[name]) for name in names]


def report_to_dict(result: BoardReportResult) -> dict[str, Any]:
    """Present a report as JSON data; flops, turns or rivers by their name."""
    street = {3: "flops", 4: "turns", 5: "rivers"}[len(result.job.spot.board)]
    return {
        street: [
            {
                "board": str(each.board),
                "weight": each.weight,
                "ev": list(each.ev),
                "equity": list(each.equity),
                "frequencies": each.frequencies,
                "ip_frequencies": each.ip_frequencies,
                "texture": each.texture.to_dict(),
                "exploitability_pct": each.exploitability_pct,
            }
            for each in result.boards
        ],
        "mean": _mean_to_dict(result.mean),
        "textures": {
            dimension: [_mean_to_dict(each) for each in result.by_texture(dimension)]
            for dimension in DIMENSIONS
        },
        "target": result.job.target,
    }


def _mean_to_dict(mean: MeanOfBoards) -> dict[str, Any]:
    return {
        "name": mean.name,
        "boards": mean.boards,
        "weight": mean.weight,
        "ev": list(mean.ev),
        "equity": list(mean.equity),
        "frequencies": mean.frequencies,
        "ip_frequencies": mean.ip_frequencies,
    }


def _first_decisions(tree: Tree) -> list[Node]:
    """Return where OOP acts first, and where IP acts after a check."""
    root = tree.root
    nodes = [root, root / "check"] if "check" in root.actions else [root]
    return [node for node in nodes if node.actions]


def _figures(solution: Solution) -> dict[str, Any]:
    first, *second = _first_decisions(solution.tree)
    return {
        "ev": list(solution.ev),
        "equity": _equities(first),
        "frequencies": first.frequencies(),
        "ip_frequencies": _known(second[0].frequencies()) if second else {},
        "exploitability_pct": solution.exploitability_pct,
    }


def _equities(root: Node) -> list[float]:
    """Return the equities of both players at the start."""
    weights = root.deal_weights(0)
    equity = float(np.nansum(root.equity(0) * weights) / weights.sum())
    return [equity, 1 - equity]


def _known(frequencies: dict[str, float]) -> dict[str, float]:
    """Return frequencies, or none where the node is never reached."""
    return {} if np.isnan(list(frequencies.values())).any() else frequencies


def _collect(job: BoardReport, parts: Sequence[Sequence[dict[str, Any]]]) -> BoardReportResult:
    figures = [each for part in parts for each in part]
    boards = zip(job.boards, job.weights, figures, strict=False)  # others are not solved yet
    return BoardReportResult(
        job,
        tuple(
            SolvedBoard(
                as_cards(board),
                weight,
                (each["ev"][0], each["ev"][1]),
                (each["equity"][0], each["equity"][1]),
                each["frequencies"],
                each["ip_frequencies"],
                each["exploitability_pct"],
            )
            for board, weight, each in boards
        ),
    )


def _mean(name: str, boards: Sequence[SolvedBoard]) -> MeanOfBoards:
    total = sum(each.weight for each in boards)

    def mean(numbers: Iterable[float]) -> float:
        pairs = zip(boards, numbers, strict=True)
        return sum(each.weight * number for each, number in pairs) / total

    def frequencies(rows: Iterable[tuple[float, dict[str, float]]]) -> dict[str, float]:
        known = [(weight, row) for weight, row in rows if row]
        weights = sum(weight for weight, _ in known)
        actions = dict.fromkeys(action for _, row in known for action in row)
        return {
            action: sum(weight * row.get(action, 0.0) for weight, row in known) / weights
            for action in actions
        }

    return MeanOfBoards(
        name,
        len(boards),
        total,
        (mean(each.ev[0] for each in boards), mean(each.ev[1] for each in boards)),
        (mean(each.equity[0] for each in boards), mean(each.equity[1] for each in boards)),
        frequencies((each.weight, each.frequencies) for each in boards),
        # After a check, boards count as often as it is checked there.
        frequencies(
            (each.weight * each.frequencies["check"], each.ip_frequencies)
            for each in boards
            if each.ip_frequencies
        ),
    )
