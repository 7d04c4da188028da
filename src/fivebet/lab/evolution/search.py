"""The baseline that a reader would ask for: CMA-ES instead of the thesis's breeding.

Hansen's own package (pycma) in its separable form, since a network has hundreds of
weights. A generation's players are its samples; their fitness is what they reach
against each other, as in the thesis. The best is not the luckiest sample but the
mean of all that is sampled next, which the method itself recommends under noise.
"""

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.networks import weights_needed
from fivebet.errors import FivebetError
from fivebet.lab.evolution.experiment import Experiment
from fivebet.streams import Stream

if TYPE_CHECKING:
    from cma import CMAEvolutionStrategy

__all__ = ["first_search", "search_on"]

Genes = NDArray[np.float32]


def first_search(experiment: Experiment) -> tuple[Genes, bytes]:
    """The first players, around the network of all zeros, and the search's own state."""
    try:
        from cma import CMAEvolutionStrategy  # noqa: PLC0415 - an extra, and slow to load
    except ImportError as error:
        raise FivebetError("CMA-ES comes with an extra: pip install 'fivebet[cma]'") from error
    options = {
        "popsize": experiment.evolving,
        "CMA_diagonal": True,
        "seed": np.nan,  # leaves NumPy's global generator alone
        "randn": _Normal(Stream(experiment.seed, "search").numpy()),
        "verbose": -9,
        "maxiter": experiment.generations + 1,
    }
    start = np.zeros(weights_needed(experiment.layers))
    return _asked(CMAEvolutionStrategy(start, experiment.spread, options))


def search_on(state: bytes, fitness: NDArray[np.float64]) -> tuple[Genes, Genes, bytes]:
    """The next players, by what the last ones have reached; the mean of them; the state."""
    search, samples = pickle.loads(state)
    search.tell(samples, (-fitness).tolist())
    mean = np.asarray(search.result.xfavorite, np.float32)
    players, asked = _asked(search)
    return players, mean, asked


@dataclass
class _Normal:
    """Normal draws from a stream of ours; it goes into the search's state, and on from there."""

    generator: np.random.Generator

    def __call__(self, *shape: int) -> NDArray[np.float64]:
        return self.generator.standard_normal(shape)


def _asked(search: "CMAEvolutionStrategy") -> tuple[Genes, bytes]:
    samples: list[Any] = search.ask()
    return np.array(samples, np.float32), pickle.dumps((search, samples))
