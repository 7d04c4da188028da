"""Networks as numbers: layers and weights, one small `.npz` file for each.

A file holds `layers`, `weights` (one layer after the other: a row for each input,
then the biases), `thresholds`, those of a medium and of a large bet, and the name of the
`scaling` of its inputs.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Network
from fivebet.errors import AgentError
from fivebet.files import read_arrays, read_bounded

TABLE_INPUTS, MODEL_INPUTS = 16, 40
"""The number of inputs without and with a model of every opponent."""
THRESHOLDS = (0.4, 0.7)
"""t1 and t2, which the thesis leaves open (docs/open-values.md)."""

Scaling = Literal["stretched", "unit"]
STRETCHES: dict[Scaling, float] = {"stretched": 4.0, "unit": 1.0}
"""How far inputs other than hand strength reach, by the name of the scaling; strength reaches 20.

The thesis does not say how inputs are scaled (docs/open-values.md). A network plays by the
scaling that it was evolved with.
"""


def weights_needed(layers: tuple[int, ...]) -> int:
    """Return the number of connections and biases of fully connected layers.

    >>> weights_needed((16, 12, 3))
    243
    """
    return sum((before + 1) * after for before, after in pairwise(layers))


@dataclass(frozen=True, eq=False)
class Brain:
    """A network and how its raises become bets."""

    layers: tuple[int, ...]
    weights: NDArray[np.float32] = field(repr=False)
    thresholds: tuple[float, float] = THRESHOLDS
    scaling: Scaling = "stretched"
    """The name of the scaling of its inputs: see STRETCHES."""

    def __post_init__(self) -> None:
        if len(self.layers) < 2 or self.layers[0] not in (TABLE_INPUTS, MODEL_INPUTS):
            raise AgentError(
                f"layers {self.layers} are no player's: the first has {TABLE_INPUTS} or "
                f"{MODEL_INPUTS} inputs, the last 3 outputs"
            )
        small, large = self.thresholds
        if not 0 <= small < large <= 1:
            raise AgentError(f"thresholds {small} and {large} do not rise from 0 to 1")
        if self.scaling not in STRETCHES:
            raise AgentError(
                f"there is no scaling {self.scaling!r} of inputs: there are {', '.join(STRETCHES)}"
            )
        try:
            network = Network(list(self.layers), np.ascontiguousarray(self.weights, np.float32))
        except ValueError as error:
            raise AgentError(f"no network of layers {self.layers}: {error}") from error
        object.__setattr__(self, "network", network)

    network: Network = field(init=False, repr=False)

    @cached_property
    def models(self) -> bool:
        """Whether it looks at the opponents' habits."""
        return self.layers[0] == MODEL_INPUTS

    @property
    def stretch(self) -> float:
        """How far its inputs other than hand strength reach."""
        return STRETCHES[self.scaling]

    def save(self, file: Path | str | BinaryIO) -> None:
        """Write the network into one small file."""
        np.savez_compressed(
            file,
            layers=np.array(self.layers),
            weights=np.asarray(self.weights, np.float32),
            thresholds=np.array(self.thresholds),
            scaling=np.array(self.scaling),
        )

    @classmethod
    def load(cls, path: Path | str) -> "Brain":
        """Read a file that `save` has written."""
        path = Path(path)
        try:
            file = read_arrays(read_bounded(path))
            layers = tuple(int(n) for n in file["layers"])
            small, large = (float(t) for t in file["thresholds"])
            # Older files name no scaling: there was only one.
            scaling = cast("Scaling", str(file.get("scaling", "stretched")))
            return cls(layers, file["weights"], (small, large), scaling)
        except FileNotFoundError:
            raise AgentError(f"there are no weights in {str(path)!r}: no such file") from None
        except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
            if isinstance(error, AgentError):
                raise
            raise AgentError(f"{str(path)!r} holds no weights: {error}") from error

    def __getstate__(self) -> dict[str, Any]:
        return {
            "layers": self.layers,
            "weights": self.weights,
            "thresholds": self.thresholds,
            "scaling": self.scaling,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)
        self.__post_init__()
