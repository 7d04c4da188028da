"""Spots: two ranges on a board, a pot, chips behind, and the sizes that may be bet."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivebet.cards import CardSet, CardsLike, as_cards
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.ranges import Range, RangeLike, as_range
from fivebet.errors import SolvingError
from fivebet.game.game import STREETS as STREETS_OF_HANDS
from fivebet.solving.bet_sizes import BetSizes

STREETS = STREETS_OF_HANDS[1:]
"""The streets of spots: those after the flop was dealt."""
_COMBO = re.compile(r"\s*(([2-9TJQKA][cdhs])([2-9TJQKA][cdhs]))\s*(:.*)?", re.IGNORECASE)
_STEP = re.compile(r"(fold|check|call)|(bet|raise|all-in) (\d{1,10})")
_MOST_CHIPS = 1_000_000_000
_MOST_RAISES = 100
_LEAST_WEIGHT = 1e-20
"""A range's heaviest hand weighs this much: sums of single precision lose what is below 1e-38."""


@dataclass(frozen=True, slots=True)
class BettingOptions:
    """The sizes that one player may bet and raise on one street."""

    bets: BetSizes
    raises: BetSizes
    donks: BetSizes | None = None
    """Bets out of position after calling on the street before; None means the bets."""


OptionsByStreet = tuple[BettingOptions, BettingOptions, BettingOptions]


@dataclass(frozen=True, slots=True)
class FixedLimit:
    """Fixed-limit betting: one size on each of flop, turn and river, and so many bets at most."""

    bets: tuple[int, int, int]
    """The chips by which one bets or raises."""
    max_raises: tuple[int, int, int] = (4, 4, 4)
    """The most bets and raises of a street."""

    def __post_init__(self) -> None:
        for name, numbers, most in (
            ("bets", self.bets, _MOST_CHIPS),
            ("max_raises", self.max_raises, _MOST_RAISES),
        ):
            whole = all(hasattr(number, "__index__") for number in numbers)
            if (
                len(numbers) != len(STREETS)
                or not whole
                or not 1 <= min(numbers) <= max(numbers) <= most
            ):
                raise SolvingError(
                    f"{name}={numbers} is no fixed limit: give three whole numbers from 1 to "
                    f"{most:,}, for flop, turn and river"
                )
            # NumPy's numbers cannot be stored.
            object.__setattr__(self, name, tuple(map(int, numbers)))


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A heads-up spot on a flop, turn or river; OOP acts first."""

    board: CardSet
    pot: int
    stack: int
    """Chips behind; the smaller of the two stacks."""
    oop: Range
    ip: Range
    betting: tuple[OptionsByStreet, OptionsByStreet]
    """The sizes of OOP and IP, by street."""
    add_all_in: float = 0.0
    """All-in is added where it is at most this many pots."""
    force_all_in: float = 0.0
    """A bet that would leave at most this many pots behind is all-in."""
    merge: float = 0.0
    """Of two sizes nearer than this part of the pot the smaller is dropped."""
    rake: float = 0.0
    """The share of every pot that the poker room takes."""
    rake_cap: float = 0.0
    """The most chips that the poker room takes; 0 for no cap."""
    last_street: str = "river"
    """The last street with betting: after it hands are checked down, which makes a
    tree small enough to be solved at the table."""
    limit: FixedLimit | None = None
    """Fixed-limit betting, instead of the sizes; None for no-limit."""
    removed: tuple[str, ...] = ()
    """Actions that are not offered, each with the line to it and without cards: "check, bet 100"
    takes the bet of 100 after a check away, on every board."""

    def __post_init__(self) -> None:
        if not 3 <= len(self.board) <= 5:
            raise SolvingError(
                f"the board {self.board} has {len(self.board)} cards: give 3, 4 or 5"
            )
        for name in ("pot", "stack"):
            chips = getattr(self, name)
            if not hasattr(chips, "__index__") or not 1 <= chips <= _MOST_CHIPS:
                raise SolvingError(
                    f"a {name} of {chips} cannot be played: give whole chips from 1 to "
                    f"{_MOST_CHIPS:,}"
                )
            object.__setattr__(self, name, int(chips))  # NumPy's numbers cannot be stored
        for name in ("add_all_in", "force_all_in", "merge", "rake_cap"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise SolvingError(f"{name}={getattr(self, name)} is not possible: give 0 or more")
        if not (self.limit is None or isinstance(self.limit, FixedLimit)):
            raise SolvingError(
                f"limit={self.limit!r} is no fixed limit: give one like FixedLimit((10, 20, 20))"
            )
        if self.last_street not in STREETS[self.street :]:
            raise SolvingError(
                f"{self.last_street!r} cannot be the last street with betting: "
                f"{', '.join(STREETS[self.street :])} can"
            )
        if not 0 <= self.rake < 1:
            raise SolvingError(
                f"a rake of {100 * self.rake:g} % of the pot is not possible: "
                "give a part of the pot, at least nothing and less than all"
            )
        object.__setattr__(self, "removed", tuple(sorted({*map(_normal_line, self.removed)})))
        live = [self._live(name, range_) for name, range_ in (("OOP", self.oop), ("IP", self.ip))]
        if not _can_be_dealt(*live):
            raise SolvingError(
                f"{self.oop} and {self.ip} cannot be dealt together: they need the same cards"
            )

    @classmethod
    def create(
        cls,
        board: CardsLike,
        pot: int,
        stack: int,
        oop: RangeLike,
        ip: RangeLike,
        bets: str | BetSizes = "50%, 100%",
        raises: str | BetSizes = "100%",
        donks: str | BetSizes | None = None,
        *,
        sizes: dict[str, str] | None = None,
        last_street: str = "river",
        limit: FixedLimit | None = None,
        removed: Iterable[str] = (),
        **rules: float,
    ) -> "Spot":
        """Make a spot with the same sizes everywhere, or others where `sizes` says so.

        Its keys are bets, raises or donks, then a street, a player or both, like
        "bets flop", "raises ip" or "donks river". Actions of `removed` are not offered:
        "check, bet 100" is the bet of 100 after a check. Rules are add_all_in,
        force_all_in, merge, rake and rake_cap.

        >>> spot = Spot.create("Td9d6h", 200, 900, "99+", "QQ-22", sizes={"bets ip river": "a"})
        >>> str(spot.betting[1][2].bets), str(spot.betting[0][2].bets)
        ('a', '50%, 100%')
        """
        on_board = as_cards(board)
        for name, hands in (("OOP", oop), ("IP", ip)):
            _check_named_combos(name, hands, on_board)
        offered = {"bets": str(bets), "raises": str(raises)}
        if donks is not None:
            offered["donks"] = str(donks)
        return cls(
            board=on_board,
            pot=pot,
            stack=stack,
            oop=as_range(oop),
            ip=as_range(ip),
            betting=_betting(offered, sizes or {}),
            last_street=last_street,
            limit=limit,
            removed=tuple(removed),
            **rules,
        )

    @property
    def street(self) -> int:
        """Return 0 on the flop, 1 on the turn, 2 on the river."""
        return len(self.board) - 3

    @property
    def ranges(self) -> tuple[Range, Range]:
        """Return the ranges of OOP and IP."""
        return self.oop, self.ip

    def to_dict(self) -> dict[str, Any]:
        """Return the spot as JSON data that `from_dict` reads."""
        data: dict[str, Any] = {
            "board": str(self.board),
            "pot": self.pot,
            "stack": self.stack,
            "oop": str(self.oop),
            "ip": str(self.ip),
            "menus": [
                [
                    {
                        "bets": str(options.bets),
                        "raises": str(options.raises),
                        "donks": None if options.donks is None else str(options.donks),
                    }
                    for options in streets
                ]
                for streets in self.betting
            ],
            "add_all_in": self.add_all_in,
            "force_all_in": self.force_all_in,
            "merge": self.merge,
            "rake": self.rake,
            "rake_cap": self.rake_cap,
            "last_street": self.last_street,
        }
        if self.limit is not None:
            data["limit"] = asdict(self.limit)
        if self.removed:
            data["removed"] = list(self.removed)
        return data

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> "Spot":
        """Make the spot that `to_dict` described."""
        rest = dict(plain)
        betting = [tuple(map(_options, player)) for player in rest.pop("menus")]
        board, oop, ip = rest.pop("board"), rest.pop("oop"), rest.pop("ip")
        if limit := rest.pop("limit", None):
            rest["limit"] = FixedLimit(tuple(limit["bets"]), tuple(limit["max_raises"]))
        rest["removed"] = tuple(rest.get("removed", ()))
        return cls(
            board=as_cards(board),
            oop=Range(oop),
            ip=Range(ip),
            betting=(betting[0], betting[1]),  # type: ignore[arg-type]
            **rest,
        )

    @property
    def fingerprint(self) -> str:
        """Return a hash that is the same for the same spot on every machine."""
        text = json.dumps(self.to_dict(), sort_keys=True)
        return blake2b(text.encode(), digest_size=12).hexdigest()

    def _live(self, name: str, range_: Range) -> NDArray[np.float64]:
        live = range_.without(self.board)
        if not live:
            raise SolvingError(
                f"{name}'s range {str(range_)!r} has no hand that the board {self.board} leaves"
            )
        if live.weights.max() < _LEAST_WEIGHT:
            raise SolvingError(
                f"all weights of {name}'s range are below {_LEAST_WEIGHT:g}, too small to solve "
                "with: multiply them by the same number, which changes nothing else"
            )
        return live.weights


def read_line(line: str) -> list[tuple[str, int]]:
    """Return the actions of a line without cards, each with its amount or 0.

    >>> read_line("check, bet 100, call")
    [('check', 0), ('bet', 100), ('call', 0)]
    """
    steps = [_STEP.fullmatch(" ".join(part.lower().split())) for part in line.split(",")]
    if not all(steps):
        raise SolvingError(
            f"{line!r} is no line of actions: write them from the spot's start, like "
            "'check, bet 100', without cards"
        )
    return [(step[1] or step[2], int(step[3] or 0)) for step in steps if step]


def _normal_line(line: str) -> str:
    return ", ".join(f"{name} {amount}" if amount else name for name, amount in read_line(line))


def _can_be_dealt(first: NDArray[np.float64], second: NDArray[np.float64]) -> bool:
    masks = COMBO_MASKS[second > 0]
    return any(((masks & mask) == 0).any() for mask in COMBO_MASKS[first > 0])


def _check_named_combos(name: str, hands: RangeLike, board: CardSet) -> None:
    """Reject combos that are written out and hold a card of the board."""
    if not isinstance(hands, str):
        return
    for part in hands.split(","):
        if (found := _COMBO.fullmatch(part)) and as_cards(found[1].strip()) & board:
            raise SolvingError(
                f"{part.strip()!r} in {name}'s range holds a card of the board {board}"
            )


def _betting(
    offered: dict[str, str], changes: dict[str, str]
) -> tuple[OptionsByStreet, OptionsByStreet]:
    table = [[dict(offered) for _ in STREETS] for _ in ("oop", "ip")]
    # What is said of a street or a player comes before what is said of all, and
    # what is said of both comes last.
    for key in sorted(changes, key=lambda key: len(key.split())):
        what, *where = key.lower().split()
        streets = [i for i, street in enumerate(STREETS) if street in where]
        players = [i for i, player in enumerate(("oop", "ip")) if player in where]
        known = {*STREETS, "oop", "ip"}
        if what not in ("bets", "raises", "donks") or not set(where) <= known:
            raise SolvingError(
                f"{key!r} names no sizes: write bets, raises or donks, then a street "
                "(flop, turn, river), a player (oop, ip) or both"
            )
        for player in players or (0, 1):
            for street in streets or (0, 1, 2):
                table[player][street][what] = changes[key]
    made = [tuple(map(_options, streets)) for streets in table]
    for options in (*made[0], *made[1]):
        for first_bets in (options.bets, options.donks):
            if first_bets is not None:
                first_bets.require_bets()
    return made[0], made[1]  # type: ignore[return-value]


def _options(sizes: Mapping[str, Any]) -> BettingOptions:
    donks = sizes.get("donks")
    return BettingOptions(
        BetSizes(sizes["bets"]),
        BetSizes(sizes["raises"]),
        None if donks is None else BetSizes(donks),
    )
