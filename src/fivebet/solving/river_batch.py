"""Rivers by the thousand on a GPU: boards and ranges in, values of every hand out.

All rivers of a batch have the same pot, stack and sizes; each has a board and two ranges
over all combos. Boards are evaluated and sorted on the device, too.
"""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet._core import plan_for_gpu
from fivebet.cards.combos import COMBOS
from fivebet.errors import SolvingError
from fivebet.solving.gpu_devices import Device
from fivebet.solving.gpu_walk import AVERAGE, BEST_RESPONSE, HAND_FACTS, DeviceWalk
from fivebet.solving.spot import Spot
from fivebet.solving.tree import Tree

_COMBOS = len(COMBOS)
_HANDS = 1081  # that a board of five cards leaves
_SORT_BYTES = 2048 * 8 + 2 * _HANDS * 2 + 16
_CARDS = np.array([[int(card) for card in combo] for combo in COMBOS], dtype=np.uint8)


class RiverBatch:
    """Rivers with the betting of a spot, solved together.

    `boards` has five cards in each row, `weights` both players' weights by combo, as
    (2, boards, 1326). The spot's own board and ranges do not matter.
    """

    def __init__(
        self,
        spot: Spot,
        boards: NDArray[np.uint8],
        weights: NDArray[np.float32],
        device: Device,
        *,
        compressed: bool = True,
    ) -> None:
        count = len(boards)
        if boards.shape != (count, 5) or weights.shape != (2, count, _COMBOS):
            raise SolvingError("a batch takes boards of five cards and two weights for each combo")
        if len(spot.board) != 5:
            raise SolvingError(f"the board {spot.board} is no river: a batch is for rivers")
        self.device = device
        self.count = count
        model = Tree(_with_all_hands(spot), compressed=compressed, merge_suits=False, threads=1)
        plan = plan_for_gpu([model._solver])
        self._width: int = plan["streets"][0]["width"]
        self._kernels = device.kernels(compressed)
        self._combos, self._rows = self._prepare(plan, boards, weights)
        self._walk = DeviceWalk(plan, device, compressed, model.discounting)

    @cached_property
    def combos(self) -> NDArray[np.uint16]:
        """The combos of a board in order of strength, as rows have them."""
        combos = self.device.download(self._combos).view(np.uint16)
        return combos.reshape(self.count, _HANDS)

    @cached_property
    def weights(self) -> NDArray[np.float32]:
        """Both players' weights in that order, as (2, boards, width)."""
        rows = self.device.download(self._rows).view(np.float32)
        return rows.reshape(2, self.count, self._width)

    def _prepare(
        self, plan: dict[str, Any], boards: NDArray[np.uint8], weights: NDArray[np.float32]
    ) -> tuple[Any, Any]:
        """Sort the hands of all boards, and put them into the plan."""
        device, count = self.device, self.count
        combos = device.zeros(2 * count * _HANDS)
        indices = device.zeros(16 * count * _HANDS)
        by_card = device.zeros(4 * count * _HANDS)
        starts = device.zeros(2 * count * 53)
        rows = device.zeros(8 * count * self._width)
        given = (device.upload(boards), device.upload(_CARDS), device.upload(weights))
        self._kernels.launch(
            "prepare_rivers",
            count,
            2 * device.warps,
            _SORT_BYTES,
            *given,
            count,
            self._width,
            combos,
            indices,
            by_card,
            starts,
            rows,
        )
        each = np.arange(count)
        facts = [np.zeros(count, dtype=HAND_FACTS) for _ in (0, 1)]
        for player, hands in enumerate(facts):
            hands["table"] = each * plan["numbers"][player]
            hands["scale"] = each * plan["scales"][player]
            hands["hands"] = _HANDS
            hands["stride"] = self._width
            hands["indices"] = each * _HANDS
            hands["by_card"] = each * 2 * _HANDS
            hands["starts"] = each * 53
        places = np.zeros((count, 3), dtype=np.int32)
        places[:, 0] = each
        plan["streets"][0] |= {
            "hand_counts": (np.full(count, _HANDS), np.full(count, _HANDS)),
            "hands": tuple(hands.view(np.uint8) for hands in facts),
            "places": places,
            "indices": indices,
            "by_card": by_card,
            "starts": starts,
            "entering_places": np.arange(_HANDS, dtype=np.uint16),
        }
        size = 4 * count * self._width
        plan["weights"] = (rows[:size], rows[size:])
        for name in ("numbers", "scales"):
            plan[name] = tuple(number * count for number in plan[name])
        return combos, rows

    def iterate(self, times: int) -> None:
        """Let both players learn so many times."""
        self._walk.iterate(times)

    def values(self, player: int, best: bool = False) -> NDArray[np.float32]:
        """Return counterfactual values of a player's hands, by board and order of strength.

        They are chips less half of the pot, weighted with the other's range.
        """
        array = self._walk.root_values(player, BEST_RESPONSE if best else AVERAGE)
        return self.device.download(array).view(np.float32).reshape(self.count, self._width)

    def exploitability(self) -> NDArray[np.float64]:
        """Return the mean of what both could gain on each board, in chips."""
        gains = np.zeros(self.count)
        for player in (0, 1):
            gains += (self.values(player, best=True) * self.weights[player]).sum(axis=1)
        return gains / 2 / self.totals()

    def totals(self) -> NDArray[np.float64]:
        """Return the weight of all pairs of hands that share no card, by board."""
        first, second = self.weights.astype(np.float64)[:, :, :_HANDS]
        totals = first.sum(axis=1) * second.sum(axis=1) + (first * second).sum(axis=1)
        cards = _CARDS[self.combos]
        for card in range(52):
            held = (cards == card).any(axis=2)
            totals -= (first * held).sum(axis=1) * (second * held).sum(axis=1)
        return np.asarray(totals)


def _with_all_hands(spot: Spot) -> Spot:
    plain = spot.to_dict() | {"oop": "random", "ip": "random"}
    return Spot.from_dict(plain)
