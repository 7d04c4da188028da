"""All flops and turns up to suits, with what networks must know of each.

The win-loss matrices of 16,432 turns and 1,755 flops are kept in 8 bits, 23 GB in all; `turns`
says which turn each card after a flop leads to, and where its hands are among the flop's.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards.card import CardSet
from fivebet.errors import StoreError
from fivebet.lab.networks.situations import BoardClasses, canonical, combo_moves, live_combos
from fivebet.runs.executors import make_executor
from fivebet.solving.value_network import BoardHands

HANDS = {3: 1176, 4: 1128}
STREETS = {3: "flops", 4: "turns"}
_SCALE = 127


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
        path = self._path(name)
        try:
            found: NDArray[Any] = np.load(path, mmap_mode="r")
        except FileNotFoundError:
            raise StoreError(f"there is no {str(path)!r}: make the boards first") from None
        return found

    def _path(self, name: str) -> Path:
        return self.folder / f"{STREETS[self.cards]}-{name}.npy"

    def make(self, processes: int, count: int | None = None) -> None:
        """Compute the arrays of all boards, or of the first so many."""
        classes = BoardClasses.of(self.cards)
        masks = classes.masks[:count]
        shapes = {
            "matrices": ((self.hands, self.hands), np.int8),
            "facts": ((self.hands, 3), np.float32),
            "orders": ((self.hands,), np.int16),
            "combos": ((self.hands,), np.int16),
        }
        for name, (shape, kind) in shapes.items():
            _create(self._path(name), (len(masks), *shape), kind)
        np.save(self._path("masks"), masks)
        np.save(self._path("chances"), classes.chances[:count])
        parts = np.array_split(np.arange(len(masks)), 16 * processes)
        with make_executor(processes) as executor:
            for chunk in [executor.submit(self._fill, part) for part in parts]:
                chunk.result()

    def _fill(self, numbers: NDArray[np.intp]) -> None:
        arrays = {
            name: np.load(self._path(name), mmap_mode="r+")
            for name in ("matrices", "facts", "orders", "combos")
        }
        masks = self.array("masks")
        for number in numbers:
            hands = BoardHands.of(CardSet.from_mask(int(masks[number])))
            arrays["matrices"][number] = np.rint(hands.matrix * _SCALE)
            arrays["facts"][number] = hands.facts
            arrays["orders"][number] = hands.order
            arrays["combos"][number] = hands.combos


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


def _create(path: Path, shape: tuple[int, ...], kind: Any) -> None:
    np.lib.format.open_memmap(path, mode="w+", dtype=kind, shape=shape).flush()
