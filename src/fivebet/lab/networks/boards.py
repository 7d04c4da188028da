"""All flops and turns up to suits, with what networks must know of each.

The win-loss matrices of 16,432 turns and 1,755 flops are kept in 8 bits, 23 GB in all; `turns`
says which turn each card after a flop leads to, and where its hands are among the flop's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.card import CardSet
from fivebet.errors import StoreError
from fivebet.lab.networks.situations import BoardClasses, canonical, combo_moves, live_combos
from fivebet.runs.executors import JobExecutor
from fivebet.runs.job import ChunkResult, Collected, Job
from fivebet.solving.value_network import BoardHands

HANDS = {3: 1176, 4: 1128}
STREETS = {3: "flops", 4: "turns"}
_SCALE = 127
_BOARDS_IN_CHUNK = 100


@dataclass(frozen=True, eq=False)
class Boards:
    """All boards of so many cards, as files in a folder."""

    folder: Path
    cards: int

    @property
    def hands(self) -> int:
        """The number of hands that a board leaves."""
        return HANDS[self.cards]

    def array(self, name: str) -> NDArray[Any]:
        """Return one of the arrays, read as it is needed."""
        path = self.path(name)
        try:
            found: NDArray[Any] = np.load(path, mmap_mode="r")
        except FileNotFoundError:
            raise StoreError(f"there is no {str(path)!r}: make the boards first") from None
        return found

    def path(self, name: str) -> Path:
        """Return the file of one of the arrays."""
        return self.folder / f"{STREETS[self.cards]}-{name}.npy"


@dataclass(frozen=True, kw_only=True)
class BoardsJob(Job[int]):
    """Computes what must be known of all boards of so many cards, a hundred in a chunk.

    Its result is in the folder. It takes half a minute, and begins anew.
    """

    folder: str
    cards: int

    @cached_property
    def classes(self) -> BoardClasses:
        """The boards up to suits."""
        return BoardClasses.of(self.cards)

    @property
    def chunks(self) -> int:
        """The number of hundreds of boards."""
        return -(-len(self.classes.masks) // _BOARDS_IN_CHUNK)

    def on_workers(
        self,
        workers: JobExecutor,
        on_progress: Callable[[float], None],  # noqa: ARG002 - chunks are short enough
    ) -> "tuple[BoardsJob, JobExecutor]":
        """Create the files that workers write into."""
        boards = Boards(Path(self.folder), self.cards)
        for name, (shape, kind) in self._shapes.items():
            size = (len(self.classes.masks), *shape)
            np.lib.format.open_memmap(boards.path(name), "w+", kind, size).flush()
        np.save(boards.path("masks"), self.classes.masks)
        np.save(boards.path("chances"), self.classes.chances)
        return self, workers

    def run_chunk(self, number: int, _: bytes | None, __: int) -> ChunkResult:
        """Write what must be known of some boards into the files."""
        boards = Boards(Path(self.folder), self.cards)
        arrays = {name: np.load(boards.path(name), mmap_mode="r+") for name in self._shapes}
        first = number * _BOARDS_IN_CHUNK
        masks = self.classes.masks[first : first + _BOARDS_IN_CHUNK]
        for at, mask in enumerate(masks, first):
            hands = BoardHands.of(CardSet.from_mask(int(mask)))
            arrays["matrices"][at] = np.rint(hands.matrix * _SCALE)
            arrays["facts"][at] = hands.facts
            arrays["orders"][at] = hands.order
            arrays["combos"][at] = hands.combos
        return ChunkResult(len(masks), number)

    def reducer(self) -> "Collected[int]":
        """Return a reducer that counts the boards."""
        return Collected(sum)

    @property
    def _shapes(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        hands = HANDS[self.cards]
        return {
            "matrices": ((hands, hands), np.int8),
            "facts": ((hands, 3), np.float32),
            "orders": ((hands,), np.int16),
            "combos": ((hands,), np.int16),
        }


def make_turns_of_flops(folder: Path) -> None:
    """Say for every flop and every card after it which turn that is, and where its hands are."""
    flops, turns = Boards(folder, 3).array("masks"), Boards(folder, 4).array("masks")
    moves = combo_moves()
    numbers = np.full((len(flops), 49), -1, dtype=np.int16)
    places = np.zeros((len(flops), 49, HANDS[4]), dtype=np.int16)
    live = {int(mask): live_combos(int(mask)) for mask in turns}
    for flop, mask in enumerate(flops):
        cards = [card for card in range(52) if not int(mask) >> card & 1]
        boards = np.array([int(mask) | 1 << card for card in cards], dtype=np.uint64)
        least, order = canonical(boards)
        found = np.searchsorted(turns, least)
        place_of = np.full(1326, -1)
        place_of[live_combos(int(mask))] = np.arange(HANDS[3])
        for i in range(49):
            if found[i] < len(turns) and turns[found[i]] == least[i]:
                numbers[flop, i] = found[i]
                back = np.argsort(moves[order[i]])  # the combo that each one was renamed from
                places[flop, i] = place_of[back[live[int(least[i])]]]
    np.save(folder / "turn-of-flop.npy", numbers)
    np.save(folder / "places-of-turn.npy", places)
