"""What comes of a piece of a run."""

from dataclasses import dataclass
from typing import Any

from fivebet.store.hands import KeptHand

__all__ = ["Played"]


@dataclass(frozen=True, slots=True)
class Played:
    """Some hands, or some tournaments, as they count and as they are kept."""

    data: Any
    """As JSON has it: what a tally adds up."""
    last: int
    """The last piece that it covers: one that cannot leave off goes on."""
    state: bytes | None = None
    """Where the piece that follows goes on."""
    hands: tuple[KeptHand, ...] = ()
    """Those to be recorded."""
