"""What the store must know of a job: enough to recognise a run and to resume it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

from fivebet.store.hands import StoredHand

_RESULTS_SINCE = "0.1.0"
"""The first version whose runs come to the same results as those of this one."""


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """What one chunk of a job came to."""

    data: Any
    """JSON data for the job's reducer."""
    last: int
    """The last chunk covered; a chunk whose state cannot be handed on covers those after it too."""
    state: bytes | None = None
    """What the next chunk continues from."""
    hands: tuple[StoredHand, ...] = ()
    """The hands to record."""


@dataclass(frozen=True, kw_only=True)
class RunSpec:
    """A run as the store identifies it."""

    kind: str
    settings: Mapping[str, Any]
    """JSON data: everything that the result depends on."""
    players: tuple[str, ...]
    chunks: int

    @cached_property
    def version(self) -> str:
        """The version of this program."""
        return version("fivebet")

    @cached_property
    def fingerprint(self) -> str:
        """A hash that is the same for the same settings while results stay the same."""
        text = json.dumps([self.kind, _RESULTS_SINCE, self.settings], sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()
