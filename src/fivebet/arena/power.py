"""How many hands a question takes, from a trial: the mathematics of `fivebet power`."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from fivebet.arena.stopping import StoppingError, hands_to_tell

LEAST_DEALS = 30
"""The fewest blocks whose spread means anything."""


@dataclass(frozen=True, slots=True)
class HandsNeeded:
    """The hands that tell a difference from nothing, four times in five, at 95 % confidence."""

    difference: float
    """In mbb/hand."""
    spread: float
    """The standard deviation of a block, in mbb/hand, with luck taken out where a trial did."""
    blocks: int
    """Independent deals, or matches where agents remember."""
    hands: int


def plan_from_trial(result: Mapping[str, Any], difference: float) -> HandsNeeded:
    """Return the plan that follows from the result of a match or a ring, as it is stored.

    The player with the widest spread decides.
    """
    players = result["players"]
    blocks = players[0]["blocks"]
    if blocks < LEAST_DEALS:
        raise StoppingError(
            f"a trial of {blocks} {result['unit']}s says nothing: give {LEAST_DEALS} or more"
        )
    errors = [player.get("adjusted", player)["standard_error"] for player in players]
    spread = sqrt(blocks) * max(errors)
    needed = hands_to_tell(difference, spread)
    return HandsNeeded(difference, spread, needed, needed * result["hands"] // blocks)
