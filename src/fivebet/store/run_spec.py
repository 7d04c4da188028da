"""What is to be played, as plain data: enough to know a run again and to go on with it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

__all__ = ["Plan"]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A run to be played."""

    kind: str
    """Which command plays it."""
    settings: Mapping[str, Any]
    """As JSON has it: all that the result depends on."""
    players: tuple[str, ...]
    pieces: int

    @cached_property
    def version(self) -> str:
        """The program's: another may play otherwise."""
        return version("fivebet")

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same settings of the same version."""
        text = json.dumps([self.kind, self.version, self.settings], sort_keys=True)
        return blake2b(text.encode(), digest_size=16).hexdigest()
