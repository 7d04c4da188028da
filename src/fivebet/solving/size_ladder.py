"""Bet sizes by the time there is: the most with which a spot is solved within so many seconds.

Martins's thesis asks that solving converges within the time to act, 15 seconds (FR-012,
NFR-004). How long a tree takes is known before it is solved (`preview`), so that the first
step of a ladder of sizes that fits can be taken, from three sizes of bets down to all-in.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fivebet.errors import SolvingError
from fivebet.solving.preview import SolvePreview, preview_solve
from fivebet.solving.tree import Tree

THESIS_SECONDS = 15.0
"""The time to act of section 5.1.2.3."""


@dataclass(frozen=True, slots=True)
class SizeStep:
    """Bets and raises on all streets, as text."""

    bets: str
    raises: str

    def __str__(self) -> str:
        return f"bets {self.bets}, raises {self.raises or 'none'}"


SIZE_LADDER = (
    SizeStep("33%,75%,150%", "50%,100%"),
    SizeStep("50%,100%", "100%"),
    SizeStep("66%", "3x"),
    SizeStep("e", "a"),
    SizeStep("e", ""),
    SizeStep("a", ""),
)
"""From many sizes to few; e is geometric, the same part of the pot on each street left."""
_SHARE = 0.75
"""The part of the time that a solve may be expected to take: previews are off by a third."""


@dataclass(frozen=True, slots=True)
class SizesInTime:
    """The sizes that were chosen, and their tree."""

    sizes: SizeStep
    tree: Tree
    fits: bool
    """Whether the tree is expected to converge in time; if not, no step of the ladder is."""


def tree_within(
    make_tree: Callable[[SizeStep], Tree],
    seconds: float,
    target: float = 0.3,
    device: str = "cpu",
    preview: Callable[[Tree, float, str], SolvePreview] | None = None,
    ladder: Sequence[SizeStep] = SIZE_LADDER,
) -> SizesInTime:
    """Return the most sizes that are expected to be solved in time, and their tree.

    If not even the fewest are, these; a tree beyond the limit of memory is none.
    """
    if not seconds > 0:
        raise SolvingError(f"nothing is solved within {seconds:g} seconds: give more than 0")
    expected = preview or (lambda tree, aim, where: preview_solve(tree, aim, device=where))
    problem: SolvingError | None = None
    found: SizesInTime | None = None
    for step in ladder:
        try:
            tree = make_tree(step)
        except SolvingError as error:
            problem = error
            continue
        fits = expected(tree, target, device).seconds <= _SHARE * seconds
        found = SizesInTime(step, tree, fits)
        if fits:
            break
    if found is None:
        assert problem is not None
        raise problem
    return found
