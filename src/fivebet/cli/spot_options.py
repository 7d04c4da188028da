"""Options of commands that solve spots: chips, ranges and sizes."""

from collections.abc import Sequence
from typing import Annotated

import typer

from fivebet.cards import CardSet
from fivebet.cards.ranges import Range, RangeLike, as_range
from fivebet.errors import SolvingError
from fivebet.solving.bunching import account_for_folds

Pot = Annotated[int, typer.Option(help="The chips in the middle.")]
Stack = Annotated[int, typer.Option(help="The chips behind, of the shorter stack.")]
Oop = Annotated[str, typer.Option(help="The range of the player who acts first.")]
Ip = Annotated[str, typer.Option(help="The range of the player in position.")]
Folded = Annotated[
    list[str] | None,
    typer.Option(
        help="A range that another player has folded, whose cards are gone; one option for each "
        "player. Hands are reweighted one by one, which is an approximation."
    ),
]
Bets = Annotated[str, typer.Option(help="Bet sizes; OOP's | IP's if they differ.")]
Raises = Annotated[str, typer.Option(help="Raise sizes; OOP's | IP's if they differ.")]
StreetSizes = Annotated[
    str | None,
    typer.Option(
        help="Other sizes on this street; OOP's | IP's if they differ.",
        rich_help_panel="Sizes by street",
    ),
]
AddAllIn = Annotated[float, typer.Option(help="Add all-in where it is at most this many pots.")]
ForceAllIn = Annotated[
    float, typer.Option(help="Turn bets that leave at most this many pots behind into all-in.")
]
Merge = Annotated[
    float, typer.Option(help="Drop the smaller of two sizes that are closer than this.")
]
Rake = Annotated[float, typer.Option(help="The rake: percent of every pot.")]
RakeCap = Annotated[float, typer.Option(help="The most chips of rake in a pot; 0 for no cap.")]
Target = Annotated[float, typer.Option(help="Exploitability to reach, in percent of the pot.")]


def range_after_folds(
    hands: RangeLike, folded: Sequence[str] | None, board: CardSet
) -> Range | RangeLike:
    """Return a range, weighted by what others have folded, if anybody has."""
    if not folded:
        return hands
    return account_for_folds(as_range(hands), [as_range(each) for each in folded], board)


def rake_share(percent: float, cap: float) -> float:
    """Return the rake as a share of the pot; nothing is capped without one."""
    if cap and not percent:
        raise SolvingError(f"--rake-cap {cap:g} caps no rake: give --rake, like --rake 5")
    return percent / 100


def sizes_by_player(sizes: dict[str, str | None]) -> dict[str, str]:
    """Split sizes at a bar into those of OOP and those of IP.

    >>> sizes_by_player({"bets": "50%", "raises flop": "2x|3x", "bets turn": None})
    {'bets': '50%', 'raises flop oop': '2x', 'raises flop ip': '3x'}
    """
    split: dict[str, str] = {}
    for key, text in sizes.items():
        if text is None:
            continue
        first, bar, second = text.partition("|")
        if bar and "oop" not in key:
            split |= {f"{key} oop": first, f"{key} ip": second}
        else:
            split[key] = text
    return split
